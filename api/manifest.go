package api

import (
	"context"
	"regexp"

	"github.com/oabp/oabpd/api/mcp"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

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
	Registries     []Registry        `json:"registries"`
}

type discoveryMCP struct {
	Endpoint         string   `json:"endpoint"`
	Path             string   `json:"path"`
	Transport        string   `json:"transport"`
	SupportedMethods []string `json:"supported_methods"`
	HandshakeSeconds int      `json:"handshake_timeout_seconds"`
	// TransportPaths says where the transport is (AIP-1 §7.1.1).
	TransportPaths discoveryPaths `json:"transport_paths"`
}

type discoveryPaths struct {
	Served              []string `json:"served"`
	CompatibilityServed []string `json:"compatibility_served"`
	NotServed           []string `json:"not_served"`
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

func (t *table) manifest(ctx context.Context, all op.Table) (discoveryOut, error) {
	set, err := t.core.Settings(ctx)
	if err != nil {
		return discoveryOut{}, err
	}
	paths := endpoints(all)
	aips := aipsOf(paths)
	out := discoveryOut{Implementation: "oabpd", Version: t.cfg.Version, SpecVersion: "0.3.7", AIPSupported: aips, AIPs: aips,
		AIPSupport: aips, Chain: t.cfg.Chain, ChainID: set.ChainID, Contact: t.cfg.Contact, Identity: string(t.cfg.Identity),
		Endpoints: paths,
		MCP: discoveryMCP{t.cfg.PublicURL + mcpPath, mcpPath, "streamable_http", []string{"GET", "POST", "DELETE"},
			int(t.cfg.HandshakeTimeout.Seconds()), discoveryPaths{[]string{mcpPath}, []string{}, mcp.Paths()}},
		Transport: "streamable_http", ReceiptKeys: append([]ReceiptKey{}, t.cfg.ReceiptKeys()...),
		ReceiptPath: "/missions/{mission_id}/receipts/{submission_id}", Verifications: []string{verifyByHim}, FeeBPS: set.FeeBP,
		FeeAddress: addressOrNull(set.FeeAddress), Confirmations: set.Confirmations, Finality: tiersOf(set),
		Payment: discoveryPayment{[]string{asset}, []string{t.cfg.Chain}, "0.01", []string{}},
		Token:   set.Token, TokenDomain: discoveryDomain{t.cfg.TokenName, t.cfg.TokenVersion},
		PayContracts: list(set.PayContracts, func(p settle.PayContract) settle.Address { return p.Address }),
		Contracts:    set.Contracts,
		Accepts:      acceptsOf([]settle.Identification{settle.ByTag, settle.ByDeposit, settle.ByPayer}), Registries: append([]Registry{}, t.cfg.Registries...)}
	if len(set.PayContracts) > 0 {
		out.Payment.Funding = append(out.Payment.Funding, string(settle.ModeDirect))
	}
	if set.Contracts.Escrow.IsZero() {
		for _, name := range []string{"mission_escrow", "mission_spec", "mission_fund", "mission_award"} {
			delete(paths, name)
		}
	}
	if c := set.Contracts; !c.Escrow.IsZero() {
		out.Payment.Funding = append(out.Payment.Funding, string(settle.ModeEscrow))
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

// endpointNames are what oabp.json calls the paths, each with the paths in the order
// in which they are preferred: the first that is served is named, and no name is
// given where none is. Clients concatenate origin and path, so they are paths
// (oabp.md (c) 5).
var endpointNames = []struct {
	name  string
	paths []string
}{
	{"index", []string{"/v1"}},
	{"missions", []string{"/missions"}},
	{"missions_active", []string{"/missions/active", "/missions"}},
	{"missions_types", []string{"/missions/types"}},
	{"missions_stats", []string{"/missions/stats"}},
	{"mission", []string{"/missions/{id}"}},
	{"mission_submit", []string{"/missions/{id}/submit"}},
	{"mission_vote", []string{"/missions/{id}/vote"}},
	{"mission_resolve", []string{"/missions/{id}/resolve"}},
	{"mission_escrow", []string{"/missions/{id}/escrow"}},
	{"mission_spec", []string{"/missions/{id}/spec"}},
	{"mission_fund", []string{"/missions/{id}/fund"}},
	{"mission_award", []string{"/missions/{id}/award"}},
	{"receipt", []string{"/missions/{id}/receipts/{submission_id}"}},
	{"receipts", []string{"/receipts"}},
	{"api_missions", []string{"/api/missions"}},
	{"api_mission", []string{"/api/missions/{id}"}},
	{"stats", []string{"/api/stats", "/v1/stats"}},
	{"submissions", []string{"/api/submissions"}},
	{"leaderboard", []string{"/api/leaderboard"}},
	{"agents", []string{"/agents"}},
	{"agent", []string{"/agents/{id}", "/api/agents/{id}"}},
	{"agent_badge", []string{"/api/agents/{id}/badge.svg", "/agents/{id}/badge.svg"}},
	{"agent_reputation", []string{"/api/agents/{id}/reputation"}},
	{"reputation", []string{"/api/reputation/{id}"}},
	{"reputation_attestation", []string{"/reputation/{address}/attestation"}},
	{"attestations_registry", []string{"/attestations/registry"}},
	{"disputes", []string{"/api/disputes"}},
	{"webhook", []string{"/webhooks"}},
	{"events", []string{"/events"}},
	{"checkpoints", []string{"/journal/checkpoints"}},
	{"capabilities", []string{"/capabilities"}},
	{"bounties", []string{"/v1/bounties"}},
	{"activity", []string{"/v1/activity"}},
	{"register", []string{"/v1/agents/register"}},
	{"auth_nonce", []string{"/auth/nonce"}},
	{"auth_siwe", []string{"/auth/siwe"}},
	{"settlement", []string{"/settlements/{id}"}},
	{"feed", []string{"/feed.xml"}},
	{"rss", []string{"/missions.rss"}},
	{"sitemap", []string{"/sitemap.xml"}},
	{"specs", []string{"/specs.zip"}},
	{"openapi", []string{"/openapi.json"}},
	{"docs", []string{"/docs"}},
	{"llms", []string{"/llms.txt"}},
	{"agent_card", []string{"/.well-known/agent-card.json"}},
	{"jwks", []string{"/.well-known/jwks.json"}},
	{"a2a", []string{"/api/a2a"}},
	{"mcp", []string{mcpPath}},
	{"health", []string{"/health"}},
}

// aipsOf are the numbers of the proposals whose required routes are served: types of
// missions (2), portable reputation (3), disputes (4).
func aipsOf(endpoints map[string]string) []int {
	out := []int{1}
	for k, name := range []string{"missions_types", "reputation_attestation", "disputes"} {
		if endpoints[name] != "" {
			out = append(out, k+2)
		}
	}
	return out
}

var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// endpoints are the names of what is served.
func endpoints(all op.Table) map[string]string {
	served := map[string]bool{}
	for _, path := range OtherPaths() {
		served[path] = true
	}
	for _, e := range all.Routes() {
		served[inBraces.ReplaceAllString(e.Route.Path, "{}")] = true
	}
	out := map[string]string{}
	for _, n := range endpointNames {
		for _, path := range n.paths {
			if served[inBraces.ReplaceAllString(path, "{}")] {
				out[n.name] = path
				break
			}
		}
	}
	return out
}
