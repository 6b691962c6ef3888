package escrow_test

import (
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

var (
	poster, arbiter, ann, bob = settle.Address{1}, settle.Address{2}, settle.Address{3}, settle.Address{4}
	annSplit                  = escrow.Solo(ann)
	annWork, bobWork          = settle.Hash{0xa}, settle.Hash{0xb}
	reply, salt               = []byte("forty-two"), settle.Hash{7}
)

// posted is a view of a mission that was posted a minute ago, and what changes it.
func posted(t *testing.T, d escrow.Draft, change ...func(*settle.EscrowView)) *settle.EscrowView {
	t.Helper()
	terms, err := escrow.New(d)
	if err != nil {
		t.Fatal(err)
	}
	m := &settle.Mission{Terms: &terms, OnChain: settle.Hash{0xdd}, Contract: settle.Address{0xee}}
	v := &settle.EscrowView{Mission: m, Tip: &settle.StoredBlock{BlockRef: settle.BlockRef{Number: 100}, Time: now + 60},
		Soon: &settle.EscrowMission{Hash: m.OnChain, Status: settle.EscrowOpen, Held: terms.Reward, Tranches: make([]settle.EscrowTranche, len(terms.Tranches))}}
	for _, f := range change {
		f(v)
	}
	return v
}

func judged() escrow.Draft {
	d := draft()
	d.Prizes, d.Arbiter, d.AppealWindow, d.AppealBond = 2, arbiter, 600, money.Units(escrow.MinTranche)
	return d
}

func matched() escrow.Draft {
	d := draft()
	d.Resolver, d.VType, d.Param, d.RevealWindow = settle.Address{}, settle.FirstValidMatch, sha256.Sum256(reply), 600
	return d
}

func at(seconds int64) func(*settle.EscrowView) {
	return func(v *settle.EscrowView) { v.Tip.Time = seconds }
}

func stands(s settle.EscrowStatus) func(*settle.EscrowView) {
	return func(v *settle.EscrowView) { v.Soon.Status = s }
}

// worked: ann and bob have entered.
func worked(v *settle.EscrowView) {
	v.Soon.Status = settle.EscrowActive
	for n, a := range []settle.Address{ann, bob} {
		e := &settle.EscrowEntry{Agent: a, ContentHash: []settle.Hash{annWork, bobWork}[n], SplitHash: digest.SplitHash(escrow.Solo(a))}
		v.SoonEntries = append(v.SoonEntries, e)
		v.Entries = append(v.Entries, settle.EscrowEntryView{Entry: e, Submission: &settle.Submission{Escrow: &settle.EscrowWork{Address: a, Split: escrow.Solo(a)}}})
	}
}

// proposed: ann's award of the first part is pending until a moment.
func proposed(until int64) func(*settle.EscrowView) {
	return func(v *settle.EscrowView) {
		worked(v)
		v.Soon.PendingMask |= 1
		v.Soon.Tranches[0].Pending = &settle.PendingAward{Agent: ann, FinalAt: until}
	}
}

func appealed(ruleBy int64) func(*settle.EscrowView) {
	return func(v *settle.EscrowView) {
		proposed(now + 90)(v)
		v.Soon.Tranches[0].Pending.Appealed = true
		v.Soon.Tranches[0].Appeal = &settle.EscrowAppeal{Appellant: bob, RuleBy: ruleBy}
	}
}

// committed: an agent has committed to the answer in a block.
func committed(agent settle.Address, block uint64, revealed bool) func(*settle.EscrowView) {
	return func(v *settle.EscrowView) {
		v.Soon.Status = settle.EscrowActive
		v.SoonCommitments = append(v.SoonCommitments, &settle.EscrowCommitment{Agent: agent, Seq: block, Revealed: revealed,
			Commitment: digest.Commitment(v.Mission.OnChain, agent, reply, salt)})
	}
}

func gone(v *settle.EscrowView) { v.Soon = nil }

func unheld(v *settle.EscrowView) { v.Soon.Held = money.Amount{} }

func done(v *settle.EscrowView) { v.Soon.DoneMask = 1 }

func milestones() escrow.Draft {
	d := judged()
	d.Prizes, d.Parts = 0, []money.Amount{money.Units(20_000), money.Units(20_000)}
	return d
}

// The calls, each as its function is asked.
var calls = map[string]func(*settle.EscrowView) error{
	"cancel":        escrow.CheckCancel,
	"refund":        escrow.CheckRefund,
	"enter 0":       func(v *settle.EscrowView) error { return escrow.CheckEnter(v, 0, ann) },
	"enter 1":       func(v *settle.EscrowView) error { return escrow.CheckEnter(v, 1, ann) },
	"commit":        func(v *settle.EscrowView) error { return escrow.CheckCommit(v, settle.Address{}) },
	"commit by ann": func(v *settle.EscrowView) error { return escrow.CheckCommit(v, ann) },
	"reveal":        func(v *settle.EscrowView) error { _, _, err := escrow.CheckReveal(v, reply, salt); return err },
	"reveal wrong":  func(v *settle.EscrowView) error { _, _, err := escrow.CheckReveal(v, []byte("41"), salt); return err },
	"award 0": func(v *settle.EscrowView) error {
		return escrow.CheckAward(v, 0, ann, annWork, digest.SplitHash(annSplit))
	},
	"award 9": func(v *settle.EscrowView) error {
		return escrow.CheckAward(v, 9, ann, annWork, digest.SplitHash(annSplit))
	},
	"award poster": func(v *settle.EscrowView) error {
		return escrow.CheckAward(v, 0, poster, annWork, digest.SplitHash(annSplit))
	},
	"award another": func(v *settle.EscrowView) error {
		return escrow.CheckAward(v, 0, ann, bobWork, digest.SplitHash(annSplit))
	},
	"appeal":         func(v *settle.EscrowView) error { return escrow.CheckAppeal(v, 0, settle.Address{}) },
	"appeal by ann":  func(v *settle.EscrowView) error { return escrow.CheckAppeal(v, 0, ann) },
	"appeal by bob":  func(v *settle.EscrowView) error { return escrow.CheckAppeal(v, 0, bob) },
	"appeal poster":  func(v *settle.EscrowView) error { return escrow.CheckAppeal(v, 0, poster) },
	"appeal unknown": func(v *settle.EscrowView) error { return escrow.CheckAppeal(v, 0, settle.Address{99}) },
	"finalize": func(v *settle.EscrowView) error {
		return escrow.CheckFinalize(v, 0, annWork, digest.SplitHash(annSplit))
	},
	"finalize other": func(v *settle.EscrowView) error {
		return escrow.CheckFinalize(v, 0, bobWork, digest.SplitHash(annSplit))
	},
	"withdraw": func(v *settle.EscrowView) error { return escrow.CheckWithdraw(v, ann) },
	"post":     func(v *settle.EscrowView) error { return escrow.CheckPost(v, facts()) },
}

// TestWhatTheEscrowWouldAnswer: each call at each stage, at the second before a
// window's end and at it.
func TestWhatTheEscrowWouldAnswer(t *testing.T) {
	type change = func(*settle.EscrowView)
	d := judged()
	terms, err := escrow.New(d)
	if err != nil {
		t.Fatal(err)
	}
	owed := func(v *settle.EscrowView) {
		v.SoonCredits = []*settle.EscrowCredit{{Owner: ann, Amount: money.Units(5)}}
	}
	ruled := func(v *settle.EscrowView) { proposed(0)(v) }
	for _, c := range []struct {
		draft  escrow.Draft
		change []change
		// want are the calls with the code of their refusal; empty: it is taken.
		want map[string]settle.Code
	}{
		{judged(), []change{gone}, map[string]settle.Code{"post": "", "cancel": settle.CodeMissionNotFunded, "enter 0": settle.CodeMissionNotFunded,
			"award 0": settle.CodeMissionNotFunded, "appeal": settle.CodeNoPendingAward, "finalize": settle.CodeNoPendingAward, "refund": settle.CodeRefundNotDue}},
		{judged(), []change{gone, at(terms.SubmitBy - 1)}, map[string]settle.Code{"post": ""}},
		{judged(), []change{gone, at(terms.SubmitBy)}, map[string]settle.Code{"post": settle.CodeSubmitWindowClosed}},
		{judged(), nil, map[string]settle.Code{"cancel": "", "refund": settle.CodeRefundNotDue, "enter 0": "", "enter 1": settle.CodeTrancheOutOfRange,
			"commit": settle.CodeNoCommitmentsTaken, "reveal": settle.CodeNoCommitmentsTaken, "award 0": settle.CodeWrongStatus,
			"appeal": settle.CodeNoPendingAward, "finalize": settle.CodeNoPendingAward, "withdraw": settle.CodeNoCredit}},
		{milestones(), []change{worked}, map[string]settle.Code{"enter 1": ""}},
		{judged(), []change{at(terms.SubmitBy - 1)}, map[string]settle.Code{"enter 0": ""}},
		{judged(), []change{at(terms.SubmitBy)}, map[string]settle.Code{"enter 0": settle.CodeSubmitWindowClosed, "cancel": ""}},
		{judged(), []change{worked}, map[string]settle.Code{"cancel": settle.CodeWrongStatus, "award 0": "", "award 9": settle.CodeTrancheOutOfRange,
			"award poster": settle.CodePosterBarred, "award another": settle.CodeNotCurrentSubmission}},
		{judged(), []change{worked, done}, map[string]settle.Code{"award 0": settle.CodeTrancheTaken}},
		{judged(), []change{worked, at(terms.JudgeBy - 1)}, map[string]settle.Code{"award 0": ""}},
		{judged(), []change{worked, at(terms.JudgeBy)}, map[string]settle.Code{"award 0": settle.CodeJudgeWindowClosed}},
		{judged(), []change{worked, at(terms.RefundAt - 1)}, map[string]settle.Code{"refund": settle.CodeRefundNotDue}},
		{judged(), []change{worked, at(terms.RefundAt)}, map[string]settle.Code{"refund": ""}},
		{judged(), []change{worked, unheld, at(terms.RefundAt)}, map[string]settle.Code{"refund": settle.CodeNothingToRefund}},
		{judged(), []change{stands(settle.EscrowRefunded), at(terms.RefundAt)}, map[string]settle.Code{"refund": settle.CodeWrongStatus, "cancel": settle.CodeWrongStatus, "enter 0": settle.CodeWrongStatus}},
		{judged(), []change{proposed(now + 90)}, map[string]settle.Code{"award 0": settle.CodeTrancheTaken, "enter 0": settle.CodeSubmissionLocked,
			"appeal": "", "appeal poster": "", "appeal by bob": "", "appeal by ann": settle.CodeNotAppellant, "appeal unknown": settle.CodeNotAppellant, "finalize": settle.CodeNotFinalYet}},
		{milestones(), []change{proposed(now + 90)}, map[string]settle.Code{"enter 0": settle.CodeSubmissionLocked, "enter 1": ""}},
		{judged(), []change{proposed(now + 90), at(now + 89)}, map[string]settle.Code{"appeal": "", "finalize": settle.CodeNotFinalYet}},
		{judged(), []change{proposed(now + 90), at(now + 90)}, map[string]settle.Code{"appeal": settle.CodeAppealWindowClosed, "appeal poster": settle.CodeAppealWindowClosed,
			"finalize": "", "finalize other": settle.CodeNotCurrentSubmission}},
		{judged(), []change{ruled}, map[string]settle.Code{"appeal": settle.CodeAppealWindowClosed, "finalize": ""}},
		{judged(), []change{appealed(now + 300), at(now + 299)}, map[string]settle.Code{"appeal": settle.CodeAlreadyAppealed, "finalize": settle.CodeNotFinalYet}},
		{judged(), []change{appealed(now + 300), at(now + 300)}, map[string]settle.Code{"finalize": ""}},
		{draft(), []change{proposed(now + 90)}, map[string]settle.Code{"appeal": settle.CodeAppealsOff}},
		{judged(), []change{owed}, map[string]settle.Code{"withdraw": ""}},
		{matched(), nil, map[string]settle.Code{"commit": "", "enter 0": settle.CodeTrancheOutOfRange, "reveal": settle.CodeWrongStatus, "reveal wrong": settle.CodeWrongAnswer}},
		{matched(), []change{at(terms.SubmitBy)}, map[string]settle.Code{"commit": settle.CodeSubmitWindowClosed}},
		{matched(), []change{committed(ann, 98, false)}, map[string]settle.Code{"commit": "", "commit by ann": settle.CodeAlreadyCommitted, "reveal": ""}},
		{matched(), []change{committed(ann, 99, false)}, map[string]settle.Code{"reveal": settle.CodeCommitmentTooYoung}},
		{matched(), []change{committed(ann, 9, true)}, map[string]settle.Code{"commit by ann": "", "reveal": settle.CodeNoCommitment}},
		{matched(), []change{committed(poster, 9, false)}, map[string]settle.Code{"reveal": settle.CodePosterBarred}},
		{matched(), []change{committed(ann, 9, false), at(terms.JudgeBy - 1)}, map[string]settle.Code{"reveal": ""}},
		{matched(), []change{committed(ann, 9, false), at(terms.JudgeBy)}, map[string]settle.Code{"reveal": settle.CodeJudgeWindowClosed}},
		{matched(), []change{proposed(terms.JudgeBy + 90), committed(bob, 9, false), at(terms.JudgeBy + 89)}, map[string]settle.Code{"reveal": ""}},
		{matched(), []change{proposed(terms.JudgeBy + 90), committed(bob, 9, false), at(terms.JudgeBy + 90)}, map[string]settle.Code{"reveal": settle.CodeRevealWindowClosed, "finalize": ""}},
	} {
		for name, want := range c.want {
			if got := settle.CodeOf(calls[name](posted(t, c.draft, c.change...))); got != want {
				t.Errorf("%s at %+v: %q, want %q", name, posted(t, c.draft, c.change...).Soon, got, want)
			}
		}
	}
}

// TestCallsAreThoseThatAreTaken: what is offered is what would be taken, and what
// waits says until when.
func TestCallsAreThoseThatAreTaken(t *testing.T) {
	terms, err := escrow.New(judged())
	if err != nil {
		t.Fatal(err)
	}
	owed := func(v *settle.EscrowView) {
		v.SoonCredits = []*settle.EscrowCredit{{Owner: bob, Amount: money.Units(5)}}
	}
	unknown := func(v *settle.EscrowView) { v.Entries[0].Submission = nil }
	final := escrow.Call{Name: "finalize", Content: annWork, Split: annSplit}
	wait := func(c escrow.Call, until int64) escrow.Call { c.NotBefore = until; return c }
	refund := escrow.Call{Name: "refund"}
	for k, c := range []struct {
		v    *settle.EscrowView
		want []escrow.Call
	}{
		{posted(t, judged(), gone), nil},
		{posted(t, judged()), []escrow.Call{{Name: "cancel"}, wait(refund, terms.RefundAt)}},
		{posted(t, judged(), worked, owed, at(terms.RefundAt)), []escrow.Call{refund, {Name: "withdraw", Owner: bob}}},
		{posted(t, judged(), proposed(now+90), unheld), []escrow.Call{wait(final, now+90)}},
		{posted(t, judged(), proposed(now+90), unheld, at(now+90)), []escrow.Call{final}},
		{posted(t, judged(), appealed(now+300), unheld, at(now+90)), []escrow.Call{wait(final, now+300)}},
		{posted(t, judged(), proposed(now+90), unheld, unknown, at(now+90)), nil},
		{posted(t, matched(), proposed(now+90), unheld, at(now+90)), []escrow.Call{{Name: "finalize"}}},
		{posted(t, judged(), stands(settle.EscrowSettled), at(terms.RefundAt)), nil},
	} {
		same := func(a, b escrow.Call) bool {
			return a.Name == b.Name && a.Tranche == b.Tranche && a.Content == b.Content && a.Owner == b.Owner && a.NotBefore == b.NotBefore && slices.Equal(a.Split.Payees, b.Split.Payees)
		}
		if got := escrow.Calls(c.v); !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%d: offered %+v, want %+v", k, got, c.want)
		}
	}
}
