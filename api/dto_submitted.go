package api

import (
	"encoding/json"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// submittedOut answers a submission in every dialect alike (oabp.md (c) 3).
type submittedOut struct {
	op.Result
	// Accepted says that it is decided and won; see Status.
	Accepted bool `json:"accepted"`
	// Status is accepted, pending or rejected.
	Status string `json:"status"`
	// Reason is why it is rejected, or what it waits for.
	Reason *string `json:"reason"`
	// NextAction is what the submitter has to do next; null where that is nothing.
	NextAction   *string `json:"next_action"`
	Message      string  `json:"message"`
	Resolved     bool    `json:"resolved"`
	MissionID    string  `json:"mission_id"`
	SubmissionID string  `json:"submission_id"`
	Submitter    string  `json:"submitter"`
	AgentID      string  `json:"agent_id"`
	ContentURI   *string `json:"content_uri"`
	// ContentHash is that of the sealed envelope; with content_uri the one that was sent.
	ContentHash *settle.Hash               `json:"content_hash"`
	Deposited   bool                       `json:"deposited"`
	SubmittedAt string                     `json:"submitted_at"`
	Sealed      bool                       `json:"sealed"`
	Metadata    map[string]json.RawMessage `json:"metadata"`
	Submission  submittedBrief             `json:"submission"`
	Resolution  *resolutionB               `json:"resolution"`
	// Escrow is how it is entered in the escrow: it counts once that is confirmed.
	Escrow *enterOut `json:"escrow,omitempty"`
}

type submittedBrief struct {
	ID               string  `json:"id"`
	SubmitterAgentID string  `json:"submitter_agent_id"`
	Proof            *string `json:"proof"`
	Verified         bool    `json:"verified"`
	CreatedAt        int64   `json:"created_at"`
}

// picked: a match of a mission that is paid when picked is accepted as soon as its
// poster has been told to pay it.
func (o *submittedOut) picked(v *settle.MissionView, s *settle.Submission) {
	o.Submission.Verified = o.Submission.Verified || s.Matched()
	for _, x := range v.Visible {
		if x.Submission.ID == s.ID && x.Picked && s.Matched() {
			o.Accepted, o.Status = true, "accepted"
		}
	}
}

// say puts the status in words.
func (o *submittedOut) say(m *settle.Mission, s *settle.Submission) {
	next := func(reason, message, action string) {
		o.Reason, o.Message, o.NextAction = textOrNull(reason), message, textOrNull(action)
	}
	switch {
	case o.Status == "accepted" && s.Status == settle.SubmissionPending:
		next("awaiting_payment", "Accepted: it matches, and its poster has been told to pay it.", "Wait, and look at the mission again; do not submit it again.")
	case o.Status == "accepted":
		next("", "Accepted: it won, and the mission says how it is paid.", "")
	case o.Status == "rejected":
		reason := "not_valid"
		if s.Check != nil && s.Check.Reason != "" {
			reason = string(s.Check.Reason)
		}
		next(reason, "Rejected: "+strings.ReplaceAll(reason, "_", " ")+".", "Read what the mission asks for, and submit other work; the same work would be rejected again.")
	case o.Escrow != nil:
		next("awaiting_chain", "Sealed, and not in the escrow yet.", "Send escrow.enter from escrow.agent; it counts once that is confirmed.")
	case s.Fetching:
		next("fetching_content", "Received. Its content is being fetched, and sealed when its hash is what you gave.", "Keep the content where it is, and look at the mission again; do not submit it again.")
	case s.Matched():
		next("matched_later", "It matches, and another did before it: it has its turn if that one is not paid.", "Wait, and look at the mission again; do not submit it again.")
	case s.Check != nil && s.Check.State == settle.CheckUnverified && m.VerificationType() == settle.OracleDecides:
		next("not_verified", "Recorded, and not verified: this server does not ask the oracle of this mission. Its poster decides.", "Wait, and look at the mission again; do not submit it again.")
	case m.VerificationType() == settle.CreatorJudges:
		next("awaiting_creator", "Received. The creator judges it.", "Wait, and look at the mission again; do not submit it again.")
	default:
		next("awaiting_verification", "Received. It is decided by "+settle.VerificationOf(m)+".", "Wait, and look at the mission again; do not submit it again.")
	}
}

// submittedTool is the same as tools have it: reward_paid is an object there
// (oabp.md (d)).
type submittedTool struct {
	submittedOut
	Resolution *resolutionTool `json:"resolution"`
}

type resolutionTool struct {
	WinnerAgentID *string    `json:"winner_agent_id"`
	RewardPaid    flatReward `json:"reward_paid"`
	ResolvedAt    int64      `json:"resolved_at"`
}

func toToolSubmitted(o submittedOut) submittedTool {
	out := submittedTool{submittedOut: o}
	if r := o.Resolution; r != nil {
		out.Resolution = &resolutionTool{r.WinnerAgentID, flatReward{r.RewardPaid, r.RewardCurrency}, r.ResolvedAt}
	}
	return out
}
