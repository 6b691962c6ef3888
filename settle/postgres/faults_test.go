package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// watcher counts what a Store tells.
type watcher struct {
	mu        sync.Mutex
	faults    map[string]int
	ambiguous map[postgres.Outcome]int
	ended     map[postgres.Kind]int
}

func newWatcher() *watcher {
	return &watcher{faults: map[string]int{}, ambiguous: map[postgres.Outcome]int{}, ended: map[postgres.Kind]int{}}
}

func (w *watcher) Transaction(k postgres.Kind, _ time.Duration, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended[k]++
}

func (w *watcher) Ambiguous(o postgres.Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ambiguous[o]++
}

func (w *watcher) Fault(code string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faults[code]++
}

func exec(t *testing.T, c *pgx.Conn, sql string) {
	t.Helper()
	if _, err := c.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func database(t *testing.T, c *pgx.Conn) (name string) {
	t.Helper()
	if err := c.QueryRow(t.Context(), "select quote_ident(current_database())").Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestFailover: the connections lead to a server that only reads, as one does
// that was demoted. The lease is lost by time, reads go on; once the URL leads
// to one that writes, the same Store writes again.
func TestFailover(t *testing.T) {
	db, w := newURL(t), newWatcher()
	c := connect(t, db)
	s := open(t, db, postgres.Options{Process: "one", Observer: w, Jitter: func(time.Duration) time.Duration { return 0 }})
	epoch, _, err := s.Acquire(t.Context(), "one", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	leads := func(tx settle.Tx) error { return appendFact(tx) }
	options := settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}
	if err := s.Update(t.Context(), options, leads); err != nil {
		t.Fatal(err)
	}
	name := database(t, c)
	exec(t, c, "alter database "+name+" set default_transaction_read_only = on")
	exec(t, c, "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
	for range 3 {
		if err := s.Update(t.Context(), options, leads); err == nil || !strings.Contains(err.Error(), "25006") {
			t.Errorf("written to a server that only reads: %v", err)
		}
		if _, err := s.Renew(t.Context(), epoch, time.Hour); err == nil {
			t.Error("the lease was renewed on a server that only reads")
		}
		if n := head(t, s); n != 1 {
			t.Errorf("%d facts", n)
		}
	}
	exec(t, c, "alter database "+name+" reset default_transaction_read_only")
	// No connection is left that was made while the server only read.
	if err := s.Update(t.Context(), options, leads); err != nil {
		t.Errorf("after the failover: %v", err)
	}
	if ok, err := s.Renew(t.Context(), epoch, time.Hour); !ok || err != nil {
		t.Errorf("after the failover the lease is %v, %v", ok, err)
	}
	if n := head(t, s); n != 2 {
		t.Errorf("%d facts, want 2", n)
	}
	if w.faults["25006"] == 0 || len(w.ambiguous) != 0 {
		t.Errorf("faults %v, ambiguous commits %v", w.faults, w.ambiguous)
	}
}

// TestOutOfConnections: a server that takes no more connections is asked again,
// and the caller is told when it does not help.
func TestOutOfConnections(t *testing.T) {
	db := newURL(t)
	c := connect(t, db)
	name := database(t, c)
	role := strings.Trim(name, `"`) + "_few"
	exec(t, c, "create role "+role+" login connection limit 1")
	t.Cleanup(func() {
		ctx := context.Background()
		c, err := pgx.Connect(ctx, db)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close(ctx)
		if _, err := c.Exec(ctx, "drop owned by "+role+"; drop role "+role); err != nil {
			t.Error(err)
		}
	})
	exec(t, c, "grant all on all tables in schema public to "+role)
	as, err := url.Parse(db)
	if err != nil {
		t.Fatal(err)
	}
	as.User = url.User(role)
	var taken *pgx.Conn
	w, waits, helps := newWatcher(), 0, 3
	s := open(t, as.String(), postgres.Options{Observer: w, Jitter: func(time.Duration) time.Duration {
		if waits++; waits == helps {
			if err := taken.Close(context.Background()); err != nil {
				t.Error(err)
			}
			until(t, c, fmt.Sprintf("select not exists (select from pg_stat_activity where usename = '%s')", role))
		}
		return 0
	}})
	end := func() {
		exec(t, c, fmt.Sprintf("select pg_terminate_backend(pid) from pg_stat_activity where usename = '%s'", role))
		until(t, c, fmt.Sprintf("select not exists (select from pg_stat_activity where usename = '%s')", role))
		if taken, err = pgx.Connect(t.Context(), as.String()); err != nil {
			t.Fatal(err)
		}
	}
	end()
	if err := s.Update(t.Context(), settle.TxOptions{}, appendFact); err != nil {
		t.Errorf("the third attempt finds a connection: %v", err)
	}
	end()
	waits, helps = 0, -1
	if err := s.Update(t.Context(), settle.TxOptions{}, appendFact); err == nil || !strings.Contains(err.Error(), "53300") {
		t.Errorf("without a connection: %v", err)
	}
	if err := taken.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if n := head(t, open(t, db, postgres.Options{})); n != 1 || w.faults["53300"] < 2 {
		t.Errorf("%d facts, faults %v", n, w.faults)
	}
}

// TestWrongDatabaseIsNoOutage: what no attempt can help is said at once.
func TestWrongDatabaseIsNoOutage(t *testing.T) {
	cfg, err := pgxpool.ParseConfig(newURL(t))
	if err != nil {
		t.Fatal(err)
	}
	cfg.ConnConfig.Database = "no_such_database"
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	tries := 0
	s := postgres.New(pool, postgres.Options{Jitter: func(time.Duration) time.Duration { tries++; return 0 }})
	if err := s.Update(t.Context(), settle.TxOptions{}, appendFact); err == nil || !strings.Contains(err.Error(), "3D000") || tries > 0 {
		t.Errorf("tried again %d times: %v", tries, err)
	}
}

// TestLostCommitAnswer: the connection is cut when a commit was sent, and just
// before. The caller is told of success, and the fact is there once.
func TestLostCommitAnswer(t *testing.T) {
	for _, c := range []struct {
		after bool
		runs  int
		want  map[postgres.Outcome]int
	}{{true, 1, map[postgres.Outcome]int{postgres.Committed: 1}}, {false, 2, map[postgres.Outcome]int{}}} {
		r, w := &reaper{after: c.after, every: 1 << 30}, newWatcher()
		s := mortalStore(t, r, postgres.Options{Observer: w})
		runs := 0
		err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
			if runs++; runs == 1 {
				r.arm(1)
				r.skip = 1 // the facts are sent before the commit
			}
			return appendFact(tx)
		})
		if n := head(t, s); err != nil || n != 1 || runs != c.runs || r.end != 1 || !maps.Equal(w.ambiguous, c.want) {
			t.Errorf("answer lost %v: %d facts of %d runs, %d commits cut, then %v: %v", c.after, n, runs, r.end, w.ambiguous, err)
		}
	}
}

// TestCommitOfAnotherHistory: what a server says of a transaction counts only if
// it is the server that ran it.
func TestCommitOfAnotherHistory(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{})
	for _, c := range []struct{ xid, history string }{{"", ""}, {"3", "1/00000001"}, {"99999999999", ""}} {
		err := s.Resolve(t.Context(), c.xid, c.history, 0, settle.Hash{})
		if !errors.Is(err, postgres.ErrCommitUnknown) {
			t.Errorf("transaction %s of %q: %v", c.xid, c.history, err)
		}
	}
}

