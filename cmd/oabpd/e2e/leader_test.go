package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
)

// Two processes on one database, of which the leader vanishes in each of the
// ways that leave its connections as they are.
func TestLeadership(t *testing.T) {
	t.Parallel()
	n := deployed(t, startGeth(t, 0))
	for _, s := range []struct {
		name string
		run  func(*testing.T, *node)
	}{
		{"the leader is paused and wakes", leaderPaused}, {"the leader's way to the database dies", leaderCutOff},
		{"answers of commits are lost", answersLost}, {"many payments, and the leader killed", manyPayments},
		{"the database fails over", databaseFailsOver},
	} {
		t.Run(s.name, func(t *testing.T) { s.run(t, n) })
	}
}

// wire is a way to the database that can die without anybody being told, or
// lose the answer of a commit.
type wire struct {
	url             string
	network, target string
	dead            atomic.Bool
	// lose is how many commits from now the answer of one is lost; 0 for none.
	lose atomic.Int64
	lost atomic.Int64
	mu   sync.Mutex
	all  []net.Conn
}

func newWire(t *testing.T, db string) *wire {
	t.Helper()
	cfg, err := pgconn.ParseConfig(db)
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w := &wire{}
	w.network, w.target = pgconn.NetworkAddress(cfg.Host, cfg.Port)
	w.url = (&url.URL{Scheme: "postgres", User: url.User(cfg.User), Host: l.Addr().String(), Path: "/" + cfg.Database, RawQuery: "sslmode=disable"}).String()
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial(w.network, w.target)
			if err != nil {
				_ = in.Close()
				continue
			}
			w.mu.Lock()
			w.all = append(w.all, in, out)
			w.mu.Unlock()
			died := &atomic.Bool{}
			go w.relay(in, out, died, true)
			go w.relay(out, in, died, false)
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, c := range w.all {
			_ = c.Close()
		}
	})
	return w
}

// relay copies; once dead, a connection swallows everything, for ever.
func (w *wire) relay(from, to net.Conn, died *atomic.Bool, toServer bool) {
	defer from.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if w.dead.Load() {
			died.Store(true)
		}
		if !died.Load() {
			_, werr := to.Write(buf[:n])
			if err != nil || werr != nil {
				_ = to.Close()
				return
			}
			if toServer && bytes.Contains(buf[:n], []byte("commit\x00")) && w.lose.Load() > 0 && w.lose.Add(-1) == 0 {
				w.lost.Add(1)
				died.Store(true) // before the answer comes, or soon after; then the client is cut off
				_ = from.Close()
			}
		}
		if err != nil {
			return
		}
	}
}

// second starts a standby with the flags of the first but for those that change.
func (n *node) second(t *testing.T, flags []string, change map[string]string) *process {
	t.Helper()
	port := freeport.Take(t)
	mine := append([]string(nil), flags...)
	for k := range mine {
		switch v := change[mine[k]]; {
		case mine[k] == "--listen":
			mine[k+1] = fmt.Sprintf("127.0.0.1:%d", port)
		case v != "":
			mine[k+1] = v
		}
	}
	p := n.run(t, mine, port)
	p.live(t)
	return p
}

// leaderPaused: a process that is stopped keeps its connections; the standby
// waits for none of them. When it wakes it finds itself deposed.
func leaderPaused(t *testing.T, n *node) {
	w, a, flags, _ := daemonProcess(t, n, newDB(t))
	a.untilLeads(t)
	b := n.second(t, flags, nil)
	one, two := w.newJob(t, jobOptions{named: true}), w.newJob(t, jobOptions{named: true})
	must(t, n.chain.SetBlockTime(t.Context(), 20*time.Millisecond)) // it is stopped in the middle of its work
	tx := n.payTagged(t, one, one.poster.account)
	time.Sleep(50 * time.Millisecond)
	must(t, a.cmd.Process.Signal(syscall.SIGSTOP))
	stopped := time.Now()
	b.untilLeads(t)
	t.Logf("the standby leads %s after the leader was stopped", time.Since(stopped).Round(100*time.Millisecond))
	must(t, n.chain.SetBlockTime(t.Context(), 0))
	w.surface = b.surface
	w.mine(t, depth+1)
	n.succeeded(t, tx)
	must(t, a.cmd.Process.Signal(syscall.SIGCONT))
	n.payTagged(t, two, two.poster.account)
	w.mine(t, depth+2)
	a.deposed(t)
	w.releasedOnce(t, one, two)
}

// deposed waits until a process knows that it does not lead, and has its database.
func (p *process) deposed(t *testing.T) {
	t.Helper()
	eventually(t, func() error {
		r, err := p.ask(t.Context(), nil, "GET", "/health/ready", nil)
		if err == nil && (r.at("leader") != false || r.str("database") != "ok") {
			err = fmt.Errorf("ready says %d %s", r.status, clip(r.body))
		}
		return err
	})
}

