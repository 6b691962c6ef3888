package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// TestAdminKey: without the key, with another one, and where none is configured,
// every administrator's route is 403.
func TestAdminKey(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	id := b.overREST()("post_bounty", c.poster, statedBounty()).text("bounty_id")
	for _, path := range []string{"/v1/admin/bounties/" + id + "/remove", "/v1/admin/settlements/stl_0123456789abcdef/lift", "/v1/admin/submissions/sub_0123456789abcdef/withhold"} {
		for _, headers := range [][]string{nil, {"X-Admin-Key", "Admin"}, {"X-Admin-Key", strings.Repeat("a", 4000)}} {
			for _, key := range []string{"", c.poster} {
				if a := b.send("POST", path, key, strings.NewReader(`{"reason":"x"}`), headers...); a.status != 403 || a.text("code") != "forbidden" {
					t.Errorf("%s with %.30q: %d %s", path, headers, a.status, a.body)
				}
			}
		}
	}
	if a := b.overREST()("get_bounty", "", args{"bounty_id": id}); a.text("bounty", "status") != "open" {
		t.Errorf("%s", a.body)
	}
}

// TestInboxOverEverySurface: the operator's inbox, by route and by tool, with the
// administrator's key alone; its pages, kinds and cursors.
func TestInboxOverEverySurface(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	var ids []string
	for range 3 {
		id := call("post_bounty", c.poster, bounty()).text("bounty_id")
		sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
		ids = append(ids, call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub}).text("instruction_id"))
		b.asAdmin("/v1/admin/bounties/"+id+"/remove", `{}`)
	}
	slices.Sort(ids)
	get := func(path string) answer { return b.send("GET", path, "", nil, "X-Admin-Key", "admin") }
	var seen []string
	for path, next := "/v1/admin/incidents?kind=held&limit=2", ""; ; path = "/v1/admin/incidents?kind=held&limit=2&cursor=" + next {
		a := get(path)
		for _, x := range a.at("incidents").([]any) {
			e := x.(map[string]any)
			if e["whose_move"] != "operator" || e["kind"] != "held" || e["missing_units"] != "10250000" || e["since"] == "" || len(e["addresses"].([]any)) == 0 {
				t.Errorf("%v", e)
			}
			seen = append(seen, e["instruction_id"].(string))
		}
		if next, _ = a.at("next_cursor").(string); next == "" {
			break
		}
		if other := get("/v1/admin/incidents?kind=underpaid&cursor=" + next); other.status != 400 || other.text("code") != "invalid_cursor" {
			t.Errorf("another list's cursor: %d %s", other.status, other.body)
		}
	}
	if !slices.Equal(seen, ids) {
		t.Errorf("listed %v, want %v", seen, ids)
	}
	if a := b.overMCPAsAdmin()("list_incidents", "", nil); a.status != 200 || len(a.at("incidents").([]any)) != 3 {
		t.Errorf("the tool: %s", a.body)
	}
	for _, key := range []string{"", c.poster} {
		if a := b.send("GET", "/v1/admin/incidents", key, nil); a.status != 403 {
			t.Errorf("without the administrator's key: %d", a.status)
		}
		if a := b.overMCP()("list_incidents", key, nil); a.text("code") != "forbidden" {
			t.Errorf("the tool without the key: %s", a.body)
		}
	}
	if a := get("/v1/admin/incidents?kind=nothing"); a.status != 400 {
		t.Errorf("an unknown kind: %d", a.status)
	}
}

func (b *bench) asAdmin(path, body string) answer {
	b.t.Helper()
	return b.send("POST", path, "", strings.NewReader(body), "X-Admin-Key", "admin")
}

