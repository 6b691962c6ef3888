package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// TestRefusedByTheToken plays awards, bonds and refunds that the token does not
// move: it has listed the payee, or moves nothing. Each becomes a credit, blocks
// nobody else, and its owner gets it later, whoever sends the call.
func TestRefusedByTheToken(t *testing.T) {
	t.Parallel()
	s := newStage(t, 0)
	s.scenario(t, "payees that the token has listed", func(t *testing.T) { listedPayees(t, s) })
	s.scenario(t, "a token that moves nothing", func(t *testing.T) { pausedToken(t, s) })
}

func (s *stage) lists(t *testing.T, p *person, on bool) common.Hash {
	t.Helper()
	name := map[bool]string{true: "blacklist(address)", false: "unBlacklist(address)"}[on]
	return s.usdc(t, s.deployer(), name, p.account.Address)
}

// credit is what a mission's view says that an address has in the escrow; 0 for nothing.
func (s *stage) credit(t *testing.T, j *escrowJob, p *person) int64 {
	t.Helper()
	r := s.escrow(t, j)
	for k := range r.list("credits") {
		if at := fmt.Sprintf("credits.%d.", k); strings.EqualFold(r.str(at+"owner"), p.account.Address.Hex()) {
			return r.num(at + "amount")
		}
	}
	return 0
}

// withdrawal is the call that pays a credit out, as it is offered.
func (s *stage) withdrawal(t *testing.T, j *escrowJob, p *person) common.Hash {
	t.Helper()
	r := s.escrow(t, j)
	data := digest.CalldataWithdraw(settle.Address(p.account.Address)).String()
	for k := range r.list("calls") {
		if at := fmt.Sprintf("calls.%d", k); r.str(at+".call") == "withdraw" && r.str(at+".calldata") == data {
			return s.sendCall(t, r, at)
		}
	}
	t.Fatalf("no withdrawal of %s in %s", p.account.Address, clip(r.body))
	return common.Hash{}
}

// listedPayees: a worker with two prizes of two missions, one payee of three, and an
// appellant to whom the bond goes. All others get theirs at once.
func listedPayees(t *testing.T, s *stage) {
	people, arbiter := s.cast(t, "Party", 5), s.arbiter(t)
	listed, other := people[1], people[2]
	appeal := map[string]any{"appeal": map[string]any{"arbiter": arbiter.Address.Hex(), "window_seconds": appealWindow, "bond": "1500000"}}
	jobs := s.posts(t, people[0], prizes(2, 10_000_000), milestones(3_000_000, 2_000_000), appeal)
	p, m, disputed := jobs[0], jobs[1], jobs[2]
	p1, p2, m0, won := p.by(listed, 0), p.by(other, 0), m.by(listed, 0), disputed.by(other, 0)
	lost := disputed.by(listed, 0)
	s.enterAll(t, p1, p2, m0, won, lost)
	team, content := settle.Split{BPS: []uint16{2000, 3000, 5000}}, settle.Keccak256([]byte("elsewhere"))
	for _, x := range []*person{people[3], listed, people[4]} {
		team.Payees = append(team.Payees, settle.Address(x.account.Address))
	}
	s.mined(t, s.call(t, people[3].account, s.contracts.Escrow.Address, digest.CalldataSubmit(settle.Hash(m.hash), 1, content, digest.SplitHash(team), "")))
	s.proposes(t, won)
	s.mine(t, depth)
	s.appealsTranche(t, won, listed)
	s.mined(t, s.lists(t, listed, true))
	had := [3]int64{s.balance(t, listed.account.Address), s.balance(t, people[3].account.Address), s.balance(t, people[4].account.Address)}
	r := s.rules(t, won, arbiter, settle.RulingOther, lost)
	ruled(t, r, "other", listed)
	if r.at("tranches.0.ruling.bond.credited") != true || s.credit(t, disputed, listed) != appealBond {
		t.Errorf("the bond of the listed one: %s", clip(r.body))
	}
	for _, x := range []award{{p1, 0}, {p2, 1}, {m0, 0}} {
		s.proposes(t, x.work)
	}
	s.mined(t, s.call(t, people[0].account, s.contracts.Escrow.Address, digest.CalldataAward(m.terms(t), 1, settle.Address(people[3].account.Address), content, team)))
	r = s.escrow(t, disputed)
	s.mined(t, s.sendCall(t, r, callNamed(t, r, "finalize")))
	s.mine(t, depth)
	for _, x := range []award{{p1, 0}, {m0, 0}, {lost, 0}} { // credited, and released all the same
		r := s.escrow(t, x.work)
		if r.at("tranches.0.award.payouts.0.credited") != true || r.str("tranches.0.award.status") != "settled" {
			t.Errorf("credited: %s", clip(r.body))
		}
		s.isOpen(t, x.work)
		s.receipts(t, x)
	}
	s.isOpen(t, p2)
	parts := []int64{398_000, 597_000, 995_000} // of 1,990,000
	r = s.escrow(t, m)
	for k, want := range parts {
		if at := fmt.Sprintf("tranches.1.award.payouts.%d.", k); r.num(at+"amount") != want || r.at(at+"credited") != (k == 1) {
			t.Errorf("payee %d: %s", k, clip(r.body))
		}
	}
	s.gains(t, people[3].account.Address, had[1], parts[0])
	s.gains(t, people[4].account.Address, had[2], parts[2])
	s.gains(t, listed.account.Address, had[0], 0)
	whole := appealBond + p.net(t, 0) + m.net(t, 0) + disputed.net(t, 0) + parts[1]
	for _, j := range jobs {
		if got := s.credit(t, j, listed); got != whole {
			t.Errorf("the credit is %d, not %d", got, whole)
		}
	}
	s.mirrored(t, "credit", "mission")
	s.reverts(t, s.withdrawal(t, p, listed)) // while it is listed
	s.mined(t, s.lists(t, listed, false))
	first, again := s.withdrawal(t, p, listed), s.withdrawal(t, m, listed)
	s.reverts(t, again)
	s.succeeded(t, first)
	s.gains(t, listed.account.Address, had[0], whole)
	s.mine(t, depth)
	for _, j := range jobs {
		if r := s.escrow(t, j); len(r.list("credits")) != 0 || s.credit(t, j, listed) != 0 {
			t.Errorf("%s", clip(r.body))
		}
	}
	s.mirrored(t, "mission", "feesAccrued")
}

