package engine

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// Pending are the lowest n stored canonical blocks above a height that are no
// facts yet, and not above upTo, ascending, with all their logs: what the
// endpoints are asked about before it may become a fact (R25).
func (e *Engine) Pending(ctx context.Context, above, upTo uint64, n int) (out []settle.Block, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = nil
		tip, at := tx.Tip(), tx.Applied()
		if tip == nil {
			return nil
		}
		from := above + 1
		if at != nil {
			from = max(from, at.Number+1)
		}
		for number := from; number <= min(upTo, tip.Number) && len(out) < n; number++ {
			b := tx.Canonical(number)
			if b == nil {
				return fmt.Errorf("block %d is missing from the window", number)
			}
			out = append(out, settle.Block{BlockRef: b.BlockRef, Parent: b.Parent, Time: b.Time, Logs: tx.Logs(b.Hash)})
		}
		return nil
	})
	return out, err
}

// Correct replaces the logs of stored canonical blocks, which are no facts yet,
// by those that the same blocks were found to have when they were read again. It
// fails with ErrNotOnTip, and changes nothing, if one of them is not (any more)
// canonical or has become a fact. Only the leader of that epoch may.
func (e *Engine) Correct(ctx context.Context, epoch int64, blocks []settle.Block) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}, func(tx settle.Tx) error {
		for _, b := range blocks {
			at, is := tx.Applied(), tx.Canonical(b.Number)
			if at != nil && b.Number <= at.Number || is == nil || is.BlockRef != b.BlockRef {
				return fmt.Errorf("correcting block %d %s, which waits no more: %w", b.Number, b.Hash, ErrNotOnTip)
			}
			tx.AddBlock(b, is.Seen)
			if err := e.seen(tx, b); err != nil {
				return err
			}
		}
		return nil
	})
}
