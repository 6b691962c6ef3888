package api

import (
	"context"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Deciding missions in the OABP dialects. Nothing is decided here: each mission is
// resolved by the use case of how it is funded, with that one's rules.

type resolveIn struct {
	MissionID    string `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	SubmissionID string `json:"submission_id,omitempty" op:"len=1..80" jsonschema:"which one wins"`
	Winner       string `json:"winner_submission_id,omitempty" op:"len=1..80" jsonschema:"the same as submission_id"`
	Note         string `json:"note,omitempty" op:"len=1..1000" jsonschema:"why, for the submitter; where accepting awards at once"`
}

// resolveOut says what follows of the creator's choice.
type resolveOut struct {
	MissionID    string `json:"mission_id"`
	SubmissionID string `json:"submission_id"`
	Funding      string `json:"funding"`
	// Status and PayoutStatus are those of the mission in dialect B.
	Status       string       `json:"status"`
	PayoutStatus string       `json:"payout_status"`
	Resolved     bool         `json:"resolved"`
	NextAction   *string      `json:"next_action"`
	Resolution   *resolutionB `json:"resolution"`
	// Settlement is the instruction to pay, of a direct mission; Call the award to send,
	// of an escrow mission. Either resolves the mission once it is confirmed.
	Settlement *instructionOut `json:"settlement,omitempty"`
	Call       *awardOut       `json:"call,omitempty"`
}

type voteCastIn struct {
	MissionID    string        `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	SubmissionID string        `json:"submission_id,omitempty" op:"len=1..80" jsonschema:"which one you vote for; leave it out to vote for nobody"`
	Voter        string        `json:"voter,omitempty" op:"len=1..80" jsonschema:"who votes; your credential says so too"`
	Stake        *money.Amount `json:"stake,omitempty" op:"format=token-units" jsonschema:"in units of points; the least that votes by default"`
}

// pollOut is a poll over a points mission. What choices weigh shows once it is closed.
type pollOut struct {
	MissionID   string                  `json:"mission_id"`
	Open        bool                    `json:"open"`
	VotingFrom  string                  `json:"voting_from"`
	VotingUntil string                  `json:"voting_deadline"`
	VoteToken   string                  `json:"vote_token"`
	MinVote     money.Amount            `json:"min_vote"`
	Quorum      uint16                  `json:"quorum"`
	QuorumStake money.Amount            `json:"quorum_weight"`
	SlashBPS    uint16                  `json:"slash_bps"`
	Outcome     string                  `json:"outcome"`
	Winner      *string                 `json:"winner_submission_id"`
	Weights     map[string]money.Amount `json:"weights"`
	YourVote    *ballotOut              `json:"your_vote"`
}

type ballotOut struct {
	SubmissionID *string      `json:"submission_id"`
	Stake        money.Amount `json:"stake"`
}

type fundingIn struct {
	MissionID string       `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	TxHash    *settle.Hash `json:"tx_hash,omitempty" op:"format=evm-hash" jsonschema:"the transaction that funds it; the server sees it without being told"`
}

type fundingOut struct {
	MissionID      string       `json:"mission_id"`
	Status         string       `json:"status"`
	Funding        string       `json:"funding"`
	RewardEscrowed bool         `json:"reward_escrowed"`
	FundedAt       string       `json:"funded_at"`
	TxHash         *settle.Hash `json:"tx_hash"`
}

func (t *table) deciding() op.Table {
	tags := []string{"missions"}
	return op.Table{
		declare(op.Spec{Name: "resolve_mission", Summary: "Choose the submission that wins", Tags: tags, Scope: op.Agent,
			Description: "For the creator. direct: reserves the mission and gives the instruction to pay, as settlement_instruction does. escrow: gives the award to send. points: credits the reward at once. The first two resolve the mission when the payment, or the award, is confirmed.",
			Errors:      append(append([]settle.Code{}, pickErrors...), settle.CodeNotAwardable, settle.CodeMissionNotFunded),
			Bindings:    []op.Binding{oabp("POST", "/missions/{mission_id}/resolve"), oabp("POST", "/api/missions/{mission_id}/resolve")},
			Tools:       []op.Tool{{Name: "resolve_mission", Dialect: op.OABP, Destructive: true}},
		}, t.resolve),
		declare(op.Spec{Name: "vote_on_submission", Summary: "Vote on the submissions of a points mission", Tags: tags, Scope: op.Agent, Attestable: true,
			Description: "For missions decided by peer_vote whose reward is in points. A vote is a stake: voters of what wins share what the others lose, by the mission's rules. A vote is cast once. Missions of the escrow are voted on at the chain.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeWrongFunding, settle.CodeVerificationUnsupported,
				settle.CodeVoteNotOpen, settle.CodeVoterBarred, settle.CodeAlreadyVoted, settle.CodeInsufficientPoints, settle.CodeAssetUnsupported},
			Bindings: []op.Binding{oabp("POST", "/missions/{mission_id}/vote"), oabp("POST", "/api/missions/{mission_id}/vote")},
			Tools:    []op.Tool{{Name: "vote_on_submission", Dialect: op.OABP}},
		}, t.vote),
		declare(op.Spec{Name: "get_votes", Summary: "Look at the vote on a points mission", Tags: tags, Scope: op.Optional,
			Errors:   []settle.Code{settle.CodeNotFound, settle.CodeWrongFunding, settle.CodeVerificationUnsupported},
			Bindings: []op.Binding{oabp("GET", "/missions/{mission_id}/vote")},
			Tools:    []op.Tool{{Name: "get_votes", Dialect: op.OABP, ReadOnly: true}},
		}, func(ctx context.Context, in missionIn) (pollOut, error) {
			v, err := t.core.Poll(ctx, oabpMissionID(in.MissionID), viewer(ctx))
			if err != nil {
				return pollOut{}, err
			}
			return toPoll(v), nil
		}),
		declare(op.Spec{Name: "confirm_funding", Summary: "Ask whether the funding of an escrow mission is confirmed", Tags: tags,
			Description: "The server watches the chain, so that nothing has to be reported: this says how far it is. 409 not_confirmed while the post waits for its confirmations, mission_not_funded while none is seen.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeWrongFunding, settle.CodeNotConfirmed, settle.CodeMissionNotFunded, settle.CodeMissionNotOpen},
			Bindings:    []op.Binding{oabp("POST", "/missions/{mission_id}/confirm-funding"), oabp("POST", "/api/missions/{mission_id}/confirm-funding")},
			Tools:       []op.Tool{{Name: "confirm_funding", Dialect: op.OABP, ReadOnly: true}},
		}, t.confirmFunding),
	}
}

func (t *table) resolve(ctx context.Context, in resolveIn) (resolveOut, error) {
	switch {
	case in.SubmissionID == "" && in.Winner == "":
		return resolveOut{}, op.Invalid("submission_id", "is required")
	case in.SubmissionID == "":
		in.SubmissionID = in.Winner
	case in.Winner != "" && in.Winner != in.SubmissionID:
		return resolveOut{}, op.Invalid("winner_submission_id", "is another submission than submission_id")
	}
	id, me := oabpMissionID(in.MissionID), caller(ctx)
	in.SubmissionID = fromNumber("sub_", in.SubmissionID)
	v, err := t.core.Mission(ctx, id, settle.Viewer{Agent: me})
	if err != nil {
		return resolveOut{}, err
	}
	out := resolveOut{MissionID: id, SubmissionID: in.SubmissionID, Funding: string(v.Mission.Mode)}
	next := ""
	switch v.Mission.Mode {
	case settle.ModeStated:
		_, err = t.core.AwardStated(ctx, settle.AcceptRequest{Actor: me, Mission: id, Submission: in.SubmissionID, Note: in.Note})
	case settle.ModePoints:
		_, err = t.core.AwardPoints(ctx, settle.AcceptRequest{Actor: me, Mission: id, Submission: in.SubmissionID, Note: in.Note})
	case settle.ModeEscrow:
		var c *settle.AwardCall
		if c, err = t.core.AwardCall(ctx, settle.AwardRequest{Actor: me, Mission: id, Submission: in.SubmissionID}); err == nil {
			award := toAward(c)
			out.Call, next = &award, "Send call.award from the resolver's address; the mission is resolved once it is confirmed."
		}
	default:
		var i instructionOut
		if i, err = t.pick(ctx, settle.PickRequest{Mission: id, Submission: in.SubmissionID, Renew: true}); err == nil {
			out.Settlement, next = &i, "Pay settlement; the mission is resolved, and the deliverable opens, once it is confirmed."
		}
	}
	if err != nil {
		return resolveOut{}, err
	}
	out.NextAction = textOrNull(next)
	if after, err := t.core.Mission(ctx, id, settle.Viewer{Agent: me}); err == nil { // it is done, whatever becomes of this look
		v = after
	}
	_, out.Status, _ = projection(v.Mission)
	out.PayoutStatus, out.Resolution = payoutOf(v), toResolutionB(v)
	out.Resolved = out.Resolution != nil
	return out, nil
}

func (t *table) vote(ctx context.Context, in voteCastIn) (pollOut, error) {
	me, err := t.actor(ctx, settle.Claim{ID: in.Voter, Act: settle.ClaimToVote})
	if err != nil {
		return pollOut{}, err
	}
	r := settle.BallotRequest{Actor: me.Agent, Mission: oabpMissionID(in.MissionID), Submission: fromNumber("sub_", in.SubmissionID)}
	if in.Stake != nil {
		if r.Stake = *in.Stake; r.Stake.IsZero() {
			return pollOut{}, op.Invalid("stake", "must be more than 0; leave it out for the least that votes")
		}
	}
	v, err := t.core.Vote(ctx, r)
	if err != nil {
		return pollOut{}, err
	}
	return toPoll(v), nil
}

func toPoll(v *settle.PollView) pollOut {
	m, r := v.Mission, v.Terms
	out := pollOut{MissionID: m.ID, Open: v.Open, VotingFrom: millis(r.WorkUntil), VotingUntil: millis(m.Deadline), VoteToken: m.Asset(), MinVote: r.MinStake,
		Quorum: r.Rules.QuorumVoters, QuorumStake: r.Rules.QuorumWeight, SlashBPS: r.Rules.SlashBPS, Outcome: v.Poll.Outcome.String(),
		Winner: textOrNull(v.Poll.Winner), Weights: v.Poll.Weights}
	if out.Weights == nil {
		out.Weights = map[string]money.Amount{}
	}
	if b := v.Yours; b != nil {
		out.YourVote = &ballotOut{textOrNull(b.Choice), b.Stake}
	}
	return out
}

func (t *table) confirmFunding(ctx context.Context, in fundingIn) (fundingOut, error) {
	v, err := t.core.Escrow(ctx, oabpMissionID(in.MissionID))
	if err != nil {
		return fundingOut{}, err
	}
	m := v.Mission
	switch {
	case m.FundedAt != 0:
		status, _, _ := projection(m)
		return fundingOut{m.ID, status, string(m.Mode), escrowed(m), millis(m.FundedAt), in.TxHash}, nil
	case m.Status != settle.MissionUnfunded:
		return fundingOut{}, settle.Errorf(settle.CodeMissionNotOpen, "the mission is %s, and was never funded", m.Status)
	case v.Soon != nil:
		return fundingOut{}, settle.Errorf(settle.CodeNotConfirmed, "the post is seen, and has %d of %d confirmations", above(v, v.Soon.Posted), v.Settings.Confirmations).
			With("confirmations", above(v, v.Soon.Posted)).With("confirmations_required", v.Settings.Confirmations)
	}
	return fundingOut{}, settle.Errorf(settle.CodeMissionNotFunded, "no post of this mission is seen on the chain; send one of the calls in escrow.fund (GET /missions/%s/escrow)", m.ID)
}
