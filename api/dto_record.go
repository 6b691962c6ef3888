package api

import (
	"encoding/json"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The poster's public record (settlement.md R10), the same wherever a mission is
// shown: in lists too, since it is to be seen before anyone works.

type boardRecord struct {
	BountiesPosted            int          `json:"bounties_posted"`
	Awarded                   int          `json:"awarded"`
	Cancelled                 int          `json:"cancelled"`
	Expired                   int          `json:"expired"`
	AbandonedAfterSubmissions int          `json:"abandoned_after_submissions"`
	AwardRate                 *json.Number `json:"award_rate"`
	UnpaidPicks               int          `json:"unpaid_picks"`
	// MedianSecondsToPay is from pick to payment, over the last payments; null before
	// the first. DistinctPayees stops at 256.
	MedianSecondsToPay *int64 `json:"median_seconds_to_pay"`
	DistinctPayees     int    `json:"distinct_payees"`
	// FeesReceivable are platform fees that the poster owes and nobody collected, by
	// currency: nothing of it was paid. Left out where nothing is owed.
	FeesReceivable []receivable `json:"fees_receivable,omitempty"`
}

type receivable struct {
	// Currency is USD for the fees of stated awards, USDC for those that were waived
	// because the fee address could not receive.
	Currency string `json:"currency"`
	// Units are millionths of the currency; Amount is the same for people.
	Units  money.Amount `json:"units"`
	Amount string       `json:"amount"`
	// Fees is how many fees they are the sum of.
	Fees int `json:"fees"`
}

func toReceivables(rs []settle.Receivable) []receivable {
	return list(rs, func(r settle.Receivable) receivable {
		return receivable{string(r.Currency), r.Units, money.FormatUSDC(r.Units), r.Count}
	})
}

// toRecord is nil where nobody has proven to be the poster.
func toRecord(v *settle.MissionView) *boardRecord {
	if v.Mission.Poster == "" {
		return nil
	}
	r := v.Record
	out := &boardRecord{BountiesPosted: r.Posted, Awarded: r.Awarded, Cancelled: r.Cancelled, Expired: r.Expired,
		AbandonedAfterSubmissions: r.Abandoned, AwardRate: ratio(r.Awarded, r.Posted), UnpaidPicks: r.UnpaidPicks, DistinctPayees: r.Payees,
		FeesReceivable: toReceivables(r.Receivables)}
	if r.MedianToPay >= 0 {
		s := r.MedianToPay / 1000
		out.MedianSecondsToPay = &s
	}
	return out
}
