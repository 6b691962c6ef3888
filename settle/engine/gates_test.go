package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
)

// Why what is paid has not settled: each reason by itself, and none once it may.
func TestGatesSayWhyNothingSettles(t *testing.T) {
	s := newScene(t)
	s.tiers("5=6,20=11,*=safe")
	s.Tags[settle.TagSafe], s.Tags[settle.TagFinalized] = 3, 3
	var agreed settle.BlockRef
	s.Agreed = func() settle.BlockRef {
		if agreed.Hash.IsZero() {
			return s.Chain.Tip().BlockRef
		}
		return agreed
	}
	s.Restart()
	depth, middle, safe := settle.Tier{Depth: 6}, settle.Tier{Depth: 11}, settle.Tier{Tag: settle.TagSafe}
	why := func(tier settle.Tier, in uint64, want settle.Blocker) {
		t.Helper()
		g, err := s.Engine.Gates(s.Ctx)
		s.ok(err)
		if got := g.Blocker(tier, in); got != want {
			t.Errorf("block %d at tier %s waits for %q, want %q (%+v)", in, tier, got, want, g)
		}
	}
	unagreed := func(want int) {
		t.Helper()
		g, err := s.Engine.Gates(s.Ctx)
		s.ok(err)
		if g.Unagreed != want {
			t.Errorf("%d wait for agreement, want %d", g.Unagreed, want)
		}
	}
	_, _, i := s.picked(s.poster, s.a)
	paid := s.Mine(s.tagged(s.poster.Wallet0(), i)).Number
	s.Empty(5)
	why(depth, paid, settle.BlockerTier)
	unagreed(0)
	s.Empty(1)
	why(depth, paid, settle.BlockerNone)
	why(middle, paid, settle.BlockerTier)
	why(safe, paid, settle.BlockerTier)
	s.Call(settle.TagSafe, paid)
	why(safe, paid, settle.BlockerNone)
	why(safe, paid+1, settle.BlockerTier)

	// A quorum agrees upon nothing above a block: what is deep enough waits for it.
	agreed = s.Chain.Tip().BlockRef
	_, _, j := s.picked(s.poster, s.b)
	s.Empty(1)
	later := s.Mine(s.tagged(s.poster.Wallet0(), j)).Number
	s.Empty(5)
	unagreed(0)
	s.Empty(20)
	unagreed(1)
	why(depth, later, settle.BlockerQuorum)
	why(middle, later, settle.BlockerQuorum)
	why(depth, s.Chain.Tip().Number-5, settle.BlockerTier)
	agreed = settle.BlockRef{}
	s.Empty(1)
	unagreed(0)
	why(depth, later, settle.BlockerNone)

	s.Now += 61_000
	why(depth, later, settle.BlockerStaleHead)
	s.Empty(1)
	s.ok(s.Engine.Halt(s.Ctx, s.Epoch, "at odds"))
	why(depth, later, settle.BlockerHalted)
}
