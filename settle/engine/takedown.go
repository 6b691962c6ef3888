package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// Remove takes a mission down (R24): from then on it is not there for anybody, and
// what is unsettled of it is held. Who paid before keeps what was released.
func (e *Engine) Remove(ctx context.Context, mission, reason string) (out *settle.Removed, err error) {
	err = e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorShare}, func(tx settle.Tx) error {
		m := settle.GetRow[settle.Mission](tx, mission)
		if m == nil || m.Status == settle.MissionRemoved {
			return noMission(mission)
		}
		f := settle.Takedown{Mission: mission, Reason: reason, HoldsAwards: m.Mode == settle.ModeEscrow}
		if tip := tx.Tip(); tip != nil {
			f.BlockTime = tip.Time
		}
		for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(mission)) {
			if _, err := e.caughtUp(tx, i); err != nil {
				return err
			}
		}
		if err := e.record(tx, f); err != nil {
			return err
		}
		out = &settle.Removed{Mission: settle.GetRow[settle.Mission](tx, mission)}
		for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(mission)) {
			if i.Status == settle.InstructionHeld {
				out.Held = append(out.Held, i)
			}
		}
		for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOnChain(m.OnChain)) {
			if m.Mode == settle.ModeEscrow && a.Hold == settle.InstructionHeld {
				out.Awards = append(out.Awards, a)
			}
		}
		return nil
	})
	return out, err
}

// LiftSubmission lifts what a takedown holds of a submission: its instruction, or for
// the escrow its award, which settles once it is confirmed. Nothing that is not paid
// settles by it.
func (e *Engine) LiftSubmission(ctx context.Context, submission, note string) (out *settle.Submission, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		s := settle.GetRow[settle.Submission](tx, submission)
		if s == nil {
			return settle.Errorf(settle.CodeNotFound, "no submission %s", submission)
		}
		f := settle.HoldLifted{Note: note}
		switch m := settle.GetRow[settle.Mission](tx, s.Mission); {
		case s.WithheldFor != "":
			return settle.Errorf(settle.CodeConflict, "the submission is withheld: %s", s.WithheldFor)
		case m.HeldAt != 0 && s.Complete() && s.ReleasedAt == 0 && s.LiftedAt == 0:
			f.Submission = s.ID
		default:
			i := currentInstruction(tx, s.ID)
			if i == nil || i.Status != settle.InstructionHeld {
				return settle.Errorf(settle.CodeConflict, "nothing of the submission is held")
			}
			f.Instruction = i.ID
		}
		if err := e.record(tx, f); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, s.ID)
		return nil
	})
	if err == nil {
		e.o.Wake()
	}
	return out, err
}

// LiftHold lets a held instruction go on: it settles at once if it is covered.
func (e *Engine) LiftHold(ctx context.Context, instruction, note string) (out *settle.InstructionView, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		if err := held(tx, instruction); err != nil {
			return err
		}
		if err := e.record(tx, settle.HoldLifted{Instruction: instruction, Note: note}); err != nil {
			return err
		}
		out, err = e.view(tx, instruction)
		return err
	})
	if err == nil {
		e.o.Wake()
	}
	return out, err
}

func held(tx settle.Tx, instruction string) error {
	i := settle.GetRow[settle.Instruction](tx, instruction)
	switch {
	case i == nil:
		return noInstruction(instruction)
	case i.Status != settle.InstructionHeld:
		return settle.Errorf(settle.CodeConflict, "the instruction is %s, not held", i.Status)
	}
	return nil
}

// Withhold closes the deliverable of a removed mission to its poster, for a public
// reason, whether it was released or not. A held instruction ends with it.
func (e *Engine) Withhold(ctx context.Context, submission, reason string) (out *settle.Submission, err error) {
	err = e.update(ctx, func(tx settle.Tx) error {
		s := settle.GetRow[settle.Submission](tx, submission)
		if s == nil {
			return settle.Errorf(settle.CodeNotFound, "no submission %s", submission)
		}
		if m := settle.GetRow[settle.Mission](tx, s.Mission); m.Status != settle.MissionRemoved {
			return settle.Errorf(settle.CodeConflict, "the mission is %s; only what was taken down can be withheld (remove it first)", m.Status)
		}
		if s.WithheldFor != "" {
			return settle.Errorf(settle.CodeConflict, "the submission is withheld already: %s", s.WithheldFor)
		}
		f := settle.Withheld{Submission: s.ID, Reason: reason}
		if i := currentInstruction(tx, s.ID); i != nil && i.Status == settle.InstructionHeld {
			f.Instruction = i.ID
		}
		if err := e.record(tx, f); err != nil {
			return err
		}
		out = settle.GetRow[settle.Submission](tx, s.ID)
		return nil
	})
	return out, err
}

// liftOverdue lifts the holds that are covered and were not withheld for 14 days
// since they were both.
func (e *Engine) liftOverdue(tx settle.Tx) error {
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionsHeld()) {
		if !i.Covered {
			continue
		}
		if e.now()-settle.HoldSince(tx, i) < settle.HoldMillis {
			continue
		}
		f := settle.HoldLifted{Instruction: i.ID, Auto: true, Note: "covered, and not withheld within 14 days"}
		if err := e.record(tx, f); err != nil {
			return err
		}
	}
	for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsHeld()) {
		if s := settle.GetRow[settle.Submission](tx, a.Submission); s.LiftedAt != 0 || e.now()-a.HeldSince(settle.GetRow[settle.Mission](tx, a.Mission)) < settle.HoldMillis {
			continue // one submission may have won several tranches
		}
		f := settle.HoldLifted{Submission: a.Submission, Auto: true, Note: "paid by the escrow, and not withheld within 14 days"}
		if err := e.record(tx, f); err != nil {
			return err
		}
	}
	return nil
}
