package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// The tests of this file walk over the whole table: an operation that is added
// to it keeps the habits of the others, or turns them red.

// habitual is a bench whose core refuses everything: what is tested here comes
// before it, or is done to whatever it gives.
func habitual(t *testing.T) (*stage, *refusing, string) {
	t.Helper()
	core := &refusing{fmt.Errorf("the core was asked")}
	w := newWorld(t)
	cfg := config(w)
	cfg.PresentsPerMinute = -1
	b := serve(t, w, api.Table(core, cfg))
	b.runner.Docs = api.ErrorPages(origin)
	reg, err := w.engine.Register(t.Context(), "Somebody", false)
	w.must(err)
	return &stage{bench: b, ids: map[string]string{"bounty_id": "bty_0123456789abcdef", "instruction_id": "stl_0123456789abcdef"}}, core, reg.Key
}

const someWork = "sub_0123456789abcdef"

// credentials are the headers that the scope of an operation asks for.
func credentials(e *op.Entry, key string) []string {
	switch e.Op.Scope {
	case op.Agent, op.Optional:
		return []string{"Authorization", "Bearer " + key}
	case op.Admin:
		return []string{"X-Admin-Key", "admin"}
	}
	return nil
}

func writes(e *op.Entry) bool {
	return e.Route != nil && e.Route.Method != "GET" || e.Tool != nil && !e.Tool.ReadOnly
}

func (s *stage) each(t *testing.T, f func(t *testing.T, e *op.Entry)) {
	t.Helper()
	for _, e := range s.table.Routes() {
		t.Run(e.Route.Method+" "+e.Route.Path, func(t *testing.T) { s.t = t; f(t, e) })
	}
	s.t = t
}

// target is the path of a route with its parameters and query, and the body.
func (s *stage) target(e *op.Entry) (target string, body []byte) {
	s.t.Helper()
	target, rest, query := e.Route.Path, map[string]any{}, url.Values{}
	for k, v := range s.fill(e, someWork) {
		switch e.Place(k) {
		case op.InPath:
			target = strings.ReplaceAll(target, "{"+k+"}", v.(string))
		case op.InQuery:
			query.Set(k, fmt.Sprint(v))
		case op.InBody:
			rest[k] = v
		}
	}
	if e.Route.Profile != "" {
		query.Set("dialect", op.ProfileName(e.Route.Profile))
	}
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	body, err := json.Marshal(rest)
	s.must(err)
	return target, body
}

func (s *stage) raw(e *op.Entry, body io.Reader, headers ...string) answer {
	target, _ := s.target(e)
	return s.send(e.Route.Method, target, "", body, headers...)
}

func takesBody(e *op.Entry) bool { return e.Route.Method != "GET" && e.Route.Method != "DELETE" }

// TestHabitRequestIDs: a sane one is taken and given back, another is replaced,
// and both are in the body of a refusal and in the log.
func TestHabitRequestIDs(t *testing.T) {
	s, _, key := habitual(t)
	s.each(t, func(t *testing.T, e *op.Entry) {
		_, body := s.target(e)
		for sent, want := range map[string]string{"my-own.id_7": "my-own.id_7", "": "req_1", "two words": "req_1", strings.Repeat("x", 129): "req_1", "{\"a\":1}": "req_1"} {
			a := s.raw(e, reader(e, body), append(credentials(e, key), "X-Request-Id", sent)...)
			if a.header.Get("X-Request-Id") != want || a.status >= 400 && a.text("request_id") != want {
				t.Errorf("%q gave %q and %s", sent, a.header.Get("X-Request-Id"), a.body)
			}
			if want == sent && !s.log.has("request_id="+want) {
				t.Error("the request id is not in the log")
			}
		}
	})
}

func reader(e *op.Entry, body []byte) io.Reader {
	if !takesBody(e) {
		return nil
	}
	return bytes.NewReader(body)
}

