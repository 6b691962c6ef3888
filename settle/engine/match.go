package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// storing runs what stores a new submission. If that may be picked at once, it runs
// as what issues an instruction.
func (e *Engine) storing(ctx context.Context, in settle.NewSubmission, rule *ruled, check *settle.Check, fn func(settle.Tx, tokenStatus) error) error {
	if check == nil || check.State != settle.CheckMatched || rule.mode != settle.ModeDirect {
		return e.update(ctx, func(tx settle.Tx) error { return fn(tx, tokenStatus{}) })
	}
	alone := &settle.Submission{Contributors: []settle.Contributor{{Agent: in.Agent, ShareBP: money.WholeBP}}}
	return e.issuing(ctx, func() (out []settle.Address, err error) {
		err = e.o.Store.View(ctx, func(tx settle.Tx) error {
			out = nil
			if m := settle.GetRow[settle.Mission](tx, in.Mission); m != nil && m.Mode == settle.ModeDirect && m.Status == settle.MissionOpen {
				out, _ = e.payeesOf(tx, m, alone) // who has no address is refused where the work is
			}
			return nil
		})
		return out, err
	}, fn)
}

// pickMatch picks a submission that has just matched, if it is its turn and a prize
// is free: within the transaction that says that it matches. Of any number that
// match at once, journal order decides.
func (e *Engine) pickMatch(tx settle.Tx, s *settle.Submission, status tokenStatus) error {
	if !s.Matched() || s.Status != settle.SubmissionPending {
		return nil
	}
	m := settle.GetRow[settle.Mission](tx, s.Mission)
	if m.Points != nil {
		if m.Status != settle.MissionOpen || m.Filled(s.Milestone) {
			return nil
		}
		if m.CommitTerms() != nil {
			return e.creditCommitted(tx, m.ID)
		}
		return e.creditWinner(tx, m, s, "")
	}
	first := settle.FirstMatch(tx, m, e.now())
	if m.Mode != settle.ModeDirect || first == nil || first.ID != s.ID || settle.FreeSlots(tx, m, s.Milestone, s.ID) <= 0 {
		return nil
	}
	i, err := e.issue(tx, m, s, true, status)
	if err != nil {
		return err
	}
	return e.addRefund(tx, i, settle.PickRequest{})
}

// ruleAdmits refuses a poster's pick of what the mission's rule does not let win now.
func (e *Engine) ruleAdmits(tx settle.Tx, m *settle.Mission, s *settle.Submission) error {
	if !m.DecidedByRule() {
		return nil
	}
	if !s.Matched() {
		return settle.Errorf(settle.CodeConflict, "the mission's rule decides what wins, and this submission does not match it")
	}
	if first := settle.FirstMatch(tx, m, e.now()); first != nil && first.Check.Seq < s.Check.Seq {
		return settle.Errorf(settle.CodeConflict, "submission %s matched before this one; pick that first", first.ID).With("submission_id", first.ID)
	}
	return nil
}
