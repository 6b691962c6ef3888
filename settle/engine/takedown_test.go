package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
)

func (s *scene) remove(m *settle.Mission) *settle.Removed {
	s.t.Helper()
	r, err := s.Engine.Remove(s.Ctx, m.ID, "policy")
	s.ok(err)
	s.Audit()
	return r
}

// reads says whether an agent reads a deliverable.
func (s *scene) reads(agent string, sub *settle.Submission) bool {
	s.t.Helper()
	_, err := s.Engine.Envelope(s.Ctx, sub.ID, settle.Viewer{Agent: agent})
	return err == nil
}

// gone: nobody finds the mission, and nobody works on it.
func (s *scene) gone(m *settle.Mission, sub *settle.Submission) {
	s.t.Helper()
	for _, v := range []settle.Viewer{{}, {Agent: s.poster.Agent}, {Agent: s.a.Agent}} {
		_, err := s.Engine.Mission(s.Ctx, m.ID, v)
		s.code(err, settle.CodeNotFound)
	}
	_, err := s.Submit(m.ID, "", s.b)
	s.code(err, settle.CodeNotFound)
	_, err = s.Pick(s.poster, sub, settle.Address{}, true)
	s.code(err, settle.CodeNotFound)
	_, err = s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID)
	s.code(err, settle.CodeNotFound)
	_, err = s.Engine.Remove(s.Ctx, m.ID, "again")
	s.code(err, settle.CodeNotFound)
}

// TestTakedownAfterPayment: what was settled stays so, and the payer keeps access,
// unless the operator withholds explicitly.
func TestTakedownAfterPayment(t *testing.T) {
	s := newScene(t)
	m, sub, i := s.picked(s.poster, s.a)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	if r := s.remove(m); len(r.Held) != 0 {
		t.Fatalf("held: %+v", r.Held)
	}
	s.gone(m, sub)
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionRemoved)
	if !s.reads(s.poster.Agent, sub) || !s.reads(s.a.Agent, sub) || s.reads(s.b.Agent, sub) {
		t.Fatal("who reads it has changed")
	}
	_, err := s.Engine.Withhold(s.Ctx, sub.ID, "unlawful")
	s.ok(err)
	if s.reads(s.poster.Agent, sub) || !s.reads(s.a.Agent, sub) {
		t.Fatal("withheld, and the poster reads it, or its author does not")
	}
	rs, err := s.Engine.Receipts(s.Ctx, m.ID, sub.ID, nil)
	s.ok(err)
	if rs[0].VoidedFor != "unlawful" {
		t.Errorf("the receipt says %q", rs[0].VoidedFor)
	}
	_, err = s.Engine.Withhold(s.Ctx, sub.ID, "again")
	s.code(err, settle.CodeConflict)
}

// TestTakedownWhilePaying: money that is confirmed after a takedown is held; the
// operator lifts it, and it settles at once, as late and without an award.
func TestTakedownWhilePaying(t *testing.T) {
	for _, order := range []string{"before", "after"} {
		t.Run("paid "+order, func(t *testing.T) {
			s := newScene(t)
			m, sub, i := s.picked(s.poster, s.a)
			pay := func() { s.Mine(s.tagged(s.poster.Wallet0(), i)) }
			if order == "before" {
				pay()
			}
			r := s.remove(m)
			if len(r.Held) != 1 || r.Held[0].ID != i.ID || r.Held[0].ReservedUntil != 0 {
				t.Fatalf("held: %+v", r.Held)
			}
			if order == "after" {
				pay()
			}
			s.Confirm()
			s.gone(m, sub)
			if got := s.Instruction(i.ID); got.Status != settle.InstructionHeld || !got.Covered || s.reads(s.poster.Agent, sub) {
				t.Fatalf("%s, covered %v", got.Status, got.Covered)
			}
			_, err := s.Engine.LiftHold(s.Ctx, i.ID, "looked at")
			s.ok(err)
			s.ok(s.Engine.SettleDue(s.Ctx, s.Epoch))
			s.is(i.ID, settle.InstructionSettled, settle.SubmissionAcceptedLate, settle.MissionRemoved)
			if !s.reads(s.poster.Agent, sub) {
				t.Error("paid, and not readable")
			}
			_, err = s.Engine.LiftHold(s.Ctx, i.ID, "again")
			s.code(err, settle.CodeConflict)
			if p := s.agentOf(s.poster.Agent); p.UnpaidTotal != 0 {
				t.Error("the takedown counts against the poster")
			}
		})
	}
}

