package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/postgres/pgtest"
)

// tiered are settings of three tiers.
func tiered(smallest uint64) *settle.Settings {
	return &settle.Settings{ChainID: 1, Confirmations: 6, Finality: []settle.FinalityRule{
		{UpTo: money.Units(100), Tier: settle.Tier{Depth: smallest}},
		{UpTo: money.Units(10_000), Tier: settle.Tier{Tag: settle.TagSafe}}, {Tier: settle.Tier{Tag: settle.TagFinalized}}}}
}

// wait stores instructions that are paid in full in blocks 1,000 and up, of totals
// of every tier, with reservations that are over.
func wait(t *testing.T, s *postgres.Store, c *pgx.Conn, n int) {
	t.Helper()
	err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		tx.Put(tiered(6))
		tx.Put(&settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen})
		tx.Put(&settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	i := &settle.Instruction{Mission: "m", Submission: "s", Poster: "p", Status: settle.InstructionOpen, Covered: true, ReservedUntil: 5,
		Legs: []settle.Leg{{To: wide(0xaa, 1)}}}
	body, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	const fill = `insert into instruction (key, body, waits_for, waits_in)
		select k, $1::jsonb || jsonb_build_object('id', k, 'digest', '0x' || encode(sha256(k::bytea), 'hex'), 'total', x.total, 'covered_in', h), x.tier, h
		from (select to_char(n, 'FM000000') as k, 1000 + n / 10 as h,
			case n % 3 when 0 then '100' when 1 then '101' else '20000' end as total, case n % 3 when 0 then '6' when 1 then 'safe' else 'finalized' end as tier
			from generate_series(0, $2::int - 1) as n) x`
	if _, err := c.Exec(t.Context(), fill, body, n); err != nil {
		t.Fatal(err)
	}
}

