package settle

import (
	"encoding/json"
	"fmt"
	"slices"
)

// LogKind says which event a Log is. Everything else that a block holds is not
// kept. The numbers are in journals: new ones go to the end.
type LogKind uint8

// The events that settlement reads. The first two and the last two are emitted by
// the token, the four after the first by a pay contract (OabpPay).
const (
	// LogTransfer is ERC-20 Transfer(from, to, value).
	LogTransfer LogKind = iota + 1
	// LogAuthorizationUsed is EIP-3009 AuthorizationUsed(authorizer, nonce).
	LogAuthorizationUsed
	// LogInstructionPaid is OabpPay's InstructionPaid(digest, to, amount, payer).
	LogInstructionPaid
	// LogInstructionLegRefused is OabpPay's InstructionLegRefused(digest, to, amount, payer).
	LogInstructionLegRefused
	// LogDepositFlushed is OabpPay's DepositFlushed(digest, deposit, amount).
	LogDepositFlushed
	// LogDepositRefunded is OabpPay's DepositRefunded(digest, deposit, to, amount).
	LogDepositRefunded

	// Of OabpEscrow; each has the Event type of its name, here and below.

	LogMissionPosted
	LogWorkSubmitted
	LogAnswerCommitted
	LogAnswerRevealed
	LogAwardProposed
	LogAppealRaised
	LogAppealRuled
	LogAwardFinalized
	LogPayout
	LogMissionRefunded
	LogMissionCancelled
	LogCreditWithdrawn
	LogFeesCollected
	LogFeeRecipientChanged

	// Of OabpAgents.

	LogAgentRegistered
	LogAgentUpdated
	LogAgentDeactivated

	// Of OabpVote.

	LogVoteStaked
	LogVoteUnstakeRequested
	LogVoteUnstaked
	LogVoteOpened
	LogVoteCommitted
	LogVoteRevealed
	LogVoteTallied
	LogStakeSettled
	LogWinningsWithdrawn

	// Of OabpOracles.

	LogOracleAllowed
	LogOwnershipTransferStarted
	LogOwnershipTransferred

	// Of AttestationOracle.

	LogAttestersSet
	LogAttested

	// Of OabpReputation.

	LogReputationExported
	LogBlockAnchored

	// LogPause and LogUnpause are the token's Pause() and Unpause(), by its issuer.

	LogPause
	LogUnpause
)

// ChainEvent is what a log of the escrow, or of a contract beside it, says.
// Values are of the Event types of this package, and never changed.
type ChainEvent interface {
	// LogKind is the kind of the logs that say this.
	LogKind() LogKind
}