// TestHabitHeaders: every answer has CORS and rate limits, forbids sniffing, and
// says how long it may be kept.
func TestHabitHeaders(t *testing.T) {
	s, _, key := habitual(t)
	s.runner.Anonymous = op.Policy{Name: "anonymous", Quota: 100_000, Window: 3600e9}
	s.runner.Known = op.Policy{Name: "agent", Quota: 100_000, Window: 3600e9}
	s.each(t, func(t *testing.T, e *op.Entry) {
		_, body := s.target(e)
		a := s.raw(e, reader(e, body), credentials(e, key)...)
		for name, want := range map[string]string{"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Ratelimit-Policy": ";q=100000;w=3600",
			"Ratelimit": ";r=", "X-Ratelimit-Limit": "", "X-Ratelimit-Remaining": "", "X-Ratelimit-Reset": ""} {
			if got := a.header.Get(name); got == "" || !strings.Contains(got, want) {
				t.Errorf("%s: %q", name, got)
			}
		}
		if cc := a.header.Get("Cache-Control"); (writes(e) || e.Op.NoStore || a.status >= 400) != (cc == "no-store") || cc == "" {
			t.Errorf("Cache-Control %q for %d", cc, a.status)
		}
		target, _ := s.target(e)
		o := s.send("OPTIONS", target, "", nil)
		allowed := o.header.Get("Access-Control-Allow-Headers")
		if o.status != 204 || !strings.Contains(o.header.Get("Access-Control-Allow-Methods"), e.Route.Method) || !strings.Contains(allowed, "idempotency-key") {
			t.Errorf("OPTIONS: %d %v", o.status, o.header)
		}
		wrong := s.send("TRACE", target, "", nil)
		if wrong.status != 405 || !strings.Contains(wrong.header.Get("Allow"), e.Route.Method) || wrong.code(dialectOf(target)) != op.CodeMethodNotAllowed {
			t.Errorf("TRACE: %d %v %s", wrong.status, wrong.header["Allow"], wrong.body)
		}
		path, query, _ := strings.Cut(target, "?")
		slash := s.send(e.Route.Method, path+"/?"+query, "", reader(e, body), credentials(e, key)...)
		if slash.status != a.status || string(slash.body) != string(a.body) {
			t.Errorf("with a slash at the end: %d %s", slash.status, slash.body)
		}
	})
}

func dialectOf(target string) op.Dialect {
	if strings.HasPrefix(target, "/v1") {
		return op.Board
	}
	return op.OABP
}

// TestHabitProblems: who accepts application/problem+json gets it, with the page
// of the code as type; the page is there.
func TestHabitProblems(t *testing.T) {
	s, core, key := habitual(t)
	s.each(t, func(t *testing.T, e *op.Entry) {
		for _, code := range append(slices.Clone(e.Op.Errors), settle.CodeInternal) {
			core.err = settle.Errorf(code, "refused")
			_, body := s.target(e)
			a := s.raw(e, reader(e, body), append(credentials(e, key), "Accept", "application/json;q=0.5, application/problem+json")...)
			if a.status < 400 {
				continue
			}
			page := origin + "/docs/errors/" + string(a.code(e.Dialect))
			if a.header.Get("Content-Type") != op.ProblemType || a.text("type") != page || a.at("status") != float64(a.status) ||
				a.text("instance") != "urn:oabp:request:req_1" || a.text("detail") != a.text("message") || a.text("title") == "" {
				t.Errorf("%s: %s %s", code, a.header.Get("Content-Type"), a.body)
			}
			if want := "<" + page + `>; rel="help"`; a.header.Get("Link") != want {
				t.Errorf("Link: %q", a.header.Get("Link"))
			}
			if p := s.send("GET", strings.TrimPrefix(page, origin), "", nil); p.status != 200 || !strings.HasPrefix(string(p.body), "# "+string(a.code(e.Dialect))) {
				t.Errorf("no page of %s: %d", code, p.status)
			}
		}
	})
}

