package settle

// Reputation is what is known of an agent's standing at a time.
type Reputation struct {
	PublicProfile
	// RatingMilli is the rating as decayed by At, in thousandths of a point; DecayMilli
	// is what of it was lost since it last changed.
	RatingMilli, DecayMilli int64
	At                      int64
	Tally                   AgentTally
	Votes                   VoteRecord
	// Points is what the agent can spend; zero where there are none.
	Points PointsView
}

// RatingPage is a page of the history of an agent's rating, the newest first.
type RatingPage struct {
	Agent   string
	Entries []*RatingEntry
	// RatingMilli and DecayMilli are as in Reputation; IdleSince is since when it decays.
	RatingMilli, DecayMilli, IdleSince, At int64
	// Next is the key behind which the next page begins; empty on the last one.
	Next string
}

// Standing is one line of the leaderboard.
type Standing struct {
	Agent *Agent
	// RatingMilli is decayed, in thousandths of a point.
	RatingMilli int64
}

// Leaderboard is a page of it.
type Leaderboard struct {
	// At is the time at which all its pages look, in Unix milliseconds.
	At    int64
	Lines []Standing
	// Next is the last line's place if there are more; else nil.
	Next *Place
}

// VoteHalfLife is how long, in milliseconds, a vote counts whole in the weighted
// figures; each further such time halves it.
const VoteHalfLife = 90 * 24 * 3_600_000

// VoteRecord are the revealed ballots of an agent's addresses in polls that are over.
type VoteRecord struct {
	// Won counts ballots for what was elected, Lost those for something else,
	// Undecided those in polls that elected nothing. Open ones are in none.
	Won, Lost, Undecided int
	// WonWeight and LostWeight are sums in which a ballot weighs 2^20, halved for each
	// whole VoteHalfLife since its poll ended (AIP-1: weight by the time of activity).
	WonWeight, LostWeight int64
}

// VotesOf reads the ballots of some addresses.
func VotesOf(s State, now int64, addresses []Address) (out VoteRecord) {
	for _, a := range addresses {
		for _, b := range FindRows[*VoteBallot](s, BallotsOfVoter(a)) {
			p := GetRow[VotePoll](s, PollKey(b.Contract, b.Mission, b.Poll))
			if p == nil || p.Outcome == PollOpen || b.State != BallotRevealed && b.State != BallotSettled {
				continue
			}
			weight := int64(1<<20) >> min(max(now-p.RevealBy*1000, 0)/VoteHalfLife, 62)
			switch {
			case p.Outcome != PollElected && p.Outcome != PollNobody:
				out.Undecided++
			case b.Choice() == p.Winner:
				out.Won++
				out.WonWeight += weight
			default:
				out.Lost++
				out.LostWeight += weight
			}
		}
	}
	return out
}

// QueryBallotsOfVoter names BallotsOfVoter.
const QueryBallotsOfVoter QueryName = "ballots_of_voter"

// BallotsOfVoter are an address's ballots in the polls of every vote contract.
func BallotsOfVoter(a Address) Query {
	return query(QueryBallotsOfVoter, a.String(), func(b *VoteBallot) bool { return b.Voter == a })
}

// RecentWork is a submission with its mission.
type RecentWork struct {
	Submission *Submission
	Mission    *Mission
}
