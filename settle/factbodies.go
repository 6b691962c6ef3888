package settle

import (
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// AgentRegistered: a new agent, by key or by its address.
type AgentRegistered struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	KeyHash Hash   `json:"key_hash,omitzero"`
	// AgentKind is empty for software.
	AgentKind AgentKind `json:"kind,omitempty"`
	// Claim is ClaimedID's spelling of the claim that the agent stands for; empty for
	// one that has a credential.
	Claim string `json:"claim,omitempty"`
}

// AddressProven: SIWE proved that the agent controls the address. Merged names
// an address agent without activity that ends in this one.
type AddressProven struct {
	Agent   string  `json:"agent"`
	Address Address `json:"address"`
	// Proof is the SHA-256 of the signed message.
	Proof  Hash   `json:"proof"`
	Method string `json:"method"`
	// Block is that in whose state a contract wallet answered, and Source the
	// endpoints that told; empty for a key.
	Block  BlockRef `json:"block,omitzero"`
	Source string   `json:"source,omitempty"`
	Merged string   `json:"merged,omitempty"`
	// PayoutWaits: the proof does not end the cool-down of a pending payout address,
	// since a key alone asked for both (R8).
	PayoutWaits bool `json:"payout_waits,omitempty"`
	// Invitations: what Merged is invited to share in is for this agent to answer.
	Invitations bool `json:"invitations,omitempty"`
}

// PayoutSet: the agent's payout address, effective at the given time.
type PayoutSet struct {
	Agent  string `json:"agent"`
	Payout Payout `json:"payout"`
}

// MissionPosted: the mission as posted.
type MissionPosted struct {
	Mission Mission `json:"mission"`
	// Policy names the rules that its texts passed (settle/policy); empty before
	// there were any.
	Policy string `json:"policy,omitempty"`
}

// MissionCancellation by its poster.
type MissionCancellation struct {
	Mission string `json:"mission"`
}

// WorkSubmitted: sealed work; the bytes lie beside the journal.
type WorkSubmitted struct {
	Submission Submission `json:"submission"`
}

// WorkRejected by the poster.
type WorkRejected struct {
	Submission string `json:"submission"`
	Note       string `json:"note,omitempty"`
}

// InstructionIssued: a pick, with its frozen instruction and first reservation.
type InstructionIssued struct {
	Instruction Instruction `json:"instruction"`
	Tags        []Tag       `json:"tags"`
	// PosterAddresses become payers of the instruction by being the poster's.
}

// ReservationRenewed: the same instruction holds its slot again.
type ReservationRenewed struct {
	Instruction string `json:"instruction"`
	// From is the newest block's time, Until the end, in Unix seconds.
	From  int64 `json:"from"`
	Until int64 `json:"until"`
}

// RefundAddressSet: the refund address became known; the deposit address with it.
type RefundAddressSet struct {
	Instruction string  `json:"instruction"`
	RefundTo    Address `json:"refund_to"`
	RefundAfter int64   `json:"refund_after"`
	Deposit     Address `json:"deposit"`
}

// PickWithdrawn by the poster at block time BlockTime.
type PickWithdrawn struct {
	Instruction string `json:"instruction"`
	BlockTime   int64  `json:"block_time"`
	// Counted says that it goes into the poster's record as unpaid (R10).
	Counted bool `json:"counted"`
}

// PayerProven: an address pays for a poster's instruction.
type PayerProven struct {
	Payer Payer `json:"payer"`
}

// UnitsDirected: the payer signed Direct (R17).
type UnitsDirected struct {
	Transfer    string  `json:"transfer"`
	Instruction string  `json:"instruction"`
	Signer      Address `json:"signer"`
	Proof       string  `json:"proof"`
	// Method is how the signature was found good; empty in facts of before it was
	// recorded. Block and Source as in Payer.
	Method string   `json:"method,omitempty"`
	Block  BlockRef `json:"block,omitzero"`
	Source string   `json:"source,omitempty"`
}

// FeeRefused: the token's issuer was read to refuse the fee address when nothing
// but the fee was missing (R9).
type FeeRefused struct {
	Instruction string `json:"instruction"`
	// Tip is the newest indexed block when it was read.
	Tip BlockRef `json:"tip"`
}

// BlockApplied: a block reached the confirmation depth. Txs are only those
// that concern a watched address or a tag.
type BlockApplied struct {
	Block  BlockRef `json:"block"`
	Parent Hash     `json:"parent"`
	Time   int64    `json:"time"`
	Txs    []TxLogs `json:"txs"`
	Source string   `json:"source,omitempty"`
	// Audit is set where the block had been applied, and its receipts said later
	// that facts about it were missing or wrong: then Txs come beside those that
	// are in force. It does not move the place up to which blocks were applied.
	Audit *AuditEvidence `json:"audit,omitempty"`
}