// TestRemovedIsGoneEverywhere: board.md, promise 9, on every surface and list.
func TestRemovedIsGoneEverywhere(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	id := call("post_bounty", c.poster, bounty()).text("bounty_id")
	sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
	stl := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub}).text("instruction_id")
	long := strings.Repeat("x", 300)
	a := b.asAdmin("/v1/admin/bounties/"+id+"/remove", `{"reason":"`+long+`"}`)
	if a.status != 200 || a.text("status") != "removed" || len(a.text("reason")) != 200 || a.text("held", "0", "instruction_id") != stl {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.asAdmin("/v1/admin/bounties/"+id+"/remove", `{}`); a.status != 404 {
		t.Errorf("removed twice: %d %s", a.status, a.body)
	}
	mis := "mis_" + strings.TrimPrefix(id, "bty_")
	for _, path := range []string{"/v1/bounties/" + id, "/missions/" + mis, "/api/missions/" + mis, "/v1/bounties/" + id + "/settlement?submission_id=" + sub} {
		for _, key := range []string{"", c.poster, c.worker} {
			if a := b.send("GET", path, key, nil); a.status != 404 && a.status != 401 {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
		}
	}
	for _, path := range []string{"/v1/bounties?status=removed", "/v1/bounties?status=all", "/v1/bounties", "/missions?funding=any&status=all", "/missions?funding=direct"} {
		if a := b.send("GET", path, c.poster, nil); a.status != 200 || strings.Contains(string(a.body), strings.TrimPrefix(id, "bty_")) {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	for over, call := range map[string]surface{"REST": call, "MCP": b.overMCP()} {
		for tool, in := range map[string]args{
			"get_bounty": {"bounty_id": id}, "cancel_bounty": {"bounty_id": id}, "settlement_instruction": {"bounty_id": id, "submission_id": sub},
			"submit_result":     {"bounty_id": id, "content": canary, "preview": preview},
			"review_submission": {"bounty_id": id, "submission_id": sub, "decision": "accept"},
			"settle_bounty":     {"bounty_id": id, "submission_id": sub, "tx_hash": txHash("x").String()},
		} {
			if a := call(tool, c.poster, in); a.text("code") != "not_found" {
				t.Errorf("%s over %s: %d %s", tool, over, a.status, a.body)
			}
		}
	}
	held := call("get_settlement", "", args{"instruction_id": stl})
	if held.text("status") != "held" || !strings.HasPrefix(held.text("note"), "Do not pay") || held.at("pay") != nil || held.at("deposit") != nil ||
		len(held.at("transfers").([]any)) != 0 || held.text("hold", "reason") == "" {
		t.Errorf("%s", held.body)
	}
}

// TestTakedownExits: paid during the takedown, lifted, settled; or withheld, with a
// public reason.
func TestTakedownExits(t *testing.T) {
	for _, exit := range []string{"lift", "withhold"} {
		b := newBench(t)
		call := b.overREST()
		c := enroll(t, call)
		id := call("post_bounty", c.poster, bounty()).text("bounty_id")
		sub := call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview}).text("submission_id")
		stl := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub}).text("instruction_id")
		b.asAdmin("/v1/admin/bounties/"+id+"/remove", `{}`)
		v, err := b.engine.Instruction(t.Context(), stl)
		b.must(err)
		var legs []digest.Leg
		for _, l := range v.Instruction.Legs {
			legs = append(legs, digest.Leg{To: l.To, Amount: l.Amount})
		}
		b.mine(tagged("late", poster, v.Instruction.Digest, legs)...)
		b.confirm()
		if a := call("get_deliverable", c.poster, args{"submission_id": sub}); a.status != 403 {
			t.Fatalf("held, and %d", a.status)
		}
		if exit == "lift" {
			if a := b.asAdmin("/v1/admin/settlements/"+stl+"/lift", `{"note":"looked at"}`); a.status != 200 || a.at("covered") != true {
				t.Fatalf("%d %s", a.status, a.body)
			}
			b.mine()
			if a := call("get_deliverable", c.poster, args{"submission_id": sub}); a.status != 200 {
				t.Errorf("lifted and paid: %d %s", a.status, a.body)
			}
			if a := call("get_settlement", "", args{"instruction_id": stl}); a.text("status") != "settled" || a.text("hold", "note") != "looked at" {
				t.Errorf("%s", a.body)
			}
			if a := call("get_receipt", "", args{"bounty_id": id, "submission_id": sub}); a.status != 200 {
				t.Errorf("the receipt: %d %s", a.status, a.body)
			}
		}
		a := b.asAdmin("/v1/admin/submissions/"+sub+"/withhold", `{"reason":"unlawful"}`)
		if a.status != 200 || a.at("withheld") != true {
			t.Fatalf("%d %s", a.status, a.body)
		}
		b.mine()
		if a := call("get_deliverable", c.poster, args{"submission_id": sub}); a.status != 403 || a.text("reason") != "unlawful" {
			t.Errorf("withheld: %d %s", a.status, a.body)
		}
		if a := call("get_deliverable", c.worker, args{"submission_id": sub}); a.status != 200 {
			t.Errorf("the author: %d %s", a.status, a.body)
		}
		if exit == "lift" {
			if a := call("get_receipt_proof", "", args{"bounty_id": id, "submission_id": sub}); a.at("voided") != true || a.text("void_reason") != "unlawful" {
				t.Errorf("%s", a.body)
			}
		} else if i := v.Instruction; b.instruction(i.ID).Status != settle.InstructionWithheld {
			t.Errorf("%s", b.instruction(i.ID).Status)
		}
	}
}

func (b *bench) instruction(id string) *settle.Instruction {
	b.t.Helper()
	v, err := b.engine.Instruction(b.t.Context(), id)
	b.must(err)
	return v.Instruction
}
