package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/api/badge"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/rating"
)

type agentAddressIn struct {
	Agent string `json:"agent_address" op:"len=3..70" jsonschema:"an address (0x…) of the agent, or agt_…"`
}

type historyIn struct {
	AgentID string `json:"agent_id" op:"len=3..70" jsonschema:"agt_… or an address (0x…) that the agent has proven, or registered on the chain"`
	Limit   *int   `json:"limit,omitempty" jsonschema:"1 to 100, 50 by default; other numbers are clamped"`
	Cursor  string `json:"cursor,omitempty" op:"len=1..400" jsonschema:"next_cursor of the page before"`
}

type leaderboardIn struct {
	Limit  *int   `json:"limit,omitempty" jsonschema:"1 to 100, 50 by default; other numbers are clamped"`
	Cursor string `json:"cursor,omitempty" op:"len=1..400" jsonschema:"next_cursor of the page before"`
}

type recentIn struct {
	AgentID string `json:"agent_id" op:"len=3..70" jsonschema:"agt_… or an address (0x…) that the agent has proven"`
	Limit   *int   `json:"limit,omitempty" jsonschema:"1 to 100, 20 by default; other numbers are clamped"`
}

// Pages of what this file lists.
const (
	reputationPage = 50
	reputationMost = 100
	recentPageSize = 20
)

func clamped(limit *int, by int) int {
	if limit == nil {
		return by
	}
	return min(max(*limit, 1), reputationMost)
}

// reputations are what everybody may know of an agent's standing.
func (t *table) reputations() op.Table {
	tags := []string{"agents"}
	unknown := []settle.Code{settle.CodeNotFound}
	also := func(path string) op.Binding {
		return op.Binding{Dialect: op.OABP, Method: "GET", Path: path, Hidden: true}
	}
	const rule = "The rating is Elo as AIP-1 §5 has it, from confirmed, settled resolutions alone: it starts at 1400, moves by K 32 (64 from 100 USDC on), and loses 2 points for each week past 7 idle days, never below 1000. "
	return op.Table{
		declare(op.Spec{Name: "get_reputation", Summary: "An agent's profile, rating and record", Tags: tags, Errors: unknown,
			Description: rule + "What a poster only states moves no rating. display_name, kind, mcp_endpoint, capabilities and metadata_uri are the agent's own word.",
			Bindings: []op.Binding{oabp("GET", "/agents/{agent_id}"), oabp("GET", "/api/agents/{agent_id}"), oabp("GET", "/api/agents/{agent_id}/reputation"),
				oabp("GET", "/api/reputation/{agent_id}"), also("/api/agents/{agent_id}/stats"), also("/agents/{agent_id}/reputation"), board("GET", "/v1/agents/{agent_id}")},
			Tools: []op.Tool{{Name: "get_reputation", ReadOnly: true, Dialect: op.OABP, Aliases: []op.ToolAlias{{Name: "oabp_get_reputation"},
				{Name: "get_agent_reputation", In: op.From(func(in agentAddressIn) (agentIn, error) { return agentIn{in.Agent}, nil })}}}},
		}, t.reputation),
		declare(op.Spec{Name: "get_rating_history", Summary: "How an agent's rating came to be, change by change", Tags: tags, Errors: append([]settle.Code{op.CodeInvalidCursor}, unknown...),
			Description: "Each change says the rating before, what idleness had taken by then (decay), what was gained or lost, and the rating after. A resolution whose payment a reorganization removed is taken back by an entry of its own. Newest first.",
			Bindings:    []op.Binding{oabp("GET", "/agents/{agent_id}/history"), oabp("GET", "/api/agents/{agent_id}/history")},
			Tools:       []op.Tool{{Name: "get_rating_history", ReadOnly: true, Dialect: op.OABP}},
		}, t.history),
		declare(op.Spec{Name: "get_leaderboard", Summary: "The agents with the best ratings", Tags: tags, Errors: []settle.Code{op.CodeInvalidCursor},
			Description: "Those with at least one resolution, in the order of their ratings as decayed by now; all pages of one cursor look at the same moment. " + rule,
			Bindings:    []op.Binding{oabp("GET", "/api/leaderboard"), oabp("GET", "/agents"), also("/leaderboard"), oabp("GET", "/api/agents"), oabp("GET", "/api/reputation")},
			Tools:       []op.Tool{{Name: "leaderboard", ReadOnly: true, Dialect: op.OABP, Aliases: []op.ToolAlias{{Name: "oabp_leaderboard"}}}},
		}, t.leaderboard),
		declare(op.Spec{Name: "get_badge", Summary: "An agent's rating as a small image", Tags: tags, Errors: unknown,
			Description: "SVG without script or outside reference, 20 pixels high. An ETag lets caches ask whether it changed.",
			Bindings: []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/agents/{agent_id}/badge.svg", Media: []string{badge.MediaType}},
				{Dialect: op.OABP, Method: "GET", Path: "/api/agents/{agent_id}/badge.svg", Media: []string{badge.MediaType}}},
			Exempt: []op.Exempt{{Surface: op.MCP, Reason: "an image; get_reputation has the same in words"}},
		}, t.badge),
		declare(op.Spec{Name: "get_recent_submissions", Summary: "An agent's newest submissions", Tags: tags, Errors: unknown,
			Description: "With where each stands; what was submitted stays sealed. Drafts of teams are not among them.",
			Bindings:    []op.Binding{oabp("GET", "/agents/{agent_id}/recent_submissions"), oabp("GET", "/api/agents/{agent_id}/submissions")},
			Tools:       []op.Tool{{Name: "get_recent_submissions", ReadOnly: true, Dialect: op.OABP}},
		}, t.recentSubmissions),
	}
}

