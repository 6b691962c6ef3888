package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/settle"
)

// TestEscrowMissions plays missions whose creator judges, over HTTP, to the end:
// funded in each way, entered, awarded, released, and verified by the receipt.
func TestEscrowMissions(t *testing.T) {
	onBothChains(t, func(t *testing.T, w *world) {
		w.scenario(t, "funded by an allowance", func(t *testing.T) { escrowToTheEnd(t, w, "allowance") })
		w.scenario(t, "funded by a permit", func(t *testing.T) { escrowToTheEnd(t, w, "permit") })
		w.scenario(t, "funded by an authorization that a stranger relays", func(t *testing.T) { escrowToTheEnd(t, w, "authorization") })
		w.scenario(t, "entered on the chain before us", func(t *testing.T) { escrowEnteredLate(t, w) })
		w.scenario(t, "a payee that the token refuses", func(t *testing.T) { escrowCredited(t, w) })
		w.scenario(t, "cancelled, and refunded", func(t *testing.T) { escrowReturned(t, w) })
	})
}

// escrowJob is one escrow mission with one submission.
type escrowJob struct {
	poster, worker *person
	id, bounty     string
	hash           common.Hash
	posted, work   reply
	sub, secret    string
	milestone      int // which one the work is for, where there are milestones
}

func escrowBody(more map[string]any) map[string]any {
	in := map[string]any{"funding": "escrow", "title": "Find eight suppliers of cork", "description": "Name eight suppliers of natural cork with prices and dates.",
		"reward": map[string]any{"amount": "25000001"}, "verification": map[string]any{"type": "creator_judges"},
		"deadline": time.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339)}
	for k, v := range more {
		in[k] = v
	}
	return in
}

func (w *world) escrowJob(t *testing.T, more map[string]any) *escrowJob {
	t.Helper()
	j := &escrowJob{poster: w.person(t, "Poster", false), worker: w.person(t, "Worker", false)}
	j.posted = w.post(t, j.poster, "/missions", escrowBody(more)).want(t, 201)
	j.id = j.posted.str("mission_id")
	j.bounty = strings.Replace(j.id, "mis_", "bty_", 1)
	j.hash = common.HexToHash(j.posted.str("escrow.mission_hash"))
	if j.posted.str("escrow.status") != "unfunded" || j.posted.at("reward_escrowed") != false {
		t.Fatalf("a fresh mission: %s", clip(j.posted.body))
	}
	return j
}

// sendCall sends a call of a reply from who must send it; anybody: a stranger.
func (w *world) sendCall(t *testing.T, r reply, path string, who ...*person) common.Hash {
	t.Helper()
	if path != "" {
		path += "."
	}
	to, data := address(t, r.str(path+"to")), hexBytes(t, r.str(path+"calldata"))
	from := w.bank()
	if f := r.str(path + "from"); f != "" {
		found := false
		for _, p := range who {
			if strings.EqualFold(f, p.account.Address.Hex()) {
				from, found = p.account, true
			}
		}
		if !found {
			t.Fatalf("%s must be sent by %s", path, f)
		}
	}
	return w.call(t, from, to, data)
}

// fundIt posts the mission on the chain in one of the three ways.
func (w *world) fundIt(t *testing.T, j *escrowJob, way string) {
	t.Helper()
	if way == "allowance" {
		w.mined(t, w.sendCall(t, j.posted, "escrow.fund.allowance.approve", j.poster), w.sendCall(t, j.posted, "escrow.fund.allowance.post", j.poster))
		return
	}
	fill := map[string]any{}
	if way == "permit" {
		fill["nonce"] = "0"
	}
	sig, _ := signTyped(t, j.posted.at("escrow.fund."+way), fill, j.poster.account)
	call := w.post(t, nil, "/missions/"+j.id+"/fund", map[string]any{"way": way, "signature": hexutil.Encode(sig)}).want(t, 200)
	w.mined(t, w.sendCall(t, call, "", j.poster))
}

