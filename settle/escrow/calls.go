package escrow

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// The functions of this file say what the escrow would answer to a call that is
// sent now: by what it holds at the newest indexed block of a view, and by that
// block's time and number. A refusal has the code of the contract's error; nil
// means that only the token can still refuse the money.

// CheckCancel is about cancel, sent by the poster.
func CheckCancel(v *settle.EscrowView) error {
	return status(v, "nothing can be cancelled once somebody has entered; what nobody is awarded goes back by refund", settle.EscrowOpen)
}

// CheckRefund is about refund, which anybody sends.
func CheckRefund(v *settle.EscrowView) error {
	if at := v.Mission.Terms.RefundAt; clock(v) < at {
		return settle.Errorf(settle.CodeRefundNotDue, "what nobody is awarded goes back from refund_at on; send refund then").With("not_before", at)
	}
	return refundable(v)
}

// refundable refuses a mission of which nothing can go back, whenever.
func refundable(v *settle.EscrowView) error {
	if err := status(v, "there is nothing left to send back", settle.EscrowOpen, settle.EscrowActive); err != nil {
		return err
	}
	if v.Soon.Held.IsZero() {
		return settle.Errorf(settle.CodeNothingToRefund, "all that is left belongs to pending awards; finalize them")
	}
	return nil
}

// CheckEnter is about submit, sent by an agent; tranche is the milestone's index,
// 0 for prizes.
func CheckEnter(v *settle.EscrowView, tranche uint8, agent settle.Address) error {
	if err := open(v); err != nil {
		return err
	}
	t := v.Mission.Terms
	if n := t.EntrySlots(); int(tranche) >= n {
		return settle.Errorf(settle.CodeTrancheOutOfRange, "this mission takes submissions for %d parts, counted from 0", n).With("tranches", n)
	}
	for n, x := range v.Soon.Tranches {
		if (t.EntrySlots() == 1 || n == int(tranche)) && x.Pending != nil && x.Pending.Agent == agent {
			return settle.Errorf(settle.CodeSubmissionLocked, "an award of your entry is pending, so the escrow takes no other from %s until it is decided", agent.Checksum()).With("tranche", n)
		}
	}
	return nil
}

// CheckCommit is about commit; from is who sends it, zero for somebody who has
// not committed.
func CheckCommit(v *settle.EscrowView, from settle.Address) error {
	if err := open(v); err != nil {
		return err
	}
	if v.Mission.Terms.EntrySlots() != 0 {
		return settle.Errorf(settle.CodeNoCommitmentsTaken, "this mission takes submissions (POST /v1/bounties/{bounty_id}/submissions), not commitments")
	}
	for _, c := range v.SoonCommitments {
		if c.Agent == from && !c.Revealed {
			return settle.Errorf(settle.CodeAlreadyCommitted, "%s has committed to an answer already; reveal it", from.Checksum())
		}
	}
	return nil
}

// CheckReveal is about reveal. It finds who has committed to the answer and must
// send it. Until is the last moment before which the escrow takes it.
func CheckReveal(v *settle.EscrowView, answer []byte, salt settle.Hash) (from settle.Address, until int64, err error) {
	m := v.Mission
	if m.Terms.EntrySlots() != 0 {
		return from, 0, settle.Errorf(settle.CodeNoCommitmentsTaken, "this mission takes submissions, so there is nothing to reveal")
	}
	if err := CheckAnswer(*m.Terms, answer); err != nil {
		return from, 0, err
	}
	if err := status(v, "it has no commitment that could be revealed", settle.EscrowActive); err != nil {
		return from, 0, err
	}
	k := slices.IndexFunc(v.SoonCommitments, func(c *settle.EscrowCommitment) bool {
		return !c.Revealed && sameCommitment(c.Commitment, digest.Commitment(m.OnChain, c.Agent, answer, salt))
	})
	if k < 0 {
		return from, 0, settle.Errorf(settle.CodeNoCommitment, "nobody has committed to this answer with this salt, or it is revealed already; commit first (call commit)")
	}
	c := v.SoonCommitments[k]
	if c.Agent == m.Terms.Poster {
		return from, 0, settle.Errorf(settle.CodePosterBarred, "%s posted this mission and can never be awarded", c.Agent.Checksum())
	}
	if first := c.Seq + MinCommitAge; v.Tip.Number < first {
		return from, 0, settle.Errorf(settle.CodeCommitmentTooYoung, "an answer can be revealed %d blocks after its commitment: from block %d on", MinCommitAge, first).With("not_before_block", first)
	}
	until = m.Terms.JudgeBy
	if p := v.Soon.Tranches[0].Pending; p != nil {
		if until = p.FinalAt; clock(v) >= until {
			return from, 0, settle.Errorf(settle.CodeRevealWindowClosed, "the reveal window is over: the earliest commitment that was revealed in it wins").With("until", until)
		}
		return c.Agent, until, nil
	}
	return c.Agent, until, judging(v)
}

