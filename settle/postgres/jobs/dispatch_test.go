package jobs_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle/postgres/jobs"
)

// However often a dispatcher dies between any two steps, and with several at work,
// each event is enqueued once.
func TestDispatchIsExactlyOnce(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	hooks := h.hooks()
	r, err := jobs.New(h.store, jobs.Options{Register: hooks.Register})
	if err != nil {
		t.Fatal(err)
	}
	c, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	var ids []string
	for range 3 {
		ids = append(ids, h.add("agent.registered").ID)
	}
	if _, err := c.Exec(t.Context(), "update webhook set status = 'active', ask = ''"); err != nil {
		t.Fatal(err)
	}
	const n = 30
	for k := range n {
		h.register(fmt.Sprint("Agent ", k))
	}
	var wg sync.WaitGroup
	for d := range 3 {
		wg.Go(func() {
			for k := 0; k < 40; k++ {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(d+1)*time.Duration(k)*time.Millisecond/4)
				_, _ = hooks.Dispatch(ctx, r.Client())
				cancel()
			}
		})
	}
	wg.Wait()
	for more := true; more; {
		if more, err = hooks.Dispatch(t.Context(), r.Client()); err != nil {
			t.Fatal(err)
		}
	}
	rows, _ := c.Query(t.Context(), "select args->>'webhook', args->>'message' from river_job order by id")
	seen := map[string]int{}
	var webhook, msg string
	if _, err := pgx.ForEachRow(rows, []any{&webhook, &msg}, func() error { seen[webhook+msg]++; return nil }); err != nil {
		t.Fatal(err)
	}
	for k, times := range seen {
		if times != 1 {
			t.Errorf("%s was enqueued %d times", k, times)
		}
	}
	if len(seen) != len(ids)*(n+1) { // and the subscriber itself
		t.Errorf("%d deliveries, want %d", len(seen), len(ids)*(n+1))
	}
	if facts, _, err := hooks.Lag(t.Context()); facts != 0 || err != nil {
		t.Errorf("%d facts behind, %v", facts, err)
	}
}

// What a process had in hand when it died is sent again by another, with its id.
func TestDeliveryOfADeadProcess(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	hooks := h.hooks()
	r, err := jobs.New(h.store, jobs.Options{Register: hooks.Register})
	if err != nil {
		t.Fatal(err)
	}
	v := h.add("agent.registered")
	c, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	run := func(sql string) {
		t.Helper()
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	run("update webhook set status = 'active', ask = ''")
	if _, err := hooks.Dispatch(t.Context(), r.Client()); err != nil {
		t.Fatal(err)
	}
	// As kill -9 leaves it: taken, and never finished.
	run("update river_job set state = 'running', attempt = 1, attempted_by = '{dead}', attempted_at = now() - interval '1 hour'")
	h.run()
	m := h.next(t)
	if a, b := signedBy(t, m, v.Secret, v.PublicKey); !a || !b || !strings.HasPrefix(m.id, "evt_") {
		t.Errorf("%s, signed %v %v", m.id, a, b)
	}
}

// What an event costs does not grow with webhooks that it does not match.
func TestMatchingUsesTheIndex(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	c, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	for _, sql := range []string{
		`insert into webhook (id, agent, status, created_at, sealed, sealed_by) select 'w' || n, 'a', 'active', 1, '', 1 from generate_series(1, 20000) n`,
		`insert into webhook_topic select 'mission.expired', case when n % 2 = 0 then 'mis_' || n else '' end, 'w' || n from generate_series(1, 20000) n`,
		`analyze webhook`, `analyze webhook_topic`, `begin`, jobs.SQLByIndex,
	} {
		if _, err := c.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := c.Query(t.Context(), "explain "+jobs.SQLMatches, []string{"agent.registered", "mission.created"}, []string{"", "mis_7"}, []int64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") {
		t.Errorf("an event reads all webhooks:\n%s", text)
	}
}

// The schedule is that of Standard Webhooks, with jitter on top; what an address
// asks for counts where it is later.
func TestRetrySchedule(t *testing.T) {
	t.Parallel()
	if s := jobs.RetrySchedule(); len(s) != 9 || s[0] != 5*time.Second || s[8] != 24*time.Hour {
		t.Errorf("%v", s)
	}
	for text, want := range map[string]time.Duration{"": 0, "120": 2 * time.Minute, "99999999": 24 * time.Hour, "-1": 0, "soon": 0,
		time.Unix(1_000, 0).UTC().Format(http.TimeFormat): 100 * time.Second, time.Unix(1, 0).UTC().Format(http.TimeFormat): 0} {
		if got := jobs.RetryAfter(text, time.Unix(900, 0)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
