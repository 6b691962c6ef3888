package api

import (
	"encoding/json"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// What the OABP dialects show of a mission alike (oabp.md (b), (c)). Each has its
// own file: dialect_a.go (bare paths), dialect_b.go (/api) and dialect_c.go (by
// profile). They stay apart: the types of reward.amount and deadline clash.

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
		if m.Mode == settle.ModePoints {
			return "resolved", "resolved", "credited"
		}
		return "resolved", "resolved", "confirmed"
	case settle.MissionExpired:
		return "voided", "expired", "not_applicable"
	case settle.MissionCancelled:
		return "voided", "cancelled", "not_applicable"
	}
	return "voided", "voided", "not_applicable"
}

// payoutOf is how far the payment of a mission's reward has come. It never shows in
// the status: a mission whose pick is being paid stays open.
func payoutOf(v *settle.MissionView) string {
	if v.Reverted { // until it is covered again
		return "failed"
	}
	if v.Picked {
		return "queued"
	}
	_, _, payout := projection(v.Mission)
	return payout
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
	// MissionType is freeform for a mission that has none (AIP-2).
	MissionType      string          `json:"mission_type"`
	TypeParams       json.RawMessage `json:"type_params"`
	Status           string          `json:"status"`
	PayoutStatus     string          `json:"payout_status"`
	DeadlineExplicit bool            `json:"deadline_explicit"`
	// Funding is escrow, direct (the creator pays when they pick, so nothing is
	// escrowed), points (of the ledger, worth nothing), or stated (the creator says what
	// they pay, and nothing is verified).
	Funding        string `json:"funding"`
	RewardEscrowed bool   `json:"reward_escrowed"`
	// RewardNote says that points are worth nothing; left out for other rewards.
	RewardNote string `json:"reward_note,omitempty"`
	Sealed     bool   `json:"sealed"`
	MaxWinners uint32 `json:"max_winners"`
	// MaxSubmissions is null for any number.
	MaxSubmissions     *uint32  `json:"max_submissions"`
	CurrentSubmissions int      `json:"current_submissions"`
	MetadataURI        *string  `json:"metadata_uri"`
	Accepts            []string `json:"accepts"`
	ViewURL            string   `json:"view_url"`
	// SubmitURL is where work for it is posted.
	SubmitURL string `json:"submit_url"`
	// EvidenceRequired is left out where none is asked.
	EvidenceRequired []evidenceLine `json:"evidence_required,omitempty"`
	// PosterReputation is the creator's record; left out where nobody has proven to be
	// the creator.
	PosterReputation *boardRecord `json:"poster_reputation,omitempty"`
	// Escrow is in the detail of an escrow mission.
	Escrow *escrowBrief `json:"escrow,omitempty"`
}

func common(v *settle.MissionView, status string) missionCommon {
	m := v.Mission
	out := missionCommon{ID: m.ID, MissionID: m.ID, Creator: creator(v), CreatorAgentID: m.Poster, Title: m.Title,
		Description: m.Description, AcceptanceCriteria: textOrNull(m.Criteria), VerificationType: settle.VerificationOf(m),
		MissionType: m.MissionType(), TypeParams: typeParams(m), Status: status, PayoutStatus: payoutOf(v),
		DeadlineExplicit: m.DeadlineExplicit, Funding: string(m.Mode), RewardEscrowed: escrowed(m), Sealed: sealed(m),
		MaxWinners: m.MaxWinners, CurrentSubmissions: v.Submissions, MetadataURI: textOrNull(m.MetadataURI), Accepts: acceptsOf(m.Accepts),
		ViewURL: "/missions/" + m.ID, SubmitURL: submitPath(m.ID), EvidenceRequired: evidenceLines(m.Evidence), PosterReputation: toRecord(v)}
	if m.Mode == settle.ModePoints {
		out.RewardNote = pointsLabel
	}
	if m.MaxSubmissions != 0 {
		out.MaxSubmissions = &m.MaxSubmissions
	}
	return out
}

func submitPath(mission string) string { return "/missions/" + mission + "/submit" }

func typeParams(m *settle.Mission) json.RawMessage {
	if m.TypeParams == "" {
		return json.RawMessage("{}")
	}
	return json.RawMessage(m.TypeParams)
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

// assetOf is what a mission's reward is called.
func assetOf(v *settle.MissionView) string { return v.Mission.Asset() }

// number is an amount in whole USDC as an exact JSON number.
func number(a money.Amount) json.Number {
	s := money.FormatUSDC(a)
	return json.Number(strings.TrimSuffix(strings.TrimRight(s, "0"), "."))
}

// workOf are the submissions to show: those that everybody may know of, and what the
// caller may see beside them, oldest first. Content is nil for those that are sealed.
func workOf(v *settle.MissionView) []settle.SubmissionView {
	seen := map[string]settle.SubmissionView{}
	for _, x := range v.Visible {
		seen[x.Submission.ID] = x
	}
	out := make([]settle.SubmissionView, 0, len(v.Work))
	for _, s := range v.Work {
		x, ok := seen[s.ID]
		if !ok { // only that it exists
			x = settle.SubmissionView{Submission: s}
		}
		delete(seen, s.ID)
		out = append(out, x)
	}
	for _, x := range v.Visible {
		if _, more := seen[x.Submission.ID]; more {
			out = append(out, x)
		}
	}
	return out
}

// openProof is the content of unsealed work; null for everybody where it is sealed,
// before and after release (wire.md "Sealed or not").
func openProof(m *settle.Mission, x settle.SubmissionView) *string {
	if !m.Unsealed || x.Content == nil {
		return nil
	}
	return &x.Content.Text
}

// previewOf is the preview for those who may judge by it, and empty for others.
func previewOf(v *settle.MissionView, s *settle.Submission) string {
	for _, x := range v.Visible {
		if x.Submission.ID == s.ID {
			return s.Preview
		}
	}
	return ""
}

// submissionStatus is the projection of a submission on OABP surfaces.
func submissionStatus(s *settle.Submission) string {
	switch s.Status {
	case settle.SubmissionAccepted, settle.SubmissionAcceptedLate:
		return "accepted"
	case settle.SubmissionPending, settle.SubmissionAwaitingChain, settle.SubmissionDraft:
		return "pending"
	}
	return "rejected"
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

func verifierDetail(m *settle.Mission) string {
	switch m.Mode {
	case settle.ModeStated:
		return "accepted by the creator; the payment is stated, not verified"
	case settle.ModeEscrow:
		return "paid by the escrow and confirmed on the chain"
	case settle.ModePoints:
		return "credited in test points, which are worth nothing"
	}
	return "paid by the creator and confirmed on the chain"
}
