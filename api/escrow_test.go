package api_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// walkEscrow plays an escrow mission from the post to the receipt.
func walkEscrow(t *testing.T, b *bench, call surface) (steps []answer) {
	c := enroll(t, call)
	do := func(tool, key string, want int, in args) answer {
		t.Helper()
		a := call(tool, key, in)
		if a.status != want && !(want == 201 && a.status == 200) { // a tool has no 201
			t.Fatalf("%s: %d %s", tool, a.status, a.body)
		}
		steps = append(steps, a)
		return a
	}
	posted := do("post_mission", c.poster, 201, b.missionBody())
	id := posted.text("mission_id")
	m := b.onChain(id)
	sig := "0x" + strings.Repeat("ab", 65)
	do("fund_mission", "", 200, args{"mission_id": id, "way": "authorization", "signature": sig})
	do("fund_mission", "", 200, args{"mission_id": id, "way": "permit", "signature": sig})
	do("submit_result", c.worker, 409, args{"bounty_id": id, "content": winning, "preview": preview})
	b.mine(m.funded()...)
	do("get_escrow", "", 200, args{"mission_id": id})
	do("fund_mission", "", 409, args{"mission_id": id, "way": "permit", "signature": sig})
	b.confirm()
	do("get_escrow", "", 200, args{"mission_id": id})
	do("get_mission_spec", "", 200, args{"mission_id": id})
	sub := do("submit_result", c.worker, 201, args{"bounty_id": id, "content": winning, "preview": preview})
	sid := sub.text("submission_id")
	do("get_bounty", c.worker, 200, args{"bounty_id": id})
	do("award_call", c.poster, 409, args{"mission_id": id, "submission_id": sid})
	b.mine(m.entered(worker, 0, hashOf(t, sub.text("content_hash")), hashOf(t, sub.text("escrow", "split_hash")), 1)...)
	b.confirm()
	do("get_bounty", c.poster, 200, args{"bounty_id": id})
	do("award_call", c.rival, 403, args{"mission_id": id, "submission_id": sid})
	do("award_call", c.poster, 200, args{"mission_id": id, "submission_id": sid})
	do("get_deliverable", c.poster, 403, args{"submission_id": sid})
	b.mine(m.paid(0, worker, worker, false)...)
	do("get_escrow", "", 200, args{"mission_id": id})
	do("get_deliverable", c.poster, 403, args{"submission_id": sid})
	b.confirm()
	do("get_deliverable", c.poster, 200, args{"submission_id": sid})
	do("get_deliverable", c.rival, 403, args{"submission_id": sid})
	do("get_receipt", "", 200, args{"bounty_id": id, "submission_id": sid})
	do("get_escrow", "", 200, args{"mission_id": id})
	do("get_bounty", c.poster, 200, args{"bounty_id": id})
	do("my_activity", c.worker, 200, nil)
	do("list_bounties", "", 200, args{"status": "awarded"})
	return steps
}

// TestEscrowMissionOverBothSurfaces: the whole job over REST and over MCP gives
// the same bytes, step by step.
func TestEscrowMissionOverBothSurfaces(t *testing.T) {
	br, bm := newBench(t, withEscrow), newBench(t, withEscrow)
	r, m := walkEscrow(t, br, br.overREST()), walkEscrow(t, bm, bm.overMCP())
	for k := range r {
		x, y := string(r[k].body), string(m[k].body)
		if r[k].status >= 400 { // a tool's error has the status beside the body
			delete(m[k].json, "status")
			a, _ := json.Marshal(r[k].json)
			b, _ := json.Marshal(m[k].json)
			x, y = string(a), string(b)
		}
		if x != y {
			t.Errorf("step %d:\nREST %s\nMCP  %s", k, x, y)
		}
	}
	for _, b := range []*bench{br, bm} {
		if log := b.log.String(); strings.Contains(log, "CANARY") || strings.Contains(log, "bk_") {
			t.Error("the log has sealed matter or a key")
		}
	}
}

