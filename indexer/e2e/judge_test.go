package e2e

import (
	"fmt"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// watch holds what the journal has gained against the model. It is called after
// every write, by whoever wrote.
func (w *world) watch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.store.Facts(w.Ctx, w.seq, func(f settle.Fact) error {
		w.seq = f.Seq
		if err := settle.Fold(w.shadow, f, enginetest.Rater{}); err != nil {
			return err
		}
		body, err := f.Decode()
		if err != nil {
			return err
		}
		return w.lawful(body)
	})
	if err != nil && w.wrong == "" {
		w.wrong = err.Error()
	}
}

// breach notes that something is wrong.
func (w *world) breach(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wrong == "" {
		w.wrong = fmt.Sprintf(format, args...)
	}
}

// lawful says whether a fact may be; w.mu is held.
func (w *world) lawful(b settle.Body) error {
	switch b := b.(type) {
	case *settle.BlockApplied:
		if k := w.blocks[b.Block.Hash]; k == nil || k.top < w.Conf.Confirmations {
			return fmt.Errorf("block %d %s became a fact: %+v", b.Block.Number, b.Block.Hash, k)
		}
	case *settle.BlockUnapplied:
		w.tally.undone++
		if k := w.blocks[b.Block.Hash]; k == nil || !k.removed {
			return fmt.Errorf("block %d was taken back, and is canonical", b.Block.Number)
		}
	case *settle.Settled:
		w.tally.released++
		if s := settle.GetRow[settle.Settings](w.shadow, settle.SettingsKey); s.HaltedReason != "" {
			return fmt.Errorf("%s was released while releases are halted: %s", b.Instruction, s.HaltedReason)
		}
		return w.paid(b.Instruction)
	case *settle.FinalityReached:
		return w.reached(b)
	case *settle.Halted:
		w.tally.halts++
		if !w.broken && !w.strays {
			return fmt.Errorf("halted, and nobody sound is at odds: %s", b.Reason)
		}
	}
	return nil
}

// paid: every unit that an instruction was released for is in a block that was
// canonical with the depth on top of it; w.mu is held.
func (w *world) paid(id string) error {
	i := settle.GetRow[settle.Instruction](w.shadow, id)
	if i.Settlements > 1 {
		w.tally.again++
	}
	for _, a := range settle.FindRows[*settle.Allocation](w.shadow, settle.AllocationsOfInstruction(id)) {
		if a.VoidAt != 0 {
			continue
		}
		t := settle.GetRow[settle.Transfer](w.shadow, a.Transfer)
		k := w.blocks[t.Block.Hash]
		if k == nil || k.top < w.Conf.Confirmations {
			return fmt.Errorf("%s was released for money in block %d %s, which was never confirmed", id, t.Block.Number, t.Block.Hash)
		}
		if err := w.waited(i, k); err != nil {
			return err
		}
		found := false
		for _, l := range k.block.Logs {
			found = found || l.Index == t.LogIndex && l.From == t.From && l.To == t.To && l.Value == t.Value && l.Emitter == w.Chain.Token
		}
		if !found {
			return fmt.Errorf("%s was released for a transfer that is not in block %d", id, t.Block.Number)
		}
	}
	return nil
}

// heal ends all faults but the liar's.
func (w *world) heal() {
	for i, n := range w.net.Nodes {
		if !w.lies(i) {
			w.tally.faults += n.Heal()
			w.net.Return(i)
		} else {
			w.tally.faults += n.Hits()
		}
	}
	for i, d := range w.daemons {
		d.door.mu.Lock()
		dead := d.door.dead
		w.tally.cuts += d.door.hits
		d.door.cuts, d.door.away, d.door.last, d.door.hits, d.door.cold = nil, false, false, 0, 0
		d.door.mu.Unlock()
		if dead {
			w.restart(i, 0)
		}
	}
}

// quiet ends all faults but the liar's, lets the chain grow and time pass.
func (w *world) quiet() {
	w.heal()
	w.quietFrom = w.Chain.Tip().Number
	// Longer than all that was ever shown, and than what an endpoint shows by more
	// than it may lag: a chain that ended on a stored block, or so near to it, is
	// rightly waited for.
	for n := w.longest() + maxLag + 1; w.Chain.Tip().Number < n; {
		w.mine()
	}
	for range int(w.Conf.Confirmations) + 2 {
		w.mine()
	}
	w.sleep(15 * time.Second)
	if w.plan.Whole {
		w.untilFinal()
	}
	w.clear()
}

