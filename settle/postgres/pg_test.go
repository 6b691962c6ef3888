package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/storetest"
)

// rolledBack runs a statement up to where it would be committed.
func rolledBack(t *testing.T, c *pgx.Conn, sql string) error {
	t.Helper()
	tx, err := c.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := tx.Exec(t.Context(), sql); err != nil {
		return err
	}
	_, err = tx.Exec(t.Context(), "set constraints all immediate")
	return err
}

func asPg(err error, into **pgconn.PgError) bool { return errors.As(err, into) }

func appendFact(tx settle.Tx) error {
	seq, head := tx.Head()
	f, err := settle.NewFact(seq+1, head, 1000, &settle.Halted{Reason: "x"})
	if err == nil {
		tx.Append(f)
	}
	return err
}

func head(t *testing.T, s *postgres.Store) (seq uint64) {
	t.Helper()
	if err := s.View(t.Context(), func(tx settle.Tx) error { seq, _ = tx.Head(); return nil }); err != nil {
		t.Fatal(err)
	}
	return seq
}

// A transaction pooler gives no session: statements cannot be prepared in one
// transaction and used in another.
func TestStoreWithoutPreparedStatements(t *testing.T) {
	checks(t, "10")
	storetest.Run(t, func(t *testing.T) storetest.Store {
		url := newURL(t)
		sep := "?"
		if strings.Contains(url, "?") {
			sep = "&"
		}
		return open(t, url+sep+"default_query_exec_mode=exec", postgres.Options{})
	})
}

// A deadlock is tried again; both transactions get through.
func TestDeadlockIsTriedAgain(t *testing.T) {
	url := newURL(t)
	s, c, watch := open(t, url, postgres.Options{}), connect(t, url), connect(t, url)
	if _, err := c.Exec(t.Context(), "set deadlock_timeout = '10s'"); err != nil { // the store is to be the victim
		t.Fatal(err)
	}
	tx, err := c.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "insert into nonce values (sha256('n'), 5)"); err != nil {
		t.Fatal(err)
	}
	tries, other := 0, make(chan error, 1)
	err = s.Update(t.Context(), settle.TxOptions{}, func(st settle.Tx) error {
		if tries++; tries == 1 {
			go func() { // waits for the head, which the store has locked
				_, err := tx.Exec(context.WithoutCancel(t.Context()), "select from journal_head for update")
				other <- errors.Join(err, tx.Rollback(context.WithoutCancel(t.Context())))
			}()
			until(t, watch, "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')")
		}
		st.PutNonce("n", 5) // waits for the other's uncommitted row
		return appendFact(st)
	})
	if err := errors.Join(err, <-other); err != nil {
		t.Fatal(err)
	}
	if tries < 2 {
		t.Errorf("%d tries: there was no deadlock", tries)
	}
	if n := head(t, s); n != 1 {
		t.Errorf("%d facts, want 1", n)
	}
}

func TestRetriesAreBounded(t *testing.T) {
	var waits []time.Duration
	s := open(t, newURL(t), postgres.Options{Attempts: 4, Jitter: func(limit time.Duration) time.Duration {
		waits = append(waits, limit)
		return 0
	}})
	tries := 0
	err := s.Update(t.Context(), settle.TxOptions{}, func(settle.Tx) error {
		tries++
		return fmt.Errorf("as a serialization failure: %w", &pgconn.PgError{Code: "40001"})
	})
	if err == nil || tries != 4 || len(waits) != 3 || waits[2] <= waits[0] {
		t.Errorf("%v after %d tries, waits below %v", err, tries, waits)
	}
	tries = 0
	err = s.Update(t.Context(), settle.TxOptions{}, func(settle.Tx) error {
		tries++
		return &pgconn.PgError{Code: "23505"}
	})
	if err == nil || tries != 1 {
		t.Errorf("a broken constraint was tried %d times", tries)
	}
}

// A lost connection does not stop the next transaction.
func TestLostConnection(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		if err := appendFact(tx); err != nil {
			return err
		}
		_, err := c.Exec(t.Context(), "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
		return err
	})
	if err == nil {
		t.Error("committed over a lost connection")
	}
	if err := s.Update(t.Context(), settle.TxOptions{}, appendFact); err != nil {
		t.Errorf("after a lost connection: %v", err)
	}
	if n := head(t, s); n != 1 {
		t.Errorf("%d facts, want 1", n)
	}
}

