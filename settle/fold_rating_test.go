package settle

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// history is a set of things that happen to a mission of one prize, which was
// posted on the chain without us.
type history struct {
	name string
	// steps happen in every order in which the first of a pair comes before its
	// second.
	steps []string
	pairs [][2]string
	// self says that the poster turns out to share in what won.
	self bool
}

var histories = []history{
	{name: "another agent posted", steps: []string{"post", "enter", "submit", "award", "rival posted", "ann works"}},
	{name: "the worker posted", steps: []string{"post", "enter", "submit", "award", "ann posted", "ann works"}, self: true},
	{name: "the worker's second agent posted", steps: []string{"post", "enter", "submit", "award", "x posted", "x is ann", "ann works"},
		pairs: [][2]string{{"x posted", "x is ann"}}, self: true},
	{name: "the poster's second agent worked", steps: []string{"post", "enter", "submit by x", "award", "ann posted", "x works", "x that works is ann"},
		pairs: [][2]string{{"x works", "x that works is ann"}}, self: true},
	{name: "the poster's address is paid", steps: []string{"post", "enter", "submit", "award to another", "ann works", "rival posted", "rival is paid"}, self: true},
}

func (h history) before(a, b string) bool {
	chain := func(s string) int {
		switch s {
		case "post":
			return 1
		case "enter":
			return 2
		case "award", "award to another":
			return 3
		}
		return 0
	}
	if chain(a) > 0 && chain(b) > 0 {
		return chain(a) < chain(b)
	}
	return a == "post" && (b == "submit" || b == "submit by x") || slices.Contains(h.pairs, [2]string{a, b})
}

// orders are all orders of the steps.
func (h history) orders() (out [][]string) {
	var next func(done, left []string)
	next = func(done, left []string) {
		if len(left) == 0 {
			out = append(out, slices.Clone(done))
		}
		for k, s := range left {
			if !slices.ContainsFunc(left, func(o string) bool { return h.before(o, s) }) {
				next(append(done, s), slices.Delete(slices.Clone(left), k, k+1))
			}
		}
	}
	next(nil, h.steps)
	return out
}

// do does a step; one on the chain is remembered, to be done again.
func (h *told) do(step string) {
	one := terms("pa", func(t *MissionTerms) { t.Tranches, t.Fees = []money.Amount{amt(1000)}, []money.Amount{amt(5)} })
	submit := func(agent string) {
		b := h.b
		mission := b.onChain("m").ID
		b.deposit("r", mission, "bob") // a rival's
		w := Submission{ID: "sub_a", Mission: mission, Milestone: -1, Agent: agent, ContentHash: work("a"), Deposited: true,
			Contributors: []Contributor{{Agent: agent, ShareBP: 10_000}}, Escrow: &EscrowWork{Address: adr("wa"), SplitHash: split("a")}}
		b.do(&WorkSubmitted{Submission: w})
	}
	block := func(f func()) {
		f()
		h.blocks = append(h.blocks, mined{BlockRef{Number: h.b.block, Hash: hsh(fmt.Sprint(h.b.block))}, step})
	}
	switch step {
	case "post":
		block(func() { h.b.fund("m", one) })
	case "enter":
		block(func() { h.b.tx(entered("m", "wa", "a", 0), entered("m", "bob", "r", 0)) })
	case "award":
		block(func() { h.b.tx(won("m", "wa", 0, 1000, 5), payout("m", "wa", 0, 995, true)) })
	case "award to another":
		block(func() {
			h.b.tx(won("m", "wa", 0, 1000, 5), payout("m", "wa", 0, 5, true), payout("m", "elsewhere", 0, 990, true))
		})
	case "submit":
		submit("ann")
	case "submit by x":
		submit("x")
	case "rival posted":
		h.b.do(&AddressProven{Agent: "rival", Address: adr("pa")})
	case "ann posted":
		h.b.do(&AddressProven{Agent: "ann", Address: adr("pa")})
	case "x posted":
		h.b.do(&AddressProven{Agent: "x", Address: adr("pa")})
	case "x is ann":
		h.b.do(&AddressProven{Agent: "ann", Address: adr("pa"), Merged: "x"})
	case "ann works":
		h.b.do(&AddressProven{Agent: "ann", Address: adr("wa")})
	case "x works":
		h.b.do(&AddressProven{Agent: "x", Address: adr("wa")})
		h.b.do(&AddressProven{Agent: "x", Address: adr("other")})
	case "x that works is ann":
		h.b.do(&AddressProven{Agent: "ann", Address: adr("other"), Merged: "x"})
	case "rival is paid":
		h.b.do(&AddressProven{Agent: "rival", Address: adr("elsewhere")})
	default:
		h.b.t.Fatalf("no step %q", step)
	}
}

