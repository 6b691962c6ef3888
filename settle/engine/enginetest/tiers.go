package enginetest

import (
	"slices"

	"github.com/oabp/oabpd/settle"
)

// claims is what the world's node says of the tags.
func (w *World) claims() ([]settle.HeadClaim, int) {
	c := settle.HeadClaim{Source: "node", Tagged: map[settle.BlockTag]settle.TaggedBlock{}}
	tip := w.Chain.Tip().Number
	for _, tag := range settle.BlockTags() {
		if n, has := w.Tags[tag]; has {
			c.Tagged[tag] = settle.TaggedBlock{BlockRef: w.Chain.Blocks[min(n, tip)].BlockRef}
		} else if d := tag.StandIn(); tip >= d {
			c.Tagged[tag] = settle.TaggedBlock{BlockRef: w.Chain.Blocks[tip-d].BlockRef, Depth: d}
		}
	}
	return []settle.HeadClaim{c}, 1
}

// Call makes the node call a block safe or final, and lets the daemon see it.
func (w *World) Call(tag settle.BlockTag, number uint64) {
	w.T.Helper()
	w.Tags[tag] = number
	w.must(w.Engine.Confirm(w.Ctx, w.Epoch), "confirming")
}

// reachedNow is the height up to which all is as final as a tier asks, by the
// chain and its node.
func (w *World) reachedNow(t settle.Tier) int64 {
	tip := int64(w.Chain.Tip().Number)
	n, tagged := w.Tags[t.Tag]
	switch {
	case t.Tag == "":
		return tip - int64(t.Depth)
	case tagged:
		return min(tip, int64(n))
	case t.Tag == settle.TagSafe:
		return tip - 150
	}
	return tip - 1000
}

// tierOf is R23, said again.
func tierOf(s *settle.Settings, units uint64) settle.Tier {
	for _, r := range s.Finality {
		if upTo, _ := r.UpTo.Uint64(); upTo != 0 && units > upTo {
			continue
		}
		if r.Tier.Tag == "" {
			return settle.Tier{Depth: max(s.Confirmations, r.Tier.Depth)}
		}
		return r.Tier
	}
	return settle.Tier{Depth: s.Confirmations}
}

// waits: what needs a total's tier at a height may not have settled yet.
func (w *World) waits(total, height uint64) bool {
	s := settle.GetRow[settle.Settings](w.shadow, settle.SettingsKey)
	return s.HaltedReason != "" || int64(height) > w.reachedNow(tierOf(s, total)) || w.Now-w.Chain.Tip().Time*1000 > 60_000
}

// below lowers what the node calls safe or final to the fork of a reorganization.
func (w *World) below(depth int) {
	w.T.Helper()
	w.refold() // by what it called so until now
	fork := w.Chain.Tip().Number - uint64(depth)
	for tag, n := range w.Tags {
		w.Tags[tag] = min(n, fork)
	}
}

// Tagging moves what the node calls safe and final, or takes a tag away. What is
// final no shallow reorganization reaches.
func (m *Machine) Tagging() {
	m.refold()
	tag := one(m, "tag", settle.BlockTags())
	tip := m.Chain.Tip().Number
	if m.odds("lacks it", 6) {
		delete(m.Tags, tag)
	} else {
		lag := m.n("lag", 0, 8)
		if tag == settle.TagFinalized {
			lag += 6
		}
		m.Tags[tag] = max(m.Tags[tag], tip-min(tip, uint64(lag)))
	}
	m.must(m.Engine.Confirm(m.Ctx, m.Epoch), "confirming")
}

// tiers are settings to draw from.
func tiers() []string {
	return []string{"", "*=9", "*=safe", "5=6,*=safe", "*=finalized", "5=6,10=safe,*=finalized", "2=8,*=160"}
}

// Finish lets every tier be reached, so that whatever is paid settles.
func (m *Machine) Finish() {
	m.T.Helper()
	m.refold()
	for _, tag := range settle.BlockTags() {
		m.Tags[tag] = m.Chain.Tip().Number
	}
	m.Conf.Finality = nil
	m.must(m.Engine.Configure(m.Ctx, m.Conf), "configuring")
	m.Confirm()
}

// tiers is R23 for one fact, of the shadow before it: nothing settles before its
// blocks have reached their tier, and what the journal says of a tag is true.
func (w *World) tiers(f settle.Fact) {
	w.T.Helper()
	body, err := f.Decode()
	w.must(err, "decoding a fact")
	s := settle.GetRow[settle.Settings](w.shadow, settle.SettingsKey)
	var tip settle.BlockRef
	var tier settle.Tier
	var height uint64
	switch b := body.(type) {
	case *settle.FinalityReached:
		if n := w.reachedNow(settle.Tier{Tag: b.Tag}); int64(b.Block.Number) > n && w.Chain.Blocks[b.Block.Number].BlockRef == b.Block || len(b.Sources) == 0 {
			w.T.Fatalf("fact %d: %s up to block %d, where the node says %d", f.Seq, b.Tag, b.Block.Number, n)
		}
		return
	case *settle.Settled:
		i := settle.GetRow[settle.Instruction](w.shadow, b.Instruction)
		each(w.shadow, settle.TableAllocation, func(a *settle.Allocation) {
			if a.Instruction == i.ID && a.VoidAt == 0 {
				height = max(height, settle.GetRow[settle.Transfer](w.shadow, a.Transfer).Block.Number)
			}
		})
		tip, tier = b.Tip, tierOf(s, units(i.Total))
	case *settle.AwardSettlement:
		a := settle.GetRow[settle.EscrowAward](w.shadow, b.Award)
		tip, tier, height = b.Tip, tierOf(s, units(a.Final.Gross)), a.Final.At.Block.Number
	default:
		return
	}
	if tier.Tag == "" {
		if height+tier.Depth > tip.Number {
			w.T.Fatalf("P2: fact %d settles what block %d pays at tip %d; its tier is %s", f.Seq, height, tip.Number, tier)
		}
		return
	}
	k := slices.IndexFunc(s.Reached, func(r settle.Reached) bool { return r.Tag == tier.Tag })
	if k < 0 || s.Reached[k].Block.Number < height {
		w.T.Fatalf("P2: fact %d settles what block %d pays; its tier is %s, and %+v was reached", f.Seq, height, tier, s.Reached)
	}
}
