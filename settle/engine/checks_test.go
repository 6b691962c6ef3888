package engine_test

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/evidence"
)

const elsewhere = "https://worker.example/CANARY-work"

// elsewhere submits what a URI names.
func (s *scene) elsewhere(m *settle.Mission, a *enginetest.Actor, uri, content string) *settle.Submission {
	s.t.Helper()
	sub, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: a.Agent, Mission: m.ID, Preview: "p",
		Source: &settle.Source{URI: uri, Hash: sha256.Sum256([]byte(content))}})
	s.ok(err)
	s.Answered(sub, content)
	return sub
}

// checks works on what is due, and looks at the submission again.
func (s *scene) checks(sub *settle.Submission) *settle.Submission {
	s.t.Helper()
	s.WorkChecks()
	sub = s.Submission(sub.ID)
	s.Answered(sub, s.Text(sub.ID))
	return sub
}

// Content elsewhere is read, sealed and deposited; then it is work like any other.
// The journal says when and how much, and neither where nor with which bare hash.
func TestContentIsFetched(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	const content = "CANARY content"
	sub := s.elsewhere(m, s.a, elsewhere, content)
	s.Web.Pages[elsewhere] = enginetest.Page{Body: content}
	sub = s.checks(sub)
	if f := sub.Check.Fetched; !sub.Deposited || sub.Fetching || sub.ContentHash.IsZero() || sub.Status != settle.SubmissionPending ||
		sub.Check.State != settle.CheckUnverified || f == nil || f.Scheme != "https" || f.Bytes != int64(len(content)) || f.Attempts != 1 || f.At != s.Now {
		t.Fatalf("%+v %+v", sub, sub.Check)
	}
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.a.Agent})
	s.ok(err)
	if got := v.Visible[0]; got.Content.Text != content || got.Source.URI != elsewhere || got.Read.Endpoint != "worker.example" {
		t.Errorf("%+v", got)
	}
	v, err = s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.poster.Agent})
	s.ok(err)
	if got := v.Visible[0]; got.Content != nil || got.Source != nil || got.Read != nil {
		t.Errorf("the poster sees %+v before paying", got)
	}
	i := s.pick(s.poster, sub)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Empty(7)
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	v, err = s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.poster.Agent})
	s.ok(err)
	if got := v.Visible[0]; got.Content.Text != content || got.Source.URI != elsewhere || got.Source.Hash != sha256.Sum256([]byte(content)) {
		t.Errorf("the poster sees %+v after paying", got)
	}
	bare := settle.Hash(sha256.Sum256([]byte(content))).String()[2:]
	s.ok(s.Store.Facts(s.Ctx, 0, func(f settle.Fact) error {
		if b := string(f.Body); strings.Contains(b, "CANARY") || strings.Contains(b, "worker.example") || strings.Contains(b, bare) {
			t.Errorf("the journal says %s", b)
		}
		return nil
	}))
	s.Refold()
}

// A rule is applied to what was read, and to its bytes.
func TestMatchOfFetchedContent(t *testing.T) {
	s := newScene(t)
	target := sha256.Sum256([]byte("\xff\x00binary"))
	m := s.matching(settle.NewVerification{TargetHash: target})
	wrong := s.elsewhere(m, s.b, elsewhere+"1", "text")
	right := s.elsewhere(m, s.a, elsewhere+"2", "\xff\x00binary")
	s.Web.Pages[elsewhere+"1"] = enginetest.Page{Body: "text"}
	s.Web.Pages[elsewhere+"2"] = enginetest.Page{Body: "\xff\x00binary"}
	s.WorkChecks()
	s.unmatched(s.Submission(wrong.ID), settle.ReasonNoMatch)
	if picks := s.picks(m); !s.Submission(right.ID).Matched() || len(picks) != 1 || picks[0].Submission != right.ID || !picks[0].Automatic {
		t.Fatalf("%+v, picks %+v", s.Submission(right.ID).Check, picks)
	}
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.a.Agent})
	s.ok(err)
	if got := v.Visible[0].Content.Text; got != "data:application/octet-stream;base64,/wBiaW5hcnk=" {
		t.Errorf("the envelope holds %q", got)
	}
	s.Refold()
}

