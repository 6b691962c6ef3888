package engine_test

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// TestReservationCaps: three renewals, no more than 24 hours in sum, and three
// unpaid picks stop new ones for a day (R10).
func TestReservationCaps(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	sub := s.submit(m, s.a)
	i := s.pick(s.poster, sub)
	for n := range 3 {
		s.lapse()
		if n == 2 {
			s.code(s.renew(s.poster, sub), settle.CodeTooManyUnpaidPicks)
			s.MineAfter(25 * 3600)
		}
		s.ok(s.renew(s.poster, sub))
	}
	s.lapse()
	s.MineAfter(25 * 3600)
	s.code(s.renew(s.poster, sub), settle.CodeReservationSpent)
	// Paying it wipes the record clean, and the payment still takes the slot.
	s.prove(s.poster, i)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
	s.State(func(tx settle.Tx) {
		if a := settle.GetRow[settle.Agent](tx, s.poster.Agent); len(a.UnpaidPicks) != 0 || a.UnpaidTotal != 4 {
			t.Fatalf("unpaid picks %v, in all %d", a.UnpaidPicks, a.UnpaidTotal)
		}
	})
}

// TestWithdraw: not after a payment was seen, free within ten minutes, counted
// afterwards.
func TestWithdraw(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	unpaid := func() (n int) {
		s.State(func(tx settle.Tx) { n = settle.GetRow[settle.Agent](tx, s.poster.Agent).UnpaidTotal })
		return n
	}
	_, _, i := s.picked(s.poster, s.a)
	s.MineAfter(590)
	_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
	s.ok(err)
	if unpaid() != 0 {
		t.Fatal("a withdrawal within ten minutes counts")
	}
	_, err = s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID) // again: nothing changes
	s.ok(err)
	_, err = s.Engine.Withdraw(s.Ctx, s.hostile.Agent, i.ID)
	s.code(err, settle.CodeForbidden)
	_, _, j := s.picked(s.poster, s.a)
	s.MineAfter(700)
	_, err = s.Engine.Withdraw(s.Ctx, s.poster.Agent, j.ID)
	s.ok(err)
	if unpaid() != 1 {
		t.Fatal("a late withdrawal does not count")
	}
	_, _, k := s.picked(s.poster, s.b)
	until := k.ReservedUntil
	s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), s.b.Wallet0(), money.Units(100_000)))) // one per cent
	_, err = s.Engine.Withdraw(s.Ctx, s.poster.Agent, k.ID)
	s.code(err, settle.CodePaymentSeen)
	if got := s.Instruction(k.ID); got.ReservedUntil != until+72*3600 {
		t.Fatalf("extended by %d s", got.ReservedUntil-until)
	}
	// The extension is one, and it stays when a reorganization takes the payment.
	s.Reorg(1, 2, func(int, *enginetest.Tx) int { return -1 })
	s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), s.b.Wallet0(), money.Units(100_000))))
	if got := s.Instruction(k.ID); got.ReservedUntil != until+72*3600 || !got.Extended {
		t.Fatalf("extended by %d s", got.ReservedUntil-until)
	}
}

// TestPresentTwice: presenting is looking. It settles nothing and changes
// nothing, before, while and after.
func TestPresentTwice(t *testing.T) {
	s := newScene(t)
	_, sub, i := s.picked(s.poster, s.a)
	present := func(tx *enginetest.Tx) (settle.SettleResult, error) {
		_, seq := s.Digest()
		r, err := s.Engine.Present(s.Ctx, s.poster.Agent, sub.Mission, sub.ID, tx.Hash)
		if _, now := s.Digest(); now != seq {
			t.Fatal("presenting wrote something")
		}
		return r, err
	}
	tx := s.plain(s.poster.Wallet0(), i)
	_, err := present(tx)
	s.code(err, settle.CodeTxNotFound)
	s.Mine(tx)
	for range 2 {
		_, err = present(tx)
		s.code(err, settle.CodePayerNotProven)
	}
	s.prove(s.poster, i)
	_, err = present(tx)
	s.code(err, settle.CodeNotConfirmed)
	s.Confirm()
	for range 2 {
		r, err := present(tx)
		s.ok(err)
		if !r.AlreadySettled {
			t.Fatal("settled and not said")
		}
	}
	old := s.Tx(enginetest.Transfer(s.poster.Wallet0(), s.b.Wallet0(), enginetest.USDC(1)))
	s.Mine(old)
	s.Confirm()
	_, sub, _ = s.picked(s.poster, s.b)
	_, err = present(old)
	s.code(err, settle.CodeTxBeforeInstruction)
	_, err = present(tx)
	if c := settle.CodeOf(err); !slices.Contains([]settle.Code{settle.CodePaymentUsedElsewhere, settle.CodeTxBeforeInstruction, settle.CodeUnderpaid}, c) {
		t.Fatalf("another's payment: %v", err)
	}
}

// TestBelowIssuedBlock: a tip reorganization moves the payment below the block
// under which its instruction was issued; it still pays (R13). What was below it
// all along does not.
func TestBelowIssuedBlock(t *testing.T) {
	for _, how := range []string{"payer", "tag of a stranger", "deposit"} {
		t.Run(how, func(t *testing.T) { belowIssuedBlock(t, how) })
	}
}

func belowIssuedBlock(t *testing.T, how string) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	m := s.mission(s.poster, settle.NewMission{})
	sub := s.submit(m, s.a)
	s.Empty(3)
	i := s.pick(s.poster, sub)
	tx := s.plain(s.poster.Wallet0(), i)
	switch how {
	case "tag of a stranger":
		tx = s.tagged(enginetest.Addr("stranger"), i)
	case "deposit":
		tx = s.Tx(enginetest.Transfer(enginetest.Addr("exchange"), i.Deposit, i.Total), enginetest.Flush(enginetest.DepositOf(i)))
	}
	s.Mine(tx)
	s.Reorg(4, 5, func(int, *enginetest.Tx) int { return 0 })
	b, _ := s.Chain.Find(tx.Hash)
	if b.Number >= i.Issued.Number {
		t.Fatal("the payment is not below the issued block")
	}
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)

	early := s.Tx(enginetest.PlainLegs(s.poster.Wallet0(), i)...)
	s.Mine(early)
	_, _, j := s.picked(s.poster, s.a)
	s.Confirm()
	s.is(j.ID, isOpen, pending, open)
}
