package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/api/op"
)

// rpc is one A2A request, with an id of any form.
func (b *bench) rpc(key, id, method, params string) answer {
	b.t.Helper()
	return b.send("POST", "/api/a2a", key, strings.NewReader(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)))
}

func text(words string) string {
	b, _ := json.Marshal(map[string]any{"message": map[string]any{"role": "user", "parts": []any{map[string]string{"kind": "text", "text": words}}}})
	return string(b)
}

func skill(messageID string, in args) string {
	b, _ := json.Marshal(map[string]any{"message": map[string]any{"role": "user", "messageId": messageID, "parts": []any{map[string]any{"kind": "data", "data": in}}}})
	return string(b)
}

// TestA2ATasks (CONF-TRANSPORT-06, 07): a message gives a task, tasks/get gives it again
// by its id, and tasks/list, a bare array, has it; what they say is what REST says.
func TestA2ATasks(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	id := "mis_" + strings.TrimPrefix(call("post_bounty", c.poster, bounty()).text("bounty_id"), "bty_")

	open := b.rpc("", "1", "message/send", text("list open missions"))
	if open.status != 200 || open.at("id") != 1.0 || open.text("result", "kind") != "task" || open.text("result", "status", "state") != "completed" {
		t.Fatalf("%d %s", open.status, open.body)
	}
	question := open.text("result", "id")
	got := b.rpc("", `"two"`, "tasks/get", fmt.Sprintf(`{"id":%q}`, question))
	if got.text("id") != "two" || got.text("result", "id") != question {
		t.Errorf("%s", got.body)
	}
	for params, want := range map[string]string{`{}`: question, `{"funding":"any"}`: id, `{"funding":"direct","limit":1}`: id} {
		list, _ := b.rpc("", "3", "tasks/list", params).at("result").([]any)
		found := false
		for _, x := range list {
			found = found || x.(map[string]any)["id"] == want && x.(map[string]any)["status"] != nil
		}
		if !found {
			t.Errorf("tasks/list %s has no %s: %v", params, want, list)
		}
	}
	rest := b.send("GET", "/api/missions/"+id, "", nil)
	for _, ask := range []answer{b.rpc("", "4", "message/send", text("Please show "+id+" to me")), b.rpc("", "5", "tasks/get", fmt.Sprintf(`{"id":%q}`, id)),
		b.rpc("", "6", "message/send", skill("", args{"skill": "oabp.mission", "mission_id": id}))} {
		mission, _ := json.Marshal(ask.at("result", "artifacts", "0", "parts", "0", "data"))
		want, _ := json.Marshal(rest.json)
		if string(mission) != string(want) || ask.text("result", "id") != id || ask.text("result", "status", "state") != "submitted" {
			t.Errorf("%s\nwant %s", ask.body, want)
		}
	}
	any := b.rpc("", "7", "message/send", skill("", args{"funding": "any", "limit": 1}))
	if any.text("result", "artifacts", "0", "parts", "0", "data", "missions", "0", "id") != id || !strings.Contains(any.text("result", "id"), "funding=any") {
		t.Errorf("%s", any.body)
	}
	if again := b.rpc("", "8", "tasks/get", fmt.Sprintf(`{"id":%q}`, any.text("result", "id"))); fmt.Sprint(again.at("result")) != fmt.Sprint(any.at("result")) {
		t.Errorf("%s\n%s", again.body, any.body)
	}
	if help := b.rpc("", "9", "message/send", text("hello")); help.text("result", "kind") != "message" || help.text("result", "role") != "agent" {
		t.Errorf("%s", help.body)
	}
}

