package settle

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

var (
	annGains = RatingChange{Agent: "ann", DeltaMilli: 16_000}
	bobLoses = RatingChange{Agent: "bob", DeltaMilli: -16_000, Lost: true}
)

// newPrizes is a mission of two prizes that ann, whose address is proven, entered
// without depositing her work, and bob with.
func newPrizes(t *testing.T) *book {
	b := newEscrowBook(t)
	b.do(&AddressProven{Agent: "ann", Address: adr("ann")})
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.deposit("r", "mis_m", "bob")
	b.tx(entered("m", "ann", "a", 0), entered("m", "bob", "r", 0))
	return b
}

// prize is the award of ann's work in a tranche.
func (b *book) prize(tranche uint8) *EscrowAward {
	w, s := work("a"), split("a")
	return GetRow[EscrowAward](b, AwardKey(hsh("m"), tranche, adr("ann"), Keccak256(w[:], s[:])))
}

func (b *book) settle(tranche uint8) { b.do(&AwardSettlement{Award: b.prize(tranche).Key()}) }

// wantRated holds what the two prizes have moved against what is expected, and the
// agents' ratings against that.
func (b *book) wantRated(when string, first, second []RatingChange) {
	b.t.Helper()
	moved := map[string]int64{}
	for n, want := range [][]RatingChange{first, second} {
		var got []RatingChange
		if a := b.prize(uint8(n)); a != nil {
			got = a.Ratings
		}
		if !slices.Equal(got, want) {
			b.t.Errorf("%s: prize %d moved %+v, want %+v", when, n, got, want)
		}
		for _, c := range want {
			moved[c.Agent] += c.DeltaMilli
		}
	}
	for _, id := range []string{"ann", "bob"} {
		if a := GetRow[Agent](b, id); a.RatingMilli != StartRating+moved[id] {
			b.t.Errorf("%s: %s is at %d, want %d", when, id, a.RatingMilli, StartRating+moved[id])
		}
	}
}

// A work gains once, also while the award that it gained by waits to be settled
// again, since the work was deposited after it had settled.
func TestOneGainWhileAnAwardWaits(t *testing.T) {
	b := newPrizes(t)
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue()
	b.deposit("a", "mis_m", "ann")
	later := b.tx(won("m", "ann", 1, 400, 2), payout("m", "ann", 1, 398, true))
	if a := b.prize(0); a.Status != AwardConfirmed || a.Submission != "sub_a" {
		t.Fatalf("the first award does not wait: %+v", a)
	}
	gain := []RatingChange{annGains}
	b.wantRated("waiting", gain, nil)
	b.settle(1)
	b.wantRated("the second settled", gain, nil) // and a slot is not settled for: nobody has lost
	b.settle(0)
	b.wantRated("both settled", []RatingChange{annGains, bobLoses}, nil)
	b.do(&BlockUnapplied{Block: later})
	b.wantRated("the second un-applied", gain, nil)
}

// The gain of an award that waits to be settled again goes to the other prize of
// the work when a reorganization takes the waiting one away.
func TestGainOfAWaitingAwardThatEnds(t *testing.T) {
	b := newPrizes(t)
	b.tx(won("m", "ann", 1, 400, 2), payout("m", "ann", 1, 398, true))
	later := b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settle(0)
	b.deposit("a", "mis_m", "ann")
	b.settle(1)
	if a := b.prize(0); a.Status != AwardConfirmed || a.Settlements != 1 {
		t.Fatalf("the first prize does not wait: %+v", a)
	}
	b.wantRated("waiting", []RatingChange{annGains}, nil)
	b.do(&BlockUnapplied{Block: later})
	b.wantRated("un-applied", nil, []RatingChange{annGains})
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue()
	b.wantRated("won again", []RatingChange{bobLoses}, []RatingChange{annGains})
}

// So it does when the waiting one settles and it shows that its money has not
// stayed: it went on, in the same transaction, from an address that is ann's by now.
func TestGainOfAWaitingAwardThatIsNotKept(t *testing.T) {
	for _, firstSettlesLast := range []bool{true, false} {
		b := newPrizes(t)
		b.do(&AgentRegistered{ID: "x"})
		b.do(&AddressProven{Agent: "x", Address: adr("cold")})
		b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true), move("cold", "away", 597))
		b.settleDue()
		b.tx(won("m", "ann", 1, 400, 2), payout("m", "ann", 1, 398, true))
		b.do(&AddressProven{Agent: "ann", Address: adr("cold"), Merged: "x"})
		b.deposit("a", "mis_m", "ann")
		b.wantRated("waiting", []RatingChange{annGains}, nil)
		if firstSettlesLast {
			b.settle(1)
			b.wantRated("the second settled", []RatingChange{annGains}, nil)
			b.settle(0)
			b.wantRated("both settled", nil, []RatingChange{annGains, bobLoses})
			continue
		}
		b.settle(0)
		b.wantRated("the first settled", nil, nil)
		b.settle(1)
		b.wantRated("both settled", nil, []RatingChange{annGains, bobLoses})
	}
}

// A work that was deposited twice is one work: it gains once.
func TestOneGainOfEqualWork(t *testing.T) {
	b := newPrizes(t)
	b.deposit("a", "mis_m", "ann")
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue()
	b.do(&WorkSubmitted{Submission: Submission{ID: "sub_0", Mission: "mis_m", Milestone: -1, Agent: "ann", ContentHash: work("a"), Deposited: true,
		CreatedAt: 1, Contributors: []Contributor{{Agent: "ann", ShareBP: 10_000}}, Escrow: &EscrowWork{Address: adr("ann"), SplitHash: split("a")}}})
	b.tx(won("m", "ann", 1, 400, 2), payout("m", "ann", 1, 398, true))
	b.settleDue()
	if one, two := b.prize(0).Submission, b.prize(1).Submission; one != "sub_a" || two != "sub_0" {
		t.Fatalf("the prizes are of %s and %s", one, two)
	}
	b.wantRated("both settled", []RatingChange{annGains}, []RatingChange{bobLoses})
}

// Where one prize ends, another of the same work may show to be nobody's gain; then
// it is given to one that was looked at before it.
func TestGainGoesToAnEarlierPrize(t *testing.T) {
	b := newEscrowBook(t)
	b.do(&AgentRegistered{ID: "x"})
	b.do(&AddressProven{Agent: "x", Address: adr("cold")})
	b.do(&AddressProven{Agent: "ann", Address: adr("ann")})
	three := terms("p", func(t *MissionTerms) {
		t.Tranches, t.Fees = []money.Amount{amt(500), amt(300), amt(200)}, []money.Amount{amt(2), amt(2), amt(1)}
	})
	b.fund("m", three)
	b.tx(entered("m", "ann", "a", 0))
	b.tx(won("m", "ann", 1, 300, 2), payout("m", "ann", 1, 298, true), move("cold", "away", 298))
	b.settleDue()
	b.tx(won("m", "ann", 0, 500, 2), payout("m", "ann", 0, 498, true))
	later := b.tx(won("m", "ann", 2, 200, 1), payout("m", "ann", 2, 199, true))
	b.settleDue()
	b.do(&AddressProven{Agent: "ann", Address: adr("cold"), Merged: "x"})
	b.wantRated("all settled", nil, []RatingChange{annGains})
	b.do(&BlockUnapplied{Block: later})
	b.wantRated("the last prize un-applied", []RatingChange{annGains}, nil)
}
