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

// Admits is R13: may a log of this block pay the instruction?
func (i *Instruction) Admits(b BlockRef, tagged bool) bool {
	return tagged || admits(i.Issued, i.Window, b)
}

func admits(issued BlockRef, window []Hash, b BlockRef) bool {
	if b.Number > issued.Number {
		return true
	}
	back := issued.Number - b.Number
	return back < uint64(len(window)) && window[back] != b.Hash
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

// attributeTag is R15: a tagged log pays the leg that its tag names, and no
// other instruction whatever is left of it.
func (f *folder) attributeTag(t *Transfer) {
	if !t.Tagged || t.Instruction == "" || t.Void {
		return
	}
	i := f.instruction(t.Instruction)
	if i == nil || !i.Status.Unsettled() {
		return
	}
	rule := RuleTag
	if i.IsDeposit(t.Sender) {
		rule = RuleDeposit
	}
	if !slices.Contains(i.Accepts, Identification(rule)) {
		return
	}
	if f.tooOld(i, t.BlockTime) {
		f.orphan(i, t)
		return
	}
	if f.fillLegs(t, i, rule) {
		f.refresh(i.ID)
	}
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

// tooOld: at that block time the instruction is no longer watched
// (settlement.md, States).
func (f *folder) tooOld(i *Instruction, blockTime int64) bool {
	return blockTime > i.IssuedTime+WatchMillis/1000
}

// orphan raises an incident, once, for money that came when an instruction was
// no longer watched.
func (f *folder) orphan(i *Instruction, t *Transfer) {
	if t.Orphan {
		return
	}
	c := *t
	c.Orphan = true
	f.Put(&c)
	f.incident(IncidentOrphan, i.ID, t.Key(), "payment of "+t.Value.String()+" units came after the instruction's watch time; refund it or settle by hand")
}

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

// retry judges again what is left of the recorded money that could pay a
// poster's instructions: after a payer is proven, and after a reorg took cover
// away (R18, R25).
func (f *folder) retry(poster string) {
	for _, i := range FindRows[*Instruction](f, UnsettledOfPoster(poster)) {
		for _, t := range FindRows[*Transfer](f, TransfersTagged(i.ID)) {
			f.attributeTag(t)
		}
	}
	seen := map[Address]bool{}
	for _, p := range FindRows[*Payer](f, PayersOfPoster(poster)) {
		if seen[p.Address] {
			continue
		}
		seen[p.Address] = true
		for _, pu := range purses(FindRows[*Transfer](f, TransfersFrom(p.Address))) {
			f.attributePurse(pu)
		}
	}
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
