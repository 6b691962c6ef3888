package settle

import (
	"fmt"

	"github.com/oabp/oabpd/settle/money"
)

// The ledger of points has two entries for each movement: what leaves one account
// comes into another. Accounts are agents', what is held for a mission, and what is
// staked in its poll; what is burned and what the platform takes as its fee has no
// account, only a sum in the book. So at any time the sum of all balances, of what
// was burned and of the fees is the sum of the grants.

// PointsAccount is the balance of an account. It is never below zero.
type PointsAccount struct {
	// ID is made by AgentPoints, HeldPoints or StakedPoints.
	ID      string       `json:"id"`
	Balance money.Amount `json:"balance"`
	// GrantedAt is when an agent got what it starts with, in Unix milliseconds; 0
	// before, and for other accounts.
	GrantedAt int64 `json:"granted_at,omitempty"`
}

// PointsReason says why points moved.
type PointsReason string

// The reasons of movements.
const (
	// PointsGrant: what an agent starts with; it comes from no account.
	PointsGrant PointsReason = "grant"
	// PointsHold: the reward of a mission, from its poster.
	PointsHold PointsReason = "hold"
	// PointsBurn: the fee against spam, from who posts or submits.
	PointsBurn PointsReason = "burn"
	// PointsReward: to a contributor of work that won; PointsFee the platform's part.
	PointsReward PointsReason = "reward"
	PointsFee    PointsReason = "fee"
	// PointsRefund: what nobody won, to the poster.
	PointsRefund PointsReason = "refund"
	// PointsStake: with a ballot, from the voter; PointsReturn is what comes back of
	// it, PointsWin what a winning ballot draws of what others lost, PointsRest
	// (burned) what is left of that by rounding.
	PointsStake  PointsReason = "stake"
	PointsReturn PointsReason = "return"
	PointsWin    PointsReason = "win"
	PointsRest   PointsReason = "rest"
)

// PointsMovement is one movement of points; it never changes.
type PointsMovement struct {
	// Seq is the fact that moved them, N counts the movements of one fact from 0.
	Seq    uint64       `json:"seq"`
	N      int          `json:"n"`
	Reason PointsReason `json:"reason"`
	// From is empty for a grant, To for what is burned and for the fee.
	From       string       `json:"from,omitempty"`
	To         string       `json:"to,omitempty"`
	Amount     money.Amount `json:"amount"`
	Mission    string       `json:"mission,omitempty"`
	Submission string       `json:"submission,omitempty"`
	At         int64        `json:"at"`
}

// PointsBook are the sums over all movements; none of them ever falls.
type PointsBook struct {
	Granted  money.Amount `json:"granted"`
	Burned   money.Amount `json:"burned"`
	Fees     money.Amount `json:"fees"`
	Rewarded money.Amount `json:"rewarded"`
}

// PointsBookKey is the key of the one book.
const PointsBookKey = "points"

// AgentPoints is the account of an agent.
func AgentPoints(agent string) string { return "agent/" + agent }

// HeldPoints is the account of what is held for a mission.
func HeldPoints(mission string) string { return "held/" + mission }

// StakedPoints is the account of what is staked in a mission's poll.
func StakedPoints(mission string) string { return "staked/" + mission }

// PointsPoll is the poll over a points mission, from its first ballot on.
type PointsPoll struct {
	Mission string `json:"mission"`
	PollCount
	// Outcome is PollOpen until the poll is closed at ClosedAt (Unix ms).
	Outcome  PollOutcome `json:"outcome"`
	ClosedAt int64       `json:"closed_at,omitempty"`
	// Winner is the submission that was elected.
	Winner string `json:"winner,omitempty"`
	// Pool is what the minority lost.
	Pool money.Amount `json:"pool"`
	// Weights are what each choice that has any weighs, by submission, empty for
	// nobody.
	Weights map[string]money.Amount `json:"weights,omitempty"`
}

// PointsBallot is one voter's ballot in the poll over a points mission.
type PointsBallot struct {
	Mission string `json:"mission"`
	Voter   string `json:"voter"`
	// Choice is a submission's id; empty to award nobody.
	Choice string `json:"choice,omitempty"`
	// Stake is what was staked; it weighs up to the cap of the rules.
	Stake money.Amount `json:"stake"`
	At    int64        `json:"at"`
	// Settled is set once the poll is closed; then Lost or Won may be.
	Settled bool         `json:"settled,omitempty"`
	Lost    money.Amount `json:"lost,omitzero"`
	Won     money.Amount `json:"won,omitzero"`
}

// MaxBallots is how many ballots one poll over a points mission takes, since they
// are settled at once.
const MaxBallots = 1000

// The tables of points, and the path to the ballots of a mission.
const (
	TablePointsAccount  Table     = "points_account"
	TablePointsMovement Table     = "points_movement"
	TablePointsBook     Table     = "points_book"
	TablePointsPoll     Table     = "points_poll"
	TablePointsBallot   Table     = "points_ballot"
	QueryPointsBallots  QueryName = "points_ballots"
)

// PointsTables lists the tables of points.
func PointsTables() []Table {
	return []Table{TablePointsAccount, TablePointsMovement, TablePointsBook, TablePointsPoll, TablePointsBallot, TablePointsCommitment}
}

func newPointsRow(t Table) Row {
	switch t {
	case TablePointsAccount:
		return &PointsAccount{}
	case TablePointsMovement:
		return &PointsMovement{}
	case TablePointsBook:
		return &PointsBook{}
	case TablePointsPoll:
		return &PointsPoll{}
	case TablePointsBallot:
		return &PointsBallot{}
	case TablePointsCommitment:
		return &PointsCommitment{}
	}
	return nil
}

// Table implements Row; so do the methods below.
func (*PointsAccount) Table() Table { return TablePointsAccount }

// Key implements Row.
func (a PointsAccount) Key() string { return a.ID }

// Table implements Row.
func (*PointsMovement) Table() Table { return TablePointsMovement }

// Key implements Row.
func (m PointsMovement) Key() string { return fmt.Sprintf("%016d/%05d", m.Seq, m.N) }

// Table implements Row.
func (*PointsBook) Table() Table { return TablePointsBook }

// Key implements Row.
func (PointsBook) Key() string { return PointsBookKey }

// Table implements Row.
func (*PointsPoll) Table() Table { return TablePointsPoll }

// Key implements Row.
func (p PointsPoll) Key() string { return p.Mission }

// Table implements Row.
func (*PointsBallot) Table() Table { return TablePointsBallot }

// Key implements Row.
func (b PointsBallot) Key() string { return b.Mission + "/" + b.Voter }

// PointsBallots are the ballots of a mission's poll.
func PointsBallots(mission string) Query {
	return query(QueryPointsBallots, mission, func(b *PointsBallot) bool { return b.Mission == mission })
}
