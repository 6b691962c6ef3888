package engine_test

import (
	"slices"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// refusedScene has a pick of ann and bob, of whom ann's address was blacklisted
// after it; ann has had it for a day, and a second wallet that she has just proven.
func refusedScene(t *testing.T) (*scene, *settle.Instruction, settle.Caller, settle.Address) {
	s := newScene(t)
	s.ok(s.Link(s.a, s.a.Wallet0()))
	s.MineAfter(25 * 3600)
	s.Empty(8)
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 48*3600*1000})
	i := s.pick(s.poster, s.submit(m, s.a, s.b))
	to := s.Wallet(s.a)
	s.ok(s.Link(s.a, to))
	s.ok(s.Sync())
	s.Chain.Blacklisted[s.a.Wallet0()] = true
	return s, i, settle.Caller{Agent: s.a.Agent, Signer: s.a.Wallet0()}, to
}

func TestWhoMayNameAnotherAddress(t *testing.T) {
	s, i, ann, to := refusedScene(t)
	want := func(by settle.Caller, id string, to settle.Address, code settle.Code) {
		t.Helper()
		digest, seq := s.Digest()
		_, err := s.Engine.Succeed(s.Ctx, by, id, to)
		s.code(err, code)
		if after, now := s.Digest(); after != digest || now != seq {
			t.Errorf("a refusal (%s) left something behind", code)
		}
	}
	key := settle.Caller{Agent: s.a.Agent}
	want(ann, "stl_none", to, settle.CodeNotFound)
	want(settle.Caller{}, i.ID, to, settle.CodeForbidden)
	want(settle.Caller{Agent: s.poster.Agent}, i.ID, to, settle.CodeForbidden)
	want(settle.Caller{Agent: s.hostile.Agent, Signer: s.a.Wallet0()}, i.ID, to, settle.CodeForbidden)
	want(ann, i.ID, s.Wallet(s.a), settle.CodeForbidden)                              // not proven
	want(ann, i.ID, s.hostile.Wallet0(), settle.CodeForbidden)                        // another's
	want(key, i.ID, to, settle.CodeForbidden)                                         // a key alone
	want(settle.Caller{Agent: s.a.Agent, Signer: to}, i.ID, to, settle.CodeForbidden) // proven a moment ago
	want(ann, i.ID, s.Chain.Token, settle.CodeInvalid)                                // nobody's
	want(settle.Caller{Agent: s.b.Agent}, i.ID, s.b.Wallet0(), settle.CodeForbidden)  // bob has proven nothing
	s.ok(s.Link(s.b, s.b.Wallet0()))                                                  // and is paid where he is
	want(settle.Caller{Agent: s.b.Agent}, i.ID, s.b.Wallet0(), settle.CodeConflict)   // where the token pays him
	want(ann, i.ID, s.a.Wallet0(), settle.CodePayeeCannotReceive)                     // the refused one again
	s.Chain.Blacklisted[to] = true
	want(ann, i.ID, to, settle.CodePayeeCannotReceive)
	delete(s.Chain.Blacklisted, to)
	delete(s.Chain.Blacklisted, s.a.Wallet0())
	want(ann, i.ID, to, settle.CodeConflict) // the token pays the old one
	s.Chain.Blacklisted[s.a.Wallet0()] = true
	s.Now += time.Minute.Milliseconds()
	want(ann, i.ID, to, settle.CodeChainUnavailable) // no block for a minute
	s.MineAfter(61)
	next, err := s.Succeed(ann, i.ID, to)
	s.ok(err)
	if !next.Created || next.Instruction.Digest == i.Digest || next.Instruction.ReservedUntil != i.ReservedUntil {
		t.Errorf("%+v", next.Instruction)
	}
	want(ann, i.ID, to, settle.CodeSuperseded)
	want(ann, next.Instruction.ID, to, settle.CodeConflict) // paid there by now
	s.Audit()
}

