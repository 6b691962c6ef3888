package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// TestTeams plays teams over HTTP to the end: three who are paid through one
// instruction, and three whose split the escrow pays.
func TestTeams(t *testing.T) {
	t.Parallel()
	w := newWorld(t, startGeth(t, 0))
	w.scenario(t, "three are paid through one instruction", func(t *testing.T) { teamPaid(t, w) })
	w.scenario(t, "three are paid by the escrow", func(t *testing.T) { teamOfEscrow(t, w) })
}

// team is a submitter with two members who must consent.
type team struct {
	lead    *person
	members [2]*person
	before  [3]int64
}

func (w *world) team(t *testing.T, lead *person) *team {
	t.Helper()
	x := &team{lead: lead, members: [2]*person{w.person(t, "Member", false), w.person(t, "Member", false)}}
	for k, p := range x.all() {
		x.before[k] = w.balance(t, p.account.Address)
	}
	return x
}

func (x *team) all() [3]*person { return [3]*person{x.lead, x.members[0], x.members[1]} }

// shares are 50, 30 and 20 %.
func (x *team) shares() (out []any) {
	for k, p := range x.all() {
		out = append(out, map[string]any{"agent_id": p.agent, "share_bp": []int{5000, 3000, 2000}[k]})
	}
	return out
}

func (x *team) got(t *testing.T, w *world, want [3]int64) {
	t.Helper()
	for k, p := range x.all() {
		if got := w.balance(t, p.account.Address) - x.before[k]; got != want[k] {
			t.Errorf("member %d got %d units, want %d", k, got, want[k])
		}
	}
}

// consents walks a draft to the last consent. Until then the poster does not know
// of it, and who has not joined does not read it.
func (x *team) consents(t *testing.T, w *world, poster *person, bounty, sub, secret, complete string) {
	t.Helper()
	for k, p := range x.members {
		for who, caller := range map[string]*person{"poster": poster, "nobody": nil} {
			r := w.get(t, caller, "/v1/bounties/"+bounty)
			if strings.Contains(string(r.body), sub) || strings.Contains(string(r.body), secret) {
				t.Fatalf("%s sees a draft: %s", who, clip(r.body))
			}
		}
		w.get(t, poster, "/v1/submissions/"+sub+"/envelope").want(t, 404)
		w.get(t, p, "/v1/submissions/"+sub+"/envelope").want(t, 403)
		if r := w.get(t, p, "/v1/bounties/"+bounty).want(t, 200); r.str("your_role") != "invited" || r.str("invitations.0") != sub || strings.Contains(string(r.body), secret) {
			t.Fatalf("the invited sees %s", clip(r.body))
		}
		me := w.get(t, p, "/v1/agents/me").want(t, 200)
		if at := fmt.Sprintf("invitations_awaiting_you.0.contributors.%d.payout_address", k+1); !strings.EqualFold(me.str(at), p.account.Address.Hex()) {
			t.Fatalf("%s is asked to consent with the address %s", p.agent, me.str(at))
		}
		want := "draft"
		if k == len(x.members)-1 {
			want = complete
		}
		if r := w.post(t, p, "/v1/submissions/"+sub+"/join", map[string]any{}).want(t, 200); r.str("status") != want {
			t.Fatalf("after %d of 2 consents: %s", k+1, clip(r.body))
		}
		if r := w.get(t, p, "/v1/submissions/"+sub+"/envelope").want(t, 200); !strings.Contains(string(r.body), secret) {
			t.Fatalf("who has joined reads %s", clip(r.body))
		}
	}
}

