package rpc_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// TestBreaker: an endpoint that fails is left alone for longer and longer, and is
// tried by one call at a time; when it serves again all is as before.
func TestBreaker(t *testing.T) {
	for name, f := range map[string]chaintest.Fault{
		"refused":  {Kind: chaintest.Refused},
		"hanging":  {Kind: chaintest.Hang},
		"429":      {Kind: chaintest.Limited, Limit: chaintest.Limit{Status: http.StatusTooManyRequests}},
		"503":      {Kind: chaintest.Limited, Limit: chaintest.Limit{Status: http.StatusServiceUnavailable}},
		"-32001":   {Kind: chaintest.Limited, Limit: chaintest.Limit{Error: chaintest.Error{Code: -32001, Message: "resource unavailable"}}},
		"bad key":  {Kind: chaintest.Limited, Limit: chaintest.Limit{Status: http.StatusUnauthorized}},
		"cut":      {Kind: chaintest.Cut},
		"gone":     {Kind: chaintest.Limited, Limit: chaintest.Limit{Status: http.StatusBadGateway}},
		"internal": {Kind: chaintest.Limited, Limit: chaintest.Limit{Status: http.StatusInternalServerError}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				node := chaintest.NewNode(1, 1)
				count := &counter{RoundTripper: node.Transport()}
				c := client(t, count, func(cfg *rpc.Config) { cfg.Rand = func() float64 { return 0.999999 } })
				node.Inject(f)
				var open *rpc.OpenError
				for i := range 3 {
					if _, err := c.Latest(t.Context()); err == nil || errors.As(err, &open) {
						t.Fatalf("call %d: %v", i, err)
					}
				}
				if h := c.Health(); !h.Open || h.ErrorRatio < 0.2 || h.ErrorRatio > 0.3 {
					t.Errorf("%+v", h)
				}
				start := time.Now()
				for range 10_000 { // a storm
					before := count.exchanges
					if _, err := c.Latest(t.Context()); err == nil || count.exchanges == before && (!errors.As(err, &open) || open.RetryAfter() <= 0 || open.RetryAfter() > 10*time.Second) {
						t.Fatal(err)
					}
					time.Sleep(10 * time.Millisecond)
				}
				if took := time.Since(start); took < 90*time.Second { // nor do the trials add much to it
					t.Fatalf("it took %s", took)
				}
				if n := count.exchanges; n < 10 || n > 20 {
					t.Errorf("asked %d times in 100 s", n)
				}
				node.Heal()
				time.Sleep(11 * time.Second)
				for range 10 {
					if _, err := c.Latest(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if h := c.Health(); h.Open || h.ErrorRatio > 0.5 {
					t.Errorf("%+v", h)
				}
			})
		})
	}
}

// TestBreakerTriesByOne: of many calls that come when the time is over one goes
// through.
func TestBreakerTriesByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.NewNode(1, 1)
		count := &counter{RoundTripper: node.Transport()}
		c := client(t, count)
		node.Inject(chaintest.Fault{Kind: chaintest.Hang})
		for range 3 {
			_, _ = c.Latest(t.Context())
		}
		time.Sleep(time.Second)
		before := count.exchanges
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { _, _ = c.Latest(t.Context()) })
		}
		all.Wait()
		if n := count.exchanges - before; n != 1 {
			t.Errorf("%d calls tried an endpoint that hangs", n)
		}
	})
}

// TestBreakerHeedsRetryAfter: one answer that says how long to stay away is
// enough, whatever else is called meanwhile.
func TestBreakerHeedsRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.NewNode(1, 1)
		count := &counter{RoundTripper: node.Transport()}
		c := client(t, count)
		node.Inject(chaintest.Fault{Kind: chaintest.Limited, Limit: chaintest.Limit{Status: http.StatusTooManyRequests, RetryAfter: "7"}, Times: 1})
		_, err := c.Latest(t.Context())
		if !rpc.Throttled(err) {
			t.Fatal(err)
		}
		for range 69 {
			time.Sleep(100 * time.Millisecond)
			if _, err := c.Latest(t.Context()); !rpc.Throttled(err) {
				t.Fatalf("%v after %d exchanges", err, count.exchanges)
			}
		}
		time.Sleep(200 * time.Millisecond)
		if _, err := c.Latest(t.Context()); err != nil || count.exchanges != 2 || c.Health().Throttled != 1 {
			t.Errorf("%v after %d exchanges, %+v", err, count.exchanges, c.Health())
		}
	})
}

