package api

import (
	"encoding/json"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Dialects A (bare paths) and B (/api) of a mission (oabp.md (b), (c)). They
// stay apart: the types of reward.amount and deadline clash.

const (
	asset       = "USDC"
	verifyByHim = "creator_judges"
)

// projection is the status of a mission and of its payment in dialects A and B.
func projection(m *settle.Mission) (a, b, payout string) {
	switch m.Status {
	case settle.MissionUnfunded:
		return "escrowed", "open", "not_applicable"
	case settle.MissionOpen:
		return "open", "open", "not_applicable"
	case settle.MissionAwarded:
		if m.Mode == settle.ModeStated { // nobody knows of a payment
			return "resolved", "resolved", "not_applicable"
		}
		return "resolved", "resolved", "confirmed"
	case settle.MissionExpired:
		return "voided", "expired", "not_applicable"
	case settle.MissionCancelled:
		return "voided", "cancelled", "not_applicable"
	}
	return "voided", "voided", "not_applicable"
}

// missionCommon is what A and B may share.
type missionCommon struct {
	ID                 string  `json:"id"`
	MissionID          string  `json:"mission_id"`
	Creator            string  `json:"creator"`
	CreatorAgentID     string  `json:"creator_agent_id"`
	Title              string  `json:"title"`
	Description        string  `json:"description"`
	AcceptanceCriteria *string `json:"acceptance_criteria"`
	VerificationType   string  `json:"verification_type"`
	Status             string  `json:"status"`
	PayoutStatus       string  `json:"payout_status"`
	DeadlineExplicit   bool    `json:"deadline_explicit"`
	// Funding is escrow, direct (the creator pays when they pick, so nothing is
	// escrowed), or stated (the creator says what they pay, and nothing is verified).
	Funding            string   `json:"funding"`
	RewardEscrowed     bool     `json:"reward_escrowed"`
	Sealed             bool     `json:"sealed"`
	MaxWinners         uint32   `json:"max_winners"`
	CurrentSubmissions int      `json:"current_submissions"`
	Accepts            []string `json:"accepts"`
	ViewURL            string   `json:"view_url"`
	// SubmitURL is where work for it is posted.
	SubmitURL string `json:"submit_url"`
	// EvidenceRequired is left out where none is asked.
	EvidenceRequired []evidenceLine `json:"evidence_required,omitempty"`
	// Escrow is in the detail of an escrow mission.
	Escrow *escrowBrief `json:"escrow,omitempty"`
}

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
	Submissions        []submissionB     `json:"submissions"`
	Resolution         *resolutionB      `json:"resolution"`
}

type submissionB struct {
	ID               string `json:"id"`
	SubmitterAgentID string `json:"submitter_agent_id"`
	// Proof is null: the work is sealed (settlement.md R3).
	Proof       *string `json:"proof"`
	Sealed      bool    `json:"sealed"`
	Verified    bool    `json:"verified"`
	Accepted    bool    `json:"accepted"`
	Status      string  `json:"status"`
	CreatedAt   int64   `json:"created_at"`
	SubmittedAt int64   `json:"submitted_at"`
}

type resolutionB struct {
	// WinnerAgentID is null where the caller may not see the submission.
	WinnerAgentID *string `json:"winner_agent_id"`
	// WinnerSubmissionID and ReceiptURI are null where an address was awarded on the
	// chain whose work was never submitted here; ReceiptURI also of a stated award,
	// of which no payment is known: RewardPaid is 0 then.
	WinnerSubmissionID *string     `json:"winner_submission_id"`
	WinningProof       *string     `json:"winning_proof"`
	Verified           bool        `json:"verified"`
	RewardPaid         json.Number `json:"reward_paid"`
	RewardCurrency     string      `json:"reward_currency"`
	Currency           string      `json:"currency"`
	ProtocolFee        json.Number `json:"protocol_fee"`
	ResolvedAt         int64       `json:"resolved_at"`
	VerifierDetail     string      `json:"verifier_detail"`
	ReceiptURI         *string     `json:"receipt_uri"`
}

type nestedReward struct {
	Asset string `json:"asset"`
	// Amount is in token units.
	Amount     money.Amount `json:"amount"`
	Decimals   int          `json:"decimals"`
	AmountUSDC string       `json:"amount_usdc"`
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
	Submissions  *[]submissionA     `json:"submissions,omitempty"`
	Resolution   *resolutionA       `json:"resolution"`
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
	ID           string      `json:"id"`
	SubmissionID string      `json:"submission_id"`
	MissionID    string      `json:"mission_id"`
	Submitter    string      `json:"submitter"`
	ContentHash  settle.Hash `json:"content_hash"`
	ContentURI   *string     `json:"content_uri"`
	Preview      string      `json:"preview"`
	Proof        *string     `json:"proof"`
	Sealed       bool        `json:"sealed"`
	Status       string      `json:"status"`
	SubmittedAt  string      `json:"submitted_at"`
}

type resolutionA struct {
	// SubmissionID and ReceiptURI are null where an address was awarded on the chain
	// whose work was never submitted here; ReceiptURI also of a stated award.
	SubmissionID *string `json:"submission_id"`
	Winner       *string `json:"winner"`
	ResolvedAt   string  `json:"resolved_at"`
	ReceiptURI   *string `json:"receipt_uri"`
}

// creator is the poster's proven address (AIP-1 §1), that of the terms where there
// are some, or the opaque id of an agent that has proven none.
func creator(v *settle.MissionView) string {
	if t := v.Mission.Terms; t != nil {
		return t.Poster.Checksum()
	}
	if v.Poster != nil && v.Poster.Payout != nil && v.Poster.Payout.Proven {
		return v.Poster.Payout.Address.Checksum()
	}
	return v.Mission.Poster
}

