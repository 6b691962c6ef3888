package settle

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/money"
)

// The parts of a mission are what can be won of it, with the fees that are taken:
// together the reward and the fee on it, and of the escrow's missions the terms.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &Mission{Grain: money.Units(1), FeeBP: 50, MaxWinners: rapid.Uint32Range(1, 16).Draw(t, "winners"), Reward: money.Units(rapid.Uint64Range(160_000, 1<<40).Draw(t, "reward"))}
		want := int(m.MaxWinners)
		if rapid.Bool().Draw(t, "milestones") {
			m.MaxWinners, m.Reward = 1, money.Amount{}
			want = rapid.IntRange(2, 10).Draw(t, "n")
			for range want {
				n := money.Units(rapid.Uint64Range(10_000, 1<<40).Draw(t, "part"))
				m.Milestones, m.Reward = append(m.Milestones, Milestone{Reward: n}), m.Reward.SatAdd(n)
			}
		}
		gross, fees, err := Parts(m)
		if err != nil || len(gross) != want || len(fees) != want {
			t.Fatalf("%d parts and %d fees, want %d: %v", len(gross), len(fees), want, err)
		}
		whole, err := money.Sum(gross...)
		fee, ferr := money.Sum(fees...)
		wholeFee, _ := money.Fee(m.Reward, m.FeeBP)
		if err != nil || ferr != nil || whole != m.Reward || fee != wholeFee {
			t.Fatalf("the parts sum to %s of %s, the fees to %s of %s", whole, m.Reward, fee, wholeFee)
		}
		m.Terms = &MissionTerms{Tranches: []money.Amount{money.Units(7), money.Units(2)}, Fees: []money.Amount{money.Units(1), {}}}
		if gross, fees, err = Parts(m); err != nil || !slices.Equal(gross, m.Terms.Tranches) || !slices.Equal(fees, m.Terms.Fees) {
			t.Fatalf("%v and %v are not the terms' (%v)", gross, fees, err)
		}
	})
}

// A prize that was refunded is not the next one to win, and a receipt's address
// tells prizes apart, and nothing else.
func TestPrizesApart(t *testing.T) {
	m := &Mission{MaxWinners: 3, Returned: 0b001, Awards: []Award{{Milestone: -1, N: 1}}}
	if n := LowestFree(m, -1); n != 2 {
		t.Errorf("the next prize is %d", n)
	}
	if !m.IsReturned(0) || m.IsReturned(1) || m.IsReturned(16) || m.IsReturned(-1) {
		t.Errorf("returned are %b", m.Returned)
	}
	if (Award{Milestone: 4, N: 0}).Part() != 4 || (Award{Milestone: -1, N: 3}).Part() != 3 {
		t.Error("an award's part")
	}
	two := []money.Amount{money.Units(1), money.Units(1)}
	for want, terms := range map[string]*MissionTerms{"": nil, "?tranche=1": {Layout: Prizes, Tranches: two}} {
		if got := ReceiptQuery(&Mission{Terms: terms}, 1); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, terms := range []*MissionTerms{{Layout: Milestones, Tranches: two}, {Layout: Prizes, Tranches: two[:1]}} {
		if got := ReceiptQuery(&Mission{Terms: terms}, 0); got != "" {
			t.Errorf("%q", got)
		}
	}
}
