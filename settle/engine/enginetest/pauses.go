package enginetest

import (
	"cmp"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// answer is what the token said about a block of this time, when our clock was at.
type answer struct {
	time, at int64
	paused   bool
	// silent: it said nothing.
	silent bool
}

// grant is what a reservation was given, and when by our clock: its time, and
// what a payment seen added.
type grant struct{ at, seconds, extension int64 }

// span is a piece of block time, and when by our clock its end was known.
type span struct{ from, until, at int64 }

// told notes what the token's logs in a block say of a pause, as an answer.
func (w *World) told(b *Block) {
	for _, l := range b.Logs {
		if l.Kind == settle.LogPause || l.Kind == settle.LogUnpause {
			w.answers = append(w.answers, answer{time: b.Time, at: w.Now, paused: l.Kind == settle.LogPause})
		}
	}
}

// pauses are the pieces of [from, until) in which the token may have been paused:
// from an answer of yes to the first no behind it.
func (w *World) pauses(from, until int64) (out []span) {
	since, paused := int64(0), false
	add := func(end, at int64) {
		s := span{max(since, from), min(end, until), at}
		if s.until > s.from {
			out = append(out, s)
		}
	}
	for _, a := range w.answers {
		switch {
		case a.silent:
		case a.paused && !paused:
			since, paused = a.time, true
		case !a.paused && paused:
			add(a.time, a.at)
			paused = false
		}
	}
	if paused {
		add(until, w.Now)
	}
	return out
}

// pausedFor is for how much of [from, until) the token was certainly paused after
// a grant: a piece whose end was known before extended others, and a branch of
// the chain may tell of a piece again.
func (w *World) pausedFor(g grant, from, until int64) (seconds int64) {
	done := from
	ps := w.pauses(from, until)
	slices.SortFunc(ps, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for _, p := range ps {
		if n := p.until - max(p.from, done); p.at > g.at && n > 0 {
			seconds, done = seconds+n, p.until
		}
	}
	return seconds
}

// silentFor: the token was asked in vain since the last answer before that time.
func (w *World) silentFor(from, until int64) bool {
	silent := false
	for _, a := range w.answers {
		switch {
		case a.time > until:
		case a.silent:
			silent = true
		case a.time <= from:
			silent = false
		}
	}
	return silent
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
		w.granted[i.ID] = grant{at: f.At, seconds: i.ReservedUntil - i.Reservations[0].From}
	case *settle.SuccessorIssued:
		w.granted[b.Instruction.ID] = w.granted[b.Of]
	case *settle.ReservationRenewed:
		w.granted[b.Instruction] = grant{at: f.At, seconds: b.Until - b.From}
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
	if w.silentFor(from, at) {
		return
	}
	for _, b := range w.Chain.Blocks {
		if b.Time == at && b.Paused {
			w.T.Fatalf("%s lapses at block %d, at which the token is paused", i.ID, b.Number)
		}
	}
	g := w.granted[i.ID]
	if paused := w.pausedFor(g, from, at); at-from-paused < g.seconds+g.extension {
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
	g := x.w.granted[i.ID]
	most := from + g.seconds
	for _, p := range x.w.pauses(from, now) {
		most = max(most+p.until-p.from, p.until+settle.AfterPauseSeconds)
	}
	if most += g.extension; i.ReservedUntil > most {
		x.w.T.Fatalf("%s is reserved for %d s more than was granted and paused", i.ID, i.ReservedUntil-most)
	}
	set := settle.GetRow[settle.Settings](x.s, settle.SettingsKey)
	p := set.Pause
	least := from + g.seconds + g.extension + x.w.pausedFor(g, from, now)
	if p == nil && !set.Extending.Left(i) && !x.w.silentFor(from, now) && i.ReservedUntil < least {
		x.w.T.Fatalf("%s is reserved for %d s less than was granted and paused", i.ID, least-i.ReservedUntil)
	}
}
