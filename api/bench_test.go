package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/a2a"
	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/rest"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/proof/jose"
)

const origin = "http://127.0.0.1:8080"

// bench serves a table over both surfaces.
type bench struct {
	*world
	*httptest.Server
	table  op.Table
	runner *op.Runner
	log    logBook
	mcp    *sdk.ClientSession
	made   bool // answers are made up: not to be held against the document
}

func config(w *world) api.Config {
	card, err := jose.LoadOrCreate(w.t.TempDir(), rand.Reader, w.clock())
	w.must(err)
	return api.Config{PublicURL: origin, Card: card, Checkpoints: newSigned(w), Version: "1.2.3", Contact: "mailto:ops@oabp.example", Now: w.clock,
		ReceiptKeys: func() []api.ReceiptKey {
			return []api.ReceiptKey{{KeyID: "ed25519-1", Alg: "ed25519", PublicKey: "AAAA", Status: "active"}}
		}}
}

func newBench(t *testing.T, change ...func(*settle.Settings)) *bench {
	t.Helper()
	w := newWorld(t, change...)
	return serve(t, w, api.Table(w.engine, config(w)))
}

func serve(t *testing.T, w *world, table op.Table) *bench {
	t.Helper()
	b := &bench{world: w, table: table}
	limits, err := op.NewLimiter(1024, w.clock)
	w.must(err)
	idem, err := op.NewMemoryIdempotency(1024, 24*time.Hour, w.clock)
	w.must(err)
	log := slog.New(slog.NewTextHandler(&b.log, nil))
	b.runner = &op.Runner{Auth: api.NewAuthenticator(w.engine, sha256.Sum256([]byte("admin"))), Limits: limits, Idem: idem, Log: log}
	e, err := rest.New(rest.Options{Runner: b.runner, Table: table, Log: log, NewID: func() string { return "req_1" }, Now: w.clock,
		MorePaths: api.OtherPaths(), Aliases: api.Aliases(table)})
	w.must(err)
	n := 0
	m, err := mcp.New(mcp.Options{Runner: b.runner, Table: table, Log: log, Now: time.Now, Name: "oabpd", Version: "1", Prompts: api.Prompts(), Feed: api.Feed(w.engine),
		NewID:             func() string { n++; return "session-with-enough-randomness-" + strconv.Itoa(n) },
		Info:              func(*http.Request) op.Info { return op.Info{RequestID: "req_1", IP: netip.MustParseAddr("127.0.0.1")} },
		CanonicalEndpoint: origin + "/mcp", Documentation: origin + "/docs"})
	w.must(err)
	mux := http.NewServeMux()
	mux.Handle("/mcp", m)
	if tasks, err := a2a.New(a2a.Options{Runner: b.runner, Table: table, Now: w.clock,
		Info: func(*http.Request) op.Info { return op.Info{RequestID: "req_1", IP: netip.MustParseAddr("127.0.0.1")} }}); err == nil { // small tables have no tasks
		mux.Handle(a2a.Path, tasks)
	}
	mux.Handle("/", e)
	b.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		if b.mcp != nil {
			_ = b.mcp.Close()
		}
		_ = m.Close(context.Background())
		b.Close()
	})
	return b
}

// answer is what a surface gave.
type answer struct {
	status int
	header http.Header
	body   []byte
	json   map[string]any
}

func (a answer) text(path ...string) string {
	v, _ := a.at(path...).(string)
	return v
}

// at walks members and, by number, elements.
func (a answer) at(path ...string) any {
	var v any = a.json
	for _, p := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[p]
		case []any:
			n, err := strconv.Atoi(p)
			if err != nil || n >= len(x) {
				return nil
			}
			v = x[n]
		default:
			return nil
		}
	}
	return v
}

// send is one HTTP request.
func (b *bench) send(method, target, key string, body io.Reader, headers ...string) answer {
	b.t.Helper()
	r, err := http.NewRequest(method, b.URL+target, body)
	b.must(err)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for k := 0; k < len(headers); k += 2 {
		r.Header.Set(headers[k], headers[k+1])
		if headers[k] == "Host" {
			r.Host = headers[k+1]
		}
	}
	res, err := http.DefaultClient.Do(r)
	b.must(err)
	defer func() { _ = res.Body.Close() }()
	a := answer{status: res.StatusCode, header: res.Header}
	a.body, err = io.ReadAll(res.Body)
	b.must(err)
	_ = json.Unmarshal(a.body, &a.json)
	b.checkLive(r, a)
	return a
}

// entry finds a route by operation and, if given, path.
func (b *bench) entry(name, path string) *op.Entry {
	b.t.Helper()
	for _, e := range b.table.Routes() {
		if e.Op.Name == name && (path == "" || e.Route.Path == path) {
			return e
		}
	}
	b.t.Fatalf("no route of %s at %q", name, path)
	return nil
}

// args are an operation's input by the names of its board route.
type args map[string]any

