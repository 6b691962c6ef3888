package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Paid means released, whatever has happened to the pick meanwhile (P1).
func TestLatePaymentsRelease(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		// late pays by a wallet that is not the poster's: money that awards nothing
		late := func(t *testing.T, j *job) {
			t.Helper()
			stranger := w.person(t, "Stranger", false)
			receipt := w.pays(t, j, w.payTagged(t, &job{inst: w.instruction(t, j)}, stranger.account))
			if r := w.instruction(t, j); r.str("outcome") != "accepted_late" {
				t.Errorf("outcome %s", r.str("outcome"))
			}
			if receipt.at("late") != true {
				t.Errorf("the receipt says late: %v", receipt.at("late"))
			}
		}
		w.scenario(t, "after the lapse", func(t *testing.T) {
			j := w.newJob(t, jobOptions{named: true})
			w.lapse(t, j)
			late(t, j)
		})
		w.scenario(t, "after the lapse by the poster wins still", func(t *testing.T) {
			j := w.newJob(t, jobOptions{})
			w.lapse(t, j)
			w.pays(t, j, w.payPlain(t, w.instruction(t, j), j.poster.account)...)
			if r := w.instruction(t, j); r.str("outcome") != "awarded" {
				t.Errorf("outcome %s", r.str("outcome"))
			}
		})
		w.scenario(t, "after the mission was cancelled", func(t *testing.T) {
			j := w.newJob(t, jobOptions{})
			w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/cancel", nil).want(t, 409, "settlement_in_progress")
			w.lapse(t, j)
			w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/cancel", nil).want(t, 200)
			receipt := w.pays(t, j, w.payPlain(t, w.instruction(t, j), j.poster.account)...)
			if r := w.instruction(t, j); r.str("outcome") != "accepted_late" || receipt.at("late") != true {
				t.Errorf("outcome %s, late %v", r.str("outcome"), receipt.at("late"))
			}
			if b := w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200); b.str("bounty.status") != "cancelled" || b.str("bounty.awarded_submission_id") != "" {
				t.Errorf("a dead mission came to life: %s", clip(b.body))
			}
		})
		w.scenario(t, "after the pick was withdrawn", func(t *testing.T) {
			j := w.newJob(t, jobOptions{named: true})
			r := w.do(t, j.poster, "DELETE", "/settlements/"+j.id, nil).want(t, 200)
			if r.at("reserved_until") != nil {
				t.Errorf("still reserved until %s", r.str("reserved_until"))
			}
			late(t, j)
		})
		w.scenario(t, "of a loser after another has won", func(t *testing.T) {
			j := w.newJob(t, jobOptions{})
			other := &job{poster: j.poster, worker: w.person(t, "Second", false), bounty: j.bounty}
			other.secret = "canary-second " + j.bounty
			other.sub = w.post(t, other.worker, "/v1/bounties/"+j.bounty+"/submissions", map[string]any{
				"content": other.secret, "preview": "Eight other suppliers with prices and dates, each with its source."}).want(t, 201).str("submission_id")
			w.do(t, j.poster, "DELETE", "/settlements/"+j.id, nil).want(t, 200)
			w.pick(t, other)
			other.before = w.balance(t, other.worker.account.Address)
			w.pays(t, other, w.payPlain(t, other.inst, j.poster.account)...)
			late(t, j)
		})
		w.scenario(t, "withdrawing ends when the payment is seen", func(t *testing.T) {
			j := w.newJob(t, jobOptions{})
			w.mined(t, w.payPlain(t, j.inst, j.poster.account)...)
			w.do(t, j.poster, "DELETE", "/settlements/"+j.id, nil).want(t, 409, "payment_seen")
			w.confirms(t, j)
			w.released(t, j)
		})
	})
}

// lapse lets the reservation run out.
func (w *world) lapse(t *testing.T, j *job) {
	t.Helper()
	must(t, w.chain.AdvanceTime(t.Context(), 2*time.Hour))
	w.sync(t)
	if r := w.instruction(t, j); r.at("reserved_until") != nil || r.str("status") != "open" {
		t.Fatalf("after the lapse: %s until %v", r.str("status"), r.at("reserved_until"))
	}
	w.mine(t, 1)
}

