package indexer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// TestQuorumCost: a block costs each endpoint two requests more, one for the block
// and one for its logs, and the vote is
// over before the block is written, so that it needs no write of its own.
func TestQuorumCost(t *testing.T) {
	inCourt(t, 3, 2, func(c *court) {
		const blocks = 50
		for _, n := range c.nodes {
			n.Slow(20 * time.Millisecond)
		}
		writes := c.sink.Writes()
		exchanges := c.nodes[2].Exchanges()
		chain := c.nodes[2].Calls("eth_chainId")
		c.mine(blocks, c.all())
		c.stands(0, 0, 0)
		// the tags move every 10 s
		if got := c.sink.Writes() - writes; got > blocks+blocks*2/10+blocks/10 {
			t.Errorf("%d writes for %d blocks", got, blocks)
		}
		// of an endpoint that is not the source: two for the vote, one for the
		// comparison of heads every 5 s (with genesis), one for the tags every 10 s
		watched := c.nodes[2].Calls("eth_chainId") - chain
		if got := c.nodes[2].Exchanges() - exchanges - 2*watched; got > 2*blocks+blocks*2/10+2 {
			t.Errorf("%d questions for %d blocks", got, blocks)
		}
		// an endpoint that is slower than the source costs one write more; so do the tags
		// every 10 s, and what becomes final once more when it is a fact
		c.nodes[1].Slow(300 * time.Millisecond)
		c.nodes[2].Slow(300 * time.Millisecond)
		writes = c.sink.Writes()
		c.mine(blocks, c.all())
		c.stands(0, 0, 0)
		if got := c.sink.Writes() - writes; got > 2*blocks+2+blocks*2/10+2 {
			t.Errorf("%d writes for %d blocks", got, blocks)
		}
	})
}

// TestQuorumCatchesUp: from an empty store, with few votes.
func TestQuorumCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t, 3)
		c.nodes[0].MineEmpty(960)
		c.join(0)
		defer c.start(2, "one")()
		time.Sleep(5 * time.Second)
		c.stands(0, 0, 0)
		if got := c.nodes[2].Exchanges(); got > 1000/8 { // votes on blocks, and on the logs of those before them
			t.Errorf("an endpoint beside the source was asked %d times for 1000 blocks", got)
		}
	})
}

// TestQuorumBesideABadEndpoint: one of three that lags, fails or lies is named
// and left alone, whether it is the source or not; nothing waits, nothing halts,
// and when it is sound again it is back.
func TestQuorumBesideABadEndpoint(t *testing.T) {
	for _, k := range []struct {
		name string
		why  rpc.Isolation
		bad  func(c *court, node int)
		heal func(c *court, node int)
	}{
		{"lagging", rpc.Lagging, func(c *court, n int) { c.nodes[n].Lag(8) }, nil},
		{"failing", rpc.Failing, func(c *court, n int) { c.nodes[n].Inject(chaintest.Fault{Kind: chaintest.Unavailable}) }, nil},
		{"hanging", rpc.Failing, func(c *court, n int) { c.nodes[n].Inject(chaintest.Fault{Kind: chaintest.Hang}) }, nil},
		{"malformed", rpc.Failing, func(c *court, n int) { c.nodes[n].Inject(chaintest.Fault{Kind: chaintest.Malformed}) }, nil},
		{"on a fork", rpc.Outvoted, func(c *court, n int) { c.fork(3, n) }, func(c *court, n int) { c.join((n+1)%3, n) }},
	} {
		for bad := range 2 {
			t.Run(fmt.Sprintf("%s, node %d", k.name, bad), func(t *testing.T) {
				inCourt(t, 3, 2, func(c *court) {
					good := []int{(bad + 1) % 3, (bad + 2) % 3}
					groups := [][]int{{good[0], good[1], bad}}
					if k.why == rpc.Outvoted {
						groups = [][]int{good, {bad}}
					}
					k.bad(c, bad)
					c.mine(20, groups...)
					c.stands(good[0], 0, 0)
					c.isolated(bad, k.why)
					c.isolated(good[0])
					c.isolated(good[1])
					c.nodes[bad].Heal()
					if k.heal != nil {
						k.heal(c, bad)
					}
					c.mine(20, []int{good[0], good[1], bad}) // one that hung is left alone for up to 30 s
					c.stands(good[0], 0, 0)
					c.isolated(bad)
					if n := c.sink.Undone(); n != 0 {
						t.Errorf("%d facts were taken back", n)
					}
				})
			})
		}
	}
}

