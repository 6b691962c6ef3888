package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/seal/canon"
)

// The fixed members of a receipt (AIP-1 §6.1).
const (
	// ReceiptType is the type member.
	ReceiptType = "oabp.mission_receipt"
	// SpecVersion is the version of AIP-1 that receipts follow.
	SpecVersion = "0.3.7"
)

// Results of a verification.
const (
	ResultAccepted = "accepted"
	ResultRejected = "rejected"
	ResultVoided   = "voided"
	ResultDisputed = "disputed"
)

// Statuses of a settlement.
const (
	StatusNotApplicable = "not_applicable"
	StatusQueued        = "queued"
	StatusBroadcast     = "broadcast"
	StatusSettled       = "settled"
	StatusCredited      = "credited"
	StatusFailed        = "failed"
	StatusVoided        = "voided"
	StatusDisputed      = "disputed"
)

// Receipt is the signed core.
type Receipt struct {
	Type        string `json:"type"`
	SpecVersion string `json:"spec_version"`
	// Issuer is the origin of the deployment, as https://host[:port].
	Issuer string `json:"issuer"`
	// IssuedAt is in the form of Time.
	IssuedAt     string `json:"issued_at"`
	MissionID    string `json:"mission_id"`
	SubmissionID string `json:"submission_id"`
	AgentID      string `json:"agent_id"`
	// ContentHash is sha256:<64 hex digits>.
	ContentHash  string       `json:"content_hash"`
	Verification Verification `json:"verification"`
	Settlement   Settlement   `json:"settlement"`
	// Instruction is nil where no payment instruction exists (escrow, points, stated).
	Instruction *Instruction `json:"instruction,omitempty"`
	// Escrow is nil for other modes.
	Escrow *Escrow `json:"escrow,omitempty"`
	// Points is nil for other modes.
	Points *Points `json:"points,omitempty"`
	// Supersedes is the digest of the receipt that this one replaces.
	Supersedes  string       `json:"supersedes,omitempty"`
	Allocations []Allocation `json:"allocations"`
	// PayerProof are the proofs that the payers' money is the poster's.
	PayerProof []PayerProof `json:"payer_proof"`
	// Late says that the payment released the work but did not win the slot (R21).
	Late          bool   `json:"late"`
	ChainProofURI string `json:"chain_proof_uri,omitempty"`

	// Digest and Signature are set by Sign.
	Digest    string     `json:"digest,omitempty"`
	Signature *Signature `json:"signature,omitempty"`
}

// Verification says how the work was judged.
type Verification struct {
	// Type is one of AIP-1 §4, as creator_judges.
	Type string `json:"type"`
	// Result is one of the Result constants.
	Result string `json:"result"`
	// DecidedAt is in the form of Time.
	DecidedAt string `json:"decided_at"`
	// Verifier is who judged: an agent id, contract or URL.
	Verifier string `json:"verifier"`
}

// Settlement says how the work was paid.
type Settlement struct {
	// Status is one of the Status constants.
	Status string `json:"status"`
	Asset  string `json:"asset"`
	// Amount is what the contributors get, FeeAmount the platform's part; both in units.
	Amount    Decimal `json:"amount"`
	FeeAmount Decimal `json:"fee_amount"`
	// FeeWaived says that the fee's leg counted as covered without payment (R9).
	FeeWaived bool   `json:"fee_waived,omitempty"`
	ChainID   uint64 `json:"chain_id,omitempty"`
	// TxHash is the transaction that completed the payment; 0x and 64 hex digits.
	TxHash string `json:"tx_hash,omitempty"`
	// Transfers are all whose units are allocated, in order of the chain.
	Transfers []Transfer `json:"transfers,omitempty"`
}

// Transfer is one ERC-20 Transfer log.
type Transfer struct {
	TxHash      settle.Hash `json:"tx_hash"`
	BlockNumber uint64      `json:"block_number"`
	BlockHash   settle.Hash `json:"block_hash"`
	// LogIndex is the position in the block.
	LogIndex uint32         `json:"log_index"`
	From     settle.Address `json:"from"`
	To       settle.Address `json:"to"`
	Value    money.Amount   `json:"value"`
	// Tag is the digest or nonce that the log beside it names (R15); absent for
	// an untagged transfer.
	Tag settle.Hash `json:"tag,omitzero"`
	// Payer is whose money it was, where that is not From (the pay contract's payer).
	Payer settle.Address `json:"payer,omitzero"`
}

