package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// blacklistedAfterThePick: the issuer lists a payee when a part is paid and the
// poster has the calls for the rest. The payee names another wallet, the poster sends
// what they had all the same, and what is left of the successor releases the work; no
// unit is paid twice.
func blacklistedAfterThePick(t *testing.T, w *world, list func(*testing.T, string, common.Address)) {
	j := w.newJob(t, jobOptions{})
	old, worker := j.inst, j.worker.account.Address
	w.mined(t, w.transfer(t, j.poster.account, worker, 1_000_000))
	w.mine(t, depth)
	stale := w.instruction(t, j) // whose calls are over what is missing by now
	fresh := newAccount(t, "fresh")
	ask := func(who *person, a common.Address) reply {
		return w.post(t, who, "/settlements/"+j.id+"/successor", map[string]any{"address": a.Hex()})
	}
	ask(j.worker, fresh.Address).want(t, 403, "forbidden") // it is not proven
	msg, sig := w.siwe(t, fresh, j.worker.agent)
	w.post(t, j.worker, "/v1/agents/me/addresses", map[string]any{"message": msg, "signature": sig}).want(t, 200)
	ask(j.worker, fresh.Address).want(t, 409, "conflict") // the token pays the address there is
	list(t, "blacklist", worker)
	ask(j.poster, fresh.Address).want(t, 403, "forbidden")
	next := *j
	next.inst = ask(j.worker, fresh.Address).want(t, 201)
	next.id = next.inst.str("instruction_id")
	if r := w.instruction(t, j); r.str("status") != "superseded" || r.str("successor") != next.id || !strings.HasPrefix(r.str("note"), "Do not pay") ||
		r.at("pay") != nil || len(r.list("transfers")) != 0 {
		t.Errorf("the former one: %s", clip(r.body))
	}
	rest := j.net(t) - 1_000_000
	owes := map[common.Address]int64{}
	for _, l := range next.legs(t) {
		owes[l.to] = l.amount
	}
	if len(owes) != 3 || owes[worker] != 1_000_000 || owes[fresh.Address] != rest || next.inst.num("total_units") != old.num("total_units") ||
		next.inst.str("predecessors.0") != j.id || !strings.EqualFold(next.inst.str("moved.0.to"), fresh.Address.Hex()) {
		t.Fatalf("the successor: %s", clip(next.inst.body))
	}
	sameError(t, ask(j.worker, fresh.Address).want(t, 409, "superseded"),
		w.tool(t, j.worker, "replace_payee_address", map[string]any{"instruction_id": j.id, "address": fresh.Address.Hex()}))

	stalePay := *j
	stalePay.inst = stale
	w.mined(t, w.payTagged(t, &stalePay, j.poster.account)) // the contract leaves the refused leg out
	if b := w.balance(t, worker) - j.before; b != 1_000_000 {
		t.Fatalf("the listed wallet has %d", b)
	}
	left := w.instruction(t, &next)
	for k := range left.list("legs") {
		at := fmt.Sprintf("legs.%d.", k)
		if want := map[bool]int64{true: rest}[address(t, left.str(at+"address")) == fresh.Address]; left.num(at+"missing") != want {
			t.Errorf("%s misses %d, want %d", left.str(at+"address"), left.num(at+"missing"), want)
		}
	}
	paying := next
	paying.inst = left
	receipt := w.pays(t, &next, w.payTagged(t, &paying, j.poster.account))
	if b := w.balance(t, fresh.Address); b != rest {
		t.Errorf("the new wallet has %d, want %d", b, rest)
	}
	w.verifies(t, receipt.body)
	if receipt.str("instruction.id") != next.id || receipt.str("instruction.predecessors.0") != old.str("digest") ||
		!strings.EqualFold(receipt.str("instruction.moved.0.from"), worker.Hex()) {
		t.Errorf("the receipt: %s", clip(receipt.body))
	}
	list(t, "unBlacklist", worker)
}
