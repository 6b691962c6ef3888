package api_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// refuses insists on a refusal with a code.
func refuses(t *testing.T, a answer, status int, code settle.Code) {
	t.Helper()
	got := settle.Code(a.text("code"))
	if got == "" {
		got = settle.Code(a.text("error"))
	}
	if a.status != status || got != code {
		t.Errorf("want %d %s: %d %s", status, code, a.status, a.body)
	}
}

// TestEachModeHasItsOwnWayToPay: what belongs to the other mode is refused, and
// says what to do instead.
func TestEachModeHasItsOwnWayToPay(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	id, m := openMission(t, b, call, c)
	sub, _ := enterWork(t, b, call, c.worker, id, m, winning)
	refuses(t, call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub}), 409, settle.CodeWrongFunding)
	refuses(t, b.send("GET", "/v1/bounties/"+id+"/settlement?submission_id="+sub, c.poster, nil), 409, settle.CodeWrongFunding)
	refuses(t, call("settle_bounty", c.poster, args{"bounty_id": id, "submission_id": sub, "tx_hash": txHash("x").String()}), 409, settle.CodeWrongFunding)
	refuses(t, call("cancel_bounty", c.poster, args{"bounty_id": id}), 409, settle.CodeWrongFunding)
	direct := call("post_bounty", c.poster, bounty()).text("bounty_id")
	for _, name := range []string{"get_escrow", "get_mission_spec"} {
		refuses(t, call(name, "", args{"mission_id": direct}), 409, settle.CodeWrongFunding)
		refuses(t, call(name, "", args{"mission_id": "mis_0000000000000000"}), 404, settle.CodeNotFound)
	}
	refuses(t, call("award_call", c.poster, args{"mission_id": direct, "submission_id": sub}), 409, settle.CodeWrongFunding)
	refuses(t, call("escrow_call", "", args{"mission_id": id, "call": "commit", "commitment": txHash("c").String()}), 409, settle.CodeNoCommitmentsTaken)
	refuses(t, call("escrow_call", "", args{"mission_id": id, "call": "appeal", "evidence_hash": txHash("c").String()}), 409, settle.CodeNoPendingAward)
	refuses(t, call("escrow_call", "", args{"mission_id": id, "call": "appeal"}), 400, settle.CodeInvalid)
}

// TestWhoCanEnter: a proven address, not the poster's, with a payee that the
// escrow can pay; and not where the escrow decides itself.
func TestWhoCanEnter(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	id, m := openMission(t, b, call, c)
	submit := func(key string, more args) answer {
		in := args{"bounty_id": id, "content": winning, "preview": preview}
		for k, v := range more {
			in[k] = v
		}
		return call("submit_result", key, in)
	}
	refuses(t, submit(c.poster, nil), 403, settle.CodeForbidden)
	named := call("register_agent", "", args{"name": "Without a wallet"})
	refuses(t, submit(named.text("api_key"), nil), 409, settle.CodePayeeAddressMissing)
	call("set_payout_address", named.text("api_key"), args{"payout_address": addr("cold").String()})
	refuses(t, submit(named.text("api_key"), nil), 401, settle.CodeIdentityProofRequired)
	refuses(t, submit(c.worker, args{"agent_address": rival.String()}), 401, settle.CodeIdentityProofRequired)
	refuses(t, submit(c.worker, args{"agent_address": settle.Address{}.String()}), 400, settle.CodeInvalid)

	// the payee is who was the payee at that moment, whatever is changed later
	sub := submit(c.worker, args{"agent_address": worker.String()})
	if sub.text("status") != "awaiting_chain" || sub.text("escrow", "split", "payees", "0") != worker.String() {
		t.Errorf("%s", sub.body)
	}
	// an entry by another address, or of other work, leaves it waiting
	content, split := hashOf(t, sub.text("content_hash")), hashOf(t, sub.text("escrow", "split_hash"))
	status := func() string {
		return call("get_bounty", c.worker, args{"bounty_id": id}).text("submissions", "0", "status")
	}
	b.mine(m.entered(rival, 0, content, split, 1)...)
	b.mine(m.entered(worker, 0, txHash("other work"), split, 1)...)
	b.mine(m.entered(worker, 0, content, txHash("other split"), 2)...)
	b.confirm()
	if got := status(); got != "awaiting_chain" {
		t.Errorf("%s", got)
	}
	refuses(t, call("award_call", c.poster, args{"mission_id": id, "submission_id": sub.text("submission_id")}), 409, settle.CodeNotAwardable)
	view := call("get_escrow", "", args{"mission_id": id})
	for k := range 2 {
		if n := fmt.Sprint(k); view.at("entries", n, "consented") != false || view.at("entries", n, "deposited") != false || view.at("entries", n, "submission_id") != nil {
			t.Errorf("%s", view.body)
		}
	}
	b.mine(m.entered(worker, 0, content, split, 3)...)
	b.confirm()
	if got := status(); got != "pending" {
		t.Errorf("%s", got)
	}
	if a := call("get_bounty", c.worker, args{"bounty_id": id}); a.at("submissions", "0", "enter") != nil {
		t.Error("it is entered, and still says how")
	}
}

