package rpc

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// ErrOwnLimit: our own limit of calls (Config.Rate) would hold a call back for
// longer than it may take. The endpoint was not asked, and is not to blame.
var ErrOwnLimit = errors.New("our own limit of calls to this endpoint is used up")

// urgentKey marks a context whose calls do not wait for the limit.
type urgentKey struct{}

// urgent makes calls that take their place in the limit without waiting for it:
// votes and comparisons of heads, which are few, and upon whose time it depends
// whether an endpoint is believed. Other calls wait the longer.
func urgent(ctx context.Context) context.Context { return context.WithValue(ctx, urgentKey{}, true) }

// admit waits until the limit lets n calls pass.
func (c *Client) admit(ctx context.Context, n int) error {
	if c.bucket == nil {
		return nil
	}
	now := c.cfg.Clock.Now()
	var places []*rate.Reservation
	var wait time.Duration
	for burst := c.bucket.Burst(); n > 0; n -= burst {
		r := c.bucket.ReserveN(now, min(n, burst))
		places = append(places, r)
		wait = r.DelayFrom(now)
	}
	if wait == 0 || ctx.Value(urgentKey{}) != nil {
		return nil
	}
	giveBack := func() {
		now := c.cfg.Clock.Now()
		for i := len(places) - 1; i >= 0; i-- {
			places[i].CancelAt(now)
		}
	}
	if end, ok := ctx.Deadline(); ok && now.Add(wait).After(end) {
		giveBack()
		return fmt.Errorf("%s: %w", wait.Round(time.Millisecond), ErrOwnLimit)
	}
	after, stop := c.cfg.Clock.After(wait)
	defer stop()
	select {
	case <-after:
		c.health.waited(wait)
		return nil
	case <-ctx.Done():
		giveBack()
		return &transportError{"waiting for our own limit of calls", ctx.Err()}
	}
}

// Health is how an endpoint has served its calls.
type Health struct {
	// Latency is the time of an HTTP exchange, and ErrorRatio the part of them
	// (0 to 1) in which it did not serve: both over about the last twenty.
	Latency    time.Duration
	ErrorRatio float64
	// Throttled counts the exchanges in which it asked for fewer calls.
	Throttled uint64
	// Open says that it is left alone, until Until, since it failed or throttled.
	Open  bool
	Until time.Time
	// Waited is for how long calls were held back by our own limit, in sum.
	Waited time.Duration
}

// health measures.
type health struct {
	mu  sync.Mutex
	now Health
	any bool
}

// weight of the newest exchange in the moving averages.
const weight = 0.1

func (h *health) exchanged(took time.Duration, fault error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	failed := 0.0
	if fault != nil {
		failed = 1
		if Throttled(fault) {
			h.now.Throttled++
		}
	}
	if !h.any {
		h.any, h.now.Latency = true, took
	}
	h.now.Latency += time.Duration(weight * float64(took-h.now.Latency))
	h.now.ErrorRatio += weight * (failed - h.now.ErrorRatio)
}

func (h *health) waited(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now.Waited += d
}

// Health may be called at any time from any goroutine.
func (c *Client) Health() Health {
	c.health.mu.Lock()
	out := c.health.now
	c.health.mu.Unlock()
	out.Open, out.Until = c.breaker.isOpen()
	return out
}
