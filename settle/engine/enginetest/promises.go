package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// paid sums the live allocations of an instruction by leg.
func (x *audit) paid(i *settle.Instruction) []uint64 {
	out := make([]uint64, len(i.Legs))
	for _, a := range x.live[i.ID] {
		n, _ := a.Amount().Uint64()
		out[a.Leg] += n
	}
	return out
}

func units(a money.Amount) uint64 { n, _ := a.Uint64(); return n }

func (x *audit) covered(i *settle.Instruction) bool {
	for k, n := range x.paid(i) {
		if n < units(i.Legs[k].Amount) && !(i.FeeWaived && i.Legs[k].OnlyFee()) {
			return false
		}
	}
	return true
}

// newest is the height of the newest block that pays an instruction.
func (x *audit) newest(i *settle.Instruction) (n uint64) {
	for _, a := range x.live[i.ID] {
		n = max(n, settle.GetRow[settle.Transfer](x.s, a.Transfer).Block.Number)
	}
	return n
}

// inbox: what an instruction's row says of stuck money is so, and whatever money
// strays to its payees is marked.
func (x *audit) inbox(i *settle.Instruction) {
	x.w.T.Helper()
	c := settle.CoverOf(x.s, i)
	if partly := !c.Full && !c.Untouched(); partly != i.PartlyPaid {
		x.w.T.Fatalf("%s says that it is partly paid: %v, and of %+v %v is paid", i.ID, i.PartlyPaid, i.Legs, c.Paid)
	}
	if in := settle.DepositBalance(x.s, i.Deposit); in.IsZero() == i.InDeposit {
		x.w.T.Fatalf("%s says that its deposit holds money: %v, and it has %s", i.ID, i.InDeposit, in)
	}
	if !i.Status.Unsettled() || i.Strayed || i.Settlements > 0 {
		return
	}
	for _, l := range i.Legs {
		for _, t := range settle.FindRows[*settle.Transfer](x.s, settle.TransfersTo(l.To)) {
			if !l.OnlyFee() && settle.Unclaimed(x.s, i, t) && l.To != x.w.Fee {
				x.w.T.Fatalf("%s came to a payee of %s and is not marked", t.Key(), i.ID)
			}
		}
	}
}

// settledMeansPaid is P2.
func (x *audit) settledMeansPaid(i *settle.Instruction) {
	x.w.T.Helper()
	reverts := 0
	each(x.s, settle.TableIncident, func(n *settle.Incident) {
		if n.Kind == settle.IncidentReverted && n.Instruction == i.ID {
			reverts++
		}
	})
	for k, n := range x.paid(i) {
		if n > units(i.Legs[k].Amount) {
			x.w.T.Fatalf("leg %d of %s has got %d units of %s", k, i.ID, n, i.Legs[k].Amount)
		}
	}
	switch i.Status {
	case settle.InstructionSettled:
		if !x.covered(i) {
			x.w.T.Fatalf("P2: %s is settled and not covered: %v of %+v", i.ID, x.paid(i), i.Legs)
		}
		if reverts != i.Settlements-1 {
			x.w.T.Fatalf("%s was settled %d times with %d incidents", i.ID, i.Settlements, reverts)
		}
	case settle.InstructionReverted:
		if reverts != i.Settlements || reverts == 0 {
			x.w.T.Fatalf("%s is reverted: settled %d times with %d incidents", i.ID, i.Settlements, reverts)
		}
	default:
		if i.Settlements != 0 {
			x.w.T.Fatalf("%s is %s after a settling", i.ID, i.Status)
		}
	}
	if s := settle.GetRow[settle.Submission](x.s, i.Submission); (s.ReleasedAt != 0) != (i.Settlements > 0) {
		x.w.T.Fatalf("P2: submission %s released at %d, its instruction settled %d times", s.ID, s.ReleasedAt, i.Settlements)
	}
}

