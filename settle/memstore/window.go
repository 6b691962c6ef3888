package memstore

import (
	"math"
	"slices"

	"github.com/oabp/oabpd/settle"
)

type storedBlock struct {
	settle.StoredBlock
	logs []settle.Log
}

// Tip implements settle.Window.
func (t *tx) Tip() *settle.StoredBlock {
	t.enter("tip", false)
	if t.tip == nil {
		return nil
	}
	return t.at(*t.tip)
}

func (t *tx) at(number uint64) *settle.StoredBlock {
	h, ok := t.canonical.get(number)
	if !ok {
		return nil
	}
	b, _ := t.blocks.get(h)
	return &b.StoredBlock
}

// Applied implements settle.Window.
func (t *tx) Applied() *settle.BlockRef {
	t.enter("applied", false)
	if t.applied == nil {
		return nil
	}
	b := *t.applied
	return &b
}

// SetApplied implements settle.Window.
func (t *tx) SetApplied(b settle.BlockRef) {
	t.enter("set_applied", true)
	t.applied = &b
}

// Final implements settle.Window.
func (t *tx) Final() *settle.BlockRef {
	t.enter("final", false)
	if t.final == nil {
		return nil
	}
	b := *t.final
	return &b
}

// SetFinal implements settle.Window.
func (t *tx) SetFinal(b settle.BlockRef) {
	t.enter("set_final", true)
	t.final = &b
}

// Canonical implements settle.Window.
func (t *tx) Canonical(number uint64) *settle.StoredBlock {
	t.enter("canonical", false)
	return t.at(number)
}

// Tail implements settle.Window.
func (t *tx) Tail(n int) (out []settle.StoredBlock) {
	t.enter("tail", false)
	if t.tip == nil {
		return nil
	}
	for number := *t.tip; len(out) < n; number-- {
		b := t.at(number)
		if b == nil {
			break
		}
		out = append(out, *b)
		if number == 0 {
			break
		}
	}
	return out
}

// AddBlock implements settle.Window.
func (t *tx) AddBlock(b settle.Block, seen int64) {
	t.enter("add_block", true)
	if b.Number > math.MaxInt64 {
		fail("storing block %d: out of range", b.Number)
	}
	if h, ok := t.canonical.get(b.Number); ok && h != b.Hash {
		fail("storing block %d %s: %s is canonical at that height", b.Number, b.Hash, h)
	}
	if old, ok := t.blocks.get(b.Hash); ok {
		if old.Number != b.Number || old.Parent != b.Parent {
			fail("storing block %d %s: it is stored as block %d on %s", b.Number, b.Hash, old.Number, old.Parent)
		}
		seen = old.Seen
	}
	logs := slices.Clone(b.Logs)
	slices.SortFunc(logs, func(a, b settle.Log) int { return int(int64(a.Index) - int64(b.Index)) })
	t.blocks.put(b.Hash, storedBlock{settle.StoredBlock{BlockRef: b.BlockRef, Parent: b.Parent, Time: b.Time, Seen: seen}, logs})
	t.canonical.put(b.Number, b.Hash)
	if t.tip == nil || b.Number > *t.tip {
		n := b.Number
		t.tip = &n
	}
}

// OrphanAbove implements settle.Window.
func (t *tx) OrphanAbove(number uint64) {
	t.enter("orphan_above", true)
	var tip *uint64
	for n := range t.canonical.all() {
		if n > number {
			t.canonical.del(n)
		} else if tip == nil || n > *tip {
			tip = &n
		}
	}
	t.tip = tip
}

// Concerning implements settle.Window.
func (t *tx) Concerning(block settle.Hash) (out []settle.TxLogs) {
	t.enter("concerning", false)
	b, _ := t.blocks.get(block)
	for _, logs := range byTx(b.logs) {
		if slices.ContainsFunc(logs.Logs, func(l settle.Log) bool { return settle.Concerns(t.overlay, l) }) {
			out = append(out, logs)
		}
	}
	return out
}

// Logs implements settle.Window.
func (t *tx) Logs(block settle.Hash) []settle.Log {
	t.enter("logs", false)
	b, _ := t.blocks.get(block)
	return slices.Clone(b.logs)
}

func byTx(logs []settle.Log) (out []settle.TxLogs) {
	for _, l := range logs {
		if n := len(out); n > 0 && out[n-1].Hash == l.TxHash {
			out[n-1].Logs = append(out[n-1].Logs, l)
			continue
		}
		out = append(out, settle.TxLogs{Hash: l.TxHash, Index: l.TxIndex, Logs: []settle.Log{l}})
	}
	return out
}

// TxInWindow implements settle.Window.
func (t *tx) TxInWindow(hash settle.Hash) (*settle.StoredBlock, *settle.TxLogs) {
	t.enter("tx_in_window", false)
	for h, b := range t.blocks.all() {
		if c, ok := t.canonical.get(b.Number); !ok || c != h {
			continue
		}
		for _, logs := range byTx(b.logs) {
			if logs.Hash == hash {
				return &b.StoredBlock, &logs
			}
		}
	}
	return nil, nil
}

// PruneLogs implements settle.Window.
func (t *tx) PruneLogs(number uint64) {
	t.enter("prune_logs", true)
	for h, b := range t.blocks.all() {
		if b.Number <= number && b.logs != nil {
			b.logs = nil
			t.blocks.put(h, b)
		}
	}
}
