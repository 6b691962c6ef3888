package settle

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the rules, what waits is found under exactly one of the tiers.
func TestEveryTotalHasOneOfTheTiers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tier := rapid.SampledFrom([]Tier{{Depth: 1}, {Depth: 9}, {Tag: TagSafe}, {Tag: TagFinalized}})
		n := rapid.Uint64Range(0, 5)
		s := Settings{Confirmations: n.Draw(rt, "confirmations")}
		for range rapid.IntRange(0, 4).Draw(rt, "rules") {
			s.Finality = append(s.Finality, FinalityRule{UpTo: amt(n.Draw(rt, "up to")), Tier: tier.Draw(rt, "tier")})
		}
		i := &Instruction{Total: amt(n.Draw(rt, "total")), Covered: true, CoveredIn: n.Draw(rt, "height"), Status: InstructionOpen}
		want, upTo := s.TierOf(i.Total), n.Draw(rt, "up to")
		found := 0
		for _, tier := range s.Tiers() {
			if InstructionsWaiting(s, tier, upTo).Match(i) {
				found++
				if tier != want {
					rt.Errorf("found under %s, waits for %s", tier, want)
				}
			}
		}
		if due := i.CoveredIn <= upTo; due != (found == 1) || found > 1 {
			rt.Errorf("found %d times, due %t", found, due)
		}
		if tiers := s.Tiers(); len(slices.Compact(slices.Clone(tiers))) != len(tiers) {
			rt.Errorf("tiers %v", tiers)
		}
	})
}
