package settle

import (
	"slices"
	"sort"

	"github.com/oabp/oabpd/settle/money"
)

// candidates are the instructions that a payer's untagged money may go to, in
// the order of R17's ties for a transfer of this block time.
func (f *folder) candidates(payer Address, b BlockRef, blockTime int64) (out, old []*Instruction) {
	payers := FindRows[*Payer](f, PayersOfAddress(payer))
	if len(payers) == 0 {
		return nil, nil
	}
	seen := map[string]bool{}
	add := func(i *Instruction) {
		if i == nil || seen[i.ID] || !i.Status.Unsettled() || !i.AdmitsAny(b) ||
			!slices.Contains(i.Accepts, ByPayer) || SharesIn(f, payer, i) {
			return
		}
		seen[i.ID] = true
		if f.tooOld(i, blockTime) {
			old = append(old, i)
			return
		}
		out = append(out, i)
	}
	for _, p := range payers {
		if p.Instruction != "" {
			add(Current(f, f.instruction(p.Instruction)))
			continue
		}
		for _, i := range FindRows[*Instruction](f, UnsettledOfPoster(p.Poster)) {
			add(i)
		}
	}
	sort.SliceStable(out, func(x, y int) bool {
		a, b := tieClass(out[x], blockTime), tieClass(out[y], blockTime)
		return a < b || a == b && out[x].Seq < out[y].Seq
	})
	return out, old
}

func tieClass(i *Instruction, t int64) int {
	switch {
	case i.Status == InstructionHeld:
		return 3
	case i.reservedFor(t):
		return 0
	case i.Withdrawn:
		return 2
	}
	return 1
}

// SharesIn reports whether an address belongs to an agent who shares in the
// instruction: such an address is never its payer (R17).
func SharesIn(s State, a Address, i *Instruction) bool {
	row := GetRow[AddressRow](s, a.String())
	sub := GetRow[Submission](s, i.Submission)
	if sub == nil {
		return false
	}
	for _, c := range sub.Contributors {
		if row != nil && row.Agent == c.Agent {
			return true
		}
	}
	return i.Formerly(a) || slices.ContainsFunc(i.Legs, func(l Leg) bool { return l.To == a && !l.OnlyFee() })
}

// purse is the untagged money of one payer in one transaction.
type purse struct {
	payer     Address
	transfers []*Transfer
}

// attributePurse is R17, by its three steps, until nothing more fits.
func (f *folder) attributePurse(p purse) {
	first := p.transfers[0]
	cands, old := f.candidates(p.payer, first.Block, first.BlockTime)
	if len(cands)+len(old) == 0 {
		return
	}
	touched := map[string]bool{}
	for f.coverExactly(p, cands, touched) || f.matchValue(p, cands, touched) || f.fillAny(p, cands, touched) {
	}
	for _, c := range cands {
		if touched[c.ID] {
			f.refresh(c.ID)
		}
	}
	f.orphans(p, old)
}

// orphans raises an incident for what is left of a payer's money and would have
// paid an instruction that is no longer watched.
func (f *folder) orphans(p purse, old []*Instruction) {
	for _, i := range old {
		for _, t := range p.transfers {
			if i.AdmitsTo(t.To, t.Block, false) && !missingAt(f, i, t.To).IsZero() && !Remaining(f, t).IsZero() {
				f.orphan(i, GetRow[Transfer](f, t.Key()))
			}
		}
	}
}

// coverExactly: the first instruction whose missing legs the sums per address
// cover exactly.
func (f *folder) coverExactly(p purse, cands []*Instruction, touched map[string]bool) bool {
	sums := map[Address]money.Amount{}
	for _, t := range p.transfers {
		sums[t.To] = sum(sums[t.To], Remaining(f, t))
	}
	for _, i := range cands {
		c := CoverOf(f, i)
		if c.Full {
			continue
		}
		exact := true
		for k, l := range i.Legs {
			exact = exact && (c.Missing[k].IsZero() || sums[l.To].Cmp(c.Missing[k]) == 0 && i.AdmitsTo(l.To, p.transfers[0].Block, false))
		}
		if !exact {
			continue
		}
		for k, l := range i.Legs {
			need := c.Missing[k]
			for _, t := range p.transfers {
				if t.To == l.To && !need.IsZero() {
					need = need.SatSub(f.allocate(t, need, i, k, RulePayer))
				}
			}
		}
		touched[i.ID] = true
		return true
	}
	return false
}

// matchValue: a transfer that has exactly the value of a missing leg.
func (f *folder) matchValue(p purse, cands []*Instruction, touched map[string]bool) bool {
	return f.eachMissing(p, cands, touched, func(rest, missing money.Amount) bool { return rest.Cmp(missing) == 0 })
}

// fillAny: a transfer to an address that any candidate still misses money at.
func (f *folder) fillAny(p purse, cands []*Instruction, touched map[string]bool) bool {
	return f.eachMissing(p, cands, touched, func(money.Amount, money.Amount) bool { return true })
}

func (f *folder) eachMissing(p purse, cands []*Instruction, touched map[string]bool, fits func(rest, missing money.Amount) bool) bool {
	for _, t := range p.transfers {
		rest := Remaining(f, t)
		if rest.IsZero() {
			continue
		}
		for _, i := range cands {
			if !i.AdmitsTo(t.To, t.Block, false) {
				continue
			}
			c := CoverOf(f, i)
			for _, k := range i.LegsOf(t.To) {
				if !c.Missing[k].IsZero() && fits(rest, c.Missing[k]) {
					f.allocate(t, c.Missing[k], i, k, RulePayer)
					touched[i.ID] = true
					return true
				}
			}
		}
	}
	return false
}

// purses groups the live untagged transfers by transaction and payer, in chain
// order.
func purses(ts []*Transfer) []purse {
	type source struct {
		block, tx Hash
		payer     Address
	}
	var out []purse
	index := map[source]int{}
	for _, t := range ts {
		if t.Tagged || t.Void {
			continue
		}
		k := source{t.Block.Hash, t.TxHash, t.From}
		n, ok := index[k]
		if !ok {
			n = len(out)
			index[k] = n
			out = append(out, purse{payer: t.From})
		}
		out[n].transfers = append(out[n].transfers, t)
	}
	return out
}
