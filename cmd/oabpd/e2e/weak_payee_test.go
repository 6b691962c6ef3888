package e2e

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
)

// W22 to W25: payees, and what can be seen of a settlement.

// W22. old: any hex is a payout address, at once, without a trace; the fee
// address is any text.
func TestW22PayoutAddresses(t *testing.T) {
	w := weakness(t)
	worker := &person{name: "By key", account: newAccount(t, "worker")}
	w.register(t, worker)
	set := func(a string) reply {
		t.Helper()
		return w.post(t, worker, "/v1/agents/me/payout-address", map[string]any{"payout_address": a})
	}
	j := w.newJob(t, jobOptions{})
	good := worker.account.Address.Hex()
	for what, a := range map[string]string{
		"zero": common.Address{}.Hex(), "burn": "0x000000000000000000000000000000000000dEaD", "a precompile": "0x0000000000000000000000000000000000000001",
		"the token": w.token.Address().Hex(), "the pay contract": w.contracts.Pay.Address.Hex(), "the escrow": w.contracts.Escrow.Address.Hex(),
		"a deposit address": j.inst.str("deposit.address"), "a wrong checksum": wrongCase(good), "another's proven address": j.worker.account.Address.Hex(),
		"its poster's proven address": j.poster.account.Address.Hex(), "short": good[:41], "no hex": "0x" + strings.Repeat("g", 40), "a name": "worker.eth",
	} {
		r := set(a)
		if r.status != 400 && r.status != 409 || r.code() == "" {
			t.Errorf("%s %s: %d %s", what, a, r.status, clip(r.body))
		}
		if m := w.tool(t, worker, "set_payout_address", map[string]any{"payout_address": a}); m.status != r.status {
			t.Errorf("%s over MCP: %d %s", what, m.status, clip(m.body))
		}
	}
	if r := set(strings.ToLower(good)).want(t, 200); !strings.EqualFold(r.str("payout_address"), good) {
		t.Errorf("%s", clip(r.body))
	}
	// A leaked key: the thief's address waits, and is seen to; what is picked meanwhile pays the owner.
	thief := newAccount(t, "thief")
	r := set(thief.Address.Hex()).want(t, 200)
	if at, err := time.Parse(time.RFC3339, r.str("payout_effective_at")); err != nil || at.Sub(w.clock()) < 23*time.Hour {
		t.Errorf("the change holds from %q: %v", r.str("payout_effective_at"), err)
	}
	mine := w.get(t, worker, "/v1/agents/me").want(t, 200)
	if !strings.EqualFold(mine.str("payout_address"), good) || !strings.EqualFold(mine.str("pending_payout.address"), thief.Address.Hex()) || mine.at("pending_payout.proven") != false {
		t.Errorf("%s", clip(mine.body))
	}
	own := w.newJob(t, jobOptions{worker: worker, named: true})
	w.pays(t, own, w.payTagged(t, own, own.poster.account))
	set(good).want(t, 200) // the owner sets it back
	w.later(t, 25*time.Hour)
	next := w.newJob(t, jobOptions{worker: worker, named: true})
	if got := next.net(t); got == 0 {
		t.Errorf("%s", clip(next.inst.body))
	}
	if b := w.balance(t, thief.Address); b != 0 {
		t.Errorf("the thief has %d", b)
	}
	set(thief.Address.Hex()).want(t, 200) // undisturbed, an unproven change holds after a day
	w.later(t, 25*time.Hour)
	after := w.newJob(t, jobOptions{worker: worker, named: true})
	if after.net(t) != 0 || !strings.Contains(strings.ToLower(string(after.inst.body)), strings.ToLower(thief.Address.Hex())) {
		t.Errorf("a day later it pays %s", clip(after.inst.body))
	}
	for _, a := range []string{"0x000000000000000000000000000000000000dEaD", w.token.Address().Hex()} {
		cfg := w.config()
		cfg.FeeAddress = settle.Address(common.HexToAddress(a))
		if _, err := daemon.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "--fee-address") {
			t.Errorf("a daemon whose fee goes to %s: %v", a, err)
		}
	}
}

// wrongCase turns the case of one letter of a checksummed address.
func wrongCase(a string) string {
	b := []byte(a)
	for k := 2; k < len(b); k++ {
		switch c := b[k]; {
		case c >= 'a' && c <= 'f':
			b[k] = c - 32
			return string(b)
		case c >= 'A' && c <= 'F':
			b[k] = c + 32
			return string(b)
		}
	}
	return a[:len(a)-1] // digits alone: short instead
}