// TestQuorumRegressing: an endpoint whose head jumps to and fro.
func TestQuorumRegressing(t *testing.T) {
	for bad := range 2 {
		inCourt(t, 3, 2, func(c *court) {
			for i := range 20 {
				c.nodes[bad].Lag(i % 4 * 3)
				c.mine(1, c.all())
			}
			c.nodes[bad].Lag(0)
			c.mine(3, c.all())
			c.stands(0, 0, 0)
			c.isolated(bad)
			if n := len(c.sink.Orphans()); n != 0 {
				t.Errorf("%d blocks were replaced", n)
			}
		})
	}
}

// TestQuorumLiesOnce: a single wrong answer delays, and no more.
func TestQuorumLiesOnce(t *testing.T) {
	for _, n := range []int{2, 3} {
		inCourt(t, n, 2, func(c *court) {
			c.nodes[1].Inject(chaintest.Fault{Kind: chaintest.Forged, Method: "eth_getBlockByNumber", Times: 1})
			c.mine(3, c.all())
			if c.nodes[1].Hits() != 1 {
				t.Fatal("it did not lie")
			}
			c.stands(0, 0, 0)
			c.isolated(1)
			if n := len(c.sink.Orphans()); n != 0 {
				t.Errorf("%d blocks were replaced", n)
			}
		})
	}
}

// TestQuorumSplit: at odds without a majority, blocks wait; after a minute, not
// before, releases are halted, while indexing goes on. Agreement lets blocks
// become facts again; only an operator lets releases go on.
func TestQuorumSplit(t *testing.T) {
	for _, k := range []struct {
		name  string
		n     int
		sides [][]int
	}{
		{"1:1", 2, [][]int{{0}, {1}}},
		{"2:2", 4, [][]int{{0, 1}, {2, 3}}},
		{"1:1:1", 3, [][]int{{0}, {1}, {2}}},
		{"2:1:1", 4, [][]int{{0, 1}, {2}, {3}}},
	} {
		t.Run(k.name, func(t *testing.T) {
			inCourt(t, k.n, 2, func(c *court) {
				agreed := c.tip() - 2 // the newest common block, once it is deep enough
				for _, side := range k.sides[1:] {
					c.fork(2, side...)
				}
				c.mine(33, k.sides...) // 66 s, of which the first 8 s bring the fork to the depth
				c.stands(0, agreed, 0)
				if s := c.daemons[0].jury.Status(); s.Count.Verdict != indexer.VerdictSplit || s.WaitingSince.IsZero() || s.DoubtSince.IsZero() {
					t.Errorf("%+v", s)
				}
				c.mine(3, k.sides...)
				c.stands(0, agreed, 1)
				c.isolated(0)
				c.join(0)
				c.mine(3, c.all())
				c.stands(0, 0, 1)
				if c.sink.Halted() == "" || c.sink.Released() != agreed {
					t.Errorf("halted %q, released up to %d, want %d", c.sink.Halted(), c.sink.Released(), agreed)
				}
				c.sink.Clear()
				c.mine(40, c.all())
				c.stands(0, 0, 1)
				if c.sink.Released() != c.tip()-depth {
					t.Errorf("released up to %d of %d", c.sink.Released(), c.tip())
				}
			})
		})
	}
}

// TestQuorumSplitClearedTooEarly: who lets releases go on while the endpoints
// are at odds still is told again, after another minute.
func TestQuorumSplitClearedTooEarly(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		c.fork(2, 1)
		agreed := c.tip() - 2
		c.mine(36, []int{0}, []int{1})
		c.stands(0, agreed, 1)
		c.sink.Clear()
		c.mine(33, []int{0}, []int{1})
		c.stands(0, agreed, 2)
		if c.sink.Released() != agreed {
			t.Errorf("released up to %d, agreed upon is %d", c.sink.Released(), agreed)
		}
	})
}

// TestQuorumShortSplit: what heals within the minute halts nothing, and the time
// does not add up.
func TestQuorumShortSplit(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		for range 3 {
			c.fork(2, 1)
			c.mine(30, []int{0}, []int{1})
			c.join(0)
			c.mine(2, c.all())
			c.stands(0, 0, 0)
		}
	})
}

