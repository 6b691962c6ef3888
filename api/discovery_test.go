package api_test

import (
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
)

// TestPrompts: the four prompts with their arguments, each one user message that
// names only tools that exist.
func TestPrompts(t *testing.T) {
	b := newBench(t)
	b.overMCP()
	have, err := b.mcp.ListPrompts(t.Context(), nil)
	b.must(err)
	want := map[string][]string{"find-work": {"capabilities?"}, "post-bounty": {"task", "budget_usd?"}, "fill-bounty": {"bounty_id"}, "review-submissions": {"bounty_id"}}
	if len(have.Prompts) != len(want) {
		t.Errorf("%d prompts", len(have.Prompts))
	}
	tools := []string{}
	for _, e := range b.table.Tools() {
		tools = append(tools, e.Tool.Name)
	}
	for _, p := range have.Prompts {
		var names []string
		in := map[string]string{}
		for _, a := range p.Arguments {
			name := a.Name
			if !a.Required {
				name += "?"
			}
			names = append(names, name)
			in[a.Name] = "CANARY " + a.Name
			if a.Description == "" {
				t.Errorf("%s: %s has no description", p.Name, a.Name)
			}
		}
		if !slices.Equal(names, want[p.Name]) || p.Description == "" {
			t.Errorf("%s: arguments %v", p.Name, names)
		}
		r, err := b.mcp.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name, Arguments: in})
		b.must(err)
		text := r.Messages[0].Content.(*sdk.TextContent).Text
		if len(r.Messages) != 1 || r.Messages[0].Role != "user" {
			t.Errorf("%s: %+v", p.Name, r.Messages)
		}
		for _, v := range in {
			if !strings.Contains(text, v) {
				t.Errorf("%s leaves out %q", p.Name, v)
			}
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
			if strings.Contains(word, "_") && !slices.Contains(tools, word) && !slices.Contains([]string{"settlement_mode", "poster_reputation", "evidence_required", "bounty_id", "budget_usd"}, word) {
				t.Errorf("%s names %q, which is no tool", p.Name, word)
			}
		}
		for name, bad := range map[string]map[string]string{"unknown": {"nonsense": "x"}, "long": {strings.TrimSuffix(names[0], "?"): strings.Repeat("x", 4001)}, "none": nil} {
			_, err := b.mcp.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: p.Name, Arguments: bad})
			if optional := name == "none" && strings.HasSuffix(names[0], "?"); (err == nil) != optional {
				t.Errorf("%s with %s arguments: %v", p.Name, name, err)
			}
		}
	}
}

// TestDiscovery: what agents look for is there, and the index lists all of it.
func TestDiscovery(t *testing.T) {
	b := newBench(t)
	llms := string(b.send("GET", "/llms.txt", "", nil).body)
	for _, p := range api.Prompts() {
		if !strings.Contains(llms, p.Name) {
			t.Errorf("llms.txt leaves out %s", p.Name)
		}
	}
	for _, want := range []string{origin + "/mcp", origin + "/v1", "/v1/agents/register", "User-Agent", "shown once"} {
		if !strings.Contains(llms, want) {
			t.Errorf("llms.txt leaves out %s", want)
		}
	}
	card := b.send("GET", "/.well-known/mcp.json", "", nil)
	if card.text("remotes", "0", "url") != origin+"/mcp" || card.text("remotes", "0", "type") != "streamable-http" || card.text("name") != "localhost/oabpd" ||
		!strings.HasSuffix(card.text("$schema"), "/2025-12-11/server.schema.json") || card.text("version") != "1.2.3" || len(card.text("description")) > 100 {
		t.Errorf("%s", card.body)
	}
	if r := b.send("GET", "/robots.txt", "", nil); !strings.Contains(string(r.body), "User-agent: *\nAllow: /\n") || !strings.HasPrefix(r.header.Get("Content-Type"), "text/plain") {
		t.Errorf("%v %s", r.header, r.body)
	}
	index := b.send("GET", "/v1", "", nil)
	for _, e := range b.table.Routes() {
		if index.text("endpoints", e.Route.Method+" "+e.Route.Path) == "" && !e.Route.Hidden {
			t.Errorf("the index leaves out %s %s", e.Route.Method, e.Route.Path)
		}
	}
	for _, path := range []string{"POST /mcp", "GET /openapi.json", "GET /health/ready"} {
		if index.text("endpoints", path) == "" {
			t.Errorf("the index leaves out %s", path)
		}
	}
	tools, _ := index.at("tools").([]any)
	prompts, _ := index.at("prompts").([]any)
	if len(tools) != len(b.table.Tools()) || len(prompts) != len(api.Prompts()) {
		t.Errorf("%d tools, %d prompts", len(tools), len(prompts))
	}
	public := api.Table(nil, api.Config{PublicURL: "https://bounties.example.com"})
	for _, e := range public.Routes() {
		if e.Op.Name == "get_mcp_card" {
			if got := serve(t, b.world, op.Table{e.Op}).send("GET", "/.well-known/mcp.json", "", nil); got.text("name") != "com.example.bounties/oabpd" {
				t.Errorf("%s", got.body)
			}
		}
	}
}
