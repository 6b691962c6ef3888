package api_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// withPoints turns points on, with the figures of the protocol's reference.
func withPoints(s *settle.Settings) {
	point := func(n uint64) money.Amount { return money.Units(n * 1_000_000) }
	s.Points = &settle.PointsSettings{Symbol: "AIGEN", Grant: point(1000), SpamFee: point(5), MinReward: point(10), VoteQuorum: point(25)}
}

func postB(change ...func(args)) args {
	in := args{"title": "Name a supplier", "description": "One supplier of natural indigo, with its address.", "reward_amount": 12.5, "reward_currency": "USDC",
		"verification_type": "creator_judges", "deadline_hours": 48}
	for _, f := range change {
		f(in)
	}
	return in
}

// TestCreateBodies: each dialect's body posts on either path, and is answered in the
// path's dialect (REST-05, REST-06).
func TestCreateBodies(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	a := args{"title": "Name a supplier", "description": "One supplier.", "reward": args{"asset": "USDC", "amount": "12500000"}, "verification": args{"type": "creator_judges"}}
	for n, body := range []args{
		postB(func(in args) { in["creator_agent_id"] = c.posterID }),
		{"mission": postB()},
		postB(func(in args) { delete(in, "deadline_hours"); in["deadline"] = b.clock().Add(48 * time.Hour).Unix() }),
		postB(func(in args) {
			delete(in, "deadline_hours")
			in["deadline"] = b.clock().Add(48 * time.Hour).UTC().Format(time.RFC3339)
		}),
		set(set(a, "deadline_hours", 48), "creator", poster.String()),
		{"title": "Name a supplier", "description": "One supplier.", "reward_token": token.String(), "reward_amount": "12500000", "verification_type": "creator_judged",
			"deadline": b.clock().Add(48 * time.Hour).UTC().Format(time.RFC3339), "max_submissions": 7, "metadata_uri": "ipfs://bafy"},
	} {
		for _, path := range []string{"/api/missions", "/missions", "/missions?dialect=c"} {
			got := b.post(path, c.poster, body)
			if got.status != 201 {
				t.Fatalf("%d on %s: %d %s", n, path, got.status, got.body)
			}
			id := got.text("id")
			if !strings.HasPrefix(id, "mis_") || got.text("title") != "Name a supplier" || got.text("status") != "open" || got.text("funding") != "direct" ||
				got.text("bounty_id") != strings.Replace(id, "mis_", "bty_", 1) {
				t.Errorf("%d on %s: %s", n, path, got.body)
			}
			if l, ok := got.at("submissions").([]any); !ok || len(l) != 0 {
				t.Errorf("%s", got.body)
			}
			switch path {
			case "/api/missions":
				late, ok := got.at("deadline").(float64)
				if !ok || math.Abs(late-float64(b.clock().Add(48*time.Hour).Unix())) > 120 || got.at("reward", "amount") != 12.5 || got.text("reward", "currency") != "USDC" ||
					got.text("creator_agent_id") != c.posterID {
					t.Errorf("%s", got.body)
				}
			case "/missions":
				if got.text("reward", "amount") != "12500000" || got.text("creator") != poster.Checksum() && got.text("creator") != c.posterID || got.at("deadline_explicit") != true {
					t.Errorf("%s", got.body)
				}
			default:
				if got.text("reward_amount") != "12500000" || got.text("reward_token") != token.Checksum() || got.text("verification_type") != "creator_judged" ||
					strings.Trim(got.text("mission_id"), "0123456789") != "" || got.header.Get("Content-Profile") != "<https://oabp.dev/profile/v0.3-c>" {
					t.Errorf("%s", got.body)
				}
				if n == 5 && (got.at("max_submissions") != 7.0 || got.text("metadata_uri") != "ipfs://bafy") {
					t.Errorf("%s", got.body)
				}
				if again := b.send("GET", "/missions/"+got.text("mission_id"), "", nil, "Accept-Profile", "<https://oabp.dev/profile/v0.3-c>"); again.text("id") != id ||
					again.text("mission_id") != got.text("mission_id") {
					t.Errorf("by its number: %d %s", again.status, again.body)
				}
			}
			if again := b.send("GET", "/api/missions/"+id, "", nil); again.status != 200 || again.text("id") != id {
				t.Errorf("%d %s", again.status, again.body)
			}
			if l := b.send("GET", "/api/missions?funding=any", "", nil); !strings.Contains(string(l.body), id) {
				t.Errorf("%s is not listed", id)
			}
			if l := b.send("GET", "/api/missions", "", nil); strings.Contains(string(l.body), id) {
				t.Errorf("%s is listed among what is held", id)
			}
			b.overREST()("cancel_bounty", c.poster, args{"bounty_id": id})
		}
	}
}