func (s *surface) escrow(t *testing.T, j *escrowJob) reply {
	t.Helper()
	return s.get(t, nil, "/missions/"+j.id+"/escrow").want(t, 200)
}

// opens walks from the funding's block (the tip) to the open mission.
func (w *world) opens(t *testing.T, j *escrowJob) {
	t.Helper()
	for n := range int64(depth) {
		r := w.escrow(t, j)
		if r.str("status") != "confirming" || r.num("confirmations") != n {
			t.Fatalf("with %d blocks on top: %s %s", n, r.str("status"), r.str("confirmations"))
		}
		if l := w.get(t, nil, "/missions?limit=100").want(t, 200); strings.Contains(string(l.body), j.id) {
			t.Fatal("it is listed before its funding is confirmed")
		}
		w.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", work("early")).want(t, 409, "mission_not_funded")
		w.mine(t, 1)
	}
	if r := w.escrow(t, j); r.str("status") != "open" || r.str("held") != j.posted.str("escrow.terms.reward") {
		t.Fatalf("with %d blocks on top: %s", depth, clip(r.body))
	}
	if l := w.get(t, nil, "/missions?limit=100").want(t, 200); !strings.Contains(string(l.body), j.id) {
		t.Fatal("it is not listed")
	}
}

func work(secret string) map[string]any {
	return map[string]any{"content": "The eight suppliers: " + secret, "preview": "Eight suppliers with prices and dates, each with its source, as was asked."}
}

// submits deposits the work, which waits for the chain.
func (w *world) submits(t *testing.T, j *escrowJob) {
	t.Helper()
	j.secret = fmt.Sprintf("canary-%x", sha256.Sum256(fmt.Appendf(nil, "%s %s %d", j.id, j.worker.agent, j.milestone)))
	body := work(j.secret)
	if id := j.posted.str(fmt.Sprintf("escrow.tranches.%d.milestone_id", j.milestone)); id != "" {
		body["milestone_id"] = id
	}
	j.work = w.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", body).want(t, 201)
	j.sub = j.work.str("submission_id")
	if j.work.str("status") != "awaiting_chain" || j.work.str("escrow.content_hash") != j.work.str("content_hash") {
		t.Fatalf("%s", clip(j.work.body))
	}
}

func (w *world) workStatus(t *testing.T, j *escrowJob) string {
	t.Helper()
	r := w.get(t, j.worker, "/v1/bounties/"+j.bounty).want(t, 200)
	for k := range r.list("submissions") {
		if at := fmt.Sprintf("submissions.%d.", k); r.str(at+"id") == j.sub {
			return r.str(at + "status")
		}
	}
	return ""
}

// enters sends the reply's call and waits until it is confirmed.
func (w *world) enters(t *testing.T, j *escrowJob) {
	t.Helper()
	w.mined(t, w.sendCall(t, j.work, "escrow.enter", j.worker))
	w.mine(t, depth-1)
	if s := w.workStatus(t, j); s != "awaiting_chain" {
		t.Fatalf("with %d blocks on top it is %s", depth-1, s)
	}
	w.get(t, j.poster, "/missions/"+j.id+"/award?submission_id="+j.sub).want(t, 409, "not_awardable")
	w.mine(t, 1)
	if s := w.workStatus(t, j); s != "pending" {
		t.Fatalf("confirmed it is %s", s)
	}
}

// isSealed: nobody but the worker reads the work.
func (w *world) isSealed(t *testing.T, j *escrowJob) {
	t.Helper()
	for _, who := range []*person{nil, j.poster} {
		r := w.get(t, who, "/v1/submissions/"+j.sub+"/envelope")
		if r.status != 403 && (who != nil || r.status != 401) || bytes.Contains(r.body, []byte(j.secret)) {
			t.Fatalf("the envelope is read: %d %s", r.status, clip(r.body))
		}
	}
	for _, path := range []string{"/missions/" + j.id, "/missions/" + j.id + "/escrow", "/v1/bounties/" + j.bounty} {
		if r := w.get(t, j.poster, path); bytes.Contains(r.body, []byte(j.secret)) {
			t.Fatalf("sealed content in %s", clip(r.body))
		}
	}
}

