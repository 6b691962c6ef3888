package rpc_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// watching runs Watch until the test ends it.
func (p *pair) watching(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		p.f.Watch(ctx)
		close(done)
	}()
	return func() { cancel(); <-done }
}

// TestScoreOfDisagreement: an endpoint that contradicts itself too rarely to be
// left at once is left by its score, is not gone back to while that is fresh, and
// is forgiven.
func TestScoreOfDisagreement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.a.Mine(transfer(1))
		p.b.Follow(p.a)
		defer p.watching(t)()
		for range 2 {
			p.a.Inject(chaintest.Fault{Kind: chaintest.EmptyLogs, Times: 1})
			if _, err := p.f.Block(t.Context(), 21); !errors.Is(err, rpc.ErrReceipts) {
				t.Fatal(err)
			}
			p.a.Heal()
		}
		if s := p.f.Status(); s[0].Score < 79 || s[0].Score > 80 || s[0].Disagreements[rpc.DisagreeReceipts] != 2 || s[1].Score != 0 || !s[0].Using {
			t.Fatalf("%+v", s)
		}
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if s := p.f.Status(); !s[1].Using || !slices.Equal(p.switches, []string{"http://a>http://b"}) || s[1].Head != 21 {
			t.Fatalf("%+v, %v", s, p.switches)
		}
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		s := p.f.Status()
		if s[0].Score > 5.1 || s[0].Score < 4.9 || !s[1].Using {
			t.Errorf("after 20 minutes %g points: %+v", s[0].Score, s)
		}
	})
}

// TestScoreOfErrors: of two sound endpoints the one that serves is used, though
// the other is preferred, and one that is behind within what is allowed is not
// left for it.
func TestScoreOfErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		if _, err := p.f.Latest(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer p.watching(t)()
		p.a.Lag(3)
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if s := p.f.Status(); !s[0].Using || s[0].Behind != 3 || s[0].Score < 15 || s[0].Score > 16 {
			t.Fatalf("%+v", s)
		}
		p.a.Lag(0)
		// every other look at it fails: never three times in 30 s
		for range 40 {
			p.a.Inject(chaintest.Fault{Kind: chaintest.Refused, Times: 1})
			time.Sleep(5 * time.Second)
		}
		synctest.Wait()
		if s := p.f.Status(); s[0].Health.ErrorRatio < 0.2 || s[0].Health.Throttled < 20 || s[0].Score < 20 {
			t.Errorf("%+v", s)
		}
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		time.Sleep(time.Minute)
		synctest.Wait()
		if s := p.f.Status(); !s[1].Health.Open || s[1].Score < 100 || !slices.Contains(s[1].Isolated, rpc.Failing) {
			t.Errorf("%+v", s[1])
		}
	})
}
