package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

// noted notes what a pool's connections are asked.
type noted []asked

type asked struct {
	sql  string
	args []any
}

// TraceQueryStart implements pgx.QueryTracer.
func (s *noted) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	if strings.HasPrefix(q.SQL, "select") {
		*s = append(*s, asked{q.SQL, q.Args})
	}
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *noted) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// traced is a store whose statements are noted.
func traced(t *testing.T, url string) (*postgres.Store, *noted) {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	seen := &noted{}
	cfg.ConnConfig.Tracer = seen
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return postgres.New(pool, postgres.Options{}), seen
}

// board stores missions of a hundred of 3,000 posters, with their records, two submissions
// for each, and of every thousand three for people and two that were cancelled.
func board(t *testing.T, url string, c *pgx.Conn, missions int) {
	t.Helper()
	s := open(t, url, postgres.Options{})
	err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		for n := range 3_000 {
			id := fmt.Sprint("p", n)
			tx.Put(&settle.Agent{ID: id, Name: id, UnpaidTotal: n, PaidIn: []int64{int64(n) * 1000}, Payees: []string{"w"}})
			tx.Put(&settle.PosterCounts{Agent: id, Posted: n + 1, Receivables: []settle.Receivable{{Currency: settle.CurrencyUSD, Units: money.Units(5), Count: 1}}})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := json.Marshal(&settle.Mission{Mode: settle.ModeDirect, Category: "data"})
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`insert into mission (key, body, search) select k, $1::jsonb || jsonb_build_object('id', k, 'poster', 'p' || n % 100, 'created_at', n / 3, 'deadline', 9e12::bigint,
			'audience', case when n % 1000 in (1, 2, 3) then 'humans' else 'agents' end, 'status', case when n % 1000 in (2, 4) then 'cancelled' else 'open' end, 'reward', '5') ||
			case when n % 1000 in (2, 4) then '{"closed_at": 5}' else '{}'::jsonb end, '' from (select n, to_char(n, 'FM000000') as k from generate_series(0, $2::int - 1) n) x`,
		`insert into submission (key, body) select k || '/' || i, jsonb_build_object('id', k || '/' || i, 'mission', k, 'agent', 'w', 'status', 'pending', 'preview', $1::text)
			from (select to_char(n, 'FM000000') as k, i from generate_series(0, $2::int - 1) n, generate_series(1, 2) i) x`,
	} {
		arg := any(m)
		if strings.Contains(sql, "submission") {
			arg = "what it is like"
		}
		if _, err := c.Exec(t.Context(), sql, arg, missions); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Exec(t.Context(), "vacuum analyze"); err != nil {
		t.Fatal(err)
	}
}

// A page of a list takes the same few statements however long it is, and reads what
// it shows and no more, however much is stored.
func TestListsCostWhatTheyShow(t *testing.T) {
	t.Parallel()
	for _, stored := range []int{10, 1_000, 20_000} {
		url := newURL(t)
		c := connect(t, url)
		board(t, url, c, stored)
		s, seen := traced(t, url)
		e := engine.New(engine.Options{Store: s})
		rare := (stored + 999) / 1000
		for _, x := range []struct {
			name string
			fs   []settle.MissionFilter
			all  int
		}{
			{"open", []settle.MissionFilter{{Status: settle.MissionOpen}}, stored - 2*rare},
			{"open, with their work", []settle.MissionFilter{{Status: settle.MissionOpen, Work: true}}, stored - 2*rare},
			{"of every status", []settle.MissionFilter{{Status: settle.MissionOpen}, {Status: settle.MissionCancelled}}, stored},
			{"cancelled", []settle.MissionFilter{{Status: settle.MissionCancelled}}, 2 * rare},
			{"open for people", []settle.MissionFilter{{Status: settle.MissionOpen, Audience: settle.AudienceHumans}}, 2 * rare},
			{"of a category that there is not", []settle.MissionFilter{{Status: settle.MissionOpen, Category: "other"}}, 0},
			{"of a mode that there is not", []settle.MissionFilter{{Status: settle.MissionOpen, Mode: settle.ModeEscrow}}, 0},
			{"open, further on", []settle.MissionFilter{{Status: settle.MissionOpen, BeforeCreated: int64(stored), BeforeID: "x"}}, stored - 2*rare},
		} {
			for _, limit := range []int{1, 10, 100} {
				for k := range x.fs {
					x.fs[k].Limit = limit
				}
				*seen = nil
				views, err := e.Missions(t.Context(), x.fs...)
				if err != nil {
					t.Fatal(err)
				}
				shown := min(x.all, limit)
				if len(views) != shown {
					t.Fatalf("%d stored, %s: %d shown, want %d", stored, x.name, len(views), shown)
				}
				for _, v := range views {
					if v.Submissions != 2 || v.Record.Posted != v.Record.UnpaidPicks+1 || v.Record.MedianToPay != int64(v.Record.UnpaidPicks)*1000 || len(v.Record.Receivables) != 1 {
						t.Fatalf("%s with %d submissions: %+v", v.Mission.ID, v.Submissions, v.Record)
					}
				}
				rows, plans := 0, ""
				for _, q := range *seen {
					n, plan := read(t, c, q.sql, q.args...)
					rows, plans = rows+n, plans+q.sql+"\n"+plan
				}
				// A mission, its two submissions and their count, its poster's two rows, each
				// read and handed on a few times.
				if most := 60 + 32*len(x.fs)*max(shown, 1); rows > most || len(*seen) > 7+len(x.fs) {
					t.Errorf("%d stored, %s, %d shown: %d statements that read %d rows, at most %d\n%s", stored, x.name, shown, len(*seen), rows, most, plans)
				}
				if testing.Verbose() {
					t.Logf("%d stored, %s, %d shown: %d statements, %d rows", stored, x.name, shown, len(*seen), rows)
				}
			}
		}
	}
}