// TestAnOutsiderCanRecomputeTheMission: id, hashes and every call follow from the
// public answers alone.
func TestAnOutsiderCanRecomputeTheMission(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	posted := call("post_mission", c.poster, b.missionBody(func(in args) { in["max_winners"] = 3 }))
	id := posted.text("mission_id")
	terms := termsOf(t, posted, "escrow", "terms")
	hash := digest.MissionID(8453, escrowAt, terms)
	uri := origin + "/missions/" + id + "/spec"
	if posted.text("escrow", "mission_hash") != hash.String() || posted.text("escrow", "spec_uri") != uri || posted.text("status") != "escrowed" ||
		posted.at("reward_escrowed") != false || posted.text("escrow", "status") != "unfunded" || terms.Poster != poster || terms.RefundTo != poster || terms.Resolver != poster {
		t.Errorf("%s", posted.body)
	}
	if total := money.Units(10_250_000 + postFee); posted.text("escrow", "fund", "amount") != total.String() ||
		posted.text("escrow", "fund", "allowance", "approve", "calldata") != digest.CalldataApprove(escrowAt, total).String() ||
		posted.text("escrow", "fund", "allowance", "approve", "to") != token.String() ||
		posted.text("escrow", "fund", "allowance", "post", "calldata") != digest.CalldataPost(terms, uri).String() ||
		posted.text("escrow", "fund", "allowance", "post", "from") != poster.String() ||
		posted.text("escrow", "fund", "authorization", "message", "nonce") != hash.String() ||
		posted.text("escrow", "fund", "authorization", "message", "value") != total.String() ||
		posted.text("escrow", "fund", "authorization", "primaryType") != "ReceiveWithAuthorization" ||
		posted.text("escrow", "fund", "permit", "message", "spender") != escrowAt.String() {
		t.Errorf("%s", posted.body)
	}
	spec := b.send("GET", "/missions/"+id+"/spec", "", nil)
	if h := settle.Hash(sha256.Sum256(spec.body)); h != terms.SpecHash || spec.text("title") != "Name eight suppliers" {
		t.Errorf("the specification hashes to %s: %s", h, spec.body)
	}
	sig := []byte(strings.Repeat("\xab", 65))
	fund := func(way string) answer {
		return call("fund_mission", "", args{"mission_id": id, "way": way, "signature": fmt.Sprintf("0x%x", sig)})
	}
	until := uint64(terms.SubmitBy)
	if a := fund("authorization"); a.text("calldata") != digest.CalldataPostWithAuthorization(terms, uri, 0, until, sig).String() || a.at("from") != nil {
		t.Errorf("%s", a.body)
	}
	if a := fund("permit"); a.text("calldata") != digest.CalldataPostWithPermit(terms, uri, until, sig).String() || a.text("from") != poster.String() {
		t.Errorf("%s", a.body)
	}
	m := b.onChain(id)
	b.mine(m.funded()...)
	b.confirm()
	sub, a := enterWork(t, b, call, c.worker, id, m, winning)
	content := hashOf(t, a.text("content_hash"))
	split := escrow.Solo(worker)
	if a.text("escrow", "split_hash") != digest.SplitHash(split).String() || a.text("escrow", "agent") != worker.String() ||
		a.text("escrow", "submission_hash") != digest.SubmissionHash(content, digest.SplitHash(split)).String() ||
		a.text("escrow", "enter", "calldata") != digest.CalldataSubmit(hash, 0, content, digest.SplitHash(split), origin+"/v1/submissions/"+sub+"/envelope").String() {
		t.Errorf("%s", a.body)
	}
	award := call("award_call", c.poster, args{"mission_id": id, "submission_id": sub, "tranche": 1})
	if award.text("award", "calldata") != digest.CalldataAward(terms, 1, worker, content, split).String() || award.text("award", "to") != escrowAt.String() ||
		award.text("award", "from") != poster.String() || award.at("final") != true || award.text("gross") != terms.Tranches[1].String() {
		t.Errorf("%s", award.body)
	}
	if board := b.send("GET", "/v1/bounties/"+strings.Replace(id, "mis_", "bty_", 1)+"/award?tranche=1&submission_id="+sub, c.poster, nil); string(board.body) != string(award.body) {
		t.Errorf("the board's is %s", board.body)
	}
}

func termsOf(t *testing.T, a answer, path ...string) (m settle.MissionTerms) {
	t.Helper()
	raw, err := json.Marshal(a.at(path...))
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
	return m
}

