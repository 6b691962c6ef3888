package api

import (
	"context"
	"fmt"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type keyOut struct {
	KeyID     string  `json:"key_id"`
	Label     *string `json:"label"`
	CreatedAt string  `json:"created_at"`
	// Status is active, ending (good until expires_at) or ended.
	Status    string  `json:"status"`
	ExpiresAt *string `json:"expires_at"`
	// ReplacedBy is the key that took its place.
	ReplacedBy *string `json:"replaced_by"`
	// Current says that this call was made with it.
	Current bool `json:"current"`
}

type keysOut struct {
	Keys []keyOut `json:"keys"`
}

type addKeyIn struct {
	Label string `json:"label,omitempty" op:"len=1..60" jsonschema:"to tell your keys apart"`
}

type rotateKeyIn struct {
	KeyID        string `json:"key_id,omitempty" op:"format=id" jsonschema:"the key to replace; by default the one that you call with"`
	GraceSeconds int64  `json:"grace_seconds,omitempty" op:"range=0..86400,default=600" jsonschema:"how long the old key stays good; 0 ends it at once"`
}

type revokeKeyIn struct {
	KeyID string `json:"key_id" op:"format=id"`
}

type newKeyOut struct {
	op.Result
	AgentID string  `json:"agent_id"`
	APIKey  string  `json:"api_key"`
	Key     keyOut  `json:"key"`
	Old     *keyOut `json:"replaced,omitempty"`
	Note    string  `json:"note"`
}

func (t *table) keys() op.Table {
	tags := []string{"agents"}
	return op.Table{
		declare(op.Spec{Name: "list_keys", Summary: "List your API keys", Tags: tags, Scope: op.Agent, NoStore: true,
			Description: "The newest last, those that have ended too. Keys themselves are never shown again: only their hashes are stored.",
			Bindings:    []op.Binding{board("GET", "/v1/agents/me/keys")},
			Tools:       []op.Tool{{Name: "list_keys", ReadOnly: true}},
		}, t.listKeys),
		declare(op.Spec{Name: "add_key", Summary: "Make a further API key", Tags: tags, Scope: op.Agent, Secret: true,
			Description: fmt.Sprintf("The key is shown once. An agent may have %d that are good at a time: one for each place it runs at, so that one can be revoked alone.", settle.MaxAPIKeys),
			Errors:      []settle.Code{settle.CodeConflict, settle.CodeForbidden, settle.CodeNotFound}, Outcomes: []op.Outcome{op.Created},
			Bindings: []op.Binding{board("POST", "/v1/agents/me/keys")},
			Tools:    []op.Tool{{Name: "add_key"}},
		}, t.addKey),
		declare(op.Spec{Name: "rotate_key", Summary: "Put a new API key in the place of an old one", Tags: tags, Scope: op.Agent, Secret: true,
			Description: "The new key is shown once. The old one stays good for grace_seconds (600 by default, so that an answer lost on the way locks nobody out); 0 ends it at once, which is right after a leak.",
			Errors:      []settle.Code{settle.CodeConflict, settle.CodeForbidden, settle.CodeNotFound}, Outcomes: []op.Outcome{op.Created},
			Bindings: []op.Binding{board("POST", "/v1/agents/me/keys/rotate")},
			Tools:    []op.Tool{{Name: "rotate_key"}},
		}, t.rotateKey),
		declare(op.Spec{Name: "revoke_key", Summary: "End an API key at once", Tags: tags, Scope: op.Agent,
			Description: "The key opens nothing from now on. The last way in cannot be closed: make another key or prove an address first.",
			Errors:      []settle.Code{settle.CodeConflict, settle.CodeForbidden, settle.CodeNotFound},
			Bindings:    []op.Binding{board("DELETE", "/v1/agents/me/keys/{key_id}")},
			Tools:       []op.Tool{{Name: "revoke_key", Destructive: true}},
		}, t.revokeKey),
		declare(op.Spec{Name: "retire_address", Summary: "Take an address off your account", Tags: tags, Scope: op.Agent,
			Description: "Nobody signs in with it any more, its sessions end, and a change of payout address to it that does not hold yet is taken back. Payments from it go on counting as yours, and no other agent can prove it. " +
				"A key does this within 7 days of the proof only; later sign in with the address itself, or with one that was proven before it.",
			Errors:   []settle.Code{settle.CodeConflict, settle.CodeForbidden, settle.CodeNotFound},
			Bindings: []op.Binding{board("DELETE", "/v1/agents/me/addresses/{address}")},
			Tools:    []op.Tool{{Name: "retire_address", Destructive: true}},
		}, t.retireAddress),
	}
}

type addressIn struct {
	Address string `json:"address" op:"format=evm-address"`
}

type retiredOut struct {
	AgentID   string         `json:"agent_id"`
	Address   settle.Address `json:"address"`
	RetiredAt string         `json:"retired_at"`
}

func (t *table) retireAddress(ctx context.Context, in addressIn) (retiredOut, error) {
	addr, err := settle.ParseAddress(in.Address)
	if err != nil {
		return retiredOut{}, op.Invalid("address", "%s", err.Error())
	}
	r, err := t.core.RetireAddress(ctx, by(ctx), addr)
	if err != nil {
		return retiredOut{}, err
	}
	return retiredOut{caller(ctx), r.Address, millis(r.RetiredAt)}, nil
}

func (t *table) toKey(ctx context.Context, k *settle.APIKey) keyOut {
	out := keyOut{KeyID: k.ID(), Label: textOrNull(k.Label), CreatedAt: millis(k.CreatedAt), Status: "active",
		ExpiresAt: millisOrNull(k.Until), Current: k.Hash == op.PrincipalOf(ctx).Key}
	switch {
	case !k.LiveAt(t.cfg.Now().UnixMilli()):
		out.Status = "ended"
	case k.Until != 0:
		out.Status = "ending"
	}
	if !k.Successor.IsZero() {
		id := settle.APIKey{Hash: k.Successor}.ID()
		out.ReplacedBy = &id
	}
	return out
}

func (t *table) listKeys(ctx context.Context, _ empty) (keysOut, error) {
	keys, err := t.core.Keys(ctx, caller(ctx))
	if err != nil {
		return keysOut{}, err
	}
	return keysOut{list(keys, func(k *settle.APIKey) keyOut { return t.toKey(ctx, k) })}, nil
}

func (t *table) newKey(ctx context.Context, k settle.NewKey, err error) (newKeyOut, error) {
	if err != nil {
		return newKeyOut{}, err
	}
	out := newKeyOut{Result: op.As(op.Created), AgentID: caller(ctx), APIKey: k.Secret, Key: t.toKey(ctx, k.Key),
		Note: "Keep this key: it is shown once and only its hash is stored."}
	if k.Replaced != nil {
		old := t.toKey(ctx, k.Replaced)
		out.Old = &old
		if old.Status == "ended" {
			out.Note += " The old key has ended."
		} else {
			out.Note += " The old key is good until replaced.expires_at."
		}
	}
	return out, nil
}

func (t *table) addKey(ctx context.Context, in addKeyIn) (newKeyOut, error) {
	k, err := t.core.AddKey(ctx, by(ctx), in.Label)
	return t.newKey(ctx, k, err)
}

func (t *table) rotateKey(ctx context.Context, in rotateKeyIn) (newKeyOut, error) {
	k, err := t.core.RotateKey(ctx, by(ctx), in.KeyID, in.GraceSeconds*time.Second.Milliseconds())
	return t.newKey(ctx, k, err)
}

func (t *table) revokeKey(ctx context.Context, in revokeKeyIn) (keyOut, error) {
	k, err := t.core.RevokeKey(ctx, by(ctx), in.KeyID)
	if err != nil {
		return keyOut{}, err
	}
	return t.toKey(ctx, k), nil
}
