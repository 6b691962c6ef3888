package e2e

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
)

// What a board says of itself and its code does not keep; ours does. Of the
// numbers 6 has no test: it is about people's sessions.

// 1, with a proven wallet of an agent that has done something, and with what a
// provider calls a person who has not.
// old: an identity that another account holds is moved, and that account deleted.
// Red when LinkAddress does not ask onlyAddress, and when LinkIdentity takes what
// another account has.
func TestPromise01IdentityIsNotMoved(t *testing.T) {
	w := weakness(t)
	owner := w.person(t, "Owner", false)
	b := w.post(t, owner, "/v1/bounties", bountyBody(500)).want(t, 201)
	thief := w.person(t, "Thief", true)
	msg, sig := w.siwe(t, owner.account, thief.agent) // whoever got hold of such a signature
	w.post(t, thief, "/v1/agents/me/addresses", map[string]any{"message": msg, "signature": sig}).want(t, 409, "address_has_history")
	mine := w.get(t, owner, "/v1/agents/me").want(t, 200)
	if mine.str("agent_id") != owner.agent || mine.str("bounties_posted.0.id") != b.str("bounty_id") || !strings.EqualFold(mine.str("payout_address"), owner.account.Address.Hex()) {
		t.Errorf("%s", clip(mine.body))
	}
	again := &person{name: "again", account: owner.account}
	w.signIn(t, again)
	if again.agent != owner.agent {
		t.Errorf("the wallet signs in as %s, not as %s", again.agent, owner.agent)
	}
	people := w.app.Engine() // no provider is asked yet
	one, _, err := people.AgentOfIdentity(t.Context(), "github", "owner of "+owner.agent)
	must(t, err)
	other, _, err := people.AgentOfIdentity(t.Context(), "google", "thief of "+owner.agent)
	must(t, err)
	if _, err = people.LinkIdentity(t.Context(), settle.Caller{Agent: other}, "github", "owner of "+owner.agent); settle.CodeOf(err) != settle.CodeConflict {
		t.Errorf("linked to another account: %v", err)
	}
	if still, made, err := people.AgentOfIdentity(t.Context(), "github", "owner of "+owner.agent); still != one || made || err != nil {
		t.Errorf("the person signs in as %s, not as %s (%v)", still, one, err)
	}
}

// 2. old: payments in several transactions, and one for several bounties, are
// promised and fail. Here by tools alone, and both at once.
// Red when a payer's money fills exact amounts only (attributePurse without fillAny).
func TestPromise02SplitAndBatchedPayments(t *testing.T) {
	w := weakness(t)
	poster := w.person(t, "Poster", false)
	a, b := w.newJob(t, jobOptions{poster: poster, cents: 800}), w.newJob(t, jobOptions{poster: poster, cents: 1100})
	bundler := w.bundler(t, poster)
	w.mined(t, w.usdc(t, poster.account, "approve(address,uint256)", bundler, big.NewInt(1<<40)))
	look := func(j *job) reply {
		return w.tool(t, nil, "get_settlement", map[string]any{"instruction_id": j.id})
	}
	pay := func(part int64) common.Hash {
		t.Helper()
		var calls []abiCall
		for _, j := range []*job{a, b} {
			r := look(j)
			for k := range r.list("transfers") {
				at := fmt.Sprintf("transfers.%d.", k)
				calls = append(calls, w.moves(t, poster.account.Address, address(t, r.str(at+"payee")), r.num(at+"amount")/part))
			}
		}
		tx := w.call(t, poster.account, bundler, bundle(t, "Bundler", "run", calls))
		w.mined(t, tx)
		w.mine(t, depth)
		return tx
	}
	half := pay(2)
	for _, j := range []*job{a, b} {
		if r := w.tool(t, poster, "settle_bounty", map[string]any{"bounty_id": j.bounty, "submission_id": j.sub, "tx_hash": half.Hex()}); r.code() != "underpaid" {
			t.Errorf("%s", clip(r.body))
		}
		w.sealed(t, j)
	}
	pay(1)
	for _, j := range []*job{a, b} {
		if r := w.tool(t, poster, "get_deliverable", map[string]any{"submission_id": j.sub}); r.status != 200 || !strings.Contains(string(r.body), j.secret) {
			t.Errorf("%s", clip(r.body))
		}
	}
	w.once(t, a)
	w.once(t, b)
}

