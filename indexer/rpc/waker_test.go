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
	deadline := time.After(10 * time.Second)
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

// TestWakerGathersHeads: many heads in a gap make one wake-up at its end, and
// the subscription is read all the while.
func TestWakerGathersHeads(t *testing.T) {
	node := chaintest.NewNode(1, 1)
	const gap = 150 * time.Millisecond
	w := waker(t, rpc.WakerConfig{URL: wsServer(t, node), Retry: time.Millisecond, Gap: gap})
	for deadline := time.Now().Add(10 * time.Second); len(w.C()) == 0; time.Sleep(5 * time.Millisecond) {
		if node.Mine(); time.Now().After(deadline) {
			t.Fatal("no wake-up")
		}
	}
	<-w.C()
	start := time.Now()
	for range 40 {
		node.Mine()
	}
	n := 0
	for end := time.After(4 * gap); ; {
		select {
		case <-w.C():
			n++
			continue
		case <-end:
		}
		break
	}
	if most := int(time.Since(start)/gap) + 1; n < 1 || n > most {
		t.Errorf("%d wake-ups, want 1 to %d", n, most)
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
	for range 500 {
		if strings.Count(log.String(), "silent") >= 3 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("no new connections: %s", log.String())
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
			for range 500 {
				if node.Head().Number < 10 {
					node.Mine()
				}
				if f.Status().Tip.Number == 10 {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			if f.Status().Tip.Number != 10 {
				t.Errorf("polling stopped: %+v", f.Status())
			}
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