type mined struct {
	BlockRef
	step string
}

// told is a history while it happens.
type told struct {
	history
	b      *book
	blocks []mined
}

// unapply takes back the newest blocks, and returns what was in them.
func (h *told) unapply(n int) (steps []string) {
	for range n {
		last := h.blocks[len(h.blocks)-1]
		h.b.do(&BlockUnapplied{Block: last.BlockRef})
		h.blocks = h.blocks[:len(h.blocks)-1]
		steps = append([]string{last.step}, steps...)
	}
	return steps
}

// honest holds what is true at every moment: no poster ever has a rating from
// its own mission, and an agent's rating is what the awards say of it.
func (h *told) honest(when string) {
	h.b.t.Helper()
	moved, count := map[string]int64{}, map[string]int{}
	for _, r := range h.b.Rows(TableEscrowAward) {
		a := r.(*EscrowAward)
		for _, c := range a.Ratings {
			moved[c.Agent] += c.DeltaMilli
			count[c.Agent]++
			if p := h.b.onChain("m").Poster; c.Agent == p || p == "" && a.Poster != "" || a.Status == AwardReverted {
				h.b.t.Fatalf("%s, %s: %s gained from %+v", h.name, when, c.Agent, a)
			}
		}
		if s := GetRow[Submission](h.b, a.Submission); s != nil && s.Agent == h.b.onChain("m").Poster && len(a.Ratings) > 0 {
			h.b.t.Fatalf("%s, %s: the poster's own work moved %+v", h.name, when, a.Ratings)
		}
	}
	for _, r := range h.b.Rows(TableAgent) {
		if a := r.(*Agent); a.RatingMilli != StartRating+moved[a.ID] || a.Resolved != count[a.ID] {
			h.b.t.Fatalf("%s, %s: %s is at %d after %d, the awards say %+d after %d", h.name, when, a.ID, a.RatingMilli, a.Resolved, moved[a.ID], count[a.ID])
		}
	}
}

var allReorgs = flag.Bool("all-reorgs", false, "play every order with every reorganization (minutes)")

// Nobody gains by a mission of its own, whatever is proven when, and whatever a
// reorganization takes back meanwhile; and everybody else does. Every order is
// played with some reorganizations, with -all-reorgs with all of them.
func TestNobodyGainsByItsOwnMission(t *testing.T) {
	for _, h := range histories {
		orders, plays := h.orders(), 0
		for k, order := range orders {
			for n := range 8 * len(order) { // where, how deep, and whether it comes back at once
				if *allReorgs || n%(8*len(order)-1) == k%(8*len(order)-1) {
					play(t, h, order, n/8, n/2%4, n%2 == 1)
					plays++
				}
			}
		}
		t.Logf("%s: %d orders, %d histories", h.name, len(orders), plays)
	}
}

// What is known to be the poster's own when it settles is no resolution at all.
func TestOwnWorkIsNoResolution(t *testing.T) {
	x := &told{history: histories[1], b: newEscrowBook(t)}
	for _, s := range []string{"post", "ann works", "enter", "submit", "ann posted", "award"} {
		x.do(s)
		x.b.settleDue()
	}
	for _, r := range x.b.Rows(TableAgent) {
		if a := r.(*Agent); a.RatedAt != 0 || a.RatingMilli != StartRating {
			t.Errorf("%s is rated: %+v", a.ID, a)
		}
	}
}

// play plays one order: behind step at the newest blocks go, and come again.
func play(t *testing.T, h history, order []string, at, depth int, late bool) {
	t.Helper()
	x := &told{history: h, b: newEscrowBook(t)}
	x.b.do(&AgentRegistered{ID: "x"})
	var again []string
	step := func(s, when string) {
		x.do(s)
		x.honest(when + ": " + s)
		x.b.settleDue()
		x.honest(when + ": settled")
	}
	for k, s := range order {
		when := fmt.Sprint(order, " at ", k)
		if onChain := h.before("post", s) && s[:3] != "sub"; onChain && len(again) > 0 {
			again = append(again, s) // after those that went
			continue
		}
		step(s, when)
		if k == at && depth <= len(x.blocks) {
			again = x.unapply(depth)
			x.honest(when + ": un-applied")
			for !late && len(again) > 0 {
				step(again[0], when+" again")
				again = again[1:]
			}
		}
	}
	for _, s := range again {
		step(s, fmt.Sprint(order, " in the end"))
	}
	a := FindRows[*EscrowAward](x.b, AwardsOnChain(hsh("m")))
	if len(a) != 1 || a[0].Status != AwardSettled || a[0].Submission != "sub_a" {
		t.Fatalf("%s, %v: awards %+v", h.name, order, a)
	}
	want := []RatingChange{{Agent: "ann", DeltaMilli: 16_000}, {Agent: "bob", DeltaMilli: -16_000, Lost: true}}
	if h.self {
		want = nil
	}
	if !slices.Equal(a[0].Ratings, want) {
		t.Fatalf("%s, %v, reorganized at %d by %d: ratings %+v, want %+v", h.name, order, at, depth, a[0].Ratings, want)
	}
}

