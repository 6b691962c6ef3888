package settle

// MissionStatus is the state of a mission.
type MissionStatus string

// The states of a mission. All but unfunded and open are final.
const (
	// MissionUnfunded: an escrow mission whose post is not confirmed (yet, or no
	// more); no list shows it.
	MissionUnfunded  MissionStatus = "unfunded"
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
	// SubmissionDraft: not all of its contributors have consented.
	SubmissionDraft SubmissionStatus = "draft"
	// SubmissionAwaitingChain: it counts once its address has entered it on the
	// chain, and while it is the current entry of that address.
	SubmissionAwaitingChain SubmissionStatus = "awaiting_chain"
	SubmissionPending       SubmissionStatus = "pending"
	// SubmissionAccepted: released, and it won a slot.
	SubmissionAccepted SubmissionStatus = "accepted"
	// SubmissionAcceptedLate: paid and released, but without a slot (R21).
	SubmissionAcceptedLate SubmissionStatus = "accepted_late"
	SubmissionRejected     SubmissionStatus = "rejected"
	// SubmissionClosed: the mission or milestone ended without it.
	SubmissionClosed SubmissionStatus = "closed"
	// SubmissionWithdrawn: a member declined before all had consented.
	SubmissionWithdrawn SubmissionStatus = "withdrawn"
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

// AwardStatus is the state of an award of the escrow.
type AwardStatus string

// The states of an award of the escrow.
const (
	// AwardConfirmed: finalized at the confirmation depth, not settled here.
	AwardConfirmed AwardStatus = "confirmed"
	// AwardSettled: released, awarded, with a receipt.
	AwardSettled AwardStatus = "settled"
	// AwardReverted: a reorganization removed it after it was settled.
	AwardReverted AwardStatus = "reverted"
)

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
	// IncidentAudit: the facts about a block were other than its receipts.
	IncidentAudit IncidentKind = "chain_difference"
	// IncidentGap: a contract's events contradict its earlier ones.
	IncidentGap IncidentKind = "chain_gap"
)

// IncidentKinds are all of them.
func IncidentKinds() []IncidentKind {
	return []IncidentKind{IncidentReverted, IncidentOrphan, IncidentHalt, IncidentAudit, IncidentGap}
}

// MissionTransitions, SubmissionTransitions and InstructionTransitions are the
// whole truth about which state may follow which. The SQL CHECKs hold the same
// names and docs/states.md draws them; tests compare all three.
func MissionTransitions() map[MissionStatus][]MissionStatus {
	return map[MissionStatus][]MissionStatus{
		MissionUnfunded:  {MissionOpen, MissionAwarded, MissionCancelled, MissionExpired, MissionRemoved},
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
		SubmissionDraft:         {SubmissionPending, SubmissionAwaitingChain, SubmissionWithdrawn, SubmissionClosed},
		SubmissionAwaitingChain: {SubmissionPending, SubmissionAccepted, SubmissionClosed},
		SubmissionPending:       {SubmissionAccepted, SubmissionAcceptedLate, SubmissionRejected, SubmissionClosed, SubmissionAwaitingChain},
		SubmissionRejected:      {SubmissionAccepted, SubmissionAcceptedLate},
		SubmissionClosed:        {SubmissionAccepted, SubmissionAcceptedLate},
		SubmissionAcceptedLate:  {SubmissionAccepted},
		SubmissionAccepted:      {},
		SubmissionWithdrawn:     {},
	}
}

// AwardTransitions: see MissionTransitions. One that a reorganization removes
// before it was ever settled is forgotten; a deposit after the award, or the
// award on the chain again, settles it again.
func AwardTransitions() map[AwardStatus][]AwardStatus {
	return map[AwardStatus][]AwardStatus{
		AwardConfirmed: {AwardSettled, AwardReverted},
		AwardSettled:   {AwardReverted, AwardConfirmed},
		AwardReverted:  {AwardConfirmed},
	}
}

// MissionReorgs and SubmissionReorgs are what a reorganization below the depth, or
// a replay of the contracts' events after an audit, may do beside: the state of an escrow mission, and of the work that waits for
// it, is computed from what the chain holds now. Nothing accepted ever changes.
func MissionReorgs() map[MissionStatus][]MissionStatus {
	return map[MissionStatus][]MissionStatus{
		MissionOpen:      {MissionUnfunded},
		MissionAwarded:   {MissionUnfunded, MissionOpen, MissionCancelled, MissionExpired},
		MissionCancelled: {MissionUnfunded, MissionOpen, MissionAwarded, MissionExpired},
		MissionExpired:   {MissionUnfunded, MissionOpen, MissionAwarded, MissionCancelled},
	}
}

// SubmissionReorgs: see MissionReorgs.
func SubmissionReorgs() map[SubmissionStatus][]SubmissionStatus {
	return map[SubmissionStatus][]SubmissionStatus{SubmissionClosed: {SubmissionPending, SubmissionAwaitingChain, SubmissionDraft}}
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
