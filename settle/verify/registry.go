package verify

import (
	"github.com/oabp/oabpd/settle"
)

// Registry is a registry whose attestations are taken, by the address of its key.
type Registry struct {
	// Domain names it, as in oabp.json.
	Domain  string
	Address settle.Address
}

// AttestationHash is what a registry signs (AIP-1 §1.4): keccak256 of
// abi.encode(string api_key, address evm_address, string issued_at).
func AttestationHash(a settle.RegistryAttestation) settle.Hash {
	token, issued := padded([]byte(a.Token)), padded([]byte(a.IssuedAt))
	const head = 3 * 32
	return settle.Keccak256(number(head), addressWord(a.Address), number(head+len(token)), token, issued)
}

// Attested is the registry that signed an attestation: over the hash itself, or
// over that as a message of 32 bytes (EIP-191); false if none of them did.
func Attested(registries []Registry, a settle.RegistryAttestation) (Registry, bool) {
	h := AttestationHash(a)
	for _, signed := range []settle.Hash{h, Hash(string(h[:]))} {
		by, ok := Recover(signed, a.Signature)
		if !ok {
			continue
		}
		for _, r := range registries {
			if r.Address == by && !by.IsZero() {
				return r, true
			}
		}
	}
	return Registry{}, false
}
