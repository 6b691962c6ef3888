package daemon_test

import (
	"bytes"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// wire is a way to the database that can be cut, die silently, or break when a
// commit has been sent.
type wire struct {
	listener        net.Listener
	network, target string
	path            string

	mu  sync.Mutex
	all map[net.Conn]bool
	// refuses takes no new connection; dead swallows everything; cut counts the
	// commits of what was written until one whose answer is lost, after which closed, if set, runs.
	refuses, dead bool
	cut           int
	closed        func()
}

func newWire(t *testing.T, db string) *wire {
	t.Helper()
	cfg, err := pgconn.ParseConfig(db)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{all: map[net.Conn]bool{}, path: "/" + cfg.Database}
	w.network, w.target = pgconn.NetworkAddress(cfg.Host, cfg.Port)
	if w.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			in, err := w.listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() { w.join(in, &running) })
		}
	})
	t.Cleanup(func() {
		_ = w.listener.Close()
		w.heal() // what hangs goes on, and ends
		w.drop()
		running.Wait()
	})
	return w
}

// url is where the wire begins, for a role.
func (w *wire) url(role string) string {
	return (&url.URL{Scheme: "postgres", User: url.User(role), Host: w.listener.Addr().String(), Path: w.path, RawQuery: "sslmode=disable"}).String()
}

func (w *wire) join(in net.Conn, running *sync.WaitGroup) {
	w.mu.Lock()
	refuses := w.refuses
	w.mu.Unlock()
	out, err := net.Dial(w.network, w.target)
	if err != nil || refuses {
		_ = in.Close()
		if err == nil {
			_ = out.Close()
		}
		return
	}
	w.mu.Lock()
	w.all[in], w.all[out] = true, true
	w.mu.Unlock()
	var lost atomic.Bool
	running.Go(func() { w.relay(in, out, &lost, true) })
	w.relay(out, in, &lost, false)
}

// relay copies. lost says that the answer that comes next is lost.
func (w *wire) relay(from, to net.Conn, lost *atomic.Bool, toServer bool) {
	defer func() { _, _ = from.Close(), to.Close() }()
	buf := make([]byte, 64<<10)
	view := false // the transaction only reads
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		if toServer && bytes.Contains(buf[:n], []byte("begin ")) {
			view = bytes.Contains(buf[:n], []byte("read only"))
		}
		w.mu.Lock()
		dead, closed := w.dead, w.closed
		if toServer && !view && w.cut > 0 && bytes.Contains(buf[:n], []byte("commit\x00")) {
			w.cut--
			lost.Store(w.cut == 0)
		}
		w.mu.Unlock()
		if !toServer && lost.Load() { // the server is through with it
			if closed != nil {
				closed()
			}
			return
		}
		if dead {
			continue
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// set changes what the wire does.
func (w *wire) set(change func(*wire)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(w)
}

// drop cuts all connections.
func (w *wire) drop() {
	w.set(func(w *wire) {
		for c := range w.all {
			_ = c.Close()
		}
		w.all = map[net.Conn]bool{}
	})
}

// heal makes it a good way again.
func (w *wire) heal() {
	w.set(func(w *wire) { w.refuses, w.dead, w.cut, w.closed = false, false, 0, nil })
}