// 3. old: a milestone's own evidence cannot be set, and geo_claimed_within is
// not there.
// Red when judgeEvidence holds a milestone's work to the mission's evidence.
func TestPromise03EvidenceOfMilestones(t *testing.T) {
	w := weakness(t)
	poster, worker := w.person(t, "Poster", true), w.person(t, "Worker", false)
	photo := map[string]any{"kind": "photo", "label": "the shelf", "near": map[string]any{"lat": 52.5, "lon": 13.4, "radius_m": 500}}
	body := bountyBody(0)
	delete(body, "reward_amount_cents")
	body["evidence_required"] = []any{map[string]any{"kind": "url", "label": "the source"}}
	body["milestones"] = []any{map[string]any{"title": "At the shop", "reward_amount_cents": 300, "evidence_required": []any{photo}}, map[string]any{"title": "At the desk", "reward_amount_cents": 500}}
	for _, over := range []string{"REST", "MCP"} {
		var posted reply
		if over == "REST" {
			posted = w.post(t, poster, "/v1/bounties", body).want(t, 201)
		} else {
			posted = w.tool(t, poster, "post_bounty", overMCP(body)).want(t, 200)
		}
		b := w.get(t, nil, "/v1/bounties/"+posted.str("bounty_id")).want(t, 200)
		in := work("canary of " + b.str("bounty.id"))
		in["milestone_id"] = b.str("bounty.milestones.0.id")
		in["evidence"] = []any{map[string]any{"kind": "url", "label": "the source", "value": map[string]any{"url": "https://example.com/"}}}
		w.post(t, worker, "/v1/bounties/"+b.str("bounty.id")+"/submissions", in).want(t, 400) // the mission's, not the milestone's
		in["evidence"] = []any{map[string]any{"kind": "photo", "label": "the shelf", "value": map[string]any{"url": "https://example.com/p.jpg", "geo": map[string]any{"lat": 52.5, "lon": 13.4}}}}
		w.post(t, worker, "/v1/bounties/"+b.str("bounty.id")+"/submissions", in).want(t, 201)
		in["milestone_id"] = b.str("bounty.milestones.1.id")
		w.post(t, worker, "/v1/bounties/"+b.str("bounty.id")+"/submissions", in).want(t, 400)
		in["evidence"] = []any{map[string]any{"kind": "url", "label": "the source", "value": map[string]any{"url": "https://example.com/"}}}
		w.post(t, worker, "/v1/bounties/"+b.str("bounty.id")+"/submissions", in).want(t, 201)
		seen := w.get(t, poster, "/v1/bounties/"+b.str("bounty.id")).want(t, 200)
		for k := range seen.list("submissions") {
			at := fmt.Sprintf("submissions.%d.", k)
			if photo := seen.str(at+"milestone_id") == b.str("bounty.milestones.0.id"); seen.at(at+"evidence_manifest.0.geo_claimed_within") != photo {
				t.Errorf("%s: %s", over, clip(seen.body))
			}
		}
	}
}

// overMCP is a body as the tool takes it: rewards in dollars.
func overMCP(body map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range body {
		switch k {
		case "reward_amount_cents":
			out["reward_usd"] = float64(v.(int)) / 100
		case "milestones":
			var ms []any
			for _, m := range v.([]any) {
				ms = append(ms, overMCP(m.(map[string]any)))
			}
			out[k] = ms
		default:
			out[k] = v
		}
	}
	return out
}

// inHalves is a body of work that is shared in halves.
func inHalves(secret string, a, b *person) map[string]any {
	in := work(secret)
	in["contributors"] = []any{map[string]any{"agent_id": a.agent, "share_bp": 5000}, map[string]any{"agent_id": b.agent, "share_bp": 5000}}
	return in
}