// TestQuorumLost: without a quorum blocks wait for as long as it takes, and no
// longer: its return needs no new block. That is no doubt, so nothing halts.
func TestQuorumLost(t *testing.T) {
	for _, kind := range []chaintest.Kind{chaintest.Unavailable, chaintest.Hang} {
		inCourt(t, 2, 2, func(c *court) {
			c.nodes[1].Inject(chaintest.Fault{Kind: kind})
			before := c.sink.Applied()
			c.mine(60, c.all())
			c.stands(0, before, 0)
			c.isolated(1, rpc.Failing)
			if s := c.daemons[0].jury.Status(); s.Count.Verdict != indexer.VerdictWait || time.Since(s.WaitingSince) < 110*time.Second {
				t.Errorf("%+v", s)
			}
			c.nodes[1].Heal()
			time.Sleep(15 * time.Second) // for 10 s an endpoint that failed for long is left alone
			c.stands(0, 0, 0)
			c.isolated(1)
		})
	}
}

// TestQuorumHaltIsStored: a halt whose write fails is tried again until it is
// stored, even if the endpoints agree meanwhile.
func TestQuorumHaltIsStored(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		c.fork(2, 1)
		c.mine(33, []int{0}, []int{1})
		c.stands(0, c.tip()-33-2, 0)
		c.sink.Down(true)
		time.Sleep(30 * time.Second)
		c.join(0)
		time.Sleep(30 * time.Second)
		c.sink.Down(false)
		time.Sleep(12 * time.Second)
		c.stands(0, 0, 1)
		if c.sink.Halted() == "" {
			t.Error("the halt was forgotten")
		}
	})
}

// TestQuorumTakeover: a standby that takes over while releases are halted leaves
// them halted, and needs votes of its own.
func TestQuorumTakeover(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		defer c.start(2, "two")()
		c.fork(2, 1)
		agreed := c.tip() - 2
		c.mine(36, []int{0}, []int{1})
		c.stands(0, agreed, 1)
		c.lease.Cut("one", true)
		c.mine(8, []int{0}, []int{1})
		if c.lease.Holder() != "two" || c.sink.Halted() == "" {
			t.Fatalf("led by %q, halted: %q", c.lease.Holder(), c.sink.Halted())
		}
		c.stands(0, agreed, 1)
		c.join(0)
		c.mine(2, c.all())
		c.stands(0, 0, 1)
		if c.sink.Halted() == "" || c.sink.Released() != agreed {
			t.Errorf("halted %q, released up to %d", c.sink.Halted(), c.sink.Released())
		}
	})
}

// TestQuorumForeignEndpoint: an endpoint of another chain has no voice.
func TestQuorumForeignEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t, 3)
		c.nodes[2] = chaintest.NewNode(1, 9)
		c.nodes[2].MineEmpty(60)
		defer c.start(2, "one")()
		time.Sleep(3 * time.Second)
		c.mine(10, []int{0, 1})
		c.stands(0, 0, 0)
		c.isolated(2, rpc.WrongChain)
		c.nodes[1].Inject(chaintest.Fault{Kind: chaintest.Hang})
		before := c.sink.Applied()
		c.mine(10, []int{0, 1})
		c.stands(0, before, 0)
	})
}

func TestNewJury(t *testing.T) {
	c := newCourt(t, 2)
	for quorum, ok := range map[int]bool{-1: false, 0: false, 1: true, 2: true, 3: false} {
		_, err := indexer.NewJury(indexer.JuryConfig{Panel: panelOf(len(c.nodes)), Quorum: quorum, Confirmations: 1})
		if (err == nil) != ok {
			t.Errorf("quorum %d of 2: %v", quorum, err)
		}
	}
	if _, err := indexer.NewJury(indexer.JuryConfig{Quorum: 1, Confirmations: 1}); err == nil || !strings.Contains(err.Error(), "Panel") {
		t.Error(err)
	}
}

// panelOf is a panel that has a size only.
type panelOf int

func (p panelOf) Size() int                                         { return int(p) }
func (panelOf) Ask(context.Context, uint64) <-chan indexer.Answer   { return nil }
func (panelOf) Rule(context.Context, settle.Hash, []indexer.Answer) {}
func (panelOf) Prefer(int)                                          {}
