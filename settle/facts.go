package settle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// Kind names what a fact of the journal says.
type Kind string

// The kinds of facts (settlement.md R26). A request that was accepted has a
// kind of its own for each request.
const (
	KindSettings             Kind = "settings_in_force"
	KindAgentRegistered      Kind = "agent_registered"
	KindAddressProven        Kind = "address_proven"
	KindPayoutSet            Kind = "payout_set"
	KindMissionPosted        Kind = "mission_posted"
	KindMissionCancelled     Kind = "mission_cancelled"
	KindWorkSubmitted        Kind = "work_submitted"
	KindWorkRejected         Kind = "work_rejected"
	KindWorkJoined           Kind = "work_joined"
	KindWorkDeclined         Kind = "work_declined"
	KindInstructionIssued    Kind = "instruction_issued"
	KindInstructionKept      Kind = "reservation_renewed"
	KindRefundAddress        Kind = "refund_address_set"
	KindPickWithdrawn        Kind = "pick_withdrawn"
	KindPayerProven          Kind = "payer_proven"
	KindUnitsDirected        Kind = "units_directed"
	KindFeeRefused           Kind = "fee_refused"
	KindTokenPaused          Kind = "token_paused"
	KindTokenUnpaused        Kind = "token_unpaused"
	KindReservationsExtended Kind = "reservations_extended"
	KindBlockApplied         Kind = "block_applied"
	KindBlockUnapplied       Kind = "block_unapplied"
	KindFinalityReached      Kind = "finality_reached"
	KindBlockDisputed        Kind = "block_disputed"
	KindContractsReplayed    Kind = "contracts_replayed"
	KindPaymentSeen          Kind = "payment_seen"
	KindSettled              Kind = "settled"
	KindAwardSettled         Kind = "award_settled"
	KindTick                 Kind = "tick"
	KindHalted               Kind = "halted"
	KindIncidentCleared      Kind = "incident_cleared"
)

// Fact is one entry of the journal. Body is the exact JSON that was hashed.
type Fact struct {
	Seq  uint64
	Prev Hash
	Kind Kind
	// At is our clock when the fact was appended, in Unix milliseconds.
	At   int64
	Body json.RawMessage
}

// Hash chains the fact to its predecessors: SHA-256 over prev, seq, at, kind
// and body, each length-delimited.
func (f Fact) Hash() (h Hash) {
	d := sha256.New()
	d.Write([]byte("oabp.journal.v1"))
	d.Write(f.Prev[:])
	var n [8]byte
	put := func(v uint64) { binary.BigEndian.PutUint64(n[:], v); d.Write(n[:]) }
	put(f.Seq)
	put(uint64(f.At))
	put(uint64(len(f.Kind)))
	d.Write([]byte(f.Kind))
	put(uint64(len(f.Body)))
	d.Write(f.Body)
	d.Sum(h[:0])
	return h
}

// Body is what a fact says. Everything that the world decided (verdicts, ids,
// times, random values) is in it; the fold evaluates nothing.
type Body interface{ Kind() Kind }

// NewFact encodes a body behind its predecessor.
func NewFact(seq uint64, prev Hash, at int64, b Body) (Fact, error) {
	raw, err := encodeBody(b)
	if err != nil {
		return Fact{}, fmt.Errorf("encoding %s: %w", b.Kind(), err)
	}
	return Fact{Seq: seq, Prev: prev, Kind: b.Kind(), At: at, Body: raw}, nil
}

// Decode reads the body of a fact. An unknown kind or member is an error: a
// journal written by a newer version must not be half understood.
func (f Fact) Decode() (Body, error) {
	p := newBody(f.Kind)
	if p == nil {
		return nil, fmt.Errorf("fact %d: unknown kind %q", f.Seq, f.Kind)
	}
	dec := json.NewDecoder(bytes.NewReader(f.Body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(p); err != nil {
		return nil, fmt.Errorf("fact %d (%s): %w", f.Seq, f.Kind, err)
	}
	return p, nil
}

// OfBlock is the block that the fact says was applied or un-applied; false for
// facts of other kinds.
func (f Fact) OfBlock() (b BlockRef, ok bool) {
	if f.Kind != KindBlockApplied && f.Kind != KindBlockUnapplied {
		return b, false
	}
	rest := f.Body // of which the block is the first member, as NewFact writes it
	if head, ok := bytes.CutPrefix(rest, []byte(`{"block":`)); ok {
		if end := bytes.IndexByte(head, '}'); end >= 0 {
			err := json.Unmarshal(head[:end+1], &b)
			return b, err == nil
		}
	}
	var body struct {
		Block BlockRef `json:"block"`
	}
	err := json.Unmarshal(f.Body, &body)
	return body.Block, err == nil
}

func newBody(k Kind) Body {
	switch k {
	case KindSettings:
		return &Settings{}
	case KindAgentRegistered:
		return &AgentRegistered{}
	case KindAPIKeyIssued:
		return &APIKeyIssued{}
	case KindAddressRetired:
		return &AddressRetired{}
	case KindAPIKeyRevoked:
		return &APIKeyRevoked{}
	case KindAddressProven:
		return &AddressProven{}
	case KindProfileSet:
		return &ProfileSet{}
	case KindAddressAttested:
		return &AddressAttested{}
	case KindPayoutSet:
		return &PayoutSet{}
	case KindMissionPosted:
		return &MissionPosted{}
	case KindMissionCancelled:
		return &MissionCancellation{}
	case KindWorkSubmitted:
		return &WorkSubmitted{}
	case KindWorkRejected:
		return &WorkRejected{}
	case KindWorkChecked:
		return &WorkChecked{}
	case KindTakedown:
		return &Takedown{}
	case KindHoldLifted:
		return &HoldLifted{}
	case KindWithheld:
		return &Withheld{}
	case KindAwardStated:
		return &AwardStated{}
	case KindWorkJoined:
		return &WorkJoined{}
	case KindWorkDeclined:
		return &WorkDeclined{}
	case KindInstructionIssued:
		return &InstructionIssued{}
	case KindInstructionKept:
		return &ReservationRenewed{}
	case KindRefundAddress:
		return &RefundAddressSet{}
	case KindPickWithdrawn:
		return &PickWithdrawn{}
	case KindPayerProven:
		return &PayerProven{}
	case KindUnitsDirected:
		return &UnitsDirected{}
	case KindFeeRefused:
		return &FeeRefused{}
	case KindTokenPaused:
		return &TokenPaused{}
	case KindTokenUnpaused:
		return &TokenUnpaused{}
	case KindSuccessorIssued:
		return &SuccessorIssued{}
	case KindReservationsExtended:
		return &ReservationsExtended{}
	case KindBlockApplied:
		return &BlockApplied{}
	case KindBlockUnapplied:
		return &BlockUnapplied{}
	case KindFinalityReached:
		return &FinalityReached{}
	case KindBlockDisputed:
		return &BlockDisputed{}
	case KindContractsReplayed:
		return &ContractsReplayed{}
	case KindPaymentSeen:
		return &PaymentSeen{}
	case KindSettled:
		return &Settled{}
	case KindAwardSettled:
		return &AwardSettlement{}
	case KindTick:
		return &Tick{}
	case KindHalted:
		return &Halted{}
	case KindIncidentCleared:
		return &IncidentCleared{}
	}
	return newPointsBody(k)
}
