package storetest

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
)

// bucket is what an allowance means, counted otherwise: tokens that come back.
type bucket struct {
	quota, step, tokens, last int64 // tokens in microseconds of coming back
}

func (b *bucket) take(now int64) (ok bool, remaining int64) {
	if now > b.last {
		b.tokens = min(b.quota*b.step, b.tokens+now-b.last)
	}
	b.last = max(b.last, now)
	if ok = b.tokens >= b.step; ok {
		b.tokens -= b.step
	}
	return ok, b.tokens / b.step
}

func testAllowances(t *testing.T, s Store) {
	ask := func(a settle.Allowance, now int64) settle.AllowanceLeft {
		t.Helper()
		left, err := s.TakeAllowance(t.Context(), a, now)
		if err != nil {
			t.Fatal(err)
		}
		return left
	}
	three := settle.Allowance{Policy: "three", Quota: 3, Window: 3 * time.Second, Source: hash(1)}
	const now = int64(1_800_000_000_000_000)
	equal(t, "first", ask(three, now), settle.AllowanceLeft{OK: true, Remaining: 2, Whole: time.Second})
	equal(t, "second", ask(three, now), settle.AllowanceLeft{OK: true, Remaining: 1, Whole: 2 * time.Second})
	equal(t, "third", ask(three, now), settle.AllowanceLeft{OK: true, Whole: 3 * time.Second, Wait: time.Second})
	equal(t, "fourth", ask(three, now+1), settle.AllowanceLeft{Whole: 3*time.Second - time.Microsecond, Wait: time.Second - time.Microsecond})
	for _, other := range []settle.Allowance{{Policy: "three", Quota: 3, Window: 3 * time.Second, Source: hash(2)}, {Policy: "other", Quota: 3, Window: 3 * time.Second, Source: hash(1)}} {
		equal(t, "another's", ask(other, now).OK, true)
	}
	if err := s.Sweep(t.Context(), now/1000+2999); err != nil {
		t.Fatal(err)
	}
	equal(t, "kept by a sweep", ask(three, now).OK, false)
	equal(t, "one is back", ask(three, now+1_000_000).OK, true)
	equal(t, "and no more", ask(three, now+1_000_000).OK, false)
	equal(t, "a clock that was a year ahead", ask(three, now+365*24*3600*1_000_000).OK, true)
	equal(t, "set right", ask(three, now+2_000_000), settle.AllowanceLeft{OK: true, Whole: 3 * time.Second, Wait: time.Second})
	equal(t, "and used up", ask(three, now+2_000_000), settle.AllowanceLeft{Whole: 3 * time.Second, Wait: time.Second})
	equal(t, "a clock a little ahead", ask(three, now+9_000_000).OK, true)
	equal(t, "beside one that is not", ask(three, now+5_000_000), settle.AllowanceLeft{Whole: 5 * time.Second, Wait: 3 * time.Second})
	equal(t, "in time", ask(three, now+9_000_000).OK, true)

	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // random enough for a test
	for n := range 4 {
		a := settle.Allowance{Policy: "random", Quota: 1 + r.IntN(5), Window: time.Duration(1+r.IntN(9)) * time.Second, Source: hash(100 + n)}
		b := &bucket{quota: int64(a.Quota), step: a.Step(), tokens: a.Span(), last: now}
		for at := now; at < now+40_000_000; at += int64(r.IntN(2_000_000)) {
			ok, remaining := b.take(at)
			if left := ask(a, at); left.OK != ok || left.Remaining != int(remaining) || (left.Wait > 0) != (remaining == 0) {
				t.Fatalf("%+v at %d: %+v, want %v with %d left", a, at-now, left, ok, remaining)
			}
			if r.IntN(4) == 0 {
				if err := s.Sweep(t.Context(), at/1000); err != nil {
					t.Fatal(err)
				}
			}
		}
	}

	var all sync.WaitGroup // of many at once it holds as well
	var got atomic.Int32
	many := settle.Allowance{Policy: "many", Quota: 5, Window: time.Hour, Source: hash(3)}
	for range 16 {
		all.Go(func() {
			left, err := s.TakeAllowance(t.Context(), many, now)
			if err != nil {
				t.Error(err)
			} else if left.OK {
				got.Add(1)
			}
		})
	}
	all.Wait()
	equal(t, "taken at once", got.Load(), 5)
}
