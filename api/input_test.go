package api_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// post is a valid body of POST /v1/bounties with one change.
func postBody(change string) string {
	m := map[string]any{"title": "Find eight suppliers", "description": "Find eight suppliers of natural indigo.",
		"category": "sourcing", "reward_amount_cents": 1025, "settlement": "onchain"}
	raw, _ := json.Marshal(m)
	if change == "" {
		return string(raw)
	}
	return strings.TrimSuffix(string(raw), "}") + "," + change + "}"
}

// without drops a member of the valid body and adds the change.
func without(key, change string) string {
	var m map[string]json.RawMessage
	_ = json.Unmarshal([]byte(postBody("")), &m)
	delete(m, key)
	raw, _ := json.Marshal(m)
	if change == "" {
		return string(raw)
	}
	return strings.TrimSuffix(string(raw), "}") + "," + change + "}"
}

func TestBadInputIsRefusedByName(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, tt := range []struct{ name, method, path, body, say string }{
		{"limit is no number", "GET", "/v1/bounties?limit=abc", "", "limit"},
		{"limit is no integer", "GET", "/v1/bounties?limit=1.5", "", "limit"},
		{"limit twice", "GET", "/v1/bounties?limit=1&limit=2", "", "limit"},
		{"limit in OABP", "GET", "/missions?limit=abc", "", "limit"},
		{"unknown status", "GET", "/v1/bounties?status=best", "", "status"},
		{"unknown category", "GET", "/v1/bounties?category=art", "", "category"},
		{"bad cursor", "GET", "/v1/bounties?cursor=abc", "", "cursor"},
		{"cursor of another kind", "GET", "/missions?cursor=1.agt_1", "", "cursor"},
		{"unknown field", "POST", "/v1/bounties", postBody(`"colour":"red"`), "colour"},
		{"wrong case of a field", "POST", "/v1/bounties", postBody(`"Deadline":"2027-01-16T00:00:00Z"`), "Deadline"},
		{"duplicate field", "POST", "/v1/bounties", postBody(`"title":"Another title"`), "title"},
		{"NUL", "POST", "/v1/bounties", without("title", `"title":"Find \u0000 suppliers"`), "title"},
		{"control character", "POST", "/v1/bounties", without("title", `"title":"Find \u001b[31m suppliers"`), "title"},
		{"C1 control character", "POST", "/v1/bounties", without("title", `"title":"Find \u0085 suppliers"`), "title"},
		{"half a surrogate", "POST", "/v1/bounties", without("title", `"title":"Find \ud83d suppliers"`), "surrogate"},
		{"title too short when trimmed", "POST", "/v1/bounties", without("title", `"title":"   seven77   "`), "title"},
		{"title too long", "POST", "/v1/bounties", without("title", `"title":"`+long(141)+`"`), "title"},
		{"title too long in UTF-16", "POST", "/v1/bounties", without("title", `"title":"`+strings.Repeat("😀", 71)+`"`), "title"},
		{"description too short", "POST", "/v1/bounties", without("description", `"description":"short"`), "description"},
		{"description too long", "POST", "/v1/bounties", without("description", `"description":"`+long(4001)+`"`), "description"},
		{"criteria too long", "POST", "/v1/bounties", postBody(`"acceptance_criteria":"` + long(2001) + `"`), "acceptance_criteria"},
		{"no category", "POST", "/v1/bounties", without("category", ""), "category"},
		{"no reward", "POST", "/v1/bounties", without("reward_amount_cents", ""), "reward_amount_cents"},
		{"reward of nothing", "POST", "/v1/bounties", without("reward_amount_cents", `"reward_amount_cents":0`), "reward_amount_cents"},
		{"reward too high", "POST", "/v1/bounties", without("reward_amount_cents", `"reward_amount_cents":1000001`), "reward_amount_cents"},
		{"reward of half a cent", "POST", "/v1/bounties", without("reward_amount_cents", `"reward_amount_cents":0.5`), "reward_amount_cents"},
		{"reward as text", "POST", "/v1/bounties", without("reward_amount_cents", `"reward_amount_cents":"5"`), "reward_amount_cents"},
		{"one milestone", "POST", "/v1/bounties", postBody(`"milestones":[{"title":"Part one","reward_amount_cents":5}]`), "milestones"},
		{"milestone without reward", "POST", "/v1/bounties", postBody(`"milestones":[{"title":"Part one","reward_amount_cents":0},{"title":"Part two","reward_amount_cents":1}]`), "reward_amount_cents"},
		{"milestones too dear", "POST", "/v1/bounties", postBody(`"milestones":[{"title":"Part one","reward_amount_cents":600000},{"title":"Part two","reward_amount_cents":600000}]`), "sum"},
		{"deadline too soon", "POST", "/v1/bounties", postBody(`"deadline":"2027-01-15T08:02:00Z"`), "deadline"},
		{"deadline too late", "POST", "/v1/bounties", postBody(`"deadline":"2027-06-15T08:02:00Z"`), "deadline"},
		{"deadline is no time", "POST", "/v1/bounties", postBody(`"deadline":"tomorrow"`), "deadline"},
		{"evidence asked", "POST", "/v1/bounties", postBody(`"evidence_required":[{"kind":"url"}]`), "evidence_required"},
		{"unknown way to pay", "POST", "/v1/bounties", postBody(`"accepts":["cheque"]`), "accepts"},
		{"not an object", "POST", "/v1/bounties", `[1]`, "object"},
		{"two objects", "POST", "/v1/bounties", postBody("") + "{}", "JSON"},
		{"not JSON", "POST", "/v1/bounties", `{"title"`, "JSON"},
		{"name too short", "POST", "/v1/agents/register", `{"name":" ab "}`, "name"},
		{"zero payout address", "POST", "/v1/agents/me/payout-address", `{"payout_address":"0x0000000000000000000000000000000000000000"}`, "zero"},
		{"bad checksum", "POST", "/v1/agents/me/payout-address", `{"payout_address":"0x52908400098527886E0F7030069857D2E4169ee7"}`, "payout_address"},
		{"short address", "POST", "/v1/agents/me/payout-address", `{"payout_address":"0x1234"}`, "payout_address"},
		{"token as payout address", "POST", "/v1/agents/me/payout-address", `{"payout_address":"` + token.String() + `"}`, "token"},
		{"short transaction hash", "POST", "/v1/bounties/bty_1/settle", `{"submission_id":"sub_1","tx_hash":"0x12"}`, "tx_hash"},
		{"path parameter in the body", "POST", "/v1/bounties/bty_1/settle", `{"bounty_id":"bty_2","submission_id":"sub_1","tx_hash":"` + txHash("x").String() + `"}`, "bounty_id"},
		{"preview too short", "POST", "/v1/bounties/bty_1/submissions", `{"content":"x","preview":"short"}`, "preview"},
		{"content too long", "POST", "/v1/bounties/bty_1/submissions", `{"content":"` + long(8001) + `","preview":"` + preview + `"}`, "content"},
		{"content of blanks", "POST", "/v1/bounties/bty_1/submissions", `{"content":"   ","preview":"` + preview + `"}`, "content"},
		{"amount of units with a point", "POST", "/settlements/stl_1/check", `{"transfers":[{"from":"` + poster.String() + `","to":"` + worker.String() + `","amount":"1.5"}]}`, "amount"},
		{"amount as a number", "POST", "/settlements/stl_1/check", `{"transfers":[{"from":"` + poster.String() + `","to":"` + worker.String() + `","amount":1}]}`, "amount"},
		{"no transfers", "POST", "/settlements/stl_1/check", `{"transfers":[]}`, "transfers"},
		{"odd signature", "POST", "/settlements/stl_1/payers", `{"address":"` + poster.String() + `","signature":"0xabc"}`, "signature"},
		{"log index", "POST", "/settlements/stl_1/direct", `{"tx_hash":"` + txHash("x").String() + `","log_index":4294967296,"signature":"0xabcd"}`, "log_index"},
		{"negative log index", "POST", "/settlements/stl_1/direct", `{"tx_hash":"` + txHash("x").String() + `","log_index":-1,"signature":"0xabcd"}`, "log_index"},
		{"message twice the size", "POST", "/auth/siwe", `{"message":"` + long(4001) + `","signature":"0xabcd"}`, "message"},
	} {
		var body io.Reader
		if tt.body != "" {
			body = strings.NewReader(tt.body)
		}
		a := b.send(tt.method, tt.path, c.worker, body)
		code := settle.CodeInvalid
		if tt.say == "cursor" {
			code = op.CodeInvalidCursor
		}
		if a.status != 400 || a.code(dialectOf(tt.path)) != code || !strings.Contains(string(a.body), tt.say) {
			t.Errorf("%s: %d %s", tt.name, a.status, a.body)
		}
	}
}