// TestHabitBodies: what is no clean JSON object in UTF-8 within the limit is
// refused before anything looks at it, chunked or not.
func TestHabitBodies(t *testing.T) {
	s, _, key := habitual(t)
	s.each(t, func(t *testing.T, e *op.Entry) {
		if !takesBody(e) {
			return
		}
		_, good := s.target(e)
		big := append(slices.Clone(good[:len(good)-1]), []byte(strings.Repeat(" ", int(e.Op.MaxBody))+"}")...)
		deep := `{"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`
		for name, tt := range map[string]struct {
			body    io.Reader
			headers []string
			code    settle.Code
		}{
			"too large":            {body: bytes.NewReader(big), code: op.CodeTooLarge},
			"too large, chunked":   {body: struct{ io.Reader }{bytes.NewReader(big)}, code: op.CodeTooLarge},
			"XML":                  {body: strings.NewReader("<a/>"), headers: []string{"Content-Type", "text/xml"}, code: op.CodeUnsupportedMedia},
			"a form with files":    {body: bytes.NewReader(good), headers: []string{"Content-Type", "multipart/form-data; boundary=x"}, code: op.CodeUnsupportedMedia},
			"no type at all":       {body: bytes.NewReader(good), headers: []string{"Content-Type", ";;"}, code: op.CodeUnsupportedMedia},
			"Latin-1":              {body: bytes.NewReader(good), headers: []string{"Content-Type", "application/json; charset=iso-8859-1"}, code: op.CodeUnsupportedMedia},
			"compressed":           {body: bytes.NewReader(good), headers: []string{"Content-Encoding", "gzip"}, code: op.CodeUnsupportedMedia},
			"an array":             {body: strings.NewReader("[]"), code: settle.CodeInvalid},
			"a key twice":          {body: strings.NewReader(`{"name":1,"name":2}`), code: settle.CodeInvalid},
			"deep":                 {body: strings.NewReader(deep), code: settle.CodeInvalid},
			"something behind":     {body: strings.NewReader(string(good) + "{}"), code: settle.CodeInvalid},
			"no UTF-8":             {body: strings.NewReader("{\"name\":\"\xff\"}"), code: settle.CodeInvalid},
			"half a pair":          {body: strings.NewReader(`{"name":"\ud800"}`), code: settle.CodeInvalid},
			"an unknown field":     {body: strings.NewReader(`{"no_such_field":1}`), code: settle.CodeInvalid},
			"a null byte in a key": {body: strings.NewReader(`{"a\u0000b":1}`), code: settle.CodeInvalid},
		} {
			a := s.raw(e, tt.body, append(credentials(e, key), tt.headers...)...)
			if got := a.code(e.Dialect); got != tt.code || a.status != op.Status(tt.code) {
				t.Errorf("%s: %d %.300s", name, a.status, a.body)
			}
		}
	})
}

