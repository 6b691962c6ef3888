package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// proofWays are the ways to prove who one is (oabp.md decision 2), as refusals
// name them.
var proofWays = []string{
	"sign in with an address: GET /auth/nonce, POST /auth/siwe, then Authorization: Bearer",
	"Authorization: Bearer with the API key of an agent (POST /v1/agents/register)",
	"sign the request itself: OABP-Signature (EIP-712)",
	"have a registry attest the address: POST /attestations/registry, then X-Registry-Key",
	"act from the address on the chain",
}

func proofRequired(format string, args ...any) error {
	return settle.Errorf(settle.CodeIdentityProofRequired, format, args...).With("ways", proofWays)
}

// Actor is the one rule of who acts in a request that may say so in its body
// (oabp.md decision 2): by is whom its credential speaks for, the zero Caller
// without one.
//
// With a credential the claim can only agree with it: CodeForbidden otherwise.
// Without either: CodeAnonymousSubmission. With a claim alone the server's level
// decides, and then whether the claim is enough for the act, and nobody else's:
// CodeIdentityProofRequired if not. What stands for a claim is an agent of its own,
// made on its first use; it has no credential, never gets a rating, and shares
// nothing with whoever proves the address later. CodeInvalid for what no claim may
// name, CodeNotFound for an agent's id that nobody has.
func (e *Engine) Actor(ctx context.Context, by settle.Caller, c settle.Claim) (settle.Caller, error) {
	switch {
	case by.Agent != "":
		return by, e.agrees(ctx, by, c.ID)
	case c.ID == "":
		return by, settle.Errorf(settle.CodeAnonymousSubmission, "this says nothing of who you are; sign in (POST /auth/siwe), sign the request (OABP-Signature), use an API key, or a token that a registry attested")
	case e.o.Identity != settle.IdentityClaimed:
		return by, proofRequired("%q is a claim, and this server wants a proof", c.ID)
	}
	if err := claimEnough(c); err != nil {
		return by, err
	}
	var out settle.Caller
	known := false
	err := e.o.Store.View(ctx, func(tx settle.Tx) (err error) {
		out, known, err = claimant(tx, c.ID)
		return err
	})
	if err != nil || known {
		return out, err
	}
	if c.Admit != nil {
		if err := c.Admit(ctx); err != nil {
			return settle.Caller{}, err
		}
	}
	return out, e.update(ctx, func(tx settle.Tx) error {
		out, known, err = claimant(tx, c.ID)
		if err != nil || known { // another request was faster
			return err
		}
		return e.enrollClaim(tx, c.ID)
	})
}

// claimEnough: work may be handed in by a claim. A mission may be posted by one where
// no money moves and nobody has to judge: who only claims to be its poster could
// neither read sealed work nor decide.
func claimEnough(c settle.Claim) error {
	switch {
	case c.Act == settle.ClaimToSubmit:
		return nil
	case c.Act != settle.ClaimToPost:
		return proofRequired("a claim is not enough for this")
	case c.Funding != settle.ModePoints:
		return proofRequired("only missions for points can be posted by a claim; where money is paid the poster is proven")
	case c.Verification == "" || c.Verification == settle.CreatorJudges.String():
		return proofRequired("a claim is not enough to post a mission that its creator judges, since it is not enough to judge")
	}
	return nil
}

// agrees refuses a claim to be somebody else than the credential's agent.
func (e *Engine) agrees(ctx context.Context, by settle.Caller, claim string) error {
	if claim == "" || claim == by.Agent {
		return nil
	}
	other := settle.Errorf(settle.CodeForbidden, "your credential speaks for %s, not for %q; leave it out, or name that agent or an address it has proven", by.Agent, claim)
	_, addr, err := settle.ClaimedID(claim)
	if err != nil || addr.IsZero() {
		return other
	}
	if slices.Contains(by.Addresses, addr) {
		return nil
	}
	return e.o.Store.View(ctx, func(tx settle.Tx) error {
		row := settle.GetRow[settle.AddressRow](tx, addr.String())
		if row != nil && row.RetiredAt == 0 && (row.Agent == by.Agent || row.Agent == "" && row.Attested == by.Agent) {
			return nil
		}
		return other
	})
}

// claimant is whom a claim alone stands for; known is false while that is no agent
// yet. An agent's public id is a claim too, but only to be one that is claimed.
func claimant(tx settle.Tx, claim string) (c settle.Caller, known bool, err error) {
	id, addr, err := settle.ClaimedID(claim)
	if err != nil {
		return c, false, settle.Errorf(settle.CodeInvalid, "%q: %v", claim, err)
	}
	c.Agent = settle.ClaimedAgentID(id)
	byID := strings.HasPrefix(id, "agt_")
	if byID {
		c.Agent = id
	}
	a := settle.GetRow[settle.Agent](tx, c.Agent)
	switch {
	case byID && a == nil:
		return settle.Caller{}, false, settle.Errorf(settle.CodeNotFound, "no agent %s", claim)
	case byID && !a.Claimed():
		return settle.Caller{}, false, proofRequired("agent %s is not one that is only claimed", id)
	case byID:
		if _, addr, err = settle.ClaimedID(a.Claim); err != nil {
			return settle.Caller{}, false, err
		}
	case a != nil && a.Claim != id: // two claims with one id, or an agent by other means
		return settle.Caller{}, false, proofRequired("%q cannot be claimed here", claim)
	}
	if settle.ClaimTaken(tx, settingsOf(tx).Contracts.Agents, addr) {
		return settle.Caller{}, false, proofRequired("%s is somebody's by more than a claim", addr.Checksum())
	}
	if a == nil && !addr.IsZero() {
		if err := refusedPayee(tx, addr); err != nil {
			return settle.Caller{}, false, err
		}
	}
	return c, a != nil, nil
}

// enrollClaim makes the agent of a claim that claimant has admitted. Where it names
// an address, it is paid there and nowhere else.
func (e *Engine) enrollClaim(tx settle.Tx, claim string) error {
	id, addr, err := settle.ClaimedID(claim)
	if err != nil {
		return err
	}
	if e.o.RegistrationsPerDay > 0 && tx.CountRegistrations(e.now()-24*3600*1000) >= e.o.RegistrationsPerDay {
		return errRegistrations()
	}
	name := id
	if !addr.IsZero() {
		name = addr.Checksum()
	}
	fact := settle.AgentRegistered{ID: settle.ClaimedAgentID(id), Name: claimedName(name), Claim: id}
	if err := e.record(tx, fact); err != nil || addr.IsZero() {
		return err
	}
	return e.record(tx, settle.PayoutSet{Agent: fact.ID, Payout: settle.Payout{Address: addr, SetAt: e.now(), EffectiveAt: e.now()}})
}

// claimedName says wherever it is shown that nobody has proven to be this.
func claimedName(claim string) string {
	const most, suffix = 60, " (claimed)"
	if len(claim)+len(suffix) > most {
		claim = claim[:most-len(suffix)]
	}
	return claim + suffix
}

// claimStands refuses to pay a claimed agent at an address that has become
// somebody's since: money for it goes by that agent's own work alone.
func claimStands(tx settle.Tx, a *settle.Agent) error {
	if a == nil || !a.Claimed() {
		return nil
	}
	_, addr, err := settle.ClaimedID(a.Claim)
	if err == nil && !settle.ClaimTaken(tx, settingsOf(tx).Contracts.Agents, addr) {
		return nil
	}
	return settle.Errorf(settle.CodePayeeAddressMissing, "%s only claimed its address, which another agent has proven since; this work cannot be paid for", a.ID).With("agent_id", a.ID)
}
