package e2e

import (
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
)

// Missions that the escrow decides itself, by the hash of the answer.

const theAnswer = "forty-two"

func (w *world) openedMatch(t *testing.T, window int) *escrowJob {
	t.Helper()
	h := sha256.Sum256([]byte(theAnswer))
	params := map[string]any{"target_hash": hexutil.Encode(h[:])}
	if window > 0 {
		params["reveal_window_seconds"] = window
	}
	j := w.opened(t, "first_valid_match", params, nil)
	if r := w.escrow(t, j); r.at("sealed") != false {
		t.Fatalf("%s", clip(r.body))
	}
	w.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", work("nothing is sealed")).want(t, 409, "commit_on_chain")
	return j
}

// commits sends the commitment of one who knows the answer.
func (w *world) commits(t *testing.T, j *escrowJob, who *person) common.Hash {
	t.Helper()
	c := digest.Commitment(settle.Hash(j.hash), settle.Address(who.account.Address), []byte(theAnswer), saltOf(who))
	call := w.post(t, nil, "/missions/"+j.id+"/calls", map[string]any{"call": "commit", "commitment": c}).want(t, 200)
	return w.call(t, who.account, address(t, call.str("to")), hexBytes(t, call.str("calldata")))
}

func saltOf(who *person) settle.Hash { return settle.Keccak256([]byte("salt of " + who.name)) }

func (w *world) reveals(t *testing.T, j *escrowJob, who *person) common.Hash {
	t.Helper()
	call := w.post(t, nil, "/missions/"+j.id+"/calls", map[string]any{"call": "reveal", "answer": hexutil.Encode([]byte(theAnswer)), "salt": saltOf(who)}).want(t, 200)
	return w.call(t, who.account, address(t, call.str("to")), hexBytes(t, call.str("calldata")))
}

// matchWon walks from the block of the finalized award to its confirmation.
func (w *world) matchWon(t *testing.T, j *escrowJob, winner *person, before string) {
	t.Helper()
	w.mine(t, depth-1)
	if r := w.escrow(t, j); r.num("tranches.0.seen.confirmations") != depth-1 || r.str("tranches.0.state") != before {
		t.Errorf("with %d blocks on top: %s", depth-1, clip(r.body))
	}
	w.mine(t, 1)
	r := w.escrow(t, j)
	if r.str("status") != "settled" || r.str("tranches.0.state") != "paid" || !strings.EqualFold(r.str("tranches.0.award.agent"), winner.account.Address.Hex()) ||
		r.num("tranches.0.award.payouts.0.amount") != 24_875_001 {
		t.Errorf("%s", clip(r.body))
	}
	w.wonUnsubmitted(t, j)
	w.mirrored(t, "mission", "commitmentOf", "pendingAward", "feesAccrued")
	c, err := oabpescrow.NewOabpEscrow(w.contracts.Escrow.Address, w.client)
	must(t, err)
	left, err := c.CommitmentOf(&bind.CallOpts{Context: t.Context()}, j.hash, winner.account.Address)
	must(t, err)
	if left.Seq.Sign() != 0 {
		t.Errorf("the winner's commitment is still there: %+v", left)
	}
}

// wonUnsubmitted: the winner submitted nothing here, so there is no receipt, and
// nothing that names one.
func (w *world) wonUnsubmitted(t *testing.T, j *escrowJob) {
	t.Helper()
	r := w.get(t, nil, "/missions/"+j.id).want(t, 200)
	res, _ := r.at("resolution").(map[string]any)
	if r.str("status") != "resolved" || res == nil || res["submission_id"] != nil || res["receipt_uri"] != nil {
		t.Errorf("the mission that was won: %s", clip(r.body))
	}
	res, _ = w.get(t, nil, "/api/missions/"+j.id).want(t, 200).at("resolution").(map[string]any)
	if res == nil || res["winner_submission_id"] != nil || res["receipt_uri"] != nil {
		t.Errorf("how the other dialect has it: %v", res)
	}
	r = w.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200)
	if r.str("bounty.status") != "awarded" || r.at("bounty.awarded_submission_id") != nil || len(r.list("bounty.awards")) != 1 || r.at("bounty.awards.0.submission_id") != nil {
		t.Errorf("the bounty that was won: %s", clip(r.body))
	}
}

