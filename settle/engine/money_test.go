package engine_test

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// TestDepositTime: the money of a deposit is judged by when it filled the
// address, not by when somebody flushed it, and by who filled it (R21).
func TestDepositTime(t *testing.T) {
	for _, who := range []string{"exchange", "worker", "poster"} {
		t.Run(who, func(t *testing.T) {
			s := newScene(t)
			s.ok(s.Link(s.a, s.a.Wallet0()))
			_, _, i := s.picked(s.poster, s.a)
			from := map[string]settle.Address{"exchange": enginetest.Addr("exchange"), "worker": s.a.Wallet0(), "poster": s.poster.Wallet0()}[who]
			s.prove(s.poster, i)
			half := money.Units(5_000_000)
			s.Mine(s.Tx(enginetest.Transfer(from, i.Deposit, half)))
			if !s.Instruction(i.ID).Extended {
				t.Fatal("half of it at the deposit address does not extend the reservation")
			}
			s.Mine(s.Tx(enginetest.Transfer(from, i.Deposit, i.Total.SatSub(half))))
			s.Confirm()
			v, err := s.Engine.Instruction(s.Ctx, i.ID)
			s.ok(err)
			if v.Progress.State != settle.ProgressWaitingFlush {
				t.Fatalf("funded and %s", v.Progress.State)
			}
			s.MineAfter(74 * 3600) // the reservation lapses, extension and all
			if s.Instruction(i.ID).Running() {
				t.Fatal("the reservation runs on")
			}
			s.Mine(s.Tx(enginetest.Flush(enginetest.DepositOf(i))))
			s.Confirm()
			s.is(i.ID, isSettled, accepted, awarded)
			if moved := s.rating(s.a) != settle.StartRating; moved != (who != "worker") {
				t.Fatalf("ratings moved: %v", moved)
			}
		})
	}
}

// TestDepositRefund: refunded money counts for nothing, and a later filling is
// judged by itself.
func TestDepositRefund(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	d := enginetest.DepositOf(i)
	s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), i.Deposit, money.Units(4_000_000))))
	s.Mine(s.Tx(enginetest.Refund(d, d.RefundTo)))
	if !s.Chain.Balance(i.Deposit).IsZero() {
		t.Fatal("an early refund by its receiver did not happen")
	}
	s.lapse()
	s.Mine(s.Tx(enginetest.Transfer(enginetest.Addr("exchange"), i.Deposit, i.Total), enginetest.Flush(d)))
	s.Confirm()
	s.is(i.ID, isSettled, late, open)
}

// TestFeeRefused: the token's issuer refuses the fee address. Before the pick the
// fee is left out; after it the refused leg counts as covered, and the poster's
// late payment takes the slot although the fee is more than a hundredth of it.
func TestFeeRefused(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.prove(s.poster, i)
	s.lapse()
	s.Chain.Blacklisted[s.Fee] = true
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
	if s.rating(s.a) == settle.StartRating {
		t.Fatal("honest money did not move the rating")
	}
	_, _, j := s.picked(s.poster, s.b)
	if len(j.Legs) != 1 || !j.FeeWaived || !j.Fee.IsZero() {
		t.Fatalf("%+v", j)
	}
	s.Chain.Blacklisted[s.b.Wallet0()] = true
	m := s.mission(s.poster, settle.NewMission{})
	_, err := s.Pick(s.poster, s.submit(m, s.b), settle.Address{}, false)
	s.code(err, settle.CodePayeeCannotReceive)
	s.Chain.Paused = true
	_, err = s.Pick(s.poster, s.submit(m, s.a), settle.Address{}, false)
	s.code(err, settle.CodeTokenPaused)
}

// TestFeeReadAgain: when only the fee is missing the issuer is asked about its
// address; refused, it counts as covered. The world's answer is a fact.
func TestFeeReadAgain(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	_, _, i := s.picked(s.poster, s.a)
	_, _, j := s.picked(s.poster, s.b)
	waive := func(want int) {
		t.Helper()
		n, err := s.Engine.WaiveRefusedFees(s.Ctx)
		s.ok(err)
		s.ok(s.Sync())
		if n != want {
			t.Fatalf("%d fees waived, want %d", n, want)
		}
	}
	s.Chain.Blacklisted[s.Fee] = true
	waive(0) // more than the fee is missing
	for _, l := range i.Legs {
		if !l.OnlyFee() {
			s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), l.To, l.Amount)))
		}
	}
	s.Confirm()
	s.Chain.Blacklisted[s.Fee] = false
	waive(0) // it can receive
	s.is(i.ID, isOpen, pending, open)
	s.Chain.Blacklisted[s.Fee] = true
	waive(1)
	s.is(i.ID, isSettled, accepted, awarded)
	waive(0)
	s.is(j.ID, isOpen, pending, open)
}

