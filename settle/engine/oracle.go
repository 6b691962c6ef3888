package engine

import (
	"github.com/oabp/oabpd/settle"
)

// OracleCall is a contract's method that the operator lets decide missions.
type OracleCall struct {
	Contract settle.Address
	// Method is a Solidity signature, as decided(bytes32,bytes32,address).
	Method string
}

// oracleTerms is what a poster says of an oracle. One that the operator does not
// know is taken, and nobody here asks it.
func (e *Engine) oracleTerms(v settle.NewVerification) (t settle.OracleTerms, err error) {
	if v.Expected != "" || v.Regex != "" || v.PredicateURI != "" || !v.TargetHash.IsZero() || v.MatchMode != "" {
		return t, badRule("an oracle has no match rule; choose first_valid_match, or leave it out")
	}
	t = settle.OracleTerms{Contract: v.OracleContract, Method: v.OracleMethod, Description: v.OracleDescription}
	switch {
	case t.Contract.IsZero() && t.Description == "":
		return t, badRule("say what decides: oracle_contract with oracle_method, or oracle_description")
	case t.Contract.IsZero() != (t.Method == ""):
		return t, badRule("oracle_contract and oracle_method belong together")
	}
	for _, o := range e.o.Oracles {
		t.Known = t.Known || o.Contract == t.Contract && o.Method == t.Method
	}
	return t, nil
}
