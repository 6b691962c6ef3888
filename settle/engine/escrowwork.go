package engine

import (
	"errors"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
)

// enter freezes how work is to be entered in the escrow: by one proven address,
// for the payout addresses that hold now. It waits until that is on the chain.
// Work that the escrow would refuse, by the clock of the newest block, is refused.
func (e *Engine) enter(tx settle.Tx, m *settle.Mission, asked settle.Address, s *settle.Submission) error {
	if m.Terms == nil {
		return notFunded(m)
	}
	if m.Terms.EntrySlots() == 0 {
		return settle.Errorf(settle.CodeCommitOnChain, "the escrow decides this mission itself: commit to the answer there (commit), and reveal it from the same address two blocks later or more (reveal). A reveal publishes the answer, so nothing is sealed").
			With("escrow", m.Contract).With("mission_hash", m.OnChain).With("target_hash", m.Terms.Param)
	}
	split, preferred := e.splitOf(tx, s)
	from, err := provenAddress(tx, s.Agent, asked, preferred)
	if err != nil {
		return err
	}
	if from == m.Terms.Poster {
		return settle.Errorf(settle.CodePosterBarred, "%s posted this mission and can never be awarded", from.Checksum()).With("poster", from)
	}
	if err := escrow.CheckSplit(split, m.Terms.Poster, escrow.Facts{Escrow: m.Contract, Token: settingsOf(tx).Token}); err != nil {
		return err
	}
	if err := e.mayEnter(tx, m, from, s.Milestone); err != nil {
		return err
	}
	s.Status = settle.SubmissionAwaitingChain
	s.Escrow = &settle.EscrowWork{Address: from}
	if s.Complete() { // else its addresses are frozen when the last one consents
		s.Escrow.Split, s.Escrow.SplitHash = split, digest.SplitHash(split)
	}
	return nil
}

// splitOf are the payout addresses that hold now, with the submitter's own.
func (e *Engine) splitOf(tx settle.Tx, s *settle.Submission) (split settle.Split, own settle.Address) {
	for _, c := range s.Contributors {
		p := settle.EffectivePayout(settle.GetRow[settle.Agent](tx, c.Agent), e.now())
		split.Payees, split.BPS = append(split.Payees, p.Address), append(split.BPS, uint16(c.ShareBP))
		if c.Agent == s.Agent {
			own = p.Address
		}
	}
	return split, own
}

// mayEnter refuses what the escrow would at the newest indexed block, and work for
// a part that nobody can win any more.
func (e *Engine) mayEnter(tx settle.Tx, m *settle.Mission, from settle.Address, milestone int) error {
	v, _, err := e.escrowView(tx, m, posting{})
	if err != nil {
		return err
	}
	if row := v.Soon; row != nil && (milestone >= 0 && row.DoneMask&settle.Bit(uint8(milestone)) != 0 || row.Done() == len(row.Tranches)) {
		return settle.Errorf(settle.CodeMissionNotOpen, "what this work is for is paid or refunded in the escrow already")
	}
	var why *settle.Error
	err = escrow.CheckEnter(v, escrow.EntryTranche(milestone), from)
	if errors.As(err, &why) && (why.Code == settle.CodeSubmitWindowClosed || why.Code == settle.CodeWrongStatus) {
		closed := *why
		closed.Code = settle.CodeMissionNotOpen
		return &closed
	}
	return err
}
