package settle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle/money"
)

// Part is what one recipient of a leg is owed; a leg whose address serves
// several recipients has several parts (R7).
type Part struct {
	// Role is "contributor" or "platform_fee".
	Role   string       `json:"role"`
	Agent  string       `json:"agent,omitempty"`
	Amount money.Amount `json:"amount"`
}

// Roles of a Part.
const (
	RoleContributor = "contributor"
	RoleFee         = "platform_fee"
)

// Leg is one payee of an instruction.
type Leg struct {
	To     Address      `json:"to"`
	Amount money.Amount `json:"amount"`
	Parts  []Part       `json:"parts"`
}

// OnlyFee reports whether the leg pays nothing but the platform fee.
func (l Leg) OnlyFee() bool {
	for _, p := range l.Parts {
		if p.Role != RoleFee {
			return false
		}
	}
	return true
}

// Reservation is one stretch of time during which an instruction held its
// slot, in block time (Unix seconds).
type Reservation struct {
	From int64 `json:"from"`
	// End is when it lapsed or was withdrawn; 0 while it runs.
	End int64 `json:"end,omitempty"`
	// Paused is by how many seconds pauses of the token that are over met it (R9).
	Paused int64 `json:"paused,omitempty"`
}

// Instruction is the frozen statement of who must be paid what for which
// submission (R5). Nothing above Status ever changes.
type Instruction struct {
	ID          string       `json:"id"`
	Digest      Hash         `json:"digest"`
	Mission     string       `json:"mission"`
	Milestone   int          `json:"milestone"`
	SlotN       uint32       `json:"slot_n"`
	Slot        Hash         `json:"slot"`
	Submission  string       `json:"submission"`
	Poster      string       `json:"poster"`
	ContentHash Hash         `json:"content_hash"`
	ChainID     uint64       `json:"chain_id"`
	Token       Address      `json:"token"`
	Legs        []Leg        `json:"legs"`
	Total       money.Amount `json:"total"`
	Fee         money.Amount `json:"fee"`
	// Issued is the indexed tip under which it was issued (R11).
	Issued     BlockRef `json:"issued"`
	IssuedTime int64    `json:"issued_time"`
	// Window are the hashes of the blocks that end with Issued, newest first,
	// at most 64 (R13).
	Window      []Hash           `json:"window"`
	PayContract Address          `json:"pay_contract"`
	Accepts     []Identification `json:"accepts"`
	CreatedAt   int64            `json:"created_at"`
	// Automatic says that a match picked it, not the poster: if it ends unpaid, that
	// is in the poster's record, but keeps them from no other pick (R10).
	Automatic bool `json:"automatic,omitempty"`
	// Succession is set where it took the place of another one (R9). Such a one is as
	// old as that: CreatedAt and Seq are its.
	Succession *Succession `json:"succession,omitempty"`

	// Seq is the fact that issued it: the age for ties (R17).
	Seq    uint64            `json:"seq"`
	Status InstructionStatus `json:"status"`
	// Covered says that every leg is covered by confirmed transfers, CoveredIn is
	// the height of the newest block that pays: its tier counts (R23).
	Covered   bool   `json:"covered,omitempty"`
	CoveredIn uint64 `json:"covered_in,omitempty"`
	// PartlyPaid says that live allocations of more than dust pay a part of it.
	PartlyPaid bool `json:"partly_paid,omitempty"`
	// Strayed says that money came to a payee of it which matched nothing then (R18).
	Strayed bool `json:"strayed,omitempty"`
	// InDeposit says that its deposit address holds money.
	InDeposit bool `json:"in_deposit,omitempty"`
	// Deposit is the CREATE2 address of R16; zero until a refund address is known.
	Deposit     Address `json:"deposit,omitzero"`
	RefundTo    Address `json:"refund_to,omitzero"`
	RefundAfter int64   `json:"refund_after,omitempty"`
	// ReservedUntil is in block time; 0 when no reservation runs.
	ReservedUntil int64         `json:"reserved_until,omitempty"`
	Reservations  []Reservation `json:"reservations,omitempty"`
	// ReservedSum is the time granted by the first reservation and its renewals, in seconds.
	ReservedSum int64 `json:"reserved_sum,omitempty"`
	Renewals    int   `json:"renewals,omitempty"`
	// Extended says that a payment was seen that extends the reservation (R10).
	Extended  bool   `json:"extended,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
	FeeWaived bool   `json:"fee_waived,omitempty"`
	Successor string `json:"successor,omitempty"`
	SettledAt int64  `json:"settled_at,omitempty"`
	// Hold is set once a takedown held it (R24).
	Hold *Hold `json:"hold,omitempty"`
	// Outcome is what settling did beside releasing.
	Outcome Outcome `json:"outcome,omitempty"`
	// LateClaim: paid in full and late by the poster's payers while another
	// reservation held the slot; takes it if that ends unpaid (R21).
	LateClaim bool `json:"late_claim,omitempty"`
	// Completed is the transfer that completed the cover.
	Completed string `json:"completed,omitempty"`
	// Ratings are the rating changes that settling caused, for backing them out (R25).
	Ratings []RatingChange `json:"ratings,omitempty"`
	// Settlements counts how often it was settled (again after a deep reorg).
	Settlements int `json:"settlements,omitempty"`
}

// RatingChange is the difference that one settling made to one agent.
type RatingChange struct {
	Agent string `json:"agent"`
	// DeltaMilli is the new rating less the one that was kept, DecayMilli what of it
	// idleness had taken before: undoing gives DeltaMilli back without that.
	DeltaMilli int64 `json:"delta_milli"`
	DecayMilli int64 `json:"decay_milli,omitempty"`
	// Lost is set for a rival, who did not win.
	Lost bool `json:"lost,omitempty"`
	// Partly is set for a rival with partial credit: an outcome of one half.
	Partly bool `json:"partly,omitempty"`
}

// Tag maps a per-leg nonce or a digest to what it identifies.
type Tag struct {
	Ref         Hash   `json:"ref"`
	Instruction string `json:"instruction"`
	// Leg is the index of the leg of a nonce, or -1 for a digest.
	Leg int `json:"leg"`
}

// Payer is one proof that an address pays for a poster: for all instructions
// (Instruction empty) or for one.
type Payer struct {
	Address     Address `json:"address"`
	Poster      string  `json:"poster"`
	Instruction string  `json:"instruction,omitempty"`
	// Method is siwe, ecdsa, erc1271 or erc6492.
	Method string `json:"method"`
	// Proof is the signature as hex, or the SIWE message's hash.
	Proof string `json:"proof"`
	// Block is that in whose state a contract wallet answered, for good, and Source
	// the endpoint that told.
	Block  BlockRef `json:"block,omitzero"`
	Source string   `json:"source,omitempty"`
	At     int64    `json:"at"`
}

// Transfer is a token transfer that concerns a leg or a deposit address.
type Transfer struct {
	Block     BlockRef     `json:"block"`
	BlockTime int64        `json:"block_time"`
	LogIndex  uint32       `json:"log_index"`
	TxHash    Hash         `json:"tx_hash"`
	TxIndex   uint32       `json:"tx_index"`
	From      Address      `json:"from"`
	To        Address      `json:"to"`
	Value     money.Amount `json:"value"`
	// Counted is what is left of Value after what the payee sent back in the
	// same transaction (R13); units [0, Counted) may be allocated.
	Counted money.Amount `json:"counted"`
	// Sender is whose money it is: the event's payer for the pay contract, else From.
	Sender Address `json:"sender"`
	// Tagged logs pay no other instruction than their tag's.
	Tagged bool `json:"tagged,omitempty"`
	// TagRef is the nonce or digest of the tag.
	TagRef Hash `json:"tag_ref,omitzero"`
	// Instruction and Leg are what the tag names, if it is known.
	Instruction string `json:"instruction,omitempty"`
	Leg         int    `json:"leg,omitempty"`
	// Flows are the inflow and outflow, over the whole transaction, of every
	// address in it that is watched or that an agent has proven (R21: reputation
	// counts the net only).
	Flows []Flow `json:"flows,omitempty"`
	// Orphan says that it came for an instruction that was no longer watched.
	Orphan bool `json:"orphan,omitempty"`
	// Void says that a reorg removed the block.
	Void bool `json:"void,omitempty"`
}

// Flow is what one address received and sent in one transaction.
type Flow struct {
	Address Address      `json:"address"`
	In      money.Amount `json:"in"`
	Out     money.Amount `json:"out"`
}

// Rule is how units were attributed (receipts name it, R19).
type Rule string

// The rules of settlement.md R15 to R17.
const (
	RuleTag     Rule = "tag"
	RuleDeposit Rule = "deposit"
	RulePayer   Rule = "payer"
	RuleDirect  Rule = "direct"
)

// Allocation is a half-open range of units of one transfer that counts toward
// one leg (R20).
type Allocation struct {
	// Seq makes the key unique: the n-th allocation ever made on this transfer.
	Seq         int          `json:"seq"`
	Transfer    string       `json:"transfer"`
	BlockHash   Hash         `json:"block_hash"`
	LogIndex    uint32       `json:"log_index"`
	Lo          money.Amount `json:"lo"`
	Hi          money.Amount `json:"hi"`
	Instruction string       `json:"instruction"`
	Leg         int          `json:"leg"`
	Rule        Rule         `json:"rule"`
	// VoidAt is the fact that took it back; 0 while it counts.
	VoidAt uint64 `json:"void_at,omitempty"`
}

// Amount is the number of units.
func (a Allocation) Amount() money.Amount { return a.Hi.SatSub(a.Lo) }

// Incident is something that an operator must look at.
type Incident struct {
	// Seq is the fact that raised it.
	Seq         uint64       `json:"seq"`
	Kind        IncidentKind `json:"kind"`
	Instruction string       `json:"instruction,omitempty"`
	Transfer    string       `json:"transfer,omitempty"`
	Text        string       `json:"text"`
	At          int64        `json:"at"`
	ClearedAt   int64        `json:"cleared_at,omitempty"`
	ClearedNote string       `json:"cleared_note,omitempty"`
}

// Table implements Row.
func (*Instruction) Table() Table { return TableInstruction }

// Key implements Row.
func (i Instruction) Key() string { return i.ID }

// Table implements Row.
func (*Tag) Table() Table { return TableTag }

// Key implements Row.
func (t Tag) Key() string { return t.Ref.String() }

// Table implements Row.
func (*Payer) Table() Table { return TablePayer }

// Key implements Row.
func (p Payer) Key() string { return PayerKey(p.Address, p.Instruction) }

// PayerKey is the key of a payer proof; instruction is empty for one that holds
// for all of the poster's.
func PayerKey(a Address, instruction string) string { return a.String() + "/" + instruction }

// Table implements Row.
func (*Transfer) Table() Table { return TableTransfer }

// Key implements Row.
func (t Transfer) Key() string { return TransferKey(t.Block, t.LogIndex) }

// TransferKey orders transfers by height, then block, then position.
func TransferKey(b BlockRef, index uint32) string {
	var text [20 + 1 + 66 + 1 + 10]byte // as long as a key can be
	key := appendPadded(text[:0], b.Number, 16)
	key = appendHex(append(key, '/'), b.Hash[:])
	key = appendPadded(append(key, '/'), uint64(index), 8)
	return string(key)
}

// appendPadded appends a number with at least that many digits.
func appendPadded(to []byte, n uint64, digits int) []byte {
	var text [20]byte
	d := strconv.AppendUint(text[:0], n, 10)
	for range digits - len(d) {
		to = append(to, '0')
	}
	return append(to, d...)
}

// transferBlock is the height in a transfer's key.
func transferBlock(key string) uint64 {
	number, _, _ := strings.Cut(key, "/")
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("transfer key %q: %v", key, err)) // it is part of a key that we made
	}
	return n
}

// Table implements Row.
func (*Allocation) Table() Table { return TableAllocation }

// Key implements Row.
func (a Allocation) Key() string { return fmt.Sprintf("%s/%06d", a.Transfer, a.Seq) }

// Table implements Row.
func (*Incident) Table() Table { return TableIncident }

// Key implements Row.
func (i Incident) Key() string { return fmt.Sprintf("%012d/%s/%s", i.Seq, i.Kind, i.Instruction) }
