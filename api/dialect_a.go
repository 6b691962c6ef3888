package api

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Dialect A (bare paths): nested reward and verification, amounts in token units as
// strings, times as RFC 3339.

type nestedReward struct {
	Asset string `json:"asset"`
	// Amount is in token units.
	Amount   money.Amount `json:"amount"`
	Decimals int          `json:"decimals"`
	// AmountUSDC is null for points, which are worth nothing.
	AmountUSDC *string `json:"amount_usdc"`
}

type nestedVerification struct {
	Type   string            `json:"type"`
	Params map[string]string `json:"params"`
}

type missionA struct {
	missionCommon
	Reward       nestedReward       `json:"reward"`
	Verification nestedVerification `json:"verification"`
	Deadline     string             `json:"deadline"`
	CreatedAt    string             `json:"created_at"`
	ResolvedAt   *string            `json:"resolved_at"`
	Milestones   []milestoneA       `json:"milestones,omitempty"`
	// Submissions are those that everybody may know of, and the caller's own.
	Submissions []submissionA `json:"submissions"`
	Resolution  *resolutionA  `json:"resolution"`
}

type milestoneA struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Amount money.Amount `json:"amount"`
	Status string       `json:"status"`
	// EvidenceRequired is left out where the mission's holds.
	EvidenceRequired *[]evidenceLine `json:"evidence_required,omitempty"`
}

type submissionA struct {
	ID               string `json:"id"`
	SubmissionID     string `json:"submission_id"`
	MissionID        string `json:"mission_id"`
	Submitter        string `json:"submitter"`
	SubmitterAgentID string `json:"submitter_agent_id"`
	// ContentHash is null until the content is held.
	ContentHash *settle.Hash `json:"content_hash"`
	ContentURI  *string      `json:"content_uri"`
	// Preview is empty for those who may not judge by it.
	Preview string `json:"preview"`
	// Proof is null where the work is sealed (settlement.md R3).
	Proof       *string `json:"proof"`
	Sealed      bool    `json:"sealed"`
	Status      string  `json:"status"`
	SubmittedAt string  `json:"submitted_at"`
}

type resolutionA struct {
	// SubmissionID and ReceiptURI are null where an address was awarded on the chain
	// whose work was never submitted here; ReceiptURI also of a stated award.
	SubmissionID *string `json:"submission_id"`
	Winner       *string `json:"winner"`
	ResolvedAt   string  `json:"resolved_at"`
	ReceiptURI   *string `json:"receipt_uri"`
}

func toMissionA(v *settle.MissionView) missionA {
	m := v.Mission
	status, _, _ := projection(m)
	out := missionA{missionCommon: common(v, status),
		Reward:       nestedReward{assetOf(v), m.Reward, 6, inUSDC(m)},
		Verification: nestedVerification{settle.VerificationOf(m), verificationParams(m)}, Deadline: millis(m.WorkUntil()), CreatedAt: millis(m.CreatedAt),
		Submissions: list(workOf(v), func(x settle.SubmissionView) submissionA { return toSubmissionA(v, x) })}
	for k, x := range m.Milestones {
		st := status
		if milestoneAward(m, k) != nil {
			st = "resolved"
		} else if m.IsReturned(k) {
			st = "voided"
		}
		out.Milestones = append(out.Milestones, milestoneA{x.ID, x.Title, x.Reward, st, ownEvidence(x)})
	}
	if a, winner := lastAward(v); a != nil {
		out.ResolvedAt = millisOrNull(a.At)
		out.Resolution = &resolutionA{textOrNull(a.Submission), winner, millis(a.At), receiptOf(m, a)}
	}
	return out
}

func toSubmissionA(v *settle.MissionView, x settle.SubmissionView) submissionA {
	s := x.Submission
	return submissionA{ID: s.ID, SubmissionID: s.ID, MissionID: s.Mission, Submitter: s.Agent, SubmitterAgentID: s.Agent, ContentHash: hashOrNull(s.ContentHash),
		Preview: previewOf(v, s), Proof: openProof(v.Mission, x), Sealed: !v.Mission.Unsealed, Status: submissionStatus(s), SubmittedAt: millis(s.CreatedAt)}
}

func toMissionDetailA(v *settle.MissionView) missionA {
	out := toMissionA(v)
	out.Escrow = escrowOf(v)
	return out
}

type missionsA struct {
	Missions   []missionA `json:"missions"`
	NextCursor *string    `json:"next_cursor"`
}
