package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
)

// TestToolFamilies: whoever knows a tool by the name of one family of clients
// finds it by that of the other (oabp.md (d)); an operation brings both or none.
func TestToolFamilies(t *testing.T) {
	b := newBench(t)
	tools := map[string]*op.Entry{}
	for _, e := range b.table.Tools() {
		tools[e.Tool.Name] = e
	}
	for manifest, bare := range map[string][]string{
		"oabp_list_missions":  {"list_missions"},
		"oabp_get_mission":    {"get_mission"},
		"oabp_create_mission": {"create_mission"},
		"oabp_submit_mission": {"submit_mission", "submit_deliverable", "submit_solution"},
		"oabp_get_stats":      {"get_stats", "get_missions_stats"},
		"oabp_get_reputation": {"get_reputation", "get_agent_reputation"},
	} {
		for _, name := range bare {
			x, y := tools[manifest], tools[name]
			if (x == nil) != (y == nil) || x != nil && x.Op != y.Op {
				t.Errorf("%s and %s are not the same", manifest, name)
			}
		}
	}
	for name, e := range tools {
		if e.Tool.Of != "" && tools[e.Tool.Of] == nil {
			t.Errorf("%s is another name of nothing", name)
		}
	}
	call := b.overMCP()
	c := enroll(t, call)
	bounty := call("post_bounty", c.poster, bounty())
	id := strings.Replace(bounty.text("bounty_id"), "bty_", "mis_", 1)
	for _, same := range [][]answer{
		{call("get_mission", "", args{"mission_id": id}), call("oabp_get_mission", "", args{"id": id})},
		{call("list_missions", "", args{"funding": "any"}), call("oabp_list_missions", "", args{"funding": "any"})},
	} {
		if a, z := same[0], same[1]; a.status != 200 || string(a.body) != string(z.body) || !strings.Contains(string(a.body), id) {
			t.Errorf("%s and %s", a.body, z.body)
		}
	}
}

// TestMissionResources: a mission and its receipt are what the tools give to
// everybody, and who watches a mission is told of what becomes of it.
func TestMissionResources(t *testing.T) {
	b := newBench(t, withEscrow)
	call := b.overMCP()
	c := enroll(t, call)
	feed := api.Feed(b.engine)
	before, err := feed.Version(t.Context())
	b.must(err)
	id, m := openMission(t, b, call, c, func(args) {})
	after, err := feed.Version(t.Context())
	b.must(err)
	if before == after {
		t.Error("the index moved and nobody would look")
	}
	listed := func() (uris []string) {
		l, err := b.mcp.ListResources(t.Context(), nil)
		b.must(err)
		for _, r := range l.Resources {
			uris = append(uris, r.URI)
		}
		return uris
	}
	if got := listed(); !slices.Equal(got, []string{"oabp://missions", "oabp://missions/" + id}) {
		t.Errorf("listed: %v", got)
	}
	read := func(uri string) string {
		r, err := b.mcp.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		b.must(err)
		return r.Contents[0].Text
	}
	same := func(uri, tool string, in args) string {
		t.Helper()
		text := read(uri)
		if want := call(tool, "", in); text != string(want.body) {
			t.Errorf("%s: %s, and the tool says %s", uri, text, want.body)
		}
		return text
	}
	open := same("oabp://missions/"+id, "get_mission", args{"mission_id": id})
	same("oabp://missions", "list_missions", args{})
	b.pass(1e9)
	if again := read("oabp://missions/" + id); again != open {
		t.Errorf("it says something else without a change: %s", again)
	}
	sub, _ := enterWork(t, b, call, c.worker, id, m, winning)
	if entered := read("oabp://missions/" + id); entered == open {
		t.Error("an entry does not show")
	}
	b.mine(m.paid(0, worker, worker, false)...)
	b.confirm()
	same("oabp://missions/"+id, "get_mission", args{"mission_id": id})
	if got := listed(); !slices.Equal(got, []string{"oabp://missions"}) {
		t.Errorf("listed after the award: %v", got)
	}
	bty := strings.Replace(id, "mis_", "bty_", 1)
	receipt := same("oabp://missions/"+id+"/receipts/"+sub, "get_receipt", args{"bounty_id": bty, "submission_id": sub})
	same("oabp://missions/"+id+"/receipts/"+sub+"/bundle", "get_receipt_bundle", args{"bounty_id": bty, "submission_id": sub})
	var r map[string]any
	if json.Unmarshal([]byte(receipt), &r) != nil || r["type"] != "oabp.mission_receipt" {
		t.Errorf("%s", receipt)
	}
}
