package indexer

import (
	"context"
	"fmt"
	"sync"

	"github.com/oabp/oabpd/settle"
)

// stored is the newest stored blocks, from memory if known.
func (f *Follower) stored(ctx context.Context) ([]settle.BlockRef, error) {
	if f.tailRead {
		return f.tail, nil
	}
	tail, err := f.readTail(ctx, f.cfg.Tail)
	if err != nil {
		return nil, err
	}
	f.tail, f.tailRead = tail, true
	if len(tail) > 0 {
		f.found(tail[0])
		f.raise(tail[0].Number)
	}
	return tail, nil
}

// deepTail reads as much as a walk may need.
func (f *Follower) deepTail(ctx context.Context) ([]settle.BlockRef, error) {
	return f.readTail(ctx, f.cfg.MaxWalk+1)
}

func (f *Follower) readTail(ctx context.Context, n int) ([]settle.BlockRef, error) {
	tail, err := f.cfg.Sink.Tail(ctx, n)
	if err != nil {
		return nil, fmt.Errorf("reading the stored tip: %w", err)
	}
	for i := 1; i < len(tail); i++ {
		if tail[i].Number+1 != tail[i-1].Number {
			return nil, fmt.Errorf("reading the stored tip: block %d follows %d", tail[i-1].Number, tail[i].Number)
		}
	}
	return tail, nil
}

// write runs one transaction of the sink. A stop of the follower does not cut
// it off; an error makes the stored tip unknown.
func (f *Follower) write(ctx context.Context, do func(context.Context) error) error {
	wctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.cfg.WriteTimeout)
	defer cancel()
	if err := do(wctx); err != nil {
		f.tail, f.tailRead = nil, false
		return err
	}
	return nil
}

// extend fetches blocks from..to, several at a time, and writes them in order.
// It ends early, without error, after it had to rewind. more is true when it
// wrote more than one block, so that the chain may have grown meanwhile.
func (f *Follower) extend(ctx context.Context, epoch int64, from, to uint64) (more bool, err error) {
	blocks, stop := f.prefetch(ctx, from, to)
	defer stop()
	for i := range to - from + 1 {
		b, err := blocks()
		if err != nil {
			return false, err
		}
		tail, err := f.stored(ctx)
		if err != nil {
			return false, err
		}
		if len(tail) > 0 && (b.Number != tail[0].Number+1 || b.Parent != tail[0].Hash) {
			d := Next(f.cfg.StartBlock, tail, HeadOf(b))
			if d.Action != Rewind {
				return false, fmt.Errorf("block %d on tip %d: %w", b.Number, tail[0].Number, ErrMoved)
			}
			f.seen(HeadOf(b), d)
			stop()
			return false, f.rewind(ctx, epoch, tail, HeadOf(b), d.Reason)
		}
		if err := f.append(ctx, epoch, b); err != nil {
			return false, err
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if (i+1)%votedBlocks == 0 {
			f.convene(f.tail, to)
		}
	}
	return to > from, nil
}

// append writes one block.
func (f *Follower) append(ctx context.Context, epoch int64, b settle.Block) error {
	began := f.cfg.Clock.Now()
	agreed := f.agreed()
	err := f.write(ctx, func(ctx context.Context) error { return f.cfg.Sink.Extend(ctx, epoch, b) })
	f.raise(b.Number)
	if err != nil {
		return fmt.Errorf("writing block %d: %w", b.Number, err)
	}
	f.confirmed = agreed
	f.push(b.BlockRef)
	f.wrote(HeadOf(b))
	f.cfg.Observer.Extended(b, f.cfg.Clock.Now().Sub(began))
	return nil
}

// push makes b the newest of the remembered tail. The slice is never changed in
// place: callers hold older ones.
func (f *Follower) push(b settle.BlockRef) {
	keep := f.tail[:min(len(f.tail), f.cfg.Tail-1)]
	f.tail = append([]settle.BlockRef{b}, keep...)
}

// prefetch fetches blocks concurrently, at most Prefetch at once, and hands
// them out in order. stop ends all fetching and waits for it; it may be called
// twice.
func (f *Follower) prefetch(ctx context.Context, from, to uint64) (next func() (settle.Block, error), stop func()) {
	return ordered(ctx, f.cfg.Prefetch, to-from+1, func(ctx context.Context, i uint64) (settle.Block, error) {
		b, err := f.cfg.Source.Block(ctx, from+i)
		if err == nil && b.Number != from+i {
			err = fmt.Errorf("got block %d", b.Number)
		}
		if err != nil {
			return b, fmt.Errorf("fetching block %d: %w", from+i, err)
		}
		return b, nil
	})
}

// ordered calls get for 0..n-1 in up to width goroutines; next gives the
// results in order and must be called at most n times.
func ordered[T any](ctx context.Context, width int, n uint64, get func(context.Context, uint64) (T, error)) (next func() (T, error), stop func()) {
	type result struct {
		v   T
		err error
	}
	ctx, cancel := context.WithCancel(ctx)
	slots := make(chan struct{}, width)
	queue := make(chan chan result, width)
	var running sync.WaitGroup
	running.Go(func() {
		for i := range n {
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			out := make(chan result, 1)
			running.Go(func() {
				v, err := get(ctx, i)
				out <- result{v, err}
			})
			select {
			case queue <- out:
			case <-ctx.Done():
				return
			}
		}
	})
	next = func() (v T, err error) {
		select {
		case out := <-queue:
			r := <-out
			<-slots // free only once taken, so that memory is bounded as well
			return r.v, r.err
		case <-ctx.Done():
			return v, ctx.Err()
		}
	}
	return next, func() { cancel(); running.Wait() }
}
