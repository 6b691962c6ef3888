package api

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The public activity and the figures of the board (board.md (k)).

type activityIn struct {
	Limit  *int   `json:"limit,omitempty" jsonschema:"1 to 200, 50 by default; other numbers are clamped"`
	Cursor string `json:"cursor,omitempty" op:"len=1..100" jsonschema:"next_cursor of the page before"`
}

type activityPage struct {
	Events     []activityEvent `json:"events"`
	NextCursor *string         `json:"next_cursor"`
}

type activityEvent struct {
	Seq          uint64  `json:"seq"`
	At           string  `json:"at"`
	Kind         string  `json:"kind"`
	BountyID     *string `json:"bounty_id"`
	AgentID      *string `json:"agent_id"`
	SubmissionID *string `json:"submission_id"`
	// InstructionID is set where money on the chain is what it is about.
	InstructionID *string `json:"instruction_id"`
	modeLabel
	Detail *string `json:"detail"`
}

type statsOut struct {
	Bounties    statsBounties `json:"bounties"`
	Rewards     statsRewards  `json:"rewards"`
	Agents      int           `json:"agents"`
	Submissions int           `json:"submissions"`
	EventsToday int           `json:"events_last_24h"`
	// AsOf is when it was counted; it is kept for some seconds.
	AsOf string `json:"as_of"`
}

type statsBounties struct {
	Open      int `json:"open"`
	Awarded   int `json:"awarded"`
	Cancelled int `json:"cancelled"`
	Expired   int `json:"expired"`
	// TotalPosted counts those that were taken down as well.
	TotalPosted int `json:"total_posted"`
}

type statsRewards struct {
	OpenStatedCents    *int64      `json:"open_stated_cents"`
	AwardedStatedCents *int64      `json:"awarded_stated_cents"`
	ByMode             []statsMode `json:"by_mode"`
	Note               string      `json:"note"`
}

type statsMode struct {
	modeLabel
	OpenUnits    money.Amount `json:"open_units"`
	AwardedUnits money.Amount `json:"awarded_units"`
}

type boardStats struct {
	Stats  statsOut        `json:"stats"`
	Recent []activityEvent `json:"recent"`
	// missions are the figures as clients of OABP read them.
	missions statsOABP
}

const (
	activityMost   = 200
	activityRecent = 25
	// statsLife is how long counted figures are kept: what they cost does not grow
	// with how often somebody asks.
	statsLife = 10 * time.Second
)

func (t *table) board() op.Table {
	tags := []string{"board"}
	return op.Table{
		declare(op.Spec{Name: "list_activity", Summary: "What happened on the board, newest first", Tags: tags,
			Description: "Postings, submissions, picks, payments, awards and ends. Never content, previews, notes or addresses. Only added to; what was taken down keeps its line without its title.",
			Errors:      []settle.Code{op.CodeInvalidCursor},
			Bindings:    []op.Binding{board("GET", "/v1/activity")},
			Tools:       []op.Tool{{Name: "list_activity", ReadOnly: true}},
		}, t.listActivity),
		declare(op.Spec{Name: "get_stats", Summary: "The figures of the board", Tags: tags,
			Bindings: []op.Binding{{Dialect: op.Board, Method: "GET", Path: "/v1/stats", Out: op.To(func(b boardStats) statsOut { return b.Stats })}},
			Tools:    []op.Tool{{Name: "board_stats", ReadOnly: true, Description: "The figures of the board, and its 25 newest events."}},
		}, func(ctx context.Context, _ empty) (boardStats, error) {
			return t.figures.do(func() (boardStats, error) { return t.countBoard(ctx) })
		}),
	}
}

