package engine

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

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
	var deposits []*settle.Instruction
	if settle.MatcherOf(tx).Deposit(l.To) {
		deposits = settle.FindRows[*settle.Instruction](tx, settle.InstructionByDeposit(l.To))
	}
	for _, i := range deposits {
		i = settle.Current(tx, i)
		if !i.Running() || i.Extended {
			continue
		}
		soon, err := later()
		if err != nil {
			return nil, err
		}
		if !double(settle.DepositBalance(soon, l.To)).Less(i.Total) {
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
		if !i.Running() || i.Extended || !i.AdmitsTo(l.To, b.BlockRef, false) || !settle.ProvenPayer(tx, l.From, i) || settle.SharesIn(tx, l.From, i) {
			continue
		}
		one, err := i.Total.MulDiv(money.Units(1), money.Units(100))
		if err != nil || l.Value.Less(one) {
			continue
		}
		if slices.Contains(i.Payees(), l.To) {
			if i, err = e.caughtUp(tx, i); err != nil {
				return nil, err
			}
			out = append(out, i)
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
