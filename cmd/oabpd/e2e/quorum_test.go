package e2e

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
)

// balancer is an address behind which now this node answers, now that one, as
// with a provider.
type balancer struct {
	*httptest.Server
	to atomic.Pointer[httputil.ReverseProxy]
}

func newBalancer(t *testing.T, first string) *balancer {
	t.Helper()
	b := &balancer{}
	b.point(t, first)
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.to.Load().ServeHTTP(w, r) }))
	t.Cleanup(b.Close)
	return b
}

func (b *balancer) point(t *testing.T, to string) {
	t.Helper()
	u, err := url.Parse(to)
	must(t, err)
	p := httputil.NewSingleHostReverseProxy(u)
	p.ErrorLog = log.New(io.Discard, "", 0) // a question that was given up is no error
	b.to.Store(p)
}

// forked is an anvil that has the chain of another node up to now, and its own
// from there.
type forked struct {
	url    string
	client *rpc.Client
}

func startFork(t *testing.T, of devchain.Chain) *forked {
	t.Helper()
	bin, err := anvil.FindBinary([]string{filepath.Join("..", "..", "..", "node_modules")})
	if err != nil {
		t.Fatalf("anvil is half of this suite (npm ci installs it): %v", err)
	}
	port := freeport.Take(t)
	cmd := exec.CommandContext(t.Context(), bin, "--fork-url", of.HTTPURL(), "--host", "127.0.0.1", "--port", fmt.Sprint(port),
		"--chain-id", fmt.Sprint(of.ChainID()), "--no-mining", "--accounts", "1", "--no-storage-caching")
	home := t.TempDir()
	cmd.Env = []string{"HOME=" + home, "TMPDIR=" + home, "NO_COLOR=1", "PATH=/usr/bin:/bin"}
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	f := &forked{url: fmt.Sprintf("http://127.0.0.1:%d", port)}
	f.client, err = rpc.DialContext(t.Context(), f.url)
	must(t, err)
	t.Cleanup(f.client.Close)
	eventually(t, func() error {
		var n string
		return f.client.CallContext(t.Context(), &n, "eth_blockNumber")
	})
	return f
}

func (f *forked) mine(t *testing.T, n int) {
	t.Helper()
	must(t, f.client.CallContext(t.Context(), nil, "anvil_mine", fmt.Sprintf("0x%x", n), "0x1"))
}