// The poster who paid the superseded one all the same has paid the successor but for
// the refused leg; what is left is all that is asked for, and nothing is paid twice.
func TestSuccessorTakesWhatWasPaid(t *testing.T) {
	for _, how := range []string{"tagged", "deposit", "deposit of the successor", "payer"} {
		t.Run(how, func(t *testing.T) {
			s, i, ann, to := refusedScene(t)
			s.ok(s.Prove(s.poster, s.poster, s.poster.Wallet0(), i.ID)) // for the old digest
			v, err := s.Succeed(ann, i.ID, to)
			s.ok(err)
			next := v.Instruction
			old, err := s.Engine.Instruction(s.Ctx, i.ID)
			s.ok(err)
			if old.DepositOpen || old.Instruction.Successor != next.ID || !v.DepositOpen || len(v.Payers) != 1 {
				t.Errorf("old deposit open %t, new %t, payers %v", old.DepositOpen, v.DepositOpen, v.Payers)
			}
			from := s.poster.Wallet0()
			switch how {
			case "tagged":
				s.Mine(s.tagged(from, i)) // what it leaves is the refused leg
			case "deposit":
				s.Mine(s.Tx(enginetest.Transfer(from, i.Deposit, i.Total)))
				if old, err = s.Engine.Instruction(s.Ctx, i.ID); err != nil || !old.DepositOpen {
					t.Errorf("a funded deposit cannot be flushed: %v", err)
				}
				s.Mine(s.Tx(enginetest.Flush(enginetest.DepositOf(i))))
			case "deposit of the successor":
				s.Mine(s.Tx(enginetest.Transfer(from, next.Deposit, next.Total), enginetest.Flush(enginetest.DepositOf(next))))
			case "payer":
				s.Mine(s.plain(from, next))
			}
			v, err = s.Engine.Instruction(s.Ctx, next.ID)
			s.ok(err)
			missing := money.Amount{}
			for k, l := range next.Legs {
				missing = missing.SatAdd(v.Pending.Missing[k])
				if !v.Pending.Missing[k].IsZero() && l.To != to {
					t.Errorf("leg to %s misses %s", l.To, v.Pending.Missing[k])
				}
			}
			if (how == "tagged" || how == "deposit") == v.Pending.Full {
				t.Fatalf("%s missing", missing)
			}
			if !v.Pending.Full {
				s.Mine(s.Tx(enginetest.Gap(), enginetest.Transfer(from, to, missing)))
			}
			s.Confirm()
			s.is(next.ID, isSettled, settle.SubmissionAccepted, settle.MissionAwarded)
			if s.Instruction(i.ID).Status != settle.InstructionSuperseded {
				t.Error("the old one changed")
			}
		})
	}
}

// A payment to the former address that is still confirming comes first, and what is
// paid of a leg stays there.
func TestPartlyPaidBeforeTheSuccessor(t *testing.T) {
	s, i, ann, to := refusedScene(t)
	delete(s.Chain.Blacklisted, s.a.Wallet0())
	leg := slices.IndexFunc(i.Legs, func(l settle.Leg) bool { return l.To == s.a.Wallet0() })
	part := enginetest.Legs(i)[leg : leg+1]
	part[0].Amount = money.Units(1_000_000)
	s.Mine(s.Tx(enginetest.Pay(i.PayContract, s.poster.Wallet0(), i.Digest, part)))
	s.Chain.Blacklisted[s.a.Wallet0()] = true
	_, err := s.Succeed(ann, i.ID, to)
	s.code(err, settle.CodePaymentSeen)
	s.Confirm()
	v, err := s.Succeed(ann, i.ID, to)
	s.ok(err)
	next := v.Instruction
	if len(next.Legs) != len(i.Legs)+1 || !v.DepositOpen || next.DepositTotal() != i.Total.SatSub(money.Units(1_000_000)) {
		t.Fatalf("legs %+v, deposit open %t (%s) over %s", next.Legs, v.DepositOpen, v.DepositReason, next.DepositTotal())
	}
	s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), next.Deposit, next.DepositTotal()), enginetest.Flush(enginetest.DepositOf(next))))
	s.Confirm()
	s.is(next.ID, isSettled, settle.SubmissionAccepted, settle.MissionAwarded)
}

// The digest of the superseded instruction is no tag of a payee that only its
// successor has.
func TestFormerDigestAtTheNewAddress(t *testing.T) {
	s, i, ann, to := refusedScene(t)
	v, err := s.Succeed(ann, i.ID, to)
	s.ok(err)
	next := v.Instruction
	s.Mine(s.Tx(enginetest.Pay(next.PayContract, s.poster.Wallet0(), i.Digest, enginetest.Legs(next))))
	s.Confirm()
	s.Audit()
	if next = s.Instruction(next.ID); next.Covered {
		t.Errorf("covered by %s at an address that it did not name", i.ID)
	}
	s.Mine(s.tagged(s.poster.Wallet0(), next))
	s.Confirm()
	s.Audit()
	if s.Instruction(next.ID).Status != isSettled {
		t.Error("not settled by its own tag")
	}
}
