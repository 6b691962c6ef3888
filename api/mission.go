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
	return millisOrNull(m.WorkUntil())
}

// awardedSubmission is the winner of a whole mission; null for one with
// milestones or several winners, whose awards are listed.
func awardedSubmission(m *settle.Mission) *string {
	if len(m.Milestones) == 0 && m.MaxWinners <= 1 && len(m.Awards) == 1 {
		return textOrNull(m.Awards[0].Submission)
	}
	return nil
}

// newestAward is the one that was settled last, whatever part it fills; nil
// without any.
func newestAward(m *settle.Mission) (last *settle.Award) {
	for k := range m.Awards {
		if a := &m.Awards[k]; last == nil || a.At >= last.At {
			last = a
		}
	}
	return last
}

// awardedAt is when the last slot was taken; null before.
func awardedAt(m *settle.Mission) *string {
	if a := newestAward(m); a != nil && m.Status == settle.MissionAwarded {
		return millisOrNull(a.At)
	}
	return nil
}

// wholeFee is the fee on the whole reward and what is left for the workers.
func wholeFee(m *settle.Mission) (fee, net money.Amount) {
	fees, nets, err := money.SplitTranches([]money.Amount{m.Reward}, m.Grain, m.FeeBP)
	if err != nil {
		return money.Amount{}, m.Reward
	}
	return fees[0], nets[0]
}

// awarded is the sum of the parts that are won, and the fee on them.
func awarded(m *settle.Mission) (gross, fee money.Amount) {
	parts, fees, err := settle.Parts(m)
	if err != nil {
		return gross, fee
	}
	for _, a := range m.Awards {
		if k := a.Part(); k < len(parts) {
			gross, fee = gross.SatAdd(parts[k]), fee.SatAdd(fees[k])
		}
	}
	return gross, fee
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
