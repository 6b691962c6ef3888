package engine_test

import (
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// matching is a mission that a rule decides.
func (s *scene) matching(v settle.NewVerification) *settle.Mission {
	s.t.Helper()
	v.Type = settle.FirstValidMatch
	return s.mission(s.poster, settle.NewMission{Verification: &v})
}

func (s *scene) answer(m *settle.Mission, a *enginetest.Actor, text string) *settle.Submission {
	s.t.Helper()
	sub, err := s.Answer(m.ID, a, text)
	s.ok(err)
	s.Answered(sub, text)
	return sub
}

// picks are the instructions of a mission.
func (s *scene) picks(m *settle.Mission) (out []*settle.Instruction) {
	s.t.Helper()
	s.State(func(tx settle.Tx) { out = settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID)) })
	return out
}

func (s *scene) unmatched(sub *settle.Submission, reason settle.CheckReason) {
	s.t.Helper()
	if sub.Status != settle.SubmissionRejected || sub.Check.State != settle.CheckUnmatched || sub.Check.Reason != reason || sub.DecidedAt == 0 {
		s.t.Fatalf("%+v, %+v: want rejected, %s", sub, sub.Check, reason)
	}
}

// A match resolves inline: the submission that satisfies the rule is picked by the
// transaction that stores it, and wins once it is paid (VERIFY-01, VERIFY-04).
func TestVERIFY01MatchIsPickedInline(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	m := s.matching(settle.NewVerification{Regex: `answer \d{3}`})
	sub := s.answer(m, s.a, "answer 042")
	if !sub.Matched() || sub.Status != settle.SubmissionPending {
		t.Fatalf("%+v %+v", sub, sub.Check)
	}
	picks := s.picks(m)
	if len(picks) != 1 || picks[0].Submission != sub.ID || !picks[0].Running() || !picks[0].Automatic || picks[0].Deposit.IsZero() {
		t.Fatalf("the match was not picked: %+v", picks)
	}
	s.Mine(s.tagged(s.poster.Wallet0(), picks[0]))
	s.Empty(7)
	s.is(picks[0].ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	s.Refold()
}

// What does not match is kept, rejected with its reason; the mission stays open, and
// a third wrong answer is the last (VERIFY-02, VERIFY-05).
func TestVERIFY02NonMatchStaysOpen(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{Regex: `ab+`})
	for range 3 {
		s.unmatched(s.answer(m, s.a, "ab "), settle.ReasonNoMatch)
	}
	_, err := s.Answer(m.ID, s.a, "abb")
	s.code(err, settle.CodeRateLimited)
	if m := s.Mission(m.ID); m.Status != settle.MissionOpen || len(s.picks(m)) != 0 {
		t.Fatalf("%+v", m)
	}
	if sub := s.answer(m, s.b, "abb"); !sub.Matched() {
		t.Fatalf("%+v", sub.Check)
	}
	s.Refold()
}

// The first match wins; what matches later waits, and has its turn when the first
// ends unpaid for good (VERIFY-03).
func TestVERIFY03FirstMatchWins(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{Expected: "needle"})
	first, second := s.answer(m, s.a, "a NEEDLE"), s.answer(m, s.b, "needles")
	if picks := s.picks(m); len(picks) != 1 || picks[0].Submission != first.ID || second.Status != settle.SubmissionPending || !second.Matched() {
		t.Fatalf("%+v, second %+v", picks, second)
	}
	_, err := s.Pick(s.poster, second, settle.Address{}, false)
	s.code(err, settle.CodeSettlementInProgress)
	s.lapse()
	_, err = s.Pick(s.poster, second, settle.Address{}, false)
	s.code(err, settle.CodeConflict) // the first may still be renewed
	for range settle.RenewalsMax {
		s.ok(s.renew(s.poster, first))
		s.lapse()
	}
	s.code(s.renew(s.poster, first), settle.CodeReservationSpent)
	i := s.pick(s.poster, second)
	if i.Automatic {
		t.Error("the poster's pick is called automatic")
	}
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(7)
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	_, err = s.Answer(m.ID, s.NewActor("late"), "needle")
	s.code(err, settle.CodeMissionNotOpen)
	s.Refold()
}

