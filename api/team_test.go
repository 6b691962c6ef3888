package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
)

var third = addr("third wallet")

// join makes one more agent, with a payout address.
func joinBoard(t *testing.T, call surface, name string, wallet settle.Address) (key, id string) {
	t.Helper()
	a := call("register_agent", "", args{"name": name})
	key, id = a.text("api_key"), a.text("agent_id")
	if a := call("set_payout_address", key, args{"payout_address": wallet.String()}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return key, id
}

func share(id string, bp int) any { return map[string]any{"agent_id": id, "share_bp": bp} }

// TestTeamOfThree: a draft that nobody knows but those it names, consent by
// consent, then one instruction that pays all three (board.md (a), (c)).
func TestTeamOfThree(t *testing.T) {
	both(t, func(t *testing.T, b *bench, call surface) {
		c := enroll(t, call)
		cid, cidID := joinBoard(t, call, "Cid", third)
		stranger := call("register_agent", "", args{"name": "The Stranger"}).text("api_key")
		id := call("post_bounty", c.poster, bounty()).text("bounty_id")
		sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview,
			"contributors": []any{share(c.workerID, 5000), share(c.rivalID, 3000), share(cidID, 2000)}})
		sid := sub.text("submission_id")
		if sub.text("status") != "draft" || fmt.Sprint(sub.at("awaiting_consent")) != fmt.Sprint([]any{c.rivalID, cidID}) ||
			sub.at("contributors", "0", "accepted") != true || sub.at("contributors", "1", "accepted") != false || sub.text("contributors", "1", "share") != "30.00%" ||
			sub.text("contributors", "1", "payout_if_awarded") != "$3.06" || sub.text("contributors", "2", "payout_address") != third.String() {
			t.Fatalf("%d %s", sub.status, sub.body)
		}
		look := func(key string) answer { return call("get_bounty", key, args{"bounty_id": id}) }
		for who, key := range map[string]string{"the poster": c.poster, "a stranger": stranger, "nobody": ""} {
			if a := look(key); find(a, sid) != nil || a.at("invitations") != nil || strings.Contains(string(a.body), "CANARY") || strings.Contains(string(a.body), sid) {
				t.Errorf("%s sees the draft: %s", who, a.body)
			}
			if a := call("get_deliverable", key, args{"submission_id": sid}); a.status != 404 && a.status != 401 {
				t.Errorf("%s asks for a draft: %d %s", who, a.status, a.body)
			}
		}
		if a := call("list_bounties", "", nil); look(c.poster).at("bounty", "submission_count") != 0.0 || a.at("bounties", "0", "submission_count") != 0.0 {
			t.Errorf("a draft is counted: %s", a.body)
		}
		for tool, in := range map[string]args{"settlement_instruction": {}, "review_submission": {"decision": "reject"}} {
			in["bounty_id"], in["submission_id"] = id, sid
			if a := call(tool, c.poster, in); a.status != 404 {
				t.Errorf("%s of a draft: %d %s", tool, a.status, a.body)
			}
		}
		if a := look(c.worker); a.text("your_role") != "contributor" || find(a, sid)["content"] != canary || find(a, sid)["contributors"].([]any)[1].(map[string]any)["accepted_at"] != nil {
			t.Errorf("the submitter: %s", a.body)
		}
		a := look(c.rival)
		if a.text("your_role") != "invited" || a.text("invitations", "0") != sid || a.at("submissions") != nil || strings.Contains(string(a.body), "CANARY") {
			t.Errorf("the invited: %s", a.body)
		}
		inv := call("my_activity", c.rival, nil)
		if inv.text("invitations_awaiting_you", "0", "submission_id") != sid || inv.at("invitations_awaiting_you", "0", "share_bp") != 3000.0 ||
			inv.text("invitations_awaiting_you", "0", "contributors", "2", "payout_address") != third.String() || inv.at("invitations_total") != 1.0 ||
			inv.text("invitations_awaiting_you", "0", "title") != "Find eight suppliers" || inv.at("submissions_made", "0") != nil || strings.Contains(string(inv.body), "CANARY") {
			t.Errorf("%s", inv.body)
		}
		if a := call("get_deliverable", c.rival, args{"submission_id": sid}); a.status != 403 {
			t.Errorf("the invited reads: %d %s", a.status, a.body)
		}
		if a := call("join_submission", stranger, args{"submission_id": sid}); a.status != 403 {
			t.Errorf("a stranger joins: %d %s", a.status, a.body)
		}
		if a := call("join_submission", c.poster, args{"submission_id": sid}); a.status != 403 {
			t.Errorf("the poster joins: %d %s", a.status, a.body)
		}
		j := call("join_submission", c.rival, args{"submission_id": sid})
		if j.at("joined") != true || j.at("your_share_bp") != 3000.0 || j.text("status") != "draft" || fmt.Sprint(j.at("still_awaiting")) != fmt.Sprint([]any{cidID}) {
			t.Fatalf("%d %s", j.status, j.body)
		}
		if a := call("join_submission", c.rival, args{"submission_id": sid}); a.status != 409 {
			t.Errorf("joining twice: %d %s", a.status, a.body)
		}
		if a := look(c.rival); a.text("your_role") != "contributor" || find(a, sid)["content"] != canary {
			t.Errorf("who joined: %s", a.body)
		}
		j = call("join_submission", cid, args{"submission_id": sid})
		if j.text("status") != "pending" || len(j.at("still_awaiting").([]any)) != 0 {
			t.Fatalf("%d %s", j.status, j.body)
		}
		for _, tool := range []string{"join_submission", "decline_submission"} {
			if a := call(tool, c.rival, args{"submission_id": sid}); a.status != 409 {
				t.Errorf("%s of what is complete: %d %s", tool, a.status, a.body)
			}
		}
		if a := look(c.poster); find(a, sid)["preview"] != preview || find(a, sid)["content"] != nil || find(a, sid)["contributors"].([]any)[0].(map[string]any)["payout_address"] != nil {
			t.Errorf("the poster sees a complete one: %s", a.body)
		}
		inst := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sid})
		b.mine(tagged("pay", poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
		b.confirm()
		for k, want := range []float64{510, 306, 204} {
			member := find(look(c.poster), sid)["contributors"].([]any)[k].(map[string]any)
			if member["payout_cents"] != want {
				t.Errorf("member %d got %v cents, want %v", k, member["payout_cents"], want)
			}
		}
		if a := call("my_activity", cid, nil); a.text("submissions_made", "0", "id") != sid || a.text("submissions_made", "0", "status") != "accepted" ||
			a.at("submissions_made", "0", "payout_cents") != 204.0 || a.at("submissions_made", "0", "share_bp") != 2000.0 {
			t.Errorf("%s", a.body)
		}
	})
}