// sameCommitment compares what the contract keeps of a commitment: its upper 216
// bits.
func sameCommitment(a, b settle.Hash) bool { return [27]byte(a[:27]) == [27]byte(b[:27]) }

// CheckAward is about award, sent by the terms' resolver, of work with a split
// that CheckSplit takes.
func CheckAward(v *settle.EscrowView, tranche uint8, agent settle.Address, content, split settle.Hash) error {
	if err := judging(v); err != nil {
		return err
	}
	if err := status(v, "nothing can be awarded", settle.EscrowActive); err != nil {
		return err
	}
	switch {
	case int(tranche) >= len(v.Soon.Tranches):
		return settle.Errorf(settle.CodeTrancheOutOfRange, "the mission has %d parts, counted from 0", len(v.Soon.Tranches)).With("tranches", len(v.Soon.Tranches))
	case (v.Soon.DoneMask|v.Soon.PendingMask)&settle.Bit(tranche) != 0:
		return settle.Errorf(settle.CodeTrancheTaken, "part %d is already awarded, or has a pending award", tranche).With("tranche", tranche)
	case agent == v.Mission.Terms.Poster:
		return settle.Errorf(settle.CodePosterBarred, "%s posted this mission and can never be awarded", agent.Checksum())
	}
	return current(v, tranche, agent, content, split)
}

// CheckAppeal is about appeal; from is who sends it, zero for one who may.
func CheckAppeal(v *settle.EscrowView, tranche uint8, from settle.Address) error {
	p, err := pending(v, tranche)
	switch {
	case err != nil:
		return err
	case v.Mission.Terms.Arbiter.IsZero():
		return settle.Errorf(settle.CodeAppealsOff, "the terms name no arbiter, so awards cannot be appealed")
	case p.Appealed:
		return settle.Errorf(settle.CodeAlreadyAppealed, "the award of part %d is under appeal already; its arbiter decides", tranche).With("tranche", tranche)
	case p.FinalAt == 0:
		return settle.Errorf(settle.CodeAppealWindowClosed, "an arbiter has ruled on part %d, and there is no second appeal; anybody finalizes the award", tranche).With("tranche", tranche)
	case clock(v) >= p.FinalAt:
		return settle.Errorf(settle.CodeAppealWindowClosed, "the time to appeal the award of part %d is over by the chain's clock; anybody finalizes it", tranche).
			With("tranche", tranche).With("until", p.FinalAt)
	case from.IsZero():
		return nil
	case from == p.Agent || from != v.Mission.Terms.Poster && entry(v, from, tranche) == nil:
		return settle.Errorf(settle.CodeNotAppellant, "an award is appealed by the mission's poster or by an agent with an entry for that part, and not by the one that is awarded").With("from", from)
	}
	return nil
}

// CheckFinalize is about finalize, which anybody sends; content and split count
// where the mission takes submissions.
func CheckFinalize(v *settle.EscrowView, tranche uint8, content, split settle.Hash) error {
	p, err := pending(v, tranche)
	if err != nil {
		return err
	}
	at := p.FinalAt
	if a := v.Soon.Tranches[tranche].Appeal; a != nil {
		at = max(at, a.RuleBy)
	}
	if clock(v) < at {
		return settle.Errorf(settle.CodeNotFinalYet, "the award of part %d can be finalized later", tranche).With("tranche", tranche).With("not_before", at)
	}
	if v.Mission.Terms.EntrySlots() == 0 {
		return nil
	}
	return current(v, tranche, p.Agent, content, split)
}

