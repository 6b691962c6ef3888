package engine_test

import (
	"fmt"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// vouched is an actor that acts by a registry's word for an address of a.
func (s *scene) vouched(a *enginetest.Actor, token string) *enginetest.Actor {
	s.t.Helper()
	in := settle.RegistryAttestation{Token: token, Address: s.Wallet(a), IssuedAt: fmt.Sprint(s.Now / 1000)}
	in.Signature = enginetest.SignAttestation("one.example", in)
	_, err := s.Engine.Attest(s.Ctx, in)
	s.ok(err)
	b, c, err := s.Engine.CheckRegistry(s.Ctx, token)
	s.ok(err)
	if c.Agent != "" {
		s.t.Fatalf("a look made %+v", c)
	}
	c, err = s.Engine.EnterRegistry(s.Ctx, b, true)
	s.ok(err)
	v := *a
	v.Agent = c.Agent
	again, err := s.Engine.EnterRegistry(s.Ctx, b, true)
	s.ok(err)
	if again.Agent != c.Agent || c.Agent == "" || !c.Signer.IsZero() || len(c.Addresses) != 0 {
		s.t.Fatalf("%+v, then %+v", c, again)
	}
	return &v
}

func (s *scene) paysTo(worker *enginetest.Actor, to settle.Address) {
	s.t.Helper()
	_, _, i := s.picked(s.poster, worker)
	if len(i.Legs) == 0 || !containsLeg(i, to) {
		s.t.Fatalf("%s is not paid: %+v", to, i.Legs)
	}
	s.prove(s.poster, i) // a stranger's money moves no rating
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
}

func containsLeg(i *settle.Instruction, to settle.Address) bool {
	for _, l := range i.Legs {
		if l.To == to {
			return true
		}
	}
	return false
}

// An address that a registry vouches for wins and is paid, but has a rating to
// win only once it has signed itself; then what it did stays its own.
func TestAttestedAddressWinsNoRatingBeforeItSigns(t *testing.T) {
	s := newScene(t)
	v := s.vouched(s.hostile, "directory-token")
	var addr settle.Address
	s.State(func(tx settle.Tx) { addr = settle.GetRow[settle.Agent](tx, v.Agent).Payout.Address })
	start := s.rating(v)
	s.paysTo(v, addr)
	if got := s.rating(v); got != start {
		t.Errorf("the rating moved from %d to %d", start, got)
	}
	in, err := s.SignIn(s.hostile, addr)
	s.ok(err)
	if in.Agent != v.Agent {
		t.Fatalf("signed in as %s, vouched for as %s", in.Agent, v.Agent)
	}
	if got := s.rating(v); got != start {
		t.Errorf("what was before counts: %d", got)
	}
	s.paysTo(v, addr)
	if got := s.rating(v); got <= start {
		t.Errorf("the rating stays at %d", got)
	}
	s.Refold()
}

// A keyed agent links an address that a registry vouched for while that has done
// nothing; after its first work it stays an account of its own.
func TestAttestedAddressIsLinked(t *testing.T) {
	s := newScene(t)
	v := s.vouched(s.b, "directory-token")
	var addr settle.Address
	s.State(func(tx settle.Tx) { addr = settle.GetRow[settle.Agent](tx, v.Agent).Payout.Address })
	s.ok(s.Link(s.b, addr))
	_, c, err := s.Engine.CheckRegistry(s.Ctx, "directory-token")
	s.ok(err)
	if c.Agent != s.b.Agent {
		t.Errorf("the token acts for %s, the address is %s's", c.Agent, s.b.Agent)
	}
	w := s.vouched(s.a, "another token")
	s.State(func(tx settle.Tx) { addr = settle.GetRow[settle.Agent](tx, w.Agent).Payout.Address })
	s.submit(s.mission(s.poster, settle.NewMission{}), w)
	s.code(s.Link(s.a, addr), settle.CodeAddressHasHistory)
	s.Refold()
}
