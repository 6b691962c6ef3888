package indexer_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// tags asks the world's one endpoint.
func (w *world) tags() *indexer.Tags {
	w.t.Helper()
	pool, err := rpc.NewFailover(rpc.FailoverConfig{Clients: []*rpc.Client{w.client(rpc.ReceiptsOnEmpty)}})
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := pool.Latest(w.t.Context()); err != nil { // now its chain is known
		w.t.Fatal(err)
	}
	tags, err := indexer.NewTags(indexer.TagsConfig{Endpoints: pool, Quorum: 1})
	if err != nil {
		w.t.Fatal(err)
	}
	w.sink.Confirming(depth, nil)
	w.sink.Finalizing(tags.Claims)
	return tags
}

func (w *world) halts(n int) {
	w.t.Helper()
	synctest.Wait()
	if h := w.sink.Halts(); len(h) != n {
		w.t.Fatalf("halted %d times, want %d: %q", len(h), n, h)
	}
}

// TestFinalityOfOneEndpoint: without a vote too, a final block that is replaced
// halts releases, and a deep reorganization above it does not. Indexing goes on.
func TestFinalityOfOneEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(75 - int(w.node.Head().Number)) // block 64 is final
		tags := w.tags()
		_, stop := w.follow(func(c *indexer.Config) { c.Tags = tags })
		defer stop()
		w.settles(20 * time.Second)
		if got := w.sink.Final(); got != 64 {
			t.Fatalf("final up to %d", got)
		}
		w.node.Reorg(11, chaintest.Empty(12)...)
		w.settles(20 * time.Second)
		w.halts(0)
		w.node.Reorg(13, chaintest.Empty(14)...) // block 64 goes
		w.settles(20 * time.Second)
		w.halts(1)
		// Neither failing nor agreeing again clears it.
		w.node.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		time.Sleep(time.Minute)
		w.node.Heal()
		w.node.MineEmpty(40)
		w.settles(time.Minute)
		if h := w.sink.Halted(); !strings.Contains(h, "finality is violated: block 64 was final") {
			t.Errorf("halted: %q", h)
		}
	})
}

// TestFinalBlockReplacedWhileNobodyLeads: what the former leader knew to be final
// is known to the next.
func TestFinalBlockReplacedWhileNobodyLeads(t *testing.T) {
	for name, back := range map[string]int{"above it": 11, "it": 12} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.node.MineEmpty(75 - int(w.node.Head().Number))
				tags := w.tags()
				_, stop := w.follow(func(c *indexer.Config) { c.Tags = tags })
				w.settles(20 * time.Second)
				stop()
				w.node.Reorg(back, chaintest.Empty(back+3)...)
				next := w.tags()
				_, stop = w.follow(func(c *indexer.Config) { c.Tags, c.Holder = next, "two" })
				defer stop()
				w.settles(30 * time.Second)
				w.halts(back - 11)
			})
		})
	}
}

// TestTagsUnderOneHead: whatever moves of the tags is looked at while no block
// comes, and once.
func TestTagsUnderOneHead(t *testing.T) {
	for _, tag := range settle.BlockTags() {
		t.Run(string(tag), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.node.MineEmpty(75 - int(w.node.Head().Number))
				tags := w.tags()
				var looked atomic.Uint64 // what was claimed at the newest write
				w.sink.Finalizing(func() ([]settle.HeadClaim, int) {
					claims, quorum := tags.Claims()
					for _, c := range claims {
						looked.Store(c.Tagged[tag].Number)
					}
					return claims, quorum
				})
				_, stop := w.follow(func(c *indexer.Config) { c.Tags = tags })
				defer stop()
				w.settles(20 * time.Second)
				for n := uint64(66); n <= 75; n += 3 {
					w.node.Call(tag, n)
					writes := w.sink.Writes()
					time.Sleep(time.Minute)
					if got := looked.Load(); got != n {
						t.Errorf("up to block %d is %s, and what was looked at says %d", n, tag, got)
					}
					if got := w.sink.Writes() - writes; got != 1 {
						t.Errorf("%d writes for one block that became %s", got, tag)
					}
				}
			})
		})
	}
}

