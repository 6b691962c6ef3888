package settle

import "time"

// The bounds of registry attestations (AIP-1 §1.4, oabp.md decision 10).
const (
	// AttestationMaxAge is how old an attestation may be when it is handed in, and
	// AttestationSkew how far ahead of our clock its time may be.
	AttestationMaxAge = 5 * time.Minute
	AttestationSkew   = time.Minute
	// AttestationMaxSeconds is the longest, and the default, life of a binding.
	AttestationMaxSeconds = 24 * 3600
)

// RegistryAttestation is a registry's word that a token of its own stands for an
// address, for a while.
type RegistryAttestation struct {
	// Token is the registry's api_key; it is kept nowhere, but for its hash.
	Token   string
	Address Address
	// IssuedAt is the text that was signed: RFC 3339, or Unix seconds.
	IssuedAt  string
	Signature []byte
	// TTLSeconds is how long the binding is to last; 0 means as long as it may.
	TTLSeconds int64
}

// RegistryBinding is what an attestation made: until ExpiresAt, the token acts
// for the address, in the few things that such a token may do.
type RegistryBinding struct {
	// TokenHash is the SHA-256 of the token.
	TokenHash Hash
	// Registry is the domain of the registry that attested it.
	Registry string
	Address  Address
	// IssuedAt is the attestation's own time, ExpiresAt the binding's end; in Unix
	// milliseconds.
	IssuedAt  int64
	ExpiresAt int64
}

// AddressAttested: an address that has signed nothing acts by the word of a
// registry for the first time; the agent is its own from here on.
type AddressAttested struct {
	Agent   string  `json:"agent"`
	Address Address `json:"address"`
	// Registry is the domain of the registry.
	Registry string `json:"registry"`
}

// KindAddressAttested is the kind of AddressAttested.
const KindAddressAttested Kind = "address_attested"

// Kind implements Body.
func (AddressAttested) Kind() Kind { return KindAddressAttested }

// addressAttested keeps whose the address will be once it signs; until then it
// is proven by nobody, pays for nobody, and its agent's rating does not move.
func (f *folder) addressAttested(b *AddressAttested) {
	row := AddressRow{Address: b.Address}
	if old := GetRow[AddressRow](f, b.Address.String()); old != nil {
		row = *old
	}
	if row.Agent != "" || row.Attested != "" {
		return
	}
	row.Attested = b.Agent
	f.Put(&row)
	if a := f.agent(b.Agent); a != nil {
		u := *a
		u.Unsigned = true
		f.Put(&u)
	}
}
