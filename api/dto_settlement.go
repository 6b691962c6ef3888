package api

import (
	"cmp"
	"slices"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// instructionOut is an instruction with all that is needed to pay it (wire.md
// "Instruction.", settlement.md R12). It is public, and every input of its
// digest is in it.
type instructionOut struct {
	op.Result
	InstructionID string      `json:"instruction_id"`
	Digest        settle.Hash `json:"digest"`
	Slot          slotOut     `json:"slot"`
	BountyID      string      `json:"bounty_id"`
	MissionID     string      `json:"mission_id"`
	MilestoneID   *string     `json:"milestone_id"`
	SubmissionID  string      `json:"submission_id"`
	modeLabel
	ContentHash settle.Hash `json:"content_hash"`

	Chain         string         `json:"chain"`
	ChainID       uint64         `json:"chain_id"`
	Asset         string         `json:"asset"`
	TokenContract settle.Address `json:"token_contract"`
	Recipients    []recipientOut `json:"recipients"`
	Legs          []legOut       `json:"legs"`
	TotalCents    *int64         `json:"total_cents"`
	TotalUSDC     string         `json:"total_usdc"`
	TotalUnits    money.Amount   `json:"total_units"`
	FeeUnits      money.Amount   `json:"fee_units"`
	FeeWaived     bool           `json:"fee_waived"`

	// ConfirmationsRequired are the blocks on top that a payment needs. Where
	// FinalityRequired is a tag they stand in for it, and it may be sooner.
	ConfirmationsRequired uint64 `json:"confirmations_required"`
	// FinalityRequired is a number of blocks on top, safe or finalized.
	FinalityRequired string  `json:"finality_required"`
	IssuedBlock      uint64  `json:"issued_block"`
	IssuedAt         string  `json:"issued_at"`
	ReservedUntil    *string `json:"reserved_until"`
	Status           string  `json:"status"`
	SettleOutcome    *string `json:"outcome"`
	SettledAt        *string `json:"settled_at"`
	// Hold is set once a takedown held it.
	Hold      *holdOut `json:"hold"`
	Successor *string  `json:"successor"`
	// Predecessors are those whose place it took, oldest first; Moved says where
	// else the money of a leg may have arrived.
	Predecessors []string    `json:"predecessors"`
	Moved        []movedOut  `json:"moved"`
	Progress     progressOut `json:"progress"`

	Deposit *depositOut `json:"deposit"`
	// DepositReason says why there is no deposit address to pay to.
	DepositReason  *string      `json:"deposit_reason"`
	DepositBalance money.Amount `json:"deposit_balance"`
	// DepositRefundCalldata calls the pay contract to send back what a deposit
	// address holds that counts no more.
	DepositRefundCalldata *string       `json:"deposit_refund_calldata"`
	Pay                   *payOut       `json:"pay"`
	Transfers             []transferOut `json:"transfers"`
	EIP3009               *eip3009Out   `json:"eip3009"`
	// X402URL is null until that way of paying is served.
	X402URL *string `json:"x402_url"`

	Accepts []string   `json:"accepts"`
	Payers  []payerOut `json:"payers"`
	// PayerTypedData and DirectTypedData are what a payer signs to be proven or
	// to move units; the members that only the payer knows are null.
	PayerTypedData  *digest.TypedData `json:"payer_typed_data"`
	DirectTypedData *digest.TypedData `json:"direct_typed_data"`
	Unclaimed       []unclaimedOut    `json:"unclaimed"`
	Surplus         money.Amount      `json:"surplus"`
	// Problems are what to take care of before it is paid; each has a stable code.
	Problems []problemOut `json:"problems"`
	Note     string       `json:"note"`
}

type movedOut struct {
	From settle.Address `json:"from"`
	To   settle.Address `json:"to"`
}

type slotOut struct {
	Hash settle.Hash `json:"hash"`
	// MilestoneIndex is null for a mission without milestones.
	MilestoneIndex *int   `json:"milestone_index"`
	N              uint32 `json:"n"`
}

type recipientOut struct {
	Role        string         `json:"role"`
	AgentID     *string        `json:"agent_id"`
	Address     settle.Address `json:"address"`
	AmountCents *int64         `json:"amount_cents"`
	AmountUSDC  string         `json:"amount_usdc"`
	AmountUnits money.Amount   `json:"amount_units"`
}

type legOut struct {
	Index      int            `json:"index"`
	Address    settle.Address `json:"address"`
	Amount     money.Amount   `json:"amount"`
	AmountUSDC string         `json:"amount_usdc"`
	// Paid counts what is seen, Confirmed what is confirmed of it.
	Paid      money.Amount `json:"paid"`
	Confirmed money.Amount `json:"confirmed"`
	Missing   money.Amount `json:"missing"`
	Nonce     settle.Hash  `json:"nonce"`
}

type progressOut struct {
	State         string `json:"state"`
	Confirmations uint64 `json:"confirmations"`
	Required      uint64 `json:"required"`
	// SecondsEstimate is set while a payment confirms.
	SecondsEstimate *uint64 `json:"seconds_estimate"`
}

type depositOut struct {
	Address settle.Address `json:"address"`
	// EIP681 asks for what is still missing at the address; null if nothing is.
	EIP681        *string        `json:"eip681"`
	RefundTo      settle.Address `json:"refund_to"`
	RefundAfter   string         `json:"refund_after"`
	FlushCalldata string         `json:"flush_calldata"`
}

type payOut struct {
	Contract        settle.Address `json:"contract"`
	ApproveCalldata string         `json:"approve_calldata"`
	Calldata        string         `json:"calldata"`
}

type transferOut struct {
	To       settle.Address `json:"to"`
	Payee    settle.Address `json:"payee"`
	Amount   money.Amount   `json:"amount"`
	Calldata string         `json:"calldata"`
	EIP681   string         `json:"eip681"`
}

type eip3009Out struct {
	// Transfer has one document per leg, in their order; null where a leg needs
	// none, or where its nonce may be spent.
	Transfer []*digest.TypedData `json:"transfer_with_authorization"`
	// Receive is over the whole, for the pay contract; null once anything is paid.
	Receive *digest.TypedData `json:"receive_with_authorization"`
}

type payerOut struct {
	Address settle.Address `json:"address"`
	Method  string         `json:"method"`
	// ForAll says that it pays for all instructions of the poster.
	ForAll   bool   `json:"for_all"`
	ProvenAt string `json:"proven_at"`
}

type unclaimedOut struct {
	TxHash      settle.Hash    `json:"tx_hash"`
	BlockNumber uint64         `json:"block_number"`
	BlockHash   settle.Hash    `json:"block_hash"`
	LogIndex    uint32         `json:"log_index"`
	From        settle.Address `json:"from"`
	To          settle.Address `json:"to"`
	Amount      money.Amount   `json:"amount"`
}

// payerBlank and directBlank are the messages of typed data whose signer is
// not known yet.
type payerBlank struct {
	Digest settle.Hash     `json:"digest"`
	Payer  *settle.Address `json:"payer"`
}

type directBlank struct {
	TxHash   *settle.Hash `json:"txHash"`
	LogIndex *string      `json:"logIndex"`
	Digest   settle.Hash  `json:"digest"`
}

// secondsPerBlock of Base, for estimates.
const secondsPerBlock = 2

// instruction maps a view; m is its mission, nil if it cannot be read (any
// more), which hides the milestone's id only.
func (t *table) instruction(v *settle.InstructionView, m *settle.Mission) instructionOut {
	i := v.Instruction
	out := instructionOut{modeLabel: labelOfMode(settle.ModeDirect), InstructionID: i.ID, Digest: i.Digest, Slot: slotOut{Hash: i.Slot, N: i.SlotN}, BountyID: boardID(i.Mission),
		MissionID: i.Mission, MilestoneID: milestoneAt(m, i.Milestone), SubmissionID: i.Submission, ContentHash: i.ContentHash,
		Chain: t.cfg.Chain, ChainID: i.ChainID, Asset: asset, TokenContract: i.Token, TotalCents: cents(i.Total),
		TotalUSDC: money.FormatUSDC(i.Total), TotalUnits: i.Total, FeeUnits: i.Fee, FeeWaived: i.FeeWaived,
		ConfirmationsRequired: v.Progress.Required, FinalityRequired: v.Progress.Tier.String(), IssuedBlock: i.Issued.Number, IssuedAt: seconds(i.IssuedTime),
		ReservedUntil: secondsOrNull(i.ReservedUntil), Status: string(i.Status), SettleOutcome: textOrNull(string(i.Outcome)),
		SettledAt: millisOrNull(i.SettledAt), Successor: textOrNull(i.Successor), DepositBalance: v.DepositBalance,
		Transfers: []transferOut{}, Accepts: acceptsOf(i.Accepts), Surplus: v.Surplus, Problems: problemsOf(v.Problems), Recipients: []recipientOut{}, Legs: []legOut{},
		Payers: list(v.Payers, func(p *settle.Payer) payerOut {
			return payerOut{p.Address, p.Method, p.Instruction == "", millis(p.At)}
		}),
		Unclaimed: list(v.Unclaimed, func(x *settle.Transfer) unclaimedOut {
			return unclaimedOut{x.TxHash, x.Block.Number, x.Block.Hash, x.LogIndex, x.From, x.To, x.Value}
		}),
	}
	out.Predecessors, out.Moved = []string{}, []movedOut{}
	if s := i.Succession; s != nil {
		out.Predecessors = s.Of
		out.Moved = list(s.Moved, func(m settle.MovedPayee) movedOut { return movedOut(m) })
	}
	if i.Milestone >= 0 {
		out.Slot.MilestoneIndex = &i.Milestone
	}
	for k, l := range i.Legs {
		out.Legs = append(out.Legs, legOut{k, l.To, l.Amount, money.FormatUSDC(l.Amount), v.Pending.Paid[k], v.Cover.Paid[k],
			v.Pending.Missing[k], digest.LegNonce(i.Digest, k)})
		for _, p := range l.Parts {
			out.Recipients = append(out.Recipients, recipientOut{p.Role, textOrNull(p.Agent), l.To, cents(p.Amount), money.FormatUSDC(p.Amount), p.Amount})
		}
	}
	slices.SortStableFunc(out.Recipients, func(a, b recipientOut) int { return cmp.Compare(a.Role, b.Role) }) // the fee is last
	out.Progress = progressOf(v)
	if h := i.Hold; h != nil {
		out.Hold = &holdOut{millis(h.At), h.Reason, millisOrNull(h.LiftedAt), textOrNull(h.Note)}
	}
	t.ways(v, &out)
	out.Note = note(v, &out)
	return out
}

// holdOut says why an instruction is, or was, held (settlement.md R24). Note is why
// it was lifted, or why the deliverable was withheld.
type holdOut struct {
	At       string  `json:"at"`
	Reason   string  `json:"reason"`
	LiftedAt *string `json:"lifted_at"`
	Note     *string `json:"note"`
}

func progressOf(v *settle.InstructionView) progressOut {
	p := progressOut{State: string(v.Progress.State), Confirmations: v.Progress.Confirmations, Required: v.Progress.Required}
	if v.Progress.State == settle.ProgressConfirming {
		left := secondsPerBlock * (p.Required - min(p.Required, p.Confirmations))
		p.SecondsEstimate = &left
	}
	return p
}
