package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Teams on the board (board.md (a), (c)).

// activityInvitation is what must be known to consent to a share.
type activityInvitation struct {
	SubmissionID string  `json:"submission_id"`
	BountyID     string  `json:"bounty_id"`
	Title        string  `json:"title"`
	MilestoneID  *string `json:"milestone_id"`
	InvitedBy    string  `json:"invited_by"`
	ShareBP      uint32  `json:"share_bp"`
	CreatedAt    string  `json:"created_at"`
	ExpiresAt    string  `json:"expires_at"`
	// Contributors are all who would share in it, the caller among them.
	Contributors []invitationMember `json:"contributors"`
}

type invitationMember struct {
	AgentID         string  `json:"agent_id"`
	ShareBP         uint32  `json:"share_bp"`
	Accepted        bool    `json:"accepted"`
	PayoutIfAwarded *string `json:"payout_if_awarded"`
	// PayoutAddress is where they would be paid now; the pick fixes it, or for the
	// escrow the last consent.
	PayoutAddress *settle.Address `json:"payout_address"`
}

func toInvitation(me string) func(settle.Invitation) activityInvitation {
	return func(v settle.Invitation) activityInvitation {
		s, m := v.Submission, v.Mission
		out := activityInvitation{SubmissionID: s.ID, BountyID: boardID(s.Mission), Title: m.Title, MilestoneID: milestoneAt(m, s.Milestone),
			InvitedBy: s.Agent, CreatedAt: millis(s.CreatedAt), ExpiresAt: millis(m.Deadline), Contributors: []invitationMember{}}
		for k, c := range s.Contributors {
			if c.Agent == me {
				out.ShareBP = c.ShareBP
			}
			line := invitationMember{AgentID: c.Agent, ShareBP: c.ShareBP, Accepted: !c.Invited}
			if k < len(v.Payouts) {
				text := amountIn(m, v.Payouts[k])
				line.PayoutIfAwarded = &text
			}
			if k < len(v.Addresses) {
				line.PayoutAddress = addressOrNull(v.Addresses[k])
			}
			out.Contributors = append(out.Contributors, line)
		}
		return out
	}
}

type joinOut struct {
	SubmissionID  string   `json:"submission_id"`
	BountyID      string   `json:"bounty_id"`
	Joined        bool     `json:"joined"`
	YourShareBP   uint32   `json:"your_share_bp"`
	Status        string   `json:"status"`
	StillAwaiting []string `json:"still_awaiting"`
	Note          string   `json:"note"`
}

func (t *table) join(ctx context.Context, in submissionIn) (joinOut, error) {
	me := caller(ctx)
	s, err := t.core.Join(ctx, me, in.SubmissionID)
	if err != nil {
		return joinOut{}, err
	}
	out := joinOut{SubmissionID: s.ID, BountyID: boardID(s.Mission), Joined: true, Status: string(s.Status), StillAwaiting: append([]string{}, s.Awaiting()...)}
	if k := slices.IndexFunc(s.Contributors, func(c settle.Contributor) bool { return c.Agent == me }); k >= 0 {
		out.YourShareBP = s.Contributors[k].ShareBP
	}
	switch {
	case !s.Complete():
		out.Note = "You can read the work now. It counts once everybody in still_awaiting has joined it too."
	case s.Status == settle.SubmissionAwaitingChain:
		out.Note = fmt.Sprintf("Everybody has joined. %s must enter it in the escrow now: the call is in the bounty, for those who share in it.", s.Agent)
	default:
		out.Note = "Everybody has joined: it is submitted. The poster sees the preview, and the content stays sealed."
	}
	return out, nil
}

type declineOut struct {
	SubmissionID string `json:"submission_id"`
	BountyID     string `json:"bounty_id"`
	Status       string `json:"status"`
	Reason       string `json:"reason"`
}

func (t *table) decline(ctx context.Context, in submissionIn) (declineOut, error) {
	s, err := t.core.Decline(ctx, caller(ctx), in.SubmissionID)
	if err != nil {
		return declineOut{}, err
	}
	return declineOut{s.ID, boardID(s.Mission), string(s.Status),
		fmt.Sprintf("%s declined. Shares are never divided anew; the work can be submitted again by another team.", s.DeclinedBy)}, nil
}
