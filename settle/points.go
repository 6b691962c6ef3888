package settle

import (
	"regexp"

	"github.com/oabp/oabpd/settle/money"
)

// PointsSettings turn points on: an asset of the ledger only, which is worth
// nothing (oabp.md decision 3). Amounts are in units, of which a point has
// 1,000,000, as USDC has.
type PointsSettings struct {
	// Symbol names the asset on the wire, as AIGEN; see PointsSymbol.
	Symbol string `json:"symbol"`
	// Grant is what an agent starts with, once.
	Grant money.Amount `json:"grant"`
	// SpamFee is burned for each mission and for each submission (oabp.md decision 5).
	SpamFee money.Amount `json:"spam_fee"`
	// MinReward is the least reward of a mission.
	MinReward money.Amount `json:"min_reward"`
	// VoteQuorum is the stake by which a poll is decided where its mission does not
	// say.
	VoteQuorum money.Amount `json:"vote_quorum"`
}

var pointsSymbol = regexp.MustCompile(`^[A-Z][A-Z0-9]{1,11}$`)

// PointsSymbol reports whether a text may be the symbol of points: 2 to 12 capital
// letters and digits, a letter first, and not that of something with a value.
func PointsSymbol(s string) bool {
	switch s {
	case "USDC", "USDBC", "USDT", "DAI", "EURC", "ETH", "WETH", "USD", "EUR", "BTC", "CBBTC":
		return false
	}
	return pointsSymbol.MatchString(s)
}

// PointsTerms are what a points mission is posted under; they never change.
type PointsTerms struct {
	Symbol string `json:"symbol"`
	// SpamFee was burned for the mission, and is for each submission to it.
	SpamFee money.Amount `json:"spam_fee"`
}

// PollTerms are how voters decide over a points mission. Its deadline is the end of
// the vote.
type PollTerms struct {
	// WorkUntil is the end of submissions and the beginning of the vote, in Unix
	// milliseconds.
	WorkUntil int64 `json:"work_until"`
	// MinStake is the least that votes, in units.
	MinStake money.Amount `json:"min_stake"`
	// Rules are those of a poll in the vote contract, but for the windows; Cap is in
	// whole points.
	Rules VoteRules `json:"rules"`
}

// PointsAward is what an award of a points mission credited.
type PointsAward struct {
	// Payouts are the contributors', in their order, Fee the platform's, in units.
	Payouts []money.Amount `json:"payouts"`
	Fee     money.Amount   `json:"fee"`
	// Ratings are what the award moved.
	Ratings []RatingChange `json:"ratings,omitempty"`
}

// WorkUntil is when a mission takes no more work, in Unix milliseconds: its
// deadline, but where a vote follows.
func (m *Mission) WorkUntil() int64 {
	if p := m.PollTerms(); p != nil {
		return p.WorkUntil
	}
	return m.Deadline
}

// PollTerms are how voters decide over a points mission; nil for any other.
func (m *Mission) PollTerms() *PollTerms {
	if m.Verification == nil {
		return nil
	}
	return m.Verification.Poll
}

// Asset is in what the mission's reward is: the symbol of its points, or USDC.
func (m *Mission) Asset() string {
	if m.Points != nil {
		return m.Points.Symbol
	}
	return "USDC"
}

// PointsGranted: an agent got what it starts with, before its first movement of
// points.
type PointsGranted struct {
	Agent  string       `json:"agent"`
	Amount money.Amount `json:"amount"`
}

// PointsAwarded: a submission won a slot of a points mission. What is credited was
// computed when it was decided.
type PointsAwarded struct {
	Submission string `json:"submission"`
	Note       string `json:"note,omitempty"`
	// Payouts and Fee as in PointsAward.
	Payouts []money.Amount `json:"payouts"`
	Fee     money.Amount   `json:"fee"`
}

