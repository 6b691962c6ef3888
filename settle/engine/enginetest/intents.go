package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
)

// intents: what was meant as the full payment of an instruction opens it.
func (x *audit) intents() {
	x.w.T.Helper()
	if settle.GetRow[settle.Settings](x.s, settle.SettingsKey).HaltedReason != "" {
		return
	}
	for _, n := range x.w.intents {
		b, m := x.w.Chain.Find(n.tx)
		i := settle.GetRow[settle.Instruction](x.s, x.w.holder(n.instruction))
		if m == nil || !m.OK || b.Number > x.applied || x.w.directed[i.ID] || !x.fits(n, i, b, m) {
			continue
		}
		if i.Status == settle.InstructionWithheld {
			continue // what comes later goes elsewhere
		}
		if n.rule == settle.RulePayer && x.siblings(i) {
			// The fee may have gone to another instruction of the same poster.
			for k, paid := range x.paid(i) {
				if !i.Legs[k].OnlyFee() && paid < units(i.Legs[k].Amount) {
					x.w.T.Fatalf("P1: block %d paid every contributor of %s exactly, which is missing some: %v of %+v", b.Number, i.ID, x.paid(i), i.Legs)
				}
			}
			continue
		}
		if i.Status == settle.InstructionHeld && x.covered(i) {
			continue // a takedown stands in between (R24)
		}
		if i.Status != settle.InstructionSettled && !(x.covered(i) && x.w.waits(units(i.Total), x.newest(i))) {
			x.w.T.Fatalf("P1: block %d paid %s in full by %s, which is %s", b.Number, i.ID, n.rule, i.Status)
		}
	}
}

// fits: the transaction did what was meant, in the way that the mission accepts.
func (x *audit) fits(n intent, i *settle.Instruction, b *Block, m *Mined) bool {
	if !slices.Contains(i.Accepts, settle.Identification(n.rule)) {
		return false
	}
	for _, g := range i.Legs {
		got := uint64(0)
		for k := range m.Logs {
			l := &m.Logs[k]
			if l.Kind != settle.LogTransfer || l.Emitter != x.w.Chain.Token || l.To != g.To || l.From == l.To || x.returned(m, l) > 0 {
				continue
			}
			if n.rule == settle.RulePayer && (!x.w.mayPay(x.s, l.From, i) || !x.w.admitsTo(i, l.To, b.BlockRef) ||
				x.directedElsewhere(i, settle.TransferKey(b.BlockRef, l.Index))) {
				return false
			}
			got += units(l.Value)
		}
		if got < units(g.Amount) && !(i.FeeWaived && g.OnlyFee()) {
			return false
		}
	}
	return n.rule != settle.RulePayer || !x.otherMoney(i, m)
}

// directedElsewhere: who sent a transfer has given units of it to another
// instruction, as they could before they were this poster's payer.
func (x *audit) directedElsewhere(i *settle.Instruction, transfer string) bool {
	for id, as := range x.live {
		if id != i.ID && slices.ContainsFunc(as, func(a *settle.Allocation) bool { return a.Transfer == transfer && a.Rule == settle.RuleDirect }) {
			return true
		}
	}
	return false
}

// otherMoney: more than this transaction went from the poster's payers, or
// tagged, to a contributor of the instruction, or another instruction of the
// poster waits at the same address.
func (x *audit) otherMoney(i *settle.Instruction, but *Mined) bool {
	mine := func(a settle.Address) bool {
		return slices.ContainsFunc(i.Legs, func(g settle.Leg) bool { return g.To == a && !g.OnlyFee() })
	}
	for _, o := range x.instructions {
		if o.ID != i.ID && o.Poster == i.Poster && slices.ContainsFunc(o.Legs, func(g settle.Leg) bool { return mine(g.To) }) {
			return true
		}
	}
	for _, b := range x.w.Chain.Blocks {
		for _, m := range b.Txs {
			for _, l := range m.Logs {
				if m.Hash != but.Hash && l.Kind == settle.LogTransfer && mine(l.To) {
					return true
				}
			}
		}
	}
	return false
}

// siblings: the poster has another instruction.
func (x *audit) siblings(i *settle.Instruction) bool {
	return slices.ContainsFunc(x.instructions, func(o *settle.Instruction) bool { return o.ID != i.ID && o.Poster == i.Poster })
}
