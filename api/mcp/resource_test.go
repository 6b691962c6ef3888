package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// things are what the resources of these tests are made of.
type things struct {
	mu      sync.Mutex
	version int
	by      map[string]string
}

func (x *things) set(id, text string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.version++
	x.by[id] = text
	if text == "" {
		delete(x.by, id)
	}
}

func (x *things) get(id string) (string, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	text, ok := x.by[id]
	return text, ok
}

type thingIn struct {
	ThingID string `json:"thing_id" op:"len=1..20"`
}

type thingOut struct {
	Text  string `json:"text"`
	Agent string `json:"agent"`
}

// resources is a bench with things; tell ends up in told.
func resources(t *testing.T, change ...func(*mcp.Options)) (*bench, *things) {
	t.Helper()
	x := &things{by: map[string]string{"a": "1", "b": "1"}}
	get := func(ctx context.Context, in thingIn) (thingOut, error) {
		text, ok := x.get(in.ThingID)
		if !ok {
			return thingOut{}, settle.Errorf(settle.CodeNotFound, "no thing %s", in.ThingID)
		}
		return thingOut{text, op.PrincipalOf(ctx).AgentID}, nil
	}
	add := func(o *mcp.Options) {
		o.Table = append(o.Table, op.New(op.Spec{Name: "get_thing", Summary: "Get a thing", Scope: op.Optional, Errors: []settle.Code{settle.CodeNotFound},
			Resources: []op.Resource{{URI: "oabp://things/{thing_id}", Name: "thing", Dialect: op.OABP}}}, get),
			op.New(op.Spec{Name: "get_logo", Summary: "Get the logo", Resources: []op.Resource{{URI: "oabp://logo", Name: "logo", Media: "image/png", Dialect: op.OABP}}},
				func(context.Context, struct{}) (op.Raw, error) {
					return op.Raw{MediaType: "image/png", Body: onePixel}, nil
				}))
		o.Feed = mcp.Feed{
			Version: func(context.Context) (string, error) {
				x.mu.Lock()
				defer x.mu.Unlock()
				return fmt.Sprint(x.version), nil
			},
			Listed: func(context.Context) (out []mcp.Listed, _ error) {
				x.mu.Lock()
				defer x.mu.Unlock()
				for id := range x.by {
					out = append(out, mcp.Listed{URI: "oabp://things/" + id, Name: id, Title: "Thing " + id})
				}
				return out, nil
			}}
	}
	return newBench(t, append([]func(*mcp.Options){add}, change...)...), x
}

var eras = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

func TestResourcesAreListedAndRead(t *testing.T) {
	for _, version := range eras {
		t.Run(version, func(t *testing.T) {
			b, x := resources(t)
			s := connect(t, b, version, "bk_1", "")
			listed := func() (uris []string) {
				l, err := s.ListResources(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range l.Resources {
					uris = append(uris, r.URI)
				}
				return uris
			}
			if got := listed(); !slices.Equal(got, []string{"oabp://logo", "oabp://things/a", "oabp://things/b"}) {
				t.Errorf("listed %v", got)
			}
			x.set("b", "")
			x.set("c", "1")
			if got := listed(); !slices.Equal(got, []string{"oabp://logo", "oabp://things/a", "oabp://things/c"}) {
				t.Errorf("listed %v after a change", got)
			}
			tl, err := s.ListResourceTemplates(t.Context(), nil)
			if err != nil || len(tl.ResourceTemplates) != 1 || tl.ResourceTemplates[0].URITemplate != "oabp://things/{thing_id}" || tl.ResourceTemplates[0].MIMEType != "application/json" {
				t.Errorf("%v %v", tl, err)
			}
			for _, uri := range []string{"oabp://things/a", "oabp://things/%61"} {
				r, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
				if err != nil {
					t.Fatal(err)
				}
				var out thingOut
				if c := r.Contents[0]; json.Unmarshal([]byte(c.Text), &out) != nil || out != (thingOut{"1", ""}) || c.URI != uri || c.MIMEType != "application/json" {
					t.Errorf("%s: %+v", uri, c) // the caller has a key, and gets what everybody gets
				}
			}
			r, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "oabp://logo"})
			if err != nil || string(r.Contents[0].Blob) != string(onePixel) || r.Contents[0].MIMEType != "image/png" {
				t.Errorf("%v %v", r, err)
			}
		})
	}
	b, _ := resources(t)
	s := connect(t, b, "2025-11-25", "bk_1", "?toolset=settlement")
	if l, err := s.ListResources(t.Context(), nil); err != nil || len(l.Resources) != 3 {
		t.Errorf("a toolset: %v %v", l, err)
	}
	if b.keys.asked.Load() != 1 { // when the last session was opened
		t.Errorf("%d credentials were looked up", b.keys.asked.Load())
	}
}

