package enginetest

import (
	"encoding/json"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/memstore"
)

// AuditEscrow holds what the daemon makes of the contracts against them: the
// mirrors are their storage, paid is released, and released is paid.
func (m *EscrowMachine) AuditEscrow() {
	m.T.Helper()
	m.refold()
	applied := m.applied()
	held := m.Chain.Blocks[applied].state
	sameStorage(m.T, settle.Contract{Role: settle.RoleEscrow, Address: m.Escrow.Address}, m.shadow, held.escrow.held())
	sameStorage(m.T, settle.Contract{Role: settle.RoleVote, Address: m.Vote.Address}, m.shadow, held.vote.voting())
	sameStorage(m.T, settle.Contract{Role: settle.RoleAgents, Address: m.Vote.Agents}, m.shadow, held.vote.registered())
	for _, i := range m.Incidents() {
		if i.Kind == settle.IncidentGap {
			m.T.Fatalf("the fold contradicts the contracts: %s", i.Text)
		}
	}
	x := &escrowAudit{m: m, s: m.shadow, applied: applied, held: held.escrow, paid: map[string]*escPaid{},
		waiting: map[settle.Hash]bool{}}
	x.collect()
	x.paidMeansReleased()
	each(m.shadow, settle.TableSubmission, x.releasedMeansPaid)
	each(m.shadow, settle.TableSubmission, x.work)
	x.missions()
	each(m.shadow, settle.TableEscrowAward, x.award)
	x.ratings()
	m.counted()
}

// Unseen folds the journal without the blocks that were un-applied later, and
// without their un-applying: the mirrors are as if those had never been seen.
func (m *EscrowMachine) Unseen() {
	m.T.Helper()
	m.refold()
	var facts []settle.Fact
	last := map[settle.Hash]int{}
	m.must(m.Store.Facts(m.Ctx, 0, func(f settle.Fact) error {
		b, err := f.Decode()
		if err != nil {
			return err
		}
		switch b := b.(type) {
		case *settle.BlockApplied:
			last[b.Block.Hash] = len(facts)
		case *settle.BlockUnapplied:
			at, ok := last[b.Block.Hash]
			if !ok {
				m.T.Fatalf("block %d was un-applied and never applied", b.Block.Number)
			}
			facts[at].Seq = 0 // dropped
			delete(last, b.Block.Hash)
			return nil
		}
		facts = append(facts, f)
		return nil
	}), "reading the journal")
	s := memstore.NewState()
	for _, f := range facts {
		if f.Seq != 0 {
			m.must(settle.Fold(s, f, Rater{}), "folding without what was un-applied")
		}
	}
	for _, t := range settle.MirrorTables() {
		got, want := m.rowsOf(m.shadow, t), m.rowsOf(s, t)
		if !slices.Equal(got, want) {
			m.T.Fatalf("%s: after un-applying\n%v\nhad it never been seen\n%v", t, got, want)
		}
	}
}

func (m *EscrowMachine) rowsOf(s *memstore.State, t settle.Table) (out []string) {
	m.must(s.Rows(t, func(r settle.Row) error {
		b, err := json.Marshal(r)
		out = append(out, string(b))
		return err
	}), "encoding rows")
	return out
}

// escPaid is an award that the confirmed chain holds.
type escPaid struct {
	settle.EventAwardFinalized
	at    settle.ChainPos
	mined *Mined
	// kept says that all but 1 % of the net stayed with the payees.
	kept bool
	work *escWork // with the submission that it is of, if the daemon has one
	// split is the work's, whoever entered it: a copy pays those it was copied from.
	split *settle.Split
}

type escrowAudit struct {
	m       *EscrowMachine
	s       *memstore.State
	applied uint64
	held    escrowLedger
	paid    map[string]*escPaid
	// waiting are the missions with an award that may not have settled yet.
	waiting map[settle.Hash]bool
}