// 4. old: being named in somebody's drafts uses up one's own submissions, for a
// bounty by three of them and everywhere by 25, and declining gives none back.
func TestPromise04NamingTakesNothingAway(t *testing.T) {
	w := weakness(t)
	victim := w.person(t, "Victim", false)
	poster, troll := w.person(t, "Poster", true), w.person(t, "Troll", false)
	b := w.post(t, poster, "/v1/bounties", bountyBody(900)).want(t, 201).str("bounty_id")
	drafts, declined := 0, 0
	for range 9 { // trolls, three drafts each
		for range 3 {
			r := w.post(t, troll, "/v1/bounties/"+b+"/submissions", inHalves("canary", troll, victim)).want(t, 201)
			if drafts++; r.str("status") != "draft" {
				t.Fatalf("%s", clip(r.body))
			}
			if drafts%2 == 0 {
				declined++
				w.post(t, victim, "/v1/submissions/"+r.str("submission_id")+"/decline", nil).want(t, 200)
			}
		}
		w.post(t, troll, "/v1/bounties/"+b+"/submissions", work("canary")).want(t, 429, "rate_limited")
		troll = w.person(t, "Troll", false)
	}
	for range 3 {
		w.post(t, victim, "/v1/bounties/"+b+"/submissions", work("canary of the victim")).want(t, 201)
	}
	w.post(t, victim, "/v1/bounties/"+b+"/submissions", work("canary of the victim")).want(t, 429, "rate_limited")
	other := w.post(t, poster, "/v1/bounties", bountyBody(900)).want(t, 201).str("bounty_id")
	w.post(t, victim, "/v1/bounties/"+other+"/submissions", work("canary of the victim")).want(t, 201)
	if me := w.get(t, victim, "/v1/agents/me").want(t, 200); len(me.list("invitations_awaiting_you")) != drafts-declined || len(me.list("submissions_made")) != 4 {
		t.Errorf("%d invitations, %d submissions", len(me.list("invitations_awaiting_you")), len(me.list("submissions_made")))
	}
	// With milestones it is three for each of them.
	body := bountyBody(0)
	delete(body, "reward_amount_cents")
	body["milestones"] = []any{map[string]any{"title": "First half", "reward_amount_cents": 300}, map[string]any{"title": "Second half", "reward_amount_cents": 500}}
	parts := w.get(t, nil, "/v1/bounties/"+w.post(t, poster, "/v1/bounties", body).want(t, 201).str("bounty_id")).want(t, 200)
	for k := range 2 {
		in := work("canary of a part")
		in["milestone_id"] = parts.str(fmt.Sprintf("bounty.milestones.%d.id", k))
		for range 3 {
			w.post(t, victim, "/v1/bounties/"+parts.str("bounty.id")+"/submissions", in).want(t, 201)
		}
		w.post(t, victim, "/v1/bounties/"+parts.str("bounty.id")+"/submissions", in).want(t, 429, "rate_limited")
	}
}

// 5. old: tools cannot post milestones or evidence, nor list by audience, and
// some are told of nowhere.
// Red when the tools lose evidence_required of a post, and when they lose the
// audience of a list.
func TestPromise05SurfacesAreEqual(t *testing.T) {
	w := weakness(t)
	poster := w.person(t, "Poster", true)
	body := bountyBody(0)
	delete(body, "reward_amount_cents")
	body["milestones"] = []any{map[string]any{"title": "First half", "reward_amount_cents": 300}, map[string]any{"title": "Second half", "reward_amount_cents": 501}}
	body["evidence_required"] = []any{map[string]any{"kind": "url", "label": "the source", "min": 2}}
	rest := w.post(t, poster, "/v1/bounties", body).want(t, 201)
	tool := w.tool(t, poster, "post_bounty", overMCP(body)).want(t, 200)
	a, b := w.get(t, nil, "/v1/bounties/"+rest.str("bounty_id")).want(t, 200), w.tool(t, nil, "get_bounty", map[string]any{"bounty_id": tool.str("bounty_id")}).want(t, 200)
	for _, at := range []string{"bounty.reward_units", "bounty.evidence_required", "bounty.milestones.0.reward_units", "bounty.milestones.1.reward_units", "bounty.milestones.1.title", "bounty.audience"} {
		if a.str(at) != b.str(at) || a.str(at) == "" {
			t.Errorf("%s is %q over REST and %q over MCP", at, a.str(at), b.str(at))
		}
	}
	for _, audience := range []string{"agents", "humans", "either"} {
		sameBody(t, w.get(t, nil, "/v1/bounties?limit=5&audience="+audience).want(t, 200), w.tool(t, nil, "list_bounties", map[string]any{"limit": 5, "audience": audience}))
	}
	c := w.mcp(t.Context(), t)
	defer c.Close()
	list, err := c.ListTools(t.Context(), nil)
	must(t, err)
	names := map[string]bool{}
	for _, x := range list.Tools {
		names[x.Name] = true
	}
	for _, want := range strings.Fields("register_agent list_bounties get_bounty post_bounty submit_result join_submission decline_submission review_submission cancel_bounty my_activity set_payout_address settlement_instruction settle_bounty board_stats") {
		if !names[want] {
			t.Errorf("no tool %s", want)
		}
	}
}

