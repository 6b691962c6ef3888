package settle

import "slices"

// Times of R10 and R17 in seconds unless the name says otherwise.
const (
	// RenewalsMax and ReservedSumMax cap the renewals of a reservation.
	RenewalsMax    = 3
	ReservedSumMax = 24 * 3600
	// RenewAfterDeadline: no renewal may begin later than this past the deadline.
	RenewAfterDeadline = 24 * 3600
	// ExtensionSeconds is what a payment seen adds, once.
	ExtensionSeconds = 72 * 3600
	// FreeWithdrawalMillis: withdrawn within this it is not counted as unpaid.
	FreeWithdrawalMillis = 10 * 60 * 1000
	// UnpaidPicksMax within UnpaidPicksWindowMillis and no new pick is taken.
	UnpaidPicksMax          = 3
	UnpaidPicksWindowMillis = 24 * 3600 * 1000
	// RefundAfterSeconds from the issued block's time to refundAfter (R16).
	RefundAfterSeconds = 7 * 24 * 3600
	// DepositClosesSeconds before refundAfter no deposit is offered any more.
	DepositClosesSeconds = 24 * 3600
	// WatchMillis is how long after its issue an instruction is watched.
	WatchMillis = 180 * 24 * 3600 * 1000
	// WindowSize is the number of block hashes that an instruction keeps (R13).
	WindowSize = 64
)

// Reserved reports whether a reservation of the instruction ran at block time t.
func (i *Instruction) Reserved(t int64) bool {
	return slices.ContainsFunc(i.Reservations, func(r Reservation) bool {
		return r.From <= t && (r.End == 0 || t < r.End)
	})
}

// reservedFor is Reserved for money at block time t. Money that a tip
// reorganization moved below the issued block (R13) was not sent before it.
func (i *Instruction) reservedFor(t int64) bool { return i.Reserved(max(t, i.firstIssued())) }

// Running reports whether its reservation runs now: it does until its lapse
// tick or its end by settling or withdrawal.
func (i *Instruction) Running() bool { return i.Status == InstructionOpen && i.ReservedUntil != 0 }

func (f *folder) issued(b *InstructionIssued) {
	i := b.Instruction
	i.Status, i.Seq = InstructionOpen, f.seq
	f.Put(&i)
	for _, t := range b.Tags {
		f.Put(&t)
	}
	f.awaits(&i)
}

func (f *folder) renewed(b *ReservationRenewed) {
	i := f.instruction(b.Instruction)
	if i == nil || i.Status != InstructionOpen || i.ReservedUntil != 0 {
		return
	}
	c := *i
	c.ReservedUntil, c.Withdrawn = b.Until, false
	c.Renewals++
	c.ReservedSum += b.Until - b.From
	c.Reservations = append(slices.Clone(i.Reservations), Reservation{From: b.From})
	f.Put(&c)
}

func (f *folder) refundAddress(b *RefundAddressSet) {
	i := f.instruction(b.Instruction)
	if i == nil || !i.Deposit.IsZero() {
		return
	}
	c := *i
	c.RefundTo, c.RefundAfter, c.Deposit = b.RefundTo, b.RefundAfter, b.Deposit
	f.Put(&c)
}

func (f *folder) withdrawn(b *PickWithdrawn) {
	i := f.instruction(b.Instruction)
	if i == nil || !i.Running() {
		return
	}
	f.endReservation(*i, b.BlockTime, true, b.Counted)
}

// endReservation ends a running one unpaid and gives the slot to a late payer
// who met it, if there is one (R21).
func (f *folder) endReservation(c Instruction, blockTime int64, withdrawn, counted bool) {
	c.ReservedUntil, c.Withdrawn = 0, withdrawn
	c.Reservations = slices.Clone(c.Reservations)
	c.Reservations[len(c.Reservations)-1].End = blockTime
	f.Put(&c)
	if counted {
		if a := f.agent(c.Poster); a != nil {
			p := *a
			p.UnpaidTotal++
			if !c.Automatic {
				p.UnpaidPicks = append(slices.Clone(p.UnpaidPicks), UnpaidPick{Instruction: c.ID, At: f.at})
			}
			if n := len(p.UnpaidPicks); n > 8 {
				p.UnpaidPicks = p.UnpaidPicks[n-8:]
			}
			f.Put(&p)
		}
	}
	f.grantLateClaim(c.Mission, c.Milestone)
}

func (f *folder) tick(b *Tick) {
	for _, id := range b.Lapses {
		if i := f.instruction(id); i != nil && i.Running() && i.ReservedUntil <= b.BlockTime {
			f.endReservation(*i, b.BlockTime, false, true)
		}
	}
	for _, id := range b.Expired {
		f.endMission(id, MissionExpired)
	}
}

func (f *folder) paymentSeen(b *PaymentSeen) {
	i := f.instruction(b.Instruction)
	if i == nil || !i.Running() || i.Extended {
		return
	}
	c := *i
	c.Extended, c.ReservedUntil = true, b.Until
	f.Put(&c)
}

// FreeSlots counts the slots of a milestone (-1: of the mission) that have no
// winner and no running reservation of another submission.
func FreeSlots(s State, m *Mission, milestone int, submission string) int {
	taken := 0
	for _, a := range m.Awards {
		if a.Milestone == milestone {
			taken++
		}
	}
	for _, i := range FindRows[*Instruction](s, InstructionsOfMission(m.ID)) {
		if i.Milestone == milestone && i.Submission != submission && i.Running() {
			taken++
		}
	}
	return int(m.MaxWinners) - taken
}

// LowestFree is the lowest prize number that can still be won.
func LowestFree(m *Mission, milestone int) uint32 {
	for n := uint32(0); ; n++ {
		if milestone < 0 && m.IsReturned(int(n)) {
			continue
		}
		if !slices.ContainsFunc(m.Awards, func(a Award) bool { return a.Milestone == milestone && a.N == n }) {
			return n
		}
	}
}
