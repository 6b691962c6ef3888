package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// tiers puts rules in force.
func (s *scene) tiers(text string) {
	s.t.Helper()
	rules, errs := settle.ParseFinality(text, s.Conf.Confirmations)
	if len(errs) > 0 {
		s.t.Fatal(errs)
	}
	s.Conf.Finality = rules
	s.ok(s.Engine.Configure(s.Ctx, s.Conf))
	s.ok(s.Sync())
}

func (s *scene) open(id string)    { s.t.Helper(); s.status(id, settle.InstructionOpen) }
func (s *scene) settled(id string) { s.t.Helper(); s.status(id, settle.InstructionSettled) }

func (s *scene) status(id string, want settle.InstructionStatus) {
	s.t.Helper()
	s.Audit()
	if got := s.Instruction(id).Status; got != want {
		s.t.Fatalf("%s is %s, want %s", id, got, want)
	}
}

func (s *scene) facts(kind settle.Kind) (out []settle.Fact) {
	s.t.Helper()
	s.ok(s.Store.Facts(s.Ctx, 0, func(f settle.Fact) error {
		if f.Kind == kind {
			out = append(out, f)
		}
		return nil
	}))
	return out
}

// A payment is a fact at the depth, and settles once its block is called safe:
// not one block earlier, and without a new block.
func TestSettlingWaitsForSafe(t *testing.T) {
	s := newScene(t)
	s.tiers("5=6,*=safe")
	_, _, i := s.picked(s.poster, s.a)
	s.Tags[settle.TagSafe] = 3
	paid := s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(20)
	s.open(i.ID)
	if c := s.Instruction(i.ID); !c.Covered || c.CoveredIn != paid.Number {
		t.Fatalf("%+v", c)
	}
	s.Call(settle.TagSafe, paid.Number-1)
	s.open(i.ID)
	if n := len(s.facts(settle.KindFinalityReached)); n != 0 {
		t.Fatalf("%d facts of a tag that nothing waited for", n)
	}
	s.Call(settle.TagSafe, paid.Number)
	s.settled(i.ID)
	fs := s.facts(settle.KindFinalityReached)
	var b settle.FinalityReached
	if len(fs) != 1 || json.Unmarshal(fs[0].Body, &b) != nil {
		t.Fatalf("%v", fs)
	}
	if b.Block != paid.BlockRef || b.Tag != settle.TagSafe || !slices.Equal(b.Sources, []string{"node"}) || b.Tip != s.Chain.Tip().BlockRef {
		t.Errorf("%+v", b)
	}
	// What is known to be safe needs no further fact; what is above it does.
	_, _, j := s.picked(s.poster, s.b)
	later := s.Mine(s.tagged(s.poster.Wallet0(), j))
	s.Empty(10)
	s.open(j.ID)
	s.Call(settle.TagSafe, later.Number+2)
	s.settled(j.ID)
	if n := len(s.facts(settle.KindFinalityReached)); n != 2 {
		t.Errorf("%d facts", n)
	}
	s.Refold()
}

// The tier is that of the total: the smaller one settles at its depth, the larger
// waits for finality, and a greater depth for its blocks.
func TestTierOfTheTotal(t *testing.T) {
	s := newScene(t)
	s.tiers("5=6,20=11,*=finalized")
	pick := func(dollars uint64) *settle.Instruction {
		m := s.mission(s.poster, settle.NewMission{Reward: enginetest.USDC(dollars)})
		return s.pick(s.poster, s.submit(m, s.a))
	}
	small, middle, large := pick(5), pick(20), pick(21)
	s.Tags[settle.TagSafe], s.Tags[settle.TagFinalized] = 0, 0
	w := s.poster.Wallet0()
	b := s.Mine(s.tagged(w, small), s.tagged(w, middle), s.tagged(w, large))
	s.Empty(5)
	s.open(small.ID)
	s.Empty(1)
	s.settled(small.ID)
	s.Empty(4)
	s.open(middle.ID)
	s.Empty(1)
	s.settled(middle.ID)
	s.Call(settle.TagSafe, b.Number)
	s.open(large.ID)
	s.Call(settle.TagFinalized, b.Number)
	s.settled(large.ID)
}

