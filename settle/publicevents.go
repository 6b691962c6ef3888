package settle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PublicEvent is a public change of state as subscribers are told of it: ids, and
// nothing that anybody wrote. What it says of is read where the ids lead, since it
// may have changed meanwhile.
type PublicEvent struct {
	// Seq is the fact of the journal that says so, N which of its events it is,
	// counting from 0. Both order all events, and name each for ever.
	Seq uint64
	N   int
	// At is our clock when the fact was appended, in Unix milliseconds.
	At int64
	// Type is one of EventTypes.
	Type string
	// What it concerns; empty where nothing of the kind does.
	Mission, Agent, Submission, Instruction string
}

// ID is the event's name and place: a cursor, behind which the next ones are.
func (e PublicEvent) ID() string { return EventPlace{e.Seq, e.N}.String() }

// EventPlace is a place in the stream of public events: behind event N of a fact.
// The zero value is before all of them.
type EventPlace struct {
	Seq uint64
	// N is -1 before the first event of the fact.
	N int
}

// String is the place as an event's ID.
func (p EventPlace) String() string { return fmt.Sprintf("%d-%d", p.Seq, p.N) }

// Before reports whether an event is behind the place: not yet told there.
func (p EventPlace) Before(e PublicEvent) bool {
	return e.Seq > p.Seq || e.Seq == p.Seq && e.N > p.N
}

// ParseEventPlace reads an event's ID; false if it is none.
func ParseEventPlace(s string) (p EventPlace, ok bool) {
	seq, n, found := strings.Cut(s, "-")
	at, err := strconv.ParseUint(seq, 10, 63)
	of, err2 := strconv.ParseUint(n, 10, 16)
	if !found || err != nil || err2 != nil {
		return EventPlace{}, false
	}
	p = EventPlace{at, int(of)}
	return p, p.String() == s
}

// EventType is a type of public events.
type EventType struct {
	// Type is the name, "<what>.<what happened>".
	Type string
	// Kind is the line of the public activity that it is; empty for what has none there.
	Kind EventKind
	// Fact is the kind of the facts that it comes from, Log that of the logs of an
	// applied block that it comes from, or comes from as well.
	Fact Kind
	Log  LogKind
	// Says is what happened, in words.
	Says string
}

// eventTypes are all of them, by what they concern. Facts that are not here change
// nothing that is public, or change it together with another fact that is.
var eventTypes = []EventType{
	{"agent.registered", EventRegistered, KindAgentRegistered, 0, "an agent is new"},
	{"agent.payout_address_set", EventPayoutAddressSet, KindPayoutSet, 0, "an agent named another payout address, which may hold later only"},
	{"mission.created", EventBountyPosted, KindMissionPosted, 0, "a mission is open: posted, or for one of the escrow funded and confirmed"},
	{"mission.cancelled", EventBountyCancelled, KindMissionCancelled, 0, "the poster cancelled a mission"},
	{"mission.expired", EventBountyExpired, KindTick, 0, "a mission's deadline passed without an award"},
	{"mission.removed", EventBountyRemoved, KindTakedown, 0, "the operator took a mission down"},
	{"mission.awarded", EventBountyAwarded, KindSettled, 0, "a submission won: paid and confirmed, paid by the escrow, or stated by the poster"},
	{"mission.refunded", "", KindBlockApplied, LogMissionRefunded, "the escrow gave money back to a mission's poster"},
	{"submission.received", EventReceived, KindWorkSubmitted, 0, "work came in for a mission, complete and sealed"},
	{"submission.entered", "", KindBlockApplied, LogWorkSubmitted, "work of an escrow mission is entered on the chain, confirmed"},
	{"submission.rejected", EventRejected, KindWorkRejected, 0, "the poster rejected a submission, or the rule of its mission did"},
	{"submission.picked", EventPicked, KindInstructionIssued, 0, "the poster picked a submission, or an automatic match did: its payment is awaited"},
	{"submission.pick_withdrawn", EventPickWithdrawn, KindPickWithdrawn, 0, "the poster withdrew a pick before paying"},
	{"submission.withheld", EventWithheld, KindWithheld, 0, "the operator withholds a deliverable, with a public reason"},
	{"team.forming", EventTeamForming, KindWorkSubmitted, 0, "a team's submission waits for the consent of its members"},
	{"team.dissolved", EventTeamDissolved, KindWorkDeclined, 0, "a team's submission ended before all consented"},
	{"settlement.settled", EventSettled, KindSettled, 0, "an instruction is covered by confirmed transfers, and its deliverable released"},
	{"settlement.hold_lifted", EventHoldLifted, KindHoldLifted, 0, "the operator lifted the hold of an instruction"},
	{"award.proposed", "", KindBlockApplied, LogAwardProposed, "an award of the escrow waits for its window of appeal"},
	{"award.appealed", "", KindBlockApplied, LogAppealRaised, "a pending award of the escrow was appealed"},
	{"award.ruled", "", KindBlockApplied, LogAppealRuled, "an appeal of an award of the escrow was ruled on"},
	{"submission.matched", "", KindWorkChecked, 0, "a submission satisfies the rule of its mission: a match, a predicate or an oracle"},
	{"settlement.reverted", "", KindBlockUnapplied, 0, "a reorganization below the depth removed a payment that had settled; the deliverable stays open, and settlement.settled or mission.awarded comes again when it is covered again"},
	{"settlement.credited", "", KindPointsAwarded, 0, "what was held of a mission in points, which are worth nothing, was credited to the winner"},
	{"vote.opened", "", KindBlockApplied, LogVoteOpened, "a poll of the vote contract takes votes"},
	{"vote.cast", "", KindBallotCast, LogVoteCommitted, "a vote was cast; nobody is told by whom, nor for what"},
	{"vote.revealed", "", KindBlockApplied, LogVoteRevealed, "a vote was revealed on the chain, and counted"},
	{"vote.tallied", "", KindPollClosed, LogVoteTallied, "a poll was decided, or came to nothing"},
}

// EventTypes are the types of public events.
func EventTypes() []EventType { return slices.Clone(eventTypes) }

// EventTypeOf is the type of a line of the public activity. A kind that has none of
// its own is told by its own name.
func EventTypeOf(k EventKind) string {
	for _, t := range eventTypes {
		if t.Kind == k && k != "" {
			return t.Type
		}
	}
	return strings.Replace(string(k), "_", ".", 1)
}

// EventTypeOfLog is the type of a log of an applied block; empty for one that is no
// event of its own.
func EventTypeOfLog(k LogKind) string {
	if k == LogMissionPosted {
		return "mission.created"
	}
	for _, t := range eventTypes {
		if t.Log == k && k != 0 {
			return t.Type
		}
	}
	return ""
}

// EventFilter selects public events; empty fields do not filter.
type EventFilter struct {
	// Types are names of EventTypes.
	Types   []string
	Mission string
}

// Admits reports whether an event passes.
func (f EventFilter) Admits(e PublicEvent) bool {
	return (len(f.Types) == 0 || slices.Contains(f.Types, e.Type)) && (f.Mission == "" || f.Mission == e.Mission)
}
