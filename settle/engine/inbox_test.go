package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// inbox lists all entries of a kind, of which each is found by its ID as well.
func (s *scene) inbox(kind settle.StuckKind) []*settle.Stuck {
	s.t.Helper()
	out, next, err := s.Engine.Inbox(s.Ctx, kind, "", 100)
	s.ok(err)
	if next != "" {
		s.t.Fatalf("a second page of %d", len(out))
	}
	for _, x := range out {
		one, err := s.Engine.Stuck(s.Ctx, x.ID())
		s.ok(err)
		if one.Amount != x.Amount || one.Next != x.Next {
			s.t.Errorf("%s is %+v, alone %+v", x.ID(), x, one)
		}
		if x.Text == "" || len(x.Next) < 30 || x.Mover == "" || x.Since == 0 {
			s.t.Errorf("%s says too little: %+v", x.ID(), x)
		}
	}
	return out
}

// stuck demands one entry of a kind, about an instruction, of an amount and what is
// missing beside.
func (s *scene) stuck(kind settle.StuckKind, id string, amount, missing money.Amount, mover settle.Mover) *settle.Stuck {
	s.t.Helper()
	all := s.inbox(kind)
	if len(all) != 1 || all[0].Instruction == nil || all[0].Instruction.ID != id || all[0].Amount != amount || all[0].Missing != missing || all[0].Mover != mover {
		s.t.Fatalf("%s: %d entries, the first is %+v; want one of %s, %s with %s missing, moved by %s", kind, len(all), first(all), id, amount, missing, mover)
	}
	return all[0]
}

func first(all []*settle.Stuck) any {
	if len(all) == 0 {
		return nil
	}
	return *all[0]
}

func (x *stuckParties) has(role string, a settle.Address) bool {
	return slices.ContainsFunc(*x, func(p settle.StuckParty) bool { return p.Role == role && p.Address == a })
}

type stuckParties []settle.StuckParty

// Money of which nobody knows whose it is: it is listed with its sender until the
// sender is proven, and what it then leaves missing is listed as underpaid.
func TestInboxUnclaimedAndUnderpaid(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	_, _, other := s.picked(s.hostile, s.b)
	for _, kind := range settle.StuckKinds() {
		if n := len(s.inbox(kind)); n != 0 {
			t.Fatalf("%d of %s, and nobody has paid", n, kind)
		}
	}
	wallet := s.poster.Wallet0()
	b := s.Mine(s.Tx(enginetest.Transfer(wallet, s.a.Wallet0(), enginetest.USDC(4))))
	s.Confirm()
	x := s.stuck(settle.StuckUnclaimed, i.ID, enginetest.USDC(4), i.Total, settle.MoverPayer)
	ps := stuckParties(x.Parties)
	if x.Block == nil || x.Block.Number != b.Number || x.Since != b.Time*1000 || len(x.Transfers) != 1 || !ps.has("sender", wallet) || !ps.has("payee", s.a.Wallet0()) {
		t.Errorf("%+v", x)
	}
	s.prove(s.poster, i)
	if n := len(s.inbox(settle.StuckUnclaimed)); n != 0 {
		t.Errorf("%d unclaimed, and the payer is proven", n)
	}
	x = s.stuck(settle.StuckUnderpaid, i.ID, enginetest.USDC(4), i.Total.SatSub(enginetest.USDC(4)), settle.MoverPoster)
	if x.Block.Number != b.Number || !strings.Contains(x.Next, i.ID) {
		t.Errorf("%+v", x)
	}
	// Later strays are found too, of an instruction that was issued in between.
	s.Mine(s.Tx(enginetest.Transfer(s.hostile.Wallet0(), s.a.Wallet0(), enginetest.USDC(1))))
	_, _, later := s.picked(s.hostile, s.a)
	s.Mine(s.Tx(enginetest.Transfer(s.hostile.Wallet0(), s.a.Wallet0(), enginetest.USDC(2))))
	s.Confirm()
	got := map[string]money.Amount{}
	for _, x := range s.inbox(settle.StuckUnclaimed) {
		got[x.Instruction.ID] = x.Amount
	}
	if len(got) != 2 || got[i.ID] != enginetest.USDC(3) || got[later.ID] != enginetest.USDC(2) {
		t.Errorf("unclaimed is %v; %s stands aside", got, other.ID)
	}
	s.Mine(s.tagged(wallet, i))
	s.Confirm()
	if n := len(s.inbox(settle.StuckUnderpaid)); n != 0 || s.Instruction(i.ID).Status != settle.InstructionSettled {
		t.Errorf("%d underpaid, and all is paid", n)
	}
	s.Refold()
}

// A takedown's hold is listed whether it is paid or not, with what to do in each case.
func TestInboxHeld(t *testing.T) {
	s := newScene(t)
	m, sub, i := s.picked(s.poster, s.a)
	s.remove(m)
	x := s.stuck(settle.StuckHeld, i.ID, money.Amount{}, i.Total, settle.MoverOperator)
	unpaid := x.Next
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	x = s.stuck(settle.StuckHeld, i.ID, i.Total, money.Amount{}, settle.MoverOperator)
	if x.Next == unpaid || !strings.Contains(x.Next, "lifts itself on 20") || !strings.Contains(x.Text, "policy") {
		t.Errorf("%q", x.Next)
	}
	_, err := s.Engine.Withhold(s.Ctx, sub.ID, "unlawful")
	s.ok(err)
	if n := len(s.inbox(settle.StuckHeld)); n != 0 {
		t.Errorf("%d held, and it is withheld", n)
	}
}

