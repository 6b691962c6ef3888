package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// dust is a stranger's single unit, tagged for an instruction: its digest is
// public, so anybody can send it.
func (s *scene) dust(i *settle.Instruction) *enginetest.Tx {
	return s.Tx(enginetest.Pay(i.PayContract, enginetest.Addr("stranger"), i.Digest, []digest.Leg{{To: i.Legs[0].To, Amount: money.Units(1)}}))
}

// Dust must not take the deposit address from a poster who has funded it (R16),
// nor fill the ledger and the receipt (R17).
func TestDustTakesNoWayToPay(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Mine(s.dust(i))
	v, err := s.Engine.Instruction(s.Ctx, i.ID)
	s.ok(err)
	if !v.DepositOpen || v.Progress.State != settle.ProgressUnpaid {
		t.Fatalf("after dust: deposit %v (%s), %s", v.DepositOpen, v.DepositReason, v.Progress.State)
	}
	s.Mine(s.Tx(enginetest.Transfer(enginetest.Addr("exchange"), i.Deposit, i.Total)))
	for range 20 {
		s.Mine(s.dust(i))
	}
	if v, err = s.Engine.Instruction(s.Ctx, i.ID); err != nil || !v.DepositOpen || v.Progress.State != settle.ProgressWaitingFlush {
		t.Fatalf("funded, after dust: deposit %v (%s), %s, %v", v.DepositOpen, v.DepositReason, v.Progress.State, err)
	}
	// More than dust was paid elsewhere: the deposit still settles by its flush.
	s.Mine(s.Tx(enginetest.Pay(i.PayContract, enginetest.Addr("stranger"), i.Digest, []digest.Leg{{To: i.Legs[0].To, Amount: money.Units(5000)}})))
	if v, err = s.Engine.Instruction(s.Ctx, i.ID); err != nil || !v.DepositOpen || v.Progress.State != settle.ProgressWaitingFlush {
		t.Fatalf("funded, partly paid elsewhere: deposit %v (%s), %s, %v", v.DepositOpen, v.DepositReason, v.Progress.State, err)
	}
	s.Mine(s.Tx(enginetest.Flush(enginetest.DepositOf(i))))
	s.Confirm()
	s.is(i.ID, settle.InstructionSettled, settle.SubmissionAccepted, settle.MissionAwarded)
	s.State(func(tx settle.Tx) {
		if n := len(tx.Find(settle.AllocationsOfInstruction(i.ID))); n > len(i.Legs)+1 {
			t.Errorf("%d allocations", n)
		}
	})
}

// A proof that comes after the payment extends the reservation as one before it
// would have (R10).
func TestLateProofExtendsTheReservation(t *testing.T) {
	for name, prove := range map[string]func(*scene, *settle.Instruction) error{
		"signed payer": func(s *scene, i *settle.Instruction) error {
			return s.Prove(s.poster, s.poster, s.poster.Wallet0(), i.ID)
		},
		"linked address": func(s *scene, _ *settle.Instruction) error { return s.Link(s.poster, s.poster.Wallet0()) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			_, _, i := s.picked(s.poster, s.a)
			k := 0
			if i.Legs[0].OnlyFee() {
				k = 1
			}
			s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), i.Legs[k].To, money.Units(300_000))))
			before := s.Instruction(i.ID).ReservedUntil
			s.ok(prove(s, i))
			after := s.Instruction(i.ID)
			if !after.Extended || after.ReservedUntil != before+settle.ExtensionSeconds {
				t.Fatalf("reserved until %d, was %d, extended %v", after.ReservedUntil, before, after.Extended)
			}
			_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
			s.code(err, settle.CodePaymentSeen)
		})
	}
}

// What a submission pays is what its instruction says, not the first prize.
func TestPayoutsFollowTheInstruction(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Reward: money.Units(10_000_000), Grain: money.Units(10_000), MaxWinners: 3})
	first, second := s.submit(m, s.a), s.submit(m, s.b)
	s.Mine(s.tagged(s.poster.Wallet0(), s.pick(s.poster, first)))
	i := s.pick(s.poster, second)
	v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{Agent: s.poster.Agent})
	s.ok(err)
	for _, x := range v.Visible {
		if x.Submission.ID != second.ID {
			continue
		}
		if want := i.Total.SatSub(i.Fee); x.Payouts[0] != want {
			t.Errorf("shown %s, the instruction pays %s", x.Payouts[0], want)
		}
	}
}

