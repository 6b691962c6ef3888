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

// tokenUnpaused extends what runs, all of it in one fact: nothing may lapse in
// between. A pause that a reorganization ends before it began extends nothing.
func (f *folder) tokenUnpaused(b *TokenUnpaused) {
	s := f.settings()
	s.Pause = nil
	f.Put(&s)
	for _, i := range FindRows[*Instruction](f, Reserved()) {
		last := len(i.Reservations) - 1
		met := b.Until - max(b.From, i.Reservations[last].From)
		if met <= 0 {
			continue
		}
		c := *i
		c.ReservedUntil = max(i.ReservedUntil+met, b.Until+AfterPauseSeconds)
		c.Reservations = slices.Clone(i.Reservations)
		c.Reservations[last].Paused += met
		f.Put(&c)
	}
}
