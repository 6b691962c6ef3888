package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// applyBatch bounds how many blocks one transaction turns into facts, after a
// long wait for a quorum; the rest follows with the next block.
const applyBatch = 2_000

// limit is the newest block that may become a fact besides its depth. ok is
// false while nothing may: nothing is agreed upon, or what is agreed upon is not
// (any more) on the stored chain (R25).
func (e *Engine) limit(tx settle.Tx, tip uint64) (upTo uint64, ok bool) {
	if e.o.Agreed == nil {
		return tip, true
	}
	a := e.o.Agreed()
	b := tx.Canonical(a.Number)
	return a.Number, b != nil && b.Hash == a.Hash
}

// Confirm applies what a quorum of endpoints has agreed upon since the newest
// block came, notes what they call final, and settles what is due thereby. What
// time makes due is for the next block. Only the leader of that epoch may.
func (e *Engine) Confirm(ctx context.Context, epoch int64) error {
	return e.asking(ctx, nil, func(l *look) error { return e.confirm(ctx, epoch, l) })
}

func (e *Engine) confirm(ctx context.Context, epoch int64, l *look) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}, func(tx settle.Tx) error {
		tip := tx.Tip()
		if tip == nil {
			return nil
		}
		if err := e.applyDeep(tx, settle.Block{BlockRef: tip.BlockRef, Parent: tip.Parent, Time: tip.Time}, settle.WindowSize); err != nil {
			return err
		}
		e.noteFinal(tx)
		if err := e.settleDue(tx); err != nil {
			return err
		}
		return e.tick(tx, l)
	})
}

// noteFinal remembers the newest final block, for guardFinality: one that is
// applied, since an endpoint may call even its head final.
func (e *Engine) noteFinal(tx settle.Tx) {
	if e.o.Claims == nil {
		return
	}
	b, _, ok := e.vouched(tx, settingsOf(tx), settle.TagFinalized)
	applied, at := tx.Applied(), tx.Final()
	if !ok || applied == nil {
		return
	}
	if b.Number > applied.Number {
		b = *applied
	}
	if at == nil || at.Number < b.Number {
		tx.SetFinal(b)
	}
}

// Halt stops all releases until an operator clears the incident (R25). Blocks go
// on being stored and applied. While releases are halted it changes nothing, so
// the first reason stays. Only the leader of that epoch may.
func (e *Engine) Halt(ctx context.Context, epoch int64, reason string) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Epoch: epoch, LeaderOnly: true}, func(tx settle.Tx) error {
		if settingsOf(tx).HaltedReason != "" {
			return nil
		}
		return e.record(tx, settle.Halted{Reason: reason})
	})
}
