package settle

import (
	"maps"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// ballotCast stakes a voter's points and counts the ballot.
func (f *folder) ballotCast(b *BallotCast) {
	m := f.mission(b.Mission)
	ballot := PointsBallot{Mission: b.Mission, Voter: b.Voter, Choice: b.Choice, At: f.at}
	if m == nil || m.PollTerms() == nil || m.Status != MissionOpen || f.Get(TablePointsBallot, ballot.Key()) != nil {
		return
	}
	ballot.Stake = f.movePoints(PointsMovement{Reason: PointsStake, From: AgentPoints(b.Voter), To: StakedPoints(b.Mission), Amount: b.Stake, Mission: b.Mission})
	f.Put(&ballot)
	p := f.poll(b.Mission)
	p.Weights = maps.Clone(p.Weights)
	if p.Weights == nil {
		p.Weights = map[string]money.Amount{}
	}
	weight := m.PollTerms().Rules.Capped(ballot.Stake)
	sum := p.Weights[b.Choice].SatAdd(weight)
	p.Weights[b.Choice] = sum
	p.PollCount = p.Add(weight, sum)
	f.Put(&p)
}

func (f *folder) poll(mission string) PointsPoll {
	if p := GetRow[PointsPoll](f, mission); p != nil {
		return *p
	}
	return PointsPoll{Mission: mission}
}

// pollClosed decides a points mission by its ballots: the submission that was
// elected wins, and the minority loses to those who chose it; else everything goes
// back to whom it was from.
func (f *folder) pollClosed(b *PollClosed) {
	m := f.mission(b.Mission)
	if m == nil || m.PollTerms() == nil || m.Status != MissionOpen {
		return
	}
	p := f.poll(m.ID)
	outcome, choice := f.outcomeOf(m, &p)
	f.closePoll(m, p, outcome, choice)
	s := f.submission(choice)
	if outcome != PollElected || s == nil {
		f.endMission(m.ID, MissionExpired)
		return
	}
	payouts, fee, err := PrizeOf(m, s)
	if err != nil { // its parts were checked when it was posted
		f.endMission(m.ID, MissionExpired)
		return
	}
	f.credit(m, s, "", PointsAward{Payouts: payouts, Fee: fee}, f.partlyChosen(m, &p, choice))
}

// outcomeOf is what the ballots say, and the choice that is heaviest: a submission
// that is still pending, or nobody.
func (f *folder) outcomeOf(m *Mission, p *PointsPoll) (o PollOutcome, choice string) {
	if o = m.PollTerms().Rules.Choose(p.PollCount); o != PollElected {
		return o, ""
	}
	for id, w := range p.Weights {
		if w == p.Top {
			choice = id // there is no tie, so it is the only one
		}
	}
	s := f.submission(choice)
	if s == nil || s.Mission != m.ID || s.Status != SubmissionPending {
		return PollNobody, choice
	}
	for _, c := range s.Contributors { // those who share in it may not have voted for it
		if b := GetRow[PointsBallot](f, PointsBallot{Mission: m.ID, Voter: c.Agent}.Key()); b != nil && b.Choice == choice {
			return PollConflicted, ""
		}
	}
	return PollElected, choice
}

// closePoll settles all ballots: what the minority loses goes to those who made the
// choice, by weight; what is left by rounding is burned.
func (f *folder) closePoll(m *Mission, p PointsPoll, o PollOutcome, choice string) {
	rules, ballots := m.PollTerms().Rules, FindRows[*PointsBallot](f, PointsBallots(m.ID))
	p.Outcome, p.ClosedAt, p.Pool = o, f.at, money.Amount{}
	if o == PollElected {
		p.Winner = choice
	}
	lost := func(b *PointsBallot) money.Amount {
		if !o.IsChoice() || b.Choice == choice {
			return money.Amount{}
		}
		return rules.Loss(rules.Capped(b.Stake))
	}
	for _, b := range ballots {
		p.Pool = p.Pool.SatAdd(lost(b))
	}
	staked := StakedPoints(m.ID)
	for _, b := range ballots {
		c := *b
		c.Settled, c.Lost = true, lost(b)
		f.movePoints(PointsMovement{Reason: PointsReturn, From: staked, To: AgentPoints(b.Voter), Amount: b.Stake.SatSub(c.Lost), Mission: m.ID})
		if o.IsChoice() && b.Choice == choice {
			c.Won = Drawn(p.Pool, rules.Capped(b.Stake), p.Top)
			f.movePoints(PointsMovement{Reason: PointsWin, From: staked, To: AgentPoints(b.Voter), Amount: c.Won, Mission: m.ID})
		}
		f.Put(&c)
	}
	f.movePoints(PointsMovement{Reason: PointsRest, From: staked, Amount: f.account(staked).Balance, Mission: m.ID})
	f.Put(&p)
}

// pollVoid gives all stakes back, where a mission ends without its poll.
func (f *folder) pollVoid(mission string) {
	if m := f.mission(mission); m != nil && m.PollTerms() != nil {
		if p := f.poll(mission); p.ClosedAt == 0 {
			f.closePoll(m, p, PollNoQuorum, "")
		}
	}
}

// partlyChosen are the submitters of what drew at least half of the winner's weight:
// their outcome is one half (AIP-1 §5, partial credit).
func (f *folder) partlyChosen(m *Mission, p *PointsPoll, winner string) (out []string) {
	for _, id := range slices.Sorted(maps.Keys(p.Weights)) {
		s := f.submission(id)
		if s == nil || id == winner || p.Weights[id].SatAdd(p.Weights[id]).Less(p.Top) || slices.Contains(out, s.Agent) {
			continue
		}
		out = append(out, s.Agent)
	}
	return out
}
