package e2e

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// TestUndecided plays missions and appeals that nobody decides: every vote that
// elects nobody, an oracle that never answers, arbiters that are absent. The money
// goes where the terms say, and nothing stays locked.
func TestUndecided(t *testing.T) {
	t.Parallel()
	s := newStage(t, 4)
	s.scenario(t, "votes that elect nobody, and a silent oracle", func(t *testing.T) { nobodyElected(t, s) })
	s.scenario(t, "appeals that are voted on in vain", func(t *testing.T) { appealsInVain(t, s) })
}

// heavy are rules of votes whose quorum of weight is more than three voters have.
func heavy() map[string]any {
	r := voteRules()
	r["vote"].(map[string]any)["quorum_weight"] = "300000001"
	return r
}

// nobodyElected: one poll each without reveals, without the weight, with nobody as
// its choice, with a winner whose payee voted for it, tallied too late, and never
// tallied; beside them a mission whose oracle never answers.
func nobodyElected(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 2)
	oracle := map[string]any{"param": canaryRule.Hash()}
	jobs := s.posts(t, people[0], votes(nil), with("peer_vote", heavy(), nil), votes(nil), votes(nil), votes(nil), votes(nil), with("oracle", oracle, nil))
	v := s.voters
	var works []*escrowJob
	for _, j := range jobs {
		works = append(works, j.by(people[1], 0))
	}
	selfish := s.entersFor(t, works[3], v[0]) // works[3] is entered by its worker too, and loses
	s.enterAll(t, works...)
	s.until(t, jobs[0].terms(t).SubmitBy)
	one := people[1].account.Address
	all := func(j *escrowJob, choice common.Address, reveal bool) poll {
		return poll{j, 0, []ballot{{v[0], choice, reveal}, {v[1], choice, reveal}, {v[2], choice, reveal}}}
	}
	polls := []poll{all(works[0], one, false), all(works[1], one, true), all(works[2], common.Address{}, true), all(works[3], v[3].Address, true),
		all(works[4], one, true), all(works[5], one, true)}
	s.polls(t, "open", polls...)
	s.mined(t, s.tally(t, works[0], 0), s.tally(t, works[1], 0), s.tallyFor(t, works[2], 0, common.Address{}, settle.Hash{}, settle.Split{}),
		s.tallyFor(t, works[3], 0, v[3].Address, selfish.content, selfish.split))
	s.outcome(t, works[0], 0, settle.PollNoQuorum, common.Address{})
	s.outcome(t, works[1], 0, settle.PollNoQuorum, common.Address{})
	s.outcome(t, works[2], 0, settle.PollNobody, common.Address{})
	s.outcome(t, works[3], 0, settle.PollConflicted, common.Address{})
	s.mine(t, depth)
	s.mirrored(t, "verdictOf", "countOf", "weightOf", "ballotOf")
	for _, k := range []int{0, 1, 3, 5} { // nobody is slashed where no choice was made
		s.reverts(t, s.voteCall(t, s.bank(), "settle", works[k].hash, uint8(0), v[0].Address))
	}
	s.until(t, jobs[0].terms(t).JudgeBy)
	s.tallies(t, works[4], 0)
	s.outcome(t, works[4], 0, settle.PollTooLate, one)
	s.mine(t, depth)
	for k, w := range works {
		r := s.escrow(t, w)
		if r.str("status") != "active" || r.str("tranches.0.state") != "free" || r.str("later.0.call") != "refund" || r.str("later.0.not_before") != r.str("refund_at") {
			t.Errorf("mission %d: %s", k, clip(r.body))
		}
		s.stands(t, w, "open open, 0 awards")
		s.isSealed(t, w)
	}
	s.allSentBack(t, works)
	s.tallies(t, works[5], 0) // over money that is gone
	s.outcome(t, works[5], 0, settle.PollTooLate, one)
	s.mine(t, depth)
	for _, w := range works {
		s.stands(t, w, "voided expired, 0 awards")
		s.closed(t, w)
	}
	s.mirrored(t, "verdictOf", "mission", "owed")
}

// allSentBack has a stranger refund missions in one block.
func (s *stage) allSentBack(t *testing.T, works []*escrowJob) {
	t.Helper()
	var last, sum int64
	for _, w := range works {
		last = max(last, w.terms(t).RefundAt)
	}
	s.until(t, last)
	poster := works[0].poster.account.Address
	before := s.balance(t, poster)
	var txs []common.Hash
	for _, w := range works {
		r := s.escrow(t, w)
		txs = append(txs, s.sendCall(t, r, callNamed(t, r, "refund")))
		sum += r.num("held")
	}
	s.mined(t, txs...)
	s.gains(t, poster, before, sum)
	s.mine(t, depth)
	for _, w := range works {
		if r := s.escrow(t, w); r.str("status") != "refunded" || r.num("held") != 0 || r.str("refunds.0.reason") != "not_awarded" {
			t.Errorf("%s", clip(r.body))
		}
	}
}

