package engine

import (
	"context"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// Succeed issues the successor of an instruction (R9): a contributor whom the
// token's issuer refuses at the address that was frozen names another address of
// theirs, and what that one still misses is owed there. Only the payee may ask, for
// their own part, and by more than a key: the new address must be proven to be
// theirs, and be established, or be their payout address that holds, or they must
// have signed in with one that is established.
//
// Errors: CodeNotFound; CodeForbidden for who does not share in it or has not
// proven enough; CodeConflict if the token pays the old address, nothing is missing
// there, or the new one is in use; CodePayeeCannotReceive if the new one is refused
// too; CodePaymentSeen while a payment is confirming; CodeSuperseded, CodeHeld,
// CodeChainUnavailable.
func (e *Engine) Succeed(ctx context.Context, by settle.Caller, id string, to settle.Address) (out *settle.InstructionView, err error) {
	for range 3 {
		var asked []settle.Address
		err = e.o.Store.View(ctx, func(tx settle.Tx) error {
			i, err := e.maySucceed(tx, by, id, to)
			if err == nil {
				asked = append(addressesOf(i, by.Agent), to)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		_, refused, err := e.o.Chain.TokenStatus(ctx, asked)
		if err != nil {
			return nil, unavailable("the token's state could not be read", err)
		}
		stale := false
		err = e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorShare}, func(tx settle.Tx) error {
			i, err := e.maySucceed(tx, by, id, to)
			if err != nil {
				return err
			}
			if stale = !slices.Equal(append(addressesOf(i, by.Agent), to), asked); stale {
				return nil
			}
			out, err = e.succeed(tx, by, i, to, tokenStatus{refused: refused})
			return err
		})
		if err == nil && !stale {
			e.o.Wake() // what was recorded may cover the moved leg
		}
		if err != nil || !stale {
			return out, err
		}
	}
	return nil, settle.Errorf(settle.CodeConflict, "the instruction keeps changing; try again")
}

func superseded(i *settle.Instruction) *settle.Error {
	return settle.Errorf(settle.CodeSuperseded, "instruction %s is superseded by %s: do not pay this one", i.ID, i.Successor).With("successor", i.Successor)
}

// addressesOf are where an agent is paid by an instruction.
func addressesOf(i *settle.Instruction, agent string) (out []settle.Address) {
	for _, k := range partsOf(i, agent) {
		out = append(out, i.Legs[k].To)
	}
	return out
}

// partsOf are the legs in which an agent has a contributor's part.
func partsOf(i *settle.Instruction, agent string) (out []int) {
	for k, l := range i.Legs {
		if slices.ContainsFunc(l.Parts, func(p settle.Part) bool { return p.Role == settle.RoleContributor && p.Agent == agent }) {
			out = append(out, k)
		}
	}
	return out
}

// maySucceed is what can be said before the token is asked.
func (e *Engine) maySucceed(tx settle.Tx, by settle.Caller, id string, to settle.Address) (*settle.Instruction, error) {
	i := settle.GetRow[settle.Instruction](tx, id)
	if i == nil {
		return nil, noInstruction(id)
	}
	if by.Agent == "" || len(partsOf(i, by.Agent)) == 0 {
		return nil, settle.Errorf(settle.CodeForbidden, "only a payee of instruction %s may do this", id)
	}
	switch i.Status {
	case settle.InstructionOpen:
	case settle.InstructionSuperseded:
		return nil, superseded(i)
	case settle.InstructionHeld, settle.InstructionWithheld:
		return nil, settle.Errorf(settle.CodeHeld, "instruction %s is %s", id, i.Status)
	default:
		return nil, settle.Errorf(settle.CodeConflict, "instruction %s is %s: nothing of it can be moved", id, i.Status)
	}
	if err := refusedPayee(tx, to); err != nil {
		return nil, err
	}
	row := settle.GetRow[settle.AddressRow](tx, to.String())
	if row == nil || row.Agent != by.Agent || row.RetiredAt != 0 {
		return nil, settle.Errorf(settle.CodeForbidden, "prove first that %s is yours (POST /v1/agents/me/addresses)", to.Checksum())
	}
	p := settle.EffectivePayout(settle.GetRow[settle.Agent](tx, by.Agent), e.now())
	if !e.established(tx, by.Agent, by.Signer) && !e.established(tx, by.Agent, to) && (p == nil || p.Address != to) {
		return nil, settle.Errorf(settle.CodeForbidden, "a key alone cannot redirect pay: sign in with an address that has been yours for 24 hours, "+
			"or wait until %s has been, or until it is your payout address that holds", to.Checksum())
	}
	return i, nil
}

// succeed issues it, with everything checked under the locks of an issue (R11).
func (e *Engine) succeed(tx settle.Tx, by settle.Caller, i *settle.Instruction, to settle.Address, status tokenStatus) (*settle.InstructionView, error) {
	tip, err := e.freshTip(tx)
	if err != nil {
		return nil, err
	}
	if status.refuses(to) {
		return nil, settle.Errorf(settle.CodePayeeCannotReceive, "the token's issuer refuses transfers to %s as well; name another address", to.Checksum())
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return nil, err
	}
	pending := settle.CoverOf(soon, settle.GetRow[settle.Instruction](soon, i.ID))
	cover := settle.CoverOf(tx, i)
	if i, err = e.caughtUp(tx, i); err != nil {
		return nil, err
	}
	refused, seen := false, false
	for _, k := range partsOf(i, by.Agent) {
		from := i.Legs[k].To
		if !status.refuses(from) {
			continue
		}
		refused = true
		if seen = seen || pending.Missing[k].Less(cover.Missing[k]); seen {
			continue
		}
		legs, s, ok := i.Succeed(cover, k, by.Agent, to)
		if !ok || len(legs) > digest.MaxLegs {
			continue
		}
		id, err := e.issueSuccessor(tx, tip, i, legs, s, settle.SuccessorIssued{Of: i.ID, Agent: by.Agent, From: from, To: to, Asked: tip.BlockRef})
		if err != nil {
			return nil, err
		}
		v, err := e.view(tx, id)
		if err == nil {
			v.Created = true
		}
		return v, err
	}
	switch {
	case !refused:
		return nil, settle.Errorf(settle.CodeConflict, "the token pays the address that instruction %s names for you; only one that its issuer refuses can be replaced", i.ID)
	case seen:
		return nil, settle.Errorf(settle.CodePaymentSeen, "a payment to the former address is seen; wait until it is confirmed")
	}
	return nil, settle.Errorf(settle.CodeConflict, "nothing of instruction %s can be moved to %s: nothing is missing at a refused address of yours, or somebody else is paid at the new one", i.ID, to.Checksum())
}

// issueSuccessor freezes the successor and records it.
func (e *Engine) issueSuccessor(tx settle.Tx, tip *settle.StoredBlock, old *settle.Instruction, legs []settle.Leg, s settle.Succession, f settle.SuccessorIssued) (id string, err error) {
	if id, err = e.newID("stl_"); err != nil {
		return "", err
	}
	i := settle.Instruction{ID: id, Mission: old.Mission, Milestone: old.Milestone, SlotN: old.SlotN, Slot: old.Slot, Submission: old.Submission,
		Poster: old.Poster, ContentHash: old.ContentHash, ChainID: old.ChainID, Token: old.Token, Legs: legs, Total: old.Total, Fee: old.Fee,
		Issued: tip.BlockRef, IssuedTime: tip.Time, PayContract: old.PayContract, Accepts: old.Accepts, CreatedAt: old.CreatedAt, Succession: &s}
	for _, b := range tx.Tail(settle.WindowSize) {
		i.Window = append(i.Window, b.Hash)
	}
	i.Digest = domain(&i).Instruction(digestInput(&i))
	if !old.RefundTo.IsZero() && !i.DepositTotal().IsZero() {
		i.RefundTo = old.RefundTo
		i.RefundAfter, i.Deposit = depositOf(settingsOf(tx), &i, i.RefundTo)
	}
	f.Instruction, f.Tags = i, tagsOf(&i)
	return id, e.record(tx, f)
}
