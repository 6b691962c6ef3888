package engine

import (
	"context"
	"math"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Instruction reads an instruction; it is public.
func (e *Engine) Instruction(ctx context.Context, id string) (out *settle.InstructionView, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, err = e.view(tx, id)
		return err
	})
	return out, err
}

// view adds what the window shows to what is folded. The window is folded into
// an overlay by the same rules that will fold it for good, and thrown away.
func (e *Engine) view(tx settle.Tx, id string) (*settle.InstructionView, error) {
	i := settle.GetRow[settle.Instruction](tx, id)
	if i == nil {
		return nil, noInstruction(id)
	}
	v := &settle.InstructionView{Instruction: i, Settings: settingsOf(tx), Cover: settle.CoverOf(tx, i)}
	v.Progress.Tier = v.Settings.TierOf(i.Total)
	v.Progress.Required = v.Progress.Tier.Blocks()
	if t := tx.Tip(); t != nil {
		v.Tip = t.BlockRef
	}
	soon, err := e.ahead(tx)
	if err != nil {
		return nil, err
	}
	later := settle.GetRow[settle.Instruction](soon, id)
	v.Pending = settle.CoverOf(soon, later)
	v.DepositBalance = settle.DepositBalance(soon, i.Deposit)
	e.progress(soon, v)
	e.depositState(tx, v)
	e.loose(tx, soon, v)
	v.Problems = settle.Warnings(soon, later)
	seen := map[string]bool{}
	for _, p := range settle.FindRows[*settle.Payer](tx, settle.PayersOfPoster(i.Poster)) {
		if (p.Instruction == "" || i.Replaces(p.Instruction)) && !seen[p.Address.String()] {
			seen[p.Address.String()] = true
			v.Payers = append(v.Payers, p)
		}
	}
	return v, nil
}

// ahead is the state as it will be when every block of the window is applied.
func (e *Engine) ahead(tx settle.Tx) (*settle.Overlay, error) { return e.aheadTo(tx, math.MaxUint64) }

