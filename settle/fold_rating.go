package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// resolution is a slot that was won, for which ratings may move.
type resolution struct {
	mission   *Mission
	milestone int
	cause     ratingCause
	// winners share in what won; gains are those of them who have not gained by it
	// yet.
	winners, gains []string
	// total is what it is worth, fee included.
	total money.Amount
	// decided says that the last slot of the milestone is taken: rivals lose.
	decided bool
	// before have won another slot, and lose nothing; partly are rivals whose outcome
	// is one half.
	before, partly []string
}

// rateResolution moves the ratings of a direct resolution.
func (f *folder) rateResolution(i *Instruction) {
	m, s := f.mission(i.Mission), f.submission(i.Submission)
	wins := 1
	for _, a := range m.Awards {
		if a.Submission == s.ID {
			break // settled again: those after it are no part of this resolution
		}
		if a.Milestone == s.Milestone {
			wins++
		}
	}
	who := agentsOf(s)
	c := *i
	c.Ratings = f.ratings(resolution{mission: m, cause: i.cause(), milestone: s.Milestone, winners: who, gains: who, total: i.Total, decided: wins >= int(m.MaxWinners)})
	f.Put(&c)
}

// agentsOf are who share in a submission, without repetition.
func agentsOf(s *Submission) (out []string) {
	for _, c := range s.Contributors {
		if !slices.Contains(out, c.Agent) {
			out = append(out, c.Agent)
		}
	}
	return out
}

// ratings moves the ratings of a resolution: the winners gain, every other
// submitter loses once the milestone is decided; all from the ratings before the
// award (wire.md, oabp.md decision 4). The poster is no party to it.
func (f *folder) ratings(r resolution) (out []RatingChange) {
	rivals := f.rivals(r)
	large := !r.total.Less(money.Units(100_000_000))
	before := map[string]int64{}
	for _, id := range slices.Concat(r.winners, rivals) {
		before[id] = StartRating
		if a := f.agent(id); a != nil {
			before[id] = f.rate.Decay(a.RatingMilli, idle(a, f.at))
		}
	}
	average := func(ids []string) int64 {
		if len(ids) == 0 {
			return StartRating
		}
		var t int64
		for _, id := range ids {
			t += before[id]
		}
		return t / int64(len(ids))
	}
	change := func(id string, opponents []string, halves int) {
		a := f.agent(id)
		if a == nil || id == r.mission.Poster || a.Unsigned {
			return
		}
		u := *a
		next := f.rate.Resolve(a.RatingMilli, idle(a, f.at), average(opponents), large, halves)
		decay := a.RatingMilli - before[id]
		out = append(out, RatingChange{Agent: id, DeltaMilli: next - a.RatingMilli, DecayMilli: decay, Lost: halves != outcomeWon, Partly: halves == outcomePartly})
		u.RatedAt = f.at
		u.Resolved++
		kind := RatingLost
		switch halves {
		case outcomeWon:
			kind = RatingWon
			u.Won++
		case outcomePartly:
			kind = RatingPartly
		}
		f.rated(&u, kind, decay, next, r.cause)
	}
	for _, id := range r.gains {
		change(id, rivals, outcomeWon)
	}
	if !r.decided {
		return out
	}
	for n, id := range rivals {
		halves := outcomeLost
		if slices.Contains(r.partly, id) {
			halves = outcomePartly
		}
		change(id, append(slices.Clone(r.winners), slices.Delete(slices.Clone(rivals), n, n+1)...), halves)
	}
	return out
}

// The outcomes as a Rater takes them, in halves.
const (
	outcomeLost   = 0
	outcomePartly = 1
	outcomeWon    = 2
)

// rivals are the other submitters with a pending, rejected or closed submission.
func (f *folder) rivals(r resolution) (out []string) {
	for _, s := range FindRows[*Submission](f, SubmissionsOfMission(r.mission.ID)) {
		if s.Milestone != r.milestone || s.Agent == r.mission.Poster || slices.Contains(r.winners, s.Agent) || slices.Contains(r.before, s.Agent) || slices.Contains(out, s.Agent) {
			continue
		}
		switch s.Status {
		case SubmissionPending, SubmissionRejected, SubmissionClosed:
			if s.Complete() { // a draft is nobody's loss
				out = append(out, s.Agent)
			}
		}
	}
	return out
}

func idle(a *Agent, at int64) int64 { return max(0, at-a.IdleSince()) }

// takeBack undoes rating changes, but not the decay before them: that was due.
func (f *folder) takeBack(c ratingCause, ratings ...RatingChange) {
	for _, r := range ratings {
		if a := f.agent(r.Agent); a != nil {
			u := *a
			u.Resolved--
			if !r.Lost {
				u.Won--
			}
			f.rated(&u, RatingTakenBack, 0, f.rate.Decay(u.RatingMilli-r.DeltaMilli-r.DecayMilli, 0), c) // never below the floor
		}
	}
}

// A work gains once, however many prizes it won: each of its winners has one gain,
// held by one of its awards that have settled, or by one that has and waits to be
// settled again. rateAward alone gives a gain, to the award that settles, for those
// winners who hold none yet; whatever takes a gain from an award (its settling
// again, or its end) is followed by rateRest, which gives it to another award of
// the work.

