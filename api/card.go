package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/oabp/oabpd/api/a2a"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/proof/jose"
)

// agentCard is an A2A 0.3.0 agent card by the profile of AIP-1 §9.3.
type agentCard struct {
	Name                 string                `json:"name"`
	Description          string                `json:"description"`
	URL                  string                `json:"url"`
	Version              string                `json:"version"`
	ProtocolVersion      string                `json:"protocolVersion"`
	PreferredTransport   string                `json:"preferredTransport"`
	AdditionalInterfaces []cardInterface       `json:"additionalInterfaces"`
	DocumentationURL     string                `json:"documentationUrl"`
	Provider             cardProvider          `json:"provider"`
	Capabilities         cardCapabilities      `json:"capabilities"`
	DefaultInputModes    []string              `json:"defaultInputModes"`
	DefaultOutputModes   []string              `json:"defaultOutputModes"`
	Skills               []cardSkill           `json:"skills"`
	SecuritySchemes      map[string]cardScheme `json:"securitySchemes"`
	Security             []map[string][]string `json:"security"`
	Transport            cardTransport         `json:"transport"`
	Links                map[string]string     `json:"links"`
}

type cardInterface struct {
	Transport string `json:"transport"`
	URL       string `json:"url"`
}

type cardProvider struct {
	Organization string `json:"organization"`
	URL          string `json:"url"`
}

type cardCapabilities struct {
	Streaming              bool     `json:"streaming"`
	PushNotifications      bool     `json:"pushNotifications"`
	StateTransitionHistory bool     `json:"stateTransitionHistory"`
	Extensions             []string `json:"extensions"`
}

type cardSkill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Examples    []string `json:"examples"`
	InputModes  []string `json:"inputModes"`
	OutputModes []string `json:"outputModes"`
}

type cardScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme,omitempty"`
	In          string `json:"in,omitempty"`
	Name        string `json:"name,omitempty"`
	Description string `json:"description"`
}

type cardTransport struct {
	Protocols []cardProtocol `json:"protocols"`
}

// cardProtocol is one way in, with what has to be sent, literally (AIP-1 §7.4).
type cardProtocol struct {
	Name       string          `json:"name"`
	Type       string          `json:"type"`
	URL        string          `json:"url"`
	Handshake  []cardStep      `json:"handshake"`
	ErrorShape *cardErrorShape `json:"errorShape,omitempty"`
}

