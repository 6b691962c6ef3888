package settle

import (
	"fmt"
	"math/bits"

	"github.com/oabp/oabpd/settle/money"
)

// The rows of this file mirror what OabpEscrow holds in storage, as its events
// say it (IOabpEscrow states the effect of each). They change with blocks alone
// and are restored when a block is un-applied. Amounts are in token units,
// times are Unix seconds, tranches count from 0.

// ChainPos is where a log is.
type ChainPos struct {
	Block BlockRef `json:"block"`
	// Time is the block's timestamp in Unix seconds.
	Time   int64 `json:"time"`
	TxHash Hash  `json:"tx_hash"`
	// LogIndex is the position in the block.
	LogIndex uint32 `json:"log_index"`
}

// Position is block number times 2^32 plus log index: what attesters sign.
func (p ChainPos) Position() uint64 { return p.Block.Number<<32 | uint64(p.LogIndex) }

// EscrowMission is a mission that the escrow holds or held.
type EscrowMission struct {
	// Hash is the contract's mission id.
	Hash     Hash         `json:"hash"`
	Contract Address      `json:"contract"`
	Terms    MissionTerms `json:"terms"`
	SpecURI  ChainText    `json:"spec_uri"`
	Via      Funding      `json:"via"`
	// PostFee is what the post cost beyond the reward.
	PostFee money.Amount `json:"post_fee"`
	Posted  ChainPos     `json:"posted"`

	Status  EscrowStatus `json:"status"`
	Held    money.Amount `json:"held"`
	Pending money.Amount `json:"pending"`
	// DoneMask and PendingMask have bit i for tranche i.
	DoneMask    uint16 `json:"done_mask"`
	PendingMask uint16 `json:"pending_mask"`
	// Tranches are as many as the terms have.
	Tranches []EscrowTranche `json:"tranches"`
	Refunds  []EscrowRefund  `json:"refunds,omitempty"`
}

// EscrowTranche is what became of one tranche.
type EscrowTranche struct {
	// Pending is the award that is not final yet.
	Pending *PendingAward `json:"pending,omitempty"`
	// Appeal is the one that is not ruled yet.
	Appeal *EscrowAppeal `json:"appeal,omitempty"`
	// Ruled is how the last appeal ended.
	Ruled *RuledAppeal `json:"ruled,omitempty"`
	// Final is the award that was paid out.
	Final *FinalAward `json:"final,omitempty"`
}

// PendingAward is an award that waits for its appeal or reveal window.
type PendingAward struct {
	Agent          Address      `json:"agent"`
	SubmissionHash Hash         `json:"submission_hash"`
	Gross          money.Amount `json:"gross"`
	// FinalAt is zero once an arbiter has ruled.
	FinalAt int64 `json:"final_at"`
	// Seq is the block of the leading commitment where the escrow decides itself.
	Seq      uint64   `json:"seq,omitempty"`
	Appealed bool     `json:"appealed,omitempty"`
	Proposed ChainPos `json:"proposed"`
}

// EscrowAppeal is an appeal that is not ruled yet.
type EscrowAppeal struct {
	Appellant    Address      `json:"appellant"`
	Bond         money.Amount `json:"bond"`
	EvidenceHash Hash         `json:"evidence_hash"`
	RuleBy       int64        `json:"rule_by"`
	Raised       ChainPos     `json:"raised"`
}

// RuledAppeal is an appeal that ended.
type RuledAppeal struct {
	Ruling Ruling `json:"ruling"`
	// Agent is who is awarded now; zero if the tranche is refunded.
	Agent Address `json:"agent"`
	// Bond is what went to whom.
	Bond *EscrowPayout `json:"bond,omitempty"`
	At   ChainPos      `json:"at"`
}

// FinalAward is an award that was paid out.
type FinalAward struct {
	Agent Address `json:"agent"`
	// SubmissionHash, ContentHash and SplitHash are those of the agent's
	// submission at that moment; where the escrow decided itself SubmissionHash is
	// the hash of the answer and the others are zero.
	SubmissionHash Hash           `json:"submission_hash"`
	ContentHash    Hash           `json:"content_hash,omitzero"`
	SplitHash      Hash           `json:"split_hash,omitzero"`
	Gross          money.Amount   `json:"gross"`
	Fee            money.Amount   `json:"fee"`
	Payouts        []EscrowPayout `json:"payouts"`
	// Flows are the inflow and outflow over the whole transaction of every payee
	// and of every address that an agent had proven (R21).
	Flows []Flow   `json:"flows,omitempty"`
	At    ChainPos `json:"at"`
}

// EscrowPayout is money that left for somebody, or became its credit.
type EscrowPayout struct {
	To     Address      `json:"to"`
	Amount money.Amount `json:"amount"`
	// Credited says that the token refused the transfer.
	Credited bool   `json:"credited,omitempty"`
	LogIndex uint32 `json:"log_index"`
}

