package settle

import "slices"

// WorkJoined: a member consents to their share in a draft.
type WorkJoined struct {
	Submission string `json:"submission"`
	Agent      string `json:"agent"`
	// Escrow is how the work is entered in the escrow, once the last one has
	// consented: the addresses that held then, frozen. Nil for other modes, and
	// before.
	Escrow *EscrowWork `json:"escrow,omitempty"`
}

// WorkDeclined: a member ends a draft. Shares are never divided anew.
type WorkDeclined struct {
	Submission string `json:"submission"`
	Agent      string `json:"agent"`
}

// Kind implements Body; so do the methods below.
func (WorkJoined) Kind() Kind { return KindWorkJoined }

// Kind implements Body.
func (WorkDeclined) Kind() Kind { return KindWorkDeclined }

// joined takes a consent; with the last one the draft is submitted.
func (f *folder) joined(b *WorkJoined) {
	s := f.submission(b.Submission)
	if s == nil || !s.Awaits(b.Agent) {
		return
	}
	c := *s
	c.Contributors = slices.Clone(s.Contributors)
	for k := range c.Contributors {
		if c.Contributors[k].Agent == b.Agent {
			c.Contributors[k].Invited, c.Contributors[k].AcceptedAt = false, f.at
		}
	}
	if !c.Complete() {
		f.Put(&c)
		f.contributed(&c)
		return
	}
	if b.Escrow != nil {
		c.Escrow = b.Escrow
	}
	f.workSubmitted(c)
}

// declined ends a draft for all of its members.
func (f *folder) declined(b *WorkDeclined) {
	s := f.submission(b.Submission)
	if s == nil || s.Status != SubmissionDraft {
		return
	}
	c := *s
	c.Status, c.DecidedAt, c.DeclinedBy = SubmissionWithdrawn, f.at, b.Agent
	f.Put(&c)
}
