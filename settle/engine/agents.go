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
	raw, err := e.random(24)
	if err != nil {
		return settle.Registration{}, err
	}
	r := settle.Registration{Key: "bk_" + hex.EncodeToString(raw)}
	err = e.update(ctx, func(tx settle.Tx) error {
		if limited && e.o.RegistrationsPerDay > 0 && tx.CountRegistrations(e.now()-24*3600*1000) >= e.o.RegistrationsPerDay {
			return &settle.Error{Code: settle.CodeRateLimited, RetryAfter: 3600,
				Message: "registrations by name are exhausted for today; sign in with an address instead (GET /auth/nonce, POST /auth/siwe), which has no such limit"}
		}
		if err := e.record(tx, settle.AgentRegistered{ID: id, Name: name, KeyHash: keyHash(r.Key)}); err != nil {
			return err
		}
		r.Agent = settle.GetRow[settle.Agent](tx, id)
		return nil
	})
	return r, err
}

// legibleName refuses names that show nothing, or other than what they are:
// invisible characters and those that turn the direction of writing.
func legibleName(name string) error {
	seen := false
	for _, r := range name {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
			return settle.Errorf(settle.CodeInvalid, "name: must not have invisible characters (U+%04X)", r)
		}
		seen = seen || unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	if !seen {
		return settle.Errorf(settle.CodeInvalid, "name: must have a letter or a digit")
	}
	return nil
}

func keyHash(secret string) settle.Hash { return sha256.Sum256([]byte(secret)) }

// Authenticate finds the agent of a bearer token or API key; empty if there is
// none. Lookup is by the hash of the secret, so its timing tells nothing.
func (e *Engine) Authenticate(ctx context.Context, secret string) (agent string, addresses []settle.Address, err error) {
	h := keyHash(secret)
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		if strings.HasPrefix(secret, "bk_") {
			if rows := settle.FindRows[*settle.Agent](tx, settle.AgentByKeyHash(h)); len(rows) == 1 {
				agent = rows[0].ID
			}
		} else if s := tx.Session(h, e.now()); s != nil {
			agent = s.Agent
		}
		if agent != "" {
			for _, a := range settle.FindRows[*settle.AddressRow](tx, settle.AddressesOfAgent(agent)) {
				addresses = append(addresses, a.Address)
			}
		}
		return nil
	})
	return agent, addresses, err
}

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
	out := settle.SignedIn{Token: "os_" + hex.EncodeToString(raw), Address: in.Address, ExpiresAt: e.now() + SessionLifeMillis}
	err = e.update(ctx, func(tx settle.Tx) error {
		if !tx.TakeNonce(in.Nonce, e.now()) {
			return errNonce()
		}
		out.Agent = ""
		if row := settle.GetRow[settle.AddressRow](tx, in.Address.String()); row != nil {
			out.Agent = row.Agent
		}
		if out.Agent == "" {
			out.Agent = id
			if err := e.record(tx, settle.AgentRegistered{ID: id, Name: in.Address.Checksum()}); err != nil {
				return err
			}
			if err := e.record(tx, proven(in, id, "")); err != nil {
				return err
			}
			p := settle.Payout{Address: in.Address, Proven: true, SetAt: e.now(), EffectiveAt: e.now()}
			if refusedPayee(tx, in.Address) == nil {
				if err := e.record(tx, settle.PayoutSet{Agent: id, Payout: p}); err != nil {
					return err
				}
			}
		}
		tx.PutSession(settle.Session{TokenHash: keyHash(out.Token), Agent: out.Agent, Address: in.Address, ExpiresAt: out.ExpiresAt})
		return nil
	})
	if err == nil && out.Agent == id {
		e.o.Wake() // it may have won something before it was known
	}
	return out, err
}

func errNonce() error {
	return settle.Errorf(settle.CodeUnauthenticated, "the nonce is unknown, used or expired; get a new one from GET /auth/nonce and sign again")
}

func proven(in SignIn, agent, merged string) settle.AddressProven {
	return settle.AddressProven{Agent: agent, Address: in.Address, Proof: in.MessageHash, Method: in.Method, Block: in.Block, Merged: merged}
}

