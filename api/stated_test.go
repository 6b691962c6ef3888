package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
)

// statedBounty is what a client of the board sends that knows of no mode.
func statedBounty() args {
	in := bounty()
	delete(in, "settlement")
	return in
}

// TestStatedBounty plays the board's own job, on both surfaces: the mode is
// stated unless said, nobody needs an address, and the award opens the
// deliverable, freezes the payouts, closes the rivals, and calls nothing paid.
func TestStatedBounty(t *testing.T) {
	for _, over := range []string{"REST", "MCP"} {
		t.Run(over, func(t *testing.T) {
			b := newBench(t, func(s *settle.Settings) { s.PayContracts = nil }) // none is needed
			call := b.overREST()
			if over == "MCP" {
				call = b.overMCP()
			}
			key := func(name string) string { return call("register_agent", "", args{"name": name}).text("api_key") }
			p, w, r := key("The Poster"), key("The Worker"), key("The Rival")
			a := call("post_bounty", p, statedBounty())
			if a.text("settlement_mode") != "stated" || a.text("settlement_label") != "stated" || len(a.at("accepts").([]any)) != 0 {
				t.Fatalf("%s", a.body)
			}
			id := a.text("bounty_id")
			submit := args{"bounty_id": id, "content": canary, "preview": preview}
			sub := call("submit_result", w, submit)
			if sub.text("settlement_mode") != "stated" || !strings.Contains(sub.text("note"), "not verify") {
				t.Errorf("%s", sub.body)
			}
			won := sub.text("submission_id")
			b.pass(time.Second)
			lost := call("submit_result", r, submit).text("submission_id")
			accept := args{"bounty_id": id, "submission_id": won, "decision": "accept", "note": "the best one", "payment_ref": "by bank, on Friday"}
			if a := call("get_deliverable", p, args{"submission_id": won}); a.status != 403 || !strings.Contains(a.text("message"), "accept") {
				t.Errorf("%d %s", a.status, a.body)
			}
			if a := call("review_submission", r, accept); a.text("code") != "forbidden" {
				t.Errorf("another's award: %s", a.body)
			}
			if a := call("settlement_instruction", p, args{"bounty_id": id, "submission_id": won}); a.text("code") != "wrong_funding" {
				t.Errorf("an instruction of a stated bounty: %s", a.body)
			}
			a = call("review_submission", p, accept)
			if a.status != 200 || a.at("bounty_complete") != true || a.text("winning_submission_id") != won || a.at("paid") != false ||
				a.text("reward") != "$10.25" || a.text("platform_fee") != "$0.05" || a.text("net_to_contributors") != "$10.20" ||
				a.text("payouts", "0", "amount") != "$10.20" || a.text("settlement_label") != "stated" ||
				a.text("payment_ref") != "by bank, on Friday" || a.at("payment_check") != nil {
				t.Fatalf("%d %s", a.status, a.body)
			}
			if a := call("review_submission", p, accept); a.text("code") != "conflict" {
				t.Errorf("the same award again: %s", a.body)
			}
			accept["submission_id"] = lost
			if a := call("review_submission", p, accept); a.text("code") != "mission_not_open" {
				t.Errorf("a second winner: %s", a.body)
			}
			seen := call("get_bounty", p, args{"bounty_id": id})
			if seen.text("submissions", "0", "content") != canary || seen.at("submissions", "1", "content") != nil ||
				seen.text("submissions", "0", "status") != "accepted" || seen.text("submissions", "1", "status") != "closed" ||
				seen.text("submissions", "0", "review_note") != "the best one" || seen.text("bounty", "status") != "awarded" ||
				seen.text("bounty", "payment_ref") != "by bank, on Friday" || seen.at("bounty", "awards", "0", "stated") != true ||
				seen.at("bounty", "awards", "0", "instruction_id") != nil || seen.text("bounty", "settlement_label") != "stated" {
				t.Errorf("%s", seen.body)
			}
			if a := call("get_deliverable", p, args{"submission_id": won}); a.status != 200 {
				t.Errorf("%d %s", a.status, a.body)
			}
			me := call("my_activity", w, nil)
			if me.text("submissions_made", "0", "settlement_mode") != "stated" || me.at("submissions_made", "0", "payout_cents") != float64(1020) {
				t.Errorf("%s", me.body)
			}
			if a := call("get_receipt", "", args{"bounty_id": id, "submission_id": won}); a.text("code") != "not_found" {
				t.Errorf("a receipt of a stated award: %s", a.body)
			}
			m := b.send("GET", "/api/missions/"+id, "", nil)
			if m.text("funding") != "stated" || m.text("payout_status") != "not_applicable" || m.at("resolution", "reward_paid") != float64(0) ||
				m.at("resolution", "receipt_uri") != nil || !strings.Contains(m.text("resolution", "verifier_detail"), "not verified") {
				t.Errorf("%s", m.body)
			}
		})
	}
}

