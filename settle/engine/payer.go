package engine

import (
	"context"
	"encoding/hex"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// ProvePayer records that an address pays for the poster's instruction (R17).
// again says that it was proven before.
func (e *Engine) ProvePayer(ctx context.Context, actor, id string, addr settle.Address, sig []byte) (view *settle.InstructionView, again bool, err error) {
	var hash settle.Hash
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		i, err := e.mayPay(tx, actor, id, addr)
		if err != nil {
			return err
		}
		hash = domain(i).Payer(i.Digest, addr)
		if again = tx.Get(settle.TablePayer, settle.PayerKey(addr, id)) != nil; again {
			view, err = e.view(tx, id) // the recorded answer is never asked for again
		}
		return err
	})
	if err != nil || again {
		return view, again, err
	}
	ans, err := e.signed(ctx, addr, hash, sig)
	if err != nil {
		return nil, false, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		i, err := e.mayPay(tx, actor, id, addr)
		if err != nil {
			return err
		}
		if again = tx.Get(settle.TablePayer, settle.PayerKey(addr, id)) != nil; !again {
			err := e.record(tx, settle.PayerProven{Payer: settle.Payer{Address: addr, Poster: i.Poster, Instruction: id,
				Method: ans.Method, Proof: "0x" + hex.EncodeToString(sig), Block: ans.Block, Source: ans.Source, At: e.now()}})
			if err != nil {
				return err
			}
			if err := e.extendProven(tx, i.Poster); err != nil {
				return err
			}
		}
		view, err = e.view(tx, id)
		return err
	})
	if err == nil && !again {
		e.o.Wake()
	}
	return view, again, err
}

func (e *Engine) signed(ctx context.Context, addr settle.Address, hash settle.Hash, sig []byte) (Answer, error) {
	ans, ok, err := e.o.Signatures.Check(ctx, addr, hash, sig)
	if err != nil {
		if settle.CodeOf(err) != settle.CodeInternal {
			return ans, err
		}
		return ans, unavailable("the wallet could not be asked", err)
	}
	if !ok {
		return ans, settle.Errorf(settle.CodePayerNotProven, "the signature is not %s's over this instruction; sign the typed data that the instruction carries", addr.Checksum())
	}
	return ans, nil
}

// mayPay is what R17 asks of a payer besides the signature.
func (e *Engine) mayPay(tx settle.Tx, actor, id string, addr settle.Address) (*settle.Instruction, error) {
	i, err := ownInstruction(tx, actor, id)
	if err != nil {
		return nil, err
	}
	return i, e.payerOf(tx, actor, i, addr)
}

// payerOf: an address is payer for one poster only, and never a contributor's.
func (e *Engine) payerOf(tx settle.Tx, actor string, i *settle.Instruction, addr settle.Address) error {
	if row := settle.GetRow[settle.AddressRow](tx, addr.String()); row != nil {
		if row.Agent != "" && row.Agent != actor {
			return settle.Errorf(settle.CodeAddressTaken, "another agent has proven %s; an address belongs to one agent", addr.Checksum())
		}
		if row.PayerOf != "" && row.PayerOf != actor {
			return settle.Errorf(settle.CodePayerClaimed, "%s is the payer of another poster, for ever", addr.Checksum())
		}
	}
	return e.notTheirs(tx, i, addr)
}

// notTheirs: never an address of an agent who shares in the instruction, nor a
// contract of the settlement.
func (e *Engine) notTheirs(tx settle.Tx, i *settle.Instruction, addr settle.Address) error {
	if err := refusedPayee(tx, addr); err != nil {
		return err
	}
	if settle.SharesIn(tx, addr, i) {
		return settle.Errorf(settle.CodeForbidden, "%s belongs to a contributor of this submission and cannot pay for it", addr.Checksum())
	}
	return nil
}

// Direct moves units of one log, by its payer's signature, to an instruction of
// the caller (R17).
func (e *Engine) Direct(ctx context.Context, actor, id string, txHash settle.Hash, logIndex uint32, sig []byte) (view *settle.InstructionView, err error) {
	var hash settle.Hash
	var signer settle.Address
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		i, t, err := e.mayDirect(tx, actor, id, txHash, logIndex)
		if err != nil {
			return err
		}
		hash, signer = domain(i).Direct(txHash, logIndex, i.Digest), t.Sender
		return nil
	})
	if err != nil {
		return nil, err
	}
	ans, err := e.signed(ctx, signer, hash, sig)
	if err != nil {
		return nil, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		_, t, err := e.mayDirect(tx, actor, id, txHash, logIndex)
		if err != nil {
			return err
		}
		if t.Sender != signer {
			return settle.Errorf(settle.CodeConflict, "a reorganization changed the log meanwhile; try again")
		}
		if err := e.record(tx, settle.UnitsDirected{Transfer: t.Key(), Instruction: id, Signer: signer, Proof: "0x" + hex.EncodeToString(sig),
			Method: ans.Method, Block: ans.Block, Source: ans.Source}); err != nil {
			return err
		}
		view, err = e.view(tx, id)
		return err
	})
	if err == nil {
		e.o.Wake()
	}
	return view, err
}