func common(v *settle.MissionView, status, payout string) missionCommon {
	m := v.Mission
	return missionCommon{ID: m.ID, MissionID: m.ID, Creator: creator(v), CreatorAgentID: m.Poster, Title: m.Title,
		Description: m.Description, AcceptanceCriteria: textOrNull(m.Criteria), VerificationType: settle.VerificationOf(m), Status: status,
		PayoutStatus: payout, DeadlineExplicit: m.DeadlineExplicit, Funding: string(m.Mode), RewardEscrowed: escrowed(m), Sealed: sealed(m),
		MaxWinners: m.MaxWinners, CurrentSubmissions: v.Submissions, Accepts: acceptsOf(m.Accepts), ViewURL: "/missions/" + m.ID, SubmitURL: "/v1/bounties/" + m.ID + "/submissions", EvidenceRequired: evidenceLines(m.Evidence)}
}

// number is an amount in whole USDC as an exact JSON number.
func number(a money.Amount) json.Number {
	s := money.FormatUSDC(a)
	return json.Number(strings.TrimSuffix(strings.TrimRight(s, "0"), "."))
}

// lastAward resolves a mission in dialects that know one winner; nil while it
// is not resolved.
func lastAward(v *settle.MissionView) (a *settle.Award, winner *string) {
	m := v.Mission
	if m.Status != settle.MissionAwarded || len(m.Awards) == 0 {
		return nil, nil
	}
	a = newestAward(m)
	if a.Agent == "" && !a.Address.IsZero() { // that nobody here has proven
		return a, textOrNull(a.Address.Checksum())
	}
	return a, textOrNull(a.Agent)
}

func receiptPath(m *settle.Mission, submission string, part int) string {
	return "/missions/" + m.ID + "/receipts/" + submission + settle.ReceiptQuery(m, part)
}

// receiptOf is where an award's receipt is; null for one of work that was never
// submitted here, which has none.
func receiptOf(m *settle.Mission, a *settle.Award) *string {
	if a.Submission == "" || a.Stated != nil {
		return nil
	}
	uri := receiptPath(m, a.Submission, a.Part())
	return &uri
}

func toMissionA(v *settle.MissionView) missionA {
	m := v.Mission
	status, _, payout := projection(m)
	out := missionA{missionCommon: common(v, status, payout),
		Reward:       nestedReward{asset, m.Reward, 6, money.FormatUSDC(m.Reward)},
		Verification: nestedVerification{settle.VerificationOf(m), verificationParams(m)}, Deadline: millis(m.Deadline), CreatedAt: millis(m.CreatedAt)}
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

func toMissionDetailA(v *settle.MissionView) missionA {
	out := toMissionA(v)
	out.Escrow = escrowOf(v)
	subs := list(v.Visible, func(x settle.SubmissionView) submissionA {
		s := x.Submission
		return submissionA{ID: s.ID, SubmissionID: s.ID, MissionID: s.Mission, Submitter: s.Agent, ContentHash: s.ContentHash,
			Preview: s.Preview, Sealed: true, Status: submissionStatus(s), SubmittedAt: millis(s.CreatedAt)}
	})
	out.Submissions = &subs
	return out
}

// submissionStatus is the projection of a submission on OABP surfaces.
func submissionStatus(s *settle.Submission) string {
	switch s.Status {
	case settle.SubmissionAccepted, settle.SubmissionAcceptedLate:
		return "accepted"
	case settle.SubmissionPending, settle.SubmissionAwaitingChain:
		return "pending"
	}
	return "rejected"
}

func toMissionB(v *settle.MissionView) missionB {
	m := v.Mission
	_, status, payout := projection(m)
	out := missionB{missionCommon: common(v, status, payout), Reward: flatReward{number(m.Reward), asset},
		VerificationParams: verificationParams(m), Deadline: m.Deadline / 1000, CreatedAt: m.CreatedAt / 1000,
		Submissions: list(v.Visible, func(x settle.SubmissionView) submissionB {
			s := x.Submission
			ok := submissionStatus(s) == "accepted"
			return submissionB{ID: s.ID, SubmitterAgentID: s.Agent, Sealed: true, Verified: ok, Accepted: ok, Status: submissionStatus(s),
				CreatedAt: s.CreatedAt / 1000, SubmittedAt: s.CreatedAt / 1000}
		})}
	if a, winner := lastAward(v); a != nil {
		gross, fee := awarded(m)
		at, paid := a.At/1000, gross.SatSub(fee)
		if m.Mode == settle.ModeStated {
			paid, fee = money.Amount{}, money.Amount{} // by the creator's word alone
		}
		out.ResolvedAt = &at
		out.Resolution = &resolutionB{WinnerAgentID: winner, WinnerSubmissionID: textOrNull(a.Submission), Verified: true,
			RewardPaid: number(paid), RewardCurrency: asset, Currency: asset, ProtocolFee: number(fee), ResolvedAt: at,
			VerifierDetail: verifierDetail(m), ReceiptURI: receiptOf(m, a)}
	}
	return out
}

func toMissionDetailB(v *settle.MissionView) missionB {
	out := toMissionB(v)
	out.Escrow = escrowOf(v)
	return out
}

func verifierDetail(m *settle.Mission) string {
	if m.Mode == settle.ModeStated {
		return "accepted by the creator; the payment is stated, not verified"
	}
	if m.Mode == settle.ModeEscrow {
		return "paid by the escrow and confirmed on the chain"
	}
	return "paid by the creator and confirmed on the chain"
}

type missionsA struct {
	Missions   []missionA `json:"missions"`
	NextCursor *string    `json:"next_cursor"`
}

type missionsB struct {
	Missions   []missionB `json:"missions"`
	NextCursor *string    `json:"next_cursor"`
}