func (x *escrowAudit) collect() {
	entered := map[escSlot]settle.EventWorkSubmitted{}
	for _, b := range x.m.Chain.Blocks[1 : x.applied+1] {
		for k := range b.Txs {
			for _, l := range b.Txs[k].Logs {
				switch e := l.Event.(type) {
				case settle.EventWorkSubmitted:
					entered[escSlot{e.MissionID, e.Agent, e.Tranche}] = e
				case settle.EventAwardFinalized:
					p := &escPaid{EventAwardFinalized: e, mined: &b.Txs[k],
						at: settle.ChainPos{Block: b.BlockRef, Time: b.Time, TxHash: b.Txs[k].Hash, LogIndex: l.Index}}
					hash := x.workOf(p, entered)
					x.paid[settle.AwardKey(e.MissionID, e.Tranche, e.Agent, hash)] = p
				}
			}
		}
	}
}

// workOf finds what was awarded among all work there is, and its hash.
func (x *escrowAudit) workOf(p *escPaid, entered map[escSlot]settle.EventWorkSubmitted) settle.Hash {
	x.m.T.Helper()
	k := slices.IndexFunc(x.m.terms, func(t settle.MissionTerms) bool { return x.m.Escrow.ID(t) == p.MissionID })
	t, slot := x.m.terms[k], uint8(0)
	if t.Layout == settle.Milestones {
		slot = p.Tranche
	}
	e := entered[escSlot{p.MissionID, p.Agent, slot}]
	match := t.Resolver.IsZero()
	for _, w := range x.m.works {
		same := !match && e.ContentHash == w.content && e.SplitHash == digest.SplitHash(w.split)
		if same {
			p.split = &w.split
		}
		if w.terms != k || w.agent != p.Agent || !match && (!same || w.tranche != slot) {
			continue
		}
		if p.work == nil || !x.submitted(p.work) {
			p.work = w
		}
	}
	if match {
		return t.Param
	}
	return e.SubmissionHash
}

// submitted: the daemon has the work, and all whom it names have consented.
func (x *escrowAudit) submitted(w *escWork) bool {
	s := settle.GetRow[settle.Submission](x.s, w.submission)
	return s != nil && s.Complete()
}

// paidMeansReleased is P1: every award that is final on the confirmed chain is
// settled, and opens the work that the daemon has of it.
func (x *escrowAudit) paidMeansReleased() {
	x.m.T.Helper()
	for key, p := range x.paid {
		a := settle.GetRow[settle.EscrowAward](x.s, key)
		if a == nil {
			x.m.T.Fatalf("P1: nothing is known of award %s", key)
			return
		}
		if a.Final.At != p.at || a.Final.Gross != p.Gross || a.Final.Fee != p.Fee {
			x.m.T.Fatalf("award %s is recorded as %+v, the chain has %+v", key, a.Final, p.EventAwardFinalized)
		}
		x.payouts(a, p)
		if a.Status == settle.AwardConfirmed && x.m.waits(units(p.Gross), p.at.Block.Number) {
			x.waiting[p.MissionID] = true
			continue
		}
		if a.Status != settle.AwardSettled {
			x.m.T.Fatalf("P1: award %s is %s", key, a.Status)
		}
		if p.work == nil || !x.submitted(p.work) {
			continue
		}
		s := settle.GetRow[settle.Submission](x.s, a.Submission)
		if s == nil || s.Escrow.Address != p.Agent || s.ContentHash != p.work.content {
			x.m.T.Fatalf("P1: award %s is of %s, recorded is %q", key, p.work.submission, a.Submission)
			return
		}
		if s.ReleasedAt == 0 || s.Status != settle.SubmissionAccepted {
			x.m.T.Fatalf("P1: %s is won and paid, but %s, released %d", s.ID, s.Status, s.ReleasedAt)
		}
	}
}

