package e2e

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
)

// tagging is a node of which the test says what it calls safe. (The embedded
// chain calls its head so.)
type tagging struct {
	*httptest.Server
	safe atomic.Uint64
}

func newTagging(t *testing.T, node string) *tagging {
	t.Helper()
	u, err := url.Parse(node)
	must(t, err)
	p := httputil.NewSingleHostReverseProxy(u)
	p.ErrorLog = log.New(io.Discard, "", 0)
	g := &tagging{}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		body = bytes.ReplaceAll(body, []byte(`"safe"`), fmt.Appendf(nil, `"0x%x"`, g.safe.Load()))
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		p.ServeHTTP(w, r)
	}))
	t.Cleanup(g.Close)
	return g
}

// TestTiers: small amounts settle at the depth, larger ones once their block is
// safe. What a reorganization removes meanwhile is no incident: it is paid again,
// and settles once.
func TestTiers(t *testing.T) {
	t.Parallel()
	c := startGeth(t, 0)
	node := newTagging(t, c.HTTPURL())
	w := &world{node: deployed(t, c), db: newDB(t), dir: t.TempDir(), log: &logBuffer{}, root: t}
	w.tweak = func(cfg *daemon.Config) {
		cfg.RPC, cfg.Finality, cfg.TagsEvery = []string{node.URL}, "5=6,*=safe", 50*time.Millisecond
	}
	w.start(t)
	small := w.newJob(t, jobOptions{cents: 500})
	large := w.newJob(t, jobOptions{poster: small.poster, worker: small.worker, cents: 501})
	if a, b := w.instruction(t, small), w.instruction(t, large); a.str("finality_required") != "6" || b.str("finality_required") != "safe" ||
		a.num("confirmations_required") != 6 || b.num("confirmations_required") != 150 {
		t.Fatalf("%s and %s", clip(a.body), clip(b.body))
	}
	w.mined(t, w.payTagged(t, small, small.poster.account), w.payTagged(t, large, large.poster.account))
	w.confirms(t, small)
	w.mine(t, 9)
	w.waits(t, large)

	// The block of the payment goes, after it has become a fact.
	w.reorg(t, 16, 17, true)
	r := w.instruction(t, large)
	if r.str("status") != "open" || r.str("progress.state") != "unpaid" {
		t.Fatalf("a payment that is gone: %s %v", r.str("status"), r.at("progress"))
	}
	if r := w.instruction(t, small); r.str("status") != "reverted" {
		t.Fatalf("what had settled: %s", r.str("status"))
	}
	again := w.mined(t, w.payTagged(t, small, small.poster.account), w.payTagged(t, large, large.poster.account))
	w.mine(t, depth+2)
	w.waits(t, large)
	if r := w.instruction(t, small); r.str("status") != "settled" {
		t.Fatalf("paid again: %s", r.str("status"))
	}
	node.safe.Store(again.BlockNumber.Uint64() - 1)
	w.mine(t, 1)
	time.Sleep(200 * time.Millisecond) // whatever it says of the block below, nothing happens
	w.mine(t, 1)
	w.waits(t, large)
	node.safe.Store(again.BlockNumber.Uint64())
	eventually(t, func() error {
		if w.settled(t, large) {
			return nil
		}
		w.mine(t, 1)
		return fmt.Errorf("%s", clip(w.instruction(t, large).body))
	})
	w.released(t, large)
	checkRebuild(t, w.db)
}

// waits: it is covered, and sealed until its tier is reached.
func (w *world) waits(t *testing.T, j *job) {
	t.Helper()
	r := w.instruction(t, j)
	if r.str("status") != "open" || r.str("progress.state") != "confirming" {
		t.Fatalf("%s %v", r.str("status"), r.at("progress"))
	}
	w.sealed(t, j)
}