// 7. old: the examples leave out what is mandatory, and are refused.
// Red when an example has a name that is too short.
func TestPromise07ExamplesWork(t *testing.T) {
	w := weakness(t)
	doc, reader := w.get(t, nil, "/openapi.json").want(t, 200), w.person(t, "Reader of examples", true)
	examples := 0
	paths, _ := doc.at("paths").(map[string]any)
	for path, item := range paths {
		for method, o := range item.(map[string]any) {
			b, _ := json.Marshal(o)
			op := reply{doc: decode(b)}
			body, ok := op.at("requestBody.content").(map[string]any)
			if !ok {
				continue
			}
			ex := body["application/json"].(map[string]any)["example"]
			if ex == nil {
				continue
			}
			examples++
			if r := w.do(t, reader, strings.ToUpper(method), path, ex); r.code() == "invalid_request" || r.code() == "unauthenticated" || r.status >= 500 {
				t.Errorf("the example of %s %s: %d %s", method, path, r.status, clip(r.body))
			}
		}
	}
	if examples == 0 {
		t.Error("no examples")
	}
}

// 8. old: "never floats", and floats divide the money, wrongly where remainders
// are equal.
// Red when money.Allocate gives what is left to the last of equal remainders.
func TestPromise08Division(t *testing.T) {
	w := weakness(t)
	poster := w.person(t, "Poster", true)
	var three []*person
	for range 3 {
		three = append(three, w.person(t, "Member", true))
	}
	body := bountyBody(1587) // 1580 after the fee
	delete(body, "settlement")
	id := w.post(t, poster, "/v1/bounties", body).want(t, 201).str("bounty_id")
	in := work("canary")
	var shares []any
	for k, bp := range []int{1200, 6100, 2700} {
		shares = append(shares, map[string]any{"agent_id": three[k].agent, "share_bp": bp})
	}
	in["contributors"] = shares
	sub := w.post(t, three[0], "/v1/bounties/"+id+"/submissions", in).want(t, 201).str("submission_id")
	for _, p := range three[1:] {
		w.post(t, p, "/v1/submissions/"+sub+"/join", nil).want(t, 200)
	}
	r := w.post(t, poster, "/v1/bounties/"+id+"/award", map[string]any{"submission_id": sub}).want(t, 200)
	for k, want := range []int64{190, 964, 426} {
		if got := r.num(fmt.Sprintf("payouts.%d.amount_cents", k)); got != want {
			t.Errorf("share %d is %d cents, want %d", k, got, want)
		}
	}
	body = bountyBody(0) // 1350, whose fee is 6
	delete(body, "settlement")
	delete(body, "reward_amount_cents")
	body["milestones"] = []any{map[string]any{"title": "Part one", "reward_amount_cents": 100}, map[string]any{"title": "Part two", "reward_amount_cents": 1000}, map[string]any{"title": "Part three", "reward_amount_cents": 250}}
	id = w.post(t, poster, "/v1/bounties", body).want(t, 201).str("bounty_id")
	detail := w.get(t, nil, "/v1/bounties/"+id).want(t, 200)
	for k, want := range []string{"$0.01", "$0.04", "$0.01"} {
		in := work("canary")
		in["milestone_id"] = detail.str(fmt.Sprintf("bounty.milestones.%d.id", k))
		sub := w.post(t, three[0], "/v1/bounties/"+id+"/submissions", in).want(t, 201).str("submission_id")
		if r := w.post(t, poster, "/v1/bounties/"+id+"/award", map[string]any{"submission_id": sub}).want(t, 200); r.str("platform_fee") != want {
			t.Errorf("the fee of part %d is %s, want %s", k, r.str("platform_fee"), want)
		}
	}
}
