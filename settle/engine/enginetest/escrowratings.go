package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
)

// ratings: who wins honestly gains, once for a work; nobody gains or loses by an
// award in which the mission's poster shares, under whatever name; and an
// agent's rating is what the awards say of it.
func (x *escrowAudit) ratings() {
	x.m.T.Helper()
	moved, count := map[string]int64{}, map[string]int{}
	gained := map[string][]string{} // by submission
	honest := map[string]bool{}
	each(x.s, settle.TableEscrowAward, func(a *settle.EscrowAward) {
		for _, c := range a.Ratings {
			moved[c.Agent] += c.DeltaMilli
			count[c.Agent]++
		}
		if a.Status != settle.AwardSettled || x.self(a) || a.Submission == "" {
			if len(a.Ratings) > 0 {
				x.m.T.Fatalf("award %s is %s, poster %q, of %q, and moved ratings: %+v", a.Key(), a.Status, a.Poster, a.Submission, a.Ratings)
			}
			return
		}
		honest[a.Submission] = honest[a.Submission] || x.paid[a.Key()].kept
		for _, c := range a.Ratings {
			if c.Lost && !x.decided(a) {
				x.m.T.Fatalf("award %s: %s has lost while a prize is free", a.Key(), c.Agent)
			}
			if !c.Lost {
				gained[a.Submission] = append(gained[a.Submission], c.Agent)
			} else if sharers := agentsOf(settle.GetRow[settle.Submission](x.s, a.Submission)); slices.Contains(sharers, c.Agent) {
				x.m.T.Fatalf("award %s: %s won and lost", a.Key(), c.Agent)
			}
		}
	})
	for id, ok := range honest {
		var want []string
		if ok {
			want = agentsOf(settle.GetRow[settle.Submission](x.s, id))
		}
		if !slices.Equal(gained[id], want) {
			x.m.T.Fatalf("by %s %v gained, want %v", id, gained[id], want)
		}
	}
	each(x.s, settle.TableAgent, func(a *settle.Agent) {
		if a.Resolved != count[a.ID] || a.RatingMilli != settle.StartRating+moved[a.ID] {
			x.m.T.Fatalf("%s is at %d after %d resolutions; by its awards at %d after %d", a.ID, a.RatingMilli, a.Resolved,
				settle.StartRating+moved[a.ID], count[a.ID])
		}
	})
}

// decided: every slot of an award's milestone is taken.
func (x *escrowAudit) decided(a *settle.EscrowAward) bool {
	mis, taken := settle.GetRow[settle.Mission](x.s, a.Mission), 0
	for _, o := range settle.FindRows[*settle.EscrowAward](x.s, settle.AwardsOnChain(a.OnChain)) {
		if o.Status == settle.AwardSettled && (len(mis.Milestones) == 0 || o.Tranche == a.Tranche) {
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
