package settle

import (
	"fmt"

	"github.com/oabp/oabpd/settle/money"
)

// Parts are the parts of a mission's reward that are won by themselves, with the
// fee of each, in token units: its milestones, else its prizes, else the whole
// (board.md section d, decision 9). Those of an escrow mission are what its terms
// say, since whoever posts to the contract divides the reward and the fee.
func Parts(m *Mission) (gross, fees []money.Amount, err error) {
	switch {
	case m.Terms != nil:
		return m.Terms.Tranches, m.Terms.Fees, nil
	case len(m.Milestones) > 0:
		for _, x := range m.Milestones {
			gross = append(gross, x.Reward)
		}
	case m.MaxWinners > 1:
		if gross, err = money.Prizes(m.Reward, m.Grain, int(m.MaxWinners)); err != nil {
			return nil, nil, err
		}
	default:
		gross = []money.Amount{m.Reward}
	}
	fees, _, err = money.SplitTranches(gross, m.Grain, m.FeeBP)
	return gross, fees, err
}

// Part is the index among Parts of what the award fills.
func (a Award) Part() int {
	if a.Milestone >= 0 {
		return a.Milestone
	}
	return int(a.N)
}

// ReceiptQuery is the query of a receipt's address. One submission can win several
// prizes of an escrow mission, each with a receipt of its own: there it names the
// prize, else it is empty.
func ReceiptQuery(m *Mission, part int) string {
	if m.Terms == nil || m.Terms.Layout != Prizes || len(m.Terms.Tranches) < 2 {
		return ""
	}
	return fmt.Sprintf("?tranche=%d", part)
}