// TestFeeSettings: a mission keeps the fee that it was posted with, whatever the
// operator sets later; without an address for it the fee is waived.
func TestFeeSettings(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	n := s.mission(s.poster, settle.NewMission{})
	c := s.Conf
	c.FeeBP = 0
	s.ok(s.Engine.Configure(s.Ctx, c))
	s.Chain.Blacklisted[s.Fee] = true
	if i := s.pick(s.poster, s.submit(m, s.a)); len(i.Legs) != 1 || !i.FeeWaived {
		t.Fatalf("nobody asked whether the fee address can receive: %+v", i.Legs)
	}
	s.Chain.Blacklisted[s.Fee] = false
	c.FeeAddress = settle.Address{}
	s.ok(s.Engine.Configure(s.Ctx, c))
	i := s.pick(s.poster, s.submit(n, s.a))
	if len(i.Legs) != 1 || i.Legs[0].To.IsZero() || !i.FeeWaived {
		t.Fatalf("legs %+v", i.Legs)
	}
}

// TestNetInflow: reputation counts what stays with the payees over the whole
// transaction: moving on to one's own proven wallet keeps it, sending it back
// from there does not.
func TestNetInflow(t *testing.T) {
	for _, c := range []struct {
		name         string
		linked, back bool
		moves        bool
	}{
		{"moved on to a proven wallet", true, false, true},
		{"moved on to an unknown wallet", false, false, false},
		{"back from a proven wallet", true, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.ok(s.Link(s.poster, s.poster.Wallet0()))
			s.ok(s.Link(s.a, s.a.Wallet0()))
			second := s.Wallet(s.a)
			if c.linked {
				s.ok(s.Link(s.a, second))
			}
			_, _, i := s.picked(s.poster, s.a)
			work := i.Legs[0]
			if work.OnlyFee() {
				work = i.Legs[1]
			}
			ops := append(enginetest.PlainLegs(s.poster.Wallet0(), i), enginetest.Transfer(work.To, second, work.Amount))
			if c.back {
				ops = append(ops, enginetest.Transfer(second, s.poster.Wallet0(), work.Amount))
			}
			s.Mine(s.Tx(ops...))
			s.Confirm()
			s.is(i.ID, isSettled, accepted, awarded)
			if moved := s.rating(s.a) != settle.StartRating; moved != c.moves {
				t.Fatalf("ratings moved: %v", moved)
			}
		})
	}
}

// TestBounce: what a payee sends straight back in the same transaction has paid
// nothing, tagged or not (R13).
func TestBounce(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	_, _, i := s.picked(s.poster, s.a)
	w := s.poster.Wallet0()
	back := enginetest.Transfer(s.a.Wallet0(), w, money.Units(1))
	s.Mine(s.Tx(append(enginetest.PlainLegs(w, i), back)...))
	s.Mine(s.Tx(enginetest.Pay(i.PayContract, w, i.Digest, enginetest.Legs(i)[:1]), enginetest.Transfer(i.Legs[0].To, w, i.Legs[0].Amount)))
	s.Confirm()
	s.is(i.ID, isOpen, pending, open)
	s.Mine(s.Tx(enginetest.Transfer(w, s.a.Wallet0(), money.Units(1000)))) // the missing unit
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
}

// TestOrphanPayment: money that comes after 180 days settles nothing and is
// reported, once, tagged or not.
func TestOrphanPayment(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	_, _, i := s.picked(s.poster, s.a)
	s.MineAfter(181 * 24 * 3600)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	count := func() (n int) {
		for _, x := range s.Incidents() {
			if x.Kind == settle.IncidentOrphan && x.Instruction == i.ID {
				n++
			}
		}
		return n
	}
	n := count()
	if got := s.Instruction(i.ID); got.Status != isOpen || n == 0 {
		t.Fatalf("%s with %d incidents", got.Status, n)
	}
	s.ok(s.Link(s.poster, s.Wallet(s.poster))) // judges what is recorded again
	if count() != n {
		t.Fatal("the same money is reported again")
	}
}

