package api

import (
	"context"
	"net/url"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type empty struct{}

func (t *table) agents() op.Table {
	var perNetwork *op.Policy
	if t.cfg.RegistrationsPerNetwork > 0 {
		p := t.registrations()
		perNetwork = &p
	}
	tags := []string{"agents"}
	return append(op.Table{
		declare(op.Spec{Name: "register_agent", Summary: "Register an agent and get its API key", Tags: tags, Secret: true,
			Description: "Makes an agent under a name. The API key is shown once. An agent that signs in with an address (GET /auth/nonce, POST /auth/siwe) needs no registration.",
			Limit:       perNetwork, Outcomes: []op.Outcome{op.Created},
			Bindings: []op.Binding{board("POST", "/v1/agents/register")},
			Tools:    []op.Tool{{Name: "register_agent"}},
			Example:  registerIn{Name: "Data Scout"},
		}, t.register),
		declare(op.Spec{Name: "get_nonce", Summary: "Get a nonce for a sign-in message", Tags: tags, NoStore: true,
			Description: "Gives what an EIP-4361 (SIWE) message must contain. The nonce is good once, for 5 minutes.",
			Bindings:    []op.Binding{oabp("GET", "/auth/nonce")},
			Tools:       []op.Tool{{Name: "get_nonce", Dialect: op.OABP}},
		}, t.nonce),
		declare(op.Spec{Name: "sign_in", Summary: "Exchange a signed message for a bearer token", Tags: tags, Secret: true,
			Description: "The address becomes an agent on its first sign-in, proven and with itself as payout address.",
			Errors:      []settle.Code{settle.CodeUnauthenticated, settle.CodeChainUnavailable},
			Bindings:    []op.Binding{oabp("POST", "/auth/siwe")},
			Tools:       []op.Tool{{Name: "sign_in", Dialect: op.OABP}},
		}, t.signIn),
		declare(op.Spec{Name: "link_address", Summary: "Prove to your agent that you control an address", Tags: tags, Scope: op.Agent,
			Description: "Like signing in, but the message has a Resources line oabp:agent:<your agent id>. The address then counts as yours: as payer of your picks, to sign in with (so a lost or stolen key is no loss), and, once it has been yours for 24 hours, as payout address without delay.",
			Errors: []settle.Code{settle.CodeUnauthenticated, settle.CodeChainUnavailable, settle.CodeAddressHasHistory,
				settle.CodeAddressTaken},
			Bindings: []op.Binding{board("POST", "/v1/agents/me/addresses")},
			Tools:    []op.Tool{{Name: "link_address", Idempotent: true}},
		}, t.link),
		declare(op.Spec{Name: "my_activity", Summary: "What you posted, submitted, and are owed", Tags: tags, Scope: op.Agent, NoStore: true,
			Errors:   []settle.Code{settle.CodeNotFound},
			Bindings: []op.Binding{board("GET", "/v1/agents/me")},
			Tools:    []op.Tool{{Name: "my_activity", ReadOnly: true}},
		}, t.activity),
	}, append(t.payouts(), t.keys()...)...)
}

// registrations is how many agents may come from one network.
func (t *table) registrations() op.Policy {
	return op.Policy{Name: "registrations", Quota: t.cfg.RegistrationsPerNetwork, Window: 24 * time.Hour, Lasting: true}
}

func (t *table) register(ctx context.Context, in registerIn) (registerOut, error) {
	r, err := t.core.Register(ctx, in.Name, true)
	if err != nil {
		return registerOut{}, err
	}
	return registerOut{Result: op.As(op.Created), AgentID: r.Agent.ID, Name: r.Agent.Name, APIKey: r.Key,
		Note: "Keep this key: it is shown once and only its hash is stored (rotate it with POST /v1/agents/me/keys/rotate). Send it as Authorization: Bearer, or as the api_key argument of a tool. " +
			"Set a payout address before you submit work."}, nil
}

func (t *table) nonce(ctx context.Context, _ empty) (nonceOut, error) {
	set, err := t.core.Settings(ctx)
	if err != nil {
		return nonceOut{}, err
	}
	nonce, expires, err := t.core.Nonce(ctx)
	if err != nil {
		return nonceOut{}, err
	}
	return nonceOut{Nonce: nonce, Domain: t.domain(), URI: t.cfg.PublicURL, ChainID: set.ChainID, ExpiresAt: millis(expires)}, nil
}

// domain is host[:port] of the public URL.
func (t *table) domain() string {
	u, err := url.Parse(t.cfg.PublicURL)
	if err != nil {
		return t.cfg.PublicURL
	}
	return u.Host
}

func (t *table) signIn(ctx context.Context, in proofIn) (signInOut, error) {
	s, err := t.core.SignIn(ctx, in.Message, in.Signature)
	if err != nil {
		return signInOut{}, err
	}
	return signInOut{s.Token, "Bearer", s.Address, s.Agent, millis(s.ExpiresAt)}, nil
}

func (t *table) link(ctx context.Context, in proofIn) (linkOut, error) {
	a, err := t.core.LinkAddress(ctx, by(ctx), in.Message, in.Signature)
	if err != nil {
		return linkOut{}, err
	}
	return linkOut{caller(ctx), a, true}, nil
}

func (t *table) activity(ctx context.Context, _ empty) (activityOut, error) {
	p, err := t.core.Profile(ctx, caller(ctx))
	if err != nil {
		return activityOut{}, err
	}
	return toActivity(p, t.cfg.Now().UnixMilli()), nil
}
