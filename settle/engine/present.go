package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// BridgedUSDC is USDbC on Base, which is often taken for the native token.
const BridgedUSDC = "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca"

// Present makes the daemon look at a transaction and explain what it does for a
// pick. It never changes whose payment it is (R18).
func (e *Engine) Present(ctx context.Context, actor, mission, submission string, txHash settle.Hash) (settle.SettleResult, error) {
	res := settle.SettleResult{TxHash: txHash}
	found := false
	err := e.o.Store.View(ctx, func(tx settle.Tx) error {
		m, err := ownMission(tx, actor, mission)
		if err != nil {
			return err
		}
		if err := directMission(m, byAward); err != nil {
			return err
		}
		s, err := submissionOf(tx, m, submission)
		if err != nil {
			return err
		}
		i := currentInstruction(tx, s.ID)
		if i == nil {
			return settle.Errorf(settle.CodeConflict, "this submission is not picked; ask for its instruction first (POST /v1/bounties/%s/settlement)", mission)
		}
		if res.View, err = e.view(tx, i.ID); err != nil {
			return err
		}
		if res.AlreadySettled = i.Status == settle.InstructionSettled; res.AlreadySettled {
			return nil
		}
		soon, err := e.ahead(tx)
		if err != nil {
			return err
		}
		found = false
		for _, t := range settle.FindRows[*settle.Transfer](soon, settle.TransfersOfTx(txHash)) {
			found = found || !t.Void
		}
		if !found {
			return nil // nothing of it is recorded: the chain must be asked
		}
		return e.explain(tx, soon, res.View, txHash)
	})
	if err != nil || res.AlreadySettled || found {
		return res, err
	}
	return res, e.explainUnindexed(ctx, res.View, txHash)
}

// explain says why an indexed transaction has not settled the instruction: the
// real reason first, "not yet confirmed" only when it would settle once it is.
func (e *Engine) explain(tx settle.Tx, soon *settle.Overlay, v *settle.InstructionView, txHash settle.Hash) error {
	i := v.Instruction
	if v.Pending.Full {
		return notConfirmed(v)
	}
	var mine, elsewhere, unproven, before, tagged, deposit bool
	for _, t := range settle.FindRows[*settle.Transfer](soon, settle.TransfersOfTx(txHash)) {
		if t.Void {
			continue
		}
		if i.IsDeposit(t.To) {
			deposit = true
		}
		if len(i.LegsOf(t.To)) == 0 {
			continue
		}
		used := false
		for _, a := range settle.FindRows[*settle.Allocation](soon, settle.AllocationsOfTransfer(t.Key())) {
			if a.VoidAt == 0 {
				used = true
				mine = mine || a.Instruction == i.ID
				elsewhere = elsewhere || a.Instruction != i.ID
			}
		}
		switch {
		case used:
		case t.Tagged && t.Instruction != i.ID:
			tagged = true
		case !i.AdmitsTo(t.To, t.Block, t.Tagged):
			before = true
		case !settle.ProvenPayer(soon, t.From, i):
			unproven = true
		}
	}
	switch {
	case mine:
		return underpaid(v)
	case unproven:
		return settle.Errorf(settle.CodePayerNotProven, "this transaction pays a leg, but its sender is not a proven payer of yours; prove it by signing Payer (POST /settlements/%s/payers) with the sender's wallet", i.ID).With("instruction_id", i.ID)
	case before:
		return settle.Errorf(settle.CodeTxBeforeInstruction, "this transaction is older than the instruction, so it cannot pay it")
	case elsewhere:
		return settle.Errorf(settle.CodePaymentUsedElsewhere, "this transaction pays another instruction")
	case tagged:
		return settle.Errorf(settle.CodeNonceNotDerived, "this transaction carries the tag of something else; its payer may move it by signing Direct (POST /settlements/%s/direct)", i.ID)
	case deposit:
		return underpaid(v)
	}
	return settle.Errorf(settle.CodeUnderpaid, "this transaction makes no transfer of native USDC to a payee of this instruction; pay the legs, then present that transaction (or just wait: payments are found by themselves)")
}

