package engine_test

import (
	"errors"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// Only what a quorum agrees upon becomes a fact: a paid instruction waits at the
// depth until then, and no new block is needed when agreement comes (R25).
func TestABlockWaitsForItsQuorum(t *testing.T) {
	s := newScene(t)
	agreed := s.Chain.Tip().BlockRef
	s.Agreed = func() settle.BlockRef { return agreed }
	s.Restart()
	_, _, i := s.picked(s.poster, s.a)
	paid := s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(20)
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)

	agreed = settle.BlockRef{Number: paid.Number + 3, Hash: settle.Hash{1}} // not our chain
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	agreed = settle.BlockRef{} // nothing
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	agreed = s.Chain.Blocks[paid.Number-1].BlockRef // not yet the payment
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)

	agreed = paid.BlockRef
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	if got := s.health().Applied; got == nil || *got != paid.BlockRef {
		t.Errorf("applied up to %v, agreed upon is %v", got, paid.BlockRef)
	}
}

// What is agreed upon is no reason to apply less than the depth asks.
func TestAgreementDoesNotReplaceDepth(t *testing.T) {
	s := newScene(t)
	s.Agreed = func() settle.BlockRef { return s.Chain.Tip().BlockRef }
	s.Restart()
	_, _, i := s.picked(s.poster, s.a)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(5)
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)
	s.Empty(1)
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch)) // tip and agreement are one now, as after a vote
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
}

// A halt stops releases, and blocks go on becoming facts. It stays, with its
// first reason, until it is cleared; then what is covered is released.
func TestHaltStopsReleasesOnly(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.ok(s.Engine.Halt(s.Ctx, s.Epoch, "the endpoints are at odds"))
	seq := s.health().JournalSeq
	s.ok(s.Engine.Halt(s.Ctx, s.Epoch, "a later reason"))
	if got := s.health().JournalSeq; got != seq {
		t.Errorf("a second halt wrote %d facts", got-seq)
	}
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(12)
	s.ok(s.Engine.SettleDue(s.Ctx, s.Epoch))
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)
	if !s.Instruction(i.ID).Covered {
		t.Error("the payment did not become a fact")
	}
	h := s.health()
	if h.HaltedReason != "the endpoints are at odds" || h.OpenIncident != 1 || h.Applied.Number != h.Tip.Number-6 {
		t.Fatalf("%+v", h)
	}
	list, err := s.Engine.Incidents(s.Ctx)
	s.ok(err)
	s.ok(s.Engine.ClearIncident(s.Ctx, list[0].Key(), "looked at"))
	s.ok(s.Sync())
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	s.ok(s.Engine.Halt(s.Ctx, s.Epoch, "again")) // the next doubt is a new incident
	if h := s.health(); h.HaltedReason != "again" || h.OpenIncident != 1 {
		t.Errorf("%+v", h)
	}
}

// A deposed leader can neither apply nor halt.
func TestConfirmAndHaltNeedTheLease(t *testing.T) {
	s := newScene(t)
	old := s.Epoch
	s.Lead("second")
	for name, err := range map[string]error{
		"confirm": s.Engine.Confirm(s.Ctx, old), "halt": s.Engine.Halt(s.Ctx, old, "x"),
	} {
		var deposed *settle.ErrEpoch
		if !errors.As(err, &deposed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if h := s.health(); h.HaltedReason != "" {
		t.Error("halted by a deposed leader")
	}
}

func (s *scene) health() settle.Health {
	s.t.Helper()
	h, err := s.Engine.Health(s.Ctx)
	s.ok(err)
	return h
}
