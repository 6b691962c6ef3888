package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle/digest"
)

// kindsOf are the kinds of the events of an answer, oldest first.
func kindsOf(a answer) (kinds []string) {
	for _, e := range a.at("events").([]any) {
		kinds = append(kinds, e.(map[string]any)["kind"].(string))
	}
	slices.Reverse(kinds)
	return kinds
}

// TestActivityAndStats: what happened is listed in order, on both surfaces, with
// its mode and without anything sealed; pages join without a gap, and what was
// taken down keeps its line and loses its title.
func TestActivityAndStats(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	open := call("list_activity", "", args{"limit": 1})
	first := open.at("events", "0", "seq").(float64)

	id := call("post_bounty", c.poster, statedBounty()).text("bounty_id")
	sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	lost := call("submit_result", c.rival, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	call("review_submission", c.poster, args{"bounty_id": id, "submission_id": lost, "decision": "reject", "note": "a private note"})
	call("review_submission", c.poster, args{"bounty_id": id, "submission_id": sub, "decision": "accept", "note": "a private note"})
	direct := call("post_bounty", c.poster, bounty()).text("bounty_id")
	work := call("submit_result", c.worker, args{"bounty_id": direct, "content": canary, "preview": preview}).text("submission_id")
	stl := call("settlement_instruction", c.poster, args{"bounty_id": direct, "submission_id": work}).text("instruction_id")
	i := b.instruction(stl)
	var legs []digest.Leg
	for _, l := range i.Legs {
		legs = append(legs, digest.Leg{To: l.To, Amount: l.Amount})
	}
	b.pass(time.Minute)
	b.mine(tagged("pay", poster, i.Digest, legs)...)
	b.confirm()
	gone := call("post_bounty", c.poster, set(bounty(), "title", "A title that goes away")).text("bounty_id")
	b.asAdmin("/v1/admin/bounties/"+gone+"/remove", `{"reason":"spam"}`)
	late := call("post_bounty", c.poster, set(statedBounty(), "deadline", b.clock().Add(10*time.Minute).UTC().Format(time.RFC3339))).text("bounty_id")
	b.pass(11 * time.Minute)
	if n, err := b.engine.Sweep(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}

	want := []string{"bounty_posted", "submission_received", "submission_received", "submission_rejected", "bounty_awarded",
		"bounty_posted", "submission_received", "submission_picked", "payment_settled", "bounty_awarded",
		"bounty_posted", "bounty_removed", "bounty_posted", "bounty_expired"}
	for over, call := range map[string]surface{"REST": b.overREST(), "MCP": b.overMCP()} {
		a := call("list_activity", "", args{"limit": 200})
		kinds := kindsOf(a)
		if got := kinds[len(kinds)-len(want):]; !slices.Equal(got, want) {
			t.Errorf("%s: %v", over, got)
		}
		text := string(a.body)
		for _, secret := range []string{"CANARY", "private note", preview[:30], "goes away", poster.String()[2:], worker.String()[2:]} {
			if strings.Contains(text, secret) {
				t.Errorf("%s: the activity holds %q", over, secret)
			}
		}
		if !strings.Contains(text, "stated, not verified") || !strings.Contains(text, "spam") || !strings.Contains(text, `"pay to open"`) {
			t.Errorf("%s: %s", over, text)
		}
		// Page by page it is the same.
		var paged []string
		in := args{"limit": 3}
		for {
			p := call("list_activity", "", in)
			var page []string
			for _, e := range p.at("events").([]any) {
				e := e.(map[string]any)
				page = append(page, fmt.Sprint(e["seq"], e["kind"]))
			}
			paged = append(paged, page...)
			next := p.text("next_cursor")
			if next == "" {
				break
			}
			in = args{"limit": 3, "cursor": next}
		}
		var whole []string
		for _, e := range a.at("events").([]any) {
			e := e.(map[string]any)
			whole = append(whole, fmt.Sprint(e["seq"], e["kind"]))
		}
		if !slices.Equal(paged, whole) {
			t.Errorf("%s: pages give %v\nthe whole %v", over, paged, whole)
		}
		if first == 0 || len(whole) < len(want) {
			t.Errorf("%s: %d events", over, len(whole))
		}
	}
	if a := call("list_activity", "", args{"cursor": "nonsense"}); a.text("code") != "invalid_cursor" {
		t.Errorf("%d %s", a.status, a.body)
	}

	stats := call("board_stats", "", nil)
	if x := stats.at("bounties"); fmt.Sprint(x) != "map[awarded:2 cancelled:0 expired:1 open:0 total_posted:4]" ||
		stats.at("rewards", "awarded_stated_cents") != float64(1025) || stats.at("rewards", "open_stated_cents") != float64(0) ||
		stats.at("agents") != float64(3) || stats.at("submissions") != float64(3) || stats.at("events_last_24h").(float64) < float64(len(want)-1) {
		t.Errorf("%s", stats.body)
	}
	tool := b.overMCP()("board_stats", "", nil)
	if recent, _ := tool.at("recent").([]any); len(recent) == 0 || len(recent) > 25 {
		t.Errorf("%s", tool.body)
	}
	same, _ := json.Marshal(tool.at("stats"))
	rest, _ := json.Marshal(stats.json)
	if string(same) != string(rest) {
		t.Errorf("the surfaces differ:\n%s\n%s", same, rest)
	}

	// The record that everybody sees before they work (R10).
	r := call("get_bounty", "", args{"bounty_id": late})
	if r.at("bounty", "poster_reputation", "median_seconds_to_pay") != float64(62) || r.at("bounty", "poster_reputation", "distinct_payees") != float64(1) ||
		r.at("bounty", "poster_reputation", "bounties_posted") != float64(3) || r.at("bounty", "poster_reputation", "expired") != float64(1) ||
		r.at("bounty", "poster_reputation", "abandoned_after_submissions") != float64(0) {
		t.Errorf("%s", r.body)
	}
}
