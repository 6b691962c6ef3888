package memstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Store implements settle.Store in memory. Its zero value is not usable; see New.
type Store struct {
	now func() time.Time
	// writing holds one token: whoever has it is the one writer.
	writing chan struct{}
	// mu guards what follows against readers; the writer needs it to commit only.
	mu   sync.RWMutex
	data data

	hookMu sync.Mutex
	hook   func(op string) error
}

// data is what is committed.
type data struct {
	state     *State
	facts     []settle.Fact
	head      settle.Hash
	tip       *uint64
	applied   *settle.BlockRef
	final     *settle.BlockRef
	blocks    map[settle.Hash]storedBlock
	canonical map[uint64]settle.Hash
	envelopes map[string][]byte
	nonces    map[string]int64
	sessions  map[settle.Hash]settle.Session
	bindings  map[settle.Hash]settle.RegistryBinding
	webhooks  map[string]settle.Webhook
	people    map[personKey]settle.Identity
	receipts  map[settle.Hash]storedReceipt
	requests  map[requestKey]int64
	checks    map[string]settle.CheckJob
	// allowances are when all is left again, in Unix microseconds.
	allowances map[allowanceKey]int64
	lease      lease
	chainID    uint64
	genesis    settle.Hash
}

// New makes an empty store. The lease goes by now.
func New(now func() time.Time) *Store {
	return &Store{now: now, writing: make(chan struct{}, 1), data: data{
		state:      NewState(),
		blocks:     map[settle.Hash]storedBlock{},
		canonical:  map[uint64]settle.Hash{},
		envelopes:  map[string][]byte{},
		nonces:     map[string]int64{},
		sessions:   map[settle.Hash]settle.Session{},
		bindings:   map[settle.Hash]settle.RegistryBinding{},
		people:     map[personKey]settle.Identity{},
		receipts:   map[settle.Hash]storedReceipt{},
		requests:   map[requestKey]int64{},
		checks:     map[string]settle.CheckJob{},
		allowances: map[allowanceKey]int64{},
		webhooks:   map[string]settle.Webhook{},
	}}
}

// SetHook makes every call of the store ask hook first; nil takes it away. Op
// is the method in lower case ("get", "append", "add_block"), or "begin",
// "commit", "committed", "facts", "acquire", "renew", "release". An error makes
// the transaction fail as if the database had: nothing is written. But for
// "committed" everything was written and only the answer is lost ("failed but
// persisted"). Hook may be called from several goroutines.
func (s *Store) SetHook(hook func(op string) error) {
	s.hookMu.Lock()
	defer s.hookMu.Unlock()
	s.hook = hook
}

func (s *Store) ask(op string) error {
	s.hookMu.Lock()
	hook := s.hook
	s.hookMu.Unlock()
	if hook == nil {
		return nil
	}
	if err := hook(op); err != nil {
		return fmt.Errorf("store: %s: %w", op, err)
	}
	return nil
}

// lock takes the writer's token, unless ctx ends before.
func (s *Store) lock(ctx context.Context) (unlock func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case s.writing <- struct{}{}:
		return func() { <-s.writing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Update implements settle.Store. A *settle.Abort that fn panics with becomes
// the error; any other panic goes on after everything was discarded.
func (s *Store) Update(ctx context.Context, o settle.TxOptions, fn func(settle.Tx) error) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	defer unlock()
	if err := s.ask("begin"); err != nil {
		return err
	}
	if o.Cursor == settle.CursorMove || o.LeaderOnly {
		if err := s.data.lease.check(o.Epoch); err != nil {
			return err
		}
	}
	t := s.begin(ctx, false)
	if err := run(t, fn); err != nil {
		return err
	}
	if err := t.check(); err != nil {
		return err
	}
	if err := errors.Join(ctx.Err(), s.ask("commit")); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	s.mu.Lock()
	t.commit()
	s.mu.Unlock()
	return s.ask("committed")
}

// View implements settle.Store. A write in it panics.
func (s *Store) View(ctx context.Context, fn func(settle.Tx) error) error {
	if err := errors.Join(ctx.Err(), s.ask("begin")); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return run(s.begin(ctx, true), fn)
}

func run(t *tx, fn func(settle.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			abort, ok := p.(*settle.Abort)
			if !ok {
				panic(p)
			}
			err = abort.Err
		}
	}()
	return fn(t)
}

// Facts implements settle.Store.
func (s *Store) Facts(ctx context.Context, after uint64, fn func(settle.Fact) error) error {
	if err := s.ask("facts"); err != nil {
		return err
	}
	s.mu.RLock()
	facts := s.data.facts // append-only, so what is there now stays
	s.mu.RUnlock()
	if after >= uint64(len(facts)) {
		return ctx.Err()
	}
	for _, f := range facts[after:] {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(f); err != nil {
			return err
		}
	}
	return nil
}

// Digest is the state digest of one snapshot, with the newest fact's seq and
// the newest applied block (zero before the first).
func (s *Store) Digest(ctx context.Context) (h settle.Hash, seq uint64, applied settle.BlockRef, err error) {
	if err := ctx.Err(); err != nil {
		return h, 0, applied, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.data.applied != nil {
		applied = *s.data.applied
	}
	h, err = s.data.state.Digest()
	return h, uint64(len(s.data.facts)), applied, err
}

// ReplaceDerived replaces all derived rows by those that rows yields, or leaves
// them if it fails.
func (s *Store) ReplaceDerived(ctx context.Context, rows func(yield func(settle.Row) error) error) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return fmt.Errorf("replacing derived rows: %w", err)
	}
	defer unlock()
	fresh := NewState()
	err = rows(func(r settle.Row) error {
		if _, err := settle.EncodeRow(r); err != nil {
			return err
		}
		fresh.Put(r)
		return ctx.Err()
	})
	if err != nil {
		return fmt.Errorf("replacing derived rows: %w", err)
	}
	s.mu.Lock()
	s.data.state = fresh
	s.mu.Unlock()
	return nil
}

// Sweep forgets the nonces and sessions that have expired at now (Unix ms).
func (s *Store) Sweep(ctx context.Context, now int64) error {
	s.sweepRequests(now)
	s.sweepAllowances(now)
	return s.Update(ctx, settle.TxOptions{}, func(t settle.Tx) error {
		t.(*tx).sweep(now)
		return nil
	})
}

// Pin says which chain the store belongs to: the first call sets it, and a
// later one with other values is an error that names both.
func (s *Store) Pin(ctx context.Context, chainID uint64, genesis settle.Hash) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return fmt.Errorf("pinning the chain: %w", err)
	}
	defer unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &s.data
	if d.chainID == 0 && d.genesis.IsZero() {
		d.chainID, d.genesis = chainID, genesis
	}
	if d.chainID != chainID || d.genesis != genesis {
		return fmt.Errorf("the store belongs to chain %d with genesis %s, not to chain %d with genesis %s",
			d.chainID, d.genesis, chainID, genesis)
	}
	return nil
}
