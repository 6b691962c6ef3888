package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/indexer"
)

// WakerConfig configures a Waker. URL is required.
type WakerConfig struct {
	// URL is ws or wss; user, path and query may be keys.
	URL string
	// Silence is how long no head may come before the connection is taken for
	// dead and made anew; default 30 s.
	Silence time.Duration
	// Gap is the least time between two wakes, so that an endpoint cannot drive
	// the poll; default 20 ms.
	Gap time.Duration
	// Retry is the wait after a failed connection, doubling up to 16 times it;
	// default 1 s.
	Retry time.Duration
	// Clock: default indexer.SystemClock. Log: default discards.
	Clock indexer.Clock
	Log   *slog.Logger
}

// Waker subscribes to new heads and turns each into a wake-up. What a head says
// is not even looked at: polling is the truth. A silent or broken connection
// costs nothing but the wake-ups.
type Waker struct {
	cfg WakerConfig
	ep  endpoint
	c   chan struct{}
}

// NewWaker makes a Waker; it does not connect.
func NewWaker(cfg WakerConfig) (*Waker, error) {
	ep, err := parseEndpoint(cfg.URL, "ws", "wss")
	if err != nil {
		return nil, err
	}
	if cfg.Clock == nil {
		cfg.Clock = indexer.SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	for _, d := range []struct {
		v   *time.Duration
		def time.Duration
	}{{&cfg.Silence, 30 * time.Second}, {&cfg.Gap, 20 * time.Millisecond}, {&cfg.Retry, time.Second}} {
		if *d.v <= 0 {
			*d.v = d.def
		}
	}
	return &Waker{cfg: cfg, ep: ep, c: make(chan struct{}, 1)}, nil
}

// C delivers the wake-ups; it is never closed.
func (w *Waker) C() <-chan struct{} { return w.c }

// Run keeps a subscription until ctx ends.
func (w *Waker) Run(ctx context.Context) {
	for failures := 0; ctx.Err() == nil; failures++ {
		woke, err := w.session(ctx)
		if ctx.Err() != nil {
			return
		}
		if woke {
			failures = 0
		}
		w.cfg.Log.Warn("no heads by websocket, polling goes on", "endpoint", w.ep.name, "err", w.ep.redact(err.Error()))
		if !w.sleep(ctx, w.cfg.Retry<<min(failures, 4)) {
			return
		}
	}
}

// session is one connection; it ends in an error. woke says that a head came.
func (w *Waker) session(ctx context.Context) (woke bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dial, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	client, err := gethrpc.DialOptions(dial, w.ep.url, gethrpc.WithWebsocketMessageSizeLimit(1<<20))
	if err != nil {
		return false, fmt.Errorf("connecting: %w", err)
	}
	defer client.Close()
	heads := make(chan json.RawMessage, 16)
	sub, err := client.EthSubscribe(dial, heads, "newHeads")
	if err != nil {
		return false, fmt.Errorf("subscribing: %w", err)
	}
	defer sub.Unsubscribe()
	// Heads are taken as they come, since what is left lying piles up in the
	// client's memory; during the gap they make one wake-up together.
	var gap <-chan time.Time
	stopGap, more := func() {}, false
	defer func() { stopGap() }()
	wake := func() {
		woke, more = true, false
		select {
		case w.c <- struct{}{}:
		default: // one is pending
		}
		gap, stopGap = w.cfg.Clock.After(w.cfg.Gap)
	}
	for {
		silence, stop := w.cfg.Clock.After(w.cfg.Silence)
		select {
		case <-heads:
			stop()
			if more = gap != nil; !more {
				wake()
			}
		case <-gap:
			stop()
			gap = nil
			if more {
				wake()
			}
		case <-silence:
			return woke, errors.New("silent")
		case err := <-sub.Err():
			stop()
			return woke, subscriptionEnded(err)
		case <-ctx.Done():
			stop()
			return woke, ctx.Err()
		}
	}
}

func (w *Waker) sleep(ctx context.Context, d time.Duration) bool {
	after, stop := w.cfg.Clock.After(d)
	defer stop()
	select {
	case <-after:
		return true
	case <-ctx.Done():
		return false
	}
}

// subscriptionEnded wraps what ended a subscription; a closed connection gives
// no error.
func subscriptionEnded(err error) error {
	if err == nil {
		return errors.New("subscription ended")
	}
	return fmt.Errorf("subscription ended: %w", err)
}
