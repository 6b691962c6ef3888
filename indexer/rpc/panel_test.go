package rpc_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// hear takes all answers, in the order of the endpoints.
func hear(ctx context.Context, f *rpc.Failover, number uint64) (as []indexer.Answer) {
	for a := range f.Ask(ctx, number) {
		as = append(as, a)
	}
	slices.SortFunc(as, func(a, b indexer.Answer) int { return a.Endpoint - b.Endpoint })
	return as
}

func TestAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.a.MineEmpty(20)
		p.b.Lag(3)
		as := hear(t.Context(), p.f, 39)
		if len(as) != 2 || as[0].Hash != p.a.At(39).Hash || as[0].Err != nil {
			t.Errorf("%+v", as)
		}
		if as[0].Head != p.a.Head().Number || as[1].Head != p.b.Head().Number-3 {
			t.Errorf("heads: %+v", as)
		}
		if !errors.Is(as[1].Err, indexer.ErrNoBlock) || !as[1].Hash.IsZero() {
			t.Errorf("an endpoint that lags: %+v", as[1])
		}
		// one that answers for another height has none
		p.a.Inject(chaintest.Fault{Kind: chaintest.Swapped, Method: "eth_getBlockByNumber", Times: 1})
		if as = hear(t.Context(), p.f, 39); !errors.Is(as[0].Err, rpc.ErrInconsistent) || !as[0].Hash.IsZero() {
			t.Errorf("%+v", as)
		}
	})
}

// TestAskIsBounded: an endpoint that hangs has two questions before it and no
// more, and answers for it come in bounded time.
func TestAskIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		hear(t.Context(), p.f, 1)
		p.b.Inject(chaintest.Fault{Kind: chaintest.Hang})
		before := p.b.Exchanges()
		start := time.Now()
		var chans []<-chan indexer.Answer
		for range 50 {
			chans = append(chans, p.f.Ask(t.Context(), 7))
		}
		for _, c := range chans {
			n := 0
			for range c {
				n++
			}
			if n != 2 {
				t.Fatalf("%d answers", n)
			}
		}
		if n, took := p.b.Exchanges()-before, time.Since(start); n != 2 || took > 3*time.Second {
			t.Errorf("asked %d times; it took %s", n, took)
		}
	})
}

// door leads to one node, or later to another one.
type door struct {
	to atomic.Pointer[http.RoundTripper]
}

func (d *door) RoundTrip(r *http.Request) (*http.Response, error) { return (*d.to.Load()).RoundTrip(r) }

func (d *door) open(n *chaintest.Node) {
	rt := n.Transport()
	d.to.Store(&rt)
}

// TestAskChecksTheChainAgain: an endpoint that comes back after a failure may be
// another one; of another chain it has no voice.
func TestAskChecksTheChainAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		d := &door{}
		d.open(p.b)
		moving := client(t, d, func(c *rpc.Config) { c.URL = "http://b" })
		f, err := rpc.NewFailover(rpc.FailoverConfig{Clients: []*rpc.Client{client(t, p.a.Transport()), moving}})
		if err != nil {
			t.Fatal(err)
		}
		if as := hear(t.Context(), f, 7); as[1].Hash != p.a.At(7).Hash {
			t.Fatalf("%+v", as)
		}
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		f.Rule(t.Context(), settle.Hash{}, hear(t.Context(), f, 7))
		if s := f.Status()[1]; !slices.Equal(s.Isolated, []rpc.Isolation{rpc.Failing}) || s.Detail == "" {
			t.Errorf("%+v", s)
		}
		other := chaintest.NewNode(8453, 77)
		other.MineEmpty(20)
		d.open(other)
		time.Sleep(2 * time.Second) // that long the endpoint asked to be left alone
		as := hear(t.Context(), f, 7)
		if !errors.Is(as[1].Err, rpc.ErrWrongChain) || !as[1].Hash.IsZero() {
			t.Errorf("%+v", as[1])
		}
		if s := f.Status()[1]; !slices.Contains(s.Isolated, rpc.WrongChain) {
			t.Errorf("%+v", s)
		}
		p.b.Heal()
		d.open(p.b)
		f.Rule(t.Context(), p.a.At(7).Hash, hear(t.Context(), f, 7))
		if s := f.Status()[1]; len(s.Isolated) != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestOutvotedIsNotUsed: not at once, not when the others fail, and not for its