// paidMeansSettled is P1: a covered instruction is settled, and no confirmed
// money that may pay a leg lies unused while the leg misses it.
func (x *audit) paidMeansSettled(i *settle.Instruction) {
	x.w.T.Helper()
	if !i.Status.Unsettled() {
		return
	}
	lifted := i.Hold != nil && i.Hold.LiftedAt == x.w.Now // with the newest block: it settles with the next one
	if x.covered(i) && i.Status != settle.InstructionHeld && !lifted && !x.w.waits(units(i.Total), x.newest(i)) {
		x.w.T.Fatalf("P1: %s is covered and not settled", i.ID)
	}
	paid := x.paid(i)
	for n := uint64(1); n <= x.applied; n++ {
		b := x.w.Chain.Blocks[n]
		for _, m := range b.Txs {
			for k := range m.Logs {
				x.unused(i, paid, b, &m, &m.Logs[k])
			}
		}
	}
}

func (x *audit) unused(i *settle.Instruction, paid []uint64, b *Block, m *Mined, l *Log) {
	x.w.T.Helper()
	if l.Kind != settle.LogTransfer || l.Emitter != x.w.Chain.Token || l.From == l.To || x.returned(m, l) > 0 {
		return
	}
	legs := slices.DeleteFunc(x.w.legsOf(i, l.To), func(k int) bool {
		return paid[k] >= units(i.Legs[k].Amount) || i.FeeWaived && i.Legs[k].OnlyFee()
	})
	if len(legs) == 0 {
		return
	}
	leg := legs[0]
	id, _, tagged := x.w.tagOf(l)
	switch {
	case tagged && id != i.ID:
		return
	case tagged:
		rule := settle.ByTag
		if x.w.isDeposit(i, l.Sender) {
			rule = settle.ByDeposit
		}
		if !slices.Contains(i.Accepts, rule) {
			return
		}
	default:
		if units(l.Value) < settle.DustUnits || !x.w.mayPay(x.s, l.From, i) || !x.w.admitsTo(i, l.To, b.BlockRef) || !slices.Contains(i.Accepts, settle.ByPayer) {
			return
		}
	}
	key := settle.TransferKey(b.BlockRef, l.Index)
	if left := units(l.Value) - x.onLog[key]; left > 0 {
		x.w.T.Logf("instruction %+v", *i)
		x.w.T.Logf("transfer %+v", settle.GetRow[settle.Transfer](x.s, key))
		for _, a := range x.live[i.ID] {
			x.w.T.Logf("allocation %+v", *a)
		}
		x.w.T.Fatalf("P1: %d units of %s (tagged %v) pay nothing while leg %d of %s misses %d", left, key, tagged, leg, i.ID, units(i.Legs[leg].Amount)-paid[leg])
	}
}

// returned is what the payee sent back, in the same transaction, to those who
// paid it.
func (x *audit) returned(m *Mined, l *Log) (n uint64) {
	payers := map[settle.Address]bool{l.From: true, l.Sender: true}
	for _, o := range m.Logs {
		if o.Kind == settle.LogTransfer && o.Emitter == x.w.Chain.Token && o.To == l.Sender && o.Index < l.Index {
			payers[o.From] = true
		}
	}
	for _, o := range m.Logs {
		if o.Kind == settle.LogTransfer && o.Emitter == x.w.Chain.Token && o.From == l.To && o.To != l.To && payers[o.To] {
			n += units(o.Value)
		}
	}
	return n
}

// bounces: what a payee sent straight back in the same transaction pays nothing.
func (x *audit) bounces() {
	x.w.T.Helper()
	for _, b := range x.w.Chain.Blocks[1:min(uint64(len(x.w.Chain.Blocks)), x.applied+1)] {
		for _, m := range b.Txs {
			type pair struct{ from, to settle.Address }
			in, used := map[pair]uint64{}, map[pair]uint64{}
			for _, l := range m.Logs {
				if l.Kind == settle.LogTransfer && l.Emitter == x.w.Chain.Token && l.From != l.To {
					p := pair{l.From, l.To}
					in[p] += units(l.Value)
					used[p] += x.onLog[settle.TransferKey(b.BlockRef, l.Index)]
				}
			}
			for p, n := range used {
				if back := in[pair{p.to, p.from}]; n > 0 && n+back > in[p] {
					x.w.T.Fatalf("%d units from %s count at %s, which got %d and sent %d back", n, p.from, p.to, in[p], back)
				}
			}
		}
	}
}