// TestHabitParameters: a query parameter of another type is 400 by name, on the
// board an unknown one too, and a cursor of nowhere is 400 with its own code.
func TestHabitParameters(t *testing.T) {
	s, _, key := habitual(t)
	lists := 0
	s.each(t, func(t *testing.T, e *op.Entry) {
		target, body := s.target(e)
		ask := func(query string) answer {
			path, rest, _ := strings.Cut(target, "?")
			if name, _, _ := strings.Cut(query, "="); rest != "" {
				kept, _ := url.ParseQuery(rest)
				kept.Del(name)
				query = kept.Encode() + "&" + query
			}
			return s.send(e.Route.Method, path+"?"+query, "", reader(e, body), credentials(e, key)...)
		}
		for _, name := range slices.Sorted(maps.Keys(e.Fields())) {
			if e.Place(name) != op.InQuery {
				continue
			}
			if kind := e.Fields()[name]; kind == "integer" || kind == "number" || kind == "boolean" {
				for _, bad := range []string{"abc", "NaN", "1e400", "", "0x10", "1%20"} {
					if a := ask(name + "=" + bad); a.code(e.Dialect) != settle.CodeInvalid || a.text("errors", "0", "pointer") != "/"+name {
						t.Errorf("%s=%s: %d %.300s", name, bad, a.status, a.body)
					}
				}
				if a := ask(name + "=1&" + name + "=2"); a.code(e.Dialect) != settle.CodeInvalid {
					t.Errorf("%s twice: %d", name, a.status)
				}
			}
			if name != "cursor" {
				continue
			}
			lists++
			for _, bad := range []string{"abc", "1800000000000.mis_0123456789abcdef", strings.Repeat("a", 60), "AAAAAAAAbC5taXM"} {
				if a := ask("cursor=" + bad); a.status != 400 || a.code(e.Dialect) != op.CodeInvalidCursor {
					t.Errorf("cursor %s: %d %.300s", bad, a.status, a.body)
				}
			}
		}
		a := ask("no_such_parameter=1")
		if wrong := a.code(e.Dialect) == settle.CodeInvalid; wrong != (e.Dialect == op.Board) {
			t.Errorf("an unknown parameter: %d %.300s", a.status, a.body)
		}
		if a := ask("%zz=1"); a.code(e.Dialect) != settle.CodeInvalid {
			t.Errorf("a malformed query: %d %.300s", a.status, a.body)
		}
	})
	if lists == 0 {
		t.Error("no list has a cursor")
	}
}

// TestHabitCredentials: who must be known and is not gets 401 and is told how;
// the administrator's operations give 403.
func TestHabitCredentials(t *testing.T) {
	s, _, _ := habitual(t)
	s.runner.Failures = op.Policy{}
	s.each(t, func(t *testing.T, e *op.Entry) {
		_, body := s.target(e)
		for _, headers := range [][]string{nil, {"Authorization", "Bearer bk_" + strings.Repeat("0", 48)}, {"Authorization", "Basic YTpi"}, {"X-Admin-Key", "wrong"}} {
			a := s.raw(e, reader(e, body), headers...)
			switch e.Op.Scope {
			case op.Agent:
				if e.Op.Claimable && (headers == nil || headers[0] != "Authorization" || !strings.HasPrefix(headers[1], "Bearer")) {
					if c := a.code(e.Dialect); c != settle.CodeAnonymousSubmission && c != settle.CodeIdentityProofRequired && c != settle.CodeUnauthenticated {
						t.Errorf("%v: %d %s", headers, a.status, a.body)
					}
					continue
				}
				if a.code(e.Dialect) != settle.CodeUnauthenticated || a.header.Get("WWW-Authenticate") == "" {
					t.Errorf("%v: %d %s", headers, a.status, a.body)
				}
			case op.Admin:
				if a.code(e.Dialect) != settle.CodeForbidden {
					t.Errorf("%v: %d %s", headers, a.status, a.body)
				}
			default:
				if a.status == 401 || a.status == 403 {
					t.Errorf("%v: %d %s", headers, a.status, a.body)
				}
			}
		}
	})
}

// answering is a store of idempotency that says what it is told, and keeps what
// it was asked.
type answering struct {
	mu     sync.Mutex
	begun  op.Begun
	stored op.Stored
	asked  []op.IdempotencyKey
}

func (a *answering) Begin(_ context.Context, k op.IdempotencyKey) (op.Begun, op.Stored, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, k)
	return a.begun, a.stored, nil
}

func (a *answering) Finish(context.Context, op.IdempotencyKey, *op.Stored) error { return nil }

func (a *answering) say(b op.Begun, s op.Stored) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begun, a.stored, a.asked = b, s, nil
}

func (a *answering) questions() []op.IdempotencyKey {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.asked)
}

