package indexer_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle"
)

func TestFollowsFromStartBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(50)
		w.node.Mine(mixed(5)...)
		w.node.MineEmpty(9)
		f, stop := w.follow(func(c *indexer.Config) { c.StartBlock = 20 })
		defer stop()
		w.settles(time.Second)
		if first := w.sink.Chain()[0].Number; first != 20 {
			t.Errorf("first block is %d, want 20", first)
		}
		for i := range 10 {
			w.node.Mine(pays(uint64(i))...)
			w.settles(600 * time.Millisecond) // within one poll
		}
		s := f.Status()
		if !s.Leader || s.Tip != w.node.Head().BlockRef || s.BlocksBehind != 0 || s.Failing || s.LastBlockAt.IsZero() || s.TipTime != w.node.Head().Time {
			t.Errorf("status %+v", s)
		}
		if s.Lag != 0 { // the chain's clock is ahead of synctest's
			t.Errorf("lag %v", s.Lag)
		}
	})
}

func TestStartsAtHeadOrWaitsForStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(30)
		_, stop := w.follow(func(c *indexer.Config) { c.StartBlock = indexer.StartAtHead })
		w.settles(time.Second)
		if n := w.sink.Chain()[0].Number; n != 30 {
			t.Errorf("started at %d, want 30", n)
		}
		stop()

		w = newWorld(t)
		w.node.MineEmpty(3)
		_, stop = w.follow(func(c *indexer.Config) { c.StartBlock = 5 })
		defer stop()
		time.Sleep(5 * time.Second)
		if n := len(w.sink.Chain()); n != 0 {
			t.Fatalf("stored %d blocks before the start block", n)
		}
		w.node.MineEmpty(4)
		w.settles(time.Second)
	})
}

// TestReorgs runs every shape of reorg against a store of 40 blocks.
func TestReorgs(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth int
		new   int
		want  string
	}{
		{"same height, depth 1", 1, 1, "same_height -1 +1"},
		{"same height, depth 5", 5, 5, "same_height -5 +5"},
		{"one longer", 3, 4, "parent_mismatch -3 +4"},
		{"much longer", 3, 40, "parent_mismatch -3 +4"},
		{"shorter", 5, 2, "shorter_chain -5 +2"},
		{"deeper than the remembered tail", 35, 35, "same_height -35 +35"},
		{"to genesis", 40, 41, "parent_mismatch -40 +41"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				for i := range 40 {
					w.node.Mine(pays(uint64(i))...)
				}
				_, stop := w.follow(func(c *indexer.Config) { c.Tail = 10 })
				defer stop()
				w.settles(time.Second)
				branch := chaintest.Empty(c.new)
				branch[0] = pays(77, 78)
				w.node.Reorg(c.depth, branch...)
				w.settles(2 * time.Second)
				if got := w.obs.lastRewind(); got != c.want {
					t.Errorf("rewound %q, want %q", got, c.want)
				}
				if n := len(w.sink.Orphans()); n != c.depth {
					t.Errorf("%d orphans kept, want %d", n, c.depth)
				}
			})
		})
	}
}

// TestReorgOfEverythingStored: the first block ever stored is orphaned.
func TestReorgOfEverythingStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(30)
		_, stop := w.follow(func(c *indexer.Config) { c.StartBlock = 28 })
		defer stop()
		w.settles(time.Second)
		w.node.Reorg(10, chaintest.Empty(10)...)
		w.settles(2 * time.Second)
		if got := w.obs.lastRewind(); got != "same_height -3 +3" {
			t.Errorf("rewound %q", got)
		}
	})
}

// TestShrinksToAnAncestor: the head falls back to a known block. Nothing is
// rolled back; the other branch is followed once it exists.
func TestShrinksToAnAncestor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(20)
		f, stop := w.follow()
		defer stop()
		w.settles(time.Second)
		before := w.sink.Writes()
		w.node.Reorg(4)
		time.Sleep(5 * time.Second)
		if w.sink.Writes() != before {
			t.Fatal("wrote on a head that went back")
		}
		if s := f.Status(); s.Reason != indexer.ReasonStaleHead || s.Tip.Number != 20 {
			t.Errorf("status %+v", s)
		}
		w.node.MineEmpty(1)
		w.settles(time.Second)
	})
}

