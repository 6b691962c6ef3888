package settle

import "slices"

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