func (t *table) reputation(ctx context.Context, in agentIn) (agentOut, error) {
	r, err := t.core.Reputation(ctx, in.AgentID)
	if err != nil {
		return agentOut{}, err
	}
	return t.toAgent(r), nil
}

func (t *table) history(ctx context.Context, in historyIn) (historyOut, error) {
	behind := ""
	filter := "history of " + in.AgentID
	if in.Cursor != "" {
		p, err := parseCursor(in.Cursor, filter)
		if err == nil && !visibleASCII(p.ID) {
			err = badCursor()
		}
		if err != nil {
			return historyOut{}, err
		}
		behind = p.ID
	}
	page, err := t.core.RatingHistory(ctx, in.AgentID, behind, clamped(in.Limit, reputationPage))
	if err != nil {
		return historyOut{}, err
	}
	out := toHistory(page)
	if page.Next != "" {
		c := position{0, page.Next}.cursor(filter)
		out.Next = &c
	}
	return out, nil
}

func (t *table) leaderboard(ctx context.Context, in leaderboardIn) (leaderboardOut, error) {
	at, behind := int64(0), (*settle.Place)(nil)
	if in.Cursor != "" {
		p, err := parseCursor(in.Cursor, "leaderboard")
		if err != nil {
			return leaderboardOut{}, err
		}
		place, ok := placeOf(p.ID)
		if !ok || p.At <= 0 || p.At > t.cfg.Now().UnixMilli() {
			return leaderboardOut{}, badCursor()
		}
		at, behind = p.At, &place
	}
	page, err := t.core.Leaderboard(ctx, at, behind, clamped(in.Limit, reputationPage))
	if err != nil {
		return leaderboardOut{}, err
	}
	out := leaderboardOut{Agents: list(page.Lines, t.toStanding), AsOf: millis(page.At)}
	if n := page.Next; n != nil {
		c := position{page.At, fmt.Sprintf("%d/%d/%s", n.Value, n.Phase, n.ID)}.cursor("leaderboard")
		out.Next = &c
	}
	return out, nil
}

// placeOf reads a place of a cursor: value/phase/id, of which neither number is near
// the bounds of its type.
func placeOf(text string) (p settle.Place, ok bool) {
	parts := strings.SplitN(text, "/", 3)
	if len(parts) != 3 || !visibleASCII(parts[2]) {
		return p, false
	}
	value, err1 := strconv.ParseInt(parts[0], 10, 48)
	phase, err2 := strconv.ParseInt(parts[1], 10, 48)
	return settle.Place{Value: value, Phase: phase, ID: parts[2]}, err1 == nil && err2 == nil
}

func visibleASCII(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

func badCursor() error {
	return settle.Errorf(op.CodeInvalidCursor, "cursor: is not the next_cursor of a page")
}

func (t *table) badge(ctx context.Context, in agentIn) (op.Raw, error) {
	r, err := t.core.Reputation(ctx, in.AgentID)
	if err != nil {
		return op.Raw{}, err
	}
	b := badge.Badge{Name: toProfile(r.PublicProfile).DisplayName, Points: rating.Milli(r.RatingMilli).Points(), New: true}
	if a := r.Agent; a != nil {
		b.Won, b.New = a.Won, !a.Ranked()
	}
	return op.Raw{MediaType: badge.MediaType + inUTF8, Body: b.SVG()}, nil
}

func (t *table) recentSubmissions(ctx context.Context, in recentIn) (recentPage, error) {
	work, err := t.core.RecentSubmissions(ctx, in.AgentID, clamped(in.Limit, recentPageSize))
	if err != nil {
		return recentPage{}, err
	}
	return recentPage{in.AgentID, list(work, t.toRecent)}, nil
}
