package api_test

import (
	"strings"
	"testing"
	"time"
)

// TestMatchOfADirectMission: what matches is picked at once, and its poster has the
// instruction; what was expected is told to nobody (VERIFY-01 to VERIFY-03).
func TestMatchOfADirectMission(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	m := b.post("/api/missions", c.poster, postB(func(in args) {
		in["verification_type"], in["verification_params"] = "first_valid_match", args{"expected": "CANARY needle"}
	}))
	id := m.text("id")
	if m.status != 201 || m.text("verification_params", "match_mode") != "substring" || strings.Contains(string(m.body), "CANARY") {
		t.Fatalf("%d %s", m.status, m.body)
	}
	miss := b.post("/missions/"+id+"/submit", c.rival, args{"proof": "hay"})
	if miss.status != 201 || miss.at("accepted") != false || miss.text("status") != "rejected" || miss.text("reason") != "no_match" || miss.text("next_action") == "" ||
		miss.at("submission", "verified") != false || b.send("GET", "/api/missions/"+id, "", nil).text("status") != "open" {
		t.Errorf("%d %s", miss.status, miss.body)
	}
	b.pass(time.Second)
	hit := b.post("/missions/"+id+"/submit", c.worker, args{"proof": "a canary NEEDLE in hay"})
	if hit.status != 201 || hit.at("accepted") != true || hit.text("status") != "accepted" || hit.text("reason") != "awaiting_payment" || hit.at("resolved") != false ||
		hit.at("submission", "verified") != true || hit.at("submission", "proof") != nil {
		t.Errorf("%d %s", hit.status, hit.body)
	}
	b.pass(time.Second)
	later := b.post("/missions/"+id+"/submit", c.rival, args{"proof": "canary needle"})
	if later.at("accepted") != false || later.text("status") != "pending" || later.text("reason") != "matched_later" || later.text("next_action") == "" {
		t.Errorf("%d %s", later.status, later.body)
	}
	d := b.send("GET", "/api/missions/"+id, "", nil)
	if d.text("payout_status") != "queued" || d.at("submissions", "0", "verified") != false || d.at("submissions", "1", "verified") != true || d.text("submissions", "0", "status") != "rejected" {
		t.Errorf("%s", d.body)
	}
	pay := b.send("GET", "/v1/bounties/"+id+"/settlement?submission_id="+hit.text("submission_id"), c.poster, nil)
	if pay.status != 200 || pay.text("status") != "open" || pay.text("progress", "state") != "unpaid" {
		t.Errorf("%d %s", pay.status, pay.body)
	}
	for _, path := range []string{"/missions/" + id, "/api/missions/" + id, "/missions/" + id + "?dialect=c", "/v1/bounties/" + id, "/api/missions?funding=any", "/feed.xml?funding=any", "/v1/activity"} {
		if a := b.send("GET", path, "", nil); strings.Contains(strings.ToLower(string(a.body)), "canary") {
			t.Errorf("%s tells everybody: %s", path, a.body)
		}
	}
}

// TestVERIFY08UnknownOracle: it is taken with a warning, and what is submitted is
// recorded as not verified.
func TestVERIFY08UnknownOracle(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	m := b.post("/api/missions", c.poster, postB(func(in args) {
		in["verification_type"], in["verification_params"] = "oracle", args{"oracle_description": "the weather service"}
	}))
	if m.status != 201 || !strings.Contains(m.text("warnings", "0"), "does not ask that oracle") {
		t.Fatalf("%d %s", m.status, m.body)
	}
	a := b.post("/missions/"+m.text("id")+"/submit", c.worker, args{"proof": "it rained"})
	if a.status != 201 || a.at("accepted") != false || a.text("status") != "pending" || a.text("reason") != "not_verified" || a.at("submission", "verified") != false {
		t.Errorf("%d %s", a.status, a.body)
	}
	d := b.send("GET", "/api/missions/"+m.text("id"), "", nil)
	if d.text("status") != "open" || d.at("submissions", "0", "verified") != false || d.at("submissions", "0", "accepted") != false {
		t.Errorf("%s", d.body)
	}
}
