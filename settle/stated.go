package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// KindAwardStated: see AwardStated.
const KindAwardStated Kind = "award_stated"

// AwardStated: the poster of a stated mission awarded a submission. Nothing was
// paid here and nothing on the chain is claimed: the poster pays elsewhere, by
// their own word.
type AwardStated struct {
	Submission string      `json:"submission"`
	Note       string      `json:"note,omitempty"`
	Stated     StatedAward `json:"stated"`
}

// Kind implements Body.
func (AwardStated) Kind() Kind { return KindAwardStated }

// StatedAward is what stands on an award that its poster only stated.
type StatedAward struct {
	// PaymentRef is the poster's own words about how they pay; it proves nothing.
	PaymentRef string `json:"payment_ref,omitempty"`
	// PaymentTx is set when PaymentRef is the hash of a transaction; Check says what
	// looking it up gave, Succeeded and Block what the chain says of it.
	PaymentTx Hash         `json:"payment_tx,omitzero"`
	Check     PaymentCheck `json:"check,omitempty"`
	Succeeded bool         `json:"succeeded,omitempty"`
	Block     BlockRef     `json:"block,omitzero"`
	// Payouts are what the contributors are promised, in their order, in token
	// units, frozen at the award. Fee is what the poster owes the platform: a
	// receivable, since nobody collected it.
	Payouts []money.Amount `json:"payouts"`
	Fee     money.Amount   `json:"fee"`
}

// PaymentCheck is what looking up the transaction of a stated award gave. None of
// them says that anything was settled.
type PaymentCheck string

// The results of board.md decision 7.
const (
	// PaymentChecked: a canonical block holds the transaction.
	PaymentChecked PaymentCheck = "checked"
	// PaymentNotFound: none does.
	PaymentNotFound PaymentCheck = "not found"
	// PaymentUnchecked: the chain could not be asked.
	PaymentUnchecked PaymentCheck = "unchecked"
)

// AwardOf is the slot that a submission fills, or nil.
func (m *Mission) AwardOf(submission string) *Award {
	if i := slices.IndexFunc(m.Awards, func(a Award) bool { return a.Submission == submission }); i >= 0 && submission != "" {
		return &m.Awards[i]
	}
	return nil
}

// Filled reports whether every slot of a milestone (-1: of the mission) has a winner.
func (m *Mission) Filled(milestone int) bool {
	n := 0
	for _, a := range m.Awards {
		if a.Milestone == milestone {
			n++
		}
	}
	return n >= int(m.MaxWinners)
}

// awardStated awards a pending submission of an open stated mission and opens it
// for the poster. Where two were accepted for one slot, the first fact wins: what
// finds the slot taken changes nothing. No rating moves, since no money was seen.
func (f *folder) awardStated(b *AwardStated) {
	s := f.submission(b.Submission)
	if s == nil || s.Status != SubmissionPending {
		return
	}
	m := f.mission(s.Mission)
	if m == nil || m.Mode != ModeStated || m.Status != MissionOpen || m.Filled(s.Milestone) {
		return
	}
	won := *s
	won.Status, won.Note, won.DecidedAt, won.ReleasedAt = SubmissionAccepted, b.Note, f.at, f.at
	f.Put(&won)
	stated := b.Stated
	f.fill(*m, Award{Milestone: s.Milestone, N: LowestFree(m, s.Milestone), Submission: s.ID, Agent: s.Agent, At: f.at, Stated: &stated})
}

// fill gives a slot to its winner, closes the rivals when it was the last of that
// milestone, and the mission when it was the last of all.
func (f *folder) fill(m Mission, a Award) {
	m.Awards = append(slices.Clone(m.Awards), a)
	if m.Filled(a.Milestone) {
		f.closeRivals(m.ID, a.Milestone, a.Submission)
	}
	all := m.Filled(-1)
	if len(m.Milestones) > 0 {
		all = true
		for k := range m.Milestones {
			all = all && m.Filled(k)
		}
	}
	if all {
		m.Status, m.ClosedAt = MissionAwarded, f.at
	}
	f.Put(&m)
}