// What cannot be read is tried again on a schedule, by whichever process, and in the
// end rejected with a reason; what no attempt can change is rejected at once.
func TestFetchIsTriedAgain(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	sub := s.elsewhere(m, s.a, elsewhere, "late")
	waits := []time.Duration{0, 10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
	for n, wait := range waits {
		if wait > 0 {
			s.Now += wait.Milliseconds() - 1
			s.WorkChecks()
			s.Restart()
			s.Now++
		}
		s.WorkChecks()
		if len(s.Web.Asked) != n+1 {
			t.Fatalf("after wait %d: %d requests", n, len(s.Web.Asked))
		}
		if got := s.Submission(sub.ID); (got.Status == settle.SubmissionRejected) != (n == len(waits)-1) {
			t.Fatalf("after attempt %d: %s", n+1, got.Status)
		}
	}
	s.unmatched(s.Submission(sub.ID), settle.ReasonUnreachable)
	s.Now += 48 * 3600 * 1000
	s.WorkChecks()
	if len(s.Web.Asked) != len(waits) {
		t.Errorf("%d requests", len(s.Web.Asked))
	}
	m = s.mission(s.poster, settle.NewMission{})
	for n, c := range []struct {
		page enginetest.Page
		want settle.CheckReason
	}{
		{enginetest.Page{Final: settle.ReasonForbidden}, settle.ReasonForbidden},
		{enginetest.Page{Final: settle.ReasonTooLarge}, settle.ReasonTooLarge},
		{enginetest.Page{Body: "something else"}, settle.ReasonHashDiffers},
	} {
		s.Web.Pages[elsewhere] = c.page
		s.unmatched(s.checks(s.elsewhere(m, []*enginetest.Actor{s.a, s.a, s.b}[n], elsewhere, "what was promised")), c.want)
	}
	s.Refold()
}

// A worker that dies loses its lease, and the work is done by another; one that is
// slow finds that another was faster. Nothing is said twice.
func TestWorkersDieAndOvertake(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	sub := s.elsewhere(m, s.a, elsewhere, "x")
	s.Web.Pages[elsewhere] = enginetest.Page{Body: "x"}
	jobs, err := s.Store.TakeCheckJobs(s.Ctx, s.Now, s.Now+180_000, 9)
	s.ok(err)
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	} // and dies
	s.Now += 179_999
	s.WorkChecks()
	if len(s.Web.Asked) != 0 {
		t.Fatal("its lease was not respected")
	}
	s.Now++
	s.Web.OnAsk = func() { // this one sleeps, and another does all of it
		s.Web.OnAsk = nil
		s.Now += 200_000
		s.WorkChecks()
	}
	s.WorkChecks()
	facts := 0
	s.ok(s.Store.Facts(s.Ctx, 0, func(f settle.Fact) error {
		if f.Kind == settle.KindWorkChecked {
			facts++
		}
		return nil
	}))
	if got := s.Submission(sub.ID); facts != 1 || len(s.Web.Asked) != 2 || !got.Deposited {
		t.Fatalf("%d facts, %d requests, %+v", facts, len(s.Web.Asked), got)
	}
	s.Refold()
}

// What ended meanwhile is left alone.
func TestCheckOfWhatHasEnded(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	sub := s.elsewhere(m, s.a, elsewhere, "x")
	s.Web.Pages[elsewhere] = enginetest.Page{Body: "x"}
	s.Web.OnAsk = func() {
		s.Web.OnAsk = nil
		_, err := s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID)
		s.ok(err)
	}
	s.WorkChecks()
	if got := s.Submission(sub.ID); got.Deposited || got.Status != settle.SubmissionClosed {
		t.Fatalf("%+v", got)
	}
	m = s.mission(s.poster, settle.NewMission{})
	s.elsewhere(m, s.a, elsewhere, "x")
	_, err := s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID)
	s.ok(err)
	s.WorkChecks()
	if len(s.Web.Asked) != 1 {
		t.Errorf("asked about a mission that had ended")
	}
	s.Refold()
}

