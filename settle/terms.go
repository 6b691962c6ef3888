package settle

import (
	"fmt"

	"github.com/oabp/oabpd/settle/money"
)

// MissionTerms are the whole agreement of an escrow mission, member by member
// as in Solidity (contracts/src/types/Mission.sol states the rules). Their hash
// with chain and escrow is the mission's id. Amounts are in token units, times
// are Unix seconds below 2^40.
type MissionTerms struct {
	Poster Address `json:"poster"`
	// Resolver awards; zero: the escrow decides a FirstValidMatch itself.
	Resolver Address          `json:"resolver"`
	RefundTo Address          `json:"refund_to"`
	Reward   money.Amount     `json:"reward"`
	VType    VerificationType `json:"vtype"`
	Layout   Layout           `json:"layout"`
	SubmitBy int64            `json:"submit_by"`
	JudgeBy  int64            `json:"judge_by"`
	RefundAt int64            `json:"refund_at"`
	// AppealWindow and RevealWindow are in seconds.
	AppealWindow uint32       `json:"appeal_window"`
	RevealWindow uint32       `json:"reveal_window"`
	Arbiter      Address      `json:"arbiter"`
	AppealBond   money.Amount `json:"appeal_bond"`
	SpecHash     Hash         `json:"spec_hash"`
	// Param is what the resolver needs; sha256(answer) on the escrow.
	Param Hash `json:"param"`
	// Tranches sum to Reward; Fees are as many.
	Tranches []money.Amount `json:"tranches"`
	Fees     []money.Amount `json:"fees"`
	Salt     Uint256        `json:"salt"`
}

// Split is who gets which part of an award: as many parts, in 1/10,000, as
// payees (1 to 16), none zero, together 10,000.
type Split struct {
	Payees []Address `json:"payees"`
	BPS    []uint16  `json:"bps"`
}

// VerificationType is how an escrow mission is decided. Its numbers, and those
// of the enumerations below, are the contract's.
type VerificationType uint8

// The verification types.
const (
	// CreatorJudges: the poster, or the delegate that the terms name, awards.
	CreatorJudges VerificationType = iota
	// FirstValidMatch: the first valid answer wins.
	FirstValidMatch
	// PeerVote: a vote contract awards.
	PeerVote
	// OracleDecides: an allow-listed oracle awards (Solidity: Oracle).
	OracleDecides
)

// String is AIP-1's name.
func (v VerificationType) String() string {
	return enumName("VerificationType", v, "creator_judges", "first_valid_match", "peer_vote", "oracle")
}

// Layout is what the tranches are.
type Layout uint8

// The layouts.
const (
	// Prizes: 1 to 16 tranches; an agent makes one submission.
	Prizes Layout = iota
	// Milestones: 2 to 10 tranches, each with submissions of its own.
	Milestones
)

// String is the name in lower case.
func (l Layout) String() string { return enumName("Layout", l, "prizes", "milestones") }

// EscrowStatus is where a mission stands in the escrow's storage. It only ever
// moves down this list.
type EscrowStatus uint8

// The statuses (Solidity: Status).
const (
	// EscrowNone: never posted.
	EscrowNone EscrowStatus = iota
	// EscrowOpen: funded, nobody entered.
	EscrowOpen
	// EscrowActive: there is at least one submission or commitment.
	EscrowActive
	// EscrowSettled: every tranche is paid, or refunded by a ruling.
	EscrowSettled
	// EscrowRefunded: what nobody was awarded went back.
	EscrowRefunded
	// EscrowCancelled: the poster took everything back before anybody entered.
	EscrowCancelled
)

// String is the name in lower case.
func (s EscrowStatus) String() string {
	return enumName("EscrowStatus", s, "none", "open", "active", "settled", "refunded", "cancelled")
}

// Funding is how a mission was funded.
type Funding uint8

// The ways of funding.
const (
	// FundingAllowance: by the poster's allowance.
	FundingAllowance Funding = iota
	// FundingPermit: by the allowance, after trying an EIP-2612 permit.
	FundingPermit
	// FundingAuthorization: by an EIP-3009 receive authorization.
	FundingAuthorization
)

// String is the name in lower case.
func (f Funding) String() string {
	return enumName("Funding", f, "allowance", "permit", "authorization")
}

// Ruling is what becomes of an appealed award.
type Ruling uint8

// The rulings.
const (
	// RulingUphold: the award stands; the bond goes to the awarded agent.
	RulingUphold Ruling = iota
	// RulingOther: another submission is awarded; the bond goes back.
	RulingOther
	// RulingRefund: the tranche goes back to refundTo; the bond goes back.
	RulingRefund
	// RulingLapsed: the arbiter was silent; the award stands, the bond goes back.
	RulingLapsed
)

// String is the name in lower case.
func (r Ruling) String() string { return enumName("Ruling", r, "uphold", "other", "refund", "lapsed") }

// RefundReason is why money went back to refundTo.
type RefundReason uint8

// The reasons.
const (
	// RefundNoEntries: time ran out and nobody had entered.
	RefundNoEntries RefundReason = iota
	// RefundNotAwarded: time ran out with entries that the resolver did not award.
	RefundNotAwarded
	// RefundRuled: the arbiter refunded the tranche.
	RefundRuled
	// RefundCancelled: the poster cancelled.
	RefundCancelled
)

// String is the name in lower case.
func (r RefundReason) String() string {
	return enumName("RefundReason", r, "no_entries", "not_awarded", "ruled", "cancelled")
}

// PollOutcome is how a poll came out (Solidity: Outcome).
type PollOutcome uint8

// The outcomes; contracts/src/types/Vote.sol says who is slashed.
const (
	PollOpen PollOutcome = iota
	PollNoQuorum
	PollTie
	PollConflicted
	PollNobody
	PollElected
	PollTooLate
)

// String is the name in lower case.
func (o PollOutcome) String() string {
	return enumName("PollOutcome", o, "open", "no_quorum", "tie", "conflicted", "nobody", "elected", "too_late")
}

func enumName[T ~uint8](what string, v T, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", what, uint8(v))
}
