package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type withAuth struct{ token string }

func (w withAuth) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if w.token != "" {
		r.Header.Set("Authorization", "Bearer "+w.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

func connect(t *testing.T, b *bench, version, token, query string) *sdk.ClientSession {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	s, err := sdk.NewClient(&sdk.Implementation{Name: "stock", Version: "1"}, nil).Connect(ctx,
		&sdk.StreamableClientTransport{Endpoint: b.URL + "/mcp" + query, HTTPClient: &http.Client{Transport: withAuth{token}}},
		&sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatalf("%s: %v", version, err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestStockClientInBothEras(t *testing.T) {
	for _, version := range []string{"2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			b := newBench(t)
			s := connect(t, b, version, "", "")
			if got := s.InitializeResult().ProtocolVersion; got != version {
				t.Fatalf("negotiated %s", got)
			}
			if hasSession := s.ID() != ""; hasSession != (version < "2026") {
				t.Fatalf("session %q", s.ID())
			}
			ctx := t.Context()
			tools, err := s.ListTools(ctx, nil)
			if err != nil || len(tools.Tools) != 3 {
				t.Fatalf("%v %v", tools, err)
			}
			call := func(name string, args map[string]any) (*sdk.CallToolResult, string, map[string]any) {
				t.Helper()
				r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: args})
				if err != nil {
					t.Fatal(err)
				}
				text := r.Content[0].(*sdk.TextContent).Text
				var fromText map[string]any
				_ = json.Unmarshal([]byte(text), &fromText)
				if r.IsError { // whose body is not what the output schema says
					if r.StructuredContent != nil {
						t.Fatalf("structured %v", r.StructuredContent)
					}
					return r, text, fromText
				}
				m, _ := r.StructuredContent.(map[string]any)
				a, _ := json.Marshal(fromText)
				c, _ := json.Marshal(m)
				if string(a) != string(c) {
					t.Fatalf("text %s structured %s", a, c)
				}
				return r, text, m
			}
			r, text, _ := call("list_things", map[string]any{"limit": 2, "api_key": "bk_7"})
			want := "{\n  \"items\": [\n    \"\",\n    \"\"\n  ],\n  \"agent\": \"agt_7\",\n  \"ip\": \"127.0.0.1\",\n  \"html\": \"<&>\"\n}"
			if r.IsError || text != want {
				t.Fatalf("%s", text)
			}
			if r, _, m := call("list_things", map[string]any{"limit": 101}); !r.IsError || m["status"] != 400.0 || m["code"] != "invalid_request" ||
				m["error"] != true || m["request_id"] != "req_1" {
				t.Fatalf("%v", m)
			}
			if r, _, m := call("settle_thing", nil); !r.IsError || m["status"] != 401.0 {
				t.Fatalf("%v", m)
			}
			if r, _, m := call("settle_thing", map[string]any{"api_key": "bk_1"}); !r.IsError || m["missing"] != "5" || m["code"] != "underpaid" {
				t.Fatalf("%v", m)
			}
			pic, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "get_picture"})
			if err != nil || pic.Content[0].(*sdk.TextContent).Text != "<svg/>" || pic.StructuredContent != nil {
				t.Fatalf("%v %v", pic, err)
			}
			p, err := s.GetPrompt(ctx, &sdk.GetPromptParams{Name: "find-work", Arguments: map[string]string{"capabilities": "go"}})
			if err != nil || p.Messages[0].Content.(*sdk.TextContent).Text != "Find work for go" {
				t.Fatalf("%v %v", p, err)
			}
			if _, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "nonsense"}); err == nil {
				t.Fatal("an unknown tool was served")
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the session outlived its client", func() bool { return b.mcp.Sessions() == 0 })
		})
	}
}

func TestBearerAndAPIKeyMustAgree(t *testing.T) {
	b := newBench(t)
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		s := connect(t, b, version, "bk_1", "")
		for args, want := range map[string]string{`{}`: "agt_1", `{"api_key":"bk_1"}`: "agt_1", `{"api_key":"bk_2"}`: ""} {
			r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_things", Arguments: json.RawMessage(args)})
			if err != nil {
				t.Fatal(err)
			}
			var m map[string]any
			if err := json.Unmarshal([]byte(r.Content[0].(*sdk.TextContent).Text), &m); err != nil {
				t.Fatal(err)
			}
			if want == "" && m["status"] != 400.0 || want != "" && m["agent"] != want {
				t.Errorf("%s %s: %v", version, args, m)
			}
		}
	}
}

func TestToolsetsNarrow(t *testing.T) {
	b := newBench(t)
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		s := connect(t, b, version, "", "?toolset=settlement")
		tools, err := s.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) != 1 || tools.Tools[0].Name != "settle_thing" {
			t.Fatalf("%v %v", tools, err)
		}
	}
}

func TestToolDescriptions(t *testing.T) {
	b := newBench(t)
	tools, err := connect(t, b, "2026-07-28", "", "").ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range tools.Tools {
		in, _ := x.InputSchema.(map[string]any)
		props, _ := in["properties"].(map[string]any)
		scoped := x.Name == "list_things" || x.Name == "settle_thing"
		if in["type"] != "object" || (props["api_key"] != nil) != scoped || x.Description == "" {
			t.Errorf("%s: %v", x.Name, in)
		}
		if x.Annotations.ReadOnlyHint != (x.Name == "list_things" || x.Name == "get_picture") {
			t.Errorf("%s: %+v", x.Name, x.Annotations)
		}
		if (x.OutputSchema != nil) == (x.Name == "get_picture") {
			t.Errorf("%s: output %v", x.Name, x.OutputSchema)
		}
	}
}
