package settle

import (
	"fmt"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// A released award that is gone binds its poster while it can be awarded again,
// whatever an operator says, and after the reward went back until one says so.
func TestDisputes(t *testing.T) {
	for name, c := range map[string]struct {
		after []Log
		gone  bool // the post, too
		// with the incident open, and after it was cleared
		open, cleared int
	}{
		"can be awarded": {nil, false, 1, 1},
		"proposed": {[]Log{says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("bob"), Gross: amt(1000), FinalAt: 9}),
			says(EventMissionRefunded{MissionID: hsh("m"), To: adr("poster"), Reason: RefundNotAwarded})}, false, 1, 1},
		"refunded":      {[]Log{says(EventMissionRefunded{MissionID: hsh("m"), To: adr("poster"), Amount: amt(1000), Reason: RefundNotAwarded})}, false, 1, 0},
		"awarded again": {[]Log{won("m", "ann", 0, 1000, 5), payout("m", "ann", 0, 995, true)}, false, 0, 0},
		"another's":     {[]Log{won("m", "bob", 0, 1000, 5), payout("m", "bob", 0, 995, true)}, false, 0, 0},
		"post gone":     {nil, true, 1, 0},
	} {
		b := newEscrowBook(t)
		one := terms("poster", func(t *MissionTerms) { t.Tranches, t.Fees = []money.Amount{amt(1000)}, []money.Amount{amt(5)} })
		b.announced("m", "agt_poster", one)
		b.fund("m", one)
		b.deposit("a", "mis_m", "ann")
		b.tx(entered("m", "ann", "a", 0), entered("m", "bob", "b", 0))
		b.tx(won("m", "ann", 0, 1000, 5), payout("m", "ann", 0, 995, true))
		b.settleDue()
		b.wantWork("a", SubmissionAccepted)
		for range map[bool]int{false: 1, true: 3}[c.gone] {
			b.do(&BlockUnapplied{Block: BlockRef{Number: b.block, Hash: hsh(fmt.Sprint(b.block))}})
			b.block--
		}
		b.block += 10 // another branch
		if len(c.after) > 0 {
			b.tx(c.after...)
		}
		b.settleDue()
		if got := len(Disputes(b, "agt_poster")); got != c.open {
			t.Errorf("%s: %d disputes, want %d", name, got, c.open)
		}
		for _, i := range FindRows[*Incident](b, IncidentsOpen()) {
			b.do(&IncidentCleared{Incident: i.Key(), Note: "settled"})
		}
		if got := len(Disputes(b, "agt_poster")); got != c.cleared {
			t.Errorf("%s: %d disputes once the incident is cleared, want %d", name, got, c.cleared)
		}
	}
}
