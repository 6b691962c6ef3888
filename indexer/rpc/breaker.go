package rpc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// breakAfter is how many failures in a row open a breaker. One is enough where
	// the server says how long to stay away, and at a trial.
	breakAfter = 3
	// breakFirst is how long a breaker is open at first; it doubles with every
	// trial that fails, up to breakMost, and is shortened by up to a half by
	// chance, so that processes do not come back together.
	breakFirst = 500 * time.Millisecond
	breakMost  = 10 * time.Second
	// retryAfterMost bounds what a server may ask for.
	retryAfterMost = time.Minute
)

// OpenError says that an endpoint was not asked, since it failed or throttled
// before and is left alone for a while.
type OpenError struct {
	// For is how long it is left alone yet; 0 while one call tries it.
	For time.Duration
	// Cause is why.
	Cause error
}

// Error implements error.
func (e *OpenError) Error() string {
	return fmt.Sprintf("left alone for %s more after: %v", e.For.Round(time.Millisecond), e.Cause)
}

// Unwrap gives the cause, so that an endpoint that throttled is still known as
// one.
func (e *OpenError) Unwrap() error { return e.Cause }

// RetryAfter is how long to wait before the next call.
func (e *OpenError) RetryAfter() time.Duration { return e.For }

// breaker keeps calls away from an endpoint that fails or throttles. After a
// while one call tries it: if that succeeds all may, else it is left alone for
// longer. Its methods are given the time and the chance, so that it is
// deterministic.
type breaker struct {
	mu       sync.Mutex
	failures int // in a row
	opened   int // times in a row
	until    time.Time
	open     bool
	trial    bool // a call tries it now
	cause    error
}

// allow says whether a call may be made now; trial, that it is the one that
// tries an endpoint left alone.
func (b *breaker) allow(now time.Time) (trial bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.open {
		return false, nil
	}
	if now.Before(b.until) || b.trial {
		return false, &OpenError{For: max(0, b.until.Sub(now)), Cause: b.cause}
	}
	b.trial = true
	return true, nil
}

// done notes the outcome of a call that was allowed. fault is nil for a call
// that was answered; counts is false for one that says nothing of the endpoint.
func (b *breaker) done(now time.Time, trial bool, fault error, counts bool, chance float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if trial {
		b.trial = false
	}
	switch {
	case !counts:
	case fault == nil && b.open && !trial: // it began before the breaker opened
	case fault == nil:
		b.failures, b.opened, b.open, b.cause = 0, 0, false, nil
	case b.open && !trial:
	default:
		b.failures++
		var he *HTTPError
		asked := time.Duration(0)
		if errors.As(fault, &he) {
			asked = min(he.RetryAfter(), retryAfterMost)
		}
		if !trial && b.failures < breakAfter && asked == 0 {
			return
		}
		d := min(breakFirst<<min(b.opened, 10), breakMost)
		d = d/2 + time.Duration(chance*float64(d/2))
		b.opened++
		b.open, b.until, b.cause = true, now.Add(max(d, asked)), fault
	}
}

// isOpen says whether calls are kept away, and until when.
func (b *breaker) isOpen() (open bool, until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.open, b.until
}

// outcome says what an exchange tells of the endpoint: fault is why it did not
// serve, nil if it did, whatever it said; counts is false if we ended it.
func outcome(ctx context.Context, rs []response, err error) (fault error, counts bool) {
	if errors.Is(ctx.Err(), context.Canceled) && err != nil {
		return nil, false
	}
	for _, r := range rs {
		if r.err != nil && Throttled(r.err) {
			return r.err, true
		}
	}
	var he *HTTPError
	var te *transportError
	switch {
	case errors.As(err, &he) && !slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusNotImplemented}, he.Status):
		return err, true
	case errors.As(err, &te), err != nil && Throttled(err):
		return err, true
	}
	return nil, true
}
