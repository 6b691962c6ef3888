package openapi_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/openapi"
	"github.com/oabp/oabpd/api/openapi/openapitest"
	"github.com/oabp/oabpd/api/rest"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

type part struct {
	Kind string `json:"kind" op:"enum=a|b"`
}

type makeIn struct {
	ID     string          `json:"id" op:"format=id" jsonschema:"the thing's id"`
	Title  string          `json:"title" op:"len=2..20"`
	Reward money.Amount    `json:"reward,omitzero"`
	Payee  *settle.Address `json:"payee,omitempty"`
	Parts  []part          `json:"parts,omitempty" op:"items=1..3"`
	Dry    bool            `json:"dry,omitempty" op:"query"`
}

type makeOut struct {
	op.Result
	ID    string        `json:"id"`
	Payee *string       `json:"payee"`
	Parts []part        `json:"parts"`
	Hash  settle.Hash   `json:"hash"`
	At    time.Time     `json:"at"`
	More  any           `json:"more,omitempty"`
	Sum   *money.Amount `json:"sum,omitempty"`
}

type listIn struct {
	Limit int      `json:"limit,omitempty" op:"range=1..100,default=50"`
	Kind  []string `json:"kind,omitempty" op:"enum=a|b"`
}

type other struct {
	Params map[string]string `json:"params"`
}

type anyone struct{}

func (anyone) Authenticate(context.Context, op.Credential) (op.Principal, error) {
	return op.Principal{AgentID: "agt_1"}, nil
}

func table(lie bool) op.Table {
	make := func(_ context.Context, in makeIn) (makeOut, error) {
		switch in.Title {
		case "missing":
			return makeOut{}, settle.Errorf(settle.CodeNotFound, "no such thing")
		case "settled":
			return makeOut{}, settle.Errorf(settle.CodeAlreadySettled, "done before")
		case "secret":
			return makeOut{}, settle.Errorf(settle.CodeHeld, "a code that was not declared")
		}
		return makeOut{Result: op.As(op.Created), ID: in.ID, Parts: in.Parts}, nil
	}
	return op.Table{
		op.New(op.Spec{Name: "make", Summary: "Make a thing", Scope: op.Agent, Errors: []settle.Code{settle.CodeNotFound, settle.CodeAlreadySettled},
			Outcomes: []op.Outcome{op.Created, op.Existing}, Example: makeIn{ID: "thg_1", Title: "A thing"},
			Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/things/{id}"},
				{Dialect: op.OABP, Method: "POST", Path: "/things/{id}", In: op.OneOf(func(has func(string) bool) int {
					if has("params") {
						return 1
					}
					return 0
				}, op.From(func(in makeIn) (makeIn, error) { return in, nil }),
					op.From(func(in struct {
						ID string `json:"id" op:"format=id"`
						other
					}) (makeIn, error) {
						return makeIn{ID: in.ID}, nil
					}))},
				{Dialect: op.Board, Method: "POST", Path: "/v1/alias/{id}", Hidden: true}},
			Tools: []op.Tool{{Name: "make"}}}, make),
		op.New(op.Spec{Name: "list", Summary: "List things", Bindings: []op.Binding{
			{Dialect: op.OABP, Method: "GET", Path: "/things", Out: op.To(func(n int) map[string]any { return map[string]any{"n": n} })}}},
			func(_ context.Context, in listIn) (int, error) { return in.Limit, nil }),
		op.New(op.Spec{Name: "picture", Summary: "Show", Exempt: []op.Exempt{{Surface: op.MCP, Reason: "a picture"}}, Bindings: []op.Binding{
			{Dialect: op.OABP, Method: "GET", Path: "/picture", Media: []string{"image/svg+xml"}}}},
			func(context.Context, struct{}) (op.Raw, error) {
				m := "image/svg+xml"
				if lie {
					m = "text/html"
				}
				return op.Raw{MediaType: m, Body: []byte("<svg/>")}, nil
			}),
	}
}

