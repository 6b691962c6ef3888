package settle

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// Missions, work and awards of the escrow are computed from the mirrors, always
// by the same functions: after a block, after its removal, and when a fact of
// ours adds to what is known. So no order of blocks and facts gives another
// state, but for what is never taken back: what was released and accepted.

// recompute does so for the missions whose mirrors have changed.
func (f *folder) recompute(changed []UndoRow) {
	var order []Hash
	whole, entered := map[Hash]bool{}, map[Hash]map[Address]bool{}
	for _, r := range changed {
		var h Hash
		var agent Address
		switch r.Table {
		case TableEscrowMission, TableEscrowEntry, TableEscrowCommitment:
			h = mustHash(r.Key[:66])
			if r.Table != TableEscrowMission {
				agent = mustAddress(r.Key[67:109])
			}
		default:
			continue
		}
		if entered[h] == nil {
			entered[h] = map[Address]bool{}
			order = append(order, h)
		}
		entered[h][agent] = true
		whole[h] = whole[h] || r.Table == TableEscrowMission
	}
	for _, h := range order {
		if whole[h] {
			f.recomputeMission(h)
			continue
		}
		if m := f.missionOnChain(h); m != nil {
			f.recomputeWork(m, func(s *Submission) bool { return entered[h][s.Escrow.Address] })
		}
	}
}

func mustHash(s string) Hash {
	h, err := ParseHash(s)
	if err != nil {
		panic(err) // it is part of a key that we made
	}
	return h
}

func mustAddress(s string) Address {
	a, err := ParseAddress(s)
	if err != nil {
		panic(err)
	}
	return a
}

func (f *folder) missionOnChain(h Hash) *Mission {
	rows := FindRows[*Mission](f, MissionOnChain(h))
	if len(rows) == 0 {
		return nil
	}
	return rows[0]
}

// escrowPosted takes a mission that was posted to us first: it is unfunded
// until the chain says otherwise. One that the chain knew before keeps its row,
// and gets what was said about it.
func (f *folder) escrowPosted(m Mission) {
	m.Status = MissionUnfunded
	if known := f.missionOnChain(m.OnChain); known != nil {
		c := *known
		c.Poster, c.Title, c.Description, c.Category, c.Criteria = m.Poster, m.Title, m.Description, m.Category, m.Criteria
		c.PublicOnRelease, c.Evidence = m.PublicOnRelease, m.Evidence
		c.Milestones = slices.Clone(c.Milestones)
		for k := range min(len(c.Milestones), len(m.Milestones)) {
			c.Milestones[k].Evidence, c.Milestones[k].OwnEvidence = m.Milestones[k].Evidence, m.Milestones[k].OwnEvidence
		}
		m = c
	}
	f.Put(&m)
	f.recomputeMission(m.OnChain)
}

// AdoptedID is the public id of what was posted on the chain without us: a prefix
// of four characters and the first 224 bits of the escrow's mission id, in hex.
// With the number of a milestone it has at most 63 characters, of the 64 that
// AIP-1 allows, and nobody finds two missions with one id.
func AdoptedID(prefix string, mission Hash) string { return prefix + mission.String()[2:58] }

func adoptedTitle(h Hash) string { return "Escrow mission " + h.String()[:10] }

// adopt makes the row of a mission that was posted on the chain without us.
func (f *folder) adopt(em *EscrowMission) *Mission {
	m := &Mission{ID: AdoptedID("mis_", em.Hash), Title: adoptedTitle(em.Hash), Category: "other", Reward: em.Terms.Reward,
		Description: fmt.Sprintf("Posted on the chain. Its specification has the hash %s.", em.Terms.SpecHash),
		Grain:       money.Units(1), FeeBP: 50, Mode: ModeEscrow, MaxWinners: 1, Accepts: []Identification{},
		Deadline: em.Terms.SubmitBy * 1000, DeadlineExplicit: true, Status: MissionUnfunded, CreatedAt: f.at,
		OnChain: em.Hash, Contract: em.Contract, Terms: &em.Terms}
	if em.SpecURI != "" {
		m.Description += " Where it may be found, by its poster's word: " + em.SpecURI.Shown()
	}
	if em.Terms.Layout == Prizes {
		m.MaxWinners = uint32(len(em.Terms.Tranches))
		return m
	}
	for n, amount := range em.Terms.Tranches {
		m.Milestones = append(m.Milestones, Milestone{ID: fmt.Sprintf("%s_%d", AdoptedID("mil_", em.Hash), n), Title: fmt.Sprintf("Milestone %d", n+1), Reward: amount})
	}
	return m
}

