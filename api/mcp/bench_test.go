package mcp_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type keys struct{ asked atomic.Int64 }

func (k *keys) Authenticate(_ context.Context, c op.Credential) (op.Principal, error) {
	k.asked.Add(1)
	if id, ok := strings.CutPrefix(c.Token, "bk_"); ok {
		id, _, _ = strings.Cut(id, ".") // bk_1.a and bk_1.b are two tokens of agt_1
		return op.Principal{AgentID: "agt_" + id}, nil
	}
	return op.Principal{}, settle.Errorf(settle.CodeUnauthenticated, "unknown key")
}

type listIn struct {
	Limit int `json:"limit,omitempty" op:"range=1..100"`
}

type listOut struct {
	Items []string `json:"items"`
	Agent string   `json:"agent"`
	IP    string   `json:"ip"`
	HTML  string   `json:"html"`
}

func table() op.Table {
	list := func(ctx context.Context, in listIn) (listOut, error) {
		return listOut{Items: make([]string, in.Limit), Agent: op.PrincipalOf(ctx).AgentID, IP: op.InfoOf(ctx).IP.String(), HTML: "<&>"}, nil
	}
	return op.Table{
		op.New(op.Spec{Name: "list_things", Summary: "List things", Description: "Lists things, newest first.", Scope: op.Optional,
			Tools: []op.Tool{{Name: "list_things", ReadOnly: true}}}, list),
		op.New(op.Spec{Name: "settle_thing", Summary: "Settle a thing", Scope: op.Agent, Errors: []settle.Code{settle.CodeUnderpaid},
			Tools: []op.Tool{{Name: "settle_thing", Sets: []string{"settlement"}}}},
			func(context.Context, struct{}) (listOut, error) {
				return listOut{}, settle.Errorf(settle.CodeUnderpaid, "pay more").With("missing", "5")
			}),
		op.New(op.Spec{Name: "get_picture", Summary: "Get a picture", Tools: []op.Tool{{Name: "get_picture", ReadOnly: true}}},
			func(context.Context, struct{}) (op.Raw, error) {
				return op.Raw{MediaType: "image/svg+xml", Body: []byte("<svg/>")}, nil
			}),
	}
}

type bench struct {
	*httptest.Server
	mcp  *mcp.Server
	keys *keys
}

func newBench(t *testing.T, change ...func(*mcp.Options)) *bench {
	t.Helper()
	b := prepare(t, change...)
	b.start(t)
	return b
}

// prepare makes a bench that does not listen yet.
func prepare(t *testing.T, change ...func(*mcp.Options)) *bench {
	t.Helper()
	lim, err := op.NewLimiter(64, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{keys: &keys{}}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	o := mcp.Options{Table: table(), Log: log, Now: time.Now, NewID: rand.Text,
		Runner: &op.Runner{Auth: b.keys, Limits: lim, Log: log},
		Info: func(r *http.Request) op.Info {
			ap, _ := netip.ParseAddrPort(r.RemoteAddr)
			return op.Info{RequestID: "req_1", IP: ap.Addr()}
		},
		Name: "oabp-test", Version: "1", CanonicalEndpoint: "https://oabp.example/mcp", Documentation: "https://oabp.example/docs/mcp",
		// long enough for the slowest machine; tests of their ends shorten them
		AllowedHosts: []string{"oabp.example"}, InitTimeout: time.Minute, InitGrace: time.Minute,
		Prompts: []mcp.Prompt{{Name: "find-work", Description: "Find work", Args: []mcp.PromptArg{{Name: "capabilities", Description: "what you can do"}},
			Text: func(a map[string]string) string { return "Find work for " + a["capabilities"] }}}}
	for _, f := range change {
		f(&o)
	}
	if b.mcp, err = mcp.New(o); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) start(t *testing.T) {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/mcp", b.mcp)
	for _, p := range mcp.Paths() {
		mux.Handle(strings.TrimSuffix(p, "*"), b.mcp.NotServed())
	}
	b.Server = httptest.NewUnstartedServer(mux)
	b.Config.WriteTimeout, b.Config.ReadTimeout = time.Minute, time.Minute // as in the daemon
	b.Listener = &deadlines{Listener: b.Listener}
	b.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := b.mcp.Close(ctx); err != nil {
			t.Error("closing:", err)
		}
		b.Server.Close()
	})
}

