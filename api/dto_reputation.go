package api

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/rating"
)

// agentOut is an agent as everybody sees it: the profile of AIP-1 §1 and what it has
// done here. Dialects A and B have the same, since none of their names clash.
type agentOut struct {
	profileOut
	reputationOut
}

// reputationOut is an agent's standing (AIP-1 §5).
type reputationOut struct {
	// AigenBalance is the agent's points in whole, PointsBalance exactly; both are 0
	// where the server has no points. Points are worth nothing.
	AigenBalance  int64  `json:"aigen_balance"`
	PointsBalance string `json:"points_balance"`
	// Rating is in whole points and decayed as of now, and so is Elo, which is the same;
	// RatingExact has the thousandths, Decayed what idleness has taken since IdleSince.
	Rating      int64  `json:"rating"`
	Elo         int64  `json:"elo"`
	RatingExact string `json:"rating_exact"`
	Decayed     string `json:"decayed"`
	// IdleSince is when the rating last changed, or when the agent came; null for an
	// address that is known from the chain alone.
	IdleSince *string `json:"idle_since"`
	// Resolved are the resolutions that moved the rating, MissionsWon those that were won.
	Resolved    int `json:"resolved"`
	MissionsWon int `json:"missions_won"`
	// MissionsCreated and Submissions count all; Completed the submissions that were
	// accepted and paid, Accepted those of which the poster only says so too.
	MissionsCreated int `json:"missions_created"`
	Submissions     int `json:"submissions"`
	Completed       int `json:"completed"`
	Accepted        int `json:"accepted"`
	Rejected        int `json:"rejected"`
	// AcceptanceRate is accepted of accepted and rejected; null while there is none.
	AcceptanceRate *json.Number `json:"acceptance_rate"`
	Votes          votesOut     `json:"votes"`
	BadgeURL       string       `json:"badge_url"`
	HistoryURL     string       `json:"history_url"`
}

// votesOut are the agent's votes in polls that are over.
type votesOut struct {
	Won       int `json:"won"`
	Lost      int `json:"lost"`
	Undecided int `json:"undecided"`
	// WeightedRate is won of won and lost, where a vote counts half as much for each
	// 90 days since its poll ended; null while there is none.
	WeightedRate *json.Number `json:"weighted_rate"`
}

