package engine

import (
	"context"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// WaiveRefusedFees looks at the instructions that miss nothing but the fee: if
// the token's issuer refuses the fee address, the fee counts as covered (R9) and
// the leader is woken to settle them. Any process may call it, every minute or
// so; it asks the chain only when there is such an instruction. It returns how
// many fees were waived.
func (e *Engine) WaiveRefusedFees(ctx context.Context) (waived int, err error) {
	var asked []settle.Address
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		asked = nil
		for _, m := range onlyFeeMissing(tx) {
			if !slices.Contains(asked, m.fee) {
				asked = append(asked, m.fee)
			}
		}
		return nil
	})
	if err != nil || len(asked) == 0 {
		return 0, err
	}
	_, refused, err := e.o.Chain.TokenStatus(ctx, asked)
	if err != nil {
		return 0, unavailable("the token's state could not be read", err)
	}
	if len(refused) == 0 {
		return 0, nil
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		waived = 0
		for _, m := range onlyFeeMissing(tx) {
			if !slices.Contains(refused, m.fee) {
				continue
			}
			if err := e.record(tx, settle.FeeRefused{Instruction: m.id, Tip: tx.Tip().BlockRef}); err != nil {
				return err
			}
			waived++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if waived > 0 {
		e.o.Wake()
	}
	return waived, nil
}

type missingFee struct {
	id  string
	fee settle.Address
}

// onlyFeeMissing are the instructions that wait for the fee alone, at the fee
// address that is configured now.
func onlyFeeMissing(tx settle.Tx) (out []missingFee) {
	fee := settingsOf(tx).FeeAddress
	if fee.IsZero() {
		return nil
	}
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.Watching(fee)) {
		if i.Status != settle.InstructionHeld && settle.CoverOf(tx, i).OnlyFee {
			out = append(out, missingFee{i.ID, fee})
		}
	}
	return out
}