// TestLaggingNode: heads 10, 7, 10, 11 of a load balancer.
func TestLaggingNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(10)
		_, stop := w.follow(func(c *indexer.Config) { c.Tail = 2 })
		defer stop()
		w.settles(time.Second)
		for _, lag := range []int{3, 0, 1, 9, 0} { // 9 blocks: far below the tail
			w.node.Lag(lag)
			time.Sleep(1200 * time.Millisecond)
		}
		w.settles(time.Second)
		w.node.Mine()
		w.settles(time.Second)
		if len(w.obs.rewinds()) != 0 || len(w.sink.Orphans()) != 0 {
			t.Errorf("rewound %v", w.obs.rewinds())
		}
		if w.obs.times(indexer.ReasonStaleHead) == 0 {
			t.Error("no stale head was seen")
		}
	})
}

func TestTooDeepStaysUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(40)
		f, stop := w.follow(func(c *indexer.Config) { c.MaxWalk = 10; c.Tail = 5 })
		defer stop()
		w.settles(time.Second)
		old := w.sink.Chain()
		w.node.Reorg(11, chaintest.Empty(14)...)
		time.Sleep(20 * time.Second)
		if s := f.Status(); !w.obs.saw(indexer.ErrTooDeep) || !s.Failing || !s.Leader {
			t.Errorf("status %+v", s)
		}
		if len(w.sink.Chain()) != len(old) || len(w.sink.Orphans()) != 0 {
			t.Error("something was written")
		}
		// The old branch comes back: the loop goes on as if nothing had been.
		w.node.Reorg(14)
		time.Sleep(15 * time.Second)
		if f.Status().Failing {
			t.Errorf("still failing: %+v", f.Status())
		}
	})
}

func TestForeignChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(5)
		_, stop := w.follow()
		w.settles(time.Second)
		stop()
		stored := w.sink.Writes()
		w.node = chaintest.NewNode(31337, 2) // same id, another genesis
		w.node.MineEmpty(9)
		w.source = w.client(0)
		_, stop = w.follow()
		defer stop()
		time.Sleep(10 * time.Second)
		if !w.obs.saw(indexer.ErrForeignChain) || w.sink.Writes() != stored {
			t.Errorf("a foreign chain was taken: %v", w.obs.errors())
		}
	})
}

// TestReorgWhileDown: the start-up check finds what happened meanwhile.
func TestReorgWhileDown(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *world)
		want string
	}{
		{"longer", func(w *world) { w.node.Reorg(6, chaintest.Empty(9)...) }, "start_check -6 +6"},
		{"same height", func(w *world) { w.node.Reorg(6, chaintest.Empty(6)...) }, "start_check -6 +6"},
		{"shorter", func(w *world) { w.node.Reorg(6, chaintest.Empty(2)...) }, "start_check -6 +2"},
		{"deeper than checked", func(w *world) { w.node.Reorg(25, chaintest.Empty(25)...) }, "start_check -25 +25"},
		{"store differs in the middle", func(w *world) { w.sink.Tamper(25, settle.Hash{0xbad & 0xff}) }, "start_check -6 +6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.node.MineEmpty(30)
				ten := func(c *indexer.Config) { c.Tail = 10 }
				_, stop := w.follow(ten)
				w.settles(time.Second)
				stop()
				c.do(w)
				_, stop = w.follow(ten)
				defer stop()
				w.settles(2 * time.Second)
				if got := w.obs.rewinds()[0]; got != c.want {
					t.Errorf("rewound %q, want %q", got, c.want)
				}
			})
		})
	}
}

// TestAmbiguousWrites: each write fails both ways, on the way up and in a
// rewind; nothing is skipped or written twice.
func TestAmbiguousWrites(t *testing.T) {
	for name, fault := range map[string]chaintest.SinkFault{"not written": chaintest.NotWritten, "written": chaintest.WrittenAnyway} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.node.MineEmpty(5)
				w.sink.Fail(fault, fault, fault)
				_, stop := w.follow()
				defer stop()
				w.settles(5 * time.Second)
				w.sink.Fail(fault)
				w.node.Mine(pays(1)...)
				w.settles(5 * time.Second)
				w.sink.Fail(fault)
				w.node.Reorg(2, chaintest.Empty(2)...)
				w.settles(5 * time.Second)
				if !w.obs.saw(chaintest.ErrInjected) {
					t.Error("no write failed")
				}
			})
		})
	}
}

