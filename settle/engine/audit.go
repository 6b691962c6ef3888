package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Audit holds applied blocks, as an endpoint has them, against what is stored
// and recorded of them; those of which something differs are given back, with
// what is stored. A block that is not applied (yet) is an error.
func (e *Engine) Audit(ctx context.Context, blocks []settle.Block) (out []settle.AuditFinding, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = nil
		for _, b := range blocks {
			f, err := compare(tx, b)
			if err != nil {
				return err
			}
			if f.Stored.Hash != b.Hash || !f.Discrepancy.Empty() {
				out = append(out, f)
			}
		}
		return nil
	})
	return out, err
}

func compare(tx settle.Tx, b settle.Block) (f settle.AuditFinding, err error) {
	at, is := tx.Applied(), tx.Canonical(b.Number)
	if at == nil || is == nil || b.Number > at.Number {
		return f, fmt.Errorf("auditing block %d, which is not applied: %w", b.Number, ErrNotOnTip)
	}
	final := tx.Final()
	f.Stored, f.Final = is.BlockRef, final != nil && b.Number <= final.Number
	if is.Hash != b.Hash {
		return f, nil
	}
	if f.Recorded, _, err = settle.Recorded(tx.FactsOfBlock(b.Hash)); err != nil {
		return f, err
	}
	f.Discrepancy = settle.Compare(tx, b, f.Recorded)
	return f, nil
}

// Repair makes the facts about an applied block those that it holds, and settles
// what that makes due. What was missing is applied now, beside everything that
// came after it: nothing else is undone, and whatever it pays counts by its own
// block's height and time. A transaction that is recorded and that the block does
// not hold, or holds with other logs, is un-applied: what had settled by it is
// reverted loudly (R25). Where events of the escrow's contracts differ, all of them
// from there on are replayed; an award that had released work and is not on the
// chain halts releases. Every repair is an incident, but of what contracts had
// emitted that were configured later.
//
// The caller answers for the block: sources are the endpoints whose receipts
// say so, a quorum. Only the leader of that epoch may.
func (e *Engine) Repair(ctx context.Context, epoch int64, b settle.Block, sources []string) (r settle.AuditRepair, err error) {
	var plan *replayPlan
	for range 3 {
		r, err = e.repair(ctx, epoch, b, sources, plan, false)
		if !errors.Is(err, errPlan) {
			break
		}
		if plan, err = e.plan(ctx, b.Number); err != nil {
			return r, err
		}
	}
	if errors.Is(err, errReplaySize) {
		return e.repair(ctx, epoch, b, sources, plan, true)
	}
	return r, err
}

// repair is its transaction; with dispute, where a replay would be too large, only
// an incident is raised, once.
func (e *Engine) repair(ctx context.Context, epoch int64, b settle.Block, sources []string, plan *replayPlan, dispute bool) (r settle.AuditRepair, err error) {
	err = e.o.Store.Update(ctx, settle.TxOptions{Epoch: epoch, LeaderOnly: true}, func(tx settle.Tx) error {
		r = settle.AuditRepair{}
		f, err := compare(tx, b)
		if err != nil {
			return err
		}
		if f.Stored.Hash != b.Hash {
			return fmt.Errorf("repairing block %d %s: %w", b.Number, b.Hash, ErrNotOnTip)
		}
		d := f.Discrepancy
		if d.Empty() {
			return nil // somebody was faster
		}
		r.Evidence = d.Evidence(sources)
		r.Evidence.Past = settle.Compare(tx, settingsOf(tx).AsRead(b), f.Recorded).Empty()
		replay := d.OfContracts(f.Recorded)
		switch {
		case replay && dispute:
			return e.dispute(tx, b, r.Evidence)
		case replay && !plan.holds(tx):
			return errPlan
		}
		r.Mended = true
		if r.Again, err = e.mend(tx, b, d, r.Evidence); err != nil {
			return err
		}
		if replay {
			lost, err := e.replay(tx, b.BlockRef, plan)
			if err != nil {
				return err
			}
			if r.Halted = len(lost) > 0; r.Halted {
				return e.haltFor(tx, b.BlockRef, lost)
			}
		}
		return e.settleDue(tx)
	})
	return r, err
}

func (e *Engine) mend(tx settle.Tx, b settle.Block, d settle.Discrepancy, said settle.AuditEvidence) (again uint64, err error) {
	lost := map[string]bool{}
	if gone := d.Gone(); len(gone) > 0 {
		for _, t := range settle.FindRows[*settle.Transfer](tx, settle.TransfersOfBlock(b.Hash)) {
			if !slices.Contains(gone, t.TxHash) {
				continue
			}
			for _, a := range settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfTransfer(t.Key())) {
				lost[a.Instruction] = lost[a.Instruction] || a.VoidAt == 0
			}
		}
		if err := e.unapplyFacts(tx, settle.BlockUnapplied{Block: b.BlockRef, Audit: true, Only: gone}); err != nil {
			return 0, err
		}
	}
	if err := e.record(tx, settle.BlockApplied{Block: b.BlockRef, Parent: b.Parent, Time: b.Time, Txs: d.Added(), Source: b.Source, Audit: &said}); err != nil {
		return 0, err
	}
	for id := range lost {
		i := settle.GetRow[settle.Instruction](tx, id)
		if from := i.Issued.Number - min(i.Issued.Number, settle.WindowSize) + 1; lost[id] && i.Status.Unsettled() && !i.Covered && (again == 0 || from < again) {
			again = from
		}
	}
	return again, nil
}

// dispute raises the incident of a block that facts cannot mend, unless it is
// open already.
func (e *Engine) dispute(tx settle.Tx, b settle.Block, said settle.AuditEvidence) error {
	open := slices.ContainsFunc(settle.FindRows[*settle.Incident](tx, settle.IncidentsOpen()), func(i *settle.Incident) bool {
		return i.Kind == settle.IncidentAudit && i.Instruction == b.Hash.String()
	})
	if open {
		return nil
	}
	return e.record(tx, settle.BlockDisputed{Block: b.BlockRef, Evidence: said})
}
