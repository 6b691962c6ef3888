package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// DustUnits: untagged transfers below this from unproven senders are summed,
// not itemised (R17).
const DustUnits = 1000

func (f *folder) blockApplied(b *BlockApplied) {
	v := &txView{f: f, set: f.settings()}
	for _, tx := range b.Txs {
		v.tx = tx
		f.applyTx(b, v)
	}
	if b.Audit == nil { // else the contracts are replayed
		f.applyChain(b)
	}
	f.audited(b)
}

// applyTx is R14: the unit is the transaction, first its tags, then payers.
func (f *folder) applyTx(b *BlockApplied, v *txView) {
	ts := v.transfers(b)
	for _, t := range ts {
		f.Put(t)
	}
	f.refusals(v.tx)
	for _, t := range ts {
		f.attributeTag(t)
	}
	for _, p := range purses(ts) {
		f.attributePurse(p)
	}
	f.deposited(ts)
	f.strays(ts)
}

// refusals: a fee leg that the token refused counts as covered once the others
// are (R9).
func (f *folder) refusals(tx TxLogs) {
	for i := range tx.Logs {
		l := &tx.Logs[i]
		if l.Kind != LogInstructionLegRefused {
			continue
		}
		tag := GetRow[Tag](f, l.Ref.String())
		if tag == nil || tag.Leg != -1 {
			continue
		}
		i := Current(f, f.instruction(tag.Instruction))
		if i == nil || i.FeeWaived || i.PayContract != l.Emitter {
			continue
		}
		if slices.ContainsFunc(i.Legs, func(leg Leg) bool { return leg.To == l.To && leg.OnlyFee() }) {
			f.feeRefused(i.ID)
		}
	}
}

// feeRefused: the fee leg counts as covered once all others are.
func (f *folder) feeRefused(id string) {
	if i := f.instruction(id); i != nil && !i.FeeWaived && i.Status.Unsettled() {
		c := *i
		c.FeeWaived = true
		f.Put(&c)
		f.refresh(c.ID)
	}
}

// txView reads one transaction's logs.
type txView struct {
	f   *folder
	set Settings
	tx  TxLogs
}

func (v *txView) counts(l *Log) bool {
	return l.Kind == LogTransfer && l.Emitter == v.set.Token && l.From != l.To && !l.Value.IsZero()
}

// transfers makes the rows of the transfers that concern a live leg, a deposit
// address or a known tag (R13, R15).
func (v *txView) transfers(b *BlockApplied) []*Transfer {
	m := MatcherOf(v.f.State) // good for all of it: nothing here writes an instruction
	var out []*Transfer
	for k := range v.tx.Logs {
		l := &v.tx.Logs[k]
		if !v.counts(l) {
			continue
		}
		t := &Transfer{Block: b.Block, BlockTime: b.Time, LogIndex: l.Index, TxHash: v.tx.Hash, TxIndex: v.tx.Index,
			From: l.From, To: l.To, Value: l.Value, Counted: l.Value, Sender: l.From}
		v.tag(k, t)
		deposit := m.Deposit(l.To) || m.Deposit(l.From)
		if t.Instruction == "" && !deposit && !m.Watched(l.To) {
			continue
		}
		if !deposit && v.isDust(t) {
			v.f.dust(l.To, l.Value)
			continue
		}
		out = append(out, t)
	}
	if len(out) > 0 {
		v.bounces(out)
		flows := v.flows(m.Watched)
		for _, t := range out {
			t.Flows = flows
		}
	}
	return out
}

// isDust: less than DustUnits from nobody's payer. The rule holds for tagged
// units too, unless they are all that their leg misses: a digest is public, and
// else anybody could fill an instruction's ledger and receipt with single units.
func (v *txView) isDust(t *Transfer) bool {
	if !t.Value.Less(money.Units(DustUnits)) || v.f.Exists(PayersOfAddress(t.Sender)) {
		return false
	}
	if t.Instruction == "" {
		return true
	}
	missing := missingAt(v.f, v.f.instruction(t.Instruction), t.To)
	return t.Value.Less(missing) || missing.IsZero()
}

