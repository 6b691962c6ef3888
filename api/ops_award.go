package api

import (
	"context"
	"encoding/json"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Reviews: accepting by a stated award, and turning down (board.md (a) "Award
// result"). One handler stands behind both routes and the tool.

type reviewIn struct {
	BountyID     string `json:"bounty_id" op:"len=1..80"`
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Note         string `json:"note,omitempty" op:"len=1..1000" jsonschema:"why, for the submitter"`
}

type acceptIn struct {
	reviewIn
	PaymentRef string `json:"payment_ref,omitempty" op:"len=1..300" jsonschema:"how you pay, in your own words; a transaction hash is looked up and shown as checked, not found or unchecked, never as settled"`
}

type reviewToolIn struct {
	acceptIn
	Decision string `json:"decision" op:"enum=accept|reject" jsonschema:"accept awards a bounty with stated settlement; one that is paid on the chain is accepted by paying it (settlement_instruction)"`
}

// review is a decision about a submission.
type review struct {
	acceptIn
	accept bool
}

// reviewed is one of two answers.
type reviewed struct {
	award    *boardAwarded
	rejected *boardReviewed
}

func (t *table) reviews() op.Table {
	tags := []string{"submissions"}
	return op.Table{
		declare(op.Spec{Name: "award_bounty", Summary: "Accept a submission of a bounty with stated settlement", Tags: tags, Scope: op.Agent,
			Description: "Records the winner, freezes the payouts, closes the rivals and opens the deliverable for you. It is no payment: you pay elsewhere, by your word. " +
				"A bounty that is paid on the chain is accepted by paying its instruction.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeMissionNotOpen,
				settle.CodeWrongFunding, settle.CodeSettlementInProgress, settle.CodeNotDeposited},
			Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/bounties/{bounty_id}/award",
				In:  op.From(func(in acceptIn) (review, error) { return review{in, true}, nil }),
				Out: op.To(func(r reviewed) boardAwarded { return *r.award })}},
			Tools: []op.Tool{{Name: "review_submission", Title: "Accept a submission, or turn it down", Destructive: true,
				Description: "accept: awards a bounty with stated settlement, and opens the deliverable for you; it is no payment. reject: turns the submission down. A bounty that is paid on the chain is accepted by paying it: ask for settlement_instruction.",
				In: op.From(func(in reviewToolIn) (review, error) {
					if in.Decision == "reject" && in.PaymentRef != "" {
						return review{}, settle.Errorf(settle.CodeInvalid, "payment_ref: belongs to accept; leave it out to reject")
					}
					return review{in.acceptIn, in.Decision == "accept"}, nil
				}),
				Out: op.To(reviewed.members)}},
		}, t.review),
		declare(op.Spec{Name: "reject_submission", Summary: "Turn a submission down", Tags: tags, Scope: op.Agent,
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeSettlementInProgress},
			Bindings: []op.Binding{{Dialect: op.Board, Method: "POST", Path: "/v1/bounties/{bounty_id}/reject",
				In:  op.From(func(in reviewIn) (review, error) { return review{acceptIn{reviewIn: in}, false}, nil }),
				Out: op.To(func(r reviewed) boardReviewed { return *r.rejected })}},
			Exempt: []op.Exempt{{Surface: op.MCP, Reason: "the tool review_submission does it with decision reject"}},
		}, t.review),
	}
}

// members are those of whichever answer it is, since a tool has one output.
func (r reviewed) members() map[string]json.RawMessage {
	var v any = r.award
	if r.award == nil {
		v = r.rejected
	}
	out := map[string]json.RawMessage{}
	if raw, err := json.Marshal(v); err == nil {
		_ = json.Unmarshal(raw, &out) // it is an object
	}
	return out
}

func (t *table) review(ctx context.Context, in review) (reviewed, error) {
	mission := missionID(in.BountyID)
	if !in.accept {
		s, err := t.core.Reject(ctx, caller(ctx), mission, in.SubmissionID, in.Note)
		if err != nil {
			return reviewed{}, err
		}
		return reviewed{rejected: &boardReviewed{boardID(s.Mission), s.ID, string(s.Status), textOrNull(s.Note)}}, nil
	}
	a, err := t.core.AwardStated(ctx, settle.AcceptRequest{Actor: caller(ctx), Mission: mission, Submission: in.SubmissionID,
		Note: in.Note, PaymentRef: in.PaymentRef})
	if err != nil {
		return reviewed{}, err
	}
	return reviewed{award: toBoardAwarded(a)}, nil
}

