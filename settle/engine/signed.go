package engine

import (
	"context"
	"crypto/sha256"

	"github.com/oabp/oabpd/settle"
)

// CheckRequest finds whom a request signed by itself speaks for, and changes
// nothing: the Caller's Agent is empty while no agent has proven the address.
// Errors are those of Signatures.Request; CodeUnauthenticated for an address that
// was taken off its account.
func (e *Engine) CheckRequest(ctx context.Context, r settle.SignedRequest) (p settle.RequestProof, c settle.Caller, err error) {
	if p, err = e.o.Signatures.Request(ctx, r); err != nil {
		return p, c, err
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		c, err = signer(tx, p.Address)
		return err
	})
	return p, c, err
}

// signer is whom an address speaks for that has just signed.
func signer(tx settle.Tx, addr settle.Address) (settle.Caller, error) {
	c := settle.Caller{Signer: addr}
	row := settle.GetRow[settle.AddressRow](tx, addr.String())
	if row == nil || row.Agent == "" {
		return c, nil
	}
	if row.RetiredAt != 0 {
		return c, settle.Errorf(settle.CodeUnauthenticated, "this address was taken off its account %s; that account can link it again", row.Agent)
	}
	c.Agent, c.Addresses = row.Agent, liveAddresses(tx, row.Agent)
	return c, nil
}

// liveAddresses are those that the agent has proven and not taken off.
func liveAddresses(s settle.State, agent string) (out []settle.Address) {
	for _, a := range settle.FindRows[*settle.AddressRow](s, settle.AddressesOfAgent(agent)) {
		if a.RetiredAt == 0 {
			out = append(out, a.Address)
		}
	}
	return out
}

// EnterRequest uses up the nonce of a request that CheckRequest found good, and,
// with enroll, makes its address an agent if it is none: the request is its
// first write. Errors: CodeUnauthenticated for a nonce that was used,
// CodeRateLimited for an address with settle.MaxLiveNonces of them.
func (e *Engine) EnterRequest(ctx context.Context, p settle.RequestProof, enroll bool) (c settle.Caller, err error) {
	use, err := e.o.Store.UseNonce(ctx, settle.RequestNonce{Address: p.Address, Nonce: p.Nonce, ExpiresAt: p.Expires * 1000}, e.now(), settle.MaxLiveNonces)
	switch {
	case err != nil:
		return c, err
	case use == settle.NonceUsed:
		return c, settle.Errorf(settle.CodeUnauthenticated, "this signed request was used already; sign each request anew, with a nonce of its own")
	case use == settle.NoncesFull:
		return c, &settle.Error{Code: settle.CodeRateLimited, RetryAfter: 60,
			Message: "this address has too many signed requests that have not expired; let them expire sooner, or sign in (POST /auth/siwe)"}
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		c, err = signer(tx, p.Address)
		return err
	})
	if err != nil || c.Agent != "" || !enroll {
		return c, err
	}
	id, err := e.newID("agt_")
	if err != nil {
		return c, err
	}
	made := false
	err = e.update(ctx, func(tx settle.Tx) error {
		made = false
		if c, err = signer(tx, p.Address); err != nil || c.Agent != "" { // another request was faster
			return err
		}
		made = true
		if _, err := e.enroll(tx, id, settle.AddressProven{Address: p.Address, Proof: sha256.Sum256(p.Digest[:]),
			Method: "request/" + p.Method, Block: p.Block, Source: p.Source}); err != nil {
			return err
		}
		c, err = signer(tx, p.Address)
		return err
	})
	if err == nil && made {
		e.o.Wake() // it may have won something before it was known
	}
	return c, err
}

// enroll makes an agent, under the id, of an address that nobody has proven, with
// itself as payout address where it can be paid; or it proves the agent that a
// registry vouched for before. It returns which.
func (e *Engine) enroll(tx settle.Tx, id string, fact settle.AddressProven) (string, error) {
	if row := settle.GetRow[settle.AddressRow](tx, fact.Address.String()); row != nil && row.Attested != "" {
		fact.Agent = row.Attested
		return fact.Agent, e.record(tx, fact)
	}
	fact.Agent = id
	at := e.now() // of all: an agent that began with its address is known by that (established)
	if err := e.recordAt(tx, at, settle.AgentRegistered{ID: id, Name: fact.Address.Checksum()}); err != nil {
		return id, err
	}
	if err := e.recordAt(tx, at, fact); err != nil || refusedPayee(tx, fact.Address) != nil {
		return id, err
	}
	return id, e.recordAt(tx, at, settle.PayoutSet{Agent: id, Payout: settle.Payout{Address: fact.Address, Proven: true, SetAt: at, EffectiveAt: at}})
}
