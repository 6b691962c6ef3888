package engine

import (
	"context"
	"errors"
	"time"

	"github.com/oabp/oabpd/settle"
)

// lookTimeout bounds the question whether the token is paused, which is asked
// while a block waits to be stored.
const lookTimeout = 5 * time.Second

// askError ends a transaction that cannot go on without a look at the token.
type askError struct {
	at   settle.BlockRef
	time int64
}

// Error implements error.
func (*askError) Error() string { return "whether the token is paused must be asked first" }

// look is what the token said in the state after a block.
type look struct {
	block  settle.BlockRef
	time   int64
	paused bool
	source string
	// err says that nothing is known.
	err error
}

func (e *Engine) look(ctx context.Context, at settle.BlockRef, blockTime int64) look {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	l := look{block: at, time: blockTime}
	l.paused, l.source, l.err = e.o.Chain.Paused(ctx, at)
	return l
}

// asking runs a transaction that may end reservations. Most need not know
// whether the token is paused; one that must is undone, the token is asked, and
// it runs again: nothing waits for the chain under a lock (R26). With several
// blocks at once newest is the one to ask about, else nil.
func (e *Engine) asking(ctx context.Context, newest *settle.Block, fn func(*look) error) error {
	err := fn(nil)
	var ask *askError
	if !errors.As(err, &ask) {
		return err
	}
	if newest != nil {
		ask = &askError{newest.BlockRef, newest.Time}
	}
	l := e.look(ctx, ask.at, ask.time)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fn(&l)
}

// ends reports whether a reservation that is due at block time now lapses: the
// token has answered, or did not for LapseWaitSeconds. (If it answered that it is
// paused, nothing is due.)
func (l *look) ends(i *settle.Instruction, now int64) bool {
	return l.err == nil || now-i.ReservedUntil >= settle.LapseWaitSeconds
}

// pause records what a look found, if it is news, and gives a pause up that could
// not be read for too long. With several blocks at once the look is at the
// newest; that it is paused there holds for all, that it is not for the newest alone,
// as the logs of those before may tell of a pause in between.
func (e *Engine) pause(tx settle.Tx, tip *settle.StoredBlock, l *look) error {
	if l != nil && l.err == nil && !l.paused && l.block != tip.BlockRef {
		return nil
	}
	if l != nil && l.err == nil {
		return e.note(tx, *l)
	}
	p := settingsOf(tx).Pause
	fresh := e.now()-tip.Time*1000 <= e.o.FreshFor.Milliseconds() // old blocks have no state to ask for
	if p == nil || !fresh || tip.Time-p.Read <= settle.PauseSilenceSeconds || e.now()-readFrom(tx, p) <= settle.PauseSilenceSeconds*1000 {
		return nil
	}
	if l == nil {
		return &askError{tip.BlockRef, tip.Time}
	}
	if settingsOf(tx).Extending != nil {
		return nil // an earlier pause first
	}
	return e.record(tx, settle.TokenUnpaused{Gradual: e.many(tx), From: p.From, Until: p.Read, Block: p.Block, Source: p.Source, Silent: true})
}

// readFrom is since when a pause could have been read again, by our clock (Unix
// milliseconds): since the block after the one it was last read at was stored. Before
// that nobody asked, for the chain or this daemon stood still, and one question in
// vain after it is no silence.
func readFrom(tx settle.Tx, p *settle.Pause) int64 {
	if b := tx.Canonical(p.Block.Number + 1); b != nil {
		return b.Seen
	}
	return 0 // blocks so old are not kept, or it is the newest
}

// note records a look that says something new.
func (e *Engine) note(tx settle.Tx, l look) error {
	set := settingsOf(tx)
	switch f := l.news(set.Pause).(type) {
	case settle.TokenUnpaused:
		if set.Extending != nil {
			return nil // an earlier pause first
		}
		f.Gradual = e.many(tx)
		return e.record(tx, f)
	case settle.TokenPaused:
		return e.record(tx, f)
	}
	return nil
}

// news is the fact that a look makes, where p is the pause that is known; or nil.
func (l look) news(p *settle.Pause) settle.Body {
	switch {
	case l.paused && (p == nil || l.time-p.Read >= settle.PauseRereadSeconds):
		return settle.TokenPaused{Block: l.block, Time: l.time, Source: l.source}
	case !l.paused && p != nil:
		return settle.TokenUnpaused{From: p.From, Until: l.time, Block: l.block, Source: l.source}
	}
	return nil
}

// WatchPause looks whether the token is paused at the newest indexed block, while
// a reservation runs or a pause is known, and records what has changed (R9). The
// leader calls it every few seconds, beside the token's own logs, of which an endpoint
// may leave some out. An error means that
// the token could not be asked; nothing is changed then.
//
// When a pause is over that more reservations met than one fact extends, it
// extends them, each batch in a transaction of its own; whoever calls it next goes
// on where it ended.
func (e *Engine) WatchPause(ctx context.Context, epoch int64) error {
	if err := e.extendPaused(ctx, epoch); err != nil {
		return err
	}
	if err := e.watchPause(ctx, epoch); err != nil {
		return err
	}
	return e.extendPaused(ctx, epoch)
}

func (e *Engine) watchPause(ctx context.Context, epoch int64) error {
	var tip *settle.StoredBlock
	var known *settle.Pause
	err := e.o.Store.View(ctx, func(tx settle.Tx) error {
		tip = nil
		if known = settingsOf(tx).Pause; known != nil || tx.Exists(settle.Reserved()) {
			tip = tx.Tip()
		}
		return nil
	})
	if err != nil || tip == nil {
		return err
	}
	l := e.look(ctx, tip.BlockRef, tip.Time)
	if l.err != nil {
		return unavailable("the token could not be asked whether it is paused", l.err)
	}
	if l.news(known) == nil {
		return nil
	}
	return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorShare, Epoch: epoch, LeaderOnly: true}, func(tx settle.Tx) error {
		if b := tx.Canonical(tip.Number); b == nil || b.Hash != tip.Hash {
			return nil // a reorganization replaced what was asked about
		}
		return e.note(tx, l)
	})
}

func tokenPaused() error {
	return settle.Errorf(settle.CodeTokenPaused, "the token is paused by its issuer; nothing can be paid now: try again when it is not")
}