// payouts are the parts of the split, in order, and what left over the payees is
// what ratings may move for.
func (x *escrowAudit) payouts(a *settle.EscrowAward, p *escPaid) {
	x.m.T.Helper()
	split := settle.Split{Payees: []settle.Address{p.Agent}, BPS: []uint16{10_000}}
	if p.split != nil {
		split = *p.split
	}
	want := parts(units(p.Gross)-units(p.Fee), split.BPS)
	if len(want) != len(a.Final.Payouts) {
		x.m.T.Fatalf("award %s: payouts %+v, want %v", a.Key(), a.Final.Payouts, want)
	}
	kept, total := int64(0), int64(0)
	for k, o := range a.Final.Payouts {
		if o.To != split.Payees[k] || units(o.Amount) != want[k] {
			x.m.T.Fatalf("award %s: payout %d is %+v, want %d to %s", a.Key(), k, o, want[k], split.Payees[k])
		}
		total += int64(want[k])
		if o.Credited {
			kept += int64(want[k])
		}
	}
	for _, l := range p.mined.Logs {
		if l.Kind == settle.LogTransfer && slices.Contains(split.Payees, l.To) {
			kept += int64(units(l.Value))
		}
		if l.Kind == settle.LogTransfer && slices.Contains(split.Payees, l.From) {
			kept -= int64(units(l.Value))
		}
	}
	if p.kept = kept >= total-total/100; len(a.Ratings) > 0 && !p.kept {
		x.m.T.Fatalf("ratings moved for award %s, of whose %d units %d stayed", a.Key(), total, kept)
	}
}

// releasedMeansPaid is P2.
func (x *escrowAudit) releasedMeansPaid(s *settle.Submission) {
	x.m.T.Helper()
	if (s.ReleasedAt != 0) != (s.Status == settle.SubmissionAccepted) || s.ReleasedAt != 0 && !s.Complete() {
		x.m.T.Fatalf("%s is %s, released at %d", s.ID, s.Status, s.ReleasedAt)
	}
	mis := settle.GetRow[settle.Mission](x.s, s.Mission)
	if mis.Poster != "" {
		_, err := x.m.Engine.Envelope(x.m.Ctx, s.ID, settle.Viewer{Agent: mis.Poster})
		// Whoever submitted to a mission of the chain, and only then proved to be its
		// poster, reads what is its own.
		own := slices.ContainsFunc(s.Contributors, func(c settle.Contributor) bool { return c.Agent == mis.Poster && !c.Invited })
		if (err == nil) != (own || s.ReleasedAt != 0) {
			x.m.T.Fatalf("the poster reads %s: %v, released at %d", s.ID, err, s.ReleasedAt)
		}
	}
	if s.ReleasedAt == 0 {
		return
	}
	won, reverted := false, false
	for _, a := range settle.FindRows[*settle.EscrowAward](x.s, settle.AwardsOfSubmission(s.ID)) {
		won = won || a.Settlements > 0
		reverted = reverted || a.Status == settle.AwardReverted
		if a.Status == settle.AwardSettled && x.paid[a.Key()] == nil {
			x.m.T.Fatalf("P2: award %s of %s is settled and not on the chain", a.Key(), s.ID)
		}
	}
	if !won {
		x.m.T.Fatalf("P2: %s is released, but no award was ever settled", s.ID)
	}
}

// work: the state of work that did not win is what the chain says of it.
func (x *escrowAudit) work(s *settle.Submission) {
	x.m.T.Helper()
	mis := settle.GetRow[settle.Mission](x.s, s.Mission)
	h, slot := x.held.missions[mis.OnChain], uint8(0)
	if s.Milestone >= 0 {
		slot = uint8(s.Milestone)
	}
	e := x.held.entries[escSlot{mis.OnChain, s.Escrow.Address, slot}]
	current := e.revision > 0 && e.hash == digest.SubmissionHash(s.ContentHash, s.Escrow.SplitHash)
	over := h.status > settle.EscrowActive || s.Milestone >= 0 && h.done&(1<<slot) != 0
	switch s.Status {
	case settle.SubmissionPending:
		if !current && h.slots != 0 {
			x.m.T.Fatalf("%s is pending, and not entered", s.ID)
		}
	case settle.SubmissionAwaitingChain:
		if current && h.slots != 0 || over && !x.waiting[mis.OnChain] {
			x.m.T.Fatalf("%s awaits the chain; entered %t, mission %s", s.ID, current, h.status)
		}
	case settle.SubmissionDraft:
		if s.Complete() || over && !x.waiting[mis.OnChain] {
			x.m.T.Fatalf("%s is a draft; the consents %v, mission %s", s.ID, s.Contributors, h.status)
		}
	case settle.SubmissionWithdrawn:
		if s.Complete() {
			x.m.T.Fatalf("%s is withdrawn, and all have consented", s.ID)
		}
	case settle.SubmissionClosed:
		if !over {
			x.m.T.Fatalf("%s is closed in a mission that is %s", s.ID, h.status)
		}
	}
}

