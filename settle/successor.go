package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// KindSuccessorIssued: see SuccessorIssued.
const KindSuccessorIssued Kind = "successor_issued"

// SuccessorIssued: a payee whom the token's issuer refuses named another address,
// and this instruction takes the place of the one that was issued before (R9).
// What stands above Status in it is frozen as in any; the reservation and what was
// paid are the other's, and come over in the fold.
type SuccessorIssued struct {
	Instruction Instruction `json:"instruction"`
	Tags        []Tag       `json:"tags"`
	// Of is the instruction that is superseded.
	Of string `json:"of"`
	// Agent is the payee who asked; From is refused, To is proven to be theirs.
	Agent string  `json:"agent"`
	From  Address `json:"from"`
	To    Address `json:"to"`
	// Asked is the tip at which the token refused From.
	Asked BlockRef `json:"asked"`
}

// Kind implements Body.
func (SuccessorIssued) Kind() Kind { return KindSuccessorIssued }

// Succession is what an instruction has from those whose place it took. It never
// changes.
type Succession struct {
	// Of are the superseded instructions, oldest first, Digests theirs, Deposits
	// the deposit addresses that they had: what names one of them counts here.
	Of       []string  `json:"of"`
	Digests  []Hash    `json:"digests"`
	Deposits []Address `json:"deposits,omitempty"`
	// Moved says where else the money of a leg may arrive.
	Moved []MovedPayee `json:"moved"`
	// Paid is what each leg had got when this was issued; the deposit address is
	// over the rest (R16).
	Paid []money.Amount `json:"paid"`
	// Earlier says since when the addresses wait that waited before.
	Earlier []Admission `json:"earlier"`
}

// MovedPayee: money that still reaches From counts at the leg to To, once a leg to
// From has all it misses.
type MovedPayee struct {
	From Address `json:"from"`
	To   Address `json:"to"`
}

// Admission is what R13 asks of money to some addresses: the indexed tip under
// which the instruction was issued that first had legs to them.
type Admission struct {
	To     []Address `json:"to"`
	Issued BlockRef  `json:"issued"`
	Time   int64     `json:"time"`
	Window []Hash    `json:"window"`
}

