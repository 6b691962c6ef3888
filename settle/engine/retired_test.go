package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// A pay contract that was replaced is never forgotten: what was issued for it is
// still paid through it, and it can be nobody's payout address.
func TestReplacedPayContractsStayKnown(t *testing.T) {
	s := newScene(t)
	sub := s.submit(s.mission(s.poster, settle.NewMission{Reward: money.Units(25_000_000)}), s.a)
	i := s.pick(s.poster, sub)
	old := i.PayContract
	for n := byte(1); n <= 2; n++ {
		set := s.Conf
		set.PayContracts = []settle.PayContract{{Address: settle.Address{0: 0x99, 19: n}, DepositImpl: settle.Address{0: 0x98, 19: n}}}
		s.ok(s.Engine.Configure(s.Ctx, set))
	}
	now, err := s.Engine.Settings(s.Ctx)
	s.ok(err)
	var known []settle.Address
	for _, p := range now.KnownPay() {
		known = append(known, p.Address)
	}
	if len(now.PayContracts) != 1 || len(known) != 3 || known[2] != old {
		t.Fatalf("issuing for %v, knowing %v, want the old %s last", now.PayContracts, known, old)
	}
	_, err = s.Engine.SetPayout(s.Ctx, settle.Caller{Agent: s.b.Agent}, old)
	s.code(err, settle.CodeInvalid)
	seq := func() uint64 { h, err := s.Engine.Health(s.Ctx); s.ok(err); return h.JournalSeq }
	before := seq()
	set := s.Conf
	set.PayContracts = now.PayContracts
	s.ok(s.Engine.Configure(s.Ctx, set))
	if seq() != before {
		t.Error("configuring the same again is a new fact")
	}
}

// The escrow and the contracts beside it stay known when they are replaced, and
// no address can be two of them.
func TestReplacedContractsStayKnown(t *testing.T) {
	s := newScene(t)
	set := s.Conf
	set.Contracts = settle.Contracts{Escrow: settle.Address{0xe5, 19: 1}, Vote: settle.Address{0xe5, 19: 2}}
	s.ok(s.Engine.Configure(s.Ctx, set))
	set.Contracts = settle.Contracts{Escrow: settle.Address{0xe5, 19: 3}}
	s.ok(s.Engine.Configure(s.Ctx, set))
	now, err := s.Engine.Settings(s.Ctx)
	s.ok(err)
	for _, c := range []settle.Contract{{Role: settle.RoleEscrow, Address: settle.Address{0xe5, 19: 1}},
		{Role: settle.RoleVote, Address: settle.Address{0xe5, 19: 2}}, {Role: settle.RoleEscrow, Address: settle.Address{0xe5, 19: 3}}} {
		if !now.Knows(c) {
			t.Errorf("%v is forgotten", c)
		}
		_, err = s.Engine.SetPayout(s.Ctx, settle.Caller{Agent: s.b.Agent}, c.Address)
		s.code(err, settle.CodeInvalid)
	}
	if len(now.KnownContracts()) != 3 {
		t.Errorf("known are %v", now.KnownContracts())
	}
	set.Contracts.Agents = settle.Address{0xe5, 19: 2} // a vote contract once
	if err := s.Engine.Configure(s.Ctx, set); err == nil {
		t.Error("a contract changes its role")
	}
}
