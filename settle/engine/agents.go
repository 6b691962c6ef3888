package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Times of signing in, in milliseconds.
const (
	NonceLifeMillis   = 5 * 60 * 1000
	SessionLifeMillis = 24 * 3600 * 1000
	// PayoutCoolDownMillis before an unproven change of payout address holds (R8).
	PayoutCoolDownMillis = 24 * 3600 * 1000
)

// Register makes an agent with an API key. limited is false for callers that
// the cap of unproven registrations does not concern.
func (e *Engine) Register(ctx context.Context, name string, limited bool) (settle.Registration, error) {
	if err := legibleName(name); err != nil {
		return settle.Registration{}, err
	}
	id, err := e.newID("agt_")
	if err != nil {
		return settle.Registration{}, err
	}
	secret, err := e.newSecret()
	if err != nil {
		return settle.Registration{}, err
	}
	r := settle.Registration{Key: secret}
	err = e.update(ctx, func(tx settle.Tx) error {
		if limited && e.o.RegistrationsPerDay > 0 && tx.CountRegistrations(e.now()-24*3600*1000) >= e.o.RegistrationsPerDay {
			return errRegistrations()
		}
		if err := e.record(tx, settle.AgentRegistered{ID: id, Name: name, KeyHash: keyHash(r.Key)}); err != nil {
			return err
		}
		r.Agent = settle.GetRow[settle.Agent](tx, id)
		return nil
	})
	return r, err
}

func errRegistrations() error {
	return &settle.Error{Code: settle.CodeRateLimited, RetryAfter: 3600,
		Message: "registrations by name are exhausted for today; sign in with an address instead (GET /auth/nonce, POST /auth/siwe), which has no such limit"}
}

// legibleName refuses names that show nothing, or other than what they are.
func legibleName(name string) error {
	if err := visible("name", name); err != nil {
		return err
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return settle.Errorf(settle.CodeInvalid, "name: must have a letter or a digit")
	}
	return nil
}

// visible refuses invisible characters and those that turn the direction of
// writing.
func visible(field, text string) error {
	for _, r := range text {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
			return settle.Errorf(settle.CodeInvalid, "%s: must not have invisible characters (U+%04X)", field, r)
		}
	}
	return nil
}

func keyHash(secret string) settle.Hash { return sha256.Sum256([]byte(secret)) }

// Nonce makes a nonce for a sign-in message; it is good once, for 5 minutes.
func (e *Engine) Nonce(ctx context.Context) (nonce string, expiresAt int64, err error) {
	b, err := e.random(16)
	if err != nil {
		return "", 0, err
	}
	nonce, expiresAt = hex.EncodeToString(b), e.now()+NonceLifeMillis
	return nonce, expiresAt, e.update(ctx, func(tx settle.Tx) error {
		tx.PutNonce(nonce, expiresAt)
		return nil
	})
}

// SignIn exchanges a signed SIWE message for a bearer token; the address
// becomes an agent on its first sign-in.
func (e *Engine) SignIn(ctx context.Context, message, signature string) (settle.SignedIn, error) {
	in, err := e.o.Signatures.SIWE(ctx, message, signature)
	if err != nil {
		return settle.SignedIn{}, err
	}
	if in.LinkAgent != "" {
		return settle.SignedIn{}, settle.Errorf(settle.CodeInvalid, "this message links an address to an agent; it is no login: sign one without the resource line")
	}
	raw, err := e.random(32)
	if err != nil {
		return settle.SignedIn{}, err
	}
	id, err := e.newID("agt_")
	if err != nil {
		return settle.SignedIn{}, err
	}
	made := false
	out := settle.SignedIn{Token: "os_" + hex.EncodeToString(raw), Address: in.Address, ExpiresAt: e.now() + SessionLifeMillis}
	err = e.update(ctx, func(tx settle.Tx) error {
		if !tx.TakeNonce(in.Nonce, e.now()) {
			return errNonce()
		}
		out.Agent, made = "", false
		if row := settle.GetRow[settle.AddressRow](tx, in.Address.String()); row != nil {
			out.Agent = row.Agent
			if row.RetiredAt != 0 {
				return settle.Errorf(settle.CodeForbidden, "this address was taken off its account %s; that account can link it again", row.Agent)
			}
		}
		if out.Agent == "" {
			made = true
			if out.Agent, err = e.enroll(tx, id, proven(in, id, "")); err != nil {
				return err
			}
		}
		tx.PutSession(settle.Session{TokenHash: keyHash(out.Token), Agent: out.Agent, Address: in.Address, ExpiresAt: out.ExpiresAt})
		return nil
	})
	if err == nil && made {
		e.o.Wake() // it may have won something before it was known
	}
	return out, err
}

func errNonce() error {
	return settle.Errorf(settle.CodeUnauthenticated, "the nonce is unknown, used or expired; get a new one from GET /auth/nonce and sign again")
}

func proven(in SignIn, agent, merged string) settle.AddressProven {
	return settle.AddressProven{Agent: agent, Address: in.Address, Proof: in.MessageHash, Method: in.Method, Block: in.Block, Source: in.Source, Merged: merged}
}

