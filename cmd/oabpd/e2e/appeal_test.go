package e2e

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// Awards that can be appealed: proposed first, and final when the appeal is
// ruled or nobody appeals.

const (
	appealBond   = 1_500_000
	appealWindow = 3600
)

// appealable is a mission with an arbiter and two workers, of whom the first was
// proposed for the award.
func (w *world) appealable(t *testing.T, arbiter common.Address) (j, other *escrowJob) {
	t.Helper()
	j = w.opened(t, "creator_judges", nil, map[string]any{"appeal": map[string]any{"arbiter": arbiter.Hex(), "window_seconds": appealWindow, "bond": "1500000"}})
	w.submits(t, j)
	w.enters(t, j)
	other = w.also(t, j)
	w.asks(t, j, "appeal").want(t, 409, "no_pending_award")
	call := w.get(t, j.poster, "/missions/"+j.id+"/award?submission_id="+j.sub).want(t, 200)
	if call.at("final") != false {
		t.Errorf("an award that can be appealed is not final: %s", clip(call.body))
	}
	before := w.balance(t, j.worker.account.Address)
	w.mined(t, w.sendCall(t, call, "award", j.poster))
	w.mine(t, depth)
	r := w.escrow(t, j)
	if r.str("tranches.0.state") != "pending" || r.str("tranches.0.pending.submission_id") != j.sub || r.num("pending") != 25_000_001 || r.num("held") != 0 {
		t.Fatalf("proposed: %s", clip(r.body))
	}
	w.gains(t, j.worker.account.Address, before, 0)
	w.isSealed(t, j) // a proposal releases nothing, confirmed or not
	w.get(t, j.poster, "/missions/"+j.id+"/award?submission_id="+j.sub).want(t, 409)
	w.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", work("another one")).want(t, 409, "submission_locked")
	w.mirrored(t, "pendingAward", "appealOf", "submissionOf")
	return j, other
}

func (w *world) asks(t *testing.T, j *escrowJob, call string) reply {
	t.Helper()
	return w.post(t, nil, "/missions/"+j.id+"/calls", map[string]any{"call": call, "tranche": 0, "evidence_hash": settle.Keccak256([]byte("why"))})
}

// appeals: somebody appeals, and that is confirmed.
func (w *world) appeals(t *testing.T, j *escrowJob, who *person) {
	t.Helper()
	call := w.asks(t, j, "appeal").want(t, 200)
	before := w.balance(t, who.account.Address)
	approved := w.usdc(t, who.account, "approve(address,uint256)", address(t, call.str("to")), bigOf(appealBond))
	w.mined(t, approved, w.call(t, who.account, address(t, call.str("to")), hexBytes(t, call.str("calldata"))))
	w.gains(t, who.account.Address, before, -appealBond)
	w.mine(t, depth)
	r := w.escrow(t, j)
	if r.str("tranches.0.state") != "appealed" || !strings.EqualFold(r.str("tranches.0.appeal.appellant"), who.account.Address.Hex()) || r.num("tranches.0.appeal.bond") != appealBond {
		t.Fatalf("appealed: %s", clip(r.body))
	}
	w.asks(t, j, "appeal").want(t, 409, "already_appealed")
	w.isSealed(t, j)
	w.mirrored(t, "pendingAward", "appealOf")
}

// arbiter is an account that rules.
func (w *world) arbiter(t *testing.T) devchain.Account {
	t.Helper()
	a := newAccount(t, "arbiter")
	w.fund(t, a.Address)
	return a
}

// rules sends a ruling for somebody's work, and waits until it is confirmed.
func (w *world) rules(t *testing.T, j *escrowJob, arbiter devchain.Account, ruling settle.Ruling, on *escrowJob) reply {
	t.Helper()
	agent, content, split := on.entry(t)
	w.mined(t, w.call(t, arbiter, w.contracts.Escrow.Address, digest.CalldataRule(j.terms(t), uint8(on.milestone), ruling, agent, content, split)))
	w.mine(t, depth)
	w.isSealed(t, on)
	return w.escrow(t, j)
}

