package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/devpg"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// Processes on one chain, each scenario with a database of its own.
func TestProcesses(t *testing.T) {
	t.Parallel()
	n := deployed(t, startGeth(t, 0))
	for _, s := range []struct {
		name string
		run  func(*testing.T, *node)
	}{
		{"killed at random moments", func(t *testing.T, n *node) { killedAtRandom(t, n, newDB(t)) }},
		{"killed in the backfill", killedInBackfill},
		{"two daemons", func(t *testing.T, n *node) { twoDaemons(t, n, newDB(t)) }},
		{"two daemons behind pgbouncer", func(t *testing.T, n *node) { twoDaemons(t, n, pgtest.Bouncer(t, newDB(t), 4)) }},
		{"killed at random moments behind pgbouncer", func(t *testing.T, n *node) { killedAtRandom(t, n, pgtest.Bouncer(t, newDB(t), 4)) }},
		{"the database goes and comes back", databaseRestarts},
		{"the endpoint goes and comes back", endpointReturns}, {"stops cleanly", stopsCleanly}, {"wrong chain", wrongChain},
		{"missing keyset", missingKeyset},
	} {
		t.Run(s.name, func(t *testing.T) { s.run(t, n) })
	}
}

// scalar reads one number from the database.
func scalar(t testing.TB, db, query string, args ...any) (n int64) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), db)
	must(t, err)
	defer c.Close(t.Context())
	must(t, c.QueryRow(t.Context(), query, args...).Scan(&n))
	return n
}

// killedAtRandom: payments arrive while the daemon is killed and started again;
// each is released once.
func killedAtRandom(t *testing.T, n *node, db string) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	w, p, flags, port := daemonProcess(t, n, db)
	var jobs []*job
	for range 6 {
		jobs = append(jobs, w.newJob(t, jobOptions{named: true}))
	}
	must(t, n.chain.SetBlockTime(t.Context(), 100*time.Millisecond))
	pause := func(limit time.Duration) { time.Sleep(time.Duration(random.Int64N(int64(limit)))) }
	for k, j := range jobs {
		n.payTagged(t, j, j.poster.account)
		pause(700 * time.Millisecond)
		p.kill()
		p = n.run(t, flags, port)
		if k%2 == 0 { // killed while it leads and catches up; else before it leads
			p.untilLeads(t)
		}
		pause(500 * time.Millisecond)
	}
	must(t, n.chain.SetBlockTime(t.Context(), 0))
	p.live(t)
	p.untilLeads(t)
	w.mine(t, depth+1)
	for _, j := range jobs {
		if !w.settled(t, j) {
			t.Fatalf("paid and not settled: %s", clip(w.instruction(t, j).body))
		}
		w.released(t, j)
		w.once(t, j)
	}
	for what, q := range map[string]string{"settled facts": `select count(*) from journal where kind = 'settled'`, "receipts": `select count(*) from receipt`} {
		if got := scalar(t, w.db, q); got != int64(len(jobs)) {
			t.Errorf("%d %s for %d payments", got, what, len(jobs))
		}
	}
	checkRebuild(t, w.db)
}

