package settle

import "github.com/oabp/oabpd/settle/money"

// The events of OabpEscrow, with the members of the Solidity events (IOabpEscrow
// says what each changes). Amounts are in token units, times are Unix seconds,
// tranches count from 0.

// EventMissionPosted: a mission is funded.
type EventMissionPosted struct {
	MissionID Hash         `json:"mission_id"`
	Poster    Address      `json:"poster"`
	Resolver  Address      `json:"resolver"`
	Terms     MissionTerms `json:"terms"`
	// SpecURI is at most 512 bytes, chosen by whoever sent the transaction.
	SpecURI ChainText `json:"spec_uri"`
	Via     Funding   `json:"via"`
}

// EventWorkSubmitted: an agent submitted, or replaced its submission.
type EventWorkSubmitted struct {
	MissionID      Hash    `json:"mission_id"`
	Agent          Address `json:"agent"`
	SubmissionHash Hash    `json:"submission_hash"`
	Tranche        uint8   `json:"tranche"`
	ContentHash    Hash    `json:"content_hash"`
	SplitHash      Hash    `json:"split_hash"`
	// Revision is 1 for the first submission, counting up.
	Revision uint16 `json:"revision"`
	// URI is at most 512 bytes.
	URI ChainText `json:"uri"`
}

// EventAnswerCommitted: an agent committed to an answer.
type EventAnswerCommitted struct {
	MissionID  Hash    `json:"mission_id"`
	Agent      Address `json:"agent"`
	Commitment Hash    `json:"commitment"`
	// Seq is the number of the block of the commitment; below 2^40.
	Seq uint64 `json:"seq"`
}

// EventAnswerRevealed: an agent revealed a valid answer.
type EventAnswerRevealed struct {
	MissionID  Hash    `json:"mission_id"`
	Agent      Address `json:"agent"`
	AnswerHash Hash    `json:"answer_hash"`
	Seq        uint64  `json:"seq"`
	Leading    bool    `json:"leading"`
}

// EventAwardProposed: an award waits for its appeal or reveal window.
type EventAwardProposed struct {
	MissionID      Hash         `json:"mission_id"`
	Tranche        uint8        `json:"tranche"`
	Agent          Address      `json:"agent"`
	SubmissionHash Hash         `json:"submission_hash"`
	Gross          money.Amount `json:"gross"`
	FinalAt        int64        `json:"final_at"`
}

// EventAppealRaised: a pending award was appealed.
type EventAppealRaised struct {
	MissionID    Hash         `json:"mission_id"`
	Tranche      uint8        `json:"tranche"`
	Appellant    Address      `json:"appellant"`
	Bond         money.Amount `json:"bond"`
	EvidenceHash Hash         `json:"evidence_hash"`
	RuleBy       int64        `json:"rule_by"`
}

// EventAppealRuled: an appeal ended. The next Payout is the bond's.
type EventAppealRuled struct {
	MissionID Hash    `json:"mission_id"`
	Tranche   uint8   `json:"tranche"`
	Ruling    Ruling  `json:"ruling"`
	Agent     Address `json:"agent"`
}

// EventAwardFinalized: a tranche is paid out; its Payouts follow.
type EventAwardFinalized struct {
	MissionID Hash         `json:"mission_id"`
	Tranche   uint8        `json:"tranche"`
	Agent     Address      `json:"agent"`
	Gross     money.Amount `json:"gross"`
	Fee       money.Amount `json:"fee"`
}

// EventPayout: money left for a payee, or became its credit.
type EventPayout struct {
	MissionID Hash         `json:"mission_id"`
	To        Address      `json:"to"`
	Tranche   uint8        `json:"tranche"`
	Amount    money.Amount `json:"amount"`
	// Credited says that the token refused the transfer.
	Credited bool `json:"credited"`
}

// EventMissionRefunded: money went back to the terms' refundTo.
type EventMissionRefunded struct {
	MissionID Hash         `json:"mission_id"`
	To        Address      `json:"to"`
	Amount    money.Amount `json:"amount"`
	Credited  bool         `json:"credited"`
	Reason    RefundReason `json:"reason"`
}

// EventMissionCancelled: the poster cancelled; MissionRefunded follows.
type EventMissionCancelled struct {
	MissionID Hash `json:"mission_id"`
}

// EventCreditWithdrawn: a credit was paid.
type EventCreditWithdrawn struct {
	Owner  Address      `json:"owner"`
	To     Address      `json:"to"`
	Amount money.Amount `json:"amount"`
}

// EventFeesCollected: the accrued fees were paid.
type EventFeesCollected struct {
	To     Address      `json:"to"`
	Amount money.Amount `json:"amount"`
}

// EventFeeRecipientChanged: another address receives the fees from now on.
type EventFeeRecipientChanged struct {
	// Previous is zero at deployment.
	Previous Address `json:"previous"`
	Current  Address `json:"current"`
}

// LogKind implements ChainEvent; so do the methods below.
func (EventMissionPosted) LogKind() LogKind { return LogMissionPosted }

// LogKind implements ChainEvent.
func (EventWorkSubmitted) LogKind() LogKind { return LogWorkSubmitted }

// LogKind implements ChainEvent.
func (EventAnswerCommitted) LogKind() LogKind { return LogAnswerCommitted }

// LogKind implements ChainEvent.
func (EventAnswerRevealed) LogKind() LogKind { return LogAnswerRevealed }

// LogKind implements ChainEvent.
func (EventAwardProposed) LogKind() LogKind { return LogAwardProposed }

// LogKind implements ChainEvent.
func (EventAppealRaised) LogKind() LogKind { return LogAppealRaised }

// LogKind implements ChainEvent.
func (EventAppealRuled) LogKind() LogKind { return LogAppealRuled }

// LogKind implements ChainEvent.
func (EventAwardFinalized) LogKind() LogKind { return LogAwardFinalized }

// LogKind implements ChainEvent.
func (EventPayout) LogKind() LogKind { return LogPayout }

// LogKind implements ChainEvent.
func (EventMissionRefunded) LogKind() LogKind { return LogMissionRefunded }

// LogKind implements ChainEvent.
func (EventMissionCancelled) LogKind() LogKind { return LogMissionCancelled }

// LogKind implements ChainEvent.
func (EventCreditWithdrawn) LogKind() LogKind { return LogCreditWithdrawn }

// LogKind implements ChainEvent.
func (EventFeesCollected) LogKind() LogKind { return LogFeesCollected }

// LogKind implements ChainEvent.
func (EventFeeRecipientChanged) LogKind() LogKind { return LogFeeRecipientChanged }