// Nor does a stuck one: who waits for its locks gives up in time, and it loses
// them in time.
func TestStuckTransaction(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	hasty, stuck := open(t, url, postgres.Options{LockTimeout: 50 * time.Millisecond}), open(t, url, postgres.Options{IdleTimeout: time.Second})
	err := s.Update(t.Context(), settle.TxOptions{}, func(settle.Tx) error {
		if err := hasty.Update(t.Context(), settle.TxOptions{}, appendFact); err == nil || !strings.Contains(err.Error(), "locking") {
			t.Errorf("waiting for a lock: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Errorf("holding a lock while another waits for it: %v", err)
	}
	err = stuck.Update(t.Context(), settle.TxOptions{}, func(settle.Tx) error { // does nothing while it holds the head
		until(t, c, "select not exists (select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%')")
		return nil
	})
	if err == nil {
		t.Error("an idle transaction kept its locks")
	}
	if err := s.Update(t.Context(), settle.TxOptions{}, appendFact); err != nil {
		t.Errorf("after a stuck transaction: %v", err)
	}
	if n := head(t, s); n != 1 {
		t.Errorf("%d facts, want 1", n)
	}
}

// until waits until a query over the server's activity says true.
func until(t *testing.T, c *pgx.Conn, query string) {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		var yes bool
		if err := c.QueryRow(t.Context(), query).Scan(&yes); err != nil {
			t.Fatal(err)
		}
		if yes {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("not within a minute: %s", query)
			return
		}
	}
}

// A long transaction of the leader must not cost it the lease.
func TestRenewingDoesNotWaitForTheLeadersTransaction(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{LockTimeout: 200 * time.Millisecond})
	epoch, _, err := s.Acquire(t.Context(), "a", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}, func(settle.Tx) error {
		ok, err := s.Renew(t.Context(), epoch, time.Minute)
		if err == nil && !ok {
			err = errors.New("not renewed")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestIdempotency(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{})
	k := postgres.RequestKey{Principal: "agent:1", Key: "k", Method: "POST", Path: "/missions", BodyHash: [32]byte{1}}
	begin := func(k postgres.RequestKey, lease, keep time.Duration, want postgres.RequestState) postgres.Answer {
		t.Helper()
		got, a, err := s.BeginRequest(t.Context(), k, lease, keep)
		if err != nil || got != want {
			t.Fatalf("begun %d, want %d (%v)", got, want, err)
		}
		return a
	}
	finish := func(k postgres.RequestKey, a *postgres.Answer) {
		t.Helper()
		if err := s.FinishRequest(t.Context(), k, a); err != nil {
			t.Fatal(err)
		}
	}
	other := k
	other.BodyHash = [32]byte{2}
	stranger := k
	stranger.Principal = "agent:2"
	begin(k, time.Minute, time.Hour, postgres.RequestFresh)
	begin(k, time.Minute, time.Hour, postgres.RequestRunning)
	begin(other, time.Minute, time.Hour, postgres.RequestMismatch)
	begin(stranger, time.Minute, time.Hour, postgres.RequestFresh)
	begin(k, 0, time.Hour, postgres.RequestFresh) // its process died
	finish(k, nil)
	begin(k, time.Minute, time.Hour, postgres.RequestFresh)
	finish(other, &postgres.Answer{Status: 500, MediaType: "x"}) // not its own
	begin(k, time.Minute, time.Hour, postgres.RequestRunning)
	finish(k, &postgres.Answer{Status: 201, MediaType: "application/json", Body: []byte("{\x00}")})
	a := begin(k, time.Minute, time.Hour, postgres.RequestFinished)
	if a.Status != 201 || a.MediaType != "application/json" || string(a.Body) != "{\x00}" || a.Secret {
		t.Errorf("answer %+v", a)
	}
	finish(k, nil) // too late to give it back
	begin(k, 0, time.Hour, postgres.RequestFinished)
	begin(k, time.Minute, 0, postgres.RequestFresh) // forgotten
	finish(k, &postgres.Answer{Status: 201, MediaType: "x", Body: []byte("key"), Secret: true})
	if a := begin(k, time.Minute, time.Hour, postgres.RequestFinished); !a.Secret || len(a.Body) != 0 {
		t.Errorf("a secret was kept: %+v", a)
	}
	if err := s.SweepRequests(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	begin(k, time.Minute, time.Hour, postgres.RequestFresh)
}

// A principal has room for so many records; those it has stay good, others have
// their own, and room comes with the sweep.
func TestIdempotencyIsBounded(t *testing.T) {
	url := newURL(t)
	s := open(t, url, postgres.Options{})
	begin := func(principal, key string, want postgres.RequestState) {
		t.Helper()
		k := postgres.RequestKey{Principal: principal, Key: key, Method: "POST", Path: "/missions"}
		if got, _, err := s.BeginRequest(t.Context(), k, time.Minute, time.Hour); err != nil || got != want {
			t.Errorf("%s %s begun %d, want %d (%v)", principal, key, got, want, err)
		}
	}
	c := connect(t, url)
	if _, err := c.Exec(t.Context(), `insert into idempotency (principal, key, method, path, body_sha256, status, media_type, locked_at, created_at)
		select 'agent:1', 'old' || n, 'POST', '/missions', decode(repeat('00', 32), 'hex'), 200, 'x', now(), now() - interval '10 minutes' from generate_series(2, $1) n`, postgres.MaxRequests); err != nil {
		t.Fatal(err)
	}
	begin("agent:1", "last", postgres.RequestFresh)
	begin("agent:1", "one too many", postgres.RequestFull)
	begin("agent:1", "last", postgres.RequestRunning)
	begin("agent:1", "old2", postgres.RequestFinished)
	begin("agent:2", "one too many", postgres.RequestFresh)
	if err := s.SweepRequests(t.Context(), 5*time.Minute); err != nil {
		t.Fatal(err)
	}
	begin("agent:1", "one too many", postgres.RequestFresh)
}

// One of many that begin at once is fresh.
func TestIdempotencyIsTakenOnce(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{})
	states := make(chan postgres.RequestState)
	for range 20 {
		go func() {
			st, _, err := s.BeginRequest(context.WithoutCancel(t.Context()), postgres.RequestKey{Key: "k"}, time.Minute, time.Hour)
			if err != nil {
				t.Error(err)
			}
			states <- st
		}()
	}
	fresh := 0
	for range 20 {
		if <-states == postgres.RequestFresh {
			fresh++
		}
	}
	if fresh != 1 {
		t.Errorf("%d are fresh", fresh)
	}
}
