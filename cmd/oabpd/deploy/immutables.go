package deploy

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// values are immutables by declaring contract and name.
type values map[string]common.Hash

// with adds a contract's own immutables.
func (v values) with(contract string, own values) values {
	for name, w := range own {
		v[contract+"."+name] = w
	}
	return v
}

// constant are immutables that do not depend on the contract's address.
func constant(contract string, own values) func(common.Address) values {
	return func(common.Address) values { return values{}.with(contract, own) }
}

func word(a common.Address) common.Hash { return common.BytesToHash(a[:]) }

func number(n uint64) (w common.Hash) {
	for i := range 8 {
		w[31-i] = byte(n >> (8 * i))
	}
	return w
}

// shortString is OpenZeppelin's form of a string below 32 bytes: the bytes,
// and their count in the last one.
func shortString(s string) (w common.Hash) {
	copy(w[:31], s)
	w[31] = byte(len(s))
	return w
}

// domain are the immutables of OpenZeppelin's EIP712 with version "1".
func (m *planner) domain(name string, self common.Address) values {
	const version = "1"
	typ := crypto.Keccak256Hash([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	hashedName, hashedVersion := crypto.Keccak256Hash([]byte(name)), crypto.Keccak256Hash([]byte(version))
	chainID := number(m.chainID)
	return values{}.with("EIP712", values{"_hashedName": hashedName, "_hashedVersion": hashedVersion,
		"_name": shortString(name), "_version": shortString(version), "_cachedChainId": chainID, "_cachedThis": word(self),
		"_cachedDomainSeparator": crypto.Keccak256Hash(typ[:], hashedName[:], hashedVersion[:], chainID[:], word(self).Bytes())})
}

// fill puts the immutables into the runtime code. One without a value, or a
// value without a place, is a mistake of the plan.
func (a artifact) fill(v values) ([]byte, error) {
	code, err := hex.DecodeString(strings.TrimPrefix(a.runtime, "0x"))
	if err != nil {
		return nil, fmt.Errorf("reading the binding's runtime code: %w", err)
	}
	for name := range v {
		if _, ok := a.immutables[name]; !ok {
			return nil, fmt.Errorf("the code has no immutable %s", name)
		}
	}
	for name, places := range a.immutables {
		w, ok := v[name]
		if !ok {
			return nil, fmt.Errorf("immutable %s has no value", name)
		}
		for _, at := range places {
			copy(code[at:at+len(w)], w[:])
		}
	}
	return code, nil
}

// difference says where found differs from the repository's code.
func (s *Step) difference(found []byte) error {
	if slices.Equal(found, s.Code) {
		return nil
	}
	if len(found) != len(s.Code) {
		return fmt.Errorf("%s: the code at %s has %d bytes, the repository's %d", s.Name, s.Address, len(found), len(s.Code))
	}
	for i := range found {
		if found[i] != s.Code[i] {
			return fmt.Errorf("%s: the code at %s differs from the repository's at byte %d of %d", s.Name, s.Address, i, len(found))
		}
	}
	return nil
}

// trimName drops the underscore that sets a constructor's argument apart.
func trimName(s string) string { return strings.TrimSuffix(s, "_") }

func argText(v any) string {
	switch v := v.(type) {
	case common.Address:
		return v.Hex()
	case []common.Address:
		texts := make([]string, len(v))
		for i, a := range v {
			texts[i] = a.Hex()
		}
		return "[" + strings.Join(texts, ",") + "]"
	}
	return fmt.Sprint(v) // numbers, and hashes in hex
}
