package engine

import (
	"context"
	"strconv"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Attest binds a registry's token to an address, until the time that it returns
// (Unix ms). Only a registry whose key is configured can, and only by an
// attestation that is at most settle.AttestationMaxAge old; of two attestations of
// one token the newer holds. Errors: CodeInvalid, CodeUnauthenticated for a
// signature of no registry or a time that is off, CodeConflict for a token that
// another registry attested, or that has a newer attestation.
func (e *Engine) Attest(ctx context.Context, a settle.RegistryAttestation) (expiresAt int64, err error) {
	issued, err := issuedAt(a.IssuedAt)
	if err != nil {
		return 0, err
	}
	now := e.o.Now()
	switch {
	case now.Sub(issued) > settle.AttestationMaxAge:
		return 0, settle.Errorf(settle.CodeUnauthenticated, "issued_at is more than %s ago; have the registry attest it anew", settle.AttestationMaxAge)
	case issued.Sub(now) > settle.AttestationSkew:
		return 0, settle.Errorf(settle.CodeUnauthenticated, "issued_at is in the future")
	case a.TTLSeconds < 0 || a.TTLSeconds > settle.AttestationMaxSeconds:
		return 0, settle.Errorf(settle.CodeInvalid, "ttl_seconds: want 1 to %d", settle.AttestationMaxSeconds)
	}
	registry, ok := e.o.Signatures.Registry(a)
	if !ok {
		return 0, settle.Errorf(settle.CodeUnauthenticated, "the signature is of no registry that this server accepts (registries in /.well-known/oabp.json)")
	}
	life := a.TTLSeconds
	if life == 0 {
		life = settle.AttestationMaxSeconds
	}
	b := settle.RegistryBinding{TokenHash: keyHash(a.Token), Registry: registry, Address: a.Address, IssuedAt: issued.UnixMilli(), ExpiresAt: now.UnixMilli() + life*1000}
	return b.ExpiresAt, e.update(ctx, func(tx settle.Tx) error {
		if err := refusedPayee(tx, a.Address); err != nil {
			return err
		}
		switch old := tx.Binding(b.TokenHash, now.UnixMilli()); {
		case old == nil:
		case old.Registry != registry:
			return settle.Errorf(settle.CodeConflict, "another registry has attested this api_key; a token belongs to one registry")
		case old.IssuedAt > b.IssuedAt:
			return settle.Errorf(settle.CodeConflict, "there is a newer attestation of this api_key")
		}
		tx.PutBinding(b)
		return nil
	})
}

// issuedAt reads RFC 3339 or Unix seconds.
func issuedAt(text string) (time.Time, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 && n < 1<<40 {
		return time.Unix(n, 0), nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, settle.Errorf(settle.CodeInvalid, "issued_at: want RFC 3339, or Unix seconds, as it was signed")
	}
	return t, nil
}

// CheckRegistry finds for whom a registry's token acts, and changes nothing: the
// Caller's Agent is empty while the address is nobody's. Without a binding that
// holds, the token is nobody: CodeAnonymousSubmission.
func (e *Engine) CheckRegistry(ctx context.Context, token string) (b settle.RegistryBinding, c settle.Caller, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		found := tx.Binding(keyHash(token), e.now())
		if found == nil {
			return Anonymous()
		}
		b = *found
		c, err = attested(tx, b)
		return err
	})
	return b, c, err
}

// Anonymous refuses what nobody may do without an identity (AIP-1 §1.4).
func Anonymous() error {
	return settle.Errorf(settle.CodeAnonymousSubmission, "a registry's token is no identity: have the registry attest your address (POST /attestations/registry), sign in (POST /auth/siwe), sign the request (OABP-Signature) or use an API key")
}

// attested is whom a binding acts for. Such a caller has no addresses and no
// signer: it owns nothing of the account.
func attested(tx settle.Tx, b settle.RegistryBinding) (settle.Caller, error) {
	row := settle.GetRow[settle.AddressRow](tx, b.Address.String())
	switch {
	case row == nil:
		return settle.Caller{}, nil
	case row.RetiredAt != 0:
		return settle.Caller{}, settle.Errorf(settle.CodeAnonymousSubmission, "this address was taken off its account %s; that account can link it again", row.Agent)
	case row.Agent != "":
		return settle.Caller{Agent: row.Agent}, nil
	}
	return settle.Caller{Agent: row.Attested}, nil
}

// EnterRegistry makes the address of a binding an agent, with enroll, if it is
// nobody's: one that is paid at that address, and has no rating to win before the
// address signs something itself.
func (e *Engine) EnterRegistry(ctx context.Context, b settle.RegistryBinding, enroll bool) (c settle.Caller, err error) {
	id, err := e.newID("agt_")
	if err != nil {
		return c, err
	}
	if err = e.o.Store.View(ctx, func(tx settle.Tx) error { c, err = attested(tx, b); return err }); err != nil || c.Agent != "" || !enroll {
		return c, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		if c, err = attested(tx, b); err != nil || c.Agent != "" { // another request was faster
			return err
		}
		c.Agent = id
		for _, fact := range []settle.Body{settle.AgentRegistered{ID: id, Name: b.Address.Checksum()},
			settle.AddressAttested{Agent: id, Address: b.Address, Registry: b.Registry},
			settle.PayoutSet{Agent: id, Payout: settle.Payout{Address: b.Address, SetAt: e.now(), EffectiveAt: e.now()}}} {
			if err := e.record(tx, fact); err != nil {
				return err
			}
		}
		return nil
	})
	return c, err
}
