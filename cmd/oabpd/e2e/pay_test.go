package e2e

import (
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/bindings/oabppay"
)

// Every way to pay that an instruction writes out, each by its own reply alone.
func TestEveryWayToPay(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		for _, s := range []struct {
			name string
			run  func(*testing.T, *world)
		}{
			{"pay contract", payContract}, {"receive authorization by a relayer", payAuthorized}, {"transfer authorization per leg", payLegs},
			{"deposit in two parts, flushed by a stranger", payDeposit}, {"plain transfers of a proven wallet", payProven},
			{"plain transfers, proven afterwards", payProvenLater}, {"contract wallet", payContractWallet}, {"contract wallets of every kind", walletsAnswer}, {"a wallet that is not deployed", undeployedWallet}, {"topped up", payToppedUp},
			{"mcp gives the same bodies", sameOverMCP}, {"dry run", dryRun},
		} {
			w.scenario(t, s.name, func(t *testing.T) { s.run(t, w) })
		}
	})
}

// pays mines the payment and follows it to the release.
func (w *world) pays(t *testing.T, j *job, txs ...common.Hash) reply {
	t.Helper()
	w.mined(t, txs...)
	w.confirms(t, j)
	return w.released(t, j)
}

func ruleOf(t testing.TB, receipt reply, want string) {
	t.Helper()
	for k := range receipt.list("allocations") {
		if got := receipt.str(fmt.Sprintf("allocations.%d.rule", k)); got != want {
			t.Errorf("allocation %d by rule %s, want %s", k, got, want)
		}
	}
	if len(receipt.list("allocations")) == 0 {
		t.Errorf("no allocations in %s", clip(receipt.body))
	}
}

func payContract(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{named: true})
	w.sealed(t, j)
	receipt := w.pays(t, j, w.payTagged(t, j, j.poster.account))
	ruleOf(t, receipt, "tag")
	w.verifies(t, receipt.body)
	if r := w.present(t, j, common.HexToHash(receipt.str("settlement.tx_hash"))).want(t, 200, "already_settled"); r.str("receipt.digest") != receipt.str("digest") {
		t.Errorf("presenting gives another receipt")
	}
	b := w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200)
	if b.str("bounty.status") != "awarded" || b.str("bounty.awarded_submission_id") != j.sub {
		t.Errorf("the bounty is %s", clip(b.body))
	}
	if got := w.balance(t, w.fee.Address); got == 0 {
		t.Error("no fee has come")
	}
}

func payAuthorized(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{named: true})
	relayer := w.person(t, "Relayer", false)
	pay, err := oabppay.NewOabpPay(w.contracts.Pay.Address, w.client)
	must(t, err)
	d, err := pay.InstructionDigest(nil, j.struct_(t))
	must(t, err)
	if common.Hash(d) != j.digest() {
		t.Fatalf("the contract computes the digest %x, the reply says %s", d, j.digest())
	}
	before := w.balance(t, relayer.account.Address)
	receipt := w.pays(t, j, w.call(t, relayer.account, w.contracts.Pay.Address, j.authorized(t, j.poster.account)))
	ruleOf(t, receipt, "tag")
	if got := w.balance(t, relayer.account.Address); got != before {
		t.Errorf("the relayer has paid %d units", before-got)
	}
}

func payLegs(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{named: true})
	relayer := w.person(t, "Relayer", false)
	var txs []common.Hash
	for k := range j.legs(t) {
		txs = append(txs, w.call(t, relayer.account, w.token.Address(), j.authorizedLeg(t, w.node, k, j.poster.account)))
	}
	ruleOf(t, w.pays(t, j, txs...), "tag")
}

