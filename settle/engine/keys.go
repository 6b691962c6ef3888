package engine

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// MaxKeyGraceMillis is the longest that a replaced key stays good.
const MaxKeyGraceMillis = 24 * 3600 * 1000

// newSecret is a key as agents send it: bk_ and 48 hex digits (192 random bits).
func (e *Engine) newSecret() (string, error) {
	raw, err := e.random(24)
	return "bk_" + hex.EncodeToString(raw), err
}

// Authenticate finds whom a bearer token or API key speaks for; the zero Caller
// if nobody. Lookup is by the hash of the secret, so its timing tells nothing.
func (e *Engine) Authenticate(ctx context.Context, secret string) (c settle.Caller, err error) {
	h := keyHash(secret)
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		c = settle.Caller{}
		if strings.HasPrefix(secret, "bk_") {
			if k := settle.GetRow[settle.APIKey](tx, h.String()); k != nil && k.LiveAt(e.now()) {
				c.Agent, c.Key = k.Agent, h
			}
		} else if s := tx.Session(h, e.now()); s != nil {
			if r := settle.GetRow[settle.AddressRow](tx, s.Address.String()); r == nil || r.RetiredAt == 0 {
				c.Agent, c.Signer = s.Agent, s.Address
			}
		}
		if c.Agent != "" {
			c.Addresses = liveAddresses(tx, c.Agent)
		}
		return nil
	})
	return c, err
}

// Keys are an agent's keys, those that have ended too, oldest first.
func (e *Engine) Keys(ctx context.Context, agent string) (out []*settle.APIKey, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = keysOf(tx, agent)
		return nil
	})
	return out, err
}

func keysOf(s settle.State, agent string) []*settle.APIKey {
	out := settle.FindRows[*settle.APIKey](s, settle.KeysOfAgent(agent))
	slices.SortFunc(out, func(a, b *settle.APIKey) int {
		if a.CreatedAt != b.CreatedAt {
			return int(min(max(a.CreatedAt-b.CreatedAt, -1), 1))
		}
		return strings.Compare(a.Key(), b.Key())
	})
	return out
}

// AddKey gives an agent a further key; CodeConflict when it has MaxAPIKeys that
// are good, CodeForbidden when the caller's own key was replaced.
func (e *Engine) AddKey(ctx context.Context, by settle.Caller, label string) (settle.NewKey, error) {
	return e.issueKey(ctx, by, label, func(tx settle.Tx) (*settle.APIKey, error) { return nil, nil }, 0)
}

// RotateKey puts a new key in the place of the one with the public id, or, with
// none given, of the one that the caller called with. The old key stays good
// for grace milliseconds, at most MaxKeyGraceMillis, and never longer than it
// was good before; with 0 it ends at once. CodeForbidden when the caller's own key
// was replaced before.
func (e *Engine) RotateKey(ctx context.Context, by settle.Caller, id string, grace int64) (settle.NewKey, error) {
	return e.issueKey(ctx, by, "", func(tx settle.Tx) (*settle.APIKey, error) {
		if id == "" && by.Key.IsZero() {
			return nil, settle.Errorf(settle.CodeInvalid, "key_id: name the key to replace (GET /v1/agents/me/keys lists them), since you signed in by an address")
		}
		return e.liveKey(tx, by, id)
	}, grace)
}

func (e *Engine) issueKey(ctx context.Context, by settle.Caller, label string, replaced func(settle.Tx) (*settle.APIKey, error), grace int64) (settle.NewKey, error) {
	if err := visible("label", label); err != nil {
		return settle.NewKey{}, err
	}
	secret, err := e.newSecret()
	if err != nil {
		return settle.NewKey{}, err
	}
	out := settle.NewKey{Secret: secret}
	err = e.update(ctx, func(tx settle.Tx) error {
		if settle.GetRow[settle.Agent](tx, by.Agent) == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", by.Agent)
		}
		old, err := replaced(tx)
		if err == nil {
			err = mayRuleKeys(tx, by)
		}
		if err != nil {
			return err
		}
		live := 0
		for _, k := range keysOf(tx, by.Agent) {
			if k.LiveAt(e.now()) {
				live++
			}
		}
		fact := settle.APIKeyIssued{Agent: by.Agent, KeyHash: keyHash(secret), Label: label}
		if old != nil {
			live--
			fact.Label, fact.Replaces, fact.OldUntil = old.Label, old.Hash, e.now()+min(max(grace, 0), MaxKeyGraceMillis)
			if old.Until != 0 {
				fact.OldUntil = min(fact.OldUntil, old.Until)
			}
		}
		if live >= settle.MaxAPIKeys {
			return settle.Errorf(settle.CodeConflict, "an agent may have %d keys at a time; revoke one first (DELETE /v1/agents/me/keys/{key_id})", settle.MaxAPIKeys)
		}
		if err := e.record(tx, fact); err != nil {
			return err
		}
		out.Key = settle.GetRow[settle.APIKey](tx, fact.KeyHash.String())
		out.Replaced = settle.GetRow[settle.APIKey](tx, fact.Replaces.String())
		return nil
	})
	return out, err
}

