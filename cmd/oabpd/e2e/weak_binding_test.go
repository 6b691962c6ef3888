package e2e

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/settle"
)

// The weaknesses W1 to W25 of a board that checks one transaction by its hash
// alone (what it did is in each test's line "old"): what binds a payment to what
// it pays.

// W1. old: any transfer by anybody counts.
func TestW01SenderIsChecked(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{named: true})
	stranger := &person{name: "Stranger", account: newAccount(t, "stranger")}
	w.fund(t, stranger.account.Address)
	for name, from := range map[string]*person{"a stranger": stranger, "another poster": w.person(t, "Rival", false)} {
		txs := w.payPlain(t, j.inst, from.account)
		w.mined(t, txs...)
		w.present(t, j, txs[0]).want(t, 409, "payer_not_proven")
		w.mine(t, depth)
		if r := w.instruction(t, j); r.str("progress.state") != "unpaid" || len(r.list("unclaimed")) == 0 && from.agent == "" {
			t.Fatalf("%s pays: %s %v", name, r.str("progress.state"), r.at("unclaimed"))
		}
		w.sealed(t, j, from)
		w.later(t, 3*time.Second) // an answer is kept for two
		w.present(t, j, txs[0]).want(t, 409, "payer_not_proven")
	}
	// The payer is who the tokens come from, whoever sends the transaction.
	own := w.newJob(t, jobOptions{})
	relayer := w.person(t, "Relayer", false)
	bundler := w.bundler(t, relayer)
	w.mined(t, w.usdc(t, own.poster.account, "approve(address,uint256)", bundler, big.NewInt(own.inst.num("total_units"))))
	tx := w.call(t, relayer.account, bundler, bundle(t, "Bundler", "run", w.legCalls(t, own, own.poster.account.Address)))
	ruleOf(t, w.pays(t, own, tx), "payer")
}

// bundler is a contract that makes calls in one transaction.
func (w *world) bundler(t testing.TB, owner *person) common.Address {
	t.Helper()
	b, tx := w.contract(t, owner.account, "Bundler")
	w.mined(t, tx)
	return b
}

// legCalls move every leg of an instruction from a wallet that allowed it.
func (w *world) legCalls(t testing.TB, j *job, from common.Address) (calls []abiCall) {
	t.Helper()
	for _, l := range j.legs(t) {
		calls = append(calls, w.moves(t, from, l.to, l.amount))
	}
	return calls
}

func (w *world) moves(t testing.TB, from, to common.Address, units int64) abiCall {
	t.Helper()
	data, err := w.token.Calldata("transferFrom(address,address,uint256)", from, to, big.NewInt(units))
	must(t, err)
	return abiCall{w.token.Address(), data}
}

// W2. old: a transaction mined before the pick, the work or even the bounty is
// accepted.
func TestW02OlderPaymentsPayNothing(t *testing.T) {
	w := weakness(t)
	poster, worker := w.person(t, "Poster", false), w.person(t, "Worker", false)
	first := w.newJob(t, jobOptions{poster: poster, worker: worker})
	legs := first.inst
	w.do(t, poster, "DELETE", "/settlements/"+first.id, nil).want(t, 200)
	pay := func() []common.Hash {
		txs := w.payPlain(t, legs, poster.account)
		w.mined(t, txs...)
		w.mine(t, depth)
		return txs
	}
	first.before = w.balance(t, worker.account.Address)
	salary := pay() // pays the first, which is how the worker came to be paid once
	w.released(t, first)
	j := &job{poster: poster, worker: worker}
	old := [][]common.Hash{salary, pay()} // before the bounty
	w.prepare(t, j, 0)
	old = append(old, pay()) // after the work, before the pick
	w.pick(t, j)
	for _, txs := range old {
		for _, tx := range txs {
			r := w.present(t, j, tx)
			if r.code() != "tx_before_instruction" && r.code() != "payment_used_elsewhere" {
				t.Errorf("an old payment: %d %s", r.status, clip(r.body))
			}
			for log := range 3 { // nor by the payer's word
				sig, _ := signTyped(t, j.inst.at("direct_typed_data"), map[string]any{"txHash": tx.Hex(), "logIndex": fmt.Sprint(log)}, poster.account)
				if r := w.post(t, poster, "/settlements/"+j.id+"/direct", map[string]any{"tx_hash": tx.Hex(), "log_index": log, "signature": fmt.Sprintf("0x%x", sig)}); r.status < 400 || r.status > 499 {
					t.Errorf("an old payment directed: %d %s", r.status, clip(r.body))
				}
			}
		}
	}
	w.mine(t, depth)
	if r := w.instruction(t, j); r.str("progress.state") != "unpaid" {
		t.Fatalf("%s", clip(r.body))
	}
	w.sealed(t, j)
	j.before = w.balance(t, worker.account.Address)
	w.pays(t, j, w.payPlain(t, j.inst, poster.account)...)
}

