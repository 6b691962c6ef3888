package rpc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// observed is a real node under a follower with a jury of two votes of it.
func observed(t *testing.T, chain devchain.Chain, change func(*indexer.Config)) (*real, *indexer.Follower) {
	t.Helper()
	t.Cleanup(func() { _ = chain.Close() })
	eth, err := ethclient.DialContext(t.Context(), chain.HTTPURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(eth.Close)
	tok, err := usdc.NewToken(eth)
	if err != nil {
		t.Fatal(err)
	}
	d, err := decode.New(decode.Emitters{Token: settle.Address(tok.Address())})
	if err != nil {
		t.Fatal(err)
	}
	var clients []*rpc.Client
	for range 2 {
		c, err := rpc.New(rpc.Config{URL: chain.HTTPURL(), Decoder: d})
		if err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	pool, err := rpc.NewFailover(rpc.FailoverConfig{Clients: clients, Quorum: 2})
	if err != nil {
		t.Fatal(err)
	}
	jury, err := indexer.NewJury(indexer.JuryConfig{Panel: pool, Quorum: 2, Confirmations: 6})
	if err != nil {
		t.Fatal(err)
	}
	lease := chaintest.NewLease()
	r := &real{T: t, chain: chain, token: tok, client: clients[0], sink: chaintest.NewSink(lease)}
	r.sink.Confirming(6, jury.Agreed)
	cfg := indexer.Config{Source: pool, Sink: r.sink, Lease: lease, Holder: "one", Rand: func() float64 { return 0 },
		Poll: 20 * time.Millisecond, Tail: 10, Jury: jury}
	change(&cfg)
	f, err := indexer.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = f.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return r, f
}

// agrees waits until the vote on the newest block at the depth is over.
func (r *real) agrees() {
	r.Helper()
	chain := r.sink.Chain()
	for deadline := time.Now().Add(time.Minute); r.sink.Applied()+6 != chain[len(chain)-1].Number; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.Fatalf("applied up to %d of %d", r.sink.Applied(), chain[len(chain)-1].Number)
		}
	}
}

// TestSynchronizedWithGeth: whatever mix of blocks and reorganizations a real
// go-ethereum makes, what is stored is its chain; shorter chains and those of the
// same height are part of the mix.
func TestSynchronizedWithGeth(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			chain, err := devchain.Start(devchain.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, _ := observed(t, chain, func(*indexer.Config) {})
			rnd := rand.New(rand.NewPCG(seed, 0))
			r.mine(12)
			r.settles("first blocks", -1)
			for i := range 12 {
				step := ""
				if rnd.IntN(2) == 0 {
					n := 1 + rnd.IntN(4)
					step = fmt.Sprintf("step %d: %d blocks", i, n)
					for k := range n {
						r.pay(int64(100*i + k + 1))
						r.mine(1)
					}
				} else {
					depth := 1 + rnd.IntN(8)
					n := max(1, depth-2+rnd.IntN(5))
					step = fmt.Sprintf("step %d: %d blocks replaced by %d", i, depth, n)
					if err := chain.Reorg(t.Context(), depth, n, rnd.IntN(2) == 0); err != nil {
						t.Fatal(step, err)
					}
				}
				r.settles(step, -1)
			}
			if len(r.sink.Orphans()) == 0 {
				t.Error("nothing was reorganized")
			}
		})
	}
}

// TestAnvilReorg are the shapes on which other indexers were found to break: a
// reorganization within what was indexed in one batch, one of the same height,
// and one that is deeper than a walk, which halts releases and nothing else.
func TestAnvilReorg(t *testing.T) {
	chain, err := anvil.Start(t.Context(), anvil.Options{NodeModules: []string{"../../node_modules"}})
	if err != nil {
		t.Fatalf("npm ci installs anvil: %v", err)
	}
	for range 9 {
		(&real{T: t, chain: chain}).mine(1)
	}
	r, f := observed(t, chain, func(c *indexer.Config) { c.MaxWalk = 30 })
	r.pay(1)
	r.mine(1)
	r.settles("ten blocks in one batch", 1)
	reorg := func(depth, n int, drop bool) {
		t.Helper()
		if err := chain.Reorg(t.Context(), depth, n, drop); err != nil {
			t.Fatal(err)
		}
		r.settles(fmt.Sprintf("%d blocks replaced by %d", depth, n), -1)
	}
	reorg(3, 5, false)
	reorg(3, 3, true)
	reorg(4, 2, false)
	if h := r.sink.Halts(); len(h) > 0 {
		t.Fatalf("halted: %v", h)
	}
	r.mine(45)
	r.settles("45 more", -1)
	if err := chain.Reorg(t.Context(), 40, 41, true); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); len(r.sink.Halts()) == 0 && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	if h := r.sink.Halts(); len(h) != 1 || !f.Status().Leader {
		t.Fatalf("halts %v, %+v", h, f.Status())
	}
	// Within a walk, a reorganization of any depth is followed.
	t.Run("within a walk", func(t *testing.T) {
		chain, err := anvil.Start(t.Context(), anvil.Options{NodeModules: []string{"../../node_modules"}})
		if err != nil {
			t.Fatal(err)
		}
		r, _ := observed(t, chain, func(*indexer.Config) {})
		r.T = t
		r.mine(100)
		r.settles("a hundred", -1)
		reorg := func(depth int) {
			r.agrees()
			if err := chain.Reorg(t.Context(), depth, depth+1, true); err != nil {
				t.Fatal(err)
			}
			r.settles(fmt.Sprintf("%d deep", depth), -1)
		}
		reorg(40)
		reorg(90)
		if h := r.sink.Halts(); len(h) != 0 {
			t.Fatalf("halts %v", h)
		}
		r.mine(3)
		r.settles("it goes on", -1)
	})
}
