package indexer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Figures of the backfill (indexer.md (c)).
const (
	// backfillFrom is how many blocks must be missing before ranges are worth a
	// question for the finalized height.
	backfillFrom = 64
	// finalDepth stands for the finalized block where no endpoint names one
	// (settlement.md R23).
	finalDepth = 1000
	// queuedBatches is how many fetched batches wait for the writer.
	queuedBatches = 4
	// writtenLogs: batches that wait are written together until they have so many logs.
	writtenLogs = 6000
)

// Ranger is a Source that reads many blocks at once. It is asked for final
// blocks only: a range is read by height, so nothing else may change meanwhile.
type Ranger interface {
	// Final is the newest block that the endpoint calls finalized; ErrNoFinal if
	// it does not serve that.
	Final(ctx context.Context) (Head, error)
	// Blocks are the canonical blocks from … to with their logs, or the first of
	// them: at least one, ascending, each the child of the one before, all of one
	// endpoint, validated as Source validates. It gives fewer where the endpoint's
	// head is lower or the answer would be too large, and a *RangeError where the
	// endpoint refuses.
	Blocks(ctx context.Context, from, to uint64) ([]settle.Block, error)
}

// ErrNoFinal says that an endpoint does not serve the tag finalized.
var ErrNoFinal = errors.New("endpoint names no finalized block")

// RangeError says that an endpoint did not answer for a range and may do so for
// a smaller one. Which limit it was cannot be told: codes and texts differ.
type RangeError struct {
	// Blocks is how many blocks the endpoint proposes; 0 if it does not.
	Blocks uint64
	Err    error
}

// Error implements error.
func (e *RangeError) Error() string { return "range refused: " + e.Err.Error() }

// Unwrap gives what the endpoint said.
func (e *RangeError) Unwrap() error { return e.Err }

// Progress is how far a backfill is.
type Progress struct {
	// From and To are the first and the last block that it fetches, At the newest
	// that is written.
	From, To, At uint64
	// Blocks and Logs were written last, in Took.
	Blocks, Logs int
	Took         time.Duration
	// Size is how many blocks are asked for at once.
	Size uint64
}

// final is the newest block at or below head that may be read by ranges; ok is
// false if there is none, or no need.
func (f *Follower) final(ctx context.Context, d Decision) (to uint64, ok bool, err error) {
	if f.cfg.Ranges == nil || d.To-d.From < backfillFrom {
		return 0, false, nil
	}
	if f.byOne > 0 {
		return 0, false, nil
	}
	head, err := f.cfg.Ranges.Final(ctx)
	switch {
	case errors.Is(err, ErrNoFinal):
		if d.To < finalDepth {
			return 0, false, nil
		}
		to = d.To - finalDepth
	case err != nil:
		return 0, false, fmt.Errorf("reading the finalized block: %w", err)
	default:
		to = min(head.Number, d.To)
	}
	return to, to >= d.From, nil
}

// backfill fetches final blocks by ranges and writes them in order, many in one
// transaction. One goroutine fetches and one writes; between them at most
// queuedBatches wait.
func (f *Follower) backfill(ctx context.Context, epoch int64, from, to uint64) (more bool, err error) {
	next, stop := f.ranges(ctx, from, to)
	defer stop()
	p := Progress{From: from, To: to}
	for at := from; at <= to; {
		b, err := next()
		if err != nil {
			return false, f.refused(at, to, err)
		}
		tail, err := f.stored(ctx)
		if err != nil {
			return false, err
		}
		if first := b.blocks[0]; len(tail) > 0 && (first.Number != tail[0].Number+1 || first.Parent != tail[0].Hash) {
			d := Next(f.cfg.StartBlock, tail, HeadOf(first))
			if d.Action != Rewind {
				return false, fmt.Errorf("block %d on tip %d: %w", first.Number, tail[0].Number, ErrMoved)
			}
			f.seen(HeadOf(first), d)
			stop()
			return false, f.rewind(ctx, epoch, tail, HeadOf(first), d.Reason)
		}
		if err := f.vouched(ctx, b.blocks[len(b.blocks)-1]); err != nil {
			f.byOne = min(backfillFrom, to-at+1) // on the side of which blocks may wait
			return false, err
		}
		p.Size = b.size
		if err := f.appendMany(ctx, epoch, b.blocks, &p); err != nil {
			return false, err
		}
		at = p.At + 1
	}
	return true, nil
}

// vouched says whether a quorum has a block, where there is a Jury: so many blocks
// at once could not be walked back.
func (f *Follower) vouched(ctx context.Context, last settle.Block) error {
	if f.cfg.Jury == nil {
		return nil
	}
	c, _ := f.cfg.Jury.ask(ctx, last.BlockRef)
	switch c.Verdict {
	case VerdictApply:
		return ctx.Err()
	case VerdictSwitch:
		return fmt.Errorf("block %d: %w", last.Number, ErrOutvoted)
	}
	return fmt.Errorf("block %d, %d of %d answers: %w", last.Number, c.Ours, c.Cast, ErrNoQuorum)
}

// refused goes on block by block for a while, where not even one block can be
// had by a range: the endpoint may have no such logs.
func (f *Follower) refused(at, to uint64, err error) error {
	var r *RangeError
	if errors.As(err, &r) {
		f.byOne = min(backfillFrom, to-at+1)
	}
	return err
}

