package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
)

// TestMissionTypes: a mission keeps its type and parameters, is found by them, and is
// refused without what its type needs (AIP-2).
func TestMissionTypes(t *testing.T) {
	b := newBench(t)
	c := enroll(t, b.overREST())
	all := b.send("GET", "/missions/types", "", nil)
	kinds, _ := all.at("supported_types").([]any)
	if all.text("registry_version") != "aip-2-v0.1" || len(kinds) != 8 || all.at("custom_types") == nil {
		t.Fatalf("%s", all.body)
	}
	for k := range kinds {
		id := all.text("supported_types", string(rune('0'+k)), "id")
		if a := b.send("GET", "/missions/types/custom/"+id, "", nil); a.status != 200 || a.text("schema", "type") != "object" {
			t.Errorf("%s: %d %s", id, a.status, a.body)
		}
	}
	typed := func(kind string, params any, change ...func(args)) answer {
		return b.post("/api/missions", c.poster, postB(append(change, func(in args) { in["mission_type"], in["type_params"] = kind, params })...))
	}
	review := args{"repo_url": "https://git.example/x", "commit_or_branch": "main", "more": args{"b": 1, "a": []any{true}}}
	m := typed("code_review", review)
	id := m.text("id")
	if m.status != 201 || m.text("mission_type") != "code_review" || m.text("type_params", "repo_url") != "https://git.example/x" || len(m.at("warnings").([]any)) != 0 {
		t.Fatalf("%d %s", m.status, m.body)
	}
	for path, want := range map[string]bool{"code_review": true, "research,code_review": true, "research": false, "freeform": false, "research, translation": false} {
		l := b.send("GET", "/api/missions?funding=any&mission_type="+strings.ReplaceAll(path, " ", "%20"), "", nil)
		if strings.Contains(string(l.body), id) != want {
			t.Errorf("%s: %s", path, l.body)
		}
	}
	for name, x := range map[string]answer{
		"no such type":   typed("poetry", args{}),
		"missing":        typed("code_review", args{"repo_url": "https://git.example/x"}),
		"of another":     typed("code_review", args{"repo_url": 7, "commit_or_branch": "main"}),
		"blank":          typed("research", args{"question": "  "}),
		"no list":        typed("data_label", args{"dataset_uri": "x", "labels": "a"}),
		"an empty list":  typed("data_label", args{"dataset_uri": "x", "labels": []any{}}),
		"a bad name":     typed("Code Review", args{}),
		"too large":      typed("research", args{"question": strings.Repeat("x", 8200)}),
		"a huge number":  typed("freeform", args{"n": json.Number("123456789012345678901234567890")}),
		"a filter of it": b.send("GET", "/missions?mission_type=Code%20Review", "", nil),
	} {
		if x.status != 400 || x.text("error") != string(settle.CodeInvalid) {
			t.Errorf("%s: %d %s", name, x.status, x.body)
		}
	}
	match := func(in args) {
		in["verification_type"], in["verification_params"] = "first_valid_match", args{"regex": "0x[0-9a-f]{40}"}
	}
	scan := typed("token_scan", args{"chain": "base", "token_address": token.String()}, match)
	if w, _ := scan.at("warnings").([]any); scan.status != 201 || len(w) != 2 || !strings.Contains(string(scan.body), "NOT_RECOMMENDED") || !strings.Contains(string(scan.body), "bare address") {
		t.Errorf("%d %s", scan.status, scan.body)
	}
	if own := typed("acme:review", args{"x": 1}); own.status != 201 || own.text("mission_type") != "acme:review" || len(own.at("warnings").([]any)) != 1 {
		t.Errorf("%d %s", own.status, own.body)
	}
	if a := b.send("GET", "/missions/types/custom/acme:review", "", nil); a.status != 404 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if free := b.post("/api/missions", c.poster, postB()); free.text("mission_type") != "freeform" || len(free.at("type_params").(map[string]any)) != 0 {
		t.Errorf("%s", free.body)
	}
}

// TestTypesAreInTheTerms: of an escrow mission the terms bind its type.
func TestTypesAreInTheTerms(t *testing.T) {
	b := newBench(t, withEscrow)
	c := enroll(t, b.overREST())
	m := b.post("/missions", c.poster, b.missionBody(func(in args) {
		in["mission_type"], in["type_params"] = "research", args{"question": "Who sells cork?", "depth": "deep"}
	}))
	spec := b.send("GET", "/missions/"+m.text("id")+"/spec", "", nil)
	if spec.text("mission_type") != "research" || spec.text("type_params", "question") != "Who sells cork?" {
		t.Errorf("%d %s\n%s", m.status, m.body, spec.body)
	}
}
