package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/rest"
	"github.com/oabp/oabpd/settle"
)

type getIn struct {
	ID     string   `json:"id" op:"format=id"`
	Limit  int      `json:"limit,omitempty" op:"range=1..100,default=50"`
	Events []string `json:"events,omitempty" op:"len=1..9"`
	Full   bool     `json:"full,omitempty"`
}

type postIn struct {
	ID    string `json:"id" op:"format=id"`
	Title string `json:"title,omitempty" op:"len=1..10000"`
	Dry   bool   `json:"dry,omitempty" op:"query"`
}

type signer struct{}

func (signer) Authenticate(_ context.Context, c op.Credential) (op.Principal, error) {
	switch {
	case c.Signed != nil:
		return op.Principal{AgentID: fmt.Sprintf("%s %s %s", c.Signed.Method, c.Signed.Path, c.Signed.Body)}, nil
	case c.Token == "bk_1":
		return op.Principal{AgentID: "agt_1"}, nil
	}
	return op.Principal{}, settle.Errorf(settle.CodeUnauthenticated, "unknown key")
}

type lockedLog struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(p)
}
func (l *lockedLog) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.Builder.String() }

func server(t *testing.T, change ...func(*rest.Options)) (*httptest.Server, *lockedLog) {
	t.Helper()
	lim, err := op.NewLimiter(16, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	idem, err := op.NewMemoryIdempotency(16, time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	log := &lockedLog{}
	logger := slog.New(slog.NewJSONHandler(log, nil))
	table := op.Table{
		op.New(op.Spec{Name: "get", Summary: "Get.", Scope: op.Optional, Bindings: []op.Binding{
			{Dialect: op.Board, Method: "GET", Path: "/v1/things/{id}"},
			{Dialect: op.OABP, Method: "GET", Path: "/things/{id}", Hidden: true}}},
			func(ctx context.Context, in getIn) (map[string]any, error) {
				if in.ID == "thg_404" {
					return nil, settle.Errorf(settle.CodeNotFound, "no such thing")
				}
				return map[string]any{"in": in, "agent": op.PrincipalOf(ctx).AgentID, "ip": op.InfoOf(ctx).IP, "html": "<&>"}, nil
			}),
		op.New(op.Spec{Name: "post", Summary: "Post.", Scope: op.Agent, Outcomes: []op.Outcome{op.Created}, Bindings: []op.Binding{
			{Dialect: op.Board, Method: "POST", Path: "/v1/things/{id}"}}},
			func(ctx context.Context, in postIn) (struct {
				op.Result
				In    postIn `json:"in"`
				Agent string `json:"agent"`
			}, error) {
				return struct {
					op.Result
					In    postIn `json:"in"`
					Agent string `json:"agent"`
				}{op.As(op.Created), in, op.PrincipalOf(ctx).AgentID}, nil
			}),
		op.New(op.Spec{Name: "raw", Summary: "Raw.", NoStore: true, Bindings: []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/raw"}}},
			func(context.Context, struct{}) (op.Raw, error) { return op.Raw{Body: []byte(`{ "a":1}`)}, nil }),
	}
	n := 0
	o := rest.Options{Table: table, Log: logger, Now: time.Now, MorePaths: []string{"/mcp"},
		NewID: func() string { n++; return fmt.Sprintf("req_%d", n) },
		Runner: &op.Runner{Auth: signer{}, Limits: lim, Idem: idem, Log: logger,
			Anonymous: op.Policy{Name: "anonymous", Quota: 1000, Window: time.Minute}}}
	for _, f := range change {
		f(&o)
	}
	e, err := rest.New(o)
	if err != nil {
		t.Fatal(err)
	}
	e.GET("/boom", func(echo.Context) error { panic("secret of the panic") })
	e.GET("/err", func(echo.Context) error { return errors.New("secret of the error") })
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	return s, log
}

type answer struct {
	*http.Response
	body string
	json map[string]any
}

func do(t *testing.T, method, url, body string, header ...string) answer {
	t.Helper()
	var rd io.Reader
	if body != "" {
		rd = strings.NewReader(body)
	}
	r, err := http.NewRequest(method, url, rd)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{Response: res, body: string(b)}
	_ = json.Unmarshal(b, &a.json)
	return a
}

const key, k1 = "Authorization", "Bearer bk_1"

func TestGet(t *testing.T) {
	s, _ := server(t)
	a := do(t, "GET", s.URL+"/v1/things/thg_1/?limit=7&events=a&events=b&full=true", "", key, k1)
	in, _ := json.Marshal(a.json["in"])
	if a.StatusCode != 200 || string(in) != `{"events":["a","b"],"full":true,"id":"thg_1","limit":7}` || a.json["agent"] != "agt_1" {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	if !strings.Contains(a.body, "<&>") || a.Header.Get("Content-Type") != "application/json" || a.Header.Get("X-Request-Id") != "req_1" {
		t.Fatalf("%v %s", a.Header, a.body)
	}
	if a := do(t, "GET", s.URL+"/v1/things/thg_1", "", "X-Request-Id", "mine-1"); a.Header.Get("X-Request-Id") != "mine-1" ||
		!strings.Contains(a.body, `"limit": 50`) {
		t.Fatalf("%v %s", a.Header, a.body)
	}
	if a := do(t, "GET", s.URL+"/v1/things/thg_1", "", "X-Request-Id", "a b\"c"); a.Header.Get("X-Request-Id") == "a b\"c" {
		t.Fatal("took a request id that is not sane")
	}
}

func TestRefusals(t *testing.T) {
	s, _ := server(t)
	u := s.URL + "/v1/things/thg_1"
	for _, tt := range []struct {
		method, url, body string
		status            int
		code, about       string
	}{
		{"GET", u + "?limit=abc", "", 400, "invalid_request", "limit: must be an integer"},
		{"GET", u + "?limit=", "", 400, "invalid_request", "limit: must be an integer"},
		{"GET", u + "?limit=101", "", 400, "invalid_request", "limit: must be at most 100"},
		{"GET", u + "?limit=1&limit=2", "", 400, "invalid_request", "limit: occurs 2 times"},
		{"GET", u + "?lmit=1", "", 400, "invalid_request", "lmit: is not a field"},
		{"GET", u + "?id=thg_2", "", 400, "invalid_request", "id: belongs in the path"},
		{"GET", u + "?a=%zz", "", 400, "invalid_request", "malformed"},
		{"GET", s.URL + "/v1/things/a%2Fb", "", 400, "invalid_request", "id: want an id"},
		{"GET", s.URL + "/v1/things/thg_404", "", 404, "not_found", "no such thing"},
		{"POST", u, `{"title":"a","dry":true}`, 400, "invalid_request", "dry: belongs in the query"},
		{"POST", u + "?title=a", `{}`, 400, "invalid_request", "title: belongs in the body"},
		{"POST", u, `{"id":"thg_2"}`, 400, "invalid_request", "id: belongs in the path"},
		{"POST", u, `[]`, 400, "invalid_request", "must be a JSON object"},
		{"POST", u, `{"title":"a","title":"b"}`, 400, "invalid_request", "occurs twice"},
		{"POST", u, `{"title":"` + strings.Repeat("a", 70000) + `"}`, 413, "body_too_large", "65536"},
	} {
		a := do(t, tt.method, tt.url, tt.body, key, k1)
		msg, _ := a.json["message"].(string)
		if a.StatusCode != tt.status || a.json["code"] != tt.code || a.json["error"] != true || !strings.Contains(msg, tt.about) {
			t.Errorf("%s %s %.40s: %d %s", tt.method, tt.url, tt.body, a.StatusCode, a.body)
		}
		if a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: errors are not to be cached", tt.url)
		}
	}
}

func TestChunkedBodyIsBounded(t *testing.T) {
	s, _ := server(t)
	r, _ := http.NewRequest("POST", s.URL+"/v1/things/thg_1", io.MultiReader(strings.NewReader(`{"title":"`), strings.NewReader(strings.Repeat("a", 70000)), strings.NewReader(`"}`)))
	r.Header.Set(key, k1)
	if r.ContentLength > 0 {
		t.Fatal("the test wants a chunked body")
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if b, _ := io.ReadAll(res.Body); res.StatusCode != 413 || !strings.Contains(string(b), "body_too_large") {
		t.Fatalf("%d %s", res.StatusCode, b)
	}
}

func TestPost(t *testing.T) {
	s, _ := server(t)
	u := s.URL + "/v1/things/thg_1"
	if a := do(t, "POST", u+"?dry=true", ` {"title":" x ","id":"thg_1"}`, key, k1, "Content-Type", "text/plain"); a.StatusCode != 201 ||
		!strings.Contains(a.body, `"title": "x"`) || !strings.Contains(a.body, `"dry": true`) || a.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	if a := do(t, "POST", u, "", key, k1); a.StatusCode != 201 {
		t.Fatalf("a body is not needed: %d %s", a.StatusCode, a.body)
	}
	if a := do(t, "POST", u, "{}"); a.StatusCode != 401 || a.Header.Get("WWW-Authenticate") == "" || a.json["code"] != "unauthenticated" {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	a := do(t, "POST", u+"?dry=true", `{"title":"x"}`, "OABP-Signature", "sig")
	if a.json["agent"] != `POST /v1/things/thg_1?dry=true {"title":"x"}` {
		t.Fatalf("signed over %q", a.json["agent"])
	}
	first := do(t, "POST", u, `{}`, key, k1, "Idempotency-Key", "k")
	again := do(t, "POST", u, `{}`, key, k1, "Idempotency-Key", "k")
	if first.StatusCode != 201 || again.StatusCode != 201 || again.Header.Get("Idempotent-Replayed") != "true" || again.body != first.body {
		t.Fatalf("%d %v", again.StatusCode, again.Header)
	}
}

func TestHeadETagAndRaw(t *testing.T) {
	s, _ := server(t)
	u := s.URL + "/v1/things/thg_1"
	get, head := do(t, "GET", u, ""), do(t, "HEAD", u, "")
	if head.StatusCode != 200 || head.body != "" || head.ContentLength != int64(len(get.body)) || head.Header.Get("ETag") != get.Header.Get("ETag") {
		t.Fatalf("%d %q %d", head.StatusCode, head.body, head.ContentLength)
	}
	tag := get.Header.Get("ETag")
	for match, want := range map[string]int{tag: 304, `"x", W/` + tag: 304, "*": 304, `"x"`: 200} {
		if a := do(t, "GET", u, "", "If-None-Match", match); a.StatusCode != want || want == 304 && (a.body != "" || a.Header.Get("ETag") != tag) {
			t.Errorf("%s: %d", match, a.StatusCode)
		}
	}
	if a := do(t, "GET", u, "", key, k1); a.Header.Get("ETag") == tag {
		t.Error("another answer, the same ETag")
	}
	a := do(t, "GET", s.URL+"/raw", "", "If-None-Match", "*")
	if a.StatusCode != 200 || a.body != `{ "a":1}` || a.Header.Get("ETag") != "" || a.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s %v", a.StatusCode, a.body, a.Header)
	}
}

func TestUnknownPathsAndMethods(t *testing.T) {
	s, _ := server(t)
	a := do(t, "GET", s.URL+"/v1/nothing", "")
	paths, _ := json.Marshal(a.json["canonical_paths"])
	if a.StatusCode != 404 || a.json["error"] != true || a.json["code"] != "not_found" || string(paths) != `["/mcp","/raw","/v1/things/{id}"]` {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	if a := do(t, "POST", s.URL+"/nothing", ""); a.StatusCode != 404 || a.json["error"] != "not_found" {
		t.Fatalf("%d %s", a.StatusCode, a.body)
	}
	a = do(t, "DELETE", s.URL+"/v1/things/thg_1", "")
	if allow := a.Header.Get("Allow"); a.StatusCode != 405 || a.json["code"] != "method_not_allowed" ||
		!strings.Contains(allow, "GET") || !strings.Contains(allow, "POST") || !strings.Contains(allow, "HEAD") || strings.Contains(allow, "DELETE") {
		t.Fatalf("%d %q %s", a.StatusCode, allow, a.body)
	}
}

// TestNearPaths: who guesses a path is told those that come nearest, few enough to
// read, whatever they ask for.
func TestNearPaths(t *testing.T) {
	var more []string
	for _, p := range []string{"missions", "missions/{id}", "missions/{id}/submit", "api/missions", "api/agents/{id}/balance", "v1/bounties", "openapi.json"} {
		more = append(more, "/"+p)
	}
	for k := range 40 {
		more = append(more, fmt.Sprintf("/other/%d", k))
	}
	s, _ := server(t, func(o *rest.Options) { o.MorePaths = more })
	for asked, want := range map[string]string{
		"/api/v1/mission":          "/missions",
		"/api/missions/x/submit":   "/missions/{id}/submit",
		"/agent/balance":           "/api/agents/{id}/balance",
		"/v2/bounty":               "/v1/bounties",
		"/nonsense":                "",
		"/OpenAPI":                 "/openapi.json",
		"/api/v1/agents/1/balance": "/api/agents/{id}/balance",
		"/" + strings.Repeat("missions/", 400) + "x": "/missions",
	} {
		a := do(t, "GET", s.URL+asked, "")
		paths, _ := a.json["canonical_paths"].([]any)
		if a.StatusCode != 404 || len(paths) == 0 || len(paths) > 12 || want != "" && paths[0] != want {
			t.Errorf("%.80s: %d %v", asked, a.StatusCode, paths)
		}
	}
}

// TestAliases: a guessed path leads to the served one with method, query and what
// follows it; nothing that a caller writes leads to another host.
func TestAliases(t *testing.T) {
	s, _ := server(t, func(o *rest.Options) {
		o.Aliases = []op.Alias{{From: "/api/v1/raw", To: "/raw"}, {From: "/old.json", To: "/raw", Status: 301}}
	})
	for asked, want := range map[string]string{
		"/api/v1/raw":                     "/raw",
		"/api/v1/raw/a%2Fb?x=1&y=%0d%0aZ": "/raw/a%2Fb?x=1&y=%0d%0aZ",
		"/api/v1/raw//evil.example":       "/raw//evil.example",
		"/old.json?a=b":                   "/raw?a=b",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "DELETE"} {
			a := do(t, method, s.URL+asked, "")
			status := 308
			if strings.HasPrefix(asked, "/old") {
				status = 301
			}
			if a.StatusCode != status || a.Header.Get("Location") != want || a.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s %s: %d %q", method, asked, a.StatusCode, a.Header.Get("Location"))
			}
		}
	}
	for _, a := range []op.Alias{{From: "/x", To: "/nothing"}, {From: "/raw", To: "/raw"}} {
		if _, err := rest.New(rest.Options{Aliases: []op.Alias{a}, MorePaths: []string{"/raw"}}); err == nil {
			t.Errorf("%+v was taken", a)
		}
	}
}

func TestCORSAndSecurityHeaders(t *testing.T) {
	s, _ := server(t, func(o *rest.Options) { o.HTTPS = true })
	for _, path := range []string{"/v1/things/thg_1", "/nothing", "/mcp"} {
		a := do(t, "OPTIONS", s.URL+path, "", "Origin", "https://x.example", "Access-Control-Request-Method", "POST")
		if a.StatusCode != 204 || a.Header.Get("Access-Control-Allow-Origin") != "*" ||
			a.Header.Get("Access-Control-Allow-Methods") != "GET, POST, OPTIONS, DELETE, PUT, PATCH" {
			t.Errorf("%s: %d %v", path, a.StatusCode, a.Header)
		}
		want := "accept-profile, authorization, content-type, x-admin-key, idempotency-key, if-none-match, mcp-session-id, oabp-signature"
		if got := a.Header.Get("Access-Control-Allow-Headers"); !strings.HasPrefix(got, want) || path != "/mcp" && got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
	a := do(t, "GET", s.URL+"/v1/things/thg_404", "")
	for _, h := range []string{"Access-Control-Allow-Origin", "X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy", "Strict-Transport-Security"} {
		if a.Header.Get(h) == "" {
			t.Errorf("no %s", h)
		}
	}
}

func TestFaultsDoNotLeakAndAreLogged(t *testing.T) {
	s, log := server(t)
	for _, p := range []string{"/boom", "/err"} {
		a := do(t, "GET", s.URL+p, "")
		if a.StatusCode != 500 || a.json["error"] != "internal" || strings.Contains(a.body, "secret") {
			t.Errorf("%s: %d %s", p, a.StatusCode, a.body)
		}
	}
	if l := log.String(); !strings.Contains(l, "secret of the panic") || !strings.Contains(l, "rest_test.go") || !strings.Contains(l, "secret of the error") {
		t.Error("not logged")
	}
}

func TestLogHasNoSecrets(t *testing.T) {
	s, log := server(t)
	do(t, "GET", s.URL+"/v1/things/thg_1?api_key=canary1", "", key, "Bearer canary2", "X-Admin-Key", "canary3", "OABP-Signature", "canary4")
	do(t, "POST", s.URL+"/v1/things/thg_1", `{"title":"canary5"}`, key, k1, "Cookie", "sid=canary6")
	l := log.String()
	if strings.Contains(l, "canary") || strings.Contains(l, "bk_1") {
		t.Fatal(l)
	}
	if !strings.Contains(l, `"route":"/v1/things/:id"`) || !strings.Contains(l, `"agent":"agt_1"`) || !strings.Contains(l, `"status":201`) {
		t.Fatal(l)
	}
}

func TestProblemJSON(t *testing.T) {
	s, _ := server(t)
	a := do(t, "GET", s.URL+"/v1/things/thg_404", "", "Accept", "application/json, application/problem+json;q=0.9")
	if a.Header.Get("Content-Type") != op.ProblemType || a.json["status"] != 404.0 || a.json["code"] != "not_found" || a.json["error"] != true {
		t.Fatalf("%v %s", a.Header, a.body)
	}
	if a := do(t, "GET", s.URL+"/v1/things/thg_404", "", "Accept", "application/problem+json;q=0, */*"); a.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("%v", a.Header)
	}
}

func TestForwardedForNeedsTrust(t *testing.T) {
	s, _ := server(t)
	if a := do(t, "GET", s.URL+"/v1/things/thg_1", "", "X-Forwarded-For", "203.0.113.9"); a.json["ip"] != "127.0.0.1" {
		t.Fatal(a.json["ip"])
	}
	s, _ = server(t, func(o *rest.Options) { o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	if a := do(t, "GET", s.URL+"/v1/things/thg_1", "", "X-Forwarded-For", "1.1.1.1, 203.0.113.9"); a.json["ip"] != "203.0.113.9" {
		t.Fatal(a.json["ip"])
	}
}

func (signer) Enter(_ context.Context, p op.Principal, _ bool) (op.Principal, error) { return p, nil }