// untilRanges is how far to go block by block.
func (f *Follower) untilRanges(d Decision) uint64 {
	n := f.byOne
	f.byOne = 0
	if n == 0 {
		return d.To
	}
	return min(d.To, d.From+n-1)
}

// appendMany writes blocks that follow each other and the tip. After a write that
// failed, perhaps since it took too long, fewer are written at once for a while.
func (f *Follower) appendMany(ctx context.Context, epoch int64, blocks []settle.Block, p *Progress) error {
	for len(blocks) > 0 && ctx.Err() == nil {
		n := len(blocks)
		if f.atOnce > 0 {
			n = min(n, f.atOnce)
		}
		if err := f.appendSome(ctx, epoch, blocks[:n], p); err != nil {
			f.atOnce = max(1, n/2)
			return err
		}
		if f.atOnce *= 2; f.atOnce > 2*mostSpan {
			f.atOnce = 0
		}
		blocks = blocks[n:]
		f.convene(f.tail, p.To)
	}
	return ctx.Err()
}

func (f *Follower) appendSome(ctx context.Context, epoch int64, blocks []settle.Block, p *Progress) error {
	began := f.cfg.Clock.Now()
	agreed := f.agreed()
	last := blocks[len(blocks)-1]
	err := f.write(ctx, func(ctx context.Context) error { return f.cfg.Sink.ExtendMany(ctx, epoch, blocks) })
	f.raise(last.Number)
	if err != nil {
		return fmt.Errorf("writing blocks %d to %d: %w", blocks[0].Number, last.Number, err)
	}
	f.confirmed = agreed
	p.At, p.Blocks, p.Logs, p.Took = last.Number, len(blocks), 0, f.cfg.Clock.Now().Sub(began)
	for _, b := range blocks {
		p.Logs += len(b.Logs)
	}
	for _, b := range blocks[max(0, len(blocks)-f.cfg.Tail):] {
		f.push(b.BlockRef)
	}
	f.wrote(HeadOf(last))
	f.cfg.Observer.Backfilled(*p)
	return nil
}

// batch is what one question for a range gave, with the size of the question.
type batch struct {
	blocks []settle.Block
	size   uint64
	err    error
}

// ranges fetches from … to in a goroutine of its own; next gives the batches in
// order. stop ends it and waits for it; it may be called twice.
func (f *Follower) ranges(ctx context.Context, from, to uint64) (next func() (batch, error), stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	out := make(chan batch, queuedBatches)
	var running sync.WaitGroup
	running.Go(func() {
		for from <= to {
			b := f.fetch(ctx, from, to)
			select {
			case out <- b:
			case <-ctx.Done():
				return
			}
			if b.err != nil {
				return
			}
			from += uint64(len(b.blocks))
		}
	})
	w := waiting{in: out}
	next = func() (batch, error) { return w.next(ctx) }
	return next, func() { cancel(); running.Wait() }
}

// waiting are the batches that were fetched. One that was taken and does not go with
// those before it is held back.
type waiting struct {
	in   chan batch
	held *batch
}

// next waits for a batch, and takes with it what follows and waits as well: where the
// writer is slower than the endpoint, it has fewer transactions to make.
func (w *waiting) next(ctx context.Context) (batch, error) {
	var b batch
	if w.held != nil {
		b, w.held = *w.held, nil
	} else {
		select {
		case b = <-w.in:
		case <-ctx.Done():
			return b, ctx.Err()
		}
	}
	for n := b.logs(); b.err == nil && n < writtenLogs; {
		select {
		case more := <-w.in:
			if more.err != nil || more.blocks[0].Parent != b.blocks[len(b.blocks)-1].Hash {
				w.held = &more
				return b, nil
			}
			n += more.logs()
			b.blocks, b.size = append(b.blocks, more.blocks...), more.size
		default:
			return b, nil
		}
	}
	return b, b.err
}

func (b batch) logs() (n int) {
	for _, b := range b.blocks {
		n += len(b.Logs)
	}
	return n
}

// fetch asks for a range, for a smaller one as often as the endpoint refuses.
func (f *Follower) fetch(ctx context.Context, from, to uint64) batch {
	for {
		n := min(f.span.size(), to-from+1)
		blocks, err := f.cfg.Ranges.Blocks(ctx, from, from+n-1)
		if err == nil {
			err = inOrder(blocks, from, n)
		}
		if err == nil {
			f.span.grow(n)
			return batch{blocks: blocks, size: n}
		}
		err = fmt.Errorf("fetching blocks %d to %d: %w", from, from+n-1, err)
		var r *RangeError
		refused := errors.As(err, &r)
		if refused {
			f.span.shrink(n, r.Blocks)
		} else {
			f.span.shrink(n, 0)
		}
		if !refused || n == 1 || ctx.Err() != nil {
			return batch{err: err}
		}
	}
}

// inOrder checks what Ranger promises of heights and parents.
func inOrder(blocks []settle.Block, from, n uint64) error {
	if len(blocks) == 0 || uint64(len(blocks)) > n {
		return fmt.Errorf("%d blocks given", len(blocks))
	}
	for i, b := range blocks {
		if b.Number != from+uint64(i) || i > 0 && b.Parent != blocks[i-1].Hash {
			return fmt.Errorf("block %d does not follow the one before", b.Number)
		}
	}
	return nil
}
