package daemon

import (
	"cmp"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/money"
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
	if in.Award != nil {
		return r.award(in)
	}
	if in.Points != nil {
		return r.points(in)
	}
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
	succession(doc.Instruction, i.Succession)
	if !in.Supersedes.IsZero() {
		doc.Supersedes = proof.ContentHash(in.Supersedes)
	}
	r.payments(&doc, in)
	return proof.Sign(doc, r.keys)
}

// award is the receipt of an award of the escrow.
func (r receiptIssuer) award(in engine.ReceiptInput) ([]byte, settle.Hash, error) {
	a, s, t := in.Award, in.Submission, *in.Mission.Terms
	e := &proof.Escrow{ChainID: in.Settings.ChainID, Contract: a.Contract, Mission: proof.Named{ID: a.Mission, Hash: a.OnChain},
		Submission: proof.Name(s.ID), Terms: t, Tranche: a.Tranche, Agent: a.Final.Agent, ContentHash: s.ContentHash,
		Split: s.Escrow.Split, SplitHash: s.Escrow.SplitHash, SubmissionHash: a.Final.SubmissionHash, Gross: a.Final.Gross, Fee: a.Final.Fee,
		TxHash: a.Final.At.TxHash, BlockNumber: a.Final.At.Block.Number, BlockHash: a.Final.At.Block.Hash, LogIndex: a.Final.At.LogIndex}
	for _, p := range a.Final.Payouts {
		e.Payouts = append(e.Payouts, proof.EscrowPayout{To: p.To, Amount: p.Amount, Credited: p.Credited, LogIndex: p.LogIndex})
	}
	doc := proof.Receipt{
		Issuer: r.origin, IssuedAt: proof.Time(in.At), MissionID: a.Mission, SubmissionID: s.ID, AgentID: s.Agent,
		ContentHash: proof.ContentHash(s.ContentHash),
		Verification: proof.Verification{Type: t.VType.String(), Result: proof.ResultAccepted,
			DecidedAt: proof.Time(a.Final.At.Time * 1000), Verifier: proof.EscrowVerifier(a.Contract, t)},
		Settlement: proof.Settlement{Status: e.Status(), Asset: "USDC", Amount: proof.Decimal(a.Final.Net().String()),
			FeeAmount: proof.Decimal(a.Final.Fee.String()), ChainID: in.Settings.ChainID, TxHash: a.Final.At.TxHash.String()},
		Escrow:        e,
		ChainProofURI: r.origin + "/missions/" + a.Mission + "/receipts/" + s.ID + "/proof" + settle.ReceiptQuery(in.Mission, int(a.Tranche)),
	}
	if !in.Supersedes.IsZero() {
		doc.Supersedes = proof.ContentHash(in.Supersedes)
	}
	return proof.Sign(doc, r.keys)
}

// points is the receipt of an award that was credited in points.
func (r receiptIssuer) points(in engine.ReceiptInput) ([]byte, settle.Hash, error) {
	m, s, a := in.Mission, in.Submission, in.Points.Points
	net := money.Amount{}
	p := &proof.Points{Valueless: true, Note: proof.PointsNote, Payouts: []proof.PointsPayout{}}
	for k, c := range s.Contributors {
		net = net.SatAdd(a.Payouts[k])
		p.Payouts = append(p.Payouts, proof.PointsPayout{AgentID: c.Agent, Amount: a.Payouts[k]})
	}
	verifier := m.Poster
	if m.VerificationType() != settle.CreatorJudges {
		verifier = r.origin
	}
	doc := proof.Receipt{
		Issuer: r.origin, IssuedAt: proof.Time(in.At), MissionID: m.ID, SubmissionID: s.ID, AgentID: s.Agent,
		ContentHash: proof.ContentHash(s.ContentHash),
		Verification: proof.Verification{Type: settle.VerificationOf(m), Result: proof.ResultAccepted,
			DecidedAt: proof.Time(in.Points.At), Verifier: verifier},
		Settlement: proof.Settlement{Status: proof.StatusCredited, Asset: m.Asset(), Amount: proof.Decimal(net.String()), FeeAmount: proof.Decimal(a.Fee.String())},
		Points:     p,
	}
	if !in.Supersedes.IsZero() {
		doc.Supersedes = proof.ContentHash(in.Supersedes)
	}
	return proof.Sign(doc, r.keys)
}

// succession says what an instruction has from those whose place it took.
func succession(doc *proof.Instruction, s *settle.Succession) {
	if s == nil {
		return
	}
	doc.Predecessors, doc.DepositsBefore = s.Digests, s.Deposits
	doc.FirstIssuedBlock = s.Earlier[0].Issued.Number
	for _, m := range s.Moved {
		doc.Moved = append(doc.Moved, proof.Moved{From: m.From, To: m.To})
	}
	if d := doc.Terms.Deposit; d != nil && slices.ContainsFunc(s.Paid, func(n money.Amount) bool { return !n.IsZero() }) {
		d.PaidBefore = s.Paid
	}
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
