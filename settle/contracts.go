package settle

import (
	"fmt"
	"slices"
)

// ContractRole says what a contract is in the escrow's system.
type ContractRole string

// The contracts whose events are folded, besides token and pay contracts.
const (
	// RoleEscrow is OabpEscrow: missions and their money.
	RoleEscrow ContractRole = "escrow"
	// RoleAgents is OabpAgents: profiles.
	RoleAgents ContractRole = "agents"
	// RoleVote is OabpVote: stakes and polls.
	RoleVote ContractRole = "vote"
	// RoleOracles is OabpOracles: the allow list.
	RoleOracles ContractRole = "oracles"
	// RoleAttestationOracle is AttestationOracle: k of n attesters.
	RoleAttestationOracle ContractRole = "attestation_oracle"
	// RoleReputation is OabpReputation: exports to ERC-8004.
	RoleReputation ContractRole = "reputation"
)

// ContractRoles lists every role.
func ContractRoles() []ContractRole {
	return []ContractRole{RoleEscrow, RoleAgents, RoleVote, RoleOracles, RoleAttestationOracle, RoleReputation}
}

// Contract is a contract and what it is.
type Contract struct {
	Role    ContractRole `json:"role"`
	Address Address      `json:"address"`
}

// Contracts are the escrow and the contracts beside it that are in force. The
// zero address means: not configured.
type Contracts struct {
	Escrow            Address `json:"escrow,omitzero"`
	Agents            Address `json:"agents,omitzero"`
	Vote              Address `json:"vote,omitzero"`
	Oracles           Address `json:"oracles,omitzero"`
	AttestationOracle Address `json:"attestation_oracle,omitzero"`
	Reputation        Address `json:"reputation,omitzero"`
}

// Of is the contract of a role, zero if it is not configured.
func (c Contracts) Of(r ContractRole) Address {
	switch r {
	case RoleEscrow:
		return c.Escrow
	case RoleAgents:
		return c.Agents
	case RoleVote:
		return c.Vote
	case RoleOracles:
		return c.Oracles
	case RoleAttestationOracle:
		return c.AttestationOracle
	case RoleReputation:
		return c.Reputation
	}
	return Address{}
}

// List are the configured ones, in the order of ContractRoles.
func (c Contracts) List() (out []Contract) {
	for _, r := range ContractRoles() {
		if a := c.Of(r); !a.IsZero() {
			out = append(out, Contract{r, a})
		}
	}
	return out
}

// KnownContracts are all contracts whose events count: those in force, then
// those that were configured once, the newest first. What a replaced contract
// holds (missions, stakes, credits) goes on living there.
func (s Settings) KnownContracts() []Contract {
	return append(s.Contracts.List(), s.RetiredContracts...)
}

// Knows reports whether the events of a contract in a role count.
func (s Settings) Knows(c Contract) bool {
	return !c.Address.IsZero() && (s.Contracts.Of(c.Role) == c.Address || slices.Contains(s.RetiredContracts, c))
}

// RetireContracts gives the retired contracts of settings that follow old ones:
// what was known and is not in force any more.
func (s Settings) RetireContracts(old Settings) (out []Contract) {
	for _, c := range old.KnownContracts() {
		if s.Contracts.Of(c.Role) != c.Address {
			out = append(out, c)
		}
	}
	return out
}

// CheckContracts reports the first address that is named for two purposes
// among the token and everything whose events count.
func (s Settings) CheckContracts() error {
	named := map[Address]string{s.Token: "the token"}
	for _, p := range s.KnownPay() {
		if other, ok := named[p.Address]; ok {
			return fmt.Errorf("%s is %s and a pay contract", p.Address, other)
		}
		named[p.Address] = "a pay contract"
	}
	for _, c := range s.KnownContracts() {
		if other, ok := named[c.Address]; ok {
			return fmt.Errorf("%s is %s and the %s contract", c.Address, other, c.Role)
		}
		named[c.Address] = fmt.Sprintf("the %s contract", c.Role)
	}
	return nil
}
