package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/mcp"
)

// The tests TestRow… hold the lifecycle of a session to the rows of that number
// in oabp.md (a), TestSection… to its later additions, TestPitfall… to what
// clients were seen to do (f).

// hand is a clock that a test moves.
type hand struct {
	mu sync.Mutex
	at time.Time
}

func (h *hand) now() time.Time { h.mu.Lock(); defer h.mu.Unlock(); return h.at }

func (h *hand) pass(d time.Duration) { h.mu.Lock(); defer h.mu.Unlock(); h.at = h.at.Add(d) }

func TestRow31NothingBeforeInitialized(t *testing.T) {
	b := newBench(t, func(o *mcp.Options) { o.InitGrace = time.Millisecond })
	id := b.open(t)
	for _, method := range []string{"tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read", "resources/subscribe",
		"prompts/list", "prompts/get", "completion/complete", "logging/setLevel", "nonsense"} {
		a := b.post(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":"x","method":%q,"params":{}}`, method), "Mcp-Session-Id", id)
		if a.status != 400 || !a.wellFormed() || a.reason() != "SessionNotInitialized" || a.json["id"] != "x" {
			t.Errorf("%s: %d %s", method, a.status, a.body)
		}
	}
	if a := b.post(t, `{"jsonrpc":"2.0","id":5,"method":"ping"}`, "Mcp-Session-Id", id); a.status != 200 {
		t.Errorf("ping: %d %s", a.status, a.body)
	}
	if a := b.post(t, inited, "Mcp-Session-Id", id); a.status != 202 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.post(t, listMsg, "Mcp-Session-Id", id); a.status != 200 {
		t.Errorf("after initialized: %d %s", a.status, a.body)
	}
}

func TestRow31HandshakeWindow(t *testing.T) {
	if mcp.InitTimeout != 30*time.Second {
		t.Errorf("the window is %v unless it is set", mcp.InitTimeout)
	}
	b := newBench(t, func(o *mcp.Options) { o.InitTimeout = time.Second })
	id := b.open(t)
	eventually(t, "the session lives on", func() bool { return b.mcp.Sessions() == 0 })
	for _, msg := range []string{inited, listMsg} {
		a := b.post(t, msg, "Mcp-Session-Id", id)
		if e, _ := a.json["error"].(map[string]any); a.status != 404 || !a.wellFormed() || e["code"] != -32001.0 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	// what is initialized outlives the window
	kept := newBench(t)
	id = kept.ready(t)
	kept.post(t, inited, "Mcp-Session-Id", id) // twice is once
	if kept.mcp.Sessions() != 1 {
		t.Error("an initialized session ended")
	}
}

func TestRow33NoIDComesBack(t *testing.T) {
	clock := &hand{at: time.Unix(1_800_000_000, 0)}
	a, z := strings.Repeat("a", 26), strings.Repeat("z", 26)
	var mu sync.Mutex
	var offers []string
	b := newBench(t, func(o *mcp.Options) {
		o.Now = clock.now
		o.NewID = func() string {
			mu.Lock()
			defer mu.Unlock()
			id := offers[0]
			offers = offers[1:]
			return id
		}
	})
	for _, tt := range []struct {
		what   string
		before func()
		want   string
	}{
		{"the first", func() {}, a},
		{"a live id", func() {}, z},
		{"one that ended just now", func() { b.end(t, a); b.end(t, z) }, strings.Repeat("b", 26)},
		{"at the end of the cooling", func() { clock.pass(10 * time.Second) }, strings.Repeat("c", 26)},
		{"after the cooling", func() { clock.pass(time.Millisecond) }, a},
	} {
		tt.before()
		offers = []string{a, tt.want}
		if tt.want == a {
			offers = []string{a}
		}
		if got := b.ready(t); got != tt.want {
			t.Errorf("%s: %s was given out", tt.what, got)
		}
	}
}

// end ends a session, and its id is dead for the very next request.
func (b *bench) end(t *testing.T, id string) {
	t.Helper()
	if a := b.send(t, "DELETE", "/mcp", "", "Mcp-Session-Id", id); a.status != 200 || a.body != "" {
		t.Fatalf("DELETE: %d %q", a.status, a.body)
	}
	if a := b.post(t, listMsg, "Mcp-Session-Id", id); a.status != 404 {
		t.Fatalf("after DELETE: %d %s", a.status, a.body)
	}
}

func TestSection735TheSessionIsNamedInEveryAnswer(t *testing.T) {
	b := newBench(t)
	id := b.open(t)
	for _, tt := range []struct {
		body   string
		status int
	}{
		{inited, 202}, {listMsg, 200}, {`{"jsonrpc":"2.0","id":5,"method":"ping"}`, 200},
		{`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"list_things","arguments":{}}}`, 200},
		{`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"nonsense","arguments":{}}}`, 200},
		{`{"jsonrpc":"2.0","id":8,"method":"prompts/get","params":{"name":"find-work","arguments":{"capabilities":"go"}}}`, 200},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`, 202},
	} {
		for _, accept := range []string{both, "application/json"} {
			a := b.post(t, tt.body, "Mcp-Session-Id", id, "Accept", accept)
			if a.status != tt.status || len(a.header.Values("Mcp-Session-Id")) != 1 || a.header.Get("Mcp-Session-Id") != id {
				t.Errorf("%s: %d %v %s", tt.body, a.status, a.header, a.body)
			}
		}
	}
	r, _ := http.NewRequestWithContext(t.Context(), "GET", b.URL+"/mcp", nil)
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", id)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != 200 || res.Header.Get("Mcp-Session-Id") != id {
		t.Errorf("the stream: %d %v", res.StatusCode, res.Header)
	}
	a := b.post(t, listMsg, "Mcp-Session-Id", "dead")
	e, _ := a.json["error"].(map[string]any)
	if msg, _ := e["message"].(string); a.status != 404 || e["code"] != -32001.0 || !strings.Contains(strings.ToLower(msg), "session expired") || a.header.Get("Mcp-Session-Id") != "" {
		t.Errorf("a dead session: %d %v %s", a.status, a.header, a.body)
	}
}

func TestPitfallUnknownQueries(t *testing.T) {
	b := newBench(t)
	const query = "/mcp?api_key=bk_1&profile=smithery&config=%7B%7D&%zz"
	a := b.send(t, "POST", query, initMsg)
	id := a.header.Get("Mcp-Session-Id")
	if a.status != 200 || id == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.send(t, "POST", query, inited, "Mcp-Session-Id", id); a.status != 202 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	// a key in the query is nobody's credential
	a = b.send(t, "POST", query, `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"list_things","arguments":{}}}`, "Mcp-Session-Id", id, "Accept", "application/json")
	res, _ := a.json["result"].(map[string]any)
	out, _ := res["structuredContent"].(map[string]any)
	if a.status != 200 || out["agent"] != "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if b.keys.asked.Load() != 0 {
		t.Error("the key of the query was looked up")
	}
}

func TestPitfallThirtyInitializesAtOnce(t *testing.T) {
	b := newBench(t)
	var mu sync.Mutex
	ids := map[string]bool{}
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			a := b.post(t, initMsg)
			id := a.header.Get("Mcp-Session-Id")
			if a.status != 200 || id == "" {
				t.Errorf("initialize: %d %s", a.status, a.body)
				return
			}
			if a := b.post(t, inited, "Mcp-Session-Id", id); a.status != 202 {
				t.Errorf("initialized: %d %s", a.status, a.body)
			}
			if a := b.post(t, listMsg, "Mcp-Session-Id", id); a.status != 200 {
				t.Errorf("tools/list: %d %s", a.status, a.body)
			}
			mu.Lock()
			defer mu.Unlock()
			ids[id] = true
		})
	}
	wg.Wait()
	if len(ids) != 30 {
		t.Errorf("%d sessions", len(ids))
	}
}

func TestPitfallInitializeAndDELETEAtOnce(t *testing.T) {
	b := newBench(t)
	for range 10 {
		b.end(t, b.open(t))
	}
	eventually(t, "sessions are left", func() bool { return b.mcp.Sessions() == 0 })
}

func TestPitfallSessionsThatAreNeverEndedGiveWay(t *testing.T) {
	clock := &hand{at: time.Unix(1_800_000_000, 0)}
	b := newBench(t, func(o *mcp.Options) { o.Now, o.MaxSessionsPerNetwork = clock.now, 3 })
	first, second, third := b.ready(t), b.ready(t), b.ready(t)
	if a := b.post(t, initMsg); a.status != 503 || !a.wellFormed() || a.header.Get("Retry-After") == "" {
		t.Fatalf("young sessions gave way: %d %s", a.status, a.body)
	}
	clock.pass(time.Hour)
	r, _ := http.NewRequestWithContext(t.Context(), "GET", b.URL+"/mcp", nil)
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", first)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	clock.pass(time.Hour)
	if a := b.post(t, listMsg, "Mcp-Session-Id", third); a.status != 200 {
		t.Fatal(a.status)
	}
	clock.pass(time.Hour)
	fourth := b.ready(t) // takes the place of the second: the first has a stream, the third was used since
	for id, want := range map[string]int{first: 200, second: 404, third: 200, fourth: 200} {
		if a := b.post(t, listMsg, "Mcp-Session-Id", id); a.status != want {
			t.Errorf("%d, not %d: %s", a.status, want, a.body)
		}
	}
}
