package postgres_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

const rankingAt = 1_800_000_000_000

// fillAgents stores n agents that were rated at random times within two years, at
// random ratings; with flat all have the same.
func fillAgents(t testing.TB, s *postgres.Store, n int, flat bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	err := s.ReplaceDerived(t.Context(), func(yield func(settle.Row) error) error {
		for k := range n {
			a := &settle.Agent{ID: fmt.Sprintf("agt_%07d", k), Name: "Agent", Resolved: 1, CreatedAt: 1, RatedAt: rankingAt - r.Int64N(2*365*24*3_600_000), RatingMilli: 1_416_000}
			if !flat {
				a.RatingMilli = 1_000_000 + r.Int64N(1_000_000)
			}
			if err := yield(a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The first and the later pages of the leaderboard are read from indexes, in order:
// never from the whole table, and nothing is sorted but those of a single week.
func TestRankingReadsNoWholeTable(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	fillAgents(t, s, 6_000, false)
	if _, err := c.Exec(t.Context(), "analyze agent"); err != nil {
		t.Fatal(err)
	}
	week, passed := settle.RankingWeek(rankingAt)
	for _, sql := range postgres.SQLRanking() {
		for _, from := range []int64{1 << 62, 1_500_000 + 2000*week} {
			args := []any{week - 2, from, int64(0), "", passed, 50}
			if strings.Contains(sql, "rank_week = $1") {
				args[0], args[4] = week-1, int64(rankingAt)
			}
			rows, err := c.Query(t.Context(), "explain (analyze, timing off, summary off) "+sql, args...)
			if err != nil {
				t.Fatal(err)
			}
			var plan []string
			for rows.Next() {
				var line string
				if err := rows.Scan(&line); err != nil {
					t.Fatal(err)
				}
				plan = append(plan, line)
			}
			if err := rows.Err(); err != nil {
				t.Fatal(err)
			}
			text, few := strings.Join(plan, "\n"), strings.Contains(sql, "rank_week = $1") // and so worth a sort
			if strings.Contains(text, "Seq Scan") || strings.Contains(text, "Sort") && !few || !strings.Contains(text, "on agent_rank") && !strings.Contains(text, "using agent_rank") {
				t.Errorf("%s:\n%s", sql, text)
			}
		}
	}
}

// BenchmarkRanking is what the first page of 100 costs, and one in the middle.
func BenchmarkRanking(b *testing.B) {
	for _, flat := range []bool{false, true} {
		for _, n := range []int{10, 1_000, 100_000} {
			b.Run(fmt.Sprintf("flat=%v/agents=%d", flat, n), func(b *testing.B) {
				s := open(b, newURL(b), postgres.Options{StatementTimeout: time.Minute})
				fillAgents(b, s, n, flat)
				if err := s.Update(b.Context(), settle.TxOptions{}, func(settle.Tx) error { return nil }); err != nil {
					b.Fatal(err)
				}
				middle := &settle.Place{Value: 1_350_000, ID: "z"}
				for name, behind := range map[string]*settle.Place{"first": nil, "middle": middle} {
					b.Run(name, func(b *testing.B) {
						for b.Loop() {
							if err := s.View(b.Context(), func(tx settle.Tx) error { tx.Ranking(rankingAt, behind, 100); return nil }); err != nil {
								b.Fatal(err)
							}
						}
					})
				}
			})
		}
	}
}
