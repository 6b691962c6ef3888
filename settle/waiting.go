package settle

import (
	"fmt"
	"math"
	"slices"
)

// Tiers are the tiers that TierOf gives, without repetition.
func (s Settings) Tiers() (out []Tier) {
	add := func(t Tier) {
		if t.Tag == "" {
			t.Depth = max(t.Depth, s.Confirmations)
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, r := range s.Finality {
		add(r.Tier)
		if r.UpTo.IsZero() {
			return out
		}
	}
	add(Tier{Depth: s.Confirmations})
	return out
}

// SameTiers reports whether both give every total the same tier.
func (s Settings) SameTiers(o Settings) bool {
	return s.Confirmations == o.Confirmations && slices.Equal(s.Finality, o.Finality)
}

// Waits is what an instruction or an award that is covered and not settled waits
// for (R23): the block at a height to be as final as a tier asks. ok is false for
// every other row.
func (s Settings) Waits(r Row) (tier Tier, in uint64, ok bool) {
	switch r := r.(type) {
	case *Instruction:
		if r.covered() {
			return s.TierOf(r.Total), r.CoveredIn, true
		}
	case *EscrowAward:
		if r.Status == AwardConfirmed && r.Hold == "" {
			return s.TierOf(r.Final.Gross), r.Final.At.Block.Number, true
		}
	}
	return Tier{}, 0, false
}

// covered: paid in full and not settled.
func (i *Instruction) covered() bool {
	return i.Covered && (i.Status == InstructionOpen || i.Status == InstructionReverted)
}

// InstructionsWaiting are the instructions that are paid in full and wait for a
// tier, by the settings s, of blocks up to a height.
func InstructionsWaiting(s Settings, tier Tier, upTo uint64) Query {
	return waiting[*Instruction](QueryInstructionsWaiting, s, tier, upTo)
}

// AwardsWaiting are the awards of the escrow that wait for a tier, by the settings
// s, of blocks up to a height.
func AwardsWaiting(s Settings, tier Tier, upTo uint64) Query {
	return waiting[*EscrowAward](QueryAwardsWaiting, s, tier, upTo)
}

func waiting[P interface {
	*T
	Row
}, T any](name QueryName, s Settings, tier Tier, upTo uint64) Query {
	upTo = min(upTo, math.MaxInt64) // heights above are none
	return query(name, fmt.Sprintf("%s/%d", tier, upTo), func(r P) bool {
		t, in, ok := s.Waits(r)
		return ok && t == tier && in <= upTo
	})
}
