package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/openapi"
	"github.com/oabp/oabpd/settle"
)

// TestManifestNamesWhatIsServed: every path of oabp.json is a path, not a URL, and
// there is something at it; agent-bounty.json has the same bytes.
func TestManifestNamesWhatIsServed(t *testing.T) {
	b := newBench(t, func(s *settle.Settings) { s.Contracts.Escrow = addr("escrow") })
	m := b.send("GET", "/.well-known/oabp.json", "", nil)
	if twin := b.send("GET", "/.well-known/agent-bounty.json", "", nil); !bytes.Equal(m.body, twin.body) || twin.header.Get("ETag") != m.header.Get("ETag") {
		t.Error("agent-bounty.json has other bytes")
	}
	named, _ := m.at("endpoints").(map[string]any)
	if len(named) < 25 {
		t.Errorf("%d endpoints", len(named))
	}
	for _, name := range []string{"missions", "missions_active", "mcp", "feed", "rss", "sitemap", "openapi", "docs", "health"} {
		if named[name] == nil {
			t.Errorf("%s is not named", name)
		}
	}
	for name, p := range named {
		path, _ := p.(string)
		if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			t.Errorf("%s: %q is no path", name, path)
			continue
		}
		if slices.Contains([]string{"/health"}, path) { // beside the table; the daemon's own test asks for it
			continue
		}
		a := b.send("GET", regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "x"), "", nil)
		if canonical := a.at("canonical_paths"); canonical != nil || a.status >= 500 {
			t.Errorf("%s: nothing is served at %s: %d %s", name, path, a.status, a.body)
		}
	}
	for _, key := range []string{"aips", "aip_supported", "aip_support"} {
		if got, _ := json.Marshal(m.at(key)); !strings.HasPrefix(string(got), "[1,2") {
			t.Errorf("%s is %s", key, got)
		}
	}
	for key, want := range map[string]string{"verification_types": `["creator_judges","first_valid_match"]`,
		"fee_bps": "50", "transport": `"streamable_http"`} {
		if got, _ := json.Marshal(m.at(key)); string(got) != want {
			t.Errorf("%s is %s", key, got)
		}
	}
	if m.text("mcp", "transport") != "streamable_http" || m.text("mcp", "transport_paths", "served", "0") != "/mcp" || m.text("receipt_signing_keys", "0", "alg") != "ed25519" {
		t.Errorf("%s", m.body)
	}
	for _, p := range m.at("mcp", "transport_paths", "not_served").([]any) {
		if p == "/mcp" {
			t.Error("a path that is live is called not served")
		}
	}
}

// TestNothingUnservedIsNamed: without an escrow its paths are not named, and a table
// without an operation does not name its path.
func TestNothingUnservedIsNamed(t *testing.T) {
	b := newBench(t)
	named, _ := b.send("GET", "/.well-known/oabp.json", "", nil).at("endpoints").(map[string]any)
	for name := range named {
		if strings.HasPrefix(name, "mission_") && slices.Contains([]string{"mission_escrow", "mission_spec", "mission_fund", "mission_award"}, name) {
			t.Errorf("%s is named without an escrow", name)
		}
	}
}

// TestProtectedResource: at the path, with any suffix, and below the MCP path.
func TestProtectedResource(t *testing.T) {
	b := newBench(t)
	for path, resource := range map[string]string{
		"": origin, "/mcp": origin + "/mcp", "/mcp/sse": origin + "/mcp", "/api": origin, "/a%20b": origin,
	} {
		a := b.send("GET", "/.well-known/oauth-protected-resource"+path, "", nil)
		if a.status != 200 || a.text("resource") != resource || a.text("resource_name") == "" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
		for _, key := range []string{"authorization_servers", "bearer_methods_supported", "scopes_supported"} {
			if list, ok := a.at(key).([]any); !ok || len(list) != 0 {
				t.Errorf("%s: %s is %v", path, key, a.at(key))
			}
		}
	}
}

