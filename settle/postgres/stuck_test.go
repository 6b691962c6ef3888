package postgres_test

import (
	"encoding/json"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// A page of the operator's inbox reads what it lists: neither what is stuck beside
// it, nor what is not stuck at all.
func TestInboxCostsWhatItLists(t *testing.T) {
	for _, rows := range []int{10, 1_000, 20_000} {
		url := newURL(t)
		s, c := open(t, url, postgres.Options{}), connect(t, url)
		if err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
			tx.Put(&settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen})
			tx.Put(&settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(&settle.Instruction{Mission: "m", Submission: "s", Poster: "p", Status: settle.InstructionOpen})
		if err != nil {
			t.Fatal(err)
		}
		// Of every thousand instructions five are stuck, one for each way, and one for two.
		const fill = `insert into instruction (key, body) select k, $1::jsonb || jsonb_build_object('id', k, 'digest', '0x' || encode(sha256(k::bytea), 'hex'), 'deposit', '0x' || encode(substr(sha256(k::bytea), 1, 20), 'hex'),
				'strayed', n % 1000 in (1, 5), 'partly_paid', n % 1000 in (2, 5), 'in_deposit', n % 1000 = 3, 'status', case when n % 1000 = 4 then 'held' else 'open' end)
			from (select n, to_char(n, 'FM000000') as k from generate_series(0, $2::int - 1) as n) x`
		if _, err := c.Exec(t.Context(), fill, body, rows); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exec(t.Context(), `insert into incident (key, body) select lpad(n::text, 12, '0') || '/' || k || '/',
			jsonb_build_object('seq', n, 'kind', k, 'text', '', 'at', 1) from (select n, case n % 1000 when 1 then 'halt' else 'orphan_payment' end as k from generate_series(1, $1::int) n) x`, rows); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exec(t.Context(), "analyze"); err != nil {
			t.Fatal(err)
		}
		of := (rows + 999) / 1000
		for name, x := range map[string]struct {
			q    settle.Query
			want int
		}{
			"strayed":        {settle.InstructionsStrayed(""), 2 * of},
			"partly paid":    {settle.InstructionsPartlyPaid(""), 2 * of},
			"in deposits":    {settle.InstructionsInDeposit(""), of},
			"held":           {settle.InstructionsHeldBehind(""), of},
			"behind all":     {settle.InstructionsHeldBehind("999999"), 0},
			"halts":          {settle.IncidentsOfKind(settle.IncidentHalt, ""), of},
			"other kinds":    {settle.IncidentsOfKind(settle.IncidentGap, ""), 0},
			"orphan payment": {settle.IncidentsOfKind(settle.IncidentOrphan, ""), rows},
		} {
			want := min(x.want, settle.StuckMost)
			sql, args := postgres.SQLFind(x.q)
			if n, plan := read(t, c, sql, args...); n > 16+4*want {
				t.Errorf("%d rows, %s: %d read for %d listed\n%s", rows, name, n, want, plan)
			}
			if err := s.View(t.Context(), func(tx settle.Tx) error {
				if n := len(tx.Find(x.q)); n != want && !(name == "orphan payment" && n >= min(want, rows-of)) {
					t.Errorf("%d rows, %s: found %d, want %d", rows, name, n, want)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
