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
			c.Agent, c.Signer = s.Agent, s.Address
		}
		if c.Agent != "" {
			for _, a := range settle.FindRows[*settle.AddressRow](tx, settle.AddressesOfAgent(c.Agent)) {
				c.Addresses = append(c.Addresses, a.Address)
			}
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
// are good.
func (e *Engine) AddKey(ctx context.Context, by settle.Caller, label string) (settle.NewKey, error) {
	return e.issueKey(ctx, by, label, func(tx settle.Tx) (*settle.APIKey, error) { return nil, nil }, 0)
}

// RotateKey puts a new key in the place of the one with the public id, or, with
// none given, of the one that the caller called with. The old key stays good
// for grace milliseconds, at most MaxKeyGraceMillis, and never longer than it
// was good before; with 0 it ends at once.
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
// when the agent has no other key and no proven address to sign in with.
func (e *Engine) RevokeKey(ctx context.Context, by settle.Caller, id string) (*settle.APIKey, error) {
	var out *settle.APIKey
	err := e.update(ctx, func(tx settle.Tx) error {
		k, err := e.liveKey(tx, by, id)
		if err != nil {
			return err
		}
		other := tx.Exists(settle.AddressesOfAgent(by.Agent))
		for _, x := range keysOf(tx, by.Agent) {
			other = other || x.Hash != k.Hash && x.Until == 0
		}
		if !other {
			return settle.Errorf(settle.CodeConflict, "this is your only way in: make another key first, or rotate this one, or prove an address to sign in with")
		}
		if err := e.record(tx, settle.APIKeyRevoked{KeyHash: k.Hash, By: by.Agent}); err != nil {
			return err
		}
		out = settle.GetRow[settle.APIKey](tx, k.Key())
		return nil
	})
	return out, err
}
