package settle

import (
	"fmt"

	"github.com/oabp/oabpd/settle/money"
)

// The rows of this file mirror what OabpVote holds in storage; see
// rows_escrow.go. A poll's number is its tranche, plus AppealPoll for an appeal.

// AppealPoll is what the number of a poll over an appeal has above its tranche.
const AppealPoll = 128

// VoteVoter is a voter's stake and winnings; never all zero.
type VoteVoter struct {
	Contract Address `json:"contract"`
	Voter    Address `json:"voter"`
	// Settled is stake older than any open poll can ask for; Recent was added at
	// RecentAt or not long before.
	Settled  money.Amount `json:"settled"`
	Recent   money.Amount `json:"recent"`
	RecentAt int64        `json:"recent_at"`
	// NoticeAt is when it gave notice to unstake; zero: it did not.
	NoticeAt int64 `json:"notice_at,omitempty"`
	// RegisteredAt is since when it was an agent when it added stake last.
	RegisteredAt int64        `json:"registered_at"`
	Winnings     money.Amount `json:"winnings"`
}

// VotePoll is one decision over one tranche.
type VotePoll struct {
	Contract Address `json:"contract"`
	Mission  Hash    `json:"mission"`
	Poll     uint8   `json:"poll"`
	// Rules are packed as IOabpVote.packRules does; see UnpackVoteRules.
	Rules Hash `json:"rules"`
	// PostedAt is the mission's; StakedBefore is from before when stake counts.
	PostedAt     int64 `json:"posted_at"`
	StakedBefore int64 `json:"staked_before"`
	CommitBy     int64 `json:"commit_by"`
	RevealBy     int64 `json:"reveal_by"`
	PollCount

	Poster  Address     `json:"poster"`
	Outcome PollOutcome `json:"outcome"`
	// Winner means something where the minority is slashed.
	Winner Address `json:"winner,omitzero"`
	// Pool is what was slashed so far.
	Pool   money.Amount `json:"pool"`
	Opened ChainPos     `json:"opened"`
}

// Tranche is what the poll is about, and whether it decides an appeal.
func (p *VotePoll) Tranche() (n uint8, appeal bool) {
	return p.Poll % AppealPoll, p.Poll >= AppealPoll
}

// VoteChoice is what a choice weighs; never zero.
type VoteChoice struct {
	Contract Address      `json:"contract"`
	Mission  Hash         `json:"mission"`
	Poll     uint8        `json:"poll"`
	Choice   Address      `json:"choice"`
	Weight   money.Amount `json:"weight"`
}

// BallotState is where a ballot stands; the numbers are the contract's.
type BallotState uint8

// The states of a ballot.
const (
	BallotNone BallotState = iota
	BallotCommitted
	BallotRevealed
	BallotSettled
	// BallotBarred: the poster has this one from the opening on.
	BallotBarred
)

// String is the name in lower case.
func (s BallotState) String() string {
	return enumName("BallotState", s, "none", "committed", "revealed", "settled", "barred")
}

// VoteBallot is one voter's ballot in one poll.
type VoteBallot struct {
	Contract Address      `json:"contract"`
	Mission  Hash         `json:"mission"`
	Poll     uint8        `json:"poll"`
	Voter    Address      `json:"voter"`
	State    BallotState  `json:"state"`
	Weight   money.Amount `json:"weight"`
	// Data is what the contract keeps in 208 bits, as a number: the upper bits of
	// the commitment, from the reveal on the choice.
	Data Uint256 `json:"data"`
	// Drawn is what it has won from the pool.
	Drawn money.Amount `json:"drawn"`
}

// Choice is what a revealed ballot chose.
func (b *VoteBallot) Choice() (a Address) {
	copy(a[:], b.Data[12:])
	return a
}

// VoteBook is what a vote contract owes in all.
type VoteBook struct {
	Contract Address `json:"contract"`
	// Owed are all stakes, pools and winnings.
	Owed money.Amount `json:"owed"`
}

// VoteRules is how a poll is held (contracts/src/types/Vote.sol).
type VoteRules struct {
	CommitMinutes uint16 `json:"commit_minutes,omitempty"`
	RevealMinutes uint16 `json:"reveal_minutes,omitempty"`
	QuorumVoters  uint16 `json:"quorum_voters"`
	SlashBPS      uint16 `json:"slash_bps"`
	// Cap is the most that one voter weighs, in whole USDC.
	Cap uint32 `json:"cap"`
	// QuorumWeight is in token units.
	QuorumWeight money.Amount `json:"quorum_weight"`
}

// UnpackVoteRules reads a mission's param; what is out of range stays as it is.
func UnpackVoteRules(packed Hash) VoteRules {
	u16 := func(at int) uint16 { return uint16(packed[at])<<8 | uint16(packed[at+1]) }
	weight, err := money.FromBytes(packed[14:21])
	if err != nil {
		panic(err) // 7 bytes fit
	}
	return VoteRules{CommitMinutes: u16(30), RevealMinutes: u16(28), QuorumVoters: u16(26), SlashBPS: u16(24),
		Cap: uint32(packed[21])<<16 | uint32(packed[22])<<8 | uint32(packed[23]), QuorumWeight: weight}
}

// Table implements Row; so do the methods below.
func (*VoteVoter) Table() Table { return TableVoteVoter }

// Key implements Row.
func (v VoteVoter) Key() string { return PairKey(v.Contract, v.Voter) }

// Table implements Row.
func (*VotePoll) Table() Table { return TableVotePoll }

// Key implements Row.
func (p VotePoll) Key() string { return PollKey(p.Contract, p.Mission, p.Poll) }

// PollKey is the key of a poll.
func PollKey(contract Address, mission Hash, poll uint8) string {
	return fmt.Sprintf("%s/%s/%03d", contract, mission, poll)
}

// Table implements Row.
func (*VoteChoice) Table() Table { return TableVoteChoice }

// Key implements Row.
func (c VoteChoice) Key() string {
	return PollKey(c.Contract, c.Mission, c.Poll) + "/" + c.Choice.String()
}

// Table implements Row.
func (*VoteBallot) Table() Table { return TableVoteBallot }

// Key implements Row.
func (b VoteBallot) Key() string {
	return PollKey(b.Contract, b.Mission, b.Poll) + "/" + b.Voter.String()
}

// Table implements Row.
func (*VoteBook) Table() Table { return TableVoteBook }

// Key implements Row.
func (b VoteBook) Key() string { return b.Contract.String() }