// BallotCast: a voter staked points on a submission.
type BallotCast struct {
	Mission string `json:"mission"`
	Voter   string `json:"voter"`
	// Choice is a submission's id; empty to award nobody.
	Choice string       `json:"choice,omitempty"`
	Stake  money.Amount `json:"stake"`
}

// PollClosed: the time to vote over a points mission is over. What the ballots say
// follows from the state.
type PollClosed struct {
	Mission string `json:"mission"`
}

// The kinds of facts about points.
const (
	KindPointsGranted Kind = "points_granted"
	KindPointsAwarded Kind = "points_awarded"
	KindBallotCast    Kind = "ballot_cast"
	KindPollClosed    Kind = "poll_closed"
)

// Kind implements Body; so do the methods below.
func (PointsGranted) Kind() Kind { return KindPointsGranted }

// Kind implements Body.
func (PointsAwarded) Kind() Kind { return KindPointsAwarded }

// Kind implements Body.
func (BallotCast) Kind() Kind { return KindBallotCast }

// Kind implements Body.
func (PollClosed) Kind() Kind { return KindPollClosed }

func newPointsBody(k Kind) Body {
	switch k {
	case KindPointsGranted:
		return &PointsGranted{}
	case KindPointsAwarded:
		return &PointsAwarded{}
	case KindBallotCast:
		return &BallotCast{}
	case KindPollClosed:
		return &PollClosed{}
	case KindWorkCommitted:
		return &WorkCommitted{}
	}
	return nil
}

// NewPoll is how the poster of a points mission wants voters to decide.
type NewPoll struct {
	// VoteUntil is the end of the vote in Unix milliseconds, after the deadline of the
	// mission, which ends submissions; 0: DefaultPollMillis behind it.
	VoteUntil int64
	// MinStake is the least that votes, QuorumWeight the weight that decides, in units
	// of points; zero: one point, and the server's quorum.
	MinStake, QuorumWeight money.Amount
	// QuorumVoters is at least 3, SlashBPS at most 2,000, Cap in whole points; zero:
	// 3, nobody is slashed, 1,000.
	QuorumVoters, SlashBPS uint16
	Cap                    uint32
}

// DefaultPollMillis is how long a vote lasts where its mission does not say;
// MinPollMillis and MaxPollMillis are the bounds where it does.
const (
	DefaultPollMillis = 24 * 3600 * 1000
	MinPollMillis     = 1000
	MaxPollMillis     = 30 * 24 * 3600 * 1000
)

// PointsView is an agent's points.
type PointsView struct {
	Agent string
	// Settings are those in force; the zero value where there are no points.
	Settings PointsSettings
	// Balance is what the agent can spend, in units: with what it would be granted, if
	// no points of it have moved yet.
	Balance money.Amount
	// Granted says that the grant is in the ledger.
	Granted bool
}

// PointsStats are the figures of the points ledger, for everybody.
type PointsStats struct {
	// Settings are those in force; the zero value where there are no points.
	Settings PointsSettings
	Book     PointsBook
}

// BallotRequest casts a ballot over a points mission.
type BallotRequest struct {
	Actor, Mission string
	// Submission is what it chooses; empty to award nobody.
	Submission string
	// Stake in units of points; zero: the least that votes.
	Stake money.Amount
}

// PollView is a poll over a points mission, as a viewer may see it.
type PollView struct {
	Mission *Mission
	Terms   PollTerms
	// Open says that ballots are taken now.
	Open bool
	// Poll has what each choice weighs, and the outcome, once it is closed; before,
	// only how many have voted.
	Poll PointsPoll
	// Yours is the viewer's ballot, if there is one.
	Yours *PointsBallot
}

// CommitRequest commits to work for a mission; see CommitmentTo.
type CommitRequest struct {
	Actor, Mission string
	Commitment     Hash
}

// Committed is a commitment that was taken.
type Committed struct {
	Commitment *PointsCommitment
	// RevealBy is when it is too late to submit the work, in Unix milliseconds.
	RevealBy int64
}
