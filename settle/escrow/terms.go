package escrow

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// DefaultJudging is how long after submit_by a mission can be awarded if its
// poster says nothing: 7 days, in seconds.
const DefaultJudging = 7 * 24 * 3600

// Draft is what a poster chooses; New makes terms of it.
type Draft struct {
	Poster, Resolver, RefundTo settle.Address
	VType                      settle.VerificationType
	// Parts are the milestones' rewards; none means prizes.
	Parts []money.Amount
	// Reward is divided into Prizes equal prizes where there are no milestones.
	Reward money.Amount
	Prizes int
	// Times are Unix seconds; JudgeBy and RefundAt may be 0: the default, the
	// earliest that the contract takes.
	SubmitBy, JudgeBy, RefundAt int64
	AppealWindow, RevealWindow  uint32
	Arbiter                     settle.Address
	AppealBond                  money.Amount
	SpecHash, Param             settle.Hash
	Salt                        settle.Uint256
}

// New gives the terms of a draft: the tranches, and their fees by the largest
// remainder (contracts.md decision 5). Errors: amounts that cannot be divided.
func New(d Draft) (settle.MissionTerms, error) {
	t := settle.MissionTerms{Poster: d.Poster, Resolver: d.Resolver, RefundTo: d.RefundTo, VType: d.VType, Layout: settle.Prizes,
		SubmitBy: d.SubmitBy, JudgeBy: d.JudgeBy, RefundAt: d.RefundAt, AppealWindow: d.AppealWindow, RevealWindow: d.RevealWindow,
		Arbiter: d.Arbiter, AppealBond: d.AppealBond, SpecHash: d.SpecHash, Param: d.Param, Salt: d.Salt, Reward: d.Reward}
	var err error
	if len(d.Parts) > 0 {
		t.Layout, t.Tranches = settle.Milestones, d.Parts
		if t.Reward, err = money.Sum(d.Parts...); err != nil {
			return t, fmt.Errorf("summing milestones: %w", err)
		}
	} else if t.Tranches, err = money.Prizes(d.Reward, money.Units(1), max(d.Prizes, 1)); err != nil {
		return t, fmt.Errorf("dividing the reward: %w", err)
	}
	if t.Fees, _, err = money.SplitTranches(t.Tranches, money.Units(1), FeeBPS); err != nil {
		return t, fmt.Errorf("dividing the fee: %w", err)
	}
	if t.JudgeBy == 0 {
		t.JudgeBy = t.SubmitBy + DefaultJudging
	}
	if t.RefundAt == 0 {
		t.RefundAt = t.JudgeBy + int64(t.AppealWindow) + RuleWindow
	}
	return t, nil
}

// Tranche is the index in the contract of a milestone, or of prize n where
// there are none (milestone below 0).
func Tranche(milestone int, n uint32) uint8 {
	if milestone >= 0 {
		return uint8(milestone)
	}
	return uint8(n)
}

// EntryTranche is the index that a submission names in the contract: its
// milestone, and 0 for prizes, which share one submission.
func EntryTranche(milestone int) uint8 { return Tranche(milestone, 0) }
