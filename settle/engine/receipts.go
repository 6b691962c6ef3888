package engine

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// signAward makes the receipt core of an award of the escrow in the settling
// transaction; none for work that is known from the chain only.
func (e *Engine) signAward(tx settle.Tx, key string) error {
	a := settle.GetRow[settle.EscrowAward](tx, key)
	if a.Submission == "" {
		return nil
	}
	in := ReceiptInput{Award: a, Mission: settle.GetRow[settle.Mission](tx, a.Mission),
		Submission: settle.GetRow[settle.Submission](tx, a.Submission), Settings: settingsOf(tx), At: e.now()}
	return e.keepReceipt(tx, in, in.Submission.ID, key)
}

// keepReceipt signs what a receipt says and keeps it, in place of the newest one of
// the same instruction or award.
func (e *Engine) keepReceipt(tx settle.Tx, in ReceiptInput, submission, id string) error {
	in.Worker = settle.GetRow[settle.Agent](tx, in.Submission.Agent)
	for _, r := range tx.Receipts(submission) {
		if r.Instruction == id {
			in.Supersedes = r.Digest
			break
		}
	}
	body, digest, err := e.o.Receipts.Issue(in)
	if err != nil {
		return fmt.Errorf("signing the receipt of %s: %w", id, err)
	}
	tx.PutReceipt(settle.StoredReceipt{Submission: submission, Instruction: id, Digest: digest, Body: body, At: in.At})
	return nil
}

// signReceipt makes the receipt core in the settling transaction.
func (e *Engine) signReceipt(tx settle.Tx, id string) error {
	i := settle.GetRow[settle.Instruction](tx, id)
	in := ReceiptInput{Instruction: i, Mission: settle.GetRow[settle.Mission](tx, i.Mission),
		Submission: settle.GetRow[settle.Submission](tx, i.Submission), Settings: settingsOf(tx), At: e.now()}
	for _, a := range settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfInstruction(id)) {
		if a.VoidAt == 0 {
			in.Allocations = append(in.Allocations, PaidUnits{a, settle.GetRow[settle.Transfer](tx, a.Transfer)})
		}
	}
	for _, p := range settle.FindRows[*settle.Payer](tx, settle.PayersOfPoster(i.Poster)) {
		if p.Instruction == "" || i.Replaces(p.Instruction) {
			in.Payers = append(in.Payers, p)
		}
	}
	return e.keepReceipt(tx, in, i.Submission, id)
}
