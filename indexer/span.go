package indexer

import "sync"

// The sizes of ranges, in blocks.
const (
	firstSpan = 500
	mostSpan  = 10_000
)

// span is how many blocks to ask for at once. It grows by half with every answer
// and halves with every refusal (indexer.md (c)), or falls to what the endpoint
// proposes if that is less than what was asked for. It never falls below one.
// The zero value is the first size. It is safe for concurrent use.
type span struct {
	mu sync.Mutex
	n  uint64
}

func (s *span) size() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n == 0 {
		s.n = firstSpan
	}
	return s.n
}

// grow: a question for n blocks was answered. One that was smaller than allowed
// proves nothing.
func (s *span) grow(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n >= s.n {
		s.n = min(n+(n+1)/2, mostSpan)
	}
}

// shrink: a question for n blocks was refused, with a proposal of hint blocks (0
// for none).
func (s *span) shrink(n, hint uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = max(1, n/2)
	if hint > 0 && hint < n {
		s.n = hint
	}
}