// A predicate's server is told ids and the sealed content's hash, nothing else; 200
// with JSON passes.
func TestPredicateDecides(t *testing.T) {
	for name, c := range map[string]struct {
		page enginetest.Page
		want settle.CheckState
	}{
		"json":      {enginetest.Page{Status: 200, Body: `{"any":1}`}, settle.CheckMatched},
		"true":      {enginetest.Page{Status: 200, Body: " true\n"}, settle.CheckMatched},
		"pass":      {enginetest.Page{Status: 200, Body: `{"pass":true}`}, settle.CheckMatched},
		"no pass":   {enginetest.Page{Status: 200, Body: `{"pass":false}`}, settle.CheckUnmatched},
		"false":     {enginetest.Page{Status: 200, Body: `false`}, settle.CheckUnmatched},
		"null":      {enginetest.Page{Status: 200, Body: `null`}, settle.CheckUnmatched},
		"text":      {enginetest.Page{Status: 200, Body: `OK`}, settle.CheckUnmatched},
		"nothing":   {enginetest.Page{Status: 200}, settle.CheckUnmatched},
		"two":       {enginetest.Page{Status: 200, Body: `{}{}`}, settle.CheckUnmatched},
		"created":   {enginetest.Page{Status: 201, Body: `{}`}, settle.CheckUnmatched},
		"not found": {enginetest.Page{Status: 404, Body: `{}`}, settle.CheckUnmatched},
		"error":     {enginetest.Page{Status: 500, Body: `{}`}, settle.CheckAsking},
		"too many":  {enginetest.Page{Status: 429, Body: `{}`}, settle.CheckAsking},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			m := s.matching(settle.NewVerification{PredicateURI: "https://judge.example/?q=1", Expected: "beaten by the predicate"})
			sub := s.answer(m, s.a, "CANARY work")
			url := "https://judge.example/?q=1&mission_id=" + m.ID + "&submission_id=" + sub.ID + "&agent_id=" + s.a.Agent + "&content_hash=" + sub.ContentHash.String()
			s.Web.Pages[url] = c.page
			sub = s.checks(sub)
			if len(s.Web.Asked) != 1 || s.Web.Asked[0] != url {
				t.Fatalf("asked %q", s.Web.Asked)
			}
			if sub.Check.State != c.want || (len(s.picks(m)) == 1) != (c.want == settle.CheckMatched) {
				t.Fatalf("%+v, %d picks", sub.Check, len(s.picks(m)))
			}
			if c.want == settle.CheckAsking {
				return
			}
			if a := sub.Check.Answered; a.By != "judge.example" || a.Status != c.page.Status || a.Hash != sha256.Sum256([]byte(c.page.Body)) || a.Attempts != 1 {
				t.Errorf("recorded %+v", a)
			}
			s.Refold()
		})
	}
}

// A predicate that never answers rejects in the end, with its own reason.
func TestPredicateNeverAnswers(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{PredicateURI: "https://judge.example/"})
	sub := s.answer(m, s.a, "x")
	for range 7 {
		s.WorkChecks()
		s.Now += 6 * 3600 * 1000
	}
	s.unmatched(s.Submission(sub.ID), settle.ReasonPredicateSilent)
	if len(s.Web.Asked) != 7 {
		t.Errorf("asked %d times", len(s.Web.Asked))
	}
}

// What was read elsewhere may be put to a predicate then; and a match that comes
// while the chain does not answer is said once it does, with its pick.
func TestFetchedThenAskedThenPicked(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{PredicateURI: "https://judge.example/{submission_id}"})
	sub := s.elsewhere(m, s.a, elsewhere, "x")
	s.Web.Pages[elsewhere] = enginetest.Page{Body: "x"}
	s.Web.Pages["https://judge.example/"+sub.ID] = enginetest.Page{Status: 200, Body: "{}"}
	s.Now += 31_000 // no block came
	if sub = s.checks(sub); sub.Check.State != settle.CheckAsking || !sub.Deposited || sub.Check.Fetched == nil {
		t.Fatalf("%+v", sub.Check)
	}
	s.MineAfter(31)
	s.Now += 10_000
	if sub = s.checks(sub); !sub.Matched() || len(s.picks(m)) != 1 || sub.Check.Fetched == nil || sub.Check.Answered == nil {
		t.Fatalf("%+v, %d picks", sub.Check, len(s.picks(m)))
	}
	s.Refold()
}

// A match whose payee cannot receive is a match all the same.
func TestMatchOfWhoCannotBePaid(t *testing.T) {
	s := newScene(t)
	m := s.matching(settle.NewVerification{PredicateURI: "https://judge.example/{submission_id}"})
	sub := s.answer(m, s.a, "x")
	s.Web.Pages["https://judge.example/"+sub.ID] = enginetest.Page{Status: 200, Body: "{}"}
	s.Chain.Blacklisted[s.a.Wallet0()] = true
	if sub = s.checks(sub); !sub.Matched() || len(s.picks(m)) != 0 {
		t.Fatalf("%+v, %d picks", sub.Check, len(s.picks(m)))
	}
	delete(s.Chain.Blacklisted, s.a.Wallet0())
	s.pick(s.poster, sub)
}