// TestA2ASubmits: work handed in by a message is the submission that REST shows, once
// however often and however many at a time the message comes, and its task is its
// author's alone.
func TestA2ASubmits(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	bty := call("post_bounty", c.poster, bounty()).text("bounty_id")
	work := func(messageID string) string {
		return skill(messageID, args{"skill": "oabp.submit", "mission_id": "mis_" + strings.TrimPrefix(bty, "bty_"), "proof": canary, "preview": preview})
	}
	if a := b.rpc("", "1", "message/send", work("m-1")); a.status != 401 || a.text("error", "data", "code") != "unauthenticated" || a.header.Get("WWW-Authenticate") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	var wait sync.WaitGroup
	ids := make([]string, 4)
	for k := range ids {
		wait.Go(func() { ids[k] = b.rpc(c.worker, "2", "message/send", work("m-1")).text("result", "id") })
	}
	wait.Wait()
	last := b.rpc(c.worker, "3", "message/send", work("m-1"))
	sub := last.text("result", "id")
	for _, id := range ids {
		if id != "" && id != sub {
			t.Errorf("submitted twice: %s and %s", id, sub)
		}
	}
	if !strings.HasPrefix(sub, "sub_") || last.text("result", "status", "state") != "submitted" || strings.Contains(string(last.body), "CANARY") {
		t.Fatalf("%s", last.body)
	}
	if made, _ := call("my_activity", c.worker, nil).at("submissions_made").([]any); len(made) != 1 {
		t.Errorf("%d submissions", len(made))
	}
	mine := b.rpc(c.worker, "4", "tasks/get", fmt.Sprintf(`{"id":%q}`, sub))
	if mine.text("result", "contextId") != "mis_"+strings.TrimPrefix(bty, "bty_") || mine.text("result", "metadata", "submission_status") != "pending" {
		t.Errorf("%s", mine.body)
	}
	list, _ := b.rpc(c.worker, "5", "tasks/list", `{"funding":"any"}`).at("result").([]any)
	if x, _ := json.Marshal(list); strings.Count(string(x), `"id":"`+sub+`"`) != 1 || !strings.Contains(string(x), `"state":"working"`) {
		t.Errorf("%s", x)
	}
	if a := b.rpc(c.rival, "6", "tasks/get", fmt.Sprintf(`{"id":%q}`, sub)); a.at("error", "code") != -32001.0 {
		t.Errorf("%s", a.body)
	}
	if a := b.rpc("", "7", "tasks/get", fmt.Sprintf(`{"id":%q}`, sub)); a.status != 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := call("review_submission", c.poster, args{"bounty_id": bty, "submission_id": sub, "decision": "reject"}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.rpc(c.worker, "8", "tasks/get", fmt.Sprintf(`{"id":%q}`, sub)); a.text("result", "status", "state") != "rejected" {
		t.Errorf("%s", a.body)
	}
	if log := b.log.String(); strings.Contains(log, "CANARY") || strings.Contains(log, "bk_") {
		t.Error("the log has sealed matter or a key")
	}
}

// TestA2ARefusals: what is wrong is a JSON-RPC error with the id that was sent, never a
// failure of ours.
func TestA2ARefusals(t *testing.T) {
	b := newBench(t)
	parts := func(p string) string { return `{"message":{"role":"user","parts":` + p + `}}` }
	for _, tt := range []struct {
		id, method, params string
		code               float64
	}{
		{"1", "tasks/get", `{"id":"mis_0123456789abcdef"}`, -32001},
		{"1", "tasks/get", `{"id":"no such thing"}`, -32001},
		{"1", "tasks/get", `{"id":"missions?limit=x"}`, -32001},
		{"1", "tasks/get", `{"id":"missions?status=nonsense"}`, -32602},
		{"1", "tasks/get", `{"id":"missions?a=%zz"}`, -32001},
		{"1", "tasks/get", `{"id":"missions?status=open&status=all"}`, -32001},
		{"1", "tasks/get", `{"id":7}`, -32602},
		{"1", "tasks/get", `{}`, -32602},
		{"1", "tasks/get", `{"id":"` + strings.Repeat("x", 1001) + `"}`, -32602},
		{"1", "tasks/get", `[]`, -32602},
		{"1", "tasks/list", `{"status":"nonsense"}`, -32602},
		{"1", "tasks/list", `{"limit":"many"}`, -32602},
		{"1", "tasks/list", `{"cursor":"AAAAAAAAAAAA"}`, -32602},
		{"1", "tasks/cancel", `{"id":"mis_0123456789abcdef"}`, -32002},
		{"1", "tasks/pushNotificationConfig/set", `{}`, -32003},
		{"1", "message/stream", `{}`, -32004},
		{"1", "agent/getAuthenticatedExtendedCard", `{}`, -32007},
		{"1", "SendMessage", `{}`, -32601},
		{"9007199254740993", "nothing", `{}`, -32601},
		{"-1", "nothing", `{}`, -32601},
		{`"a ☃ text"`, "nothing", `{}`, -32601},
		{"1", "message/send", `{}`, -32602},
		{"1", "message/send", parts(`[]`), -32602},
		{"1", "message/send", parts(`[7]`), -32005},
		{"1", "message/send", parts(`[{"kind":"file","file":{}}]`), -32005},
		{"1", "message/send", parts(`[{"kind":"data","data":7}]`), -32602},
		{"1", "message/send", parts(`[{"kind":"data","data":{}},{"kind":"data","data":{}}]`), -32602},
		{"1", "message/send", parts(`[` + strings.Repeat(`{"kind":"text","text":"x"},`, 16) + `{"kind":"text","text":"x"}]`), -32602},
		{"1", "message/send", parts(`[{"kind":"data","data":{"skill":"oabp.nothing"}}]`), -32602},
		{"1", "message/send", parts(`[{"kind":"data","data":{"skill":"oabp.missions","status":["open"]}}]`), -32602},
		{"1", "message/send", parts(`[{"kind":"data","data":{"skill":"oabp.missions","unknown":1}}]`), -32602},
		{"1", "message/send", `{"message":{"role":"agent","parts":[{"kind":"text","text":"x"}]}}`, -32602},
		{"1", "message/send", `{"message":{"role":"user","parts":[{"kind":"text","text":"x"}]},"configuration":{"pushNotificationConfig":{"url":"https://x.example"}}}`, -32003},
	} {
		a := b.rpc("", tt.id, tt.method, tt.params)
		var raw struct{ ID json.RawMessage }
		_ = json.Unmarshal(a.body, &raw)
		if a.status != 200 || a.at("error", "code") != tt.code || a.text("error", "message") == "" || a.at("result") != nil || string(raw.ID) != tt.id {
			t.Errorf("%s %.80s: %d %s", tt.method, tt.params, a.status, a.body)
		}
	}
	for body, code := range map[string]float64{
		``: -32700, `{`: -32700, `[]`: -32600, `[{"jsonrpc":"2.0","id":1,"method":"tasks/list"}]`: -32600, `7`: -32600,
		`{"jsonrpc":"1.0","id":1,"method":"tasks/list"}`: -32600, `{"jsonrpc":"2.0","method":"tasks/list"}`: -32600,
		`{"jsonrpc":"2.0","id":1.5,"method":"tasks/list"}`: -32600, `{"jsonrpc":"2.0","id":{},"method":"tasks/list"}`: -32600,
		`{"jsonrpc":"2.0","id":1}`: -32600, `{"jsonrpc":"2.0","id":1,"id":2,"method":"tasks/list"}`: -32600,
		`{"jsonrpc":"2.0","id":1,"method":"tasks/list","params":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`: -32600,
	} {
		if a := b.send("POST", "/api/a2a", "", strings.NewReader(body)); a.status != 200 || a.at("error", "code") != code {
			t.Errorf("%.80s: %d %s", body, a.status, a.body)
		}
	}
	if a := b.send("POST", "/api/a2a", "", strings.NewReader(strings.Repeat(" ", op.DefaultMaxBody+1))); a.status != 413 || a.at("error", "code") != -32600.0 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.send("GET", "/api/a2a", "", nil); a.status != 405 || a.header.Get("Allow") == "" || a.at("error", "code") != -32600.0 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestA2ALimits: the limits of the operations hold, with Retry-After.
func TestA2ALimits(t *testing.T) {
	b := newBench(t)
	b.runner.Anonymous = op.Policy{Name: "anonymous", Quota: 2, Window: 60e9}
	var last answer
	for range 3 {
		last = b.rpc("", "1", "tasks/list", "{}")
	}
	if last.status != 429 || last.header.Get("Retry-After") == "" || last.text("error", "data", "error") != "rate_limited" {
		t.Errorf("%d %v %s", last.status, last.header, last.body)
	}
}

// TestA2AAnswersAnything: whatever is sent, the answer is JSON-RPC and no failure of
// ours.
func TestA2AAnswersAnything(t *testing.T) {
	b := newBench(t)
	seeds := []string{`{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"missions?status=open&limit=3"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"mis_0123456789abcdef"}}`,
		`{"jsonrpc":"2.0","id":"x","method":"tasks/list","params":{"funding":"any","cursor":"AAAA"}}`,
		`{"jsonrpc":"2.0","id":"x","method":"message/send","params":` + skill("m", args{"status": "open", "limit": 3, "skill": "oabp.missions"}) + `}`,
		`{"jsonrpc":"2.0","id":"x","method":"message/send","params":` + skill("m", args{"mission_id": "mis_0", "content": "c", "preview": "p"}) + `}`,
		`{"jsonrpc":"2.0","id":"x","method":"message/send","params":` + text(`{"skill":"oabp.mission","id":"x"} sub_0 open`) + `}`}
	pieces := []string{`"`, `{`, `}`, `[`, `]`, `null`, `7`, `-1e9`, `"\ud800"`, `,`, `:`, `%zz`, `&`, `\u0000`, `"skill":`, `"id":`, "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.SampledFrom(seeds).Draw(t, "seed")
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			from := rapid.IntRange(0, len(body)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(body), from+12)).Draw(t, "to")
			body = body[:from] + rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringN(0, 3, -1)).Draw(t, "piece") + body[to:]
		}
		b.runner.Anonymous.Quota = 0
		a := b.send("POST", "/api/a2a", "", strings.NewReader(body))
		if a.text("jsonrpc") != "2.0" || a.status >= 500 || a.at("error", "code") == -32603.0 || (a.at("error") == nil) == (a.at("result") == nil) {
			t.Fatalf("%q: %d %s", body, a.status, a.body)
		}
	})
}