// What the token refuses (R9), on the genuine one. W21. old: a blacklisted payee or
// fee address, or a pause, makes the settlement impossible, and nobody is told.
func TestW21TokenRefusals(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		admin := w.deployer()
		list := func(t *testing.T, method string, a common.Address) {
			t.Helper()
			w.mined(t, w.usdc(t, admin, method+"(address)", a))
		}
		pick := func(t *testing.T, j *job) reply {
			t.Helper()
			return w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": j.sub})
		}
		w.scenario(t, "blacklisted payee", func(t *testing.T) {
			j := &job{poster: w.person(t, "Poster", true), worker: w.person(t, "Worker", false)}
			w.prepare(t, j, 0)
			list(t, "blacklist", j.worker.account.Address)
			r := pick(t, j).want(t, 409, "payee_cannot_receive")
			if r.str("agent_id") != j.worker.agent {
				t.Errorf("it does not say whose address: %s", r.body)
			}
			sameError(t, r, w.tool(t, j.poster, "settlement_instruction", map[string]any{"bounty_id": j.bounty, "submission_id": j.sub}))
			list(t, "unBlacklist", j.worker.account.Address)
			w.pick(t, j)
			w.pays(t, j, w.payTagged(t, j, j.poster.account))
		})
		w.scenario(t, "payee blacklisted after the pick", func(t *testing.T) { blacklistedAfterThePick(t, w, list) })
		w.scenario(t, "paused token", func(t *testing.T) {
			j := &job{poster: w.person(t, "Poster", true), worker: w.person(t, "Worker", false)}
			w.prepare(t, j, 0)
			w.mined(t, w.usdc(t, admin, "pause()"))
			pick(t, j).want(t, 409, "token_paused")
			w.mined(t, w.usdc(t, admin, "unpause()"))
			w.pick(t, j)
			w.pays(t, j, w.payTagged(t, j, j.poster.account))
		})
		w.scenario(t, "paused for longer than the reservation", func(t *testing.T) { pausedFor(t, w) })
		w.scenario(t, "blacklisted fee address", func(t *testing.T) {
			list(t, "blacklist", w.fee.Address)
			j := w.newJob(t, jobOptions{named: true})
			if j.inst.at("fee_waived") != true || j.inst.num("fee_units") != 0 || len(j.legs(t)) != 1 {
				t.Fatalf("the fee is not left out: %s", clip(j.inst.body))
			}
			receipt := w.pays(t, j, w.payTagged(t, j, j.poster.account))
			if receipt.at("settlement.fee_waived") != true {
				t.Errorf("the receipt: %v", receipt.at("settlement"))
			}
			list(t, "unBlacklist", w.fee.Address)
		})
	})
}

// pausedFor: a reservation outlives a pause that is longer than it, nobody else
// gets the slot meanwhile, and then even a stranger's money wins the award, which
// it does only while the reservation runs.
func pausedFor(t *testing.T, w *world) {
	admin := w.deployer()
	j := w.newJob(t, jobOptions{named: true})
	rival := &job{poster: j.poster, worker: w.person(t, "Rival", false), bounty: j.bounty}
	rival.sub = w.post(t, rival.worker, "/v1/bounties/"+j.bounty+"/submissions", map[string]any{
		"content": "Eight others.", "preview": "Eight other suppliers with prices and dates, each with its source."}).want(t, 201).str("submission_id")
	stranger := w.person(t, "Stranger", false)
	until := func() time.Time {
		r := w.instruction(t, j)
		at, err := time.Parse(time.RFC3339, r.str("reserved_until"))
		if err != nil {
			t.Fatalf("the reservation is lost: %s", clip(r.body))
		}
		return at
	}
	before := until()
	w.mined(t, w.usdc(t, admin, "pause()"))
	paused := w.headTime(t)
	eventually(t, func() error {
		if note := w.instruction(t, j).str("note"); !strings.Contains(note, "paused by its issuer") {
			return fmt.Errorf("the note says %q", note)
		}
		return nil
	})
	must(t, w.chain.AdvanceTime(t.Context(), 3*time.Hour))
	w.mine(t, 2)
	if got := until(); !got.Equal(before) {
		t.Errorf("while the token is paused: reserved until %s, before %s", got, before)
	}
	w.post(t, rival.poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": rival.sub}).want(t, 409, "settlement_in_progress")
	vain := w.transfer(t, stranger.account, j.worker.account.Address, 1_000_000)
	w.mine(t, 1)
	if r, err := w.client.TransactionReceipt(t.Context(), vain); err != nil || r.Status != 0 {
		t.Fatalf("the token is not paused: %v", err)
	}
	w.mined(t, w.usdc(t, admin, "unpause()"))
	eventually(t, func() error {
		if longer, most := until().Sub(before), w.headTime(t).Sub(paused); longer < 3*time.Hour || longer > most {
			return fmt.Errorf("the pause of three hours, at most %s, extended the reservation by %s", most, longer)
		}
		return nil
	})
	w.post(t, rival.poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": rival.sub}).want(t, 409, "settlement_in_progress")
	w.pays(t, j, w.payTagged(t, j, stranger.account))
	if r := w.instruction(t, j); r.str("outcome") != "awarded" {
		t.Errorf("outcome %s", r.str("outcome"))
	}
}

// headTime is the timestamp of the newest block.
func (w *world) headTime(t *testing.T) time.Time {
	t.Helper()
	head, err := w.client.HeaderByNumber(t.Context(), nil)
	must(t, err)
	return time.Unix(int64(head.Time), 0)
}

// sameError compares errors, whose request ids differ.
func sameError(t testing.TB, rest, tool reply) {
	t.Helper()
	for _, k := range []string{"code", "message", "agent_id"} {
		if fmt.Sprint(rest.at(k)) != fmt.Sprint(tool.at(k)) {
			t.Errorf("%s: %v over REST, %v over MCP", k, rest.at(k), tool.at(k))
		}
	}
	if rest.status != tool.status {
		t.Errorf("status %d over REST, %d over MCP", rest.status, tool.status)
	}
}
