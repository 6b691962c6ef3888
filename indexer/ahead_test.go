package indexer_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// TestQuorumCountsDepthItself: one endpoint that shows blocks on top of the
// common chain does not make the blocks below them deep enough. They become facts
// when a quorum has the depth on top of them, whatever the first one shows.
func TestQuorumCountsDepthItself(t *testing.T) {
	for bad := range 2 {
		for _, more := range []int{1, 3, 6, 7, 12} {
			inCourt(t, 3, 2, func(c *court) {
				good := []int{(bad + 1) % 3, (bad + 2) % 3}
				for i := range 20 {
					c.nodes[good[0]].Mine(pays(uint64(i))...)
					head := c.nodes[good[0]].Head().Number
					c.join(good[0])
					c.nodes[bad].MineEmpty(more)
					time.Sleep(2 * time.Second)
					if got := c.sink.Applied(); got > head-depth {
						t.Fatalf("node %d, %d blocks ahead: applied up to %d of %d", bad, more, got, head)
					}
				}
				c.mine(depth+2, good, []int{bad})
				if got, head := c.sink.Applied(), c.nodes[good[0]].Head().Number; got < head-depth-1 {
					t.Errorf("node %d, %d blocks ahead: applied up to %d of %d; %+v", bad, more, got, head, c.daemons[0].jury.Status())
				}
				if h := c.sink.Halts(); len(h) > 0 || c.sink.Undone() > 0 {
					t.Errorf("halts %v, %d undone", h, c.sink.Undone())
				}
			})
		}
	}
}

// TestQuorumSkew: where the source is always a little ahead of the others, facts
// follow the others' heads, without waiting for more.
func TestQuorumSkew(t *testing.T) {
	for lag := 1; lag <= 4; lag++ {
		inCourt(t, 3, 2, func(c *court) {
			c.nodes[1].Lag(lag)
			c.nodes[2].Lag(lag + 1)
			c.mine(12, c.all())
			c.stands(0, c.tip()-depth-uint64(lag), 0)
			c.nodes[1].Lag(0)
			c.mine(2, c.all())
			c.stands(0, 0, 0)
		})
	}
}

// TestQuorumFarAhead: an endpoint that makes up a chain of thousands of blocks is
// named and left, before there are more of them than a walk goes back.
func TestQuorumFarAhead(t *testing.T) {
	inCourt(t, 3, 2, func(c *court) {
		tip := c.tip()
		c.nodes[0].MineEmpty(2500)
		c.mine(15, []int{1, 2})
		c.isolated(0, rpc.Outvoted)
		if n := len(c.sink.Orphans()); n < 10 || n > 1100 {
			t.Errorf("%d made-up blocks were stored", n)
		}
		c.stands(1, 0, 0)
		if c.sink.Undone() > 0 || c.sink.Applied() < tip {
			t.Errorf("applied %d, undone %d", c.sink.Applied(), c.sink.Undone())
		}
		c.join(1)
		c.mine(3, c.all())
		c.stands(0, 0, 0)
		c.isolated(0)
	})
}

// TestQuorumFinality: what one endpoint alone calls final is not, though a
// majority has its blocks; a reorganization of it halts nothing.
func TestQuorumFinality(t *testing.T) {
	for bad := range 3 {
		inCourt(t, 3, 2, func(c *court) {
			c.nodes[bad].Inject(chaintest.Fault{Kind: chaintest.TagIsHead})
			c.mine(12, c.all()) // the head is 55, block 32 final
			if c.nodes[bad].Hits() == 0 {
				t.Fatal("nobody asked")
			}
			if got := c.sink.Final(); got != 32 {
				t.Errorf("final up to %d", got)
			}
			c.nodes[0].Reorg(9, chaintest.Empty(10)...)
			c.join(0)
			c.mine(3, c.all())
			c.stands(0, 0, 0)
			if c.sink.Undone() == 0 {
				t.Error("no fact was taken back")
			}
		})
	}
}

// TestReach: a quorum is at the height or above it, and no endpoint alone moves
// it beyond what another one has.
func TestReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hs := rapid.SliceOfN(rapid.Uint64Range(0, 9), 0, 6).Draw(t, "heights")
		quorum := rapid.IntRange(0, 7).Draw(t, "quorum")
		before := fmt.Sprint(hs)
		got, ok := indexer.Reach(quorum, hs)
		if fmt.Sprint(hs) != before {
			t.Fatal("the heights were changed")
		}
		at := func(h uint64) (n int) {
			for _, x := range hs {
				if x >= h {
					n++
				}
			}
			return n
		}
		if want := quorum > 0 && len(hs) >= quorum; ok != want {
			t.Fatalf("ok %v", ok)
		}
		if ok && (at(got) < quorum || at(got+1) >= quorum || !slices.Contains(hs, got)) {
			t.Fatalf("%d of %d by %v", got, quorum, hs)
		}
	})
}