func document(t *testing.T) ([]byte, *openapitest.Checker) {
	t.Helper()
	b, err := openapi.Build(table(false), openapi.Info{Title: "Test", Version: "1", Servers: []string{"https://oabp.example"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := openapitest.New(b)
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	return b, c
}

func TestDocumentIsValidAndStable(t *testing.T) {
	b, c := document(t)
	for range 5 {
		if again, _ := document(t); !bytes.Equal(again, b) {
			t.Fatal("two builds differ")
		}
	}
	ids := c.Operations()
	slices.Sort(ids)
	if got := strings.Join(ids, " "); got != "list make make_oabp picture" {
		t.Fatal(got)
	}
	for _, want := range []string{`"x-mcp-tools": [`, `"description": "One of: ` + "`idempotency_key", "`already_settled`", `"maxLength": 20`, `"the thing's id"`} {
		if want == `"description": "One of: `+"`idempotency_key" {
			want = "`idempotency_mismatch`"
		}
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in\n%s", want, b)
		}
	}
}

func serve(t *testing.T, tab op.Table) *httptest.Server {
	t.Helper()
	lim, err := op.NewLimiter(16, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	e, err := rest.New(rest.Options{Table: tab, Log: log, Now: time.Now, NewID: func() string { return "req" },
		Runner: &op.Runner{Auth: anyone{}, Limits: lim, Log: log}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	return s
}

func exchange(t *testing.T, c *openapitest.Checker, s *httptest.Server, method, path, body string, header ...string) (int, error, error) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer bk_1")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	asked := c.Request(r, []byte(body))
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, asked, c.Exchange(r, res.StatusCode, res.Header, b)
}

// The document and the server judge requests alike, and answers are as the
// document says.
func TestServerKeepsTheDocument(t *testing.T) {
	_, c := document(t)
	s := serve(t, table(false))
	for _, tt := range []struct {
		method, path, body string
		status             int
		problem            string
	}{
		{"POST", "/v1/things/thg_1", `{"title":"A thing"}`, 201, ""},
		{"POST", "/v1/things/thg_1?dry=true", `{"title":"A thing","reward":"5","parts":[{"kind":"a"}]}`, 201, ""},
		{"POST", "/v1/things/thg_1", `{"title":"missing"}`, 404, ""},
		{"POST", "/v1/things/thg_1", `{"title":"missing"}`, 404, op.ProblemType},
		{"POST", "/v1/things/thg_1", `{"title":"settled"}`, 200, ""},
		{"POST", "/v1/things/thg_1", `{"title":"x"}`, 400, ""},
		{"POST", "/v1/things/thg_1", `{"title":"x"}`, 400, op.ProblemType},
		{"POST", "/v1/things/thg_1", `{"title":"A thing","parts":[{"kind":"c"}]}`, 400, ""},
		{"POST", "/v1/things/thg_1", `{"title":"A thing","reward":"x"}`, 400, ""},
		{"POST", "/v1/things/thg_1", `{"title":"A thing","colour":1}`, 400, ""},
		{"POST", "/things/thg_1", `{"params":{"a":"b"}}`, 201, ""},
		{"POST", "/things/thg_1", `{"params":{"a":1}}`, 400, ""},
		{"POST", "/things/thg_1", `{"title":"settled"}`, 200, ""},
		{"GET", "/things?limit=5&kind=a&kind=b", "", 200, ""},
		{"GET", "/things?limit=abc", "", 400, ""},
		{"GET", "/things?kind=c", "", 400, ""},
		{"GET", "/picture", "", 200, ""},
	} {
		h := []string{}
		if tt.problem != "" {
			h = append(h, "Accept", tt.problem)
		}
		status, asked, answered := exchange(t, c, s, tt.method, tt.path, tt.body, h...)
		if status != tt.status || answered != nil {
			t.Errorf("%s %s %s: %d %v", tt.method, tt.path, tt.body, status, answered)
		}
		if (asked == nil) != (status != 400) {
			t.Errorf("%s %s %s: the server says %d, the document %v", tt.method, tt.path, tt.body, status, asked)
		}
	}
}

// A check that cannot fail is none: answers that break the document are found.
func TestBrokenAnswersAreFound(t *testing.T) {
	_, c := document(t)
	s := serve(t, table(true))
	for path, body := range map[string]string{"/picture": "", "/v1/things/thg_1": `{"title":"secret"}`} {
		method := "GET"
		if body != "" {
			method = "POST"
		}
		if _, _, err := exchange(t, c, s, method, path, body); err == nil {
			t.Errorf("%s: not found", path)
		}
	}
	r := httptest.NewRequest("POST", "/v1/things/thg_1", nil)
	h := http.Header{"Content-Type": {"application/json"}}
	if err := c.Exchange(r, 201, h, []byte(`{"id":5,"payee":null,"parts":null,"hash":"0x","at":"now"}`)); err == nil {
		t.Error("an answer of a wrong type was not found")
	}
	if err := c.Exchange(httptest.NewRequest("GET", "/nothing", nil), 200, h, nil); err == nil {
		t.Error("an unknown path was not found")
	}
	if _, err := openapitest.New([]byte(`{"openapi":"3.1.0","info":{"title":"x"},"paths":{}}`)); err == nil {
		t.Error("a document without version is not valid")
	}
}

func (anyone) Enter(_ context.Context, p op.Principal, _ bool) (op.Principal, error) { return p, nil }
