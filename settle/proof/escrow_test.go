package proof_test

import (
	"context"
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

var escrow = settle.Address{0: 0xe5, 19: 0x01}

// escrowSample is a receipt of the second milestone of an escrow mission: three
// payees, one of whom the token refuses. Two have half a unit over: the first gets it.
func escrowSample() proof.Receipt {
	t := settle.MissionTerms{Poster: poster, Resolver: settle.Address{0: 0x77}, RefundTo: poster, Reward: money.Units(10_000_000),
		VType: settle.OracleDecides, Layout: settle.Milestones, SubmitBy: 1_796_000_100, JudgeBy: 1_796_000_200, RefundAt: 1_796_400_000,
		SpecHash: hash(0x51), Param: hash(0x52), Tranches: []money.Amount{money.Units(3_000_000), money.Units(7_000_000)},
		Fees: []money.Amount{money.Units(15_000), money.Units(35_000)}, Salt: settle.Uint256Of(9)}
	split := settle.Split{Payees: []settle.Address{worker, helper, mate}, BPS: []uint16{3_333, 3_333, 3_334}}
	content := hash(0xcc)
	e := &proof.Escrow{ChainID: 8453, Contract: escrow, Submission: proof.Name("sub_0f0e0d0c0b0a0908"),
		Mission: proof.Named{ID: "mis_00112233aabbccdd", Hash: digest.MissionID(8453, escrow, t)}, Terms: t, Tranche: 1, Agent: worker,
		ContentHash: content, Split: split, SplitHash: digest.SplitHash(split), SubmissionHash: digest.SubmissionHash(content, digest.SplitHash(split)),
		Gross: t.Tranches[1], Fee: t.Fees[1], TxHash: hash(0xa1), BlockNumber: 38_000_005, BlockHash: hash(5), LogIndex: 3,
		Payouts: []proof.EscrowPayout{{To: worker, Amount: money.Units(2_321_435), LogIndex: 5}, {To: helper, Amount: money.Units(2_321_434), LogIndex: 7},
			{To: mate, Amount: money.Units(2_322_131), Credited: true, LogIndex: 8}}}
	return proof.Receipt{
		Issuer: "https://oabp.example", IssuedAt: proof.Time(at.UnixMilli()),
		MissionID: e.Mission.ID, SubmissionID: e.Submission.ID, AgentID: "agt_0102030405060708", ContentHash: proof.ContentHash(content),
		Verification: proof.Verification{Type: "oracle", Result: proof.ResultAccepted, DecidedAt: proof.Time(at.UnixMilli() - 60_000), Verifier: t.Resolver.Checksum()},
		Settlement:   proof.Settlement{Status: proof.StatusCredited, Asset: "USDC", Amount: "6965000", FeeAmount: "35000", ChainID: 8453, TxHash: hash(0xa1).String()},
		Escrow:       e,
	}
}

func TestEscrowReceipt(t *testing.T) {
	k := keysIn(t, t.TempDir())
	r := proof.Verify(context.Background(), sign(t, escrowSample(), k), k.PublicKeys(), proof.Options{})
	if r.Verdict != proof.Consistent {
		t.Fatalf("%s\n%s", r.Summary(), lines(r))
	}
	for _, c := range r.Checks {
		if c.Status != proof.Passed {
			t.Errorf("%s", c)
		}
	}
	if h := r.Receipt.Escrow.Mission.Hash; h == digest.PublicID(r.Receipt.MissionID) {
		t.Error("the mission's hash is that of the public id, not the contract's")
	}
}

// What an issuer signs must still hold together.
func TestSignedEscrowNonsense(t *testing.T) {
	k := keysIn(t, t.TempDir())
	for name, change := range map[string]func(r *proof.Receipt, e *proof.Escrow){
		"another chain":               func(_ *proof.Receipt, e *proof.Escrow) { e.ChainID = 1 },
		"another escrow":              func(_ *proof.Receipt, e *proof.Escrow) { e.Contract = pay },
		"other terms":                 func(_ *proof.Receipt, e *proof.Escrow) { e.Terms.JudgeBy++ },
		"the public id's hash":        func(_ *proof.Receipt, e *proof.Escrow) { e.Mission.Hash = digest.PublicID(e.Mission.ID) },
		"another mission":             func(r *proof.Receipt, _ *proof.Escrow) { r.MissionID = "mis_ffffffffffffffff" },
		"another submission":          func(r *proof.Receipt, _ *proof.Escrow) { r.SubmissionID = "sub_ffffffffffffffff" },
		"another submission's hash":   func(_ *proof.Receipt, e *proof.Escrow) { e.Submission.Hash = hash(1) },
		"another chain settled":       func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.ChainID = 1 },
		"another content":             func(r *proof.Receipt, _ *proof.Escrow) { r.ContentHash = proof.ContentHash(hash(1)) },
		"another content awarded":     func(_ *proof.Receipt, e *proof.Escrow) { e.ContentHash = hash(1) },
		"another split":               func(_ *proof.Receipt, e *proof.Escrow) { e.Split.Payees[1] = poster },
		"another split's hash":        func(_ *proof.Receipt, e *proof.Escrow) { e.SplitHash = hash(1) },
		"a part too few":              func(_ *proof.Receipt, e *proof.Escrow) { e.Split.BPS = e.Split.BPS[:2] },
		"another work":                func(_ *proof.Receipt, e *proof.Escrow) { e.SubmissionHash = hash(1) },
		"another type":                func(r *proof.Receipt, _ *proof.Escrow) { r.Verification.Type = "creator_judges" },
		"another verifier":            func(r *proof.Receipt, _ *proof.Escrow) { r.Verification.Verifier = poster.Checksum() },
		"another tranche":             func(_ *proof.Receipt, e *proof.Escrow) { e.Tranche = 0 },
		"no such tranche":             func(_ *proof.Receipt, e *proof.Escrow) { e.Tranche = 2 },
		"more than the tranche":       func(_ *proof.Receipt, e *proof.Escrow) { e.Gross = money.Units(7_000_001) },
		"another fee":                 func(_ *proof.Receipt, e *proof.Escrow) { e.Fee = money.Units(34_999) },
		"another amount":              func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.Amount = "6965001" },
		"another fee settled":         func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.FeeAmount = "1" },
		"a waived fee":                func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.FeeWaived = true },
		"another transaction settled": func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.TxHash = hash(1).String() },
		"settled, though credited":    func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.Status = proof.StatusSettled },
		"credited, though paid":       func(_ *proof.Receipt, e *proof.Escrow) { e.Payouts[2].Credited = false },
		"a payout missing":            func(_ *proof.Receipt, e *proof.Escrow) { e.Payouts = e.Payouts[1:] },
		"a payout to another":         func(_ *proof.Receipt, e *proof.Escrow) { e.Payouts[0].To = poster },
		"payouts in another order":    func(_ *proof.Receipt, e *proof.Escrow) { slices.Reverse(e.Payouts) },
		"a unit for another payee": func(_ *proof.Receipt, e *proof.Escrow) {
			e.Payouts[0].Amount, e.Payouts[1].Amount = e.Payouts[1].Amount, e.Payouts[0].Amount
		},
		"a payout before the award":    func(_ *proof.Receipt, e *proof.Escrow) { e.Payouts[0].LogIndex = 2 },
		"one payout twice":             func(_ *proof.Receipt, e *proof.Escrow) { e.Payouts[1].LogIndex = 5 },
		"an instruction as well":       func(r *proof.Receipt, _ *proof.Escrow) { r.Instruction = sample().Instruction },
		"transfers as well":            func(r *proof.Receipt, _ *proof.Escrow) { r.Settlement.Transfers = sample().Settlement.Transfers },
		"an answer that is not asked":  func(_ *proof.Receipt, e *proof.Escrow) { e.Terms.Resolver = settle.Address{} },
		"work that was not accepted":   func(r *proof.Receipt, _ *proof.Escrow) { r.Verification.Result = proof.ResultRejected },
		"parts that are not the whole": func(_ *proof.Receipt, e *proof.Escrow) { e.Split.BPS[0]--; e.SplitHash = digest.SplitHash(e.Split) },
	} {
		r := escrowSample()
		change(&r, r.Escrow)
		if got := proof.Verify(context.Background(), sign(t, r, k), k.PublicKeys(), proof.Options{}); got.Verdict != proof.Failed {
			t.Errorf("%s: %s\n%s", name, got.Summary(), lines(got))
		}
	}
}

