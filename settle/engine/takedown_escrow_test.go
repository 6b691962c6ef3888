package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// removed is a mission of the escrow that is taken down at some moment.
type removed struct {
	*enginetest.EscrowPlay
	t *testing.T
}

func newRemoved(t *testing.T) *removed {
	t.Helper()
	p := enginetest.BeginEscrow(enginetest.New(t, inMemory, keyset(t)))
	p.Empty(6)
	return &removed{p, t}
}

func (r *removed) ok(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *removed) remove() *settle.Removed {
	r.t.Helper()
	x, err := r.Engine.Remove(r.Ctx, r.Mission, "policy")
	r.ok(err)
	return x
}

func (r *removed) lift() {
	r.t.Helper()
	_, err := r.Engine.LiftSubmission(r.Ctx, r.Submission, "looked at")
	r.ok(err)
	r.ok(r.Sync())
}

func (r *removed) withhold() {
	r.t.Helper()
	_, err := r.Engine.Withhold(r.Ctx, r.Submission, "unlawful")
	r.ok(err)
}

// is: whether the work is released, what the award's hold is, that the mission is
// removed, that a receipt is there if and only if it is released, and that folding
// again gives the same.
func (r *removed) is(what string, released bool, hold settle.InstructionStatus) {
	r.t.Helper()
	r.State(func(tx settle.Tx) {
		s := settle.GetRow[settle.Submission](tx, r.Submission)
		m := settle.GetRow[settle.Mission](tx, r.Mission)
		var got settle.InstructionStatus
		for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOfSubmission(s.ID)) {
			got = a.Hold
		}
		receipts := tx.Receipts(s.ID)
		if (s.ReleasedAt != 0) != released || got != hold || m.Status != settle.MissionRemoved || (len(receipts) > 0) != released {
			r.t.Fatalf("%s: released at %d, hold %q, the mission is %s, %d receipts", what, s.ReleasedAt, got, m.Status, len(receipts))
		}
	})
	r.Refold()
}

func (r *removed) inbox(want int) {
	r.t.Helper()
	all, _, err := r.Engine.Inbox(r.Ctx, settle.StuckHeld, "", 50)
	r.ok(err)
	if len(all) != want {
		r.t.Fatalf("%d held in the inbox, want %d", len(all), want)
	}
	for _, x := range all {
		if again, err := r.Engine.Stuck(r.Ctx, x.ID()); err != nil || again.Award == nil || x.Mover != settle.MoverOperator || x.Amount.IsZero() {
			r.t.Fatalf("%+v, found again %+v, %v", x, again, err)
		}
	}
}

