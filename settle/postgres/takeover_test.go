package postgres_test

import (
	"context"
	"errors"
	"flag"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/postgres"
)

// sleeper stops a process at the at-th message to the database that it sends
// while it is armed, lets act run, and lets the process go on as if nothing had
// happened: it was paused, or its host was away.
type sleeper struct {
	act func()

	mu       sync.Mutex
	armed    bool
	sent, at int
	slept    bool
}

func (s *sleeper) arm(at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.armed, s.slept, s.sent, s.at = true, false, 0, at
}

func (s *sleeper) disarm() (slept bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.armed = false
	return s.slept
}

func (s *sleeper) message() {
	s.mu.Lock()
	if s.armed && !s.slept {
		s.sent++
	}
	now := s.armed && !s.slept && s.sent == s.at
	s.slept = s.slept || now
	s.mu.Unlock()
	if now {
		s.act()
	}
}

// sleepy is a connection of a process that may be paused.
type sleepy struct {
	net.Conn
	s     *sleeper
	ready bool
}

// Write implements net.Conn.
func (c *sleepy) Write(b []byte) (int, error) {
	if c.ready {
		c.s.message()
	}
	return c.Conn.Write(b)
}

// usurper is another process that takes the lease when it has expired.
type usurper struct {
	store *postgres.Store
	conn  *pgx.Conn
	epoch int64
	// seq is the newest fact, and tip the newest block, when it had the lease.
	seq uint64
	tip settle.BlockRef
}

func at(t *testing.T, s *postgres.Store) (seq uint64, tip settle.BlockRef) {
	t.Helper()
	err := s.View(context.WithoutCancel(t.Context()), func(tx settle.Tx) error {
		seq, _ = tx.Head()
		tip = settle.BlockRef{}
		if b := tx.Tip(); b != nil {
			tip = b.BlockRef
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return seq, tip
}

// take has the lease expire and takes it.
func (u *usurper) take(t *testing.T) {
	t.Helper()
	if _, err := u.conn.Exec(t.Context(), "update lease set expires_at = '-infinity' where holder <> ''"); err != nil {
		t.Error(err)
	}
	var ok bool
	var err error
	if u.epoch, ok, err = u.store.Acquire(t.Context(), "usurper", time.Hour); err != nil || !ok {
		t.Errorf("the lease is not to be had: %v, %v", ok, err)
	}
	u.seq, u.tip = at(t, u.store)
}

// TestPausedLeaderWritesNothing pauses the leader at every message that it sends
// in the life of a few missions (blocks, reorganizations, settling, pauses of
// the token), lets another process take the lease meanwhile, and wakes it: it
// writes nothing any more, and learns that it is deposed. The takeover waits for
// nothing that the sleeper left open. (At every eleventh message of each step,
// where the first moves on from step to step; with -rapid.checks=1000 or more, at
// all.) Folding the journal again gives the state at the end, and every release
// exists once (Audit).
func TestPausedLeaderWritesNothing(t *testing.T) {
	t.Parallel()
	const leader = "leader"
	url := newURL(t)
	u := &usurper{conn: connect(t, url), store: open(t, url, postgres.Options{Process: "usurper"})}
	s := &sleeper{act: func() { u.take(t) }}
	// Time limits that nobody lives to see: nothing here may depend on them.
	never := postgres.Options{Process: leader, IdleTimeout: time.Hour, LockTimeout: time.Hour, Jitter: func(time.Duration) time.Duration { return 0 }}
	store := storeOver(t, url, never, func(c net.Conn) net.Conn { return &sleepy{Conn: c, s: s} }, func(c net.Conn) { c.(*sleepy).ready = true })
	w := worldOver(t, store)

	takeovers, refused, step, every := 0, 0, 0, 11
	if n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String()); err == nil && n >= 1000 {
		every = 1
	}
	// tries runs a call of the leader that may be paused; it says whether that
	// was the end of it.
	tries := func(message int, call func() error) (over bool) {
		w.Lead(leader)
		s.arm(message)
		err := call()
		if !s.disarm() {
			if err != nil {
				t.Fatal(err)
			}
			return true
		}
		takeovers++
		var stale *settle.ErrEpoch
		switch seq, tip := at(t, u.store); {
		case seq != u.seq || tip != u.tip:
			t.Fatalf("paused at message %d, the former leader wrote: fact %d at %+v, where it was deposed at %d and %+v", message, seq, tip, u.seq, u.tip)
		case errors.As(err, &stale):
			refused++
		case err != nil:
			t.Fatalf("paused at message %d: %v", message, err)
		}
		if err := u.store.Release(t.Context(), u.epoch); err != nil {
			t.Fatal(err)
		}
		w.Restart()
		return false
	}
	enginetest.NewSettling(w).Run(func() {
		step++
		for message := 1 + step%every; !tries(message, w.Sync); message += every {
		}
	})
	w.Refold()
	for message := 1; !tries(message, func() error { return w.Engine.Halt(w.Ctx, w.Epoch, "test") }); message++ {
	}
	t.Logf("%d takeovers, in %d of which the sleeper was refused a write", takeovers, refused)
	if takeovers < 50 || refused < takeovers/2 {
		t.Error("the leader was not paused where it writes")
	}
}