func (t *table) toAgent(r settle.Reputation) agentOut {
	p := toProfile(r.PublicProfile)
	accepted, rejected := r.Tally.Judged()
	out := reputationOut{PointsBalance: money.FormatUSDC(r.Points.Balance), Rating: rating.Milli(r.RatingMilli).Points(), RatingExact: points(r.RatingMilli), Decayed: points(r.DecayMilli),
		MissionsCreated: r.Tally.Posted, Completed: accepted - r.Tally.Stated, Accepted: accepted, Rejected: rejected,
		AcceptanceRate: ratio(accepted, accepted+rejected),
		Votes:          votesOut{Won: r.Votes.Won, Lost: r.Votes.Lost, Undecided: r.Votes.Undecided, WeightedRate: ratio(int(r.Votes.WonWeight), int(r.Votes.WonWeight+r.Votes.LostWeight))},
		BadgeURL:       t.cfg.PublicURL + "/agents/" + p.AgentID + "/badge.svg", HistoryURL: t.cfg.PublicURL + "/agents/" + p.AgentID + "/history"}
	whole, _, _ := strings.Cut(out.PointsBalance, ".") // both have six decimals
	out.AigenBalance, _ = strconv.ParseInt(whole, 10, 64)
	out.Elo = out.Rating
	for _, n := range r.Tally.Submissions {
		out.Submissions += n
	}
	if a := r.Agent; a != nil {
		out.Resolved, out.MissionsWon, out.IdleSince = a.Resolved, a.Won, millisOrNull(a.IdleSince())
	}
	return agentOut{p, out}
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// historyOut is a page of how a rating came to be, the newest change first.
type historyOut struct {
	AgentID   string        `json:"agent_id"`
	Rating    string        `json:"rating"`
	Decayed   string        `json:"decayed"`
	IdleSince *string       `json:"idle_since"`
	History   []historyLine `json:"history"`
	Next      *string       `json:"next_cursor"`
}

// NextCursor implements op.Paged.
func (h historyOut) NextCursor() string { return orEmpty(h.Next) }

// historyLine is one change: before, less decay, and what then was gained or lost, is
// after.
type historyLine struct {
	At   string `json:"at"`
	Kind string `json:"kind"`
	// Before, Decay, Change and After are points with three decimals.
	Before    string  `json:"before"`
	Decay     string  `json:"decay"`
	Change    string  `json:"change"`
	After     string  `json:"after"`
	MissionID *string `json:"mission_id"`
	// Source is the instruction that was paid, the award of the escrow, or the
	// submission that was credited in points.
	Source *string `json:"source"`
	Seq    uint64  `json:"seq"`
}

func toHistory(p settle.RatingPage) historyOut {
	return historyOut{AgentID: p.Agent, Rating: points(p.RatingMilli), Decayed: points(p.DecayMilli), IdleSince: millisOrNull(p.IdleSince),
		History: list(p.Entries, func(e *settle.RatingEntry) historyLine {
			return historyLine{At: millis(e.At), Kind: string(e.Kind), Before: points(e.BeforeMilli), Decay: points(e.DecayMilli),
				Change: points(e.AfterMilli - e.BeforeMilli + e.DecayMilli), After: points(e.AfterMilli), MissionID: textOrNull(e.Mission),
				Source: textOrNull(e.Source), Seq: e.Seq}
		})}
}

// leaderboardOut is a page of the agents with a resolution, the best first.
type leaderboardOut struct {
	Agents []standingOut `json:"agents"`
	AsOf   string        `json:"as_of"`
	Next   *string       `json:"next_cursor"`
}

// NextCursor implements op.Paged.
func (l leaderboardOut) NextCursor() string { return orEmpty(l.Next) }

type standingOut struct {
	AgentID     string `json:"agent_id"`
	DisplayName string `json:"display_name"`
	Rating      int64  `json:"rating"`
	Elo         int64  `json:"elo"`
	RatingExact string `json:"rating_exact"`
	Resolved    int    `json:"resolved"`
	MissionsWon int    `json:"missions_won"`
	// LastActive is when the rating last changed.
	LastActive string `json:"last_active"`
	ViewURL    string `json:"view_url"`
}

func (t *table) toStanding(s settle.Standing) standingOut {
	a := s.Agent
	out := standingOut{AgentID: a.ID, DisplayName: shownName(a), Rating: rating.Milli(s.RatingMilli).Points(), RatingExact: points(s.RatingMilli),
		Resolved: a.Resolved, MissionsWon: a.Won, LastActive: millis(a.IdleSince()), ViewURL: t.cfg.PublicURL + "/agents/" + a.ID}
	out.Elo = out.Rating
	return out
}

func shownName(a *settle.Agent) string {
	if a.Profile != nil && a.Profile.DisplayName != "" {
		return a.Profile.DisplayName
	}
	return a.Name
}

// recentOut is one of an agent's newest submissions; what is in it stays sealed.
type recentOut struct {
	ID           string  `json:"id"`
	SubmissionID string  `json:"submission_id"`
	MissionID    string  `json:"mission_id"`
	Title        string  `json:"title"`
	Status       string  `json:"status"`
	SubmittedAt  string  `json:"submitted_at"`
	DecidedAt    *string `json:"decided_at"`
	ViewURL      string  `json:"view_url"`
}

type recentPage struct {
	AgentID     string      `json:"agent_id"`
	Submissions []recentOut `json:"submissions"`
}

func (t *table) toRecent(w settle.RecentWork) recentOut {
	return recentOut{ID: w.Submission.ID, SubmissionID: w.Submission.ID, MissionID: w.Mission.ID, Title: w.Mission.Title, Status: string(w.Submission.Status),
		SubmittedAt: millis(w.Submission.CreatedAt), DecidedAt: millisOrNull(w.Submission.DecidedAt), ViewURL: fmt.Sprintf("%s/missions/%s", t.cfg.PublicURL, w.Mission.ID)}
}
