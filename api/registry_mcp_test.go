package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestRegistryTokenOverMCP: a directory that proxies MCP sends its token in the
// URL; it counts there as over REST, attested or not.
func TestRegistryTokenOverMCP(t *testing.T) {
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		b := newBench(t)
		path := b.openBounty()
		id := strings.TrimSuffix(strings.TrimPrefix(path, "/v1/bounties/"), "/submissions")
		c, err := sdk.NewClient(&sdk.Implementation{Name: "directory", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: b.URL + "/mcp?profile=x&api_key=directory-token-1", DisableStandaloneSSE: true}, &sdk.ClientSessionOptions{ProtocolVersion: version})
		b.must(err)
		t.Cleanup(func() { _ = c.Close() })
		call := func(tool string, in map[string]any) answer {
			r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
			b.must(err)
			a := answer{status: 200, body: []byte(r.Content[0].(*sdk.TextContent).Text)}
			b.must(json.Unmarshal(a.body, &a.json))
			if n, ok := a.json["status"].(float64); r.IsError && ok {
				a.status = int(n)
			}
			return a
		}
		var in map[string]any
		b.must(json.Unmarshal([]byte(work), &in))
		in["bounty_id"] = id
		if a := call("list_bounties", nil); a.status != 200 {
			t.Errorf("reading: %d %s", a.status, a.body)
		}
		b.anonymous("submitting", call("submit_result", in))
		if a := b.attest(attestation(t, "one.example", "directory-token-1", newWallet(t, "attested").addr, b.issued(), false)); a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := call("my_activity", nil); a.status != 401 {
			t.Errorf("the account is the token's: %d %s", a.status, a.body)
		}
		if a := call("submit_result", in); a.status != 200 || !strings.HasPrefix(a.text("submission_id"), "sub_") {
			t.Errorf("attested: %d %s", a.status, a.body)
		}
		if log := b.log.String(); strings.Contains(log, "directory-token-1") {
			t.Error("the token is in the log")
		}
	}
}