func TestGoodInputAtTheLimits(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	for name, body := range map[string]string{
		"shortest title":      without("title", `"title":"eight888"`),
		"longest title":       without("title", `"title":"`+strings.Repeat("😀", 70)+`"`),
		"one cent":            without("reward_amount_cents", `"reward_amount_cents":1`),
		"highest reward":      without("reward_amount_cents", `"reward_amount_cents":1000000`),
		"direct by its name":  without("settlement", `"settlement":"direct"`),
		"empty evidence":      postBody(`"evidence_required":[]`),
		"null means absent":   postBody(`"deadline":null,"milestones":null`),
		"deadline with zone":  postBody(`"deadline":"2027-01-16T10:00:00+02:00"`),
		"tabs and line feeds": without("description", `"description":"Find\teight\r\nsuppliers of indigo."`),
	} {
		a := b.send("POST", "/v1/bounties", c.poster, strings.NewReader(body))
		if a.status != 201 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := b.send("GET", "/v1/bounties?limit=1000", "", nil); a.status != 200 { // clamped, not refused
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.send("GET", "/v1/bounties?limit=0", "", nil); a.status != 200 || len(a.at("bounties").([]any)) != 1 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

type slowly struct{ io.Reader } // hides the length, so the client sends chunks

func TestOversizedBodies(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	big := func() io.Reader {
		return strings.NewReader(`{"content":"` + strings.Repeat("x", 70<<10) + `","preview":"` + preview + `"}`)
	}
	for name, body := range map[string]io.Reader{"declared": big(), "chunked": slowly{big()}} {
		a := b.send("POST", "/v1/bounties/bty_1/submissions", c.worker, body)
		if a.status != 413 || a.text("code") != "body_too_large" || a.at("error") != true {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	a := b.send("POST", "/settlements/stl_1/check", "", slowly{big()})
	if a.status != 413 || a.text("error") != "body_too_large" {
		t.Errorf("OABP: %d %s", a.status, a.body)
	}
	if a := b.overMCP()("submit_result", c.worker, args{"bounty_id": "bty_1", "content": strings.Repeat("x", 70<<10), "preview": preview}); a.status != 413 {
		t.Errorf("MCP: %d %s", a.status, a.body)
	}
}

func TestRepetitionUnderAnIdempotencyKey(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	post := func(key, body string) answer {
		return b.send("POST", "/v1/bounties", c.poster, strings.NewReader(body), "Idempotency-Key", key)
	}
	first, again := post("k1", postBody("")), post("k1", postBody(`"deadline":null`))
	if first.status != 201 || again.status != 201 || string(first.body) != string(again.body) || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%d %d %s", first.status, again.status, again.body)
	}
	if a := post("k1", without("title", `"title":"Another title"`)); a.status != 422 || a.text("code") != "idempotency_mismatch" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.send("GET", "/v1/bounties", "", nil); len(a.at("bounties").([]any)) != 1 {
		t.Errorf("posted more than once: %s", a.body)
	}
	register := func() answer {
		return b.send("POST", "/v1/agents/register", "", strings.NewReader(`{"name":"Somebody"}`), "Idempotency-Key", "r1")
	}
	if a := register(); a.status != 201 || a.text("api_key") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := register(); a.status != 409 || a.text("code") != "idempotency_key_spent" || strings.Contains(string(a.body), "bk_") {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestMoneyOnMCPIsExact: dollars become cents without a float (board.md (d)).
func TestMoneyOnMCPIsExact(t *testing.T) {
	b := newBench(t)
	call := b.overMCP()
	c := enroll(t, call)
	for dollars, units := range map[string]string{"0.01": "10000", "0.29": "290000", "1.10": "1100000", "4.35": "4350000",
		"10000": "10000000000", "9999.99": "9999990000", "12.5": "12500000"} {
		in := bounty()
		in["reward_usd"] = json.Number(dollars)
		a := call("post_bounty", c.poster, in)
		if a.text("reward_units") != units {
			t.Errorf("%s: %s", dollars, a.body)
			continue
		}
		call("cancel_bounty", c.poster, args{"bounty_id": a.text("bounty_id")})
	}
	for dollars, say := range map[string]string{"0": "at least 0.01", "0.001": "at least 0.01", "-1": "at least 0.01", "1e-400": "out of range",
		"10000.01": "at most 10000", "1e2": "above 0 with at most two decimals", "12.345": "at most two decimals",
		"0.0099999999999999999999": "at least 0.01", "0.0100000000000000000001": "at most two decimals"} {
		in := bounty()
		in["reward_usd"] = json.Number(dollars)
		if a := call("post_bounty", c.poster, in); a.status != 400 || a.code("board") != settle.CodeInvalid || !strings.Contains(string(a.body), say) {
			t.Errorf("%s: %s", dollars, a.body)
		}
		in = bounty()
		in["milestones"] = []any{map[string]any{"title": "Part one", "reward_usd": json.Number("3")}, map[string]any{"title": "Part two", "reward_usd": json.Number(dollars)}}
		if a := call("post_bounty", c.poster, in); a.status != 400 || !strings.Contains(string(a.body), say) {
			t.Errorf("%s of a milestone: %s", dollars, a.body)
		}
	}
	in := bounty()
	in["milestones"] = []any{map[string]any{"title": "Part one", "reward_usd": json.Number("3.00")}, map[string]any{"title": "Part two", "reward_usd": json.Number("7.25")}}
	if a := call("post_bounty", c.poster, in); a.text("reward") != "$10.25" || a.text("milestones", "1", "reward") != "$7.25" {
		t.Errorf("milestones: %s", a.body)
	}
}

// TestOddIDsOfMissions: an id that cannot be one is told so, in the spelling of
// the surface, with where to get a right one.
func TestOddIDsOfMissions(t *testing.T) {
	b := newBench(t)
	for path, say := range map[string][]string{
		"/v1/bounties/bty_x":                     {`bty_x`, "bty_ and 16 hexadecimal digits"},
		"/v1/bounties/mis_x":                     {`bty_x`, "bty_ and 16 hexadecimal digits"},
		"/v1/bounties/stl_0123456789abcdef":      {`stl_0123456789abcdef`, "bty_ and 16 hexadecimal digits"},
		"/v1/bounties/bty_0123456789ABCDEF":      {`bty_0123456789ABCDEF`, "bty_ and 16 hexadecimal digits"},
		"/v1/bounties/bty_0123456789abcdef":      {"no mission bty_0123456789abcdef", "a list of missions"},
		"/missions/mis_x":                        {`mis_x`, "mis_ and 16 hexadecimal digits"},
		"/missions/bty_x":                        {`mis_x`, "mis_ and 16 hexadecimal digits"},
		"/api/missions/%22mis_":                  {"mis_ and 16 hexadecimal digits"},
		"/missions/mis_0123456789abcdef":         {"no mission mis_0123456789abcdef", "a list of missions"},
		"/v1/bounties/bty_%00/receipts/sub_1":    {"bounty_id"},
		"/v1/bounties/bty_x/receipts/sub_1":      {"bty_ and 16 hexadecimal digits"},
		"/missions/mis_x/receipts/sub_1":         {"mis_ and 16 hexadecimal digits"},
		"/missions/mis_%3Cscript%3E/receipts/s1": {"mis_ and 16 hexadecimal digits"},
	} {
		a := b.send("GET", path, "", nil)
		for _, s := range say {
			if !strings.Contains(string(a.body), s) {
				t.Errorf("%s: no %q in %s", path, s, a.body)
			}
		}
		if want := 404; a.status != want && !strings.Contains(path, "%00") {
			t.Errorf("%s: %d", path, a.status)
		}
		if wrong := map[bool]string{true: "mis_", false: "bty_"}[strings.HasPrefix(path, "/v1")]; strings.Contains(string(a.body), wrong) {
			t.Errorf("%s: the other surface's spelling: %s", path, a.body)
		}
	}
}
