package e2e

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// TestVerificationTypes plays what decides a mission besides its creator: posted
// over HTTP, decided on the chain, released when that is confirmed. After each
// the mirrors are compared with the contracts' storage.
func TestVerificationTypes(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		w.scenario(t, "a match that wins at once", func(t *testing.T) { matchAtOnce(t, w) })
		w.scenario(t, "a match overtaken in the reveal window", func(t *testing.T) { matchOvertaken(t, w) })
		w.scenario(t, "an oracle", func(t *testing.T) { oracleAwards(t, w) })
		w.scenario(t, "a match that attesters check", func(t *testing.T) { oracleMatches(t, w) })
		w.scenario(t, "an appeal that gives the award to another", func(t *testing.T) { appealToAnother(t, w) })
		w.scenario(t, "an appeal that is not upheld", func(t *testing.T) { appealInVain(t, w) })
		w.scenario(t, "an appeal that gives the reward back", func(t *testing.T) { appealToRefund(t, w) })
		w.scenario(t, "an appeal that nobody rules on", func(t *testing.T) { appealLapsed(t, w) })
		voters := w.voters(t, 4)
		w.scenario(t, "a vote", func(t *testing.T) { voteElects(t, w, voters) })
		w.scenario(t, "a vote without a quorum, and the refund", func(t *testing.T) { voteFails(t, w, voters) })
		w.scenario(t, "an appeal that is voted on", func(t *testing.T) { appealVoted(t, w, voters) })
		w.scenario(t, "nobody entered, and the refund", func(t *testing.T) { refundUnentered(t, w) })
	})
}

// now is the chain's clock: the time of the newest block.
func (w *world) now(t *testing.T) time.Time {
	t.Helper()
	h, err := w.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	return time.Unix(int64(h.Time), 0).UTC()
}

// until moves the chain's clock to a moment in Unix seconds, unless it is over.
func (w *world) until(t *testing.T, at int64) {
	t.Helper()
	if d := time.Unix(at, 0).Sub(w.now(t)); d > 0 {
		must(t, w.chain.AdvanceTime(t.Context(), d))
		w.sync(t)
	}
}

// opened is a mission of some verification, funded and open, whose work is due
// two hours later on the chain's clock.
func (w *world) opened(t *testing.T, vtype string, params, more map[string]any) *escrowJob {
	t.Helper()
	body := map[string]any{"deadline": w.now(t).Add(2 * time.Hour).Format(time.RFC3339), "verification": map[string]any{"type": vtype, "params": params}}
	maps.Copy(body, more)
	j := w.escrowJob(t, body)
	terms := j.terms(t)
	if id := digest.MissionID(w.chain.ChainID(), settle.Address(w.contracts.Escrow.Address), terms); common.Hash(id) != j.hash || terms.VType.String() != vtype {
		t.Fatalf("the terms are of %s, and of %s: %+v", id, terms.VType, terms)
	}
	w.fundIt(t, j, "allowance")
	w.opens(t, j)
	return j
}

// also enters the work of one more agent.
func (w *world) also(t *testing.T, j *escrowJob) *escrowJob {
	t.Helper()
	k := *j
	k.worker = w.person(t, "Worker", false)
	w.submits(t, &k)
	w.enters(t, &k)
	return &k
}

func (j *escrowJob) terms(t *testing.T) settle.MissionTerms {
	t.Helper()
	var doc struct {
		Escrow struct{ Terms settle.MissionTerms }
	}
	must(t, json.Unmarshal(j.posted.body, &doc))
	return doc.Escrow.Terms
}

// entry is what the worker's call enters.
func (j *escrowJob) entry(t *testing.T) (agent settle.Address, content settle.Hash, split settle.Split) {
	t.Helper()
	var doc struct {
		Escrow struct {
			Agent       settle.Address
			ContentHash settle.Hash `json:"content_hash"`
			Split       settle.Split
		}
	}
	must(t, json.Unmarshal(j.work.body, &doc))
	return doc.Escrow.Agent, doc.Escrow.ContentHash, doc.Escrow.Split
}

// callNamed is the index of the call among those that a reply offers.
func callNamed(t *testing.T, r reply, name string) string {
	t.Helper()
	for k, c := range r.list("calls") {
		if m, _ := c.(map[string]any); m["call"] == name {
			return "calls." + string(rune('0'+k))
		}
	}
	t.Fatalf("no call %s in %s", name, clip(r.body))
	return ""
}

// closed: the work that did not win is closed, and stays sealed.
func (w *world) closed(t *testing.T, j *escrowJob) {
	t.Helper()
	if s := w.workStatus(t, j); s != "closed" {
		t.Errorf("the work that did not win is %s", s)
	}
	w.isSealed(t, j)
	w.get(t, nil, "/missions/"+j.id+"/receipts/"+j.sub).want(t, 404)
}

// gains says how much richer an address is since; what it must be.
func (w *world) gains(t *testing.T, a common.Address, before, want int64) {
	t.Helper()
	if got := w.balance(t, a) - before; got != want {
		t.Errorf("%s got %d, not %d", a, got, want)
	}
}

// pack is a call of a contract by its binding's ABI.
func pack(t *testing.T, meta *bind.MetaData, method string, args ...any) []byte {
	t.Helper()
	a, err := meta.GetAbi()
	must(t, err)
	data, err := a.Pack(method, args...)
	must(t, err)
	return data
}

// refunds: nothing goes back before its time; then anybody sends it back.
func (w *world) refunds(t *testing.T, j *escrowJob, reason string, amount int64) {
	t.Helper()
	terms := j.terms(t)
	r := w.escrow(t, j)
	if due, err := time.Parse(time.RFC3339, r.str("later.0.not_before")); err != nil || due.Unix() != terms.RefundAt || r.str("later.0.call") != "refund" {
		t.Errorf("refund not before %s, the terms say %d", r.str("later.0.not_before"), terms.RefundAt)
	}
	w.until(t, terms.RefundAt-60)
	early := w.call(t, w.bank(), w.contracts.Escrow.Address, digest.CalldataRefundMission(terms))
	w.mine(t, 1)
	if receipt, err := w.client.TransactionReceipt(t.Context(), early); err != nil || receipt.Status != 0 {
		t.Fatalf("refunded before its time: %+v %v", receipt, err)
	}
	w.until(t, terms.RefundAt)
	r = w.escrow(t, j)
	before := w.balance(t, j.poster.account.Address)
	w.mined(t, w.sendCall(t, r, callNamed(t, r, "refund")))
	w.mine(t, depth-1)
	if r := w.escrow(t, j); len(r.list("refunds")) != 0 {
		t.Errorf("a refund with %d blocks on top: %s", depth-1, clip(r.body))
	}
	w.mine(t, 1)
	r = w.escrow(t, j)
	if r.str("status") != "refunded" || r.str("refunds.0.reason") != reason || r.num("refunds.0.amount") != amount || r.num("held") != 0 {
		t.Errorf("%s", clip(r.body))
	}
	w.gains(t, j.poster.account.Address, before, amount)
	if r := w.get(t, nil, "/missions/"+j.id).want(t, 200); r.str("status") != "voided" {
		t.Errorf("the refunded mission: %s", clip(r.body))
	}
	if l := w.get(t, nil, "/missions?limit=100&status=open").want(t, 200); strings.Contains(string(l.body), j.id) {
		t.Error("it is still listed")
	}
}

func refundUnentered(t *testing.T, w *world) {
	j := w.opened(t, "creator_judges", nil, nil)
	w.refunds(t, j, "no_entries", 25_000_001)
	w.mirrored(t)
}
