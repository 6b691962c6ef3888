package rpc_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// pair is two endpoints of one chain, a and b, behind a Failover.
type pair struct {
	a, b *chaintest.Node
	f    *rpc.Failover

	mu       sync.Mutex
	switches []string
}

func newPair(t *testing.T, change ...func(*rpc.FailoverConfig)) *pair {
	p := &pair{a: chaintest.NewNode(8453, 1), b: chaintest.NewNode(8453, 2)}
	p.a.MineEmpty(20)
	p.b.Follow(p.a)
	named := func(name string) func(*rpc.Config) { return func(c *rpc.Config) { c.URL = "http://" + name } }
	cfg := rpc.FailoverConfig{
		Clients:  []*rpc.Client{client(t, p.a.Transport(), named("a")), client(t, p.b.Transport(), named("b"))},
		Switched: p.note,
	}
	for _, c := range change {
		c(&cfg)
	}
	var err error
	if p.f, err = rpc.NewFailover(cfg); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *pair) note(from, to string, _ error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.switches = append(p.switches, from+">"+to)
}

func TestFailoverOnFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		ctx := t.Context()
		if _, err := p.f.Latest(ctx); err != nil || p.f.Using() != "http://a" {
			t.Fatalf("using %s, %v", p.f.Using(), err)
		}
		p.a.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		for i := range 3 {
			_, err := p.f.Block(ctx, 5)
			if (err == nil) != (i == 2) { // the third moves on and asks again
				t.Errorf("call %d: %v", i, err)
			}
		}
		if p.f.Using() != "http://b" || !slices.Equal(p.switches, []string{"http://a>http://b"}) {
			t.Errorf("using %s, %v", p.f.Using(), p.switches)
		}
		// With both down an error comes back, and nothing hangs.
		p.b.Inject(chaintest.Fault{Kind: chaintest.Hang})
		for range 5 {
			if _, err := p.f.Latest(ctx); err == nil {
				t.Fatal("an answer from nowhere")
			}
		}
		p.b.Heal()
		time.Sleep(time.Minute) // they are left alone for a while
		if _, err := p.f.Latest(ctx); err != nil {
			t.Error(err)
		}
	})
}

// TestFailoverForgives: few failures over a long time do not count together,
// and answers that say no are no failures.
func TestFailoverForgives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.a.Answer("eth_call", chaintest.Error{Code: 3, Message: "execution reverted"})
		p.a.Answer("eth_sendRawTransaction", chaintest.Error{Code: -32000, Message: "nonce too low"})
		for range 10 {
			for name, err := range map[string]error{
				"revert": second(p.f.CallContract(t.Context(), bob, nil, 0, settle.Hash{})),
				"height": second(p.f.HeadByNumber(t.Context(), 99)),
				"no tx":  second(p.f.TransactionReceipt(t.Context(), settle.Hash{})),
				"refuse": second(p.f.SendRaw(t.Context(), nil)),
			} {
				if err == nil {
					t.Fatalf("%s: no error", name)
				}
			}
		}
		if code, err := p.f.CodeAt(t.Context(), bob, settle.Hash{}); err != nil || len(code) != 0 {
			t.Errorf("code: %x, %v", code, err)
		}
		if _, err := p.f.Tagged(t.Context(), rpc.Safe); err != nil {
			t.Error(err)
		}
		for range 5 {
			p.a.Inject(chaintest.Fault{Kind: chaintest.Refused, Times: 1})
			if _, err := p.f.Latest(t.Context()); err == nil {
				t.Fatal("no error")
			}
			time.Sleep(20 * time.Second)
		}
		if len(p.switches) != 0 {
			t.Errorf("switched: %v", p.switches)
		}
	})
}

func TestFailoverOnLag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		ctx, cancel := context.WithCancel(t.Context())
		var watching sync.WaitGroup
		watching.Go(func() { p.f.Watch(ctx) })
		defer watching.Wait()
		defer cancel()
		if _, err := p.f.Latest(ctx); err != nil {
			t.Fatal(err)
		}
		p.a.Lag(5)
		time.Sleep(11 * time.Second)
		if p.f.Using() != "http://a" {
			t.Error("left an endpoint that is only 5 behind")
		}
		p.a.Lag(6)
		time.Sleep(6 * time.Second)
		if p.f.Using() != "http://b" {
			t.Error("stayed with an endpoint that is 6 behind")
		}
		p.a.Lag(0)
		time.Sleep(30 * time.Second)
		if p.f.Using() != "http://b" {
			t.Error("went back without need")
		}
	})
}

