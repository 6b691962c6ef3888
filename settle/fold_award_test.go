package settle

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oabp/oabpd/settle/money"
)

// announced is a mission that was posted to us first.
func (b *book) announced(id, poster string, t MissionTerms) {
	b.t.Helper()
	m := Mission{ID: "mis_" + id, Poster: poster, Title: "ours", Mode: ModeEscrow, MaxWinners: 2, Reward: t.Reward, OnChain: hsh(id), Contract: adr("escrow"), Terms: &t}
	if t.Layout == Milestones {
		m.MaxWinners, m.Milestones = 1, []Milestone{{ID: "mil_0"}, {ID: "mil_1"}}
	}
	b.do(&MissionPosted{Mission: m})
}

func (b *book) wantMission(id string, want MissionStatus) *Mission {
	b.t.Helper()
	m := b.onChain(id)
	if m.Status != want || (m.ClosedAt != 0) != (want != MissionOpen && want != MissionUnfunded) {
		b.t.Fatalf("mission %s is %s (closed at %d), want %s", m.ID, m.Status, m.ClosedAt, want)
	}
	return m
}

func (b *book) wantWork(id string, want SubmissionStatus) {
	b.t.Helper()
	s := GetRow[Submission](b, "sub_"+id)
	if s.Status != want || (s.ReleasedAt != 0) != (want == SubmissionAccepted) ||
		(s.DecidedAt != 0) != (want != SubmissionPending && want != SubmissionAwaitingChain) {
		b.t.Fatalf("%s is %s (released %d, decided %d), want %s", s.ID, s.Status, s.ReleasedAt, s.DecidedAt, want)
	}
}

func TestFundedOnceConfirmed(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.wantMission("m", MissionUnfunded)
	if b.Exists(MissionsDue(1<<62)) || b.onChain("m").FundedAt != 0 {
		t.Error("an unfunded mission falls due, or is funded")
	}
	b.fund("m", terms("poster"))
	if m := b.wantMission("m", MissionOpen); m.ID != "mis_m" || m.FundedAt != int64(b.block)*1000 || b.Exists(MissionsDue(1<<62)) {
		t.Errorf("funded: %+v", m)
	}
	book := GetRow[EscrowBook](b, adr("escrow").String())
	if m := GetRow[EscrowMission](b, hsh("m").String()); m.PostFee != amt(7) || m.Held != amt(1000) || book.FeesAccrued != amt(7) {
		t.Errorf("held %s, post fee %s, fees %s", m.Held, m.PostFee, book.FeesAccrued)
	}
	b.do(&BlockUnapplied{Block: BlockRef{Number: b.block, Hash: hsh(fmt.Sprint(b.block))}})
	if m := b.wantMission("m", MissionUnfunded); m.FundedAt != 0 {
		t.Error("funded by a block that is gone")
	}
	b.fund("m", terms("poster"))
	b.wantMission("m", MissionOpen)
}

func TestPostedWithoutUs(t *testing.T) {
	b := newEscrowBook(t)
	tm := terms("p", func(t *MissionTerms) { t.Layout = Milestones })
	b.fund("m", tm)
	m := b.wantMission("m", MissionOpen)
	if want := "mis_" + hsh("m").String()[2:58]; len(want) != 60 || len(m.Milestones[1].ID) > 64 || m.Milestones[1].ID == m.Milestones[0].ID || m.ID != want || m.Poster != "" || m.Grain != amt(1) || m.Reward != amt(1000) || len(m.Milestones) != 2 ||
		m.Milestones[1].Reward != amt(400) || m.MaxWinners != 1 || m.Deadline != tm.SubmitBy*1000 {
		t.Errorf("adopted: %+v", m)
	}
	if !strings.Contains(m.Description, tm.SpecHash.String()) || !strings.Contains(m.Description, "u\uFFFD") || strings.Contains(m.Description, "\x00") {
		t.Errorf("description %q", m.Description)
	}
	b.do(&AddressProven{Agent: "poster", Address: adr("p")})
	if got := b.onChain("m").Poster; got != "poster" {
		t.Errorf("the poster is %q after the proof", got)
	}
	id := m.ID
	b.announced("m", "poster", tm) // said later: the row keeps its id
	if m := b.wantMission("m", MissionOpen); m.ID != id || m.Title != "ours" || len(b.Rows(TableMission)) != 1 {
		t.Errorf("announced after the post: %+v", m)
	}
	b.fund("n", terms("p"))
	if m := b.onChain("n"); m.Poster != "poster" || m.MaxWinners != 2 {
		t.Errorf("of a proven address: %+v", m)
	}
}

