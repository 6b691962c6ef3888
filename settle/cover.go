package settle

import (
	"slices"
	"sort"

	"github.com/oabp/oabpd/settle/money"
)

// Cover is how much of an instruction is paid by live allocations.
type Cover struct {
	// Paid and Missing are per leg.
	Paid, Missing []money.Amount
	Full          bool
	// OnlyFee: nothing is missing but the fee.
	OnlyFee bool
}

// Untouched: nothing is paid yet but dust, which anybody can send (the digest is
// public) and which must not take a way to pay from the poster.
func (c Cover) Untouched() bool {
	for k, a := range c.Paid {
		if !a.IsZero() && (c.Missing[k].IsZero() || !a.Less(money.Units(DustUnits))) {
			return false
		}
	}
	return true
}

// CoverOf adds up the live allocations of an instruction. A fee leg that cannot
// receive counts as covered once all others are (R9).
func CoverOf(s State, i *Instruction) Cover {
	c := Cover{Paid: make([]money.Amount, len(i.Legs)), Missing: make([]money.Amount, len(i.Legs))}
	for _, a := range FindRows[*Allocation](s, AllocationsOfInstruction(i.ID)) {
		if a.VoidAt == 0 {
			c.Paid[a.Leg] = sum(c.Paid[a.Leg], a.Amount())
		}
	}
	others, fee := true, true
	for k, l := range i.Legs {
		c.Missing[k] = l.Amount.SatSub(c.Paid[k])
		if c.Missing[k].IsZero() {
			continue
		}
		if l.OnlyFee() {
			fee = false
		} else {
			others = false
		}
	}
	c.OnlyFee = others && !fee
	if c.OnlyFee && i.FeeWaived {
		for k, l := range i.Legs {
			if l.OnlyFee() {
				c.Missing[k] = money.Amount{}
			}
		}
		c.OnlyFee, fee = false, true
	}
	c.Full = others && fee
	return c
}

// free are the ranges of a transfer's units that nothing uses, ascending.
func free(s State, t *Transfer) [][2]money.Amount {
	live := slices.DeleteFunc(FindRows[*Allocation](s, AllocationsOfTransfer(t.Key())), func(a *Allocation) bool { return a.VoidAt != 0 })
	sort.Slice(live, func(i, j int) bool { return live[i].Lo.Less(live[j].Lo) })
	var out [][2]money.Amount
	at := money.Amount{}
	for _, a := range live {
		if at.Less(a.Lo) {
			out = append(out, [2]money.Amount{at, a.Lo})
		}
		at = a.Hi
	}
	if at.Less(t.Counted) {
		out = append(out, [2]money.Amount{at, t.Counted})
	}
	return out
}

// Remaining is how many units of a transfer nothing uses; none of a void one.
func Remaining(s State, t *Transfer) (r money.Amount) {
	if t.Void {
		return r
	}
	for _, x := range free(s, t) {
		r = sum(r, x[1].SatSub(x[0]))
	}
	return r
}

// allocate gives at most amount free units of t to a leg and returns how many
// it gave.
func (f *folder) allocate(t *Transfer, amount money.Amount, i *Instruction, leg int, rule Rule) (given money.Amount) {
	seq := len(f.Find(AllocationsOfTransfer(t.Key())))
	for _, x := range free(f, t) {
		if amount.IsZero() {
			break
		}
		n := money.Min(amount, x[1].SatSub(x[0]))
		f.Put(&Allocation{Seq: seq, Transfer: t.Key(), BlockHash: t.Block.Hash, LogIndex: t.LogIndex,
			Lo: x[0], Hi: sum(x[0], n), Instruction: i.ID, Leg: leg, Rule: rule})
		seq++
		amount, given = amount.SatSub(n), sum(given, n)
	}
	return given
}

// refresh brings Covered and CoveredIn up to date after allocations changed.
func (f *folder) refresh(id string) {
	i := f.instruction(id)
	cover, in := CoverOf(f, i), uint64(0)
	full, partly := cover.Full, !cover.Full && !cover.Untouched()
	if full {
		in = NewestPaying(f, i)
	}
	if full != i.Covered || in != i.CoveredIn || partly != i.PartlyPaid {
		c := *i
		c.Covered, c.CoveredIn, c.PartlyPaid = full, in, partly
		f.Put(&c)
	}
}

// NewestPaying is the height of the newest block that pays the instruction; 0 if
// none does.
func NewestPaying(s State, i *Instruction) (n uint64) {
	for _, a := range FindRows[*Allocation](s, AllocationsOfInstruction(i.ID)) {
		if a.VoidAt == 0 {
			n = max(n, transferBlock(a.Transfer))
		}
	}
	return n
}

// fillLegs gives what is free of a transfer to the legs that miss it, and reports
// whether any did.
func (f *folder) fillLegs(t *Transfer, i *Instruction, rule Rule) (any bool) {
	missing := CoverOf(f, i).Missing
	for _, k := range i.LegsOf(t.To) {
		any = !f.allocate(t, missing[k], i, k, rule).IsZero() || any
	}
	return any
}

// missingAt is what the legs miss that money to an address may pay.
func missingAt(s State, i *Instruction, to Address) (n money.Amount) {
	missing := CoverOf(s, i).Missing
	for _, k := range i.LegsOf(to) {
		n = n.SatAdd(missing[k])
	}
	return n
}
