package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/cmd/oabpd/attest"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
)

// TestTranches plays missions with milestones and with several prizes: each
// tranche is decided by itself, opens its own deliverable alone, and what is left
// goes back.
func TestTranches(t *testing.T) {
	t.Parallel()
	s := newStage(t, 4)
	s.scenario(t, "milestones that are voted on", func(t *testing.T) { milestonesVoted(t, s) })
	s.scenario(t, "prizes that are voted on", func(t *testing.T) { prizesVoted(t, s) })
	s.scenario(t, "milestones and prizes that attesters decide", func(t *testing.T) { tranchesAttested(t, s) })
	s.scenario(t, "prizes for the first valid matches", func(t *testing.T) { prizesMatched(t, s) })
	s.scenario(t, "milestones for the first valid matches", func(t *testing.T) { milestonesMatched(t, s) })
	s.scenario(t, "a milestone that an arbiter refunds", func(t *testing.T) { milestoneRefunded(t, s) })
	s.scenario(t, "unequal prizes that were posted elsewhere", func(t *testing.T) { prizesElsewhere(t, s) })
}

// votes are the rules of a poll, with what more a mission has.
func votes(more map[string]any) map[string]any { return with("peer_vote", voteRules(), more) }

// milestonesVoted: of three milestones one is elected, over one there is a tie,
// and one is never voted on.
func milestonesVoted(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 3)
	j := s.posts(t, people[0], votes(milestones(7_000_001, 11_000_003, 5_000_000)))[0]
	a, rival, b, later := j.by(people[1], 0), j.by(people[2], 0), j.by(people[2], 1), j.by(people[1], 2)
	s.enterAll(t, a, rival, b, later)
	s.until(t, j.terms(t).SubmitBy)
	v, first, second := s.voters, people[1].account.Address, people[2].account.Address
	s.polls(t, "open", poll{a, 0, []ballot{{v[0], first, true}, {v[1], first, true}, {v[2], second, true}}},
		poll{b, 1, []ballot{{v[0], second, true}, {v[1], common.Address{}, true}, {v[2], second, true}, {v[3], common.Address{}, true}}})
	before := s.balance(t, first)
	s.mined(t, s.tally(t, a, 0), s.tally(t, b, 1))
	s.gains(t, first, before, a.net(t, 0))
	s.outcome(t, j, 1, settle.PollTie, common.Address{})
	s.paid(t, []award{{a, 0}}, rival, b, later)
	s.stands(t, j, "open open, 1 awards, resolved awarded, open open, open open")
	s.sentBack(t, j, 16_000_003)
	s.stands(t, j, "voided expired, 1 awards, resolved awarded, voided expired, voided expired")
	s.isOpen(t, a)
	for _, k := range []*escrowJob{rival, b, later} {
		s.closed(t, k)
	}
	s.mirrored(t, "verdictOf", "mission", "submissionOf", "pendingAward")
}

// prizesVoted: one worker wins two of three prizes with one work, the other one
// the third.
func prizesVoted(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 3)
	j := s.posts(t, people[0], votes(prizes(3, 25_000_001)))[0]
	a, b := j.by(people[1], 0), j.by(people[2], 0)
	s.enterAll(t, a, b)
	s.until(t, j.terms(t).SubmitBy)
	v := s.voters
	for n, k := range []*escrowJob{a, b, a} {
		choice := k.worker.account.Address
		s.polls(t, "open", poll{k, uint8(n), []ballot{{v[0], choice, true}, {v[1], choice, true}, {v[2], choice, true}}})
		s.tallies(t, k, uint8(n))
		s.paid(t, []award{{k, n}})
		s.stands(t, j, []string{"open open, 1 awards", "open open, 2 awards", "resolved awarded, 3 awards"}[n])
	}
	for n, k := range []*escrowJob{a, b, a} { // each award keeps a receipt of its own
		s.receipts(t, award{k, n})
	}
	s.mirrored(t, "verdictOf", "mission")
}