func (e *Engine) mayDirect(tx settle.Tx, actor, id string, txHash settle.Hash, logIndex uint32) (*settle.Instruction, *settle.Transfer, error) {
	i, err := ownInstruction(tx, actor, id)
	if err != nil {
		return nil, nil, err
	}
	if i.Status == settle.InstructionSuperseded {
		return nil, nil, superseded(i)
	}
	if !i.Status.Unsettled() {
		return nil, nil, settle.Errorf(settle.CodeAlreadySettled, "the instruction is %s", i.Status)
	}
	if t := transferAt(tx, txHash, logIndex); t != nil {
		return i, t, e.directable(tx, actor, i, t)
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return nil, nil, err
	}
	t := transferAt(soon, txHash, logIndex)
	if t == nil {
		return nil, nil, settle.Errorf(settle.CodeTxNotFound, "no transfer at log %d of %s is recorded; check both, and wait until it is mined", logIndex, txHash)
	}
	if err := e.directable(tx, actor, i, t); err != nil {
		return nil, nil, err // waiting would not help
	}
	return nil, nil, logNotConfirmed(settingsOf(tx).Confirmations, tx.Tip().Number-t.Block.Number)
}

// transferAt is the recorded transfer at a log, nil if there is none.
func transferAt(s settle.State, txHash settle.Hash, logIndex uint32) *settle.Transfer {
	for _, t := range settle.FindRows[*settle.Transfer](s, settle.TransfersOfTx(txHash)) {
		if !t.Void && t.LogIndex == logIndex {
			return t
		}
	}
	return nil
}

// directable: the transfer pays a leg of the instruction, is not older, and was
// paid by somebody who may pay for the actor.
func (e *Engine) directable(tx settle.Tx, actor string, i *settle.Instruction, t *settle.Transfer) error {
	if len(i.LegsOf(t.To)) == 0 {
		return settle.Errorf(settle.CodeConflict, "that log pays %s, to whom this instruction owes nothing", t.To.Checksum())
	}
	if !i.AdmitsTo(t.To, t.Block, false) {
		return settle.Errorf(settle.CodeTxBeforeInstruction, "that transfer is older than the instruction")
	}
	return e.payerOf(tx, actor, i, t.Sender)
}

// logNotConfirmed: units move once they are confirmed, else a reorganization
// could take the fact's ground away.
func logNotConfirmed(required, have uint64) error {
	secs := max(1, int(required-min(required, have))*2)
	return &settle.Error{Code: settle.CodeNotConfirmed, RetryAfter: secs,
		Message: "that transfer is seen but not confirmed yet; send this again when it is",
		Details: map[string]any{"confirmations": have, "required": required, "seconds_estimate": secs}}
}

// Check answers whether intended transfers, made now one after the other, each in
// a transaction of its own as a wallet sends them, would settle an instruction: a
// fold into an overlay that is thrown away.
func (e *Engine) Check(ctx context.Context, id string, in []settle.IntendedTransfer) (out settle.CheckResult, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = settle.CheckResult{}
		i := settle.GetRow[settle.Instruction](tx, id)
		if i == nil {
			return noInstruction(id)
		}
		o, err := e.ahead(tx)
		if err != nil {
			return err
		}
		warnings := settle.Warnings(o, settle.GetRow[settle.Instruction](o, id))
		before := settle.CoverOf(o, settle.GetRow[settle.Instruction](o, id))
		tip := tx.Tip()
		if tip == nil {
			return unavailable("nothing is indexed yet")
		}
		keys, err := e.pretend(o, tip, settingsOf(tx), in)
		if err != nil {
			return err
		}
		after := settle.CoverOf(o, settle.GetRow[settle.Instruction](o, id))
		out.WouldSettle = after.Full && i.Status.Unsettled()
		for k, l := range i.Legs {
			paid := after.Paid[k].SatSub(before.Paid[k])
			out.Legs = append(out.Legs, settle.CheckLeg{Index: k, Owed: l.Amount, WouldPay: paid, Missing: after.Missing[k]})
		}
		out.Problems = e.problems(tx, i, in, after, takers(o, id, keys))
		out.Problems = append(out.Problems, warnings...)
		return nil
	})
	return out, err
}