// missions: every mission of the chain has a row, whose state is the chain's.
func (x *escrowAudit) missions() {
	x.m.T.Helper()
	rows := 0
	each(x.s, settle.TableMission, func(mis *settle.Mission) {
		rows++
		h := x.held.missions[mis.OnChain]
		want := map[settle.EscrowStatus]settle.MissionStatus{settle.EscrowNone: settle.MissionUnfunded, settle.EscrowOpen: settle.MissionOpen,
			settle.EscrowActive: settle.MissionOpen, settle.EscrowRefunded: settle.MissionExpired, settle.EscrowCancelled: settle.MissionCancelled,
			settle.EscrowSettled: settle.MissionExpired}[h.status]
		for _, p := range x.paid {
			if p.MissionID == mis.OnChain && h.status == settle.EscrowSettled {
				want = settle.MissionAwarded
			}
		}
		if mis.Status != want && !(x.waiting[mis.OnChain] && mis.Status == settle.MissionOpen) {
			x.m.T.Fatalf("mission %s is %s, the chain's is %s", mis.ID, mis.Status, h.status)
		}
		if (mis.FundedAt != 0) != (h.status != settle.EscrowNone) {
			x.m.T.Fatalf("mission %s was funded at %d, the chain's is %s", mis.ID, mis.FundedAt, h.status)
		}
		if len(mis.Awards) > len(mis.Terms.Tranches) {
			x.m.T.Fatalf("mission %s: awards %+v", mis.ID, mis.Awards)
		}
	})
	for id := range x.held.missions {
		if len(settle.FindRows[*settle.Mission](x.s, settle.MissionOnChain(id))) != 1 {
			x.m.T.Fatalf("mission %s has no row of its own", id)
		}
	}
}

// award: what was settled and is no more on the chain is reverted, with an
// incident and a disputed receipt; every settling of work has its receipt.
func (x *escrowAudit) award(a *settle.EscrowAward) {
	x.m.T.Helper()
	if on := x.paid[a.Key()] != nil; on == (a.Status == settle.AwardReverted) {
		x.m.T.Fatalf("award %s is %s; on the chain: %t", a.Key(), a.Status, on)
	}
	if a.Submission == "" {
		return
	}
	var mine []settle.StoredReceipt
	x.m.State(func(tx settle.Tx) {
		for _, r := range tx.Receipts(a.Submission) {
			if r.Instruction == a.Key() {
				mine = append(mine, r)
			}
		}
	})
	if a.Status == settle.AwardSettled && (len(mine) == 0 || mine[0].Disputed) || a.Status == settle.AwardReverted && len(mine) > 0 && !mine[0].Disputed {
		x.m.T.Fatalf("award %s is %s with receipts %+v", a.Key(), a.Status, mine)
	}
	if len(mine) > a.Settlements {
		x.m.T.Fatalf("award %s was settled %d times and has %d receipts", a.Key(), a.Settlements, len(mine))
	}
	for _, r := range mine[min(1, len(mine)):] {
		if !r.Disputed {
			x.m.T.Fatalf("award %s has two receipts that stand", a.Key())
		}
	}
	if a.Status == settle.AwardReverted && !x.told(a.Key()) {
		x.m.T.Fatalf("award %s was reverted silently", a.Key())
	}
}

func (x *escrowAudit) told(key string) (yes bool) {
	each(x.s, settle.TableIncident, func(i *settle.Incident) {
		yes = yes || i.Kind == settle.IncidentReverted && i.Instruction == key
	})
	return yes
}
