package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

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
	g := e.gate(tx, set, tip)
	for _, i := range due(g, settle.InstructionsWaiting) {
		i := i.(*settle.Instruction)
		if ok, err := g.reached(set.TierOf(i.Total), i.CoveredIn); err != nil || !ok {
			if err != nil {
				return err
			}
			continue
		}
		if _, err := e.caughtUp(tx, i); err != nil {
			return err
		}
		if err := e.record(tx, settle.Settled{Instruction: i.ID, Tip: tip.BlockRef}); err != nil {
			return err
		}
		if err := e.signReceipt(tx, i.ID); err != nil {
			return err
		}
	}
	for _, a := range due(g, settle.AwardsWaiting) {
		a := a.(*settle.EscrowAward)
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

func (e *Engine) gate(tx settle.Tx, set settle.Settings, tip *settle.StoredBlock) *gate {
	return &gate{e: e, tx: tx, set: set, tip: tip.BlockRef, top: top(tx, set),
		known: map[settle.BlockTag]*settle.BlockRef{}, said: map[settle.BlockTag]*settle.FinalityReached{}}
}

// due are the rows that wait for no more than what is reached, or vouched for, in
// order of their keys. What waits for more costs nothing.
func due(g *gate, waiting func(settle.Settings, settle.Tier, uint64) settle.Query) (out []settle.Row) {
	for _, tier := range g.set.Tiers() {
		if !g.tx.Exists(waiting(g.set, tier, math.MaxUint64)) {
			continue
		}
		if upTo, ok := g.upTo(tier); ok {
			out = append(out, g.tx.Find(waiting(g.set, tier, upTo))...)
		}
	}
	slices.SortFunc(out, func(a, b settle.Row) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

// upTo is the height up to which all is as final as the tier asks, by the journal
// or by what the endpoints say; ok is false if there is none.
func (g *gate) upTo(tier settle.Tier) (upTo uint64, ok bool) {
	if tier.Tag == "" {
		return g.top - min(g.top, tier.Depth), g.top >= tier.Depth
	}
	for _, b := range []*settle.BlockRef{g.journaled(tier.Tag), g.vouched(tier.Tag)} {
		if b != nil {
			upTo, ok = max(upTo, b.Number), true
		}
	}
	return upTo, ok
}

// reached reports whether all up to a height is as final as the tier asks. What
// the endpoints say of a tag becomes a fact here, once something needs it.
func (g *gate) reached(tier settle.Tier, height uint64) (bool, error) {
	if tier.Tag == "" {
		return height+tier.Depth <= g.top, nil
	}
	if known := g.journaled(tier.Tag); known != nil && known.Number >= height {
		return true, nil
	}
	if said := g.vouched(tier.Tag); said == nil || said.Number < height {
		return false, nil
	}
	said := g.said[tier.Tag]
	g.known[tier.Tag] = &said.Block
	return true, g.e.record(g.tx, *said)
}

// journaled is up to where all is safe, or final, by the journal; or nil.
func (g *gate) journaled(tag settle.BlockTag) *settle.BlockRef {
	known, ok := g.known[tag]
	if !ok {
		if known = g.set.ReachedBlock(tag); known != nil && !isCanonical(g.tx, *known) {
			known = nil
		}
		g.known[tag] = known
	}
	return known
}

// vouched is the same by what the endpoints say.
func (g *gate) vouched(tag settle.BlockTag) *settle.BlockRef {
	said, ok := g.said[tag]
	if !ok {
		if b, sources, ok := g.e.vouched(g.tx, g.set, tag); ok {
			said = &settle.FinalityReached{Tag: tag, Block: b, Sources: sources, Tip: g.tip}
		}
		g.said[tag] = said
	}
	if said == nil {
		return nil
	}
	return &said.Block
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
