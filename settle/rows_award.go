package settle

import (
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// EscrowWork says how a submission to an escrow mission must be entered on the
// chain; it never changes.
type EscrowWork struct {
	// Address is the proven address that enters it; nobody else's entry counts.
	Address   Address `json:"address"`
	SplitHash Hash    `json:"split_hash"`
	// Split is what SplitHash is of: the contributors' addresses, frozen.
	Split Split `json:"split"`
}

// EscrowAward is an award of the escrow that reached the confirmation depth,
// and what was made of it. Unlike the rows that mirror storage it is never
// restored: a release stays a release.
type EscrowAward struct {
	// Mission is the public id, Poster the agent who posted (empty if nobody has
	// proven the terms' address).
	Mission string `json:"mission"`
	Poster  string `json:"poster,omitempty"`
	OnChain Hash   `json:"on_chain"`
	// Contract is the escrow.
	Contract Address    `json:"contract"`
	Tranche  uint8      `json:"tranche"`
	Final    FinalAward `json:"final"`
	// Submission is the daemon's; empty for work that is known from the chain
	// only, of which nothing can be released.
	Submission string `json:"submission,omitempty"`
	// Winners are the agents that share in work which is known from the chain only:
	// they had proven the address that entered it, or one that was paid, when the
	// award last settled.
	Winners []string    `json:"winners,omitempty"`
	Status  AwardStatus `json:"status"`
	// Hold is held or withheld while a takedown keeps a confirmed award from settling
	// (R24); empty else.
	Hold InstructionStatus `json:"hold,omitempty"`
	// Replaced says that it is reverted and another award filled its tranche since.
	Replaced  bool  `json:"replaced,omitempty"`
	SettledAt int64 `json:"settled_at,omitempty"`
	// Settlements counts how often it was settled (again after a deep reorg, or
	// when its submission was deposited, or a winner became known, later).
	Settlements int `json:"settlements,omitempty"`
	// Ratings are the rating changes that settling caused, for backing them out.
	Ratings []RatingChange `json:"ratings,omitempty"`
}

// UndoBlocks is how many blocks below the newest that changed something can be
// un-applied; no follower walks back further.
const UndoBlocks = 2048

// ChainUndo is what the mirror rows were before a block.
type ChainUndo struct {
	Block BlockRef  `json:"block"`
	Rows  []UndoRow `json:"rows"`
}

// UndoRow is one row before the block.
type UndoRow struct {
	Table Table  `json:"table"`
	Key   string `json:"key"`
	// Row is its JSON as text, so that no store reorders it; empty if there was none.
	Row string `json:"row,omitempty"`
}

// Missions are the escrow missions whose rows the block changed; none for nil.
func (u *ChainUndo) Missions() (out []Hash) {
	if u == nil {
		return nil
	}
	for _, r := range u.Rows {
		if r.Table == TableEscrowMission {
			out = append(out, mustHash(r.Key))
		}
	}
	return out
}

// Net is what the payees of an award get.
func (a *FinalAward) Net() money.Amount { return a.Gross.SatSub(a.Fee) }

// parties are the address that entered what an award is of, and those that it
// paid, without repetition.
func (a *EscrowAward) parties() []Address {
	out := []Address{a.Final.Agent}
	for _, p := range a.Final.Payouts {
		if !slices.Contains(out, p.To) {
			out = append(out, p.To)
		}
	}
	return out
}

// work names what an award is of: what was entered, by whom. It is the same whether
// and however often that was submitted here.
func (a *EscrowAward) work() string {
	return a.Final.Agent.String() + a.Final.SubmissionHash.String()
}

// Table implements Row; so do the methods below.
func (*EscrowAward) Table() Table { return TableEscrowAward }

// Key implements Row.
func (a EscrowAward) Key() string {
	return AwardKey(a.OnChain, a.Tranche, a.Final.Agent, a.Final.SubmissionHash)
}

// AwardKey is the key of an award: another agent's or another work's award of
// the same tranche, on another branch of the chain, is another one.
func AwardKey(mission Hash, tranche uint8, agent Address, submission Hash) string {
	return fmt.Sprintf("%s/%03d/%s/%s", mission, tranche, agent, submission)
}

// Table implements Row.
func (*ChainUndo) Table() Table { return TableChainUndo }

// Key implements Row.
func (u ChainUndo) Key() string { return UndoKey(u.Block) }

// UndoKey orders by height.
func UndoKey(b BlockRef) string { return fmt.Sprintf("%016d/%s", b.Number, b.Hash) }