func payDeposit(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{}) // a proven wallet is where refunds go
	exchange := w.person(t, "Exchange", false)
	total, to := j.inst.num("total_units"), address(t, j.inst.str("deposit.address"))
	state := func(want string) reply {
		t.Helper()
		r := w.instruction(t, j)
		if r.str("progress.state") != want {
			t.Fatalf("progress is %v, want %s", r.at("progress"), want)
		}
		return r
	}
	half := w.transfer(t, exchange.account, to, total/2)
	w.mined(t, half)
	state("partially_paid")
	w.present(t, j, half).want(t, 400, "underpaid")
	w.mined(t, w.transfer(t, exchange.account, to, total-total/2))
	waiting := state("funded_waiting_flush")
	w.mine(t, depth+2)
	state("funded_waiting_flush") // money in it covers nothing by itself
	w.sealed(t, j, exchange)
	receipt := w.pays(t, j, w.call(t, exchange.account, address(t, j.inst.str("pay.contract")), hexBytes(t, waiting.str("deposit.flush_calldata"))))
	ruleOf(t, receipt, "deposit")
	if w.balance(t, to) != 0 {
		t.Error("something stays in the deposit")
	}
}

func payProven(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{})
	ruleOf(t, w.pays(t, j, w.payPlain(t, j.inst, j.poster.account)...), "payer")
}

func payProvenLater(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{named: true})
	wallet := w.person(t, "Wallet", true) // of somebody who is no agent's proven wallet
	txs := w.payPlain(t, j.inst, wallet.account)
	w.mined(t, txs...)
	w.present(t, j, txs[0]).want(t, 409, "payer_not_proven")
	w.mine(t, depth+1)
	r := w.instruction(t, j)
	if r.str("status") != "open" || r.str("progress.state") != "unpaid" || len(r.list("unclaimed")) == 0 {
		t.Fatalf("before the proof: %s", clip(r.body))
	}
	w.sealed(t, j)
	w.provePayer(t, j, wallet.account.Address, j.poster.account).want(t, 409, "payer_not_proven")
	w.provePayer(t, j, wallet.account.Address, wallet.account).want(t, 201)
	eventually(t, func() error { // no block comes: the proof itself must be enough
		if !w.settled(t, j) {
			return errNotYet
		}
		return nil
	})
	w.provePayer(t, j, wallet.account.Address, wallet.account).want(t, 200)
	ruleOf(t, w.released(t, j), "payer")
}

func payContractWallet(t *testing.T, w *world) {
	owner := w.person(t, "Owner", true)
	j := w.newJob(t, jobOptions{named: true})
	wallet, tx := w.contract(t, owner.account, "Wallet", owner.account.Address)
	w.mined(t, tx, w.transfer(t, w.bank(), wallet, 100_000_000))
	w.mine(t, depth+1) // it must exist in a confirmed block to be asked
	w.provePayer(t, j, wallet, j.poster.account).want(t, 409, "payer_not_proven")
	r := w.provePayer(t, j, wallet, owner.account).want(t, 201)
	if m := r.str("payers.0.method"); m == "" || m == "ecdsa" {
		t.Errorf("proven by %q", m)
	}
	var calls []abiCall
	for k := range j.inst.list("transfers") {
		calls = append(calls, abiCall{w.token.Address(), hexBytes(t, j.inst.str(fmt.Sprintf("transfers.%d.calldata", k)))})
	}
	receipt := w.pays(t, j, w.call(t, owner.account, wallet, bundle(t, "Wallet", "execute", calls)))
	ruleOf(t, receipt, "payer")
	if got := address(t, receipt.str("payer_proof.0.address")); got != wallet {
		t.Errorf("the receipt's payer is %s", got)
	}
}

