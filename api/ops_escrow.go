package api

import (
	"context"
	"encoding/hex"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
)

// postErrors are the rules of the escrow that a post can break.
var postErrors = []settle.Code{settle.CodeSettlementNotConfigured, settle.CodePosterDisputed, settle.CodeIdentityProofRequired,
	settle.CodeVerificationUnsupported, settle.CodeChainUnavailable, settle.CodeForbiddenReceiver, settle.CodeTimesNotAscending,
	settle.CodeRefundTimeOutOfRange, settle.CodeRewardTooLarge, settle.CodeTrancheCount, settle.CodeTrancheTooSmall, settle.CodeAppealTermsInvalid,
	settle.CodeMatchTermsInvalid, settle.CodeMatchRuleInvalid, settle.CodePredicateLeaks, settle.CodeResolverInvalid, settle.CodeOracleNotAllowed, settle.CodeRulesInvalid, settle.CodeTooLateToOpen}

// callErrors are what the escrow would refuse a call for.
var callErrors = []settle.Code{settle.CodeWrongStatus, settle.CodeSubmitWindowClosed, settle.CodeJudgeWindowClosed, settle.CodeRevealWindowClosed,
	settle.CodeAppealWindowClosed, settle.CodeNoCommitmentsTaken, settle.CodeAlreadyCommitted, settle.CodeNoCommitment,
	settle.CodeCommitmentTooYoung, settle.CodeAppealsOff, settle.CodeAlreadyAppealed, settle.CodeNotAppellant, settle.CodeNoPendingAward}

func (t *table) escrows() op.Table {
	tags := []string{"escrow"}
	known := []settle.Code{settle.CodeNotFound, settle.CodeWrongFunding}
	return op.Table{
		declare(op.Spec{Name: "get_escrow", Summary: "Look at what the escrow holds of a mission", Tags: tags,
			Description: "Public: terms, parts, pending awards, payouts, refunds, credits, the entries of all agents, and every call that can be made about it now.",
			Errors:      append(known, settle.CodeChainUnavailable),
			Bindings: []op.Binding{oabp("GET", "/missions/{mission_id}/escrow"),
				{Dialect: op.Board, Method: "GET", Path: "/v1/bounties/{bounty_id}/escrow", In: op.From(func(in bountyIn) (missionIn, error) { return missionIn{in.BountyID}, nil })}},
			Tools: []op.Tool{{Name: "get_escrow", Dialect: op.OABP, ReadOnly: true}},
		}, t.getEscrow),
		declare(op.Spec{Name: "fund_mission", Summary: "Turn a signature into the call that funds a mission", Tags: tags,
			Description: "For the permit or the authorization of fund. Nothing is sent: with an authorization anybody may send the call, with a permit the poster.",
			Errors:      append(known, settle.CodeConflict, settle.CodeChainUnavailable, settle.CodeSubmitWindowClosed, settle.CodeOracleNotAllowed),
			Bindings:    []op.Binding{oabp("POST", "/missions/{mission_id}/fund")},
			Tools:       []op.Tool{{Name: "fund_mission", Dialect: op.OABP, ReadOnly: true}},
		}, t.fundMission),
		declare(op.Spec{Name: "award_call", Summary: "Get the call that awards a submission out of the escrow", Tags: tags, Scope: op.Agent,
			Description: "For missions that their creator judges. Nothing is sent and nothing reserved: the award is the call that you send.",
			Errors:      append(known, settle.CodeForbidden, settle.CodeMissionNotFunded, settle.CodeNotAwardable, settle.CodeNotDeposited),
			Bindings: []op.Binding{oabp("GET", "/missions/{mission_id}/award"),
				{Dialect: op.Board, Method: "GET", Path: "/v1/bounties/{bounty_id}/award", In: op.From(func(in boardAwardIn) (awardIn, error) {
					return awardIn{in.BountyID, in.SubmissionID, in.Tranche}, nil
				})}},
			Tools: []op.Tool{{Name: "award_call", Dialect: op.OABP, ReadOnly: true}},
		}, t.awardCall),
		declare(op.Spec{Name: "escrow_call", Summary: "Get the call of an appeal, a commitment or a reveal", Tags: tags,
			Description: "For calls that need something of yours. What the contract would refuse at the newest indexed block is refused here, under the name of its error. The commitment is keccak256(abi.encode(mission_hash, your address, bytes answer, bytes32 salt)): compute it yourself, so that nobody sees the answer before it counts.",
			Errors:      append(append(known, settle.CodeWrongAnswer, settle.CodeTooLong, settle.CodePosterBarred, settle.CodeMissionNotFunded, settle.CodeChainUnavailable), callErrors...),
			Bindings:    []op.Binding{oabp("POST", "/missions/{mission_id}/calls")},
			Tools:       []op.Tool{{Name: "escrow_call", Dialect: op.OABP, ReadOnly: true}},
		}, t.escrowCall),
		declare(op.Spec{Name: "get_mission_spec", Summary: "Get the specification that a mission's terms bind", Tags: tags,
			Description: "Gives the very bytes whose SHA-256 is spec_hash in the terms: canonical JSON.",
			Errors:      known,
			Bindings:    []op.Binding{oabp("GET", "/missions/{mission_id}/spec")},
			Tools:       []op.Tool{{Name: "get_mission_spec", Dialect: op.OABP, ReadOnly: true}},
		}, func(ctx context.Context, in missionIn) (op.Raw, error) {
			b, err := t.core.Spec(ctx, missionID(in.MissionID))
			return op.Raw{Body: b}, err
		}),
	}
}