// Allocation says which units of which transfer count toward which leg.
type Allocation struct {
	TxHash      settle.Hash `json:"tx_hash"`
	BlockNumber uint64      `json:"block_number"`
	BlockHash   settle.Hash `json:"block_hash"`
	LogIndex    uint32      `json:"log_index"`
	// Leg is the index of the leg, from 0.
	Leg    int          `json:"leg"`
	Amount money.Amount `json:"amount"`
	// Units are the allocated units of the transfer's value, half-open (R20).
	Units Range `json:"units"`
	// Rule is tag, deposit, payer or direct (R15 to R17).
	Rule string `json:"rule"`
}

// Range is a half-open range of units.
type Range struct {
	From money.Amount `json:"from"`
	To   money.Amount `json:"to"`
}

// PayerProof says why an address is the poster's payer (R17).
type PayerProof struct {
	Address settle.Address `json:"address"`
	// Method is siwe, ecdsa, erc1271 or erc6492.
	Method string `json:"method"`
	// Proof is the signature as hex, or the hash of the signed message.
	Proof string `json:"proof"`
	// Block is where a contract wallet's answer was read.
	Block *settle.BlockRef `json:"block,omitempty"`
}

// Instruction is the frozen statement of who must be paid (R5, R6).
type Instruction struct {
	ID     string      `json:"id"`
	Digest settle.Hash `json:"digest"`
	Slot   Slot        `json:"slot"`
	Terms  Terms       `json:"terms"`
	// Predecessors are the digests of superseded instructions whose tags count
	// for this one (R9).
	Predecessors []settle.Hash `json:"predecessors,omitempty"`
	// Moved says of a successor where its payees were paid before: money that
	// reached From counts at the leg to To.
	Moved []Moved `json:"moved,omitempty"`
	// FirstIssuedBlock is that of the oldest predecessor, DepositsBefore are the
	// deposit addresses of all of them.
	FirstIssuedBlock uint64           `json:"first_issued_block,omitempty"`
	DepositsBefore   []settle.Address `json:"deposits_before,omitempty"`
}

// Moved is a payee's former address and the one that took its place.
type Moved struct {
	From settle.Address `json:"from"`
	To   settle.Address `json:"to"`
}

// since is the lowest issued block of the instruction and its predecessors.
func (i *Instruction) since() uint64 {
	if len(i.Predecessors) > 0 && i.FirstIssuedBlock < i.Terms.IssuedBlock {
		return i.FirstIssuedBlock
	}
	return i.Terms.IssuedBlock
}

// pays reports whether money to an address may count at a leg.
func (i *Instruction) pays(to settle.Address, leg int) bool {
	payee := i.Terms.Legs[leg].To
	return to == payee || slices.Contains(i.Moved, Moved{From: to, To: payee})
}

// isDeposit reports whether an address is the instruction's deposit address, or was
// that of a predecessor.
func (i *Instruction) isDeposit(a settle.Address) bool {
	return i.Terms.Deposit != nil && a == i.Terms.Deposit.Address || slices.Contains(i.DepositsBefore, a)
}

// Slot is what the award fills (R6).
type Slot struct {
	Hash settle.Hash `json:"hash"`
	// MilestoneIndex is null for a mission without milestones.
	MilestoneIndex *int   `json:"milestone_index"`
	N              uint32 `json:"n"`
}

// Terms are all inputs of the instruction's digest beside its id and slot.
type Terms struct {
	ChainID     uint64         `json:"chain_id"`
	PayContract settle.Address `json:"pay_contract"`
	Token       settle.Address `json:"token"`
	Mission     Named          `json:"mission"`
	Submission  Named          `json:"submission"`
	ContentHash settle.Hash    `json:"content_hash"`
	// Legs are in the order of the digest.
	Legs        []digest.Leg `json:"legs"`
	IssuedBlock uint64       `json:"issued_block"`
	// Deposit is nil where there was no deposit address.
	Deposit *Deposit `json:"deposit,omitempty"`
}

