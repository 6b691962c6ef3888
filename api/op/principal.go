package op

import (
	"context"
	"net/netip"

	"github.com/oabp/oabpd/settle"
)

// Principal is who calls. The zero value is an anonymous caller.
type Principal struct {
	// AgentID is the agent's public id (agt_…); empty for an anonymous caller
	// and for the administrator.
	AgentID string
	// Addresses are the agent's proven addresses.
	Addresses []settle.Address
	// Signer is the address that signed this request or opened this session;
	// zero for an API key.
	Signer settle.Address
	// Key is the hash of the API key, zero without one.
	Key settle.Hash
	// Admin is set for the holder of the admin key.
	Admin bool
	// Proof is what the signature of a request proves that is signed by itself; nil
	// for any other. AgentID is empty while its address is no agent.
	Proof *settle.RequestProof
	// Attested is by what a registry's token acts; nil for any other. AgentID is empty
	// while its address is no agent.
	Attested *settle.RegistryBinding
}

// pending says that the caller has to Enter before anything is done.
func (p Principal) pending() bool { return p.Proof != nil || p.Attested != nil }

// Anonymous reports whether nobody is known.
func (p Principal) Anonymous() bool { return p.AgentID == "" && !p.Admin }

// Credential is one claim of identity; exactly one field is set.
type Credential struct {
	// Token is a bearer token or an API key (bk_…).
	Token string
	// AdminKey is the X-Admin-Key.
	AdminKey string
	// Signed is a request signed by itself (wire.md "Signed single requests").
	Signed *settle.SignedRequest
	// Registry is a registry's token (X-Registry-Key, or ?api_key=).
	Registry string
}

// Authenticator resolves credentials. A credential that is not valid is an
// error with settle.CodeUnauthenticated (or CodeForbidden for an admin key);
// any other error means that it could not be told.
type Authenticator interface {
	Authenticate(ctx context.Context, c Credential) (Principal, error)
	// Enter is asked once for a principal with a Proof or Attested, when the limits
	// admit the call and its input is well-formed, before anything is done: it uses
	// the request's nonce up (CodeUnauthenticated for one that was used), and with
	// enroll makes the address an agent.
	Enter(ctx context.Context, p Principal, enroll bool) (Principal, error)
}

// Info is what a call carries beside its input.
type Info struct {
	// RequestID is in the answer, in the log and in every error body.
	RequestID string
	// IP is the caller's network address, the zero Addr if unknown.
	IP      netip.Addr
	Surface Surface
	Dialect Dialect
}

type contextKey struct{}

type contextValue struct {
	principal Principal
	info      Info
}

// NewContext gives a context that PrincipalOf and InfoOf read; for the runner,
// and for tests of operations.
func NewContext(ctx context.Context, p Principal, i Info) context.Context {
	return context.WithValue(ctx, contextKey{}, contextValue{p, i})
}

// PrincipalOf is the caller of the operation that runs in ctx.
func PrincipalOf(ctx context.Context) Principal {
	v, _ := ctx.Value(contextKey{}).(contextValue)
	return v.principal
}

// InfoOf is what the call in ctx carries beside its input.
func InfoOf(ctx context.Context) Info {
	v, _ := ctx.Value(contextKey{}).(contextValue)
	return v.info
}
