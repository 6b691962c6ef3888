package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/seal"
)

var errDied = errors.New("died")

// reaper cuts one connection to the database at the at-th message that is sent
// while it is armed, or at the next one behind it that is worth a death: before
// the message leaves, or when its answer is there and nobody has read it.
type reaper struct {
	after bool
	// every n-th message that only reads is worth a death.
	every int

	mu                  sync.Mutex
	armed               bool
	sent, at            int
	died                bool
	reads               int
	deaths, writes, end int
}

// die reports whether this message is the last of its connection; view says that
// it is of a transaction that only reads.
func (r *reaper) die(message []byte, view bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.armed || r.died {
		return false
	}
	if r.sent++; r.sent < r.at {
		return false
	}
	commit, writes := !view && bytes.Contains(message, []byte("commit")), !view && writing.Match(message)
	if !commit && !writes {
		if r.reads++; r.reads%r.every != 0 {
			return false
		}
	}
	r.died = true
	r.deaths++
	if commit {
		r.end++
	} else if writes {
		r.writes++
	}
	return true
}

// writing are the statements that change something, or lock.
var writing = regexp.MustCompile(`insert into|update \w+ set|delete from|for (no key )?update|for (key )?share`)

func (r *reaper) arm(at int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.armed, r.died, r.sent, r.at = true, false, 0, at
}

func (r *reaper) disarm() (died bool, at int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.armed = false
	return r.died, r.sent
}

// mortal is a connection that a reaper may cut once it is established.
type mortal struct {
	net.Conn
	reaper *reaper
	// ready: it is established. view: its transaction only reads.
	ready, view bool
}

// Write implements net.Conn.
func (c *mortal) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("begin ")) {
		c.view = bytes.Contains(b, []byte("read only"))
	}
	if !c.ready || !c.reaper.die(b, c.view) {
		return c.Conn.Write(b)
	}
	defer func() { _ = c.Close() }()
	if c.reaper.after {
		if _, err := c.Conn.Write(b); err != nil {
			return 0, err
		}
		// The first byte of the answer comes when the server is through with it.
		if _, err := c.Read(make([]byte, 1)); err != nil {
			return 0, err
		}
	}
	return 0, errDied
}

// mortalStore is a Store whose connections r may cut.
func mortalStore(t *testing.T, r *reaper) *postgres.Store {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(newURL(t))
	if err != nil {
		t.Fatal(err)
	}
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // one message for each statement
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		return &mortal{Conn: c, reaper: r}, err
	}
	cfg.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		c.PgConn().Conn().(*mortal).ready = true
		return nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return postgres.New(pool, postgres.Options{})
}

// follow brings the store to the chain's tip, dying at every message on the way:
// at the first, then, by a new process, at the second, and so on, and from the
// first again whenever something was committed.
func (r *reaper) follow(t *testing.T, w *enginetest.World) {
	t.Helper()
	where := func() (seq uint64, tip settle.BlockRef) {
		h, err := w.Engine.Health(w.Ctx)
		if err != nil {
			t.Fatal(err)
		}
		if h.Tip != nil {
			tip = h.Tip.BlockRef
		}
		return h.JournalSeq, tip
	}
	seq, tip := where()
	for at := 1; ; at++ {
		r.arm(at)
		err := w.Sync()
		died, sent := r.disarm()
		switch {
		case !died && err != nil:
			t.Fatal(err)
		case !died:
			return
		}
		at = sent
		w.Restart()
		if s, b := where(); s != seq || b != tip {
			seq, tip, at = s, b, 0
		}
	}
}

// TestDeathAtEveryMessage kills the leader at every message to the database, once
// before it leaves and once when its answer is lost, a commit's too. (Of those
// that only read, every fifteenth; with -rapid.checks=1000 or more, all.) The state at
// the end is that of an undisturbed run over memory, folding the journal again
// gives it, and every release and receipt exists once (Audit).
func TestDeathAtEveryMessage(t *testing.T) {
	t.Parallel()
	keys, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	calm := enginetest.New(t, func(now func() time.Time) enginetest.Store { return memstore.New(now) }, keys)
	want := enginetest.NewSettling(calm).Run(func() {
		if err := calm.Sync(); err != nil {
			t.Fatal(err)
		}
	})
	for _, after := range []bool{false, true} {
		t.Run(map[bool]string{false: "unsent", true: "unanswered"}[after], func(t *testing.T) {
			t.Parallel()
			r := &reaper{after: after, every: 15}
			if n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String()); err == nil && n >= 1000 {
				r.every = 1
			}
			store := mortalStore(t, r)
			w := enginetest.New(t, func(func() time.Time) enginetest.Store { return store }, keys)
			got := enginetest.NewSettling(w).Run(func() { r.follow(t, w) })
			if got != want {
				t.Fatalf("after %d deaths the state is %s, undisturbed %s", r.deaths, got, want)
			}
			w.Refold()
			if r.writes < 100 || r.end < 50 {
				t.Fatalf("%d deaths, %d of them while writing and %d at a commit: the reaper sees nothing", r.deaths, r.writes, r.end)
			}
			t.Logf("%d deaths, %d of them while writing and %d at a commit", r.deaths, r.writes, r.end)
		})
	}
}