// TestBreakerBlamesOnlyFaults: answers that say no, nonsense, and calls that we
// ended are no reason to leave an endpoint alone.
func TestBreakerBlamesOnlyFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.NewNode(1, 1)
		c := client(t, node.Transport())
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		for _, k := range []chaintest.Kind{chaintest.Null, chaintest.Unknown, chaintest.Malformed, chaintest.Huge, chaintest.WrongID} {
			node.Inject(chaintest.Fault{Kind: k})
			for range 5 {
				_, err := c.Latest(t.Context())
				if err == nil || rpc.Throttled(err) {
					t.Fatalf("kind %d: %v", k, err)
				}
				if _, err := c.Latest(ended); err == nil {
					t.Fatal("answered a call that was over")
				}
			}
			node.Heal()
		}
		if h := c.Health(); h.Open || h.ErrorRatio != 0 {
			t.Errorf("%+v", h)
		}
	})
}

// TestTrialThatWeEnd: a trial that is cut short by its caller proves nothing, and
// the next call tries again.
func TestTrialThatWeEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.NewNode(1, 1)
		c := client(t, node.Transport())
		node.Inject(chaintest.Fault{Kind: chaintest.Hang})
		for range 3 {
			_, _ = c.Latest(t.Context())
		}
		time.Sleep(time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			time.Sleep(100 * time.Millisecond)
			cancel()
		}()
		_, _ = c.Latest(ctx)
		node.Heal()
		if _, err := c.Latest(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestLimit: calls are held to the rate, a batch counts for all its parts, and
// votes do not wait.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.NewNode(1, 1)
		node.MineEmpty(3)
		c := client(t, node.Transport(), func(cfg *rpc.Config) { cfg.Rate, cfg.Burst = 20, 10 })
		calls := func() int {
			return node.Calls("eth_getBlockByNumber") + node.Calls("eth_getBlockByHash") + node.Calls("eth_getLogs")
		}
		start := time.Now()
		for range 100 {
			if _, err := c.Block(t.Context(), 2); err != nil { // four calls
				t.Fatal(err)
			}
		}
		took := time.Since(start)
		if want := time.Duration(calls()-10) * time.Second / 20; took < want-time.Second/10 || took > want+time.Second/10 {
			t.Errorf("%d calls took %s, want %s", calls(), took, want)
		}
		if w := c.Health().Waited; w < took-time.Second || w > took+time.Second {
			t.Errorf("waited %s of %s", w, took)
		}
		// what would wait for longer than it may take is not begun, and leaves its place
		short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		before := calls()
		for range 1000 {
			if _, err := c.Block(short, 2); !errors.Is(err, rpc.ErrOwnLimit) {
				t.Fatal(err)
			}
		}
		if calls() != before || c.Health().ErrorRatio != 0 {
			t.Errorf("%d calls, %+v", calls()-before, c.Health())
		}
		start = time.Now()
		if _, err := c.Latest(t.Context()); err != nil || time.Since(start) > time.Second/2 {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}

// TestVotesDoNotWaitForTheLimit: a source that is read as fast as it may be
// answers votes all the same.
func TestVotesDoNotWaitForTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := chaintest.NewNode(1, 1)
		node.MineEmpty(30)
		c := client(t, node.Transport(), func(cfg *rpc.Config) { cfg.Rate, cfg.Burst = 1, 1 })
		f, err := rpc.NewFailover(rpc.FailoverConfig{Clients: []*rpc.Client{c}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Block(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			start := time.Now()
			if as := hear(t.Context(), f, 7); as[0].Err != nil || time.Since(start) != 0 {
				t.Errorf("%+v after %s", as, time.Since(start))
			}
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for range 5 {
			if _, err := f.Block(short, 2); !errors.Is(err, rpc.ErrOwnLimit) {
				t.Fatal(err)
			}
		}
		if s := f.Status()[0]; len(s.Isolated) != 0 {
			t.Errorf("an endpoint is blamed for our limit: %+v", s)
		}
	})
}