func (s *scene) agentOf(id string) (a *settle.Agent) {
	s.t.Helper()
	s.State(func(tx settle.Tx) { a = settle.GetRow[settle.Agent](tx, id) })
	return a
}

// TestWithheldNeverSettles: withheld is an end, whatever was paid.
func TestWithheldNeverSettles(t *testing.T) {
	s := newScene(t)
	m, sub, i := s.picked(s.poster, s.a)
	_, err := s.Engine.Withhold(s.Ctx, sub.ID, "too early")
	s.code(err, settle.CodeConflict)
	s.remove(m)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	_, err = s.Engine.Withhold(s.Ctx, sub.ID, "unlawful")
	s.ok(err)
	s.Now += settle.HoldMillis + 1
	s.Confirm()
	s.is(i.ID, settle.InstructionWithheld, settle.SubmissionClosed, settle.MissionRemoved)
	if s.reads(s.poster.Agent, sub) {
		t.Error("withheld, and readable")
	}
	if h := s.Instruction(i.ID).Hold; h == nil || h.Reason != "policy" || h.Note != "unlawful" {
		t.Errorf("%+v", h)
	}
	_, err = s.Engine.LiftHold(s.Ctx, i.ID, "")
	s.code(err, settle.CodeConflict)
}

// TestHoldLiftsItself: 14 days after a hold is covered, and never before, and never
// without cover.
func TestHoldLiftsItself(t *testing.T) {
	s := newScene(t)
	m, _, i := s.picked(s.poster, s.a)
	s.remove(m)
	s.later(settle.HoldMillis) // not paid: it stays held
	if got := s.Instruction(i.ID).Status; got != settle.InstructionHeld {
		t.Fatalf("not paid, and %s", got)
	}
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	s.later(settle.HoldMillis - 3600_000)
	if got := s.Instruction(i.ID).Status; got != settle.InstructionHeld {
		t.Fatalf("an hour early, and %s", got)
	}
	s.later(3600_000)
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAcceptedLate, settle.MissionRemoved)
	if h := s.Instruction(i.ID).Hold; h.LiftedAt == 0 || h.Note == "" {
		t.Errorf("%+v", h)
	}
}

// later lets milliseconds pass, on the chain and on our clock.
func (s *scene) later(ms int64) {
	s.t.Helper()
	s.MineAfter(ms / 1000)
	s.Empty(1)
}

// TestTakedownClosesDraftsAndRivals, of stated missions too.
func TestTakedownOfAStatedMission(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Mode: settle.ModeStated})
	sub := s.submit(m, s.a)
	draft := s.submit(m, s.b, s.a)
	s.remove(m)
	for _, x := range []*settle.Submission{sub, draft} {
		if got := s.Submission(x.ID).Status; got != settle.SubmissionClosed {
			t.Errorf("%s is %s", x.ID, got)
		}
	}
	_, err := s.Engine.AwardStated(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: m.ID, Submission: sub.ID})
	s.code(err, settle.CodeNotFound)
	state := memstore.NewState()
	s.ok(s.Store.Facts(s.Ctx, 0, func(f settle.Fact) error { return settle.Fold(state, f, stillRating{}) }))
	if got := settle.GetRow[settle.Mission](state, m.ID); got.Status != settle.MissionRemoved || got.RemovedFor != "policy" {
		t.Errorf("folded again: %+v", got)
	}
}

type stillRating struct{}

func (stillRating) Resolve(own, _, _ int64, _ bool, _ int) int64 { return own }
func (stillRating) Decay(own, _ int64) int64                     { return own }