func TestRosters(t *testing.T) {
	both(t, func(t *testing.T, b *bench, call surface) {
		c := enroll(t, call)
		poor := call("register_agent", "", args{"name": "Without address"})
		poorID := poor.text("agent_id")
		poorer := call("register_agent", "", args{"name": "Without either"}).text("agent_id")
		cheap := bounty()
		cheap["reward_usd"] = json.Number("0.10")
		small := call("post_bounty", c.poster, cheap).text("bounty_id")
		id := call("post_bounty", c.poster, bounty()).text("bounty_id")
		many := func(n int) (out []any) {
			for k := range n {
				out = append(out, share(fmt.Sprintf("agt_%016x", k), 10_000/n))
			}
			return out
		}
		for name, x := range map[string]struct {
			bounty string
			who    []any
			status int
			says   string
		}{
			"the poster":        {id, []any{share(c.workerID, 5000), share(c.posterID, 5000)}, 403, c.posterID},
			"twice":             {id, []any{share(c.workerID, 5000), share(c.workerID, 5000)}, 400, "twice"},
			"without oneself":   {id, []any{share(c.rivalID, 10_000)}, 400, "yourself"},
			"sum too small":     {id, []any{share(c.workerID, 5000), share(c.rivalID, 4999)}, 400, "9999"},
			"sum too large":     {id, []any{share(c.workerID, 5001), share(c.rivalID, 5000)}, 400, "10001"},
			"no share":          {id, []any{share(c.workerID, 10_000), share(c.rivalID, 0)}, 400, "share_bp"},
			"negative":          {id, []any{share(c.workerID, 10_001), share(c.rivalID, -1)}, 400, "share_bp"},
			"a fraction":        {id, []any{map[string]any{"agent_id": c.workerID, "share_bp": json.Number("9999.5")}, share(c.rivalID, 1)}, 400, "share_bp"},
			"seventeen":         {id, many(17), 400, "16"},
			"nobody":            {id, []any{share(c.workerID, 5000), share("agt_00000000000000ff", 5000)}, 404, "agt_00000000000000ff"},
			"no id":             {id, []any{share(c.workerID, 5000), share("me & you", 5000)}, 400, "agent_id"},
			"without addresses": {id, []any{share(c.workerID, 4000), share(poorID, 3000), share(poorer, 3000)}, 409, poorer},
			"below a cent":      {small, []any{share(c.workerID, 9001), share(c.rivalID, 999)}, 400, "0.01"},
		} {
			a := call("submit_result", c.worker, args{"bounty_id": x.bounty, "content": canary, "preview": preview, "contributors": x.who})
			if a.status != x.status || !strings.Contains(a.text("message"), x.says) {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
			if x.status == 409 && (a.text("code") != "payee_address_missing" || fmt.Sprint(a.at("agent_ids")) != fmt.Sprint([]any{poorID, poorer})) {
				t.Errorf("%s: %s", name, a.body)
			}
		}
		a := call("submit_result", c.worker, args{"bounty_id": small, "content": canary, "preview": preview, "contributors": []any{share(c.workerID, 9000), share(c.rivalID, 1000)}})
		if a.text("status") != "draft" || a.text("contributors", "1", "payout_if_awarded") != "$0.01" {
			t.Errorf("a cent: %d %s", a.status, a.body)
		}
		alone := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview, "contributors": []any{share(c.workerID, 10_000)}})
		if alone.text("status") != "pending" {
			t.Errorf("a team of one: %d %s", alone.status, alone.body)
		}
	})
}

