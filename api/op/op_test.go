package op_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

type item struct {
	Kind  string `json:"kind" op:"enum=photo|url"`
	Count int    `json:"count,omitempty" op:"range=1..24,default=1"`
}

type postIn struct {
	BoardID string            `json:"board_id" op:"format=id"`
	Title   string            `json:"title" op:"len=8..140" jsonschema:"what is wanted"`
	Content string            `json:"content,omitempty" op:"exact,len=1..20"`
	Cents   int               `json:"cents" op:"range=1..1000000"`
	Payee   *settle.Address   `json:"payee,omitempty"`
	Reward  money.Amount      `json:"reward,omitzero"`
	Items   []item            `json:"items,omitempty" op:"items=1..2"`
	Tags    []string          `json:"tags,omitempty" op:"items=..3,len=2..10"`
	Extra   json.RawMessage   `json:"extra,omitempty"`
	Labels  map[string]string `json:"labels,omitempty"`
	Dry     bool              `json:"dry,omitempty" op:"query"`
}

type postOut struct {
	op.Result
	Echo   postIn `json:"echo"`
	Caller string `json:"caller"`
}

type authFunc func(context.Context, op.Credential) (op.Principal, error)

func (f authFunc) Authenticate(ctx context.Context, c op.Credential) (op.Principal, error) {
	return f(ctx, c)
}

func auth(_ context.Context, c op.Credential) (op.Principal, error) {
	switch {
	case strings.HasPrefix(c.Token, "bk_"):
		return op.Principal{AgentID: "agt_" + c.Token[3:]}, nil
	case c.Token == "down":
		return op.Principal{}, errors.New("store is away: secret-dsn")
	case c.AdminKey == "root":
		return op.Principal{Admin: true}, nil
	case c.AdminKey != "":
		return op.Principal{}, settle.Errorf(settle.CodeForbidden, "wrong admin key")
	}
	return op.Principal{}, settle.Errorf(settle.CodeUnauthenticated, "unknown key")
}

type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }
func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

type bench struct {
	*op.Runner
	clock *clock
	log   *strings.Builder
}

func newBench(t *testing.T) *bench {
	t.Helper()
	c := &clock{t: time.Unix(1_800_000_000, 0)}
	lim, err := op.NewLimiter(64, c.now)
	if err != nil {
		t.Fatal(err)
	}
	idem, err := op.NewMemoryIdempotency(64, 24*time.Hour, c.now)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	return &bench{clock: c, log: &log, Runner: &op.Runner{Auth: authFunc(auth), Idem: idem, Limits: lim,
		Anonymous: op.Policy{Name: "anonymous", Quota: 1000, Window: time.Minute},
		Known:     op.Policy{Name: "agent", Quota: 1000, Window: time.Minute},
		Failures:  op.Policy{Name: "failures", Quota: 3, Window: time.Minute},
		Log:       slog.New(slog.NewTextHandler(&log, nil))}}
}

func post(do func(context.Context, postIn) (postOut, error)) *op.Op {
	return op.New(op.Spec{Name: "post", Summary: "Post.", Scope: op.Agent, Outcomes: []op.Outcome{op.Created, op.Existing},
		Errors:   []settle.Code{settle.CodeUnderpaid},
		Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/boards/{board_id}"}},
		Tools:    []op.Tool{{Name: "post"}}}, do)
}

func echo(ctx context.Context, in postIn) (postOut, error) {
	return postOut{Result: op.As(op.Created), Echo: in, Caller: op.PrincipalOf(ctx).AgentID}, nil
}

func route(o *op.Op) *op.Entry { return op.Table{o}.Routes()[0] }
func tool(o *op.Op) *op.Entry  { return op.Table{o}.Tools()[0] }