// TestSecurityTxt: the two required fields, an expiry less than a year ahead, and
// none without a contact.
func TestSecurityTxt(t *testing.T) {
	b := newBench(t)
	a := b.send("GET", "/.well-known/security.txt", "", nil)
	fields := map[string]string{}
	for line := range strings.Lines(string(a.body)) {
		k, v, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || fields[k] != "" {
			t.Errorf("line %q", line)
		}
		fields[k] = v
	}
	until, err := time.Parse(time.RFC3339, fields["Expires"])
	if ahead := until.Sub(b.clock()); err != nil || ahead < 100*24*time.Hour || ahead > 365*24*time.Hour {
		t.Errorf("expires %q", fields["Expires"])
	}
	if fields["Contact"] != "mailto:ops@oabp.example" || fields["Canonical"] != origin+"/.well-known/security.txt" || a.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%v %s", a.header, a.body)
	}
	w := newWorld(t)
	cfg := config(w)
	cfg.Contact = ""
	if a := serve(t, w, api.Table(w.engine, cfg)).send("GET", "/.well-known/security.txt", "", nil); a.status != 404 || a.text("error") != "not_found" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestX402SaysThatNothingIsPaid: crawlers of paywalls get an honest empty list.
func TestX402SaysThatNothingIsPaid(t *testing.T) {
	a := newBench(t).send("GET", "/.well-known/x402.json", "", nil)
	if list, ok := a.at("resources").([]any); a.status != 200 || !ok || len(list) != 0 || a.at("x402Version") == nil {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestHeads: HEAD of every public document has the status, the length and the type
// of its GET, and no body.
func TestHeads(t *testing.T) {
	b := newBench(t)
	n := 0
	for _, e := range b.table.Routes() {
		if e.Route.Method != "GET" || strings.Contains(e.Route.Path, "{") || len(e.Op.Tags) == 0 || e.Op.Tags[0] != "discovery" {
			continue
		}
		n++
		get := b.send("GET", e.Route.Path, "", nil)
		head := b.send("HEAD", e.Route.Path, "", nil)
		if head.status != get.status || len(head.body) != 0 || head.header.Get("Content-Length") != fmt.Sprint(len(get.body)) ||
			head.header.Get("Content-Type") != get.header.Get("Content-Type") || head.header.Get("ETag") != get.header.Get("ETag") {
			t.Errorf("%s: %d and %d, %v", e.Route.Path, get.status, head.status, head.header)
		}
		if again := b.send("GET", e.Route.Path, "", nil, "If-None-Match", get.header.Get("ETag")); again.status != 304 || len(again.body) != 0 {
			t.Errorf("%s: %d with its ETag", e.Route.Path, again.status)
		}
	}
	if n < 12 {
		t.Errorf("%d documents", n)
	}
}

// TestAliasesLeadToWhatIsServed: each guessed path is answered by what it means, for
// reading and writing, and /api/v1/openapi.json by 301 as AIP-1 §8 wants it.
func TestAliasesLeadToWhatIsServed(t *testing.T) {
	b := newBench(t)
	list := api.Aliases(b.table)
	if len(list) < 15 {
		t.Errorf("%d aliases", len(list))
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, a := range list {
		res, err := client.Get(b.URL + a.From + "?status=open")
		b.must(err)
		_ = res.Body.Close()
		want := 308
		if a.From == "/api/v1/openapi.json" {
			want = 301
		}
		if res.StatusCode != want || res.Header.Get("Location") != a.To+"?status=open" {
			t.Errorf("%s: %d %s", a.From, res.StatusCode, res.Header.Get("Location"))
		}
		whole := slices.ContainsFunc(b.table.Routes(), func(e *op.Entry) bool { return e.Route.Path == a.To }) // not only what begins like it
		if got := b.send("GET", a.From, "", nil); whole && got.at("canonical_paths") != nil {
			t.Errorf("%s leads nowhere: %s", a.From, got.body)
		}
	}
}

// TestUnknownPathsNameNearOnes: whoever guesses wrong learns the right path.
func TestUnknownPathsNameNearOnes(t *testing.T) {
	b := newBench(t)
	for asked, want := range map[string]string{"/mission": "/missions", "/api/v2/mission": "/missions", "/v1/bounty": "/v1/bounties",
		"/receipts/x": "/missions/{mission_id}/receipts/{submission_id}", "/sitemap": "/sitemap.xml"} {
		a := b.send("GET", asked, "", nil)
		paths, _ := a.at("canonical_paths").([]any)
		if a.status != 404 || a.text("message") == "" || !slices.Contains(paths, any(want)) || len(paths) > 12 {
			t.Errorf("%s: %d %v", asked, a.status, paths)
		}
	}
}

// TestDocsPage: every operation of the document is on the page, its policy admits
// its own style and nothing else, and nothing of it leads elsewhere.
func TestDocsPage(t *testing.T) {
	b := newBench(t)
	a := b.send("GET", "/docs", "", nil)
	page := string(a.body)
	if a.status != 200 || a.header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	for _, e := range b.table.Routes() {
		if !e.Route.Hidden && !strings.Contains(page, "<code>"+html.EscapeString(e.Route.Path)+"</code>") {
			t.Errorf("%s %s is not on the page", e.Route.Method, e.Route.Path)
		}
	}
	_, rest, _ := strings.Cut(page, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	want := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	if got := a.header.Get("Content-Security-Policy"); got != want || len(style) < 100 {
		t.Errorf("policy %s, want %s", got, want)
	}
	for _, bad := range []string{"<script", "<img", "<link", "<iframe", "http://", "https://", "url(", "style=", "onload", "onclick"} {
		if strings.Contains(strings.ToLower(page), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, m := range regexp.MustCompile(`href="(/[^"]*)"`).FindAllStringSubmatch(page, -1) {
		if got := b.send("GET", m[1], "", nil); got.status != 200 {
			t.Errorf("%s: %d", m[1], got.status)
		}
	}
}

// TestDocsPageEscapes: a document that somebody wrote to do harm is shown, not obeyed.
func TestDocsPageEscapes(t *testing.T) {
	evil := `</code></style><script>alert(1)</script><img src=x onerror=alert(1)>"'&`
	op := map[string]any{"operationId": evil, "summary": evil, "description": evil, "tags": []string{evil}, "x-mcp-tools": []string{evil},
		"parameters": []any{map[string]any{"name": evil, "in": evil, "description": evil, "schema": map[string]any{"type": "string", "enum": []string{evil}, "default": evil}}},
		"responses":  map[string]any{evil: map[string]any{"description": evil, "content": map[string]any{evil: map[string]any{"schema": map[string]any{"type": evil}}}}}}
	doc, err := json.Marshal(map[string]any{"info": map[string]any{"title": evil, "version": evil, "description": evil},
		"tags": []any{map[string]any{"name": evil, "description": evil}}, "paths": map[string]any{evil: map[string]any{"get": op}}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := openapi.Render(doc)
	if err != nil {
		t.Fatal(err)
	}
	page := string(p.HTML)
	if strings.Contains(page, "<script") || strings.Contains(page, "<img") || strings.Count(page, "</style>") != 1 || !strings.Contains(page, "&lt;script&gt;") {
		t.Errorf("%s", page)
	}
	if _, err := openapi.Render([]byte(`{"paths":7}`)); err == nil {
		t.Error("took what is no document")
	}
}

// TestServedDocument: the document at its place is that of the table, and CORS lets
// a page of another origin read it.
func TestServedDocument(t *testing.T) {
	b := newBench(t)
	want, err := openapi.Build(b.table, api.Info("1.2.3"))
	b.must(err)
	a := b.send("GET", "/openapi.json", "", nil)
	if a.status != 200 || !bytes.Equal(a.body, want) || a.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d, %d bytes, want %d", a.status, len(a.body), len(want))
	}
	res, err := http.Get(b.URL + "/api/v1/openapi.json")
	b.must(err)
	defer func() { _ = res.Body.Close() }()
	followed, err := io.ReadAll(res.Body)
	if b.must(err); !bytes.Equal(followed, want) {
		t.Errorf("the alias gives %d bytes", len(followed))
	}
}

// TestItemsSayWhereToGo: each mission of a list names where it is looked at and where
// work for it is posted, and both are served.
func TestItemsSayWhereToGo(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	call("post_bounty", c.poster, bounty())
	m := b.send("GET", "/missions?funding=any", "", nil)
	if a := b.send("GET", m.text("missions", "0", "view_url"), "", nil); a.status != 200 || a.text("id") != m.text("missions", "0", "id") {
		t.Errorf("%d %s", a.status, a.body)
	}
	work, _ := json.Marshal(map[string]string{"proof": canary, "preview": preview})
	if a := b.send("POST", m.text("missions", "0", "submit_url"), c.worker, bytes.NewReader(work)); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
}
