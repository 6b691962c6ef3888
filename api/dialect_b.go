package api

import (
	"encoding/json"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Dialect B (/api): flat, amounts as JSON numbers in whole units of the currency,
// times as Unix seconds.

type flatReward struct {
	Amount   json.Number `json:"amount"`
	Currency string      `json:"currency"`
}

type missionB struct {
	missionCommon
	Reward             flatReward        `json:"reward"`
	VerificationParams map[string]string `json:"verification_params"`
	Deadline           int64             `json:"deadline"`
	CreatedAt          int64             `json:"created_at"`
	ResolvedAt         *int64            `json:"resolved_at"`
	// Submissions are those that everybody may know of, and the caller's own.
	Submissions []submissionB `json:"submissions"`
	Resolution  *resolutionB  `json:"resolution"`
}

type submissionB struct {
	ID               string `json:"id"`
	SubmissionID     string `json:"submission_id"`
	MissionID        string `json:"mission_id"`
	SubmitterAgentID string `json:"submitter_agent_id"`
	// Proof is null where the work is sealed (settlement.md R3).
	Proof       *string `json:"proof"`
	Sealed      bool    `json:"sealed"`
	Verified    bool    `json:"verified"`
	Accepted    bool    `json:"accepted"`
	Status      string  `json:"status"`
	CreatedAt   int64   `json:"created_at"`
	SubmittedAt int64   `json:"submitted_at"`
}

type resolutionB struct {
	// WinnerAgentID is an address where nobody here has proven the one that won.
	WinnerAgentID *string `json:"winner_agent_id"`
	// WinnerSubmissionID and ReceiptURI are null where an address was awarded on the
	// chain whose work was never submitted here; ReceiptURI also of a stated award,
	// of which no payment is known: RewardPaid is 0 then.
	WinnerSubmissionID *string `json:"winner_submission_id"`
	// WinningProof is null where the work is sealed.
	WinningProof   *string     `json:"winning_proof"`
	Verified       bool        `json:"verified"`
	RewardPaid     json.Number `json:"reward_paid"`
	RewardCurrency string      `json:"reward_currency"`
	Currency       string      `json:"currency"`
	ProtocolFee    json.Number `json:"protocol_fee"`
	ResolvedAt     int64       `json:"resolved_at"`
	VerifierDetail string      `json:"verifier_detail"`
	ReceiptURI     *string     `json:"receipt_uri"`
}

func toMissionB(v *settle.MissionView) missionB {
	m := v.Mission
	_, status, _ := projection(m)
	out := missionB{missionCommon: common(v, status), Reward: flatReward{number(m.Reward), assetOf(v)},
		VerificationParams: verificationParams(m), Deadline: m.WorkUntil() / 1000, CreatedAt: m.CreatedAt / 1000,
		Submissions: list(workOf(v), func(x settle.SubmissionView) submissionB { return toSubmissionB(v, x) }),
		Resolution:  toResolutionB(v)}
	if out.Resolution != nil {
		out.ResolvedAt = &out.Resolution.ResolvedAt
	}
	return out
}

func toSubmissionB(v *settle.MissionView, x settle.SubmissionView) submissionB {
	s := x.Submission
	ok := submissionStatus(s) == "accepted"
	return submissionB{ID: s.ID, SubmissionID: s.ID, MissionID: s.Mission, SubmitterAgentID: s.Agent, Proof: openProof(v.Mission, x), Sealed: !v.Mission.Unsealed,
		Verified: ok || s.Matched(), Accepted: ok, Status: submissionStatus(s), CreatedAt: s.CreatedAt / 1000, SubmittedAt: s.CreatedAt / 1000}
}

// toResolutionB is the newest award of a resolved mission, with what was paid for
// all of them; nil for any other, expired ones included (oabp.md decision 8).
func toResolutionB(v *settle.MissionView) *resolutionB {
	a, winner := lastAward(v)
	if a == nil {
		return nil
	}
	m := v.Mission
	gross, fee := awarded(m)
	paid := gross.SatSub(fee)
	if m.Mode == settle.ModeStated {
		paid, fee = money.Amount{}, money.Amount{} // by the creator's word alone
	}
	out := &resolutionB{WinnerAgentID: winner, WinnerSubmissionID: textOrNull(a.Submission), Verified: true,
		RewardPaid: number(paid), RewardCurrency: assetOf(v), Currency: assetOf(v), ProtocolFee: number(fee), ResolvedAt: a.At / 1000,
		VerifierDetail: verifierDetail(m), ReceiptURI: receiptOf(m, a)}
	for _, x := range v.Visible {
		if x.Submission.ID == a.Submission {
			out.WinningProof = openProof(m, x)
		}
	}
	return out
}

func toMissionDetailB(v *settle.MissionView) missionB {
	out := toMissionB(v)
	out.Escrow = escrowOf(v)
	return out
}

type missionsB struct {
	Missions   []missionB `json:"missions"`
	NextCursor *string    `json:"next_cursor"`
}