func (b *bench) do(t *testing.T, e *op.Entry, body string, change ...func(*op.Call)) (op.Reply, map[string]any) {
	t.Helper()
	in, err := op.ParseObject([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	c := op.Call{Entry: e, Input: in, Bearer: "bk_1", Info: op.Info{RequestID: "req_1", IP: netip.MustParseAddr("192.0.2.1")}}
	for _, f := range change {
		f(&c)
	}
	rep := b.Do(context.Background(), c)
	var m map[string]any
	if err := json.Unmarshal(rep.Body, &m); err != nil {
		t.Fatalf("%v in %s", err, rep.Body)
	}
	return rep, m
}

const good = `{"board_id":"brd_1","title":"  Find eight  ","cents":5`

func TestInputIsCheckedAndNormalised(t *testing.T) {
	b := newBench(t)
	rep, m := b.do(t, route(post(echo)), good+`,"content":" kept ","items":[{"kind":"url"}],"payee":null,"tags":[" ab "],
		"reward":"18446744073709551616","extra":{"a":[" x ",1.50]},"labels":{"k":" v "},"dry":true}`)
	if rep.Status != 201 || m["caller"] != "agt_1" {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	got, _ := json.Marshal(m["echo"])
	want := `{"board_id":"brd_1","cents":5,"content":" kept ","dry":true,"extra":{"a":[" x ",1.5]},"items":[{"count":1,"kind":"url"}],` +
		`"labels":{"k":"v"},"reward":"18446744073709551616","tags":["ab"],"title":"Find eight"}`
	if string(got) != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	if !strings.Contains(string(rep.Body), "\n  \"caller\"") {
		t.Fatal("not pretty")
	}
}

func TestRefusalsNameTheField(t *testing.T) {
	astral := strings.Repeat("😀", 11) // 22 UTF-16 units, 11 code points
	for body, want := range map[string]string{
		`{"board_id":"brd_1","cents":5}`:                                       "/title is required",
		good + `,"colour":1}`:                                                  "/colour is not a field of this request",
		good + `,"content":"` + astral + `"}`:                                  "/content must have 1 to 20 characters (it has 22)",
		good + `,"content":"a\u0000"}`:                                         "/content must not have control",
		good + `,"content":"a\u0085"}`:                                         "/content must not have control",
		good + `,"items":[{"kind":"film"}]}`:                                   "/items/0/kind must be one of photo, url",
		good + `,"items":[]}`:                                                  "/items must have 1 to 2 elements",
		good + `,"items":[{"kind":"url","count":25}]}`:                         "/items/0/count must be at most 24",
		good + `,"tags":["a"]}`:                                                "/tags/0 must have 2 to 10 characters (it has 1)",
		good + `,"tags":"a"}`:                                                  "/tags must be an array",
		good + `,"dry":"true"}`:                                                "/dry must be true or false",
		good + `,"extra":{"a/b":["\u0007"]}}`:                                  "/extra/a~1b/0 must not have control",
		good + `,"labels":{"a":1}}`:                                            "/labels/a must be a string",
		good + `,"reward":"01"}`:                                               "/reward amount",
		good + `,"payee":"0x52908400098527886E0F7030069857D2E4169ee7"}`:        "/payee address",
		`{"board_id":"brd_1","title":"12345678","cents":1.5}`:                  "/cents must be an integer",
		`{"board_id":"brd_1","title":"12345678","cents":1e3}`:                  "/cents must be an integer",
		`{"board_id":"brd_1","title":"12345678","cents":99999999999999999999}`: "/cents is out of range",
		`{"board_id":"brd_1","title":"12345678","cents":"5"}`:                  "/cents must be an integer",
		`{"board_id":"brd_1","title":"12345678","cents":1000001}`:              "/cents must be at most 1000000",
		`{"board_id":"brd_1","title":"12345678","cents":null}`:                 "/cents must be an integer",
		`{"board_id":"brd_1","title":"       \ufeff a","cents":5}`:             "/title must have 8 to 140 characters (it has 1)",
		`{"board_id":"'; drop","title":"12345678","cents":5}`:                  "/board_id want an id",
	} {
		rep, m := newBench(t).do(t, route(post(echo)), body)
		first, _ := m["errors"].([]any)
		if rep.Status != 400 || len(first) == 0 {
			t.Errorf("%s: %d %s", body, rep.Status, rep.Body)
			continue
		}
		e := first[0].(map[string]any)
		if got := fmt.Sprintf("%s %s", e["pointer"], e["message"]); !strings.HasPrefix(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", body, got, want)
		}
		if m["error"] != true || m["code"] != "invalid_request" || m["request_id"] != "req_1" {
			t.Errorf("body %s", rep.Body)
		}
	}
}

func TestParseObjectIsStrict(t *testing.T) {
	deep := strings.Repeat(`{"a":`, op.MaxDepth) + `{}` + strings.Repeat(`}`, op.MaxDepth)
	for _, bad := range []string{`[]`, `1`, `{"a":1,"a":2}`, `{"a":{"b":1,"b":1}}`, `{"a":1}{}`, `{"a":1} x`, `{"a":}`, "{\"a\":\"\xff\"}",
		`{"a":"\ud800"}`, `{"a":"\udc00\ud800"}`, `{"\ud800x":1}`, `{"a":"\ud800\u0041"}`, deep, `{"a":01}`, `{'a':1}`, `nul`} {
		if v, err := op.ParseObject([]byte(bad)); settle.CodeOf(err) != settle.CodeInvalid {
			t.Errorf("%s: %v %v", bad, v, err)
		}
	}
	for _, ok := range []string{``, ` `, `{}`, `{"a":"\ud83d\ude00"}`, `{"a":"\\ud800"}`, `{"A":1,"a":2}`} {
		if _, err := op.ParseObject([]byte(ok)); err != nil {
			t.Errorf("%s: %v", ok, err)
		}
	}
}

func FuzzParseObject(f *testing.F) {
	f.Add([]byte(`{"a":["\ud83d\ude00",{"b":null}]}`))
	f.Add([]byte(`{"a":"\ud800"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := op.ParseObject(b)
		if err != nil || len(m) == 0 {
			return
		}
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("accepted %q, which cannot be written: %v", b, err)
		}
		if _, err := op.ParseObject(again); err != nil {
			t.Fatalf("accepted %q but not its own form %q: %v", b, again, err)
		}
		var plain map[string]any
		if err := json.Unmarshal(b, &plain); err != nil || len(plain) != len(m) {
			t.Fatalf("differs from encoding/json: %v", err)
		}
	})
}

func TestScopesAndCredentials(t *testing.T) {
	b := newBench(t)
	mk := func(s op.Scope) *op.Entry {
		return tool(op.New(op.Spec{Name: "who", Summary: "Who.", Scope: s, Tools: []op.Tool{{Name: "who"}}},
			func(ctx context.Context, in struct{}) (map[string]any, error) {
				return map[string]any{"agent": op.PrincipalOf(ctx).AgentID, "admin": op.PrincipalOf(ctx).Admin}, nil
			}))
	}
	for _, tt := range []struct {
		name   string
		scope  op.Scope
		body   string
		bearer string
		admin  string
		status int
		agent  string
	}{
		{"public ignores", op.Public, `{}`, "nonsense", "", 200, ""},
		{"public knows no api_key", op.Public, `{"api_key":"bk_1"}`, "", "", 400, ""},
		{"optional none", op.Optional, `{}`, "", "", 200, ""},
		{"optional invalid is anonymous", op.Optional, `{}`, "nonsense", "", 200, ""},
		{"optional key", op.Optional, `{"api_key":"bk_7"}`, "", "", 200, "agt_7"},
		{"optional but store away", op.Optional, `{}`, "down", "", 500, ""},
		{"agent none", op.Agent, `{}`, "", "", 401, ""},
		{"agent invalid", op.Agent, `{}`, "nonsense", "", 401, ""},
		{"agent bearer", op.Agent, `{}`, "bk_1", "", 200, "agt_1"},
		{"agent both equal", op.Agent, `{"api_key":"bk_1"}`, "bk_1", "", 200, "agt_1"},
		{"agent both different", op.Agent, `{"api_key":"bk_2"}`, "bk_1", "", 400, ""},
		{"api_key not a string", op.Agent, `{"api_key":5}`, "bk_1", "", 400, ""},
		{"admin none", op.Admin, `{}`, "bk_1", "", 403, ""},
		{"admin wrong", op.Admin, `{}`, "", "x", 403, ""},
		{"admin", op.Admin, `{}`, "", "root", 200, ""},
	} {
		rep, m := b.do(t, mk(tt.scope), tt.body, func(c *op.Call) { c.Bearer, c.AdminKey = tt.bearer, tt.admin })
		if rep.Status != tt.status || tt.status == 200 && m["agent"] != tt.agent || tt.admin == "root" && m["admin"] != true {
			t.Errorf("%s: %d %s", tt.name, rep.Status, rep.Body)
		}
		b.clock.pass(time.Minute)
	}
	claimable := route(op.New(op.Spec{Name: "hand_in", Summary: "Hand in.", Scope: op.Agent, Claimable: true, Attestable: true,
		Bindings: []op.Binding{{Dialect: op.OABP, Method: "POST", Path: "/hand-in"}}, Exempt: []op.Exempt{{Surface: op.MCP, Reason: "a test"}}},
		func(ctx context.Context, in struct{}) (map[string]any, error) {
			return map[string]any{"agent": op.PrincipalOf(ctx).AgentID}, nil
		}))
	for _, tt := range []struct {
		bearer, registry string
		status           int
		agent            string
	}{{"", "", 200, ""}, {"bk_1", "", 200, "agt_1"}, {"nonsense", "", 401, ""}, {"", "nonsense", 401, ""}} {
		rep, m := b.do(t, claimable, `{}`, func(c *op.Call) { c.Bearer, c.Registry = tt.bearer, tt.registry })
		if rep.Status != tt.status || tt.status == 200 && m["agent"] != tt.agent {
			t.Errorf("claimable, %+v: %d %s", tt, rep.Status, rep.Body)
		}
	}
	if strings.Contains(b.log.String(), "bk_") {
		t.Fatal("a key is in the log")
	}
	if s := mk(op.Agent).InSchema(); s.Properties["api_key"] == nil || len(s.Required) != 0 {
		t.Fatal("api_key must be offered and optional")
	}
}

func TestGuessingCredentialsIsLimited(t *testing.T) {
	b := newBench(t)
	e := route(post(echo))
	bad := func(c *op.Call) { c.Bearer = "nonsense" }
	for range 3 {
		if rep, _ := b.do(t, e, good+"}", bad); rep.Status != 401 {
			t.Fatal(rep.Status)
		}
	}
	rep, _ := b.do(t, e, good+"}", bad)
	if rep.Status != 429 || rep.Header.Get("Retry-After") != "20" {
		t.Fatalf("%d %v", rep.Status, rep.Header)
	}
}

func TestErrorsDoNotLeak(t *testing.T) {
	fails := map[string]error{
		"plain":   errors.New("dial postgres://u:secret@db"),
		"unknown": settle.Errorf("brand_new", "secret"),
		"coded":   fmt.Errorf("outer secret: %w", settle.Errorf(settle.CodeUnderpaid, "pay more").With("missing", "5").With("error", "x")),
	}
	for name, want := range map[string]int{"plain": 500, "unknown": 500, "coded": 400, "panic": 500} {
		b := newBench(t)
		o := post(func(context.Context, postIn) (postOut, error) {
			if fails[name] == nil {
				panic("secret")
			}
			return postOut{}, fails[name]
		})
		rep, m := b.do(t, route(o), good+"}")
		if rep.Status != want || strings.Contains(string(rep.Body), "secret") {
			t.Errorf("%s: %d %s", name, rep.Status, rep.Body)
		}
		if logged := strings.Contains(b.log.String(), "secret"); logged != (want == 500) {
			t.Errorf("%s: logged %v", name, logged)
		}
		if name == "coded" && (m["missing"] != "5" || m["error"] != true || m["message"] != "pay more") {
			t.Errorf("%s", rep.Body)
		}
	}
}

func TestErrorBodyPerDialect(t *testing.T) {
	b := newBench(t)
	mk := func(d op.Dialect, err error) *op.Entry {
		return route(op.New(op.Spec{Name: "x", Summary: "X.", Bindings: []op.Binding{{Dialect: d, Method: "GET", Path: "/x"}}},
			func(context.Context, struct{}) (struct{}, error) { return struct{}{}, err }))
	}
	held := settle.Errorf(settle.CodeNotConfirmed, "wait").With("confirmations", 2)
	for _, tt := range []struct {
		e       *op.Entry
		problem bool
		want    string
	}{
		{mk(op.Board, held), false, `{"code":"not_confirmed","confirmations":2,"error":true,"message":"wait","request_id":"req_1","retry_after":2}`},
		{mk(op.OABP, held), false, `{"confirmations":2,"error":"not_confirmed","message":"wait","request_id":"req_1","retry_after":2}`},
		{mk(op.OABP, held), true, `{"confirmations":2,"detail":"wait","error":"not_confirmed","instance":"urn:oabp:request:req_1","message":"wait","request_id":"req_1","retry_after":2,` +
			`"status":409,"title":"Conflict","type":"about:blank"}`},
		{mk(op.Board, settle.Errorf(settle.CodeAlreadySettled, "done")), false, `{"code":"already_settled","message":"done","request_id":"req_1"}`},
	} {
		rep, m := b.do(t, tt.e, `{}`, func(c *op.Call) { c.Problem = tt.problem })
		got, _ := json.Marshal(m)
		if string(got) != tt.want || (rep.MediaType == op.ProblemType) != tt.problem {
			t.Errorf("%s %d\ngot  %s\nwant %s", rep.MediaType, rep.Status, got, tt.want)
		}
		if rep.Status == 409 && rep.Header.Get("Retry-After") != "2" {
			t.Error("no Retry-After")
		}
	}
}

func TestTimeout(t *testing.T) {
	b := newBench(t)
	b.Timeout = time.Millisecond
	o := post(func(ctx context.Context, _ postIn) (postOut, error) {
		<-ctx.Done()
		return postOut{}, fmt.Errorf("reading: %w", ctx.Err())
	})
	if rep, m := b.do(t, route(o), good+"}"); rep.Status != 503 || m["code"] != "timeout" {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
}

// TestBoundsAreDecimals: a decimal bound is taken as it is written, and a huge
// exponent costs nothing.
func TestBoundsAreDecimals(t *testing.T) {
	b := newBench(t)
	type in struct {
		USD json.Number `json:"usd" op:"range=0.01..10000"`
	}
	e := route(op.New(op.Spec{Name: "x", Summary: "X.", Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/x"}}},
		func(_ context.Context, i in) (in, error) { return i, nil }))
	for text, good := range map[string]bool{"0.01": true, "1e-2": true, "0.010000000000000000001": true, "0.0099999999999999999999": false, "10000": true,
		"10000.000000000000000001": false, "1e4": true, "1e5": false, "1e-400000000": false, "1e400000000": false, "1E+0000000004": true, "-1": false, "0": false} {
		if rep, _ := b.do(t, e, `{"usd":`+text+`}`); (rep.Status == 200) != good {
			t.Errorf("%s: %d", text, rep.Status)
		}
	}
}

func (authFunc) Enter(_ context.Context, p op.Principal, _ bool) (op.Principal, error) { return p, nil }
