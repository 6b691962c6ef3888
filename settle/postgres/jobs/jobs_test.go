package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/jobs"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

func newURL(t testing.TB) string {
	t.Helper()
	all, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, name := range all {
		b, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(b)
	}
	return pgtest.NewDB(t, text.String(), func(ctx context.Context, url string) error {
		return postgres.Migrate(ctx, url, migrations.FS)
	})
}

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// River's own migrations are in ours, word for word: a newer River whose tables
// differ turns this red until they are added.
func TestMigrationsHoldRivers(t *testing.T) {
	var ours strings.Builder
	files, err := fs.Glob(migrations.FS, "*_river*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		b, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		ours.Write(b)
	}
	m, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := m.AllVersions()
	if len(all) < 8 {
		t.Fatalf("only %d versions", len(all))
	}
	for _, v := range all[1:] {
		sql := strings.TrimSpace(strings.ReplaceAll(v.SQLUp, "/* TEMPLATE: schema */", ""))
		if !strings.Contains(ours.String(), sql) {
			t.Errorf("version %d (%s) is in no migration of ours", v.Version, v.Name)
		}
	}
}

type numbered struct {
	N int `json:"n"`
}

func (numbered) Kind() string { return "test_numbered" }

// tally counts what was worked, by whom.
type tally struct {
	mu   sync.Mutex
	done map[int][]string
	all  chan struct{}
	want int
}

func newTally(want int) *tally {
	return &tally{done: map[int][]string{}, all: make(chan struct{}), want: want}
}

func (t *tally) add(n int, who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done[n] = append(t.done[n], who)
	if len(t.done) == t.want && len(t.done[n]) == 1 {
		close(t.all)
	}
}

type worker struct {
	river.WorkerDefaults[numbered]
	t   *tally
	who string
	// fail is asked before a job counts as done.
	fail func(*river.Job[numbered]) error
}

func (w *worker) NextRetry(*river.Job[numbered]) time.Time { return time.Now() }

func (w *worker) Work(_ context.Context, j *river.Job[numbered]) error {
	if w.fail != nil {
		if err := w.fail(j); err != nil {
			return err
		}
	}
	w.t.add(j.Args.N, w.who)
	return nil
}

// start runs jobs on a database until stop is called.
func start(t *testing.T, url string, w *worker) (r *jobs.Runner, s *postgres.Store, stop func()) {
	t.Helper()
	s = open(t, url)
	r, err := jobs.New(s, jobs.Options{Poll: 50 * time.Millisecond, Register: func(all *river.Workers) { river.AddWorker(all, w) }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	t.Cleanup(stop)
	return r, s, stop
}

func enqueue(t *testing.T, r *jobs.Runner, s *postgres.Store, from, to int, commit bool) {
	t.Helper()
	tx, err := s.JobsPool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var many []river.InsertManyParams
	for n := from; n < to; n++ {
		many = append(many, river.InsertManyParams{Args: numbered{n}})
	}
	if _, err := r.Client().InsertManyTx(t.Context(), tx, many); err != nil {
		t.Fatal(err)
	}
	end := tx.Rollback
	if commit {
		end = tx.Commit
	}
	if err := end(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func wait(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("the jobs are not worked")
	}
}

// Two daemons work one database: each job once, one that fails again, one of a
// transaction that was rolled back never.
func TestManyDaemonsWorkOneQueue(t *testing.T) {
	t.Parallel()
	url := newURL(t)
	const n = 60
	all := newTally(n)
	fail := func(j *river.Job[numbered]) error {
		if j.Args.N%20 == 0 && j.Attempt == 1 {
			return errors.New("not yet")
		}
		return nil
	}
	r, s, stop := start(t, url, &worker{t: all, who: "one", fail: fail})
	start(t, url, &worker{t: all, who: "two", fail: fail})
	enqueue(t, r, s, 1000, 1001, false)
	enqueue(t, r, s, 0, n/2, true)
	enqueue(t, r, s, n/2, n, true)
	wait(t, all.all)
	stop()
	all.mu.Lock()
	defer all.mu.Unlock()
	for k, by := range all.done {
		if len(by) != 1 || k >= n {
			t.Errorf("job %d was worked by %v", k, by)
		}
	}
}

// A daemon that is stopped finishes what it has in hand, and another one goes on
// with the rest.
func TestAnotherDaemonGoesOn(t *testing.T) {
	t.Parallel()
	url := newURL(t)
	const n = 20
	first, begun := newTally(n), make(chan struct{}, n)
	release := make(chan struct{})
	r, s, stop := start(t, url, &worker{t: first, who: "one", fail: func(*river.Job[numbered]) error {
		begun <- struct{}{}
		<-release
		return nil
	}})
	enqueue(t, r, s, 0, n, true)
	<-begun
	go func() { close(release) }()
	stop()
	first.mu.Lock()
	did := len(first.done)
	first.mu.Unlock()
	if did == 0 {
		t.Error("what was in hand was not finished")
	}
	if did == n {
		return // it was fast enough for all
	}
	rest := newTally(n - did)
	start(t, url, &worker{t: rest, who: "two"})
	wait(t, rest.all)
	for k := range rest.done {
		if _, twice := first.done[k]; twice {
			t.Errorf("job %d was finished and worked again", k)
		}
	}
}

// Behind a pooler in transaction mode the same is true.
func TestJobsBehindPgbouncer(t *testing.T) {
	t.Parallel()
	url := pgtest.Bouncer(t, newURL(t), 4)
	all := newTally(10)
	r, s, _ := start(t, url, &worker{t: all, who: "one", fail: func(j *river.Job[numbered]) error {
		if j.Args.N == 3 && j.Attempt == 1 {
			return errors.New("not yet")
		}
		return nil
	}})
	enqueue(t, r, s, 0, 10, true)
	wait(t, all.all)
}

// The daemon holds no session: neither listens nor keeps locks of a session.
func TestNothingNeedsASession(t *testing.T) {
	t.Parallel()
	url := newURL(t)
	all := newTally(5)
	r, s, _ := start(t, url, &worker{t: all, who: "one"})
	enqueue(t, r, s, 0, 5, true)
	wait(t, all.all)
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	var last []string
	rows, _ := c.Query(t.Context(), "select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
	if last, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(last) == 0 {
		t.Fatal(last, err)
	}
	if slices.ContainsFunc(last, func(q string) bool { return strings.HasPrefix(strings.ToLower(q), "listen") }) {
		t.Errorf("a connection listens: %v", last)
	}
	var locks int
	if err := c.QueryRow(t.Context(), "select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())").Scan(&locks); err != nil || locks != 0 {
		t.Errorf("%d advisory locks, %v", locks, fmt.Sprint(err))
	}
}
