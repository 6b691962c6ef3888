package settle

// MissionStatus is the state of a mission.
type MissionStatus string

// The states of a mission. All but open are final.
const (
	MissionOpen      MissionStatus = "open"
	MissionAwarded   MissionStatus = "awarded"
	MissionCancelled MissionStatus = "cancelled"
	MissionExpired   MissionStatus = "expired"
	MissionRemoved   MissionStatus = "removed"
)

// SubmissionStatus is the state of a submission.
type SubmissionStatus string

// The states of a submission.
const (
	SubmissionPending SubmissionStatus = "pending"
	// SubmissionAccepted: released, and it won a slot.
	SubmissionAccepted SubmissionStatus = "accepted"
	// SubmissionAcceptedLate: paid and released, but without a slot (R21).
	SubmissionAcceptedLate SubmissionStatus = "accepted_late"
	SubmissionRejected     SubmissionStatus = "rejected"
	// SubmissionClosed: the mission or milestone ended without it.
	SubmissionClosed SubmissionStatus = "closed"
)

// InstructionStatus is the state of an instruction; open means unsettled, not
// reserved.
type InstructionStatus string

// The states of an instruction (settlement.md "Settling"). Held, withheld and
// superseded belong to takedown (R24) and the successor (R9).
const (
	InstructionOpen       InstructionStatus = "open"
	InstructionSettled    InstructionStatus = "settled"
	InstructionReverted   InstructionStatus = "reverted"
	InstructionHeld       InstructionStatus = "held"
	InstructionWithheld   InstructionStatus = "withheld"
	InstructionSuperseded InstructionStatus = "superseded"
)

// Unsettled reports whether money may still be allocated to it.
func (s InstructionStatus) Unsettled() bool {
	return s == InstructionOpen || s == InstructionReverted || s == InstructionHeld
}

// Outcome is what settling did beside releasing.
type Outcome string

// The outcomes of R21.
const (
	OutcomeAwarded      Outcome = "awarded"
	OutcomeAcceptedLate Outcome = "accepted_late"
)

// IncidentKind says what kind of trouble an incident is.
type IncidentKind string

// The kinds of incidents.
const (
	// IncidentReverted: a settled payment left the canonical chain (R25).
	IncidentReverted IncidentKind = "reverted_payment"
	// IncidentOrphan: money for an instruction that is no longer watched.
	IncidentOrphan IncidentKind = "orphan_payment"
	// IncidentHalt: releases are halted until an operator clears it.
	IncidentHalt IncidentKind = "halt"
)

// MissionTransitions, SubmissionTransitions and InstructionTransitions are the
// whole truth about which state may follow which. The SQL CHECKs hold the same
// names and docs/states.md draws them; tests compare all three.
func MissionTransitions() map[MissionStatus][]MissionStatus {
	return map[MissionStatus][]MissionStatus{
		MissionOpen:      {MissionAwarded, MissionCancelled, MissionExpired, MissionRemoved},
		MissionAwarded:   {MissionRemoved},
		MissionCancelled: {MissionRemoved},
		MissionExpired:   {MissionRemoved},
		MissionRemoved:   {},
	}
}

// SubmissionTransitions: see MissionTransitions. Payment releases whatever the
// state was (P1), so accepted_late follows every end.
func SubmissionTransitions() map[SubmissionStatus][]SubmissionStatus {
	return map[SubmissionStatus][]SubmissionStatus{
		SubmissionPending:      {SubmissionAccepted, SubmissionAcceptedLate, SubmissionRejected, SubmissionClosed},
		SubmissionRejected:     {SubmissionAccepted, SubmissionAcceptedLate},
		SubmissionClosed:       {SubmissionAccepted, SubmissionAcceptedLate},
		SubmissionAcceptedLate: {SubmissionAccepted},
		SubmissionAccepted:     {},
	}
}

// InstructionTransitions: see MissionTransitions.
func InstructionTransitions() map[InstructionStatus][]InstructionStatus {
	return map[InstructionStatus][]InstructionStatus{
		InstructionOpen:       {InstructionSettled, InstructionHeld, InstructionSuperseded},
		InstructionSettled:    {InstructionReverted},
		InstructionReverted:   {InstructionSettled},
		InstructionHeld:       {InstructionOpen, InstructionWithheld},
		InstructionWithheld:   {},
		InstructionSuperseded: {},
	}
}