func TestWorkAwaitsItsOwnEntry(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.deposit("a", "mis_m", "ann")
	b.wantWork("a", SubmissionAwaitingChain)
	b.tx(entered("m", "bob", "a", 0)) // a copy
	b.wantWork("a", SubmissionAwaitingChain)
	mine := b.tx(entered("m", "ann", "a", 0))
	b.wantWork("a", SubmissionPending)
	again := b.tx(entered("m", "ann", "a2", 0))
	b.wantWork("a", SubmissionAwaitingChain) // replaced by what we do not have
	b.deposit("a2", "mis_m", "ann")
	b.wantWork("a2", SubmissionPending) // the chain was first
	b.do(&BlockUnapplied{Block: again})
	b.wantWork("a", SubmissionPending)
	b.wantWork("a2", SubmissionAwaitingChain)
	b.do(&BlockUnapplied{Block: mine})
	b.wantWork("a", SubmissionAwaitingChain)
	b.tx(entered("m", "ann", "a", 0), says(EventMissionRefunded{MissionID: hsh("m"), To: adr("poster"), Amount: amt(1000), Reason: RefundNotAwarded}))
	b.wantMission("m", MissionExpired)
	b.wantWork("a", SubmissionClosed)
	b.do(&BlockUnapplied{Block: BlockRef{Number: b.block, Hash: hsh(fmt.Sprint(b.block))}})
	b.wantMission("m", MissionOpen)
	b.wantWork("a", SubmissionAwaitingChain)
}

func TestReleasedAtFinalizedOnly(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	for _, a := range []string{"ann", "bob"} {
		b.deposit(a, "mis_m", a)
		b.tx(entered("m", a, a, 0))
	}
	b.tx(says(EventAwardProposed{MissionID: hsh("m"), Agent: adr("ann"), Gross: amt(600), FinalAt: 9}))
	b.settleDue()
	b.wantWork("ann", SubmissionPending)
	block := b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.wantWork("ann", SubmissionPending) // the leader has not settled it
	b.settleDue()
	b.wantWork("ann", SubmissionAccepted)
	b.wantWork("bob", SubmissionPending)
	m := b.wantMission("m", MissionOpen) // the second prize is there to win
	key := FindRows[*EscrowAward](b, AwardsOfSubmission("sub_ann"))[0].Key()
	if len(m.Awards) != 1 || m.Awards[0].Submission != "sub_ann" || m.Awards[0].Instruction != key || m.Awards[0].Milestone != -1 || m.Awards[0].Agent != "ann" {
		t.Errorf("awards %+v", m.Awards)
	}
	if r := GetRow[Agent](b, "ann").RatingMilli; r != StartRating+16_000 {
		t.Errorf("ann's rating is %d", r)
	}
	b.do(&BlockUnapplied{Block: block})
	a := GetRow[EscrowAward](b, key)
	b.wantWork("ann", SubmissionAccepted) // a release stays a release
	if a.Status != AwardReverted || len(b.Find(AwardsReverted("poster"))) != 1 || GetRow[Agent](b, "ann").RatingMilli != StartRating || len(b.onChain("m").Awards) != 1 {
		t.Errorf("un-applied: %+v, ann at %d", a, GetRow[Agent](b, "ann").RatingMilli)
	}
	if n := FindRows[*Incident](b, IncidentsOpen()); len(n) != 1 || n[0].Kind != IncidentReverted || n[0].Instruction != key {
		t.Errorf("incidents %+v", n)
	}
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue()
	if a := GetRow[EscrowAward](b, key); a.Status != AwardSettled || a.Settlements != 2 || b.Exists(AwardsReverted("poster")) ||
		GetRow[Agent](b, "ann").RatingMilli != StartRating+16_000 {
		t.Errorf("applied again: %+v", a)
	}
	b.do(&AwardSettlement{Award: key})
	if a := GetRow[EscrowAward](b, key); a.Settlements != 2 {
		t.Error("settled twice")
	}
}