type cardStep struct {
	Step    int               `json:"step"`
	Method  string            `json:"method"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    json.RawMessage   `json:"body,omitempty"`
	Expect  string            `json:"expect"`
}

type cardErrorShape struct {
	Statuses  []int    `json:"statuses"`
	Members   []string `json:"members"`
	RecipeURL string   `json:"recipeUrl"`
}

const (
	jsonMode = "application/json"
	// cardPath is the first of the card's paths, keySetPath that of the keys.
	cardPath   = "/.well-known/agent-card.json"
	keySetPath = "/.well-known/jwks.json"
)

// cards are the signed agent card on its three paths, and the keys that check it.
func (t *table) cards() op.Table {
	tags := []string{"discovery"}
	noTool := []op.Exempt{{Surface: op.MCP, Reason: "a file that is looked for at its place on the web"}}
	errs := []settle.Code{settle.CodeNotFound}
	none := settle.Errorf(settle.CodeNotFound, "this server signs no agent card")
	return op.Table{
		declare(op.Spec{Name: "get_agent_card", Summary: "The signed A2A agent card", Tags: tags, Errors: errs, Exempt: noTool,
			Description: "Protocol version 0.3.0. Signed by ES256 over the RFC 8785 form of the card without signatures; the keys are in /.well-known/jwks.json.",
			Bindings:    []op.Binding{oabp("GET", cardPath), oabp("GET", "/.well-known/agent.json"), oabp("GET", "/agent-card.json")},
		}, func(context.Context, empty) (op.Raw, error) {
			if t.cfg.Card == nil {
				return op.Raw{}, none
			}
			b, err := json.Marshal(t.agentCard())
			if err != nil {
				return op.Raw{}, fmt.Errorf("writing the agent card: %w", err)
			}
			b, err = jose.Sign(b, t.cfg.Card)
			return op.Raw{Body: b}, err
		}),
		declare(op.Spec{Name: "get_jwks", Summary: "The public keys that sign the agent card", Tags: tags, Errors: errs, Exempt: noTool,
			Description: "RFC 7517. The newest key signs; older ones stay, so that cached cards can be checked.",
			Bindings:    []op.Binding{oabp("GET", keySetPath)},
		}, func(context.Context, empty) (jose.Set, error) {
			if t.cfg.Card == nil {
				return jose.Set{}, none
			}
			return t.cfg.Card.Set(), nil
		}),
	}
}

// agentCard is the card without its signature.
func (t *table) agentCard() agentCard {
	at := func(path string) string { return t.cfg.PublicURL + path }
	return agentCard{
		Name:        t.cfg.Name,
		Description: "A bounty board and settlement verifier for agents: finds missions, takes sealed work, and confirms on Base that it was paid in USDC.",
		URL:         at(a2a.Path), Version: cmp.Or(t.cfg.Version, "0.0.0"), ProtocolVersion: a2a.ProtocolVersion, PreferredTransport: "JSONRPC",
		AdditionalInterfaces: []cardInterface{{"MCP", at(mcpPath)}, {"JSONRPC", at(a2a.Path)}, {"HTTP+JSON", at("/api")}},
		DocumentationURL:     at("/docs"), Provider: cardProvider{t.cfg.Name, t.cfg.PublicURL},
		Capabilities:      cardCapabilities{Extensions: []string{}},
		DefaultInputModes: []string{jsonMode, plainText}, DefaultOutputModes: []string{jsonMode},
		Skills: cardSkills(), Security: []map[string][]string{},
		SecuritySchemes: map[string]cardScheme{
			"bearer": {Type: "http", Scheme: "bearer", Description: "An API key (POST /v1/agents/register) or a token of POST /auth/siwe. Reading needs none."},
			"signature": {Type: "apiKey", In: "header", Name: "OABP-Signature",
				Description: "An EIP-712 signature of the one request by the agent's address."},
		},
		Transport: t.cardTransport(),
		Links: map[string]string{"manifest": at("/.well-known/oabp.json"), "jwks": at(keySetPath), "openapi": at("/openapi.json"), "feed": at("/feed.xml"),
			"llms": at("/llms.txt"), "mcp": at("/.well-known/mcp.json")},
	}
}

// cardSkills are what a message can ask for. Their ids never change.
func cardSkills() []cardSkill {
	both, out := []string{jsonMode, plainText}, []string{jsonMode}
	return []cardSkill{
		{a2a.SkillMissions, "Find missions", "Lists missions, newest first, filtered by status, funding (escrow by default; any adds those that are paid when picked or by the poster's word) and verification_type. Read-only.",
			[]string{"missions", "bounties", "discovery", "read-only"}, []string{"list open missions", `{"skill":"oabp.missions","status":"open","funding":"any"}`}, both, out},
		{a2a.SkillMission, "Look at a mission", "Shows one mission with its reward, how it is paid and verified, its deadline and its resolution. Read-only.",
			[]string{"missions", "read-only"}, []string{"show mis_0123456789abcdef", `{"skill":"oabp.mission","mission_id":"mis_0123456789abcdef"}`}, both, out},
		{a2a.SkillSubmit, "Submit work", "Hands in work for a mission: content is sealed until it is paid, preview is what the poster judges by. Needs a credential; a repeated messageId submits once.",
			[]string{"missions", "submit", "write"}, []string{`{"skill":"oabp.submit","mission_id":"mis_0123456789abcdef","content":"…","preview":"…"}`}, out, out},
	}
}

// cardTransport says literally what to send, since clients were seen to leave out a
// step or a header (oabp.md (f) 7).
func (t *table) cardTransport() cardTransport {
	session := map[string]string{"Content-Type": jsonMode, "Accept": "application/json, text/event-stream", "Mcp-Session-Id": "<from step 1>", "MCP-Protocol-Version": "2025-06-18"}
	first := map[string]string{"Content-Type": jsonMode, "Accept": "application/json, text/event-stream"}
	return cardTransport{[]cardProtocol{
		{Name: "MCP", Type: "streamable_http", URL: t.cfg.PublicURL + mcpPath, Handshake: []cardStep{
			{1, "POST", first, json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"your-agent","version":"1.0"}}}`),
				"200; keep the response header Mcp-Session-Id"},
			{2, "POST", session, json.RawMessage(`{"jsonrpc":"2.0","method":"notifications/initialized"}`),
				fmt.Sprintf("202; at the latest %d seconds after step 1, or the session ends", t.cfg.HandshakeTimeout/time.Second)},
			{3, "POST", session, json.RawMessage(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`), "200 with the tools; tools/call from now on"},
			{4, "DELETE", map[string]string{"Mcp-Session-Id": "<from step 1>"}, nil, "200; the session is over"},
		}, ErrorShape: &cardErrorShape{[]int{400, 404, 406}, []string{"jsonrpc", "error", "canonical_endpoint", "supported_transports", "documentation"},
			t.cfg.PublicURL + "/llms.txt"}},
		{Name: "A2A", Type: "jsonrpc", URL: t.cfg.PublicURL + a2a.Path, Handshake: []cardStep{
			{1, "POST", map[string]string{"Content-Type": jsonMode}, json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"role":"user","messageId":"1","parts":[{"kind":"text","text":"list open missions"}]}}}`),
				"200 with a task; no session is needed"},
		}},
	}}
}