// mayRuleKeys: a key that was replaced finishes what it began, and has no say over
// other keys any more: it may have been replaced because somebody else has it.
func mayRuleKeys(tx settle.Tx, by settle.Caller) error {
	if k := settle.GetRow[settle.APIKey](tx, by.Key.String()); k != nil && k.Until != 0 {
		return settle.Errorf(settle.CodeForbidden, "this key was replaced; keys are made and ended with the one that took its place, or after signing in by an address")
	}
	return nil
}

// liveKey is a good key of the caller's by its public id, or the one that they
// called with.
func (e *Engine) liveKey(tx settle.Tx, by settle.Caller, id string) (*settle.APIKey, error) {
	for _, k := range keysOf(tx, by.Agent) {
		if (id == "" && k.Hash == by.Key || id == k.ID()) && k.LiveAt(e.now()) {
			return k, nil
		}
	}
	return nil, settle.Errorf(settle.CodeNotFound, "you have no key %s that is good", id)
}

// RevokeKey ends a key at once. The last way in cannot be closed: CodeConflict
// when the agent has no other key, and no proven address or identity to sign in with.
func (e *Engine) RevokeKey(ctx context.Context, by settle.Caller, id string) (*settle.APIKey, error) {
	var out *settle.APIKey
	err := e.update(ctx, func(tx settle.Tx) error {
		k, err := e.liveKey(tx, by, id)
		if err == nil && k.Hash != by.Key {
			err = mayRuleKeys(tx, by)
		}
		if err != nil {
			return err
		}
		if !otherWayIn(tx, by.Agent, wayIn{key: k.Hash}) {
			return errLastWayIn()
		}
		if err := e.record(tx, settle.APIKeyRevoked{KeyHash: k.Hash, By: by.Agent}); err != nil {
			return err
		}
		out = settle.GetRow[settle.APIKey](tx, k.Key())
		return nil
	})
	return out, err
}

// wayIn is one way into an account: a key, an address to sign in with, or an
// identity by its public id.
type wayIn struct {
	key      settle.Hash
	address  settle.Address
	identity string
}

// otherWayIn: whether the agent has a key without an end, an address or an identity
// to sign in with, beside the one that is to be closed.
func otherWayIn(tx settle.Tx, agent string, but wayIn) bool {
	return slices.ContainsFunc(keysOf(tx, agent), func(k *settle.APIKey) bool { return k.Hash != but.key && k.Until == 0 }) ||
		slices.ContainsFunc(settle.FindRows[*settle.AddressRow](tx, settle.AddressesOfAgent(agent)), func(r *settle.AddressRow) bool {
			return r.RetiredAt == 0 && r.Address != but.address
		}) ||
		slices.ContainsFunc(tx.Identities(agent), func(i settle.Identity) bool { return i.ID() != but.identity })
}

func errLastWayIn() error {
	return settle.Errorf(settle.CodeConflict, "this is your only way in: make another key first, or rotate this one, or prove an address to sign in with")
}

// RetireDisputeMillis is for how long after it was linked a key alone can take
// an address off the account. Later that needs a sign-in by an address that was
// proven before it, so that a stolen key does not shut out its owner.
const RetireDisputeMillis = 7 * 24 * 3600 * 1000

// RetireAddress takes an address off the account: nobody signs in with it any
// more, its sessions end, and a change of payout address to it that does not
// hold yet is taken back. Payments from it go on counting as the agent's.
func (e *Engine) RetireAddress(ctx context.Context, by settle.Caller, addr settle.Address) (*settle.AddressRow, error) {
	var out *settle.AddressRow
	err := e.update(ctx, func(tx settle.Tx) error {
		row := settle.GetRow[settle.AddressRow](tx, addr.String())
		if row == nil || row.Agent != by.Agent || row.RetiredAt != 0 {
			return settle.Errorf(settle.CodeNotFound, "%s is no address of your account", addr.Checksum())
		}
		signer := settle.GetRow[settle.AddressRow](tx, by.Signer.String())
		older := !by.Signer.IsZero() && signer != nil && (signer.ProvenAt < row.ProvenAt || signer.Address == addr)
		fresh := !by.Key.IsZero() && e.now()-row.ProvenAt < RetireDisputeMillis
		if !older && !fresh {
			return settle.Errorf(settle.CodeForbidden, "a key takes an address off within 7 days of its proof only; sign in with it, or with an address that was proven before it")
		}
		if !otherWayIn(tx, by.Agent, wayIn{address: addr}) {
			return errLastWayIn()
		}
		if err := e.record(tx, settle.AddressRetired{Agent: by.Agent, Address: addr}); err != nil {
			return err
		}
		out = settle.GetRow[settle.AddressRow](tx, addr.String())
		return nil
	})
	return out, err
}
