package indexer

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// convene puts the newest stored block that is Confirmations below head, or
// below what a quorum had reached lately, to the vote. Behind a head far away
// that is the tip: all that is stored by then is its ancestor. Where so many
// blocks are not in tail it is the lowest that is.
func (f *Follower) convene(tail []settle.BlockRef, head uint64) {
	j := f.cfg.Jury
	if j == nil || len(tail) == 0 {
		return
	}
	head = max(head, tail[0].Number)
	ref, ok := f.candidate(tail, head, j.cfg.Confirmations+j.behind())
	if !ok || ref.Number <= j.Agreed().Number { // the quorum may have come nearer since
		ref, ok = f.candidate(tail, head, j.cfg.Confirmations)
	}
	if ok {
		j.convene(ref, head, tail)
	}
}

// candidate is the stored block so far below head.
func (f *Follower) candidate(tail []settle.BlockRef, head, below uint64) (ref settle.BlockRef, ok bool) {
	if head < below {
		return ref, false
	}
	ref, ok = at(tail, min(head-below, tail[0].Number))
	if !ok && len(tail) >= f.cfg.Tail {
		ref, ok = tail[len(tail)-1], true
	}
	return ref, ok
}

// maxSkew is how many blocks the quorum may usually be behind the source. A
// source that is further ahead of it says nothing of what is usual.
const maxSkew = 10

// votedBlocks is how many blocks are written, at most, between two votes while
// the follower catches up.
const votedBlocks = 64

// maxWaiting is how many blocks are stored, at most, above the newest one that a
// quorum has: fewer than a walk goes back. So an endpoint that makes up blocks
// can be walked away from.
const maxWaiting = 1000

// bound is the highest block that is to be stored now.
func (f *Follower) bound(to uint64) uint64 {
	if f.cfg.Jury == nil {
		return to
	}
	if a := f.cfg.Jury.Agreed(); !a.Hash.IsZero() {
		return min(to, a.Number+uint64(min(maxWaiting, f.cfg.MaxWalk/2)))
	}
	return min(to, f.base+uint64(min(maxWaiting, f.cfg.MaxWalk/2)))
}

// confirm applies what was agreed upon, and what was heard of the tags, since the
// newest write.
func (f *Follower) confirm(ctx context.Context, epoch int64) error {
	if !f.news() {
		return nil
	}
	agreed, heard := f.agreed(), f.cfg.Tags.heard()
	tail, err := f.stored(ctx)
	if err != nil || len(tail) == 0 {
		return err
	}
	err = f.write(ctx, func(ctx context.Context) error { return f.cfg.Sink.Confirm(ctx, epoch) })
	f.raise(f.facts.tip)
	if err != nil {
		return fmt.Errorf("applying what is agreed upon: %w", err)
	}
	f.confirmed, f.tagged, f.owed = agreed, heard, 0
	if final := f.cfg.Tags.final(); final > 0 && final+surely > tail[0].Number {
		f.owed = final + surely
	}
	return nil
}

// news: the jury or the tags have found something since the newest write, or what
// the tags had found was of blocks that are stored only now.
func (f *Follower) news() bool {
	agreed := f.agreed()
	return !agreed.Hash.IsZero() && agreed != f.confirmed || f.cfg.Tags.heard() != f.tagged || f.late()
}

// late: what is called final may not all have been a fact at the newest Confirm,
// and is one now. Without it a store that catches up would not know what
// is final until that changes, and its loss would be silent meanwhile (R25).
func (f *Follower) late() bool {
	return f.owed > 0 && len(f.tail) > 0 && f.tail[0].Number >= f.owed
}

// surely is how many blocks are on top of what is final when it is confirmed once
// more: by then it is a fact, unless Confirmations are more.
const surely = 16

func (f *Follower) agreed() settle.BlockRef {
	if f.cfg.Jury == nil {
		return settle.BlockRef{}
	}
	return f.cfg.Jury.Agreed()
}

// facts is up to where blocks may have become facts. It may be too high.
type facts struct {
	known bool
	upTo  uint64
	tip   uint64 // the highest tip written or found
}

// raise notes that a write with that tip was tried.
func (f *Follower) raise(tip uint64) {
	j := f.cfg.Jury
	if j == nil {
		return
	}
	f.facts.tip = tip
	if tip < j.cfg.Confirmations {
		return
	}
	deep := tip - j.cfg.Confirmations
	if !f.facts.known { // another process wrote it: as many as there may be
		f.facts.known, f.facts.upTo = true, deep
		return
	}
	f.facts.upTo = max(f.facts.upTo, min(deep, j.Agreed().Number))
}

// permit lets a rewind to ancestor pass if it undoes no fact, or if a quorum has
// the new branch, whose first block is given. So no single endpoint can undo
// what a quorum has confirmed. (What undoes a final block halts releases; the Sink
// knows.)
func (f *Follower) permit(ctx context.Context, epoch int64, ancestor settle.BlockRef, first Head) error {
	j := f.cfg.Jury
	if j == nil || ancestor.Number >= f.facts.upTo {
		return nil
	}
	c, heard := j.ask(ctx, first.BlockRef)
	if err := ctx.Err(); err != nil {
		return err
	}
	switch c.Verdict {
	case VerdictApply:
		return nil
	case VerdictSwitch:
		return fmt.Errorf("block %d: %w", first.Number, ErrOutvoted)
	}
	if stored, ok := f.storedAt(ctx, first.Number); ok {
		for _, a := range heard {
			if a.Hash == stored.Hash { // it knows what a quorum confirmed; indexing goes on there
				j.cfg.Panel.Prefer(a.Endpoint)
				break
			}
		}
	}
	return fmt.Errorf("block %d, %d of %d answers: %w", first.Number, c.Ours, c.Cast, ErrNoQuorum)
}

// tooDeep halts releases when the chain has changed further down than a walk
// goes, which is below all that counts as final (settlement.md R23, R25), and a
// quorum says so.
func (f *Follower) tooDeep(ctx context.Context, epoch int64, target Head) error {
	if j := f.cfg.Jury; j != nil {
		if c, _ := j.ask(ctx, target.BlockRef); c.Verdict != VerdictApply {
			return fmt.Errorf("block %d, %d of %d answers: %w", target.Number, c.Ours, c.Cast, ErrNoQuorum)
		}
	}
	return f.halt(ctx, epoch, fmt.Sprintf("finality is violated: at block %d the chain has changed more than %d blocks deep", target.Number, f.cfg.MaxWalk))
}

func (f *Follower) halt(ctx context.Context, epoch int64, reason string) error {
	f.cfg.Log.Error("releases are halted until an operator clears the incident", "reason", reason)
	if err := f.write(ctx, func(ctx context.Context) error { return f.cfg.Sink.Halt(ctx, epoch, reason) }); err != nil {
		return fmt.Errorf("halting releases: %w", err)
	}
	return nil
}

func (f *Follower) storedAt(ctx context.Context, number uint64) (settle.BlockRef, bool) {
	tail, err := f.stored(ctx)
	if err != nil {
		return settle.BlockRef{}, false
	}
	if ref, ok := at(tail, number); ok {
		return ref, true
	}
	if tail, err = f.deepTail(ctx); err != nil {
		return settle.BlockRef{}, false
	}
	return at(tail, number)
}