func (t *table) getEscrow(ctx context.Context, in missionIn) (escrowOut, error) {
	v, err := t.core.Escrow(ctx, missionID(in.MissionID))
	if err != nil {
		return escrowOut{}, err
	}
	return *t.escrow(v), nil
}

type fundIn struct {
	MissionID string `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	Way       string `json:"way" op:"enum=permit|authorization"`
	Signature string `json:"signature" op:"format=hex,len=4..40000" jsonschema:"by the poster's address, over fund.permit or fund.authorization"`
}

func (t *table) fundMission(ctx context.Context, in fundIn) (callOut, error) {
	v, err := t.core.Escrow(ctx, missionID(in.MissionID))
	if err != nil {
		return callOut{}, err
	}
	if v.Soon != nil {
		return callOut{}, settle.Errorf(settle.CodeConflict, "the mission is funded already").With("status", escrowStatus(v))
	}
	if v.Refused != nil {
		return callOut{}, v.Refused
	}
	sig, err := signature(in.Signature)
	if err != nil {
		return callOut{}, err
	}
	m, f := v.Mission, funding(v)
	out := callOut{Call: "postWithAuthorization", To: m.Contract, Until: secondsOrNull(m.Terms.SubmitBy)}
	if in.Way == "permit" {
		out.Call, out.From = "postWithPermit", &f.Poster
		out.Calldata = digest.CalldataPostWithPermit(*m.Terms, t.specURI(m), f.Until, sig).String()
	} else {
		a := f.Authorization()
		out.Calldata = digest.CalldataPostWithAuthorization(*m.Terms, t.specURI(m), a.ValidAfter, a.ValidBefore, sig).String()
	}
	return out, nil
}

type awardIn struct {
	MissionID    string `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Tranche      *uint8 `json:"tranche,omitempty" op:"range=0..15" jsonschema:"which prize, from 0; the lowest that is free by default"`
}

