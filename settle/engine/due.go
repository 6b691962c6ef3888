package engine

import (
	"context"
	"fmt"

	"github.com/oabp/oabpd/settle"
)

// SettleDue settles what is covered; the leader calls it after every block (by
// Extend), at start, and when a fact of the API may have completed a cover.
func (e *Engine) SettleDue(ctx context.Context, epoch int64) error {
	return e.o.Store.Update(ctx, settle.TxOptions{Epoch: epoch, LeaderOnly: true}, e.settleDue)
}

func (e *Engine) settleDue(tx settle.Tx) error {
	tip := tx.Tip()
	set := settingsOf(tx)
	if set.HaltedReason != "" || tip == nil || !e.fresh(tip) {
		return nil
	}
	g := &gate{e: e, tx: tx, set: set, tip: tip.BlockRef, top: top(tx, set),
		known: map[settle.BlockTag]*settle.BlockRef{}, said: map[settle.BlockTag]*settle.FinalityReached{}}
	for _, i := range settle.FindRows[*settle.Instruction](tx, settle.CoveredUnsettled()) {
		if ok, err := g.reached(set.TierOf(i.Total), i.CoveredIn); err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		if err := e.record(tx, settle.Settled{Instruction: i.ID, Tip: tip.BlockRef}); err != nil {
			return err
		}
		if err := e.signReceipt(tx, i.ID); err != nil {
			return err
		}
	}
	for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsDue()) {
		if ok, err := g.reached(set.TierOf(a.Final.Gross), a.Final.At.Block.Number); err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		if err := e.record(tx, settle.AwardSettlement{Award: a.Key(), Tip: tip.BlockRef}); err != nil {
			return err
		}
		if err := e.signAward(tx, a.Key()); err != nil {
			return err
		}
	}
	return nil
}

// fresh: the tip is not so old by our clock that the chain may have moved on
// without us, as while we catch up or an endpoint stands still.
func (e *Engine) fresh(tip *settle.StoredBlock) bool {
	return e.now()-tip.Time*1000 <= e.o.HeadAge.Milliseconds()
}

// gate says within one transaction which heights are as final as a tier asks.
type gate struct {
	e   *Engine
	tx  settle.Tx
	set settle.Settings
	tip settle.BlockRef
	top uint64
	// known are up to where all is safe, or final, by the journal; nowhere: nil.
	known map[settle.BlockTag]*settle.BlockRef
	// said is what the endpoints say; nil if too few do.
	said map[settle.BlockTag]*settle.FinalityReached
}

// reached reports whether all up to a height is as final as the tier asks. What
// the endpoints say of a tag becomes a fact here, once something needs it.
func (g *gate) reached(tier settle.Tier, height uint64) (bool, error) {
	if tier.Tag == "" {
		return height+tier.Depth <= g.top, nil
	}
	known, ok := g.known[tier.Tag]
	if !ok {
		if known = g.set.ReachedBlock(tier.Tag); known != nil && !isCanonical(g.tx, *known) {
			known = nil
		}
		g.known[tier.Tag] = known
	}
	if known != nil && known.Number >= height {
		return true, nil
	}
	said, ok := g.said[tier.Tag]
	if !ok {
		if b, sources, ok := g.e.vouched(g.tx, g.set, tier.Tag); ok {
			said = &settle.FinalityReached{Tag: tier.Tag, Block: b, Sources: sources, Tip: g.tip}
		}
		g.said[tier.Tag] = said
	}
	if said == nil || said.Block.Number < height {
		return false, nil
	}
	g.known[tier.Tag] = &said.Block
	return true, g.e.record(g.tx, *said)
}

// top is the height that blocks are deep below: the tip's, or as much lower as
// what is applied lies below its depth (it waits for a quorum).
func top(tx settle.Tx, set settle.Settings) uint64 {
	at, tip := tx.Applied(), tx.Tip()
	if at == nil || tip == nil {
		return 0
	}
	return min(tip.Number, at.Number+set.Confirmations)
}

func isCanonical(tx settle.Tx, b settle.BlockRef) bool {
	c := tx.Canonical(b.Number)
	return c != nil && c.Hash == b.Hash
}

// vouched is the newest block that the endpoints call safe, or final, on the
// stored chain.
func (e *Engine) vouched(tx settle.Tx, set settle.Settings, tag settle.BlockTag) (settle.BlockRef, []string, bool) {
	canonical := func(n uint64) *settle.BlockRef {
		if b := tx.Canonical(n); b != nil {
			return &b.BlockRef
		}
		return nil
	}
	if e.o.Claims == nil {
		deep := top(tx, set)
		if deep < tag.StandIn() || canonical(deep-tag.StandIn()) == nil {
			return settle.BlockRef{}, nil, false
		}
		return *canonical(deep - tag.StandIn()), []string{fmt.Sprintf("%d blocks deep", tag.StandIn())}, true
	}
	claims, quorum := e.o.Claims()
	return settle.Vouched(tag, claims, quorum, canonical)
}
