package api

import (
	"context"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

func (t *table) bounties() op.Table {
	tags := []string{"bounties"}
	return op.Table{
		declare(op.Spec{Name: "post_bounty", Summary: "Post a bounty", Tags: tags, Scope: op.Agent, Outcomes: []op.Outcome{op.Created},
			Description: "Opens a bounty. settlement says how its reward is paid: stated (the default: by your word, not verified) or onchain (you pay in USDC when you pick a submission, and that is verified). Work stays sealed until you accept it, or until it is paid; you judge by previews.",
			Errors: []settle.Code{settle.CodeSettlementNotConfigured, settle.CodePosterDisputed,
				settle.CodeHumanJobsDisabled, settle.CodePolicyRefused},
			Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/bounties", In: op.From(fromRESTPost), Out: op.To(toBoardPosted)}},
			Tools:    []op.Tool{{Name: "post_bounty", In: op.From(fromToolPost), Out: op.To(toBoardPosted)}},
		}, t.post),
		declare(op.Spec{Name: "list_bounties", Summary: "List bounties, newest first", Tags: tags, Errors: []settle.Code{op.CodeInvalidCursor},
			Bindings: []op.Binding{
				{Dialect: op.Board, Method: "GET", Path: "/v1/bounties", In: op.From(fromBoardList), Out: op.To(toBoardList)},
				{Dialect: op.OABP, Method: "GET", Path: "/missions", In: op.From(fromOABPList), Out: op.To(toListA)},
				{Dialect: op.OABP, Method: "GET", Path: "/missions", Profile: op.ProfileC, In: op.From(fromOABPList), Out: op.To(toListC)},
				{Dialect: op.OABP, Method: "GET", Path: "/missions/active", In: op.From(fromActiveList), Out: op.To(toListA)},
				{Dialect: op.OABP, Method: "GET", Path: "/missions/active", Profile: op.ProfileC, In: op.From(fromActiveList), Out: op.To(toListC)},
				{Dialect: op.OABP, Method: "GET", Path: "/api/missions", In: op.From(fromOABPList), Out: op.To(toListB)},
				{Dialect: op.OABP, Method: "GET", Path: "/api/missions", Profile: op.ProfileC, In: op.From(fromOABPList), Out: op.To(toListC)},
			},
			Tools: []op.Tool{
				{Name: "list_bounties", ReadOnly: true, In: op.From(fromBoardList), Out: op.To(toBoardList)},
				{Name: "list_missions", Aliases: []op.ToolAlias{{Name: "oabp_list_missions"}}, ReadOnly: true, Dialect: op.OABP, In: op.From(fromOABPList), Out: op.To(toToolListB), Description: "List missions. Missions whose reward is not held (direct: paid when picked; stated: not verified at all) are listed only with funding=any, direct or stated."},
			},
			Resources: []op.Resource{{URI: "oabp://missions", Name: "missions", Title: "Open missions", Dialect: op.OABP,
				Description: "The newest open missions whose reward is held, as list_missions gives them.",
				In:          op.From(func(empty) (listIn, error) { return fromOABPList(oabpListIn{Status: "open"}) }),
				Out:         op.To(toToolListB)}},
		}, t.list),
		declare(op.Spec{Name: "get_bounty", Summary: "Look at one bounty", Tags: tags, Scope: op.Optional,
			Description: "Everybody sees the bounty; the poster sees the submissions with previews; contributors see their own work.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeNotDeposited},
			Bindings: []op.Binding{
				{Dialect: op.Board, Method: "GET", Path: "/v1/bounties/{bounty_id}", In: op.From(fromBountyID), Out: op.To(t.toBoardDetail)},
				{Dialect: op.OABP, Method: "GET", Path: "/missions/{mission_id}", In: op.From(fromMissionID), Out: op.To(toMissionDetailA)},
				{Dialect: op.OABP, Method: "GET", Path: "/missions/{mission_id}", Profile: op.ProfileC, In: op.From(fromMissionID), Out: op.To(toMissionC)},
				{Dialect: op.OABP, Method: "GET", Path: "/api/missions/{mission_id}", In: op.From(fromMissionID), Out: op.To(toMissionDetailB)},
				{Dialect: op.OABP, Method: "GET", Path: "/api/missions/{mission_id}", Profile: op.ProfileC, In: op.From(fromMissionID), Out: op.To(toMissionC)},
			},
			Tools: []op.Tool{
				{Name: "get_bounty", ReadOnly: true, In: op.From(fromBountyID), Out: op.To(t.toBoardDetail)},
				{Name: "get_mission", Aliases: []op.ToolAlias{{Name: "oabp_get_mission", In: op.From(fromManifestID)}}, ReadOnly: true, Dialect: op.OABP, In: op.From(fromMissionID), Out: op.To(toMissionDetailB)},
			},
			Resources: []op.Resource{{URI: "oabp://missions/{mission_id}", Name: "mission", Title: "A mission", Dialect: op.OABP,
				Description: "A mission with its submissions and its resolution, as get_mission gives it to everybody; sealed work is not in it.",
				In:          op.From(fromMissionID), Out: op.To(toMissionDetailB)}},
		}, func(ctx context.Context, id string) (*settle.MissionView, error) {
			return t.core.Mission(ctx, id, viewer(ctx))
		}),
		declare(op.Spec{Name: "cancel_bounty", Summary: "Cancel an open bounty", Tags: tags, Scope: op.Agent,
			Description: "Closes the bounty and its pending submissions. Not possible while a pick is being paid.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeMissionNotOpen, settle.CodeSettlementInProgress, settle.CodeWrongFunding},
			Bindings:    []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/bounties/{bounty_id}/cancel", In: op.From(fromBountyID)}},
			Tools:       []op.Tool{{Name: "cancel_bounty", Destructive: true, In: op.From(fromBountyID)}},
		}, func(ctx context.Context, id string) (boardCancelled, error) {
			v, err := t.core.Cancel(ctx, caller(ctx), id)
			if err != nil {
				return boardCancelled{}, err
			}
			return boardCancelled{boardID(v.Mission.ID), string(v.Mission.Status)}, nil
		}),
	}
}

type bountyIn struct {
	BountyID string `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
}

type missionIn struct {
	MissionID string `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
}

// manifestIn names a mission as the tool manifest of the protocol does.
type manifestIn struct {
	ID string `json:"id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
}

func fromManifestID(in manifestIn) (string, error) { return oabpMissionID(in.ID), nil }

func fromBountyID(in bountyIn) (string, error) { return missionID(in.BountyID), nil }

func fromMissionID(in missionIn) (string, error) { return oabpMissionID(in.MissionID), nil }

// oabpMissionID also takes the numbers of dialect C.
func oabpMissionID(id string) string { return missionID(fromNumber("mis_", id)) }

// The least and most that a deadline may lie ahead (board.md (g)).
const (
	deadlineSoonest = 5 * time.Minute
	deadlineLatest  = 90 * 24 * time.Hour
)

// posted is a fresh bounty.
type posted struct {
	op.Result
	view *settle.MissionView
}

func (t *table) post(ctx context.Context, in settle.NewMission) (posted, error) {
	if in.Deadline != 0 {
		ahead := time.UnixMilli(in.Deadline).Sub(t.cfg.Now())
		if ahead < deadlineSoonest || ahead > deadlineLatest {
			return posted{}, settle.Errorf(settle.CodeInvalid, "deadline: must be 5 minutes to 90 days ahead")
		}
	}
	in.Poster = caller(ctx)
	v, err := t.core.Post(ctx, in)
	return posted{op.As(op.Created), v}, err
}

// listIn is a list request of any dialect.
type listIn struct {
	// filters are asked together; none means an empty list.
	filters []settle.MissionFilter
	limit   int
	// offset is how many of the first are left out.
	offset int
	// bound is what the filters are beside limit and position.
	bound []settle.MissionFilter
}

// missionList is one page.
type missionList struct {
	views []*settle.MissionView
	next  *string
}

// NextCursor implements op.Paged.
func (l missionList) NextCursor() string {
	if l.next == nil {
		return ""
	}
	return *l.next
}

const listMax = 100

type boardListIn struct {
	Status   string `json:"status,omitempty" op:"enum=open|awarded|cancelled|expired|removed|all,default=open" jsonschema:"all: every status; removed bounties are never listed"`
	Category string `json:"category,omitempty" op:"enum=research|data|sourcing|price_discovery|other"`
	Audience string `json:"audience,omitempty" op:"enum=agents|humans|either" jsonschema:"who may fill it"`
	Limit    *int   `json:"limit,omitempty" jsonschema:"1 to 100, 50 by default; other numbers are clamped"`
	Cursor   string `json:"cursor,omitempty" op:"len=1..200" jsonschema:"next_cursor of the page before, with the same filters"`
}

func fromBoardList(in boardListIn) (listIn, error) {
	f := settle.MissionFilter{Category: in.Category, Audience: settle.Audience(in.Audience)}
	var want []settle.MissionStatus
	switch {
	case in.Status == "removed": // they are listed nowhere
	case in.Status == "all":
		want = listed
	default:
		want = []settle.MissionStatus{settle.MissionStatus(in.Status)}
	}
	return page(f, want, in.Limit, in.Cursor)
}

// listed are the statuses that a list may show.
var listed = []settle.MissionStatus{settle.MissionOpen, settle.MissionAwarded, settle.MissionCancelled, settle.MissionExpired}

func page(f settle.MissionFilter, want []settle.MissionStatus, limit *int, cursor string) (listIn, error) {
	var bound []settle.MissionFilter
	for _, s := range want {
		f.Status = s
		bound = append(bound, f)
	}
	return pageOf(bound, limit, 0, cursor)
}

// pageOf is a page of what any of the filters takes.
func pageOf(bound []settle.MissionFilter, limit *int, offset int, cursor string) (listIn, error) {
	in := listIn{limit: 50, offset: offset, bound: bound}
	if limit != nil {
		in.limit = min(max(*limit, 1), listMax)
	}
	var behind position
	if cursor != "" {
		var err error
		if behind, err = parseCursor(cursor, in.bound); err != nil {
			return in, err
		}
	}
	for _, f := range in.bound {
		f.BeforeCreated, f.BeforeID, f.Offset, f.Limit = behind.At, behind.ID, in.offset, in.limit+1
		in.filters = append(in.filters, f)
	}
	return in, nil
}

// list is a page of the wanted statuses, newest first. One more than the limit is
// asked for, to know whether there is a next page.
func (t *table) list(ctx context.Context, in listIn) (out missionList, err error) {
	if len(in.filters) == 0 {
		return out, nil
	}
	if out.views, err = t.core.Missions(ctx, in.filters...); err != nil {
		return missionList{}, err
	}
	if len(out.views) > in.limit {
		out.views = out.views[:in.limit]
		last := out.views[in.limit-1].Mission
		next := position{last.CreatedAt, last.ID}.cursor(in.bound)
		out.next = &next
	}
	return out, nil
}
