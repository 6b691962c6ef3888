package rpc_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// ethAPI serves eth_subscribe("newHeads") of a node, by go-ethereum's server.
type ethAPI struct{ node *chaintest.Node }

func (a ethAPI) NewHeads(ctx context.Context) (*gethrpc.Subscription, error) {
	notifier, ok := gethrpc.NotifierFromContext(ctx)
	if !ok {
		return nil, gethrpc.ErrNotificationsUnsupported
	}
	sub := notifier.CreateSubscription()
	heads, stop := a.node.Subscribe()
	go func() {
		defer stop()
		for {
			select {
			case h := <-heads:
				_ = notifier.Notify(sub.ID, map[string]any{"hash": h})
			case <-sub.Err():
				return
			}
		}
	}()
	return sub, nil
}

func wsServer(t *testing.T, node *chaintest.Node) string {
	t.Helper()
	s := gethrpc.NewServer()
	if err := s.RegisterName("eth", ethAPI{node}); err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.WebsocketHandler([]string{"*"}))
	t.Cleanup(func() { s.Stop(); h.Close() })
	return "ws" + strings.TrimPrefix(h.URL, "http")
}

func waker(t *testing.T, cfg rpc.WakerConfig) *rpc.Waker {
	t.Helper()
	w, err := rpc.NewWaker(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return w
}

func TestWakerWakes(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	w := waker(t, rpc.WakerConfig{URL: wsServer(t, node), Retry: time.Millisecond})
	deadline := time.After(time.Minute)
	for n := 0; n < 3; {
		node.Mine()
		select {
		case <-w.C():
			n++
		case <-time.After(50 * time.Millisecond): // not subscribed yet
		case <-deadline:
			t.Fatal("no wake-up")
		}
	}
}

// gapClock ends the gaps between wake-ups when the test says so. Nothing is ever
// silent by it.
type gapClock struct {
	indexer.SystemClock
	gap     time.Duration
	gaps    chan chan time.Time // those that began
	silence atomic.Int64        // waits for a head that began
}

func (c *gapClock) After(d time.Duration) (<-chan time.Time, func()) {
	switch d {
	case c.gap:
		end := make(chan time.Time, 1)
		c.gaps <- end
		return end, func() {}
	case silence:
		c.silence.Add(1)
		return nil, func() {}
	}
	return c.SystemClock.After(d)
}

// silence is the one that a Waker waits for by default.
const silence = 30 * time.Second

// TestWakerGathersHeads: many heads in a gap make one wake-up at its end, and
// the subscription is read all the while.
func TestWakerGathersHeads(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	clock := &gapClock{gap: 150 * time.Millisecond, gaps: make(chan chan time.Time, 10)}
	w := waker(t, rpc.WakerConfig{URL: wsServer(t, node), Retry: time.Millisecond, Gap: clock.gap, Clock: clock})
	until(t, "the first wake-up", func() bool { node.Mine(); return len(w.C()) > 0 })
	<-w.C()
	end := <-clock.gaps
	for range 2 { // a gap with heads is followed by another
		for range 20 {
			read := clock.silence.Load()
			node.Mine()
			until(t, "a head is read", func() bool { return clock.silence.Load() > read })
		}
		if len(w.C()) != 0 || len(clock.gaps) != 0 {
			t.Fatal("woken within the gap")
		}
		end <- time.Time{}
		until(t, "woken after the gap", func() bool { return len(w.C()) == 1 && len(clock.gaps) == 1 })
		end = <-clock.gaps
		<-w.C()
	}
}

// until waits for what must come.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

// TestWakerSilence: a connection that says nothing is made anew.
func TestWakerSilence(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	var log syncBuffer
	waker(t, rpc.WakerConfig{
		URL: wsServer(t, node), Silence: 20 * time.Millisecond, Retry: time.Millisecond,
		Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	until(t, "three new connections", func() bool { return strings.Count(log.String(), "silent") >= 3 })
}

// TestFollowerWithoutWorkingWebsocket: refused, not a websocket, accepted and
// then mute: the follower polls on, and no secret is logged.
func TestFollowerWithoutWorkingWebsocket(t *testing.T) {
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for name, host := range map[string]string{
		"refused": "127.0.0.1:1", "no websocket": strings.TrimPrefix(plain.URL, "http://"), "mute": mute.Addr().String(),
	} {
		t.Run(name, func(t *testing.T) {
			var log syncBuffer
			w := waker(t, rpc.WakerConfig{
				URL: "ws://" + host + "/v2/" + secret, Retry: 5 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil)),
			})
			node := chaintest.NewNode(1, 1)
			node.MineEmpty(3)
			lease := chaintest.NewLease()
			sink := chaintest.NewSink(lease)
			f, err := indexer.New(indexer.Config{
				Source: client(t, node.Transport()), Sink: sink, Lease: lease, Holder: "one",
				Rand: func() float64 { return 0 }, Wake: w.C(), Poll: 5 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { _ = f.Run(ctx) })
			defer running.Wait()
			defer cancel()
			until(t, "polling goes on", func() bool {
				if node.Head().Number < 10 {
					node.Mine()
				}
				return f.Status().Tip.Number == 10
			})
			if strings.Contains(log.String(), secret) {
				t.Errorf("secret in the log: %s", log.String())
			}
		})
	}
}

func TestNewWakerRefuses(t *testing.T) {
	for _, bad := range []string{"", "http://node.test/" + secret, "ws:///" + secret} {
		if _, err := rpc.NewWaker(rpc.WakerConfig{URL: bad}); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
