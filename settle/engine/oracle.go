package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
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

// maxOracleWords is how many bytes32 a method may take: mission, submission, content.
const maxOracleWords = 3

// calldata is the call of the method about a submission. Its bytes32 are, in this
// order, the ids of mission and submission as 32 bytes and the content hash; its
// address is where the submitter is paid.
func (o OracleCall) calldata(mission, submission string, content settle.Hash, payee settle.Address) ([]byte, error) {
	types, err := o.types()
	if err != nil {
		return nil, err
	}
	words := []settle.Hash{digest.PublicID(mission), digest.PublicID(submission), content}
	sum := settle.Keccak256([]byte(o.Method))
	out := append([]byte(nil), sum[:4]...)
	for _, t := range types {
		var w settle.Hash
		if t == "address" {
			copy(w[12:], payee[:])
		} else {
			w, words = words[0], words[1:]
		}
		out = append(out, w[:]...)
	}
	return out, nil
}

// types are the parameters of the method.
func (o OracleCall) types() ([]string, error) {
	name, rest, ok := strings.Cut(o.Method, "(")
	list, closed := strings.CutSuffix(rest, ")")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	if !ok || !closed || name == "" || strings.Trim(name[:1], letters) != "" || strings.Trim(name, letters+"0123456789") != "" || list == "" {
		return nil, errors.New("want a Solidity signature as decided(bytes32,bytes32,address)")
	}
	types, words := strings.Split(list, ","), 0
	for k, t := range types {
		switch {
		case t == "bytes32" && words < maxOracleWords:
			words++
		case t == "address" && !slices.Contains(types[:k], t):
		default:
			return nil, fmt.Errorf("parameter %d (%s): want at most %d bytes32 (mission, submission, content hash) and one address (the submitter's)", k+1, t, maxOracleWords)
		}
	}
	return types, nil
}

// ParseOracle reads contract:method, as 0x…:decided(bytes32,bytes32,address).
func ParseOracle(text string) (o OracleCall, err error) {
	contract, method, _ := strings.Cut(text, ":")
	if o.Contract, err = settle.ParseAddress(contract); err != nil {
		return o, err
	}
	o.Method = method
	_, err = o.types()
	return o, err
}

func (e *Engine) askOracle(ctx context.Context, t *task, o settle.OracleTerms) (bool, settle.Answered, error) {
	call := OracleCall{Contract: o.Contract, Method: o.Method}
	if e.o.OracleReader == nil || !slices.Contains(e.o.Oracles, call) {
		return false, settle.Answered{}, errNotAsked("oracle") // it was taken off the list
	}
	data, err := call.calldata(t.m.ID, t.work.ID, t.work.ContentHash, t.payee)
	if err != nil {
		return false, settle.Answered{}, err
	}
	return e.o.OracleReader.Decided(ctx, call.Contract, data)
}
