package daemon

import (
	"bytes"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

// An award of the escrow gives a receipt that verifies: credited where the token
// refused a part, superseding what came before it.
func TestReceiptOfAnAward(t *testing.T) {
	keys, err := proof.LoadOrCreateKey(t.TempDir(), bytes.NewReader(bytes.Repeat([]byte{7}, 32)), time.UnixMilli(1))
	if err != nil {
		t.Fatal(err)
	}
	addr := func(n byte) settle.Address { return settle.Address{0: 0xa0, 19: n} }
	terms := settle.MissionTerms{Poster: addr(1), Resolver: addr(2), RefundTo: addr(1), Reward: money.Units(1_000_000), VType: settle.PeerVote,
		SubmitBy: 10, JudgeBy: 20, RefundAt: 400_000, Tranches: []money.Amount{money.Units(1_000_000)}, Fees: []money.Amount{money.Units(5_000)}}
	split := settle.Split{Payees: []settle.Address{addr(3), addr(4)}, BPS: []uint16{5_001, 4_999}}
	content := settle.Hash{1}
	id := digest.MissionID(8453, addr(9), terms)
	in := engine.ReceiptInput{At: 1_796_000_000_000, Settings: settle.Settings{ChainID: 8453}, Supersedes: settle.Hash{8},
		Mission: &settle.Mission{ID: "mis_0011223344556677", Terms: &terms, OnChain: id},
		Submission: &settle.Submission{ID: "sub_0011223344556677", Agent: "agt_0011223344556677", ContentHash: content,
			Escrow: &settle.EscrowWork{Address: addr(3), SplitHash: digest.SplitHash(split), Split: split}},
		Award: &settle.EscrowAward{Mission: "mis_0011223344556677", OnChain: id, Contract: addr(9), Submission: "sub_0011223344556677", Status: settle.AwardSettled,
			Final: settle.FinalAward{Agent: addr(3), SubmissionHash: digest.SubmissionHash(content, digest.SplitHash(split)), Gross: money.Units(1_000_000), Fee: money.Units(5_000),
				Payouts: []settle.EscrowPayout{{To: addr(3), Amount: money.Units(497_600), LogIndex: 4}, {To: addr(4), Amount: money.Units(497_400), Credited: true, LogIndex: 5}},
				At:      settle.ChainPos{Block: settle.BlockRef{Number: 7, Hash: settle.Hash{7}}, Time: 15, TxHash: settle.Hash{6}, LogIndex: 3}}}}
	// 995,000 by 5,001 parts is 497,599.5: the tie goes to the first.
	doc, sum, err := receiptIssuer{origin: "https://oabp.example", keys: keys}.Issue(in)
	if err != nil {
		t.Fatal(err)
	}
	r := proof.Verify(t.Context(), doc, keys.PublicKeys(), proof.Options{})
	if r.Verdict != proof.Consistent || r.Digest != proof.ContentHash(sum) {
		t.Fatalf("%s: %v", r.Summary(), r.Checks)
	}
	got := r.Receipt
	if got.Settlement.Status != proof.StatusCredited || got.Supersedes != proof.ContentHash(settle.Hash{8}) || got.Escrow.Mission.Hash != id ||
		got.MissionID != in.Mission.ID || got.Verification.Type != "peer_vote" || got.AgentID != in.Submission.Agent {
		t.Errorf("receipt %+v", got)
	}
}

// What is credited in points gives a receipt that says so, and that they are worth
// nothing.
func TestReceiptOfPoints(t *testing.T) {
	keys, err := proof.LoadOrCreateKey(t.TempDir(), bytes.NewReader(bytes.Repeat([]byte{7}, 32)), time.UnixMilli(1))
	if err != nil {
		t.Fatal(err)
	}
	m := &settle.Mission{ID: "mis_0011223344556677", Poster: "agt_poster", Points: &settle.PointsTerms{Symbol: "AIGEN"}}
	s := &settle.Submission{ID: "sub_0011223344556677", Agent: "agt_a", ContentHash: settle.Hash{1}, Contributors: []settle.Contributor{{Agent: "agt_a"}, {Agent: "agt_b"}}}
	a := &settle.Award{Submission: s.ID, At: 1_796_000_000_000, Points: &settle.PointsAward{Payouts: []money.Amount{money.Units(200), money.Units(48)}, Fee: money.Units(1)}}
	doc, _, err := receiptIssuer{origin: "https://oabp.example", keys: keys}.Issue(engine.ReceiptInput{Points: a, Mission: m, Submission: s, At: a.At})
	if err != nil {
		t.Fatal(err)
	}
	r := proof.Verify(t.Context(), doc, keys.PublicKeys(), proof.Options{})
	got := r.Receipt
	if r.Verdict != proof.Consistent || got.Settlement.Status != proof.StatusCredited || got.Settlement.Asset != "AIGEN" || got.Settlement.Amount != "248" ||
		!got.Points.Valueless || got.Verification.Verifier != "agt_poster" || got.Instruction != nil {
		t.Fatalf("%s: %+v", r.Summary(), got)
	}
}
