package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Keyring finds whom a bearer token or API key speaks for; the zero Caller means
// nobody.
type Keyring interface {
	Authenticate(ctx context.Context, secret string) (settle.Caller, error)
	// CheckRequest finds whom a request signed by itself speaks for, and
	// EnterRequest uses its nonce up (see engine.Engine).
	CheckRequest(ctx context.Context, r settle.SignedRequest) (settle.RequestProof, settle.Caller, error)
	EnterRequest(ctx context.Context, p settle.RequestProof, enroll bool) (settle.Caller, error)
	// CheckRegistry and EnterRegistry do that for the token of a registry.
	CheckRegistry(ctx context.Context, token string) (settle.RegistryBinding, settle.Caller, error)
	EnterRegistry(ctx context.Context, b settle.RegistryBinding, enroll bool) (settle.Caller, error)
}

// maxSecret bounds what is looked up; keys have 51 characters, tokens 67.
const maxSecret = 512

// NewAuthenticator is the op.Authenticator over keys. adminKeyHash is the
// SHA-256 of the admin key; all zero means that there is none, and that no
// caller is the administrator.
func NewAuthenticator(keys Keyring, adminKeyHash [sha256.Size]byte) op.Authenticator {
	return &authenticator{keys, adminKeyHash}
}

type authenticator struct {
	keys  Keyring
	admin [sha256.Size]byte
}

func (a *authenticator) Authenticate(ctx context.Context, c op.Credential) (op.Principal, error) {
	switch {
	case c.AdminKey != "":
		h := sha256.Sum256([]byte(c.AdminKey))
		if a.admin == [sha256.Size]byte{} || subtle.ConstantTimeCompare(h[:], a.admin[:]) != 1 {
			return op.Principal{}, settle.Errorf(settle.CodeForbidden, "this is not the admin key")
		}
		return op.Principal{Admin: true}, nil
	case c.Signed != nil:
		proof, by, err := a.keys.CheckRequest(ctx, *c.Signed)
		if err != nil {
			return op.Principal{}, err
		}
		p := principal(by)
		p.Proof = &proof
		return p, nil
	case c.Registry != "":
		b, by, err := a.keys.CheckRegistry(ctx, c.Registry)
		if err != nil {
			return op.Principal{}, err
		}
		p := principal(by)
		p.Attested = &b
		return p, nil
	case c.Token == "" || len(c.Token) > maxSecret:
		return op.Principal{}, unknownKey()
	}
	by, err := a.keys.Authenticate(ctx, c.Token)
	if err != nil {
		return op.Principal{}, err
	}
	if by.Agent == "" {
		return op.Principal{}, unknownKey()
	}
	return principal(by), nil
}

func principal(by settle.Caller) op.Principal {
	return op.Principal{AgentID: by.Agent, Addresses: by.Addresses, Signer: by.Signer, Key: by.Key}
}

// Enter implements op.Authenticator.
func (a *authenticator) Enter(ctx context.Context, p op.Principal, enroll bool) (op.Principal, error) {
	var by settle.Caller
	var err error
	if p.Attested != nil {
		by, err = a.keys.EnterRegistry(ctx, *p.Attested, enroll)
	} else {
		by, err = a.keys.EnterRequest(ctx, *p.Proof, enroll)
	}
	if err != nil {
		return op.Principal{}, err
	}
	out := principal(by)
	out.Proof, out.Attested = p.Proof, p.Attested
	return out, nil
}

func unknownKey() error {
	return settle.Errorf(settle.CodeUnauthenticated, "this API key or bearer token is unknown, was revoked or has expired; register, or sign in again")
}
