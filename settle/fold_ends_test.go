package settle

import (
	"slices"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// The first Payout after a ruling is the bond's, whatever follows.
func TestRulings(t *testing.T) {
	for name, c := range map[string]struct {
		logs  []Log
		final bool
		want  EscrowStatus
		held  uint64
	}{
		"upheld":   {[]Log{says(EventAppealRuled{MissionID: hsh("m"), Ruling: RulingUphold, Agent: adr("ann")}), payout("m", "ann", 0, 50, true)}, false, EscrowActive, 400},
		"another":  {[]Log{says(EventAppealRuled{MissionID: hsh("m"), Ruling: RulingOther, Agent: adr("bob")}), payout("m", "poster", 0, 50, true)}, false, EscrowActive, 400},
		"refunded": {[]Log{says(EventAppealRuled{MissionID: hsh("m"), Ruling: RulingRefund}), payout("m", "poster", 0, 50, true), says(EventMissionRefunded{MissionID: hsh("m"), To: adr("poster"), Amount: amt(600), Reason: RefundRuled})}, false, EscrowActive, 400},
		"lapsed":   {[]Log{says(EventAppealRuled{MissionID: hsh("m"), Ruling: RulingLapsed, Agent: adr("ann")}), won("m", "ann", 0, 600, 3), payout("m", "poster", 0, 50, true), payout("m", "ann", 0, 597, true)}, true, EscrowActive, 400},
	} {
		b := newEscrowBook(t)
		b.fund("m", terms("poster"))
		b.tx(entered("m", "ann", "a", 0), entered("m", "bob", "b", 0))
		b.tx(says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("ann"), Gross: amt(600), FinalAt: 9}))
		b.tx(says(EventAppealRaised{MissionID: hsh("m"), Appellant: adr("poster"), Bond: amt(50), RuleBy: 99}))
		b.tx(c.logs...)
		m := GetRow[EscrowMission](b, hsh("m").String())
		tr := m.Tranches[0]
		if m.Status != c.want || m.Held != amt(c.held) || tr.Appeal != nil || tr.Ruled == nil || tr.Ruled.Bond == nil || tr.Ruled.Bond.Amount != amt(50) || (tr.Final != nil) != c.final {
			t.Errorf("%s: %+v, tranche %+v", name, m, tr)
		}
		if c.final && (len(tr.Final.Payouts) != 1 || tr.Final.Payouts[0].Amount != amt(597)) {
			t.Errorf("%s: payouts %+v", name, tr.Final.Payouts)
		}
		if name == "another" && (tr.Pending.Agent != adr("bob") || tr.Pending.FinalAt != 0 || tr.Pending.Appealed) {
			t.Errorf("%s: pending %+v", name, tr.Pending)
		}
		if name == "refunded" && (tr.Pending != nil || m.DoneMask != 1 || len(m.Refunds) != 1 || m.Refunds[0].Tranche != 0 || !m.Pending.IsZero()) {
			t.Errorf("%s: %+v", name, m)
		}
		if b.gaps() != 0 {
			t.Errorf("%s: a gap", name)
		}
	}
}

// How missions end on the chain.
func TestEnds(t *testing.T) {
	one := func(t *MissionTerms) { t.Tranches, t.Fees = []money.Amount{amt(1000)}, []money.Amount{amt(5)} }
	refund := func(r RefundReason) Log {
		return says(EventMissionRefunded{MissionID: hsh("m"), To: adr("p"), Amount: amt(1000), Reason: r})
	}
	propose := says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("ann"), Gross: amt(1000), FinalAt: 9})
	for name, c := range map[string]struct {
		logs []Log
		want MissionStatus
	}{
		"cancelled":            {[]Log{says(EventMissionCancelled{MissionID: hsh("m")}), refund(RefundCancelled)}, MissionCancelled},
		"nobody came":          {[]Log{refund(RefundNoEntries)}, MissionExpired},
		"silence":              {[]Log{entered("m", "ann", "a", 0), refund(RefundNotAwarded)}, MissionExpired},
		"refunded by a ruling": {[]Log{entered("m", "ann", "a", 0), propose, says(EventAppealRaised{MissionID: hsh("m"), Appellant: adr("p")}), says(EventAppealRuled{MissionID: hsh("m"), Ruling: RulingRefund}), payout("m", "p", 0, 1, true), refund(RefundRuled)}, MissionExpired},
		"awarded":              {[]Log{entered("m", "ann", "a", 0), won("m", "ann", 0, 1000, 5), payout("m", "ann", 0, 995, true)}, MissionAwarded},
	} {
		b := newEscrowBook(t)
		b.fund("m", terms("p", one))
		b.deposit("a", b.onChain("m").ID, "ann")
		b.tx(c.logs...)
		b.settleDue()
		b.wantMission("m", c.want)
		if b.gaps() != 0 {
			t.Errorf("%s: a gap", name)
		}
		if s := b.status("a"); (s == SubmissionAccepted) != (name == "awarded") || s != SubmissionAccepted && s != SubmissionClosed {
			t.Errorf("%s: the work is %s", name, s)
		}
	}
}

