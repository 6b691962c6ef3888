package e2e

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// heist is a victim's pick beside picks of a rival that owe the same worker the
// same amount: nothing but the rules tells them apart.
type heist struct {
	w      *world
	victim *job
	rival  *person
	rivals []*job
}

func newHeist(t *testing.T, w *world, named bool) *heist {
	h := &heist{w: w, rival: w.person(t, "Rival", false)}
	h.another(t, w.person(t, "Worker", false)) // older than the victim's
	h.victim = w.newJob(t, jobOptions{named: named, worker: h.rivals[0].worker})
	h.another(t, h.victim.worker) // and newer
	return h
}

func (h *heist) another(t *testing.T, worker *person) {
	h.rivals = append(h.rivals, h.w.newJob(t, jobOptions{poster: h.rival, worker: worker}))
}

// grabs tries everything that the API offers to make the payment the rival's.
func (h *heist) grabs(t *testing.T, payer common.Address, txs ...common.Hash) {
	t.Helper()
	w := h.w
	for _, r := range h.rivals {
		for _, tx := range txs {
			if got := w.present(t, r, tx); got.status < 400 || got.status >= 500 || got.status == 429 {
				t.Fatalf("the rival presents it: %d %s", got.status, clip(got.body))
			}
			got := w.tool(t, h.rival, "settle_bounty", map[string]any{"bounty_id": r.bounty, "submission_id": r.sub, "tx_hash": tx.Hex()})
			if got.status < 400 || got.status >= 500 || got.status == 429 {
				t.Fatalf("the rival presents it over MCP: %d %s", got.status, clip(got.body))
			}
			for log := range 4 {
				sig, _ := signTyped(t, r.inst.at("direct_typed_data"), map[string]any{"txHash": tx.Hex(), "logIndex": fmt.Sprint(log)}, h.rival.account)
				got := w.post(t, h.rival, "/settlements/"+r.id+"/direct", map[string]any{"tx_hash": tx.Hex(), "log_index": log, "signature": fmt.Sprintf("0x%x", sig)})
				if got.status < 400 || got.status >= 500 {
					t.Fatalf("the rival directs it: %d %s", got.status, clip(got.body))
				}
			}
		}
		if got := w.provePayer(t, r, payer, h.rival.account); got.status != 409 {
			t.Fatalf("the rival proves the victim's wallet: %d %s", got.status, clip(got.body))
		}
	}
	// the rival is not the victim's poster either
	if got := w.post(t, h.rival, "/settlements/"+h.victim.id+"/payers", map[string]any{"address": h.rival.account.Address.Hex(), "signature": "0x" + fmt.Sprintf("%0130d", 1)}); got.status != 403 {
		t.Fatalf("the rival proves itself for the victim's pick: %d", got.status)
	}
	h.nothing(t)
}

// nothing: the rival's picks are as unpaid and as sealed as ever.
func (h *heist) nothing(t *testing.T) {
	t.Helper()
	for _, r := range h.rivals {
		got := h.w.instruction(t, r)
		for k := range got.list("legs") {
			if got.num(fmt.Sprintf("legs.%d.paid", k)) != 0 {
				t.Fatalf("the rival's leg %d is paid: %s", k, clip(got.body))
			}
		}
		if got.str("status") != "open" {
			t.Fatalf("the rival's pick is %s", got.str("status"))
		}
		h.w.sealed(t, r, h.victim.poster)
	}
}

// plays makes the payment and attacks at every number of confirmations.
func (h *heist) plays(t *testing.T, payer common.Address, txs ...common.Hash) {
	t.Helper()
	h.grabs(t, payer, txs...) // in the pool
	h.w.mined(t, txs...)
	for n := range depth {
		if n == 0 || n == depth-1 {
			h.grabs(t, payer, txs...)
		}
		h.w.passes(t, 20*time.Second) // so that the rival may present again
	}
}

// ends: the victim has everything.
func (h *heist) ends(t *testing.T, payer common.Address, txs ...common.Hash) {
	t.Helper()
	if !h.w.settled(t, h.victim) {
		t.Fatalf("the victim's pick is not settled: %s", clip(h.w.instruction(t, h.victim).body))
	}
	h.w.passes(t, time.Minute)
	h.grabs(t, payer, txs...)
	h.w.released(t, h.victim, h.rival)
}

