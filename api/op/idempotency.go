package op

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/oabp/oabpd/settle"
)

// IdempotencyKey names one request for repetition. Two requests are the same
// record if Principal, Key, Method and Path agree; BodyHash then tells a
// repetition from a mistake.
type IdempotencyKey struct {
	// Principal is "agent:<id>", "admin" or "ip:<network>". Anonymous callers are
	// kept apart by network, so that a guessed key shows nothing to a stranger
	// elsewhere.
	Principal string
	// Key is the client's, 1 to 255 printable ASCII characters.
	Key string
	// Method and Path are the HTTP method and the path template; "TOOL" and the
	// tool's name on MCP.
	Method, Path string
	// BodyHash is SHA-256 over the checked input (path and query parameters
	// included, api_key excluded) as JSON with sorted keys.
	BodyHash [sha256.Size]byte
}

// Stored is the answer that a repetition gets. Secret answers are stored
// without Body.
type Stored struct {
	Status    int
	MediaType string
	Body      []byte
	Secret    bool
}

// Begun says what Begin found.
type Begun uint8

// The states of an idempotency record.
const (
	// Fresh: nothing was there; the caller runs the operation and must Finish.
	Fresh Begun = iota
	// Running: an earlier request is not finished.
	Running
	// Mismatch: the key was used with another body.
	Mismatch
	// Finished: the answer is in Stored.
	Finished
	// Full: the principal has as many records as it may, and this is none of them.
	Full
)

// Idempotency remembers answers for at least 24 hours. An implementation must
// let a record that is Running for longer than IdempotencyLease begin again,
// since its process may have died.
type Idempotency interface {
	// Begin takes the key, or says who has it.
	Begin(ctx context.Context, k IdempotencyKey) (Begun, Stored, error)
	// Finish stores the answer; with nil it gives the key back.
	Finish(ctx context.Context, k IdempotencyKey, s *Stored) error
}

// IdempotencyLease is how long a key stays Running without an answer.
const IdempotencyLease = 2 * time.Minute

// validKey reports whether an Idempotency-Key may be used.
func validKey(k string) bool {
	if len(k) < 1 || len(k) > 255 {
		return false
	}
	for i := range len(k) {
		if k[i] < 0x21 || k[i] > 0x7e {
			return false
		}
	}
	return true
}

func idempotencyError(b Begun) error {
	switch b {
	case Running:
		return settle.Errorf(CodeIdempotencyRunning, "the first request with this Idempotency-Key is still running")
	case Mismatch:
		return settle.Errorf(CodeIdempotencyMismatch, "this Idempotency-Key was used with another request; take a new one")
	case Full:
		return &settle.Error{Code: settle.CodeRateLimited, RetryAfter: 3600,
			Message: "you have used as many Idempotency-Keys as are remembered for one caller in 24 hours; wait until some are forgotten, or send this without one"}
	}
	return settle.Errorf(CodeIdempotencySpent,
		"the first request with this Idempotency-Key succeeded; its answer held a secret that is shown once and not kept")
}

// MemoryIdempotency is an Idempotency for one process; a restart forgets all.
type MemoryIdempotency struct {
	now     func() time.Time
	keep    time.Duration
	mu      sync.Mutex
	records *lru.Cache[IdempotencyKey, memoryRecord]
}

type memoryRecord struct {
	hash     [sha256.Size]byte
	at       time.Time
	finished bool
	stored   Stored
}

// NewMemoryIdempotency keeps up to size records for keep.
func NewMemoryIdempotency(size int, keep time.Duration, now func() time.Time) (*MemoryIdempotency, error) {
	c, err := lru.New[IdempotencyKey, memoryRecord](size)
	if err != nil {
		return nil, fmt.Errorf("making a store for %d records: %w", size, err)
	}
	return &MemoryIdempotency{now: now, keep: keep, records: c}, nil
}

// Begin implements Idempotency.
func (m *MemoryIdempotency) Begin(_ context.Context, k IdempotencyKey) (Begun, Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	hash := k.BodyHash
	k.BodyHash = [sha256.Size]byte{}
	r, ok := m.records.Get(k)
	age := m.now().Sub(r.at)
	switch {
	case !ok, r.finished && age > m.keep, !r.finished && age > IdempotencyLease:
		m.records.Add(k, memoryRecord{hash: hash, at: m.now()})
		return Fresh, Stored{}, nil
	case r.hash != hash:
		return Mismatch, Stored{}, nil
	case !r.finished:
		return Running, Stored{}, nil
	}
	return Finished, r.stored, nil
}

// Finish implements Idempotency.
func (m *MemoryIdempotency) Finish(_ context.Context, k IdempotencyKey, s *Stored) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	hash := k.BodyHash
	k.BodyHash = [sha256.Size]byte{}
	if s == nil {
		m.records.Remove(k)
		return nil
	}
	m.records.Add(k, memoryRecord{hash: hash, at: m.now(), finished: true, stored: *s})
	return nil
}
