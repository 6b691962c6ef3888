package settle

import (
	"slices"
	"testing"
)

// TestJudge is what R21 asks of the money that covers an instruction.
func TestJudge(t *testing.T) {
	const dep = "deposit"
	withDeposit := func(b *book) {
		b.do(&RefundAddressSet{Instruction: "i", RefundTo: adr("x"), RefundAfter: 700_000, Deposit: adr(dep)})
	}
	flush := []Log{move(dep, "ann", 10_000), event("i", "ann", dep, 10_000), move(dep, "fee", 50), event("i", "fee", dep, 50)}
	for _, c := range []struct {
		name string
		// each transaction is in a block of its own, 1000 s after the one before,
		// from 1000 s after the issue on; the reservation ends after 3600 s.
		before func(b *book)
		txs    [][]Log
		want   judgement
	}{
		{"the poster's in time", nil, [][]Log{{move("x", "ann", 10_000), gap(), move("x", "fee", 50)}}, judgement{reserved: true, byPayers: true, honest: true}},
		{"the poster's by tag", nil, [][]Log{{move("x", "ann", 10_000), event("i", "ann", "x", 10_000), move("x", "fee", 50), event("i", "fee", "x", 50)}},
			judgement{reserved: true, byPayers: true, honest: true}},
		{"a stranger's by tag", nil, [][]Log{{move("y", "ann", 10_000), event("i", "ann", "y", 10_000), move("y", "fee", 50), event("i", "fee", "y", 50)}},
			judgement{reserved: true}},
		{"all but a hundredth", nil, [][]Log{{move("x", "ann", 9_950)}, {move("y", "ann", 50), event("i", "ann", "y", 50), move("y", "fee", 50), event("i", "fee", "y", 50)}},
			judgement{reserved: true, byPayers: true, honest: true}},
		{"a unit less", nil, [][]Log{{move("x", "ann", 9_949)}, {move("y", "ann", 51), event("i", "ann", "y", 51), move("y", "fee", 50), event("i", "fee", "y", 50)}},
			judgement{reserved: true}},
		{"completed after the lapse", nil, [][]Log{{move("x", "ann", 10_000)}, nil, nil, {move("x", "fee", 50)}}, judgement{byPayers: true, honest: true}},
		{"deposit filled in time by an exchange, flushed late", withDeposit, [][]Log{{move("y", dep, 10_050)}, nil, nil, nil, flush}, judgement{reserved: true, honest: true}},
		{"deposit filled in time by the poster", withDeposit, [][]Log{{move("x", dep, 10_050)}, nil, nil, nil, flush}, judgement{reserved: true, byPayers: true, honest: true}},
		{"deposit filled late by an exchange", withDeposit, [][]Log{{move("y", dep, 10_049)}, nil, nil, {move("y", dep, 1)}, flush}, judgement{}},
		{"deposit filled in time by the worker", withDeposit, [][]Log{{move("ann", dep, 10_050)}, flush}, judgement{reserved: true}},
		{"deposit filled by the worker, refunded, filled by an exchange", withDeposit,
			[][]Log{{move("ann", dep, 500)}, {move(dep, "x", 500)}, {move("y", dep, 10_050)}, flush}, judgement{reserved: true, honest: true}},
		{"more after it was filled changes nothing", withDeposit, [][]Log{{move("y", dep, 10_050)}, nil, nil, {move("ann", dep, 1_000)}, flush}, judgement{reserved: true, honest: true}},
		{"sent on in the same transaction", nil, [][]Log{{move("x", "ann", 10_000), gap(), move("x", "fee", 50), move("ann", "z", 10_000)}}, judgement{reserved: true, byPayers: true}},
		{"sent on within the agent's own addresses", func(b *book) { b.do(&AddressProven{Agent: "ann", Address: adr("ann 2")}) },
			[][]Log{{move("x", "ann", 10_000), gap(), move("x", "fee", 50), move("ann", "ann 2", 10_000)}}, judgement{reserved: true, byPayers: true, honest: true}},
		{"sent back from another of the agent's addresses", func(b *book) { b.do(&AddressProven{Agent: "ann", Address: adr("ann 2")}) },
			[][]Log{{move("x", "ann", 10_000), gap(), move("x", "fee", 50), move("ann 2", "x", 10_000)}}, judgement{reserved: true, byPayers: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBook(t)
			b.payer("x", "poster", "")
			b.issue("i", "poster", 10_000, "ann")
			if c.before != nil {
				c.before(b)
			}
			for k, logs := range c.txs {
				b.block++
				b.txAt(BlockRef{Number: b.block, Hash: hsh(string(rune('a' + k)))}, 100+int64(k+1)*1000, logs...)
				if k == 2 {
					b.do(&Tick{BlockTime: 3700, Lapses: []string{"i"}})
				}
			}
			i := GetRow[Instruction](b, "i")
			if !i.Covered {
				t.Fatalf("not covered: %v", b.paid("i"))
			}
			got := (&folder{State: b, rate: plainRater{}}).judge(i)
			c.want.completed, c.want.time = got.completed, got.time
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// TestUnseenFilling: a deposit that was filled before its address was known is
// judged by its flush, and by nobody's honesty.
func TestUnseenFilling(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 10_000, "ann")
	b.txAt(BlockRef{Number: 101, Hash: hsh("a")}, 200, move("y", "deposit", 10_050))
	b.do(&RefundAddressSet{Instruction: "i", RefundTo: adr("x"), RefundAfter: 700_000, Deposit: adr("deposit")})
	b.do(&Tick{BlockTime: 3700, Lapses: []string{"i"}})
	b.txAt(BlockRef{Number: 102, Hash: hsh("b")}, 4000, move("deposit", "ann", 10_000), event("i", "ann", "deposit", 10_000),
		move("deposit", "fee", 50), event("i", "fee", "deposit", 50))
	j := (&folder{State: b, rate: plainRater{}}).judge(GetRow[Instruction](b, "i"))
	if j.reserved || j.byPayers || j.honest || j.time != 4000 {
		t.Errorf("%+v", j)
	}
}

// TestFeeRefusedIsPayers: with the fee refused, the poster's payers have paid
// everything when they have paid the others.
func TestFeeRefusedIsPayers(t *testing.T) {
	b := newBook(t)
	b.payer("x", "poster", "")
	b.issue("i", "poster", 2_000, "ann") // the fee is more than a hundredth
	refused := event("i", "fee", "x", 50)
	refused.Kind = LogInstructionLegRefused
	b.tx(move("x", "ann", 2_000), event("i", "ann", "x", 2_000), refused)
	i := GetRow[Instruction](b, "i")
	j := (&folder{State: b, rate: plainRater{}}).judge(i)
	if !i.Covered || !i.FeeWaived || !j.byPayers || !j.honest {
		t.Errorf("covered %v, waived %v, %+v", i.Covered, i.FeeWaived, j)
	}
	// A refused contributor is not waived.
	b.issue("j", "poster", 2_000, "bob")
	refused = event("j", "bob", "x", 2_000)
	refused.Kind = LogInstructionLegRefused
	b.tx(refused, move("x", "fee", 50), event("j", "fee", "x", 50))
	if j := GetRow[Instruction](b, "j"); j.Covered || j.FeeWaived {
		t.Errorf("a refused contributor counts as paid: %+v", j)
	}
}

// TestUnapply: a removed block takes its money with it; what settled by it is
// reverted with an incident and its ratings are backed out; recorded money of the
// poster's that is left is judged again, for every instruction that lost cover.
func TestUnapply(t *testing.T) {
	b := newBook(t)
	b.payer("x", "poster", "")
	b.issue("i", "poster", 2_000, "ann")
	b.issue("j", "poster", 3_000, "bob")
	// A first payment of both, tagged; then the surplus that would do as well.
	surplus := b.tx(move("x", "ann", 2_000), gap(), move("x", "fee", 50), gap(), move("x", "bob", 3_000), gap(), move("x", "fee", 50))
	b.want("i", 2_000, 50)
	b.want("j", 3_000, 50)
	b.do(&BlockUnapplied{Block: surplus})
	b.want("i", 0, 0)
	b.want("j", 0, 0)
	if len(b.Rows(TableIncident)) != 0 {
		t.Fatal("an incident before anything settled")
	}
	b.tx(move("y", "ann", 2_000), event("i", "ann", "y", 2_000), move("y", "fee", 50), event("i", "fee", "y", 50))
	used := b.tx(move("x", "bob", 3_000), gap(), move("x", "fee", 50))
	b.do(&Settled{Instruction: "i"})
	b.do(&Settled{Instruction: "j"})
	if a := GetRow[Agent](b, "bob"); a.RatingMilli != StartRating+16_000 || a.Resolved != 1 {
		t.Fatalf("bob's rating %d after %d resolutions", a.RatingMilli, a.Resolved)
	}
	b.do(&BlockUnapplied{Block: used})
	i, j := GetRow[Instruction](b, "i"), GetRow[Instruction](b, "j")
	if i.Status != InstructionSettled || j.Status != InstructionReverted || j.Covered {
		t.Fatalf("i is %s, j %s", i.Status, j.Status)
	}
	if a := GetRow[Agent](b, "bob"); a.RatingMilli != StartRating || a.Resolved != 0 {
		t.Errorf("bob's rating %d after %d resolutions was not backed out", a.RatingMilli, a.Resolved)
	}
	if n := b.Rows(TableIncident); len(n) != 1 || n[0].(*Incident).Instruction != "j" || n[0].(*Incident).Kind != IncidentReverted {
		t.Errorf("incidents %v", n)
	}
	if s := GetRow[Submission](b, "sub_j"); s.ReleasedAt == 0 || s.Status != SubmissionAccepted {
		t.Errorf("the award or the release was taken back: %+v", s)
	}
	b.do(&BlockUnapplied{Block: used}) // again: nothing
	if len(b.Rows(TableIncident)) != 1 {
		t.Error("un-applying twice is not harmless")
	}
	b.tx(move("y", "bob", 3_000), event("j", "bob", "y", 3_000), move("y", "fee", 50), event("j", "fee", "y", 50))
	b.do(&Settled{Instruction: "j"})
	j = GetRow[Instruction](b, "j")
	if j.Status != InstructionSettled || j.Settlements != 2 || j.Outcome != OutcomeAwarded || len(j.Ratings) != 0 {
		t.Errorf("settled again: %+v", j)
	}
}

// TestUnapplyRetriesEach: two settled instructions of one poster lose their cover
// with one block; each finds what is left of the poster's money.
func TestUnapplyRetriesEach(t *testing.T) {
	b := newBook(t)
	b.issue("i", "poster", 2_000, "ann")
	b.issue("j", "poster", 3_000, "bob")
	b.tx(move("x", "ann", 2_000), gap(), move("x", "fee", 1_000), gap(), move("x", "bob", 3_000)) // unclaimed
	used := b.tx(move("y", "ann", 2_000), event("i", "ann", "y", 2_000), move("y", "fee", 50), event("i", "fee", "y", 50),
		move("y", "bob", 3_000), event("j", "bob", "y", 3_000), move("y", "fee", 50), event("j", "fee", "y", 50))
	b.do(&Settled{Instruction: "i"})
	b.do(&Settled{Instruction: "j"})
	b.payer("x", "poster", "")
	b.do(&BlockUnapplied{Block: used})
	for _, id := range []string{"i", "j"} {
		if i := GetRow[Instruction](b, id); i.Status != InstructionReverted || !i.Covered {
			t.Errorf("%s is %s, covered %v: %v", id, i.Status, i.Covered, b.paid(id))
		}
	}
}

// TestRatingFloor: backing out never leaves a rating below the floor.
func TestRatingFloor(t *testing.T) {
	b := newBook(t)
	b.payer("x", "poster", "")
	b.issue("i", "poster", 2_000, "ann")
	used := b.tx(move("x", "ann", 2_000), gap(), move("x", "fee", 50))
	b.do(&Settled{Instruction: "i"})
	u := *GetRow[Agent](b, "ann")
	u.RatingMilli = 1_000_000 // lost a lot since
	b.Put(&u)
	b.do(&BlockUnapplied{Block: used})
	if a := GetRow[Agent](b, "ann"); a.RatingMilli != 1_000_000 {
		t.Errorf("rating %d", a.RatingMilli)
	}
}

// TestSecondResolution: of two winners the first is settled again after a deep
// reorganization; the losers, who lost when the second won, do not lose twice.
func TestSecondResolution(t *testing.T) {
	b := newBook(t)
	b.payer("x", "poster", "")
	b.do(&MissionPosted{Mission: Mission{ID: "mis_1", Poster: "poster", MaxWinners: 2}})
	for _, w := range []string{"ann", "bob", "cid"} {
		b.do(&WorkSubmitted{Submission: Submission{ID: "sub_" + w, Mission: "mis_1", Milestone: -1, Agent: w, Contributors: []Contributor{{Agent: w, ShareBP: 10_000}}}})
	}
	issue := func(w string) {
		i := *b.issueFor(w, "poster", 2_000, w)
		i.Mission = "mis_1"
		b.Put(&i)
	}
	issue("ann")
	first := b.tx(move("x", "ann", 2_000), gap(), move("x", "fee", 50))
	b.do(&Settled{Instruction: "ann"})
	if a := GetRow[Agent](b, "cid"); a.Resolved != 0 {
		t.Fatal("the losers lose before the last slot is taken")
	}
	issue("bob")
	b.tx(move("x", "bob", 2_000), gap(), move("x", "fee", 50))
	b.do(&Settled{Instruction: "bob"})
	lost := GetRow[Agent](b, "cid")
	if lost.Resolved != 1 || lost.RatingMilli != StartRating-16_000 {
		t.Fatalf("the loser: %+v", lost)
	}
	b.do(&BlockUnapplied{Block: first})
	b.tx(move("x", "ann", 2_000), gap(), move("x", "fee", 50))
	b.do(&Settled{Instruction: "ann"})
	if again := GetRow[Agent](b, "cid"); again.RatingMilli != lost.RatingMilli || again.Resolved != 1 {
		t.Errorf("the loser lost twice: %+v", again)
	}
	if a := GetRow[Agent](b, "ann"); a.RatingMilli != StartRating+16_000 || a.Resolved != 1 {
		t.Errorf("the winner: %+v", a)
	}
}

// TestFoldIgnores: facts about nothing, or out of place, change nothing.
func TestFoldIgnores(t *testing.T) {
	b := newBook(t)
	b.payer("x", "poster", "")
	b.issue("i", "poster", 2_000, "ann")
	before := len(b.Dirty())
	b.do(&Settled{Instruction: "i"}) // not covered
	b.do(&Settled{Instruction: "none"})
	b.do(&PickWithdrawn{Instruction: "none"})
	b.do(&ReservationRenewed{Instruction: "i", From: 1, Until: 2}) // it runs
	b.do(&Tick{BlockTime: 3699, Lapses: []string{"i", "none"}, Expired: []string{"none"}})
	b.do(&UnitsDirected{Transfer: "none", Instruction: "i"})
	b.do(&BlockUnapplied{Block: BlockRef{Number: 5}})
	b.do(&IncidentCleared{Incident: "none"})
	if i := GetRow[Instruction](b, "i"); i.Status != InstructionOpen || !i.Running() || i.Renewals != 0 || len(b.Dirty()) != before {
		t.Errorf("%+v", i)
	}
}

// TestPayoutHistory: every address that ever held is in the history, those too
// that took effect after their cool-down (R8).
func TestPayoutHistory(t *testing.T) {
	b := newBook(t)
	set := func(name string, after int64) {
		b.do(&PayoutSet{Agent: "ann", Payout: Payout{Address: adr(name), SetAt: b.at, EffectiveAt: b.at + 1 + after}})
	}
	holds := func(name string, past ...string) {
		t.Helper()
		a := GetRow[Agent](b, "ann")
		if p := EffectivePayout(a, b.at); p == nil || p.Address != adr(name) {
			t.Errorf("%v holds, want %s", p, name)
		}
		var got []Address
		for _, p := range a.PayoutHistory {
			got = append(got, p.Address)
		}
		var want []Address
		for _, n := range past {
			want = append(want, adr(n))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d past addresses, want %v", len(got), past)
		}
	}
	set("one", 0)
	holds("one")
	set("two", 100)
	holds("one")
	set("three", 100) // instead of the second, which never held
	holds("one")
	b.at += 200
	holds("three")
	set("four", 100)
	holds("three", "one")
	b.do(&AddressProven{Agent: "ann", Address: adr("four")}) // ends the cool-down
	holds("four", "one", "three")
	set("five", 0)
	holds("five", "one", "three", "four")
}