// LinkAddress proves to the agent's account that it controls an address.
func (e *Engine) LinkAddress(ctx context.Context, agent, message, signature string) (settle.Address, error) {
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
			case row.Agent == agent:
				return nil
			case row.Agent != "":
				if !onlyAddress(tx, row.Agent) {
					return settle.Errorf(settle.CodeAddressHasHistory, "agent %s has proven this address and has activity or a key of its own; an address belongs to one agent", row.Agent)
				}
				merged = row.Agent
			case row.PayerOf != "" && row.PayerOf != agent:
				return settle.Errorf(settle.CodeAddressTaken, "this address is the payer of another poster")
			}
		}
		if merged != "" {
			tx.MoveSessions(merged, agent)
		}
		if err := e.record(tx, proven(in, agent, merged)); err != nil {
			return err
		}
		return e.extendProven(tx, agent)
	})
	if err == nil {
		e.o.Wake() // a payer proven late may complete a cover
	}
	return in.Address, err
}

// onlyAddress: an agent that came to be by signing in and has done nothing yet.
func onlyAddress(s settle.State, id string) bool {
	a := settle.GetRow[settle.Agent](s, id)
	return a != nil && a.KeyHash.IsZero() && !a.Contributed && !s.Exists(settle.MissionsOfPoster(id)) && !s.Exists(settle.SubmissionsOfAgent(id))
}

// SetPayout sets where an agent is paid (R8): the first address holds at once,
// a change when the agent has proven the address, else after 24 hours.
func (e *Engine) SetPayout(ctx context.Context, agent string, addr settle.Address) (*settle.Agent, error) {
	var out *settle.Agent
	err := e.update(ctx, func(tx settle.Tx) error {
		if err := refusedPayee(tx, addr); err != nil {
			return err
		}
		a := settle.GetRow[settle.Agent](tx, agent)
		if a == nil {
			return settle.Errorf(settle.CodeNotFound, "no agent %s", agent)
		}
		row := settle.GetRow[settle.AddressRow](tx, addr.String())
		own := row != nil && row.Agent == agent
		if row != nil && row.Agent != "" && !own {
			return settle.Errorf(settle.CodeAddressTaken, "another agent has proven this address")
		}
		now := e.now()
		p := settle.Payout{Address: addr, Proven: own, SetAt: now, EffectiveAt: now}
		cur := settle.EffectivePayout(a, now)
		if cur != nil && cur.Address == addr && a.PendingPayout == nil {
			out = a
			return nil
		}
		if cur != nil && cur.Address != addr && !own {
			p.EffectiveAt = now + PayoutCoolDownMillis
		}
		if err := e.record(tx, settle.PayoutSet{Agent: agent, Payout: p}); err != nil {
			return err
		}
		out = settle.GetRow[settle.Agent](tx, agent)
		return nil
	})
	return out, err
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
		p = settle.Profile{Agent: a, Payout: settle.EffectivePayout(a, e.now()),
			Addresses:    settle.FindRows[*settle.AddressRow](tx, settle.AddressesOfAgent(agent)),
			Missions:     newest(settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(agent)), 50, func(m *settle.Mission) int64 { return m.CreatedAt }),
			Submissions:  newest(settle.FindRows[*settle.Submission](tx, settle.SubmissionsOfAgent(agent)), 50, func(s *settle.Submission) int64 { return s.CreatedAt }),
			Instructions: tx.InstructionsOfAgent(agent, 50), Worked: map[string]*settle.Mission{}, Earned: map[string]money.Amount{}, Chain: map[settle.Address]*settle.ChainAgent{}}
		for _, r := range p.Addresses {
			if c := settle.GetRow[settle.ChainAgent](tx, settle.PairKey(settingsOf(tx).Contracts.Agents, r.Address)); c != nil {
				p.Chain[r.Address] = c
			}
		}
		for _, s := range p.Submissions {
			if p.Worked[s.Mission] == nil {
				p.Worked[s.Mission] = settle.GetRow[settle.Mission](tx, s.Mission)
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
		since := a.RatedAt
		if since == 0 {
			since = a.CreatedAt
		}
		p.RatingMilli = e.o.Rater.Decay(a.RatingMilli, e.now()-since)
		return nil
	})
	if err != nil {
		return settle.Profile{}, fmt.Errorf("reading the profile: %w", err)
	}
	return p, nil
}
