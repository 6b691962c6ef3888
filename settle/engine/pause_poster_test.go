package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// TestPauseAndRenewal: a pick is not renewed while the token is known to be
// paused, which would waste the renewal; the caps do not see the pause.
func TestPauseAndRenewal(t *testing.T) {
	s := newScene(t)
	_, sub, i := s.picked(s.poster, s.a)
	_, _, other := s.picked(s.hostile, s.b)
	s.lapse() // both
	s.ok(s.renew(s.hostile, s.Submission(other.Submission)))
	s.Chain.Paused = true
	s.Mine()
	s.code(s.renew(s.poster, sub), settle.CodeTokenPaused)
	s.MineAfter(30 * 3600)
	s.Chain.Paused = false
	s.Mine()
	for range settle.RenewalsMax {
		s.ok(s.renew(s.poster, sub))
		if got := s.Instruction(i.ID); got.ReservedUntil != s.Chain.Tip().Time+3600 {
			t.Fatalf("renewed until %d", got.ReservedUntil)
		}
		s.pauseFor(10 * 3600)
		s.MineAfter(3600)
		s.MineAfter(25 * 3600) // past the stop for unpaid picks
	}
	if got := s.Instruction(i.ID); got.ReservedSum != 4*3600 || got.Renewals != settle.RenewalsMax {
		t.Fatalf("the pauses count: %d s in %d renewals", got.ReservedSum, got.Renewals)
	}
	s.code(s.renew(s.poster, sub), settle.CodeReservationSpent)
}

// TestPauseAndWithdrawal: withdrawing while the token is paused counts never, and
// after it only the time in which one could pay counts.
func TestPauseAndWithdrawal(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after int64
		paused        bool
		counted       int
	}{
		{"while paused", 700, 0, true, 0},
		{"after it, within ten minutes", 290, 290, false, 0},
		{"after it, later", 290, 320, false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			m, sub, i := s.picked(s.poster, s.a)
			s.MineAfter(c.before)
			s.Chain.Paused = true
			s.Mine()
			s.MineAfter(5000)
			if !c.paused {
				s.Chain.Paused = false
				s.Mine()
				s.MineAfter(c.after)
			}
			v, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
			s.ok(err)
			if v.Instruction.Running() || s.unpaid(s.poster) != c.counted {
				t.Fatalf("running %v, counted %d", v.Instruction.Running(), s.unpaid(s.poster))
			}
			s.Chain.Paused = false
			s.Mine()
			if s.pause() != nil {
				t.Fatal("nobody looks at a pause when nothing is reserved")
			}
			_, err = s.Pick(s.poster, s.submit(m, s.b), s.poster.Wallet0(), false)
			s.ok(err) // the slot is free
			s.code(s.renew(s.poster, sub), settle.CodeSettlementInProgress)
		})
	}
}

// TestPauseAndPaymentSeen: the extension by a payment and that by a pause add up,
// in either order.
func TestPauseAndPaymentSeen(t *testing.T) {
	for _, first := range []string{"payment", "pause"} {
		t.Run(first+" first", func(t *testing.T) {
			s := newScene(t)
			s.ok(s.Link(s.poster, s.poster.Wallet0()))
			_, _, i := s.picked(s.poster, s.a)
			pay := func() {
				s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), s.a.Wallet0(), enginetest.USDC(1))))
			}
			if first == "payment" {
				pay()
			}
			s.pauseFor(7200)
			if first == "pause" {
				pay()
			}
			if got := s.reservedUntil(i.ID, i.ReservedUntil+7200+settle.ExtensionSeconds); !got.Extended {
				t.Fatal("not extended by the payment")
			}
		})
	}
}