// CheckWithdraw is about withdraw, which anybody sends, of an owner that the
// mission pays.
func CheckWithdraw(v *settle.EscrowView, owner settle.Address) error {
	if !slices.ContainsFunc(v.SoonCredits, func(c *settle.EscrowCredit) bool { return c.Owner == owner }) {
		return settle.Errorf(settle.CodeNoCredit, "the escrow owes nothing to %s", owner.Checksum())
	}
	return nil
}

// CheckPost is about the ways of posting a mission, by what the chain said.
func CheckPost(v *settle.EscrowView, f Facts) error {
	if f.Now = clock(v); f.Now >= v.Mission.Terms.SubmitBy {
		return settle.Errorf(settle.CodeSubmitWindowClosed, "by the chain's clock the time for work is over, so the escrow takes the post no more; post another mission").With("submit_by", v.Mission.Terms.SubmitBy)
	}
	return Check(*v.Mission.Terms, "", f)
}

// clock is the time of the newest indexed block in Unix seconds.
func clock(v *settle.EscrowView) int64 {
	if v.Tip == nil {
		return 0
	}
	return v.Tip.Time
}

// status refuses a mission that stands in none of these states.
func status(v *settle.EscrowView, then string, in ...settle.EscrowStatus) error {
	if v.Soon == nil {
		return settle.Errorf(settle.CodeMissionNotFunded, "the mission is not in the escrow yet; its poster funds it with the calls of GET /missions/{mission_id}/escrow").With("mission_hash", v.Mission.OnChain)
	}
	if !slices.Contains(in, v.Soon.Status) {
		return settle.Errorf(settle.CodeWrongStatus, "the mission is %s in the escrow: %s", v.Soon.Status, then).With("status", v.Soon.Status.String())
	}
	return nil
}

// open refuses a mission that takes no entries now.
func open(v *settle.EscrowView) error {
	if err := status(v, "it takes no more entries", settle.EscrowOpen, settle.EscrowActive); err != nil {
		return err
	}
	if by := v.Mission.Terms.SubmitBy; clock(v) >= by {
		return settle.Errorf(settle.CodeSubmitWindowClosed, "the escrow takes no more work: by the chain's clock the time for it is over").With("submit_by", by)
	}
	return nil
}

func judging(v *settle.EscrowView) error {
	if by := v.Mission.Terms.JudgeBy; clock(v) >= by {
		return settle.Errorf(settle.CodeJudgeWindowClosed, "the time for awards ended at judge_by; what is not awarded goes back to refund_to").With("judge_by", by)
	}
	return nil
}

func pending(v *settle.EscrowView, tranche uint8) (*settle.PendingAward, error) {
	if v.Soon != nil {
		if t := v.Soon.Tranche(tranche); t != nil && t.Pending != nil {
			return t.Pending, nil
		}
	}
	return nil, settle.Errorf(settle.CodeNoPendingAward, "part %d has no pending award", tranche).With("tranche", tranche)
}

// entry is an agent's current submission for a tranche, nil if there is none.
func entry(v *settle.EscrowView, agent settle.Address, tranche uint8) *settle.EscrowEntry {
	slot := v.Mission.Terms.EntrySlot(tranche)
	for _, e := range v.SoonEntries {
		if e.Agent == agent && e.Tranche == slot {
			return e
		}
	}
	return nil
}

func current(v *settle.EscrowView, tranche uint8, agent settle.Address, content, split settle.Hash) error {
	if e := entry(v, agent, tranche); e == nil || e.ContentHash != content || e.SplitHash != split {
		return settle.Errorf(settle.CodeNotCurrentSubmission, "this work is not its agent's current entry in the escrow; it counts once the agent has entered it there").With("agent", agent)
	}
	return nil
}
