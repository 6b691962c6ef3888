package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle/money"
)

// stage is a world with everything that missions of any kind need: ERC-8004
// registries, three attesters of whom two must agree, and staked voters. Many
// missions can be played on it at once.
type stage struct {
	*world
	attesters            []devchain.Account
	identity, reputation common.Address
	voters               []devchain.Account
}

func newStage(t *testing.T, voters int) *stage {
	t.Helper()
	n := bare(t, startGeth(t, 0))
	s := &stage{}
	var tx [2]common.Hash
	s.identity, tx[0] = n.contract(t, n.deployer(), "IdentityStandIn")
	must(t, n.chain.Mine(t.Context(), 1))
	s.reputation, tx[1] = n.contract(t, n.deployer(), "ReputationStandIn", s.identity)
	must(t, n.chain.Mine(t.Context(), 1))
	n.succeeded(t, tx[:]...)
	for range 3 {
		s.attesters = append(s.attesters, newAccount(t, "attester"))
	}
	n.deploys(t, func(p *deploy.Parameters) {
		p.IdentityRegistry, p.ReputationRegistry = s.identity, s.reputation
		p.SetAttesters([]common.Address{s.attesters[0].Address, s.attesters[1].Address, s.attesters[2].Address}, 2)
	})
	s.world = over(t, n)
	if voters > 0 {
		s.voters = s.world.voters(t, voters)
	}
	return s
}

// cast makes people with money whose wallets are proven, in one block.
func (s *stage) cast(t *testing.T, name string, n int) (out []*person) {
	t.Helper()
	var all []common.Address
	for range n {
		s.people++
		p := &person{name: fmt.Sprintf("%s %d", name, s.people), account: newAccount(t, name)}
		out, all = append(out, p), append(all, p.account.Address)
	}
	s.fund(t, all...)
	for _, p := range out {
		s.signIn(t, p)
	}
	return out
}

// with are the members of a mission's body that say how it is verified.
func with(vtype string, params map[string]any, more map[string]any) map[string]any {
	body := map[string]any{"verification": map[string]any{"type": vtype, "params": params}}
	maps.Copy(body, more)
	return body
}

// milestones are members of a mission's body; the milestones sum to the reward.
func milestones(units ...int) map[string]any {
	var out []map[string]any
	for k, n := range units {
		out = append(out, map[string]any{"title": fmt.Sprintf("Part %d", k+1), "amount": fmt.Sprint(n)})
	}
	return map[string]any{"milestones": out, "reward": nil}
}

// prizes are members of a mission's body.
func prizes(n, reward int) map[string]any {
	return map[string]any{"max_winners": n, "reward": map[string]any{"amount": fmt.Sprint(reward)}}
}

// posts posts missions of one poster, funds them in one block, and waits until
// they are open; their work is due two hours later on the chain's clock.
func (s *stage) posts(t *testing.T, poster *person, bodies ...map[string]any) (out []*escrowJob) {
	t.Helper()
	var txs []common.Hash
	for _, more := range bodies {
		body := escrowBody(map[string]any{"deadline": s.now(t).Add(2 * time.Hour).Format(time.RFC3339)})
		maps.Copy(body, more)
		maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
		j := &escrowJob{poster: poster, posted: s.post(t, poster, "/missions", body).want(t, 201)}
		j.id = j.posted.str("mission_id")
		j.bounty, j.hash = strings.Replace(j.id, "mis_", "bty_", 1), common.HexToHash(j.posted.str("escrow.mission_hash"))
		txs = append(txs, s.sendCall(t, j.posted, "escrow.fund.allowance.approve", poster), s.sendCall(t, j.posted, "escrow.fund.allowance.post", poster))
		out = append(out, j)
	}
	s.mined(t, txs...)
	s.mine(t, depth)
	for _, j := range out {
		if r := s.escrow(t, j); r.str("status") != "open" {
			t.Fatalf("%s", clip(r.body))
		}
	}
	return out
}

// by is a worker's part in a mission: the work for a milestone, or for any prize.
func (j *escrowJob) by(worker *person, milestone int) *escrowJob {
	k := *j
	k.worker, k.milestone = worker, milestone
	return &k
}

// enterAll submits and enters work in one block, and waits until it is confirmed.
func (s *stage) enterAll(t *testing.T, works ...*escrowJob) {
	t.Helper()
	var txs []common.Hash
	for _, k := range works {
		s.submits(t, k)
		txs = append(txs, s.sendCall(t, k.work, "escrow.enter", k.worker))
	}
	s.mined(t, txs...)
	s.mine(t, depth)
	for _, k := range works {
		if got := s.workStatus(t, k); got != "pending" {
			t.Fatalf("entered and confirmed it is %s", got)
		}
	}
}

// net is what a tranche of a mission pays.
func (j *escrowJob) net(t *testing.T, tranche int) int64 {
	t.Helper()
	terms := j.terms(t)
	n, ok := terms.Tranches[tranche].SatSub(terms.Fees[tranche]).Uint64()
	if !ok {
		t.Fatal("a tranche of more than 64 bits")
	}
	return int64(n)
}

// award is a tranche that somebody's work has won.
type award struct {
	work    *escrowJob
	tranche int
}