// route calls a REST binding with args put where they belong.
func (b *bench) route(e *op.Entry, key string, in args, headers ...string) answer {
	b.t.Helper()
	target, query, body := e.Route.Path, url.Values{}, map[string]any{}
	for k, v := range in {
		switch e.Place(k) {
		case op.InPath:
			target = strings.ReplaceAll(target, "{"+k+"}", url.PathEscape(v.(string)))
		case op.InQuery:
			text, ok := v.(string)
			if !ok {
				raw, _ := json.Marshal(v)
				text = string(raw)
			}
			query.Set(k, text)
		default:
			body[k] = v
		}
	}
	if e.Route.Profile != "" {
		query.Set("dialect", op.ProfileName(e.Route.Profile))
	}
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	var r io.Reader
	if e.Route.Method != "GET" && e.Route.Method != "DELETE" {
		raw, _ := json.Marshal(body)
		r = bytes.NewReader(raw)
	}
	a := b.send(e.Route.Method, target, key, r, headers...)
	b.checkCode(e, a)
	return a
}

// checkCode: a refusal has a code that the operation declares, its status, and
// the shape of the dialect.
func (b *bench) checkCode(e *op.Entry, a answer) {
	b.t.Helper()
	if a.status < 400 {
		return
	}
	code := a.code(e.Dialect)
	if e.Tool != nil && code == op.CodeTooLarge { // a limit of the transport there
		return
	}
	if !slices.Contains(e.Codes(), code) || op.Status(code) != a.status || a.text("message") == "" || a.text("request_id") == "" {
		b.t.Errorf("%s: %d with code %q, which it does not declare or which has another status: %s", e.Op.Name, a.status, code, a.body)
	}
}

func (a answer) code(d op.Dialect) settle.Code {
	if d == op.OABP && a.status >= 400 {
		return settle.Code(a.text("error"))
	}
	return settle.Code(a.text("code"))
}

// surface calls an operation by its board tool's name.
type surface func(tool, key string, in args) answer

// overREST finds the route of a tool's operation whose dialect is the tool's.
func (b *bench) overREST() surface {
	return func(tool, key string, in args) answer {
		b.t.Helper()
		if tool == "review_submission" && in["decision"] == "reject" {
			return b.route(b.entry("reject_submission", ""), key, respell(tool, in))
		}
		return b.route(b.routeOf(tool), key, respell(tool, in))
	}
}

// sameFields: the route takes what the tool takes.
func sameFields(a, b *op.Entry) bool {
	x, y := a.Fields(), b.Fields()
	if len(x) != len(y) || a.Dialect != b.Dialect {
		return false
	}
	for k := range x {
		if x[k] != y[k] {
			return false
		}
	}
	return true
}

// respell gives the REST body of the two tools whose arguments differ.
func respell(tool string, in args) args {
	out := args{}
	for k, v := range in {
		out[k] = v
	}
	switch tool {
	case "post_bounty":
		if v, ok := out["reward_usd"]; ok {
			delete(out, "reward_usd")
			out["reward_amount_cents"] = dollarsToCents(v)
		}
		if ms, ok := out["milestones"].([]any); ok {
			var parts []any
			for _, m := range ms {
				m := m.(map[string]any)
				part := map[string]any{"title": m["title"], "reward_amount_cents": dollarsToCents(m["reward_usd"])}
				if e, ok := m["evidence_required"]; ok {
					part["evidence_required"] = e
				}
				parts = append(parts, part)
			}
			out["milestones"] = parts
		}
	case "review_submission":
		delete(out, "decision")
	}
	return out
}

func dollarsToCents(v any) int {
	switch v := v.(type) {
	case int:
		return 100 * v
	case json.Number:
		whole, frac, _ := strings.Cut(string(v), ".")
		n, _ := strconv.Atoi(whole + (frac + "00")[:2])
		return n
	}
	return 0
}

func (b *bench) tool(name string) *op.Entry {
	b.t.Helper()
	for _, e := range b.table.Tools() {
		if e.Tool.Name == name {
			return e
		}
	}
	b.t.Fatalf("no tool %s", name)
	return nil
}

// overMCP calls tools through a client session.
func (b *bench) overMCP() surface {
	if b.mcp == nil {
		b.mcp = b.session(http.DefaultClient)
	}
	return b.overSession(b.mcp)
}

// asAdministrator adds the administrator's key to requests.
type asAdministrator struct{ http.RoundTripper }

func (h asAdministrator) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Admin-Key", "admin")
	return h.RoundTripper.RoundTrip(r)
}

// overMCPAsAdmin is overMCP in a session of its own, with the administrator's key.
func (b *bench) overMCPAsAdmin() surface {
	return b.overSession(b.session(&http.Client{Transport: asAdministrator{http.DefaultTransport}}))
}

func (b *bench) session(c *http.Client) *sdk.ClientSession {
	b.t.Helper()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(b.t.Context(),
		&sdk.StreamableClientTransport{Endpoint: b.URL + "/mcp", DisableStandaloneSSE: true, HTTPClient: c}, nil)
	b.must(err)
	return s
}

func (b *bench) overSession(session *sdk.ClientSession) surface {
	return func(tool, key string, in args) answer {
		b.t.Helper()
		x := b.tool(tool)
		m := map[string]any{}
		for k, v := range in {
			m[k] = v
		}
		if key != "" && x.Op.Scope != op.Public {
			m["api_key"] = key
		}
		r, err := session.CallTool(b.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: m})
		b.must(err)
		a := answer{status: 200, body: []byte(r.Content[0].(*sdk.TextContent).Text)}
		if err := json.Unmarshal(a.body, &a.json); err != nil && r.StructuredContent != nil {
			b.t.Fatalf("%s: %v in %s", tool, err, a.body)
		}
		if r.IsError {
			n, _ := a.json["status"].(float64)
			a.status = int(n)
		}
		b.checkCode(x, a)
		return a
	}
}
