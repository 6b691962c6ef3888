package api

import (
	"encoding/json"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// What the dialects show of a mission alike.

// deadline is null where the poster gave none (wire.md "Deadlines": A and B
// show the default, the board shows it as expires_at).
func deadline(m *settle.Mission) *string {
	if !m.DeadlineExplicit {
		return nil
	}
	return millisOrNull(m.Deadline)
}

// awardedSubmission is the winner of a whole mission; null for one with
// milestones or several winners, whose awards are listed.
func awardedSubmission(m *settle.Mission) *string {
	if len(m.Milestones) == 0 && m.MaxWinners <= 1 && len(m.Awards) == 1 {
		return textOrNull(m.Awards[0].Submission)
	}
	return nil
}

// awardedAt is when the last slot was taken; null before.
func awardedAt(m *settle.Mission) *string {
	if m.Status != settle.MissionAwarded || len(m.Awards) == 0 {
		return nil
	}
	return millisOrNull(m.Awards[len(m.Awards)-1].At)
}

// wholeFee is the fee on the whole reward and what is left for the workers.
func wholeFee(m *settle.Mission) (fee, net money.Amount) {
	fees, nets, err := money.SplitTranches([]money.Amount{m.Reward}, m.Grain, m.FeeBP)
	if err != nil {
		return money.Amount{}, m.Reward
	}
	return fees[0], nets[0]
}

// awardedFee is the fee of the slots that are taken.
func awardedFee(m *settle.Mission) (sum money.Amount) {
	tranches := []money.Amount{m.Reward}
	switch {
	case len(m.Milestones) > 0:
		tranches = list(m.Milestones, func(x settle.Milestone) money.Amount { return x.Reward })
	case m.MaxWinners > 1:
		if prizes, err := money.Prizes(m.Reward, m.Grain, int(m.MaxWinners)); err == nil {
			tranches = prizes
		}
	}
	fees, _, err := money.SplitTranches(tranches, m.Grain, m.FeeBP)
	if err != nil {
		return sum
	}
	for _, a := range m.Awards {
		k := int(a.N)
		if a.Milestone >= 0 {
			k = a.Milestone
		}
		if k < len(fees) {
			sum = sum.SatAdd(fees[k])
		}
	}
	return sum
}

// milestoneAt is the id of a submission's or instruction's milestone; null for
// a mission without.
func milestoneAt(m *settle.Mission, index int) *string {
	if m == nil || index < 0 || index >= len(m.Milestones) {
		return nil
	}
	return &m.Milestones[index].ID
}

// milestoneAward is the award of a milestone, nil while it is open.
func milestoneAward(m *settle.Mission, index int) *settle.Award {
	for i := range m.Awards {
		if m.Awards[i].Milestone == index {
			return &m.Awards[i]
		}
	}
	return nil
}

// ratio is a/b to two decimals, rounded half up; null without b.
func ratio(a, b int) *json.Number {
	if b == 0 {
		return nil
	}
	h := (200*a + b) / (2 * b)
	n := json.Number(fmt.Sprintf("%d.%02d", h/100, h%100))
	return &n
}

func acceptsOf(ids []settle.Identification) []string {
	return list(ids, func(i settle.Identification) string { return string(i) })
}