// W23. old: payer, amount, block and log are not stored, no route shows a
// settlement, and a public row hides its mode.
func TestW23Auditable(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{})
	row := func() reply { return w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200) }
	if r := row(); r.str("bounty.settlement_mode") != "onchain" || r.str("bounty.funding") != "direct" {
		t.Errorf("before it is paid: %s", clip(r.body))
	}
	if r := w.tool(t, nil, "list_bounties", map[string]any{"limit": 1}); r.str("bounties.0.settlement_mode") != "onchain" {
		t.Errorf("%s", clip(r.body))
	}
	txs := w.payPlain(t, j.inst, j.poster.account)
	w.mined(t, txs...)
	mined := map[string]int64{}
	for _, h := range txs {
		mined[strings.ToLower(h.Hex())] = int64(w.succeeded(t, h).BlockNumber.Uint64())
	}
	w.mine(t, depth)
	receipt := w.released(t, j)
	sum := int64(0)
	for k := range receipt.list("settlement.transfers") {
		at := fmt.Sprintf("settlement.transfers.%d.", k)
		sum += receipt.num(at + "value")
		block, err := w.client.HeaderByNumber(t.Context(), big.NewInt(receipt.num(at+"block_number")))
		must(t, err)
		if receipt.num(at+"block_number") != mined[receipt.str(at+"tx_hash")] || receipt.str(at+"block_hash") != block.Hash().Hex() || receipt.num(at+"log_index") < 0 ||
			!strings.EqualFold(receipt.str(at+"from"), j.poster.account.Address.Hex()) {
			t.Errorf("transfer %d: %v", k, receipt.at(strings.TrimSuffix(at, ".")))
		}
	}
	if sum != j.inst.num("total_units") || len(receipt.list("payer_proof")) == 0 {
		t.Errorf("the transfers sum to %d; %s", sum, clip(receipt.body))
	}
	public := w.get(t, nil, "/settlements/"+j.id).want(t, 200)
	if public.str("status") != "settled" || public.str("settled_at") == "" || public.num("legs.0.confirmed") != public.num("legs.0.amount") {
		t.Errorf("%s", clip(public.body))
	}
	if r := row(); r.str("bounty.awards.0.instruction_id") != j.id || r.str("bounty.awards.0.submission_id") != j.sub || r.str("bounty.settlement_mode") != "onchain" {
		t.Errorf("after: %s", clip(r.body))
	}
}

// W24. old: each presenting costs two calls of the endpoint, without a limit; a
// poster who never pays is not seen.
func TestW24PresentingIsLimited(t *testing.T) {
	w := lieWeakness(t)
	j, other := w.newJob(t, jobOptions{}), w.newJob(t, jobOptions{})
	before, limited := w.liar.called("eth_getTransactionReceipt"), 0
	w.atOneMoment(func() {
		for k := range 60 {
			r := w.present(t, j, common.HexToHash(fmt.Sprintf("0x%x", 1+k%2)))
			switch r.status {
			case 404:
			case 429:
				limited++
				if r.header.Get("Retry-After") == "" || r.code() != "rate_limited" {
					t.Errorf("%s", clip(r.body))
				}
			default:
				t.Fatalf("%d %s", r.status, clip(r.body))
			}
		}
	})
	if got := w.liar.called("eth_getTransactionReceipt") - before; limited != 40 || got != 2 {
		t.Errorf("of 60 presentings of two hashes %d were limited and %d asked the endpoint", limited, got)
	}
	w.present(t, other, common.HexToHash("0x01")).want(t, 404, "tx_not_found") // nobody else is locked out
	// Three picks that end unpaid are in the record, and there is no fourth for a day.
	poster, worker := w.person(t, "Poster", true), w.person(t, "Worker", false)
	for range 3 {
		w.newJob(t, jobOptions{poster: poster, worker: worker})
		w.later(t, 2*time.Hour)
		w.mine(t, 1)
	}
	next := &job{poster: poster, worker: worker}
	w.prepare(t, next, 0)
	if r := w.get(t, nil, "/v1/bounties/"+next.bounty).want(t, 200); r.num("bounty.poster_reputation.unpaid_picks") != 3 {
		t.Errorf("%s", clip(r.body))
	}
	r := w.post(t, poster, "/v1/bounties/"+next.bounty+"/settlement", map[string]any{"submission_id": next.sub}).want(t, 429, "too_many_unpaid_picks")
	if r.num("retry_after") < 3600 {
		t.Errorf("%s", clip(r.body))
	}
	w.later(t, 25*time.Hour)
	next.worker = w.person(t, "Worker", false) // the former one's session has ended
	next.sub = w.post(t, next.worker, "/v1/bounties/"+next.bounty+"/submissions", work("canary of a day later")).want(t, 201).str("submission_id")
	w.pick(t, next)
}

// W25. old: a millionth short shows as a whole cent.
func TestW25ExactAmounts(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{})
	worker := j.worker.account.Address
	var txs []common.Hash
	for _, l := range j.legs(t) {
		less := int64(0)
		if l.to == worker {
			less = 1
		}
		txs = append(txs, w.transfer(t, j.poster.account, l.to, l.amount-less))
	}
	w.mined(t, txs...)
	w.mine(t, depth)
	check := func(r reply) {
		t.Helper()
		for k := range r.list("legs") {
			at := fmt.Sprintf("legs.%d.", k)
			want := int64(0)
			if address(t, r.str(at+"address")) == worker {
				want = 1
			}
			owed := max(r.num(at+"owed"), r.num(at+"amount"))
			if r.num(at+"missing") != want || r.num(at+"paid") != owed-want {
				t.Errorf("%v", r.at(fmt.Sprintf("legs.%d", k)))
			}
			if want == 1 && r.at(at+"owed") != nil && r.str(at+"missing_usdc") != "0.000001" {
				t.Errorf("missing_usdc %q", r.str(at+"missing_usdc"))
			}
		}
	}
	check(w.present(t, j, txs[0]).want(t, 400, "underpaid"))
	now := w.instruction(t, j)
	check(now)
	w.sealed(t, j)
	w.pays(t, j, w.payPlain(t, now, j.poster.account)...) // a thousandth of a cent is asked for and enough
	w.once(t, j)
}