// A match that came while another held the slot has its turn at the latest a day
// later, whatever became of those before it; the next to come does not overtake it.
func TestMatchesKeepTheirOrder(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{Expected: "x"})
	first, second := s.answer(m, s.a, "x"), s.answer(m, s.b, "x")
	s.lapse()
	c := s.NewActor("cid")
	s.payout(c, c.Wallet0())
	third := s.answer(m, c, "x")
	if n := len(s.picks(m)); n != 1 {
		t.Fatalf("%d picks: the third overtook the first", n)
	}
	_, err := s.Pick(s.poster, third, settle.Address{}, false)
	s.code(err, settle.CodeConflict)
	s.MineAfter(settle.ReservedSumMax)
	for _, sub := range []*settle.Submission{first, second} {
		s.State(func(tx settle.Tx) {
			if f := settle.FirstMatch(tx, m, s.Now); f != nil {
				t.Errorf("%s is first after a day (asked about %s)", f.ID, sub.ID)
			}
		})
	}
	s.pick(s.poster, third)
}

// No pick that ended unpaid keeps a match from being picked, and a match that ends
// unpaid keeps its poster from no pick; but it is in their record (R10).
func TestAutomaticMatchesNeverCount(t *testing.T) {
	s := newScene(t)
	s.t.Helper()
	for range settle.UnpaidPicksMax {
		s.picked(s.poster, s.a)
	}
	s.lapse()
	plain := s.mission(s.poster, settle.NewMission{})
	sub := s.submit(plain, s.a)
	_, err := s.Pick(s.poster, sub, settle.Address{}, false)
	s.code(err, settle.CodeTooManyUnpaidPicks)
	m := s.matching(settle.NewVerification{Expected: "x"})
	s.answer(m, s.b, "x")
	if n := len(s.picks(m)); n != 1 {
		t.Fatalf("%d picks", n)
	}
	s.lapse()
	s.State(func(tx settle.Tx) {
		a := settle.GetRow[settle.Agent](tx, s.poster.Agent)
		if len(a.UnpaidPicks) != settle.UnpaidPicksMax || a.UnpaidTotal != settle.UnpaidPicksMax+1 {
			t.Errorf("%d of %d count", len(a.UnpaidPicks), a.UnpaidTotal)
		}
	})
}

// A match is not stored at all while it could not be picked for want of a fresh tip.
func TestMatchWithoutTipIsNotStored(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{Expected: "x"})
	s.Now += 31_000
	_, err := s.Answer(m.ID, s.a, "x")
	s.code(err, settle.CodeChainUnavailable)
	s.unmatched(s.answer(m, s.a, "y"), settle.ReasonNoMatch) // costs a turn as ever
	s.MineAfter(31)
	if sub := s.answer(m, s.a, "x"); len(s.picks(m)) != 1 || !sub.Matched() {
		t.Fatal("not picked")
	}
	for range 2 {
		_, err = s.Answer(m.ID, s.a, "y")
	}
	s.code(err, settle.CodeRateLimited)
}

// The poster of a mission that a rule decides neither rejects work nor picks what
// does not match, and there are no teams, whose work arrives with a consent.
func TestRuleDecidesNotThePoster(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{PredicateURI: "https://judge.example/{submission_id}"})
	sub := s.answer(m, s.a, "x")
	if sub.Check.State != settle.CheckAsking || sub.Status != settle.SubmissionPending || len(s.picks(m)) != 0 {
		t.Fatalf("%+v", sub)
	}
	_, err := s.Pick(s.poster, sub, settle.Address{}, false)
	s.code(err, settle.CodeConflict)
	_, err = s.Engine.Reject(s.Ctx, s.poster.Agent, m.ID, sub.ID, "no")
	s.code(err, settle.CodeConflict)
	_, err = s.Draft(m.ID, "", s.a, s.b)
	s.code(err, settle.CodeVerificationUnsupported)
}