// W3. old: two bounties with one winner and one amount cannot be told apart, and
// one payment opens either.
func TestW03EqualPicksAreToldApart(t *testing.T) {
	w := weakness(t)
	poster, worker := w.person(t, "Poster", false), w.person(t, "Worker", false)
	a := w.newJob(t, jobOptions{poster: poster, worker: worker})
	b := w.newJob(t, jobOptions{poster: poster, worker: worker})
	c := w.newJob(t, jobOptions{poster: poster, worker: worker})
	w.pays(t, b, w.payTagged(t, b, poster.account)) // the tag names the second
	for _, x := range []*job{a, c} {
		w.sealed(t, x)
		w.present(t, x, common.HexToHash(w.get(t, nil, "/v1/bounties/"+b.bounty+"/receipts/"+b.sub).str("settlement.tx_hash"))).want(t, 409, "payment_used_elsewhere")
	}
	c.before = w.balance(t, worker.account.Address)
	w.pays(t, a, w.payPlain(t, a.inst, poster.account)...) // untagged money goes to the oldest, once
	w.sealed(t, c)
	w.pays(t, c, w.payPlain(t, c.inst, poster.account)...)
	w.once(t, a, b, c)
}

// W5. old: the legs are computed anew at every look, so that a payout address or
// a fee address that changes after the payment makes it worth nothing.
func TestW05InstructionIsFrozen(t *testing.T) {
	w := weakness(t)
	j := w.newJob(t, jobOptions{named: true})
	next := newAccount(t, "next wallet")
	w.mined(t, w.payTagged(t, j, j.poster.account))
	msg, sig := w.siwe(t, next, j.worker.agent)
	w.post(t, j.worker, "/v1/agents/me/addresses", map[string]any{"message": msg, "signature": sig}).want(t, 200)
	if r := w.post(t, j.worker, "/v1/agents/me/payout-address", map[string]any{"payout_address": next.Address.Hex()}).want(t, 200); r.at("payout_address_proven") != true {
		t.Fatalf("the change does not hold at once: %s", clip(r.body))
	}
	fee := w.fee
	w.stop()
	w.tweak = func(c *daemon.Config) { c.FeeAddress = settle.Address(newAccount(t, "other fee").Address) }
	w.start(t)
	t.Cleanup(func() {
		w.stop()
		w.tweak = nil
		w.start(cleaning{t})
	})
	now := w.instruction(t, j)
	for _, member := range []string{"digest", "total_units", "issued_block", "content_hash"} {
		if now.str(member) != j.inst.str(member) {
			t.Errorf("%s was %s and is %s", member, j.inst.str(member), now.str(member))
		}
	}
	for k, l := range j.legs(t) {
		if got := address(t, now.str(fmt.Sprintf("legs.%d.address", k))); got != l.to {
			t.Errorf("leg %d was to %s and is to %s", k, l.to, got)
		}
	}
	w.confirms(t, j)
	w.released(t, j)
	if w.balance(t, next.Address) != 0 || w.balance(t, fee.Address) == 0 {
		t.Error("somebody else was paid")
	}
	second := w.newJob(t, jobOptions{poster: j.poster, worker: j.worker}) // what is issued from now on has the new ones
	for _, l := range second.legs(t) {
		if l.to == j.worker.account.Address || l.to == fee.Address {
			t.Errorf("a new instruction pays the former address %s", l.to)
		}
	}
}