// finalizes pays the pending award of j by the call that is offered.
func (w *world) finalizes(t *testing.T, j *escrowJob, before string) {
	t.Helper()
	r := w.escrow(t, j)
	had := w.balance(t, j.worker.account.Address)
	w.mined(t, w.sendCall(t, r, callNamed(t, r, "finalize")))
	w.gains(t, j.worker.account.Address, had, 24_875_001)
	w.releases(t, j, before)
	w.receipted(t, j)
	w.mirrored(t, "mission", "pendingAward", "appealOf", "feesAccrued")
}

// ruled checks what is shown of a ruling: to whom the bond went.
func ruled(t *testing.T, r reply, ruling string, bondTo *person) {
	t.Helper()
	if r.str("tranches.0.ruling.ruling") != ruling || !strings.EqualFold(r.str("tranches.0.ruling.bond.to"), bondTo.account.Address.Hex()) || r.num("tranches.0.ruling.bond.amount") != appealBond {
		t.Fatalf("ruled %s: %s", ruling, clip(r.body))
	}
}

// appealToAnother: the other worker appeals, and is right.
func appealToAnother(t *testing.T, w *world) {
	arbiter := w.arbiter(t)
	j, other := w.appealable(t, arbiter.Address)
	w.appeals(t, j, other.worker)
	before := w.balance(t, other.worker.account.Address)
	r := w.rules(t, j, arbiter, settle.RulingOther, other)
	ruled(t, r, "other", other.worker)
	if r.str("tranches.0.state") != "pending" || r.str("tranches.0.pending.submission_id") != other.sub || r.str("tranches.0.pending.final_at") != "" {
		t.Fatalf("the other one is awarded: %s", clip(r.body))
	}
	w.gains(t, other.worker.account.Address, before, appealBond)
	w.asks(t, j, "appeal").want(t, 409, "appeal_window_closed") // there is no second appeal
	w.mirrored(t, "pendingAward", "appealOf")
	w.finalizes(t, other, "pending")
	w.closed(t, j)
}

// appealInVain: the poster appeals its own award, and loses the bond to the
// awarded worker.
func appealInVain(t *testing.T, w *world) {
	arbiter := w.arbiter(t)
	j, other := w.appealable(t, arbiter.Address)
	w.appeals(t, j, j.poster)
	before := w.balance(t, j.worker.account.Address)
	ruled(t, w.rules(t, j, arbiter, settle.RulingUphold, j), "uphold", j.worker)
	w.gains(t, j.worker.account.Address, before, appealBond)
	w.finalizes(t, j, "pending")
	w.closed(t, other)
}

// appealToRefund: the arbiter awards nobody. The reward goes back, and all work
// stays sealed.
func appealToRefund(t *testing.T, w *world) {
	arbiter := w.arbiter(t)
	j, other := w.appealable(t, arbiter.Address)
	w.appeals(t, j, other.worker)
	before, poster := w.balance(t, other.worker.account.Address), w.balance(t, j.poster.account.Address)
	r := w.rules(t, j, arbiter, settle.RulingRefund, j)
	ruled(t, r, "refund", other.worker)
	if r.str("status") != "settled" || r.str("tranches.0.state") != "refunded" || r.str("refunds.0.reason") != "ruled" || r.num("refunds.0.amount") != 25_000_001 || r.num("refunds.0.tranche") != 0 {
		t.Errorf("%s", clip(r.body))
	}
	w.gains(t, other.worker.account.Address, before, appealBond)
	w.gains(t, j.poster.account.Address, poster, 25_000_001)
	w.closed(t, j)
	w.closed(t, other)
	w.mirrored(t, "mission", "pendingAward", "appealOf")
}

// appealLapsed: the arbiter is silent for three days; the award stands and the
// bond goes back.
func appealLapsed(t *testing.T, w *world) {
	j, other := w.appealable(t, w.arbiter(t).Address)
	w.appeals(t, j, other.worker)
	c, err := oabpescrow.NewOabpEscrow(w.contracts.Escrow.Address, w.client)
	must(t, err)
	appeal, err := c.AppealOf(&bind.CallOpts{Context: t.Context()}, j.hash, 0)
	must(t, err)
	w.until(t, appeal.RuleBy.Int64())
	before := w.balance(t, other.worker.account.Address)
	w.finalizes(t, j, "appealed")
	ruled(t, w.escrow(t, j), "lapsed", other.worker)
	w.gains(t, other.worker.account.Address, before, appealBond)
	w.closed(t, other)
}