// kinds has what belongs to each kind, at its number.
var kinds = [...]struct {
	name string
	// role is the contract that emits it; empty for token and pay contracts.
	role   ContractRole
	decode func([]byte) (ChainEvent, error)
}{
	LogTransfer:              {name: "Transfer"},
	LogAuthorizationUsed:     {name: "AuthorizationUsed"},
	LogInstructionPaid:       {name: "InstructionPaid"},
	LogInstructionLegRefused: {name: "InstructionLegRefused"},
	LogDepositFlushed:        {name: "DepositFlushed"},
	LogDepositRefunded:       {name: "DepositRefunded"},

	LogMissionPosted:       {"MissionPosted", RoleEscrow, decodeEvent[EventMissionPosted]},
	LogWorkSubmitted:       {"WorkSubmitted", RoleEscrow, decodeEvent[EventWorkSubmitted]},
	LogAnswerCommitted:     {"AnswerCommitted", RoleEscrow, decodeEvent[EventAnswerCommitted]},
	LogAnswerRevealed:      {"AnswerRevealed", RoleEscrow, decodeEvent[EventAnswerRevealed]},
	LogAwardProposed:       {"AwardProposed", RoleEscrow, decodeEvent[EventAwardProposed]},
	LogAppealRaised:        {"AppealRaised", RoleEscrow, decodeEvent[EventAppealRaised]},
	LogAppealRuled:         {"AppealRuled", RoleEscrow, decodeEvent[EventAppealRuled]},
	LogAwardFinalized:      {"AwardFinalized", RoleEscrow, decodeEvent[EventAwardFinalized]},
	LogPayout:              {"Payout", RoleEscrow, decodeEvent[EventPayout]},
	LogMissionRefunded:     {"MissionRefunded", RoleEscrow, decodeEvent[EventMissionRefunded]},
	LogMissionCancelled:    {"MissionCancelled", RoleEscrow, decodeEvent[EventMissionCancelled]},
	LogCreditWithdrawn:     {"CreditWithdrawn", RoleEscrow, decodeEvent[EventCreditWithdrawn]},
	LogFeesCollected:       {"FeesCollected", RoleEscrow, decodeEvent[EventFeesCollected]},
	LogFeeRecipientChanged: {"FeeRecipientChanged", RoleEscrow, decodeEvent[EventFeeRecipientChanged]},

	LogAgentRegistered:  {"AgentRegistered", RoleAgents, decodeEvent[EventAgentRegistered]},
	LogAgentUpdated:     {"AgentUpdated", RoleAgents, decodeEvent[EventAgentUpdated]},
	LogAgentDeactivated: {"AgentDeactivated", RoleAgents, decodeEvent[EventAgentDeactivated]},

	LogVoteStaked:           {"VoteStaked", RoleVote, decodeEvent[EventVoteStaked]},
	LogVoteUnstakeRequested: {"VoteUnstakeRequested", RoleVote, decodeEvent[EventVoteUnstakeRequested]},
	LogVoteUnstaked:         {"VoteUnstaked", RoleVote, decodeEvent[EventVoteUnstaked]},
	LogVoteOpened:           {"VoteOpened", RoleVote, decodeEvent[EventVoteOpened]},
	LogVoteCommitted:        {"VoteCommitted", RoleVote, decodeEvent[EventVoteCommitted]},
	LogVoteRevealed:         {"VoteRevealed", RoleVote, decodeEvent[EventVoteRevealed]},
	LogVoteTallied:          {"VoteTallied", RoleVote, decodeEvent[EventVoteTallied]},
	LogStakeSettled:         {"StakeSettled", RoleVote, decodeEvent[EventStakeSettled]},
	LogWinningsWithdrawn:    {"WinningsWithdrawn", RoleVote, decodeEvent[EventWinningsWithdrawn]},

	LogOracleAllowed:            {"OracleAllowed", RoleOracles, decodeEvent[EventOracleAllowed]},
	LogOwnershipTransferStarted: {"OwnershipTransferStarted", RoleOracles, decodeEvent[EventOwnershipTransferStarted]},
	LogOwnershipTransferred:     {"OwnershipTransferred", RoleOracles, decodeEvent[EventOwnershipTransferred]},

	LogAttestersSet: {"AttestersSet", RoleAttestationOracle, decodeEvent[EventAttestersSet]},
	LogAttested:     {"Attested", RoleAttestationOracle, decodeEvent[EventAttested]},

	LogReputationExported: {"ReputationExported", RoleReputation, decodeEvent[EventReputationExported]},
	LogBlockAnchored:      {"BlockAnchored", RoleReputation, decodeEvent[EventBlockAnchored]},

	LogPause:   {name: "Pause"},
	LogUnpause: {name: "Unpause"},
}

// LogKinds lists every kind, ascending.
func LogKinds() []LogKind {
	out := make([]LogKind, 0, len(kinds)-1)
	for k := range kinds[1:] {
		out = append(out, LogKind(k+1))
	}
	return out
}

// KindsOf lists the kinds that contracts of a role emit, ascending.
func KindsOf(r ContractRole) []LogKind {
	return slices.DeleteFunc(LogKinds(), func(k LogKind) bool { return k.Role() != r })
}

// Known reports whether k is a kind of this version.
func (k LogKind) Known() bool { return k > 0 && int(k) < len(kinds) }

// String is the name of the Solidity event.
func (k LogKind) String() string {
	if !k.Known() {
		return fmt.Sprintf("LogKind(%d)", uint8(k))
	}
	return kinds[k].name
}

// Role is which contract emits the event; empty for those of the token and of
// the pay contracts.
func (k LogKind) Role() ContractRole {
	if !k.Known() {
		return ""
	}
	return kinds[k].role
}

// OfContract reports whether logs of the kind have an Event: those of the
// escrow and of the contracts beside it.
func (k LogKind) OfContract() bool { return k.Role() != "" }

// DecodeEvent reads the JSON of a kind's event. Unknown members, and kinds
// without events, are errors.
func DecodeEvent(k LogKind, b []byte) (ChainEvent, error) {
	if !k.OfContract() {
		return nil, fmt.Errorf("%s has no event", k)
	}
	ev, err := kinds[k].decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k, err)
	}
	return ev, nil
}

func decodeEvent[T ChainEvent](b []byte) (ChainEvent, error) {
	var ev T
	if string(b) == "null" {
		return nil, fmt.Errorf("is null")
	}
	if err := strict(b, &ev); err != nil {
		return nil, err
	}
	return ev, nil
}

var _ json.Unmarshaler = (*Log)(nil)