// EscrowRefund is money that went back to the terms' refundTo.
type EscrowRefund struct {
	To       Address      `json:"to"`
	Amount   money.Amount `json:"amount"`
	Credited bool         `json:"credited,omitempty"`
	Reason   RefundReason `json:"reason"`
	// Tranche is the one that an arbiter refunded, or -1.
	Tranche int      `json:"tranche"`
	At      ChainPos `json:"at"`
}

// Bit is a tranche's bit in the masks; zero for one that a mission cannot have.
func Bit(tranche uint8) uint16 { return uint16(1) << tranche }

// Tranche is one by its number, or nil.
func (m *EscrowMission) Tranche(n uint8) *EscrowTranche {
	if int(n) >= len(m.Tranches) {
		return nil
	}
	return &m.Tranches[n]
}

// Done says how many tranches are paid, or refunded by a ruling.
func (m *EscrowMission) Done() int { return bits.OnesCount16(m.DoneMask) }

// returned has the bits of the tranches that an arbiter refunded.
func (m *EscrowMission) returned() (mask uint16) {
	for n, t := range m.Tranches {
		if t.Ruled != nil && t.Ruled.Ruling == RulingRefund {
			mask |= Bit(uint8(n))
		}
	}
	return mask
}

// EntrySlots is how many submissions an agent can make: one per milestone, else
// one, and none where the escrow takes commitments instead.
func (t MissionTerms) EntrySlots() int {
	switch {
	case t.Resolver.IsZero():
		return 0
	case t.Layout == Milestones:
		return len(t.Tranches)
	}
	return 1
}

// EntrySlot is the tranche number under which an agent's submission for a
// tranche is held: all prizes share one.
func (t MissionTerms) EntrySlot(tranche uint8) uint8 {
	if t.EntrySlots() > 1 {
		return tranche
	}
	return 0
}

// EscrowEntry is an agent's current submission.
type EscrowEntry struct {
	Mission  Hash    `json:"mission"`
	Contract Address `json:"contract"`
	Agent    Address `json:"agent"`
	// Tranche is the milestone; 0 for prizes.
	Tranche uint8 `json:"tranche"`
	// SubmissionHash is whole; the contract keeps its upper 240 bits.
	SubmissionHash Hash      `json:"submission_hash"`
	ContentHash    Hash      `json:"content_hash"`
	SplitHash      Hash      `json:"split_hash"`
	Revision       uint16    `json:"revision"`
	URI            ChainText `json:"uri"`
	At             ChainPos  `json:"at"`
}

// EscrowCommitment is an agent's commitment to an answer.
type EscrowCommitment struct {
	Mission  Hash    `json:"mission"`
	Contract Address `json:"contract"`
	Agent    Address `json:"agent"`
	// Commitment is whole; the contract keeps its upper 216 bits.
	Commitment Hash `json:"commitment"`
	// Seq is the number of its block.
	Seq uint64 `json:"seq"`
	// Revealed says that the answer was right; the contract holds it no more.
	Revealed bool     `json:"revealed,omitempty"`
	At       ChainPos `json:"at"`
}

// EscrowCredit is what the token refused to pay to an address; never zero.
type EscrowCredit struct {
	Contract Address      `json:"contract"`
	Owner    Address      `json:"owner"`
	Amount   money.Amount `json:"amount"`
}

// EscrowBook is what an escrow holds for itself.
type EscrowBook struct {
	Contract     Address      `json:"contract"`
	FeesAccrued  money.Amount `json:"fees_accrued"`
	FeeRecipient Address      `json:"fee_recipient"`
}

// Table implements Row; so do the methods below.
func (*EscrowMission) Table() Table { return TableEscrowMission }

// Key implements Row.
func (m EscrowMission) Key() string { return m.Hash.String() }

// Table implements Row.
func (*EscrowEntry) Table() Table { return TableEscrowEntry }

// Key implements Row.
func (e EscrowEntry) Key() string { return EntryKey(e.Mission, e.Agent, e.Tranche) }

// EntryKey is the key of an agent's submission; slot is EntrySlot of its tranche.
func EntryKey(mission Hash, agent Address, slot uint8) string {
	return fmt.Sprintf("%s/%s/%03d", mission, agent, slot)
}

// Table implements Row.
func (*EscrowCommitment) Table() Table { return TableEscrowCommitment }

// Key implements Row.
func (c EscrowCommitment) Key() string { return CommitmentKey(c.Mission, c.Agent) }

// CommitmentKey is the key of an agent's commitment.
func CommitmentKey(mission Hash, agent Address) string {
	return mission.String() + "/" + agent.String()
}

// Table implements Row.
func (*EscrowCredit) Table() Table { return TableEscrowCredit }

// Key implements Row.
func (c EscrowCredit) Key() string { return PairKey(c.Contract, c.Owner) }

// PairKey is the key of what a contract holds for an address.
func PairKey(contract, of Address) string { return contract.String() + "/" + of.String() }

// Table implements Row.
func (*EscrowBook) Table() Table { return TableEscrowBook }

// Key implements Row.
func (b EscrowBook) Key() string { return b.Contract.String() }
