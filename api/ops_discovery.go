package api

import (
	"context"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
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

// discoveryOut is /.well-known/oabp.json (AIP-1 §9). Only what is served
// stands in it.
type discoveryOut struct {
	Implementation string            `json:"implementation"`
	Version        string            `json:"version"`
	SpecVersion    string            `json:"spec_version"`
	AIPSupported   []int             `json:"aip_supported"`
	AIPs           []int             `json:"aips"`
	AIPSupport     []int             `json:"aip_support"`
	Chain          string            `json:"chain"`
	ChainID        uint64            `json:"chain_id"`
	Contact        string            `json:"contact"`
	Identity       string            `json:"identity"`
	Endpoints      map[string]string `json:"endpoints"`
	MCP            discoveryMCP      `json:"mcp"`
	Transport      string            `json:"transport"`
	ReceiptKeys    []ReceiptKey      `json:"receipt_signing_keys"`
	ReceiptPath    string            `json:"receipt_endpoint_template"`
	Verifications  []string          `json:"verification_types"`
	FeeBPS         uint32            `json:"fee_bps"`
	FeeAddress     *settle.Address   `json:"treasury"`
	Confirmations  uint64            `json:"confirmations_required"`
	Finality       []discoveryTier   `json:"finality"`
	Payment        discoveryPayment  `json:"payment_options"`
	Token          settle.Address    `json:"token_contract"`
	TokenDomain    discoveryDomain   `json:"token_eip712_domain"`
	PayContracts   []settle.Address  `json:"pay_contracts"`
	Contracts      settle.Contracts  `json:"contracts"`
	Accepts        []string          `json:"payment_identification"`
	Registries     []string          `json:"registries"`
}

type discoveryMCP struct {
	Endpoint         string   `json:"endpoint"`
	Path             string   `json:"path"`
	Transport        string   `json:"transport"`
	SupportedMethods []string `json:"supported_methods"`
	HandshakeSeconds int      `json:"handshake_timeout_seconds"`
}

// discoveryTier says how final what pays up to an amount must be: a number of
// blocks on top, safe or finalized. UpToUSDC is null for every other amount.
type discoveryTier struct {
	UpToUSDC *string `json:"up_to_usdc"`
	Required string  `json:"finality_required"`
}

func tiersOf(set settle.Settings) (out []discoveryTier) {
	for _, r := range set.Finality {
		t := discoveryTier{Required: r.Tier.String()}
		if !r.UpTo.IsZero() {
			usdc := money.FormatUSDC(r.UpTo)
			t.UpToUSDC = &usdc
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		out = []discoveryTier{{Required: set.TierOf(money.Amount{}).String()}}
	}
	return out
}

type discoveryPayment struct {
	Assets       []string `json:"assets"`
	Chains       []string `json:"chains"`
	MinRewardUSD string   `json:"min_reward_usd"`
	Funding      []string `json:"funding"`
}

type discoveryDomain struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// otherRoutes are served beside the table.
var otherRoutes = map[string]string{
	"POST /mcp":         "The same operations as MCP tools (streamable HTTP)",
	"GET /openapi.json": "This API as an OpenAPI 3.1 document",
	"GET /health/live":  "Whether the process runs",
	"GET /health/ready": "Whether it does its work, and what it waits for",
}

// mcpPath is where the MCP endpoint is mounted.
const mcpPath = "/mcp"

func (t *table) discovery(all func() op.Table) op.Table {
	tags := []string{"discovery"}
	return op.Table{
		declare(op.Spec{Name: "get_index", Summary: "What this server is and where everything is", Tags: tags,
			Bindings: []op.Binding{board("GET", "/v1")},
			Exempt:   []op.Exempt{{Surface: op.MCP, Reason: "tools/list and the server's instructions say this there"}},
		}, func(context.Context, empty) (indexOut, error) { return t.index(all()), nil }),
		declare(op.Spec{Name: "discover_server", Summary: "The server's OABP manifest", Tags: tags,
			Bindings: []op.Binding{oabp("GET", "/.well-known/oabp.json"), oabp("GET", "/.well-known/agent-bounty.json")},
			Tools:    []op.Tool{{Name: "discover_server", Dialect: op.OABP, ReadOnly: true}},
		}, t.manifest),
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

func (t *table) manifest(ctx context.Context, _ empty) (discoveryOut, error) {
	set, err := t.core.Settings(ctx)
	if err != nil {
		return discoveryOut{}, err
	}
	out := discoveryOut{Implementation: "oabpd", Version: t.cfg.Version, SpecVersion: "0.3.7", AIPSupported: []int{1}, AIPs: []int{1},
		AIPSupport: []int{1}, Chain: t.cfg.Chain, ChainID: set.ChainID, Contact: t.cfg.Contact, Identity: "proven",
		Endpoints: map[string]string{
			"index":           "/v1",
			"missions":        "/missions",
			"missions_active": "/missions",
			"mission":         "/missions/{id}",
			"api_missions":    "/api/missions",
			"api_mission":     "/api/missions/{id}",
			"bounties":        "/v1/bounties",
			"register":        "/v1/agents/register",
			"auth_nonce":      "/auth/nonce",
			"auth_siwe":       "/auth/siwe",
			"settlement":      "/settlements/{id}",
			"receipt":         "/missions/{mission_id}/receipts/{submission_id}",
			"openapi":         "/openapi.json",
			"mcp":             mcpPath,
		},
		MCP: discoveryMCP{t.cfg.PublicURL + mcpPath, mcpPath, "streamable_http", []string{"GET", "POST", "DELETE"},
			int(t.cfg.HandshakeTimeout.Seconds())},
		Transport: "streamable_http", ReceiptKeys: append([]ReceiptKey{}, t.cfg.ReceiptKeys()...),
		ReceiptPath: "/missions/{mission_id}/receipts/{submission_id}", Verifications: []string{verifyByHim}, FeeBPS: set.FeeBP,
		FeeAddress: addressOrNull(set.FeeAddress), Confirmations: set.Confirmations, Finality: tiersOf(set),
		Payment: discoveryPayment{[]string{asset}, []string{t.cfg.Chain}, "0.01", []string{}},
		Token:   set.Token, TokenDomain: discoveryDomain{t.cfg.TokenName, t.cfg.TokenVersion},
		PayContracts: list(set.PayContracts, func(p settle.PayContract) settle.Address { return p.Address }),
		Contracts:    set.Contracts,
		Accepts:      acceptsOf([]settle.Identification{settle.ByTag, settle.ByDeposit, settle.ByPayer}), Registries: []string{}}
	if len(set.PayContracts) > 0 {
		out.Payment.Funding = append(out.Payment.Funding, string(settle.ModeDirect))
	}
	if c := set.Contracts; !c.Escrow.IsZero() {
		out.Payment.Funding = append(out.Payment.Funding, string(settle.ModeEscrow))
		out.Endpoints["mission_escrow"], out.Endpoints["mission_spec"] = "/missions/{id}/escrow", "/missions/{id}/spec"
		out.Endpoints["mission_fund"], out.Endpoints["mission_award"] = "/missions/{id}/fund", "/missions/{id}/award"
		out.Verifications = append(out.Verifications, settle.FirstValidMatch.String())
		if !c.Vote.IsZero() {
			out.Verifications = append(out.Verifications, settle.PeerVote.String())
		}
		if !c.AttestationOracle.IsZero() {
			out.Verifications = append(out.Verifications, settle.OracleDecides.String())
		}
	}
	return out, nil
}