// Where the escrow decides itself the answer's hash is the work, and its agent
// gets the whole net.
func TestEscrowMatchReceipt(t *testing.T) {
	k := keysIn(t, t.TempDir())
	r := escrowSample()
	e := r.Escrow
	e.Terms.Resolver, e.Terms.VType, e.Terms.Layout, e.Terms.Param = settle.Address{}, settle.FirstValidMatch, settle.Prizes, e.ContentHash
	e.SubmissionHash, e.Mission.Hash = e.Terms.Param, digest.MissionID(e.ChainID, e.Contract, e.Terms)
	e.Payouts = []proof.EscrowPayout{{To: worker, Amount: money.Units(6_965_000), LogIndex: 4}}
	r.Verification.Type, r.Verification.Verifier, r.Settlement.Status = "first_valid_match", escrow.Checksum(), proof.StatusSettled
	if got := proof.Verify(context.Background(), sign(t, r, k), k.PublicKeys(), proof.Options{}); got.Verdict != proof.Consistent {
		t.Fatalf("%s\n%s", got.Summary(), lines(got))
	}
	e.Payouts[0].To = helper
	if got := proof.Verify(context.Background(), sign(t, r, k), k.PublicKeys(), proof.Options{}); got.Verdict != proof.Failed {
		t.Fatalf("paid to another: %s", got.Summary())
	}
}

