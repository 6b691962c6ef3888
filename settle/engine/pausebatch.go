package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// many: more reservations run than one fact extends.
func (e *Engine) many(tx settle.Tx) bool {
	return len(tx.Find(settle.ReservedAfter(""))) > e.o.PauseBatch
}

// extendPaused extends what a pause that is over has met and is still to be
// extended, a batch in each transaction, so that other work goes on between.
func (e *Engine) extendPaused(ctx context.Context, epoch int64) error {
	for left := true; left; {
		err := e.o.Store.View(ctx, func(tx settle.Tx) error { left = settingsOf(tx).Extending != nil; return nil })
		if err != nil || !left {
			return err
		}
		err = e.o.Store.Update(ctx, settle.TxOptions{Epoch: epoch, LeaderOnly: true}, e.extendBatch)
		if err != nil {
			return err
		}
	}
	return nil
}

// extendBatch is one batch.
func (e *Engine) extendBatch(tx settle.Tx) error {
	x := settingsOf(tx).Extending
	if x == nil {
		return nil // somebody was faster
	}
	f := settle.ReservationsExtended{}
	is := settle.FindRows[*settle.Instruction](tx, settle.ReservedAfter(x.After))
	for _, i := range is[:min(len(is), e.o.PauseBatch)] {
		f.Instructions = append(f.Instructions, i.ID)
	}
	f.Last = len(is) <= e.o.PauseBatch
	return e.record(tx, f)
}

// caughtUp is an instruction whose reservation something is about to change or to
// end: if a pause is still to extend it, that is done first.
func (e *Engine) caughtUp(tx settle.Tx, i *settle.Instruction) (*settle.Instruction, error) {
	if !settingsOf(tx).Extending.Left(i) {
		return i, nil
	}
	if err := e.record(tx, settle.ReservationsExtended{Instructions: []string{i.ID}, Early: true}); err != nil {
		return nil, err
	}
	return settle.GetRow[settle.Instruction](tx, i.ID), nil
}