// Another branch of the chain gives the tranche to another agent.
func TestReplacedAward(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	for _, a := range []string{"ann", "bob"} {
		b.deposit(a, "mis_m", a)
		b.tx(entered("m", a, a, 0))
	}
	block := b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, false))
	b.settleDue()
	b.do(&BlockUnapplied{Block: block})
	b.tx(won("m", "bob", 0, 600, 3), payout("m", "bob", 0, 597, false))
	b.settleDue()
	b.wantWork("ann", SubmissionAccepted)
	b.wantWork("bob", SubmissionAccepted)
	if b.Exists(AwardsReverted("poster")) {
		t.Error("the poster owes an award that went to another")
	}
	if m := b.onChain("m"); len(m.Awards) != 1 || m.Awards[0].Agent != "bob" {
		t.Errorf("awards %+v", m.Awards)
	}
	b.do(&BlockUnapplied{Block: BlockRef{Number: b.block, Hash: hsh(fmt.Sprint(b.block))}}) // bob's goes as well
	if m := b.onChain("m"); len(m.Awards) != 1 || m.Awards[0].Agent != "bob" || len(b.Find(AwardsReverted("poster"))) != 1 {
		t.Errorf("a slot is kept by the last that had it: %+v", m.Awards)
	}
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, false))
	b.settleDue()
	if m := b.onChain("m"); len(m.Awards) != 1 || m.Awards[0].Agent != "ann" || b.Exists(AwardsReverted("poster")) {
		t.Errorf("won by ann again: %+v", m.Awards)
	}
}

// The award comes first, the deposit after it.
func TestDepositAfterTheAward(t *testing.T) {
	b := newEscrowBook(t)
	b.fund("m", terms("p", func(t *MissionTerms) { t.Tranches, t.Fees = []money.Amount{amt(1000)}, []money.Amount{amt(5)} }))
	b.tx(entered("m", "ann", "a", 0))
	b.tx(won("m", "ann", 0, 1000, 5), payout("m", "ann", 0, 995, true))
	b.settleDue()
	m := b.wantMission("m", MissionAwarded)
	if len(m.Awards) != 1 || m.Awards[0].Submission != "" || m.Awards[0].Agent != "" {
		t.Errorf("awards of work that is known from the chain only: %+v", m.Awards)
	}
	b.deposit("a", m.ID, "ann")
	b.settleDue()
	b.wantWork("a", SubmissionAccepted)
	b.deposit("b", m.ID, "bob")
	b.wantWork("b", SubmissionClosed)
	if m := b.wantMission("m", MissionAwarded); m.Awards[0].Submission != "sub_a" || m.Awards[0].Agent != "ann" {
		t.Errorf("awards %+v", m.Awards)
	}
}

// A block may go before the leader has settled what it awarded (releases are
// halted): once more, or of work that was deposited after the award.
func TestUnappliedBeforeItSettles(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.deposit("ann", "mis_m", "ann")
	b.tx(entered("m", "ann", "ann", 0), entered("m", "bob", "bob", 0))
	award := func(agent string, n uint8) (BlockRef, string) {
		gross := []uint64{600, 400}[n]
		block := b.tx(won("m", agent, n, gross, 0), payout("m", agent, n, gross, true))
		c, s := work(agent), split(agent)
		return block, AwardKey(hsh("m"), n, adr(agent), Keccak256(c[:], s[:]))
	}
	block, key := award("ann", 0)
	b.settleDue()
	b.do(&BlockUnapplied{Block: block})
	block, _ = award("ann", 0)
	b.do(&BlockUnapplied{Block: block})
	if a := GetRow[EscrowAward](b, key); a.Status != AwardReverted || a.Submission != "sub_ann" || a.Settlements != 1 || len(b.Find(IncidentsOpen())) != 1 {
		t.Errorf("reverted, confirmed and gone again: %+v", a)
	}
	block, key = award("bob", 1)
	b.settleDue()
	b.deposit("bob", "mis_m", "bob")
	b.do(&BlockUnapplied{Block: block})
	b.wantWork("bob", SubmissionPending)
	if a := GetRow[EscrowAward](b, key); a.Status != AwardReverted || a.Submission != "" || len(b.Find(IncidentsOpen())) != 1 {
		t.Errorf("nothing was released: %+v", a)
	}
	award("bob", 1)
	b.settleDue()
	b.wantWork("bob", SubmissionAccepted)
	block, key = award("cid", 0) // never settled: forgotten
	b.do(&BlockUnapplied{Block: block})
	if GetRow[EscrowAward](b, key) != nil {
		t.Error("an award that was never settled is remembered")
	}
}

