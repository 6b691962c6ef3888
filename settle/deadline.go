package settle

import (
	"slices"
	"strings"
)

// Due reports whether the mission's deadline has passed by now, our clock in Unix
// milliseconds (R10), while its row says open. Those of the escrow end on the chain.
func (m *Mission) Due(now int64) bool { return m.mayFallDue() && m.Deadline <= now }

// Expired is the mission as it is from its deadline on, as long as no fact says so
// yet. What keeps a due mission open, Instruction.Keeps and money in the window say.
func (m *Mission) Expired() *Mission {
	c := *m
	c.Status, c.ClosedAt = MissionExpired, m.Deadline
	return &c
}

// EndedWith is the submission as it is once its mission has ended: what was pending
// or a draft is closed.
func (s *Submission) EndedWith(m *Mission) *Submission {
	if s.Status != SubmissionPending && s.Status != SubmissionDraft {
		return s
	}
	c := *s
	c.Status, c.DecidedAt = SubmissionClosed, m.ClosedAt
	return &c
}

// Matches reports whether the filter takes a mission, wherever a page begins.
func (f MissionFilter) Matches(m *Mission) bool {
	return (m.Status == f.Status || f.Status == "" && m.Status != MissionUnfunded) && f.Takes(m.Mode) &&
		(f.Audience == "" || m.For() == f.Audience) && (f.Category == "" || m.Category == f.Category) && (f.Poster == "" || m.Poster == f.Poster) &&
		(f.Verification == "" || VerificationOf(m) == f.Verification) && (len(f.Types) == 0 || slices.Contains(f.Types, m.MissionType())) &&
		(f.Text == "" || strings.Contains(SearchText(m), strings.ToLower(f.Text))) && !slices.Contains(f.Without, m.ID)
}

// Behind reports whether a mission comes behind the last one of the page before.
func (f MissionFilter) Behind(m *Mission) bool {
	return f.BeforeID == "" || m.CreatedAt < f.BeforeCreated || m.CreatedAt == f.BeforeCreated && m.ID < f.BeforeID
}