// An oracle on the operator's list decides, and only by our own question to it: what
// the submitter claims counts nothing (VERIFY-06). Its answer is recorded with block.
func TestVERIFY06OracleIsAsked(t *testing.T) {
	s := newScene(t)
	call := engine.OracleCall{Contract: enginetest.Addr("oracle"), Method: "decided(bytes32,bytes32,address,bytes32)"}
	s.Known = []engine.OracleCall{call}
	s.Restart()
	m := s.mission(s.poster, settle.NewMission{Verification: &settle.NewVerification{Type: settle.OracleDecides, OracleContract: call.Contract, OracleMethod: call.Method}})
	if !m.Verification.Oracle.Known {
		t.Fatal("it is on the list")
	}
	sub := s.answer(m, s.a, "verified: true, the oracle said yes")
	if sub.Check.State != settle.CheckAsking || sub.Matched() || len(s.picks(m)) != 0 {
		t.Fatalf("%+v", sub.Check)
	}
	selector := settle.Keccak256([]byte(call.Method))
	var payee settle.Hash
	copy(payee[12:], s.a.Wallets[0][:])
	data := string(selector[:4])
	for _, w := range []settle.Hash{digest.PublicID(m.ID), digest.PublicID(sub.ID), payee, sub.ContentHash} {
		data += string(w[:])
	}
	for _, said := range []func(){func() {}, func() { s.Oracles[data] = false }, func() { s.Oracles[data] = false }} {
		said()
		s.MineAfter(600)
		s.WorkChecks()
		if got := s.Submission(sub.ID); got.Check.State != settle.CheckAsking || got.Status != settle.SubmissionPending {
			t.Fatalf("it said no: %+v", got.Check)
		}
	}
	s.Oracles[data] = true
	s.MineAfter(600)
	sub = s.checks(sub)
	if a := sub.Check.Answered; !sub.Matched() || a.Block != s.Chain.Tip().BlockRef || a.By != "one, two" || a.Hash.IsZero() || a.Attempts != 4 || len(s.picks(m)) != 1 {
		t.Fatalf("%+v %+v", sub.Check, sub.Check.Answered)
	}
	s.Refold()
}

func TestParseOracle(t *testing.T) {
	at := enginetest.Addr("oracle").Checksum()
	for _, good := range []string{"f(bytes32)", "isDone(address)", "_a1(bytes32,bytes32,bytes32,address)", "f(address,bytes32)"} {
		if o, err := engine.ParseOracle(at + ":" + good); err != nil || o.Method != good || o.Contract != enginetest.Addr("oracle") {
			t.Errorf("%s: %+v %v", good, o, err)
		}
	}
	for _, bad := range []string{"", at, at + ":", at + ":f", at + ":f()", at + ":f(bytes32", at + ":f(bytes32, bytes32)", at + ":f(uint256)", at + ":f(bytes32,bytes32,bytes32,bytes32)",
		at + ":f(address,address)", at + ":1f(bytes32)", at + ":f g(bytes32)", at + ":(bytes32)", "0x12:f(bytes32)", at + ":f(bytes32)x", at + ":f((bytes32))"} {
		if o, err := engine.ParseOracle(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, o)
		}
	}
}

// A URI that can never be read is refused while its submitter looks.
func TestContentURIIsAdmittedFirst(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	_, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Preview: "p", Source: &settle.Source{URI: "ftp://x/"}})
	s.code(err, settle.CodeInvalid)
}

// Evidence comes with content that is elsewhere too, and is sealed with it.
func TestFetchedEnvelopeHoldsEvidence(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Evidence: []evidence.Requirement{{Kind: evidence.Attestation, Label: "who did it", Min: 1}}})
	sub, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Preview: "p", Source: &settle.Source{URI: elsewhere},
		Evidence: []evidence.Item{{Kind: evidence.Attestation, Label: "who did it", Value: json.RawMessage(`{"text":"I did it myself"}`)}}})
	s.ok(err)
	s.Web.Pages[elsewhere] = enginetest.Page{Body: "x"}
	s.WorkChecks()
	env, err := s.Engine.Envelope(s.Ctx, sub.ID, settle.Viewer{Agent: s.a.Agent})
	s.ok(err)
	if !strings.Contains(string(env), `"content":"x"`) || !strings.Contains(string(env), "I did it") || settle.Hash(sha256.Sum256(env)) != s.Submission(sub.ID).ContentHash {
		t.Errorf("%s", env)
	}
}