func teamPaid(t *testing.T, w *world) {
	j := &job{poster: w.person(t, "Poster", true), worker: w.person(t, "Worker", false), secret: "canary-of-the-team"}
	x := w.team(t, j.worker)
	j.before = x.before[0]
	body := bountyBody(1000)
	body["evidence_required"] = []any{map[string]any{"kind": "photo", "label": "the shelf", "near": map[string]any{"lat": 52.5, "lon": 13.4, "radius_m": 200}}}
	j.bounty = w.post(t, j.poster, "/v1/bounties", body).want(t, 201).str("bounty_id")
	in := work(j.secret)
	in["contributors"] = x.shares()
	in["evidence"] = []any{map[string]any{"kind": "photo", "label": "the shelf", "value": map[string]any{"url": "https://example.com/" + j.secret, "geo": map[string]any{"lat": 52.5001, "lon": 13.4001}}}}
	draft := w.post(t, x.lead, "/v1/bounties/"+j.bounty+"/submissions", in).want(t, 201)
	j.sub = draft.str("submission_id")
	if draft.str("status") != "draft" || len(draft.list("awaiting_consent")) != 2 || draft.num("evidence_accepted") != 1 {
		t.Fatalf("%s", clip(draft.body))
	}
	w.post(t, j.poster, "/v1/bounties/"+j.bounty+"/settlement", map[string]any{"submission_id": j.sub}).want(t, 404)
	x.consents(t, w, j.poster, j.bounty, j.sub, j.secret, "pending")
	seen := w.get(t, j.poster, "/v1/bounties/"+j.bounty).want(t, 200)
	if seen.at("submissions.0.evidence_manifest.0.geo_claimed_within") != true || strings.Contains(string(seen.body), "52.5001") {
		t.Fatalf("the manifest: %s", clip(seen.body))
	}
	w.pick(t, j)
	if len(j.inst.list("legs")) != 4 { // the fee is the fourth
		t.Fatalf("%s", clip(j.inst.body))
	}
	receipt := w.pays(t, j, w.payTagged(t, j, j.poster.account))
	x.got(t, w, [3]int64{4_980_000, 2_980_000, 1_990_000}) // 9.95 over 50/30/20: the tie goes to the first
	w.verifies(t, receipt.body)
	open := w.get(t, j.poster, "/v1/bounties/"+j.bounty).want(t, 200)
	if open.at("submissions.0.evidence.0.value.geo.lat") == nil || open.num("submissions.0.contributors.1.payout_cents") != 298 || open.num("submissions.0.contributors.2.payout_cents") != 199 {
		t.Errorf("after the award: %s", clip(open.body))
	}
	for _, p := range x.members {
		if r := w.get(t, p, "/v1/agents/me").want(t, 200); r.str("submissions_made.0.id") != j.sub || r.str("submissions_made.0.status") != "accepted" {
			t.Errorf("%s", clip(r.body))
		}
	}
	for table, text := range dump(t, w.db) {
		if strings.Contains(text, "52.5001") || strings.Contains(text, "13.4001") {
			t.Errorf("the place of the evidence is in the table %s", table)
		}
	}
}

func teamOfEscrow(t *testing.T, w *world) {
	e := w.escrowJob(t, nil)
	x := w.team(t, e.worker)
	w.fundIt(t, e, "authorization")
	w.mine(t, depth)
	e.secret = "canary-of-the-escrow-team"
	in := work(e.secret)
	in["contributors"] = x.shares()
	draft := w.post(t, x.lead, "/v1/bounties/"+e.bounty+"/submissions", in).want(t, 201)
	e.sub = draft.str("submission_id")
	if draft.str("status") != "draft" || draft.at("escrow") != nil {
		t.Fatalf("a draft has a way into the escrow: %s", clip(draft.body))
	}
	x.consents(t, w, e.poster, e.bounty, e.sub, e.secret, "awaiting_chain")
	mine := w.get(t, x.lead, "/v1/bounties/"+e.bounty).want(t, 200)
	if hexutil.Encode(splitHash(t, x)) != mine.str("submissions.0.enter.split_hash") {
		t.Fatalf("the split hashes to %s", mine.str("submissions.0.enter.split_hash"))
	}
	e.work = draft
	w.mined(t, w.sendCall(t, mine, "submissions.0.enter.enter", x.lead))
	w.mine(t, depth)
	if s := w.workStatus(t, e); s != "pending" {
		t.Fatalf("entered and confirmed it is %s", s)
	}
	w.awards(t, e)
	x.got(t, w, [3]int64{12_437_501, 7_462_500, 4_975_000}) // 24.875001 over 50/30/20
	w.receipted(t, e)
	w.mirrored(t)
}

// splitHash is keccak256(abi.encode(addresses, bps)), by hand.
func splitHash(t *testing.T, x *team) []byte {
	t.Helper()
	word := func(n int) []byte { return common.LeftPadBytes([]byte{byte(n >> 8), byte(n)}, 32) }
	b := append(word(64), word(64+32+3*32)...)
	b = append(b, word(3)...)
	for _, p := range x.all() {
		b = append(b, common.LeftPadBytes(p.account.Address.Bytes(), 32)...)
	}
	b = append(b, word(3)...)
	for _, n := range []int{5000, 3000, 2000} {
		b = append(b, word(n)...)
	}
	return crypto.Keccak256(b)
}
