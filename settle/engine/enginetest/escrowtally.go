package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// EscrowTally counts what the histories held, so that a test shows whether it
// tried everything.
type EscrowTally map[string]int

// Add counts a finished history.
func (c EscrowTally) Add(m *EscrowMachine) {
	for _, b := range m.Chain.Blocks {
		for _, l := range b.Logs {
			if l.Event != nil {
				c["event "+l.Kind.String()]++
			}
		}
	}
	each(m.shadow, settle.TableMission, func(x *settle.Mission) { c["mission "+string(x.Status)]++ })
	each(m.shadow, settle.TableSubmission, func(x *settle.Submission) { c["submission "+string(x.Status)]++ })
	for _, w := range m.works {
		if s := settle.GetRow[settle.Submission](m.shadow, w.submission); s != nil && w.mate != "" {
			c["team's submission "+string(s.Status)]++
		}
	}
	each(m.shadow, settle.TableVotePoll, func(x *settle.VotePoll) { c["poll "+x.Outcome.String()]++ })
	each(m.shadow, settle.TableIncident, func(x *settle.Incident) { c["incident "+string(x.Kind)]++ })
	each(m.shadow, settle.TableEscrowAward, func(x *settle.EscrowAward) {
		c["award "+string(x.Status)]++
		if x.Submission == "" {
			c["award known from the chain only"]++
		}
		if x.Settlements > 1 {
			c["award settled again"]++
		}
		if x.Replaced {
			c["award replaced"]++
		}
		if len(x.Ratings) > 0 {
			c["award that moved ratings"]++
		}
		if (&escrowAudit{s: m.shadow}).self(x) {
			c["award to the poster itself"]++
		}
		for _, p := range x.Final.Payouts {
			if p.Credited {
				c["payout credited"]++
			}
		}
	})
}

// String has a line for each.
func (c EscrowTally) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&b, "%6d %s\n", c[k], k)
	}
	return b.String()
}
