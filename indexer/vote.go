package indexer

import (
	"slices"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Verdict is what comes of asking the endpoints for their block at a height
// (settlement.md R25).
type Verdict uint8

// The verdicts.
const (
	// VerdictWait: too few endpoints say the same, but none disputes a majority.
	// The block waits.
	VerdictWait Verdict = iota
	// VerdictApply: a quorum and a majority have our block.
	VerdictApply
	// VerdictSwitch: a quorum and a majority have another block than ours.
	VerdictSwitch
	// VerdictSplit: the endpoints have different blocks, and none a majority. The
	// block waits, and if this lasts, releases are halted.
	VerdictSplit
	// VerdictLogs: a quorum and a majority have our block, but other logs in it or
	// in one of its ancestors than are stored. The block waits, and they are read
	// again.
	VerdictLogs
)

// String is the lower-case name; a metric label, stable.
func (v Verdict) String() string {
	switch v {
	case VerdictWait:
		return "wait"
	case VerdictApply:
		return "apply"
	case VerdictSwitch:
		return "switch"
	case VerdictSplit:
		return "split"
	case VerdictLogs:
		return "logs"
	}
	return "unknown"
}

// Count is a verdict with its figures.
type Count struct {
	Verdict Verdict
	// Winner is the hash that a quorum and a majority have; zero without one.
	Winner settle.Hash
	// Ours are the votes for our block, Cast all votes.
	Ours, Cast int
}

// Tally counts votes: the hash that each endpoint has at a height, zero for one
// that did not say (it fails, or lags). A hash wins with at least quorum votes
// that are more than half of those cast. It is pure, and does not depend on the
// order of the votes.
func Tally(ours settle.Hash, quorum int, votes []settle.Hash) Count {
	var c Count
	per := map[settle.Hash]int{}
	for _, v := range votes {
		if !v.IsZero() {
			per[v]++
			c.Cast++
		}
	}
	c.Ours = per[ours]
	majority := false
	for hash, n := range per {
		if 2*n <= c.Cast {
			continue
		}
		majority = true
		if n >= quorum {
			c.Winner = hash
		}
	}
	switch {
	case c.Winner.IsZero() && !majority && c.Cast > 0:
		c.Verdict = VerdictSplit
	case c.Winner.IsZero():
		c.Verdict = VerdictWait
	case c.Winner == ours:
		c.Verdict = VerdictApply
	default:
		c.Verdict = VerdictSwitch
	}
	return c
}

// Reach is the greatest height that a quorum has reached, given the height of
// each endpoint that said one; ok is false if too few did. No endpoint alone can
// raise it above all others.
func Reach(quorum int, heights []uint64) (height uint64, ok bool) {
	if quorum < 1 || len(heights) < quorum {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(heights))
	return sorted[len(sorted)-quorum], true
}

// Certain says whether VerdictApply stands whatever the endpoints say that have
// not answered yet.
func Certain(ours settle.Hash, quorum int, votes []settle.Hash, pending int) bool {
	c := Tally(ours, quorum, votes)
	return c.Verdict == VerdictApply && 2*c.Ours > c.Cast+pending
}

// Doubt measures for how long the endpoints have been at odds. The zero value
// is no doubt. It is pure: times are given.
type Doubt struct {
	// Since is the first split of the series, Last the newest; zero without one.
	Since, Last time.Time
}

// After is the doubt after a verdict at a time, and whether it has lasted for
// patience, so that releases must be halted; then a new series begins.
//
// Only a majority ends doubt. Endpoints that fall silent neither end it nor
// prove it: two splits further apart than patience are two series.
func (d Doubt) After(v Verdict, now time.Time, patience time.Duration) (next Doubt, halt bool) {
	switch v {
	case VerdictApply, VerdictSwitch, VerdictLogs: // R25 halts over blocks, not over what is in them
		return Doubt{}, false
	case VerdictWait:
		return d, false
	}
	if d.Since.IsZero() || now.Sub(d.Last) > patience {
		d.Since = now
	}
	d.Last = now
	if now.Sub(d.Since) < patience {
		return d, false
	}
	return Doubt{Since: now, Last: now}, true
}