func (f *folder) dust(to Address, n money.Amount) {
	row := AddressRow{Address: to}
	if old := GetRow[AddressRow](f, to.String()); old != nil {
		row = *old
	}
	row.Dust = row.Dust.SatAdd(n)
	f.Put(&row)
}

// tag recognises R15's two forms of adjacency.
func (v *txView) tag(k int, t *Transfer) {
	logs := v.tx.Logs
	if k > 0 {
		a := logs[k-1]
		if a.Kind == LogAuthorizationUsed && a.Emitter == v.set.Token && a.Index+1 == t.LogIndex && a.From == t.From {
			if tag := GetRow[Tag](v.f, a.Ref.String()); tag != nil && tag.Leg >= 0 {
				t.Tagged, t.TagRef = true, a.Ref
				v.bind(t, tag.Instruction, tag.Leg)
			}
		}
	}
	if k+1 >= len(logs) {
		return
	}
	p := logs[k+1]
	if p.Kind != LogInstructionPaid || p.Index != t.LogIndex+1 || p.To != t.To || p.Value.Cmp(t.Value) != 0 {
		return
	}
	var i *Instruction
	tag := GetRow[Tag](v.f, p.Ref.String())
	if tag != nil && tag.Leg == -1 {
		i = v.f.instruction(tag.Instruction)
	}
	known := i != nil && i.PayContract == p.Emitter
	if !known && !slices.ContainsFunc(v.set.KnownPay(), func(c PayContract) bool { return c.Address == p.Emitter }) {
		return // nobody's word: any contract can emit such an event behind a stranger's transfer
	}
	t.Tagged, t.TagRef, t.Sender, t.Instruction, t.Leg = true, p.Ref, p.From, "", 0
	if !known {
		return
	}
	for _, n := range i.LegsOf(t.To) {
		v.bind(t, tag.Instruction, n)
		break
	}
}

// bind names what the tag identifies; the nonce's leg must be the payee's. A
// superseded instruction's tags count for its successor (R9).
func (v *txView) bind(t *Transfer, id string, leg int) {
	i := v.f.instruction(id)
	if i == nil || leg >= len(i.Legs) || !slices.Contains(i.LegsOf(t.To), leg) {
		return
	}
	if i.Successor != "" {
		i = Current(v.f, i)
		leg = i.LegsOf(t.To)[0]
	}
	t.Instruction, t.Leg = i.ID, leg
}

// bounces subtracts what a payee sends back, in the same transaction, to the
// address that paid it (R13): the last units first.
func (v *txView) bounces(rows []*Transfer) {
	if len(v.tx.Logs) < 2 {
		return
	}
	back := map[[2]Address]money.Amount{}
	for i := range v.tx.Logs {
		if l := &v.tx.Logs[i]; v.counts(l) {
			k := [2]Address{l.From, l.To}
			back[k] = back[k].SatAdd(l.Value)
		}
	}
	for _, t := range slices.Backward(rows) {
		for _, payer := range v.payersOf(t) {
			k := [2]Address{t.To, payer}
			n := money.Min(back[k], t.Counted)
			t.Counted, back[k] = t.Counted.SatSub(n), back[k].SatSub(n)
		}
	}
}

// payersOf are the addresses that paid a transfer: its sender, whose money it
// was, and for a flush whoever filled the deposit in the same transaction.
func (v *txView) payersOf(t *Transfer) []Address {
	out := []Address{t.From}
	add := func(a Address) {
		if !slices.Contains(out, a) && a != t.To {
			out = append(out, a)
		}
	}
	add(t.Sender)
	for i := range v.tx.Logs {
		if l := &v.tx.Logs[i]; v.counts(l) && l.To == t.Sender && l.Index < t.LogIndex {
			add(l.From)
		}
	}
	return out
}

// flows are the totals of the watched addresses, and of those that an agent has
// proven, over the whole transaction.
func (v *txView) flows(watched func(Address) bool) []Flow {
	var totals []Flow // in the order in which the addresses come first
	places := map[Address]int{}
	at := func(a Address) int {
		n, ok := places[a]
		if !ok {
			n = len(totals)
			places[a], totals = n, append(totals, Flow{Address: a})
		}
		return n
	}
	for i := range v.tx.Logs {
		if l := &v.tx.Logs[i]; v.counts(l) {
			to, from := at(l.To), at(l.From)
			totals[to].In, totals[from].Out = totals[to].In.SatAdd(l.Value), totals[from].Out.SatAdd(l.Value)
		}
	}
	totals = slices.DeleteFunc(totals, func(t Flow) bool {
		if watched(t.Address) {
			return false
		}
		row := GetRow[AddressRow](v.f, t.Address.String())
		return row == nil || row.Agent == ""
	})
	if len(totals) == 0 {
		return nil
	}
	return totals
}