// LinkAddress proves to the agent's account that it controls an address.
func (e *Engine) LinkAddress(ctx context.Context, by settle.Caller, message, signature string) (settle.Address, error) {
	agent := by.Agent
	in, err := e.o.Signatures.SIWE(ctx, message, signature)
	if err != nil {
		return settle.Address{}, err
	}
	if in.LinkAgent != agent {
		return settle.Address{}, settle.Errorf(settle.CodeInvalid, "the message must have the line \"Resources:\\n- oabp:agent:%s\"", agent)
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		if !tx.TakeNonce(in.Nonce, e.now()) {
			return errNonce()
		}
		merged := ""
		if row := settle.GetRow[settle.AddressRow](tx, in.Address.String()); row != nil {
			switch {
			case row.Agent == agent && row.RetiredAt == 0:
				return nil
			case row.Agent == agent: // taken off, and proven again
			case row.Agent != "":
				if !onlyAddress(tx, row.Agent) {
					return settle.Errorf(settle.CodeAddressHasHistory, "agent %s has proven this address and has activity, or a key or identity of its own; an address belongs to one agent", row.Agent)
				}
				merged = row.Agent
			case row.Attested != "":
				if !onlyAddress(tx, row.Attested) {
					return settle.Errorf(settle.CodeAddressHasHistory, "agent %s has worked with this address by the word of a registry; sign in with it and use that account", row.Attested)
				}
				merged = row.Attested
			case row.PayerOf != "" && row.PayerOf != agent:
				return settle.Errorf(settle.CodeAddressTaken, "this address is the payer of another poster")
			}
		}
		if merged != "" {
			tx.MoveSessions(merged, agent)
			tx.MoveWebhooks(merged, agent)
		}
		fact := proven(in, agent, merged)
		fact.Invitations = merged != ""
		fact.PayoutWaits = !e.established(tx, agent, by.Signer)
		if err := e.record(tx, fact); err != nil {
			return err
		}
		return e.extendProven(tx, agent)
	})
	if err == nil {
		e.o.Wake() // a payer proven late may complete a cover
	}
	return in.Address, err
}

// onlyAddress: an agent that came to be by signing in with an address, that nobody
// gets into otherwise, and that has done nothing yet.
func onlyAddress(s settle.Tx, id string) bool {
	a := settle.GetRow[settle.Agent](s, id)
	return a != nil && len(s.Identities(id)) == 0 && a.KeyHash.IsZero() && !a.Contributed && !s.Exists(settle.KeysOfAgent(id)) && !s.Exists(settle.MissionsOfPoster(id)) && !s.Exists(settle.SubmissionsOfAgent(id)) &&
		settle.GetRow[settle.PointsAccount](s, settle.AgentPoints(id)) == nil // so no two grants meet
}

// refusedPayee refuses what can be nobody's payout address (R8).
func refusedPayee(s settle.State, a settle.Address) error {
	what := settingsOf(s).NeverPaid(a)
	if what == "" && s.Exists(settle.InstructionByDeposit(a)) {
		what = "a deposit address"
	}
	if what == "" {
		return nil
	}
	return settle.Errorf(settle.CodeInvalid, "%s is %s and cannot be paid; give an address that you control", a.Checksum(), what)
}

// Profile is the agent's own page.
func (e *Engine) Profile(ctx context.Context, agent string) (settle.Profile, error) {
	var p settle.Profile
	err := e.o.Store.View(ctx, func(tx settle.Tx) error {
		a := settle.GetRow[settle.Agent](tx, agent)
		if a == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", agent)
		}
		p = settle.Profile{Agent: a, Payout: settle.EffectivePayout(a, e.now()), Keys: keysOf(tx, agent),
			Addresses:    settle.FindRows[*settle.AddressRow](tx, settle.AddressesOfAgent(agent)),
			Missions:     newest(settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(agent)), 50, func(m *settle.Mission) int64 { return m.CreatedAt }),
			Submissions:  newest(sharedBy(tx, agent), 50, func(s *settle.Submission) int64 { return s.CreatedAt }),
			Instructions: tx.InstructionsOfAgent(agent, 50), Worked: map[string]*settle.Mission{}, Earned: map[string]money.Amount{}, Chain: map[settle.Address]*settle.ChainAgent{}}
		late, err := e.overdue(tx)
		if err != nil {
			return err
		}
		for k, m := range p.Missions {
			p.Missions[k] = late.mission(m)
		}
		for k, s := range p.Submissions {
			p.Submissions[k] = late.submission(s)
		}
		for _, r := range p.Addresses {
			if c := settle.GetRow[settle.ChainAgent](tx, settle.PairKey(settingsOf(tx).Contracts.Agents, r.Address)); c != nil {
				p.Chain[r.Address] = c
			}
		}
		for _, s := range p.Submissions {
			if p.Worked[s.Mission] == nil {
				p.Worked[s.Mission] = late.mission(settle.GetRow[settle.Mission](tx, s.Mission))
			}
			net, ok := awarded(tx, s.ID)
			if !ok {
				continue
			}
			if parts, err := money.SplitNet(net, money.Units(1), shares(s)); err == nil {
				for k, c := range s.Contributors {
					if c.Agent == agent {
						p.Earned[s.ID] = parts[k]
					}
				}
			}
		}
		p.Invitations, p.InvitationsTotal = e.invitations(tx, late, agent, 50)
		p.RatingMilli = e.o.Rater.Decay(a.RatingMilli, e.now()-a.IdleSince())
		return nil
	})
	if err != nil {
		return settle.Profile{}, fmt.Errorf("reading the profile: %w", err)
	}
	return p, nil
}
