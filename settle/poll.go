package settle

import (
	"math"

	"github.com/oabp/oabpd/settle/money"
)

// The rules of a poll, which the vote contract (contracts/src/OabpVote.sol) and the
// polls over points missions share.

// PollCount is what a poll counts.
type PollCount struct {
	// Voters are those who count, at most 65,535.
	Voters uint16 `json:"voters"`
	// Weight is that of all, Top that of the heaviest choice; Tie says that
	// another choice weighs as much.
	Weight money.Amount `json:"weight"`
	Top    money.Amount `json:"top"`
	Tie    bool         `json:"tie,omitempty"`
}

// Add counts a ballot that brings its choice to sum (VoteSlots.add).
func (c PollCount) Add(weight, sum money.Amount) PollCount {
	if c.Voters != math.MaxUint16 {
		c.Voters++
	}
	c.Weight = c.Weight.SatAdd(weight)
	switch sum.Cmp(c.Top) {
	case 1:
		c.Top, c.Tie = sum, false
	case 0:
		c.Tie = true
	}
	return c
}

// Capped is what stake weighs: at most the cap of the rules.
func (r VoteRules) Capped(stake money.Amount) money.Amount {
	return money.Min(stake, money.Units(uint64(r.Cap)*1_000_000))
}

// Choose says what the count comes to: PollNoQuorum or PollTie, by which nobody is
// awarded and nobody slashed, or PollElected, which stands for whatever choice is
// heaviest (OabpVote._choose).
func (r VoteRules) Choose(c PollCount) PollOutcome {
	switch {
	case c.Voters < r.QuorumVoters || c.Weight.Less(r.QuorumWeight):
		return PollNoQuorum
	case c.Tie:
		return PollTie
	}
	return PollElected
}

// IsChoice: the voters made a choice, and who did not share it is slashed.
func (o PollOutcome) IsChoice() bool {
	return o == PollNobody || o == PollElected || o == PollTooLate
}

// Loss is what a ballot that did not share the choice loses.
func (r VoteRules) Loss(weight money.Amount) money.Amount {
	loss, err := weight.MulDiv(money.Units(uint64(r.SlashBPS)), money.Units(10_000))
	if err != nil {
		return weight
	}
	return loss
}

// Drawn is what a ballot of this weight draws of a pool, where the choice that it
// shared weighs top.
func Drawn(pool, weight, top money.Amount) money.Amount {
	due, err := pool.MulDiv(weight, top)
	if err != nil {
		return money.Amount{}
	}
	return due
}
