package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// settled is R21's three effects: it always releases, it awards if a slot is to
// be had, and it moves ratings for honest money only.
func (f *folder) settled(b *Settled) {
	i := f.instruction(b.Instruction)
	if i == nil || !i.Covered || (i.Status != InstructionOpen && i.Status != InstructionReverted) {
		return
	}
	c := *i
	j := f.judge(i)
	again := i.Settlements > 0
	c.Status, c.SettledAt, c.Completed = InstructionSettled, f.at, j.completed
	c.Settlements++
	if c.ReservedUntil != 0 {
		c.ReservedUntil = 0
		c.Reservations = slices.Clone(c.Reservations)
		c.Reservations[len(c.Reservations)-1].End = max(max(j.time, c.firstIssued())+1, c.Reservations[len(c.Reservations)-1].From)
	}
	f.Put(&c)
	f.release(&c)
	f.forgetUnpaid(&c)
	if !again {
		f.recordPaid(&c, j.time)
	}
	if again {
		// Settled once more after a deep reorg: the award stayed (R25).
		if c.Outcome == OutcomeAwarded && j.honest {
			f.rateResolution(&c)
		}
		f.grantLateClaim(c.Mission, c.Milestone)
		return
	}
	m := f.mission(c.Mission)
	mine := slices.ContainsFunc(m.Awards, func(a Award) bool { return a.Submission == c.Submission })
	claim := j.reserved || j.byPayers
	switch {
	case m.Status == MissionOpen && !mine && claim && FreeSlots(f, m, c.Milestone, c.Submission) > 0:
		f.award(&c, j)
	default:
		c.Outcome = OutcomeAcceptedLate
		c.LateClaim = m.Status == MissionOpen && !mine && j.byPayers && f.slotHeld(m, &c)
		f.Put(&c)
		f.decide(&c, SubmissionAcceptedLate)
		f.grantLateClaim(c.Mission, c.Milestone) // its own reservation may have ended without an award
	}
}

// slotHeld: no winner fills every slot, but running reservations of others
// hold what is left.
func (f *folder) slotHeld(m *Mission, c *Instruction) bool {
	return !m.Filled(c.Milestone)
}

func (f *folder) release(i *Instruction) {
	s := f.submission(i.Submission)
	if s.ReleasedAt == 0 {
		c := *s
		c.ReleasedAt = f.at
		f.Put(&c)
	}
}

func (f *folder) decide(i *Instruction, to SubmissionStatus) {
	s := f.submission(i.Submission)
	if s.Status == to || s.Status == SubmissionAccepted {
		return
	}
	c := *s
	c.Status, c.DecidedAt = to, f.at
	f.Put(&c)
}

// forgetUnpaid: a pick that was paid after all does not count against the poster.
func (f *folder) forgetUnpaid(i *Instruction) {
	a := f.agent(i.Poster)
	if a == nil || !slices.ContainsFunc(a.UnpaidPicks, func(u UnpaidPick) bool { return i.Replaces(u.Instruction) }) {
		return
	}
	c := *a
	c.UnpaidPicks = slices.DeleteFunc(slices.Clone(a.UnpaidPicks), func(u UnpaidPick) bool { return i.Replaces(u.Instruction) })
	f.Put(&c)
}

// award gives the lowest free prize and closes the rivals when the last slot of
// that milestone is taken.
func (f *folder) award(i *Instruction, j judgement) {
	c := *i
	c.Outcome, c.LateClaim = OutcomeAwarded, false
	f.Put(&c)
	f.decide(&c, SubmissionAccepted)
	if j.honest {
		f.rateResolution(&c)
	}
	m := *f.mission(c.Mission)
	f.fill(m, Award{Milestone: c.Milestone, N: LowestFree(&m, c.Milestone),
		Submission: c.Submission, Instruction: c.ID, Agent: f.submission(c.Submission).Agent, At: f.at})
}

// grantLateClaim: a full late payment by the poster's payers that met another's
// reservation takes the slot when that ends unpaid, unless the mission is dead.
func (f *folder) grantLateClaim(mission string, milestone int) {
	m := f.mission(mission)
	if m == nil || m.Status != MissionOpen {
		return
	}
	var oldest *Instruction
	for _, i := range FindRows[*Instruction](f, InstructionsOfMission(mission)) {
		if i.Milestone == milestone && i.LateClaim && i.Status == InstructionSettled && (oldest == nil || i.SettledAt < oldest.SettledAt ||
			i.SettledAt == oldest.SettledAt && i.Seq < oldest.Seq) {
			oldest = i
		}
	}
	if oldest != nil && FreeSlots(f, m, milestone, oldest.Submission) > 0 {
		f.award(oldest, f.judge(oldest))
	}
}

// judgement is what R21 asks about the money of a covered instruction.
type judgement struct {
	completed string
	// time is the block time of the money that completed the cover.
	time int64
	// reserved: a reservation ran at that time.
	reserved bool
	// byPayers: all but 1 % of the total came from the poster's payers.
	byPayers bool
	// honest: ratings may move for it.
	honest bool
}