// The gain of a work that won two prizes stays with the other one when a
// reorganization removes the one that it came by.
func TestGainOfAnotherPrize(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.deposit("a", "mis_m", "ann")
	b.deposit("b", "mis_m", "bob")
	b.tx(entered("m", "ann", "a", 0), entered("m", "bob", "b", 0))
	b.tx(won("m", "ann", 1, 400, 2), payout("m", "ann", 1, 398, true))
	later := b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue() // the first prize first, whose block is the newest
	want := func(first, second []RatingChange, ann, bob int64) {
		t.Helper()
		as := FindRows[*EscrowAward](b, AwardsOfSubmission("sub_a"))
		if !slices.Equal(as[0].Ratings, first) || !slices.Equal(as[1].Ratings, second) {
			t.Errorf("ratings %+v and %+v, want %+v and %+v", as[0].Ratings, as[1].Ratings, first, second)
		}
		if GetRow[Agent](b, "ann").RatingMilli != StartRating+ann || GetRow[Agent](b, "bob").RatingMilli != StartRating+bob {
			t.Errorf("ann %+v, bob %+v", GetRow[Agent](b, "ann"), GetRow[Agent](b, "bob"))
		}
	}
	gain, loss := RatingChange{Agent: "ann", DeltaMilli: 16_000}, RatingChange{Agent: "bob", DeltaMilli: -16_000, Lost: true}
	want([]RatingChange{gain}, []RatingChange{loss}, 16_000, -16_000) // bob loses with the last prize
	b.do(&BlockUnapplied{Block: later})
	want(nil, []RatingChange{gain}, 16_000, 0) // a prize is there to win again
	b.tx(won("m", "bob", 0, 600, 3), payout("m", "bob", 0, 597, true))
	b.settleDue()
	if a := GetRow[Agent](b, "bob"); a.RatingMilli != StartRating+16_000 || a.Resolved != 1 {
		t.Errorf("bob won: %+v", a)
	}
}

// An award of work that was never submitted here counts once its winner is known:
// before it settles, later, for an address that was only paid, and for the account
// that takes a winner's agent over; and it is taken back with its block.
func TestUnsubmittedAwardCounts(t *testing.T) {
	b := newEscrowBook(t)
	b.do(&AgentRegistered{ID: "x"})
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.deposit("r", "mis_m", "bob")
	b.tx(entered("m", "bob", "r", 0), entered("m", "ann", "a", 0))
	block := b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 500, true), payout("m", "cold", 0, 97, true))
	award := func() *EscrowAward { return FindRows[*EscrowAward](b, AwardsOnChain(hsh("m")))[0] }
	gains := func(agents ...string) {
		t.Helper()
		b.settleDue()
		var got []string
		for _, c := range award().Ratings {
			got = append(got, c.Agent)
		}
		if !slices.Equal(got, agents) || award().Status != AwardSettled {
			t.Errorf("gained: %v, want %v; %+v", got, agents, award())
		}
		for _, id := range []string{"ann", "cid", "x", "bob"} {
			want := int64(StartRating)
			if slices.Contains(agents, id) {
				want += 16_000
			}
			if a := GetRow[Agent](b, id); a.RatingMilli != want {
				t.Errorf("%s is at %d, want %d", id, a.RatingMilli, want)
			}
		}
	}
	gains()
	if a := b.onChain("m").Awards[0]; a.Agent != "" || a.Address != adr("ann") {
		t.Errorf("nobody is known: %+v", a)
	}
	b.do(&AddressProven{Agent: "x", Address: adr("ann")})
	gains("x")
	b.do(&AddressProven{Agent: "cid", Address: adr("cold")})
	gains("x", "cid")
	b.do(&AddressProven{Agent: "ann", Address: adr("ann"), Merged: "x"})
	gains("cid", "ann")
	if a := b.onChain("m").Awards[0]; a.Agent != "ann" || a.Submission != "" {
		t.Errorf("won by ann: %+v", a)
	}
	b.do(&BlockUnapplied{Block: block})
	for _, id := range []string{"ann", "cid"} {
		if a := GetRow[Agent](b, id); a.RatingMilli != StartRating || a.Resolved != 0 {
			t.Errorf("un-applied: %+v", a)
		}
	}
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 500, true), payout("m", "cold", 0, 97, true))
	gains("ann", "cid")
	b.do(&AddressProven{Agent: "poster", Address: adr("cold"), Merged: "cid"}) // the poster was paid
	gains()
}