func TestResourcesThatFail(t *testing.T) {
	b, _ := resources(t)
	for _, version := range eras {
		s := connect(t, b, version, "", "")
		for uri, want := range map[string]string{"oabp://things/none": "no thing none", "oabp://things/" + strings.Repeat("x", 21): "", "oabp://nothing": "", "oabp://things/a/b": "", "oabp://things/%zz": "", "file:///etc/passwd": ""} {
			_, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
			var e *jsonrpc.Error
			if !errors.As(err, &e) || e.Code != sdk.CodeResourceNotFound && e.Code != jsonrpc.CodeInvalidParams {
				t.Errorf("%s %s: %v", version, uri, err)
				continue
			}
			var body map[string]any
			if want != "" && (json.Unmarshal(e.Data, &body) != nil || body["error"] != "not_found" || body["message"] != want || body["status"] != 404.0 || body["request_id"] != "req_1") {
				t.Errorf("%s %s: %s", version, uri, e.Data)
			}
		}
	}
}

// ears are a client that hears of changes.
type ears struct {
	*sdk.ClientSession
	updated chan string
	listed  chan struct{}
}

func listening(t *testing.T, b *bench, version string) *ears {
	t.Helper()
	e := &ears{updated: make(chan string, 100), listed: make(chan struct{}, 100)}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	s, err := sdk.NewClient(&sdk.Implementation{Name: "stock", Version: "1"}, &sdk.ClientOptions{
		ResourceUpdatedHandler:     func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) { e.updated <- r.Params.URI },
		ResourceListChangedHandler: func(context.Context, *sdk.ResourceListChangedRequest) { e.listed <- struct{}{} },
	}).Connect(ctx, &sdk.StreamableClientTransport{Endpoint: b.URL + "/mcp"}, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	e.ClientSession = s
	t.Cleanup(func() { _ = s.Close() })
	return e
}

func hears[T any](t *testing.T, what string, from chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(time.Minute):
		t.Fatal("nobody was told: " + what)
	}
	panic("unreachable")
}

func (b *bench) look(t *testing.T, want ...string) {
	t.Helper()
	told, err := b.mcp.Look(t.Context())
	if err != nil || !slices.Equal(told, want) {
		t.Errorf("told of %v, not %v: %v", told, want, err)
	}
}

func TestSubscribersAreToldOfWhatChanged(t *testing.T) {
	for _, version := range eras {
		t.Run(version, func(t *testing.T) {
			b, x := resources(t)
			e := listening(t, b, version)
			watch := func(uris ...string) {
				for _, uri := range uris {
					if err := e.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}); err != nil {
						t.Fatal(err)
					}
				}
				eventually(t, "not subscribed", func() bool { return slices.Equal(b.mcp.Watched(), uris) })
			}
			watch("oabp://things/a", "oabp://things/b")
			b.look(t)
			x.set("b", "2")
			b.look(t, "oabp://things/b")
			if got := hears(t, "b", e.updated); got != "oabp://things/b" {
				t.Error(got)
			}
			b.look(t)       // nothing is new
			x.set("c", "1") // and now it is, but not what is watched
			x.set("b", "2")
			b.look(t)
			x.set("a", "") // it is gone, which is a change
			b.look(t, "oabp://things/a")
			if got := hears(t, "a", e.updated); got != "oabp://things/a" {
				t.Error(got)
			}
			if err := e.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: "oabp://things/b"}); err != nil {
				t.Fatal(err)
			}
			eventually(t, "still subscribed", func() bool { return slices.Equal(b.mcp.Watched(), []string{"oabp://things/a"}) })
			x.set("b", "3")
			b.look(t)
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "a client that left is still watched for", func() bool { return len(b.mcp.Watched()) == 0 })
			if len(e.updated) != 0 {
				t.Errorf("told of %s without a change", <-e.updated)
			}
		})
	}
}

