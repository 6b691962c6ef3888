package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// Tally counts what histories led to, so that a test can show that they are
// histories of something.
type Tally map[string]int

// Add counts the end of a history.
func (c Tally) Add(w *World) {
	s := w.shadow
	c["histories"]++
	if settle.GetRow[settle.Settings](s, settle.SettingsKey).Pause != nil {
		c["paused at the end"]++
	}
	if slices.ContainsFunc(w.answers, func(a answer) bool { return a.silent }) {
		c["with a silent token"]++
	}
	each(s, settle.TableInstruction, func(i *settle.Instruction) {
		c["instructions"]++
		c["instruction "+string(i.Status)]++
		if i.Outcome != "" {
			c["outcome "+string(i.Outcome)]++
		}
		if i.LateClaim {
			c["late claims waiting"]++
		}
		if i.Settlements > 1 {
			c["settled again"]++
		}
		if len(i.Ratings) > 0 {
			c["rated"]++
		}
		if i.Succession != nil {
			c["successors "+string(i.Status)]++
		}
		if i.Extended {
			c["extended"]++
		}
		if i.Renewals > 0 {
			c["renewed"]++
		}
		for _, r := range i.Reservations {
			if r.Paused > 0 {
				c["reservations extended by a pause"]++
			}
		}
		if i.FeeWaived {
			c["fee waived"]++
		}
	})
	each(s, settle.TableAllocation, func(a *settle.Allocation) {
		if a.VoidAt != 0 {
			c["allocations taken back"]++
			return
		}
		c["allocations by "+string(a.Rule)]++
	})
	each(s, settle.TableMission, func(m *settle.Mission) { c["mission "+string(m.Status)]++ })
	each(s, settle.TableSubmission, func(m *settle.Submission) { c["submission "+string(m.Status)]++ })
	each(s, settle.TableIncident, func(i *settle.Incident) { c["incident "+string(i.Kind)]++ })
}

// String lists the counts.
func (c Tally) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&b, "%s: %d\n", k, c[k])
	}
	return b.String()
}