// TestCommitBeforeAFailover: on the timeline that goes on, a transaction took effect
// if its newest fact is in the journal, and never will if not.
func TestCommitBeforeAFailover(t *testing.T) {
	s := open(t, newURL(t), postgres.Options{})
	if err := s.Update(t.Context(), settle.TxOptions{}, appendFact); err != nil {
		t.Fatal(err)
	}
	var seq uint64
	var fact settle.Hash
	if err := s.View(t.Context(), func(tx settle.Tx) error { seq, fact = tx.Head(); return nil }); err != nil {
		t.Fatal(err)
	}
	c, err := pgx.Connect(t.Context(), newURL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	var cluster string
	if err := c.QueryRow(t.Context(), "select system_identifier::text from pg_control_system()").Scan(&cluster); err != nil {
		t.Fatal(err)
	}
	const before, later = "/00000000", "/7fffffff"
	for _, c := range []struct {
		history string
		seq     uint64
		fact    settle.Hash
		unknown bool
		lost    bool
	}{
		{history: cluster + before, seq: seq, fact: fact},
		{history: cluster + before, seq: seq, fact: settle.Hash{1}, lost: true},
		{history: cluster + before, seq: seq + 1, fact: fact, lost: true},
		{history: cluster + before, unknown: true},
		{history: cluster + later, seq: seq, fact: fact, unknown: true},
		{history: "1" + before, seq: seq, fact: fact, unknown: true},
	} {
		err := s.Resolve(t.Context(), "3", c.history, c.seq, c.fact)
		if errors.Is(err, postgres.ErrCommitUnknown) != c.unknown || (err != nil) != (c.unknown || c.lost) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
