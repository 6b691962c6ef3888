package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// TestProbe: what a node serves is found out by trial, whatever it is called
// and however it is refused.
func TestProbe(t *testing.T) {
	all := rpc.Capabilities{Safe: true, Finalized: true, BlockReceipts: true, Batch: true, MaxLogRange: 10_000}
	with := func(change func(*rpc.Capabilities)) rpc.Capabilities {
		c := all
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		lack chaintest.Lack
		want rpc.Capabilities
	}{
		"everything":    {chaintest.Lack{}, all},
		"no batch":      {chaintest.Lack{Batch: true}, with(func(c *rpc.Capabilities) { c.Batch = false })},
		"no batch, 400": {chaintest.Lack{BatchHTTP: true}, with(func(c *rpc.Capabilities) { c.Batch = false })},
		"no receipts":   {chaintest.Lack{BlockReceipts: true}, with(func(c *rpc.Capabilities) { c.BlockReceipts = false })},
		"no tags":       {chaintest.Lack{Tags: true}, with(func(c *rpc.Capabilities) { c.Safe, c.Finalized = false, false })},
		"nothing":       {chaintest.Lack{Batch: true, BlockReceipts: true, Tags: true}, rpc.Capabilities{MaxLogRange: 10_000}},
	} {
		t.Run(name, func(t *testing.T) {
			node := chaintest.NewNode(8453, 1)
			node.MineEmpty(40)
			node.Ranges(0, 0, chaintest.Limit{})
			node.Lacks(c.lack)
			got, err := client(t, node.Transport()).Probe(t.Context())
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
			if m := node.Misuse(); len(m) > 0 {
				t.Error(m)
			}
		})
	}
}

// TestProbeFindsTheRange: in whatever words a provider refuses a larger one.
func TestProbeFindsTheRange(t *testing.T) {
	node := chaintest.NewNode(8453, 1)
	node.MineEmpty(1100)
	c := client(t, node.Transport())
	for _, l := range chaintest.RangeLimits() {
		for _, n := range []int{1, 10, 500} {
			node.Ranges(n, 0, l)
			if got, err := c.Probe(t.Context()); err != nil || got.MaxLogRange != uint64(n) {
				t.Errorf("%s at %d: %+v, %v", l.Provider, n, got, err)
			}
		}
	}
}

// TestProbeDoesNotGuess: an endpoint that is out of order, or limits the rate of
// calls, is not one that serves less.
func TestProbeDoesNotGuess(t *testing.T) {
	for _, method := range []string{"eth_getBlockByNumber", "eth_getBlockReceipts", "eth_getLogs"} {
		for _, kind := range []chaintest.Kind{chaintest.Refused, chaintest.Unavailable, chaintest.Malformed, chaintest.Hang} {
			for skip := range 3 {
				if skip > 0 && method != "eth_getBlockByNumber" || kind == chaintest.Hang && method == "eth_getLogs" {
					continue // one call of each of the others; and too large a range takes long as well
				}
				synctest.Test(t, func(t *testing.T) {
					node := chaintest.NewNode(8453, 1)
					node.MineEmpty(40)
					node.Ranges(0, 0, chaintest.Limit{})
					node.Inject(chaintest.Fault{Kind: kind, Method: method, Skip: skip})
					if got, err := client(t, node.Transport()).Probe(t.Context()); err == nil || got == (rpc.Capabilities{Safe: true, Finalized: true, BlockReceipts: true, Batch: true, MaxLogRange: 10_000}) {
						t.Errorf("%s after %d, kind %d: %+v, %v", method, skip, kind, got, err)
					}
				})
			}
		}
	}
}

// TestWithoutBatches: an endpoint that refuses batches is read call by call from
// then on, and lies that a batch would not bring are found as well.
func TestWithoutBatches(t *testing.T) {
	for _, lack := range []chaintest.Lack{{Batch: true}, {BatchHTTP: true}} {
		t.Run(fmt.Sprint(lack), func(t *testing.T) {
			node := chaintest.NewNode(8453, 1)
			node.MineEmpty(2)
			node.Mine(transfer(1), transfer(2))
			node.Lacks(lack)
			count := &counter{RoundTripper: node.Transport()}
			c := client(t, count)
			for i, want := range []int{5, 4} { // hash, refused batch, header, logs, header; then without the refusal
				before := count.exchanges
				b, err := c.Block(t.Context(), 3)
				if err != nil || len(b.Logs) != 2 || count.exchanges-before != want {
					t.Fatalf("read %d: %+v, %v, %d exchanges", i, b, err, count.exchanges-before)
				}
			}
			// the next node of a load balancer does not have the block, and says so by
			// an empty list
			node.Inject(chaintest.Fault{Kind: chaintest.EmptyLogs, Times: 1})
			if b, err := c.Block(t.Context(), 3); !errors.Is(err, rpc.ErrInconsistent) {
				t.Errorf("logs of nowhere: %+v, %v", b, err)
			}
			node.Inject(chaintest.Fault{Kind: chaintest.Swapped, Method: "eth_getBlockByHash", Times: 1})
			if b, err := c.Block(t.Context(), 3); !errors.Is(err, rpc.ErrInconsistent) {
				t.Errorf("another block: %+v, %v", b, err)
			}
			node.Inject(chaintest.Fault{Kind: chaintest.Swapped, Method: "eth_getBlockByNumber", Skip: 1, Times: 1})
			if b, err := c.Block(t.Context(), 3); !errors.Is(err, rpc.ErrInconsistent) {
				t.Errorf("changed meanwhile: %+v, %v", b, err)
			}
		})
	}
}