func payToppedUp(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{})
	const gap = 1_234_567
	worker := j.worker.account.Address
	first := w.transfer(t, j.poster.account, worker, j.net(t)-gap)
	w.mined(t, first)
	w.mine(t, depth)
	r := w.present(t, j, first).want(t, 400, "underpaid")
	seen := false
	for k := range r.list("legs") {
		at := fmt.Sprintf("legs.%d.", k)
		if r.num(at+"owed") == j.net(t) {
			seen = true
			if r.num(at+"paid") != j.net(t)-gap || r.num(at+"missing") != gap {
				t.Errorf("the worker's leg: %v", r.at(fmt.Sprintf("legs.%d", k)))
			}
		}
	}
	if !seen {
		t.Fatalf("no gap in %s", clip(r.body))
	}
	w.sealed(t, j)
	now := w.instruction(t, j)
	if now.str("progress.state") != "partially_paid" || now.str("deposit_reason") != "partly_paid_elsewhere" || now.at("eip3009.receive_with_authorization") != nil {
		t.Errorf("after a part: %v %s", now.at("progress"), now.str("deposit_reason"))
	}
	// the reply's transfers are over what is missing
	ruleOf(t, w.pays(t, j, w.payPlain(t, now, j.poster.account)...), "payer")
	if got := w.balance(t, worker) - j.before; got != j.net(t) {
		t.Errorf("the worker has got %d of %d", got, j.net(t))
	}
}

func sameOverMCP(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{named: true})
	id := map[string]any{"instruction_id": j.id}
	sub := map[string]any{"submission_id": j.sub}
	both := map[string]any{"bounty_id": j.bounty, "submission_id": j.sub}
	sameBody(t, w.instruction(t, j), w.tool(t, nil, "get_settlement", id))
	sameBody(t, w.get(t, j.poster, "/v1/bounties/"+j.bounty), w.tool(t, j.poster, "get_bounty", map[string]any{"bounty_id": j.bounty}))
	if r := w.tool(t, j.poster, "get_deliverable", sub); r.status != 403 || r.code() != w.envelope(t, j.poster, j).code() {
		t.Errorf("sealed: %d %s", r.status, r.body)
	}
	if r := w.tool(t, nil, "get_receipt", both); r.status != 404 {
		t.Errorf("a receipt before the settlement: %d %s", r.status, r.body)
	}
	w.mined(t, w.payTagged(t, j, j.poster.account))
	for range depth {
		sameBody(t, w.instruction(t, j), w.tool(t, nil, "get_settlement", id))
		w.mine(t, 1)
	}
	sameBody(t, w.instruction(t, j), w.tool(t, nil, "get_settlement", id))
	sameBody(t, w.envelope(t, j.poster, j).want(t, 200), w.tool(t, j.poster, "get_deliverable", sub))
	sameBody(t, w.get(t, nil, "/v1/bounties/"+j.bounty+"/receipts/"+j.sub).want(t, 200), w.tool(t, nil, "get_receipt", both))
	if r := w.tool(t, w.person(t, "Stranger", false), "get_deliverable", sub); r.status != 403 {
		t.Errorf("a stranger: %d %s", r.status, r.body)
	}
	w.released(t, j)
}

func dryRun(t *testing.T, w *world) {
	j := w.newJob(t, jobOptions{})
	check := func(from common.Address, less int64) reply {
		var in []any
		for _, l := range j.legs(t) {
			in = append(in, map[string]any{"from": from.Hex(), "to": l.to.Hex(), "amount": fmt.Sprint(l.amount - less)})
		}
		return w.post(t, nil, "/settlements/"+j.id+"/check", map[string]any{"transfers": in}).want(t, 200)
	}
	if r := check(j.poster.account.Address, 0); r.at("would_settle") != true {
		t.Errorf("%s", r.body)
	}
	if r := check(j.poster.account.Address, 1); r.at("would_settle") != false || r.str("problems.0.code") != "underpaid" {
		t.Errorf("%s", r.body)
	}
	if r := check(newAccount(t, "anybody").Address, 0); r.at("would_settle") != false || r.str("problems.0.code") != "payer_not_proven" {
		t.Errorf("%s", r.body)
	}
	w.pays(t, j, w.payPlain(t, j.inst, j.poster.account)...)
}