// recomputeMission computes all that follows from what the escrow holds.
func (f *folder) recomputeMission(h Hash) {
	em := GetRow[EscrowMission](f, h.String())
	m := f.missionOnChain(h)
	if m == nil {
		if em == nil {
			return
		}
		m = f.adopt(em)
		f.Put(m)
	}
	c := *m
	if c.Poster == "" && em != nil {
		if row := GetRow[AddressRow](f, em.Terms.Poster.String()); row != nil {
			c.Poster = row.Agent
		}
	}
	f.recomputeAwards(&c, em)
	awards := FindRows[*EscrowAward](f, AwardsOnChain(h))
	c.Awards = awardsOf(f, &c, awards)
	c.FundedAt, c.Returned = 0, 0
	if em != nil {
		c.FundedAt, c.Returned = em.Posted.Time*1000, em.returned()
	}
	if c.Status != MissionRemoved {
		c.Status = escrowStatus(em, awards)
		switch open := c.Status == MissionOpen || c.Status == MissionUnfunded; {
		case open:
			c.ClosedAt = 0
		case c.ClosedAt == 0:
			c.ClosedAt = f.at
		}
	}
	f.Put(&c)
	f.recomputeWork(&c, func(*Submission) bool { return true })
}

// escrowStatus is a mission's state. It stays open while an award waits to
// settle (releases may be halted).
func escrowStatus(em *EscrowMission, awards []*EscrowAward) MissionStatus {
	if em == nil {
		return MissionUnfunded
	}
	paid := slices.ContainsFunc(em.Tranches, func(t EscrowTranche) bool { return t.Final != nil })
	switch em.Status {
	case EscrowCancelled:
		return MissionCancelled
	case EscrowRefunded:
		return MissionExpired
	case EscrowSettled:
		switch {
		case slices.ContainsFunc(awards, func(a *EscrowAward) bool { return a.Status == AwardConfirmed && a.Settlements == 0 }):
			return MissionOpen
		case paid:
			return MissionAwarded
		}
		return MissionExpired // an arbiter refunded every tranche
	}
	return MissionOpen
}

// awardsOf are the slots that settled awards fill. One that a reorganization
// removed stays (R25), unless the tranche has gone to another since.
func awardsOf(s State, m *Mission, awards []*EscrowAward) (out []Award) {
	for _, a := range awards {
		if a.Settlements == 0 || a.Replaced {
			continue
		}
		w := Award{Milestone: -1, N: uint32(a.Tranche), Submission: a.Submission, Instruction: a.Key(), At: a.SettledAt, Address: a.Final.Agent}
		if len(m.Milestones) > 0 {
			w.Milestone, w.N = int(a.Tranche), 0
		}
		if sub := GetRow[Submission](s, a.Submission); sub != nil {
			w.Agent = sub.Agent
		} else if row := GetRow[AddressRow](s, a.Final.Agent.String()); row != nil {
			w.Agent = row.Agent
		}
		out = append(out, w)
	}
	return out
}

// recomputeAwards makes the awards of a mission agree with its finalized
// tranches. What was settled and is no more on the chain is reverted.
func (f *folder) recomputeAwards(m *Mission, em *EscrowMission) {
	now := map[string]bool{}
	taken := map[uint8]bool{}
	gone := false
	if em != nil {
		for n, t := range em.Tranches {
			if t.Final == nil {
				continue
			}
			a := EscrowAward{Mission: m.ID, Poster: m.Poster, OnChain: em.Hash, Contract: em.Contract, Tranche: uint8(n), Final: *t.Final, Status: AwardConfirmed}
			if w := f.workOf(m, &a); w != nil {
				a.Submission = w.ID
			}
			now[a.Key()], taken[a.Tranche] = true, true
			gone = f.confirmAward(m, a) || gone
		}
	}
	for _, a := range FindRows[*EscrowAward](f, AwardsOnChain(m.OnChain)) {
		if !now[a.Key()] {
			gone = gone || a.Status == AwardSettled || len(a.Ratings) > 0
			f.dropAward(*a, taken[a.Tranche])
		}
	}
	if gone {
		f.rateRest(m)
	}
}