// releasedOnce: each job is settled and paid once, and released.
func (w *world) releasedOnce(t *testing.T, jobs ...*job) {
	t.Helper()
	for k, j := range jobs {
		if !w.settled(t, j) {
			t.Fatalf("paid and not settled: %s", clip(w.instruction(t, j).body))
		}
		if k < 3 { // looks at the receipt from all sides
			w.released(t, j)
		}
		w.envelope(t, j.poster, j).want(t, 200)
	}
	for what, q := range map[string]string{"settled facts": `select count(*) from journal where kind = 'settled'`, "receipts": `select count(*) from receipt`} {
		if got := scalar(t, w.db, q); got != int64(len(jobs)) {
			t.Errorf("%d %s for %d payments", got, what, len(jobs))
		}
	}
	checkRebuild(t, w.db)
}

// leaderCutOff: the network path of the leader dies, and nobody gets a FIN or a
// reset. It knows that it does not lead any more; when there is a way again, it
// stands by.
func leaderCutOff(t *testing.T, n *node) {
	db := newDB(t)
	way := newWire(t, db)
	w, a, flags, _ := daemonProcess(t, n, way.url)
	w.db = db
	a.untilLeads(t)
	b := n.second(t, flags, map[string]string{"--database-url": db})
	j := w.newJob(t, jobOptions{named: true})
	tx := n.payTagged(t, j, j.poster.account)
	way.dead.Store(true)
	cut := time.Now()
	b.untilLeads(t)
	t.Logf("the standby leads %s after the way was cut", time.Since(cut).Round(100*time.Millisecond))
	w.surface = b.surface
	w.mine(t, depth+2)
	n.succeeded(t, tx)
	eventually(t, func() error {
		if a.leads(t) {
			return fmt.Errorf("the one that is cut off believes that it leads")
		}
		return nil
	})
	way.dead.Store(false)
	a.deposed(t)
	w.releasedOnce(t, j)
}

// answersLost: the answers of commits are lost while posters post: each request
// succeeds, and what it made is there once, also for whoever sends it again.
func answersLost(t *testing.T, n *node) {
	db := newDB(t)
	way := newWire(t, db)
	w, p, _, _ := daemonProcess(t, n, way.url)
	w.db = db
	p.untilLeads(t)
	poster := w.person(t, "Poster", true)
	made := map[string]bool{}
	const posts = 9
	for k := range posts {
		key := fmt.Sprintf("lost-%d", k)
		way.lose.Store(int64(1 + k%4))
		r := w.do(t, poster, "POST", "/v1/bounties", bountyBody(2500+k), "Idempotency-Key", key).want(t, 201)
		way.lose.Store(0)
		again := w.do(t, poster, "POST", "/v1/bounties", bountyBody(2500+k), "Idempotency-Key", key).want(t, 201)
		if id := r.str("bounty_id"); again.str("bounty_id") != id || made[id] {
			t.Errorf("sent again it made %s after %s", again.str("bounty_id"), id)
		}
		made[r.str("bounty_id")] = true
	}
	if got := scalar(t, db, "select count(*) from mission"); got != posts {
		t.Errorf("%d missions of %d requests", got, posts)
	}
	if way.lost.Load() < posts/2 {
		t.Errorf("%d answers were lost", way.lost.Load())
	}
	checkRebuild(t, db)
}

// manyPayments: two processes and many payments at once, while whichever leads
// is killed at random moments and started again; each is released exactly once.
// OABPD_E2E_PAYMENTS says how many (24).
func manyPayments(t *testing.T, n *node) {
	count := 24
	if v := os.Getenv("OABPD_E2E_PAYMENTS"); v != "" {
		var err error
		count, err = strconv.Atoi(v)
		must(t, err)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, %d payments", seed, count)
	random := rand.New(rand.NewPCG(seed, 1))
	w, a, flags, port := daemonProcess(t, n, newDB(t))
	b := n.second(t, flags, nil)
	worker, poster := w.person(t, "Worker", false), (*person)(nil)
	var jobs []*job
	for k := range count {
		if k%10 == 0 { // a poster may have so many open missions
			poster = w.person(t, "Poster", true)
		}
		jobs = append(jobs, w.newJob(t, jobOptions{poster: poster, worker: worker, cents: 101}))
	}
	start := time.Now()
	must(t, n.chain.SetBlockTime(t.Context(), 100*time.Millisecond))
	kills := 0
	for k, j := range jobs {
		n.payTagged(t, j, j.poster.account)
		if k%max(1, count/3) != count/6 {
			continue
		}
		time.Sleep(time.Duration(random.Int64N(int64(300 * time.Millisecond))))
		if kills++; a.leads(t) || kills%2 == 0 {
			a.kill()
			a = n.run(t, flags, port)
			a.live(t)
		} else {
			b.kill()
			b = n.second(t, flags, nil)
		}
	}
	must(t, n.chain.SetBlockTime(t.Context(), 0))
	w.surface = b.surface
	w.mine(t, depth+2)
	t.Logf("%d payments, %d kills: all settled %s after the first", count, kills, time.Since(start).Round(100*time.Millisecond))
	w.releasedOnce(t, jobs...)
	paid := int64(0)
	for _, j := range jobs {
		paid += j.net(t)
	}
	if got := w.balance(t, worker.account.Address) - jobs[0].before; got != paid {
		t.Errorf("the worker got %d units, the instructions say %d", got, paid)
	}
}
