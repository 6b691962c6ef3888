package enginetest

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// counted: what is counted of posters is what a count of all missions and
// instructions gives, and the row of all is their sum.
func (w *World) counted() {
	w.T.Helper()
	want := map[string]map[string]uint64{}
	count := func(poster, what string, n uint64) {
		for _, key := range []string{poster, settle.AllPosters} {
			if key == "" || n == 0 {
				continue
			}
			if want[key] == nil {
				want[key] = map[string]uint64{}
			}
			want[key][what] += n
		}
	}
	worked := map[string]bool{}
	each(w.shadow, settle.TableSubmission, func(s *settle.Submission) { worked[s.Mission] = worked[s.Mission] || s.Complete() })
	each(w.shadow, settle.TableMission, func(m *settle.Mission) {
		if m.Mode == settle.ModePoints {
			return
		}
		for _, a := range m.Awards {
			if a.Stated != nil && units(a.Stated.Fee) > 0 {
				count(m.Poster, "USD", units(a.Stated.Fee))
				count(m.Poster, "fees in USD", 1)
			}
		}
		if m.Status == settle.MissionRemoved || m.Status == settle.MissionUnfunded {
			return
		}
		count(m.Poster, "posted", 1)
		count(m.Poster, string(m.Status), 1)
		if worked[m.ID] && (m.Status == settle.MissionCancelled || m.Status == settle.MissionExpired) {
			count(m.Poster, "abandoned", 1)
		}
	})
	each(w.shadow, settle.TableInstruction, func(i *settle.Instruction) {
		if !i.FeeWaived || i.Status != settle.InstructionSettled {
			return
		}
		fee := units(i.Fee)
		if fee == 0 { // it was left out when it was issued: what the reward is more than its legs
			mis := settle.GetRow[settle.Mission](w.shadow, i.Mission)
			gross, _, err := settle.Parts(mis)
			w.must(err, "dividing a reward")
			fee = units(gross[max(i.Milestone, int(i.SlotN), 0)]) - units(i.Total)
		}
		count(i.Poster, "USDC", fee)
		count(i.Poster, "fees in USDC", 1)
	})
	got := map[string]map[string]uint64{}
	each(w.shadow, settle.TablePoster, func(p *settle.PosterCounts) {
		c := map[string]uint64{}
		for what, n := range map[string]int{"posted": p.Posted, "awarded": p.Awarded, "cancelled": p.Cancelled, "expired": p.Expired, "abandoned": p.Abandoned} {
			c[what] = uint64(n)
		}
		for _, r := range p.Receivables {
			c[string(r.Currency)], c["fees in "+string(r.Currency)] = units(r.Units), uint64(r.Count)
		}
		for what, n := range c {
			if n == 0 {
				delete(c, what)
			}
		}
		got[p.Key()] = c
	})
	for _, c := range want {
		delete(c, string(settle.MissionOpen))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.T.Fatalf("posters are counted as\n%v\nand all that there is gives\n%v", got, want)
	}
}
