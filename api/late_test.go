package api_test

import (
	"strings"
	"testing"
)

// TestLateMoneyStillReleases: a bounty that was cancelled is not awarded, but
// what is paid in full is released, and the answers say so (R21).
func TestLateMoneyStillReleases(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	inst, pick := pickOf(t, call, c, bounty(), args{})
	stl := args{"instruction_id": inst.text("instruction_id")}
	call("withdraw_pick", c.poster, stl)
	if a := call("cancel_bounty", c.poster, args{"bounty_id": pick["bounty_id"]}); a.text("status") != "cancelled" {
		t.Fatalf("%s", a.body)
	}
	b.mine(tagged("late", poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
	b.confirm()
	if a := call("get_settlement", "", stl); a.text("status") != "settled" || a.text("outcome") != "accepted_late" || !strings.Contains(a.text("note"), "too late") {
		t.Errorf("%s", a.body)
	}
	pick["tx_hash"] = txHash("late").String()
	a := call("settle_bounty", c.poster, pick)
	if a.text("submission_status") != "accepted_late" || a.at("winning_submission_id") != nil || a.at("bounty_complete") != false || a.at("receipt") == nil {
		t.Errorf("%s", a.body)
	}
	if a := call("get_deliverable", c.poster, args{"submission_id": pick["submission_id"]}); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestDeepReorgIsShown: the payment is asked for again, the old receipt is
// marked, and the poster cannot post meanwhile (R25).
func TestDeepReorgIsShown(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	inst, pick := pickOf(t, call, c, bounty(), args{})
	stl := args{"instruction_id": inst.text("instruction_id")}
	receipt := args{"bounty_id": pick["bounty_id"], "submission_id": pick["submission_id"]}
	b.mine(tagged("gone", poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
	b.confirm()
	if a := call("get_receipt_proof", "", receipt); a.at("disputed") != false {
		t.Errorf("%s", a.body)
	}
	b.reorg(b.set.Confirmations + 1)
	a := call("get_settlement", "", stl)
	if a.text("status") != "reverted" || a.at("pay") == nil || !strings.Contains(a.text("note"), "reorganization") || a.text("legs", "1", "paid") != "0" {
		t.Errorf("%s", a.body)
	}
	if a := call("get_receipt_proof", "", receipt); a.at("disputed") != true {
		t.Errorf("%s", a.body)
	}
	if a := call("post_bounty", c.poster, bounty()); a.status != 409 || a.text("code") != "poster_disputed" || a.text("instruction_id") != stl["instruction_id"] {
		t.Errorf("%d %s", a.status, a.body)
	}
	b.mine(tagged("again", poster, hashOf(t, inst.text("digest")), legsOf(t, a, nil))...)
	b.confirm()
	if a := call("get_settlement", "", stl); a.text("status") != "settled" {
		t.Errorf("%s", a.body)
	}
	if a := call("post_bounty", c.poster, bounty()); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
