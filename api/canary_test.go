package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api/op"
)

const (
	winning = "CANARY-WINNING the eight suppliers are named in this sealed text"
	losing  = "CANARY-LOSING seven other suppliers are named in this sealed text"

	// Where the photographs were taken, which is nobody else's business.
	winningLat = "12.0012345"
	losingLat  = "12.0054321"
)

// stage is a bounty with two submissions, one picked, up to a point.
type stage struct {
	*bench
	keys map[string]string // by principal
	skip string            // an operation that would change who may see what
	ids  map[string]string
}

func newStage(t *testing.T, public bool, until string) *stage {
	t.Helper()
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	s := &stage{bench: b, ids: map[string]string{}, keys: map[string]string{"anonymous": "", "poster": c.poster, "winner": c.worker,
		"loser": c.rival, "stranger": call("register_agent", "", args{"name": "The Stranger"}).text("api_key"), "bad key": "bk_" + strings.Repeat("0", 48)}}
	post := bounty()
	post["public_on_release"] = public
	post["evidence_required"] = []any{args{"kind": "photo", "label": "the shelf", "near": args{"lat": 12, "lon": 34, "radius_m": 500}}}
	s.ids["bounty_id"] = call("post_bounty", c.poster, post).text("bounty_id")
	submit := func(key, content, mark, lat string) string {
		return call("submit_result", key, args{"bounty_id": s.ids["bounty_id"], "content": content, "preview": preview, "evidence": []any{
			args{"kind": "photo", "label": "the shelf", "value": args{"url": "https://example.com/" + mark, "note": mark, "geo": args{"lat": json.Number(lat), "lon": 34}}}}}).text("submission_id")
	}
	s.ids["winning"] = submit(c.worker, winning, "CANARY-WINNING-PHOTO", winningLat)
	s.ids["losing"] = submit(c.rival, losing, "CANARY-LOSING-PHOTO", losingLat)
	inst := call("settlement_instruction", c.poster, args{"bounty_id": s.ids["bounty_id"], "submission_id": s.ids["winning"]})
	s.ids["instruction_id"] = inst.text("instruction_id")
	if s.ids["instruction_id"] == "" || s.ids["losing"] == "" {
		t.Fatalf("%s", inst.body)
	}
	if until == "picked" {
		return s
	}
	b.mine(tagged("pay", poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
	if until == "settled" {
		b.confirm()
	}
	return s
}

// newEscrowStage is an escrow mission with two entries, one of them awarded, up
// to a point.
func newEscrowStage(t *testing.T, public bool, until string) *stage {
	t.Helper()
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	s := &stage{bench: b, ids: map[string]string{"instruction_id": "stl_0000000000000000"}, keys: map[string]string{"anonymous": "", "poster": c.poster, "winner": c.worker,
		"loser": c.rival, "stranger": call("register_agent", "", args{"name": "The Stranger"}).text("api_key")}}
	id, m := openMission(t, b, call, c, func(in args) { in["public_on_release"] = public })
	s.ids["bounty_id"] = strings.Replace(id, "mis_", "bty_", 1)
	s.ids["losing"], _ = enterWork(t, b, call, c.rival, id, m, losing)
	if until == "awaiting" {
		s.ids["winning"] = call("submit_result", c.worker, args{"bounty_id": id, "content": winning, "preview": preview}).text("submission_id")
		return s
	}
	s.ids["winning"], _ = enterWork(t, b, call, c.worker, id, m, winning)
	if until == "entered" {
		return s
	}
	b.mine(m.paid(0, worker, worker, false)...)
	if until == "settled" {
		b.confirm()
	}
	return s
}

// TestSealedEscrowContentNeverLeaks is the same for a mission of the escrow:
// while its work waits for the chain, is entered, is awarded and not confirmed,
// and after.
func TestSealedEscrowContentNeverLeaks(t *testing.T) {
	for _, public := range []bool{false, true} {
		for _, until := range []string{"awaiting", "entered", "awarded", "settled"} {
			for _, who := range []string{"anonymous", "stranger", "loser", "winner", "poster"} {
				if public && (until != "settled" || who == "winner") || until == "awarded" && who != "poster" && who != "loser" {
					continue // nothing that the others do not show
				}
				t.Run(fmt.Sprintf("public=%v/%s/%s", public, until, who), func(t *testing.T) {
					t.Parallel()
					sweep(t, newEscrowStage(t, public, until), who, public, until)
				})
			}
		}
	}
}

// fill gives every required field of an entry a value that passes.
func (s *stage) fill(e *op.Entry, submission string) args {
	s.t.Helper()
	in := args{}
	schema := e.InSchema()
	if len(schema.AnyOf) > 0 { // the first of several bodies
		schema = schema.AnyOf[0]
	}
	for _, name := range schema.Required {
		if v, ok := s.value(name, submission); ok {
			in[name] = v
		} else {
			s.t.Fatalf("%s: nothing to put into %s", e.Op.Name, name)
		}
	}
	for _, name := range []string{"reward_amount_cents", "reward_usd"} {
		if _, ok := e.Fields()[name]; ok {
			in[name] = 5
		}
	}
	switch e.Op.Name {
	case "get_profile", "get_balance", "list_points", "get_reputation", "get_rating_history", "get_badge", "get_recent_submissions":
		if id := s.send("GET", "/v1/agents/me", s.keys["poster"], nil).text("agent_id"); id != "" {
			in["agent_id"] = id
		}
	case "get_mission_type":
		in["id"] = "code_review"
	case "get_spec":
		in["name"] = "oabpd.zip"
	case "get_webhook", "remove_webhook", "test_webhook", "rotate_webhook_secret", "list_webhook_deliveries":
		in["id"] = s.webhook()
	}
	if e.Op.Name == "post_mission" {
		in["funding"], in["deadline"] = "escrow", "2027-03-01T00:00:00Z"
		if _, ok := in["reward_amount"]; !ok {
			in["reward"] = args{"amount": "1000000"}
		}
	} else if e.Op.Name == "resolve_mission" || e.Op.Name == "vote_on_submission" {
		in["submission_id"] = submission
	} else if _, ok := e.Fields()["funding"]; ok {
		in["funding"], in["status"] = "any", "all"
	} else if _, ok := e.Fields()["status"]; ok {
		in["status"] = "all"
	}
	if _, ok := e.Fields()["settlement"]; ok {
		in["settlement"] = "direct"
	}
	return in
}

// webhook is one of the poster's, or none where there is no poster.
func (s *stage) webhook() string {
	key := s.keys["poster"]
	if id := s.send("GET", "/webhooks", key, nil).text("webhooks", "0", "id"); id != "" {
		return id
	}
	if id := s.send("POST", "/webhooks", key, strings.NewReader(`{"url":"https://hooks.example/oabp","events":["*"]}`)).text("id"); id != "" {
		return id
	}
	return "wh_0123456789abcdef"
}

func (s *stage) value(name, submission string) (any, bool) {
	sig := "0x" + strings.Repeat("ab", 65)
	v, ok := map[string]any{
		"bounty_id": s.ids["bounty_id"], "id": s.ids["bounty_id"], "mission_id": strings.Replace(s.ids["bounty_id"], "bty_", "mis_", 1),
		"submission_id": submission, "instruction_id": s.ids["instruction_id"], "tx_hash": txHash("pay").String(),
		"key_id": "key_0000000000000000", "code": "not_confirmed", "name": "Somebody", "message": "not a message", "signature": sig, "payout_address": addr("elsewhere").String(),
		"title": "Another bounty", "description": "Another bounty that is long enough.", "category": "other", "content": "plain content", "proof": "plain proof", "reward_amount": 5, "content_uri": "https://worker.example/x", "content_hash": strings.Repeat("ab", 32),
		"preview": preview, "decision": "reject", "reason": "unlawful", "address": addr("elsewhere").String(), "log_index": 0,
		"agent_id": "agt_0123456789abcdef", "agent_address": addr("elsewhere").String(),
		"api_key": "directory-token-1", "evm_address": addr("elsewhere").String(), "issued_at": "2027-01-15T08:00:00Z",
		"commitment": txHash("a commitment").String(), "commit_salt": txHash("a salt").String(),
		"url": "https://hooks.example/oabp", "events": []any{"*"},
		"funding": "escrow", "verification": args{"type": "creator_judges"}, "deadline": "2027-03-01T00:00:00Z", "way": "authorization", "call": "appeal",
		"transfers": []any{map[string]any{"from": poster.String(), "to": worker.String(), "amount": "1"}},
	}[name]
	return v, ok
}

// TestSealedContentNeverLeaks asks every route and every tool, as every kind of
// caller, before and after release, and looks for the sealed texts in whatever
// comes back (settlement.md R3).
func TestSealedContentNeverLeaks(t *testing.T) {
	for _, public := range []bool{false, true} {
		for _, until := range []string{"picked", "paid", "settled"} {
			for _, who := range []string{"anonymous", "bad key", "stranger", "loser", "winner", "poster", "admin"} {
				if until == "paid" && who != "poster" && who != "loser" || public && (until == "paid" || who == "bad key" || who == "winner" || who == "admin") {
					continue // nothing that the others do not show
				}
				t.Run(fmt.Sprintf("public=%v/%s/%s", public, until, who), func(t *testing.T) {
					t.Parallel()
					sweep(t, newStage(t, public, until), who, public, until)
				})
			}
		}
	}
}

// newDraftStage is a team's submission that waits for its members, or ended so;
// beside it a complete one of another team. Of the draft's members "invited" has
// not joined, and "joined" has.
func newDraftStage(t *testing.T, until string) *stage {
	t.Helper()
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	joined, joinedID := joinBoard(t, call, "Who has joined", addr("joined"))
	invited, invitedID := joinBoard(t, call, "Who is invited", addr("invited"))
	s := &stage{bench: b, ids: map[string]string{"instruction_id": "stl_0000000000000000"}, keys: map[string]string{"anonymous": "", "poster": c.poster, "winner": c.worker,
		"loser": c.rival, "joined": joined, "invited": invited, "stranger": call("register_agent", "", args{"name": "The Stranger"}).text("api_key")}}
	post := bounty()
	post["public_on_release"] = true
	post["evidence_required"] = []any{args{"kind": "photo", "label": "the shelf", "require_geo": true}}
	s.ids["bounty_id"] = call("post_bounty", c.poster, post).text("bounty_id")
	submit := func(key, content, mark, lat string, team ...any) string {
		return call("submit_result", key, args{"bounty_id": s.ids["bounty_id"], "content": content, "preview": preview + " " + mark, "contributors": team, "evidence": []any{
			args{"kind": "photo", "label": "the shelf", "value": args{"url": "https://example.com/" + mark, "geo": args{"lat": json.Number(lat), "lon": 34}}}}}).text("submission_id")
	}
	s.ids["winning"] = submit(c.worker, winning, "CANARY-WINNING-PREVIEW", winningLat, share(c.workerID, 5000), share(joinedID, 3000), share(invitedID, 2000))
	s.ids["losing"] = submit(c.rival, losing, "CANARY-LOSING-PREVIEW", losingLat, share(c.rivalID, 5000), share(joinedID, 5000))
	if a := call("join_submission", joined, args{"submission_id": s.ids["winning"]}); a.text("status") != "draft" {
		t.Fatalf("%s", a.body)
	}
	switch until {
	case "declined":
		call("decline_submission", c.worker, args{"submission_id": s.ids["winning"]})
	case "cancelled":
		call("cancel_bounty", c.poster, args{"bounty_id": s.ids["bounty_id"]})
	}
	return s
}

// TestDraftsNeverLeak: of a team's draft nobody sees anything but those who have
// joined it, the preview included; not the poster, and not who is invited. Nobody
// else's reply holds even its id, but that of who is invited.
func TestDraftsNeverLeak(t *testing.T) {
	for _, until := range []string{"draft", "declined", "cancelled"} {
		for _, who := range []string{"anonymous", "stranger", "poster", "loser", "invited", "joined", "winner"} {
			if until != "draft" && (who == "stranger" || who == "winner") {
				continue // nothing that the others do not show
			}
			t.Run(until+"/"+who, func(t *testing.T) {
				t.Parallel()
				s := newDraftStage(t, until)
				s.skip = "join_submission"
				member := who == "joined" || who == "winner"
				s.hunt(who, func(name string, a answer, body string, asked string) {
					echoed := asked == s.ids["winning"] // the caller's own words may come back
					named := who == "invited" && until == "draft"
					if strings.Contains(body, s.ids["winning"]) && !member && !echoed && !named {
						t.Errorf("%s shows the id of a draft: %s", name, a.body)
					}
				}, member, who == "loser")
			})
		}
	}
}

func sweep(t *testing.T, s *stage, who string, public bool, until string) {
	released := until == "settled"
	s.hunt(who, func(string, answer, string, string) {}, who == "winner" || released && (who == "poster" || public), who == "loser")
}

// hunt asks everything about both submissions, and looks for what is in them:
// each is seen if and only if it may be. Each answer goes to also, with the
// submission that was asked for.
func (s *stage) hunt(who string, also func(name string, a answer, body, asked string), mayWin, mayLose bool) {
	t := s.t
	sawWin, sawLose := false, false
	look := func(name string, a answer, asked string) {
		t.Helper()
		body := string(a.body) + fmt.Sprint(a.header)
		body = strings.ReplaceAll(strings.ReplaceAll(body, winningLat, "CANARY-WINNING"), losingLat, "CANARY-LOSING")
		also(name, a, body, asked)
		sawWin = sawWin || strings.Contains(body, "CANARY-WINNING")
		sawLose = sawLose || strings.Contains(body, "CANARY-LOSING")
		if !mayWin && strings.Contains(body, "CANARY-WINNING") || !mayLose && strings.Contains(body, "CANARY-LOSING") {
			t.Errorf("%s shows sealed content: %s", name, a.body)
		}
		if a.status >= 500 && a.status != 503 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	key := s.keys[who]
	refusals := who == "poster" || who == "stranger" // the nearest and the farthest
	var admin []string
	if who == "admin" {
		admin = []string{"X-Admin-Key", "admin"}
	}
	call := s.overMCP()
	if who == "admin" { // to whom the administrator's tools answer
		call = s.overMCPAsAdmin()
	}
	// what changes something comes last
	entries := slices.Concat(s.table.Routes(), s.table.Tools())
	slices.SortStableFunc(entries, func(a, b *op.Entry) int { return changes(a) - changes(b) })
	for _, sub := range []string{s.ids["winning"], s.ids["losing"]} {
		for _, e := range entries {
			if e.Op.Name == s.skip {
				continue
			}
			in := s.fill(e, sub)
			if e.Route != nil {
				look(e.Route.Method+" "+e.Route.Path, s.route(e, key, in, admin...), sub)
				if !refusals {
					continue
				}
				for name := range in { // what is refused must not tell either
					if e.Place(name) != op.InPath {
						delete(in, name)
					}
				}
				look(e.Route.Method+" "+e.Route.Path+" without its fields", s.route(e, key, in, append(slices.Clone(admin), "Accept", op.ProblemType)...), sub)
			} else {
				look(e.Tool.Name, call(e.Tool.Name, key, in), sub)
				if refusals {
					look(e.Tool.Name+" without its fields", call(e.Tool.Name, key, nil), sub)
				}
			}
		}
	}
	for _, sub := range []string{s.ids["winning"], s.ids["losing"]} {
		for _, e := range s.table.Resources() {
			body := s.readResource(e, sub)
			also(e.Resource.URI, answer{body: []byte(body)}, body, sub)
			if strings.Contains(body, "CANARY") || strings.Contains(body, winningLat) || strings.Contains(body, losingLat) {
				t.Errorf("%s shows sealed content: %s", e.Resource.URI, body)
			}
		}
	}
	if sawWin != mayWin || sawLose != mayLose {
		t.Errorf("saw the winning text: %v (may %v); the losing one: %v (may %v)", sawWin, mayWin, sawLose, mayLose)
	}
	if log := s.log.String(); strings.Contains(log, "CANARY") || strings.Contains(log, winningLat) || strings.Contains(log, losingLat) {
		t.Error("sealed content is in the log")
	}
}

// readResource is what a resource says, or the error of the protocol.
func (s *stage) readResource(e *op.Entry, submission string) string {
	s.t.Helper()
	uri := e.Resource.URI
	for _, name := range e.PathParams() {
		v, ok := s.value(name, submission)
		if !ok {
			s.t.Fatalf("%s: nothing to put into %s", uri, name)
		}
		uri = strings.ReplaceAll(uri, "{"+name+"}", fmt.Sprint(v))
	}
	s.overMCP()
	r, err := s.mcp.ReadResource(s.t.Context(), &sdk.ReadResourceParams{URI: uri})
	var refused *jsonrpc.Error
	switch {
	case errors.As(err, &refused):
		return refused.Message + string(refused.Data)
	case err != nil:
		s.t.Fatal(uri, err)
	}
	return r.Contents[0].Text
}

func changes(e *op.Entry) int {
	if e.Tool != nil && e.Tool.ReadOnly || e.Route != nil && e.Route.Method == "GET" {
		return 0
	}
	return 1
}

// TestPublicReadsNeedNoKey: what the table calls public answers a stranger the
// same as anybody (settlement.md: an outsider can recompute the digest).
func TestPublicReadsNeedNoKey(t *testing.T) {
	answered := map[string]bool{} // some are of one mode only
	stages := []*stage{newStage(t, false, "settled"), newEscrowStage(t, false, "settled")}
	for _, s := range stages {
		for _, e := range s.table.Routes() {
			if e.Op.Scope != op.Public || e.Route.Method != "GET" || e.Op.Name == "get_nonce" {
				continue
			}
			in := s.fill(e, s.ids["winning"])
			a, b := s.route(e, "", in), s.route(e, s.keys["poster"], in)
			if string(a.body) != string(b.body) {
				t.Errorf("%s: %d and %d", e.Route.Path, a.status, b.status)
			}
			answered[e.Route.Path] = answered[e.Route.Path] || a.status == 200
		}
	}
	for path, ok := range answered {
		if !ok {
			t.Errorf("%s never answers", path)
		}
	}
}
