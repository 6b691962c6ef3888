package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// milestoneRefunded: an arbiter refunds one milestone of three. No work is taken
// for it any more, while the others go on; another is paid after its appeal
// lapsed, and after the third was refunded.
func milestoneRefunded(t *testing.T, s *stage) {
	people, arbiter := s.cast(t, "Party", 4), s.arbiter(t)
	body := milestones(6_000_000, 5_000_000, 4_000_000)
	body["appeal"] = map[string]any{"arbiter": arbiter.Address.Hex(), "window_seconds": appealWindow, "bond": "1500000"}
	j := s.posts(t, people[0], body)[0]
	a, b := j.by(people[1], 0), j.by(people[2], 1)
	s.enterAll(t, a, b)
	s.proposes(t, a)
	s.mine(t, depth)
	s.appealsTranche(t, a, people[0])
	poster := s.balance(t, people[0].account.Address)
	r := s.rules(t, a, arbiter, settle.RulingRefund, a)
	if r.str("tranches.0.state") != "refunded" || r.str("status") != "active" || r.num("held") != 9_000_000 || r.num("refunds.0.tranche") != 0 {
		t.Errorf("%s", clip(r.body))
	}
	s.gains(t, people[0].account.Address, poster, 6_000_000+appealBond)
	s.closed(t, a)
	s.stands(t, j, "open open, 0 awards, voided expired, open open, open open")
	late := j.by(people[3], 0)
	body = work("for nothing")
	body["milestone_id"] = j.posted.str("escrow.tranches.0.milestone_id")
	s.post(t, late.worker, "/v1/bounties/"+j.bounty+"/submissions", body).want(t, 409, "mission_not_open")

	s.proposes(t, b)
	s.mine(t, depth)
	s.appealsTranche(t, b, people[0])
	s.mirrored(t, "pendingAward", "appealOf")
	if r := s.sentBack(t, j, 4_000_000); r.str("tranches.1.state") != "appealed" || r.num("pending") != 5_000_000 {
		t.Errorf("the pending award outlives the refund: %s", clip(r.body))
	}
	poster = s.balance(t, people[0].account.Address)
	r = s.escrow(t, j)
	s.mined(t, s.sendCall(t, r, callNamed(t, r, "finalize")))
	s.gains(t, people[0].account.Address, poster, appealBond)
	s.paid(t, []award{{b, 1}}, a)
	s.stands(t, j, "voided expired, 1 awards, voided expired, resolved awarded, voided expired")
	s.mirrored(t, "mission", "pendingAward", "appealOf")
}

// proposes sends the award of a work by its poster.
func (s *stage) proposes(t *testing.T, w *escrowJob) {
	t.Helper()
	call := s.get(t, w.poster, "/missions/"+w.id+"/award?submission_id="+w.sub).want(t, 200)
	s.mined(t, s.sendCall(t, call, "award", w.poster))
}

// appealsTranche has somebody appeal the award of a milestone's work, and waits
// until that is confirmed.
func (s *stage) appealsTranche(t *testing.T, w *escrowJob, who *person) {
	t.Helper()
	call := s.post(t, nil, "/missions/"+w.id+"/calls", map[string]any{"call": "appeal", "tranche": w.milestone, "evidence_hash": settle.Keccak256([]byte("why"))}).want(t, 200)
	to := address(t, call.str("to"))
	s.mined(t, s.usdc(t, who.account, "approve(address,uint256)", to, bigOf(appealBond)), s.call(t, who.account, to, hexBytes(t, call.str("calldata"))))
	s.mine(t, depth)
	if r, at := s.escrow(t, w), fmt.Sprintf("tranches.%d.", w.milestone); r.str(at+"state") != "appealed" || !strings.EqualFold(r.str(at+"appeal.appellant"), who.account.Address.Hex()) {
		t.Fatalf("appealed: %s", clip(r.body))
	}
}

