package api_test

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// evidenceBounty asks for two photographs near a place and a receipt; its second
// part for a text instead, its third for nothing.
func evidenceBounty() args {
	in := bounty()
	in["evidence_required"] = []any{
		map[string]any{"kind": "photo", "label": "the shelf", "min": 2, "near": map[string]any{"lat": 52.5, "lon": 13.4, "radius_m": 250.5}},
		map[string]any{"kind": "receipt", "label": "what it cost", "fields": []any{"total"}, "starts_with": "INV"},
	}
	delete(in, "reward_usd")
	in["milestones"] = []any{
		map[string]any{"title": "in the shop", "reward_usd": 5},
		map[string]any{"title": "at the desk", "reward_usd": 3, "evidence_required": []any{map[string]any{"kind": "attestation", "label": "who did it", "min_length": 10}}},
		map[string]any{"title": "anywhere", "reward_usd": 2, "evidence_required": []any{}},
	}
	return in
}

func shelf(lat string) any {
	return map[string]any{"kind": "photo", "label": "the shelf", "value": map[string]any{"url": "https://example.com/" + lat,
		"geo": map[string]any{"lat": json.Number(lat), "lon": json.Number("13.4")}}}
}

func cost() any {
	return map[string]any{"kind": "receipt", "label": "what it cost", "value": map[string]any{"reference": "INV-77", "total": "5.00"}}
}