// TestTagsOfAQuorum: what is final takes a quorum and a majority, on our chain.
func TestTagsOfAQuorum(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t, 3)
		defer c.start(2, "one")()
		pool := c.daemons[0].pool
		final := func() uint64 {
			b, _, ok := settle.Vouched(settle.TagFinalized, pool.Heads(t.Context()), 2, func(n uint64) *settle.BlockRef {
				for _, b := range c.sink.Chain() {
					if b.Number == n {
						return &b.BlockRef
					}
				}
				return nil
			})
			if !ok {
				return 0
			}
			return b.Number
		}
		time.Sleep(3 * time.Second)
		c.mine(30, c.all()) // block 70; 64 is final
		if got := final(); got != 64 {
			t.Errorf("final up to %d", got)
		}
		c.nodes[0].Lag(10) // one lags: the others suffice
		if got := final(); got != 64 {
			t.Errorf("with one that lags: %d", got)
		}
		c.nodes[1].Lag(10) // two lag: what they say is final
		if got := final(); got != 32 {
			t.Errorf("with two that lag: %d", got)
		}
		c.nodes[0].Lag(0)
		c.nodes[1].Lag(0)
		c.nodes[0].Inject(chaintest.Fault{Kind: chaintest.Unavailable}) // the others are two
		if got := final(); got != 64 {
			t.Errorf("with one that fails: %d", got)
		}
		c.nodes[1].Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		if got := final(); got != 0 {
			t.Errorf("one alone made %d final", got)
		}
		c.nodes[0].Heal()
		c.nodes[1].Heal()
		time.Sleep(15 * time.Second)                 // for a while they are left alone
		c.nodes[0].Lacks(chaintest.Lack{Tags: true}) // 70 blocks are not 1,000
		if got := final(); got != 64 {
			t.Errorf("with one that lacks tags: %d", got)
		}
		c.nodes[1].Lacks(chaintest.Lack{Tags: true})
		if got := final(); got != 0 {
			t.Errorf("with two that lack tags: %d", got)
		}
	})
}

func TestNewTags(t *testing.T) {
	if _, err := indexer.NewTags(indexer.TagsConfig{Quorum: 1}); err == nil {
		t.Error("tags without endpoints")
	}
	pool, err := rpc.NewFailover(rpc.FailoverConfig{Clients: []*rpc.Client{newWorld(t).client(rpc.ReceiptsOnEmpty)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := indexer.NewTags(indexer.TagsConfig{Endpoints: pool}); err == nil {
		t.Error("tags without a quorum")
	}
}

// TestFinalBeforeItIsStored: what was called final while the store was still
// behind counts once it is stored and a fact, though nothing new is said of it.
func TestFinalBeforeItIsStored(t *testing.T) {
	for name, stored := range map[string]int{"stored later": 40, "the newest block": 64} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.node.MineEmpty(stored - int(w.node.Head().Number))
				_, stop := w.follow()
				w.settles(20 * time.Second)
				stop()
				if stored < 64 {
					w.node.MineEmpty(85 - stored)
				}
				slow := w.node // the endpoint that is asked for the tags is not
				w.node = chaintest.NewNode(31337, 1)
				w.node.Follow(slow)
				tags := w.tags()
				w.node = slow
				w.node.Slow(200 * time.Millisecond)
				_, stop = w.follow(func(c *indexer.Config) { c.Tags, c.Holder = tags, "two" })
				defer stop()
				w.settles(time.Minute)
				w.node.MineEmpty(85 - int(w.node.Head().Number))
				w.settles(time.Minute)
				if got := w.sink.Final(); got != 64 {
					t.Fatalf("final up to %d", got)
				}
				writes := w.sink.Writes()
				time.Sleep(5 * time.Minute)
				if n := w.sink.Writes() - writes; n > 0 {
					t.Errorf("%d writes while nothing happened", n)
				}
				w.node.Reorg(22, chaintest.Empty(23)...)
				w.settles(time.Minute)
				w.halts(1)
			})
		})
	}
}
