package indexer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// rewind replaces the stored blocks that are not on target's branch. Everything
// is read before anything is written: the headers down to the common ancestor,
// then the blocks, then whether target is still canonical.
func (f *Follower) rewind(ctx context.Context, epoch int64, tail []settle.BlockRef, target Head, reason Reason) error {
	ancestor, heads, err := f.walk(ctx, tail, target)
	if errors.Is(err, ErrTooDeep) {
		err = errors.Join(err, f.tooDeep(ctx, epoch, target))
	}
	if err != nil {
		return fmt.Errorf("looking for the common ancestor of block %d: %w", target.Number, err)
	}
	branch, err := f.branch(ctx, heads)
	if err != nil {
		return fmt.Errorf("fetching the new branch up to block %d: %w", target.Number, err)
	}
	now, err := f.cfg.Source.HeadByNumber(ctx, target.Number)
	if err != nil {
		return fmt.Errorf("looking at block %d again: %w", target.Number, err)
	}
	if now.Hash != target.Hash {
		return fmt.Errorf("block %d: %w", target.Number, ErrMoved)
	}
	if err := f.permit(ctx, epoch, ancestor, heads[0]); err != nil {
		return fmt.Errorf("going back to block %d: %w", ancestor.Number, err)
	}
	current, err := f.stored(ctx)
	if err != nil {
		return err
	}
	if len(current) == 0 {
		return errors.New("rewinding: the store became empty")
	}
	replaced := int(current[0].Number - ancestor.Number)
	f.cfg.Log.Warn("reorg", "reason", reason, "ancestor", ancestor.Number, "replaced", replaced, "branch", len(branch))
	if f.cfg.Jury != nil {
		f.cfg.Jury.retract(ancestor)
	}
	err = f.write(ctx, func(ctx context.Context) error { return f.cfg.Sink.Rewind(ctx, epoch, ancestor, branch) })
	if err != nil {
		return fmt.Errorf("rewinding to block %d: %w", ancestor.Number, err)
	}
	f.facts.upTo, f.facts.tip = min(f.facts.upTo, ancestor.Number), target.Number
	f.tail, f.tailRead = nil, false // the remembered tail may have been cut short
	f.wrote(target)
	f.cfg.Observer.Rewound(reason, replaced, len(branch))
	return nil
}

// walk goes from target to the stored block that is its ancestor. heads are the
// blocks above the ancestor, ascending, ending with target. If not even the
// first block ever stored is on the branch, the ancestor is that one's parent.
func (f *Follower) walk(ctx context.Context, tail []settle.BlockRef, target Head) (ancestor settle.BlockRef, heads []Head, err error) {
	deepened, complete := false, false // all that may be needed is read; nothing older is stored
	for cur := target; ; {
		heads = append(heads, cur)
		if len(heads) > f.cfg.MaxWalk+1 {
			return ancestor, nil, fmt.Errorf("%d blocks: %w", len(heads), ErrTooDeep)
		}
		if cur.Number == 0 {
			return ancestor, nil, ErrForeignChain
		}
		below, ok := at(tail, cur.Number-1)
		if !ok && cur.Number <= tail[len(tail)-1].Number {
			if !deepened {
				if tail, complete, err = f.below(ctx, tail); err != nil {
					return ancestor, nil, err
				}
				deepened = true
				below, ok = at(tail, cur.Number-1)
			}
			if !ok && complete && cur.Number == tail[len(tail)-1].Number {
				below, ok = settle.BlockRef{Number: cur.Number - 1, Hash: cur.Parent}, true
			}
			if !ok && cur.Number <= tail[len(tail)-1].Number {
				return ancestor, nil, fmt.Errorf("not in the %d blocks down to %d: %w", len(tail), cur.Number, ErrTooDeep)
			}
		}
		if ok && below.Hash == cur.Parent {
			slices.Reverse(heads)
			return below, heads, nil
		}
		parent, err := f.cfg.Source.HeadByHash(ctx, cur.Parent)
		if err != nil {
			return ancestor, nil, fmt.Errorf("parent of block %d: %w", cur.Number, err)
		}
		if parent.Hash != cur.Parent || parent.Number != cur.Number-1 {
			return ancestor, nil, fmt.Errorf("parent of block %d: got another block", cur.Number)
		}
		cur = parent
	}
}

// below is tail continued downward as far as a walk may go, and whether nothing
// older is stored. A tail that was given shortened at its upper end stays so.
func (f *Follower) below(ctx context.Context, tail []settle.BlockRef) (_ []settle.BlockRef, complete bool, err error) {
	deep, err := f.deepTail(ctx)
	if err != nil {
		return nil, false, err
	}
	complete = len(deep) <= f.cfg.MaxWalk
	for len(deep) > 0 && deep[0].Number > tail[0].Number {
		deep = deep[1:]
	}
	if len(deep) < len(tail) {
		return nil, false, errors.New("stored tip changed meanwhile")
	}
	return deep, complete, nil
}

// branch fetches the blocks of heads, several at a time.
func (f *Follower) branch(ctx context.Context, heads []Head) ([]settle.Block, error) {
	next, stop := ordered(ctx, f.cfg.Prefetch, uint64(len(heads)), func(ctx context.Context, i uint64) (settle.Block, error) {
		return f.cfg.Source.BlockByHash(ctx, heads[i].Hash)
	})
	defer stop()
	blocks := make([]settle.Block, 0, len(heads))
	for _, h := range heads {
		b, err := next()
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", h.Number, err)
		}
		if HeadOf(b) != h {
			return nil, fmt.Errorf("block %d: differs from its header", h.Number)
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// checkStored compares the newest stored hashes with the source before the
// first step of a reign, and rewinds to the last one below every difference. It
// finds what following alone would not: a store that differs below its tip.
// Heights that the endpoint does not have (yet) are left out.
func (f *Follower) checkStored(ctx context.Context, epoch int64) error {
	tail, err := f.stored(ctx)
	if err != nil || len(tail) == 0 {
		return err
	}
	next, stop := ordered(ctx, f.cfg.Prefetch, uint64(len(tail)), func(ctx context.Context, i uint64) (*Head, error) {
		h, err := f.cfg.Source.HeadByNumber(ctx, tail[i].Number)
		if errors.Is(err, ErrNoBlock) {
			return nil, nil
		}
		return &h, err
	})
	defer stop()
	var target *Head // the highest that the endpoint has
	lowest := -1     // index of the lowest difference
	for i := range tail {
		h, err := next()
		switch {
		case err != nil:
			return fmt.Errorf("comparing stored block %d: %w", tail[i].Number, err)
		case h == nil:
			continue
		case target == nil:
			target = h
			f.timed(*h)
		}
		if h.Hash != tail[i].Hash {
			lowest = i
		}
	}
	if lowest < 0 {
		return nil
	}
	f.cfg.Log.Warn("stored blocks differ from the chain", "lowest", tail[lowest].Number, "tip", tail[0].Number)
	good := tail[lowest+1:]
	if len(good) == 0 {
		return f.rewind(ctx, epoch, tail[lowest:], *target, ReasonStartCheck)
	}
	return f.rewind(ctx, epoch, good, *target, ReasonStartCheck)
}