// What lies in a deposit address is listed until it is flushed or given back.
func TestInboxDeposit(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	pay := func(n money.Amount) {
		s.Mine(s.Tx(enginetest.Transfer(s.poster.Wallet0(), i.Deposit, n)))
		s.Confirm()
	}
	half := enginetest.USDC(5)
	pay(half)
	x := s.stuck(settle.StuckInDeposit, i.ID, half, i.Total, settle.MoverPoster)
	ps := stuckParties(x.Parties)
	if !ps.has("deposit", i.Deposit) || !ps.has("refund_to", i.RefundTo) {
		t.Errorf("%+v", x.Parties)
	}
	pay(i.Total)
	x = s.stuck(settle.StuckInDeposit, i.ID, i.Total.SatAdd(half), i.Total, settle.MoverAnyone)
	if !strings.Contains(x.Next, "flush") {
		t.Error(x.Next)
	}
	s.Mine(s.Tx(enginetest.Flush(enginetest.DepositOf(i))))
	s.Confirm()
	if s.Instruction(i.ID).Status != settle.InstructionSettled {
		t.Fatal("flushed, and not settled")
	}
	if left := settleBalance(s, i); left.IsZero() {
		if n := len(s.inbox(settle.StuckInDeposit)); n != 0 {
			t.Errorf("%d entries of an empty deposit", n)
		}
	} else if x := s.stuck(settle.StuckInDeposit, i.ID, left, money.Amount{}, settle.MoverAnyone); !strings.Contains(x.Next, "refund") {
		t.Error(x.Next)
	}
	s.Refold()
}

func settleBalance(s *scene, i *settle.Instruction) (left money.Amount) {
	s.State(func(tx settle.Tx) { left = settle.DepositBalance(tx, i.Deposit) })
	return left
}

// A payment that a reorganization removed, and one that came too late, stand there
// until an operator clears them; so does a halt.
func TestInboxIncidents(t *testing.T) {
	s := newScene(t)
	_, _, i := s.picked(s.poster, s.a)
	s.Mine(s.tagged(s.poster.Wallet0(), i))
	s.Confirm()
	if s.Instruction(i.ID).Status != settle.InstructionSettled {
		t.Fatal("not settled")
	}
	s.Reorg(9, 10, func(int, *enginetest.Tx) int { return -1 })
	s.Confirm()
	x := s.stuck(settle.StuckKind(settle.IncidentReverted), i.ID, i.Total, i.Total, settle.MoverPoster)
	if x.Incident == nil || len(x.Transfers) != 1 {
		t.Errorf("%+v", x)
	}
	_, _, j := s.picked(s.hostile, s.b)
	s.MineAfter(181 * 24 * 3600)
	s.Mine(s.tagged(s.hostile.Wallet0(), j))
	s.Confirm()
	orphans := s.inbox(settle.StuckKind(settle.IncidentOrphan))
	// The legs of one payment are one incident, and all of its money is in it.
	if len(orphans) != 1 || orphans[0].Instruction.ID != j.ID || orphans[0].Amount != j.Total || orphans[0].Count != len(j.Legs) || orphans[0].Mover != settle.MoverOperator {
		t.Errorf("%+v", first(orphans))
	}
	// Pages of one entry give all of them, once, in the same order.
	all, _, err := s.Engine.Inbox(s.Ctx, "", "", 100)
	s.ok(err)
	var ids, paged []string
	for _, x := range all {
		ids = append(ids, x.ID())
	}
	for from := ""; ; {
		page, next, err := s.Engine.Inbox(s.Ctx, "", from, 1)
		s.ok(err)
		for _, x := range page {
			paged = append(paged, x.ID())
		}
		if from = next; next == "" {
			break
		}
	}
	if len(ids) < 2 || !slices.Equal(ids, paged) {
		t.Errorf("pages give %v, want %v", paged, ids)
	}
	for _, x := range all {
		if x.Incident != nil {
			s.ok(s.Engine.ClearIncident(s.Ctx, x.ID(), "looked at"))
		}
	}
	if n := len(s.inbox(settle.StuckKind(settle.IncidentOrphan))) + len(s.inbox(settle.StuckKind(settle.IncidentReverted))); n != 0 {
		t.Errorf("%d entries are left, and all were cleared", n)
	}
	_, _, err = s.Engine.Inbox(s.Ctx, "nothing", "", 1)
	s.code(err, settle.CodeInvalid)
	_, _, err = s.Engine.Inbox(s.Ctx, settle.StuckHeld, "unclaimed/"+i.ID, 1)
	s.code(err, settle.CodeInvalid)
	_, err = s.Engine.Stuck(s.Ctx, "unclaimed/"+j.ID+"0")
	s.code(err, settle.CodeNotFound)
}
