package escrow

import (
	"errors"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// Call is a call about a mission that needs nothing of its sender's own.
type Call struct {
	// Name is cancel (which the poster sends), refund, finalize or withdraw.
	Name string
	// Tranche, Content and Split are finalize's; the work's, or none where the
	// escrow decides itself.
	Tranche uint8
	Content settle.Hash
	Split   settle.Split
	// Owner is withdraw's.
	Owner settle.Address
	// NotBefore is the Unix second from which the escrow takes it; 0: now.
	NotBefore int64
}

// Calls are those that the escrow would take at the newest indexed block of a
// view with its entries, awards and credits, and those that only wait for a
// moment. An award of work whose split is not known here has no finalize.
func Calls(v *settle.EscrowView) (out []Call) {
	add := func(c Call, err error) {
		if at, ok := waits(err); ok {
			c.NotBefore = at
		} else if err != nil {
			return
		}
		out = append(out, c)
	}
	if v.Soon == nil {
		return nil
	}
	add(Call{Name: "cancel"}, CheckCancel(v))
	if refundable(v) == nil {
		add(Call{Name: "refund"}, CheckRefund(v))
	}
	for n, t := range v.Soon.Tranches {
		if t.Pending == nil {
			continue
		}
		if c, ok := finalizing(v, uint8(n), t.Pending.Agent); ok {
			add(c, CheckFinalize(v, c.Tranche, c.Content, digest.SplitHash(c.Split)))
		}
	}
	for _, c := range v.SoonCredits {
		add(Call{Name: "withdraw", Owner: c.Owner}, CheckWithdraw(v, c.Owner))
	}
	return out
}

// waits is the moment until which a call is refused for being too early.
func waits(err error) (notBefore int64, ok bool) {
	var e *settle.Error
	if !errors.As(err, &e) || e.Code != settle.CodeRefundNotDue && e.Code != settle.CodeNotFinalYet {
		return 0, false
	}
	notBefore, ok = e.Details["not_before"].(int64)
	return notBefore, ok
}

// finalizing is the call that finalizes a pending award.
func finalizing(v *settle.EscrowView, tranche uint8, agent settle.Address) (Call, bool) {
	c := Call{Name: "finalize", Tranche: tranche}
	if v.Mission.Terms.EntrySlots() == 0 {
		return c, true
	}
	for _, e := range v.Entries {
		if e.Submission != nil && e.Entry.Agent == agent && e.Entry.Tranche == v.Mission.Terms.EntrySlot(tranche) {
			c.Content, c.Split = e.Entry.ContentHash, e.Submission.Escrow.Split
			return c, true
		}
	}
	return c, false
}