// W4. old: whoever presents a hash first gets what it pays for, and its payer
// gets an error for ever.
func TestW04ClaimTheft(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		w.scenario(t, "pay contract", func(t *testing.T) {
			h := newHeist(t, w, true)
			from := h.victim.poster.account
			tx := w.payTagged(t, h.victim, from)
			h.plays(t, from.Address, tx)
			h.ends(t, from.Address, tx)
		})
		w.scenario(t, "plain transfers of a proven wallet", func(t *testing.T) {
			h := newHeist(t, w, false)
			from := h.victim.poster.account
			txs := w.payPlain(t, h.victim.inst, from)
			h.plays(t, from.Address, txs...)
			h.ends(t, from.Address, txs...)
		})
		w.scenario(t, "plain transfers, the victim proves last", func(t *testing.T) {
			h := newHeist(t, w, true)
			from := newAccount(t, "wallet")
			w.fund(t, from.Address)
			txs := w.payPlain(t, h.victim.inst, from)
			h.plays(t, from.Address, txs...)
			w.later(t, time.Minute)
			h.another(t, h.victim.worker) // a pick made when the money lies there unclaimed
			h.grabs(t, from.Address, txs...)
			w.provePayer(t, h.victim, from.Address, from).want(t, 201)
			w.mine(t, 1)
			h.ends(t, from.Address, txs...)
			w.mine(t, depth+1)
			h.nothing(t)
		})
		w.scenario(t, "authorizations relayed by the rival in one bundle with forged events", func(t *testing.T) { bundledForgery(t, w) })
		w.scenario(t, "the whole authorization relayed by the rival in one bundle with a payment of its own", func(t *testing.T) { bundledPayment(t, w) })
	})
}

// bundledForgery: the rival takes the victim's signed transfers, and puts after
// each an event that looks like the pay contract's with the rival's digest.
func bundledForgery(t *testing.T, w *world) {
	h := newHeist(t, w, true)
	from := h.victim.poster.account
	bundler, tx := w.contract(t, h.rival.account, "Bundler")
	w.mined(t, tx)
	var calls []abiCall
	for k, l := range h.victim.legs(t) {
		calls = append(calls, abiCall{w.token.Address(), h.victim.authorizedLeg(t, w.node, k, from)},
			abiCall{bundler, bundle(t, "Bundler", "forge", h.rivals[0].digest(), l.to, big.NewInt(l.amount), h.rival.account.Address)})
	}
	tx = w.call(t, h.rival.account, bundler, bundle(t, "Bundler", "run", calls))
	h.plays(t, from.Address, tx)
	h.ends(t, from.Address, tx)
}

// bundledPayment: the rival pays one unit of its own in the victim's transaction,
// before and after the victim's payment; that unit is all it is credited.
func bundledPayment(t *testing.T, w *world) {
	h := newHeist(t, w, true)
	from, worker := h.victim.poster.account, h.victim.worker.account.Address
	bundler, tx := w.contract(t, h.rival.account, "Bundler")
	w.mined(t, tx, w.usdc(t, h.rival.account, "approve(address,uint256)", bundler, big.NewInt(10)))
	unit, err := w.token.Calldata("transferFrom(address,address,uint256)", h.rival.account.Address, worker, big.NewInt(1))
	must(t, err)
	own := abiCall{w.token.Address(), unit}
	tx = w.call(t, h.rival.account, bundler, bundle(t, "Bundler", "run", []abiCall{own, {w.contracts.Pay.Address, h.victim.authorized(t, from)}, own}))
	w.mined(t, tx)
	w.mine(t, depth)
	if !w.settled(t, h.victim) {
		t.Fatalf("%s", clip(w.instruction(t, h.victim).body))
	}
	w.released(t, h.victim, h.rival)
	sum := int64(0)
	for _, r := range h.rivals {
		got := w.instruction(t, r)
		for k := range got.list("legs") {
			sum += got.num(fmt.Sprintf("legs.%d.paid", k))
		}
		w.sealed(t, r, h.victim.poster)
	}
	if sum != 2 {
		t.Errorf("the rival's picks are credited %d units; it paid 2", sum)
	}
}