// Between folding and settling a reorganization is an ordinary un-apply: no
// incident; what comes again on the other branch settles once, what does not
// never does.
func TestReorganizationBeforeTheTier(t *testing.T) {
	for name, again := range map[string]bool{"comes again": true, "is gone": false} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			s.tiers("*=finalized")
			s.Tags[settle.TagFinalized] = 3
			_, _, i := s.picked(s.poster, s.a)
			s.Mine(s.tagged(s.poster.Wallet0(), i))
			s.Empty(9)
			if !s.Instruction(i.ID).Covered {
				t.Fatal("not a fact yet")
			}
			s.Reorg(10, 12, func(int, *enginetest.Tx) int {
				if again {
					return 2
				}
				return -1
			})
			s.open(i.ID)
			if got := s.Instruction(i.ID).Covered; got != again {
				t.Fatalf("covered: %v", got)
			}
			s.Empty(5)
			s.Call(settle.TagFinalized, s.Chain.Tip().Number)
			if again {
				s.settled(i.ID)
			} else {
				s.open(i.ID)
			}
			if n := len(s.facts(settle.KindSettled)); n != map[bool]int{true: 1}[again] {
				t.Errorf("settled %d times", n)
			}
			if n := s.Incidents(); len(n) != 0 || s.health().HaltedReason != "" {
				t.Errorf("%+v, halted: %q", n, s.health().HaltedReason)
			}
			s.Refold()
		})
	}
}

// What was safe is so no more once its block is gone: the journal's word for it
// does not count on another branch.
func TestSafeBlockThatWasReplaced(t *testing.T) {
	s := newScene(t)
	s.tiers("*=safe")
	_, _, i := s.picked(s.poster, s.a)
	_, _, j := s.picked(s.poster, s.b)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(8)
	s.Call(settle.TagSafe, s.Chain.Tip().Number-1) // a block that holds nothing
	s.settled(i.ID)
	was := s.Chain.Tip().Number - 1
	s.Reorg(4, 1, func(int, *enginetest.Tx) int { return -1 })
	s.Tags[settle.TagSafe] = 5
	paid := s.Mine(s.tagged(s.poster.Wallet0(), j))
	if paid.Number > was {
		t.Fatal("not below what was safe")
	}
	s.Empty(8)
	s.open(j.ID)
	s.Call(settle.TagSafe, paid.Number)
	s.settled(j.ID)
}

// After the tier a reorganization reverts, with an incident for each payment and
// no halt: nothing that was final is replaced.
func TestReorganizationAfterTheTier(t *testing.T) {
	s := newScene(t)
	s.tiers("*=safe")
	_, _, i := s.picked(s.poster, s.a)
	b := s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Call(settle.TagFinalized, b.Number-1)
	s.Empty(9)
	s.Call(settle.TagSafe, b.Number)
	s.settled(i.ID)
	s.Reorg(10, 11, func(int, *enginetest.Tx) int { return -1 })
	s.status(i.ID, settle.InstructionReverted)
	if n := s.Incidents(); len(n) != 1 || n[0].Kind != settle.IncidentReverted || s.health().HaltedReason != "" {
		t.Errorf("%+v, halted: %q", n, s.health().HaltedReason)
	}
}

