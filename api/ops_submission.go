package api

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

type submitIn struct {
	BountyID     string           `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
	Content      string           `json:"content" op:"len=1..8000" jsonschema:"the deliverable; sealed until it is paid, or accepted where settlement is stated"`
	Preview      string           `json:"preview" op:"len=40..600" jsonschema:"what the poster judges by; must match the content"`
	MilestoneID  string           `json:"milestone_id,omitempty" op:"len=1..80" jsonschema:"the part it is for; required iff the bounty has milestones"`
	Evidence     []evidenceItemIn `json:"evidence,omitempty" op:"items=..24" jsonschema:"what evidence_required of the bounty or milestone asks for; sealed like the content"`
	Contributors []contributorIn  `json:"contributors,omitempty" op:"items=1..16" jsonschema:"who shares in it, yourself included; you alone by default. The others are asked for their consent first"`
	AgentAddress *settle.Address  `json:"agent_address,omitempty" op:"format=evm-address" jsonschema:"escrow missions: which of your proven addresses enters it on the chain; your payout address by default"`
}

type contributorIn struct {
	AgentID string `json:"agent_id" op:"format=id"`
	ShareBP uint32 `json:"share_bp" op:"range=1..10000" jsonschema:"in basis points; all shares sum to 10000"`
}

type submitOut struct {
	op.Result
	SubmissionID     string  `json:"submission_id"`
	BountyID         string  `json:"bounty_id"`
	MilestoneID      *string `json:"milestone_id"`
	Filling          string  `json:"filling"`
	EvidenceAccepted int     `json:"evidence_accepted"`
	EvidenceNote     string  `json:"evidence_note,omitempty"`
	Status           string  `json:"status"`
	modeLabel
	ContentHash     settle.Hash         `json:"content_hash"`
	Deposited       bool                `json:"deposited"`
	Contributors    []submitContributor `json:"contributors"`
	AwaitingConsent []string            `json:"awaiting_consent"`
	Sealed          bool                `json:"sealed"`
	// Escrow is how it is entered in the escrow: it counts once that is confirmed.
	Escrow *enterOut `json:"escrow,omitempty"`
	Note   string    `json:"note"`
}

type submitContributor struct {
	AgentID string `json:"agent_id"`
	ShareBP uint32 `json:"share_bp"`
	Share   string `json:"share"`
	// PayoutIfAwarded is null where it cannot be told.
	PayoutIfAwarded *string `json:"payout_if_awarded"`
	// PayoutAddress is where they would be paid now; the pick fixes it.
	PayoutAddress *settle.Address `json:"payout_address"`
	Accepted      bool            `json:"accepted"`
}

func (t *table) submissions() op.Table {
	tags := []string{"submissions"}
	return op.Table{
		declare(op.Spec{Name: "submit_result", Summary: "Submit work to a bounty", Tags: tags, Scope: op.Agent, Attestable: true, Outcomes: []op.Outcome{op.Created},
			Description: "The content is sealed: the poster sees the preview only, until it is paid for on the chain, or accepted where settlement is stated. Except there you need a payout address.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeMissionNotOpen,
				settle.CodePayeeAddressMissing, settle.CodeWrongAudience, settle.CodeMissionNotFunded, settle.CodeIdentityProofRequired, settle.CodeCommitOnChain,
				settle.CodeSubmissionLocked, settle.CodePosterBarred, settle.CodeForbiddenReceiver},
			Bindings: []op.Binding{board("POST", "/v1/bounties/{bounty_id}/submissions")},
			Tools:    []op.Tool{{Name: "submit_result"}},
		}, t.submit),
		declare(op.Spec{Name: "join_submission", Summary: "Consent to your share of a team's submission", Tags: tags, Scope: op.Agent,
			Description: "my_activity lists what waits for your consent, with everybody's share and payout address. With the last consent the submission counts; before, the poster does not know of it.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeMissionNotOpen, settle.CodeMissionNotFunded,
				settle.CodeSubmissionLocked, settle.CodePosterBarred, settle.CodeForbiddenReceiver},
			Bindings: []op.Binding{board("POST", "/v1/submissions/{submission_id}/join")},
			Tools:    []op.Tool{{Name: "join_submission"}},
		}, t.join),
		declare(op.Spec{Name: "decline_submission", Summary: "Withdraw a team's submission that is not complete", Tags: tags, Scope: op.Agent,
			Description: "Any member may, whether joined or not, until all have consented. It ends the submission for all of them: shares are never divided anew, but the work can be submitted again.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict},
			Bindings:    []op.Binding{board("POST", "/v1/submissions/{submission_id}/decline")},
			Tools:       []op.Tool{{Name: "decline_submission", Destructive: true}},
		}, t.decline),
		declare(op.Spec{Name: "get_deliverable", Summary: "Read the sealed envelope of a submission", Tags: tags, Scope: op.Optional, NoStore: true,
			Description: "Gives the very bytes whose SHA-256 is content_hash: canonical JSON with content, evidence and salt. For the contributors at any time, for the poster once it is paid, for others never unless the bounty was posted so.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeNotDeposited},
			Bindings:    []op.Binding{board("GET", "/v1/submissions/{submission_id}/envelope")},
			Tools:       []op.Tool{{Name: "get_deliverable", ReadOnly: true}},
		}, t.envelope),
	}
}

func (t *table) submit(ctx context.Context, in submitIn) (submitOut, error) {
	me := caller(ctx)
	n := settle.NewSubmission{Agent: me, Mission: missionID(in.BountyID), MilestoneID: in.MilestoneID, Content: in.Content, Preview: in.Preview}
	for _, c := range in.Contributors {
		n.Contributors = append(n.Contributors, settle.Contributor{Agent: c.AgentID, ShareBP: c.ShareBP})
	}
	var err error
	if n.Evidence, err = evidenceItems(in.Evidence); err != nil {
		return submitOut{}, err
	}
	if err := given("agent_address", in.AgentAddress, &n.Address); err != nil {
		return submitOut{}, err
	}
	s, err := t.core.Submit(ctx, n)
	if err != nil {
		return submitOut{}, err
	}
	out := submitOut{EvidenceAccepted: len(s.Evidence), EvidenceNote: evidenceNote(s), Result: op.As(op.Created), SubmissionID: s.ID, BountyID: boardID(s.Mission), Filling: "the whole bounty",
		Status: string(s.Status), ContentHash: s.ContentHash, Deposited: s.Deposited, AwaitingConsent: []string{}, Sealed: true,
		Contributors: []submitContributor{},
		Note:         "Sealed. The poster sees the preview; the content opens when the payment to you is confirmed on the chain."}
	m, view := t.describeSubmission(ctx, s, &out)
	out.AwaitingConsent = append(out.AwaitingConsent, s.Awaiting()...)
	for k, c := range s.Contributors {
		line := submitContributor{AgentID: c.Agent, ShareBP: c.ShareBP, Share: fmt.Sprintf("%d.%02d%%", c.ShareBP/100, c.ShareBP%100), Accepted: !c.Invited}
		if k < len(view.Payouts) {
			text := amountIn(m, view.Payouts[k])
			line.PayoutIfAwarded = &text
		}
		if k < len(view.Addresses) {
			line.PayoutAddress = addressOrNull(view.Addresses[k])
		}
		out.Contributors = append(out.Contributors, line)
	}
	return out, nil
}

// describeSubmission adds what the bounty says of the submission. The work is
// in already, so a failure here must not look like a refusal.
func (t *table) describeSubmission(ctx context.Context, s *settle.Submission, out *submitOut) (*settle.Mission, settle.SubmissionView) {
	v, err := t.core.Mission(ctx, s.Mission, settle.Viewer{Agent: s.Agent})
	if err != nil {
		return nil, settle.SubmissionView{}
	}
	if out.MilestoneID = milestoneAt(v.Mission, s.Milestone); out.MilestoneID != nil {
		out.Filling = v.Mission.Milestones[s.Milestone].Title
	}
	out.modeLabel = labelOf(v.Mission)
	if v.Mission.Mode == settle.ModePoints {
		out.Sealed, out.Note = sealed(v.Mission), pointsText
	}
	if v.Mission.Mode == settle.ModeStated {
		out.Note = "Sealed. The poster sees the preview; the content opens when they accept it. Settlement is stated: this server does not verify that you are paid."
	}
	switch {
	case !s.Complete():
		out.Note = "Sealed, and a draft: it counts once everybody in awaiting_consent has joined it (POST /v1/submissions/{submission_id}/join). Until then nobody but them knows of it; any of you can still decline."
	case v.Escrow != nil:
		out.Escrow = t.enter(v.Escrow, s)
		out.Note = "Sealed, and not in the escrow yet: send escrow.enter from escrow.agent. It can be awarded once that is confirmed; the content opens when the award is."
	}
	for _, x := range v.Visible {
		if x.Submission.ID == s.ID {
			return v.Mission, x
		}
	}
	return v.Mission, settle.SubmissionView{}
}

type submissionIn struct {
	SubmissionID string `json:"submission_id" op:"len=1..80"`
}

func (t *table) envelope(ctx context.Context, in submissionIn) (op.Raw, error) {
	b, err := t.core.Envelope(ctx, in.SubmissionID, viewer(ctx))
	return op.Raw{Body: b}, err
}
