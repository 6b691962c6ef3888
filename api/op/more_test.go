package op_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

func withKey(k string) func(*op.Call) { return func(c *op.Call) { c.IdempotencyKey = k } }

func TestIdempotency(t *testing.T) {
	b := newBench(t)
	n, fail := 0, true
	e := route(post(func(ctx context.Context, in postIn) (postOut, error) {
		n++
		if fail {
			return postOut{}, settle.Errorf(settle.CodeUnderpaid, "more")
		}
		return echo(ctx, in)
	}))
	if rep, _ := b.do(t, e, good+"}", withKey("k1")); rep.Status != 400 || n != 1 {
		t.Fatal("first", rep.Status, n)
	}
	fail = false // a refusal is not kept
	first, _ := b.do(t, e, good+"}", withKey("k1"))
	again, _ := b.do(t, e, `{"cents":5,"title":"Find eight","board_id":"brd_1","tags":null}`, withKey("k1"))
	if first.Status != 201 || again.Status != 201 || n != 2 || string(again.Body) != string(first.Body) ||
		again.Header.Get("Idempotent-Replayed") != "true" || first.Header.Get("Idempotent-Replayed") != "" {
		t.Fatalf("%d %d runs %d %s", first.Status, again.Status, n, again.Body)
	}
	if rep, m := b.do(t, e, good+`,"dry":true}`, withKey("k1")); rep.Status != 422 || m["code"] != "idempotency_mismatch" {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	if rep, _ := b.do(t, e, good+"}", withKey("k1"), func(c *op.Call) { c.Bearer = "bk_2" }); rep.Status != 201 || n != 3 {
		t.Fatal("another agent's key is another key", rep.Status, n)
	}
	if rep, _ := b.do(t, e, good+"}", withKey("has space")); rep.Status != 400 || n != 3 {
		t.Fatal("bad key", rep.Status)
	}
	b.clock.pass(25 * time.Hour)
	if b.do(t, e, good+"}", withKey("k1")); n != 4 {
		t.Fatal("records are kept for a day", n)
	}
}

// What may have been done is not done again: a repetition gets the same answer.
func TestIdempotencyOfTheUnknown(t *testing.T) {
	b := newBench(t)
	n := 0
	e := route(post(func(context.Context, postIn) (postOut, error) {
		n++
		return postOut{}, fmt.Errorf("committing: %w", settle.Errorf(settle.CodeTimeout, "the database did not say"))
	}))
	for range 3 {
		rep, m := b.do(t, e, good+"}", withKey("k1"))
		if rep.Status != 503 || m["code"] != "timeout" || n != 1 {
			t.Fatalf("%d after %d runs: %s", rep.Status, n, rep.Body)
		}
	}
	if b.do(t, e, good+"}", withKey("k2")); n != 2 {
		t.Fatal("another key is another request", n)
	}
}

func TestIdempotencyWhileRunning(t *testing.T) {
	b := newBench(t)
	started, finish := make(chan struct{}), make(chan struct{})
	var runs atomic.Int32
	e := route(post(func(ctx context.Context, in postIn) (postOut, error) {
		if runs.Add(1) == 1 {
			close(started)
			<-finish
		}
		return echo(ctx, in)
	}))
	done := make(chan int)
	go func() { rep, _ := b.do(t, e, good+"}", withKey("k")); done <- rep.Status }()
	<-started
	rep, m := b.do(t, e, good+"}", withKey("k"))
	if rep.Status != 409 || m["code"] != "idempotency_in_progress" || rep.Header.Get("Retry-After") != "1" {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	b.clock.pass(op.IdempotencyLease + time.Second) // as if its process had died
	if rep, _ := b.do(t, e, good+"}", withKey("k")); rep.Status != 201 {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	close(finish)
	if s := <-done; s != 201 {
		t.Fatal(s)
	}
}

type recording struct {
	op.Idempotency
	mu  sync.Mutex
	all []op.Stored
}

func (r *recording) Finish(ctx context.Context, k op.IdempotencyKey, s *op.Stored) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s != nil {
		r.all = append(r.all, *s)
	}
	return r.Idempotency.Finish(ctx, k, s)
}

func TestSecretsAreNotStored(t *testing.T) {
	b := newBench(t)
	rec := &recording{Idempotency: b.Idem}
	b.Idem = rec
	e := route(op.New(op.Spec{Name: "register", Summary: "Register.", Secret: true,
		Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/agents/register"}}},
		func(context.Context, struct{}) (map[string]string, error) {
			return map[string]string{"api_key": "bk_canary"}, nil
		}))
	rep, _ := b.do(t, e, `{}`, withKey("k"))
	if rep.Status != 200 || !rep.NoStore || !strings.Contains(string(rep.Body), "bk_canary") {
		t.Fatalf("%+v", rep)
	}
	rep, m := b.do(t, e, `{}`, withKey("k"))
	if rep.Status != 409 || m["code"] != "idempotency_key_spent" {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	all, _ := json.Marshal(rec.all)
	if len(rec.all) != 1 || len(rec.all[0].Body) != 0 || strings.Contains(string(all)+b.log.String(), "canary") {
		t.Fatalf("stored %s", all)
	}
	// a stranger on another network has a record of their own
	far := func(c *op.Call) { c.Info.IP = netip.MustParseAddr("198.51.100.7") }
	if rep, _ := b.do(t, e, `{}`, withKey("k"), far); rep.Status != 200 {
		t.Fatal(rep.Status)
	}
}

func TestPanicGivesTheKeyBack(t *testing.T) {
	b := newBench(t)
	n := 0
	e := route(post(func(ctx context.Context, in postIn) (postOut, error) {
		if n++; n == 1 {
			panic("boom")
		}
		return echo(ctx, in)
	}))
	if rep, _ := b.do(t, e, good+"}", withKey("k")); rep.Status != 500 {
		t.Fatal(rep.Status)
	}
	if rep, _ := b.do(t, e, good+"}", withKey("k")); rep.Status != 201 {
		t.Fatal(rep.Status)
	}
}

func TestRateLimit(t *testing.T) {
	b := newBench(t)
	o := op.New(op.Spec{Name: "settle", Summary: "Settle.", Scope: op.Agent, Limit: &op.Policy{Name: "settle", Quota: 2, Window: time.Minute},
		Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/s"}}},
		func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil })
	e := route(o)
	rep, _ := b.do(t, e, `{}`)
	if got := rep.Header["Ratelimit"]; rep.Status != 200 || len(got) != 2 || got[1] != `"settle";r=1;t=30` ||
		rep.Header["Ratelimit-Policy"][1] != `"settle";q=2;w=60` {
		t.Fatalf("%d %v", rep.Status, rep.Header)
	}
	b.do(t, e, `{}`)
	rep, m := b.do(t, e, `{}`)
	if rep.Status != 429 || m["code"] != "rate_limited" || rep.Header.Get("Retry-After") != "30" {
		t.Fatalf("%d %v %s", rep.Status, rep.Header, rep.Body)
	}
	if rep, _ := b.do(t, e, `{}`, func(c *op.Call) { c.Bearer = "bk_2" }); rep.Status != 200 {
		t.Fatal("limits are per agent", rep.Status)
	}
	b.clock.pass(31 * time.Second)
	if rep, _ := b.do(t, e, `{}`); rep.Status != 200 {
		t.Fatal("refills", rep.Status)
	}
}

func TestIPv6NetworksShareABucket(t *testing.T) {
	b := newBench(t)
	b.Anonymous.Quota = 1
	e := route(op.New(op.Spec{Name: "open", Summary: "Open.", Bindings: []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/o"}}},
		func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil }))
	from := func(ip string) int {
		rep, _ := b.do(t, e, `{}`, func(c *op.Call) { c.Info.IP = netip.MustParseAddr(ip) })
		return rep.Status
	}
	if from("2001:db8::1") != 200 || from("2001:db8::2") != 429 || from("2001:db8:0:1::2") != 200 {
		t.Fatal("want one bucket per /64")
	}
	if from("::ffff:192.0.2.9") != 200 || from("192.0.2.9") != 429 {
		t.Fatal("a mapped address is its IPv4 address")
	}
}

type boardIn struct {
	Dollars int `json:"dollars" op:"range=1..9"`
}

type rpcIn struct {
	Params json.RawMessage `json:"params"`
}

func TestMappingsAndRaw(t *testing.T) {
	b := newBench(t)
	type in struct{ Cents int }
	type out struct {
		op.Result
		Cents int
	}
	o := op.New(op.Spec{Name: "m", Summary: "M.", Bindings: []op.Binding{
		{Dialect: op.Board, Method: "POST", Path: "/a", Status: map[op.Outcome]int{op.Created: 202},
			In: op.OneOf(func(has func(string) bool) int {
				switch {
				case has("dollars"):
					return 0
				case has("params"):
					return 1
				}
				return -1
			},
				op.From(func(d boardIn) (in, error) { return in{d.Dollars * 100}, nil }),
				op.From(func(d rpcIn) (in, error) { return in{len(d.Params)}, nil })),
			Out: op.To(func(o out) map[string]int { return map[string]int{"cents": o.Cents} })},
		{Dialect: op.OABP, Method: "POST", Path: "/raw", In: op.From(func(d boardIn) (in, error) { return in{1}, nil }),
			Out: op.To(func(out) op.Raw { return op.Raw{MediaType: "image/svg+xml", Body: []byte(`{"x": 1 }`)} })},
	}}, func(_ context.Context, i in) (out, error) { return out{op.As(op.Created), i.Cents}, nil })
	rs := op.Table{o}.Routes()
	if rep, m := b.do(t, rs[0], `{"dollars":3}`); rep.Status != 202 || m["cents"] != 300.0 {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	if rep, m := b.do(t, rs[0], `{"params":[1,2]}`); rep.Status != 202 || m["cents"] != 5.0 {
		t.Fatalf("%d %s", rep.Status, rep.Body)
	}
	for _, bad := range []string{`{}`, `{"dollars":3,"params":1}`, `{"dollars":10}`} {
		if rep, _ := b.do(t, rs[0], bad); rep.Status != 400 {
			t.Errorf("%s: %d", bad, rep.Status)
		}
	}
	if rep, _ := b.do(t, rs[1], `{"dollars":3}`); rep.Status != 201 || rep.MediaType != "image/svg+xml" || string(rep.Body) != `{"x": 1 }` {
		t.Fatalf("%+v", rep)
	}
}

func TestTableFindsMistakes(t *testing.T) {
	mk := func(name, path string, tools ...op.Tool) *op.Op {
		return op.New(op.Spec{Name: name, Summary: "X.", Tools: tools, Bindings: []op.Binding{{Dialect: op.Board, Method: "GET", Path: path}}},
			func(context.Context, struct {
				A string `json:"a"`
				B string `json:"b"`
			}) (struct{}, error) {
				return struct{}{}, nil
			})
	}
	for name, tab := range map[string]op.Table{
		"name":     {mk("x1", "/x"), mk("x1", "/y")},
		"route":    {mk("x1", "/x"), mk("x2", "/x")},
		"tool":     {mk("x1", "/x", op.Tool{Name: "tt"}), mk("x2", "/y", op.Tool{Name: "tt"})},
		"template": {mk("x1", "/x/{a}"), mk("x2", "/x/{b}")},
	} {
		if tab.Check() == nil {
			t.Error(name, "not found")
		}
	}
	ok := op.Table{mk("x1", "/x/{a}"), mk("x2", "/x/{a}/{b}", op.Tool{Name: "tt"})}
	if err := ok.Check(); err != nil {
		t.Error(err)
	}
	if gaps := ok.Gaps(); len(gaps) != 1 || gaps[0] != "x1 is not on mcp and no reason is written" {
		t.Error(gaps)
	}
	ok[0].Exempt = []op.Exempt{{Surface: op.MCP, Reason: "a picture"}}
	ok[1].Exempt = []op.Exempt{{Surface: op.MCP, Reason: "none"}}
	if gaps := ok.Gaps(); len(gaps) != 1 || gaps[0] != "x2 is on mcp but exempt from it" {
		t.Error(gaps)
	}
}

func TestDeclarationMistakesPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"path parameter": func() {
			op.New(op.Spec{Name: "xx", Summary: "X.", Bindings: []op.Binding{{Dialect: op.Board, Method: "GET", Path: "/{id}"}}},
				func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil })
		},
		"unknown code": func() {
			op.New(op.Spec{Name: "xx", Summary: "X.", Errors: []settle.Code{"nonsense"}},
				func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil })
		},
		"wrong mapping": func() {
			op.New(op.Spec{Name: "xx", Summary: "X.", Tools: []op.Tool{{Name: "xx", In: op.From(func(boardIn) (int, error) { return 0, nil })}}},
				func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil })
		},
		"unknown rule": func() {
			op.From(func(struct {
				A string `json:"a" op:"length=3"`
			}) (int, error) {
				return 0, nil
			})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error(name, "did not panic")
				}
			}()
			f()
		}()
	}
}
