package settle

import "fmt"

// The rows of this file mirror what OabpAgents, OabpOracles, AttestationOracle
// and OabpReputation hold in storage; see rows_escrow.go.

// ChainAgent is a profile in OabpAgents.
type ChainAgent struct {
	Contract Address `json:"contract"`
	Agent    Address `json:"agent"`
	// RegisteredAt is in Unix seconds; it stays when the profile is updated.
	RegisteredAt    int64  `json:"registered_at"`
	RegisteredBlock uint64 `json:"registered_block"`
	// ERC8004ID is the linked identity, or NoIdentity.
	ERC8004ID   Uint256   `json:"erc8004_id"`
	ProfileHash Hash      `json:"profile_hash"`
	URI         ChainText `json:"uri"`
	// At is where the profile was registered or updated last.
	At ChainPos `json:"at"`
}

// Linked reports whether the profile names an ERC-8004 identity.
func (a *ChainAgent) Linked() bool { return a.ERC8004ID != NoIdentity }

// Oracle is an adapter on the allow list.
type Oracle struct {
	Contract Address `json:"contract"`
	Oracle   Address `json:"oracle"`
	// CodeHash is that of the code that was allowed; never zero.
	CodeHash Hash     `json:"code_hash"`
	At       ChainPos `json:"at"`
}

// OracleList is who keeps an allow list.
type OracleList struct {
	Contract Address `json:"contract"`
	// Owner is zero if nobody can change the list any more.
	Owner Address `json:"owner"`
	// PendingOwner was named by the owner and has not accepted yet.
	PendingOwner Address `json:"pending_owner,omitzero"`
}

// Attesters are who decides at an AttestationOracle.
type Attesters struct {
	Contract  Address `json:"contract"`
	Threshold uint8   `json:"threshold"`
	// Attesters are strictly ascending.
	Attesters []Address `json:"attesters"`
}

// Exported says which awards of a mission were copied to ERC-8004.
type Exported struct {
	Contract Address `json:"contract"`
	Mission  Hash    `json:"mission"`
	// Mask has bit i for tranche i.
	Mask   Uint256      `json:"mask"`
	Awards []ExportedTo `json:"awards"`
}

// ExportedTo is one copied award.
type ExportedTo struct {
	Tranche uint8    `json:"tranche"`
	AgentID Uint256  `json:"agent_id"`
	Agent   Address  `json:"agent"`
	At      ChainPos `json:"at"`
}

// Anchor is a block whose hash OabpReputation keeps.
type Anchor struct {
	Contract  Address `json:"contract"`
	Number    uint64  `json:"number"`
	BlockHash Hash    `json:"block_hash"`
}

// Table implements Row; so do the methods below.
func (*ChainAgent) Table() Table { return TableChainAgent }

// Key implements Row.
func (a ChainAgent) Key() string { return PairKey(a.Contract, a.Agent) }

// Table implements Row.
func (*Oracle) Table() Table { return TableOracle }

// Key implements Row.
func (o Oracle) Key() string { return PairKey(o.Contract, o.Oracle) }

// Table implements Row.
func (*OracleList) Table() Table { return TableOracleList }

// Key implements Row.
func (l OracleList) Key() string { return l.Contract.String() }

// Table implements Row.
func (*Attesters) Table() Table { return TableAttesters }

// Key implements Row.
func (a Attesters) Key() string { return a.Contract.String() }

// Table implements Row.
func (*Exported) Table() Table { return TableExported }

// Key implements Row.
func (e Exported) Key() string { return ExportedKey(e.Contract, e.Mission) }

// ExportedKey is the key of what a contract has copied of a mission's awards.
func ExportedKey(contract Address, mission Hash) string {
	return contract.String() + "/" + mission.String()
}

// Table implements Row.
func (*Anchor) Table() Table { return TableAnchor }

// Key implements Row.
func (a Anchor) Key() string { return fmt.Sprintf("%s/%020d", a.Contract, a.Number) }