// The surplus shown is this instruction's own, and stays shown when it is settled.
func TestSurplusIsOnesOwn(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	_, _, rival := s.picked(s.hostile, s.a)
	s.prove(s.poster, i)
	legs := enginetest.Legs(i)
	for k := range legs {
		legs[k].Amount = legs[k].Amount.SatAdd(money.Units(7000)) // the fee's leg too
	}
	s.Mine(s.Tx(enginetest.Pay(i.PayContract, s.poster.Wallet0(), i.Digest, legs)))
	s.Confirm()
	v, err := s.Engine.Instruction(s.Ctx, i.ID)
	s.ok(err)
	if want := money.Units(uint64(7000 * len(legs))); v.Surplus != want || v.Instruction.Status != settle.InstructionSettled {
		t.Errorf("surplus %s of %s, want %s", v.Surplus, v.Instruction.Status, want)
	}
	if v, err = s.Engine.Instruction(s.Ctx, rival.ID); err != nil || !v.Surplus.IsZero() || len(v.Unclaimed) != 0 {
		t.Errorf("the rival sees surplus %s and %d unclaimed, %v", v.Surplus, len(v.Unclaimed), err)
	}
}

// A dry run is of separate transactions in their order, and says who would be
// paid first.
func TestCheckSaysWhoIsPaidFirst(t *testing.T) {
	s := newScene(t)
	_, _, older := s.picked(s.poster, s.a)
	_, _, newer := s.picked(s.poster, s.b)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	s.ok(s.Sync())
	in := func(feeFirst bool) (out []settle.IntendedTransfer) {
		for _, first := range []bool{feeFirst, !feeFirst} {
			for _, l := range newer.Legs {
				if l.OnlyFee() == first {
					out = append(out, settle.IntendedTransfer{From: s.poster.Wallet0(), To: l.To, Amount: l.Amount})
				}
			}
		}
		return out
	}
	r, err := s.Engine.Check(s.Ctx, newer.ID, in(true))
	s.ok(err)
	if r.WouldSettle || len(r.Problems) == 0 || r.Problems[0].Code != settle.CodePaymentUsedElsewhere {
		t.Errorf("fee first, which the older pick %s takes: %+v", older.ID, r)
	}
	if r, err = s.Engine.Check(s.Ctx, newer.ID, in(false)); err != nil || !r.WouldSettle {
		t.Errorf("fee last: %+v, %v", r, err)
	}
}

// Two picks of one worker at one price warn of each other, in the instruction and
// in the dry run, until the older one is paid.
func TestEqualPicksWarn(t *testing.T) {
	s := newScene(t)
	_, _, older := s.picked(s.poster, s.a)
	_, _, newer := s.picked(s.poster, s.a)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	plain := []settle.IntendedTransfer{{From: s.poster.Wallet0(), To: newer.Legs[0].To, Amount: newer.Legs[0].Amount}}
	want := func(warns bool) {
		t.Helper()
		for _, pair := range [][2]string{{older.ID, newer.ID}, {newer.ID, older.ID}} {
			v, err := s.Engine.Instruction(s.Ctx, pair[0])
			s.ok(err)
			r, err := s.Engine.Check(s.Ctx, pair[0], plain)
			s.ok(err)
			for what, ps := range map[string][]settle.Problem{"instruction": v.Problems, "check": r.Problems} {
				n := slices.IndexFunc(ps, func(p settle.Problem) bool { return p.Code == settle.CodeAmbiguousPayment })
				if (n >= 0) != warns || warns && !strings.Contains(ps[n].Message, pair[1]) {
					t.Errorf("%s of %s: problems %+v, warns %t", what, pair[0], ps, warns)
				}
			}
		}
	}
	want(true)
	s.Mine(s.Tx(enginetest.Pay(older.PayContract, s.poster.Wallet0(), older.Digest, enginetest.Legs(older))))
	want(false) // the payment is seen: what comes now can only be for the newer
	s.Confirm()
	want(false)
}

// A name must show who it is.
func TestNamesAreLegible(t *testing.T) {
	s := newScene(t)
	for name, good := range map[string]bool{"Scout 7": true, "研究": true, "\u200b\u200b\u200b": false, "Ann\u202enimda": false, "...": false} {
		if _, err := s.Engine.Register(s.Ctx, name, false); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}
