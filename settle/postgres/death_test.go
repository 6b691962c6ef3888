package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net"
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
)

var errDied = errors.New("died")

// reaper cuts one connection to the database at the at-th message that is sent
// while it is armed, or at the next one behind it that is worth a death: before
// the message leaves, or when its answer is there and nobody has read it.
type reaper struct {
	after bool
	// every n-th message that only reads is worth a death.
	every int
	// skip are messages worth a death that are spared once more.
	skip int

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
	if r.skip--; r.skip >= 0 {
		return false
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
		_, err := c.Read(make([]byte, 1))
		return len(b), err
	}
	return 0, errDied
}

// mortalStore is a Store whose connections r may cut.
func mortalStore(t *testing.T, r *reaper, o postgres.Options) *postgres.Store {
	t.Helper()
	return storeOver(t, newURL(t), o, func(c net.Conn) net.Conn { return &mortal{Conn: c, reaper: r} },
		func(c net.Conn) { c.(*mortal).ready = true })
}

// storeOver is a Store whose connections are wrapped, and told when they are
// established.
func storeOver(t *testing.T, url string, o postgres.Options, wrap func(net.Conn) net.Conn, ready func(net.Conn)) *postgres.Store {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // one message for each statement
	if o.Process != "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = postgres.ApplicationName(o.Process)
	}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return wrap(c), nil
	}
	cfg.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		ready(c.PgConn().Conn())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return postgres.New(pool, o)
}

// follow brings the store to the chain's tip, dying at every message on the way:
// at the first, then, by a new process, at the second, and so on, and from the
// first again whenever something was committed. If survives, only the connection
// dies, and the process must not notice.
func (r *reaper) follow(t *testing.T, w *enginetest.World, survives bool) {
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
		case survives && err != nil:
			t.Fatalf("a lost connection was noticed: %v", err)
		}
		at = sent
		if survives {
			return // the tip is reached
		}
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
//
// Then only connections die, one in each step of the chain, at another message
// each time, and the same process goes on without an error.
func TestDeathAtEveryMessage(t *testing.T) {
	t.Parallel()
	keys := keyset(t)
	calm := enginetest.New(t, func(now func() time.Time) enginetest.Store { return memstore.New(now) }, keys)
	want := enginetest.NewSettling(calm).Run(func() {
		if err := calm.Sync(); err != nil {
			t.Fatal(err)
		}
	})
	for _, c := range []struct {
		name            string
		after, survives bool
	}{{"unsent", false, false}, {"unanswered", true, false}, {"connection lost", false, true}, {"answer lost", true, true}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := &reaper{after: c.after, every: 15}
			if n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String()); err == nil && n >= 1000 {
				r.every = 1
			}
			o := postgres.Options{Attempts: 1}
			if c.survives {
				o, r.every = postgres.Options{Jitter: func(time.Duration) time.Duration { return 0 }}, 20
			}
			store := mortalStore(t, r, o)
			w := enginetest.New(t, func(func() time.Time) enginetest.Store { return store }, keys)
			step := 0
			got := enginetest.NewSettling(w).Run(func() {
				step++
				if c.survives {
					r.skip = step % 7
				}
				r.follow(t, w, c.survives)
			})
			if got != want {
				t.Fatalf("after %d deaths the state is %s, undisturbed %s", r.deaths, got, want)
			}
			w.Refold()
			t.Logf("%d deaths, %d of them while writing and %d at a commit", r.deaths, r.writes, r.end)
			switch {
			case !c.survives && (r.writes < 100 || r.end < 50), c.survives && (r.deaths < 20 || r.writes < 5 || r.end < 5):
				t.Fatal("the reaper sees nothing")
			}
		})
	}
}
