package enginetest

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
)

// ratingHistories judges the changes of everybody's rating: the first began at the
// start, each begins where the one before ended, the last ends at what the agent has,
// and those that count, less those that were taken back, are its resolutions.
func ratingHistories(t TB, s *memstore.State) {
	each(s, settle.TableAgent, func(a *settle.Agent) {
		at, wins, back := int64(settle.StartRating), 0, 0
		entries := settle.FindRows[*settle.RatingEntry](s, settle.RatingsOfAgent(a.ID))
		for _, e := range entries {
			if e.BeforeMilli != at || e.DecayMilli < 0 || e.At < a.CreatedAt {
				t.Fatalf("%s was at %d before %+v", a.ID, at, *e)
			}
			gain := e.AfterMilli - e.BeforeMilli + e.DecayMilli
			switch e.Kind {
			case settle.RatingWon:
				wins++
				if gain < 0 {
					t.Fatalf("%s won and lost by it: %+v", a.ID, *e)
				}
			case settle.RatingLost:
				if gain > 0 {
					t.Fatalf("%s lost and gained by it: %+v", a.ID, *e)
				}
			case settle.RatingTakenBack:
				back++
			}
			at = e.AfterMilli
		}
		if at != a.RatingMilli || len(entries)-2*back != a.Resolved || a.Won < 0 || a.Won > min(wins, a.Resolved) {
			t.Fatalf("%s is at %d after %d resolutions (%d won); by its history at %d after %d changes, %d of them taken back", a.ID, a.RatingMilli,
				a.Resolved, a.Won, at, len(entries), back)
		}
	})
}