// TxLogs are all kept logs of one transaction.
type TxLogs struct {
	Hash  Hash   `json:"hash"`
	Index uint32 `json:"index"`
	Logs  []Log  `json:"logs"`
}

// BlockUnapplied: a reorg removed a block that had been applied.
type BlockUnapplied struct {
	Block BlockRef `json:"block"`
	// Audit says that no reorg removed it: its facts were wrong, and a BlockApplied
	// with the right ones follows. If events of the contracts are among what was
	// wrong, a ContractsReplayed follows too; this fact leaves their mirrors alone.
	Audit bool `json:"audit,omitempty"`
	// Only, if any, are the transactions of it that go, with Audit; the others stay.
	Only []Hash `json:"only,omitempty"`
}

// Removes reports whether a transaction of the block goes.
func (b *BlockUnapplied) Removes(tx Hash) bool {
	return len(b.Only) == 0 || slices.Contains(b.Only, tx)
}

// PaymentSeen: the window holds a payment that extends a reservation (R10).
// It stays when a reorg removes the payment.
type PaymentSeen struct {
	Instruction string       `json:"instruction"`
	Block       BlockRef     `json:"block"`
	LogIndex    uint32       `json:"log_index"`
	Amount      money.Amount `json:"amount"`
	Until       int64        `json:"until"`
}

// Settled: every leg is covered and the tier is reached.
type Settled struct {
	Instruction string `json:"instruction"`
	// Tip is the head under which the leader settled.
	Tip BlockRef `json:"tip"`
}

// AwardSettlement: an award of the escrow was finalized at the confirmation depth,
// and the tier is reached.
type AwardSettlement struct {
	// Award is the key of its EscrowAward.
	Award string `json:"award"`
	// Tip is the head under which the leader settled.
	Tip BlockRef `json:"tip"`
}

// Tick: something fell due. Lapses are reservations that ended (by block time),
// Expired are missions whose deadline passed, Payouts are agents whose pending
// payout address takes effect.
type Tick struct {
	BlockTime int64    `json:"block_time"`
	Lapses    []string `json:"lapses,omitempty"`
	Expired   []string `json:"expired,omitempty"`
}

// Halted: doubt about the canonical chain; nothing settles until cleared (R25).
type Halted struct {
	Reason string `json:"reason"`
}

// IncidentCleared by an operator.
type IncidentCleared struct {
	Incident string `json:"incident"`
	Note     string `json:"note"`
}

// Kind implements Body; so do the methods below.
func (Settings) Kind() Kind { return KindSettings }

// Kind implements Body.
func (AgentRegistered) Kind() Kind { return KindAgentRegistered }

// Kind implements Body.
func (AddressProven) Kind() Kind { return KindAddressProven }

// Kind implements Body.
func (PayoutSet) Kind() Kind { return KindPayoutSet }

// Kind implements Body.
func (MissionPosted) Kind() Kind { return KindMissionPosted }

// Kind implements Body.
func (MissionCancellation) Kind() Kind { return KindMissionCancelled }

// Kind implements Body.
func (WorkSubmitted) Kind() Kind { return KindWorkSubmitted }

// Kind implements Body.
func (WorkRejected) Kind() Kind { return KindWorkRejected }

// Kind implements Body.
func (InstructionIssued) Kind() Kind { return KindInstructionIssued }

// Kind implements Body.
func (ReservationRenewed) Kind() Kind { return KindInstructionKept }

// Kind implements Body.
func (RefundAddressSet) Kind() Kind { return KindRefundAddress }

// Kind implements Body.
func (PickWithdrawn) Kind() Kind { return KindPickWithdrawn }

// Kind implements Body.
func (PayerProven) Kind() Kind { return KindPayerProven }

// Kind implements Body.
func (UnitsDirected) Kind() Kind { return KindUnitsDirected }

// Kind implements Body.
func (FeeRefused) Kind() Kind { return KindFeeRefused }

// Kind implements Body.
func (BlockApplied) Kind() Kind { return KindBlockApplied }

// Kind implements Body.
func (BlockUnapplied) Kind() Kind { return KindBlockUnapplied }

// Kind implements Body.
func (PaymentSeen) Kind() Kind { return KindPaymentSeen }

// Kind implements Body.
func (Settled) Kind() Kind { return KindSettled }

// Kind implements Body.
func (AwardSettlement) Kind() Kind { return KindAwardSettled }

// Kind implements Body.
func (Tick) Kind() Kind { return KindTick }

// Kind implements Body.
func (Halted) Kind() Kind { return KindHalted }

// Kind implements Body.
func (IncidentCleared) Kind() Kind { return KindIncidentCleared }
