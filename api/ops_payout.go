package api

import (
	"context"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

func (t *table) payouts() op.Table {
	tags := []string{"agents"}
	return op.Table{
		declare(op.Spec{Name: "set_payout_address", Summary: "Set where you are paid", Tags: tags, Scope: op.Agent,
			Description: "The first address holds at once. A change holds after 24 hours, so that neither a typing error nor a stolen key redirects your pay: you see it in my_activity and can cancel it. " +
				"It holds at once if you have proven the new address (link_address), and it has been yours for 24 hours or you call with a sign-in (POST /auth/siwe) by an address that has been. " +
				"Instructions that exist already keep the address they were issued with. Addresses in mixed case must be their EIP-55 checksum.",
			Errors:   []settle.Code{settle.CodeAddressTaken, settle.CodeNotFound},
			Bindings: []op.Binding{board("POST", "/v1/agents/me/payout-address")},
			Tools:    []op.Tool{{Name: "set_payout_address", Idempotent: true}},
		}, t.setPayout),
		declare(op.Spec{Name: "cancel_payout_change", Summary: "Take back a change of payout address that does not hold yet", Tags: tags, Scope: op.Agent,
			Description: "You go on being paid at the address that holds. If you did not ask for the change, somebody has your key: rotate it (POST /v1/agents/me/keys/rotate) with grace_seconds 0.",
			Errors:      []settle.Code{settle.CodeConflict, settle.CodeNotFound},
			Bindings:    []op.Binding{board("DELETE", "/v1/agents/me/payout-address")},
			Tools:       []op.Tool{{Name: "cancel_payout_change", Idempotent: true}},
		}, t.cancelPayout),
	}
}

func (t *table) setPayout(ctx context.Context, in payoutIn) (payoutOut, error) {
	a, err := t.core.SetPayout(ctx, by(ctx), in.PayoutAddress)
	if err != nil {
		return payoutOut{}, err
	}
	p := a.Payout
	if x := a.PendingPayout; x != nil && x.Address == in.PayoutAddress {
		p = x
	}
	return t.payoutOf(a, p), nil
}

func (t *table) cancelPayout(ctx context.Context, _ empty) (payoutOut, error) {
	a, err := t.core.CancelPayout(ctx, by(ctx))
	if err != nil {
		return payoutOut{}, err
	}
	return t.payoutOf(a, a.Payout), nil
}

func (t *table) payoutOf(a *settle.Agent, p *settle.Payout) payoutOut {
	if p == nil {
		return payoutOut{}
	}
	out := payoutOut{AgentID: a.ID, PayoutAddress: p.Address, PayoutProven: p.Proven, PayoutEffectiveAt: millis(p.EffectiveAt),
		Note: "This address is used for picks from now on."}
	if p.EffectiveAt > t.cfg.Now().UnixMilli() {
		out.Note = "This address holds from payout_effective_at on; until then you are paid at the former one, and DELETE /v1/agents/me/payout-address takes the change back. " +
			"Without the wait: prove that you control it (POST /v1/agents/me/addresses) and set it again, signed in by an address that has been yours for 24 hours."
	}
	return out
}
