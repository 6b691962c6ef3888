package engine

import (
	"context"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// AwardStated accepts a submission of a stated mission: of any number of calls
// that meet, one wins each slot and the others are refused. A payment reference
// that is a transaction hash is looked up before anything is locked.
func (e *Engine) AwardStated(ctx context.Context, r settle.AcceptRequest) (out *settle.Accepted, err error) {
	if err := e.EndIfDue(ctx, r.Mission); err != nil {
		return nil, err
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		_, _, err := mayAccept(tx, r, settle.ModeStated)
		return err
	})
	if err != nil {
		return nil, err
	}
	stated := e.lookUp(ctx, r.PaymentRef)
	err = e.update(ctx, func(tx settle.Tx) error {
		m, s, err := mayAccept(tx, r, settle.ModeStated)
		if err != nil {
			return err
		}
		if m.Deadline <= e.now() {
			return settle.Errorf(settle.CodeMissionNotOpen, "the mission's deadline has passed")
		}
		fee, parts, err := payouts(m, s)
		if err != nil {
			return settle.Errorf(settle.CodeInvalid, "the reward cannot be divided: %v", err)
		}
		f := settle.AwardStated{Submission: s.ID, Note: r.Note, Stated: stated}
		f.Stated.Fee, f.Stated.Payouts = fee, parts
		if err := e.record(tx, f); err != nil {
			return err
		}
		out = accepted(tx, s.ID)
		return nil
	})
	return out, err
}

// mayAccept is all that an award of a mission of a mode asks, stated or points.
func mayAccept(tx settle.Tx, r settle.AcceptRequest, mode settle.Mode) (*settle.Mission, *settle.Submission, error) {
	m, err := ownMission(tx, r.Actor, r.Mission)
	if err != nil {
		return nil, nil, err
	}
	s, err := submissionOf(tx, m, r.Submission)
	if err != nil {
		return nil, nil, err
	}
	if s.Fetching {
		return nil, nil, settle.Errorf(settle.CodeNotDeposited, "the content of this submission is still being fetched; accept it once it is held here")
	}
	switch m.Mode {
	case mode:
	case settle.ModeStated, settle.ModePoints:
		return nil, nil, directMission(m, "")
	case settle.ModeEscrow:
		return nil, nil, directMission(m, byAward)
	default:
		return nil, nil, settle.Errorf(settle.CodeWrongFunding, "a bounty that is paid on the chain is accepted by paying it: ask for its instruction (POST /v1/bounties/%s/settlement, tool settlement_instruction) and pay; the award follows by itself", m.ID).
			With("funding", string(m.Mode)).With("submission_id", s.ID)
	}
	switch {
	case m.AwardOf(s.ID) != nil:
		return nil, nil, settle.Errorf(settle.CodeConflict, "the submission is accepted already")
	case m.Status != settle.MissionOpen:
		return nil, nil, settle.Errorf(settle.CodeMissionNotOpen, "the mission is %s", m.Status)
	case m.Filled(s.Milestone):
		return nil, nil, settle.Errorf(settle.CodeMissionNotOpen, "every prize of this part is awarded")
	case s.Status != settle.SubmissionPending:
		return nil, nil, settle.Errorf(settle.CodeConflict, "the submission is %s and cannot be accepted", s.Status)
	}
	return m, s, nil
}

// lookUp reads a payment reference. What it finds is shown beside the award and
// settles nothing (board.md decision 7).
func (e *Engine) lookUp(ctx context.Context, ref string) settle.StatedAward {
	out := settle.StatedAward{PaymentRef: ref}
	tx, err := settle.ParseHash(strings.ToLower(ref))
	if err != nil || tx.IsZero() {
		return out
	}
	out.PaymentTx, out.Check = tx, settle.PaymentUnchecked
	r, err := e.o.Chain.Receipt(ctx, tx)
	switch {
	case err != nil:
	case r == nil:
		out.Check = settle.PaymentNotFound
	default:
		out.Check, out.Succeeded, out.Block = settle.PaymentChecked, r.Success, r.Block
	}
	return out
}

// EndIfDue ends a mission whose deadline has passed, without waiting for the
// next block, unless one of its picks is being paid (R10).
func (e *Engine) EndIfDue(ctx context.Context, mission string) error {
	due := false
	err := e.o.Store.View(ctx, func(tx settle.Tx) error {
		m := settle.GetRow[settle.Mission](tx, mission)
		due = m != nil && (m.Due(e.now()) || m.CommitTerms() != nil && m.Status == settle.MissionOpen && settle.CommittedWinner(tx, m, e.now()) != nil)
		return nil
	})
	if err != nil || !due {
		return err
	}
	return e.sweep(ctx, func(settle.Tx) []string { return []string{mission} })
}

// Sweep ends the missions whose deadline has passed, at most as many as one tick
// takes; a job calls it, so that deadlines hold while no block comes. It reports
// how many it ended.
func (e *Engine) Sweep(ctx context.Context) (ended int, err error) {
	some := false
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		some = tx.Exists(settle.MissionsEnding(e.now())) || len(undecided(tx, e.now())) > 0
		return nil
	})
	if err != nil || !some {
		return 0, err
	}
	err = e.sweep(ctx, func(tx settle.Tx) (ids []string) {
		for _, m := range settle.FindRows[*settle.Mission](tx, settle.MissionsEnding(e.now())) {
			ids = append(ids, m.ID)
		}
		ended = len(ids)
		return append(ids, undecided(tx, e.now())...)
	})
	return ended, err
}

// sweep ends those of the missions that are due and of which no pick is being
// paid. The cursor is held, so that what the window shows does not change.
func (e *Engine) sweep(ctx context.Context, find func(settle.Tx) []string) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorShare}, func(tx settle.Tx) error {
		t := settle.Tick{}
		if tip := tx.Tip(); tip != nil {
			t.BlockTime = tip.Time
		}
		var due []*settle.Mission
		for _, id := range find(tx) {
			m := settle.GetRow[settle.Mission](tx, id)
			if m != nil && m.CommitTerms() != nil {
				if err := e.creditCommitted(tx, id); err != nil {
					return err
				}
				m = settle.GetRow[settle.Mission](tx, id)
			}
			if m == nil || !m.Due(e.now()) {
				continue
			}
			if m.PollTerms() != nil {
				if err := e.closePoll(tx, id); err != nil {
					return err
				}
				continue
			}
			due = append(due, m)
		}
		kept, err := e.paying(tx, due)
		if err != nil {
			return err
		}
		for _, m := range due {
			if !kept[m.ID] && len(t.Expired) < tickBatch {
				t.Expired = append(t.Expired, m.ID)
			}
		}
		if len(t.Expired) == 0 {
			return nil
		}
		return e.record(tx, t)
	})
}

// beingPaid: a reservation runs, or money that covers a pick waits to settle.
func beingPaid(soon settle.State, picks []*settle.Instruction) bool {
	for _, i := range picks {
		if i.Running() || i.Status == settle.InstructionOpen && (i.Covered || settle.GetRow[settle.Instruction](soon, i.ID).Covered) {
			return true
		}
	}
	return false
}
