package daemon

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Points turn the ledger of points on (oabp.md decision 3); amounts are whole points.
type Points struct {
	// Symbol is empty where there are none; see settle.PointsSymbol.
	Symbol string
	// Grant is what an agent starts with, SpamFee what is burned for each mission and
	// submission, MinReward the least reward, Quorum the stake by which a poll is
	// decided where its mission does not say.
	Grant, SpamFee, MinReward, Quorum uint64
}

// DefaultPoints are the figures where a symbol alone is given.
func DefaultPoints(symbol string) Points {
	return Points{Symbol: symbol, Grant: 1000, SpamFee: 5, MinReward: 10, Quorum: 50}
}

// maxPoints bounds each figure, so that no sum of them is out of range.
const maxPoints = 1_000_000_000

func (p Points) check(bad func(format string, args ...any)) {
	if p.Symbol == "" {
		return
	}
	if !settle.PointsSymbol(p.Symbol) {
		bad("--points %q: want 2 to 12 capital letters and digits that are not the name of money", p.Symbol)
	}
	for _, f := range []struct {
		flag string
		n    uint64
	}{{"points-grant", p.Grant}, {"spam-fee", p.SpamFee}, {"points-min-reward", p.MinReward}, {"points-quorum", p.Quorum}} {
		if f.n > maxPoints {
			bad("--%s %d: want at most %d points", f.flag, f.n, uint64(maxPoints))
		}
	}
	if p.MinReward == 0 || p.Quorum == 0 {
		bad("--points-min-reward and --points-quorum must be at least 1")
	}
}

// settings are what is in force; nil where there are no points.
func (p Points) settings() *settle.PointsSettings {
	if p.Symbol == "" {
		return nil
	}
	units := func(n uint64) money.Amount { return money.Units(n * 1_000_000) }
	return &settle.PointsSettings{Symbol: p.Symbol, Grant: units(p.Grant), SpamFee: units(p.SpamFee), MinReward: units(p.MinReward), VoteQuorum: units(p.Quorum)}
}
