package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// Errors that end a repair's transaction.
var (
	// errPlan: what was read of the journal before does not reach far enough down.
	errPlan = errors.New("the contracts' events must be read from the journal first")
	// errReplaySize: the events are more than one fact takes.
	errReplaySize = errors.New("the contracts' events since are too many to be replayed")
)

// replayPlan is what was read of the journal before a repair locks it.
type replayPlan struct {
	// from is the height at which the replay begins, and whole says that it is the
	// first block; applied is up to where blocks were read.
	from    uint64
	whole   bool
	applied uint64
	// facts are those about the blocks from there on.
	facts map[settle.BlockRef][]settle.Fact
	// raised are the facts by which a gap may have been raised that the replay finds
	// again if it is still there.
	raised map[uint64]bool
}

// plan reads all facts about blocks from a height on; from below it if a replay
// that left a gap began there.
func (e *Engine) plan(ctx context.Context, height uint64) (p *replayPlan, err error) {
	p = &replayPlan{from: height, facts: map[settle.BlockRef][]settle.Fact{}, raised: map[uint64]bool{}}
	gaps := map[uint64]bool{}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		if at := tx.Applied(); at != nil {
			p.applied = at.Number
		}
		for _, i := range openGaps(tx) {
			gaps[i.Seq] = true
		}
		return nil
	})
	if err == nil && len(gaps) > 0 {
		err = e.o.Store.Facts(ctx, 0, func(f settle.Fact) error {
			if f.Kind != settle.KindContractsReplayed || !gaps[f.Seq] {
				return nil
			}
			body, err := f.Decode()
			if err != nil {
				return err
			}
			r := body.(*settle.ContractsReplayed)
			p.raised[f.Seq], p.whole, p.from = true, p.whole || r.Whole, min(p.from, r.From)
			return nil
		})
	}
	if err != nil {
		return nil, err
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error { p.whole = p.whole || !settle.Undoable(tx, p.from); return nil })
	if err != nil {
		return nil, err
	}
	return p, e.o.Store.Facts(ctx, 0, func(f settle.Fact) error {
		if b, ok := f.OfBlock(); ok && (p.whole || b.Number >= p.from) {
			p.raised[f.Seq] = true
			if b.Number <= p.applied {
				p.facts[b] = append(p.facts[b], f)
			}
		}
		return nil
	})
}

func openGaps(s settle.State) (out []*settle.Incident) {
	for _, i := range settle.FindRows[*settle.Incident](s, settle.IncidentsOpen()) {
		if i.Kind == settle.IncidentGap {
			out = append(out, i)
		}
	}
	return out
}

// holds reports whether a replay by the plan can still be done.
func (p *replayPlan) holds(tx settle.Tx) bool {
	return p != nil && (p.whole || settle.Undoable(tx, p.from))
}

// replay makes the mirrors again by all facts about blocks, those of b as they are
// by now. It gives the awards that had released work and that are not on the chain.
func (e *Engine) replay(tx settle.Tx, b settle.BlockRef, p *replayPlan) (lost []string, err error) {
	f := settle.ContractsReplayed{Block: b, From: p.from, Whole: p.whole}
	if f.Blocks, err = replayed(tx, b, p); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	if len(raw) > e.o.ReplayMax {
		return nil, errReplaySize
	}
	for _, i := range openGaps(tx) {
		if p.raised[i.Seq] {
			f.Cleared = append(f.Cleared, i.Key())
		}
	}
	before := settledAwards(tx, p)
	if err := e.record(tx, f); err != nil {
		return nil, err
	}
	for _, was := range before {
		key := was.Key()
		if a := settle.GetRow[settle.EscrowAward](tx, key); a != nil && a.Status == settle.AwardSettled {
			continue
		}
		tx.DisputeReceipts(key)
		won := slices.ContainsFunc(settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOfSubmission(was.Submission)), func(a *settle.EscrowAward) bool {
			return a.Status != settle.AwardReverted
		})
		if was.Submission != "" && !won {
			lost = append(lost, key)
		}
	}
	return lost, nil
}

// replayed are the blocks that hold events, ascending.
func replayed(tx settle.Tx, b settle.BlockRef, p *replayPlan) (out []settle.ReplayedBlock, err error) {
	add := func(facts []settle.Fact) error {
		r, ok, err := settle.Replayed(facts)
		if ok {
			out = append(out, r)
		}
		return err
	}
	at := tx.Applied()
	for ref, facts := range p.facts {
		if ref == b {
			continue
		}
		if ref.Number+settle.UndoBlocks > at.Number { // it may have been un-applied meanwhile
			if c := tx.Canonical(ref.Number); ref.Number > at.Number || c != nil && c.Hash != ref.Hash {
				continue
			}
		}
		if err := add(facts); err != nil {
			return nil, err
		}
	}
	newer := []settle.BlockRef{b}
	for n := p.applied + 1; n <= at.Number; n++ {
		if c := tx.Canonical(n); c != nil && c.BlockRef != b {
			newer = append(newer, c.BlockRef)
		}
	}
	for _, ref := range newer {
		if err := add(tx.FactsOfBlock(ref.Hash)); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b settle.ReplayedBlock) int { return int(int64(a.Block.Number) - int64(b.Block.Number)) })
	return out, nil
}

// settledAwards are the awards that have settled, of missions that the
// replay makes again.
func settledAwards(tx settle.Tx, p *replayPlan) (out []*settle.EscrowAward) {
	missions := map[settle.Hash]bool{}
	for _, u := range settle.UndoFrom(tx, p.from) {
		for _, h := range u.Missions() {
			missions[h] = true
		}
	}
	if p.whole {
		set := settingsOf(tx)
		for _, c := range set.KnownContracts() {
			for _, m := range settle.FindRows[*settle.EscrowMission](tx, settle.OfContract(settle.TableEscrowMission, c.Address)) {
				missions[m.Hash] = true
			}
		}
	}
	for h := range missions {
		for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOnChain(h)) {
			if a.Status == settle.AwardSettled {
				out = append(out, a)
			}
		}
	}
	slices.SortFunc(out, func(a, b *settle.EscrowAward) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

// haltFor halts releases since a repair took back what had released work.
func (e *Engine) haltFor(tx settle.Tx, b settle.BlockRef, lost []string) error {
	return e.record(tx, settle.Halted{Reason: fmt.Sprintf("%d award(s) of the escrow that released work are not on the chain, as the audit of block %d found: "+
		"an endpoint told of events that are not there; find out which, remove it from --rpc, restart, and clear this incident", len(lost), b.Number)})
}
