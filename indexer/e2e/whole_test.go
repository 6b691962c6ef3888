package e2e

import (
	"context"
	"fmt"
	"sync"
	"time"

	oabpd "github.com/oabp/oabpd/cmd/oabpd/daemon"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle"
)

// epochBlocks is how many blocks become final at once, and safeDepth how deep
// what is safe lies (chaintest.Node).
const (
	epochBlocks = 32
	safeDepth   = 16
)

// makeWhole puts tiers in force, and has nodes answer for ranges.
func (w *world) makeWhole() {
	rules, errs := settle.ParseFinality(tiers[w.plan.Tiers%len(tiers)], depth)
	if len(errs) > 0 {
		panic(violation(fmt.Sprint(errs)))
	}
	w.Conf.Finality = rules
	limits := chaintest.RangeLimits()
	for i, n := range w.net.Nodes {
		at := w.plan.Tiers + i
		n.Ranges([]int{0, 50, 7}[at%3], []int{0, 0, 0, 20}[at%4], limits[at%len(limits)])
	}
	w.place = &place{}
}

// nobody leads for so long that what was missed is read by ranges.
func (w *world) nobody(pay, how int) {
	if !w.plan.Whole {
		return
	}
	for i, d := range w.daemons {
		if how%2 == 0 {
			d.kill()
		} else {
			d.stop()
		}
		w.tally.cuts += w.daemons[i].door.broken()
	}
	for n := range 70 + how%70 {
		if n%(9+pay%9) == 0 {
			w.pay(pay+n, how+n)
		}
		w.mine()
	}
	w.fault(pay%w.plan.Nodes, pay, how)
	for i := range w.daemons {
		w.daemons[i] = w.start()
	}
	w.sleep(5 * time.Second)
}

// doom replaces what all had called final. Nobody may overlook that, and no end
// of a process ends it.
func (w *world) doom(below, how int) {
	if !w.plan.Whole || !w.plan.Deep || w.plan.Liar >= 0 {
		return
	}
	w.heal()
	w.sleep(30 * time.Second) // endpoints that failed are asked again
	for w.mine(); w.Chain.Tip().Number < max(epochBlocks, w.longest()) || w.Chain.Tip().Number%epochBlocks < safeDepth+2; w.mine() {
	}
	w.sleep(30 * time.Second)
	target, noted := w.Chain.Tip().Number/epochBlocks*epochBlocks, uint64(0)
	w.State(func(tx settle.Tx) {
		if b := tx.Final(); b != nil {
			noted = b.Number
		}
	})
	if noted+depth < target {
		tb{}.Fatalf("block %d is final, and noted is %d: %s", target, noted, w.condition())
	}
	back := int(w.Chain.Tip().Number-noted) + 1 + below%8
	w.reorg(back, back+1+how%3, how)
	w.tally.doomed++
	w.sleep(15 * time.Second)
	for range 2 {
		w.halted("after what was final was replaced")
		w.restart(how%len(w.daemons), how)
		w.pay(below, how)
		for range depth + 2 {
			w.mine()
		}
		w.sleep(10 * time.Second)
	}
	w.halted("after new processes")
}

func (w *world) halted(when string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := settle.GetRow[settle.Settings](w.shadow, settle.SettingsKey); s.HaltedReason == "" {
		tb{}.Fatalf("releases are not halted %s: %s", when, w.condition())
	}
}

// loud: a write in which a final block goes leaves releases halted.
func (w *world) loud(tx settle.Tx, final *settle.BlockRef) {
	if final == nil {
		return
	}
	if c := tx.Canonical(final.Number); c != nil && c.Hash == final.Hash {
		return
	}
	if s := settle.GetRow[settle.Settings](tx, settle.SettingsKey); s.HaltedReason == "" {
		w.breach("block %d was final and is replaced, and releases are not halted", final.Number)
	}
}

// reached: what counts as safe, or final, was called so by a sound endpoint;
// w.mu is held.
func (w *world) reached(b *settle.FinalityReached) error {
	k := w.blocks[b.Block.Hash]
	switch {
	case w.strays: // sound ones had other chains for a while
	case k == nil, b.Tag == settle.TagSafe && k.top < safeDepth, b.Tag == settle.TagFinalized && b.Block.Number > w.final:
		return fmt.Errorf("block %d %s counts as %s by %v, and nothing above %d is final", b.Block.Number, b.Block.Hash, b.Tag, b.Sources, w.final)
	}
	return nil
}

// waited: money counts once its block is as final as the total asks; w.mu is
// held.
func (w *world) waited(i *settle.Instruction, k *known) error {
	if !w.plan.Whole || w.strays {
		return nil
	}
	s := settle.GetRow[settle.Settings](w.shadow, settle.SettingsKey)
	switch t := s.TierOf(i.Total); {
	case t.Tag == settle.TagSafe && k.top < safeDepth, t.Tag == settle.TagFinalized && k.block.Number > w.final, k.top < t.Depth:
		return fmt.Errorf("%s was released for money in block %d, which is not %s", i.ID, k.block.Number, t)
	}
	return nil
}