// Named is a public id and its form inside the digest.
type Named struct {
	ID   string      `json:"id"`
	Hash settle.Hash `json:"hash"`
}

// Deposit is the instruction's deposit address with what it is made of (R16).
type Deposit struct {
	Address        settle.Address `json:"address"`
	Implementation settle.Address `json:"implementation"`
	RefundTo       settle.Address `json:"refund_to"`
	// RefundAfter is in Unix seconds.
	RefundAfter uint64 `json:"refund_after"`
	// PaidBefore is what each leg of a successor had got when it was issued: the
	// deposit address is over the rest. Empty where nothing was paid.
	PaidBefore []money.Amount `json:"paid_before,omitempty"`
}

// Name makes a Named.
func Name(id string) Named { return Named{id, digest.PublicID(id)} }

// NewSlot makes a Slot; milestone is digest.NoMilestone or an index.
func NewSlot(mission settle.Hash, milestone int, n uint32) Slot {
	s := Slot{Hash: digest.Slot(mission, milestone, n), N: n}
	if milestone >= 0 {
		s.MilestoneIndex = &milestone
	}
	return s
}

// NewInstruction makes an Instruction with its digest from its parts.
func NewInstruction(id string, slot Slot, terms Terms) *Instruction {
	i := &Instruction{ID: id, Slot: slot, Terms: terms}
	i.Digest = i.computed()
	return i
}

// computed is the digest that the terms give.
func (i *Instruction) computed() settle.Hash {
	t := i.Terms
	return digest.Domain{ChainID: t.ChainID, VerifyingContract: t.PayContract}.Instruction(digest.Instruction{
		ID: digest.PublicID(i.ID), Mission: t.Mission.Hash, Slot: i.Slot.Hash, Submission: t.Submission.Hash,
		ContentHash: t.ContentHash, Token: t.Token, Legs: t.Legs, IssuedBlock: t.IssuedBlock,
	})
}

// ContentHash is the receipts' form of a content hash.
func ContentHash(h settle.Hash) string { return "sha256:" + hex.EncodeToString(h[:]) }

// Time is the receipts' form of a time in Unix milliseconds: UTC, RFC 3339 with
// three decimals.
func Time(unixMilli int64) string {
	return time.UnixMilli(unixMilli).UTC().Format("2006-01-02T15:04:05.000Z")
}

// Decimal is an amount in units as a decimal string. Other implementations
// write numbers too; reading takes both.
type Decimal string

// UnmarshalJSON implements json.Unmarshaler.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	s := string(b)
	if s == "null" {
		*d = ""
		return nil
	}
	if n := len(s); n >= 2 && s[0] == '"' && s[n-1] == '"' {
		s = s[1 : n-1]
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && c != '.' {
			return fmt.Errorf("amount %.80q is not a decimal number", s)
		}
	}
	*d = Decimal(s)
	return nil
}

// Units is d as a whole number of units.
func (d Decimal) Units() (money.Amount, error) { return money.Parse(string(d)) }

// signingBytes are what digest and signature cover: the RFC 8785 form without
// those two members.
func (r Receipt) signingBytes() ([]byte, error) {
	r.Digest, r.Signature = "", nil
	b, err := canon.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}
	return b, nil
}

// Sign completes r: type and version, digest, signature by the current key. It
// returns the document to store and serve (canonical bytes) and its digest.
func Sign(r Receipt, k *Keys) (doc []byte, sum settle.Hash, err error) {
	r.Type, r.SpecVersion = ReceiptType, SpecVersion
	if r.Allocations == nil {
		r.Allocations = []Allocation{}
	}
	if r.PayerProof == nil {
		r.PayerProof = []PayerProof{}
	}
	b, err := r.signingBytes()
	if err != nil {
		return nil, sum, err
	}
	sum = sha256.Sum256(b)
	sig := k.Sign(b)
	r.Digest, r.Signature = ContentHash(sum), &sig
	if doc, err = canon.Marshal(r); err != nil {
		return nil, sum, fmt.Errorf("receipt: %w", err)
	}
	return doc, sum, nil
}
