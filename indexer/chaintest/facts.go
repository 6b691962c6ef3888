package chaintest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// facts is what a Sink makes of blocks that have reached the depth: a model of
// the engine. Without Confirming there are none.
type facts struct {
	depth    uint64
	agreed   func() settle.BlockRef
	applied  uint64 // the newest height that is a fact; 0 for none
	released uint64 // the highest height that was a fact while nothing was halted
	undone   int    // facts taken back
	reason   string // of the halt in force
	halts    []string
	claims   func() ([]settle.HeadClaim, int)
	final    uint64 // the highest height known to be final; 0 for none
	// since and last are when endpoints were first, and newest, kept to be at odds.
	since, last time.Time
}

// Confirming makes the sink apply blocks with depth blocks on top, none above
// agreed (nil: every one).
func (s *Sink) Confirming(depth uint64, agreed func() settle.BlockRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.depth, s.agreed = depth, agreed
}

// Finalizing makes the sink remember what is final by the claims, and halt when
// that is replaced.
func (s *Sink) Finalizing(claims func() ([]settle.HeadClaim, int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.claims = claims
}

// noteFinal is the engine's: what enough endpoints vouch for; s.mu is held.
func (s *Sink) noteFinal() {
	if s.claims == nil {
		return
	}
	claims, quorum := s.claims()
	b, _, ok := settle.Vouched(settle.TagFinalized, claims, quorum, func(n uint64) *settle.BlockRef {
		for i := range s.chain {
			if s.chain[i].Number == n {
				return &s.chain[i].BlockRef
			}
		}
		return nil
	})
	if ok { // an endpoint may call even its head final
		s.final = max(s.final, min(b.Number, s.applied))
	}
}

// guard halts when a rewind replaces a final block; s.mu is held.
func (s *Sink) guard(ancestor uint64) {
	if ancestor < s.final {
		s.halt(fmt.Sprintf("finality is violated: block %d was final", s.final))
		s.final = ancestor
	}
}

// halt latches; s.mu is held.
func (s *Sink) halt(reason string) {
	if s.reason == "" {
		s.reason = reason
		s.halts = append(s.halts, reason)
	}
}

// Final is the highest height known to be final; 0 for none.
func (s *Sink) Final() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.final
}

// apply is the engine's step at the depth; s.mu is held.
func (s *Sink) apply() {
	if s.depth == 0 || len(s.chain) == 0 {
		return
	}
	tip := s.chain[len(s.chain)-1].Number
	if tip < s.depth {
		return
	}
	up := tip - s.depth
	if s.agreed != nil {
		a := s.agreed()
		if !slices.ContainsFunc(s.chain, func(b settle.Block) bool { return b.BlockRef == a }) {
			return
		}
		up = min(up, a.Number)
	}
	s.applied = max(s.applied, up)
	s.settle()
}

// settle is the release of what is covered; s.mu is held.
func (s *Sink) settle() {
	if s.reason == "" {
		s.released = max(s.released, s.applied)
	}
}

// unapply takes back the facts above a height; s.mu is held.
func (s *Sink) unapply(ancestor uint64) {
	if s.applied > ancestor {
		s.undone += int(s.applied - ancestor)
		s.applied = ancestor
	}
}

// Confirm implements indexer.Sink.
func (s *Sink) Confirm(_ context.Context, epoch int64) error {
	return s.write(epoch, func() error {
		s.apply()
		s.noteFinal()
		return nil
	})
}

// Doubt implements indexer.DoubtKeeper. The store's clock is time.Now.
func (s *Sink) Doubt(context.Context) (d indexer.KeptDoubt, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return d, ErrInjected
	}
	if !s.since.IsZero() {
		d = indexer.KeptDoubt{Any: true, Since: time.Since(s.since), Last: time.Since(s.last)}
	}
	return d, nil
}

// KeepDoubt implements indexer.DoubtKeeper.
func (s *Sink) KeepDoubt(_ context.Context, epoch int64, d indexer.KeptDoubt) error {
	if !s.lease.current(epoch) {
		return indexer.ErrDeposed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return ErrInjected
	}
	s.since, s.last = time.Time{}, time.Time{}
	if d.Any {
		s.since, s.last = time.Now().Add(-d.Since), time.Now().Add(-d.Last)
	}
	return nil
}

// Pending implements indexer.LogKeeper.
func (s *Sink) Pending(_ context.Context, above, upTo uint64, n int) (out []settle.Block, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return nil, ErrInjected
	}
	for _, b := range s.chain {
		if b.Number > max(above, s.applied) && b.Number <= upTo && len(out) < n {
			out = append(out, b)
		}
	}
	return out, nil
}

// Correct implements indexer.LogKeeper.
func (s *Sink) Correct(_ context.Context, epoch int64, blocks []settle.Block) error {
	return s.write(epoch, func() error {
		for _, b := range blocks {
			i := slices.IndexFunc(s.chain, func(c settle.Block) bool { return c.BlockRef == b.BlockRef })
			if i < 0 || b.Number <= s.applied {
				return indexer.ErrNotOnTip
			}
			s.chain[i] = b
		}
		return nil
	})
}

// Halt implements indexer.Sink.
func (s *Sink) Halt(_ context.Context, epoch int64, reason string) error {
	return s.write(epoch, func() error {
		s.halt(reason)
		return nil
	})
}

// Clear is the operator who lets releases go on.
func (s *Sink) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reason = ""
	s.settle()
}

// Halted is the reason for which nothing is released; empty if none.
func (s *Sink) Halted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reason
}

// Halts are the reasons of all halts so far.
func (s *Sink) Halts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.halts)
}

// Applied is the newest height that is a fact, Released the highest that ever
// was one while nothing was halted, Undone how many facts were taken back.
func (s *Sink) Applied() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.applied
}

// Released: see Applied.
func (s *Sink) Released() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.released
}

// Undone: see Applied.
func (s *Sink) Undone() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.undone
}
