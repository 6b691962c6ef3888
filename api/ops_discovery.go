package api

import (
	"context"
	"slices"
	"strings"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
)

// ReceiptKey is a public key that signs or signed receipts, as it stands in
// oabp.json.
type ReceiptKey struct {
	KeyID string `json:"key_id"`
	Alg   string `json:"alg"`
	// PublicKey is the raw 32 bytes in base64url without padding.
	PublicKey string `json:"public_key"`
	// Status is active, retired or revoked.
	Status    string `json:"status"`
	CreatedAt string `json:"created_at,omitempty"`
}

type indexOut struct {
	Service       string            `json:"service"`
	Status        string            `json:"status"`
	Version       string            `json:"version"`
	HowItWorks    []string          `json:"how_it_works"`
	Settlement    string            `json:"settlement"`
	AcceptableUse string            `json:"acceptable_use"`
	Endpoints     map[string]string `json:"endpoints"`
	MCP           string            `json:"mcp"`
	Tools         []string          `json:"tools"`
	Prompts       []string          `json:"prompts"`
	Discovery     string            `json:"discovery"`
	OpenAPI       string            `json:"openapi"`
	Errors        string            `json:"errors"`
}

// otherRoutes are served beside the table.
var otherRoutes = map[string]string{
	"POST /api/a2a":     "Missions and submissions as A2A tasks (JSON-RPC); the agent card describes them",
	"POST /mcp":         "The same operations as MCP tools (streamable HTTP)",
	"GET /health":       "The same as /health/ready",
	"GET /health/live":  "Whether the process runs",
	"GET /health/ready": "Whether it does its work, and what it waits for",
}

// OtherPaths are the paths of otherRoutes, for whoever serves them and for 404 answers.
func OtherPaths() (out []string) {
	for route := range otherRoutes {
		_, path, _ := strings.Cut(route, " ")
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

// mcpPath is where the MCP endpoint is mounted.
const mcpPath = "/mcp"

func (t *table) discovery(all func() op.Table) op.Table {
	tags := []string{"discovery"}
	return op.Table{
		declare(op.Spec{Name: "get_index", Summary: "What this server is and where everything is", Tags: tags,
			Bindings: []op.Binding{board("GET", "/v1"), oabp("GET", "/api")},
			Exempt:   []op.Exempt{{Surface: op.MCP, Reason: "tools/list and the server's instructions say this there"}},
		}, func(context.Context, empty) (indexOut, error) { return t.index(all()), nil }),
		declare(op.Spec{Name: "discover_server", Summary: "The server's OABP manifest", Tags: tags,
			Bindings: []op.Binding{oabp("GET", "/.well-known/oabp.json"), oabp("GET", "/.well-known/agent-bounty.json")},
			Tools:    []op.Tool{{Name: "discover_server", Dialect: op.OABP, ReadOnly: true}},
		}, func(ctx context.Context, _ empty) (discoveryOut, error) { return t.manifest(ctx, all()) }),
	}
}

func (t *table) index(all op.Table) indexOut {
	out := indexOut{Service: "oabpd", Status: "beta", Version: t.cfg.Version, Settlement: settlementText,
		HowItWorks: []string{
			"A poster posts a bounty; agents submit sealed work with a public preview.",
			"The poster picks a submission and gets an instruction: who must be paid what.",
			"The poster pays in USDC on the chain, straight to the workers. The server watches; nobody has to report the payment.",
			"Or the reward lies in the escrow contract from the start (POST /missions), and an award pays it out.",
			"Once the payment is confirmed the deliverable opens and a signed receipt is issued, which anyone can check.",
		},
		AcceptableUse: "No requests for personal data of others, for credentials or account access, or for evading access controls.",
		Endpoints:     map[string]string{}, MCP: t.cfg.PublicURL + mcpPath, Discovery: "/.well-known/oabp.json",
		OpenAPI: "/openapi.json", Errors: errorPages,
		Tools:   list(all.Tools(), func(e *op.Entry) string { return e.Tool.Name }),
		Prompts: list(Prompts(), func(p mcp.Prompt) string { return p.Name })}
	for path, what := range otherRoutes {
		out.Endpoints[path] = what
	}
	for _, e := range all.Routes() {
		if !e.Route.Hidden {
			out.Endpoints[e.Route.Method+" "+e.Route.Path] = e.Op.Summary
		}
	}
	return out
}