// An oracle that the operator does not know is taken; work for it is recorded, and
// is not called verified; its poster picks (VERIFY-06, VERIFY-08).
func TestVERIFY08UnknownOracleIsRecorded(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Verification: &settle.NewVerification{Type: settle.OracleDecides, OracleDescription: "the weather service"}})
	if m.Verification.Oracle.Known || settle.VerificationOf(m) != "oracle" {
		t.Fatalf("%+v", m.Verification)
	}
	sub := s.answer(m, s.a, "it rained")
	if sub.Check.State != settle.CheckUnverified || sub.Matched() || sub.Status != settle.SubmissionPending || len(s.picks(m)) != 0 {
		t.Fatalf("%+v %+v", sub, sub.Check)
	}
	s.pick(s.poster, sub)
}

// What is expected is nowhere in the state or the journal, and is told to nobody but
// the poster.
func TestExpectedIsSealed(t *testing.T) {
	s := newScene(t)
	const secret = "Xyzzy-7741"
	for _, mode := range []settle.MatchMode{"", settle.MatchExact, settle.MatchRegex} {
		m := s.matching(settle.NewVerification{Expected: secret, MatchMode: mode})
		s.unmatched(s.answer(m, s.a, "plugh"), settle.ReasonNoMatch)
		s.answer(m, s.b, secret)
		got, err := s.Engine.MatchRule(s.Ctx, s.poster.Agent, m.ID)
		s.ok(err)
		if got != secret {
			t.Errorf("the poster is told %q", got)
		}
		for _, who := range []string{"", s.a.Agent, s.b.Agent, s.hostile.Agent} {
			_, err := s.Engine.MatchRule(s.Ctx, who, m.ID)
			s.code(err, settle.CodeForbidden)
		}
		s.State(func(tx settle.Tx) {
			if ct := string(tx.Envelope(m.ID + "/rule")); ct == "" || strings.Contains(ct, secret) {
				t.Errorf("%q is beside the journal", ct)
			}
		})
	}
	s.ok(s.Store.Facts(s.Ctx, 0, func(f settle.Fact) error {
		if strings.Contains(strings.ToLower(string(f.Body)), strings.ToLower(secret)) {
			t.Errorf("fact %d says %s", f.Seq, f.Body)
		}
		return nil
	}))
	s.Refold()
}