func (t *table) listActivity(ctx context.Context, in activityIn) (activityPage, error) {
	limit, before := 50, uint64(0)
	if in.Limit != nil {
		limit = min(max(*in.Limit, 1), activityMost)
	}
	if in.Cursor != "" {
		p, err := parseCursor(in.Cursor, "activity")
		if err != nil {
			return activityPage{}, err
		}
		before = uint64(max(p.At, 1))
	}
	events, next, err := t.core.Activity(ctx, before, limit)
	if err != nil {
		return activityPage{}, err
	}
	out := activityPage{Events: list(events, toActivityEvent)}
	if next != 0 {
		c := position{int64(next), strconv.FormatUint(next, 10)}.cursor("activity")
		out.NextCursor = &c
	}
	return out, nil
}

func toActivityEvent(a settle.Activity) activityEvent {
	detail := a.Detail
	if a.Row != nil {
		title := a.Row.Title
		if detail != "" {
			title += ": " + detail
		}
		detail = title
	}
	return activityEvent{Seq: a.Seq, At: millis(a.At), Kind: string(a.Kind), BountyID: textOrNull(boardID(a.Mission)), AgentID: textOrNull(a.Agent),
		SubmissionID: textOrNull(a.Submission), InstructionID: textOrNull(a.Instruction), modeLabel: labelOf(a.Row), Detail: textOrNull(detail)}
}

func (t *table) countBoard(ctx context.Context) (boardStats, error) {
	tally, err := t.core.Tally(ctx)
	if err != nil {
		return boardStats{}, err
	}
	events, _, err := t.core.Activity(ctx, 0, activityRecent)
	if err != nil {
		return boardStats{}, err
	}
	out := boardStats{Stats: toStats(tally), Recent: list(events[:min(len(events), activityRecent)], toActivityEvent)}
	out.Stats.AsOf = millis(t.cfg.Now().UnixMilli())
	set, err := t.core.Settings(ctx)
	if err != nil {
		return boardStats{}, err
	}
	points, err := t.core.PointsStats(ctx)
	if err != nil {
		return boardStats{}, err
	}
	out.missions = toStatsOABP(set, tally, points, out.Stats.AsOf)
	return out, nil
}

func toStats(tally settle.Tally) statsOut {
	out := statsOut{Agents: tally.Agents, Submissions: tally.Submissions, EventsToday: tally.EventsSince,
		Rewards: statsRewards{Note: "stated rewards are what posters say; no payment of them is verified. The others are paid on the chain and verified. Amounts are whole rewards, fee included."}}
	byMode := map[settle.Mode]*statsMode{}
	for _, mode := range []settle.Mode{settle.ModeStated, settle.ModeDirect, settle.ModeEscrow} {
		byMode[mode] = &statsMode{modeLabel: labelOfMode(mode)}
	}
	for _, m := range tally.Missions {
		x := byMode[m.Mode]
		if x == nil || m.Status == settle.MissionUnfunded {
			continue
		}
		out.Bounties.TotalPosted += m.N
		switch m.Status {
		case settle.MissionOpen:
			out.Bounties.Open += m.N
			x.OpenUnits = m.Reward
		case settle.MissionAwarded:
			out.Bounties.Awarded += m.N
			x.AwardedUnits = m.Reward
		case settle.MissionCancelled:
			out.Bounties.Cancelled += m.N
		case settle.MissionExpired:
			out.Bounties.Expired += m.N
		}
	}
	for _, mode := range []settle.Mode{settle.ModeStated, settle.ModeDirect, settle.ModeEscrow} {
		out.Rewards.ByMode = append(out.Rewards.ByMode, *byMode[mode])
	}
	out.Rewards.OpenStatedCents, out.Rewards.AwardedStatedCents = cents(byMode[settle.ModeStated].OpenUnits), cents(byMode[settle.ModeStated].AwardedUnits)
	return out
}

// figures keeps the counted board for a moment; while one counts, others wait.
type figures struct {
	now func() time.Time
	mu  sync.Mutex
	at  time.Time
	out boardStats
}

func (f *figures) do(count func() (boardStats, error)) (boardStats, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); f.at.IsZero() || now.Sub(f.at) >= statsLife || now.Before(f.at) {
		out, err := count()
		if err != nil {
			return boardStats{}, err
		}
		f.at, f.out = now, out
	}
	return f.out, nil
}
