package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// recordsOf are what every surface shows as the record of the poster of a mission:
// lists and details alike.
func recordsOf(t *testing.T, b *bench, id string) map[string]any {
	t.Helper()
	out := map[string]any{}
	listed := func(name string, a answer, all any, under string) {
		t.Helper()
		for _, x := range all.([]any) {
			m := x.(map[string]any)
			if m["id"] == id || m["id"] == "mis_"+id[4:] {
				out[name] = m["poster_reputation"]
				return
			}
		}
		t.Errorf("%s lists no %s: %s", name, id, a.body)
	}
	for over, call := range map[string]surface{"REST": b.overREST(), "MCP": b.overMCP()} {
		a := call("list_bounties", "", args{"status": "all"})
		listed(over+" list_bounties", a, a.at("bounties"), id)
		a = call("get_bounty", "", args{"bounty_id": id})
		out[over+" get_bounty"] = a.at("bounty", "poster_reputation")
	}
	a := b.overMCP()("list_missions", "", args{"status": "all", "funding": "any"})
	listed("MCP list_missions", a, a.at("missions"), id)
	a = b.send("GET", "/missions?status=all&funding=any", "", nil)
	listed("/missions", a, a.at("missions"), id)
	a = b.send("GET", "/missions?dialect=c&status=all&funding=any", "", nil)
	listed("/missions in C", a, a.at("missions"), id)
	out["/missions/{id}"] = b.send("GET", "/missions/mis_"+id[4:], "", nil).at("poster_reputation")
	out["/api/missions/{id}"] = b.send("GET", "/api/missions/mis_"+id[4:], "", nil).at("poster_reputation")
	return out
}

// TestRecordIsSeenBeforeWork: a poster's record (R10) stands beside every mission,
// in lists too, and is the same everywhere. What they owe is no payment.
func TestRecordIsSeenBeforeWork(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	post := func() string { return call("post_bounty", c.poster, statedBounty()).text("bounty_id") }
	submit := func(id string) string {
		return call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	}
	is := func(id, want string) {
		t.Helper()
		for where, r := range recordsOf(t, b, id) {
			m, ok := r.(map[string]any)
			if !ok {
				t.Fatalf("%s shows no record", where)
			}
			if got := fmt.Sprint(m["bounties_posted"], m["awarded"], m["cancelled"], m["expired"], m["abandoned_after_submissions"], m["award_rate"],
				m["unpaid_picks"], m["median_seconds_to_pay"], m["distinct_payees"], m["fees_receivable"]); got != want {
				t.Errorf("%s shows %s, want %s", where, got, want)
			}
		}
	}
	won, left, open := post(), post(), post()
	is(open, "3 0 0 0 0 0 0 <nil> 0 <nil>")
	sub := submit(won)
	submit(left)
	if a := call("review_submission", c.poster, args{"bounty_id": won, "submission_id": sub, "decision": "accept"}); a.status != 200 {
		t.Fatalf("%s", a.body)
	}
	if a := call("cancel_bounty", c.poster, args{"bounty_id": left}); a.status != 200 {
		t.Fatalf("%s", a.body)
	}
	is(open, "3 1 1 0 1 0.33 0 <nil> 0 [map[amount:0.05 currency:USD fees:1 units:50000]]")
}

// TestAudienceOfMissions: the filter is on every list, and a cursor keeps to it.
func TestAudienceOfMissions(t *testing.T) {
	b := humanBench(t)
	call := b.overREST()
	poster := call("register_agent", "", args{"name": "The Poster"}).text("api_key")
	ids := map[string][]string{}
	for k := range 6 {
		audience := []string{"agents", "humans", "either"}[k%3]
		a := call("post_bounty", poster, set(statedBounty(), "audience", audience))
		ids[audience] = append(ids[audience], "mis_"+a.text("bounty_id")[4:])
	}
	for audience, want := range ids {
		first := b.send("GET", "/missions?funding=any&limit=1&audience="+audience, "", nil)
		next := first.text("next_cursor")
		second := b.send("GET", "/missions?funding=any&limit=1&audience="+audience+"&cursor="+next, "", nil)
		tool := b.overMCP()("list_missions", "", args{"funding": "any", "audience": audience})
		feed := b.send("GET", "/feed.xml?funding=any&limit=1&audience="+audience, "", nil)
		if got := []string{second.text("missions", "0", "id"), first.text("missions", "0", "id")}; fmt.Sprint(got) != fmt.Sprint(want) && fmt.Sprint(got) != fmt.Sprint([]string{want[1], want[0]}) {
			t.Errorf("%s: %v, want %v", audience, got, want)
		}
		if n := len(tool.at("missions").([]any)); n != 2 {
			t.Errorf("%s: the tool lists %d", audience, n)
		}
		if feed.status != 200 || !strings.Contains(string(feed.body), "audience="+audience) {
			t.Errorf("%s: the feed's next page forgets the filter: %s", audience, feed.body)
		}
		for other := range ids {
			a := b.send("GET", "/missions?funding=any&limit=1&audience="+other+"&cursor="+url.QueryEscape(next), "", nil)
			if ok := other == audience; ok != (a.status == 200) || !ok && a.text("code") != "invalid_cursor" && a.text("error") != "invalid_cursor" {
				t.Errorf("a cursor of %s with %s: %d %s", audience, other, a.status, a.body)
			}
		}
	}
	if a := b.send("GET", "/missions?audience=cats", "", nil); a.status != 400 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