// high head. It is used again after it agreed.
func TestOutvotedIsNotUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		ctx := t.Context()
		if _, err := p.f.Latest(ctx); err != nil || p.f.Using() != "http://a" {
			t.Fatal(p.f.Using(), err)
		}
		p.a.Reorg(3, chaintest.Empty(40)...)
		p.f.Rule(ctx, settle.Hash{}, hear(ctx, p.f, 19)) // no majority judges nobody
		if s := p.f.Status(); p.f.Using() != "http://a" || len(s[0].Isolated)+len(s[1].Isolated) != 0 {
			t.Fatalf("using %s: %+v", p.f.Using(), s)
		}
		p.f.Rule(ctx, p.b.At(19).Hash, hear(ctx, p.f, 19))
		if s := p.f.Status(); p.f.Using() != "http://b" || !slices.Equal(s[0].Isolated, []rpc.Isolation{rpc.Outvoted}) || len(s[1].Isolated) != 0 {
			t.Fatalf("using %s: %+v", p.f.Using(), s)
		}
		watch, cancel := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			p.f.Watch(watch)
			close(done)
		}()
		time.Sleep(20 * time.Second)
		cancel()
		<-done
		if s := p.f.Status(); p.f.Using() != "http://b" || len(s[1].Isolated) != 0 {
			t.Fatalf("drawn to a high head: using %s, %+v", p.f.Using(), s)
		}
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		for range 5 {
			if h, err := p.f.Latest(ctx); err == nil {
				t.Fatalf("took %v of %s", h, p.f.Using())
			}
		}
		p.f.Rule(ctx, settle.Hash{}, hear(ctx, p.f, 19)) // nor does it acquit
		if _, err := p.f.Latest(ctx); err == nil {
			t.Fatal("used though it was outvoted")
		}
		p.b.Heal()
		p.a.Follow(p.b)
		p.f.Rule(ctx, p.b.At(19).Hash, hear(ctx, p.f, 19))
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		for range 3 {
			_, _ = p.f.Latest(ctx)
		}
		if _, err := p.f.Latest(ctx); err != nil || p.f.Using() != "http://a" {
			t.Errorf("using %s: %v", p.f.Using(), err)
		}
	})
}

// TestOutvotedWithNobodyElse: it is not used either when there is nobody to go
// to just then.
func TestOutvotedWithNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		if _, err := p.f.Latest(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.a.Reorg(3, chaintest.Empty(4)...)
		heard := hear(t.Context(), p.f, 19)
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		p.f.Rule(t.Context(), p.b.At(19).Hash, heard)
		if h, err := p.f.Latest(t.Context()); !errors.Is(err, rpc.ErrNoEndpoint) {
			t.Errorf("took %v of %s: %v", h, p.f.Using(), err)
		}
		p.b.Heal()
		time.Sleep(time.Minute) // it is left alone for a while
		if h, err := p.f.Latest(t.Context()); err != nil || h != p.b.Head() {
			t.Errorf("%v of %s: %v", h, p.f.Using(), err)
		}
	})
}

// TestEndpointsHaveNamesOfTheirOwn: metrics and logs tell two keys at one
// provider apart, without showing them.
func TestEndpointsHaveNamesOfTheirOwn(t *testing.T) {
	n := chaintest.NewNode(1, 1)
	one, two := client(t, n.Transport()), client(t, n.Transport())
	f, err := rpc.NewFailover(rpc.FailoverConfig{Clients: []*rpc.Client{one, two}})
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Status(); s[0].Name != "http://node.test:8545" || s[1].Name != "http://node.test:8545#2" || !s[0].Using || s[1].Using {
		t.Errorf("%+v", s)
	}
}