// deadlines is a listener that remembers which of its connections have one.
type deadlines struct {
	net.Listener
	mu    sync.Mutex
	conns map[string]*deadlineConn // by the client's address
}

type deadlineConn struct {
	net.Conn
	of          *deadlines
	read, write time.Time
}

// Accept implements net.Listener.
func (d *deadlines) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conns == nil {
		d.conns = map[string]*deadlineConn{}
	}
	x := &deadlineConn{Conn: c, of: d}
	d.conns[c.RemoteAddr().String()] = x
	return x, nil
}

// of gives the deadlines of a client's connection; zero means none.
func (d *deadlines) of(t *testing.T, client net.Addr) (read, write time.Time) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.conns[client.String()]
	if c == nil {
		t.Fatalf("no connection from %s", client)
	}
	return c.read, c.write
}

func (c *deadlineConn) SetDeadline(at time.Time) error {
	c.note(&c.read, &c.write, at)
	return c.Conn.SetDeadline(at)
}

func (c *deadlineConn) SetReadDeadline(at time.Time) error {
	c.note(&c.read, nil, at)
	return c.Conn.SetReadDeadline(at)
}

func (c *deadlineConn) SetWriteDeadline(at time.Time) error {
	c.note(nil, &c.write, at)
	return c.Conn.SetWriteDeadline(at)
}

func (c *deadlineConn) note(read, write *time.Time, at time.Time) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	for _, to := range []*time.Time{read, write} {
		if to != nil {
			*to = at
		}
	}
}

const (
	both    = "application/json, text/event-stream"
	initMsg = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}`
	listMsg = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	inited  = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	modern  = `{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
)

type answer struct {
	status int
	header http.Header
	body   string
	json   map[string]any
}

// send does one request. A header of value "-" is not sent.
func (b *bench) send(t *testing.T, method, path, body string, header ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, b.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Accept", both)
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		switch {
		case header[i+1] == "-":
			r.Header.Del(header[i])
		case header[i] == "Host":
			r.Host = header[i+1]
		default:
			r.Header.Set(header[i], header[i+1])
		}
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{status: res.StatusCode, header: res.Header, body: string(raw)}
	_ = json.Unmarshal(raw, &a.json)
	return a
}

func (b *bench) post(t *testing.T, body string, header ...string) answer {
	t.Helper()
	return b.send(t, "POST", "/mcp", body, header...)
}

// open opens a session without initialized; ready also sends that.
func (b *bench) open(t *testing.T, header ...string) string {
	t.Helper()
	a := b.post(t, initMsg, header...)
	id := a.header.Get("Mcp-Session-Id")
	if a.status != 200 || id == "" {
		t.Fatalf("initialize: %d %s", a.status, a.body)
	}
	return id
}

func (b *bench) ready(t *testing.T, header ...string) string {
	t.Helper()
	id := b.open(t, header...)
	if a := b.post(t, inited, append([]string{"Mcp-Session-Id", id}, header...)...); a.status != 202 {
		t.Fatalf("initialized: %d %s", a.status, a.body)
	}
	return id
}

// wellFormed reports whether an error has the shape of JSON-RPC with the three
// members.
func (a answer) wellFormed() bool {
	e, _ := a.json["error"].(map[string]any)
	return a.json["jsonrpc"] == "2.0" && e["code"] != nil && a.json["canonical_endpoint"] == "https://oabp.example/mcp" &&
		a.json["supported_transports"] != nil && a.json["documentation"] != nil && a.header.Get("Content-Type") == "application/json"
}

func (a answer) reason() string {
	e, _ := a.json["error"].(map[string]any)
	d, _ := e["data"].(map[string]any)
	s, _ := d["reason"].(string)
	return s
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatal(what)
}

func (*keys) Enter(_ context.Context, p op.Principal, _ bool) (op.Principal, error) { return p, nil }