// TestAFailedBatchIsNotARefusedOne: after any other failure batches go on.
func TestAFailedBatchIsNotARefusedOne(t *testing.T) {
	for _, kind := range []chaintest.Kind{chaintest.Unavailable, chaintest.Malformed, chaintest.ShortBatch, chaintest.Huge, chaintest.WrongID} {
		synctest.Test(t, func(t *testing.T) {
			node := chaintest.NewNode(8453, 1)
			node.Mine(transfer(1))
			count := &counter{RoundTripper: node.Transport()}
			c := client(t, count)
			node.Inject(chaintest.Fault{Kind: kind, Method: "eth_getLogs", Times: 1})
			if _, err := c.Block(t.Context(), 1); err == nil {
				t.Fatalf("kind %d: no error", kind)
			}
			before := count.exchanges
			time.Sleep(2 * time.Second) // that long the endpoint asks to be left alone
			if _, err := c.Block(t.Context(), 1); err != nil || count.exchanges-before != 2 {
				t.Errorf("kind %d: %v, %d exchanges", kind, err, count.exchanges-before)
			}
		})
	}
}

// TestReceiptsOneByOne: where a whole block's receipts are not served, a second
// look reads them one by one, and finds the same lies.
func TestReceiptsOneByOne(t *testing.T) {
	node := chaintest.NewNode(8453, 1)
	node.Mine(transfer(1), transfer(2), transfer(3))
	node.Lacks(chaintest.Lack{BlockReceipts: true})
	c := client(t, node.Transport(), func(cfg *rpc.Config) { cfg.Receipts = rpc.ReceiptsAlways })
	if b, err := c.Block(t.Context(), 1); err != nil || len(b.Logs) != 3 || node.Calls("eth_getTransactionReceipt") != 4 {
		t.Errorf("%+v, %v, %d receipts", b, err, node.Calls("eth_getTransactionReceipt"))
	}
	for _, f := range []chaintest.Fault{
		{Kind: chaintest.EmptyLogs, Times: 1}, {Kind: chaintest.PartialLogs, Times: 1},
		{Kind: chaintest.Null, Method: "eth_getTransactionReceipt", Skip: 2, Times: 1},
	} {
		node.Inject(f)
		if b, err := c.Block(t.Context(), 1); !errors.Is(err, rpc.ErrInconsistent) {
			t.Errorf("%+v: %+v, %v", f, b, err)
		}
	}
	if n := node.Calls("eth_getBlockReceipts"); n != 1 {
		t.Errorf("what is not served was asked for %d times", n)
	}
}

// TestCapabilitiesAreFoundOutAtEveryConnect: at first, and again after a failure,
// since another node may be there.
func TestCapabilitiesAreFoundOutAtEveryConnect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.a.Ranges(10, 0, chaintest.RangeLimits()[0])
		p.b.Ranges(0, 0, chaintest.Limit{})
		caps, err := p.f.Capabilities(t.Context())
		if err != nil || caps.MaxLogRange != 10 || !caps.Finalized {
			t.Fatalf("%+v, %v", caps, err)
		}
		calls := p.a.Calls("eth_getLogs")
		if again, err := p.f.Capabilities(t.Context()); err != nil || again != caps || p.a.Calls("eth_getLogs") != calls {
			t.Errorf("%+v, %v", again, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			p.f.Watch(ctx)
			close(done)
		}()
		time.Sleep(12 * time.Second)
		synctest.Wait()
		for i, s := range p.f.Status() {
			if !s.Probed || !s.Capabilities.Batch {
				t.Errorf("endpoint %d: %+v", i, s)
			}
		}
		p.b.Lacks(chaintest.Lack{Tags: true})
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		time.Sleep(12 * time.Second)
		synctest.Wait()
		if s := p.f.Status()[1]; s.Probed || !s.Capabilities.Safe {
			t.Errorf("while it fails: %+v", s)
		}
		p.b.Heal()
		time.Sleep(time.Minute)
		synctest.Wait()
		if s := p.f.Status()[1]; !s.Probed || s.Capabilities.Safe || !s.Capabilities.Batch {
			t.Errorf("connected again: %+v", s)
		}
		cancel()
		<-done
	})
}

// TestKindsOfRefusal: a limit of the range is told from one of the rate by what
// it is, in every provider's words, not by its code alone: they use one for both.
func TestKindsOfRefusal(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	refusal := func(l chaintest.Limit) error {
		c := client(t, node.Transport())
		if l.Status == 0 {
			node.Answer("eth_call", l.Error)
		} else {
			node.Inject(chaintest.Fault{Kind: chaintest.Limited, Limit: l, Times: 1})
		}
		_, err := c.CallContract(t.Context(), bob, nil, 0, settle.Hash{})
		return err
	}
	for _, l := range chaintest.RateLimits() {
		gateway := l.Status == http.StatusBadGateway || l.Status == http.StatusGatewayTimeout // could be either
		if err := refusal(l); err == nil || rpc.Throttled(err) == gateway || rpc.TooMuch(err) != gateway {
			t.Errorf("%s: throttled %t, too much %t: %v", l.Provider, rpc.Throttled(err), rpc.TooMuch(err), err)
		}
	}
	for _, l := range chaintest.RangeLimits() {
		if err := refusal(l); err == nil || rpc.Throttled(err) || !rpc.TooMuch(err) {
			t.Errorf("%s: throttled %t, too much %t: %v", l.Provider, rpc.Throttled(err), rpc.TooMuch(err), err)
		}
	}
}
