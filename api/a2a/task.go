package a2a

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// States of a task (A2A 0.3.0 §6.3).
const (
	stateSubmitted = "submitted"
	stateWorking   = "working"
	stateInput     = "input-required"
	stateCompleted = "completed"
	stateCanceled  = "canceled"
	stateFailed    = "failed"
	stateRejected  = "rejected"
	stateUnknown   = "unknown"
)

type task struct {
	Kind      string         `json:"kind"`
	ID        string         `json:"id"`
	ContextID string         `json:"contextId"`
	Status    taskStatus     `json:"status"`
	Artifacts []artifact     `json:"artifacts,omitempty"`
	Metadata  map[string]any `json:"metadata,omitempty"`
}

type taskStatus struct {
	State     string  `json:"state"`
	Timestamp string  `json:"timestamp"`
	Message   *answer `json:"message,omitempty"`
}

type artifact struct {
	ArtifactID string `json:"artifactId"`
	Name       string `json:"name"`
	Parts      []part `json:"parts"`
}

type part struct {
	Kind string          `json:"kind"`
	Text string          `json:"text,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// answer is a message of ours.
type answer struct {
	Kind      string `json:"kind"`
	Role      string `json:"role"`
	MessageID string `json:"messageId"`
	Parts     []part `json:"parts"`
}

// say is a message of one text; its id is the request's, since a request has one.
func (c *call) say(format string, args ...any) *answer {
	return &answer{"message", "agent", "msg_" + c.h.Info(c.r).RequestID, []part{{Kind: "text", Text: fmt.Sprintf(format, args...)}}}
}

func data(name string, raw json.RawMessage) []artifact {
	return []artifact{{name, name, []part{{Kind: "data", Data: raw}}}}
}

// mission is what a task shows of a mission of dialect B.
type mission struct {
	ID                 string `json:"id"`
	Title              string `json:"title"`
	Status             string `json:"status"`
	PayoutStatus       string `json:"payout_status"`
	Funding            string `json:"funding"`
	ViewURL            string `json:"view_url"`
	CreatedAt          int64  `json:"created_at"`
	ResolvedAt         *int64 `json:"resolved_at"`
	CurrentSubmissions int    `json:"current_submissions"`
}

func (c *call) missionTask(m mission, raw json.RawMessage) task {
	state := map[string]string{"open": stateSubmitted, "resolved": stateCompleted, "cancelled": stateCanceled, "voided": stateCanceled,
		"expired": stateFailed}[m.Status]
	switch {
	case state == "":
		state = stateUnknown
	case state == stateSubmitted && m.CurrentSubmissions > 0:
		state = stateWorking
	}
	at := m.CreatedAt
	if m.ResolvedAt != nil {
		at = *m.ResolvedAt
	}
	t := task{Kind: "task", ID: m.ID, ContextID: m.ID, Status: taskStatus{State: state, Timestamp: time.Unix(at, 0).UTC().Format(time.RFC3339)},
		Metadata: map[string]any{"title": m.Title, "mission_status": m.Status, "payout_status": m.PayoutStatus, "funding": m.Funding, "view_url": m.ViewURL}}
	if raw != nil {
		t.Artifacts = data("mission", raw)
	}
	return t
}

// submission is what a task shows of a submission, by the names of my_activity.
type submission struct {
	ID         string  `json:"id"`
	BountyID   string  `json:"bounty_id"`
	Status     string  `json:"status"`
	CreatedAt  string  `json:"created_at"`
	ReviewedAt *string `json:"reviewed_at"`
}

func submissionTask(s submission, raw json.RawMessage) task {
	state := map[string]string{"pending": stateSubmitted, "draft": stateInput, "awaiting_chain": stateInput, "accepted": stateCompleted,
		"accepted_late": stateCompleted, "rejected": stateRejected, "closed": stateRejected, "withdrawn": stateCanceled}[s.Status]
	if state == "" {
		state = stateUnknown
	}
	at := s.CreatedAt
	if s.ReviewedAt != nil {
		at = *s.ReviewedAt
	}
	mission := strings.Replace(s.BountyID, "bty_", "mis_", 1)
	t := task{Kind: "task", ID: s.ID, ContextID: mission, Status: taskStatus{State: state, Timestamp: at},
		Metadata: map[string]any{"mission_id": mission, "submission_status": s.Status}}
	if raw != nil {
		t.Artifacts = data("submission", raw)
	}
	return t
}

// queryPrefix begins the id of a question for missions; its filters follow as in a
// query string, in one order, so that the same question has the same id.
const queryPrefix = "missions?"

// idMost is how long a task's id may be.
const idMost = 1000

func queryID(filters map[string]any) string {
	q := url.Values{}
	for k, v := range filters {
		q.Set(k, fmt.Sprint(v))
	}
	if q.Get("status") == "" {
		q.Set("status", "open")
	}
	return queryPrefix + q.Encode()
}

// filtersOf reads the filters of a question's id.
func filtersOf(id string) (map[string]any, bool) {
	q, err := url.ParseQuery(strings.TrimPrefix(id, queryPrefix))
	if err != nil {
		return nil, false
	}
	in := map[string]any{}
	for k, v := range q {
		if len(v) != 1 {
			return nil, false
		}
		in[k] = v[0]
		if k == "limit" {
			in[k] = json.Number(v[0])
		}
		if k == "limit" && !json.Valid([]byte(v[0])) {
			return nil, false
		}
	}
	return in, true
}

// find is the task of a question: done, with the missions as they are now.
func (c *call) find(filters map[string]any) (any, *rpcError) {
	id := queryID(filters)
	if len(id) > idMost {
		return nil, fault(codeParams, "the filters are too long")
	}
	raw, missions, err := c.missions(filters)
	if err != nil {
		return nil, err
	}
	return task{Kind: "task", ID: id, ContextID: "missions", Artifacts: data("missions", raw),
		Status: taskStatus{State: stateCompleted, Timestamp: c.now(), Message: c.say("%d missions; each can be looked at with tasks/get by its id.", len(missions))}}, nil
}

func (c *call) now() string { return c.h.Now().UTC().Format(time.RFC3339) }

// missions asks for a list of missions.
func (c *call) missions(filters map[string]any) (json.RawMessage, []mission, *rpcError) {
	raw, failed := c.do(c.h.list, filters, "")
	if failed != nil {
		return nil, nil, failed
	}
	var out struct{ Missions []mission }
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, nil, fault(codeInternal, "the list could not be read")
	}
	return raw, out.Missions, nil
}

// task looks at one task.
func (c *call) task(id string) (any, *rpcError) {
	switch {
	case id == "" || len(id) > idMost:
		return nil, fault(codeParams, "params.id must be the id of a task")
	case strings.HasPrefix(id, queryPrefix):
		filters, ok := filtersOf(id)
		if !ok {
			return nil, fault(codeTaskNotFound, "there is no such task")
		}
		return c.find(filters)
	case strings.HasPrefix(id, "sub_"):
		return c.mySubmission(id)
	}
	raw, failed := c.do(c.h.get, map[string]any{"mission_id": id}, "")
	if failed != nil {
		return nil, failed
	}
	var m mission
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fault(codeInternal, "the mission could not be read")
	}
	return c.missionTask(m, raw), nil
}

// mySubmission is a task for its contributors only.
func (c *call) mySubmission(id string) (any, *rpcError) {
	all, failed := c.submissions()
	if failed != nil {
		return nil, failed
	}
	for _, raw := range all {
		var s submission
		if json.Unmarshal(raw, &s) == nil && s.ID == id {
			return submissionTask(s, raw), nil
		}
	}
	return nil, fault(codeTaskNotFound, "you have no submission %.80q", id)
}

// submissions are the caller's.
func (c *call) submissions() ([]json.RawMessage, *rpcError) {
	raw, failed := c.do(c.h.mine, map[string]any{}, "")
	if failed != nil {
		return nil, failed
	}
	var out struct {
		Made []json.RawMessage `json:"submissions_made"`
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fault(codeInternal, "the submissions could not be read")
	}
	return out.Made, nil
}

// submissionsMost is how many of the caller's submissions a list has.
const submissionsMost = 100

// tasks are the question for open missions (or those of the filters), these missions,
// and the caller's submissions: a bare array, as clients want it.
func (c *call) tasks(params map[string]any) (any, *rpcError) {
	filters := map[string]any{}
	for _, k := range []string{"status", "funding", "verification_type", "limit", "cursor"} {
		if v, ok := params[k]; ok {
			filters[k] = v
		}
	}
	id := queryID(filters)
	_, missions, failed := c.missions(filters)
	if failed != nil {
		return nil, failed
	}
	out := []task{{Kind: "task", ID: id, ContextID: "missions", Status: taskStatus{State: stateCompleted, Timestamp: c.now()}}}
	for _, m := range missions {
		out = append(out, c.missionTask(m, nil))
	}
	if !c.known() {
		return out, nil
	}
	made, failed := c.submissions()
	if failed != nil {
		return nil, failed
	}
	for k := range min(len(made), submissionsMost) {
		var s submission
		if err := json.Unmarshal(made[k], &s); err == nil {
			out = append(out, submissionTask(s, nil))
		}
	}
	return out, nil
}
