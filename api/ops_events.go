package api

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type eventsIn struct {
	After string `json:"after,omitempty" op:"len=1..40" jsonschema:"the id of the last event that you have; by default only later events than now are awaited, and \"0-0\" begins with the first"`
	Types string `json:"types,omitempty" op:"len=1..1000" jsonschema:"event types to list, separated by commas; all by default"`
	// MissionID is mis_… (bty_… names the same).
	MissionID string `json:"mission_id,omitempty" op:"len=1..80"`
	Limit     *int   `json:"limit,omitempty" jsonschema:"how many facts of the journal are read, 1 to 500, 100 by default; other numbers are clamped"`
}

type eventsOut struct {
	Events []EventOut `json:"events"`
	// Next is the after of the next page: behind all that was looked at, also where
	// nothing passed the filter.
	Next string `json:"next"`
	// More says that another look may find something at once.
	More bool `json:"more"`
}

// EventOut is a public event on the wire.
type EventOut struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	// Timestamp is when the fact was written into the journal.
	Timestamp string `json:"timestamp"`
	// What it concerns; null where nothing of the kind does.
	MissionID     *string `json:"mission_id"`
	AgentID       *string `json:"agent_id"`
	SubmissionID  *string `json:"submission_id"`
	InstructionID *string `json:"instruction_id"`
	// Links lead to what it concerns: read there how it is now.
	Links eventLinks `json:"links"`
}

type eventLinks struct {
	Mission     *string `json:"mission"`
	Agent       *string `json:"agent"`
	Instruction *string `json:"instruction"`
	Receipt     *string `json:"receipt"`
}

// withReceipt are the types after which a receipt may be there.
var withReceipt = []string{"settlement.settled", "settlement.reverted", "settlement.credited", "mission.awarded"}

// Event writes a public event for a server at an origin.
func Event(origin string, e settle.PublicEvent) EventOut {
	link := func(path, id string) *string {
		if id == "" {
			return nil
		}
		u := origin + path + id
		return &u
	}
	out := EventOut{ID: e.ID(), Type: e.Type, Timestamp: millis(e.At), MissionID: textOrNull(e.Mission), AgentID: textOrNull(e.Agent),
		SubmissionID: textOrNull(e.Submission), InstructionID: textOrNull(e.Instruction),
		Links: eventLinks{Mission: link("/missions/", e.Mission), Agent: link("/api/agents/", e.Agent), Instruction: link("/settlements/", e.Instruction)}}
	if slices.Contains(withReceipt, e.Type) && e.Submission != "" {
		out.Links.Receipt = link("/missions/"+e.Mission+"/receipts/", e.Submission)
	}
	return out
}

// hookBody is a webhook's body: that of Standard Webhooks, and beside it what clients
// of AIP-1 look for in the notice of a new mission.
type hookBody struct {
	Type      string   `json:"type"`
	Timestamp string   `json:"timestamp"`
	Data      EventOut `json:"data"`
	Event     string   `json:"event"`
	MissionID *string  `json:"mission_id,omitempty"`
	ViewURL   *string  `json:"view_url,omitempty"`
}

// HookBody is the body of a webhook that tells of a public event.
func HookBody(origin string, e settle.PublicEvent) ([]byte, error) {
	x := Event(origin, e)
	return json.Marshal(hookBody{Type: x.Type, Timestamp: x.Timestamp, Data: x, Event: x.Type, MissionID: x.MissionID, ViewURL: x.Links.Mission})
}

func (t *table) events() op.Table {
	tags := []string{"events"}
	return op.Table{
		declare(op.Spec{Name: "list_events", Summary: "Public events behind a place in the journal, oldest first", Tags: tags,
			Description: "Ids and links only; what concerns money or the chain is told once it is confirmed. With Accept: text/event-stream the same path is a stream that goes on by itself (after, or the header Last-Event-ID, says where). Types: " + typeList() + ".",
			Errors:      []settle.Code{op.CodeInvalidCursor},
			Bindings:    []op.Binding{oabp("GET", "/events")},
			Tools:       []op.Tool{{Name: "list_events", ReadOnly: true, Dialect: op.OABP}},
		}, t.listEvents),
	}
}

func typeList() string {
	var names []string
	for _, x := range settle.EventTypes() {
		names = append(names, x.Type)
	}
	return strings.Join(names, ", ")
}

// eventPlace reads where a list or a stream of events begins; empty is not set.
func eventPlace(text string) (p settle.EventPlace, err error) {
	if text == "0" {
		text = "0-0"
	}
	p, ok := settle.ParseEventPlace(text)
	if !ok {
		return p, settle.Errorf(op.CodeInvalidCursor, "after: is not the id of an event, such as 17-0")
	}
	return p, nil
}

// eventFilter reads the filter of a list or a stream of events.
func eventFilter(types, mission string) (f settle.EventFilter, err error) {
	for name := range strings.SplitSeq(types, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if !slices.ContainsFunc(settle.EventTypes(), func(x settle.EventType) bool { return x.Type == name }) {
			return f, op.Invalid("types", "there is no type %.60q; there are %s", name, typeList())
		}
		f.Types = append(f.Types, name)
	}
	if mission != "" {
		f.Mission = missionID(mission)
	}
	return f, nil
}

func (t *table) listEvents(ctx context.Context, in eventsIn) (eventsOut, error) {
	f, err := eventFilter(in.Types, in.MissionID)
	if err != nil {
		return eventsOut{}, err
	}
	limit := 100
	if in.Limit != nil {
		limit = min(max(*in.Limit, 1), 500)
	}
	var after settle.EventPlace
	if in.After == "" {
		after, err = t.core.LastEvent(ctx)
	} else {
		after, err = eventPlace(in.After)
	}
	if err != nil {
		return eventsOut{}, err
	}
	events, next, err := t.core.PublicEvents(ctx, after, limit)
	if err != nil {
		return eventsOut{}, err
	}
	out := eventsOut{Events: []EventOut{}, Next: next.String(), More: next.Seq >= after.Seq+uint64(limit)}
	for _, e := range events {
		if f.Admits(e) {
			out.Events = append(out.Events, Event(t.cfg.PublicURL, e))
		}
	}
	return out, nil
}
