package enginetest

import (
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Joining consents to a share: mostly by somebody who is asked, sometimes by
// anybody at all.
func (m *Machine) Joining() {
	s := m.draft()
	if m.odds("whoever", 4) {
		m.join(one(m, "whoever", m.Actors), s)
		return
	}
	m.join(m.actor(one(m, "member", s.Contributors).Agent), s)
}

func (m *Machine) join(a *Actor, s *settle.Submission) {
	before := m.Submission(s.ID)
	err := m.try("joining", func() error {
		_, err := m.Join(a, s.ID)
		return err
	})
	if err == nil && !before.Awaits(a.Agent) {
		m.T.Fatalf("%s joined %s, which is %s and does not ask for it: %+v", a.Name, s.ID, before.Status, before.Contributors)
	}
}

// Declining ends a draft, or tries to end what is none.
func (m *Machine) Declining() {
	s := m.draft()
	a := m.actor(one(m, "member", s.Contributors).Agent)
	if m.odds("whoever", 4) {
		a = one(m, "whoever", m.Actors)
	}
	before := m.Submission(s.ID)
	err := m.try("declining", func() error {
		_, err := m.Engine.Decline(m.Ctx, a.Agent, s.ID)
		return err
	})
	member := slices.ContainsFunc(before.Contributors, func(c settle.Contributor) bool { return c.Agent == a.Agent })
	if err == nil && (before.Status != settle.SubmissionDraft || !member) {
		m.T.Fatalf("%s declined %s, which is %s: %+v", a.Name, s.ID, before.Status, before.Contributors)
	}
}

// draft is a draft, if there is one.
func (m *Machine) draft() *settle.Submission {
	var drafts []*settle.Submission
	for _, s := range m.subs {
		if now := m.Submission(s.ID); now.Status == settle.SubmissionDraft {
			drafts = append(drafts, now)
		}
	}
	if len(drafts) == 0 {
		return m.Submission(one(m, "submission", m.subs).ID)
	}
	return one(m, "draft", drafts)
}

// teams: nothing counts without the consent of all whom it names, a draft ends
// with what it is for, and what is not complete is known to its members only.
func (x *audit) teams() {
	x.w.T.Helper()
	each(x.s, settle.TableSubmission, func(s *settle.Submission) {
		given := x.w.consents[s.ID]
		if given == nil {
			return
		}
		for _, c := range s.Contributors {
			if c.Invited == given[c.Agent] {
				x.w.T.Fatalf("%s: %s is asked: %t, has consented: %t", s.ID, c.Agent, c.Invited, given[c.Agent])
			}
		}
		mis := settle.GetRow[settle.Mission](x.s, s.Mission)
		switch complete := s.Complete(); {
		case complete && (s.Status == settle.SubmissionDraft || s.Status == settle.SubmissionWithdrawn),
			!complete && s.Status != settle.SubmissionDraft && s.Status != settle.SubmissionWithdrawn && s.Status != settle.SubmissionClosed:
			x.w.T.Fatalf("%s is %s with the consents %v", s.ID, s.Status, given)
		case !complete && slices.ContainsFunc(x.instructions, func(i *settle.Instruction) bool { return i.Submission == s.ID }):
			x.w.T.Fatalf("%s was picked without the consent of all", s.ID)
		case s.Status == settle.SubmissionDraft && (mis.Status != settle.MissionOpen || won(mis, s.Milestone)):
			x.w.T.Fatalf("%s is a draft for what has ended", s.ID)
		}
		x.members(mis, s)
	})
}

func won(m *settle.Mission, milestone int) bool {
	n := 0
	for _, a := range m.Awards {
		if a.Milestone == milestone {
			n++
		}
	}
	return n >= int(m.MaxWinners)
}

// members looks once at each state of a team's work as everybody sees it.
func (x *audit) members(mis *settle.Mission, s *settle.Submission) {
	x.w.T.Helper()
	now := fmt.Sprint(s.Status, s.Contributors)
	if len(s.Contributors) < 2 || mis.Status == settle.MissionRemoved || x.w.teams[s.ID] == now {
		return
	}
	x.w.teams[s.ID] = now
	for _, a := range x.w.Actors {
		v, err := x.w.Engine.Mission(x.w.Ctx, mis.ID, settle.Viewer{Agent: a.Agent})
		x.w.must(err, "reading the mission")
		listed := slices.ContainsFunc(v.Visible, func(o settle.SubmissionView) bool { return o.Submission.ID == s.ID })
		asked := slices.Contains(v.Invitations, s.ID)
		joined := x.w.consents[s.ID][a.Agent]
		named := slices.ContainsFunc(s.Contributors, func(c settle.Contributor) bool { return c.Agent == a.Agent })
		if listed != (joined || s.Complete() && a.Agent == mis.Poster) || asked != (named && !joined && s.Status == settle.SubmissionDraft) {
			x.w.T.Fatalf("%s is shown %s (%s): %t, is asked: %t; consents %v", a.Name, s.ID, s.Status, listed, asked, x.w.consents[s.ID])
		}
		_, err = x.w.Engine.Envelope(x.w.Ctx, s.ID, settle.Viewer{Agent: a.Agent})
		if released := s.ReleasedAt != 0 && a.Agent == mis.Poster; (err == nil) != (joined || released) {
			x.w.T.Fatalf("%s reads %s (%s): %v", a.Name, s.ID, s.Status, err)
		}
		p, err := x.w.Engine.Profile(x.w.Ctx, a.Agent)
		x.w.must(err, "reading a profile")
		if inv := slices.ContainsFunc(p.Invitations, func(i settle.Invitation) bool { return i.Submission.ID == s.ID }); inv != asked {
			x.w.T.Fatalf("%s's invitations have %s (%s): %t", a.Name, s.ID, s.Status, inv)
		}
		if own := slices.ContainsFunc(p.Submissions, func(o *settle.Submission) bool { return o.ID == s.ID }); own != joined && len(p.Submissions) < 50 {
			x.w.T.Fatalf("%s's submissions have %s: %t", a.Name, s.ID, own)
		}
	}
}