// newQuorumWorld is a world whose daemon reads these endpoints, and halts after
// three seconds of being at odds.
func newQuorumWorld(t *testing.T, endpoints func(c devchain.Chain) []string) *world {
	t.Helper()
	c := startGeth(t, 0)
	w := &world{node: deployed(t, c), db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	w.tweak = func(cfg *daemon.Config) { cfg.RPC, cfg.HaltAfter = endpoints(c), 3*time.Second }
	w.start(t)
	return w
}

// holds waits until the daemon says something on /health/ready.
func (w *world) holds(t *testing.T, what string, is func(r reply) bool) {
	t.Helper()
	eventually(t, func() error {
		r, err := w.ask(t.Context(), nil, "GET", "/health/ready", nil)
		if err != nil || is(r) {
			return err
		}
		return fmt.Errorf("%s: %s", what, clip(r.body))
	})
}

func (w *world) gauges(t *testing.T, want ...string) {
	t.Helper()
	m := fetch(t, w.app.MetricsURL())
	for _, s := range want {
		if !strings.Contains(m, s) {
			t.Errorf("no %q in the metrics:\n%s", s, strings.Join(linesWith(m, "quorum", "endpoint", "halted"), "\n"))
		}
	}
}

func linesWith(s string, parts ...string) (out []string) {
	for line := range strings.Lines(s) {
		for _, p := range parts {
			if strings.Contains(line, p) && !strings.HasPrefix(line, "#") {
				out = append(out, strings.TrimSpace(line))
				break
			}
		}
	}
	return out
}

// Two nodes that are at odds: releases stop and are halted, indexing goes on.
// Agreement alone releases nothing; the operator's clearing does (R25).
func TestEndpointsAtOdds(t *testing.T) {
	t.Parallel()
	var b *balancer
	w := newQuorumWorld(t, func(c devchain.Chain) []string {
		if b == nil {
			b = newBalancer(t, c.HTTPURL())
		}
		return []string{c.HTTPURL(), b.URL, c.WSURL()}
	})
	before := w.newJob(t, jobOptions{named: true})
	w.mined(t, w.payTagged(t, before, before.poster.account))
	w.mine(t, depth)
	w.untilReleased(t, before)

	during := w.newJob(t, jobOptions{named: true})
	w.mine(t, 1)
	other := startFork(t, w.chain)
	w.mined(t, w.payTagged(t, during, during.poster.account))
	other.mine(t, 1)
	b.point(t, other.url)
	both := func(n int) {
		other.mine(t, n)
		w.mine(t, n)
	}
	both(depth + 4)
	w.sealed(t, during)
	w.holds(t, "halted", func(r reply) bool { return strings.Contains(r.str("halted_reason"), "different blocks") })
	both(2) // indexing goes on
	w.sealed(t, during)
	if r := w.instruction(t, during); r.str("status") != "open" || r.str("progress.state") != "confirming" {
		t.Errorf("at odds: %s %v", r.str("status"), r.at("progress"))
	}
	w.gauges(t, "oabpd_releases_halted 1", "oabpd_quorum_required 2", "oabpd_quorum_endpoints 2", "oabpd_quorum_agreeing 1", `oabpd_quorum_votes_total{verdict="split"}`)
	w.doctor(t, 3, "releases", "are halted", "different blocks", "none a majority")
	list := w.incidents(t)
	if len(list) != 1 {
		t.Fatalf("incidents: %q", list)
	}

	b.point(t, w.chain.HTTPURL())
	w.holds(t, "agreed again", func(r reply) bool { return r.str("endpoints.last_vote") == "apply" })
	w.mine(t, 1)
	w.sealed(t, during)
	w.stop() // a halt outlives the process
	w.start(t)
	w.mine(t, 1)
	w.sealed(t, during)
	if r := w.get(t, nil, "/health/ready").want(t, 200); r.str("halted_reason") == "" {
		t.Errorf("not halted any more: %s", r.body)
	}
	w.doctor(t, 3, "releases", "are halted", "2 of 2 endpoints have the same block")
	w.clears(t, list, nil)
	w.mine(t, 1)
	w.untilReleased(t, during)
	w.doctor(t, 0, "2 of 2 endpoints have the same block")

	after := w.newJob(t, jobOptions{named: true})
	w.mined(t, w.payTagged(t, after, after.poster.account))
	w.mine(t, depth)
	w.untilReleased(t, after)
	checkRebuild(t, w.db)
}

// The endpoint in use comes to a chain of its own: it is outvoted, named and
// left, nothing is halted, and what is paid is released.
func TestSourceOutvoted(t *testing.T) {
	t.Parallel()
	var b *balancer
	w := newQuorumWorld(t, func(c devchain.Chain) []string {
		if b == nil {
			b = newBalancer(t, c.HTTPURL())
		}
		return []string{b.URL, c.HTTPURL(), strings.Replace(c.HTTPURL(), "127.0.0.1", "localhost", 1)}
	})
	j := w.newJob(t, jobOptions{named: true})
	w.mine(t, 1)
	other := startFork(t, w.chain)
	w.mined(t, w.payTagged(t, j, j.poster.account))
	b.point(t, other.url)
	other.mine(t, 3)
	must(t, w.chain.Mine(t.Context(), depth+2))
	other.mine(t, depth+2)
	w.sync(t) // with the majority's chain
	w.untilReleased(t, j)
	w.gauges(t, fmt.Sprintf("oabpd_rpc_endpoint_isolated{endpoint=%q,reason=\"outvoted\"} 1", b.URL), fmt.Sprintf("oabpd_rpc_endpoint_in_use{endpoint=%q} 0", b.URL),
		"oabpd_releases_halted 0", "oabpd_quorum_agreeing 2")
	if r := w.get(t, nil, "/health/ready").want(t, 200); r.num("endpoints.isolated.0.endpoint") != 1 || r.str("endpoints.isolated.0.reasons.0") != "outvoted" || strings.Contains(string(r.body), b.URL) {
		t.Errorf("%s", r.body)
	}
	w.doctor(t, 3, b.URL, "remove it from --rpc", "2 of 3 endpoints have the same block")
	b.point(t, w.chain.HTTPURL())
	w.mine(t, 1)
	w.holds(t, "it is back", func(r reply) bool { return len(r.list("endpoints.isolated")) == 0 })
	if got := w.incidents(t); len(got) != 0 {
		t.Errorf("incidents: %q", got)
	}
	checkRebuild(t, w.db)
}

// untilReleased waits for a vote that may come after its block.
func (w *world) untilReleased(t *testing.T, j *job) {
	t.Helper()
	eventually(t, func() error {
		if r := w.instruction(t, j); r.str("status") != "settled" {
			return fmt.Errorf("%s %v: %w", r.str("status"), r.at("progress"), errNotYet)
		}
		return nil
	})
	w.released(t, j)
}

func (w *world) doctor(t *testing.T, want int, in ...string) {
	t.Helper()
	cfg := w.config()
	args := []string{"doctor", "--database-url", w.db, "--data-dir", w.dir, "--pay", w.contracts.Pay.Address.Hex(), "--fee-address", w.fee.Address.Hex()}
	for _, u := range cfg.RPC {
		args = append(args, "--rpc", u)
	}
	code, out := oabpd(t, args...)
	if code != want {
		t.Errorf("doctor exits %d, want %d:\n%s", code, want, out)
	}
	for _, s := range in {
		if !strings.Contains(out, s) {
			t.Errorf("doctor: no %q in\n%s", s, out)
		}
	}
}