// confirmAward puts an award that the chain has: fresh, again after a reverted
// one, or with work that was deposited since it was settled without. It reports
// whether what had settled must settle again, as it had been read wrong.
func (f *folder) confirmAward(m *Mission, a EscrowAward) (wrong bool) {
	if old := GetRow[EscrowAward](f, a.Key()); old != nil {
		a.Status, a.SettledAt, a.Settlements, a.Ratings, a.Winners = old.Status, old.SettledAt, old.Settlements, old.Ratings, old.Winners
		if old.Submission != "" {
			a.Submission = old.Submission
		}
		if old.Status == AwardReverted || old.Submission == "" && a.Submission != "" {
			a.Status = AwardConfirmed
		}
		if wrong = old.Status == AwardSettled && !samePayment(old.Final, a.Final); wrong {
			f.takeBack(old.cause(), old.Ratings...)
			a.Status, a.Ratings = AwardConfirmed, nil
		}
	}
	f.withoutPoster(&a)
	a.Hold = f.holdOf(m, &a)
	f.Put(&a)
	return wrong
}

// samePayment: two readings of an award say that the same was paid at the same place.
func samePayment(a, b FinalAward) bool {
	return a.At == b.At && a.Gross == b.Gross && a.Fee == b.Fee && slices.Equal(a.Payouts, b.Payouts) && slices.Equal(a.Flows, b.Flows)
}

// dropAward takes an award back that is no more on the chain; replaced says that
// another one fills its tranche.
func (f *folder) dropAward(a EscrowAward, replaced bool) {
	was := a.Status
	a.Replaced = a.Replaced || replaced
	switch {
	case a.Settlements == 0:
		f.Delete(TableEscrowAward, a.Key())
		return
	case was == AwardSettled && a.Submission != "":
		f.incident(IncidentReverted, a.Key(), "", "a reorganization removed an award of the escrow that had released this submission; the deliverable stays open")
	case was == AwardConfirmed:
		if s := f.submission(a.Submission); s != nil && s.ReleasedAt == 0 {
			a.Submission = "" // deposited after the award, and not released by it
		}
	}
	f.takeBack(a.cause(), a.Ratings...)
	a.Status, a.Ratings, a.Hold = AwardReverted, nil, ""
	f.Put(&a)
}

// workOf is the submission that an award is of: entered by the awarded address,
// with both hashes. Of several equal ones the oldest.
func (f *folder) workOf(m *Mission, a *EscrowAward) *Submission {
	all := slices.DeleteFunc(FindRows[*Submission](f, SubmissionsOfMission(m.ID)), func(s *Submission) bool {
		if s.Escrow == nil || !s.Complete() || s.Escrow.Address != a.Final.Agent || s.Milestone >= 0 && s.Milestone != int(a.Tranche) {
			return true
		}
		if a.Final.SplitHash.IsZero() { // the escrow decided itself, by the hash of the answer
			return s.ContentHash != a.Final.SubmissionHash
		}
		return s.ContentHash != a.Final.ContentHash || s.Escrow.SplitHash != a.Final.SplitHash
	})
	if len(all) == 0 {
		return nil
	}
	return slices.MinFunc(all, func(a, b *Submission) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
}

// awardSettled is R21's three effects for an award of the escrow, whose money
// is there by its nature: it releases, it awards, and it moves ratings for what
// stays with the payees.
func (f *folder) awardSettled(b *AwardSettlement) {
	old := GetRow[EscrowAward](f, b.Award)
	if old == nil || old.Status != AwardConfirmed {
		return
	}
	a := *old
	a.Status, a.SettledAt, a.Hold = AwardSettled, f.at, ""
	a.Settlements++
	a.Winners = nil
	if a.Submission == "" {
		a.Winners = f.winnersOf(&a)
	}
	gaveUp := f.rateAward(&a)
	f.Put(&a)
	if gaveUp {
		f.rateRest(f.mission(a.Mission))
	}
	if s := f.submission(a.Submission); s != nil {
		c := *s
		c.Status = SubmissionAccepted
		if c.DecidedAt == 0 {
			c.DecidedAt = f.at
		}
		if c.ReleasedAt == 0 {
			c.ReleasedAt = f.at
		}
		f.Put(&c)
	}
	f.recomputeMission(a.OnChain)
}

// keeps: all but 1 % of the award's net stays with its payees, or is their
// credit, over its whole transaction (R21).
func (f *folder) keeps(a *EscrowAward, winners []string) bool {
	var in, out, credited money.Amount
	for _, p := range a.Final.Payouts {
		if p.Credited {
			credited = credited.SatAdd(p.Amount)
		}
	}
	for _, fl := range a.Final.Flows {
		row := GetRow[AddressRow](f, fl.Address.String())
		payee := slices.ContainsFunc(a.Final.Payouts, func(p EscrowPayout) bool { return p.To == fl.Address })
		if payee || row != nil && slices.Contains(winners, row.Agent) {
			in, out = in.SatAdd(fl.In), out.SatAdd(fl.Out)
		}
	}
	net := a.Final.Net()
	return !in.SatAdd(credited).SatSub(out).Less(net.SatSub(percent(net)))
}
