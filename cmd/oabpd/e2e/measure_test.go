//go:build measure

package e2e

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
)

// heads tells when each block was first visible at the node, by its own
// subscription.
type heads struct {
	mu   sync.Mutex
	at   map[uint64]time.Time
	tick chan struct{}
}

func watch(t *testing.T, n *node) *heads {
	t.Helper()
	h := &heads{at: map[uint64]time.Time{}, tick: make(chan struct{})}
	c := make(chan *types.Header, 64)
	sub, err := dial(t, n.chain.WSURL()).SubscribeNewHead(t.Context(), c)
	must(t, err)
	t.Cleanup(sub.Unsubscribe)
	go func() {
		for {
			select {
			case x := <-c:
				now := time.Now()
				h.mu.Lock()
				h.at[x.Number.Uint64()] = now
				close(h.tick)
				h.tick = make(chan struct{})
				h.mu.Unlock()
			case <-t.Context().Done():
				return
			}
		}
	}()
	return h
}

// wait returns when block n is visible, and when that was.
func (h *heads) wait(ctx context.Context, n uint64) (time.Time, error) {
	for {
		h.mu.Lock()
		at, ok := h.at[n]
		tick := h.tick
		h.mu.Unlock()
		if ok {
			return at, nil
		}
		select {
		case <-tick:
		case <-ctx.Done():
			return at, ctx.Err()
		}
	}
}

// TestMeasureRelease: from the sixth block on top being visible at the node to
// the poster's GET of the envelope answering 200, over 200 payments, in a
// process of its own; with one endpoint, and with two that must agree.
func TestMeasureRelease(t *testing.T) {
	for _, endpoints := range []int{1, 2} {
		t.Run(fmt.Sprint(endpoints, " endpoints"), func(t *testing.T) { measureRelease(t, endpoints) })
	}
}

func measureRelease(t *testing.T, endpoints int) {
	const payments, lanes = 200, 4
	n := deployed(t, startGeth(t, 0))
	rpc := []string{n.chain.HTTPURL(), n.chain.WSURL()}
	for range endpoints - 1 {
		rpc = append(rpc, "http://"+newProxy(t, n.chain.HTTPURL()).addr)
	}
	w, p, _, _ := daemonProcess(t, n, newDB(t), rpc...)
	jobs := make([]*job, payments)
	posters, workers := make([]*person, lanes), make([]*person, lanes) // by lane, each for as many missions as one may have open
	for k := range jobs {
		if k%(lanes*8) < lanes {
			posters[k%lanes], workers[k%lanes] = w.person(t, "Poster", true), w.person(t, "Worker", false)
		}
		jobs[k] = &job{poster: posters[k%lanes], worker: workers[k%lanes]}
		w.prepare(t, jobs[k], 100)
		w.pick(t, jobs[k])
	}
	h := watch(t, n)
	must(t, n.chain.SetBlockTime(t.Context(), 200*time.Millisecond))
	took := make([]time.Duration, payments)
	var wg sync.WaitGroup
	for lane := range lanes {
		wg.Go(func() {
			for k := lane; k < payments; k += lanes {
				took[k] = measureOne(t, w, h, jobs[k])
			}
		})
	}
	wg.Wait()
	must(t, n.chain.SetBlockTime(t.Context(), 0))
	slices.Sort(took)
	at := func(q float64) time.Duration {
		return took[min(payments-1, int(q*float64(payments)))].Round(100 * time.Microsecond)
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("block visible -> deliverable readable, %d endpoints: n=%d p50=%s p90=%s p99=%s max=%s (load %s) rss=%s\n", endpoints, payments, at(.5), at(.9), at(.99),
		took[payments-1].Round(100*time.Microsecond), strings.TrimSpace(string(load)), rss(t, p))
}

func measureOne(t *testing.T, w *world, h *heads, j *job) time.Duration {
	tx := w.payTagged(t, j, j.poster.account)
	var paid uint64
	for paid == 0 {
		if r, err := w.client.TransactionReceipt(t.Context(), tx); err == nil {
			paid = r.BlockNumber.Uint64()
			w.succeeded(t, tx)
		} else {
			time.Sleep(20 * time.Millisecond)
		}
	}
	visible, err := h.wait(t.Context(), paid+depth)
	if err != nil {
		t.Error(err)
		return 0
	}
	for {
		r, err := w.ask(t.Context(), j.poster, "GET", "/v1/submissions/"+j.sub+"/envelope", nil)
		if err != nil || r.status != 200 && r.status != 403 {
			t.Errorf("%v %d %s", err, r.status, clip(r.body))
			return 0
		}
		if r.status == 200 {
			return time.Since(visible)
		}
		time.Sleep(time.Millisecond)
	}
}

// rss is the resident memory of a process.
func rss(t *testing.T, p *process) string {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	must(t, err)
	var out []string
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "VmHWM") {
			out = append(out, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(out, ", ")
}

// TestMeasureMemory: the resident memory of `oabpd run` after 10,000 blocks, of
// which every hundredth holds a payment.
func TestMeasureMemory(t *testing.T) {
	n := deployed(t, startGeth(t, 0))
	w, p, _, _ := daemonProcess(t, n, newDB(t), n.chain.HTTPURL())
	fmt.Printf("at the start: %s\n", rss(t, p))
	worker := w.person(t, "Worker", false)
	poster := w.person(t, "Poster", true)
	start := time.Now()
	for k := range 100 {
		j := w.newJob(t, jobOptions{poster: poster, worker: worker, cents: 100})
		w.mined(t, w.payTagged(t, j, poster.account))
		w.mine(t, 99)
		if !w.settled(t, j) {
			t.Fatal("not settled")
		}
		if k%25 == 24 {
			fmt.Printf("after %d hundred blocks: %s\n", k+1, rss(t, p))
		}
	}
	head, err := w.client.BlockNumber(t.Context())
	must(t, err)
	fmt.Printf("at block %d, %s of indexing and posting: %s\n", head, time.Since(start).Round(time.Second), rss(t, p))
	checkRebuild(t, w.db)
}

// TestMeasureIdle: what empty blocks alone cost in memory. No WebSocket, whose
// client keeps heads that come faster than they are looked at, as they do here
// alone.
func TestMeasureIdle(t *testing.T) {
	n := deployed(t, startGeth(t, 0))
	w := &world{node: n, db: newDB(t), dir: t.TempDir(), root: t}
	port, metrics := freeport.Take(t), freeport.Take(t)
	p := n.run(t, append(n.runFlags(w.db, w.dir, port, n.chain.HTTPURL()), "--metrics-listen", fmt.Sprintf("127.0.0.1:%d", metrics), "--log-level", "info"), port)
	w.surface = p.surface
	p.live(t)
	for k := range 5 {
		if k > 0 {
			w.mine(t, 2500)
		}
		time.Sleep(500 * time.Millisecond)
		for line := range strings.Lines(fetch(t, fmt.Sprintf("http://127.0.0.1:%d/metrics", metrics))) {
			if f := strings.Fields(line); len(f) == 2 && f[0] == "go_memstats_next_gc_bytes" {
				fmt.Printf("%5d blocks: %s, next collection at %s bytes\n", k*2500, rss(t, p), f[1])
			}
		}
	}
}