// blockUnapplied takes a removed block's transfers and allocations back. An
// unsettled instruction simply misses the money again (R23); a settled one is
// reverted, with an incident (R25).
func (f *folder) blockUnapplied(b *BlockUnapplied) {
	touched := map[string]bool{}
	var order []string
	for _, t := range FindRows[*Transfer](f, TransfersOfBlock(b.Block.Hash)) {
		if t.Void || !b.Removes(t.TxHash) {
			continue
		}
		for _, id := range f.voidAllocations(t, nil) {
			if !touched[id] {
				touched[id] = true
				order = append(order, id)
			}
		}
		c := *t
		c.Void = true
		f.Put(&c)
		f.deposited([]*Transfer{&c})
	}
	for _, id := range order {
		f.refresh(id)
		if i := f.instruction(id); i.Status == InstructionSettled && !i.Covered {
			f.revert(*i)
		}
	}
	f.retryFor(order)
	if b.Audit { // the contracts are replayed, with what the block has after all
		f.forget(b)
	} else {
		f.unapplyChain(b.Block)
	}
}

// retryFor retries for the posters of instructions that lost cover; all of them
// must be unsettled by then, so that each finds what is left.
func (f *folder) retryFor(instructions []string) {
	posters := map[string]bool{}
	for _, id := range instructions {
		if p := f.instruction(id).Poster; !posters[p] {
			posters[p] = true
			f.retry(p)
		}
	}
}

// voidAllocations takes back the live allocations of a transfer that keep
// reports false for (nil: all), and returns the instructions they counted for.
func (f *folder) voidAllocations(t *Transfer, keep func(*Allocation) bool) (ids []string) {
	for _, a := range FindRows[*Allocation](f, AllocationsOfTransfer(t.Key())) {
		if a.VoidAt != 0 || (keep != nil && keep(a)) {
			continue
		}
		c := *a
		c.VoidAt = f.seq
		f.Put(&c)
		if !slices.Contains(ids, a.Instruction) {
			ids = append(ids, a.Instruction)
		}
	}
	return ids
}

func (f *folder) revert(c Instruction) {
	f.takeBack(c.cause(), c.Ratings...)
	c.Status, c.Ratings = InstructionReverted, nil
	f.Put(&c)
	f.incident(IncidentReverted, c.ID, c.Completed,
		"a reorganization removed a payment that had settled this instruction; the deliverable stays open and the poster cannot post until it is covered again")
}

func (f *folder) payerProven(b *PayerProven) {
	row := AddressRow{Address: b.Payer.Address}
	if old := GetRow[AddressRow](f, b.Payer.Address.String()); old != nil {
		row = *old
	}
	if row.PayerOf == "" {
		row.PayerOf = b.Payer.Poster
		f.Put(&row)
	}
	if row.PayerOf != b.Payer.Poster {
		return
	}
	p := b.Payer
	f.Put(&p)
	for _, pu := range purses(FindRows[*Transfer](f, TransfersFrom(p.Address))) {
		f.attributePurse(pu)
	}
}

// directed moves units that the payer signed for: what nothing uses, and what
// an unsettled instruction has of them (R17).
func (f *folder) directed(b *UnitsDirected) {
	t := GetRow[Transfer](f, b.Transfer)
	i := f.instruction(b.Instruction)
	if t == nil || i == nil || t.Void || !i.Status.Unsettled() {
		return
	}
	ids := f.voidAllocations(t, func(a *Allocation) bool {
		other := f.instruction(a.Instruction)
		return a.Instruction == i.ID || other == nil || !other.Status.Unsettled()
	})
	f.fillLegs(t, i, RuleDirect)
	f.refresh(i.ID)
	for _, id := range ids {
		f.refresh(id)
	}
	f.retryFor(ids) // what this instruction does not miss goes back
}