// wordOf is the file with one attester's word.
func (s *stage) wordOf(t *testing.T, attester devchain.Account, rule escrow.MatchRule, w *escrowJob, tranche int, all []*escrowJob) string {
	t.Helper()
	code, out := oabpd(t, s.attestArgsOf(t, attester, rule, w, all, "--tranche", fmt.Sprint(tranche))...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	path := filepath.Join(t.TempDir(), "word.json")
	writeFile(t, path, []byte(out))
	return path
}

// attests has two attesters sign, combines their words, and sends the award for
// the next block.
func (s *stage) attests(t *testing.T, rule escrow.MatchRule, w *escrowJob, tranche int, all []*escrowJob) common.Hash {
	t.Helper()
	args := []string{"attest", "combine", "--rpc", s.chain.HTTPURL()}
	for _, a := range s.attesters[:2] {
		args = append(args, s.wordOf(t, a, rule, w, tranche, all))
	}
	code, out := oabpd(t, args...)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	var a attest.Award
	must(t, json.Unmarshal([]byte(out), &a))
	return s.call(t, s.bank(), address(t, a.To.String()), a.Calldata)
}

// canaryRule is met by all work here.
var canaryRule = escrow.MatchRule{Mode: escrow.MatchRegex, Expected: `The eight suppliers: canary-[0-9a-f]{64}`}

// tranchesAttested: one of two milestones and two of three prizes are attested by
// two of three; one word is not enough. For the rest the oracle stays silent.
func tranchesAttested(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 3)
	oracle := map[string]any{"param": canaryRule.Hash()}
	jobs := s.posts(t, people[0], with("oracle", oracle, milestones(9_000_000, 4_000_000)), with("oracle", oracle, prizes(3, 10_000_000)))
	m, p := jobs[0], jobs[1]
	m0, m1, first, second := m.by(people[1], 0), m.by(people[2], 1), p.by(people[1], 0), p.by(people[2], 0)
	works := []*escrowJob{m0, m1, first, second}
	s.enterAll(t, works...)
	one := s.wordOf(t, s.attesters[2], canaryRule, m0, 0, works)
	if code, out := oabpd(t, "attest", "combine", one, "--rpc", s.chain.HTTPURL()); code != 1 || !strings.Contains(out, "AttestationCountOutOfRange[1 2]") {
		t.Errorf("one of three attests: exit %d: %s", code, out)
	}
	before := [2]int64{s.balance(t, people[1].account.Address), s.balance(t, people[2].account.Address)}
	s.mined(t, s.attests(t, canaryRule, m0, 0, works), s.attests(t, canaryRule, first, 2, works), s.attests(t, canaryRule, second, 0, works))
	s.gains(t, people[1].account.Address, before[0], m.net(t, 0)+p.net(t, 2))
	s.gains(t, people[2].account.Address, before[1], p.net(t, 0))
	s.paid(t, []award{{m0, 0}, {first, 2}, {second, 0}}, m1)
	s.stands(t, m, "open open, 1 awards, resolved awarded, open open")
	s.stands(t, p, "open open, 2 awards")
	s.mirrored(t, "attesters", "threshold", "isAttester", "mission")
	s.sentBack(t, m, 4_000_000)
	s.sentBack(t, p, 3_333_333)
	s.stands(t, m, "voided expired, 1 awards, resolved awarded, voided expired")
	s.stands(t, p, "voided expired, 2 awards")
	for _, k := range []*escrowJob{m0, first, second} {
		s.isOpen(t, k)
	}
	s.closed(t, m1)
	s.mirrored(t, "mission")
}

// prizesMatched: the first valid match wins one of two prizes, the next valid one
// the other; what is not valid wins nothing though it was first.
func prizesMatched(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 4)
	match := map[string]any{"param": canaryRule.Hash()}
	j := s.posts(t, people[0], with("first_valid_match", match, prizes(2, 10_000_001)))[0]
	bad, first, second := j.by(people[1], 0), j.by(people[2], 0), j.by(people[3], 0)
	bad.submitsText(t, s, "no canary at all")
	s.enterAll(t, first)
	s.enterAll(t, second)
	works := []*escrowJob{bad, first, second}
	s.refusesToAttest(t, "is not valid", s.attestArgsOf(t, s.attesters[0], canaryRule, bad, works))
	s.refusesToAttest(t, "is valid and stands before it", s.attestArgsOf(t, s.attesters[0], canaryRule, second, works))
	s.mined(t, s.attests(t, canaryRule, first, 0, works))
	s.paid(t, []award{{first, 0}}, bad, second)
	s.mined(t, s.attests(t, canaryRule, second, 1, works))
	s.paid(t, []award{{second, 1}}, bad)
	s.stands(t, j, "resolved awarded, 2 awards")
	s.closed(t, bad)
	s.mirrored(t, "mission", "submissionOf")
}

// milestonesMatched: each milestone is won by the first valid match for it,
// whoever entered the other one before.
func milestonesMatched(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 3)
	match := map[string]any{"param": canaryRule.Hash()}
	j := s.posts(t, people[0], with("first_valid_match", match, milestones(2_000_000, 3_000_000, 10_000)))[0]
	a0, b1, a1 := j.by(people[1], 0), j.by(people[2], 1), j.by(people[1], 1)
	s.enterAll(t, a0)
	s.enterAll(t, b1)
	s.enterAll(t, a1)
	works := []*escrowJob{a0, b1, a1}
	s.refusesToAttest(t, "is valid and stands before it", s.attestArgsOf(t, s.attesters[0], canaryRule, a1, works, "--tranche", "1"))
	s.mined(t, s.attests(t, canaryRule, b1, 1, works))
	s.paid(t, []award{{b1, 1}}, a0)
	s.closed(t, a1)
	s.mined(t, s.attests(t, canaryRule, a0, 0, works))
	s.paid(t, []award{{a0, 0}}, a1)
	s.stands(t, j, "open open, 2 awards, resolved awarded, resolved awarded, open open")
	s.sentBack(t, j, 10_000)
	s.mirrored(t, "mission", "submissionOf")
}
