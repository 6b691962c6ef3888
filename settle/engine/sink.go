package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// ErrNotOnTip says that a block does not extend the stored tip.
var ErrNotOnTip = errors.New("block does not extend the stored tip")

// Tail is the newest stored canonical blocks, newest first.
func (e *Engine) Tail(ctx context.Context, n int) (out []settle.BlockRef, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = nil
		for _, b := range tx.Tail(n) {
			out = append(out, b.BlockRef)
		}
		return nil
	})
	return out, err
}

// Extend stores a block and does everything that it makes due, in one
// transaction of the leader (R22).
func (e *Engine) Extend(ctx context.Context, epoch int64, b settle.Block) error {
	return e.asking(ctx, nil, func(l *look) error {
		return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}, func(tx settle.Tx) error {
			return e.extend(tx, b, l, settle.WindowSize)
		})
	})
}

// ExtendMany stores final blocks that follow each other, and ends as Extend of
// each in turn would: the same facts in the same order. One transaction takes them
// all, but for a block at which the token must be asked whether it is paused, which
// has one of its own. After an error the first of them may be stored. As nothing
// replaces them, the logs of those that have become facts are not kept.
func (e *Engine) ExtendMany(ctx context.Context, epoch int64, blocks []settle.Block) error {
	for len(blocks) > 0 {
		n := len(blocks)
		err := e.extendAll(ctx, epoch, blocks)
		var ask *askError
		if errors.As(err, &ask) {
			if n = int(ask.at.Number - blocks[0].Number); n > 0 {
				err = e.extendAll(ctx, epoch, blocks[:n])
			} else {
				n, err = 1, e.Extend(ctx, epoch, blocks[0])
			}
		}
		if err != nil {
			return err
		}
		blocks = blocks[n:]
	}
	return nil
}

// extendAll is one transaction; it ends in an askError where one block needs the
// token to be asked.
func (e *Engine) extendAll(ctx context.Context, epoch int64, blocks []settle.Block) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}, func(tx settle.Tx) error {
		if b, ok := tx.(settle.Bulk); ok {
			b.Expect(blocks)
		}
		for _, b := range blocks {
			if err := e.extend(tx, b, nil, 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// extend keeps the logs of so many applied blocks.
func (e *Engine) extend(tx settle.Tx, b settle.Block, l *look, keep uint64) error {
	if tip := tx.Tip(); tip != nil && (b.Parent != tip.Hash || b.Number != tip.Number+1) {
		return fmt.Errorf("block %d %s on tip %d %s: %w", b.Number, b.Hash, tip.Number, tip.Hash, ErrNotOnTip)
	}
	if tx.Applied() == nil && b.Number > 0 {
		tx.SetApplied(settle.BlockRef{Number: b.Number - 1, Hash: b.Parent})
	}
	tx.AddBlock(b, e.now())
	if err := e.applyDeep(tx, b, keep); err != nil {
		return err
	}
	if err := e.pauseLogs(tx, b); err != nil {
		return err
	}
	if err := e.seen(tx, b); err != nil {
		return err
	}
	if err := e.settleDue(tx); err != nil {
		return err
	}
	return e.tick(tx, l)
}

// applyDeep turns the blocks that have reached the depth, and that a quorum
// agrees upon, into facts, in order.
// A block that holds nothing relevant moves the cursor only (R26). Logs are kept of
// so many applied blocks.
func (e *Engine) applyDeep(tx settle.Tx, tip settle.Block, keep uint64) error {
	depth := settingsOf(tx).Confirmations
	if depth == 0 {
		return errors.New("no settings in force")
	}
	upTo, ok := e.limit(tx, tip.Number)
	if !ok {
		return nil
	}
	for range applyBatch {
		next := uint64(0)
		if at := tx.Applied(); at != nil {
			next = at.Number + 1
		}
		if next+depth > tip.Number || next > upTo {
			break
		}
		b := tx.Canonical(next)
		if b == nil {
			return fmt.Errorf("block %d is missing from the window", next)
		}
		if txs := tx.Concerning(b.Hash); len(txs) > 0 {
			f := settle.BlockApplied{Block: b.BlockRef, Parent: b.Parent, Time: b.Time, Txs: txs, Source: tip.Source}
			if err := e.record(tx, f); err != nil {
				return err
			}
		}
		tx.SetApplied(b.BlockRef)
		if next > keep {
			tx.PruneLogs(next - keep)
		}
	}
	return nil
}