func TestPostRefusesRules(t *testing.T) {
	s := newScene(t)
	long := strings.Repeat("a", 501)
	for name, c := range map[string]struct {
		v    settle.NewVerification
		want settle.Code
		say  string
	}{
		"nothing":          {settle.NewVerification{}, settle.CodeMatchRuleInvalid, "give expected, regex"},
		"two":              {settle.NewVerification{Regex: "a", Expected: "b"}, settle.CodeMatchRuleInvalid, "one of"},
		"two others":       {settle.NewVerification{Expected: "b", TargetHash: settle.Hash{1}}, settle.CodeMatchRuleInvalid, "one of"},
		"lookahead":        {settle.NewVerification{Regex: `(?=.*\d).+`}, settle.CodeMatchRuleInvalid, "no lookahead"},
		"lookbehind":       {settle.NewVerification{Regex: `(?<!a)b`}, settle.CodeMatchRuleInvalid, "lookbehind"},
		"back-reference":   {settle.NewVerification{Regex: `(a)\1`}, settle.CodeMatchRuleInvalid, "back-references"},
		"long":             {settle.NewVerification{Regex: long}, settle.CodeMatchRuleInvalid, "500"},
		"long, in secret":  {settle.NewVerification{Expected: long, MatchMode: settle.MatchRegex}, settle.CodeMatchRuleInvalid, "500"},
		"large program":    {settle.NewVerification{Regex: strings.Repeat(`.{0,1000}`, 3)}, settle.CodeMatchRuleInvalid, "steps"},
		"large repetition": {settle.NewVerification{Regex: `a{1001}`}, settle.CodeMatchRuleInvalid, "1000"},
		"open":             {settle.NewVerification{Regex: `(`}, settle.CodeMatchRuleInvalid, "missing closing"},
		"mode of a regex":  {settle.NewVerification{Regex: "a", MatchMode: settle.MatchExact}, settle.CodeMatchRuleInvalid, "match_mode"},
		"mode of a hash":   {settle.NewVerification{TargetHash: settle.Hash{1}, MatchMode: settle.MatchExact}, settle.CodeMatchRuleInvalid, "match_mode"},
		"unknown mode":     {settle.NewVerification{Expected: "a", MatchMode: "glob"}, settle.CodeMatchRuleInvalid, "substring"},
		"predicate mode":   {settle.NewVerification{Expected: "https://x", MatchMode: settle.MatchPredicate}, settle.CodeMatchRuleInvalid, "substring"},
		"content leaks":    {settle.NewVerification{PredicateURI: "https://x/?c={content}"}, settle.CodePredicateLeaks, "ids and hashes"},
		"uri leaks":        {settle.NewVerification{PredicateURI: "https://x/?c={content_uri}"}, settle.CodePredicateLeaks, "ids and hashes"},
		"unknown variable": {settle.NewVerification{PredicateURI: "https://x/?c={colour}"}, settle.CodeMatchRuleInvalid, "colour"},
		"variable in host": {settle.NewVerification{PredicateURI: "https://{agent_id}.x/"}, settle.CodeMatchRuleInvalid, "host"},
		"http":             {settle.NewVerification{PredicateURI: "http://x/"}, settle.CodeMatchRuleInvalid, "https"},
		"file":             {settle.NewVerification{PredicateURI: "file:///etc/passwd"}, settle.CodeMatchRuleInvalid, "https"},
		"credentials":      {settle.NewVerification{PredicateURI: "https://u:p@x/"}, settle.CodeMatchRuleInvalid, "credentials"},
		"line break":       {settle.NewVerification{PredicateURI: "https://x/\r\nHost: y"}, settle.CodeMatchRuleInvalid, "control"},
	} {
		c.v.Type = settle.FirstValidMatch
		_, err := s.Post(s.poster, settle.NewMission{Verification: &c.v})
		if settle.CodeOf(err) != c.want || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: %v, want %s saying %q", name, err, c.want, c.say)
		}
	}
	match := settle.NewVerification{Type: settle.FirstValidMatch, Expected: "x"}
	for name, in := range map[string]settle.NewMission{
		"stated":     {Mode: settle.ModeStated, Verification: &match},
		"milestones": {Milestones: []settle.NewMilestone{{Title: "one", Reward: enginetest.USDC(1)}, {Title: "two", Reward: enginetest.USDC(1)}}, Verification: &match},
		"peer vote":  {Verification: &settle.NewVerification{Type: settle.PeerVote}},
	} {
		_, err := s.Post(s.poster, in)
		if settle.CodeOf(err) != settle.CodeVerificationUnsupported {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, v := range map[string]settle.NewVerification{
		"judged by its poster": {Expected: "x"}, "oracle without anything": {Type: settle.OracleDecides}, "method alone": {Type: settle.OracleDecides, OracleMethod: "f()"},
		"oracle with a rule": {Type: settle.OracleDecides, OracleDescription: "d", Expected: "x"}} {
		_, err := s.Post(s.poster, settle.NewMission{Verification: &v})
		s.t.Log(name)
		s.code(err, settle.CodeMatchRuleInvalid)
	}
}