// prizesElsewhere: a mission that its poster put on the chain without us, with
// prizes of different size, in part for work that was never submitted here and is
// shared by three.
func prizesElsewhere(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 5)
	poster, worker, stranger := people[0], people[1], people[2]
	j := s.postedElsewhere(t, poster, 7_000_000, 2_000_000, 1_000_003)
	w := j.by(worker, 0)
	s.submits(t, w)
	if got := w.work.str("contributors.0.payout_if_awarded"); got != "$6.965" {
		t.Errorf("the largest prize pays %s", got)
	}
	s.mined(t, s.sendCall(t, w.work, "escrow.enter", worker))
	split := settle.Split{BPS: []uint16{5000, 3333, 1667}}
	for _, p := range people[2:] {
		split.Payees = append(split.Payees, settle.Address(p.account.Address))
	}
	content := settle.Keccak256([]byte("work that was handed over elsewhere"))
	s.mined(t, s.call(t, stranger.account, s.contracts.Escrow.Address, digest.CalldataSubmit(settle.Hash(j.hash), 0, content, digest.SplitHash(split), "ipfs://elsewhere")))
	s.mine(t, depth)
	r := s.escrow(t, j)
	if r.num("entry_count") != 2 || r.at("entries.1.consented") != false || r.str("entries.0.submission_id") != w.sub {
		t.Fatalf("%s", clip(r.body))
	}
	var before []int64
	for _, p := range people[2:] {
		before = append(before, s.balance(t, p.account.Address))
	}
	s.mined(t, s.call(t, poster.account, s.contracts.Escrow.Address, digest.CalldataAward(j.terms(t), 2, settle.Address(stranger.account.Address), content, split)))
	s.mine(t, depth)
	r = s.escrow(t, j)
	net := units(j.net(t, 2))
	parts, err := money.SplitNet(net, units(1), []uint32{5000, 3333, 1667})
	must(t, err)
	for k, p := range people[2:] {
		at := fmt.Sprintf("tranches.2.award.payouts.%d.", k)
		if !strings.EqualFold(r.str(at+"to"), p.account.Address.Hex()) || r.str(at+"amount") != parts[k].String() {
			t.Errorf("payee %d: %s", k, clip(r.body))
		}
		s.gains(t, p.account.Address, before[k], int64(r.num(at+"amount")))
	}
	if r.at("tranches.2.award.submission_id") != nil || r.at("tranches.2.award.receipt_uri") != nil {
		t.Errorf("work that we never had: %s", clip(r.body))
	}
	s.isSealed(t, w)
	s.stands(t, j, "open open, 1 awards")
	call := s.get(t, poster, "/missions/"+j.id+"/award?submission_id="+w.sub).want(t, 200)
	if call.num("net") != 6_965_000 || call.num("award.tranche") != 0 {
		t.Errorf("%s", clip(call.body))
	}
	s.mined(t, s.sendCall(t, call, "award", poster))
	s.paid(t, []award{{w, 0}})
	if r := s.get(t, nil, "/v1/bounties/"+j.bounty).want(t, 200); r.num("bounty.fee_cents") != 4 { // 35,000 and 5,000 units
		t.Errorf("fees: %s", clip(r.body))
	}
	s.sentBack(t, j, 2_000_000)
	s.stands(t, j, "voided expired, 2 awards")
	s.mirrored(t, "mission", "submissionOf")
}

// postedElsewhere posts a mission by the contract alone, and waits until it is open here.
func (s *stage) postedElsewhere(t *testing.T, poster *person, prizes ...uint64) *escrowJob {
	t.Helper()
	at := settle.Address(poster.account.Address)
	d := escrow.Draft{Poster: at, Resolver: at, RefundTo: at, SubmitBy: s.now(t).Unix() + 7200, SpecHash: settle.Keccak256([]byte("spec"))}
	for _, n := range prizes {
		d.Parts = append(d.Parts, money.Units(n))
	}
	terms, err := escrow.New(d)
	must(t, err)
	terms.Layout = settle.Prizes
	id := digest.MissionID(s.chain.ChainID(), settle.Address(s.contracts.Escrow.Address), terms)
	s.mined(t, s.usdc(t, poster.account, "approve(address,uint256)", s.contracts.Escrow.Address, bigOf(1_000_000_000)),
		s.call(t, poster.account, s.contracts.Escrow.Address, digest.CalldataPost(terms, "ipfs://the-spec")))
	s.mine(t, depth)
	j := &escrowJob{poster: poster, id: settle.AdoptedID("mis_", id), bounty: settle.AdoptedID("bty_", id), hash: common.Hash(id)}
	r := s.escrow(t, j)
	if r.str("status") != "open" || r.str("spec_uri") != "ipfs://the-spec" {
		t.Fatalf("%s", clip(r.body))
	}
	j.posted = reply{body: fmt.Appendf(nil, `{"escrow":%s}`, r.body)}
	j.posted.doc = decode(j.posted.body)
	return j
}