// TestTwoSlots: two winners, two tranches; the last award closes the rest.
func TestTwoSlots(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	c := s.NewActor("cid")
	s.payout(c, c.Wallet0())
	m := s.mission(s.poster, settle.NewMission{MaxWinners: 2, Reward: money.Units(10_010_000)})
	x, y, z := s.submit(m, s.a), s.submit(m, s.b), s.submit(m, c)
	i, j := s.pick(s.poster, x), s.pick(s.poster, y)
	if i.Total.SatAdd(j.Total) != m.Reward || i.SlotN == j.SlotN {
		t.Fatalf("prizes %s and %s of %s", i.Total, j.Total, m.Reward)
	}
	_, err := s.Pick(s.poster, z, settle.Address{}, false)
	s.code(err, settle.CodeSettlementInProgress)
	s.Mine(s.plain(s.poster.Wallet0(), j), s.plain(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
	s.is(j.ID, isSettled, accepted, awarded)
	if got := s.Submission(z.ID); got.Status != closed {
		t.Fatalf("the third is %s", got.Status)
	}
}

// TestDeepReorg: the payments of two settled picks of one poster vanish below the
// depth. Both are reverted with an incident each, the ratings are backed out, the
// poster cannot post; any covering payment settles again, the award stands.
func TestDeepReorg(t *testing.T) {
	s := newScene(t)
	s.ok(s.Link(s.poster, s.poster.Wallet0()))
	_, _, i := s.picked(s.poster, s.a)
	_, _, j := s.picked(s.poster, s.b)
	// A surplus of the poster's that would cover the second one, further down.
	s.Mine(s.Tx(enginetest.PlainLegs(s.poster.Wallet0(), j)...))
	s.Mine(s.tagged(s.poster.Wallet0(), j))
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	s.is(i.ID, isSettled, accepted, awarded)
	s.is(j.ID, isSettled, accepted, awarded)
	if s.rating(s.a) == settle.StartRating {
		t.Fatal("no rating moved")
	}
	s.Reorg(9, 10, func(int, *enginetest.Tx) int { return -1 })
	s.is(i.ID, settle.InstructionReverted, accepted, awarded)
	s.is(j.ID, settle.InstructionReverted, accepted, awarded)
	if n := len(s.Incidents()); n != 2 {
		t.Fatalf("%d incidents", n)
	}
	if s.rating(s.a) != settle.StartRating || s.rating(s.b) != settle.StartRating {
		t.Fatal("ratings were not backed out")
	}
	_, err := s.Post(s.poster, settle.NewMission{})
	s.code(err, settle.CodePosterDisputed)
	s.told(i.ID, "submission.picked", "settlement.settled", "mission.awarded", "settlement.reverted")
	s.reverted(i.Mission, true)
	s.Mine(s.plain(s.poster.Wallet0(), i))
	s.Mine(s.tagged(enginetest.Addr("stranger"), j))
	s.told(j.ID, "submission.picked", "settlement.settled", "mission.awarded", "settlement.reverted") // at the depth only
	s.Confirm()
	for _, id := range []string{i.ID, j.ID} {
		s.told(id, "submission.picked", "settlement.settled", "mission.awarded", "settlement.reverted", "settlement.settled")
	}
	s.reverted(i.Mission, false)
	s.is(i.ID, isSettled, accepted, awarded)
	s.is(j.ID, isSettled, accepted, awarded)
	if s.rating(s.a) == settle.StartRating || s.rating(s.b) != settle.StartRating {
		t.Fatal("ratings follow the money that pays now")
	}
	_, err = s.Post(s.poster, settle.NewMission{})
	s.ok(err)
}

// TestStaleTip: no instruction is issued while the chain stands still.
func TestStaleTip(t *testing.T) {
	s := newScene(t)
	m := s.mission(s.poster, settle.NewMission{})
	sub := s.submit(m, s.a)
	s.Now += 31_000
	_, err := s.Pick(s.poster, sub, settle.Address{}, false)
	s.code(err, settle.CodeChainUnavailable)
	s.Mine()
	s.pick(s.poster, sub)
}

// told fails unless these are the public events about an instruction, in order.
func (s *scene) told(id string, want ...string) {
	s.T.Helper()
	var got []string
	for _, e := range s.EventsMatchState() {
		if e.Instruction == id {
			got = append(got, e.Type)
		}
	}
	if !slices.Equal(got, want) {
		s.T.Fatalf("%s: %v, want %v", id, got, want)
	}
}

// reverted fails unless lists and details of a mission say so of its payment.
func (s *scene) reverted(mission string, want bool) {
	s.T.Helper()
	v, err := s.Engine.Mission(s.Ctx, mission, settle.Viewer{})
	s.ok(err)
	list, err := s.Engine.Missions(s.Ctx, settle.MissionFilter{Work: true})
	s.ok(err)
	in := slices.ContainsFunc(list, func(x *settle.MissionView) bool { return x.Mission.ID == mission && x.Reverted == want })
	if v.Reverted != want || !in {
		s.T.Fatalf("%s: reverted %v, and so in the list: %v; want %v", mission, v.Reverted, in, want)
	}
}