// twoDaemons: one leads, the other takes over, and both serve.
func twoDaemons(t *testing.T, n *node, db string) {
	w, a, flags, _ := daemonProcess(t, n, db)
	port := freeport.Take(t)
	second := make([]string, len(flags))
	copy(second, flags)
	for k := range second {
		if second[k] == "--listen" {
			second[k+1] = fmt.Sprintf("127.0.0.1:%d", port)
		}
	}
	b := n.run(t, second, port)
	b.live(t)
	for range 20 {
		if la, lb := a.leads(t), b.leads(t); !la || lb {
			t.Fatalf("leaders: first %v, second %v", la, lb)
		}
		time.Sleep(50 * time.Millisecond)
	}
	j := w.newJob(t, jobOptions{named: true})
	sameBody(t, a.get(t, nil, "/settlements/"+j.id).want(t, 200), b.get(t, nil, "/settlements/"+j.id).want(t, 200))
	w.mined(t, w.payTagged(t, j, j.poster.account))
	w.mine(t, 3)
	a.kill()
	killed := time.Now()
	b.untilLeads(t)
	t.Logf("the standby leads %s after the kill", time.Since(killed).Round(100*time.Millisecond))
	w.surface = b.surface
	w.mine(t, 3)
	if !w.settled(t, j) {
		t.Fatalf("not settled by the standby: %s", clip(w.instruction(t, j).body))
	}
	// the receipt names the first one's origin, where nobody answers now
	file := filepath.Join(t.TempDir(), "receipt.json")
	writeFile(t, file, b.get(t, nil, "/v1/bounties/"+j.bounty+"/receipts/"+j.sub).want(t, 200).body)
	if code, out := oabpd(t, "verify", "--rpc", n.chain.HTTPURL(), "--keys", b.url+"/.well-known/oabp.json", file); code != 0 {
		t.Errorf("verify exits %d: %s", code, out)
	}
	checkRebuild(t, w.db)
}

// databaseRestarts: the daemon lives on while its database is away.
func databaseRestarts(t *testing.T, n *node) {
	wd, err := os.Getwd()
	must(t, err)
	o := devpg.Options{DataDir: filepath.Join(os.TempDir(), fmt.Sprintf("oabpd-e2e-pg-%d", os.Getpid())), NodeModules: devpg.NodeModules(wd),
		Port: freeport.Take(t), Fast: true}
	pg, err := devpg.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(func() {
		_ = pg.Stop()
		_ = os.RemoveAll(pg.Dir())
	})
	must(t, pg.CreateDatabase(t.Context(), "oabpd"))
	db := pg.URL("oabpd")
	must(t, postgres.Migrate(t.Context(), db, migrations.FS))
	w, p, _, _ := daemonProcess(t, n, db)
	j := w.newJob(t, jobOptions{named: true})
	w.mined(t, w.payTagged(t, j, j.poster.account))
	must(t, pg.Stop())
	eventually(t, func() error {
		r, err := p.ask(t.Context(), nil, "GET", "/health/ready", nil)
		if err == nil && (r.status != 503 || r.str("database") != "unreachable") {
			err = fmt.Errorf("ready says %d %s", r.status, r.body)
		}
		return err
	})
	p.get(t, nil, "/health/live").want(t, 200)
	if r := p.get(t, nil, "/settlements/"+j.id); r.status < 500 || strings.Contains(string(r.body), "oabp:") || strings.Contains(string(r.body), "SQLSTATE") {
		t.Errorf("without a database: %d %s", r.status, r.body)
	}
	must(t, n.chain.Mine(t.Context(), depth))
	pg, err = devpg.Start(t.Context(), o)
	must(t, err)
	back := time.Now()
	w.sync(t)
	t.Logf("caught up %s after the database came back", time.Since(back).Round(100*time.Millisecond))
	if !w.settled(t, j) {
		t.Fatalf("%s", clip(w.instruction(t, j).body))
	}
	w.released(t, j)
	checkRebuild(t, w.db)
}

// endpointReturns: what was paid while no endpoint answered settles afterwards.
func endpointReturns(t *testing.T, n *node) {
	cable := newProxy(t, n.chain.HTTPURL())
	w, p, _, _ := daemonProcess(t, n, newDB(t), "http://"+cable.addr)
	j := w.newJob(t, jobOptions{named: true})
	cable.cut()
	tx := n.payTagged(t, j, j.poster.account)
	must(t, n.chain.Mine(t.Context(), depth+1))
	n.succeeded(t, tx)
	time.Sleep(time.Second)
	if r := p.get(t, nil, "/settlements/"+j.id).want(t, 200); r.str("progress.state") != "unpaid" {
		t.Fatalf("it sees through a cut cable: %s", clip(r.body))
	}
	if r := w.present(t, j, tx); r.status != 503 || r.code() != "chain_unavailable" || r.header.Get("Retry-After") == "" {
		t.Errorf("presenting meanwhile: %d %s", r.status, clip(r.body))
	}
	cable.mend(t)
	back := time.Now()
	w.sync(t)
	t.Logf("caught up %s after the endpoint came back", time.Since(back).Round(100*time.Millisecond))
	if !w.settled(t, j) {
		t.Fatalf("%s", clip(w.instruction(t, j).body))
	}
	w.released(t, j)
	checkRebuild(t, w.db)
}

