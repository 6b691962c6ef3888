package settle

// WorkChecked: a worker has read what a submission named, or asked who decides it.
type WorkChecked struct {
	Submission string `json:"submission"`
	// ContentHash is that of the envelope which was sealed of what was read; zero
	// where nothing was.
	ContentHash Hash `json:"content_hash,omitzero"`
	// Check is what is known now, in the place of what was.
	Check Check `json:"check"`
}

// KindWorkChecked is the kind of WorkChecked.
const KindWorkChecked Kind = "work_checked"

// Kind implements Body.
func (WorkChecked) Kind() Kind { return KindWorkChecked }

// workChecked takes the result of a worker while the submission is pending. What
// was decided once stays.
func (f *folder) workChecked(b *WorkChecked) {
	s := f.submission(b.Submission)
	if s == nil || s.Status != SubmissionPending || s.Check.decided() {
		return
	}
	c := *s
	if !b.ContentHash.IsZero() && !s.Deposited {
		c.ContentHash, c.Deposited, c.Fetching = b.ContentHash, true, false
	}
	ck := b.Check
	c.Check = &ck
	f.checked(&c)
	f.Put(&c)
}

// decided: no worker has anything to do any more.
func (c *Check) decided() bool {
	return c != nil && (c.State == CheckMatched || c.State == CheckUnmatched)
}

// checked gives a submission's check its place in the journal, and rejects what is
// unmatched.
func (f *folder) checked(s *Submission) {
	if s.Check == nil {
		return
	}
	c := *s.Check
	c.At, c.Seq = f.at, f.seq
	s.Check = &c
	if c.State == CheckUnmatched {
		s.Fetching = false
		s.Status, s.DecidedAt = SubmissionRejected, f.at
	}
}

// FirstMatch is the submission whose turn it is to be picked: of those that match
// and are pending, the one that matched first by the journal. One that is reserved
// now is not among them; nor is one whose pick was reserved as often as allowed, is
// on hold, or that matched more than a day ago, so that nobody's place is for ever.
// now is in Unix milliseconds; nil if there is none.
func FirstMatch(s State, m *Mission, now int64) (first *Submission) {
	set := Settings{}
	if row := GetRow[Settings](s, SettingsKey); row != nil {
		set = *row
	}
	spent := map[string]bool{}
	for _, i := range FindRows[*Instruction](s, InstructionsOfMission(m.ID)) {
		if i.Status != InstructionSuperseded {
			spent[i.Submission] = i.Status != InstructionOpen || i.Running() || !i.Renewable(set)
		}
	}
	for _, w := range FindRows[*Submission](s, SubmissionsOfMission(m.ID)) {
		if !w.Matched() || w.Status != SubmissionPending || spent[w.ID] || w.Check.At+ReservedSumMax*1000 <= now {
			continue
		}
		if first == nil || w.Check.Seq < first.Check.Seq {
			first = w
		}
	}
	return first
}

// Matched reports whether the submission satisfies its mission's rule.
func (s *Submission) Matched() bool { return s.Check != nil && s.Check.State == CheckMatched }

// Renewable reports whether a reservation that ended may be renewed within the caps
// of R10, whatever its mission's deadline.
func (i *Instruction) Renewable(set Settings) bool {
	return i.Renewals < RenewalsMax && i.ReservedSum+set.ReservationSeconds <= ReservedSumMax
}

// DecidedByRule reports whether a rule decides the mission off the chain, so that
// its poster does not: a match, or an oracle that the operator knows.
func (m *Mission) DecidedByRule() bool {
	v := m.Verification
	return v != nil && (v.Match != nil || v.Oracle != nil && v.Oracle.Known)
}
