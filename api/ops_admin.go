package api

import (
	"context"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// What an operator does over HTTP, with X-Admin-Key (settlement.md R24).

type removeIn struct {
	BountyID string `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
	Reason   string `json:"reason,omitempty" op:"len=1..1000,default=policy" jsonschema:"public; its first 200 characters are kept"`
}

type boardRemoved struct {
	BountyID string `json:"bounty_id"`
	Status   string `json:"status"`
	Reason   string `json:"reason"`
	// Held are the instructions that were not settled: lift or withhold each.
	Held []heldOut `json:"held"`
	// HeldSubmissions are those that the escrow has paid, and that released nothing yet.
	HeldSubmissions []string `json:"held_submissions"`
	Note            string   `json:"note"`
}

type heldOut struct {
	InstructionID string `json:"instruction_id"`
	SubmissionID  string `json:"submission_id"`
	Covered       bool   `json:"covered"`
	TotalUnits    string `json:"total_units"`
	modeLabel
}

type liftIn struct {
	InstructionID string `json:"instruction_id" op:"len=1..80"`
	Note          string `json:"note,omitempty" op:"len=1..500" jsonschema:"why; it stays in the journal"`
}

type liftSubmissionIn struct {
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Note         string `json:"note,omitempty" op:"len=1..500" jsonschema:"why; it stays in the journal"`
}

type liftedSubmissionOut struct {
	SubmissionID string `json:"submission_id"`
	BountyID     string `json:"bounty_id"`
	Lifted       bool   `json:"lifted"`
	Note         string `json:"note"`
}

type liftedOut struct {
	InstructionID string `json:"instruction_id"`
	Status        string `json:"status"`
	Covered       bool   `json:"covered"`
	Note          string `json:"note"`
}

type withholdIn struct {
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Reason       string `json:"reason" op:"len=1..500" jsonschema:"public: the poster reads it"`
}

type withheldOut struct {
	SubmissionID string `json:"submission_id"`
	BountyID     string `json:"bounty_id"`
	Withheld     bool   `json:"withheld"`
	Reason       string `json:"reason"`
}

// reasonMost is how much of a reason is kept (board.md (a)).
const reasonMost = 200

func (t *table) admin() op.Table {
	tags := []string{"admin"}
	exempt := []op.Exempt{{Surface: op.MCP, Reason: "an operator's key is no business of a model"}}
	return op.Table{
		t.listInbox(tags),
		declare(op.Spec{Name: "remove_bounty", Summary: "Take a bounty down", Tags: tags, Scope: op.Admin, NoStore: true, Exempt: exempt,
			Description: "The bounty is nowhere to be found any more, and what is unsettled of it is held, what the escrow pays of it later too: lift each hold, or withhold it. A hold that is paid in full lifts itself after 14 days. What was released before stays readable for whoever paid, unless it is withheld.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden},
			Bindings:    []op.Binding{board("POST", "/v1/admin/bounties/{bounty_id}/remove")},
		}, t.remove),
		declare(op.Spec{Name: "lift_hold", Summary: "Lift the hold of an instruction", Tags: tags, Scope: op.Admin, NoStore: true, Exempt: exempt,
			Description: "It settles at once if it is paid in full. Nothing that is not paid is ever settled by an operator.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict},
			Bindings:    []op.Binding{board("POST", "/v1/admin/settlements/{instruction_id}/lift")},
		}, func(ctx context.Context, in liftIn) (liftedOut, error) {
			v, err := t.core.LiftHold(ctx, in.InstructionID, in.Note)
			if err != nil {
				return liftedOut{}, err
			}
			out := liftedOut{InstructionID: v.Instruction.ID, Status: string(v.Instruction.Status), Covered: v.Instruction.Covered,
				Note: "Lifted. It is not paid in full, so nothing is released yet."}
			if out.Covered {
				out.Note = "Lifted. It is paid in full and settles now."
			}
			return out, nil
		}),
		declare(op.Spec{Name: "lift_submission", Summary: "Lift what a takedown holds of a submission", Tags: tags, Scope: op.Admin, NoStore: true, Exempt: exempt,
			Description: "Its instruction, or for a bounty of the escrow its award: that settles once the escrow has paid it and it is confirmed, at once where it has. Nothing that is not paid is ever settled by an operator.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict},
			Bindings:    []op.Binding{board("POST", "/v1/admin/submissions/{submission_id}/lift")},
		}, func(ctx context.Context, in liftSubmissionIn) (liftedSubmissionOut, error) {
			s, err := t.core.LiftSubmission(ctx, in.SubmissionID, in.Note)
			if err != nil {
				return liftedSubmissionOut{}, err
			}
			return liftedSubmissionOut{s.ID, boardID(s.Mission), true, "Lifted. It is released as soon as it is paid in full and confirmed, at once if it is already."}, nil
		}),
		declare(op.Spec{Name: "withhold_submission", Summary: "Withhold a deliverable of a bounty that was taken down", Tags: tags, Scope: op.Admin, NoStore: true, Exempt: exempt,
			Description: "Closes it to the poster, for a public reason, whether it was paid or not; its receipt says voided. Its contributors still read their own.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict},
			Bindings:    []op.Binding{board("POST", "/v1/admin/submissions/{submission_id}/withhold")},
		}, func(ctx context.Context, in withholdIn) (withheldOut, error) {
			s, err := t.core.Withhold(ctx, in.SubmissionID, in.Reason)
			if err != nil {
				return withheldOut{}, err
			}
			return withheldOut{s.ID, boardID(s.Mission), true, s.WithheldFor}, nil
		}),
	}
}

func (t *table) remove(ctx context.Context, in removeIn) (boardRemoved, error) {
	reason := []rune(in.Reason)
	r, err := t.core.Remove(ctx, missionID(in.BountyID), string(reason[:min(len(reason), reasonMost)]))
	if err != nil {
		return boardRemoved{}, err
	}
	return boardRemoved{BountyID: boardID(r.Mission.ID), Status: string(r.Mission.Status), Reason: r.Mission.RemovedFor,
		Held: list(r.Held, func(i *settle.Instruction) heldOut {
			return heldOut{i.ID, i.Submission, i.Covered, i.Total.String(), labelOf(r.Mission)}
		}),
		HeldSubmissions: list(r.Awards, func(a *settle.EscrowAward) string { return a.Submission }),
		Note:            "Taken down. Lift each hold (POST /v1/admin/settlements/{instruction_id}/lift, or by its submission: POST /v1/admin/submissions/{submission_id}/lift) or withhold it (POST /v1/admin/submissions/{submission_id}/withhold)."}, nil
}