// LegsOf are the legs that money to an address may pay, in that order: none, the
// leg to it, and those whose payee was paid there before.
func (i *Instruction) LegsOf(to Address) (out []int) {
	own := slices.IndexFunc(i.Legs, func(l Leg) bool { return l.To == to })
	if own >= 0 {
		out = append(out, own)
	}
	if i.Succession == nil {
		return out
	}
	for _, m := range i.Succession.Moved {
		k := slices.IndexFunc(i.Legs, func(l Leg) bool { return l.To == m.To })
		if m.From == to && k >= 0 && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// Payees are the addresses at which money for the contributors may arrive.
func (i *Instruction) Payees() (out []Address) {
	for _, l := range i.Legs {
		if !l.OnlyFee() {
			out = append(out, l.To)
		}
	}
	if i.Succession != nil {
		for _, m := range i.Succession.Moved {
			if !slices.Contains(out, m.From) {
				out = append(out, m.From)
			}
		}
	}
	return out
}

// Since is the height below which no block holds money for the instruction (R13).
func (i *Instruction) Since() uint64 {
	issued, window := i.Issued.Number, len(i.Window)
	if i.Succession != nil && len(i.Succession.Earlier) > 0 {
		issued, window = i.Succession.Earlier[0].Issued.Number, len(i.Succession.Earlier[0].Window)
	}
	return issued - min(issued, uint64(window))
}

// Formerly reports whether a payee of the instruction was paid at the address.
func (i *Instruction) Formerly(a Address) bool {
	return i.Succession != nil && slices.ContainsFunc(i.Succession.Moved, func(m MovedPayee) bool { return m.From == a })
}

// AdmitsTo is R13 for money to one address: a leg that was there before waits since
// then.
func (i *Instruction) AdmitsTo(to Address, b BlockRef, tagged bool) bool {
	if i.Admits(b, tagged) {
		return true
	}
	return i.Succession != nil && slices.ContainsFunc(i.Succession.Earlier, func(e Admission) bool {
		return slices.Contains(e.To, to) && admits(e.Issued, e.Window, b)
	})
}

// AdmitsAny reports whether AdmitsTo holds for any address.
func (i *Instruction) AdmitsAny(b BlockRef) bool {
	return i.Admits(b, false) || i.Succession != nil &&
		slices.ContainsFunc(i.Succession.Earlier, func(e Admission) bool { return admits(e.Issued, e.Window, b) })
}

// firstIssued is the time of the block under which the first of a line of
// successors was issued.
func (i *Instruction) firstIssued() int64 {
	if i.Succession != nil && len(i.Succession.Earlier) > 0 {
		return i.Succession.Earlier[0].Time
	}
	return i.IssuedTime
}

// Replaces reports whether this is the instruction of that id, or took its place.
func (i *Instruction) Replaces(id string) bool {
	return i.ID == id || i.Succession != nil && slices.Contains(i.Succession.Of, id)
}

// IsDeposit reports whether an address is the instruction's deposit address, or
// was that of one whose place it took.
func (i *Instruction) IsDeposit(a Address) bool {
	return !a.IsZero() && (a == i.Deposit || i.Succession != nil && slices.Contains(i.Succession.Deposits, a))
}

// DepositLegs are what the deposit address is over: the legs, or what a successor's
// missed when it was issued (R16).
func (i *Instruction) DepositLegs() (out []Leg) {
	for k, l := range i.Legs {
		if i.Succession != nil {
			l.Amount = l.Amount.SatSub(i.Succession.Paid[k])
		}
		if !l.Amount.IsZero() {
			out = append(out, l)
		}
	}
	return out
}

// DepositTotal is the sum of DepositLegs.
func (i *Instruction) DepositTotal() (n money.Amount) {
	for _, l := range i.DepositLegs() {
		n = n.SatAdd(l.Amount)
	}
	return n
}

// DepositUntouched: beside what a successor had when it was issued, nothing but
// dust is paid, so that the deposit address is still good for the whole rest.
func (i *Instruction) DepositUntouched(c Cover) bool {
	if i.Succession == nil {
		return c.Untouched()
	}
	rest := Cover{Paid: slices.Clone(c.Paid), Missing: c.Missing}
	for k, n := range i.Succession.Paid {
		if !n.IsZero() && c.Paid[k].Cmp(n) <= 0 && c.Missing[k].IsZero() {
			rest.Paid[k] = money.Amount{}
			continue
		}
		if c.Paid[k].Less(n) {
			return false // a reorganization took back what the deposit is not over
		}
		rest.Paid[k] = c.Paid[k].SatSub(n)
	}
	return rest.Untouched()
}

// Current follows the successors of an instruction to the one that holds.
func Current(s State, i *Instruction) *Instruction {
	for i != nil && i.Successor != "" {
		i = GetRow[Instruction](s, i.Successor)
	}
	return i
}

// Succeed makes the legs and the succession of the instruction that takes o's
// place: an agent's missing part of the leg to a refused address goes to another
// address, and nothing else changes (R9). c is o's cover. What the old address has
// got, and what others are owed there, stays a leg of it. It returns false if the
// agent misses nothing there, or the other address is that of somebody else's leg.
func (i *Instruction) Succeed(c Cover, leg int, agent string, to Address) (legs []Leg, s Succession, ok bool) {
	from := i.Legs[leg]
	var own money.Amount
	var stay []Part
	for _, p := range from.Parts {
		if p.Role == RoleContributor && p.Agent == agent {
			own = own.SatAdd(p.Amount)
		} else {
			stay = append(stay, p)
		}
	}
	move := money.Min(own, c.Missing[leg])
	others := func(l Leg) bool {
		return l.To == to && slices.ContainsFunc(l.Parts, func(p Part) bool { return p.Role != RoleContributor || p.Agent != agent })
	}
	if move.IsZero() || to == from.To || slices.ContainsFunc(i.Legs, others) {
		return nil, s, false
	}
	for k, l := range i.Legs {
		if k == leg {
			if l.Amount = l.Amount.SatSub(move); l.Amount.IsZero() {
				continue
			}
			if l.Parts = stay; move.Less(own) {
				l.Parts = append(slices.Clone(stay), Part{Role: RoleContributor, Agent: agent, Amount: own.SatSub(move)})
			}
		}
		legs = append(legs, l)
	}
	if k := slices.IndexFunc(legs, func(l Leg) bool { return l.To == to }); k >= 0 { // moved there before
		move = move.SatAdd(legs[k].Amount)
		legs = slices.Delete(legs, k, k+1)
	}
	legs = append(legs, Leg{To: to, Amount: move, Parts: []Part{{Role: RoleContributor, Agent: agent, Amount: move}}})
	slices.SortFunc(legs, func(a, b Leg) int { return slices.Compare(a.To[:], b.To[:]) })
	return legs, i.inherits(c, legs, MovedPayee{From: from.To, To: to}), true
}

// inherits is the succession of the one that takes i's place.
func (i *Instruction) inherits(c Cover, legs []Leg, moved MovedPayee) (s Succession) {
	known := map[Address]bool{}
	if old := i.Succession; old != nil {
		s = Succession{Of: slices.Clone(old.Of), Digests: slices.Clone(old.Digests), Deposits: slices.Clone(old.Deposits),
			Moved: slices.Clone(old.Moved), Earlier: slices.Clone(old.Earlier)}
		for _, e := range s.Earlier {
			for _, a := range e.To {
				known[a] = true
			}
		}
		for _, m := range old.Moved { // what went to an address that moves on goes on as well
			if m.To == moved.From {
				s.Moved = append(s.Moved, MovedPayee{From: m.From, To: moved.To})
			}
		}
	}
	if !slices.Contains(s.Moved, moved) {
		s.Moved = append(s.Moved, moved)
	}
	s.Of, s.Digests = append(s.Of, i.ID), append(s.Digests, i.Digest)
	if !i.Deposit.IsZero() {
		s.Deposits = append(s.Deposits, i.Deposit)
	}
	e := Admission{Issued: i.Issued, Time: i.IssuedTime, Window: i.Window}
	for _, l := range i.Legs {
		if !known[l.To] {
			e.To = append(e.To, l.To)
		}
	}
	s.Earlier = append(s.Earlier, e)
	for _, l := range legs {
		n := money.Amount{}
		if k := slices.IndexFunc(i.Legs, func(x Leg) bool { return x.To == l.To }); k >= 0 {
			n = c.Paid[k]
		}
		s.Paid = append(s.Paid, n)
	}
	return s
}

// succeeded puts the successor in the place of an open instruction: it has its
// reservation, its age, what was paid of it, and what is tagged for it.
func (f *folder) succeeded(b *SuccessorIssued) {
	old := f.instruction(b.Of)
	if old == nil || old.Status != InstructionOpen {
		return
	}
	was := *old
	i := b.Instruction
	i.Status, i.Seq = InstructionOpen, was.Seq
	i.ReservedUntil, i.Reservations, i.ReservedSum, i.Renewals = was.ReservedUntil, was.Reservations, was.ReservedSum, was.Renewals
	i.Extended, i.Withdrawn, i.FeeWaived, i.Hold = was.Extended, was.Withdrawn, was.FeeWaived, was.Hold
	i.Strayed = was.Strayed
	f.Put(&i)
	f.awaits(&i)
	was.Status, was.Successor, was.ReservedUntil = InstructionSuperseded, i.ID, 0
	f.Put(&was)
	for _, t := range b.Tags {
		f.Put(&t)
	}
	if s := f.settings(); s.Extending.Left(&i) { // it has been extended, as the other one
		x := *s.Extending
		x.Early = append(slices.Clone(x.Early), i.ID)
		s.Extending = &x
		f.Put(&s)
	}
	for _, t := range FindRows[*Transfer](f, TransfersTagged(was.ID)) {
		if legs := i.LegsOf(t.To); len(legs) > 0 {
			c := *t
			c.Instruction, c.Leg = i.ID, legs[0]
			f.Put(&c)
		}
	}
	for _, a := range FindRows[*Allocation](f, AllocationsOfInstruction(was.ID)) {
		if a.VoidAt != 0 {
			continue
		}
		c, n := *a, *a
		c.VoidAt = f.seq
		f.Put(&c)
		n.Seq, n.Instruction, n.Leg = len(f.Find(AllocationsOfTransfer(a.Transfer))), i.ID, i.LegsOf(was.Legs[a.Leg].To)[0]
		f.Put(&n)
	}
	f.refresh(was.ID)
	f.refresh(i.ID)
	f.retry(i.Poster)
}
