package settle

import "slices"

// The kinds of facts of a takedown (settlement.md R24).
const (
	KindTakedown   Kind = "takedown"
	KindHoldLifted Kind = "hold_lifted"
	KindWithheld   Kind = "withheld"
)

// HoldMillis is how long a covered hold may last before it lifts itself.
const HoldMillis = 14 * 24 * 3600 * 1000

// Takedown: an operator removed a mission. Its unsettled instructions are held.
type Takedown struct {
	Mission string `json:"mission"`
	Reason  string `json:"reason"`
	// BlockTime is the newest indexed block's, at which running reservations end.
	BlockTime int64 `json:"block_time"`
	// HoldsAwards: awards of the escrow that have released nothing yet are held as
	// instructions are. False in facts of versions that let them settle.
	HoldsAwards bool `json:"holds_awards,omitempty"`
}

// HoldLifted: the instruction is watched and settled again as any other, or for the
// escrow the submission's award settles once it is confirmed. Auto says that no
// operator did it: it was covered, and not withheld in time.
type HoldLifted struct {
	Instruction string `json:"instruction"`
	// Submission is set in the place of Instruction for a mission of the escrow.
	Submission string `json:"submission,omitempty"`
	Note       string `json:"note,omitempty"`
	Auto       bool   `json:"auto,omitempty"`
}

// Withheld: an operator closed the deliverable of a removed mission to its poster,
// for a public reason. Instruction is the held one that ends with it, if any.
type Withheld struct {
	Submission  string `json:"submission"`
	Instruction string `json:"instruction,omitempty"`
	Reason      string `json:"reason"`
}

// Kind implements Body; so do the methods below.
func (Takedown) Kind() Kind { return KindTakedown }

// Kind implements Body.
func (HoldLifted) Kind() Kind { return KindHoldLifted }

// Kind implements Body.
func (Withheld) Kind() Kind { return KindWithheld }

// Hold says why an instruction is or was held.
type Hold struct {
	At     int64  `json:"at"`
	Reason string `json:"reason"`
	// LiftedAt is set once it was lifted; Note is why it was, or why the deliverable
	// was withheld.
	LiftedAt int64  `json:"lifted_at,omitempty"`
	Note     string `json:"note,omitempty"`
}

// InstructionsHeld are those that a takedown holds.
func InstructionsHeld() Query {
	return query(QueryHeld, "", func(i *Instruction) bool { return i.Status == InstructionHeld })
}

// takedown removes a mission and holds what is unsettled of it. Nothing of it
// counts against the poster; what was settled stays settled.
func (f *folder) takedown(b *Takedown) {
	m := f.mission(b.Mission)
	if m == nil || m.Status == MissionRemoved {
		return
	}
	c := *m
	c.Status, c.RemovedFor = MissionRemoved, b.Reason
	if c.ClosedAt == 0 {
		c.ClosedAt = f.at
	}
	f.Put(&c)
	if c.Mode == ModeEscrow {
		if b.HoldsAwards {
			c.HeldAt = f.at
			f.Put(&c)
		}
		f.recomputeMission(c.OnChain)
	} else {
		f.closeRivals(c.ID, -1, "")
	}
	if c.Points != nil {
		f.pollVoid(c.ID)
		f.settleCommitments(&c)
		f.refundHeld(&c)
	}
	for _, i := range FindRows[*Instruction](f, InstructionsOfMission(c.ID)) {
		if i.Status != InstructionOpen {
			continue
		}
		h := *i
		h.Status, h.Hold = InstructionHeld, &Hold{At: f.at, Reason: b.Reason}
		if n := len(h.Reservations); h.ReservedUntil != 0 && n > 0 {
			h.Reservations = slices.Clone(h.Reservations)
			h.Reservations[n-1].End = max(b.BlockTime, h.Reservations[n-1].From)
		}
		h.ReservedUntil = 0
		f.Put(&h)
	}
}

func (f *folder) holdLifted(b *HoldLifted) {
	if s := f.submission(b.Submission); b.Submission != "" {
		if m := f.mission(s.Mission); s.LiftedAt == 0 && m.HeldAt != 0 {
			c := *s
			c.LiftedAt = f.at
			f.Put(&c)
			f.recomputeMission(m.OnChain)
		}
		return
	}
	i := f.instruction(b.Instruction)
	if i == nil || i.Status != InstructionHeld {
		return
	}
	c := *i
	h := *i.Hold
	h.LiftedAt, h.Note = f.at, b.Note
	c.Status, c.Hold = InstructionOpen, &h
	f.Put(&c)
}

func (f *folder) withheld(b *Withheld) {
	s := f.submission(b.Submission)
	if s == nil || s.WithheldFor != "" {
		return
	}
	c := *s
	c.WithheldFor = b.Reason
	f.Put(&c)
	if m := f.mission(c.Mission); m != nil && m.HeldAt != 0 {
		f.recomputeMission(m.OnChain)
	}
	if i := f.instruction(b.Instruction); i != nil && i.Status == InstructionHeld {
		h := *i
		why := *i.Hold
		why.Note = b.Reason
		h.Status, h.Hold = InstructionWithheld, &why
		f.Put(&h)
	}
}

// holdOf says whether a takedown stands between an award of the escrow, which is
// confirmed, and its release: held, withheld, or empty. What was released before
// stays so, and where no work was deposited there is nothing to hold.
func (f *folder) holdOf(m *Mission, a *EscrowAward) InstructionStatus {
	s := f.submission(a.Submission)
	switch {
	case m.HeldAt == 0 || a.Status != AwardConfirmed || s == nil || s.ReleasedAt != 0:
		return ""
	case s.WithheldFor != "":
		return InstructionWithheld
	case s.LiftedAt != 0:
		return ""
	}
	return InstructionHeld
}

// The access paths of awards that a takedown holds.
const (
	QueryAwardsHeld       QueryName = "awards_held"
	QueryAwardsHeldBehind QueryName = "awards_held_behind"
)

// AwardsHeld are the awards of the escrow that a takedown holds.
func AwardsHeld() Query {
	return query(QueryAwardsHeld, "", func(a *EscrowAward) bool { return a.Hold == InstructionHeld })
}

// AwardsHeldBehind are the same with keys behind one; at most StuckMost.
func AwardsHeldBehind(behind string) Query {
	return query(QueryAwardsHeldBehind, behind, func(a *EscrowAward) bool { return a.Hold == InstructionHeld && a.Key() > behind })
}

// HeldSince is since when the hold of an award counts its 14 days (R24), in Unix
// milliseconds: it was held, and the escrow had paid, from then on.
func (a *EscrowAward) HeldSince(m *Mission) int64 { return max(m.HeldAt, a.Final.At.Time*1000) }