func (w *world) longest() uint64 {
	var top uint64
	w.State(func(tx settle.Tx) {
		if t := tx.Tip(); t != nil { // of a stray branch, which nobody else has
			top = t.Number
		}
	})
	for _, n := range w.net.Nodes { // the liar may be on a branch of its own for ever
		top = max(top, n.Head().Number)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	top = max(top, w.Chain.Tip().Number)
	for _, k := range w.blocks {
		top = max(top, k.block.Number)
	}
	return top
}

// clear is the operator, who lets releases go on once all is well.
func (w *world) clear() {
	halted := false
	for _, i := range w.Incidents() {
		if i.Kind == settle.IncidentHalt {
			halted = true
			w.must(w.Engine.ClearIncident(w.Ctx, i.Key(), "looked at"))
		}
	}
	if halted {
		w.mine()
		w.mine()
		w.sleep(5 * time.Second)
		if w.plan.Whole { // it is asked for every ten seconds
			w.sleep(12 * time.Second)
		}
	}
	w.watch()
	w.sleep(0)
}

// judge is the state of things when all is quiet.
func (w *world) judge() {
	tip := w.Chain.Tip()
	w.State(func(tx settle.Tx) {
		got := tx.Tip()
		if got == nil || got.Number > tip.Number || got.Number+w.slack() < tip.Number || w.Chain.Blocks[got.Number].BlockRef != got.BlockRef {
			tb{}.Fatalf("the stored tip is %+v, the chain's is %d %s: %s", got, tip.Number, tip.Hash, w.condition())
		}
		if a := tx.Applied(); a == nil || a.Number < w.quietFrom || a.Number != got.Number-w.Conf.Confirmations {
			tb{}.Fatalf("applied up to %v of %d: %s", a, got.Number, w.condition())
		}
		for _, b := range w.Chain.Blocks[1 : got.Number+1] {
			got := tx.Canonical(b.Number)
			if got == nil || got.BlockRef != b.BlockRef || got.Parent != b.Parent || got.Time != b.Time {
				tb{}.Fatalf("block %d is stored as %+v, and is %+v", b.Number, got, b.Block)
			}
			if b.Number+settle.WindowSize <= tx.Applied().Number {
				continue // its logs are kept no longer
			}
			if b.Number <= w.ranged && b.Number <= tx.Applied().Number {
				continue // nor are they of what was final when it was stored
			}
			for _, m := range b.Txs {
				w.stored(tx, b, m)
			}
		}
		for _, k := range w.blocks {
			for _, m := range k.block.Txs {
				if at, _ := tx.TxInWindow(m.Hash); at != nil && w.blocks[at.Hash].removed {
					tb{}.Fatalf("transaction %s is stored in block %d %s, which was replaced", m.Hash, at.Number, at.Hash)
				}
			}
		}
	})
	w.Now = time.Now().UnixMilli()
	if w.plan.Whole {
		w.judgeWhole()
	}
	w.Audit()
	w.Refold()
}

// sameHeight: a last reorganization of the same height is followed without a new
// block, where nobody lies.
func (w *world) sameHeight() {
	if w.plan.Liar >= 0 {
		return
	}
	w.reorg(2, 2, 1)
	w.sleep(5 * time.Second)
	w.judge()
	if !w.plan.Deep || w.plan.Whole {
		return
	}
	// Of what a quorum had agreed upon nothing counts any more, however low the new
	// tip is.
	w.reorg(2*depth, 2*depth-1, 1)
	w.sleep(10 * time.Second)
	w.clear()
	w.judge()
}

// maxLag is what rpc.FailoverConfig.MaxLag is by default.
const maxLag = 5

// slack is by how many blocks the source may stay behind: what an endpoint that
// lags may be behind without being left.
func (w *world) slack() uint64 {
	if w.plan.Liar >= 0 {
		return maxLag
	}
	return 0
}

// stored: the kept logs of a transaction are those of the model.
func (w *world) stored(tx settle.Tx, b *enginetest.Block, m enginetest.Mined) {
	var want []settle.Log
	for _, l := range m.Logs {
		if l.Emitter == w.Chain.Token || l.Emitter == w.Conf.PayContracts[0].Address {
			l.TxIndex++
			want = append(want, l.Log)
		}
	}
	at, got := tx.TxInWindow(m.Hash)
	if len(want) == 0 {
		if at != nil {
			tb{}.Fatalf("transaction %s has stored logs %+v", m.Hash, got)
		}
		return
	}
	if at == nil || at.BlockRef != b.BlockRef || fmt.Sprint(got.Logs) != fmt.Sprint(want) {
		tb{}.Fatalf("transaction %s of block %d is stored as %+v, and is %+v", m.Hash, b.Number, got, want)
	}
}

// condition tells of all processes.
func (w *world) condition() (s string) {
	for _, d := range w.daemons {
		s += fmt.Sprintf("\n%+v\n%+v", d.follower.Status(), d.pool.Status())
		if d.jury != nil {
			s += fmt.Sprintf("\n%+v", d.jury.Status())
		}
	}
	return s
}