// pretend folds the transfers as the transactions of the next block, and returns
// their keys. Their logs are not adjacent to any tag, as nothing says that they
// will be.
func (e *Engine) pretend(o *settle.Overlay, tip *settle.StoredBlock, set settle.Settings, in []settle.IntendedTransfer) ([]string, error) {
	b := settle.BlockApplied{Block: settle.BlockRef{Number: tip.Number + 1, Hash: settle.Keccak256([]byte("intended"))},
		Parent: tip.Hash, Time: tip.Time + 1}
	var keys []string
	for k, x := range in {
		tx := settle.TxLogs{Hash: settle.Keccak256([]byte("intended transaction"), []byte{byte(k >> 8), byte(k)}), Index: uint32(k)}
		l := settle.Log{Index: uint32(2 * k), TxHash: tx.Hash, TxIndex: tx.Index, Emitter: set.Token,
			Kind: settle.LogTransfer, From: x.From, To: x.To, Value: x.Amount}
		tx.Logs = []settle.Log{l}
		b.Txs = append(b.Txs, tx)
		keys = append(keys, settle.TransferKey(b.Block, l.Index))
	}
	f, err := settle.NewFact(1<<62, settle.Hash{}, e.now(), b)
	if err != nil {
		return nil, err
	}
	return keys, settle.Fold(o, f, e.o.Rater)
}

// takers names the other instructions that intended transfers would pay first.
func takers(o settle.State, id string, keys []string) (out []string) {
	for _, k := range keys {
		for _, a := range settle.FindRows[*settle.Allocation](o, settle.AllocationsOfTransfer(k)) {
			if a.VoidAt == 0 && a.Instruction != id && !slices.Contains(out, a.Instruction) {
				out = append(out, a.Instruction)
			}
		}
	}
	return out
}

func (e *Engine) problems(tx settle.Tx, i *settle.Instruction, in []settle.IntendedTransfer, after settle.Cover, first []string) (out []settle.Problem) {
	add := func(err *settle.Error) {
		if !slices.ContainsFunc(out, func(p settle.Problem) bool { return p.Message == err.Message }) {
			out = append(out, settle.Problem{Code: err.Code, Message: err.Message})
		}
	}
	if i.Status == settle.InstructionSuperseded {
		add(superseded(i))
		return out
	}
	if !i.Status.Unsettled() {
		add(settle.Errorf(settle.CodeAlreadySettled, "the instruction is %s: do not pay", i.Status))
		return out
	}
	for _, x := range in {
		isLeg := len(i.LegsOf(x.To)) > 0
		switch {
		case i.IsDeposit(x.To):
			add(settle.Errorf(settle.CodeConflict, "a transfer to the deposit address counts once flush has paid the legs; call flush then"))
		case !isLeg:
			add(settle.Errorf(settle.CodeInvalid, "%s is no leg of this instruction", x.To.Checksum()))
		case x.From == x.To:
			add(settle.Errorf(settle.CodeInvalid, "a transfer to oneself pays nobody"))
		case settle.SharesIn(tx, x.From, i):
			add(settle.Errorf(settle.CodeForbidden, "%s belongs to a contributor and cannot pay", x.From.Checksum()))
		case !settle.ProvenPayer(tx, x.From, i):
			add(settle.Errorf(settle.CodePayerNotProven, "%s is not a proven payer: prove it (POST /settlements/%s/payers), or pay through the pay contract or the deposit address", x.From.Checksum(), i.ID))
		}
	}
	for _, other := range first {
		add(settle.Errorf(settle.CodePaymentUsedElsewhere, "some of this would pay your instruction %s first; pay the fee last, pay both, or use the pay contract, which names the instruction", other))
	}
	if !after.Full && len(out) == 0 {
		code := settle.CodeUnderpaid
		if after.OnlyFee {
			code = settle.CodeMissingOnlyFee
		}
		add(settle.Errorf(code, "these transfers leave something missing; see legs"))
	}
	if settingsOf(tx).Pause != nil {
		add(settle.Errorf(settle.CodeTokenPaused, "the token is paused by its issuer: any transfer would fail now"))
	}
	return out
}