// TestWorkIsDueByTheChainsClock: the escrow refuses what is entered at submit_by
// or later by its blocks' time, so no work is taken then, whatever our clock says.
func TestWorkIsDueByTheChainsClock(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	id, m := openMission(t, b, call, c)
	b.mineAt(m.terms.SubmitBy - 1)
	if a := call("submit_result", c.worker, args{"bounty_id": id, "content": winning, "preview": preview}); a.text("status") != "awaiting_chain" {
		t.Errorf("a second before: %s", a.body)
	}
	b.mineAt(m.terms.SubmitBy)
	a := call("submit_result", c.worker, args{"bounty_id": id, "content": winning + " again", "preview": preview})
	refuses(t, a, 409, settle.CodeMissionNotOpen)
	b.reorg(1)
	if a := call("submit_result", c.worker, args{"bounty_id": id, "content": winning + " again", "preview": preview}); a.text("status") != "awaiting_chain" {
		t.Errorf("with another block in its place: %s", a.body)
	}
}

// TestTheEscrowDecidesItself: commitments and reveals, no submissions.
func TestTheEscrowDecidesItself(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	answerText := []byte("forty-two")
	target := settle.Hash(sha256.Sum256(answerText)).String()
	id, m := openMission(t, b, call, c, func(in args) {
		in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": target}}
	})
	if m.terms.Param.String() != target || !m.terms.Resolver.IsZero() || m.terms.VType != settle.FirstValidMatch {
		t.Fatalf("%+v", m.terms)
	}
	refuses(t, call("submit_result", c.worker, args{"bounty_id": id, "content": winning, "preview": preview}), 409, settle.CodeCommitOnChain)
	salt := txHash("salt")
	com := digest.Commitment(m.hash, worker, answerText, salt)
	ask := func(more args) answer {
		in := args{"mission_id": id}
		for k, v := range more {
			in[k] = v
		}
		return call("escrow_call", "", in)
	}
	if a := ask(args{"call": "commit", "commitment": com.String()}); a.text("calldata") != digest.CalldataCommit(m.hash, com).String() {
		t.Errorf("%s", a.body)
	}
	hex := fmt.Sprintf("0x%x", answerText)
	refuses(t, ask(args{"call": "reveal", "answer": hex, "salt": salt.String()}), 409, settle.CodeWrongStatus) // nobody has committed
	refuses(t, ask(args{"call": "reveal", "answer": "0x00", "salt": salt.String()}), 400, settle.CodeWrongAnswer)
	refuses(t, ask(args{"call": "reveal", "answer": hex}), 400, settle.CodeInvalid)
	refuses(t, ask(args{"call": "commit"}), 400, settle.CodeInvalid)
	b.mine(events("commit", settle.EventAnswerCommitted{MissionID: m.hash, Agent: worker, Commitment: com, Seq: b.tip.Number + 1})...)
	refuses(t, ask(args{"call": "commit", "commitment": com.String(), "from": worker.String()}), 409, settle.CodeAlreadyCommitted)
	refuses(t, ask(args{"call": "reveal", "answer": hex, "salt": salt.String()}), 409, settle.CodeCommitmentTooYoung)
	b.mine()
	b.mine()
	if a := ask(args{"call": "reveal", "answer": hex, "salt": salt.String()}); a.text("calldata") != digest.CalldataReveal(m.terms, answerText, salt).String() ||
		a.text("from") != worker.String() {
		t.Errorf("%s", a.body)
	}
	refuses(t, ask(args{"call": "reveal", "answer": hex, "salt": txHash("other").String()}), 409, settle.CodeNoCommitment)
	refuses(t, ask(args{"call": "reveal", "answer": hex, "salt": salt.String(), "from": rival.String()}), 409, settle.CodeNoCommitment)
	b.confirm()
	if a := call("get_escrow", "", args{"mission_id": id}); a.text("commitments", "0", "agent") != worker.String() || a.at("commitments", "0", "revealed") != false || a.at("sealed") != false {
		t.Errorf("%s", a.body)
	}
	b.mineAt(m.terms.SubmitBy)
	refuses(t, ask(args{"call": "commit", "commitment": com.String()}), 409, settle.CodeSubmitWindowClosed)
	b.mineAt(m.terms.JudgeBy)
	refuses(t, ask(args{"call": "reveal", "answer": hex, "salt": salt.String()}), 409, settle.CodeJudgeWindowClosed)
}