// untilFinal lets all that was ever shown become final, and be audited.
func (w *world) untilFinal() {
	for end := w.longest(); w.Chain.Tip().Number/epochBlocks*epochBlocks <= end || w.Chain.Tip().Number%epochBlocks < depth+2; {
		w.mine()
	}
	w.sleep(90 * time.Second)
	w.mine() // no release is made under an old head
	w.mine()
	w.sleep(15 * time.Second)
}

// judgeWhole tells the model what the nodes say, and looks at the audit.
func (w *world) judgeWhole() {
	tip := w.Chain.Tip().Number
	w.Tags = map[settle.BlockTag]uint64{settle.TagSafe: tip - safeDepth, settle.TagFinalized: tip / epochBlocks * epochBlocks}
	at, note, blocks, repairs := w.place.get()
	w.tally.audited, w.tally.repairs = blocks, repairs
	if due := w.Tags[settle.TagFinalized]; w.plan.Liar < 0 && (at.Number < due || note != "") {
		tb{}.Fatalf("audited up to block %d of %d: %q: %s", at.Number, due, note, w.condition())
	}
	for i, n := range w.net.Nodes {
		if m := n.Misuse(); len(m) > 0 {
			tb{}.Fatalf("endpoint %d was asked for what no indexer may ask: %v", i, m)
		}
	}
}

// place is the audit's, as a store keeps it.
type place struct {
	mu              sync.Mutex
	at              settle.BlockRef
	note            string
	blocks, repairs int
}

func (p *place) get() (at settle.BlockRef, note string, blocks, repairs int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at, p.note, p.blocks, p.repairs
}

func (w *world) newAuditor(d *daemon, quorum int) *indexer.Auditor {
	var l indexer.AuditLedger = ledger{sink{d.engine}, d, w.place}
	if s, ok := w.store.(*realStore); ok {
		l = realLedger{oabpd.NewLedger(d.engine, s.Store), w.place}
	}
	a, err := indexer.NewAuditor(indexer.AuditConfig{Views: d.pool, Ledger: l, Quorum: quorum, Every: 10 * time.Second,
		Leader: func() (int64, bool) {
			st := d.follower.Status()
			return st.Epoch, st.Leader
		},
		Done: func(r indexer.AuditReport, _ error) {
			w.place.mu.Lock()
			defer w.place.mu.Unlock()
			w.place.blocks += r.Blocks
			w.place.repairs += len(r.Repairs)
		}})
	w.must(err)
	return a
}

// ledger is the engine as the audit sees it (daemon.ledger), with the place in
// memory.
type ledger struct {
	sink
	d *daemon
	p *place
}

// Place implements indexer.AuditLedger; so do the methods below.
func (l ledger) Place(ctx context.Context) (done settle.BlockRef, first, applied uint64, err error) {
	at, _, _, _ := l.p.get()
	err = l.d.door.View(ctx, func(tx settle.Tx) error {
		if a := tx.Applied(); a != nil {
			applied = a.Number
		}
		for n := min(at.Number, applied); n >= 1 && !at.Hash.IsZero(); n-- {
			if c := tx.Canonical(n); c != nil {
				if done = c.BlockRef; n < at.Number || c.Hash == at.Hash {
					return nil
				}
			}
		}
		return nil
	})
	return done, 1, applied, err
}

func (l ledger) Audit(ctx context.Context, blocks []settle.Block) ([]settle.AuditFinding, error) {
	return l.e.Audit(ctx, blocks)
}

func (l ledger) Repair(ctx context.Context, epoch int64, b settle.Block, sources []string) (settle.AuditRepair, error) {
	r, err := l.e.Repair(ctx, epoch, b, sources)
	return r, sinkError(err)
}

func (l ledger) Passed(ctx context.Context, epoch int64, done settle.BlockRef, _, note string) error {
	return l.d.door.Update(ctx, settle.TxOptions{Epoch: epoch, LeaderOnly: true}, func(settle.Tx) error {
		l.p.mu.Lock()
		defer l.p.mu.Unlock()
		l.p.at, l.p.note = done, note
		return nil
	})
}

// Correct and Pending implement indexer.LogKeeper (daemon.sink).
func (s sink) Pending(ctx context.Context, above, upTo uint64, n int) ([]settle.Block, error) {
	return s.e.Pending(ctx, above, upTo, n)
}

func (s sink) Correct(ctx context.Context, epoch int64, blocks []settle.Block) error {
	return sinkError(s.e.Correct(ctx, epoch, blocks))
}

var _ indexer.LogKeeper = sink{}
