package settle

// recomputeWork computes the state of the submissions that of takes.
func (f *folder) recomputeWork(m *Mission, of func(*Submission) bool) {
	c := &chainWork{em: GetRow[EscrowMission](f, m.OnChain.String()), held: map[string]Row{}, won: map[string]bool{}}
	for _, a := range FindRows[*EscrowAward](f, AwardsOnChain(m.OnChain)) {
		c.won[a.Submission] = c.won[a.Submission] || a.Status == AwardConfirmed
	}
	for _, q := range []Query{EntriesOfMission(m.OnChain), CommitmentsOfMission(m.OnChain)} {
		for _, r := range f.Find(q) {
			c.held[r.Key()] = r
		}
	}
	for _, s := range FindRows[*Submission](f, SubmissionsOfMission(m.ID)) {
		if s.Escrow != nil && of(s) {
			f.setWork(m, c, s)
		}
	}
}

func (f *folder) setWork(m *Mission, c *chainWork, s *Submission) {
	to := c.status(m, s)
	if to == s.Status {
		return
	}
	n := *s
	n.Status, n.DecidedAt = to, 0
	if to == SubmissionClosed {
		n.DecidedAt = f.at
	}
	f.Put(&n)
}

// chainWork is what the chain holds of the work for a mission: read at once,
// however much of it there is.
type chainWork struct {
	em *EscrowMission
	// held are entries and commitments by their keys, won the submissions with an
	// award that waits to settle.
	held map[string]Row
	won  map[string]bool
}

func (c *chainWork) status(m *Mission, s *Submission) SubmissionStatus {
	switch s.Status {
	case SubmissionAccepted, SubmissionAcceptedLate, SubmissionRejected, SubmissionWithdrawn:
		return s.Status
	}
	over := m.Status != MissionOpen && m.Status != MissionUnfunded
	if c.em != nil && s.Milestone >= 0 {
		over = over || c.em.DoneMask&Bit(uint8(s.Milestone)) != 0
	}
	switch {
	case !s.Complete() && !over:
		return SubmissionDraft
	case !s.Complete(), over && (m.HeldAt != 0 || !c.mayWin(s)): // what a takedown holds is closed until it is lifted and settles
		return SubmissionClosed
	case c.entered(s):
		return SubmissionPending
	}
	return SubmissionAwaitingChain
}

// entered: it is what its address has entered on the chain.
func (c *chainWork) entered(s *Submission) bool {
	if c.em == nil {
		return false
	}
	if c.em.Terms.EntrySlots() == 0 {
		return c.held[CommitmentKey(c.em.Hash, s.Escrow.Address)] != nil
	}
	e, ok := c.held[EntryKey(c.em.Hash, s.Escrow.Address, c.em.Terms.EntrySlot(uint8(max(0, s.Milestone))))].(*EscrowEntry)
	return ok && e.ContentHash == s.ContentHash && e.SplitHash == s.Escrow.SplitHash
}

// mayWin: it has a pending award, or one that waits to settle.
func (c *chainWork) mayWin(s *Submission) bool {
	if c.won[s.ID] || c.em == nil {
		return c.won[s.ID]
	}
	for n, t := range c.em.Tranches {
		if t.Pending != nil && t.Pending.Agent == s.Escrow.Address && (s.Milestone < 0 || s.Milestone == n) && c.entered(s) {
			return true
		}
	}
	return false
}
