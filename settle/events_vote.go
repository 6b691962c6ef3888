package settle

import "github.com/oabp/oabpd/settle/money"

// The events of OabpVote, with the members of the Solidity events. A poll's
// number is its tranche, plus 128 for an appeal.

// EventVoteStaked: stake was added.
type EventVoteStaked struct {
	Voter  Address      `json:"voter"`
	Amount money.Amount `json:"amount"`
}

// EventVoteUnstakeRequested: a voter gave notice, or took it back.
type EventVoteUnstakeRequested struct {
	Voter Address `json:"voter"`
	// AvailableAt is when it can unstake; zero: it took the notice back.
	AvailableAt int64 `json:"available_at"`
}

// EventVoteUnstaked: a voter took its whole stake out.
type EventVoteUnstaked struct {
	Voter  Address      `json:"voter"`
	Amount money.Amount `json:"amount"`
}

// EventVoteOpened: a poll was opened.
type EventVoteOpened struct {
	MissionID Hash  `json:"mission_id"`
	Poll      uint8 `json:"poll"`
	// CommitBy ends the votes, RevealBy the reveals; StakedBefore is from before
	// when stake counts.
	CommitBy     int64 `json:"commit_by"`
	RevealBy     int64 `json:"reveal_by"`
	StakedBefore int64 `json:"staked_before"`
	// Rules are packed as IOabpVote.packRules does.
	Rules Hash `json:"rules"`
}

// EventVoteCommitted: a vote was cast.
type EventVoteCommitted struct {
	MissionID Hash    `json:"mission_id"`
	Voter     Address `json:"voter"`
	// PollAndHash is the upper 208 bits of the commitment, 40 zero bits and the
	// poll in the lowest byte.
	PollAndHash Hash `json:"poll_and_hash"`
}

// EventVoteRevealed: a vote was revealed and counted.
type EventVoteRevealed struct {
	MissionID Hash    `json:"mission_id"`
	Voter     Address `json:"voter"`
	Poll      uint8   `json:"poll"`
	// Choice is an agent, or zero for nobody.
	Choice Address      `json:"choice"`
	Weight money.Amount `json:"weight"`
}

// EventVoteTallied: a poll was decided, or came to nothing.
type EventVoteTallied struct {
	MissionID Hash         `json:"mission_id"`
	Winner    Address      `json:"winner"`
	Poll      uint8        `json:"poll"`
	Weight    money.Amount `json:"weight"`
	QuorumMet bool         `json:"quorum_met"`
	Outcome   PollOutcome  `json:"outcome"`
}

// EventStakeSettled: a ballot was settled.
type EventStakeSettled struct {
	MissionID Hash    `json:"mission_id"`
	Voter     Address `json:"voter"`
	Poll      uint8   `json:"poll"`
	// Delta is what the stake lost to the pool (zero or negative), or what the
	// voter won from it.
	Delta SignedAmount `json:"delta"`
}

// EventWinningsWithdrawn: winnings were paid.
type EventWinningsWithdrawn struct {
	Voter  Address      `json:"voter"`
	Amount money.Amount `json:"amount"`
}

// LogKind implements ChainEvent; so do the methods below.
func (EventVoteStaked) LogKind() LogKind { return LogVoteStaked }

// LogKind implements ChainEvent.
func (EventVoteUnstakeRequested) LogKind() LogKind { return LogVoteUnstakeRequested }

// LogKind implements ChainEvent.
func (EventVoteUnstaked) LogKind() LogKind { return LogVoteUnstaked }

// LogKind implements ChainEvent.
func (EventVoteOpened) LogKind() LogKind { return LogVoteOpened }

// LogKind implements ChainEvent.
func (EventVoteCommitted) LogKind() LogKind { return LogVoteCommitted }

// LogKind implements ChainEvent.
func (EventVoteRevealed) LogKind() LogKind { return LogVoteRevealed }

// LogKind implements ChainEvent.
func (EventVoteTallied) LogKind() LogKind { return LogVoteTallied }

// LogKind implements ChainEvent.
func (EventStakeSettled) LogKind() LogKind { return LogStakeSettled }

// LogKind implements ChainEvent.
func (EventWinningsWithdrawn) LogKind() LogKind { return LogWinningsWithdrawn }