// feeWorker is a worker who is paid where the fee goes.
func (w *world) feeWorker(t testing.TB) *person {
	t.Helper()
	p := &person{name: "At the fee address", account: w.fee}
	w.register(t, p)
	w.post(t, p, "/v1/agents/me/payout-address", map[string]any{"payout_address": w.fee.Address.Hex()}).want(t, 200)
	return p
}

// sharers are two agents who are paid at one address.
func (w *world) sharers(t testing.TB) (out []*person) {
	t.Helper()
	one := newAccount(t, "shared")
	for _, name := range []string{"First of two", "Second of two"} {
		p := &person{name: name, account: one}
		w.register(t, p)
		w.post(t, p, "/v1/agents/me/payout-address", map[string]any{"payout_address": one.Address.Hex()}).want(t, 200)
		out = append(out, p)
	}
	return out
}

// teamJob is a pick of what a team of equal shares submitted.
func (w *world) teamJob(t testing.TB, poster *person, a, b *person) *job {
	t.Helper()
	j := &job{poster: poster, worker: a, bounty: w.post(t, poster, "/v1/bounties", bountyBody(2500)).want(t, 201).str("bounty_id")}
	j.secret = "canary of " + j.bounty
	j.sub = w.post(t, a, "/v1/bounties/"+j.bounty+"/submissions", inHalves(j.secret, a, b)).want(t, 201).str("submission_id")
	w.post(t, poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": j.sub}).want(t, 404) // not before all have consented
	if r := w.post(t, b, "/v1/submissions/"+j.sub+"/join", nil).want(t, 200); r.str("status") != "pending" {
		t.Fatalf("%s", clip(r.body))
	}
	w.pick(t, j)
	j.before = w.balance(t, a.account.Address)
	return j
}

// W6. old: each recipient is compared with all that the address got, so that
// two who share an address, or a winner at the fee address, need only the larger.
func TestW06SharedAddressOwesTheSum(t *testing.T) {
	w := weakness(t)
	two, poster := w.sharers(t), w.person(t, "Poster", false)
	for what, j := range map[string]*job{
		"a winner at the fee address": w.newJob(t, jobOptions{poster: poster, worker: w.feeWorker(t)}),
		"two at one address":          w.teamJob(t, poster, two[0], two[1]),
	} {
		most, sum, at := int64(0), int64(0), j.worker.account.Address
		for k := range j.inst.list("recipients") {
			if r := fmt.Sprintf("recipients.%d.", k); address(t, j.inst.str(r+"address")) == at {
				most, sum = max(most, j.inst.num(r+"amount_units")), sum+j.inst.num(r+"amount_units")
			}
		}
		owed := int64(0)
		for _, l := range j.legs(t) {
			if l.to == at {
				owed += l.amount
			} else {
				w.mined(t, w.transfer(t, poster.account, l.to, l.amount))
			}
		}
		if owed != sum || most >= sum {
			t.Fatalf("%s: %d are owed, the recipients' sum is %d: %s", what, owed, sum, clip(j.inst.body))
		}
		tx := w.transfer(t, poster.account, at, most)
		w.mined(t, tx)
		w.mine(t, depth)
		r := w.present(t, j, tx).want(t, 400, "underpaid")
		missing := int64(0)
		for k := range r.list("legs") {
			missing += r.num(fmt.Sprintf("legs.%d.missing", k))
		}
		if missing != sum-most {
			t.Errorf("%s: %s", what, clip(r.body))
		}
		w.sealed(t, j)
		w.pays(t, j, w.transfer(t, poster.account, at, sum-most))
	}
}

// W7. old: a team that shares an address fails on a unique index after it was
// paid, for ever.
func TestW07SharedAddressSettles(t *testing.T) {
	w := weakness(t)
	two, poster := w.sharers(t), w.person(t, "Poster", true)
	for _, j := range []*job{w.newJob(t, jobOptions{poster: poster, worker: w.feeWorker(t)}), w.teamJob(t, poster, two[0], two[1])} {
		tx := w.payTagged(t, j, poster.account)
		receipt := w.pays(t, j, tx)
		w.later(t, 5*time.Second)
		for range 2 {
			r := w.present(t, j, tx).want(t, 200, "already_settled")
			sum := r.num("payouts.0.amount_units")
			if len(r.list("payouts")) == 2 {
				sum += r.num("payouts.1.amount_units")
			}
			if sum != 24_880_000 || r.str("receipt.digest") != receipt.str("digest") {
				t.Errorf("%s", clip(r.body))
			}
		}
	}
	if r := w.get(t, two[1], "/v1/agents/me").want(t, 200); r.num("submissions_made.0.payout_cents") != 1244 {
		t.Errorf("%s", clip(r.body))
	}
}

// W8. old: a transaction is used up by (hash, recipient, role), so that a batch
// for several bounties pays one of them, and what is over is lost.
func TestW08BatchPaysAll(t *testing.T) {
	w := weakness(t)
	poster, worker := w.person(t, "Poster", false), w.person(t, "Worker", false)
	var jobs []*job
	for k := range 3 { // two of one worker at one price, one of another
		o := jobOptions{poster: poster, worker: worker}
		if k == 2 {
			o.worker = nil
		}
		jobs = append(jobs, w.newJob(t, o))
	}
	bundler := w.bundler(t, poster)
	const over = 1_500_000
	var calls []abiCall
	sum, fees := int64(over), int64(0)
	for k, j := range jobs {
		for _, l := range j.legs(t) {
			sum += l.amount
			switch {
			case l.to == w.fee.Address:
				fees += l.amount
			case k == 2: // more than is owed
				calls = append(calls, w.moves(t, poster.account.Address, l.to, l.amount+over))
			default:
				calls = append(calls, w.moves(t, poster.account.Address, l.to, l.amount))
			}
		}
	}
	calls = append(calls, w.moves(t, poster.account.Address, w.fee.Address, fees)) // every fee in one transfer
	w.mined(t, w.usdc(t, poster.account, "approve(address,uint256)", bundler, big.NewInt(sum)))
	tx := w.call(t, poster.account, bundler, bundle(t, "Bundler", "run", calls))
	w.mined(t, tx)
	w.mine(t, depth)
	for _, j := range jobs {
		receipt := w.released(t, j)
		ruleOf(t, receipt, "payer")
		if r := w.present(t, j, tx).want(t, 200, "already_settled"); r.str("receipt.digest") != receipt.str("digest") {
			t.Errorf("%s", clip(r.body))
		}
		if r := w.instruction(t, j); r.str("outcome") != "awarded" {
			t.Errorf("outcome %s", r.str("outcome"))
		}
	}
	if got := w.instruction(t, jobs[2]).num("surplus"); got != over {
		t.Errorf("the surplus shown is %d, %d were paid too much", got, over)
	}
	used := scalar(t, w.db, "select sum(upper(units) - lower(units))::bigint from allocation where void_at is null and instruction in ($1, $2, $3)", jobs[0].id, jobs[1].id, jobs[2].id)
	if used != sum-over {
		t.Errorf("%d units are allocated, %d are owed", used, sum-over)
	}
}