// TestHabitIdempotency: every write asks for its key before anything happens,
// under who called it and what for; no read does.
func TestHabitIdempotency(t *testing.T) {
	s, _, key := habitual(t)
	idem := &answering{}
	s.runner.Idem, s.made = idem, true
	s.each(t, func(t *testing.T, e *op.Entry) {
		_, body := s.target(e)
		ask := func(idempotencyKey string) answer {
			return s.raw(e, reader(e, body), append(credentials(e, key), "Idempotency-Key", idempotencyKey)...)
		}
		if !writes(e) {
			if ask("k"); len(idem.questions()) != 0 {
				t.Error("a read is remembered")
			}
			return
		}
		idem.say(op.Running, op.Stored{})
		if a := ask("k"); a.code(e.Dialect) != op.CodeIdempotencyRunning || a.status != 409 || a.header.Get("Retry-After") == "" {
			t.Errorf("in flight: %d %s", a.status, a.body)
		}
		asked := idem.questions()
		if len(asked) != 1 || asked[0].Key != "k" || asked[0].Method != e.Route.Method || asked[0].Path != e.Route.Path ||
			asked[0].BodyHash == [32]byte{} || strings.HasPrefix(asked[0].Principal, "agent:") != (e.Op.Scope == op.Agent) {
			t.Errorf("asked %+v", asked)
		}
		idem.say(op.Mismatch, op.Stored{})
		if a := ask("k"); a.code(e.Dialect) != op.CodeIdempotencyMismatch || a.status != 422 {
			t.Errorf("another body: %d %s", a.status, a.body)
		}
		idem.say(op.Finished, op.Stored{Status: 200, MediaType: "application/json", Body: []byte(`{"stored":true}`)})
		if a := ask("k"); !e.Op.Secret && (a.status != 200 || a.header.Get("Idempotent-Replayed") != "true" || a.at("stored") != true) {
			t.Errorf("again: %d %s", a.status, a.body)
		}
		idem.say(op.Finished, op.Stored{Status: 201, MediaType: "application/json", Secret: true})
		if a := ask("k"); a.code(e.Dialect) != op.CodeIdempotencySpent || a.status != 409 {
			t.Errorf("an answer with a secret: %d %s", a.status, a.body)
		}
		idem.say(op.Fresh, op.Stored{})
		for _, bad := range []string{"two words", strings.Repeat("k", 256), "\u00e4"} {
			if a := ask(bad); a.code(e.Dialect) != settle.CodeInvalid || len(idem.questions()) != 0 {
				t.Errorf("key %.20q: %d %s", bad, a.status, a.body)
			}
		}
	})
}

