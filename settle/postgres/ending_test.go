package postgres_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// overdue stores open missions whose deadline has passed, with a reservation that
// runs for each of the first n, and m without.
func overdue(t *testing.T, s *postgres.Store, c *pgx.Conn, n, m int) {
	t.Helper()
	mission := &settle.Mission{Poster: "p", Category: "c", Status: settle.MissionOpen, Deadline: 5}
	i := &settle.Instruction{Submission: "s", Poster: "p", Status: settle.InstructionOpen, ReservedUntil: 1000, Legs: []settle.Leg{{To: wide(0xaa, 1)}}}
	if err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		tx.Put(&settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionAwarded, ClosedAt: 5})
		tx.Put(&settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	const missions = `insert into mission (key, body, search, kept) select k, $1::jsonb || jsonb_build_object('id', k), '', n < $2::int
		from (select n, to_char(n, 'FM000000') as k from generate_series(0, $2::int + $3::int - 1) as n) x`
	const picks = `insert into instruction (key, body) select k, $1::jsonb || jsonb_build_object('id', k, 'mission', k, 'digest', '0x' || encode(sha256(k::bytea), 'hex'))
		from (select to_char(n, 'FM000000') as k from generate_series(0, $2::int - 1) as n) x`
	for _, x := range []struct {
		sql  string
		row  settle.Row
		args []any
	}{{missions, mission, []any{n, m}}, {picks, i, []any{n}}} {
		body, err := json.Marshal(x.row)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exec(t.Context(), x.sql, append([]any{body}, x.args...)...); err != nil {
			t.Fatal(err)
		}
	}
}

// What has fallen due and cannot end costs nothing, however much it is; and of what
// can, no more is read than some ticks end. (The plans are the same for 100,000,
// which takes 10 s longer.)
func TestWhatCannotEndCostsNothing(t *testing.T) {
	for _, n := range []int{10, 1_000, 10_000} {
		url := newURL(t)
		s, c := open(t, url, postgres.Options{}), connect(t, url)
		overdue(t, s, c, n, 3)
		for _, analyzed := range []bool{false, true} {
			if analyzed {
				if _, err := c.Exec(t.Context(), "analyze mission, instruction"); err != nil {
					t.Fatal(err)
				}
			}
			costs(t, s, c, fmt.Sprintf("%d busy", n), settle.MissionsEnding(1_000_000), 3, 40)
			costs(t, s, c, fmt.Sprintf("%d reserved", n), settle.InstructionsDue(999), 0, 16)
		}
	}
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	overdue(t, s, c, 3_000, 6_000)
	if _, err := c.Exec(t.Context(), "analyze mission, instruction"); err != nil {
		t.Fatal(err)
	}
	costs(t, s, c, "6,000 end", settle.MissionsEnding(1_000_000), 1000, 5000)
	costs(t, s, c, "3,000 lapse", settle.InstructionsDue(math.MaxInt32), 1000, 5000)
}

// costs demands that a query finds so many rows, and reads at most so many.
func costs(t *testing.T, s *postgres.Store, c *pgx.Conn, what string, q settle.Query, rows, most int) {
	t.Helper()
	sql, args := postgres.SQLFind(q)
	if n, plan := read(t, c, sql, args...); n > most {
		t.Errorf("%s: %d rows read\n%s", what, n, plan)
	}
	if err := s.View(t.Context(), func(tx settle.Tx) error {
		if n := len(tx.Find(q)); n != rows {
			t.Errorf("%s: found %d, want %d", what, n, rows)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// Whatever is written of a mission's instructions says whether they keep it.
func TestMissionsAreKept(t *testing.T) {
	url := newURL(t)
	s := open(t, url, postgres.Options{})
	put := func(rows ...settle.Row) {
		t.Helper()
		if err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
			for _, r := range rows {
				tx.Put(r)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	ends := func(what string, want bool) {
		t.Helper()
		if err := s.View(t.Context(), func(tx settle.Tx) error {
			if got := tx.Exists(settle.MissionsEnding(10)); got != want {
				t.Errorf("%s: it may end: %t", what, got)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	m := &settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen, Deadline: 5}
	put(m, &settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
	ends("no pick", true)
	pick := func(id string, status settle.InstructionStatus, until int64, covered bool) *settle.Instruction {
		settled := int64(0)
		if status != settle.InstructionOpen {
			settled = 9
		}
		return &settle.Instruction{SettledAt: settled, ID: id, Digest: settle.Keccak256([]byte(id)), Mission: "m", Submission: "s", Poster: "p", Status: status, ReservedUntil: until, Covered: covered}
	}
	put(pick("a", settle.InstructionOpen, 7, false))
	ends("a reservation", false)
	again := *m
	again.Title = "changed"
	put(&again)
	ends("a reservation, and the mission written anew", false)
	put(pick("a", settle.InstructionOpen, 0, false), pick("b", settle.InstructionOpen, 0, true))
	ends("paid in full", false)
	put(pick("b", settle.InstructionSettled, 0, true))
	ends("settled", true)
	put(pick("b", settle.InstructionReverted, 0, false))
	ends("reverted", true)
}
