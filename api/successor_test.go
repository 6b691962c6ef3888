package api_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// A payee whom the token refuses names another address, over both protocols: who
// may, what both instructions then say, and that the calls of the new one alone are
// paid.
func TestReplacePayeeAddress(t *testing.T) {
	both(t, func(t *testing.T, b *bench, call surface) {
		c := enroll(t, call)
		link := func(wallet settle.Address) {
			t.Helper()
			n := call("get_nonce", "", nil)
			msg, sig := signSIWE(siwe{wallet, n.text("nonce"), c.workerID})
			if a := call("link_address", c.worker, args{"message": msg, "signature": sig}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		link(third)
		b.pass(25 * time.Hour)
		b.mine()
		fourth := addr("fourth wallet")
		link(fourth)
		id := call("post_bounty", c.poster, bounty()).text("bounty_id")
		sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
		pick := args{"bounty_id": id, "submission_id": sub}
		old := call("settlement_instruction", c.poster, pick)
		stl := old.text("instruction_id")
		if fmt.Sprint(old.at("predecessors"), old.at("moved"), old.at("successor")) != "[] [] <nil>" {
			t.Errorf("%s", old.body)
		}
		ask := args{"instruction_id": stl, "address": third.Checksum()}
		want := func(code string, key string, in args) {
			t.Helper()
			if a := call("replace_payee_address", key, in); string(a.code(op.OABP)) != code {
				t.Errorf("want %s: %d %s", code, a.status, a.body)
			}
		}
		want("unauthenticated", "", ask)
		want("forbidden", c.poster, ask)
		want("not_found", c.worker, args{"instruction_id": "stl_0", "address": third.String()})
		want("forbidden", c.worker, args{"instruction_id": stl, "address": rival.String()})
		b.refused[worker] = true
		want("forbidden", c.worker, args{"instruction_id": stl, "address": fourth.String()}) // by key, and linked a moment ago
		delete(b.refused, worker)
		want("conflict", c.worker, ask)
		b.refused[worker], b.down = true, true
		want("chain_unavailable", c.worker, ask)
		b.down = false
		a := call("replace_payee_address", c.worker, ask)
		if a.text("predecessors", "0") != stl || a.text("moved", "0", "from") != worker.String() || a.text("moved", "0", "to") != third.String() ||
			a.text("digest") == old.text("digest") || a.text("total_units") != old.text("total_units") || a.text("legs", "0", "address") != third.String() && a.text("legs", "1", "address") != third.String() {
			t.Fatalf("%d %s", a.status, a.body)
		}
		next := a.text("instruction_id")
		was := call("get_settlement", "", args{"instruction_id": stl})
		if was.text("status") != "superseded" || was.text("successor") != next || was.at("pay") != nil || was.at("eip3009") != nil ||
			was.text("note") != "Do not pay: this is superseded by "+next+"." {
			t.Errorf("%s", was.body)
		}
		want("superseded", c.worker, ask)
		if got := call("settlement_instruction", c.poster, pick); got.status != 200 || got.text("instruction_id") != next {
			t.Errorf("asked again: %d %s", got.status, got.body)
		}
		dry := call("check_payment", "", args{"instruction_id": stl, "transfers": []any{map[string]any{"from": poster.String(), "to": worker.String(), "amount": "1"}}})
		if dry.at("would_settle") != false || dry.text("problems", "0", "code") != "superseded" {
			t.Errorf("%s", dry.body)
		}
		b.mine(tagged("pay", poster, hashOf(t, a.text("digest")), legsOf(t, a, nil))...)
		b.confirm()
		if got := call("get_settlement", "", args{"instruction_id": next}); got.text("status") != "settled" {
			t.Errorf("%s", got.body)
		}
		r := call("get_receipt", "", pick)
		if r.status != 200 {
			t.Errorf("%d %s", r.status, r.body)
		}
	})
}