// TestFailoverOnFailingProbes: an endpoint that says who it is no more, and goes on
// giving an old head, is left.
func TestFailoverOnFailingProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		if _, err := p.f.Latest(t.Context()); err != nil || p.f.Using() != "http://a" {
			t.Fatal(p.f.Using(), err)
		}
		p.a.Inject(chaintest.Fault{Kind: chaintest.Redirect, Method: "eth_chainId"})
		p.a.Lag(10)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go p.f.Watch(ctx)
		time.Sleep(12 * time.Second)
		if p.f.Using() != "http://a" {
			t.Error("left after two looks")
		}
		time.Sleep(20 * time.Second)
		if p.f.Using() != "http://b" {
			t.Error("not left")
		}
	})
}

func TestFailoverChecksTheChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := chaintest.NewNode(8453, 99) // same chain id, another genesis
		other.MineEmpty(50)
		foreign := client(t, other.Transport(), func(c *rpc.Config) { c.URL = "http://foreign" })
		p := newPair(t)
		expect := rpc.Identity{ChainID: 8453, Genesis: p.a.At(0).Hash}
		p = newPair(t, func(c *rpc.FailoverConfig) {
			c.Clients = slices.Insert(c.Clients, 0, foreign)
			c.Expect = expect
		})
		// The genesis of pairs is the same, since nothing is random.
		if h, err := p.f.Latest(t.Context()); err != nil || h != p.a.Head() || p.f.Using() != "http://a" {
			t.Errorf("using %s: %+v, %v", p.f.Using(), h, err)
		}
		if id, err := p.f.Identity(t.Context()); err != nil || id != expect {
			t.Errorf("identity %+v, %v", id, err)
		}
		p.a.Inject(chaintest.Fault{Kind: chaintest.Malformed})
		p.b.Inject(chaintest.Fault{Kind: chaintest.Malformed})
		for range 4 {
			if _, err := p.f.Latest(t.Context()); err == nil {
				t.Fatal("took the foreign chain")
			}
		}
		alone, err := rpc.NewFailover(rpc.FailoverConfig{Clients: []*rpc.Client{foreign}, Expect: expect})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := alone.Latest(t.Context()); !errors.Is(err, rpc.ErrWrongChain) || !errors.Is(err, rpc.ErrNoEndpoint) {
			t.Errorf("alone: %v", err)
		}
	})
}

// TestFailoverUnderAFollower: the endpoint in use dies, the other one is behind
// and then catches up; no block is lost or rolled back.
func TestFailoverUnderAFollower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		lease := chaintest.NewLease()
		sink := chaintest.NewSink(lease)
		f, err := indexer.New(indexer.Config{Source: p.f, Sink: sink, Lease: lease, Holder: "one", Rand: func() float64 { return 0 }})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = f.Run(ctx) })
		running.Go(func() { p.f.Watch(ctx) })
		defer running.Wait()
		defer cancel()
		time.Sleep(time.Second)
		for i := range 4 {
			p.a.Mine(transfer(uint64(i)))
		}
		time.Sleep(time.Second) // b is 4 behind
		p.a.Inject(chaintest.Fault{Kind: chaintest.Hang})
		time.Sleep(20 * time.Second)
		if p.f.Using() != "http://b" || f.Status().Tip != p.a.Head().BlockRef || f.Status().Reason != indexer.ReasonStaleHead {
			t.Fatalf("using %s, %+v", p.f.Using(), f.Status())
		}
		p.b.Follow(p.a)
		p.b.Mine(transfer(9))
		time.Sleep(2 * time.Second)
		if f.Status().Tip != p.b.Head().BlockRef || len(sink.Orphans()) != 0 || len(sink.Breaches()) != 0 {
			t.Errorf("%+v, orphans %v, breaches %v", f.Status(), sink.Orphans(), sink.Breaches())
		}
	})
}