// Milestones are won apart; one submission may win several prizes, and ratings
// move once for it.
func TestTranches(t *testing.T) {
	b := newEscrowBook(t)
	layout := func(t *MissionTerms) { t.Layout = Milestones }
	b.announced("m", "poster", terms("poster", layout))
	b.fund("m", terms("poster", layout))
	at := func(id, agent string, n int) {
		b.do(&WorkSubmitted{Submission: Submission{ID: "sub_" + id, Mission: "mis_m", Milestone: n, Agent: agent, ContentHash: work(id), Deposited: true,
			Contributors: []Contributor{{Agent: agent, ShareBP: 10_000}}, Escrow: &EscrowWork{Address: adr(agent), SplitHash: split(id)}}})
		b.tx(entered("m", agent, id, uint8(n)))
	}
	at("a0", "ann", 0)
	at("b0", "bob", 0)
	at("b1", "bob", 1)
	b.tx(won("m", "ann", 0, 600, 3), payout("m", "ann", 0, 597, true))
	b.settleDue()
	b.wantWork("a0", SubmissionAccepted)
	b.wantWork("b0", SubmissionClosed)
	b.wantWork("b1", SubmissionPending)
	b.tx(won("m", "bob", 1, 400, 2), payout("m", "bob", 1, 398, true))
	b.settleDue()
	if m := b.wantMission("m", MissionAwarded); len(m.Awards) != 2 || m.Awards[1].Milestone != 1 || m.Awards[1].N != 0 {
		t.Errorf("awards %+v", m.Awards)
	}
	if r := GetRow[Agent](b, "bob").RatingMilli; r != StartRating { // lost one, won one
		t.Errorf("bob's rating is %d", r)
	}

	b.announced("n", "poster", terms("poster"))
	b.fund("n", terms("poster"))
	b.deposit("c", "mis_n", "cid")
	b.tx(entered("n", "cid", "c", 0))
	b.tx(won("n", "cid", 0, 600, 3), payout("n", "cid", 0, 597, true), won("n", "cid", 1, 400, 2), payout("n", "cid", 1, 398, true))
	b.settleDue()
	b.wantMission("n", MissionAwarded)
	if a := GetRow[Agent](b, "cid"); a.RatingMilli != StartRating+16_000 || a.Resolved != 1 {
		t.Errorf("cid won two prizes by one work and is at %d after %d", a.RatingMilli, a.Resolved)
	}
}

// Money that the payee sends back in the same transaction moves no rating.
func TestBouncedAwardMovesNoRating(t *testing.T) {
	b := newEscrowBook(t)
	b.announced("m", "poster", terms("poster"))
	b.fund("m", terms("poster"))
	b.deposit("a", "mis_m", "ann")
	b.do(&AddressProven{Agent: "ann", Address: adr("second")})
	b.tx(entered("m", "ann", "a", 0))
	b.tx(won("m", "ann", 0, 600, 3), move("escrow", "ann", 597), payout("m", "ann", 0, 597, false), move("second", "poster", 590))
	b.settleDue()
	b.wantWork("a", SubmissionAccepted)
	if r := GetRow[Agent](b, "ann").RatingMilli; r != StartRating {
		t.Errorf("ann's rating is %d", r)
	}
}
