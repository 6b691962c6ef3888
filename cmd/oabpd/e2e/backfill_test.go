package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// killedInBackfill: a daemon that has missed hundreds of blocks with payments is
// killed again and again while it reads them by ranges. It goes on exactly: its
// journal gets the facts that the journal of an undisturbed daemon over the same
// database gets, in the same order, each with the same bytes.
func killedInBackfill(t *testing.T, n *node) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 2))
	endpoint := narrow(t, n.chain.HTTPURL(), 50)
	w, p, flags, port := daemonProcess(t, n, newDB(t), endpoint)
	worker := w.person(t, "Worker", false)
	var jobs []*job
	for range 4 {
		jobs = append(jobs, w.newJob(t, jobOptions{worker: worker, named: true}))
	}
	before := jobs[len(jobs)-1].before
	for _, j := range jobs {
		j.before = before
	}
	p.kill()
	had := scalar(t, w.db, `select max(seq) from journal`)
	calm := copyDB(t, w.db)
	n.backlog(t, jobs, worker)

	kills := killedUntilDone(t, n, w.db, flags, port, random)
	p = n.run(t, flags, port)
	w.surface = p.surface
	p.live(t)
	free(t, w.db)
	p.untilLeads(t)
	w.sync(t)
	for _, j := range jobs {
		if !w.settled(t, j) {
			t.Fatalf("paid and not settled: %s", clip(w.instruction(t, j).body))
		}
		w.released(t, j)
	}

	port2 := freeport.Take(t)
	free(t, calm)
	q := n.run(t, n.runFlags(calm, w.dir, port2, endpoint), port2)
	q.live(t)
	undisturbed := &world{node: n, surface: q.surface, db: calm, dir: w.dir, root: t}
	undisturbed.sync(t)
	want, got := factsAfter(t, calm, had), factsAfter(t, w.db, had)
	for k := range max(len(want), len(got)) {
		if k >= len(want) || k >= len(got) || want[k] != got[k] {
			t.Fatalf("fact %d of %d is %s; undisturbed, of %d: %s", k, len(got), nth(got, k), len(want), nth(want, k))
		}
	}
	t.Logf("%d kills, %d facts", kills, len(got))
	if len(got) < 40 {
		t.Errorf("%d facts: there was no load", len(got))
	}
	checkRebuild(t, w.db)
	checkRebuild(t, calm)
	if code, out := oabpd(t, "rebuild", "--check", "--from-chain", "--rpc", n.chain.HTTPURL(), "--database-url", w.db); code != 0 {
		t.Errorf("rebuild --from-chain exits %d: %s", code, out)
	}
}

// narrow is a way to an endpoint that serves ranges of so many blocks at most, so
// that a backfill takes many writes.
func narrow(t *testing.T, target string, most uint64) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		var calls []struct {
			ID     json.RawMessage
			Params []json.RawMessage
		}
		_ = json.Unmarshal(body, &calls) // a single call is no range
		for _, c := range calls {
			var q struct{ FromBlock, ToBlock *hexutil.Uint64 }
			if len(c.Params) == 0 || json.Unmarshal(c.Params[0], &q) != nil || q.FromBlock == nil || uint64(*q.ToBlock-*q.FromBlock) < most {
				continue
			}
			var out []map[string]any
			for _, c := range calls {
				out = append(out, map[string]any{"jsonrpc": "2.0", "id": c.ID, "error": map[string]any{"code": -32005, "message": "block range is too wide"}})
			}
			_ = json.NewEncoder(rw).Encode(out)
			return
		}
		answer, err := http.Post(target, "application/json", bytes.NewReader(body))
		if err != nil {
			return
		}
		defer answer.Body.Close()
		_, _ = io.Copy(rw, answer.Body)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// backlog mines hundreds of blocks, many of which pay.
func (n *node) backlog(t *testing.T, jobs []*job, to *person) {
	t.Helper()
	const groups = 64
	for k := range groups {
		var txs []common.Hash
		for i := range 3 {
			txs = append(txs, n.transfer(t, n.bank(), to.account.Address, int64(1_000*k+i+1)))
		}
		if j := k / (groups / len(jobs)); k%(groups/len(jobs)) == 5 {
			txs = append(txs, n.payTagged(t, jobs[j], jobs[j].poster.account))
		}
		must(t, n.chain.Mine(t.Context(), 1))
		n.succeeded(t, txs...)
		must(t, n.chain.Mine(t.Context(), 9))
	}
	must(t, n.chain.Mine(t.Context(), 40)) // the last of them is final
}

// killedUntilDone starts daemons and kills each a moment after it has stored
// something, or at any moment before, until nothing final is missing.
func killedUntilDone(t *testing.T, n *node, db string, flags []string, port int, random *rand.Rand) (kills int) {
	t.Helper()
	head, err := n.client.BlockNumber(t.Context())
	must(t, err)
	c, err := pgx.Connect(t.Context(), db)
	must(t, err)
	defer c.Close(t.Context())
	tip := func() (at uint64) {
		must(t, c.QueryRow(t.Context(), `select coalesce(max(number), 0) from block where canonical`).Scan(&at))
		return at
	}
	advanced := 0
	for tip()+40 < head {
		free(t, db)
		from, p := tip(), n.run(t, flags, port)
		blind := time.Duration(random.Int64N(int64(2 * time.Second)))
		for begun := time.Now(); tip() == from && (kills%3 != 2 || time.Since(begun) < blind); time.Sleep(time.Millisecond) {
			select {
			case <-p.exited:
				t.Fatalf("it ended: %s", p.log.String())
			default:
			}
		}
		time.Sleep(time.Duration(random.Int64N(int64(20 * time.Millisecond))))
		p.kill()
		kills++
		if tip() > from {
			advanced++
		}
	}
	t.Logf("%d of %d kills came after something was stored", advanced, kills)
	if kills == 0 {
		t.Error("nothing was missing")
	}
	return kills
}

// free ends the lease of a process that is certainly dead.
func free(t *testing.T, db string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), db)
	must(t, err)
	defer c.Close(t.Context())
	_, err = c.Exec(t.Context(), `update lease set expires_at = '-infinity' where holder <> ''`)
	must(t, err)
}

// copyDB copies a database to which nobody is connected.
func copyDB(t *testing.T, db string) string {
	t.Helper()
	u, err := url.Parse(db)
	must(t, err)
	name := strings.TrimPrefix(u.Path, "/")
	to := pgtest.NewDB(t, "empty", func(context.Context, string) error { return nil })
	v, err := url.Parse(to)
	must(t, err)
	u.Path = "/postgres"
	c, err := pgx.Connect(t.Context(), u.String())
	must(t, err)
	defer c.Close(t.Context())
	copied := strings.TrimPrefix(v.Path, "/")
	for _, q := range []string{"drop database " + pgx.Identifier{copied}.Sanitize(),
		fmt.Sprintf("create database %s template %s strategy file_copy", pgx.Identifier{copied}.Sanitize(), pgx.Identifier{name}.Sanitize())} {
		_, err = c.Exec(t.Context(), q)
		must(t, err)
	}
	return to
}

// factsAfter are kind and body of the facts behind a position.
func factsAfter(t *testing.T, db string, seq int64) (out []string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), db)
	must(t, err)
	defer c.Close(t.Context())
	rows, err := c.Query(t.Context(), `select kind || ' ' || convert_from(body, 'UTF8') from journal where seq > $1 order by seq`, seq)
	must(t, err)
	out, err = pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return out
}

func nth(s []string, k int) string {
	if k < len(s) {
		return s[k]
	}
	return "missing"
}