// TestHabitCaching: whatever a read answers with 200 has an ETag (unless it must
// not be kept), is 304 to who has it, and is the same to HEAD. Every read of the
// table answers somewhere on these stages.
func TestHabitCaching(t *testing.T) {
	answered := map[string]bool{}
	stages := []*stage{newStage(t, false, "settled"), newEscrowStage(t, false, "settled"), newEscrowStage(t, false, "entered"), newPollStage(t)}
	for _, s := range stages {
		for _, e := range s.table.Routes() {
			if e.Route.Method != "GET" {
				continue
			}
			in := s.fill(e, s.ids["winning"])
			a := s.route(e, s.keys["poster"], in, credentials(e, s.keys["poster"])...)
			answered[e.Route.Path] = answered[e.Route.Path] || a.status == 200
			if a.status != 200 || e.Op.Name == "get_nonce" {
				continue
			}
			tag := a.header.Get("ETag")
			if e.Op.NoStore != (tag == "") {
				t.Errorf("%s: ETag %q, Cache-Control %q", e.Route.Path, tag, a.header.Get("Cache-Control"))
			}
			h := s.head(e, s.keys["poster"], in)
			if h.StatusCode != 200 || h.Header.Get("ETag") != tag || h.ContentLength != int64(len(a.body)) {
				t.Errorf("%s: HEAD %d %v", e.Route.Path, h.StatusCode, h.Header)
			}
			if tag == "" {
				continue
			}
			for sent, want := range map[string]int{tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"x"`: 200} {
				x := s.route(e, s.keys["poster"], in, "If-None-Match", sent)
				if x.status != want || want == 304 && (len(x.body) != 0 || x.header.Get("ETag") != tag) {
					t.Errorf("%s: If-None-Match %s: %d", e.Route.Path, sent, x.status)
				}
			}
		}
	}
	for path, ok := range answered {
		if !ok {
			t.Errorf("%s never answers", path)
		}
	}
}

func (s *stage) head(e *op.Entry, key string, in args) *http.Response {
	s.t.Helper()
	target, query := e.Route.Path, []string{}
	if e.Route.Profile != "" {
		query = append(query, "dialect="+op.ProfileName(e.Route.Profile))
	}
	for k, v := range in {
		if e.Place(k) == op.InPath {
			target = strings.ReplaceAll(target, "{"+k+"}", v.(string))
		} else {
			query = append(query, fmt.Sprintf("%s=%v", k, v))
		}
	}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodHead, s.URL+target+"?"+strings.Join(query, "&"), nil)
	s.must(err)
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for h := credentials(e, key); len(h) > 0; h = h[2:] {
		r.Header.Set(h[0], h[1])
	}
	res, err := http.DefaultClient.Do(r)
	s.must(err)
	_ = res.Body.Close()
	return res
}

// TestCursorsAreBoundToTheirFilters walks a list by its Link headers and by its
// cursors, and carries a cursor over to another list.
func TestCursorsAreBoundToTheirFilters(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	want := []string{}
	for range 5 {
		want = append([]string{call("post_bounty", c.poster, bounty()).text("bounty_id")}, want...)
		b.pass(1e9)
	}
	for _, base := range []string{"/v1/bounties?limit=2&category=sourcing", "/missions?limit=2&funding=direct"} {
		var got []string
		cursor := ""
		for target := base; target != ""; {
			a := b.send("GET", target, "", nil)
			for k := range 2 {
				if id := a.text("bounties", fmt.Sprint(k), "id"); id != "" {
					got = append(got, id)
				}
				if id := a.text("missions", fmt.Sprint(k), "id"); id != "" {
					got = append(got, strings.Replace(id, "mis_", "bty_", 1))
				}
			}
			target = ""
			if link := a.header.Get("Link"); link != "" {
				target = strings.TrimSuffix(strings.TrimPrefix(link, "<"), `>; rel="next"`)
				cursor = a.text("next_cursor")
				if cursor == "" || !strings.Contains(target, cursor) {
					t.Fatalf("%s with next_cursor %q", link, cursor)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", base, got, want)
		}
		other, _, _ := strings.Cut(base, "?")
		for _, query := range []string{"status=all", "category=data", "funding=any", "status=expired"} {
			a := b.send("GET", other+"?"+query+"&cursor="+cursor, "", nil)
			if name, _, _ := strings.Cut(query, "="); b.getList(other).Fields()[name] != "" && (a.status != 400 || a.code(dialectOf(other)) != op.CodeInvalidCursor) {
				t.Errorf("%s?%s with the cursor of %s: %d %s", other, query, base, a.status, a.body)
			}
		}
		if a := b.send("GET", base+"&limit=1&cursor="+cursor, "", nil); a.status != 400 { // limit twice
			t.Errorf("%d", a.status)
		}
		if a := b.send("GET", strings.Replace(base, "limit=2", "limit=1", 1)+"&cursor="+cursor, "", nil); a.status != 200 {
			t.Errorf("another limit is no other filter: %d %s", a.status, a.body)
		}
	}
}

func (b *bench) getList(path string) *op.Entry { return b.entry("list_bounties", path) }