// TestEvidence is board.md (f) over both surfaces: what is asked for, per
// milestone too, what is refused, the manifest before the award and the values
// after it.
func TestEvidence(t *testing.T) {
	both(t, func(t *testing.T, b *bench, call surface) {
		c := enroll(t, call)
		post := call("post_bounty", c.poster, evidenceBounty())
		id := post.text("bounty_id")
		if post.at("evidence_required", "0", "near", "radius_m") != 250.5 || post.at("milestones", "1", "evidence_required", "0", "min") != 1.0 {
			t.Fatalf("%s", post.body)
		}
		seen := call("get_bounty", "", args{"bounty_id": id})
		var text []any
		b.must(json.Unmarshal([]byte(seen.text("bounty", "evidence_required")), &text))
		if len(text) != 2 || seen.text("bounty", "evidence_required_parsed", "0", "label") != "the shelf" || seen.at("bounty", "milestones", "0", "evidence_required") != nil ||
			seen.text("bounty", "milestones", "1", "evidence_required", "0", "label") != "who did it" {
			t.Fatalf("%s", seen.body)
		}
		if none, ok := seen.at("bounty", "milestones", "2", "evidence_required").([]any); !ok || len(none) != 0 {
			t.Fatalf("%s", seen.body)
		}
		part := func(k string) string { return seen.text("bounty", "milestones", k, "id") }
		submit := func(k string, items ...any) answer {
			return call("submit_result", c.worker, args{"bounty_id": id, "milestone_id": part(k), "content": canary, "preview": preview, "evidence": items})
		}
		says := map[string]any{"kind": "attestation", "label": "who did it", "value": map[string]any{"text": "I did it myself."}}
		for name, a := range map[string]answer{
			"none": submit("0"), "one photograph": submit("0", shelf("52.5"), cost()), "no receipt": submit("0", shelf("52.5"), shelf("52.5")),
			"what another part asks for": submit("1", shelf("52.5"), shelf("52.5"), cost()), "unasked": submit("2", says),
			"no value": submit("1", map[string]any{"kind": "attestation", "label": "who did it"}),
		} {
			if a.status != 400 || !strings.Contains(a.text("message"), "evidence") {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
		}
		in := submit("0", shelf("52.5"), shelf("52.51"), cost())
		if in.at("evidence_accepted") != 3.0 || !strings.Contains(in.text("evidence_note"), "1 of 3") {
			t.Fatalf("%d %s", in.status, in.body)
		}
		if a := submit("1", says); a.at("evidence_accepted") != 1.0 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := submit("2"); a.status >= 300 || a.at("evidence_note") != nil {
			t.Fatalf("%d %s", a.status, a.body)
		}

		sub := in.text("submission_id")
		line := find(call("get_bounty", c.poster, args{"bounty_id": id}), sub)
		want := `[{"all_compliant":false,"count":2,"geo_claimed_within":false,"kind":"photo","label":"the shelf","provenance":"self_reported"},` +
			`{"all_compliant":true,"count":1,"geo_claimed_within":false,"kind":"receipt","label":"what it cost","provenance":"self_reported"}]`
		if got, _ := json.Marshal(line["evidence_manifest"]); string(got) != want || line["evidence"] != nil {
			t.Fatalf("the poster before the award: %s", got)
		}
		open := func(who string) {
			t.Helper()
			items, _ := find(call("get_bounty", who, args{"bounty_id": id}), sub)["evidence"].([]any)
			if len(items) != 3 {
				t.Fatalf("%d items", len(items))
			}
			first, second := items[0].(map[string]any), items[1].(map[string]any)
			value, _ := json.Marshal(first["value"])
			if string(value) != `{"geo":{"lat":52.5,"lon":13.4},"url":"https://example.com/52.5"}` || first["compliant"] != true || first["geo_claimed_within"] != true ||
				second["compliant"] != false || second["geo_claimed_within"] != false || !strings.HasPrefix(first["id"].(string), "evd_") || first["submission_id"] != sub {
				t.Fatalf("%v", items)
			}
		}
		open(c.worker)
		inst := call("settlement_instruction", c.poster, args{"bounty_id": id, "submission_id": sub})
		b.mine(tagged("pay", poster, hashOf(t, inst.text("digest")), legsOf(t, inst, nil))...)
		b.confirm()
		open(c.poster)
	})
}

// find is a submission of a bounty's detail; empty if it is not shown.
func find(a answer, id string) map[string]any {
	list, _ := a.at("submissions").([]any)
	for _, x := range list {
		if m := x.(map[string]any); m["id"] == id {
			return m
		}
	}
	return nil
}

func both(t *testing.T, run func(*testing.T, *bench, surface)) {
	t.Run("REST", func(t *testing.T) { b := newBench(t); run(t, b, b.overREST()) })
	t.Run("MCP", func(t *testing.T) { b := newBench(t); run(t, b, b.overMCP()) })
}

func TestEvidenceRequirementsAreChecked(t *testing.T) {
	both(t, func(t *testing.T, b *bench, call surface) {
		c := enroll(t, call)
		for name, r := range map[string]map[string]any{
			"unknown kind": {"kind": "video", "label": "the shelf"}, "no label": {"kind": "photo"}, "no radius": {"kind": "photo", "label": "the shelf", "near": map[string]any{"lat": 1, "lon": 2}},
			"zero radius":     {"kind": "photo", "label": "the shelf", "near": map[string]any{"lat": 1, "lon": 2, "radius_m": 0}},
			"beyond the pole": {"kind": "photo", "label": "the shelf", "near": map[string]any{"lat": 91, "lon": 2, "radius_m": 5}},
			"a pattern":       {"kind": "photo", "label": "the shelf", "regex": "a+"}, "nothing fits": {"kind": "code", "label": "the shelf", "min_length": 9, "max_length": 8},
			"too many": {"kind": "photo", "label": "the shelf", "min": 25},
		} {
			in := bounty()
			in["evidence_required"] = []any{r}
			if a := call("post_bounty", c.poster, in); a.status != 400 || !strings.Contains(a.text("message"), "evidence_required") {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
			in = evidenceBounty()
			in["milestones"].([]any)[1].(map[string]any)["evidence_required"] = []any{r}
			if a := call("post_bounty", c.poster, in); a.status != 400 || !strings.Contains(a.text("message"), "evidence_required") {
				t.Errorf("%s in a milestone: %d %s", name, a.status, a.body)
			}
		}
	})
}

// TestEvidenceOfEscrowMissions: the terms bind what is asked for, and every
// dialect shows it.
func TestEvidenceOfEscrowMissions(t *testing.T) {
	for name, over := range map[string]func(*bench) surface{"REST": (*bench).overREST, "MCP": (*bench).overMCP} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, withEscrow)
			call := over(b)
			c := enroll(t, call)
			says := map[string]any{"kind": "attestation", "label": "who did it", "min_length": 10}
			id, m := openMission(t, b, call, c, func(in args) { in["evidence_required"] = []any{says} })
			spec := call("get_mission_spec", "", args{"mission_id": id})
			if h := sha256.Sum256(spec.body); settle.Hash(h) != m.terms.SpecHash || spec.text("evidence_required", "0", "label") != "who did it" {
				t.Errorf("%s", spec.body)
			}
			for _, tool := range []string{"get_bounty", "get_mission"} {
				in := args{"bounty_id": id}
				if tool == "get_mission" {
					in = args{"mission_id": id}
				}
				if a := call(tool, "", in); !strings.Contains(string(a.body), "who did it") {
					t.Errorf("%s: %s", tool, a.body)
				}
			}
			submit := func(items ...any) answer {
				return call("submit_result", c.worker, args{"bounty_id": id, "content": canary, "preview": preview, "evidence": items})
			}
			if a := submit(); a.status != 400 || !strings.Contains(a.text("message"), "evidence") {
				t.Errorf("%d %s", a.status, a.body)
			}
			if a := submit(map[string]any{"kind": "attestation", "label": "who did it", "value": map[string]any{"text": "I did it myself."}}); a.text("status") != "awaiting_chain" || a.at("evidence_accepted") != 1.0 {
				t.Errorf("%d %s", a.status, a.body)
			}
			parts := b.missionBody(func(in args) {
				delete(in, "reward")
				in["milestones"] = []any{map[string]any{"title": "the first", "amount": "5000000", "evidence_required": []any{map[string]any{"kind": "video", "label": "no such"}}}, map[string]any{"title": "the second", "amount": "5000000"}}
			})
			if a := call("post_mission", c.poster, parts); a.status != 400 || !strings.Contains(string(a.body), "evidence_required") {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
}