// awards asks for the call, sends it, and walks to the release.
func (w *world) awards(t *testing.T, j *escrowJob) {
	t.Helper()
	call := w.get(t, j.poster, "/missions/"+j.id+"/award?submission_id="+j.sub).want(t, 200)
	w.isSealed(t, j)
	w.mined(t, w.sendCall(t, call, "award", j.poster))
	w.releases(t, j, "free")
}

// releases walks from the block of the finalized award (the tip) to the release;
// until then the tranche stands as before.
func (w *world) releases(t *testing.T, j *escrowJob, before string) {
	t.Helper()
	for n := range int64(depth) {
		w.isSealed(t, j)
		if r := w.escrow(t, j); r.num("tranches.0.seen.confirmations") != n || r.str("tranches.0.state") != before {
			t.Fatalf("with %d blocks on top: %s", n, clip(r.body))
		}
		w.mine(t, 1)
	}
	r := w.escrow(t, j)
	if r.str("status") != "settled" || r.str("tranches.0.state") != "paid" || r.str("tranches.0.award.status") != "settled" || r.str("tranches.0.award.submission_id") != j.sub {
		t.Fatalf("with %d blocks on top: %s", depth, clip(r.body))
	}
	envelope := w.get(t, j.poster, "/v1/submissions/"+j.sub+"/envelope").want(t, 200)
	if h := sha256.Sum256(envelope.body); hexutil.Encode(h[:]) != j.work.str("content_hash") || !bytes.Contains(envelope.body, []byte(j.secret)) {
		t.Fatalf("the envelope hashes to %x, not to %s", h, j.work.str("content_hash"))
	}
	if s := w.workStatus(t, j); s != "accepted" {
		t.Fatalf("the work is %s", s)
	}
}

// receipted: the receipt names payouts and mission, and verifies; a forged one
// does not.
func (w *world) receipted(t *testing.T, j *escrowJob) reply {
	t.Helper()
	receipt := w.get(t, nil, "/missions/"+j.id+"/receipts/"+j.sub).want(t, 200)
	if !bytes.Contains(receipt.body, []byte(strings.ToLower(j.hash.Hex()))) {
		t.Fatalf("the receipt does not name the mission %s: %s", j.hash, clip(receipt.body))
	}
	w.verify(t, receipt.body, 0, "--rpc", w.chain.HTTPURL())
	w.verify(t, tamper(t, receipt.body, "amount", "1000000"), 1, "--rpc", w.chain.HTTPURL())
	return receipt
}

func escrowToTheEnd(t *testing.T, w *world, way string) {
	j := w.escrowJob(t, nil)
	w.fundIt(t, j, way)
	w.opens(t, j)
	if by := w.escrow(t, j).str("funded_by"); by != way {
		t.Errorf("funded by %s, not by %s", by, way)
	}
	w.specIsBound(t, j)
	w.submits(t, j)
	w.enters(t, j)
	before := w.balance(t, j.worker.account.Address)
	w.awards(t, j)
	const fee, net = 125_000, 24_875_001 // floor of 0.5 % of 25.000001
	if got := w.balance(t, j.worker.account.Address) - before; got != net {
		t.Errorf("the worker got %d, not %d", got, net)
	}
	if r := w.escrow(t, j); r.num("tranches.0.fee") != fee || r.num("tranches.0.award.payouts.0.amount") != net {
		t.Errorf("%s", clip(r.body))
	}
	w.receipted(t, j)
	w.mirrored(t)
}

// specIsBound: the specification hashes to what the terms say, which are the
// contract's.
func (w *world) specIsBound(t *testing.T, j *escrowJob) {
	t.Helper()
	spec := w.get(t, nil, "/missions/"+j.id+"/spec").want(t, 200)
	if h := sha256.Sum256(spec.body); hexutil.Encode(h[:]) != j.posted.str("escrow.terms.spec_hash") {
		t.Errorf("the specification hashes to %x", h)
	}
	c, err := oabpescrow.NewOabpEscrow(w.contracts.Escrow.Address, w.client)
	must(t, err)
	m, err := c.Mission(&bind.CallOpts{Context: t.Context()}, j.hash)
	must(t, err)
	if settle.EscrowStatus(m.Status) != settle.EscrowOpen || m.Held != 25_000_001 {
		t.Errorf("the contract holds %+v of %s", m, j.hash)
	}
}

