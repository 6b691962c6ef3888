package settle

import (
	"math"
	"slices"
	"strings"
)

// ContractsReplayed: what the facts said of the contracts' events in a block was
// wrong, or blocks of a contract had not been read. The rows that mirror the
// contracts are made again from a height on, of all that is now known of the
// blocks there; those that were right come out as they were. Everything that
// follows from them (missions, work, awards) is computed once, at the end, so
// that nothing is taken back that is only made again.
//
// The facts about the blocks themselves say which logs are in force for each; this
// one holds them a second time, since a fold sees nothing but the state.
type ContractsReplayed struct {
	// Block is the one whose facts were wrong.
	Block BlockRef `json:"block"`
	// From is the height at which the replay begins: what the blocks from there on
	// had done is undone first.
	From uint64 `json:"from"`
	// Whole says that it begins with the first event there is, since what undoes
	// the blocks is no longer kept: all mirrors are emptied first.
	Whole bool `json:"whole,omitempty"`
	// Blocks are all from there on that hold events, ascending.
	Blocks []ReplayedBlock `json:"blocks"`
	// Cleared are open incidents that only the wrong facts had raised. What is
	// still so raises them again.
	Cleared []string `json:"cleared,omitempty"`
}

// ReplayedBlock is a block with those of its transactions that hold events of the
// contracts, each with all its kept logs.
type ReplayedBlock struct {
	Block BlockRef `json:"block"`
	// Time is the block's timestamp in Unix seconds.
	Time int64    `json:"time"`
	Txs  []TxLogs `json:"txs"`
}

// Kind implements Body.
func (ContractsReplayed) Kind() Kind { return KindContractsReplayed }

// Replayed is what a replay needs of a block, by all facts about it, in order. ok
// is false if nothing of the contracts is in force.
func Replayed(facts []Fact) (b ReplayedBlock, ok bool, err error) {
	txs, applied, err := Recorded(facts)
	if err != nil || !applied {
		return b, false, err
	}
	for _, f := range facts {
		body, err := f.Decode()
		if err != nil {
			return b, false, err
		}
		if a, is := body.(*BlockApplied); is {
			b.Block, b.Time = a.Block, a.Time
		}
	}
	b.Txs = slices.DeleteFunc(txs, func(t TxLogs) bool { return !t.ofContracts() })
	return b, len(b.Txs) > 0, nil
}

// UndoFrom are what undoes the blocks from a height on, ascending.
func UndoFrom(s State, height uint64) (out []*ChainUndo) {
	for _, u := range FindRows[*ChainUndo](s, UndoBelow(math.MaxInt64)) {
		if u.Block.Number >= height {
			out = append(out, u)
		}
	}
	slices.SortFunc(out, func(a, b *ChainUndo) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

// Undoable reports whether every block from a height on that changed a mirror can
// be undone by the rows that are kept.
func Undoable(s State, height uint64) bool {
	all := UndoFrom(s, 0)
	if len(all) > 0 {
		newest := all[len(all)-1].Block.Number
		return newest < height || newest-height <= UndoBlocks/2 // a reorganization may have removed a newer one
	}
	set := GetRow[Settings](s, SettingsKey)
	return set == nil || !slices.ContainsFunc(set.KnownContracts(), func(c Contract) bool {
		return slices.ContainsFunc(MirrorTables(), func(t Table) bool { return s.Exists(OfContract(t, c.Address)) })
	})
}

// contractsReplayed is the fold of it.
func (f *folder) contractsReplayed(b *ContractsReplayed) {
	undo := UndoFrom(f, b.From)
	var old []UndoRow
	if b.Whole {
		old = f.mirrors()
	}
	for _, u := range undo {
		old = append(old, u.Rows...)
	}
	kept := f.flowsOf(old, b.Block)
	if b.Whole {
		f.emptyMirrors(old)
	} else {
		for _, u := range slices.Backward(undo) {
			f.restore(u)
		}
	}
	for _, id := range b.Cleared {
		if i := GetRow[Incident](f, id); i != nil && i.ClearedAt == 0 {
			c := *i
			c.ClearedAt, c.ClearedNote = f.at, "the facts that it came from were mended"
			f.Put(&c)
		}
	}
	changed := old
	for _, r := range b.Blocks {
		changed = append(changed, f.foldChain(&BlockApplied{Block: r.Block, Time: r.Time, Txs: r.Txs}, kept)...)
	}
	f.recompute(changed)
	f.disown(changed)
}

// mirrors names all rows that mirror a contract.
func (f *folder) mirrors() (out []UndoRow) {
	set := f.settings()
	for _, t := range MirrorTables() {
		for _, c := range set.KnownContracts() {
			for _, r := range f.Find(OfContract(t, c.Address)) {
				out = append(out, UndoRow{Table: t, Key: r.Key()})
			}
		}
	}
	return out
}

// emptyMirrors forgets all that the contracts said.
func (f *folder) emptyMirrors(all []UndoRow) {
	for _, r := range all {
		f.Delete(r.Table, r.Key)
	}
	for _, u := range UndoFrom(f, 0) {
		f.Delete(TableChainUndo, u.Key())
	}
}

// flowsOf are the flows of the awards of some missions, by where they were paid,
// but for those of one block. Which addresses somebody has proven is read when an
// award is folded first, and stays (R21).
func (f *folder) flowsOf(rows []UndoRow, but BlockRef) map[ChainPos][]Flow {
	out := map[ChainPos][]Flow{}
	for _, r := range rows {
		if r.Table != TableEscrowMission {
			continue
		}
		m := GetRow[EscrowMission](f, r.Key)
		for n := 0; m != nil && n < len(m.Tranches); n++ {
			if a := m.Tranches[n].Final; a != nil && a.At.Block != but {
				out[a.At] = a.Flows
			}
		}
	}
	return out
}

// disown removes awards that the chain never had and that released nothing; and
// missions that were taken over from the chain alone, and that it never had, unless
// something else came of them.
func (f *folder) disown(changed []UndoRow) {
	for _, r := range changed {
		if r.Table != TableEscrowMission {
			continue
		}
		h := mustHash(r.Key)
		for _, a := range FindRows[*EscrowAward](f, AwardsOnChain(h)) {
			if a.Status == AwardReverted && a.Submission == "" {
				f.Delete(TableEscrowAward, a.Key())
			}
		}
		if f.Get(r.Table, r.Key) != nil {
			continue
		}
		if m := f.missionOnChain(h); m != nil && m.ID == AdoptedID("mis_", h) && m.Title == adoptedTitle(h) && m.Status == MissionUnfunded &&
			!f.Exists(SubmissionsOfMission(m.ID)) && !f.Exists(AwardsOnChain(h)) {
			f.Delete(TableMission, m.ID)
		}
	}
}