type boardAwarded struct {
	BountyID            string          `json:"bounty_id"`
	MilestoneID         *string         `json:"milestone_id"`
	MilestoneTitle      *string         `json:"milestone_title"`
	BountyComplete      bool            `json:"bounty_complete"`
	WinningSubmissionID string          `json:"winning_submission_id"`
	WinnerAgentID       string          `json:"winner_agent_id"`
	Reward              string          `json:"reward"`
	PlatformFee         string          `json:"platform_fee"`
	PlatformFeeBP       uint32          `json:"platform_fee_bp"`
	NetToContributors   string          `json:"net_to_contributors"`
	Payouts             []awardedPayout `json:"payouts"`
	PaymentRef          *string         `json:"payment_ref"`
	// PaymentCheck is null unless PaymentRef is a transaction hash.
	PaymentCheck *paymentCheck `json:"payment_check"`
	modeLabel
	// Paid is false: a stated award says nothing of money that moved.
	Paid       bool    `json:"paid"`
	ReviewNote *string `json:"review_note"`
	AwardedAt  string  `json:"awarded_at"`
	Settlement string  `json:"settlement"`
	Note       string  `json:"note"`
}

type awardedPayout struct {
	AgentID     string `json:"agent_id"`
	ShareBP     uint32 `json:"share_bp"`
	Amount      string `json:"amount"`
	AmountCents *int64 `json:"amount_cents"`
	AmountUnits string `json:"amount_units"`
}

// paymentCheck is what looking up a payment reference gave (board.md decision
// 7). It never says that anything was settled.
type paymentCheck struct {
	TxHash settle.Hash `json:"tx_hash"`
	// Status is checked (a block holds the transaction), not found, or unchecked
	// (the chain could not be asked).
	Status string `json:"status"`
	// Succeeded and BlockNumber are null unless the transaction was found.
	Succeeded   *bool   `json:"succeeded"`
	BlockNumber *uint64 `json:"block_number"`
	Note        string  `json:"note"`
}

func toPaymentCheck(s *settle.StatedAward) *paymentCheck {
	if s == nil || s.Check == "" {
		return nil
	}
	out := &paymentCheck{TxHash: s.PaymentTx, Status: string(s.Check),
		Note: "The transaction was looked up once, at the award. Whom and what it pays was not judged, and nothing is settled by it."}
	if s.Check == settle.PaymentChecked {
		out.Succeeded, out.BlockNumber = &s.Succeeded, &s.Block.Number
	}
	return out
}

func toBoardAwarded(a *settle.Accepted) *boardAwarded {
	m, s := a.Mission, a.Submission
	stated := a.Award.Stated
	net := money.Amount{}
	out := &boardAwarded{BountyID: boardID(m.ID), MilestoneID: milestoneAt(m, s.Milestone), BountyComplete: m.Status == settle.MissionAwarded,
		WinningSubmissionID: s.ID, WinnerAgentID: s.Agent, PlatformFee: dollars(stated.Fee), PlatformFeeBP: m.FeeBP, Payouts: []awardedPayout{},
		PaymentRef: textOrNull(stated.PaymentRef), PaymentCheck: toPaymentCheck(stated), modeLabel: labelOf(m), ReviewNote: textOrNull(s.Note),
		AwardedAt: millis(a.Award.At), Settlement: settlementTextOf(m),
		Note: "Recorded as stated. The deliverable is open for you: read the bounty again. Pay the contributors yourself; the platform fee is owed, not collected."}
	if out.MilestoneID != nil {
		out.MilestoneTitle = &m.Milestones[s.Milestone].Title
	}
	for k, c := range s.Contributors {
		p := stated.Payouts[k]
		net = net.SatAdd(p)
		out.Payouts = append(out.Payouts, awardedPayout{c.Agent, c.ShareBP, dollars(p), cents(p), p.String()})
	}
	out.Reward, out.NetToContributors = dollars(net.SatAdd(stated.Fee)), dollars(net)
	return out
}
