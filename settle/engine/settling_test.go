package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

const (
	isOpen    = settle.InstructionOpen
	isSettled = settle.InstructionSettled
	pending   = settle.SubmissionPending
	accepted  = settle.SubmissionAccepted
	late      = settle.SubmissionAcceptedLate
	closed    = settle.SubmissionClosed
	open      = settle.MissionOpen
	awarded   = settle.MissionAwarded
)

// TestTopUp: a short payment is completed by a second one, in any way.
func TestTopUp(t *testing.T) {
	for _, how := range []string{"payer", "tag"} {
		t.Run(how, func(t *testing.T) {
			s := newScene(t)
			s.ok(s.Link(s.poster, s.poster.Wallet0()))
			_, _, i := s.picked(s.poster, s.a)
			w := s.poster.Wallet0()
			var first, rest []enginetest.Op
			for k, l := range i.Legs {
				half, more := money.Units(100), l.Amount.SatSub(money.Units(100))
				if half.Less(money.Units(settle.DustUnits)) {
					half, more = money.Units(5000), l.Amount.SatSub(money.Units(5000))
				}
				first = append(first, enginetest.Gap(), enginetest.Transfer(w, l.To, half))
				if how == "payer" {
					rest = append(rest, enginetest.Gap(), enginetest.Transfer(w, l.To, more))
				} else {
					rest = append(rest, enginetest.Authorized(s.a.Wallets[0], l.To, more, digest.LegNonce(i.Digest, k)))
				}
			}
			if how == "tag" { // by anybody: here a stranger
				rest = nil
				x := s.NewActor("stranger").Wallet0()
				for k, l := range i.Legs {
					rest = append(rest, enginetest.Authorized(x, l.To, l.Amount.SatSub(money.Units(5000)), digest.LegNonce(i.Digest, k)))
				}
			}
			s.Mine(s.Tx(first...))
			s.Confirm()
			s.is(i.ID, isOpen, pending, open)
			v, err := s.Engine.Instruction(s.Ctx, i.ID)
			s.ok(err)
			if v.Progress.State != settle.ProgressPartial {
				t.Fatalf("half paid and %s", v.Progress.State)
			}
			s.Mine(s.Tx(rest...))
			s.Confirm()
			s.is(i.ID, isSettled, accepted, awarded)
		})
	}
}

// TestSharedAddress: two contributors at one address, and a payee who is the fee
// address, owe the sum there (R7).
func TestSharedAddress(t *testing.T) {
	s := newScene(t)
	s.payout(s.b, s.a.Wallet0())
	s.Now += 25 * 3600_000 // the unproven change takes effect
	s.MineAfter(25 * 3600)
	m := s.mission(s.poster, settle.NewMission{})
	i := s.pick(s.poster, s.submit(m, s.a, s.b))
	if len(i.Legs) != 2 {
		t.Fatalf("legs %+v", i.Legs)
	}
	s.prove(s.poster, i)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)

	c := s.NewActor("cid")
	s.payout(c, s.Fee)
	_, _, j := s.picked(s.poster, c)
	if len(j.Legs) != 1 || j.Legs[0].Amount != j.Total || j.Legs[0].OnlyFee() {
		t.Fatalf("legs %+v", j.Legs)
	}
	s.Mine(s.tagged(s.poster.Wallet0(), j))
	s.Confirm()
	s.is(j.ID, isSettled, accepted, awarded)
}

// TestBatch: one transaction pays picks of several missions, the fees in one
// transfer, two of the picks to one worker at one price.
func TestBatch(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	w := s.poster.Wallet0()
	var ops []enginetest.Op
	var fees money.Amount
	var ids []string
	for _, x := range []*enginetest.Actor{s.a, s.b, s.a} {
		_, _, i := s.picked(s.poster, x)
		ids = append(ids, i.ID)
		for _, l := range i.Legs {
			if l.OnlyFee() {
				fees = fees.SatAdd(l.Amount)
			} else {
				ops = append(ops, enginetest.Gap(), enginetest.Transfer(w, l.To, l.Amount))
			}
		}
	}
	s.Mine(s.Tx(append(ops, enginetest.Transfer(w, s.Fee, fees))...))
	s.Confirm()
	for _, id := range ids {
		s.is(id, isSettled, accepted, awarded)
	}
}

// TestChangesDuringConfirmation: neither a new payout address nor the deadline
// takes anything from a payment that waits for its depth.
func TestChangesDuringConfirmation(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 2*3600_000})
	i := s.pick(s.poster, s.submit(m, s.a))
	s.lapse()
	s.prove(s.poster, i) // so that no reservation runs when the deadline comes
	s.MineAfter(3590, s.plain(s.poster.Wallet0(), i))
	s.ok(s.Link(s.a, s.a.Wallets[0]))
	s.payout(s.a, s.Wallet(s.a))
	for range 6 {
		s.MineAfter(10)
	}
	if s.Now < m.Deadline {
		t.Fatal("the deadline has not come")
	}
	s.is(i.ID, isSettled, accepted, awarded)
}

