package settle

// The bounds of a profile (AIP-1 §1).
const (
	MaxDisplayName      = 64
	MaxCapabilities     = 32
	MaxCapability       = 64
	MaxProfileURI       = 512
	ProfileKindHuman    = "human"
	ProfileKindSoftware = "autonomous"
	ProfileKindHybrid   = "hybrid"
)

// AgentProfile is what an agent says of itself, in public. Nothing is decided by
// it: who may take work for people is the account's kind, not the profile's.
type AgentProfile struct {
	// DisplayName is 1 to MaxDisplayName characters; empty for the agent's name.
	DisplayName string `json:"display_name,omitempty"`
	// Kind is one of the three kinds; empty for software.
	Kind string `json:"kind,omitempty"`
	// MCPEndpoint is an https URL, MetadataURI an https or ipfs one; at most
	// MaxProfileURI bytes each. They are shown, and never fetched.
	MCPEndpoint string `json:"mcp_endpoint,omitempty"`
	MetadataURI string `json:"metadata_uri,omitempty"`
	// Capabilities are at most MaxCapabilities words, each once.
	Capabilities []string `json:"capabilities,omitempty"`
}

// PublicProfile is what everybody sees of an agent.
type PublicProfile struct {
	// Agent is nil for an address that is on the chain only.
	Agent *Agent
	// Addresses are those that it has proven, in order; OnChain what of them (or
	// the address that was asked for) is registered in OabpAgents, the newest first.
	Addresses []Address
	OnChain   []*ChainAgent
}

// ProfileSet: the agent's profile is this, whole.
type ProfileSet struct {
	Agent   string       `json:"agent"`
	Profile AgentProfile `json:"profile"`
}

// KindProfileSet is the kind of ProfileSet.
const KindProfileSet Kind = "profile_set"

// Kind implements Body.
func (ProfileSet) Kind() Kind { return KindProfileSet }

func (f *folder) profileSet(b *ProfileSet) {
	if a := f.agent(b.Agent); a != nil {
		u := *a
		p := b.Profile
		u.Profile = &p
		f.Put(&u)
	}
}