// slots: no more awards than prizes, no more running reservations than free ones.
func (x *audit) slots() {
	x.w.T.Helper()
	each(x.s, settle.TableMission, func(m *settle.Mission) {
		taken := map[int]uint32{}
		seen := map[string]bool{}
		type prize struct {
			milestone int
			n         uint32
		}
		prizes := map[prize]bool{}
		for _, a := range m.Awards {
			p := prize{a.Milestone, a.N}
			if seen[a.Submission] || prizes[p] || a.N >= m.MaxWinners {
				x.w.T.Fatalf("mission %s: awards %+v", m.ID, m.Awards)
			}
			seen[a.Submission], prizes[p] = true, true
			taken[a.Milestone]++
			if s := settle.GetRow[settle.Submission](x.s, a.Submission); s.Status != settle.SubmissionAccepted || s.ReleasedAt == 0 {
				x.w.T.Fatalf("mission %s: winner %s is %s, released %d", m.ID, s.ID, s.Status, s.ReleasedAt)
			}
		}
		for _, i := range x.instructions {
			if i.Mission == m.ID && i.Running() {
				taken[i.Milestone]++
				if m.Status != settle.MissionOpen {
					x.w.T.Fatalf("mission %s is %s while the reservation of %s runs", m.ID, m.Status, i.ID)
				}
			}
		}
		for _, i := range x.instructions {
			if i.Mission == m.ID && i.LateClaim && i.Status == settle.InstructionSettled && m.Status == settle.MissionOpen && taken[i.Milestone] < m.MaxWinners {
				x.w.T.Fatalf("mission %s: a slot is free while %s, paid in full, waits for it", m.ID, i.ID)
			}
		}
		for k, n := range taken {
			if n > m.MaxWinners {
				x.w.T.Fatalf("mission %s, milestone %d: %d awards and reservations for %d slots", m.ID, k, n, m.MaxWinners)
			}
		}
	})
}

// awarded: a slot goes to money that came while the reservation ran, or to the
// poster's own (R21).
func (x *audit) awarded(i *settle.Instruction) {
	x.w.T.Helper()
	if i.Outcome != settle.OutcomeAwarded || i.Status != settle.InstructionSettled || i.Settlements > 1 {
		return
	}
	mine, last := uint64(0), (*settle.Transfer)(nil)
	for _, a := range x.live[i.ID] {
		t := settle.GetRow[settle.Transfer](x.s, a.Transfer)
		_, l := x.log(t)
		if x.w.isDeposit(i, l.Sender) {
			return // by when and by whom it was filled: the fold's own tests
		}
		if x.w.mayPay(x.s, l.Sender, i) {
			mine += units(a.Amount())
		}
		if last == nil || last.Key() < t.Key() {
			last = t
		}
	}
	least := units(i.Total) - units(i.Total)/100
	if i.FeeWaived {
		least -= units(i.Fee)
	}
	at := max(last.BlockTime, x.w.line(i)[0].IssuedTime)
	if mine < least && !slices.ContainsFunc(i.Reservations, func(r settle.Reservation) bool {
		return r.From <= at && (r.End == 0 || at < r.End)
	}) {
		x.w.T.Fatalf("%s won by money of others that came at %d, out of its reservations %+v", i.ID, at, i.Reservations)
	}
}

// ratings move for honest money only (R21): the poster's, or a deposit that no
// contributor filled, and only what stays with the payees.
func (x *audit) ratings(i *settle.Instruction) {
	x.w.T.Helper()
	if len(i.Ratings) == 0 {
		return
	}
	if i.Status != settle.InstructionSettled || i.Outcome != settle.OutcomeAwarded {
		x.w.T.Fatalf("ratings moved for %s, which is %s %s", i.ID, i.Status, i.Outcome)
	}
	honest := uint64(0)
	byTx := map[*Mined]uint64{}
	for _, a := range x.live[i.ID] {
		t := settle.GetRow[settle.Transfer](x.s, a.Transfer)
		_, l := x.log(t)
		o := x.w.owners[l.Sender]
		if o != nil && o.Agent == i.Poster || x.w.isDeposit(i, l.Sender) {
			_, m := x.w.Chain.Find(t.TxHash)
			byTx[m] += units(a.Amount())
		}
	}
	for m, n := range byTx {
		honest += min(n, max(x.kept(m, i, false), x.kept(m, i, true)))
	}
	least := units(i.Total) - units(i.Total)/100
	if i.FeeWaived {
		least -= units(i.Fee)
	}
	if honest < least {
		x.w.T.Fatalf("ratings moved for %s with %d honest units of %d", i.ID, honest, units(i.Total))
	}
}