// TestLatePayment: after its lapse a stranger's full payment releases and awards
// nothing; the poster's takes the slot if it is free.
func TestLatePayment(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.lapse()
	s.Mine(s.tagged(s.NewActor("stranger").Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, late, open)
	if s.rating(s.a) != settle.StartRating {
		t.Fatal("a stranger's money moved the rating")
	}
	_, _, j := s.picked(s.poster, s.a)
	s.prove(s.poster, j)
	s.lapse()
	s.Mine(s.tagged(s.poster.Wallet0(), j))
	s.Confirm()
	s.is(j.ID, isSettled, accepted, awarded)
	if s.rating(s.a) == settle.StartRating {
		t.Fatal("the poster's money did not move the rating")
	}
}

// TestSelfPaid: a worker who pays himself on a lapsed or withdrawn pick is
// released and wins nothing, from whatever wallet.
func TestSelfPaid(t *testing.T) {
	for _, end := range []string{"lapsed", "withdrawn"} {
		for _, wallet := range []string{"second wallet", "linked wallet"} {
			t.Run(end+" "+wallet, func(t *testing.T) {
				s := newScene(t)
				second := s.Wallet(s.a)
				if wallet == "linked wallet" {
					s.ok(s.Link(s.a, second))
				}
				_, _, i := s.picked(s.poster, s.a)
				s.code(s.Prove(s.poster, s.a, s.a.Wallet0(), i.ID), settle.CodeForbidden)
				if end == "lapsed" {
					s.lapse()
				} else {
					s.Mine()
					_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
					s.ok(err)
				}
				s.Mine(s.tagged(second, i))
				s.Confirm()
				s.is(i.ID, isSettled, late, open)
				if s.rating(s.a) != settle.StartRating {
					t.Fatal("his own money moved his rating")
				}
			})
		}
	}
}

// TestSelfPaidInTime: while the reservation runs the tag awards whoever pays, and
// the rating stays where it is.
func TestSelfPaidInTime(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Mine(s.tagged(s.Wallet(s.a), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
	if s.rating(s.a) != settle.StartRating {
		t.Fatal("his own money moved his rating")
	}
}

// TestLateClaim: the poster pays a lapsed pick while a rival's reservation holds
// the slot. It takes the slot when that ends unpaid, and not when it is paid or
// the mission is dead by then.
func TestLateClaim(t *testing.T) {
	for _, end := range []string{"lapses", "is withdrawn", "is paid"} {
		t.Run("rival "+end, func(t *testing.T) {
			s := newScene(t)
			s.ok(s.Link(s.poster, s.poster.Wallet0()))
			m := s.mission(s.poster, settle.NewMission{})
			first, second := s.submit(m, s.a), s.submit(m, s.b)
			i := s.pick(s.poster, first)
			s.lapse()
			r := s.pick(s.poster, second)
			s.Mine(s.tagged(s.poster.Wallet0(), i))
			s.Confirm()
			s.is(i.ID, isSettled, late, open)
			switch end {
			case "lapses":
				s.lapse()
			case "is withdrawn":
				_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, r.ID)
				s.ok(err)
			case "is paid":
				s.Mine(s.tagged(s.poster.Wallet0(), r))
				s.Confirm()
				s.is(r.ID, isSettled, accepted, awarded)
				s.is(i.ID, isSettled, late, awarded)
				return
			}
			s.is(i.ID, isSettled, accepted, awarded)
			s.is(r.ID, isOpen, closed, awarded)
			// Money that comes for the rival still opens its work.
			s.Mine(s.tagged(s.poster.Wallet0(), r))
			s.Confirm()
			s.is(r.ID, isSettled, late, awarded)
		})
	}
}

// TestLateClaimAfterAccident: the rival that held the slot is paid by money that
// awards nothing; the slot goes to the late payer who met it.
func TestLateClaimAfterAccident(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	m := s.mission(s.poster, settle.NewMission{})
	first, second := s.submit(m, s.a), s.submit(m, s.b)
	r := s.pick(s.poster, second)
	s.lapse()
	// A stranger pays the rival between two of its reservations.
	s.Mine(s.tagged(s.NewActor("stranger").Wallet0(), r))
	i := s.pick(s.poster, first)
	_, err := s.Engine.Withdraw(s.Ctx, s.poster.Agent, i.ID)
	s.ok(err)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.ok(s.renew(s.poster, second))
	s.Confirm()
	s.is(r.ID, isSettled, late, awarded)
	s.is(i.ID, isSettled, accepted, awarded)
}

// TestDeadMission: a dead mission stays dead, and paid work opens all the same.
func TestDeadMission(t *testing.T) {
	for _, end := range []string{"cancelled", "expired"} {
		t.Run(end, func(t *testing.T) {
			s := newScene(t)
			s.ok(s.Link(s.poster, s.poster.Wallet0()))
			m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 2*3600_000})
			i := s.pick(s.poster, s.submit(m, s.a))
			_, err := s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID)
			s.code(err, settle.CodeSettlementInProgress)
			_, err = s.Engine.Reject(s.Ctx, s.poster.Agent, m.ID, i.Submission, "")
			s.code(err, settle.CodeSettlementInProgress)
			s.lapse()
			want := settle.MissionExpired
			if end == "cancelled" {
				want = settle.MissionCancelled
				_, err := s.Engine.Cancel(s.Ctx, s.poster.Agent, m.ID)
				s.ok(err)
			} else {
				s.MineAfter(2 * 3600)
			}
			s.is(i.ID, isOpen, closed, want)
			s.Mine(s.plain(s.poster.Wallet0(), i))
			s.Confirm()
			s.is(i.ID, isSettled, late, want)
			if got := s.Instruction(i.ID); got.LateClaim {
				t.Fatal("it claims a slot of a dead mission")
			}
		})
	}
}

// TestDeadMissionLateClaim: a late claim ends with its mission.
func TestDeadMissionLateClaim(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	m := s.mission(s.poster, settle.NewMission{Deadline: s.Now + 7000_000})
	first, second := s.submit(m, s.a), s.submit(m, s.b)
	i := s.pick(s.poster, first)
	s.lapse()
	r := s.pick(s.poster, second)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.Confirm()
	// Lapse and deadline come with one block: the claim is older than the end.
	s.MineAfter(2 * 3600)
	s.is(i.ID, isSettled, accepted, awarded)
	s.is(r.ID, isOpen, closed, awarded)
}