func (f *folder) judge(i *Instruction) judgement {
	var j judgement
	var mine, rateable money.Amount
	deposits := map[Address]fill{}
	perTx := map[Hash]money.Amount{}
	txFlows := map[Hash][]Flow{}
	for _, a := range FindRows[*Allocation](f, AllocationsOfInstruction(i.ID)) {
		if a.VoidAt != 0 {
			continue
		}
		t := GetRow[Transfer](f, a.Transfer)
		at, fromPayer, counts := t.BlockTime, f.isPayer(t.Sender, i), false
		counts = fromPayer
		if i.IsDeposit(t.Sender) {
			fl, ok := deposits[t.Sender]
			if !ok {
				fl = f.fillOf(i, t.Sender)
				deposits[t.Sender] = fl
			}
			at, fromPayer, counts = fl.time, fl.byPayers, fl.clean && i.reservedFor(fl.time)
		}
		if a.Transfer >= j.completed {
			j.completed, j.time = a.Transfer, at
		}
		if fromPayer {
			mine = sum(mine, a.Amount())
		}
		if counts || fromPayer {
			perTx[t.TxHash] = sum(perTx[t.TxHash], a.Amount())
			txFlows[t.TxHash] = t.Flows
		}
	}
	most := i.Total.SatSub(percent(i.Total))
	if i.FeeWaived {
		most = most.SatSub(i.Fee)
	}
	for tx, n := range perTx {
		rateable = rateable.SatAdd(money.Min(n, f.netInflow(txFlows[tx], i)))
	}
	j.reserved = i.reservedFor(j.time)
	j.byPayers = !mine.Less(most)
	j.honest = !rateable.Less(most)
	return j
}

func percent(total money.Amount) money.Amount {
	p, err := total.MulDiv(money.Units(1), money.Units(100))
	if err != nil {
		panic(err)
	}
	return p
}

// netInflow is what one transaction left with the instruction's payees, over
// all their addresses (R21).
func (f *folder) netInflow(flows []Flow, i *Instruction) money.Amount {
	var in, out money.Amount
	for _, fl := range flows {
		if SharesIn(f, fl.Address, i) || len(i.LegsOf(fl.Address)) > 0 {
			in, out = in.SatAdd(fl.In), out.SatAdd(fl.Out)
		}
	}
	return in.SatSub(out)
}

// isPayer reports whether an address is a proven payer of the instruction.
func (f *folder) isPayer(a Address, i *Instruction) bool {
	if SharesIn(f, a, i) {
		return false
	}
	return ProvenPayer(f, a, i)
}

// ProvenPayer reports whether a proof makes an address a payer of the
// instruction: for all of its poster's, or for this one (R17).
func ProvenPayer(s State, a Address, i *Instruction) bool {
	return slices.ContainsFunc(FindRows[*Payer](s, PayersOfAddress(a)), func(p *Payer) bool {
		return p.Poster == i.Poster && (p.Instruction == "" || i.Replaces(p.Instruction))
	})
}

// fill is what the inflows of a deposit address say about its flush.
type fill struct {
	// time is when the balance first covered the total that was flushed.
	time     int64
	byPayers bool
	// clean: none of it came from an agent who shares in the instruction.
	clean bool
}

func (f *folder) fillOf(i *Instruction, deposit Address) fill {
	ts := append(FindRows[*Transfer](f, TransfersTo(deposit)), FindRows[*Transfer](f, TransfersFrom(deposit))...)
	slices.SortFunc(ts, func(a, b *Transfer) int {
		if a.Key() < b.Key() {
			return -1
		}
		return 1
	})
	r := fill{clean: true}
	var balance, need, flushed, mine money.Amount
	last, filled := int64(0), false
	for _, t := range ts {
		if !t.Void && t.From == deposit && t.Tagged {
			need = need.SatAdd(t.Value)
		}
	}
	for _, t := range ts {
		switch {
		case t.Void:
		case t.From == deposit && t.Tagged:
			last, flushed = t.BlockTime, flushed.SatAdd(t.Value)
			balance = balance.SatSub(t.Value)
		case t.From == deposit: // refunded
			balance, mine, r.clean, filled = balance.SatSub(t.Value), money.Amount{}, true, false
		case flushed.IsZero():
			was := balance
			balance = balance.SatAdd(t.Counted)
			filled = !balance.Less(need)
			if was.Less(need) {
				r.time = t.BlockTime
				r.clean = r.clean && !SharesIn(f, t.Sender, i)
				if f.isPayer(t.Sender, i) {
					mine = mine.SatAdd(t.Counted)
				}
			}
		}
	}
	r.byPayers = !mine.Less(need.SatSub(percent(need)))
	if !filled { // before its address was known: who did, and when, nobody saw
		r = fill{time: last}
	}
	return r
}