// A pending award outlives the refund of the rest.
func TestPendingOutlivesRefund(t *testing.T) {
	b := newEscrowBook(t)
	b.fund("m", terms("p"))
	id := b.onChain("m").ID
	b.deposit("a", id, "ann")
	b.deposit("b", id, "bob")
	b.tx(entered("m", "ann", "a", 0), entered("m", "bob", "b", 0), says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("ann"), Gross: amt(600), FinalAt: 9}))
	b.tx(says(EventMissionRefunded{MissionID: hsh("m"), To: adr("p"), Amount: amt(400), Reason: RefundNotAwarded}))
	b.wantMission("m", MissionExpired)
	b.wantWork("a", SubmissionPending)
	b.wantWork("b", SubmissionClosed)
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue()
	b.wantWork("a", SubmissionAccepted)
	b.wantMission("m", MissionExpired)
}

// Where the escrow decides itself a commitment is the entry, and the hash of the
// answer the work.
func TestMatchOnTheEscrow(t *testing.T) {
	b := newEscrowBook(t)
	b.fund("m", terms("p", func(t *MissionTerms) {
		t.Resolver, t.VType, t.Param = Address{}, FirstValidMatch, work("a")
		t.Tranches, t.Fees = []money.Amount{amt(1000)}, []money.Amount{amt(5)}
	}))
	b.deposit("a", b.onChain("m").ID, "ann")
	b.wantWork("a", SubmissionAwaitingChain)
	b.tx(says(EventAnswerCommitted{MissionID: hsh("m"), Agent: adr("ann"), Commitment: hsh("c"), Seq: 4}),
		says(EventAnswerCommitted{MissionID: hsh("m"), Agent: adr("bob"), Commitment: hsh("c"), Seq: 5}))
	b.wantWork("a", SubmissionPending)
	b.tx(says(EventAnswerRevealed{MissionID: hsh("m"), Agent: adr("bob"), Seq: 5, Leading: true}), says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("bob"), Gross: amt(1000), FinalAt: 9}))
	b.tx(says(EventAnswerRevealed{MissionID: hsh("m"), Agent: adr("ann"), Seq: 4, Leading: true}), says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("ann"), Gross: amt(1000), FinalAt: 9}))
	if m := GetRow[EscrowMission](b, hsh("m").String()); m.Tranches[0].Pending.Seq != 4 || m.Pending != amt(1000) || !m.Held.IsZero() {
		t.Errorf("pending %+v of %s", m.Tranches[0].Pending, m.Pending)
	}
	kept := slices.DeleteFunc(EscrowStorage(b, adr("escrow")), func(r StorageRead) bool { return r.Getter != "commitmentOf(bytes32,address)" })
	if len(kept) != 2 || kept[0].Want[0] != (Hash{}) || kept[1].Want[1] != (Hash{}) {
		t.Errorf("revealed commitments are still held: %+v", kept)
	}
	b.tx(won("m", "ann", 0, 1000, 5), payout("m", "ann", 0, 995, true))
	b.settleDue()
	b.wantWork("a", SubmissionAccepted)
	b.wantMission("m", MissionAwarded)
}

// Nothing of ours ends a mission of the escrow.
func TestOurClockEndsNoEscrowMission(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.do(&Tick{Expired: []string{"mis_m"}})
	b.do(&MissionCancellation{Mission: "mis_m"})
	b.wantMission("m", MissionOpen)
}