// pausedToken: while the token moves nothing, one prize is awarded and paid by
// credit, an arbiter refunds another part, and what is left goes back; all of it
// waits for its owners.
func pausedToken(t *testing.T, s *stage) {
	people, arbiter := s.cast(t, "Party", 3), s.arbiter(t)
	poster, worker := people[0], people[1]
	more := prizes(3, 9_000_000)
	more["appeal"] = map[string]any{"arbiter": arbiter.Address.Hex(), "window_seconds": appealWindow, "bond": "1500000"}
	jobs := s.posts(t, poster, prizes(2, 8_000_000), more)
	plain, appealable := jobs[0], jobs[1]
	a, b := plain.by(worker, 0), appealable.by(worker, 0)
	s.enterAll(t, a, b)
	s.proposes(t, b)
	s.mine(t, depth)
	s.appealsTranche(t, b, poster)
	s.mined(t, s.usdc(t, s.deployer(), "pause()"))
	had := [2]int64{s.balance(t, poster.account.Address), s.balance(t, worker.account.Address)}
	s.proposes(t, a)
	s.rules(t, b, arbiter, settle.RulingRefund, b)
	s.isOpen(t, a)
	s.receipts(t, award{a, 0})
	if r := s.escrow(t, a); r.at("tranches.0.award.payouts.0.credited") != true || s.credit(t, plain, worker) != plain.net(t, 0) {
		t.Errorf("awarded while nothing moves: %s", clip(r.body))
	}
	if r := s.escrow(t, b); r.at("refunds.0.credited") != true || r.at("tranches.0.ruling.bond.credited") != true || s.credit(t, appealable, poster) != 3_000_000+appealBond {
		t.Errorf("refunded while nothing moves: %s", clip(r.body))
	}
	s.until(t, appealable.terms(t).RefundAt)
	var txs []common.Hash
	for _, j := range jobs {
		r := s.escrow(t, j)
		txs = append(txs, s.sendCall(t, r, callNamed(t, r, "refund")))
	}
	s.mined(t, txs...)
	s.mine(t, depth)
	s.mirrored(t, "credit", "mission")
	s.stands(t, plain, "voided expired, 1 awards")
	s.stands(t, appealable, "voided expired, 0 awards")
	s.closed(t, b)
	s.gains(t, poster.account.Address, had[0], 0)
	s.reverts(t, s.withdrawal(t, plain, poster), s.withdrawal(t, plain, worker))
	s.mined(t, s.usdc(t, s.deployer(), "unpause()"))
	s.mined(t, s.withdrawal(t, appealable, poster), s.withdrawal(t, plain, worker))
	s.gains(t, poster.account.Address, had[0], 3_000_000+appealBond+4_000_000+6_000_000)
	s.gains(t, worker.account.Address, had[1], plain.net(t, 0))
	s.mine(t, depth)
	for _, j := range jobs {
		if r := s.escrow(t, j); len(r.list("credits")) != 0 {
			t.Errorf("%s", clip(r.body))
		}
	}
	s.mirrored(t, "mission")
}