// paid walks from the block of finalized awards (the tip) to their release: each
// opens its own deliverable, and no other of the works does.
func (s *stage) paid(t *testing.T, won []award, others ...*escrowJob) {
	t.Helper()
	s.mine(t, depth-1)
	for _, a := range won {
		r := s.escrow(t, a.work)
		if at := fmt.Sprintf("tranches.%d.", a.tranche); r.num(at+"seen.confirmations") != depth-1 || r.str(at+"state") == "paid" {
			t.Errorf("tranche %d with %d blocks on top: %s", a.tranche, depth-1, r.str(at+"state"))
		}
		if s.workStatus(t, a.work) == "pending" {
			s.isSealed(t, a.work)
		}
	}
	s.mine(t, 1)
	for _, a := range won {
		r, at := s.escrow(t, a.work), fmt.Sprintf("tranches.%d.", a.tranche)
		if r.str(at+"state") != "paid" || r.str(at+"award.status") != "settled" || r.str(at+"award.submission_id") != a.work.sub ||
			!strings.EqualFold(r.str(at+"award.agent"), a.work.worker.account.Address.Hex()) || r.num(at+"award.payouts.0.amount") != a.work.net(t, a.tranche) {
			t.Errorf("tranche %d with %d blocks on top: %s", a.tranche, depth, clip(r.body))
		}
		s.isOpen(t, a.work)
		s.receipts(t, a)
	}
	for _, k := range others {
		s.isSealed(t, k)
	}
}

// receipts: the tranche's receipt names it, and verifies.
func (s *stage) receipts(t *testing.T, a award) {
	t.Helper()
	uri := s.escrow(t, a.work).str(fmt.Sprintf("tranches.%d.award.receipt_uri", a.tranche))
	r := s.get(t, nil, uri).want(t, 200)
	if r.num("escrow.tranche") != int64(a.tranche) || r.num("settlement.amount") != a.work.net(t, a.tranche) || r.str("escrow.mission.hash") != strings.ToLower(a.work.hash.Hex()) ||
		r.str("submission_id") != a.work.sub {
		t.Errorf("the receipt of tranche %d at %s: %s", a.tranche, uri, clip(r.body))
	}
	if p := s.get(t, nil, r.str("chain_proof_uri")[len(s.url):]).want(t, 200); p.str("receipt_digest") != r.str("digest") || p.at("disputed") != false {
		t.Errorf("its proof is %s, of %s", p.body, r.str("digest"))
	}
	s.verify(t, r.body, 0, "--rpc", s.chain.HTTPURL())
}

// isOpen: the poster reads the work, and a stranger does not.
func (s *stage) isOpen(t *testing.T, j *escrowJob) {
	t.Helper()
	envelope := s.get(t, j.poster, "/v1/submissions/"+j.sub+"/envelope").want(t, 200)
	if h := sha256.Sum256(envelope.body); hexutil.Encode(h[:]) != j.work.str("content_hash") || !bytes.Contains(envelope.body, []byte(j.secret)) {
		t.Errorf("the envelope hashes to %x, not to %s", h, j.work.str("content_hash"))
	}
	if r := s.get(t, nil, "/v1/submissions/"+j.sub+"/envelope"); r.status != 401 && r.status != 403 || bytes.Contains(r.body, []byte(j.secret)) {
		t.Errorf("a stranger reads it: %d", r.status)
	}
	if got := s.workStatus(t, j); got != "accepted" {
		t.Errorf("the released work is %s", got)
	}
}

// sentBack has a stranger refund all that is left of a mission once it is due,
// and waits until that is confirmed.
func (s *stage) sentBack(t *testing.T, j *escrowJob, amount int64) reply {
	t.Helper()
	s.until(t, j.terms(t).RefundAt)
	r := s.escrow(t, j)
	before := s.balance(t, j.poster.account.Address)
	s.mined(t, s.sendCall(t, r, callNamed(t, r, "refund")))
	s.gains(t, j.poster.account.Address, before, amount)
	s.mine(t, depth)
	r = s.escrow(t, j)
	at := fmt.Sprintf("refunds.%d.", len(r.list("refunds"))-1)
	if r.str("status") != "refunded" || r.str(at+"reason") != "not_awarded" || r.num(at+"amount") != amount || r.num("held") != 0 {
		t.Errorf("refunded: %s", clip(r.body))
	}
	if l := s.get(t, nil, "/missions?limit=100&status=open").want(t, 200); strings.Contains(string(l.body), j.id) {
		t.Error("it is still listed")
	}
	return r
}

// standing is how the dialects show a mission: its status on OABP, on the other
// dialect and on the board, and the statuses of the board's milestones.
func (s *stage) standing(t *testing.T, j *escrowJob) string {
	t.Helper()
	a := s.get(t, nil, "/missions/"+j.id).want(t, 200)
	b := s.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200)
	out := fmt.Sprintf("%s %s, %d awards", a.str("status"), b.str("bounty.status"), len(b.list("bounty.awards")))
	for k := range b.list("bounty.milestones") {
		at := fmt.Sprintf("milestones.%d.status", k)
		out += fmt.Sprintf(", %s %s", a.str(at), b.str("bounty."+at))
	}
	return out
}

func (s *stage) stands(t *testing.T, j *escrowJob, want string) {
	t.Helper()
	if got := s.standing(t, j); got != want {
		t.Errorf("it stands %q, want %q", got, want)
	}
}

func units(n int64) money.Amount { return money.Units(uint64(n)) }

// submitsText submits some text and enters it, and waits until that is confirmed.
func (j *escrowJob) submitsText(t *testing.T, s *stage, text string) {
	t.Helper()
	j.secret = text
	j.work = s.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", work(text)).want(t, 201)
	j.sub = j.work.str("submission_id")
	s.mined(t, s.sendCall(t, j.work, "escrow.enter", j.worker))
	s.mine(t, depth)
}
