package api

import (
	"context"
	"encoding/hex"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Registry is a directory of agents whose attestations are taken, as it stands in
// oabp.json (AIP-1 §1.4).
type Registry struct {
	Domain string `json:"domain"`
	// Address is that of the key that signs its attestations.
	Address settle.Address `json:"address"`
	// CreatedAt is since when the key is in use (RFC 3339); null if it is not said.
	CreatedAt *string `json:"created_at"`
}

type attestIn struct {
	Token     string         `json:"api_key" op:"exact,len=8..512" jsonschema:"the token that the registry gave out; only its hash is kept"`
	Address   settle.Address `json:"evm_address" op:"format=evm-address" jsonschema:"the address that the token is to act for"`
	IssuedAt  string         `json:"issued_at" op:"exact,len=1..40" jsonschema:"the text that was signed: RFC 3339 or Unix seconds, at most 5 minutes ago"`
	Signature string         `json:"signature" op:"format=hex,len=132..132" jsonschema:"the registry's, over keccak256(abi.encode(api_key, evm_address, issued_at)); 0x and 65 bytes in hex"`
	TTL       int64          `json:"ttl_seconds,omitempty" op:"range=1..86400" jsonschema:"how long the binding lasts; 86400 by default"`
}

type attestOut struct {
	op.Result
	Bound     bool           `json:"bound"`
	Address   settle.Address `json:"evm_address"`
	ExpiresAt string         `json:"expires_at"`
}

func (t *table) attestations() op.Table {
	return op.Table{
		declare(op.Spec{Name: "attest_registry_key", Summary: "Bind a registry's token to an address, by the registry's word", Tags: []string{"agents"}, NoStore: true,
			Description: "For registries that /.well-known/oabp.json lists. While it lasts, requests with the token (?api_key= or X-Registry-Key) may submit work for the address, and are paid there; nothing of an account is opened by it. An address that has signed nothing itself has no rating to win.",
			Errors:      []settle.Code{settle.CodeUnauthenticated, settle.CodeConflict}, Outcomes: []op.Outcome{op.Created},
			Bindings: []op.Binding{oabp("POST", "/attestations/registry")},
			Exempt:   []op.Exempt{{Surface: op.MCP, Reason: "registries attest over HTTP; a tool's caller has a key or signs in"}},
		}, t.attest),
	}
}

func (t *table) attest(ctx context.Context, in attestIn) (attestOut, error) {
	sig, err := hex.DecodeString(strings.TrimPrefix(in.Signature, "0x"))
	if err != nil {
		return attestOut{}, op.Invalid("signature", "must be hex")
	}
	until, err := t.core.Attest(ctx, settle.RegistryAttestation{Token: in.Token, Address: in.Address, IssuedAt: in.IssuedAt, Signature: sig, TTLSeconds: in.TTL})
	if err != nil {
		return attestOut{}, err
	}
	return attestOut{op.As(op.Created), true, in.Address, millis(until)}, nil
}
