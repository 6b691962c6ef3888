package settle

import "github.com/oabp/oabpd/settle/money"

// The events of OabpAgents, OabpOracles, AttestationOracle and OabpReputation,
// with the members of the Solidity events.

// EventAgentRegistered: an agent registered, for the first time or again.
type EventAgentRegistered struct {
	Agent Address `json:"agent"`
	// ERC8004ID is its linked id, or NoIdentity.
	ERC8004ID Uint256 `json:"erc8004_id"`
	// ProfileHash is the SHA-256 of the profile document.
	ProfileHash Hash `json:"profile_hash"`
	// URI is at most 512 bytes.
	URI ChainText `json:"uri"`
}

// EventAgentUpdated: an agent changed its profile or its link.
type EventAgentUpdated struct {
	Agent       Address   `json:"agent"`
	ERC8004ID   Uint256   `json:"erc8004_id"`
	ProfileHash Hash      `json:"profile_hash"`
	URI         ChainText `json:"uri"`
}

// EventAgentDeactivated: an agent took its profile back.
type EventAgentDeactivated struct {
	Agent Address `json:"agent"`
}

// EventOracleAllowed: an adapter was put on the list or taken off it.
type EventOracleAllowed struct {
	Oracle  Address `json:"oracle"`
	Allowed bool    `json:"allowed"`
	// CodeHash is that of the adapter's code; zero when it was taken off.
	CodeHash Hash `json:"code_hash"`
}

// EventOwnershipTransferStarted: the list's owner named a successor.
type EventOwnershipTransferStarted struct {
	PreviousOwner Address `json:"previous_owner"`
	NewOwner      Address `json:"new_owner"`
}

// EventOwnershipTransferred: the list has another owner, or (zero) none.
type EventOwnershipTransferred struct {
	PreviousOwner Address `json:"previous_owner"`
	NewOwner      Address `json:"new_owner"`
}

// EventAttestersSet: the attesters of an oracle, once, at its deployment.
type EventAttestersSet struct {
	// Threshold is how many must agree, at most the number of attesters.
	Threshold uint8 `json:"threshold"`
	// Attesters are 1 to 32, strictly ascending.
	Attesters []Address `json:"attesters"`
}

// EventAttested: a finding was attested, and the escrow was told.
type EventAttested struct {
	MissionID      Hash    `json:"mission_id"`
	Tranche        uint8   `json:"tranche"`
	Agent          Address `json:"agent"`
	SubmissionHash Hash    `json:"submission_hash"`
	// Position is the submission's block number times 2^32 plus its log index as
	// signed; zero where order does not matter. (The contract refuses one of a
	// later block, so it fits while block numbers are below 2^32.)
	Position uint64 `json:"position"`
	// Signers are 1 to 32, strictly ascending.
	Signers []Address `json:"signers"`
}

// EventReputationExported: an award was written to the ERC-8004 registry.
type EventReputationExported struct {
	MissionID Hash         `json:"mission_id"`
	Tranche   uint8        `json:"tranche"`
	AgentID   Uint256      `json:"agent_id"`
	Agent     Address      `json:"agent"`
	Gross     money.Amount `json:"gross"`
}

// EventBlockAnchored: the hash of a block is kept for later proofs.
type EventBlockAnchored struct {
	BlockNumber uint64 `json:"block_number"`
	BlockHash   Hash   `json:"block_hash"`
}

// LogKind implements ChainEvent; so do the methods below.
func (EventAgentRegistered) LogKind() LogKind { return LogAgentRegistered }

// LogKind implements ChainEvent.
func (EventAgentUpdated) LogKind() LogKind { return LogAgentUpdated }

// LogKind implements ChainEvent.
func (EventAgentDeactivated) LogKind() LogKind { return LogAgentDeactivated }

// LogKind implements ChainEvent.
func (EventOracleAllowed) LogKind() LogKind { return LogOracleAllowed }

// LogKind implements ChainEvent.
func (EventOwnershipTransferStarted) LogKind() LogKind { return LogOwnershipTransferStarted }

// LogKind implements ChainEvent.
func (EventOwnershipTransferred) LogKind() LogKind { return LogOwnershipTransferred }

// LogKind implements ChainEvent.
func (EventAttestersSet) LogKind() LogKind { return LogAttestersSet }

// LogKind implements ChainEvent.
func (EventAttested) LogKind() LogKind { return LogAttested }

// LogKind implements ChainEvent.
func (EventReputationExported) LogKind() LogKind { return LogReputationExported }

// LogKind implements ChainEvent.
func (EventBlockAnchored) LogKind() LogKind { return LogBlockAnchored }
