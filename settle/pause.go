package settle

import "slices"

// Times of R9's "a pause extends the reservation", in seconds of block time.
const (
	// AfterPauseSeconds: a reservation that a pause met runs at least this long
	// after the pause. What was left of it may be a few seconds, in which nobody
	// can learn that the pause is over and pay.
	AfterPauseSeconds = 10 * 60
	// PauseRereadSeconds is how old the newest reading of a pause may be before
	// another one that says the same is worth a fact.
	PauseRereadSeconds = 10 * 60
	// PauseSilenceSeconds: a pause that could not be read again for so long
	// counts until it was last read, no longer.
	PauseSilenceSeconds = 3600
	// LapseWaitSeconds is how long past its end a reservation waits for the token
	// to answer whether it is paused.
	LapseWaitSeconds = 60
)

// Pause is a pause of the token that was read and not yet read to be over.
type Pause struct {
	// From is the time of the first block at which the token read as paused, Read
	// that of the newest such block that is kept; Unix seconds.
	From int64 `json:"from"`
	Read int64 `json:"read"`
	// Block is the block of Read, Source the endpoint that answered.
	Block  BlockRef `json:"block"`
	Source string   `json:"source,omitempty"`
}

// TokenPaused: the token read as paused in the state after a block. While that
// holds no reservation lapses (R9).
type TokenPaused struct {
	Block BlockRef `json:"block"`
	// Time is the block's, in Unix seconds.
	Time int64 `json:"time"`
	// Source is the endpoint that was asked, without credentials.
	Source string `json:"source,omitempty"`
}

// TokenUnpaused: the pause is over. Every running reservation is extended by
// as much of [From, Until) as it met (R9).
type TokenUnpaused struct {
	// From and Until are block times in Unix seconds.
	From  int64 `json:"from"`
	Until int64 `json:"until"`
	// Block is where the token read as not paused; or, when it gave no answer for
	// PauseSilenceSeconds, where it last read as paused.
	Block  BlockRef `json:"block"`
	Source string   `json:"source,omitempty"`
	// Silent says that the end was not read.
	Silent bool `json:"silent,omitempty"`
	// Gradual says that there are so many reservations that facts of the kind
	// reservations_extended extend them; else this one does.
	Gradual bool `json:"gradual,omitempty"`
}

// Extending is a pause that is over, while reservations that it met are still to
// be extended. None lapses meanwhile.
type Extending struct {
	// From and Until are the pause's, in Unix seconds of block time.
	From  int64 `json:"from"`
	Until int64 `json:"until"`
	// After is up to which instruction, by key, all are extended; Early are some
	// above it that are, since something else changed them.
	After string   `json:"after,omitempty"`
	Early []string `json:"early,omitempty"`
}

// ReservationsExtended extends some of the reservations that a gradual end of a
// pause left, as that would have (R9).
type ReservationsExtended struct {
	// Instructions are ascending, and none is repeated.
	Instructions []string `json:"instructions,omitempty"`
	// Early says that these are extended out of their turn.
	Early bool `json:"early,omitempty"`
	// Last says that no other is left.
	Last bool `json:"last,omitempty"`
}

// Kind implements Body.
func (ReservationsExtended) Kind() Kind { return KindReservationsExtended }

// Left reports whether an instruction is still to be extended.
func (x *Extending) Left(i *Instruction) bool {
	return x != nil && i.Running() && i.ID > x.After && !slices.Contains(x.Early, i.ID)
}

// Kind implements Body.
func (TokenPaused) Kind() Kind { return KindTokenPaused }

// Kind implements Body.
func (TokenUnpaused) Kind() Kind { return KindTokenUnpaused }

func (f *folder) tokenPaused(b *TokenPaused) {
	s := f.settings()
	p := Pause{From: b.Time, Read: b.Time, Block: b.Block, Source: b.Source}
	if s.Pause != nil {
		p.From = s.Pause.From
	}
	s.Pause = &p
	f.Put(&s)
}

// ReservedAfter are the first instructions behind a key whose reservation runs, in
// order of their keys: at least 1,000, if there are so many.
func ReservedAfter(id string) Query {
	return query(QueryReservedAfter, id, func(i *Instruction) bool { return i.Running() && i.ID > id })
}

// tokenUnpaused extends what runs: in this fact, or in those that follow a gradual
// one; nothing lapses in between. A pause that a reorganization ends before it began extends nothing.
func (f *folder) tokenUnpaused(b *TokenUnpaused) {
	s := f.settings()
	s.Pause = nil
	if b.Gradual {
		s.Extending = &Extending{From: b.From, Until: b.Until}
	}
	f.Put(&s)
	if b.Gradual {
		return
	}
	for _, i := range FindRows[*Instruction](f, Reserved()) {
		f.extend(i, b.From, b.Until)
	}
}

// extend extends a running reservation by what it met of a pause.
func (f *folder) extend(i *Instruction, from, until int64) {
	last := len(i.Reservations) - 1
	met := until - max(from, i.Reservations[last].From)
	if met <= 0 {
		return
	}
	c := *i
	c.ReservedUntil = max(i.ReservedUntil+met, until+AfterPauseSeconds)
	c.Reservations = slices.Clone(i.Reservations)
	c.Reservations[last].Paused += met
	f.Put(&c)
}

func (f *folder) reservationsExtended(b *ReservationsExtended) {
	s := f.settings()
	if s.Extending == nil {
		return
	}
	x := *s.Extending
	for _, id := range b.Instructions {
		if i := f.instruction(id); i != nil && x.Left(i) {
			f.extend(i, x.From, x.Until)
		}
	}
	switch n := len(b.Instructions); {
	case b.Last:
		s.Extending = nil
	case b.Early:
		x.Early = append(slices.Clone(x.Early), b.Instructions...)
		s.Extending = &x
	case n > 0:
		x.After = b.Instructions[n-1]
		x.Early = slices.DeleteFunc(slices.Clone(x.Early), func(id string) bool { return id <= x.After })
		s.Extending = &x
	}
	f.Put(&s)
}