// matchAtOnce: without a reveal window the first valid reveal is paid in its own
// transaction. Who copies a commitment cannot reveal it.
func matchAtOnce(t *testing.T, w *world) {
	j := w.openedMatch(t, 0)
	thief := w.person(t, "Thief", false)
	w.mined(t, w.commits(t, j, j.worker))
	if r := w.escrow(t, j); len(r.list("commitments")) != 0 {
		t.Errorf("a commitment that is not confirmed: %s", clip(r.body))
	}
	w.post(t, nil, "/missions/"+j.id+"/calls", map[string]any{"call": "reveal", "answer": "0x00", "salt": saltOf(j.worker)}).want(t, 400, "wrong_answer")
	c := digest.Commitment(settle.Hash(j.hash), settle.Address(j.worker.account.Address), []byte(theAnswer), saltOf(j.worker))
	w.mined(t, w.call(t, thief.account, w.contracts.Escrow.Address, digest.CalldataCommit(settle.Hash(j.hash), c)))
	w.mine(t, depth)
	if r := w.escrow(t, j); len(r.list("commitments")) != 2 || r.str("status") != "active" {
		t.Errorf("two commitments: %s", clip(r.body))
	}
	w.mirrored(t, "commitmentOf")
	copied := w.call(t, thief.account, w.contracts.Escrow.Address, digest.CalldataReveal(j.terms(t), []byte(theAnswer), saltOf(j.worker)))
	w.mine(t, 1)
	if r, err := w.client.TransactionReceipt(t.Context(), copied); err != nil || r.Status != 0 {
		t.Fatalf("the copied commitment was revealed: %+v %v", r, err)
	}
	before := w.balance(t, j.worker.account.Address)
	w.mined(t, w.reveals(t, j, j.worker))
	w.gains(t, j.worker.account.Address, before, 24_875_001)
	w.matchWon(t, j, j.worker, "free")
}

// matchOvertaken: the later reveal has the earlier commitment, and wins when the
// window is over.
func matchOvertaken(t *testing.T, w *world) {
	j := w.openedMatch(t, 3600)
	hasty := w.person(t, "Hasty", false)
	w.mined(t, w.commits(t, j, j.worker))
	w.mined(t, w.commits(t, j, hasty))
	w.mine(t, 2)
	w.mined(t, w.reveals(t, j, hasty))
	w.mine(t, depth)
	r := w.escrow(t, j)
	if r.str("tranches.0.state") != "pending" || !strings.EqualFold(r.str("tranches.0.pending.agent"), hasty.account.Address.Hex()) || r.num("pending") != 25_000_001 {
		t.Fatalf("the hasty one leads: %s", clip(r.body))
	}
	w.mirrored(t, "commitmentOf")
	w.mined(t, w.reveals(t, j, j.worker))
	w.mine(t, depth)
	r = w.escrow(t, j)
	if r.str("tranches.0.state") != "pending" || !strings.EqualFold(r.str("tranches.0.pending.agent"), j.worker.account.Address.Hex()) {
		t.Fatalf("the earlier commitment leads: %s", clip(r.body))
	}
	if r.str("later.0.call") != "finalize" {
		t.Errorf("it waits to be finalized: %s", clip(r.body))
	}
	w.until(t, w.now(t).Unix()+3600)
	r = w.escrow(t, j)
	before := w.balance(t, j.worker.account.Address)
	w.mined(t, w.sendCall(t, r, callNamed(t, r, "finalize")))
	w.gains(t, j.worker.account.Address, before, 24_875_001)
	w.matchWon(t, j, j.worker, "pending")
}