// reverts makes a block with transactions that must fail.
func (s *stage) reverts(t *testing.T, txs ...common.Hash) {
	t.Helper()
	s.mine(t, 1)
	for _, tx := range txs {
		if r, err := s.client.TransactionReceipt(t.Context(), tx); err != nil || r.Status != 0 {
			t.Errorf("%s did not revert: %+v %v", tx, r, err)
		}
	}
}

// elsewhere is work that was entered by the contract alone.
type elsewhere struct {
	content settle.Hash
	split   settle.Split
}

// entersFor enters work of the last voter whose payee is another voter.
func (s *stage) entersFor(t *testing.T, j *escrowJob, payee devchain.Account) elsewhere {
	t.Helper()
	e := elsewhere{settle.Keccak256([]byte("for a voter")), settle.Split{Payees: []settle.Address{settle.Address(payee.Address)}, BPS: []uint16{10_000}}}
	s.mined(t, s.call(t, s.voters[3], s.contracts.Escrow.Address, digest.CalldataSubmit(settle.Hash(j.hash), 0, e.content, digest.SplitHash(e.split), "")))
	return e
}

// appealsInVain: the vote contract is the arbiter of four awards. Over one there is
// a tie, over one too few reveal, and over one they are tallied too late; so these
// stand, and the bonds go back. Over the last one nobody is elected, and the reward
// goes back.
func appealsInVain(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 3)
	body := with("creator_judges", nil, map[string]any{"appeal": map[string]any{"arbiter": s.contracts.Vote.Address.Hex(), "window_seconds": appealWindow, "bond": "1500000"}})
	jobs := s.posts(t, people[0], body, body, body, body)
	var works, others []*escrowJob
	for _, j := range jobs {
		works, others = append(works, j.by(people[1], 0)), append(others, j.by(people[2], 0))
	}
	s.enterAll(t, append(append([]*escrowJob{}, works...), others...)...)
	s.until(t, jobs[0].terms(t).SubmitBy)
	for _, w := range works {
		s.proposes(t, w)
	}
	s.mine(t, depth)
	before := s.balance(t, people[2].account.Address)
	for _, w := range works {
		s.appealsTranche(t, w, people[2])
	}
	const number = 128
	v, first, second := s.voters, people[1].account.Address, people[2].account.Address
	polls := []poll{{works[0], number, []ballot{{v[0], first, true}, {v[1], first, true}, {v[2], second, true}, {v[3], second, true}}},
		{works[1], number, []ballot{{v[0], second, true}, {v[1], second, true}, {v[2], second, false}}},
		{works[2], number, []ballot{{v[0], second, true}, {v[1], second, true}, {v[2], second, true}, {v[3], second, false}}},
		{works[3], number, []ballot{{v[0], common.Address{}, true}, {v[1], common.Address{}, true}, {v[2], common.Address{}, true}}}}
	s.polls(t, "openAppeal", polls...)
	poster := s.balance(t, people[0].account.Address)
	s.mined(t, s.tally(t, works[0], number), s.tally(t, works[1], number), s.tallyFor(t, works[3], number, common.Address{}, settle.Hash{}, settle.Split{}))
	s.gains(t, people[0].account.Address, poster, 25_000_001)
	s.gains(t, second, before, -3*appealBond)
	s.outcome(t, works[3], number, settle.PollNobody, common.Address{})
	s.outcome(t, works[0], number, settle.PollTie, common.Address{})
	s.outcome(t, works[1], number, settle.PollNoQuorum, common.Address{})
	s.mine(t, depth)
	r := s.escrow(t, works[3])
	ruled(t, r, "refund", people[2])
	if r.str("status") != "settled" || r.str("tranches.0.state") != "refunded" || r.str("refunds.0.reason") != "ruled" {
		t.Errorf("%s", clip(r.body))
	}
	s.stands(t, works[3], "voided expired, 0 awards")
	s.closed(t, works[3])
	s.closed(t, others[3])
	r = s.escrow(t, works[2])
	s.until(t, parsed(t, r.str("tranches.0.appeal.rule_by")))
	s.tallies(t, others[2], number)
	s.outcome(t, works[2], number, settle.PollTooLate, second)
	s.mine(t, depth)
	s.mirrored(t, "verdictOf", "appealOf", "pendingAward")
	had := s.balance(t, first)
	var txs []common.Hash
	var won []award
	for _, w := range works[:3] {
		r := s.escrow(t, w)
		txs, won = append(txs, s.sendCall(t, r, callNamed(t, r, "finalize"))), append(won, award{w, 0})
	}
	s.mined(t, txs...)
	s.gains(t, first, had, 3*24_875_001)
	s.gains(t, second, before, 0)
	s.paid(t, won, others[:3]...)
	for k, w := range works[:3] {
		ruled(t, s.escrow(t, w), "lapsed", people[2])
		s.stands(t, w, "resolved awarded, 1 awards")
		s.closed(t, others[k])
	}
	s.settles(t, works[2], number, v[3:], v[:3], 13_333_333)
	s.mirrored(t, "mission", "appealOf", "pendingAward")
}

// parsed is a time of a reply in Unix seconds.
func parsed(t *testing.T, text string) int64 {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	must(t, err)
	return at.Unix()
}
