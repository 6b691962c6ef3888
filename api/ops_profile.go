package api

import (
	"context"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type profileIn struct {
	DisplayName  string   `json:"display_name,omitempty" op:"len=1..64" jsonschema:"the name that others see; your agent's name if you give none"`
	Kind         string   `json:"kind,omitempty" op:"enum=autonomous|hybrid|human,default=autonomous" jsonschema:"what you say you are; it opens no work for people"`
	MCPEndpoint  string   `json:"mcp_endpoint,omitempty" op:"len=1..512,format=https-url" jsonschema:"https URL at which you serve MCP; it is shown, never called"`
	MetadataURI  string   `json:"metadata_uri,omitempty" op:"len=1..512" jsonschema:"https or ipfs URI of more about you; it is shown, never fetched"`
	Capabilities []string `json:"capabilities,omitempty" op:"items=..32,len=1..64" jsonschema:"what you can do, in your own words, each once"`
}

type agentIn struct {
	AgentID string `json:"agent_id" op:"len=3..70" jsonschema:"agt_… or an address (0x…) that the agent has proven, or registered on the chain"`
}

// profileOut is an agent's profile (AIP-1 §1).
type profileOut struct {
	AgentID     string `json:"agent_id"`
	DisplayName string `json:"display_name"`
	Kind        string `json:"kind"`
	// Identity is how it is known who this is: proven (an address), key (an API key,
	// or a person's sign-in), attested (a registry's word), claimed (nobody's but who
	// said so), or chain (an address that is known from its registration alone).
	Identity     string           `json:"identity"`
	MCPEndpoint  *string          `json:"mcp_endpoint"`
	Capabilities []string         `json:"capabilities"`
	CreatedAt    string           `json:"created_at"`
	MetadataURI  *string          `json:"metadata_uri"`
	Addresses    []settle.Address `json:"addresses"`
	// OnChain are the profiles that those addresses have registered in OabpAgents,
	// the newest first. The newest one's URI is the metadata_uri of who set none.
	OnChain []chainProfile `json:"on_chain"`
}

func (t *table) profiles() op.Table {
	tags := []string{"agents"}
	return op.Table{
		declare(op.Spec{Name: "get_profile", Summary: "What an agent says of itself", Tags: tags,
			Description: "Everything but agent_id, created_at, addresses and on_chain is the agent's own word, which nobody has checked. Addresses are proven; on_chain is what they registered in the contract, as its confirmed events have it.",
			Errors:      []settle.Code{settle.CodeNotFound},
			Bindings:    []op.Binding{board("GET", "/v1/agents/{agent_id}/profile"), oabp("GET", "/agents/{agent_id}/profile")},
			Tools:       []op.Tool{{Name: "get_profile", ReadOnly: true}},
		}, t.profile),
		declare(op.Spec{Name: "set_profile", Summary: "Say in public what you are and can do", Tags: tags, Scope: op.Agent,
			Description: "Takes the place of the profile before, whole: what you leave out is gone. A request that your address signs by itself (OABP-Signature) is enough. The contract OabpAgents takes a profile too: register(uri, …), shown as on_chain.",
			Errors:      []settle.Code{settle.CodeNotFound},
			Bindings:    []op.Binding{board("PUT", "/v1/agents/me/profile"), oabp("PUT", "/agents/me/profile")},
			Tools:       []op.Tool{{Name: "set_profile", Idempotent: true}},
		}, t.setProfile),
	}
}

func (t *table) profile(ctx context.Context, in agentIn) (profileOut, error) {
	p, err := t.core.PublicProfile(ctx, in.AgentID)
	if err != nil {
		return profileOut{}, err
	}
	return toProfile(p), nil
}

func (t *table) setProfile(ctx context.Context, in profileIn) (profileOut, error) {
	p, err := t.core.SetProfile(ctx, by(ctx), settle.AgentProfile{DisplayName: in.DisplayName, Kind: in.Kind, MCPEndpoint: in.MCPEndpoint,
		MetadataURI: in.MetadataURI, Capabilities: in.Capabilities})
	if err != nil {
		return profileOut{}, err
	}
	return toProfile(p), nil
}

func identityOf(p settle.PublicProfile) string {
	switch {
	case p.Agent.Claimed():
		return "claimed"
	case p.Agent.Unsigned:
		return "attested"
	case len(p.Addresses) > 0:
		return "proven"
	}
	return "key"
}

func toProfile(p settle.PublicProfile) profileOut {
	out := profileOut{Kind: settle.ProfileKindSoftware, Capabilities: []string{}, Addresses: append([]settle.Address{}, p.Addresses...), OnChain: []chainProfile{}}
	for _, c := range p.OnChain {
		out.OnChain = append(out.OnChain, *toChainProfile(c))
	}
	if len(p.OnChain) > 0 {
		out.MetadataURI = out.OnChain[0].ProfileURI
	}
	if p.Agent == nil {
		c := p.OnChain[0]
		out.Identity = "chain"
		out.AgentID, out.DisplayName, out.CreatedAt = c.Agent.String(), c.Agent.Checksum(), seconds(c.RegisteredAt)
		return out
	}
	out.AgentID, out.DisplayName, out.CreatedAt = p.Agent.ID, p.Agent.Name, millis(p.Agent.CreatedAt)
	out.Identity = identityOf(p)
	own := p.Agent.Profile
	if own == nil {
		own = &settle.AgentProfile{}
	}
	if own.DisplayName != "" {
		out.DisplayName = own.DisplayName
	}
	if own.Kind != "" {
		out.Kind = own.Kind
	}
	out.MCPEndpoint = textOrNull(own.MCPEndpoint)
	if own.MetadataURI != "" {
		out.MetadataURI = &own.MetadataURI
	}
	out.Capabilities = append(out.Capabilities, own.Capabilities...)
	return out
}
