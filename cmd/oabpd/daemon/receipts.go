package daemon

import (
	"cmp"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/proof"
)

// receiptIssuer turns what the engine knows of a settlement into a signed
// receipt core.
type receiptIssuer struct {
	origin string
	keys   *proof.Keys
}

// Issue implements engine.Receipts.
func (r receiptIssuer) Issue(in engine.ReceiptInput) ([]byte, settle.Hash, error) {
	i := in.Instruction
	net := i.Total.SatSub(i.Fee)
	doc := proof.Receipt{
		Issuer: r.origin, IssuedAt: proof.Time(in.At), MissionID: i.Mission, SubmissionID: i.Submission,
		AgentID: in.Submission.Agent, ContentHash: proof.ContentHash(i.ContentHash),
		Verification: proof.Verification{Type: "creator_judges", Result: proof.ResultAccepted,
			DecidedAt: proof.Time(i.CreatedAt), Verifier: i.Poster},
		Settlement: proof.Settlement{Status: proof.StatusSettled, Asset: "USDC", Amount: proof.Decimal(net.String()),
			FeeAmount: proof.Decimal(i.Fee.String()), FeeWaived: i.FeeWaived, ChainID: i.ChainID},
		Instruction:   proof.NewInstruction(i.ID, proof.NewSlot(digest.PublicID(i.Mission), i.Milestone, i.SlotN), terms(in)),
		Allocations:   []proof.Allocation{},
		PayerProof:    []proof.PayerProof{},
		Late:          i.Outcome == settle.OutcomeAcceptedLate,
		ChainProofURI: r.origin + "/missions/" + i.Mission + "/receipts/" + i.Submission + "/proof",
	}
	if !in.Supersedes.IsZero() {
		doc.Supersedes = proof.ContentHash(in.Supersedes)
	}
	r.payments(&doc, in)
	return proof.Sign(doc, r.keys)
}

func terms(in engine.ReceiptInput) proof.Terms {
	i := in.Instruction
	t := proof.Terms{ChainID: i.ChainID, PayContract: i.PayContract, Token: i.Token, Mission: proof.Name(i.Mission),
		Submission: proof.Name(i.Submission), ContentHash: i.ContentHash, IssuedBlock: i.Issued.Number}
	for _, l := range i.Legs {
		t.Legs = append(t.Legs, digest.Leg{To: l.To, Amount: l.Amount})
	}
	if !i.Deposit.IsZero() {
		impl := digest.DepositImplementation(i.PayContract)
		for _, p := range in.Settings.KnownPay() {
			if p.Address == i.PayContract && !p.DepositImpl.IsZero() {
				impl = p.DepositImpl
			}
		}
		t.Deposit = &proof.Deposit{Address: i.Deposit, Implementation: impl, RefundTo: i.RefundTo, RefundAfter: uint64(i.RefundAfter)}
	}
	return t
}

func (r receiptIssuer) payments(doc *proof.Receipt, in engine.ReceiptInput) {
	paid := slices.Clone(in.Allocations)
	slices.SortFunc(paid, func(a, b engine.PaidUnits) int {
		return cmp.Or(cmp.Compare(a.Transfer.Key(), b.Transfer.Key()), a.Allocation.Lo.Cmp(b.Allocation.Lo))
	})
	senders := map[settle.Address]bool{}
	last := ""
	for _, p := range paid {
		t, a := p.Transfer, p.Allocation
		senders[t.Sender] = true
		if t.Key() != last {
			last = t.Key()
			x := proof.Transfer{TxHash: t.TxHash, BlockNumber: t.Block.Number, BlockHash: t.Block.Hash, LogIndex: t.LogIndex,
				From: t.From, To: t.To, Value: t.Value, Tag: t.TagRef}
			if t.Sender != t.From {
				x.Payer = t.Sender
			}
			doc.Settlement.Transfers = append(doc.Settlement.Transfers, x)
			doc.Settlement.TxHash = t.TxHash.String() // the last one completed it
		}
		doc.Allocations = append(doc.Allocations, proof.Allocation{TxHash: t.TxHash, BlockNumber: t.Block.Number,
			BlockHash: t.Block.Hash, LogIndex: t.LogIndex, Leg: a.Leg, Amount: a.Amount(),
			Units: proof.Range{From: a.Lo, To: a.Hi}, Rule: string(a.Rule)})
	}
	for _, p := range in.Payers {
		if !senders[p.Address] {
			continue
		}
		q := proof.PayerProof{Address: p.Address, Method: p.Method, Proof: p.Proof}
		if p.Block.Number != 0 {
			q.Block = &p.Block
		}
		doc.PayerProof = append(doc.PayerProof, q)
	}
}

var _ engine.Receipts = receiptIssuer{}