// read is how many rows a statement reads of tables and indexes, those included
// that it throws away.
func read(t *testing.T, c *pgx.Conn, sql string, args ...any) (n int, plan string) {
	t.Helper()
	rows, err := c.Query(t.Context(), "explain (analyze, timing off, summary off, buffers off) "+sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	count := regexp.MustCompile(`(?:actual rows=|Rows Removed by [A-Za-z ]+: )(\d+)`)
	for _, line := range lines {
		plan += line + "\n"
		if m := count.FindStringSubmatch(line); m != nil {
			k, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			n += k
		}
	}
	return n, plan
}

// What a block makes due is found without reading what waits for more, whether the
// planner knows how much that is or not.
func TestWhatWaitsCostsNothing(t *testing.T) {
	const few = 16 // what a table of a page may cost
	for _, waiting := range []int{10, 1_000, 100_000} {
		url := newURL(t)
		s, c := open(t, url, postgres.Options{}), connect(t, url)
		wait(t, s, c, waiting)
		for _, analyzed := range []bool{false, true} {
			if analyzed {
				if _, err := c.Exec(t.Context(), "analyze instruction"); err != nil {
					t.Fatal(err)
				}
			}
			for name, x := range map[string]struct {
				q    settle.Query
				rows int
			}{
				"nothing is deep":  {settle.InstructionsWaiting(*tiered(6), settle.Tier{Depth: 6}, 999), 0},
				"nothing is safe":  {settle.InstructionsWaiting(*tiered(6), settle.Tier{Tag: settle.TagSafe}, 999), 0},
				"nothing is final": {settle.InstructionsWaiting(*tiered(6), settle.Tier{Tag: settle.TagFinalized}, 999), 0},
				"one block is":     {settle.InstructionsWaiting(*tiered(6), settle.Tier{Depth: 6}, 1000), 4},
				"nothing lapses":   {settle.InstructionsDue(math.MaxInt64), 0},
			} {
				sql, args := postgres.SQLFind(x.q)
				if n, plan := read(t, c, sql, args...); n > few+4*x.rows {
					t.Errorf("%d wait, %s: %d rows read\n%s", waiting, name, n, plan)
				}
				if err := s.View(t.Context(), func(tx settle.Tx) error {
					if n := len(tx.Find(x.q)); n != x.rows {
						t.Errorf("%d wait, %s: found %d, want %d", waiting, name, n, x.rows)
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Other tiers in force sort what waits anew, in that transaction and later; so does
// a fresh start.
func TestOtherTiersHoldForWhatWaits(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	wait(t, s, c, 9)
	count := func(tx settle.Tx, set *settle.Settings) (n []int) {
		for _, tier := range set.Tiers() {
			n = append(n, len(tx.Find(settle.InstructionsWaiting(*set, tier, math.MaxUint64))))
		}
		return n
	}
	flat := &settle.Settings{ChainID: 1, Confirmations: 8}
	err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		if n := count(tx, tiered(6)); !slices.Equal(n, []int{3, 3, 3}) {
			t.Errorf("found %v", n)
		}
		tx.Put(flat)
		if n := count(tx, flat); !slices.Equal(n, []int{9}) {
			t.Errorf("found %v", n)
		}
		tx.Put(tiered(7))
		if n := count(tx, tiered(7)); !slices.Equal(n, []int{3, 3, 3}) {
			t.Errorf("found %v", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	view := func(s *postgres.Store, set *settle.Settings, want ...int) {
		t.Helper()
		if err := s.View(t.Context(), func(tx settle.Tx) error {
			if n := count(tx, set); !slices.Equal(n, want) {
				t.Errorf("found %v, want %v", n, want)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	view(s, tiered(7), 3, 3, 3)
	if err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error { tx.Put(flat); return nil }); err != nil {
		t.Fatal(err)
	}
	view(s, flat, 9)
}

// The migration sorts what waits as the store would.
func TestMigrationSortsWhatWaits(t *testing.T) {
	older := fstest.MapFS{}
	for n := 1; n < 7; n++ {
		names, err := fs.Glob(migrations.FS, fmt.Sprintf("%04d_*.sql", n))
		if err != nil || len(names) != 1 {
			t.Fatal(names, err)
		}
		text, err := fs.ReadFile(migrations.FS, names[0])
		if err != nil {
			t.Fatal(err)
		}
		older[names[0]] = &fstest.MapFile{Data: text}
	}
	for _, set := range []*settle.Settings{nil, {ChainID: 1, Confirmations: 8}, tiered(6), tiered(3)} {
		url := pgtest.NewDB(t, "before waiting "+version(t), func(ctx context.Context, url string) error {
			return postgres.Migrate(ctx, url, older)
		})
		c := connect(t, url)
		put := func(r settle.Row) {
			t.Helper()
			body, err := settle.EncodeRow(r)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Exec(t.Context(), fmt.Sprintf("insert into %s (key, body%s) values ($1, $2%s)", r.Table(),
				map[bool]string{true: ", search"}[r.Table() == settle.TableMission], map[bool]string{true: ", ''"}[r.Table() == settle.TableMission]), r.Key(), body); err != nil {
				t.Fatal(err)
			}
		}
		if set != nil {
			put(set)
		} else {
			set = &settle.Settings{}
		}
		put(&settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen})
		put(&settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
		want := map[string]string{}
		for n, total := range []uint64{1, 100, 101, 10_000, 10_001} {
			i := &settle.Instruction{ID: fmt.Sprint("i", n), Digest: settle.Keccak256([]byte{byte(n)}), Mission: "m", Submission: "s", Poster: "p",
				Status: settle.InstructionOpen, Total: money.Units(total), Covered: n != 2, CoveredIn: uint64(n)}
			put(i)
			a := &settle.EscrowAward{Mission: "m", Tranche: uint8(n), Status: settle.AwardConfirmed, OnChain: settle.Hash{1},
				Final: settle.FinalAward{Gross: money.Units(total)}}
			a.Final.At.Block.Number = uint64(n)
			put(a)
			for _, r := range []settle.Row{i, a} {
				if tier, in, ok := set.Waits(r); ok {
					want[r.Key()] = fmt.Sprintf("%s %d", tier, in)
				}
			}
		}
		if err := postgres.Migrate(t.Context(), url, migrations.FS); err != nil {
			t.Fatal(err)
		}
		rows, err := c.Query(t.Context(), `select key, waits_for || ' ' || waits_in from instruction where waits_for is not null
			union all select key, waits_for || ' ' || waits_in from escrow_award where waits_for is not null`)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		var key, waits string
		if _, err := pgx.ForEachRow(rows, []any{&key, &waits}, func() error { got[key] = waits; return nil }); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("settings %+v:\ngot  %v\nwant %v", set, got, want)
		}
	}
}
