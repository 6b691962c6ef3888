package proof_test

import (
	"context"
	"testing"

	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/proof"
)

func pointsSample() proof.Receipt {
	return proof.Receipt{
		Issuer: "https://oabp.example", IssuedAt: proof.Time(at.UnixMilli()), MissionID: "mis_00112233aabbccdd", SubmissionID: "sub_0f0e0d0c0b0a0908",
		AgentID: "agt_0102030405060708", ContentHash: proof.ContentHash(hash(0xcc)),
		Verification: proof.Verification{Type: "creator_judges", Result: proof.ResultAccepted, DecidedAt: proof.Time(at.UnixMilli()), Verifier: "agt_1"},
		Settlement:   proof.Settlement{Status: proof.StatusCredited, Asset: "AIGEN", Amount: "248750000", FeeAmount: "1250000"},
		Points: &proof.Points{Valueless: true, Note: proof.PointsNote, Payouts: []proof.PointsPayout{
			{AgentID: "agt_0102030405060708", Amount: money.Units(100_000_000)}, {AgentID: "agt_2", Amount: money.Units(148_750_000)}}},
	}
}

// A receipt of points holds together, or says what does not: above all it is never one
// of money.
func TestPointsReceipt(t *testing.T) {
	k := keysIn(t, t.TempDir())
	for name, c := range map[string]struct {
		change func(r *proof.Receipt)
		want   proof.Verdict
	}{
		"as it is":         {func(*proof.Receipt) {}, proof.Consistent},
		"named like money": {func(r *proof.Receipt) { r.Settlement.Asset = "USDC" }, proof.Failed},
		"settled":          {func(r *proof.Receipt) { r.Settlement.Status = proof.StatusSettled }, proof.Failed},
		"with a value":     {func(r *proof.Receipt) { r.Points.Valueless = false }, proof.Failed},
		"on a chain":       {func(r *proof.Receipt) { r.Settlement.ChainID = 8453 }, proof.Failed},
		"a transaction":    {func(r *proof.Receipt) { r.Settlement.TxHash = hash(1).String() }, proof.Failed},
		"more than paid":   {func(r *proof.Receipt) { r.Settlement.Amount = "248750001" }, proof.Failed},
		"no payouts":       {func(r *proof.Receipt) { r.Points.Payouts = nil }, proof.Failed},
	} {
		doc := pointsSample()
		c.change(&doc)
		if r := proof.Verify(context.Background(), sign(t, doc, k), k.PublicKeys(), proof.Options{}); r.Verdict != c.want {
			t.Errorf("%s: %s\n%s", name, r.Summary(), lines(r))
		}
	}
}
