package chaintest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// ErrInjected is the failure that Sink and Lease give when told to.
var ErrInjected = errors.New("injected failure")

// SinkFault is a failure of one write.
type SinkFault int

// The two rows of every fault table.
const (
	// NotWritten: the write fails and nothing is stored.
	NotWritten SinkFault = iota + 1
	// WrittenAnyway: the write is stored and fails all the same, like a COMMIT
	// whose answer is lost.
	WrittenAnyway
)

// Sink is an indexer.Sink in memory that notes every breach of contract.
type Sink struct {
	lease *Lease

	mu       sync.Mutex
	chain    []settle.Block // ascending
	orphans  []settle.Block
	faults   []SinkFault
	breaches []string
	writes   int
	many     int
	reads    int
	down     bool
	facts
}

var _ indexer.Sink = (*Sink)(nil)

// NewSink makes an empty store whose writes need the current epoch of lease.
func NewSink(lease *Lease) *Sink { return &Sink{lease: lease} }

// Fail makes the next writes fail, one for each fault.
func (s *Sink) Fail(faults ...SinkFault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// Down makes every method fail until it is called with false.
func (s *Sink) Down(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// Heal ends all failures.
func (s *Sink) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.down = nil, false
}

// Tamper changes the stored hash at a height behind the follower's back.
func (s *Sink) Tamper(number uint64, h settle.Hash) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.chain {
		if s.chain[i].Number == number {
			s.chain[i].Hash = h
		}
	}
}

// Tail implements indexer.Sink.
func (s *Sink) Tail(_ context.Context, n int) ([]settle.BlockRef, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if s.down {
		return nil, ErrInjected
	}
	var tail []settle.BlockRef
	for i := len(s.chain) - 1; i >= 0 && len(tail) < n; i-- {
		tail = append(tail, s.chain[i].BlockRef)
	}
	return tail, nil
}

// Extend implements indexer.Sink.
func (s *Sink) Extend(_ context.Context, epoch int64, b settle.Block) error {
	return s.write(epoch, func() error {
		if k := len(s.chain); k > 0 && (s.chain[k-1].Number+1 != b.Number || s.chain[k-1].Hash != b.Parent) {
			s.breach("block %d does not extend block %d", b.Number, s.chain[k-1].Number)
			return indexer.ErrNotOnTip
		}
		s.chain = append(s.chain, b)
		s.apply()
		return nil
	})
}

// ExtendMany implements indexer.Sink.
func (s *Sink) ExtendMany(_ context.Context, epoch int64, blocks []settle.Block) error {
	return s.write(epoch, func() error {
		for _, b := range blocks {
			if k := len(s.chain); k > 0 && (s.chain[k-1].Number+1 != b.Number || s.chain[k-1].Hash != b.Parent) {
				s.breach("block %d of many does not extend block %d", b.Number, s.chain[k-1].Number)
				return indexer.ErrNotOnTip
			}
			s.chain = append(s.chain, b)
		}
		s.many++
		s.apply()
		return nil
	})
}

// Many counts the writes of many blocks at once.
func (s *Sink) Many() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.many
}

// Rewind implements indexer.Sink.
func (s *Sink) Rewind(_ context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block) error {
	return s.write(epoch, func() error {
		keep := slices.IndexFunc(s.chain, func(b settle.Block) bool { return b.BlockRef == ancestor }) + 1
		if keep == 0 && (len(branch) == 0 || len(s.chain) == 0 || s.chain[0].Number != ancestor.Number+1) {
			s.breach("ancestor %d is not stored", ancestor.Number)
			return errors.New("unknown ancestor")
		}
		if keep == len(s.chain) {
			s.breach("rewind to block %d replaces nothing", ancestor.Number)
		}
		if len(branch) > 0 && keep < len(s.chain) && branch[0].Hash == s.chain[keep].Hash {
			s.breach("rewind replaces block %d by itself", branch[0].Number)
		}
		at := ancestor
		for _, b := range branch {
			if b.Number != at.Number+1 || b.Parent != at.Hash {
				s.breach("branch block %d does not follow block %d", b.Number, at.Number)
				return errors.New("broken branch")
			}
			at = b.BlockRef
		}
		s.orphans = append(s.orphans, s.chain[keep:]...)
		s.chain = append(slices.Clone(s.chain[:keep]), branch...)
		s.guard(ancestor.Number)
		s.unapply(ancestor.Number)
		s.apply()
		return nil
	})
}

func (s *Sink) write(epoch int64, do func() error) error {
	if !s.lease.current(epoch) {
		return indexer.ErrDeposed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return ErrInjected
	}
	var f SinkFault
	if len(s.faults) > 0 {
		f, s.faults = s.faults[0], s.faults[1:]
	}
	if f == NotWritten {
		return fmt.Errorf("not written: %w", ErrInjected)
	}
	s.writes++
	if err := do(); err != nil {
		return err
	}
	if f == WrittenAnyway {
		return fmt.Errorf("written: %w", ErrInjected)
	}
	return nil
}

func (s *Sink) breach(format string, args ...any) {
	s.breaches = append(s.breaches, fmt.Sprintf(format, args...))
}

// Chain is what is stored, ascending, without Block.Source.
func (s *Sink) Chain() []settle.Block {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.chain)
	for i := range out {
		out[i].Source = ""
	}
	return out
}

// Orphans is what was replaced, in the order of replacement.
func (s *Sink) Orphans() []settle.Block {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.orphans)
}

// Writes counts the writes that took effect or broke the contract.
func (s *Sink) Writes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writes
}

// Breaches lists what the follower did against the contract of Sink.
func (s *Sink) Breaches() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.breaches)
}

// Lease is an indexer.Lease in memory, on the time of package time (so that it
// works under testing/synctest).
type Lease struct {
	mu     sync.Mutex
	holder string
	epoch  int64
	until  time.Time
	down   map[string]bool
	holds  map[int64]string
}

var _ indexer.Lease = (*Lease)(nil)

// NewLease makes a free lease.
func NewLease() *Lease { return &Lease{down: map[string]bool{}, holds: map[int64]string{}} }

// Cut makes the lease unreachable for a holder, or reachable again.
func (l *Lease) Cut(holder string, cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down[holder] = cut
}

// Holder is who holds the lease now, or "".
func (l *Lease) Holder() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !time.Now().Before(l.until) {
		return ""
	}
	return l.holder
}

// Acquire implements indexer.Lease.
func (l *Lease) Acquire(_ context.Context, holder string, ttl time.Duration) (int64, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down[holder] {
		return 0, false, ErrInjected
	}
	now := time.Now()
	if now.Before(l.until) && l.holder != holder {
		return 0, false, nil
	}
	l.epoch++
	l.holder, l.until, l.holds[l.epoch] = holder, now.Add(ttl), holder
	return l.epoch, true, nil
}

// Renew implements indexer.Lease.
func (l *Lease) Renew(_ context.Context, epoch int64, ttl time.Duration) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down[l.holds[epoch]] {
		return false, ErrInjected
	}
	if epoch != l.epoch {
		return false, nil
	}
	l.until = time.Now().Add(ttl)
	return true, nil
}

// Release implements indexer.Lease.
func (l *Lease) Release(_ context.Context, epoch int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down[l.holds[epoch]] {
		return ErrInjected
	}
	if epoch == l.epoch {
		l.until = time.Time{}
	}
	return nil
}

func (l *Lease) current(epoch int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return epoch == l.epoch
}
