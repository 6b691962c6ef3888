package indexer

import (
	"math"

	"github.com/oabp/oabpd/settle"
)

// StartAtHead as the start block means the head at the time of the first start.
const StartAtHead uint64 = math.MaxUint64

// Action is what to do about a head.
type Action uint8

// The actions.
const (
	// Wait: nothing to write.
	Wait Action = iota
	// Extend: blocks From to To (inclusive) are to be fetched and appended.
	Extend
	// Rewind: the stored tip is not on the head's branch.
	Rewind
)

// String is the lower-case name.
func (a Action) String() string {
	switch a {
	case Wait:
		return "wait"
	case Extend:
		return "extend"
	case Rewind:
		return "rewind"
	}
	return "unknown"
}

// Reason says why; it is a metric label and stable.
type Reason string

// The reasons.
const (
	// ReasonAtTip (wait): the head is the stored tip.
	ReasonAtTip Reason = "at_tip"
	// ReasonStaleHead (wait): the head is an ancestor of the stored tip; the
	// endpoint lags, or dropped blocks that it may still bring back.
	ReasonStaleHead Reason = "stale_head"
	// ReasonBelowTail (wait): the head is below every block of the given tail,
	// so the tail cannot tell whether it is known.
	ReasonBelowTail Reason = "below_tail"
	// ReasonBeforeStart (wait): nothing is stored and the chain has not reached
	// the start block.
	ReasonBeforeStart Reason = "before_start"
	// ReasonFirst (extend): nothing is stored yet.
	ReasonFirst Reason = "first"
	// ReasonNext (extend): the head is the child of the tip.
	ReasonNext Reason = "next"
	// ReasonGap (extend): the head is further ahead; whether the tip is on its
	// branch shows when tip+1 is fetched and decided upon in its turn.
	ReasonGap Reason = "gap"
	// ReasonParent (rewind): the block above the tip has another parent.
	ReasonParent Reason = "parent_mismatch"
	// ReasonSameHeight (rewind): another block at the tip's height.
	ReasonSameHeight Reason = "same_height"
	// ReasonShorter (rewind): another block below the tip's height.
	ReasonShorter Reason = "shorter_chain"
	// ReasonStartCheck (rewind): a stored hash was found different at start-up.
	// Never given by Next.
	ReasonStartCheck Reason = "start_check"
)

// Decision is what Next makes of a head.
type Decision struct {
	Action Action
	Reason Reason
	// From and To are the heights to fetch, inclusive; only for Extend.
	From, To uint64
}

// Next decides about a head, given the newest stored blocks (newest first,
// without gaps; empty on an empty store) and the height to start from on an
// empty store (or StartAtHead). It is pure.
//
// A head at or below the tip whose hash is stored is a stale view and means
// Wait; with another hash it is a real reorg, even on a chain that is not
// longer: waiting would leave confirmations standing on a dead branch.
func Next(start uint64, tail []settle.BlockRef, head Head) Decision {
	if len(tail) == 0 {
		switch {
		case start == StartAtHead:
			return Decision{Extend, ReasonFirst, head.Number, head.Number}
		case head.Number < start:
			return Decision{Action: Wait, Reason: ReasonBeforeStart}
		}
		return Decision{Extend, ReasonFirst, start, head.Number}
	}
	tip := tail[0]
	switch {
	case head.Number == tip.Number+1 && head.Parent != tip.Hash:
		return Decision{Action: Rewind, Reason: ReasonParent}
	case head.Number == tip.Number+1:
		return Decision{Extend, ReasonNext, head.Number, head.Number}
	case head.Number > tip.Number:
		return Decision{Extend, ReasonGap, tip.Number + 1, head.Number}
	case head.Number == tip.Number && head.Hash == tip.Hash:
		return Decision{Action: Wait, Reason: ReasonAtTip}
	case head.Number == tip.Number:
		return Decision{Action: Rewind, Reason: ReasonSameHeight}
	}
	stored, ok := at(tail, head.Number)
	switch {
	case !ok:
		return Decision{Action: Wait, Reason: ReasonBelowTail}
	case stored.Hash == head.Hash:
		return Decision{Action: Wait, Reason: ReasonStaleHead}
	}
	return Decision{Action: Rewind, Reason: ReasonShorter}
}

// at is the block of a gapless newest-first tail at a height.
func at(tail []settle.BlockRef, number uint64) (settle.BlockRef, bool) {
	if len(tail) == 0 || number > tail[0].Number || tail[0].Number-number >= uint64(len(tail)) {
		return settle.BlockRef{}, false
	}
	return tail[tail[0].Number-number], true
}
