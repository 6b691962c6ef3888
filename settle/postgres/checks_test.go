package postgres_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/fetch"
	"github.com/oabp/oabpd/settle/postgres"
)

// reader is engine.Outside over the real client.
type reader struct{ *fetch.Client }

func (r reader) Fetch(ctx context.Context, uri string) (engine.Content, error) {
	c, err := r.Client.Fetch(ctx, uri)
	return engine.Content(c), err
}

func (r reader) Ask(ctx context.Context, url string) (engine.Reply, error) {
	a, err := r.Client.Ask(ctx, url)
	return engine.Reply(a), err
}

// Two processes with four workers each read thirty contents, of which each fails
// once: every one is read by one worker at a time, and said once; what failed is
// read again by processes that were started later.
func TestManyWorkersReadEachContentOnce(t *testing.T) {
	t.Parallel()
	url := newURL(t)
	store, other := open(t, url, postgres.Options{}), open(t, url, postgres.Options{})
	w := worldOver(t, store)
	w.Empty(8)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	hits, at := map[string]int{}, map[string]int{}
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		hits[r.URL.Path]++
		n := hits[r.URL.Path]
		at[r.URL.Path]++
		if at[r.URL.Path] > 1 {
			t.Errorf("%s is read twice at once", r.URL.Path)
		}
		mu.Unlock()
		defer func() { mu.Lock(); at[r.URL.Path]--; mu.Unlock() }()
		if n == 1 {
			http.Error(rw, "not yet", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(rw, "work at ", r.URL.Path)
	}))
	t.Cleanup(srv.Close)
	client, err := fetch.New(fetch.Options{Reach: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	must(err)
	m, err := w.Post(w.NewActor("poster"), settle.NewMission{})
	must(err)
	var ids []string
	for n := range 10 {
		a := w.NewActor(fmt.Sprint("worker ", n))
		_, err := w.Engine.SetPayout(w.Ctx, settle.Caller{Agent: a.Agent}, a.Wallet0())
		must(err)
		for k := range 3 {
			path := fmt.Sprintf("/%d/%d", n, k)
			s, err := w.Engine.Submit(w.Ctx, settle.NewSubmission{Agent: a.Agent, Mission: m.ID, Preview: "p",
				Source: &settle.Source{URI: srv.URL + path, Hash: sha256.Sum256([]byte("work at " + path))}})
			must(err)
			ids = append(ids, s.ID)
		}
	}
	for range 2 { // both processes, and then two that were started later
		engines := []*engine.Engine{w.Beside(store, reader{client}), w.Beside(other, reader{client})}
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				for {
					worked, err := engines[n%2].WorkCheck(w.Ctx)
					if err != nil {
						t.Error(err)
					}
					if err != nil || !worked {
						return
					}
				}
			})
		}
		all.Wait()
		w.Now += 10_000
	}
	w.State(func(tx settle.Tx) {
		for _, id := range ids {
			if s := settle.GetRow[settle.Submission](tx, id); !s.Deposited || s.Check.Fetched == nil || s.Check.Fetched.Attempts != 2 {
				t.Errorf("%s: %+v %+v", id, s, s.Check)
			}
		}
	})
	said := map[settle.Kind]int{}
	must(store.Facts(t.Context(), 0, func(f settle.Fact) error { said[f.Kind]++; return nil }))
	if said[settle.KindWorkChecked] != len(ids) || len(hits) != len(ids) {
		t.Errorf("%d facts, %d URLs, %d submissions", said[settle.KindWorkChecked], len(hits), len(ids))
	}
	for path, n := range hits {
		if n != 2 {
			t.Errorf("%s was read %d times", path, n)
		}
	}
	refolded(t, t, store)
}