// rateAward moves the ratings of an award of the escrow that has settled: for
// work whose money stayed with its payees, and in which the poster has no part.
// What it has moved for anything else it gives up, and says so.
func (f *folder) rateAward(a *EscrowAward) (gaveUp bool) {
	m := f.mission(a.Mission)
	r := resolution{mission: m, cause: a.cause(), milestone: -1, winners: a.Winners, total: a.Final.Gross}
	if s := f.submission(a.Submission); s != nil {
		r.winners = agentsOf(s)
	}
	rated := m != nil && len(r.winners) > 0 && !f.selfDealt(m.Poster, a) && f.keeps(a, r.winners)
	had := len(a.Ratings)
	a.Ratings = f.keepRatings(a, func(c RatingChange) bool { return rated && c.Lost != slices.Contains(r.winners, c.Agent) })
	gaveUp = len(a.Ratings) < had
	if !rated {
		return gaveUp
	}
	if len(m.Milestones) > 0 {
		r.milestone = int(a.Tranche)
	}
	r.gains, r.decided = slices.Clone(r.winners), f.decided(m, a)
	for _, c := range a.Ratings {
		r.note(c, true)
	}
	for _, o := range f.besides(m, a) { // settled, or waiting to be settled again with what it has moved
		for _, c := range o.Ratings {
			r.note(c, o.work() == a.work())
		}
	}
	a.Ratings = append(slices.Clone(a.Ratings), f.ratings(r)...)
	return gaveUp
}

// note takes into account what an award of the milestone has moved already; same
// says that it is of the same work.
func (r *resolution) note(c RatingChange, same bool) {
	switch {
	case c.Lost:
		r.decided = false
	case same:
		r.gains = slices.DeleteFunc(r.gains, func(id string) bool { return id == c.Agent })
	}
}

// winnersOf are the agents that have proven the address that entered what an award
// is of, or one that it paid something, without repetition.
func (f *folder) winnersOf(a *EscrowAward) (out []string) {
	add := func(p Address) {
		if row := GetRow[AddressRow](f, p.String()); row != nil && row.Agent != "" && !slices.Contains(out, row.Agent) {
			out = append(out, row.Agent)
		}
	}
	add(a.Final.Agent)
	for _, p := range a.Final.Payouts {
		if !p.Amount.IsZero() {
			add(p.To)
		}
	}
	return out
}

// besides are the other awards of the same milestone.
func (f *folder) besides(m *Mission, a *EscrowAward) []*EscrowAward {
	return slices.DeleteFunc(FindRows[*EscrowAward](f, AwardsOnChain(a.OnChain)), func(o *EscrowAward) bool {
		return o.Key() == a.Key() || len(m.Milestones) > 0 && o.Tranche != a.Tranche
	})
}

// otherAwards are those of them that have settled.
func (f *folder) otherAwards(m *Mission, a *EscrowAward) []*EscrowAward {
	return slices.DeleteFunc(f.besides(m, a), func(o *EscrowAward) bool { return o.Status != AwardSettled })
}

// decided: with an award the last slot of its milestone is taken.
func (f *folder) decided(m *Mission, a *EscrowAward) bool {
	return 1+len(f.otherAwards(m, a)) >= int(m.MaxWinners)
}

// selfDealt: the poster shares in what won, has proven the address that entered
// it, or one that was paid. That is no resolution (oabp.md decision 4), however
// late it shows.
func (f *folder) selfDealt(poster string, a *EscrowAward) bool {
	if poster == "" {
		return false
	}
	if s := f.submission(a.Submission); s != nil && slices.Contains(agentsOf(s), poster) {
		return true
	}
	return slices.ContainsFunc(a.parties(), func(p Address) bool {
		row := GetRow[AddressRow](f, p.String())
		return row != nil && row.Agent == poster
	})
}

// withoutPoster takes back the ratings that an award has moved and should not
// have, by what is known now of who its mission's poster is.
func (f *folder) withoutPoster(a *EscrowAward) {
	if len(a.Ratings) == 0 || a.Poster == "" {
		return
	}
	all := f.selfDealt(a.Poster, a)
	a.Ratings = f.keepRatings(a, func(c RatingChange) bool { return !all && c.Agent != a.Poster })
}

// rateRest looks again at the ratings that the awards of a mission have moved,
// when one has given up what it moved, or is no more: another award of the same
// work gains instead of it, and rivals have not lost while a slot is free.
func (f *folder) rateRest(m *Mission) {
	for again := true; again; {
		again = false
		for _, a := range FindRows[*EscrowAward](f, AwardsOnChain(m.OnChain)) {
			if a.Status != AwardSettled {
				continue
			}
			c := *a
			if !f.decided(m, a) {
				c.Ratings = f.keepRatings(a, func(r RatingChange) bool { return !r.Lost })
			}
			again = f.rateAward(&c) || again // for those that were looked at before it
			f.Put(&c)
		}
	}
}

// keepRatings takes back what keep is not true for, and returns the rest.
func (f *folder) keepRatings(a *EscrowAward, keep func(RatingChange) bool) (rest []RatingChange) {
	for _, c := range a.Ratings {
		if keep(c) {
			rest = append(rest, c)
		} else {
			f.takeBack(a.cause(), c)
		}
	}
	return rest
}

// partyProven looks again at the awards of an address that has become somebody's:
// what the poster shares in moves no rating, and an award whose winner becomes
// known settles once more.
func (f *folder) partyProven(p Address) {
	for _, a := range FindRows[*EscrowAward](f, AwardsOfParty(p)) {
		c := *a
		f.withoutPoster(&c)
		if c.Submission == "" && c.Status == AwardSettled && !slices.Equal(c.Winners, f.winnersOf(&c)) {
			c.Status = AwardConfirmed
		}
		f.Put(&c)
	}
}
