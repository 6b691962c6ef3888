package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
)

// answer is what the token said about a block of this time.
type answer struct {
	time   int64
	paused bool
}

// grant is what a reservation was given: its time, and what a payment seen added.
type grant struct{ seconds, extension int64 }

// span is a piece of block time.
type span struct{ from, until int64 }

// pauses are the pieces of [from, until) in which the token was seen to be
// paused: from an answer of yes to the first no behind it.
func (w *World) pauses(from, until int64) (out []span, seconds int64) {
	since, paused := int64(0), false
	add := func(end int64) {
		s := span{max(since, from), min(end, until)}
		if s.until > s.from {
			out, seconds = append(out, s), seconds+s.until-s.from
		}
	}
	for _, a := range w.answers {
		switch {
		case a.paused && !paused:
			since, paused = a.time, true
		case !a.paused && paused:
			add(a.time)
			paused = false
		}
	}
	if paused {
		add(until)
	}
	return out, seconds
}

// silentIn: the token was asked in vain in that time.
func (w *World) silentIn(from, until int64) bool {
	return slices.ContainsFunc(w.unanswered, func(t int64) bool { return from <= t && t <= until })
}

// reservations holds a fact that grants or ends reservations, before it is
// folded, against what the token said (R9).
func (w *World) reservations(f settle.Fact) {
	w.T.Helper()
	body, err := f.Decode()
	w.must(err, "decoding")
	switch b := body.(type) {
	case *settle.InstructionIssued:
		i := b.Instruction
		w.granted[i.ID] = grant{seconds: i.ReservedUntil - i.Reservations[0].From}
	case *settle.ReservationRenewed:
		w.granted[b.Instruction] = grant{seconds: b.Until - b.From}
	case *settle.PaymentSeen:
		g := w.granted[b.Instruction]
		g.extension += settle.ExtensionSeconds
		w.granted[b.Instruction] = g
	case *settle.Tick:
		for _, id := range b.Lapses {
			w.lapses(settle.GetRow[settle.Instruction](w.shadow, id), b.BlockTime)
		}
	}
}

// lapses: no reservation ends at a block at which the token is paused, nor before
// it has had all its time without the pauses.
func (w *World) lapses(i *settle.Instruction, at int64) {
	w.T.Helper()
	from := i.Reservations[len(i.Reservations)-1].From
	if w.silentIn(from, at) {
		return
	}
	for _, b := range w.Chain.Blocks {
		if b.Time == at && b.Paused {
			w.T.Fatalf("%s lapses at block %d, at which the token is paused", i.ID, b.Number)
		}
	}
	g := w.granted[i.ID]
	if _, paused := w.pauses(from, at); at-from-paused < g.seconds+g.extension {
		w.T.Fatalf("%s lapses after %d s, of which the token was paused %d; granted were %+v", i.ID, at-from, paused, g)
	}
}

// reserved: a running reservation is extended by pauses alone, and by all of
// them that are over.
func (x *audit) reserved(i *settle.Instruction) {
	x.w.T.Helper()
	if !i.Running() {
		return
	}
	from, now := i.Reservations[len(i.Reservations)-1].From, x.w.Chain.Tip().Time
	for _, a := range x.w.answers {
		now = max(now, a.time) // a shorter branch does not take back what a longer one said
	}
	pauses, paused := x.w.pauses(from, now)
	g := x.w.granted[i.ID]
	most := from + g.seconds
	for _, p := range pauses {
		most = max(most+p.until-p.from, p.until+settle.AfterPauseSeconds)
	}
	if most += g.extension; i.ReservedUntil > most {
		x.w.T.Fatalf("%s is reserved for %d s more than was granted and paused", i.ID, i.ReservedUntil-most)
	}
	p := settle.GetRow[settle.Settings](x.s, settle.SettingsKey).Pause
	least := from + g.seconds + g.extension + paused
	if p == nil && !x.w.silentIn(from, now) && i.ReservedUntil < least {
		x.w.T.Fatalf("%s is reserved for %d s less than was granted and paused", i.ID, least-i.ReservedUntil)
	}
}