// TestTakedownOfAnEscrow: what the escrow pays of a mission that was taken down is
// held, in whatever order the two came (R24), until it is lifted, by an operator or
// after 14 days; withheld, it never settles.
func TestTakedownOfAnEscrow(t *testing.T) {
	for name, order := range map[string]func(*removed){
		"removed before the award": func(r *removed) {
			if x := r.remove(); len(x.Awards) != 0 {
				r.t.Fatalf("%+v", x.Awards)
			}
			r.inbox(0)
			r.Award(nil)
			r.Empty(8)
		},
		"removed while the award waits for its blocks": func(r *removed) {
			r.Award(nil)
			r.remove()
			r.Empty(8)
		},
		"removed while releases are halted": func(r *removed) {
			r.ok(r.Engine.Halt(r.Ctx, r.Epoch, "doubt"))
			r.Award(nil)
			r.Empty(8)
			if x := r.remove(); len(x.Awards) != 1 {
				r.t.Fatalf("%+v", x.Awards)
			}
			for _, i := range r.Incidents() {
				r.ok(r.Engine.ClearIncident(r.Ctx, i.Key(), "none"))
			}
			r.Empty(1)
		},
		"the award came again after a reorganization": func(r *removed) {
			r.remove()
			r.Award(nil)
			r.Empty(1)
			r.Reorg(2, 3, func(int, *enginetest.Tx) int { return 0 })
			r.Empty(8)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			held := func() *removed {
				r := newRemoved(t)
				order(r)
				r.is("paid", false, settle.InstructionHeld)
				r.inbox(1)
				return r
			}
			r := held()
			r.lift()
			r.is("lifted", true, "")
			r.inbox(0)
			if _, err := r.Engine.LiftSubmission(r.Ctx, r.Submission, "again"); settle.CodeOf(err) != settle.CodeConflict {
				t.Errorf("lifted again: %v", err)
			}
			r.withhold() // after all
			r.is("lifted, then withheld", true, "")

			r = held()
			r.withhold()
			r.is("withheld", false, settle.InstructionWithheld)
			r.inbox(0)
			r.MineAfter(settle.HoldMillis/1000 + 1)
			r.Empty(2)
			r.is("withheld for 14 days", false, settle.InstructionWithheld)
			if _, err := r.Engine.LiftSubmission(r.Ctx, r.Submission, "after all"); settle.CodeOf(err) != settle.CodeConflict {
				t.Errorf("lifted after it was withheld: %v", err)
			}

			r = held()
			r.MineAfter(settle.HoldMillis/1000 - 3600)
			r.Empty(1)
			r.is("an hour before the 14 days are over", false, settle.InstructionHeld)
			r.MineAfter(3600)
			r.Empty(2)
			r.is("after 14 days", true, "")
		})
	}
}

// TestTakedownOfAnEscrowIsLiftedEarly: a hold that is lifted before the escrow pays
// lets the award settle as any other, a reorganization between them or not.
func TestTakedownOfAnEscrowIsLiftedEarly(t *testing.T) {
	r := newRemoved(t)
	r.remove()
	r.lift()
	r.is("lifted", false, "")
	r.Award(nil)
	r.Empty(1)
	r.Reorg(2, 3, func(int, *enginetest.Tx) int { return 0 })
	r.Empty(8)
	r.is("paid", true, "")
}

// TestTakedownOfAnEscrowAfterRelease: what was released stays readable for whoever
// paid, unless it is withheld; a payment that comes again settles again.
func TestTakedownOfAnEscrowAfterRelease(t *testing.T) {
	r := newRemoved(t)
	r.Award(nil)
	r.Empty(8)
	if x := r.remove(); len(x.Awards) != 0 {
		t.Fatalf("%+v", x.Awards)
	}
	r.is("released before", true, "")
	r.inbox(0)
	if _, err := r.Engine.LiftSubmission(r.Ctx, r.Submission, "nothing"); settle.CodeOf(err) != settle.CodeConflict {
		t.Errorf("lifted what is not held: %v", err)
	}
	r.withhold()
	r.is("withheld", true, "")
}

// TestOldTakedownLetsAwardsSettle: a fact of a version that held no awards is folded
// as it was.
func TestOldTakedownLetsAwardsSettle(t *testing.T) {
	r := newRemoved(t)
	r.Record(settle.Takedown{Mission: r.Mission, Reason: "policy"})
	r.Award(nil)
	r.Empty(8)
	r.is("paid", true, "")
}

// TestLiftOfASubmission lifts a held instruction by its submission too.
func TestLiftOfASubmission(t *testing.T) {
	s := newScene(t)
	m, sub, i := s.picked(s.poster, s.a)
	_, err := s.Engine.LiftSubmission(s.Ctx, sub.ID, "")
	s.code(err, settle.CodeConflict)
	s.remove(m)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	_, err = s.Engine.LiftSubmission(s.Ctx, sub.ID, "looked at")
	s.ok(err)
	s.ok(s.Engine.SettleDue(s.Ctx, s.Epoch))
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAcceptedLate, settle.MissionRemoved)
	_, err = s.Engine.LiftSubmission(s.Ctx, "sub_none", "")
	s.code(err, settle.CodeNotFound)
}
