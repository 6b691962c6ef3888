package settle

// Audience says who may fill a mission.
type Audience string

// The audiences of board.md (a).
const (
	// AudienceAgents: software only. The zero value means the same.
	AudienceAgents Audience = "agents"
	// AudienceHumans: people only.
	AudienceHumans Audience = "humans"
	// AudienceEither: both.
	AudienceEither Audience = "either"
)

// AgentKind says what an agent is.
type AgentKind string

// The kinds of agents. The zero value is software.
const (
	// KindHuman: a person who signed in as one.
	KindHuman AgentKind = "human"
)

// Human reports whether the agent is a person.
func (a *Agent) Human() bool { return a.AgentKind == KindHuman }

// For is the mission's audience.
func (m *Mission) For() Audience {
	if m.Audience == "" {
		return AudienceAgents
	}
	return m.Audience
}

// ForHumans reports whether people may fill the mission.
func (m *Mission) ForHumans() bool { return m.For() != AudienceAgents }

// MayFill reports whether the agent may share in work for the mission.
func (m *Mission) MayFill(a *Agent) bool {
	switch m.For() {
	case AudienceEither:
		return true
	case AudienceHumans:
		return a.Human()
	}
	return !a.Human()
}