// TestWhatCanBeAwarded, by whom and until when.
func TestWhatCanBeAwarded(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	id, m := openMission(t, b, call, c, func(in args) {
		in["max_winners"] = 2
		in["verification"] = args{"type": "creator_judges", "params": args{"resolver": rival.String()}}
	})
	sub, work := enterWork(t, b, call, c.worker, id, m, winning)
	ask := func(key string, more args) answer {
		in := args{"mission_id": id, "submission_id": sub}
		for k, v := range more {
			in[k] = v
		}
		return call("award_call", key, in)
	}
	refuses(t, ask(c.worker, nil), 403, settle.CodeForbidden)
	refuses(t, ask(c.poster, args{"tranche": 2}), 409, settle.CodeNotAwardable)
	refuses(t, ask(c.poster, args{"submission_id": "sub_0"}), 404, settle.CodeNotFound)
	for _, key := range []string{c.poster, c.rival} { // the poster, and the delegate that the terms name
		if a := ask(key, nil); a.status != 200 || a.text("award", "from") != rival.String() || a.at("award", "tranche") != 0. {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	// other work by the same address takes its place, and gives it back
	b.mine(m.entered(worker, 0, txHash("other work"), digest.SplitHash(escrow.Solo(worker)), 2)...)
	b.confirm()
	refuses(t, ask(c.poster, nil), 409, settle.CodeNotAwardable)
	b.mine(m.entered(worker, 0, hashOf(t, work.text("content_hash")), digest.SplitHash(escrow.Solo(worker)), 3)...)
	b.confirm()
	b.mine(m.paid(0, worker, worker, false)...)
	b.confirm()
	refuses(t, ask(c.poster, args{"tranche": 0}), 409, settle.CodeNotAwardable)
	if a := ask(c.poster, nil); a.at("award", "tranche") != 1. { // one agent may win both
		t.Errorf("%s", a.body)
	}
	b.pass(time.Duration(m.terms.JudgeBy-b.clock().Unix()) * time.Second)
	b.mine()
	refuses(t, ask(c.poster, nil), 409, settle.CodeNotAwardable)

	oracle, om := openMission(t, b, call, c, func(in args) { in["verification"] = args{"type": "oracle"} })
	osub, _ := enterWork(t, b, call, c.worker, oracle, om, losing)
	refuses(t, call("award_call", c.poster, args{"mission_id": oracle, "submission_id": osub}), 409, settle.CodeNotAwardable)
}

// callsOf names the calls that a view has, with their tranches, and behind a
// semicolon those that wait for their moment.
func callsOf(a answer) string {
	var lists []string
	for _, name := range []string{"calls", "later"} {
		var out []string
		l, _ := a.at(name).([]any)
		for k := range l {
			n := fmt.Sprint(k)
			line := a.text(name, n, "call")
			if tr, ok := a.at(name, n, "tranche").(float64); ok {
				line += fmt.Sprint(" ", tr)
			}
			out = append(out, line)
		}
		lists = append(lists, strings.Join(out, ", "))
	}
	return strings.TrimSuffix(strings.Join(lists, "; "), "; ")
}

// TestTheFoldedViewTellsEverything: a pending award, its appeal and ruling, a
// payout that became a credit, a refund; and every call that is possible.
func TestTheFoldedViewTellsEverything(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	arbiter := addr("arbiter")
	id, m := openMission(t, b, call, c, func(in args) {
		in["max_winners"] = 3
		in["appeal"] = args{"arbiter": arbiter.String(), "window_seconds": 100, "bond": "20000"}
	})
	look := func() answer { return call("get_escrow", "", args{"mission_id": id}) }
	if a := look(); callsOf(a) != "cancel; refund" || a.text("calls", "0", "calldata") != digest.CalldataCancel(m.terms).String() ||
		a.text("calls", "0", "from") != poster.String() || a.text("later", "0", "not_before") != time.Unix(m.terms.RefundAt, 0).UTC().Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("%s", a.body)
	}
	_, work := enterWork(t, b, call, c.worker, id, m, winning)
	content, split := hashOf(t, work.text("content_hash")), settle.Split{Payees: []settle.Address{worker}, BPS: []uint16{10_000}}
	sh := hashOf(t, work.text("escrow", "submission_hash"))
	gross := m.terms.Tranches
	final := b.clock().Unix() + 500
	if a := call("award_call", c.poster, args{"mission_id": id, "submission_id": work.text("submission_id")}); a.at("final") != false {
		t.Errorf("%s", a.body)
	}
	propose := func(n uint8) settle.EventAwardProposed {
		return settle.EventAwardProposed{MissionID: m.hash, Tranche: n, Agent: worker, SubmissionHash: sh, Gross: gross[n], FinalAt: final}
	}
	b.mine(events("propose", propose(0), propose(1), propose(2))...)
	b.confirm()
	a := look()
	if callsOf(a) != "; finalize 0, finalize 1, finalize 2" || a.text("tranches", "0", "state") != "pending" || a.text("tranches", "0", "pending", "submission_id") != work.text("submission_id") ||
		a.text("held") != "0" || a.text("pending") != "10250000" {
		t.Errorf("%s", a.body)
	}
	refuses(t, call("submit_result", c.worker, args{"bounty_id": id, "content": "better", "preview": preview}), 409, settle.CodeSubmissionLocked)
	refuses(t, call("award_call", c.poster, args{"mission_id": id, "submission_id": work.text("submission_id"), "tranche": 1}), 409, settle.CodeNotAwardable)
	evidence := txHash("evidence")
	if a := look(); a.at("calls") != nil {
		t.Errorf("it can be finalized already: %s", a.body)
	}
	if x := call("escrow_call", "", args{"mission_id": id, "call": "appeal", "tranche": 1, "evidence_hash": evidence.String()}); x.text("calldata") != digest.CalldataAppeal(m.terms, 1, evidence).String() {
		t.Errorf("%s", x.body)
	}
	bond := money.Units(20_000)
	appeal := func(n uint8) settle.EventAppealRaised {
		return settle.EventAppealRaised{MissionID: m.hash, Tranche: n, Appellant: poster, Bond: bond, EvidenceHash: evidence, RuleBy: final + 1000}
	}
	b.mine(events("appeal", appeal(1), move{poster, escrowAt, bond}, appeal(2), move{poster, escrowAt, bond})...)
	b.confirm()
	if a = look(); a.text("tranches", "1", "state") != "appealed" || a.text("tranches", "1", "appeal", "appellant") != poster.String() || a.text("tranches", "0", "state") != "pending" {
		t.Errorf("%s", a.body)
	}
	appealing := func(n int, from settle.Address) answer {
		return call("escrow_call", "", args{"mission_id": id, "call": "appeal", "tranche": n, "evidence_hash": evidence.String(), "from": from.String()})
	}
	refuses(t, appealing(1, poster), 409, settle.CodeAlreadyAppealed)
	refuses(t, appealing(0, worker), 409, settle.CodeNotAppellant)
	if x := appealing(0, poster); x.text("from") != poster.String() {
		t.Errorf("%s", x.body)
	}
	b.mineAt(final - 1) // by the chain's clock it ends at final_at
	if x := appealing(0, poster); x.status != 200 {
		t.Errorf("a second before: %s", x.body)
	}
	b.pass(time.Duration(final-b.clock().Unix()) * time.Second)
	b.mine()
	refuses(t, appealing(0, poster), 409, settle.CodeAppealWindowClosed)
	if a = look(); callsOf(a) != "finalize 0; finalize 1, finalize 2" || a.text("calls", "0", "calldata") != digest.CalldataFinalize(m.terms, 0, content, split).String() {
		t.Errorf("%s: %s", callsOf(a), a.body)
	}
	ruledAndPaid(t, b, call, c, m, id, work)
}

// ruledAndPaid goes on: the arbiter upholds one award and refunds another, and
// the token refuses the payee of the third.
func ruledAndPaid(t *testing.T, b *bench, call surface, c cast, m onChain, id string, work answer) {
	bond, gross := money.Units(20_000), m.terms.Tranches
	look := func() answer { return call("get_escrow", "", args{"mission_id": id}) }
	b.mine(events("rule",
		settle.EventAppealRuled{MissionID: m.hash, Tranche: 1, Ruling: settle.RulingUphold, Agent: worker}, move{escrowAt, worker, bond},
		settle.EventPayout{MissionID: m.hash, To: worker, Tranche: 1, Amount: bond},
		settle.EventAppealRuled{MissionID: m.hash, Tranche: 2, Ruling: settle.RulingRefund}, move{escrowAt, poster, bond},
		settle.EventPayout{MissionID: m.hash, To: poster, Tranche: 2, Amount: bond}, move{escrowAt, poster, gross[2]},
		settle.EventMissionRefunded{MissionID: m.hash, To: poster, Amount: gross[2], Reason: settle.RefundRuled})...)
	b.confirm()
	a := look()
	if callsOf(a) != "finalize 0, finalize 1" || a.text("tranches", "1", "ruling", "ruling") != "uphold" || a.text("tranches", "1", "ruling", "bond", "to") != worker.String() ||
		a.at("tranches", "1", "pending", "final_at") != nil || a.text("tranches", "2", "state") != "refunded" || a.text("refunds", "0", "reason") != "ruled" || a.at("refunds", "0", "tranche") != 2. {
		t.Errorf("%s: %s", callsOf(a), a.body)
	}
	b.mine(m.paid(0, worker, worker, true)...) // the token refuses the worker
	if a = look(); a.text("tranches", "0", "seen", "agent") != worker.String() || a.text("tranches", "0", "state") != "pending" {
		t.Errorf("%s", a.body)
	}
	b.confirm()
	a = look()
	net := gross[0].SatSub(m.terms.Fees[0])
	if callsOf(a) != "finalize 1, withdraw" || a.at("tranches", "0", "award", "payouts", "0", "credited") != true || a.text("credits", "0", "owner") != worker.String() ||
		a.text("credits", "0", "amount") != net.String() || a.text("calls", "1", "calldata") != digest.CalldataWithdraw(worker).String() {
		t.Errorf("%s: %s", callsOf(a), a.body)
	}
	if x := call("get_deliverable", c.poster, args{"submission_id": work.text("submission_id")}); x.status != 200 {
		t.Errorf("a credited award releases: %d %s", x.status, x.body)
	}
}

// TestRefundedMissions expire, and what nobody awarded stays sealed.
func TestRefundedMissions(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	id, m := openMission(t, b, call, c)
	sub, _ := enterWork(t, b, call, c.worker, id, m, winning)
	b.pass(time.Duration(m.terms.RefundAt-b.clock().Unix()) * time.Second)
	b.mine(events("refund", move{escrowAt, poster, m.terms.Reward},
		settle.EventMissionRefunded{MissionID: m.hash, To: poster, Amount: m.terms.Reward, Reason: settle.RefundNotAwarded})...)
	b.confirm()
	if a := b.send("GET", "/missions/"+id, "", nil); a.text("status") != "voided" || a.at("reward_escrowed") != false || a.text("escrow", "status") != "refunded" {
		t.Errorf("%s", a.body)
	}
	refuses(t, call("get_deliverable", c.poster, args{"submission_id": sub}), 403, settle.CodeForbidden)
	refuses(t, call("award_call", c.poster, args{"mission_id": id, "submission_id": sub}), 409, settle.CodeNotAwardable)
}

// TestAMissionKnownFromTheChainAlone shows no submissions to strangers, whoever
// its poster is.
func TestAMissionKnownFromTheChainAlone(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	m := onChain{terms: settle.MissionTerms{Poster: addr("unknown poster"), Resolver: addr("unknown poster"), RefundTo: addr("unknown poster"), Reward: money.Units(1_000_000),
		SubmitBy: b.clock().Unix() + 7200, JudgeBy: b.clock().Unix() + 9000, RefundAt: b.clock().Unix() + 400_000, SpecHash: txHash("spec"),
		Tranches: []money.Amount{money.Units(1_000_000)}, Fees: []money.Amount{money.Units(5_000)}}}
	m.hash = digest.MissionID(8453, escrowAt, m.terms)
	b.mine(m.funded()...)
	b.confirm()
	list := b.send("GET", "/missions", "", nil)
	id := list.text("missions", "0", "id")
	if list.text("missions", "0", "creator") != m.terms.Poster.Checksum() || id == "" {
		t.Fatalf("%s", list.body)
	}
	_, work := enterWork(t, b, call, c.worker, id, m, winning)
	if work.text("status") != "awaiting_chain" {
		t.Errorf("%s", work.body)
	}
	for _, key := range []string{"", c.rival, c.poster} {
		for _, path := range []string{"/v1/bounties/" + strings.Replace(id, "mis_", "bty_", 1), "/missions/" + id, "/api/missions/" + id} {
			a := b.send("GET", path, key, nil)
			if a.status != 200 || strings.Contains(string(a.body), preview) || strings.Contains(string(a.body), "your_role") {
				t.Errorf("%s shows %s", path, a.body)
			}
		}
	}
	refuses(t, call("get_mission_spec", "", args{"mission_id": id}), 404, settle.CodeNotFound)
	// whoever the poster is, the poster is no payee
	alt := call("register_agent", "", args{"name": "Paid to the poster"})
	message, signature := signSIWE(siwe{addr("another wallet"), call("get_nonce", "", nil).text("nonce"), alt.text("agent_id")})
	call("link_address", alt.text("api_key"), args{"message": message, "signature": signature})
	call("set_payout_address", alt.text("api_key"), args{"payout_address": m.terms.Poster.String()})
	refuses(t, call("submit_result", alt.text("api_key"), args{"bounty_id": id, "content": losing, "preview": preview}), 403, settle.CodePosterBarred)
	b.mine(m.paid(0, worker, worker, false)...)
	b.confirm()
	for _, key := range []string{"", c.rival, c.poster} {
		if a := call("get_deliverable", key, args{"submission_id": work.text("submission_id")}); a.status != 403 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}