// escrowEnteredLate: an entry of other work, then the right one, which the
// daemon sees in the same block as the award: the order of things on the chain
// decides.
func escrowEnteredLate(t *testing.T, w *world) {
	j := w.escrowJob(t, nil)
	w.fundIt(t, j, "allowance")
	w.opens(t, j)
	w.submits(t, j)
	stranger := w.person(t, "Copier", false)
	copied := w.call(t, stranger.account, address(t, j.work.str("escrow.enter.to")), hexBytes(t, j.work.str("escrow.enter.calldata")))
	w.mined(t, copied)
	w.mine(t, depth)
	if s := w.workStatus(t, j); s != "awaiting_chain" {
		t.Fatalf("entered by another address it is %s", s)
	}
	r := w.escrow(t, j)
	if r.num("entry_count") != 1 || r.at("entries.0.consented") != false || r.at("entries.0.deposited") != false {
		t.Fatalf("a copied entry: %s", clip(r.body))
	}
	w.enters(t, j)
	w.awards(t, j)
	w.receipted(t, j)
	w.mirrored(t)
}

// escrowCredited: the token refuses the payee; the amount becomes a credit, the
// award is paid all the same, and the deliverable opens.
func escrowCredited(t *testing.T, w *world) {
	j := w.escrowJob(t, nil)
	w.fundIt(t, j, "authorization")
	w.opens(t, j)
	w.submits(t, j)
	w.enters(t, j)
	blacklist(t, w, j.worker, true)
	w.awards(t, j)
	r := w.escrow(t, j)
	if r.at("tranches.0.award.payouts.0.credited") != true || r.num("credits.0.amount") != 24_875_001 || r.str("calls.0.call") != "withdraw" {
		t.Fatalf("%s", clip(r.body))
	}
	w.receipted(t, j)
	w.mirrored(t)
	blacklist(t, w, j.worker, false)
	before := w.balance(t, j.worker.account.Address)
	w.mined(t, w.sendCall(t, r, "calls.0"))
	w.mine(t, depth)
	if got := w.balance(t, j.worker.account.Address) - before; got != 24_875_001 {
		t.Errorf("withdrawn %d", got)
	}
	if r := w.escrow(t, j); len(r.list("credits")) != 0 {
		t.Errorf("%s", clip(r.body))
	}
	w.mirrored(t)
}

func blacklist(t *testing.T, w *world, p *person, on bool) {
	t.Helper()
	name := "unBlacklist(address)"
	if on {
		name = "blacklist(address)"
	}
	w.mined(t, w.usdc(t, w.deployer(), name, p.account.Address))
}

// escrowReturned: one mission is cancelled before anybody enters, another has
// nobody awarded and is refunded by a stranger when its time is over.
func escrowReturned(t *testing.T, w *world) {
	j := w.escrowJob(t, nil)
	w.fundIt(t, j, "allowance")
	w.opens(t, j)
	before := w.balance(t, j.poster.account.Address)
	r := w.escrow(t, j)
	if r.str("calls.0.call") != "cancel" {
		t.Fatalf("%s", clip(r.body))
	}
	w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/cancel", nil).want(t, 409, "wrong_funding")
	w.mined(t, w.sendCall(t, r, "calls.0", j.poster))
	w.mine(t, depth)
	if r := w.get(t, nil, "/missions/"+j.id).want(t, 200); r.str("status") != "voided" || r.str("escrow.status") != "cancelled" {
		t.Errorf("%s", clip(r.body))
	}
	if got := w.balance(t, j.poster.account.Address) - before; got != 25_000_001 {
		t.Errorf("%d came back", got)
	}
	w.mirrored(t)
}
