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

// Shares are the contributors' shares of a submission in 1/10,000, in their order.
func (s *Submission) Shares() []uint32 {
	out := make([]uint32, len(s.Contributors))
	for i, c := range s.Contributors {
		out[i] = c.ShareBP
	}
	return out
}

// PrizeOf divides the lowest prize that s could win now; see PrizeSplit.
func PrizeOf(m *Mission, s *Submission) (payouts []money.Amount, fee money.Amount, err error) {
	return PrizeSplit(m, s, LowestFree(m, s.Milestone))
}

// PrizeSplit divides prize n (board.md section d, decision 9): the fee over all
// tranches first, then the net over the contributors' shares.
func PrizeSplit(m *Mission, s *Submission, n uint32) (payouts []money.Amount, fee money.Amount, err error) {
	gross, fees, err := Parts(m)
	if err != nil {
		return nil, fee, err
	}
	k := s.Milestone
	if k < 0 {
		k = min(int(n), len(gross)-1)
	}
	payouts, err = money.SplitNet(gross[k].SatSub(fees[k]), m.Grain, s.Shares())
	return payouts, fees[k], err
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
