package memstore

import (
	"cmp"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// RatingHistory implements settle.Lists.
func (t *tx) RatingHistory(agent, before string, limit int) []*settle.RatingEntry {
	t.enter("rating_history", false)
	out := typed[*settle.RatingEntry](t.overlay.Find(settle.RatingsOfAgent(agent)))
	out = slices.DeleteFunc(out, func(e *settle.RatingEntry) bool { return before != "" && e.Key() >= before })
	slices.Reverse(out)
	return first(out, limit)
}

// Ranking implements settle.Lists.
func (t *tx) Ranking(at int64, behind *settle.Place, limit int) []*settle.Agent {
	t.enter("ranking", false)
	places := map[string]settle.Place{}
	out := typed[*settle.Agent](t.scan(settle.Query{Table: settle.TableAgent, Match: func(r settle.Row) bool {
		p, ok := r.(*settle.Agent).PlaceAt(at)
		places[r.Key()] = p
		return ok && (behind == nil || behind.Before(p))
	}}))
	slices.SortFunc(out, func(a, b *settle.Agent) int {
		if places[a.ID].Before(places[b.ID]) {
			return -1
		}
		return 1
	})
	return first(out, limit)
}

// TallyOf implements settle.Lists.
func (t *tx) TallyOf(agent string) settle.AgentTally {
	t.enter("tally_of", false)
	out := settle.AgentTally{Posted: len(t.overlay.Find(settle.MissionsOfPoster(agent))), Submissions: map[settle.SubmissionStatus]int{}}
	for _, s := range typed[*settle.Submission](t.overlay.Find(settle.SubmissionsOfAgent(agent))) {
		if !s.Complete() {
			continue
		}
		out.Submissions[s.Status]++
		m := settle.GetRow[settle.Mission](t.overlay, s.Mission)
		if m.Mode == settle.ModeStated && s.ReleasedAt != 0 {
			out.Stated++
		}
	}
	return out
}

// RecentSubmissions implements settle.Lists.
func (t *tx) RecentSubmissions(agent string, limit int) []*settle.Submission {
	t.enter("recent_submissions", false)
	out := typed[*settle.Submission](t.overlay.Find(settle.SubmissionsOfAgent(agent)))
	out = slices.DeleteFunc(out, func(s *settle.Submission) bool { return !s.Complete() })
	slices.SortFunc(out, func(a, b *settle.Submission) int {
		return -cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return first(out, limit)
}
