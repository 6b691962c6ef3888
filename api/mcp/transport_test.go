package mcp_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/mcp"
)

func TestRow34GETIsAlways200(t *testing.T) {
	b := newBench(t)
	for _, accept := range []string{"-", "application/json", "*/*", "text/event-stream;q=0"} {
		a := b.send(t, "GET", "/mcp", "", "Accept", accept)
		if a.status != 200 || a.json["ready"] != true || a.json["canonical_endpoint"] == nil {
			t.Errorf("%s: %d %s", accept, a.status, a.body)
		}
	}
	if a := b.send(t, "HEAD", "/mcp", ""); a.status != 200 || a.body != "" {
		t.Errorf("HEAD %d %q", a.status, a.body)
	}
	for _, session := range []string{"-", "dead"} {
		a := b.send(t, "GET", "/mcp", "", "Accept", "text/event-stream", "Mcp-Session-Id", session)
		if a.status != 200 || a.header.Get("Content-Type") != "text/event-stream" || !strings.HasPrefix(a.body, "retry: 30000\n") {
			t.Errorf("stream with session %s: %d %s", session, a.status, a.body)
		}
	}
	if a := b.send(t, "GET", "/mcp", "", "Accept", "-", "Mcp-Session-Id", b.ready(t)); a.status != 200 || a.json["status"] != "ok" {
		t.Errorf("liveness with a session: %d", a.status)
	}
	for _, h := range [][]string{{"Host", "10.0.0.9"}, {"Origin", "https://evil.example"}, {"Authorization", "Bearer nonsense"}, {"MCP-Protocol-Version", "1999-01-01"}} {
		if a := b.send(t, "GET", "/mcp?toolset=none&api_key=x", "", h...); a.status != 200 || a.json["ready"] != true {
			t.Errorf("%v: %d %s", h, a.status, a.body)
		}
	}
	// who is not let in gets no stream, whatever session they name
	if a := b.send(t, "GET", "/mcp", "", "Host", "evil.example", "Accept", "text/event-stream", "Mcp-Session-Id", b.ready(t)); a.status != 200 || !strings.HasPrefix(a.body, "retry: 30000\n") {
		t.Errorf("a foreign host: %d %s", a.status, a.body)
	}
}

func TestRow32DELETEIsAlways200(t *testing.T) {
	b := newBench(t)
	id := b.ready(t)
	for _, session := range []string{"-", "dead", id, id} {
		if a := b.send(t, "DELETE", "/mcp", "", "Mcp-Session-Id", session); a.status != 200 || a.body != "" || a.header.Get("Content-Length") != "0" {
			t.Errorf("%s: %d %q", session, a.status, a.body)
		}
	}
	a := b.post(t, listMsg, "Mcp-Session-Id", id)
	if e, _ := a.json["error"].(map[string]any); a.status != 404 || !a.wellFormed() || e["code"] != -32001.0 || a.json["id"] != 2.0 {
		t.Errorf("after DELETE: %d %s", a.status, a.body)
	}
	// an endpoint that is not for the caller is no exception, and does nothing
	id = b.ready(t)
	for _, h := range [][]string{{"Host", "10.0.0.9"}, {"Origin", "https://evil.example"}} {
		if a := b.send(t, "DELETE", "/mcp", "", append(h, "Mcp-Session-Id", id)...); a.status != 200 || a.body != "" {
			t.Errorf("%v: %d %q", h, a.status, a.body)
		}
	}
	if a := b.send(t, "DELETE", "/mcp?toolset=none", "", "Mcp-Session-Id", id); a.status != 200 || a.body != "" {
		t.Errorf("toolset: %d %q", a.status, a.body)
	}
	if a := b.post(t, listMsg, "Mcp-Session-Id", id); a.status != 200 {
		t.Errorf("a request that is not let in ended a session: %d", a.status)
	}
}