func TestClientsAreToldThatTheListChanged(t *testing.T) {
	for _, version := range eras {
		t.Run(version, func(t *testing.T) {
			clock := &hand{at: time.Unix(1_800_000_000, 0)}
			b, x := resources(t, func(o *mcp.Options) { o.Now = clock.now })
			e := listening(t, b, version)
			b.look(t)
			hears(t, "the first list", e.listed)
			x.set("c", "1")
			clock.pass(time.Minute)
			b.look(t)
			hears(t, "a new thing", e.listed)
			if l, err := e.ListResources(t.Context(), nil); err != nil || len(l.Resources) != 4 { // with the logo
				t.Fatalf("%v %v", l, err)
			}
		})
	}
}

// TestWatchLooksByItself: nobody calls look.
func TestWatchLooksByItself(t *testing.T) {
	b, x := resources(t, func(o *mcp.Options) { o.WatchEvery = time.Millisecond })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { b.mcp.Watch(ctx); close(ended) }()
	e := listening(t, b, "2025-11-25")
	if err := e.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "oabp://things/a"}); err != nil {
		t.Fatal(err)
	}
	x.set("a", "2")
	hears(t, "a", e.updated)
	stop()
	hears(t, "the end", ended)
}

func TestSubscriptionsAreBounded(t *testing.T) {
	b, x := resources(t)
	for k := range 66 {
		x.set(fmt.Sprint("n", k), "1")
	}
	e := listening(t, b, "2025-11-25")
	subscribe := func(k int) error {
		return e.Subscribe(t.Context(), &sdk.SubscribeParams{URI: fmt.Sprint("oabp://things/n", k)})
	}
	for k := range 64 {
		if err := subscribe(k); err != nil {
			t.Fatal(k, err)
		}
	}
	if err := subscribe(0); err != nil {
		t.Error("again:", err)
	}
	if err := subscribe(64); err == nil {
		t.Error("a session watches 65")
	}
	if err := e.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: "oabp://things/n0"}); err != nil {
		t.Fatal(err)
	}
	if err := e.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "oabp://things/none"}); err == nil || len(b.mcp.Watched()) != 63 {
		t.Errorf("what is not there is watched: %v", err)
	}
	if err := subscribe(65); err != nil {
		t.Error("the place of one that ended:", err)
	}
}

// TestANetworkMayNotTakeAllThatIsWatched: neither with many sessions nor with many
// streams of the later revision.
func TestANetworkMayNotTakeAllThatIsWatched(t *testing.T) {
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		b, x := resources(t, func(o *mcp.Options) { o.MaxSessionsPerNetwork = 1000 })
		refused := 0
		for k := range 5 {
			e := listening(t, b, version)
			for n := range 60 {
				id := fmt.Sprint(k, "-", n)
				x.set(id, "1")
				if e.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "oabp://things/" + id}) != nil {
					refused++
				}
			}
		}
		if n := len(b.mcp.Watched()); n != 256 || version < "2026" && refused != 44 {
			t.Errorf("%s: %d watched, %d refused", version, n, refused)
		}
	}
}

const listenMsg = `{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{"resourcesListChanged":true},` +
	`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`

func TestListeningIsBoundedAndEndsAtShutdown(t *testing.T) {
	b, _ := resources(t, func(o *mcp.Options) { o.MaxSessionsPerNetwork = 1 })
	r, _ := http.NewRequestWithContext(t.Context(), "POST", b.URL+"/mcp", strings.NewReader(listenMsg))
	r.Header.Set("Accept", both)
	r.Header.Set("MCP-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", "subscriptions/listen")
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() && !strings.Contains(lines.Text(), "subscriptions/acknowledged") {
	}
	header := []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen"}
	if a := b.post(t, listenMsg, header...); a.status != 503 || !a.wellFormed() || a.header.Get("Retry-After") == "" {
		t.Errorf("a second stream: %d %s", a.status, a.body)
	}
	if a := b.post(t, listenMsg, append(header, "Accept", "application/json")...); a.status != 406 || !a.wellFormed() {
		t.Errorf("a stream as JSON: %d %s", a.status, a.body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := b.mcp.Close(ctx); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // ends
	}
}
