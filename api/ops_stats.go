package api

import (
	"context"
	"fmt"
	"math"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// statsOABP are the figures of the server for clients of OABP (oabp.md (e) STATS).
// *_aigen are whole points, rounded down, whatever the points are called;
// *_usdc_micros are token units.
type statsOABP struct {
	Open        int    `json:"open"`
	Resolved    int    `json:"resolved"`
	Expired     int    `json:"expired"`
	Cancelled   int    `json:"cancelled"`
	Total       int    `json:"total"`
	Agents      int    `json:"agents"`
	Submissions int    `json:"submissions"`
	FeeBPS      uint32 `json:"protocol_fee_bps"`
	FeePercent  string `json:"protocol_fee_pct"`
	// PointsSymbol is null where the server has no points; they are worth nothing.
	PointsSymbol  *string `json:"points_symbol"`
	PointsPaid    int64   `json:"lifetime_reward_aigen_paid"`
	PointsBurned  int64   `json:"lifetime_spam_burned_aigen"`
	SpamFeePoints int64   `json:"spam_fee_burn_aigen"`
	MinPoints     int64   `json:"min_reward_aigen"`
	QuorumPoints  int64   `json:"peer_vote_quorum_aigen"`
	GrantPoints   int64   `json:"starter_grant_aigen"`
	// RewardedUSDC sums the rewards of resolved missions that were paid on the chain,
	// OpenUSDC those of open ones, fee included.
	RewardedUSDC int64 `json:"lifetime_reward_usdc_micros_paid"`
	OpenUSDC     int64 `json:"open_reward_usdc_micros"`
	MinUSDC      int64 `json:"min_reward_usdc_micros"`
	// SpamFeeUSDC is what the escrow's contract takes for a post beyond the reward: 0
	// without an escrow, null while no endpoint of the chain answers. A direct mission
	// costs nothing to post, but its poster is proven and limited.
	SpamFeeUSDC *int64 `json:"spam_fee_usdc_micros"`
	AsOf        string `json:"as_of"`
}

func (t *table) stats() op.Table {
	return op.Table{
		declare(op.Spec{Name: "get_missions_stats", Summary: "The figures of the server's missions", Tags: []string{"missions"},
			Description: "Counts, sums, and what posting costs. Points are worth nothing, and never in a sum with USDC.",
			Bindings:    []op.Binding{oabp("GET", "/api/stats"), oabp("GET", "/missions/stats")},
			Tools:       []op.Tool{{Name: "get_stats", Dialect: op.OABP, ReadOnly: true, Aliases: []op.ToolAlias{{Name: "oabp_get_stats"}, {Name: "get_missions_stats"}}}},
		}, func(ctx context.Context, _ empty) (statsOABP, error) {
			b, err := t.figures.do(func() (boardStats, error) { return t.countBoard(ctx) })
			return b.missions, err
		}),
	}
}

func toStatsOABP(set settle.Settings, tally settle.Tally, p settle.PointsStats, asOf string) statsOABP {
	out := statsOABP{Agents: tally.Agents, Submissions: tally.Submissions, FeeBPS: set.FeeBP, FeePercent: fmt.Sprintf("%d.%02d%%", set.FeeBP/100, set.FeeBP%100),
		PointsSymbol: textOrNull(p.Settings.Symbol), PointsPaid: wholePoints(p.Book.Rewarded), PointsBurned: wholePoints(p.Book.Burned),
		SpamFeePoints: wholePoints(p.Settings.SpamFee), MinPoints: wholePoints(p.Settings.MinReward), QuorumPoints: wholePoints(p.Settings.VoteQuorum),
		GrantPoints: wholePoints(p.Settings.Grant), MinUSDC: minReward, AsOf: asOf}
	if tally.PostFee != nil {
		fee := micros(*tally.PostFee)
		out.SpamFeeUSDC = &fee
	}
	for _, m := range tally.Missions {
		if m.Status == settle.MissionUnfunded {
			continue
		}
		out.Total += m.N
		paid := m.Mode == settle.ModeDirect || m.Mode == settle.ModeEscrow
		switch m.Status {
		case settle.MissionOpen:
			out.Open += m.N
			if paid {
				out.OpenUSDC += micros(m.Reward)
			}
		case settle.MissionAwarded:
			out.Resolved += m.N
			if paid {
				out.RewardedUSDC += micros(m.Reward)
			}
		case settle.MissionExpired:
			out.Expired += m.N
		case settle.MissionCancelled:
			out.Cancelled += m.N
		}
	}
	return out
}

// micros are units as a JSON integer, as far as one goes.
func micros(a money.Amount) int64 {
	if n, ok := a.Uint64(); ok && n <= math.MaxInt64/4 {
		return int64(n)
	}
	return math.MaxInt64 / 4
}

func wholePoints(a money.Amount) int64 { return micros(a) / 1_000_000 }
