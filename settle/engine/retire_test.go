package engine_test

import (
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
)

// TestStolenKeyLeavesNoBackDoor: what a thief linked with a stolen key can be
// taken off again, opens nothing from then on, and never redirects pay; the
// thief cannot take off what the owner has had for longer.
func TestStolenKeyLeavesNoBackDoor(t *testing.T) {
	s := newScene(t)
	mine, his := s.a.Wallet0(), s.Wallet(s.a)
	s.ok(s.Link(s.a, mine))
	s.Now += (8 * 24 * time.Hour).Milliseconds()
	keys, err := s.Engine.Keys(s.Ctx, s.a.Agent)
	s.ok(err)
	key := settle.Caller{Agent: s.a.Agent, Key: keys[0].Hash}
	s.ok(s.Link(s.a, his)) // by the thief
	in, err := s.SignIn(s.a, his)
	s.ok(err)
	if s.whose(in.Token).Agent != s.a.Agent {
		t.Fatal("a linked address signs in as the agent")
	}
	for _, by := range []settle.Caller{key, {Agent: s.a.Agent, Signer: his}} {
		_, err := s.Engine.RetireAddress(s.Ctx, by, mine)
		s.code(err, settle.CodeForbidden)
	}
	_, err = s.Engine.SetPayout(s.Ctx, key, his)
	s.ok(err)
	row, err := s.Engine.RetireAddress(s.Ctx, key, his)
	s.ok(err)
	if row.RetiredAt != s.Now {
		t.Errorf("%+v", row)
	}
	if s.whose(in.Token).Agent != "" {
		t.Error("its session lives on")
	}
	_, err = s.SignIn(s.a, his)
	s.code(err, settle.CodeForbidden)
	_, err = s.Engine.RetireAddress(s.Ctx, key, his)
	s.code(err, settle.CodeNotFound)
	s.Now += (25 * time.Hour).Milliseconds()
	p, err := s.Engine.Profile(s.Ctx, s.a.Agent)
	s.ok(err)
	if p.Payout.Address != mine || p.Agent.PendingPayout != nil {
		t.Errorf("pay goes to %s, pending %v", p.Payout.Address, p.Agent.PendingPayout)
	}
	a, err := s.Engine.SetPayout(s.Ctx, key, his) // as anybody's address that was never proven
	s.ok(err)
	if a.Payout.Address != mine || a.PendingPayout.Proven {
		t.Errorf("%+v", a.PendingPayout)
	}
	// linked again it begins anew
	s.ok(s.Link(s.a, his))
	if _, err := s.SignIn(s.a, his); err != nil {
		t.Error(err)
	}
	_, err = s.Engine.SetPayout(s.Ctx, settle.Caller{Agent: s.a.Agent, Signer: his}, his)
	s.ok(err)
	if p, err = s.Engine.Profile(s.Ctx, s.a.Agent); err != nil || p.Payout.Address != mine {
		t.Errorf("a fresh proof redirects pay: %v %v", p.Payout, err)
	}
	// by a sign-in with the older address at any time
	s.Now += (30 * 24 * time.Hour).Milliseconds()
	_, err = s.Engine.RetireAddress(s.Ctx, key, his)
	s.code(err, settle.CodeForbidden)
	_, err = s.Engine.RetireAddress(s.Ctx, settle.Caller{Agent: s.a.Agent, Signer: mine}, his)
	s.ok(err)
	_, err = s.Engine.RetireAddress(s.Ctx, settle.Caller{Agent: s.b.Agent, Signer: s.b.Wallet0()}, mine)
	s.code(err, settle.CodeNotFound) // another agent's
}

// TestLastWayInStaysOpen: neither the last key nor the last address goes.
func TestLastWayInStaysOpen(t *testing.T) {
	s := newScene(t)
	x := s.NewActor("by address")
	wallet := s.Wallet(x)
	in, err := s.SignIn(x, wallet)
	s.ok(err)
	by := settle.Caller{Agent: in.Agent, Signer: wallet}
	_, err = s.Engine.RetireAddress(s.Ctx, by, wallet)
	s.code(err, settle.CodeConflict)
	n, err := s.Engine.AddKey(s.Ctx, by, "")
	s.ok(err)
	_, err = s.Engine.RetireAddress(s.Ctx, by, wallet)
	s.ok(err)
	_, err = s.Engine.RevokeKey(s.Ctx, s.whose(n.Secret), n.Key.ID())
	s.code(err, settle.CodeConflict)
}