func TestRow30RefusalsHaveTheThreeMembers(t *testing.T) {
	b := newBench(t, func(o *mcp.Options) { o.InitTimeout = 400 * time.Millisecond })
	batch := "[" + initMsg + "," + listMsg + "]"
	for _, tt := range []struct {
		name   string
		body   string
		header []string
		status int
		reason string
	}{
		{"Accept html", initMsg, []string{"Accept", "text/html"}, 406, "NotAcceptable"},
		{"Accept refuses both", initMsg, []string{"Accept", "application/json;q=0"}, 406, "NotAcceptable"},
		{"garbage", "{nope", nil, 400, "ParseError"},
		{"empty", "", nil, 400, "ParseError"},
		{"empty batch", "[]", nil, 400, "ParseError"},
		{"no method", `{"jsonrpc":"2.0","id":1}`, nil, 400, "SessionRequired"},
		{"bad protocol header", initMsg, []string{"MCP-Protocol-Version", "1999-01-01"}, 400, "BadRequest"},
		{"no session", listMsg, nil, 400, "SessionRequired"},
		{"dead session", listMsg, []string{"Mcp-Session-Id", "nope"}, 404, "SessionNotFound"},
		{"initialize in a batch", batch, nil, 400, "InitializeMisplaced"},
		{"unknown toolset", initMsg, nil, 400, "UnknownToolset"},
		{"foreign host", initMsg, []string{"Host", "evil.example"}, 403, "HostNotAllowed"},
		{"rebound host", initMsg, []string{"Host", "evil.example:8080"}, 403, "HostNotAllowed"},
		{"foreign origin on loopback", initMsg, []string{"Origin", "https://evil.example"}, 403, "OriginNotAllowed"},
		{"null origin on loopback", initMsg, []string{"Origin", "null"}, 403, "OriginNotAllowed"},
		{"invalid bearer", initMsg, []string{"Authorization", "Bearer x"}, 401, "unauthenticated"},
	} {
		path := "/mcp"
		if tt.name == "unknown toolset" {
			path += "?toolset=none"
		}
		a := b.send(t, "POST", path, tt.body, tt.header...)
		if a.status != tt.status || !a.wellFormed() || a.reason() != tt.reason {
			t.Errorf("%s: %d %q %s", tt.name, a.status, a.reason(), a.body)
		}
	}
	// a later revision has its own rule: no member beside those of JSON-RPC
	for what, tt := range map[string]struct {
		body, method string
		status       int
		code         float64
	}{
		"header mismatch":  {modern, "prompts/list", 400, -32020},
		"unknown method":   {strings.Replace(modern, "tools/list", "nonsense", 1), "nonsense", 404, -32601},
		"unknown revision": {strings.Replace(modern, "2026-07-28", "2027-01-01", 1), "tools/list", 400, -32022},
	} {
		version := "2026-07-28"
		if what == "unknown revision" {
			version = "2027-01-01"
		}
		a := b.post(t, tt.body, "MCP-Protocol-Version", version, "Mcp-Method", tt.method)
		e, _ := a.json["error"].(map[string]any)
		d, _ := e["data"].(map[string]any)
		if a.status != tt.status || len(a.json) != 3 || a.json["id"] != 9.0 || e["code"] != tt.code || d["canonical_endpoint"] != "https://oabp.example/mcp" ||
			d["supported_transports"] == nil || d["documentation"] == nil {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	big := newBench(t, func(o *mcp.Options) { o.MaxBody = 1000 })
	if a := big.post(t, `{"a":"`+strings.Repeat("a", 1000)+`"}`); a.status != 413 || !a.wellFormed() {
		t.Errorf("big: %d %s", a.status, a.body)
	}
	if a := b.send(t, "PUT", "/mcp", ""); a.status != 405 || a.header.Get("Allow") == "" || !a.wellFormed() {
		t.Errorf("PUT: %d", a.status)
	}
	if n := b.mcp.Sessions(); n > 1 { // the bad protocol version is refused by the SDK
		t.Errorf("%d sessions opened by refused requests", n)
	}
	eventually(t, "a refused initialize left a session", func() bool { return b.mcp.Sessions() == 0 })
}

func TestPOSTAcceptance(t *testing.T) {
	b := newBench(t)
	for _, h := range [][]string{{"Accept", "*/*"}, {"Accept", "-"}, {"Accept", "text/event-stream"}, {"Content-Type", "-"}, {"Content-Type", "text/plain"}, {"Content-Type", "application/x-www-form-urlencoded"}, {"Content-Type", "application/json; charset=utf-8"},
		{"Content-Type", ";;"}, {"User-Agent", "-"},
		{"Host", "oabp.example"}, {"Host", "OABP.example:443", "Origin", "https://any.example"}, {"Origin", "http://localhost:3000"},
		{"Authorization", "Bearer bk_1"}, {"Oabpd-Principal", "agt_forged"}} {
		a := b.post(t, initMsg, h...)
		if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/event-stream") || len(a.header.Get("Mcp-Session-Id")) != 26 {
			t.Errorf("%v: %d %s", h, a.status, a.body)
		}
	}
}

func TestJSONAloneIsServedAsJSON(t *testing.T) {
	b := newBench(t)
	a := b.post(t, initMsg, "Accept", "application/json")
	if a.status != 200 || a.header.Get("Content-Type") != "application/json" || a.json["result"] == nil || a.json["id"] != 1.0 {
		t.Fatalf("%d %v %s", a.status, a.header, a.body)
	}
	id := a.header.Get("Mcp-Session-Id")
	if a := b.post(t, inited, "Mcp-Session-Id", id, "Accept", "application/json"); a.status != 202 || a.body != "" {
		t.Fatalf("%d %q", a.status, a.body)
	}
	a = b.post(t, listMsg, "Mcp-Session-Id", id, "Accept", "application/json")
	if res, _ := a.json["result"].(map[string]any); a.header.Get("Content-Type") != "application/json" || len(res["tools"].([]any)) != 3 {
		t.Fatalf("%v %s", a.header, a.body)
	}
	a = b.post(t, `{"jsonrpc":"2.0","id":3,"method":"nonsense"}`, "Mcp-Session-Id", id, "Accept", "application/json")
	if e, _ := a.json["error"].(map[string]any); e["code"] != -32601.0 || a.reason() != "MethodNotFound" || a.header.Get("Content-Type") != "application/json" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a = b.post(t, modern, "Accept", "application/json", "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
	if a.status != 200 || a.header.Get("Content-Type") != "application/json" || a.json["result"] == nil {
		t.Fatalf("%d %v %s", a.status, a.header, a.body)
	}
	old := strings.Replace(initMsg, "2025-11-25", "2025-03-26", 1) // the last revision with batches
	id = b.post(t, old).header.Get("Mcp-Session-Id")
	b.post(t, inited, "Mcp-Session-Id", id)
	a = b.post(t, "["+listMsg+`,{"jsonrpc":"2.0","id":3,"method":"ping"}]`, "Mcp-Session-Id", id, "Accept", "application/json")
	if !strings.HasPrefix(a.body, "[") || strings.Count(a.body, `"jsonrpc"`) != 2 {
		t.Fatalf("batch: %d %s", a.status, a.body)
	}
}

func TestRow31RequestsMayOvertakeInitialized(t *testing.T) {
	slow := newBench(t)
	id := slow.open(t)
	early := make(chan answer)
	go func() { early <- slow.post(t, listMsg, "Mcp-Session-Id", id) }()
	time.Sleep(20 * time.Millisecond)
	if a := slow.post(t, inited, "Mcp-Session-Id", id); a.status != 202 {
		t.Fatal(a.status)
	}
	if a := <-early; a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

func TestSessionIDsAreUniqueAndBounded(t *testing.T) {
	b := newBench(t, func(o *mcp.Options) { o.MaxSessionsPerNetwork = 20 })
	seen := map[string]bool{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			a := b.post(t, initMsg)
			mu.Lock()
			defer mu.Unlock()
			if id := a.header.Get("Mcp-Session-Id"); a.status == 200 && id != "" {
				if seen[id] {
					t.Error("an id was given twice")
				}
				seen[id] = true
			} else if a.status != 503 || !a.wellFormed() || a.header.Get("Retry-After") == "" {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	wg.Wait()
	if len(seen) == 0 || len(seen) > 20 {
		t.Fatalf("%d sessions", len(seen))
	}
}

func TestRow29OtherTransportsAreNotServed(t *testing.T) {
	b := newBench(t)
	for _, p := range []string{"/mcp/sse", "/mcp/messages", "/mcp/v1", "/sse", "/message", "/messages", "/api/mcp", "/v1/mcp"} {
		for _, method := range []string{"GET", "POST", "DELETE", "PUT"} {
			a := b.send(t, method, p, initMsg)
			if (a.status != 404 && a.status != 405) || a.json["error"] != "TransportNotSupported" || a.json["message"] == "" || a.header.Get("Content-Type") != "application/json" ||
				a.json["canonical_mcp_endpoint"] != "https://oabp.example/mcp" || a.json["transport"] != "streamable_http" {
				t.Errorf("%s %s: %d %s", method, p, a.status, a.body)
			}
		}
	}
}

func TestSessionsBelongToTheirPrincipal(t *testing.T) {
	b := newBench(t)
	id := b.ready(t, "Authorization", "Bearer bk_1.a")
	for token, want := range map[string]int{"Bearer bk_1.a": 200, "Bearer bk_1.b": 200, "Bearer bk_2": 403, "Bearer x": 403, "-": 403} {
		a := b.post(t, listMsg, "Mcp-Session-Id", id, "Authorization", token)
		if a.status != want || want == 403 && (!a.wellFormed() || a.reason() != "SessionPrincipalMismatch") {
			t.Errorf("%s: %d %s", token, a.status, a.body)
		}
	}
	if a := b.send(t, "GET", "/mcp", "", "Accept", "text/event-stream", "Mcp-Session-Id", id, "Authorization", "Bearer bk_2"); !strings.HasPrefix(a.body, "retry:") {
		t.Error("a stranger got the stream")
	}
	b.send(t, "DELETE", "/mcp", "", "Mcp-Session-Id", id, "Authorization", "Bearer bk_2")
	if a := b.post(t, listMsg, "Mcp-Session-Id", id, "Authorization", "Bearer bk_1.a"); a.status != 200 {
		t.Error("a stranger ended the session")
	}
	// the principal comes from the credential, not from a header of the client
	open := b.ready(t, "Oabpd-Principal", "agt_1")
	if a := b.post(t, listMsg, "Mcp-Session-Id", open); a.status != 200 {
		t.Error("a forged header bound the session")
	}
}

func TestStreamOutlivesTimeoutsAndEndsAtShutdown(t *testing.T) {
	b := newBench(t)
	id := b.ready(t)
	var local net.Addr // the stream's end of its connection
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { local = i.Conn.LocalAddr() }})
	r, _ := http.NewRequestWithContext(ctx, "GET", b.URL+"/mcp", nil)
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", id)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	eventually(t, "the stream would be cut: it has a deadline", func() bool {
		read, write := b.Listener.(*deadlines).of(t, local)
		return read.IsZero() && write.IsZero()
	})
	ended := make(chan error, 1)
	go func() {
		_, err := fmt.Fscan(res.Body, new(string), new(string), new(string), new(string))
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatal("the stream ended early:", err)
	default:
	}
	closing, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := b.mcp.Close(closing); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the stream survived the shutdown")
	}
	if a := b.post(t, initMsg); a.status != 503 {
		t.Fatalf("after shutdown: %d", a.status)
	}
}