// aheadTo is the state as it will be when the window's blocks up to a height are.
func (e *Engine) aheadTo(tx settle.Tx, upTo uint64) (*settle.Overlay, error) {
	o := settle.NewOverlay(tx)
	seq, prev := tx.Head()
	for _, b := range unapplied(tx) {
		if b.Block.Number > upTo {
			break
		}
		f, err := settle.NewFact(seq+1, prev, e.now(), b)
		if err != nil {
			return nil, err
		}
		if err := settle.Fold(o, f, e.o.Rater); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// unapplied are the window's blocks that hold something, as they would be applied.
func unapplied(tx settle.Tx) (out []settle.BlockApplied) {
	tip, at := tx.Tip(), tx.Applied()
	if tip == nil || at == nil {
		return nil
	}
	for n := at.Number + 1; n <= tip.Number; n++ {
		b := tx.Canonical(n)
		if b == nil {
			break
		}
		if txs := tx.Concerning(b.Hash); len(txs) > 0 {
			out = append(out, settle.BlockApplied{Block: b.BlockRef, Parent: b.Parent, Time: b.Time, Txs: txs})
		}
	}
	return out
}

func (e *Engine) progress(soon settle.State, v *settle.InstructionView) {
	i := v.Instruction
	newest := uint64(0)
	for _, a := range settle.FindRows[*settle.Allocation](soon, settle.AllocationsOfInstruction(i.ID)) {
		if a.VoidAt == 0 {
			newest = max(newest, settle.GetRow[settle.Transfer](soon, a.Transfer).Block.Number)
		}
	}
	if newest != 0 && v.Tip.Number >= newest {
		v.Progress.Confirmations = v.Tip.Number - newest
	}
	p := &v.Progress
	switch {
	case i.Status == settle.InstructionSettled:
		p.State = settle.ProgressSettled
	case v.Pending.Full:
		p.State = settle.ProgressConfirming
	case funded(v):
		p.State = settle.ProgressWaitingFlush
	case v.Pending.Untouched() && v.DepositBalance.IsZero():
		p.State = settle.ProgressUnpaid
	default:
		p.State = settle.ProgressPartial
	}
}

// depositState says whether the deposit address may be paid to (R16).
func (e *Engine) depositState(tx settle.Tx, v *settle.InstructionView) {
	i := v.Instruction
	now := int64(0)
	if t := tx.Tip(); t != nil {
		now = t.Time
	}
	switch {
	case i.Status == settle.InstructionSuperseded && funded(v):
		v.DepositOpen = true // flush pays the others for the successor, and frees what is refused
	case i.Status != settle.InstructionOpen && i.Status != settle.InstructionReverted:
		v.DepositReason = "not_open"
	case funded(v):
		v.DepositOpen = true // whatever else was paid: flush settles it
	case i.Deposit.IsZero() && !i.DepositUntouched(v.Pending):
		v.DepositReason = "partly_paid_elsewhere"
	case i.Deposit.IsZero():
		v.DepositReason = "refund_address_missing"
	case !i.DepositUntouched(v.Pending) && !v.Pending.Full:
		v.DepositReason = "partly_paid_elsewhere"
	case now >= i.RefundAfter-settle.DepositClosesSeconds:
		v.DepositReason = "refund_window_open"
	default:
		v.DepositOpen = true
	}
}

// funded: the deposit address holds the whole, so that flush can pay the legs.
func funded(v *settle.InstructionView) bool {
	return !v.DepositBalance.IsZero() && !v.DepositBalance.Less(v.Instruction.DepositTotal())
}

// looseMax is how many of a leg's newest transfers are looked at.
const looseMax = 100

// loose lists the money at the legs' addresses that matches nothing, and what
// this instruction's own money has over (R17, R18).
func (e *Engine) loose(tx settle.Tx, soon *settle.Overlay, v *settle.InstructionView) {
	i := v.Instruction
	seen := map[string]bool{}
	surplus := func(t *settle.Transfer) {
		if t != nil && !t.Void && !seen[t.Key()] {
			seen[t.Key()] = true
			v.Surplus = v.Surplus.SatAdd(settle.Remaining(soon, t))
		}
	}
	for _, a := range settle.FindRows[*settle.Allocation](soon, settle.AllocationsOfInstruction(i.ID)) {
		if a.VoidAt == 0 {
			surplus(settle.GetRow[settle.Transfer](soon, a.Transfer))
		}
	}
	for _, t := range settle.FindRows[*settle.Transfer](soon, settle.TransfersTagged(i.ID)) {
		surplus(t)
	}
	if !i.Status.Unsettled() {
		return
	}
	for _, to := range i.Payees() {
		ts := tx.RecentTransfersTo(to, i.Since(), looseMax)
		for _, r := range soon.Dirty() {
			if t, ok := r.(*settle.Transfer); ok && t.To == to {
				ts = append(ts, t)
			}
		}
		for _, t := range ts {
			if t.Void || seen[t.Key()] || t.Instruction != "" || !i.AdmitsTo(t.To, t.Block, false) || settle.Remaining(soon, t).IsZero() {
				continue
			}
			switch {
			case settle.ProvenPayer(soon, t.Sender, i):
				surplus(t)
			case settle.Unclaimed(soon, i, t):
				seen[t.Key()] = true
				v.Unclaimed = append(v.Unclaimed, t)
			}
		}
	}
}

// Receipts of a submission's settlements, newest first; public. Of one that won
// several prizes they are those of all, or of the tranche that is asked for.
func (e *Engine) Receipts(ctx context.Context, mission, submission string, tranche *uint8) (out []settle.StoredReceipt, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		m := settle.GetRow[settle.Mission](tx, mission)
		if m == nil { // a receipt outlives a takedown: it says who was paid, and nothing of the work
			return noMission(mission)
		}
		s, err := submissionOf(tx, m, submission)
		if err != nil {
			return err
		}
		out = slices.Clone(tx.Receipts(submission))
		for k := range out {
			out[k].VoidedFor = s.WithheldFor
		}
		if tranche != nil {
			of := map[string]bool{}
			for _, a := range settle.FindRows[*settle.EscrowAward](tx, settle.AwardsOfSubmission(submission)) {
				of[a.Key()] = a.Tranche == *tranche
			}
			out = slices.DeleteFunc(out, func(r settle.StoredReceipt) bool { return !of[r.Instruction] })
		}
		if len(out) == 0 {
			return settle.Errorf(settle.CodeNotFound, "submission %s has no receipt: it is not settled", submission)
		}
		return nil
	})
	return out, err
}

// Health is what the store says of the daemon.
func (e *Engine) Health(ctx context.Context) (h settle.Health, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		set := settingsOf(tx)
		h = settle.Health{Tip: tx.Tip(), Applied: tx.Applied(), Final: tx.Final(), HaltedReason: set.HaltedReason, Pause: set.Pause,
			OpenIncident: len(tx.Find(settle.IncidentsOpen()))}
		h.JournalSeq, _ = tx.Head()
		return nil
	})
	return h, err
}

// Settings are those in force.
func (e *Engine) Settings(ctx context.Context) (s settle.Settings, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		s = settingsOf(tx)
		return nil
	})
	return s, err
}

// Incidents are those that no operator cleared.
func (e *Engine) Incidents(ctx context.Context) (out []*settle.Incident, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out = settle.FindRows[*settle.Incident](tx, settle.IncidentsOpen())
		return nil
	})
	return out, err
}

// ClearIncident closes an incident; one of a halt lets releases go on.
func (e *Engine) ClearIncident(ctx context.Context, key, note string) error {
	err := e.update(ctx, func(tx settle.Tx) error {
		i := settle.GetRow[settle.Incident](tx, key)
		if i == nil {
			return settle.Errorf(settle.CodeNotFound, "no incident %s", key)
		}
		if i.ClearedAt != 0 {
			return settle.Errorf(settle.CodeConflict, "incident %s was cleared before", key)
		}
		return e.record(tx, settle.IncidentCleared{Incident: key, Note: note})
	})
	if err == nil {
		e.o.Wake()
	}
	return err
}
