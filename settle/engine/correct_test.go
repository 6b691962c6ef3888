package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// A payment that was left out of a block, or forged into it, when it was read
// first is put right before the block is a fact: then, and only then, it counts.
func TestWhatWaitsIsCorrected(t *testing.T) {
	s := newScene(t)
	agreed := s.Chain.Tip().BlockRef
	s.Agreed = func() settle.BlockRef { return agreed }
	s.Restart()
	_, _, i := s.picked(s.poster, s.a)
	b := s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(10)

	pending, err := s.Engine.Pending(s.Ctx, 0, s.Chain.Tip().Number, 100)
	s.ok(err)
	at := slices.IndexFunc(pending, func(p settle.Block) bool { return p.BlockRef == b.BlockRef })
	if at < 0 || len(pending[at].Logs) == 0 || pending[0].Number != agreed.Number+1 || pending[len(pending)-1].Number != s.Chain.Tip().Number {
		t.Fatalf("%d blocks from %d wait, the payment's is number %d; agreed upon is %d", len(pending), pending[0].Number, at, agreed.Number)
	}
	if some, err := s.Engine.Pending(s.Ctx, b.Number-1, b.Number+5, 2); err != nil || len(some) != 2 || some[0].BlockRef != b.BlockRef {
		t.Errorf("from the payment on, two: %+v, %v", some, err)
	}
	if none, err := s.Engine.Pending(s.Ctx, b.Number, b.Number, 2); err != nil || len(none) != 0 {
		t.Errorf("of nothing: %+v, %v", none, err)
	}

	full := pending[at]
	partial := full
	partial.Logs = nil
	s.ok(s.Engine.Correct(s.Ctx, s.Epoch, []settle.Block{partial}))
	if p, err := s.Engine.Pending(s.Ctx, b.Number-1, b.Number, 1); err != nil || len(p) != 1 || len(p[0].Logs) != 0 {
		t.Fatalf("stored are %+v, %v", p, err)
	}
	s.ok(s.Engine.Correct(s.Ctx, s.Epoch, []settle.Block{full}))
	s.is(i.ID, settle.InstructionOpen, settle.SubmissionPending, settle.MissionOpen)

	for what, bad := range map[string]settle.Block{
		"a fact":             {BlockRef: agreed, Parent: s.Chain.Blocks[agreed.Number].Parent},
		"an unknown block":   {BlockRef: settle.BlockRef{Number: b.Number, Hash: settle.Hash{1}}, Parent: b.Parent},
		"a height too high":  {BlockRef: settle.BlockRef{Number: b.Number + 1000, Hash: settle.Hash{2}}},
		"one of two is none": {BlockRef: settle.BlockRef{Number: b.Number + 1, Hash: settle.Hash{3}}},
	} {
		if err := s.Engine.Correct(s.Ctx, s.Epoch, []settle.Block{partial, bad}); !errors.Is(err, engine.ErrNotOnTip) {
			t.Errorf("%s: %v", what, err)
		}
	}
	var epoch *settle.ErrEpoch
	if err := s.Engine.Correct(s.Ctx, s.Epoch-1, []settle.Block{partial}); !errors.As(err, &epoch) {
		t.Errorf("deposed: %v", err)
	}

	agreed = s.Chain.Tip().BlockRef
	s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	if err := s.Engine.Correct(s.Ctx, s.Epoch, []settle.Block{partial}); !errors.Is(err, engine.ErrNotOnTip) {
		t.Errorf("once it is a fact: %v", err)
	}
}
