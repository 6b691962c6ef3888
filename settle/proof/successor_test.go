package proof_test

import (
	"context"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

var (
	formerly      = settle.Address{0x0f}
	formerDeposit = settle.Address{0x0d}
)

// succeeding is a receipt of a successor: the first payee moved, half of its leg was
// paid before that, its payer paid the former address once more, and the deposit
// address of the predecessor was flushed.
func succeeding() proof.Receipt {
	r := sample()
	i := r.Instruction
	i.Predecessors, i.Moved = []settle.Hash{hash(0x77)}, []proof.Moved{{From: formerly, To: worker}}
	i.FirstIssuedBlock, i.DepositsBefore = 37_000_000, []settle.Address{formerDeposit}
	d := i.Terms.Deposit
	legs := append([]digest.Leg{}, i.Terms.Legs...)
	legs = append(legs[:1], legs[2:]...) // the second leg was paid
	d.PaidBefore = []money.Amount{{}, money.Units(3_000_000), {}, {}}
	d.Address = digest.DepositAddress(pay, d.Implementation, i.Digest, legs, d.RefundTo, d.RefundAfter)
	ts := r.Settlement.Transfers
	ts[0].To, ts[0].BlockNumber = formerly, 37_000_001
	r.Allocations[0].BlockNumber = 37_000_001
	ts[1].Tag = digest.LegNonce(hash(0x77), 1)
	ts[2].From, ts[2].Tag = formerDeposit, hash(0x77)
	return r
}

func TestSuccessor(t *testing.T) {
	k := keysIn(t, t.TempDir())
	verify := func(r proof.Receipt) proof.Report {
		return proof.Verify(context.Background(), sign(t, r, k), k.PublicKeys(), proof.Options{})
	}
	if got := verify(succeeding()); got.Verdict != proof.Consistent {
		t.Fatalf("%s\n%s", got.Summary(), lines(got))
	}
	for _, c := range []struct {
		name, check string
		change      func(*proof.Receipt)
	}{
		{"nobody moved", "allocations", func(r *proof.Receipt) { r.Instruction.Moved = nil }},
		{"moved to another leg", "allocations", func(r *proof.Receipt) { r.Instruction.Moved[0].To = helper }},
		{"older than all", "transfers", func(r *proof.Receipt) { r.Instruction.FirstIssuedBlock = 37_000_066 }},
		{"older, without predecessors", "transfers", func(r *proof.Receipt) { r.Instruction.Predecessors = nil }},
		{"nobody's deposit", "rules", func(r *proof.Receipt) { r.Instruction.DepositsBefore = nil }},
		{"nobody's tag", "rules", func(r *proof.Receipt) { r.Instruction.Predecessors[0] = hash(1) }},
		{"deposit over the whole", "deposit address", func(r *proof.Receipt) { r.Instruction.Terms.Deposit.PaidBefore = nil }},
		{"paid before of too few", "deposit address", func(r *proof.Receipt) {
			d := r.Instruction.Terms.Deposit
			d.PaidBefore = d.PaidBefore[:2]
		}},
	} {
		r := succeeding()
		c.change(&r)
		if got := verify(r); got.Verdict != proof.Failed || find(got, c.check).Status != proof.Broken {
			t.Errorf("%s: %s\n%s", c.name, got.Summary(), lines(got))
		}
	}
}