// kept is what a transaction left with the payees, over the addresses that were
// known to be theirs when its block was applied, or that are now.
func (x *audit) kept(m *Mined, i *settle.Instruction, now bool) uint64 {
	b, _ := x.w.Chain.Find(m.Hash)
	payee := func(a settle.Address) bool {
		return len(x.w.legsOf(i, a)) > 0 ||
			x.w.contributor(x.s, a, i) && (now || x.w.linkedAt[a] < b.Number)
	}
	in, out := uint64(0), uint64(0)
	for _, l := range m.Logs {
		if l.Kind != settle.LogTransfer || l.Emitter != x.w.Chain.Token {
			continue
		}
		if payee(l.To) {
			in += units(l.Value)
		}
		if payee(l.From) {
			out += units(l.Value)
		}
	}
	return in - min(in, out)
}

// released: the poster reads exactly what is released, a rival nothing.
func (x *audit) released() {
	x.w.T.Helper()
	each(x.s, settle.TableSubmission, func(s *settle.Submission) {
		open, known := x.w.sealed[s.ID]
		readable := s.ReleasedAt != 0 && s.WithheldFor == ""
		if known && open == readable {
			return
		}
		x.w.sealed[s.ID] = readable
		m := settle.GetRow[settle.Mission](x.s, s.Mission)
		_, err := x.w.Engine.Envelope(x.w.Ctx, s.ID, settle.Viewer{Agent: m.Poster})
		if (err == nil) != readable {
			x.w.T.Fatalf("the poster reads %s: %v, released at %d, withheld for %q", s.ID, err, s.ReleasedAt, s.WithheldFor)
		}
		if m.Status == settle.MissionRemoved {
			return // nobody is shown it
		}
		v, err := x.w.Engine.Mission(x.w.Ctx, m.ID, settle.Viewer{Agent: m.Poster})
		x.w.must(err, "reading the mission")
		for _, sv := range v.Visible {
			if sv.Submission.ID == s.ID && (sv.Content != nil) != (s.ReleasedAt != 0) || sv.Content != nil && sv.Content.Text != x.w.contents[sv.Submission.ID] {
				x.w.T.Fatalf("the poster is shown %+v of %s", sv.Content, sv.Submission.ID)
			}
		}
		for _, a := range x.w.Actors {
			if a.Agent == m.Poster || slices.ContainsFunc(s.Contributors, func(c settle.Contributor) bool { return c.Agent == a.Agent && !c.Invited }) {
				continue
			}
			if _, err := x.w.Engine.Envelope(x.w.Ctx, s.ID, settle.Viewer{Agent: a.Agent}); err == nil {
				x.w.T.Fatalf("%s reads %s", a.Name, s.ID)
			}
		}
	})
}

// receipts: one for each settling, and all but the newest are disputed.
func (x *audit) receipts() {
	x.w.T.Helper()
	x.w.State(func(tx settle.Tx) {
		for _, i := range x.instructions {
			if i.Settlements == 0 {
				continue
			}
			rs := tx.Receipts(i.Submission)
			if len(rs) != i.Settlements {
				x.w.T.Fatalf("%s was settled %d times and has %d receipts", i.ID, i.Settlements, len(rs))
			}
			for k, r := range rs {
				if want := k > 0 || i.Status == settle.InstructionReverted; r.Disputed != want {
					x.w.T.Fatalf("receipt %d of %s (%s): disputed %v", k, i.ID, i.Status, r.Disputed)
				}
			}
		}
	})
}