// escrowChain is an honest chain that shows the sample's award.
func escrowChain() *chain {
	e := escrowSample().Escrow
	c := &chain{id: e.ChainID, head: e.BlockNumber + 6, blocks: map[uint64]settle.Hash{e.BlockNumber: e.BlockHash}, txs: map[settle.Hash]*proof.TxReceipt{}}
	id := e.Mission.Hash
	tx := &proof.TxReceipt{Block: settle.BlockRef{Number: e.BlockNumber, Hash: e.BlockHash}, Success: true}
	flag := func(n byte) []byte { b := make([]byte, 32); b[31] = n; return b }
	tx.Logs = append(tx.Logs, proof.TxLog{Index: e.LogIndex, Address: escrow, Data: slices.Concat(amount(e.Gross), amount(e.Fee)),
		Topics: []settle.Hash{topic("AwardFinalized(bytes32,uint8,address,uint256,uint256)"), id, settle.Hash(flag(e.Tranche)), word(e.Agent)}})
	for _, p := range e.Payouts {
		credited := flag(0)
		if p.Credited {
			credited = flag(1)
		}
		tx.Logs = append(tx.Logs, proof.TxLog{Index: p.LogIndex, Address: escrow, Data: slices.Concat(flag(e.Tranche), amount(p.Amount), credited),
			Topics: []settle.Hash{topic("Payout(bytes32,address,uint8,uint256,bool)"), id, word(p.To)}})
	}
	c.txs[e.TxHash] = tx
	return c
}

func TestEscrowEndpoints(t *testing.T) {
	k := keysIn(t, t.TempDir())
	doc, tx := sign(t, escrowSample(), k), hash(0xa1)
	for _, c := range []struct {
		name    string
		change  func(*chain)
		verdict proof.Verdict
	}{
		{"nothing", func(*chain) {}, proof.Canonical},
		{"another chain", func(c *chain) { c.id = 1 }, proof.Consistent},
		{"one confirmation short", func(c *chain) { c.head-- }, proof.Consistent},
		{"another block", func(c *chain) { c.blocks[38_000_005] = hash(1) }, proof.Failed},
		{"no transaction", func(c *chain) { delete(c.txs, tx) }, proof.Failed},
		{"transaction failed", func(c *chain) { c.txs[tx].Success = false }, proof.Failed},
		{"no award", func(c *chain) { c.txs[tx].Logs = c.txs[tx].Logs[1:] }, proof.Failed},
		{"a forged award", func(c *chain) { c.txs[tx].Logs[0].Address = worker }, proof.Failed},
		{"an award only proposed", func(c *chain) {
			c.txs[tx].Logs[0].Topics[0] = topic("AwardProposed(bytes32,uint8,address,bytes32,uint256,uint40)")
		}, proof.Failed},
		{"another mission", func(c *chain) { c.txs[tx].Logs[0].Topics[1] = hash(1) }, proof.Failed},
		{"another tranche", func(c *chain) { c.txs[tx].Logs[0].Topics[2][31]++ }, proof.Failed},
		{"another winner", func(c *chain) { c.txs[tx].Logs[0].Topics[3] = word(mate) }, proof.Failed},
		{"less", func(c *chain) { c.txs[tx].Logs[0].Data[31]++ }, proof.Failed},
		{"another fee", func(c *chain) { c.txs[tx].Logs[0].Data[63]++ }, proof.Failed},
		{"a payout missing", func(c *chain) { c.txs[tx].Logs = c.txs[tx].Logs[:3] }, proof.Failed},
		{"a payout to another", func(c *chain) { c.txs[tx].Logs[2].Topics[2] = word(poster) }, proof.Failed},
		{"a smaller payout", func(c *chain) { c.txs[tx].Logs[2].Data[63]-- }, proof.Failed},
		{"a payout of another tranche", func(c *chain) { c.txs[tx].Logs[2].Data[31]-- }, proof.Failed},
		{"a payout that was credited", func(c *chain) { c.txs[tx].Logs[2].Data[95] = 1 }, proof.Failed},
		{"a credit that was paid", func(c *chain) { c.txs[tx].Logs[3].Data[95] = 0 }, proof.Failed},
		{"a payout of another contract", func(c *chain) { c.txs[tx].Logs[1].Address = pay }, proof.Failed},
	} {
		e := escrowChain()
		c.change(e)
		r := proof.Verify(context.Background(), doc, k.PublicKeys(), proof.Options{Endpoints: []proof.ChainReader{e}})
		if r.Verdict != c.verdict {
			t.Errorf("%s: %s\n%s", c.name, r.Summary(), lines(r))
		}
	}
}
