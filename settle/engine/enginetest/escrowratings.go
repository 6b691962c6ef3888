package enginetest

import (
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// ratings: who wins honestly gains, once for a work (or its milestone), be it by an
// award that waits to be settled again; nobody gains or loses by an award in which
// the mission's poster shares, under whatever name; and an agent's rating is what
// the awards say of it.
func (x *escrowAudit) ratings() {
	x.m.T.Helper()
	ratingHistories(x.m.T, x.s)
	moved, count := map[string]int64{}, map[string]int{}
	gained, waits, want := map[string][]string{}, map[string][]string{}, map[string][]string{} // by work
	honest := map[string]bool{}
	each(x.s, settle.TableEscrowAward, func(a *settle.EscrowAward) {
		for _, c := range a.Ratings {
			moved[c.Agent] += c.DeltaMilli + c.DecayMilli
			count[c.Agent]++
		}
		work := fmt.Sprint(a.OnChain, a.Final.Agent, a.Final.SubmissionHash)
		if len(settle.GetRow[settle.Mission](x.s, a.Mission).Milestones) > 0 {
			work = a.Key() // each milestone is an award of its own
		}
		if a.Status == settle.AwardConfirmed { // halted, or it waits to be settled again with what it has moved
			waits[work] = append(waits[work], gainedBy(a)...)
			return
		}
		if a.Status != settle.AwardSettled || x.self(a) {
			if len(a.Ratings) > 0 {
				x.m.T.Fatalf("award %s is %s, poster %q, of %q, and moved ratings: %+v", a.Key(), a.Status, a.Poster, a.Submission, a.Ratings)
			}
			return
		}
		won := x.winners(a)
		want[work] = won
		honest[work] = honest[work] || x.paid[a.Key()].kept
		for _, c := range a.Ratings {
			if c.Lost && !x.decided(a) {
				x.m.T.Fatalf("award %s: %s has lost while a prize is free", a.Key(), c.Agent)
			}
			if c.Lost && slices.Contains(won, c.Agent) {
				x.m.T.Fatalf("award %s: %s won and lost", a.Key(), c.Agent)
			}
		}
		gained[work] = append(gained[work], gainedBy(a)...)
	})
	for id, ok := range honest {
		if !ok {
			want[id] = nil
		}
		for _, agent := range waits[id] { // who else it was may show when it settles
			if slices.Contains(want[id], agent) {
				gained[id] = append(gained[id], agent)
			}
		}
		slices.Sort(want[id])
		slices.Sort(gained[id])
		if !slices.Equal(gained[id], want[id]) {
			x.m.T.Fatalf("by %s %v gained, want %v", id, gained[id], want[id])
		}
	}
	each(x.s, settle.TableRating, func(e *settle.RatingEntry) {
		moved[e.Agent] -= e.DecayMilli // which no award gives back
	})
	each(x.s, settle.TableAgent, func(a *settle.Agent) {
		if a.Resolved != count[a.ID] || a.RatingMilli != settle.StartRating+moved[a.ID] {
			x.m.T.Fatalf("%s is at %d after %d resolutions; by its awards at %d after %d", a.ID, a.RatingMilli, a.Resolved,
				settle.StartRating+moved[a.ID], count[a.ID])
		}
	})
}

func gainedBy(a *settle.EscrowAward) (out []string) {
	for _, c := range a.Ratings {
		if !c.Lost {
			out = append(out, c.Agent)
		}
	}
	return out
}

// winners are who share in an award: the contributors, or of work that was never
// submitted here whoever has proven the address that entered it or one that was paid.
func (x *escrowAudit) winners(a *settle.EscrowAward) (out []string) {
	if s := settle.GetRow[settle.Submission](x.s, a.Submission); s != nil {
		return agentsOf(s)
	}
	for _, p := range append([]settle.EscrowPayout{{To: a.Final.Agent, Amount: a.Final.Gross}}, a.Final.Payouts...) {
		if id := agentOf(x.s, p.To); id != "" && !p.Amount.IsZero() && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// decided: every slot of an award's milestone has been settled for. One that a
// deep reorganization takes back, or that waits to be settled again, has its own
// ratings to answer for (settlement.md R25); what the others moved stays.
func (x *escrowAudit) decided(a *settle.EscrowAward) bool {
	mis, taken := settle.GetRow[settle.Mission](x.s, a.Mission), 0
	for _, o := range settle.FindRows[*settle.EscrowAward](x.s, settle.AwardsOnChain(a.OnChain)) {
		if o.Settlements > 0 && (len(mis.Milestones) == 0 || o.Tranche == a.Tranche) {
			taken++
		}
	}
	return taken >= int(mis.MaxWinners)
}

// self: the agent who has proven the terms' poster shares in an award.
func (x *escrowAudit) self(a *settle.EscrowAward) bool {
	poster := agentOf(x.s, settle.GetRow[settle.Mission](x.s, a.Mission).Terms.Poster)
	if poster == "" {
		return false
	}
	if s := settle.GetRow[settle.Submission](x.s, a.Submission); s != nil && slices.Contains(agentsOf(s), poster) {
		return true
	}
	return agentOf(x.s, a.Final.Agent) == poster || slices.ContainsFunc(a.Final.Payouts, func(p settle.EscrowPayout) bool { return agentOf(x.s, p.To) == poster })
}

func agentsOf(s *settle.Submission) (out []string) {
	for _, c := range s.Contributors {
		out = append(out, c.Agent)
	}
	return out
}
