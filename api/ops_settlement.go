package api

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

type pickIn struct {
	BountyID     string          `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
	SubmissionID string          `json:"submission_id" op:"len=1..80"`
	RefundTo     *settle.Address `json:"refund_to,omitempty" op:"format=evm-address" jsonschema:"where a deposit would be refunded; your proven address by default. Once set it is fixed"`
}

func (in pickIn) request(renew bool) (settle.PickRequest, error) {
	r := settle.PickRequest{Mission: missionID(in.BountyID), Submission: in.SubmissionID, Renew: renew}
	if in.RefundTo != nil {
		if in.RefundTo.IsZero() { // to the engine zero means that none was given
			return r, settle.Errorf(settle.CodeInvalid, "refund_to: is the zero address, where a refund would be lost; give an address that you control, or leave it out")
		}
		r.RefundTo = *in.RefundTo
	}
	return r, nil
}

type instructionIn struct {
	InstructionID string `json:"instruction_id" op:"len=1..80" jsonschema:"stl_…"`
}

type payerIn struct {
	InstructionID string         `json:"instruction_id" op:"len=1..80" jsonschema:"stl_…"`
	Address       settle.Address `json:"address" op:"format=evm-address"`
	Signature     string         `json:"signature" op:"format=hex,len=4..40000" jsonschema:"over payer_typed_data, by the address"`
}

type successorIn struct {
	InstructionID string         `json:"instruction_id" op:"len=1..80" jsonschema:"stl_…"`
	Address       settle.Address `json:"address" op:"format=evm-address" jsonschema:"where you are to be paid instead; you have proven it (link_address)"`
}

type directIn struct {
	InstructionID string      `json:"instruction_id" op:"len=1..80" jsonschema:"stl_…"`
	TxHash        settle.Hash `json:"tx_hash" op:"format=evm-hash"`
	LogIndex      uint32      `json:"log_index" op:"range=0..4294967295" jsonschema:"of the transfer, counted in the block"`
	Signature     string      `json:"signature" op:"format=hex,len=4..40000" jsonschema:"over direct_typed_data, by the transfer's payer"`
}

type checkIn struct {
	InstructionID string       `json:"instruction_id" op:"len=1..80" jsonschema:"stl_…"`
	Transfers     []intendedIn `json:"transfers" op:"items=1..64"`
}

type intendedIn struct {
	From   settle.Address `json:"from" op:"format=evm-address"`
	To     settle.Address `json:"to" op:"format=evm-address"`
	Amount money.Amount   `json:"amount" op:"format=token-units" jsonschema:"in token units (USDC: 6 decimals)"`
}

type checkOut struct {
	WouldSettle bool         `json:"would_settle"`
	Legs        []checkLeg   `json:"legs"`
	Problems    []problemOut `json:"problems"`
}

type checkLeg struct {
	Index    int          `json:"index"`
	Owed     money.Amount `json:"owed"`
	WouldPay money.Amount `json:"would_pay"`
	Missing  money.Amount `json:"missing"`
}

type problemOut struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type settleIn struct {
	BountyID     string      `json:"bounty_id" op:"len=1..80" jsonschema:"bty_… (mis_… names the same)"`
	SubmissionID string      `json:"submission_id" op:"len=1..80"`
	TxHash       settle.Hash `json:"tx_hash" op:"format=evm-hash"`
}

// settled answers a presented hash once the submission is settled.
type settled struct {
	Settled            bool            `json:"settled"`
	AlreadySettled     bool            `json:"already_settled"`
	Code               string          `json:"code"`
	BountyID           string          `json:"bounty_id"`
	MilestoneID        *string         `json:"milestone_id"`
	MilestoneTitle     *string         `json:"milestone_title"`
	BountyComplete     bool            `json:"bounty_complete"`
	SubmissionID       string          `json:"submission_id"`
	SubmissionStatus   string          `json:"submission_status"`
	WinningSubmission  *string         `json:"winning_submission_id"`
	TxHash             settle.Hash     `json:"tx_hash"`
	VerifiedRecipients int             `json:"verified_recipients"`
	Reward             string          `json:"reward"`
	PlatformFee        string          `json:"platform_fee"`
	NetToContributors  string          `json:"net_to_contributors"`
	Payouts            []settledPayout `json:"payouts"`
	InstructionID      string          `json:"instruction_id"`
	modeLabel
	Settlement string `json:"settlement"`
	ReceiptURI string `json:"receipt_uri"`
	// Receipt is the same document at every asking; null in the moment before
	// it can be read.
	Receipt json.RawMessage `json:"receipt"`
	Note    string          `json:"note"`
}

type settledPayout struct {
	AgentID     string       `json:"agent_id"`
	Amount      string       `json:"amount"`
	AmountCents *int64       `json:"amount_cents"`
	AmountUnits money.Amount `json:"amount_units"`
}

// toPick are the codes of everything that a pick asks.
var pickErrors = []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeMissionNotOpen,
	settle.CodePayeeAddressMissing, settle.CodePayeeCannotReceive, settle.CodeTokenPaused, settle.CodeNotDeposited,
	settle.CodeSettlementInProgress, settle.CodeSettlementNotConfigured, settle.CodeTooManyUnpaidPicks, settle.CodeChainUnavailable,
	settle.CodeSuperseded, settle.CodeHeld, settle.CodeReservationSpent, settle.CodeWrongFunding}

func (t *table) settlements() op.Table {
	tags := []string{"settlement"}
	readOrCreate := op.From(func(in pickIn) (settle.PickRequest, error) { return in.request(false) })
	reserve := op.From(func(in pickIn) (settle.PickRequest, error) { return in.request(true) })
	const path = "/v1/bounties/{bounty_id}/settlement"
	ops := op.Table{
		declare(op.Spec{Name: "settlement_instruction", Summary: "Pick a submission and get the instruction to pay it", Tags: tags, Scope: op.Agent, NoStore: true,
			Description: "Reserves the bounty for the submission and says who must be paid what, with every way to pay written out. Asking again gives the same instruction. POST (and the tool) reserves again after the reservation has ended; GET makes it the first time and then only reads.",
			Errors:      pickErrors, Outcomes: []op.Outcome{op.Created, op.Existing},
			Bindings: []op.Binding{
				{Dialect: op.Board, Method: "POST", Path: path, In: reserve},
				{Dialect: op.Board, Method: "GET", Path: path, In: readOrCreate, Status: map[op.Outcome]int{op.Created: 200}},
			},
			Tools: []op.Tool{{Name: "settlement_instruction", Idempotent: true, In: reserve}},
		}, t.pick),
		declare(op.Spec{Name: "get_settlement", Summary: "Look at an instruction and its payment", Tags: tags,
			Description: "Public: anybody can compute the digest again from it. It never shows what was submitted.",
			Errors:      []settle.Code{settle.CodeNotFound},
			Bindings:    []op.Binding{oabp("GET", "/settlements/{instruction_id}")},
			Tools:       []op.Tool{{Name: "get_settlement", Dialect: op.OABP, ReadOnly: true}},
		}, t.getInstruction),
		declare(op.Spec{Name: "withdraw_pick", Summary: "Withdraw a pick that is not paid", Tags: tags, Scope: op.Agent,
			Description: "Frees the bounty for another pick. Not possible once a payment was seen. A payment that comes nevertheless still releases the deliverable.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodePaymentSeen},
			Bindings:    []op.Binding{oabp("DELETE", "/settlements/{instruction_id}")},
			Tools:       []op.Tool{{Name: "withdraw_pick", Dialect: op.OABP, Destructive: true, Idempotent: true}},
		}, t.withdraw),
	}
	return append(append(ops, t.succession(tags)), t.payments(tags)...)
}

// succession is the way out of a payee whom the token's issuer refuses (R9).
func (t *table) succession(tags []string) *op.Op {
	return declare(op.Spec{Name: "replace_payee_address", Summary: "Be paid elsewhere, since the token's issuer refuses your address", Tags: tags, Scope: op.Agent,
		Description: "For a payee of an unpaid instruction whose address was blacklisted after the pick. The answer is the successor: what you still miss is owed at the new address, and nothing else changes. " +
			"The former instruction is superseded; what was paid of it, and what still arrives by its tags or at your former address, counts for the successor. " +
			"Prove the new address first (link_address). A key alone cannot redirect pay: the address has been yours for 24 hours, or is your payout address that holds, or you call with a sign-in by an address that has been yours for 24 hours.",
		Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodePayeeCannotReceive, settle.CodePaymentSeen,
			settle.CodeSuperseded, settle.CodeHeld, settle.CodeChainUnavailable},
		Outcomes: []op.Outcome{op.Created},
		Bindings: []op.Binding{oabp("POST", "/settlements/{instruction_id}/successor")},
		Tools:    []op.Tool{{Name: "replace_payee_address", Dialect: op.OABP}},
	}, t.succeed)
}

func (t *table) succeed(ctx context.Context, in successorIn) (instructionOut, error) {
	v, err := t.core.Succeed(ctx, by(ctx), in.InstructionID, in.Address)
	if err != nil {
		return instructionOut{}, err
	}
	return t.shown(ctx, v, op.Created)
}

func (t *table) payments(tags []string) op.Table {
	var presents *op.Policy
	if n := t.cfg.PresentsPerMinute; n > 0 {
		presents = &op.Policy{Name: "presents", Quota: n, Window: time.Minute}
	}
	return op.Table{
		declare(op.Spec{Name: "prove_payer", Summary: "Prove that an address pays for your pick", Tags: tags, Scope: op.Agent,
			Description: "Before or after the payment. The address then pays for you alone, for ever.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodePayerNotProven, settle.CodePayerClaimed,
				settle.CodeAddressTaken, settle.CodeChainUnavailable},
			Outcomes: []op.Outcome{op.Created, op.Existing},
			Bindings: []op.Binding{oabp("POST", "/settlements/{instruction_id}/payers")},
			Tools:    []op.Tool{{Name: "prove_payer", Dialect: op.OABP, Idempotent: true}},
		}, t.provePayer),
		declare(op.Spec{Name: "direct_payment", Summary: "Move units that you paid to your instruction", Tags: tags, Scope: op.Agent,
			Description: "For a transfer that was tagged wrongly, is surplus, or went to another of your unsettled picks. Its payer signs direct_typed_data.",
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeTxNotFound, settle.CodePayerNotProven,
				settle.CodePayerClaimed, settle.CodeAddressTaken, settle.CodeNotConfirmed, settle.CodeTxBeforeInstruction,
				settle.CodeAlreadySettled, settle.CodeChainUnavailable},
			Bindings: []op.Binding{oabp("POST", "/settlements/{instruction_id}/direct")},
			Tools:    []op.Tool{{Name: "direct_payment", Dialect: op.OABP, Idempotent: true}},
		}, t.direct),
		declare(op.Spec{Name: "check_payment", Summary: "Ask whether intended transfers would settle an instruction", Tags: tags,
			Description: "A dry run: nothing changes. The transfers are taken as one transaction of the next block, without a tag.",
			Errors:      []settle.Code{settle.CodeNotFound, settle.CodeChainUnavailable},
			Bindings:    []op.Binding{oabp("POST", "/settlements/{instruction_id}/check")},
			Tools:       []op.Tool{{Name: "check_payment", Dialect: op.OABP, ReadOnly: true}},
		}, t.check),
		declare(op.Spec{Name: "settle_bounty", Summary: "Present a transaction and learn what it does for your pick", Tags: tags, Scope: op.Agent,
			Description: "Payments are found and settled without it; this makes the server look and explain. It never changes whose payment it is, so presenting twice is harmless.",
			Limit:       presents,
			Errors: []settle.Code{settle.CodeNotFound, settle.CodeForbidden, settle.CodeConflict, settle.CodeTxNotFound, settle.CodeTxFailed,
				settle.CodeTxWrongChain, settle.CodeWrongToken, settle.CodeTxBeforeInstruction, settle.CodePayerNotProven,
				settle.CodeNonceNotDerived, settle.CodeUnderpaid, settle.CodeMissingOnlyFee, settle.CodeNotConfirmed,
				settle.CodePaymentUsedElsewhere, settle.CodeHeld, settle.CodeSuperseded, settle.CodeChainUnavailable, settle.CodeWrongFunding},
			Bindings: []op.Binding{board("POST", "/v1/bounties/{bounty_id}/settle")},
			Tools:    []op.Tool{{Name: "settle_bounty", Idempotent: true}},
		}, t.present),
	}
}

func (t *table) pick(ctx context.Context, r settle.PickRequest) (instructionOut, error) {
	r.Actor = caller(ctx)
	v, err := t.core.Pick(ctx, r)
	if err != nil {
		return instructionOut{}, err
	}
	outcome := op.Existing
	if v.Created {
		outcome = op.Created
	}
	return t.shown(ctx, v, outcome)
}

// shown maps a view, with the mission for the milestone's id where it has one.
func (t *table) shown(ctx context.Context, v *settle.InstructionView, o op.Outcome) (instructionOut, error) {
	m, err := t.missionOf(ctx, v.Instruction)
	if err != nil {
		return instructionOut{}, err
	}
	out := t.instruction(v, m)
	out.Result = op.As(o)
	return out, nil
}

// missionOf reads the mission of an instruction that is for a milestone; nil
// otherwise, and for a mission that was removed.
func (t *table) missionOf(ctx context.Context, i *settle.Instruction) (*settle.Mission, error) {
	if i.Milestone < 0 {
		return nil, nil
	}
	mv, err := t.core.Mission(ctx, i.Mission, settle.Viewer{})
	switch settle.CodeOf(err) {
	case "":
		return mv.Mission, nil
	case settle.CodeNotFound:
		return nil, nil
	}
	return nil, err
}

func (t *table) getInstruction(ctx context.Context, in instructionIn) (instructionOut, error) {
	v, err := t.core.Instruction(ctx, in.InstructionID)
	if err != nil {
		return instructionOut{}, err
	}
	return t.shown(ctx, v, op.Done)
}

func (t *table) withdraw(ctx context.Context, in instructionIn) (instructionOut, error) {
	v, err := t.core.Withdraw(ctx, caller(ctx), in.InstructionID)
	if err != nil {
		return instructionOut{}, err
	}
	return t.shown(ctx, v, op.Done)
}

func (t *table) provePayer(ctx context.Context, in payerIn) (instructionOut, error) {
	sig, err := signature(in.Signature)
	if err != nil {
		return instructionOut{}, err
	}
	v, again, err := t.core.ProvePayer(ctx, caller(ctx), in.InstructionID, in.Address, sig)
	t.seen.forget(caller(ctx) + "\x00")
	if err != nil {
		return instructionOut{}, err
	}
	outcome := op.Created
	if again {
		outcome = op.Existing
	}
	return t.shown(ctx, v, outcome)
}

func (t *table) direct(ctx context.Context, in directIn) (instructionOut, error) {
	sig, err := signature(in.Signature)
	if err != nil {
		return instructionOut{}, err
	}
	v, err := t.core.Direct(ctx, caller(ctx), in.InstructionID, in.TxHash, in.LogIndex, sig)
	t.seen.forget(caller(ctx) + "\x00")
	if err != nil {
		return instructionOut{}, err
	}
	return t.shown(ctx, v, op.Done)
}

// signature reads hex whose form the schema has checked.
func signature(s string) ([]byte, error) {
	b, err := hex.DecodeString(strings.TrimPrefix(strings.TrimPrefix(s, "0x"), "0X"))
	if err != nil {
		return nil, settle.Errorf(settle.CodeInvalid, "signature: %v", err)
	}
	return b, nil
}

func (t *table) check(ctx context.Context, in checkIn) (checkOut, error) {
	r, err := t.core.Check(ctx, in.InstructionID, list(in.Transfers, func(x intendedIn) settle.IntendedTransfer {
		return settle.IntendedTransfer{From: x.From, To: x.To, Amount: x.Amount}
	}))
	if err != nil {
		return checkOut{}, err
	}
	return checkOut{r.WouldSettle,
		list(r.Legs, func(l settle.CheckLeg) checkLeg { return checkLeg{l.Index, l.Owed, l.WouldPay, l.Missing} }),
		problemsOf(r.Problems)}, nil
}

func problemsOf(ps []settle.Problem) []problemOut {
	return list(ps, func(p settle.Problem) problemOut { return problemOut{string(p.Code), p.Message} })
}

func (t *table) present(ctx context.Context, in settleIn) (settled, error) {
	me, mission := caller(ctx), missionID(in.BountyID)
	key := strings.Join([]string{me, mission, in.SubmissionID, in.TxHash.String()}, "\x00")
	return t.seen.do(key, func() (settled, error) {
		r, err := t.core.Present(ctx, me, mission, in.SubmissionID, in.TxHash)
		if err != nil {
			return settled{}, err
		}
		return t.settledOut(ctx, r)
	})
}

func (t *table) settledOut(ctx context.Context, r settle.SettleResult) (settled, error) {
	i := r.View.Instruction
	mv, err := t.core.Mission(ctx, i.Mission, settle.Viewer{})
	if err != nil {
		return settled{}, err
	}
	m := mv.Mission
	out := settled{Settled: true, AlreadySettled: r.AlreadySettled, Code: string(settle.CodeAlreadySettled), BountyID: boardID(i.Mission),
		MilestoneID: milestoneAt(m, i.Milestone), BountyComplete: m.Status == settle.MissionAwarded, SubmissionID: i.Submission,
		SubmissionStatus: string(settle.SubmissionAcceptedLate), TxHash: r.TxHash, VerifiedRecipients: len(i.Legs), Reward: dollars(i.Total),
		PlatformFee: dollars(i.Fee), NetToContributors: dollars(i.Total.SatSub(i.Fee)), Payouts: []settledPayout{}, InstructionID: i.ID,
		modeLabel: labelOf(m), Settlement: settlementText, ReceiptURI: "/v1/bounties/" + boardID(i.Mission) + "/receipts/" + i.Submission,
		Note: "Settled: the payment is confirmed and the deliverable is released to the poster."}
	if out.MilestoneID != nil {
		out.MilestoneTitle = &m.Milestones[i.Milestone].Title
	}
	if i.Outcome == settle.OutcomeAwarded {
		out.SubmissionStatus, out.WinningSubmission = string(settle.SubmissionAccepted), &i.Submission
	}
	for _, l := range i.Legs {
		for _, p := range l.Parts {
			if p.Role == settle.RoleContributor {
				out.Payouts = append(out.Payouts, settledPayout{p.Agent, dollars(p.Amount), cents(p.Amount), p.Amount})
			}
		}
	}
	rs, err := t.core.Receipts(ctx, i.Mission, i.Submission, nil)
	switch settle.CodeOf(err) {
	case "":
		out.Receipt = rs[0].Body
	case settle.CodeNotFound:
	default:
		return settled{}, err
	}
	return out, nil
}