// TestPaymentRefIsLookedUpAndProvesNothing: board.md decision 7.
func TestPaymentRefIsLookedUpAndProvesNothing(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	b.receipts[txHash("good")] = &engine.TxReceipt{Block: settle.BlockRef{Number: 7}, Success: true}
	b.receipts[txHash("failed")] = &engine.TxReceipt{Block: settle.BlockRef{Number: 8}}
	for _, tt := range []struct {
		ref, status string
		succeeded   any
		down        bool
	}{
		{txHash("good").String(), "checked", true, false},
		{"0x" + strings.ToUpper(txHash("good").String()[2:]), "checked", true, false},
		{txHash("failed").String(), "checked", false, false},
		{txHash("none").String(), "not found", nil, false},
		{txHash("good").String(), "unchecked", nil, true},
		{"invoice 17", "", nil, false},
		{"0x1234", "", nil, false},
	} {
		id := call("post_bounty", c.poster, statedBounty()).text("bounty_id")
		sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
		b.down = tt.down
		a := call("review_submission", c.poster, args{"bounty_id": id, "submission_id": sub, "decision": "accept", "payment_ref": tt.ref})
		b.down = false
		if a.status != 200 || a.text("payment_check", "status") != tt.status || a.at("payment_check", "succeeded") != tt.succeeded || a.at("paid") != false {
			t.Errorf("%s: %d %s", tt.ref, a.status, a.body)
		}
		seen := call("get_bounty", "", args{"bounty_id": id})
		if seen.text("bounty", "awards", "0", "payment_check", "status") != tt.status || seen.at("bounty", "awards", "0", "stated") != true {
			t.Errorf("%s: %s", tt.ref, seen.body)
		}
	}
}

// TestStatedMilestones: each part is awarded by itself, with its share of the fee
// of the whole (board.md (d)).
func TestStatedMilestones(t *testing.T) {
	b := newBench(t)
	call := b.overMCP()
	c := enroll(t, call)
	in := statedBounty()
	delete(in, "reward_usd")
	in["milestones"] = []any{map[string]any{"title": "first part", "reward_usd": 3}, map[string]any{"title": "second part", "reward_usd": 5},
		map[string]any{"title": "third part", "reward_usd": 2}}
	a := call("post_bounty", c.poster, in)
	id := a.text("bounty_id")
	for k, fee := range []string{"$0.02", "$0.02", "$0.01"} {
		n := []string{"0", "1", "2"}[k]
		mil := a.text("milestones", n, "id")
		sub := call("submit_result", c.worker, args{"bounty_id": id, "milestone_id": mil, "content": canary, "preview": preview}).text("submission_id")
		other := call("submit_result", c.rival, args{"bounty_id": id, "milestone_id": mil, "content": canary, "preview": preview}).text("submission_id")
		x := call("review_submission", c.poster, args{"bounty_id": id, "submission_id": sub, "decision": "accept"})
		if x.text("milestone_id") != mil || x.text("platform_fee") != fee || x.at("bounty_complete") != (k == 2) {
			t.Errorf("part %d: %s", k, x.body)
		}
		if x := call("review_submission", c.poster, args{"bounty_id": id, "submission_id": other, "decision": "accept"}); x.text("code") != "mission_not_open" {
			t.Errorf("a second winner of part %d: %s", k, x.body)
		}
	}
	d := call("get_bounty", "", args{"bounty_id": id})
	if d.text("bounty", "status") != "awarded" || d.at("bounty", "fee_cents") != float64(5) || d.at("bounty", "awarded_submission_id") != nil {
		t.Errorf("%s", d.body)
	}
}

// TestModeIsLabelledInLists: whoever reads an amount reads how it is paid.
func TestModeIsLabelledInLists(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	call("post_bounty", c.poster, statedBounty())
	call("post_bounty", c.poster, bounty())
	want := map[string]string{"stated": "stated", "onchain": "pay to open"}
	for _, path := range [][]string{{"list_bounties", "bounties"}, {"my_activity", "bounties_posted"}} {
		a := call(path[0], c.poster, nil)
		seen := map[string]string{}
		for _, x := range a.at(path[1]).([]any) {
			x := x.(map[string]any)
			mode, _ := x["settlement_mode"].(string)
			label, _ := x["settlement_label"].(string)
			seen[mode] = label
		}
		if got, _ := json.Marshal(seen); len(seen) != 2 || seen["stated"] != want["stated"] || seen["onchain"] != want["onchain"] {
			t.Errorf("%s: %s", path[0], got)
		}
	}
	for funding, n := range map[string]int{"stated": 1, "direct": 1, "any": 2, "escrow": 0} {
		a := b.send("GET", "/missions?funding="+funding, "", nil)
		if list, _ := a.at("missions").([]any); len(list) != n {
			t.Errorf("funding=%s: %s", funding, a.body)
		}
	}
}
