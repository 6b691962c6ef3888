package engine

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// Rewind replaces the blocks above ancestor by a branch, in one transaction.
// Blocks that had become facts are un-applied first (R23, R25).
func (e *Engine) Rewind(ctx context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block) error {
	var newest *settle.Block
	if len(branch) > 0 {
		newest = &branch[len(branch)-1]
	}
	return e.asking(ctx, newest, func(l *look) error { return e.rewind(ctx, epoch, ancestor, branch, l) })
}

func (e *Engine) rewind(ctx context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block, l *look) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Cursor: settle.CursorMove, Epoch: epoch}, func(tx settle.Tx) error {
		c := tx.Canonical(ancestor.Number)
		below := c == nil && tx.Canonical(ancestor.Number+1) != nil && len(branch) > 0 // all that was ever stored
		if !below && (c == nil || c.Hash != ancestor.Hash) {
			return fmt.Errorf("ancestor %d %s is not a stored canonical block: %w", ancestor.Number, ancestor.Hash, ErrNotOnTip)
		}
		tip := tx.Tip()
		if err := e.unapply(tx, ancestor); err != nil {
			return err
		}
		if err := e.guardFinality(tx, tip.Number, ancestor); err != nil {
			return err
		}
		tx.OrphanAbove(ancestor.Number)
		for _, b := range branch {
			if err := e.extend(tx, b, l, settle.WindowSize); err != nil {
				return err
			}
		}
		return nil
	})
}

// guardFinality halts releases when a reorganization replaces a final block; while
// none is known, when it is deeper than what counts as final (R23, R25). It is
// here, in the transaction that replaces the block, so that whoever leads next
// knows as much.
func (e *Engine) guardFinality(tx settle.Tx, tip uint64, ancestor settle.BlockRef) error {
	final := tx.Final()
	reason := ""
	switch {
	case final == nil && tip-ancestor.Number > e.o.HaltDepth:
		reason = fmt.Sprintf("a reorganization of %d blocks goes below what counted as final", tip-ancestor.Number)
	case final != nil && ancestor.Number < final.Number:
		reason = fmt.Sprintf("finality is violated: block %d was final, and the chain has changed from block %d on", final.Number, ancestor.Number+1)
		tx.SetFinal(ancestor)
	}
	if reason == "" {
		return nil
	}
	return e.record(tx, settle.Halted{Reason: reason})
}

func (e *Engine) unapply(tx settle.Tx, ancestor settle.BlockRef) error {
	at := tx.Applied()
	if at == nil || at.Number < ancestor.Number {
		return nil
	}
	if at.Number-ancestor.Number > settle.UndoBlocks && len(settingsOf(tx).KnownContracts()) > 0 {
		return fmt.Errorf("a reorganization of %d applied blocks: what the contracts held before is not kept for more than %d; start on an empty database", at.Number-ancestor.Number, settle.UndoBlocks)
	}
	for n := at.Number; n > ancestor.Number; n-- {
		b := tx.Canonical(n)
		if b == nil {
			return fmt.Errorf("block %d is missing from the window", n)
		}
		if err := e.unapplyBlock(tx, b.BlockRef); err != nil {
			return err
		}
	}
	tx.SetApplied(ancestor)
	return nil
}

// unapplyBlock un-applies a block that holds something, and disputes the
// receipts of what it had paid.
func (e *Engine) unapplyBlock(tx settle.Tx, b settle.BlockRef) error {
	if len(settle.FindRows[*settle.Transfer](tx, settle.TransfersOfBlock(b.Hash))) == 0 && settle.GetRow[settle.ChainUndo](tx, settle.UndoKey(b)) == nil {
		return nil
	}
	return e.unapplyFacts(tx, settle.BlockUnapplied{Block: b})
}

// unapplyFacts records that, and disputes the receipts.
func (e *Engine) unapplyFacts(tx settle.Tx, f settle.BlockUnapplied) error {
	b := f.Block
	ts := settle.FindRows[*settle.Transfer](tx, settle.TransfersOfBlock(b.Hash))
	var undo *settle.ChainUndo
	if !f.Audit {
		undo = settle.GetRow[settle.ChainUndo](tx, settle.UndoKey(b))
	}
	paid, awarded := map[string]bool{}, map[string]bool{}
	for _, t := range ts {
		for _, a := range settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfTransfer(t.Key())) {
			paid[a.Instruction] = true
		}
	}
	for _, h := range undo.Missions() {
		for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOnChain(h)) {
			awarded[a.Key()] = a.Status == settle.AwardSettled
		}
	}
	if err := e.record(tx, f); err != nil {
		return err
	}
	for id := range paid {
		if settle.GetRow[settle.Instruction](tx, id).Status == settle.InstructionReverted {
			tx.DisputeReceipts(id)
		}
	}
	for key, was := range awarded {
		if a := settle.GetRow[settle.EscrowAward](tx, key); was && a.Status == settle.AwardReverted {
			tx.DisputeReceipts(key)
		}
	}
	return nil
}
