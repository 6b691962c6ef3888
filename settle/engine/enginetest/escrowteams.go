package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
)

// asDraft makes a submission, now and then, one of a team that must consent: how
// it is entered is frozen with the last consent.
func (m *EscrowMachine) asDraft(w *escWork, mis *settle.Mission, s *settle.Submission) {
	w.mate = "" // of a copied work
	mates := slices.DeleteFunc(slices.Clone(m.workers), func(a *Actor) bool { return a.Agent == s.Agent || a.Agent == mis.Poster })
	if w.split.BPS[0] == 10_000 || len(mates) == 0 || !m.odds("ask for consent", 2) {
		return
	}
	w.mate = one(m.Machine, "mate of the draft", mates).Agent
	s.Contributors = []settle.Contributor{{Agent: s.Agent, ShareBP: 6_000}, {Agent: w.mate, ShareBP: 4_000, Invited: true}}
	s.Escrow = &settle.EscrowWork{Address: w.agent}
}

// Consenting has a mate consent to a draft, or decline it.
func (m *EscrowMachine) Consenting() {
	var drafts []*escWork
	for _, w := range m.works {
		if w.submission != "" && w.mate != "" && m.Submission(w.submission).Status == settle.SubmissionDraft {
			drafts = append(drafts, w)
		}
	}
	w := one(m.Machine, "draft", drafts)
	if m.odds("decline", 4) {
		m.Record(settle.WorkDeclined{Submission: w.submission, Agent: w.mate})
		return
	}
	m.Record(settle.WorkJoined{Submission: w.submission, Agent: w.mate,
		Escrow: &settle.EscrowWork{Address: w.agent, SplitHash: digest.SplitHash(w.split), Split: w.split}})
}