// TestWhatIsListed: OABP lists show what the escrow holds, nobody lists what is
// not funded, and the modes are told apart (oabp.md decision 9).
func TestWhatIsListed(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	call("post_bounty", c.poster, bounty())
	waiting := call("post_mission", c.poster, b.missionBody()).text("mission_id")
	judged, _ := openMission(t, b, call, c)
	matched, _ := openMission(t, b, call, c, func(in args) {
		in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": txHash("answer").String()}}
	})
	voted, _ := openMission(t, b, call, c, func(in args) { in["verification"] = args{"type": "peer_vote"} })
	for path, want := range map[string][]string{
		"/missions": {voted, matched, judged}, "/missions?funding=escrow": {voted, matched, judged}, "/missions?status=all": {voted, matched, judged},
		"/missions?verification_type=creator_judges": {judged}, "/missions?verification_type=peer_vote": {voted},
		"/missions?verification_type=first_valid_match&funding=any": {matched}, "/missions?verification_type=oracle&funding=any": {},
		"/missions?funding=points": {}, "/missions?funding=escrow&status=resolved": {},
	} {
		a := b.send("GET", path, "", nil)
		got := []string{}
		l, _ := a.at("missions").([]any)
		for k := range l {
			got = append(got, a.text("missions", fmt.Sprint(k), "id"))
			if a.at("missions", fmt.Sprint(k), "reward_escrowed") != true || a.text("missions", fmt.Sprint(k), "funding") != "escrow" {
				t.Errorf("%s: %s", path, a.body)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if a := b.send("GET", "/.well-known/oabp.json", "", nil); fmt.Sprint(a.at("payment_options", "funding")) != "[direct escrow]" ||
		fmt.Sprint(a.at("verification_types")) != "[creator_judges first_valid_match peer_vote oracle]" || a.text("endpoints", "mission_escrow") != "/missions/{id}/escrow" {
		t.Errorf("%s", a.body)
	}
	for path, n := range map[string]int{"/missions?funding=any": 4, "/missions?funding=direct": 1, "/missions?funding=any&verification_type=creator_judged": 2} {
		if l, _ := b.send("GET", path, "", nil).at("missions").([]any); len(l) != n {
			t.Errorf("%s: %d", path, len(l))
		}
	}
	board := b.send("GET", "/v1/bounties", "", nil)
	if l, _ := board.at("bounties").([]any); len(l) != 4 || board.text("bounties", "0", "settlement_mode") != "escrow" || board.text("bounties", "3", "settlement_mode") != "onchain" {
		t.Errorf("%s", board.body)
	}
	if a := b.send("GET", "/missions/"+matched, "", nil); a.at("sealed") != false || a.text("verification", "params", "target_hash") != txHash("answer").String() {
		t.Errorf("%s", a.body)
	}
	if a := b.send("GET", "/missions/"+waiting, "", nil); a.text("status") != "escrowed" || a.at("reward_escrowed") != false || a.text("escrow", "status") != "unfunded" || a.text("escrow", "url") != "/missions/"+waiting+"/escrow" {
		t.Errorf("%s", a.body)
	}
}

// TestPostMirrorsTheContract: each rule of the escrow that a request can break
// is refused under the contract's name.
func TestPostMirrorsTheContract(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	at := func(d time.Duration) string { return b.clock().Add(d).UTC().Format(time.RFC3339) }
	day := 24 * time.Hour
	for name, x := range map[string]struct {
		change func(args)
		status int
		code   settle.Code
	}{
		"judge before submit":        {func(in args) { in["judge_by"] = at(day) }, 400, settle.CodeTimesNotAscending},
		"refund too early":           {func(in args) { in["refund_at"] = at(10 * day) }, 400, settle.CodeRefundTimeOutOfRange},
		"refund too late":            {func(in args) { in["refund_at"] = at(367 * day) }, 400, settle.CodeRefundTimeOutOfRange},
		"deadline too far":           {func(in args) { in["deadline"] = at(364 * day) }, 400, settle.CodeRefundTimeOutOfRange},
		"deadline at once":           {func(in args) { in["deadline"] = at(4 * time.Minute) }, 400, settle.CodeInvalid},
		"a deadline of 50,000 years": {func(in args) { in["deadline"] = "9999-01-01T00:00:00Z" }, 400, settle.CodeRefundTimeOutOfRange},
		"reward of 65 bits":          {func(in args) { in["reward"] = args{"amount": "18446744073709551616"} }, 400, settle.CodeRewardTooLarge},
		"reward of 250 bits":         {func(in args) { in["reward"] = args{"amount": strings.Repeat("9", 77)} }, 400, settle.CodeRewardTooLarge},
		"prize too small":            {func(in args) { in["reward"], in["max_winners"] = args{"amount": "19999"}, 2 }, 400, settle.CodeTrancheTooSmall},
		"nothing":                    {func(in args) { in["reward"] = args{"amount": "0"} }, 400, settle.CodeTrancheTooSmall},
		"milestone too small": {func(in args) {
			delete(in, "reward")
			in["milestones"] = []any{args{"title": "a", "amount": "9999"}, args{"title": "b", "amount": "10000"}}
		}, 400, settle.CodeTrancheTooSmall},
		"milestones that overflow": {func(in args) {
			delete(in, "reward")
			most := "115792089237316195423570985008687907853269984665640564039457584007913129639935"
			in["milestones"] = []any{args{"title": "a", "amount": most}, args{"title": "b", "amount": most}}
		}, 400, settle.CodeInvalid},
		"reward and milestones": {func(in args) {
			in["milestones"] = []any{args{"title": "a", "amount": "10000"}, args{"title": "b", "amount": "10000"}}
		}, 400, settle.CodeInvalid},
		"no reward":            {func(in args) { delete(in, "reward") }, 400, settle.CodeInvalid},
		"refund to the token":  {func(in args) { in["refund_to"] = token.String() }, 400, settle.CodeForbiddenReceiver},
		"refund to the escrow": {func(in args) { in["refund_to"] = escrowAt.String() }, 400, settle.CodeForbiddenReceiver},
		"refund to pay":        {func(in args) { in["refund_to"] = pay.String() }, 400, settle.CodeInvalid},
		"refund to zero":       {func(in args) { in["refund_to"] = settle.Address{}.String() }, 400, settle.CodeInvalid},
		"bond too small":       {func(in args) { in["appeal"] = args{"arbiter": rival.String(), "window_seconds": 60, "bond": "9999"} }, 400, settle.CodeAppealTermsInvalid},
		"arbiter zero": {func(in args) {
			in["appeal"] = args{"arbiter": settle.Address{}.String(), "window_seconds": 60, "bond": "10000"}
		}, 400, settle.CodeInvalid},
		"match with appeal": {func(in args) {
			in["appeal"] = args{"arbiter": rival.String(), "window_seconds": 60, "bond": "10000"}
			in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": txHash("x").String()}}
		}, 400, settle.CodeMatchTermsInvalid},
		"match with prizes": {func(in args) {
			in["max_winners"] = 2
			in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": txHash("x").String()}}
		}, 400, settle.CodeMatchTermsInvalid},
		"vote by a wallet": {func(in args) {
			in["verification"] = args{"type": "peer_vote", "params": args{"resolver": rival.String()}}
		}, 400, settle.CodeResolverInvalid},
		"oracle not allowed": {func(in args) {
			in["verification"] = args{"type": "oracle", "params": args{"oracle_contract": rival.String()}}
		}, 409, settle.CodeOracleNotAllowed},
		"vote too long": {func(in args) {
			in["verification"] = args{"type": "peer_vote", "params": args{"vote": args{"commit_minutes": 10080, "reveal_minutes": 10080}}}
		}, 400, settle.CodeTooLateToOpen},
		"quorum weight too great": {func(in args) {
			in["verification"] = args{"type": "peer_vote", "params": args{"vote": args{"quorum_weight": "72057594037927936"}}}
		}, 400, settle.CodeRulesInvalid},
		"match without a rule": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match of no answer": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": settle.Hash{}.String()}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match by a zero rule": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"param": settle.Hash{}.String()}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match by no expression": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "regex", "expected": "a)|(b"}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match that expects nothing": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "exact"}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match of nothing": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "substring"}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match by another rule than its param": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "exact", "expected": "cork", "param": txHash("p").String()}}
		}, 400, settle.CodeMatchRuleInvalid},
		"match by a server of the poster": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "predicate", "expected": "https://poster.example/ok"}}
		}, 422, settle.CodePredicateLeaks},
		"match by answer and by rule": {func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": txHash("x").String(), "match_mode": "exact", "expected": "cork"}}
		}, 400, settle.CodeInvalid},
		"rule of another type": {func(in args) {
			in["verification"] = args{"type": "oracle", "params": args{"match_mode": "exact", "expected": "cork"}}
		}, 400, settle.CodeInvalid},
		"param of another type": {func(in args) {
			in["verification"] = args{"type": "creator_judges", "params": args{"target_hash": txHash("x").String()}}
		}, 400, settle.CodeInvalid},
		"somebody else's wallet": {func(in args) { in["poster_address"] = worker.String() }, 401, settle.CodeIdentityProofRequired},
		"no such funding":        {func(in args) { in["funding"] = "grant" }, 400, settle.CodeInvalid},
	} {
		if a := call("post_mission", c.poster, b.missionBody(x.change)); a.status != x.status || a.code("oabp") != x.code {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for name, change := range map[string]func(args){
		"oracle": func(in args) {
			in["verification"] = args{"type": "oracle", "params": args{"param": txHash("p").String()}}
		},
		"vote": func(in args) { in["verification"] = args{"type": "peer_vote"} },
		"delegate": func(in args) {
			in["verification"] = args{"type": "creator_judged", "params": args{"resolver": rival.String()}}
		},
		"match": func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"target_hash": txHash("x").String(), "reveal_window_seconds": 259200}}
		},
		"match by oracle": func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"param": txHash("p").String()}}
		},
		"match by a rule": func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "regex", "expected": "[a-z]+"}}
		},
		"match by a rule and its param": func(in args) {
			in["verification"] = args{"type": "first_valid_match", "params": args{"match_mode": "exact", "expected": "cork", "param": escrow.MatchRule{Mode: escrow.MatchExact, Expected: "cork"}.Hash().String()}}
		},
		"appeal":  func(in args) { in["appeal"] = args{"arbiter": rival.String(), "window_seconds": 60, "bond": "10000"} },
		"sixteen": func(in args) { in["max_winners"] = 16 },
	} {
		a := call("post_mission", c.poster, b.missionBody(change))
		if want := (escrow.MatchRule{Mode: escrow.MatchRegex, Expected: "[a-z]+"}).Hash().String(); name == "match by a rule" && a.text("escrow", "terms", "param") != want {
			t.Errorf("%s: %s, want %s", name, a.text("escrow", "terms", "param"), want)
		}
		if a.status != 201 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
			continue
		}
		terms := termsOf(t, a, "escrow", "terms")
		f := escrow.Facts{Now: b.clock().Unix(), Escrow: escrowAt, Token: token, ResolverHasCode: true, OracleAllowed: true}
		if err := escrow.Check(terms, "", f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPostingNeedsAProvenAddressAndAnEscrow, a chain that answers, and a limit
// of missions that wait to be funded.
func TestPostingNeedsAProvenAddressAndAnEscrow(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	if a := call("post_mission", c.poster, b.missionBody()); a.status != 503 || a.code("oabp") != settle.CodeSettlementNotConfigured {
		t.Errorf("%d %s", a.status, a.body)
	}
	b = newBench(t, withEscrow)
	call = b.overREST()
	named := call("register_agent", "", args{"name": "Without a wallet"}).text("api_key")
	if a := call("post_mission", named, b.missionBody()); a.status != 401 || a.code("oabp") != settle.CodeIdentityProofRequired {
		t.Errorf("%d %s", a.status, a.body)
	}
	c = enroll(t, call)
	b.down = true
	if a := call("post_mission", c.poster, b.missionBody()); a.status != 503 || a.code("oabp") != settle.CodeChainUnavailable {
		t.Errorf("%d %s", a.status, a.body)
	}
	b.down = false
	for n := 0; ; n++ {
		a := call("post_mission", c.poster, b.missionBody())
		if a.status == 429 && n == 10 {
			break
		}
		if a.status != 201 || n > 10 {
			t.Fatalf("%d: %d %s", n, a.status, a.body)
		}
	}
	b.pass(46 * time.Hour) // the chain's clock may be ahead of ours, and the escrow judges by it
	b.mine()
	b.pass(-46 * time.Hour)
	refuses(t, call("post_mission", c.rival, b.missionBody(func(in args) {
		in["deadline"] = b.clock().Add(45 * time.Hour).UTC().Format(time.RFC3339)
	})), 400, settle.CodeTimesNotAscending)
	b.pass(49 * time.Hour) // they can be funded no more
	b.mine()
	if a := call("post_mission", c.poster, b.missionBody()); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
