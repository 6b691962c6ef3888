package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/rating"
)

// eloRater is the arithmetic of vectors/rating.json, as the daemon has it.
type eloRater struct{}

func (eloRater) Resolve(own, idle, opponents int64, large bool, halves int) int64 {
	reward := money.Units(1)
	if large {
		reward = money.Units(100_000_000)
	}
	return int64(rating.Update(rating.Decay(rating.Milli(own), time.Duration(idle)*time.Millisecond), rating.Milli(opponents), rating.K(reward), halves))
}

func (eloRater) Decay(own, idle int64) int64 {
	return int64(rating.Decay(rating.Milli(own), time.Duration(idle)*time.Millisecond))
}

// said are values as text, with blanks between them.
func said(values ...any) string { return strings.TrimSpace(fmt.Sprintln(values...)) }

// settled plays a direct bounty to its end: the worker wins against the rival.
func settled(t *testing.T, b *bench) (c cast, id string) {
	t.Helper()
	call := b.overREST()
	c = enroll(t, call)
	return c, settleOne(t, b, call, c)
}

func settleOne(t *testing.T, b *bench, call surface, c cast) string {
	t.Helper()
	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	call("submit_result", c.rival, args{"bounty_id": id, "content": canary + " (other)", "preview": preview})
	inst := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub})
	b.mine(tagged("pay "+id, poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
	b.confirm()
	if a := b.send("GET", "/settlements/"+inst.text("instruction_id"), "", nil); a.text("status") != "settled" {
		t.Fatalf("%s", a.body)
	}
	return id
}

// The winner gains what vectors/rating.json says and the rival loses it, on every
// route and by every tool, with each change in the history; idleness is shown and
// taken, there and in the leaderboard, as time passes.
func TestReputation(t *testing.T) {
	b := newBench(t)
	c, _ := settled(t, b)
	get := func(path string) answer {
		t.Helper()
		a := b.send("GET", path, "", nil)
		if a.status != 200 {
			t.Fatalf("%s: %d %s", path, a.status, a.body)
		}
		return a
	}
	for _, path := range []string{"/agents/%s", "/api/agents/%s", "/api/agents/%s/reputation", "/api/reputation/%s", "/api/agents/%s/stats", "/v1/agents/%s"} {
		for _, id := range []string{c.workerID, worker.String(), worker.Checksum()} {
			a := get(fmt.Sprintf(path, id))
			got := said(a.at("agent_id"), a.at("rating"), a.at("elo"), a.at("rating_exact"), a.at("resolved"), a.at("missions_won"), a.at("submissions"), a.at("completed"), a.at("acceptance_rate"), a.at("aigen_balance"), a.at("missions_created"))
			if got != said(c.workerID, "1416 1416 1416.000 1 1 1 1 1 0 0") {
				t.Errorf("%s: %s", path, got)
			}
		}
	}
	if a := get("/agents/" + c.rivalID); said(a.at("rating"), a.at("missions_won"), a.at("resolved"), a.at("acceptance_rate")) != "1384 0 1 <nil>" {
		t.Errorf("rival: %s", a.body)
	}
	if a := get("/agents/" + c.posterID); said(a.at("rating"), a.at("missions_created"), a.at("resolved")) != "1400 1 0" {
		t.Errorf("poster: %s", a.body)
	}
	mcp := b.overMCP()
	for tool, in := range map[string]args{"get_reputation": {"agent_id": c.workerID}, "oabp_get_reputation": {"agent_id": c.workerID}, "get_agent_reputation": {"agent_address": worker.String()}} {
		if a := mcp(tool, "", in); said(a.at("rating"), a.at("missions_won")) != "1416 1" {
			t.Errorf("%s: %s", tool, a.body)
		}
	}
	b.pass(22 * 24 * time.Hour) // the third week: two full ones after the first
	if a := get("/agents/" + c.workerID); said(a.at("rating_exact"), a.at("decayed")) != "1412.000 4.000" {
		t.Errorf("decayed: %s", a.body)
	}
	b.mine() // instructions need a fresh block
	settleOne(t, b, b.overREST(), c)
	h := get("/agents/" + c.workerID + "/history?limit=1")
	if got := said(h.at("rating"), h.at("decayed"), h.at("history", "0", "kind"), h.at("history", "0", "before"), h.at("history", "0", "decay"), h.at("history", "0", "change"), h.at("history", "0", "after")); got !=
		"1426.530 0.000 won 1416.000 4.000 14.530 1426.530" {
		t.Errorf("history: %s\n%s", got, h.body)
	}
	rest := get("/api/agents/" + c.workerID + "/history?limit=1&cursor=" + h.text("next_cursor"))
	if said(rest.at("history", "0", "before"), rest.at("history", "0", "after"), rest.at("next_cursor"), rest.at("history", "1")) != "1400.000 1416.000 <nil> <nil>" {
		t.Errorf("%s", rest.body)
	}
	board := get("/api/leaderboard?limit=1")
	if said(board.at("agents", "0", "agent_id"), board.at("agents", "0", "rating"), board.at("agents", "0", "display_name")) != c.workerID+" 1427 The Worker" {
		t.Errorf("%s", board.body)
	}
	second := get("/agents?limit=1&cursor=" + board.text("next_cursor"))
	if said(second.at("agents", "0", "agent_id"), second.at("next_cursor"), second.at("agents", "1")) != c.rivalID+" <nil> <nil>" {
		t.Errorf("%s", second.body)
	}
	if a := mcp("leaderboard", "", nil); a.at("agents", "0", "agent_id") != c.workerID || a.at("agents", "1", "agent_id") != c.rivalID {
		t.Errorf("%s", a.body)
	}
	recent := get("/agents/" + c.workerID + "/recent_submissions?limit=1")
	if recent.at("submissions", "0", "status") != "accepted" || recent.at("submissions", "1") != nil || strings.Contains(string(recent.body), "CANARY") {
		t.Errorf("%s", recent.body)
	}
}

// A badge is SVG with an ETag on both routes, whatever the agent calls itself.
func TestBadge(t *testing.T) {
	b := newBench(t)
	x := newWallet(t, "badge")
	name := `</text><script>` + strings.Repeat("W", 40)
	id := b.signed(x, "1", "PUT", "/v1/agents/me/profile", `{"display_name":"`+name+`"}`).text("agent_id")
	for _, path := range []string{"/agents/" + id + "/badge.svg", "/api/agents/" + id + "/badge.svg", "/agents/" + x.addr.String() + "/badge.svg"} {
		a := b.send("GET", path, "", nil)
		if a.status != 200 || a.header.Get("Content-Type") != "image/svg+xml; charset=utf-8" || a.header.Get("ETag") == "" ||
			strings.Contains(string(a.body), "<script") || !strings.Contains(string(a.body), "1400 · new") {
			t.Errorf("%s: %d %v\n%s", path, a.status, a.header, a.body)
		}
		if again := b.send("GET", path, "", nil, "If-None-Match", a.header.Get("ETag")); again.status != 304 {
			t.Errorf("%s: %d", path, again.status)
		}
	}
}

// Nobody, and cursors that are none, are refused without an error of ours.
func TestReputationRefusals(t *testing.T) {
	b := newBench(t)
	settled(t, b)
	nobody := "agt_0000000000000000"
	for path, want := range map[string]int{"/agents/" + nobody: 404, "/agents/" + nobody + "/history": 404, "/agents/" + nobody + "/badge.svg": 404, "/agents/" + nobody + "/recent_submissions": 404,
		"/agents/0x12": 400, "/agents/" + addr("nobody").String(): 404, "/api/leaderboard?cursor=AAAA": 400, "/api/leaderboard?cursor=" + strings.Repeat("A", 300): 400} {
		if a := b.send("GET", path, "", nil); a.status != want {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	for _, forged := range []string{"1/2", "x/y/z", "99999999999999999999/1/a", "1/2/\x00", "281474976710656/0/a", "1/2/a b"} {
		for _, at := range []int64{0, -1, 1, 1 << 62} {
			if a := b.send("GET", "/api/leaderboard?cursor="+forgedCursor(at, forged, "leaderboard"), "", nil); a.status != 400 || a.text("error") != string(op.CodeInvalidCursor) {
				t.Errorf("%d %q: %d %s", at, forged, a.status, a.body)
			}
		}
	}
	if a := b.send("GET", "/api/leaderboard?cursor="+forgedCursor(1<<62, "1/2/a", "leaderboard"), "", nil); a.status != 400 {
		t.Errorf("a time to come: %d %s", a.status, a.body)
	}
	if a := b.send("GET", "/agents/"+worker.String()+"/history?cursor="+forgedCursor(0, "a\x00", "history of "+worker.String()), "", nil); a.status != 400 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

var _ settle.Rater = eloRater{}

// forgedCursor is what the server would give for a position in a list.
func forgedCursor(at int64, id, filters string) string {
	sum := sha256.Sum256([]byte(strconv.Quote(filters)))
	return base64.RawURLEncoding.EncodeToString([]byte(string(sum[:6]) + strconv.FormatInt(at, 36) + "." + id))
}