// stopsCleanly: SIGTERM and SIGINT end it with 0, with clients connected, and
// give the port and the lease back.
func stopsCleanly(t *testing.T, n *node) {
	w, p, flags, port := daemonProcess(t, n, newDB(t))
	w.newJob(t, jobOptions{})
	w.tool(t, nil, "list_bounties", nil)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		must(t, p.cmd.Process.Signal(sig))
		start := time.Now()
		if code := p.exits(t); code != 0 {
			t.Fatalf("%s: exit %d: %s", sig, code, p.log.String())
		}
		t.Logf("%s: ended after %s", sig, time.Since(start).Round(10*time.Millisecond))
		if held := scalar(t, w.db, `select count(*) from lease where holder <> '' or expires_at > now()`); held != 0 {
			t.Errorf("%s: the lease was left to run out, not given back", sig)
		}
		p = n.run(t, flags, port)
		p.live(t)
		p.untilLeads(t)
	}
	checkRebuild(t, w.db)
}

// wrongChain: a database belongs to one chain.
func wrongChain(t *testing.T, n *node) {
	w, p, _, _ := daemonProcess(t, n, newDB(t))
	p.kill()
	other := startGeth(t, 0)
	genesis := func(u string) string {
		client := dial(t, u)
		h, err := client.HeaderByNumber(t.Context(), common.Big0)
		must(t, err)
		return h.Hash().Hex()
	}
	port := freeport.Take(t)
	q := n.run(t, n.runFlags(w.db, w.dir, port, other.HTTPURL()), port)
	code, log := q.exits(t), ""
	log = q.log.String()
	if mine, theirs := genesis(n.chain.HTTPURL()), genesis(other.HTTPURL()); code != 2 || !strings.Contains(log, mine) || !strings.Contains(log, theirs) {
		t.Errorf("exit %d; want 2 and both %s and %s in:\n%s", code, mine, theirs, log)
	}
	q = n.run(t, append(n.runFlags(w.db, w.dir, port), "--chain-id", "8453", "--token", n.token.Address().Hex()), port)
	code = q.exits(t)
	if log = q.log.String(); code != 2 || !strings.Contains(log, "8453") || !strings.Contains(log, "31337") {
		t.Errorf("exit %d; want 2 and both chain ids in:\n%s", code, log)
	}
	checkRebuild(t, w.db)
}

// missingKeyset: a new keyset would open nothing, and hide that.
func missingKeyset(t *testing.T, n *node) {
	w, p, flags, port := daemonProcess(t, n, newDB(t))
	w.newJob(t, jobOptions{})
	p.kill()
	keyset := filepath.Join(w.dir, "sealing.keyset.json")
	must(t, os.Rename(keyset, keyset+".away"))
	q := n.run(t, flags, port)
	if code, log := q.exits(t), q.log.String(); code != 2 || !strings.Contains(log, keyset) {
		t.Errorf("exit %d; want 2 and %s in:\n%s", code, keyset, log)
	}
	if _, err := os.Stat(keyset); err == nil {
		t.Error("it made a new keyset")
	}
	must(t, os.Rename(keyset+".away", keyset))
	n.run(t, flags, port).live(t)
	checkRebuild(t, w.db)
}
