package indexer_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// TestDeepReorgByAQuorum: a reorganization deeper than the depth, but above
// what is final, is followed without a halt.
func TestDeepReorgByAQuorum(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		c.mine(37, c.all()) // the head is 79 or so, block 64 final
		c.nodes[0].Reorg(9, chaintest.Empty(10)...)
		c.join(0)
		c.mine(2, c.all())
		c.stands(0, 0, 0)
		if n := c.sink.Undone(); n == 0 {
			t.Error("no fact was taken back")
		}
	})
}

// TestFinalityViolated: a final block that goes halts releases, though all
// endpoints agree. No later error and no agreement lets them go on.
func TestFinalityViolated(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		c.mine(37, c.all())
		if got := c.sink.Final(); got != 64 {
			t.Fatalf("final up to %d", got)
		}
		released := c.sink.Released()
		c.nodes[0].Reorg(20, chaintest.Empty(21)...)
		c.join(0)
		c.mine(2, c.all())
		c.stands(0, 0, 1)
		if h := c.sink.Halted(); !strings.Contains(h, "finality") || !strings.Contains(h, "block 64") {
			t.Errorf("halted: %q", h)
		}
		for _, n := range c.nodes {
			n.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		}
		time.Sleep(time.Minute)
		for _, n := range c.nodes {
			n.Heal()
		}
		c.mine(30, c.all())
		c.stands(0, 0, 1)
		if c.sink.Halted() == "" || c.sink.Released() != released {
			t.Errorf("halted %q, released up to %d, was %d", c.sink.Halted(), c.sink.Released(), released)
		}
		c.sink.Clear()
		c.mine(1, c.all())
		c.stands(0, 0, 1)
		if c.sink.Released() != c.tip()-depth {
			t.Errorf("released up to %d of %d", c.sink.Released(), c.tip())
		}
	})
}

// TestFinalityByTheQuorumOnly: what an outvoted endpoint calls final is nothing.
func TestFinalityByTheQuorumOnly(t *testing.T) {
	inCourt(t, 3, 2, func(c *court) {
		c.mine(27, c.all())   // the head is 69, block 64 final for all
		common := c.tip() - 2 // up to there it is of the quorum
		c.fork(2, 2)
		c.nodes[2].MineEmpty(40) // it calls 96 final, and is heard first
		c.nodes[0].Slow(50 * time.Millisecond)
		c.nodes[1].Slow(50 * time.Millisecond)
		c.mine(20, []int{0, 1}, []int{2})
		if got := c.sink.Final(); got < 64 || got > common {
			t.Errorf("final up to %d", got)
		}
		c.stands(0, 0, 0)
	})
}

// TestDeepReorgOfOneEndpoint: what one endpoint does alone undoes no fact. The
// daemon goes on with those who still have what a quorum confirmed.
func TestDeepReorgOfOneEndpoint(t *testing.T) {
	t.Run("of three", func(t *testing.T) {
		inCourt(t, 3, 2, func(c *court) {
			c.fork(20, 0)
			c.nodes[0].MineEmpty(1)
			c.mine(5, []int{1, 2}, []int{0})
			c.stands(1, 0, 0)
			c.isolated(0, rpc.Outvoted)
			if n := c.sink.Undone() + len(c.sink.Orphans()); n != 0 {
				t.Errorf("%d facts or blocks were taken back", n)
			}
		})
	})
	t.Run("of two", func(t *testing.T) {
		inCourt(t, 2, 2, func(c *court) {
			before := c.sink.Applied()
			c.fork(20, 0)
			c.nodes[0].MineEmpty(1)
			c.mine(25, []int{1}, []int{0})
			c.stands(1, before, 0)
			c.mine(10, []int{1}, []int{0})
			c.stands(1, before, 1)
			if n := c.sink.Undone() + len(c.sink.Orphans()); n != 0 {
				t.Errorf("%d facts or blocks were taken back", n)
			}
			if !c.obs.saw(indexer.ErrNoQuorum) || c.daemons[0].pool.Using() != "http://node-1" {
				t.Errorf("using %s; %v", c.daemons[0].pool.Using(), c.obs.errors())
			}
		})
	})
	t.Run("of two, the other one is down", func(t *testing.T) {
		inCourt(t, 2, 2, func(c *court) {
			tip := c.nodes[1].Head()
			c.nodes[1].Inject(chaintest.Fault{Kind: chaintest.Unavailable})
			c.fork(9, 0) // above what is final
			c.nodes[0].MineEmpty(1)
			c.mine(60, []int{0})
			if c.tip() != tip.Number || c.sink.Undone() != 0 || len(c.sink.Halts()) != 0 {
				t.Errorf("tip %d, undone %d, halts %v", c.tip(), c.sink.Undone(), c.sink.Halts())
			}
			c.nodes[1].Heal() // and has come to the same branch
			c.join(0)
			c.mine(8, c.all())
			c.stands(0, 0, 0)
			if c.sink.Undone() == 0 {
				t.Error("the quorum's branch was not followed")
			}
		})
	})
}

// TestStartOnAReplacedChain: what became of the chain while the daemon was down
// is for the quorum to say, not for the endpoint that is asked first. Where what
// was final is replaced, releases are halted.
func TestStartOnAReplacedChain(t *testing.T) {
	for _, all := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := newCourt(t, 3)
			stop := c.start(2, "one")
			time.Sleep(3 * time.Second)
			c.mine(3, c.all())
			stop()
			c.fork(20, 0)
			c.nodes[0].MineEmpty(2)
			c.daemons = nil
			groups := [][]int{{1, 2}, {0}}
			if all {
				c.join(0)
				groups = [][]int{c.all()}
			}
			defer c.start(2, "two")()
			time.Sleep(10 * time.Second)
			c.mine(10, groups...)
			halts := 0
			if all { // block 32 was final for the former leader
				halts = 1
			}
			c.stands(2, 0, halts)
			if undone := c.sink.Undone() > 0; undone != all {
				t.Errorf("all: %v, facts taken back: %d", all, c.sink.Undone())
			}
		})
	}
}

// TestTooDeepHalts: a chain that has changed deeper than the walk goes halts
// releases, with one endpoint too; among several only if a quorum says so.
func TestTooDeepHalts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(60)
		zero := func(c *indexer.Config) { c.MaxWalk, c.Tail = 20, 10 }
		_, stop := w.follow(zero)
		defer stop()
		w.settles(5 * time.Second)
		w.node.Reorg(40, chaintest.Empty(41)...)
		time.Sleep(30 * time.Second)
		if h := w.sink.Halts(); len(h) != 1 || !strings.Contains(h[0], "finality") {
			t.Errorf("%q", h)
		}
	})
}
