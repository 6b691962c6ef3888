package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// established reports whether an address may speak for the agent in what a
// stolen key must not do (R8): the agent came to be by signing in with it, or
// proved it at least as long ago as the cool-down lasts. (Whoever holds a stolen
// key can prove an address of their own at once.)
func (e *Engine) established(s settle.State, agent string, addr settle.Address) bool {
	row, a := settle.GetRow[settle.AddressRow](s, addr.String()), settle.GetRow[settle.Agent](s, agent)
	if addr.IsZero() || row == nil || a == nil || row.Agent != agent || row.RetiredAt != 0 {
		return false
	}
	return e.now()-row.ProvenAt >= PayoutCoolDownMillis || a.KeyHash.IsZero() && row.ProvenAt == a.CreatedAt
}

// SetPayout sets where an agent is paid (R8). The first address holds at once.
// A change holds at once where control of the new address is proven, and by
// more than a key: the caller signed in with an address that is established, or
// the new address is; else after the cool-down of 24 hours. Setting the address
// that holds takes a pending change back.
func (e *Engine) SetPayout(ctx context.Context, by settle.Caller, addr settle.Address) (*settle.Agent, error) {
	var out *settle.Agent
	err := e.update(ctx, func(tx settle.Tx) error {
		if err := refusedPayee(tx, addr); err != nil {
			return err
		}
		a := settle.GetRow[settle.Agent](tx, by.Agent)
		if a == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", by.Agent)
		}
		row := settle.GetRow[settle.AddressRow](tx, addr.String())
		own := row != nil && row.Agent == by.Agent && row.RetiredAt == 0
		if row != nil && row.Agent != "" && row.Agent != by.Agent {
			return settle.Errorf(settle.CodeAddressTaken, "another agent has proven this address")
		}
		now := e.now()
		p := settle.Payout{Address: addr, Proven: own, SetAt: now, EffectiveAt: now}
		cur := settle.EffectivePayout(a, now)
		pending := a.PendingPayout != nil && cur != a.PendingPayout
		sure := own && (e.established(tx, by.Agent, by.Signer) || e.established(tx, by.Agent, addr))
		switch {
		case cur != nil && cur.Address == addr && !pending, pending && a.PendingPayout.Address == addr && !sure:
			out = a // asking again neither hurries nor delays anything
			return nil
		case cur != nil && cur.Address != addr && !sure:
			p.EffectiveAt = now + PayoutCoolDownMillis
		case cur != nil && cur.Address == addr:
			p = *cur
		}
		if err := e.record(tx, settle.PayoutSet{Agent: by.Agent, Payout: p}); err != nil {
			return err
		}
		out = settle.GetRow[settle.Agent](tx, by.Agent)
		return nil
	})
	return out, err
}

// CancelPayout takes back a change of payout address that has not taken effect;
// CodeConflict if there is none.
func (e *Engine) CancelPayout(ctx context.Context, by settle.Caller) (*settle.Agent, error) {
	var out *settle.Agent
	err := e.update(ctx, func(tx settle.Tx) error {
		a := settle.GetRow[settle.Agent](tx, by.Agent)
		if a == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", by.Agent)
		}
		cur := settle.EffectivePayout(a, e.now())
		if a.PendingPayout == nil || cur == a.PendingPayout {
			return settle.Errorf(settle.CodeConflict, "no change of your payout address is pending")
		}
		if err := e.record(tx, settle.PayoutSet{Agent: by.Agent, Payout: *cur}); err != nil {
			return err
		}
		out = settle.GetRow[settle.Agent](tx, by.Agent)
		return nil
	})
	return out, err
}
