package engine

import (
	"context"
	"math"

	"github.com/oabp/oabpd/settle"
)

// Gates say what may settle now, and for want of what nothing else may. Only the
// leader knows what endpoints say; elsewhere a tier by tag shows no further than
// the journal.
func (e *Engine) Gates(ctx context.Context) (out settle.Gates, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		set, tip := settingsOf(tx), tx.Tip()
		out = settle.Gates{Halted: set.HaltedReason != "", Stale: tip == nil || !e.fresh(tip), Tiers: map[settle.Tier]settle.TierGate{}}
		if tip == nil {
			return nil
		}
		g := e.gate(tx, set, tip)
		for _, tier := range set.Tiers() {
			out.Tiers[tier] = g.tier(tier, tip.Number)
		}
		at := tx.Applied()
		if at == nil || at.Number+set.Confirmations >= tip.Number {
			return nil
		}
		out.Unagreed, err = e.unagreed(tx, tip.Number-set.Confirmations)
		return err
	})
	return out, err
}

// tier is the gate of a tier under a tip.
func (g *gate) tier(tier settle.Tier, tip uint64) (t settle.TierGate) {
	if upTo, ok := g.upTo(tier); ok {
		t.UpTo = upTo + 1
	}
	switch {
	case tier.Tag == "" && tip >= tier.Depth:
		t.Deep = tip - tier.Depth + 1
	case tier.Tag != "" && g.e.o.Claims != nil && g.vouched(tier.Tag) == nil:
		if claims, _ := g.e.o.Claims(); len(claims) > 0 { // some say something, and too few the same
			t.Deep = math.MaxUint64
		}
	}
	return t
}

// unagreed counts what would be paid in full by the blocks up to a height that are
// no facts yet.
func (e *Engine) unagreed(tx settle.Tx, upTo uint64) (n int, err error) {
	soon, err := e.aheadTo(tx, upTo)
	if err != nil {
		return 0, err
	}
	for _, r := range soon.Rows(settle.TableInstruction) {
		i := r.(*settle.Instruction)
		before := settle.GetRow[settle.Instruction](tx, i.ID)
		if i.Covered && before != nil && !before.Covered && i.Status.Unsettled() {
			n++
		}
	}
	return n, nil
}
