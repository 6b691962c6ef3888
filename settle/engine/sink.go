package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
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
	undo := settle.GetRow[settle.ChainUndo](tx, settle.UndoKey(b))
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

// seen records the payments of a fresh block that extend a reservation (R10):
// from a proven payer at least 1 % of the total, or at least half of it at the
// deposit address.
func (e *Engine) seen(tx settle.Tx, b settle.Block) error {
	txs := tx.Concerning(b.Hash)
	if len(txs) == 0 {
		return nil
	}
	set := settingsOf(tx)
	soon := e.later(tx)
	for _, t := range txs {
		for _, l := range t.Logs {
			if l.Kind != settle.LogTransfer || l.Emitter != set.Token || l.From == l.To {
				continue
			}
			is, err := e.extends(tx, soon, b, l)
			if err != nil {
				return err
			}
			for _, i := range is {
				f := settle.PaymentSeen{Instruction: i.ID, Block: b.BlockRef, LogIndex: l.Index, Amount: l.Value,
					Until: i.ReservedUntil + settle.ExtensionSeconds}
				if err := e.record(tx, f); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// later is ahead, made when it is asked for the first time.
func (e *Engine) later(tx settle.Tx) func() (settle.State, error) {
	var soon *settle.Overlay
	return func() (settle.State, error) {
		if soon != nil {
			return soon, nil
		}
		var err error
		soon, err = e.ahead(tx)
		return soon, err
	}
}

func (e *Engine) extends(tx settle.Tx, later func() (settle.State, error), b settle.Block, l settle.Log) (out []*settle.Instruction, err error) {
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.InstructionByDeposit(l.To)) {
		if !i.Running() || i.Extended {
			continue
		}
		soon, err := later()
		if err != nil {
			return nil, err
		}
		if !double(balance(soon, l.To)).Less(i.Total) {
			if i, err = e.caughtUp(tx, i); err != nil {
				return nil, err
			}
			out = append(out, i)
		}
	}
	row := settle.GetRow[settle.AddressRow](tx, l.From.String())
	if row == nil || row.PayerOf == "" {
		return out, nil
	}
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.UnsettledOfPoster(row.PayerOf)) {
		if !i.Running() || i.Extended || !i.Admits(b.BlockRef, false) || !settle.ProvenPayer(tx, l.From, i) || settle.SharesIn(tx, l.From, i) {
			continue
		}
		one, err := i.Total.MulDiv(money.Units(1), money.Units(100))
		if err != nil || l.Value.Less(one) {
			continue
		}
		for _, leg := range i.Legs {
			if leg.To == l.To && !leg.OnlyFee() {
				if i, err = e.caughtUp(tx, i); err != nil {
					return nil, err
				}
				out = append(out, i)
				break
			}
		}
	}
	return out, nil
}

// extendProven extends the reservations of a poster whose payment came before
// its payer was proven: what the window and the ledger hold from proven payers
// counts as it would have, had the proof been first (R10).
func (e *Engine) extendProven(tx settle.Tx, poster string) error {
	if tx.Tip() == nil {
		return nil
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return err
	}
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.UnsettledOfPoster(poster)) {
		if !i.Running() || i.Extended {
			continue
		}
		var paid money.Amount
		var last *settle.Transfer
		for _, a := range settle.FindRows[*settle.Allocation](soon, settle.AllocationsOfInstruction(i.ID)) {
			if t := settle.GetRow[settle.Transfer](soon, a.Transfer); a.VoidAt == 0 && settle.ProvenPayer(soon, t.Sender, i) && !settle.SharesIn(soon, t.Sender, i) {
				paid, last = paid.SatAdd(a.Amount()), t
			}
		}
		one, err := i.Total.MulDiv(money.Units(1), money.Units(100))
		if err != nil || last == nil || paid.Less(one) {
			continue
		}
		if i, err = e.caughtUp(tx, i); err != nil {
			return err
		}
		f := settle.PaymentSeen{Instruction: i.ID, Block: last.Block, LogIndex: last.LogIndex, Amount: paid,
			Until: i.ReservedUntil + settle.ExtensionSeconds}
		if err := e.record(tx, f); err != nil {
			return err
		}
	}
	return nil
}

func double(a money.Amount) money.Amount { return a.SatAdd(a) }

// tickBatch bounds what one tick ends; the rest follows with the next block.
const tickBatch = 200

// tick ends what fell due: reservations by block time, unless the window or
// unsettled cover holds a covering payment, or the token is paused; missions by
// our clock, unless one of their picks is being paid (R10).
func (e *Engine) tick(tx settle.Tx, l *look) error {
	tip := tx.Tip()
	if err := e.pause(tx, tip, l); err != nil { // first: what a pause extends does not lapse
		return err
	}
	if err := e.liftOverdue(tx); err != nil {
		return err
	}
	t := settle.Tick{BlockTime: tip.Time}
	var due []*settle.Instruction
	if set := settingsOf(tx); set.Pause == nil && set.Extending == nil {
		due = settle.FindRows[*settle.Instruction](tx, settle.InstructionsDue(tip.Time))
	}
	ended := settle.FindRows[*settle.Mission](tx, settle.MissionsDue(e.now()))
	if len(due)+len(ended) == 0 {
		return nil
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return err
	}
	// paid: covered, or covered once the window is applied.
	paid := func(i *settle.Instruction) bool {
		return i.Status == settle.InstructionOpen && (i.Covered || settle.GetRow[settle.Instruction](soon, i.ID).Covered)
	}
	for _, i := range due {
		if paid(i) || len(t.Lapses) >= tickBatch {
			continue
		}
		if l == nil {
			return &askError{tip.BlockRef, tip.Time}
		}
		if l.ends(i, tip.Time) {
			t.Lapses = append(t.Lapses, i.ID)
		}
	}
	for _, m := range ended {
		if len(t.Expired) >= tickBatch {
			break
		}
		busy := slices.ContainsFunc(settle.FindRows[*settle.Instruction](tx, settle.InstructionsOfMission(m.ID)), func(i *settle.Instruction) bool {
			return i.Running() && !slices.Contains(t.Lapses, i.ID) || paid(i)
		})
		if !busy {
			t.Expired = append(t.Expired, m.ID)
		}
	}
	if len(t.Lapses)+len(t.Expired) == 0 {
		return nil
	}
	return e.record(tx, t)
}