type boardAwardIn struct {
	BountyID     string `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
	SubmissionID string `json:"submission_id" op:"len=1..80"`
	Tranche      *uint8 `json:"tranche,omitempty" op:"range=0..15" jsonschema:"which prize, from 0; the lowest that is free by default"`
}

func (t *table) awardCall(ctx context.Context, in awardIn) (awardOut, error) {
	c, err := t.core.AwardCall(ctx, settle.AwardRequest{Actor: caller(ctx), Mission: missionID(in.MissionID), Submission: in.SubmissionID, Tranche: in.Tranche})
	if err != nil {
		return awardOut{}, err
	}
	return toAward(c), nil
}

type callIn struct {
	MissionID    string          `json:"mission_id" op:"len=1..80" jsonschema:"mis_… (bty_… names the same)"`
	Call         string          `json:"call" op:"enum=appeal|commit|reveal"`
	From         *settle.Address `json:"from,omitempty" op:"format=evm-address" jsonschema:"the address that will send the call; with it the call is checked against what that address may do"`
	Tranche      uint8           `json:"tranche,omitempty" op:"range=0..15" jsonschema:"appeal: the part whose award is appealed"`
	EvidenceHash *settle.Hash    `json:"evidence_hash,omitempty" op:"format=evm-hash" jsonschema:"appeal: the hash of your reasons"`
	Commitment   *settle.Hash    `json:"commitment,omitempty" op:"format=evm-hash" jsonschema:"commit: your commitment"`
	Answer       string          `json:"answer,omitempty" op:"format=hex,len=2..8194" jsonschema:"reveal: the answer's bytes as hex, at most 4096 of them"`
	Salt         *settle.Hash    `json:"salt,omitempty" op:"format=evm-hash" jsonschema:"reveal: the salt of your commitment"`
}

// missing refuses a request without what its call needs.
func (in callIn) missing() error {
	need := map[string][]struct {
		name  string
		given bool
	}{
		"appeal": {{"evidence_hash", in.EvidenceHash != nil}},
		"commit": {{"commitment", in.Commitment != nil}},
		"reveal": {{"answer", in.Answer != ""}, {"salt", in.Salt != nil}},
	}
	for _, x := range need[in.Call] {
		if !x.given {
			return settle.Errorf(settle.CodeInvalid, "%s: is required for %s", x.name, in.Call)
		}
	}
	return nil
}

func (t *table) escrowCall(ctx context.Context, in callIn) (callOut, error) {
	v, err := t.core.Escrow(ctx, missionID(in.MissionID))
	if err != nil {
		return callOut{}, err
	}
	if err := in.missing(); err != nil {
		return callOut{}, err
	}
	m := v.Mission
	out := callOut{Call: in.Call, To: m.Contract, From: in.From}
	var from settle.Address
	if in.From != nil {
		from = *in.From
	}
	switch in.Call {
	case "commit":
		out.Calldata, out.Until = digest.CalldataCommit(m.OnChain, *in.Commitment).String(), secondsOrNull(m.Terms.SubmitBy)
		return out, escrow.CheckCommit(v, from)
	case "reveal":
		return revealCall(v, in, out)
	}
	out.Tranche, out.Calldata = &in.Tranche, digest.CalldataAppeal(*m.Terms, in.Tranche, *in.EvidenceHash).String()
	if err := escrow.CheckAppeal(v, in.Tranche, from); err != nil {
		return out, err
	}
	out.Until = secondsOrNull(v.Soon.Tranches[in.Tranche].Pending.FinalAt)
	return out, nil
}

// revealCall checks the answer as the escrow does: nothing is published in vain.
// Who committed to it must send it.
func revealCall(v *settle.EscrowView, in callIn, out callOut) (callOut, error) {
	answer, err := hex.DecodeString(in.Answer[2:])
	if err != nil {
		return out, settle.Errorf(settle.CodeInvalid, "answer: %v", err)
	}
	from, until, err := escrow.CheckReveal(v, answer, *in.Salt)
	if err != nil {
		return out, err
	}
	if in.From != nil && *in.From != from {
		return out, settle.Errorf(settle.CodeNoCommitment, "it is %s that committed to this answer with this salt, and must reveal it", from.Checksum()).With("agent", from)
	}
	out.From, out.Until = &from, secondsOrNull(until)
	out.Calldata = digest.CalldataReveal(*v.Mission.Terms, answer, *in.Salt).String()
	return out, nil
}
