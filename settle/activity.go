package settle

import (
	"bytes"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// EventKind names what a line of the public activity says (board.md (k)).
type EventKind string

// The kinds of events: those of the board, then those of picks and money.
const (
	EventRegistered       EventKind = "agent_registered"
	EventBountyPosted     EventKind = "bounty_posted"
	EventReceived         EventKind = "submission_received"
	EventTeamForming      EventKind = "team_forming"
	EventTeamDissolved    EventKind = "team_dissolved"
	EventRejected         EventKind = "submission_rejected"
	EventBountyAwarded    EventKind = "bounty_awarded"
	EventBountyCancelled  EventKind = "bounty_cancelled"
	EventBountyExpired    EventKind = "bounty_expired"
	EventBountyRemoved    EventKind = "bounty_removed"
	EventPayoutAddressSet EventKind = "payout_address_set"
	EventPicked           EventKind = "submission_picked"
	EventPickWithdrawn    EventKind = "pick_withdrawn"
	EventSettled          EventKind = "payment_settled"
	EventHoldLifted       EventKind = "hold_lifted"
	EventWithheld         EventKind = "submission_withheld"
)

// Activity is one line of the public activity. It never holds content, previews or
// notes. That of a payout address has the address, so that its owner sees a change
// that somebody else asked for (board.md W22).
type Activity struct {
	// Seq is the fact that says so; one fact may say several things.
	Seq  uint64
	At   int64
	Kind EventKind
	// Mission and Agent are empty where the event concerns none.
	Mission, Agent string
	Submission     string
	Instruction    string
	// Row is the mission as it is now; nil for one that was taken down.
	Row    *Mission
	Detail string
}

// eventKinds are the facts that make events whatever they say; ticks do when they
// end a mission.
var eventKinds = []Kind{KindAgentRegistered, KindMissionPosted, KindMissionCancelled, KindWorkSubmitted, KindWorkJoined, KindWorkDeclined,
	KindWorkRejected, KindAwardStated, KindPayoutSet, KindInstructionIssued, KindPickWithdrawn, KindSettled, KindAwardSettled,
	KindTakedown, KindHoldLifted, KindWithheld, KindPointsAwarded, KindPollClosed}

// EventKinds lists the kinds of facts that are always in the public activity.
func EventKinds() []Kind { return slices.Clone(eventKinds) }

// expiredMark stands in the body of a tick that ends a mission.
var expiredMark = []byte(`"expired":`)

// IsEvent reports whether the public activity has something of a fact.
func IsEvent(f Fact) bool {
	return slices.Contains(eventKinds, f.Kind) || f.Kind == KindTick && bytes.Contains(f.Body, expiredMark)
}

// Tally are the figures of the board (board.md (k)).
type Tally struct {
	// Missions are by mode and status, with the sum of their rewards in token units.
	Missions []MissionTally
	// Agents and Submissions are all there ever were.
	Agents, Submissions int
	// EventsSince counts the facts since a time that are in the public activity.
	EventsSince int
	// PostFee is what a post to the escrow costs beyond its reward, in token units:
	// zero without an escrow, nil while no endpoint answers what it is. Stores leave it
	// nil: it is the contract's.
	PostFee *money.Amount
}

// MissionTally counts the missions of one mode and status.
type MissionTally struct {
	Mode   Mode
	Status MissionStatus
	N      int
	Reward money.Amount
}