// A reservation does not lapse while cover waits for its tier, nor can the pick be
// withdrawn, the work rejected or the mission cancelled or expired (R10).
func TestReservationWhileCoverWaits(t *testing.T) {
	s := newScene(t)
	s.tiers("*=finalized")
	s.Tags[settle.TagFinalized] = 0
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 3600_000})
	sub, rival := s.submit(m, s.a), s.submit(m, s.b)
	i := s.pick(s.poster, sub)
	b := s.Mine(s.tagged(s.hostile.Wallet0(), i)) // a stranger's: it extends nothing
	s.Empty(6)
	for range 4 {
		s.MineAfter(2 * 24 * 3600)
	}
	s.open(i.ID)
	if got := s.Instruction(i.ID); !got.Running() || s.Mission(m.ID).Status != settle.MissionOpen {
		t.Fatalf("%+v", got)
	}
	_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
	s.code(err, settle.CodePaymentSeen)
	_, err = s.Pick(s.poster, rival, s.poster.Wallet0(), false)
	s.code(err, settle.CodeSettlementInProgress)
	s.Call(settle.TagFinalized, b.Number)
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
}

// New settings hold from then on, also for what waits: less settles it at once,
// more lets it wait.
func TestSettingsWhileCoverWaits(t *testing.T) {
	s := newScene(t)
	s.tiers("*=finalized")
	s.Tags[settle.TagSafe], s.Tags[settle.TagFinalized] = 0, 0
	_, _, i := s.picked(s.poster, s.a)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(8)
	s.tiers("*=9")
	s.open(i.ID)
	s.tiers("*=8")
	s.settled(i.ID)
	_, _, j := s.picked(s.poster, s.b)
	s.Mine(s.tagged(s.poster.Wallet0(), j))
	s.Empty(7)
	s.tiers("*=safe")
	s.Empty(30)
	s.open(j.ID)
	s.Refold()
}

// The blocks of a tier's depth are counted above what a quorum has, not above what
// one endpoint shows: each block agreed upon makes one more.
func TestDepthIsCountedAboveTheQuorum(t *testing.T) {
	s := newScene(t)
	agreed := s.Chain.Tip().BlockRef
	s.Agreed = func() settle.BlockRef { return agreed }
	s.Restart()
	s.tiers("*=9")
	_, _, i := s.picked(s.poster, s.a)
	paid := s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(20)
	for k := range uint64(4) { // with 6 on top of it: 9 at the last
		agreed = s.Chain.Blocks[paid.Number+k].BlockRef
		s.ok(s.Engine.Confirm(s.Ctx, s.Epoch))
		if got := s.Instruction(i.ID); !got.Covered || (got.Status == settle.InstructionSettled) != (k == 3) {
			t.Fatalf("agreed upon %d above the payment: %s", k, got.Status)
		}
	}
}

// Where a node lacks a tag, depth stands in for it.
func TestDepthStandsInForATag(t *testing.T) {
	s := newScene(t)
	s.tiers("5=safe,*=finalized")
	m := s.mission(s.poster, settle.NewMission{Reward: enginetest.USDC(5)})
	small := s.pick(s.poster, s.submit(m, s.a))
	_, _, large := s.picked(s.poster, s.b)
	w := s.poster.Wallet0()
	s.Mine(s.tagged(w, small), s.tagged(w, large))
	s.Empty(149)
	s.open(small.ID)
	s.Empty(1)
	s.settled(small.ID)
	s.Empty(849)
	s.open(large.ID)
	s.Empty(1)
	s.settled(large.ID)
	fs := s.facts(settle.KindFinalityReached)
	if len(fs) != 2 || !strings.Contains(string(fs[0].Body), "node (150 blocks deep)") || !strings.Contains(string(fs[1].Body), "node (1000 blocks deep)") {
		t.Errorf("%+v", fs)
	}
}