// TestCreateRefusals: nothing that is wrong is posted, and each says what is wrong
// (REST-09 to REST-12).
func TestCreateRefusals(t *testing.T) {
	b := newBench(t, withPoints)
	c := enroll(t, b.overREST())
	without := func(k string) func(args) { return func(in args) { delete(in, k) } }
	with := func(k string, v any) func(args) { return func(in args) { in[k] = v } }
	points := func(in args) { in["reward_currency"], in["reward_amount"] = "AIGEN", 100 }
	for name, x := range map[string]struct {
		body   args
		status int
		code   settle.Code
		say    string
	}{
		"REST-09":                 {postB(with("verification_type", "majority")), 400, settle.CodeInvalid, "creator_judges, creator_judged, first_valid_match, peer_vote, oracle"},
		"REST-10 title":           {postB(without("title")), 400, settle.CodeInvalid, "title"},
		"REST-10 reward":          {postB(without("reward_amount")), 400, settle.CodeInvalid, "reward_amount"},
		"REST-10 no rule":         {postB(with("verification_type", "first_valid_match")), 400, settle.CodeMatchRuleInvalid, "expected, regex"},
		"REST-10 foreign":         {postB(with("verification_params", args{"regex": "x"})), 400, settle.CodeInvalid, "regex"},
		"REST-11 USDC":            {postB(with("reward_amount", 0.009999)), 400, settle.CodeInvalid, "the least"},
		"REST-11 prizes":          {postB(with("reward_amount", 0.015), with("max_winners", 2)), 400, settle.CodeInvalid, "the least"},
		"REST-11 points":          {postB(points, with("reward_amount", 9)), 400, settle.CodeInvalid, ""},
		"more than one has":       {postB(points, with("reward_amount", 5000)), 402, settle.CodeInsufficientPoints, ""},
		"zero":                    {postB(with("reward_amount", 0)), 400, settle.CodeInvalid, ""},
		"negative":                {postB(with("reward_amount", -1)), 400, settle.CodeInvalid, ""},
		"seven decimals":          {postB(with("reward_amount", 1.0000001)), 400, settle.CodeInvalid, ""},
		"too soon":                {postB(without("deadline_hours"), with("deadline", b.clock().Unix()+60)), 400, settle.CodeInvalid, "5 minutes"},
		"too late":                {postB(with("deadline_hours", 8761)), 400, settle.CodeInvalid, ""},
		"two deadlines":           {postB(with("deadline", b.clock().Unix()+86400)), 400, settle.CodeInvalid, "both"},
		"native":                  {postB(with("reward_currency", "ETH")), 422, settle.CodeAssetUnsupported, "USDC"},
		"another token":           {postB(with("reward_currency", worker.String())), 422, settle.CodeAssetUnsupported, "USDC"},
		"USDC as points":          {postB(with("funding", "points")), 400, settle.CodeInvalid, "AIGEN"},
		"points by payment":       {postB(points, with("funding", "direct")), 400, settle.CodeInvalid, "AIGEN"},
		"no escrow":               {postB(with("funding", "escrow")), 503, settle.CodeSettlementNotConfigured, ""},
		"voters of direct":        {postB(with("verification_type", "peer_vote")), 422, settle.CodeVerificationUnsupported, ""},
		"predicate on sealed":     {postB(with("verification_type", "first_valid_match"), with("verification_params", args{"predicate_uri": "https://x.example/?c={content}"})), 422, settle.CodePredicateLeaks, ""},
		"somebody else":           {postB(with("creator_agent_id", c.workerID)), 403, settle.CodeForbidden, ""},
		"a field of nobody":       {postB(with("nonsense", 1)), 400, settle.CodeInvalid, "nonsense"},
		"a title without end":     {postB(with("title", strings.Repeat("x", 201))), 400, settle.CodeInvalid, "title"},
		"an instrument of policy": {postB(with("description", "Find the home address and phone number of my neighbour John Smith.")), 422, settle.CodePolicyRefused, ""},
	} {
		if a := b.post("/api/missions", c.poster, x.body); a.status != x.status || a.text("error") != string(x.code) || !strings.Contains(string(a.body), x.say) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if a := b.post("/api/missions", "", postB()); a.status != 401 || a.text("error") != string(settle.CodeUnauthenticated) { // REST-12
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.post("/api/missions", "", postB(with("creator_agent_id", "agent.alice"))); a.status != 401 || a.text("error") != string(settle.CodeIdentityProofRequired) {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.send("GET", "/api/missions?funding=any&status=all", "", nil); strings.TrimSpace(string(a.body)) != "[]" {
		t.Errorf("something was posted: %s", a.body)
	}
	if v, err := b.engine.Points(t.Context(), c.posterID); err != nil || v.Balance.String() != "1000000000" {
		t.Errorf("the refusals cost points: %+v (%v)", v, err)
	}
	off := newBench(t)
	c = enroll(t, off.overREST())
	if a := off.post("/api/missions", c.poster, postB(points)); a.status != 422 || a.text("error") != string(settle.CodeAssetUnsupported) {
		t.Errorf("points are off: %d %s", a.status, a.body)
	}
}

// TestPointsMissionOverREST plays a whole mission for points: VERIFY-01 to VERIFY-05
// and the odometers of STATS-05.
func TestPointsMissionOverREST(t *testing.T) {
	b := newBench(t, withPoints)
	c := enroll(t, b.overREST())
	odometers := func() answer { b.pass(time.Minute); return b.send("GET", "/api/stats", "", nil) }
	before := odometers()
	m := b.post("/api/missions", c.poster, postB(func(in args) {
		in["reward_currency"], in["reward_amount"], in["verification_type"] = "AIGEN", 250, "first_valid_match"
		in["verification_params"] = args{"regex": `OABP-\d{4}`}
	}))
	id := m.text("id")
	if m.status != 201 || m.text("funding") != "points" || m.text("reward", "currency") != "AIGEN" || m.at("reward_escrowed") != true || m.at("sealed") != false ||
		m.text("reward_note") == "" || m.text("verification_params", "regex") != `OABP-\d{4}` {
		t.Fatalf("%d %s", m.status, m.body)
	}
	if l := b.send("GET", "/api/missions", "", nil); !strings.Contains(string(l.body), id) { // REST-06
		t.Errorf("%s", l.body)
	}
	miss := b.post("/api/missions/"+id+"/submit", c.rival, args{"submitter_agent_id": c.rivalID, "proof": "OABP-12345"}) // VERIFY-02
	if miss.status != 201 || miss.at("accepted") != false || miss.text("status") != "rejected" || miss.text("reason") != "no_match" || miss.at("resolution") != nil ||
		b.send("GET", "/api/missions/"+id, "", nil).text("status") != "open" {
		t.Errorf("%d %s", miss.status, miss.body)
	}
	b.pass(time.Second)
	hit := b.post("/missions/"+id+"/submit", c.worker, args{"submitter_agent_id": c.workerID, "proof": "OABP-1234"}) // VERIFY-01, VERIFY-04
	if hit.at("accepted") != true || hit.text("status") != "accepted" || hit.at("resolved") != true || hit.at("resolution", "reward_paid") != 248.75 ||
		hit.at("resolution", "protocol_fee") != 1.25 || hit.text("resolution", "winner_agent_id") != c.workerID || hit.text("resolution", "reward_currency") != "AIGEN" ||
		hit.text("resolution", "currency") != "AIGEN" || hit.text("submission", "proof") != "OABP-1234" || hit.text("resolution", "winning_proof") != "OABP-1234" ||
		hit.at("sealed") != false || hit.at("next_action") != nil {
		t.Errorf("%d %s", hit.status, hit.body)
	}
	late := b.post("/missions/"+id+"/submit", c.rival, args{"proof": "OABP-9999"}) // VERIFY-03
	if late.status != 409 || late.text("error") != "mission_not_open" {
		t.Errorf("%d %s", late.status, late.body)
	}
	d := b.send("GET", "/api/missions/"+id, "", nil)
	if d.text("status") != "resolved" || d.text("payout_status") != "credited" || d.text("submissions", "1", "proof") != "OABP-1234" || d.at("submissions", "0", "accepted") != false ||
		d.at("submissions", "1", "verified") != true || d.text("resolution", "winner_submission_id") != hit.text("submission_id") {
		t.Errorf("%s", d.body)
	}
	after := odometers()
	for name, delta := range map[string]float64{"resolved": 1, "open": 0, "lifetime_spam_burned_aigen": 15, "submissions": 2, "total": 1, "lifetime_reward_usdc_micros_paid": 0} { // VERIFY-05
		x, _ := before.at(name).(float64)
		y, _ := after.at(name).(float64)
		if y-x != delta {
			t.Errorf("%s went from %v to %v", name, before.at(name), after.at(name))
		}
	}
	if paid, _ := after.at("lifetime_reward_aigen_paid").(float64); paid < 248 || paid > 250 {
		t.Errorf("%s", after.body)
	}
	conformStats(t, after)
}

// conformStats holds the figures to STATS-01 to STATS-04.
func conformStats(t *testing.T, a answer) {
	t.Helper()
	for _, name := range []string{"resolved", "open", "lifetime_reward_aigen_paid", "protocol_fee_bps", "spam_fee_burn_aigen", "min_reward_aigen", "peer_vote_quorum_aigen",
		"min_reward_usdc_micros", "spam_fee_usdc_micros", "lifetime_reward_usdc_micros_paid", "open_reward_usdc_micros"} {
		if n, ok := a.at(name).(float64); !ok || n < 0 || n != math.Trunc(n) {
			t.Errorf("%s is %v", name, a.at(name))
		}
	}
	if a.at("protocol_fee_bps") != 50.0 || a.text("protocol_fee_pct") != "0.50%" || a.at("min_reward_usdc_micros") != 10000.0 || a.text("points_symbol") != "AIGEN" ||
		a.at("spam_fee_burn_aigen") != 5.0 || a.at("min_reward_aigen") != 10.0 || a.at("peer_vote_quorum_aigen") != 25.0 {
		t.Errorf("%s", a.body)
	}
}

// TestResolveByFunding: the creator's choice goes to the use case of the funding.
func TestResolveByFunding(t *testing.T) {
	b := newBench(t, withPoints, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	submit := func(id string) string {
		return b.post("/missions/"+id+"/submit", c.worker, args{"proof": "work", "preview": preview}).text("submission_id")
	}
	direct := b.post("/api/missions", c.poster, postB()).text("id")
	sub := submit(direct)
	if a := b.post("/missions/"+direct+"/resolve", c.worker, args{"submission_id": sub}); a.status != 403 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.post("/missions/"+direct+"/resolve", c.poster, args{}); a.status != 400 {
		t.Errorf("%d %s", a.status, a.body)
	}
	a := b.post("/api/missions/"+direct+"/resolve", c.poster, args{"winner_submission_id": sub})
	if a.status != 200 || a.text("settlement", "submission_id") != sub || a.text("payout_status") != "queued" || a.text("status") != "open" || a.at("resolved") != false || a.text("next_action") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if m := b.send("GET", "/missions/"+direct+"?dialect=c", "", nil); m.text("status") != "in_progress" {
		t.Errorf("%s", m.body)
	}
	points := b.post("/api/missions", c.poster, postB(func(in args) { in["reward_currency"], in["reward_amount"] = "AIGEN", 100 })).text("id")
	sub = submit(points)
	if a = b.post("/missions/"+points+"/resolve", c.poster, args{"submission_id": sub}); a.status != 200 || a.at("resolved") != true || a.at("resolution", "reward_paid") != 99.5 ||
		a.text("status") != "resolved" || a.at("next_action") != nil {
		t.Errorf("%d %s", a.status, a.body)
	}
	id, m := openMission(t, b, call, c, func(args) {})
	work, _ := enterWork(t, b, call, c.worker, id, m, canary)
	if a = b.post("/missions/"+id+"/resolve", c.poster, args{"submission_id": work}); a.status != 200 || a.text("call", "mission_id") != id || a.at("resolved") != false {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a = b.post("/missions/"+id+"/vote", c.rival, args{"submission_id": work}); a.status != 422 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestConfirmFunding says how far the funding of an escrow mission is.
func TestConfirmFunding(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overREST()
	c := enroll(t, call)
	created := b.post("/api/missions", c.poster, postB(func(in args) { in["funding"] = "escrow" }))
	id := created.text("id")
	if created.status != 201 || created.at("reward_escrowed") != false || created.text("status") != "open" || created.text("escrow", "spec_hash") == "" && created.at("escrow") == nil ||
		created.text("next_action") == "" {
		t.Fatalf("%d %s", created.status, created.body)
	}
	ask := func() answer {
		return b.post("/missions/"+id+"/confirm-funding", "", args{"tx_hash": txHash("fund").String()})
	}
	if a := ask(); a.status != 409 || a.text("error") != "mission_not_funded" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if l := b.send("GET", "/api/missions?funding=any", "", nil); strings.Contains(string(l.body), id) {
		t.Errorf("an unfunded mission is listed")
	}
	b.mine(b.onChain(id).funded()...)
	if a := ask(); a.status != 409 || a.text("error") != "not_confirmed" || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	b.confirm()
	if a := ask(); a.status != 200 || a.at("reward_escrowed") != true || a.text("status") != "open" || a.text("tx_hash") != txHash("fund").String() {
		t.Errorf("%d %s", a.status, a.body)
	}
	if l := b.send("GET", "/api/missions", "", nil); !strings.Contains(string(l.body), id) {
		t.Errorf("%s", l.body)
	}
	direct := b.post("/api/missions", c.poster, postB()).text("id")
	if a := b.post("/missions/"+direct+"/confirm-funding", "", args{}); a.status != 409 || a.text("error") != "wrong_funding" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestVoteOverREST: voters decide a points mission through both dialects' path.
func TestVoteOverREST(t *testing.T) {
	b := newBench(t, withPoints)
	c := enroll(t, b.overREST())
	b.pass(time.Second) // who votes was an agent before
	m := b.post("/api/missions", c.poster, postB(func(in args) {
		in["reward_currency"], in["reward_amount"], in["verification_type"], in["deadline_hours"] = "AIGEN", 100, "peer_vote", 1
		in["verification_params"] = args{"min_vote": "2000000"}
	}))
	id := m.text("id")
	if m.status != 201 || m.text("verification_params", "min_vote") == "" || m.text("verification_params", "voting_deadline") == "" {
		t.Fatalf("%d %s", m.status, m.body)
	}
	sub := b.post("/missions/"+id+"/submit", c.worker, args{"proof": "work"}).text("submission_id")
	vote := args{"submission_id": sub, "voter": c.rivalID, "stake": "3000000"}
	if a := b.post("/missions/"+id+"/vote", c.rival, vote); a.status != 409 || a.text("error") != "vote_not_open" {
		t.Errorf("%d %s", a.status, a.body)
	}
	b.pass(time.Hour + time.Minute)
	if a := b.post("/missions/"+id+"/vote", "", vote); a.status != 401 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.post("/missions/"+id+"/vote", c.worker, set(vote, "voter", c.workerID)); a.status != 403 || a.text("error") != "voter_barred" {
		t.Errorf("%d %s", a.status, a.body)
	}
	a := b.post("/api/missions/"+id+"/vote", c.rival, vote)
	if a.status != 200 || a.at("open") != true || a.text("your_vote", "submission_id") != sub || a.text("your_vote", "stake") != "3000000" || len(a.at("weights").(map[string]any)) != 0 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.post("/missions/"+id+"/vote", c.rival, vote); a.status != 409 || a.text("error") != "already_voted" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.send("GET", "/missions/"+id+"/vote", "", nil); a.status != 200 || a.at("your_vote") != nil || a.text("vote_token") != "AIGEN" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestCreateTools: the tools answer what the manifest says (oabp.md (d)).
func TestCreateTools(t *testing.T) {
	b := newBench(t, withPoints)
	c := enroll(t, b.overREST())
	call := b.overMCP()
	for _, name := range []string{"create_mission", "oabp_create_mission"} {
		a := call(name, c.poster, postB(func(in args) { in["reward_currency"], in["reward_amount"] = "AIGEN", 250 }))
		if a.text("status") != "open" || a.at("reward", "amount") != 250.0 || a.at("fee", "rate") != 0.005 || a.at("fee", "amount") != 1.25 || a.text("fee", "currency") != "AIGEN" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if _, ok := a.at("deadline").(float64); !ok {
			t.Errorf("%s", a.body)
		}
	}
	for _, name := range []string{"get_stats", "oabp_get_stats", "get_missions_stats"} {
		if a := call(name, "", nil); a.at("open") != 2.0 || a.at("resolved") != 0.0 || fmt.Sprint(a.at("lifetime_reward_aigen_paid")) != "0" {
			t.Errorf("%s: %s", name, a.body)
		}
	}
}

// newPollStage is a points mission that voters decide, with one submission.
func newPollStage(t *testing.T) *stage {
	t.Helper()
	b := newBench(t, withPoints)
	c := enroll(t, b.overREST())
	id := b.post("/api/missions", c.poster, postB(func(in args) {
		in["reward_currency"], in["reward_amount"], in["verification_type"] = "AIGEN", 100, "peer_vote"
	})).text("id")
	sub := b.post("/missions/"+id+"/submit", c.worker, args{"proof": "work"}).text("submission_id")
	if sub == "" {
		t.Fatal("nothing was submitted")
	}
	return &stage{bench: b, keys: map[string]string{"anonymous": "", "poster": c.poster, "winner": c.worker, "loser": c.rival},
		ids: map[string]string{"bounty_id": strings.Replace(id, "mis_", "bty_", 1), "winning": sub, "losing": sub, "instruction_id": "stl_0000000000000000"}}
}