// TestStoreDown: the loop waits, with growing pauses, and goes on.
func TestStoreDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(5)
		_, stop := w.follow()
		defer stop()
		w.settles(time.Second)
		w.sink.Down(true)
		w.node.MineEmpty(5)
		time.Sleep(5 * time.Minute)
		if n := len(w.obs.errors()); n < 20 || n > 60 {
			t.Errorf("%d errors in five minutes", n)
		}
		w.sink.Down(false)
		w.settles(12 * time.Second)
	})
}

func TestNewRefuses(t *testing.T) {
	if _, err := indexer.New(indexer.Config{}); err == nil {
		t.Error("empty configuration accepted")
	}
}

// TestMovesWhileRead: the branch is orphaned again between the walk and the
// write; nothing of it is written.
func TestMovesWhileRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(10)
		moving := &movingSource{Source: w.source}
		_, stop := w.follow(func(c *indexer.Config) { c.Source = moving })
		defer stop()
		w.settles(time.Second)
		moving.onBranch(func() { w.node.Reorg(4, chaintest.Empty(4)...) })
		w.node.Reorg(3, chaintest.Empty(3)...)
		w.settles(3 * time.Second)
		if !w.obs.saw(indexer.ErrMoved) {
			t.Error("the second reorg was not noticed")
		}
		if n := len(w.sink.Orphans()); n != 4 {
			t.Errorf("%d orphans, want only the 4 that were stored first", n)
		}
	})
}

type movingSource struct {
	indexer.Source
	next atomic.Pointer[func()]
}

// onBranch arms do for the next block that is read; several may be at once.
func (m *movingSource) onBranch(do func()) { m.next.Store(&do) }

func (m *movingSource) BlockByHash(ctx context.Context, h settle.Hash) (settle.Block, error) {
	b, err := m.Source.BlockByHash(ctx, h)
	if do := m.next.Swap(nil); do != nil {
		(*do)()
	}
	return b, err
}

var errRate = errors.New("slow down")

type rateError struct{ error }

func (rateError) RetryAfter() time.Duration { return 20 * time.Second }

// TestRetryAfter: what the endpoint asks for is granted.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(2)
		src := &failingSource{Source: w.source}
		_, stop := w.follow(func(c *indexer.Config) { c.Source = src })
		defer stop()
		time.Sleep(61 * time.Second)
		if src.calls.Load() != 4 {
			t.Errorf("%d calls in a minute, want one every 20 s", src.calls.Load())
		}
	})
}

type failingSource struct {
	indexer.Source
	calls atomic.Int32
}

func (s *failingSource) Latest(context.Context) (indexer.Head, error) {
	s.calls.Add(1)
	return indexer.Head{}, rateError{errRate}
}

// TestStartCheckIsRetried: the check is not given up when the node fails it.
func TestStartCheckIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(30)
		_, stop := w.follow()
		w.settles(time.Second)
		stop()
		w.sink.Tamper(25, settle.Hash{0xbd})
		w.node.Inject(chaintest.Fault{Kind: chaintest.Unavailable, Times: 3})
		_, stop = w.follow()
		defer stop()
		w.settles(10 * time.Second)
	})
}

// TestPrefetch: blocks are fetched several at a time, never more than allowed.
func TestPrefetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(79)
		slow := &slowSource{Source: w.source}
		_, stop := w.follow(func(c *indexer.Config) { c.Source, c.Prefetch = slow, 8 })
		defer stop()
		w.settles(1100 * time.Millisecond) // 80 blocks of 100 ms each, eight at once
		if n := slow.most.Load(); n != 8 {
			t.Errorf("%d fetches at once, want 8", n)
		}
	})
}

type slowSource struct {
	indexer.Source
	now, most atomic.Int32
}

func (s *slowSource) Block(ctx context.Context, n uint64) (settle.Block, error) {
	now := s.now.Add(1)
	defer s.now.Add(-1)
	for old := s.most.Load(); now > old && !s.most.CompareAndSwap(old, now); old = s.most.Load() {
	}
	time.Sleep(100 * time.Millisecond)
	return s.Source.Block(ctx, n)
}
