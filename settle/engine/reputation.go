package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// Reputation is the standing of an agent, by its id or by an address: one that it has
// proven, or one that is registered on the chain alone (which has the rating of a
// beginner). CodeNotFound for nobody, CodeInvalid for what is no address.
func (e *Engine) Reputation(ctx context.Context, id string) (out settle.Reputation, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out.PublicProfile, err = findProfile(tx, id)
		if err != nil {
			return err
		}
		out.At = e.now()
		out.RatingMilli, out.Tally = settle.StartRating, settle.AgentTally{}
		if a := out.Agent; a != nil {
			out.RatingMilli = e.decayed(a, out.At)
			out.DecayMilli = a.RatingMilli - out.RatingMilli
			out.Tally, out.Points = tx.TallyOf(a.ID), pointsOf(tx, a.ID)
		}
		out.Votes = settle.VotesOf(tx, out.At, out.Addresses)
		return nil
	})
	return out, err
}

// decayed is an agent's rating at a time.
func (e *Engine) decayed(a *settle.Agent, at int64) int64 {
	return e.o.Rater.Decay(a.RatingMilli, max(0, at-a.IdleSince()))
}

// RatingHistory are the changes of an agent's rating behind one of them (the key Next
// of the page before; empty: from the newest on), at most limit. Errors as Reputation.
func (e *Engine) RatingHistory(ctx context.Context, id, behind string, limit int) (out settle.RatingPage, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = settle.RatingPage{RatingMilli: settle.StartRating, At: e.now(), Agent: id}
		p, err := findProfile(tx, id)
		if err != nil || p.Agent == nil {
			return err
		}
		a := p.Agent
		out.Agent, out.RatingMilli, out.IdleSince = a.ID, e.decayed(a, out.At), a.IdleSince()
		out.DecayMilli = a.RatingMilli - out.RatingMilli
		out.Entries = tx.RatingHistory(a.ID, behind, limit+1)
		if len(out.Entries) > limit {
			out.Entries = out.Entries[:limit]
			out.Next = out.Entries[limit-1].Key()
		}
		return nil
	})
	return out, err
}

// Leaderboard are the agents with a resolution in the order of their decayed ratings,
// behind a place of an earlier page, whose At is given with it; at most limit.
func (e *Engine) Leaderboard(ctx context.Context, at int64, behind *settle.Place, limit int) (out settle.Leaderboard, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = settle.Leaderboard{At: at}
		if at == 0 {
			out.At = e.now()
		}
		agents := tx.Ranking(out.At, behind, limit+1)
		if len(agents) > limit {
			agents = agents[:limit]
			p, _ := agents[limit-1].PlaceAt(out.At)
			out.Next = &p
		}
		for _, a := range agents {
			out.Lines = append(out.Lines, settle.Standing{Agent: a, RatingMilli: e.decayed(a, out.At)})
		}
		return nil
	})
	return out, err
}

// RecentSubmissions are an agent's newest submissions with their missions, at most
// limit; drafts are none. Errors as Reputation.
func (e *Engine) RecentSubmissions(ctx context.Context, id string, limit int) (out []settle.RecentWork, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = nil
		p, err := findProfile(tx, id)
		if err != nil || p.Agent == nil {
			return err
		}
		for _, s := range tx.RecentSubmissions(p.Agent.ID, limit) {
			if m := settle.GetRow[settle.Mission](tx, s.Mission); m != nil && m.Status != settle.MissionRemoved {
				out = append(out, settle.RecentWork{Submission: s, Mission: m})
			}
		}
		return nil
	})
	return out, err
}