// Nothing settles under a tip that is old by our clock, however deep: the chain
// may have moved on. A fresh head lets it go on by itself.
func TestNothingSettlesUnderAStaleHead(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.Empty(8)
	s.Now = s.Chain.Tip().Time*1000 + 60_001
	s.prove(s.poster, i)
	if !s.Instruction(i.ID).Covered {
		t.Fatal("not covered")
	}
	s.open(i.ID)
	if s.health().HaltedReason != "" {
		t.Error("a stale head halted releases")
	}
	s.MineAfter(60)
	s.settled(i.ID)
	// One millisecond less, and it is fresh.
	_, _, j := s.picked(s.poster, s.b)
	second := s.Wallet(s.poster)
	s.Mine(s.plain(second, j))
	s.Empty(8)
	s.Now = s.Chain.Tip().Time*1000 + 60_000
	s.ok(s.Prove(s.poster, s.poster, second, j.ID))
	s.ok(s.Sync())
	s.settled(j.ID)
}

// A final block that is replaced halts releases, also when it was called final
// under another leader; what is final again after the operator's word is news.
func TestFinalBlockReplacedWhileNobodyLed(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Empty(10)
	final := s.Chain.Tip().Number - 6
	s.Call(settle.TagFinalized, final+3)  // what is not a fact yet does not count as final
	s.Tags = map[settle.BlockTag]uint64{} // the next process has not asked yet
	s.Lead("second")
	s.Restart()
	gone := func(int, *enginetest.Tx) int { return -1 }
	s.Reorg(6, 6, gone) // down to the final block, which stays
	if h := s.health(); h.HaltedReason != "" {
		t.Fatalf("%+v", h)
	}
	s.Reorg(7, 8, gone)
	h := s.health()
	if !strings.Contains(h.HaltedReason, "finality is violated") || h.OpenIncident != 1 {
		t.Fatalf("%+v", h)
	}
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(8)
	s.open(i.ID) // and indexing goes on
	if !s.Instruction(i.ID).Covered {
		t.Error("blocks do not become facts")
	}
	// Looking at the tags again, and everything that succeeds, clears nothing.
	s.Call(settle.TagFinalized, s.Chain.Tip().Number-1)
	s.ok(s.Engine.SettleDue(s.Ctx, s.Epoch))
	s.open(i.ID)
	s.ok(s.Engine.ClearIncident(s.Ctx, s.Incidents()[0].Key(), "looked at"))
	s.ok(s.Sync())
	s.settled(i.ID)
	s.Reorg(1, 2, gone)
	if h := s.health(); h.HaltedReason != "" {
		t.Errorf("halted again: %+v", h)
	}
}

// After a violation what is final is what stayed: only below that is the next one.
func TestFinalityAfterAViolation(t *testing.T) {
	s := newScene(t)
	s.Empty(30)
	final := s.Chain.Tip().Number - 8
	s.Call(settle.TagFinalized, final)
	delete(s.Tags, settle.TagFinalized)
	back := func(to uint64) string {
		n := int(s.Chain.Tip().Number - to)
		s.Reorg(n, n, func(int, *enginetest.Tx) int { return -1 })
		was := s.health().HaltedReason
		for _, i := range s.Incidents() {
			s.ok(s.Engine.ClearIncident(s.Ctx, i.Key(), "looked at"))
		}
		return was
	}
	if back(final-3) == "" || back(final-2) != "" || back(final-3) != "" || back(final-4) == "" {
		t.Error("what was final before a violation still counts, or what stayed does not")
	}
}

// While finality is known no depth halts: what is not final may be replaced.
func TestDeepReorganizationAboveTheFinalBlock(t *testing.T) {
	s := newScene(t)
	s.HaltDepth = 7
	s.Restart()
	s.Empty(20)
	s.Call(settle.TagFinalized, s.Chain.Tip().Number-12)
	s.Reorg(12, 13, func(int, *enginetest.Tx) int { return -1 })
	if h := s.health(); h.HaltedReason != "" {
		t.Fatalf("%+v", h)
	}
	s.Reorg(14, 15, func(int, *enginetest.Tx) int { return -1 })
	if h := s.health(); h.HaltedReason == "" {
		t.Fatal("not halted")
	}
}