// TestDraftsEnd: a draft ends by a decline of any member, and with what it is
// for; then nobody joins it any more.
func TestDraftsEnd(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	draft := func(id, mil string) string {
		t.Helper()
		in := args{"bounty_id": id, "content": canary, "preview": preview, "contributors": []any{share(c.workerID, 5000), share(c.rivalID, 5000)}}
		if mil != "" {
			in["milestone_id"] = mil
		}
		a := call("submit_result", c.worker, in)
		if a.text("status") != "draft" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return a.text("submission_id")
	}
	post := func(change ...func(args)) string {
		t.Helper()
		in := bounty()
		for _, f := range change {
			f(in)
		}
		a := call("post_bounty", c.poster, in)
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return a.text("bounty_id")
	}
	ended := func(name, id, sid, status string) {
		t.Helper()
		if a := find(call("get_bounty", c.worker, args{"bounty_id": id}), sid); a["status"] != status || a["content"] != canary {
			t.Errorf("%s: %v", name, a)
		}
		for _, tool := range []string{"join_submission", "decline_submission"} {
			if a := call(tool, c.rival, args{"submission_id": sid}); a.status != 409 {
				t.Errorf("%s: %s: %d %s", name, tool, a.status, a.body)
			}
		}
		if a := call("my_activity", c.rival, nil); strings.Contains(string(a.body), sid) {
			t.Errorf("%s: still asked: %s", name, a.body)
		}
	}

	id := post()
	for _, who := range []string{c.rival, c.worker} { // the invited, and who joined
		sid := draft(id, "")
		a := call("decline_submission", who, args{"submission_id": sid})
		if a.text("status") != "withdrawn" || !strings.Contains(a.text("reason"), "declined") {
			t.Fatalf("%d %s", a.status, a.body)
		}
		ended("declined", id, sid, "withdrawn")
	}

	id = post()
	sid := draft(id, "")
	call("cancel_bounty", c.poster, args{"bounty_id": id})
	ended("cancelled", id, sid, "closed")

	id = post(func(in args) { in["deadline"] = b.clock().Add(time.Hour).UTC().Format(time.RFC3339) })
	sid = draft(id, "")
	b.pass(2 * time.Hour)
	if a := call("join_submission", c.rival, args{"submission_id": sid}); a.status != 409 || a.text("code") != "mission_not_open" {
		t.Errorf("joining after the deadline: %d %s", a.status, a.body)
	}
	b.confirm()
	ended("expired", id, sid, "closed")
	if a := call("get_bounty", "", args{"bounty_id": id}); a.at("bounty", "poster_reputation", "abandoned_after_submissions") != 0.0 {
		t.Errorf("a draft makes a bounty abandoned: %s", a.body)
	}

	id = post(func(in args) {
		delete(in, "reward_usd")
		in["milestones"] = []any{map[string]any{"title": "the first", "reward_usd": 5}, map[string]any{"title": "the second", "reward_usd": 5}}
	})
	seen := call("get_bounty", "", args{"bounty_id": id})
	first, second := seen.text("bounty", "milestones", "0", "id"), seen.text("bounty", "milestones", "1", "id")
	a, other := draft(id, first), draft(id, second)
	solo := call("submit_result", c.rival, args{"bounty_id": id, "milestone_id": first, "content": losing, "preview": preview}).text("submission_id")
	inst := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": solo})
	b.mine(tagged("pay", poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
	b.confirm()
	ended("won by another", id, a, "closed")
	if a := call("join_submission", c.rival, args{"submission_id": other}); a.text("status") != "pending" {
		t.Errorf("the other milestone's: %d %s", a.status, a.body)
	}
}

// TestBeingNamedCostsNothing: seed promise 4. Drafts that name somebody use none
// of their slots, board-wide or on a bounty, hide no other invitation, and are no
// history of theirs.
func TestBeingNamedCostsNothing(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	victim := c.rival
	var bounties []string
	for range 9 {
		bounties = append(bounties, call("post_bounty", c.poster, bounty()).text("bounty_id"))
	}
	name := func(key, own, id string) answer {
		return call("submit_result", key, args{"bounty_id": id, "content": canary, "preview": preview, "contributors": []any{share(own, 5000), share(c.rivalID, 5000)}})
	}
	drafts := 0
	for _, id := range bounties {
		for range 3 {
			if a := name(c.worker, c.workerID, id); a.status == 201 {
				drafts++
			} else if a.status != 429 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
	}
	if drafts != 25 {
		t.Errorf("one agent has %d drafts, want 25", drafts)
	}
	if a := name(c.worker, c.workerID, bounties[8]); a.status != 429 {
		t.Errorf("the 26th: %d %s", a.status, a.body)
	}
	for k := range 3 {
		for _, id := range bounties[:9] {
			if a := call("submit_result", victim, args{"bounty_id": id, "content": losing, "preview": preview}); (a.status == 201) != (9*k+slices.Index(bounties, id) < 25) {
				t.Fatalf("the victim's submission %d: %d %s", 9*k+slices.Index(bounties, id), a.status, a.body)
			}
		}
	}
	second, secondID := joinBoard(t, call, "An honest one", third)
	honest := name(second, secondID, bounties[0]).text("submission_id")
	b.pass(time.Second)
	key, id := joinBoard(t, call, "Another loud one", addr("loud"))
	for k := range 9 {
		for range 3 {
			name(key, id, bounties[k])
		}
	}
	a := call("my_activity", victim, nil)
	list, _ := a.at("invitations_awaiting_you").([]any)
	place := slices.IndexFunc(list, func(x any) bool { return x.(map[string]any)["submission_id"] == honest })
	if len(list) != 50 || a.at("invitations_total") != 51.0 || place < 0 || place > 2 {
		t.Errorf("%d of %v invitations are listed, the honest one in place %d", len(list), a.at("invitations_total"), place)
	}
}

// TestNamedBeforeLinked: an agent that came to be by signing in, and is named in
// a draft, still passes to the agent with a key that links its address.
func TestNamedBeforeLinked(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	wallet := addr("a wallet of the late comer")
	n := call("get_nonce", "", nil)
	msg, sig := signSIWE(siwe{Address: wallet, Nonce: n.text("nonce")})
	agent := call("sign_in", "", args{"message": msg, "signature": sig}).text("agent_id")
	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	a := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview, "contributors": []any{share(c.workerID, 5000), share(agent, 5000)}})
	if a.text("status") != "draft" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	late := call("register_agent", "", args{"name": "The Late Comer"})
	n = call("get_nonce", "", nil)
	msg, sig = signSIWE(siwe{wallet, n.text("nonce"), late.text("agent_id")})
	if a := call("link_address", late.text("api_key"), args{"message": msg, "signature": sig}); a.at("proven") != true {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestEscrowTeam: the addresses are frozen with the last consent, and with them
// the hash of the split that is entered on the chain.
func TestEscrowTeam(t *testing.T) {
	both := map[string]func(*bench) surface{"REST": (*bench).overREST, "MCP": (*bench).overMCP}
	for name, over := range both {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, withEscrow)
			call := over(b)
			c := enroll(t, call)
			id, m := openMission(t, b, call, c, func(in args) { in["deadline"] = b.clock().Add(240 * time.Hour).UTC().Format(time.RFC3339) })
			sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview, "contributors": []any{share(c.workerID, 7000), share(c.rivalID, 3000)}})
			sid := sub.text("submission_id")
			if sub.text("status") != "draft" || sub.at("escrow") != nil {
				t.Fatalf("%d %s", sub.status, sub.body)
			}
			// The member's address changes before they consent.
			moved := addr("the rival's newer wallet")
			b.must(b.store.View(t.Context(), func(tx settle.Tx) error {
				if w := settle.GetRow[settle.Submission](tx, sid).Escrow; w == nil || w.Address != worker || len(w.Split.Payees) != 0 || !w.SplitHash.IsZero() {
					t.Errorf("a draft is frozen already: %+v", w)
				}
				return nil
			}))
			change := func(to settle.Address) {
				t.Helper()
				if a := call("set_payout_address", c.rival, args{"payout_address": to.String()}); a.status != 200 {
					t.Fatalf("%d %s", a.status, a.body)
				}
				b.pass(25 * time.Hour) // the cool-down
				b.mine()
			}
			change(moved)
			j := call("join_submission", c.rival, args{"submission_id": sid})
			if j.text("status") != "awaiting_chain" {
				t.Fatalf("%d %s", j.status, j.body)
			}
			mine := find(call("get_bounty", c.worker, args{"bounty_id": id}), sid)
			split := mine["enter"].(map[string]any)["split"].(map[string]any)
			if fmt.Sprint(split["payees"]) != fmt.Sprint([]any{worker.String(), moved.String()}) || fmt.Sprint(split["bps"]) != "[7000 3000]" {
				t.Fatalf("%v; want %s and %s, not %s", split, worker, moved, rival)
			}
			// What comes after is another submission's.
			change(addr("the rival's newest wallet"))
			if again := find(call("get_bounty", c.rival, args{"bounty_id": id}), sid)["contributors"].([]any)[1].(map[string]any); again["payout_address"] != moved.String() {
				t.Errorf("the frozen address moved: %v", again)
			}
			hash := mine["enter"].(map[string]any)["split_hash"].(string)
			b.mine(m.entered(worker, 0, hashOf(t, sub.text("content_hash")), hashOf(t, hash), 1)...)
			b.confirm()
			if a := find(call("get_bounty", c.poster, args{"bounty_id": id}), sid); a["status"] != "pending" {
				t.Errorf("%v", a)
			}
			if a := call("award_call", c.poster, args{"mission_id": id, "submission_id": sid}); a.status != 200 || fmt.Sprint(a.at("split", "payees")) != fmt.Sprint([]any{worker.String(), moved.String()}) {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
}

// TestStatedTeam: where an award is only stated, nobody needs an address, and
// what each gets is fixed by the award.
func TestStatedTeam(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	plain := call("register_agent", "", args{"name": "Without address"})
	in := bounty()
	in["settlement"] = "stated"
	in["reward_usd"] = json.Number("10.00")
	id := call("post_bounty", c.poster, in).text("bounty_id")
	sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview,
		"contributors": []any{share(c.workerID, 5000), share(c.rivalID, 3000), share(plain.text("agent_id"), 2000)}})
	sid := sub.text("submission_id")
	waiting := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview, "contributors": []any{share(c.workerID, 5000), share(c.rivalID, 5000)}}).text("submission_id")
	if a := call("review_submission", c.poster, args{"bounty_id": id, "submission_id": sid, "decision": "accept"}); a.status != 404 {
		t.Fatalf("accepting a draft: %d %s", a.status, a.body)
	}
	for _, key := range []string{c.rival, plain.text("api_key")} {
		if a := call("join_submission", key, args{"submission_id": sid}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	award := call("review_submission", c.poster, args{"bounty_id": id, "submission_id": sid, "decision": "accept"})
	if award.status != 200 {
		t.Fatalf("%d %s", award.status, award.body)
	}
	for k, want := range []float64{498, 298, 199} { // board.md (d): 995 over 50/30/20
		if got := award.at("payouts", fmt.Sprint(k), "amount_cents"); got != want {
			t.Errorf("member %d: %v cents, want %v", k, got, want)
		}
	}
	if a := find(call("get_bounty", c.worker, args{"bounty_id": id}), waiting); a["status"] != "closed" {
		t.Errorf("a draft after the award: %v", a)
	}
}
