package settle

import (
	"cmp"
	"fmt"
)

// RatingKind names why a rating changed.
type RatingKind string

// The kinds of changes of a rating.
const (
	// RatingWon and RatingLost are resolutions (AIP-1 §5).
	RatingWon  RatingKind = "won"
	RatingLost RatingKind = "lost"
	// RatingPartly is one that gave partial credit: half an outcome.
	RatingPartly RatingKind = "partly"
	// RatingTakenBack undoes one of them: its payment was removed by a reorganization,
	// or another reading of it holds.
	RatingTakenBack RatingKind = "taken_back"
)

// RatingEntry is one change of an agent's rating. Entries are only ever added: what
// is undone has an entry of its own.
type RatingEntry struct {
	Agent string `json:"agent"`
	// Seq is the fact that changed it, N counts the changes of that fact, of whomever.
	Seq uint64 `json:"seq"`
	N   int    `json:"n"`
	// At is our clock then, in Unix milliseconds.
	At   int64      `json:"at"`
	Kind RatingKind `json:"kind"`
	// BeforeMilli is the rating that was kept, DecayMilli what idleness had taken from
	// it by then, AfterMilli the new one; all in thousandths of a point.
	BeforeMilli int64 `json:"before_milli"`
	DecayMilli  int64 `json:"decay_milli,omitempty"`
	AfterMilli  int64 `json:"after_milli"`
	// Mission and Source (an instruction, the key of an escrow award, or a submission
	// that was credited in points) are what it came from; empty where there is none.
	Mission string `json:"mission,omitempty"`
	Source  string `json:"source,omitempty"`
}

// Table implements Row.
func (*RatingEntry) Table() Table { return TableRating }

// Key implements Row; of one agent's entries the later one's is greater.
func (e RatingEntry) Key() string { return fmt.Sprintf("%s/%016d/%06d", e.Agent, e.Seq, e.N) }

// QueryRatingsOfAgent names RatingsOfAgent.
const QueryRatingsOfAgent QueryName = "ratings_of_agent"

// RatingsOfAgent are all changes of an agent's rating, the oldest first.
func RatingsOfAgent(id string) Query {
	return query(QueryRatingsOfAgent, id, func(e *RatingEntry) bool { return e.Agent == id })
}

// ratingCause is what a change of ratings comes from.
type ratingCause struct{ mission, source string }

func (i *Instruction) cause() ratingCause { return ratingCause{i.Mission, i.ID} }
func (a *EscrowAward) cause() ratingCause { return ratingCause{a.Mission, a.Key()} }

// rated puts an agent whose rating has become after, and the entry of its history.
// decay is what idleness had taken before.
func (f *folder) rated(u *Agent, kind RatingKind, decay, after int64, c ratingCause) {
	f.Put(&RatingEntry{Agent: u.ID, Seq: f.seq, N: f.changes, At: f.at, Kind: kind, BeforeMilli: u.RatingMilli, DecayMilli: decay, AfterMilli: after,
		Mission: c.mission, Source: c.source})
	f.changes++
	u.RatingMilli = after
	f.Put(u)
}

// IdleSince is since when an agent's rating decays, in Unix milliseconds: its last
// change, or when the agent came.
func (a *Agent) IdleSince() int64 { return cmp.Or(a.RatedAt, a.CreatedAt) }

// Ranked reports whether an agent stands in the leaderboard: it has a resolution.
func (a *Agent) Ranked() bool { return a.Resolved > 0 }

const weekMillis = 7 * 24 * 3_600_000

// DecayMilli is what an idle week costs, in thousandths of a point: rating.DecayPerWeek,
// which this package does not reach. The stores' tests hold both together.
const DecayMilli = 2_000

// Place is where an agent stands among all at a time: by Value, which is the decayed
// rating before the floor is looked at, then by the later Phase and the greater ID.
// All three descend from the first place on.
type Place struct {
	// Value is in thousandths of a point, Phase in milliseconds.
	Value, Phase int64
	ID           string
}

// Before reports whether p is a better place than q.
func (p Place) Before(q Place) bool {
	return cmp.Or(cmp.Compare(p.Value, q.Value), cmp.Compare(p.Phase, q.Phase), cmp.Compare(p.ID, q.ID)) > 0
}

// PlaceAt is an agent's place at a time in Unix milliseconds, by the rules of
// vectors/rating.json. An agent that has changed since is nowhere (ok is false).
//
// With W a week, since = cW+d and at = aW+b, the value is
// (rating + 2c) - 2(a-1), and 2 points more for those with c ≤ a-2 and d > b, 2 less
// for those with c = a: so a store finds the first places by an index over
// rating + 2c, whatever the time is.
func (a *Agent) PlaceAt(at int64) (p Place, ok bool) {
	since := a.IdleSince()
	if !a.Ranked() || since > at {
		return p, false
	}
	weeks := (at - since) / weekMillis
	return Place{a.RatingMilli - DecayMilli*max(0, weeks-1), since % weekMillis, a.ID}, true
}

// RankingWeek splits a time as PlaceAt explains: the number of its week since 1970 and
// what of it has passed, in milliseconds.
func RankingWeek(at int64) (week, passed int64) { return at / weekMillis, at % weekMillis }

// AgentTally are the figures of one agent that are counted when they are asked for.
type AgentTally struct {
	// Posted counts the missions that it posted, Submissions its own submissions
	// by their status, without drafts.
	Posted      int
	Submissions map[SubmissionStatus]int
	// Stated counts those of the accepted ones whose award was only stated.
	Stated int
}

// Judged are the submissions that were accepted and those that were rejected.
func (t AgentTally) Judged() (accepted, rejected int) {
	return t.Submissions[SubmissionAccepted] + t.Submissions[SubmissionAcceptedLate], t.Submissions[SubmissionRejected]
}