func notConfirmed(v *settle.InstructionView) error {
	left := v.Progress.Required - min(v.Progress.Required, v.Progress.Confirmations)
	secs := max(1, int(left)*2)
	return &settle.Error{Code: settle.CodeNotConfirmed, RetryAfter: secs,
		Message: "the payment is seen and will settle by itself once it is confirmed; nothing more is to be done",
		Details: map[string]any{"confirmations": v.Progress.Confirmations, "required": v.Progress.Required,
			"finality_required": v.Progress.Tier.String(), "seconds_estimate": secs}}
}

// underpaid says per leg what is owed, paid and missing, in units.
func underpaid(v *settle.InstructionView) error {
	code, msg := settle.CodeUnderpaid, "the payment is not complete; pay what is missing, in one or more transactions"
	if v.Pending.OnlyFee {
		code, msg = settle.CodeMissingOnlyFee, "every contributor is paid; only the platform fee is missing: transfer what the fee leg misses, then it settles by itself"
	}
	var legs []map[string]any
	for k, l := range v.Instruction.Legs {
		legs = append(legs, map[string]any{"index": k, "address": l.To.Checksum(), "owed": l.Amount.String(),
			"paid": v.Pending.Paid[k].String(), "missing": v.Pending.Missing[k].String(), "missing_usdc": money.FormatUSDC(v.Pending.Missing[k])})
	}
	err := settle.Errorf(code, "%s", msg).With("legs", legs)
	if v.Progress.State == settle.ProgressWaitingFlush || !v.DepositBalance.IsZero() {
		err = err.With("deposit_balance", v.DepositBalance.String())
	}
	return err
}

// explainUnindexed asks the chain about a transaction that the index does not
// hold.
func (e *Engine) explainUnindexed(ctx context.Context, v *settle.InstructionView, txHash settle.Hash) error {
	r, err := e.o.Chain.Receipt(ctx, txHash)
	if err != nil {
		return unavailable("the transaction could not be looked up", err)
	}
	i := v.Instruction
	switch {
	case r == nil:
		return settle.Errorf(settle.CodeTxNotFound, "no block holds this transaction; check the hash and the chain (%d), and wait until it is mined", i.ChainID)
	case !r.Success:
		return settle.Errorf(settle.CodeTxFailed, "this transaction was mined but reverted: nothing was paid")
	case r.Block.Number > v.Tip.Number:
		return &settle.Error{Code: settle.CodeNotConfirmed, RetryAfter: 2, Message: "this transaction is in a block that is not indexed yet",
			Details: map[string]any{"confirmations": 0, "required": v.Progress.Required}}
	}
	pays, before, other := false, true, ""
	for _, l := range r.Transfers {
		if len(i.LegsOf(l.To)) == 0 {
			continue
		}
		if l.Emitter == i.Token {
			pays, before = true, before && !i.AdmitsTo(l.To, r.Block, false)
		} else {
			other = l.Emitter.String()
		}
	}
	switch {
	case pays && before:
		return settle.Errorf(settle.CodeTxBeforeInstruction, "this transaction is older than the instruction, so it cannot pay it")
	case pays:
		return settle.Errorf(settle.CodeUnderpaid, "this transaction pays less to the legs than is itemised (1000 units)")
	case other == BridgedUSDC:
		return settle.Errorf(settle.CodeWrongToken, "this transaction pays bridged USDbC; the instruction asks for native USDC at %s", i.Token.Checksum())
	case other != "":
		return settle.Errorf(settle.CodeWrongToken, "this transaction pays token %s; the instruction asks for native USDC at %s", other, i.Token.Checksum())
	}
	return settle.Errorf(settle.CodeUnderpaid, "this transaction makes no transfer of native USDC to a payee of this instruction; pay the legs, then present that transaction (or just wait: payments are found by themselves)")
}
