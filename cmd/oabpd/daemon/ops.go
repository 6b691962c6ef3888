package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/postgres"
)

// Rebuilt is what a rebuild found.
type Rebuilt struct {
	Facts           uint64
	Stored, Rebuilt settle.Hash
}

// errStop ends a walk through the journal before its end.
var errStop = errors.New("far enough")

// refold folds the journal up to a fact (0: all) into memory.
func refold(ctx context.Context, st settle.Store, last uint64) (*memstore.State, uint64, error) {
	s := memstore.NewState()
	var n uint64
	prev := settle.Hash{}
	err := st.Facts(ctx, 0, func(f settle.Fact) error {
		if f.Seq != n+1 || f.Prev != prev {
			return fmt.Errorf("the journal does not chain at fact %d", f.Seq)
		}
		prev, n = f.Hash(), f.Seq
		if err := settle.Fold(s, f, Rater{}); err != nil {
			return err
		}
		if f.Seq == last {
			return errStop
		}
		return nil
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	if err == nil && last > n {
		err = fmt.Errorf("the journal has %d facts", n)
	}
	return s, n, err
}

// Rebuild folds the journal again and compares; unless check, it replaces the
// derived state when that differs. Receipts and releases are kept.
func Rebuild(ctx context.Context, st *postgres.Store, check bool) (Rebuilt, error) {
	var r Rebuilt
	stored, seq, _, err := st.Digest(ctx)
	if err != nil {
		return r, err
	}
	s, n, err := refold(ctx, st, seq)
	if err != nil {
		return r, fmt.Errorf("folding the journal: %w", err)
	}
	r.Facts, r.Stored = n, stored
	if r.Rebuilt, err = s.Digest(); err != nil {
		return r, err
	}
	if check || r.Stored == r.Rebuilt {
		return r, nil
	}
	return r, st.ReplaceDerived(ctx, func(yield func(settle.Row) error) error {
		for _, t := range settle.Tables() {
			if err := s.Rows(t, yield); err != nil {
				return err
			}
		}
		return nil
	})
}

// DigestAt is the state digest after a fact.
func DigestAt(ctx context.Context, st settle.Store, seq uint64) (settle.Hash, error) {
	if seq == 0 {
		return memstore.NewState().Digest()
	}
	s, _, err := refold(ctx, st, seq)
	if err != nil {
		return settle.Hash{}, err
	}
	return s.Digest()
}

// Admin are an operator's actions on the database, without a running daemon.
type Admin struct {
	store  settle.Store
	engine *engine.Engine
}

// NewAdmin makes an Admin.
func NewAdmin(st settle.Store) *Admin {
	return &Admin{store: st, engine: engine.New(engine.Options{Store: st, Rater: Rater{}, Random: rand.Reader})}
}

// Incidents are those that nobody cleared.
func (a *Admin) Incidents(ctx context.Context) ([]*settle.Incident, error) {
	return a.engine.Incidents(ctx)
}

// ClearIncident closes one.
func (a *Admin) ClearIncident(ctx context.Context, key, note string) error {
	return a.engine.ClearIncident(ctx, key, note)
}

// IncidentDetail is an incident with what belongs to it.
type IncidentDetail struct {
	Incident    *settle.Incident     `json:"incident"`
	Next        string               `json:"next_action"`
	Instruction *settle.Instruction  `json:"instruction,omitempty"`
	Award       *settle.EscrowAward  `json:"award,omitempty"`
	Transfer    *settle.Transfer     `json:"transfer,omitempty"`
	Allocations []*settle.Allocation `json:"allocations,omitempty"`
}

// Incident reads one.
func (a *Admin) Incident(ctx context.Context, key string) (d IncidentDetail, err error) {
	err = a.store.View(ctx, func(tx settle.Tx) error {
		i := settle.GetRow[settle.Incident](tx, key)
		if i == nil {
			return settle.Errorf(settle.CodeNotFound, "no incident %s", key)
		}
		d = IncidentDetail{Incident: i, Next: nextAction(i.Kind)}
		if i.Instruction != "" {
			d.Instruction = settle.GetRow[settle.Instruction](tx, i.Instruction)
			d.Award = settle.GetRow[settle.EscrowAward](tx, i.Instruction)
			d.Allocations = settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfInstruction(i.Instruction))
		}
		if i.Transfer != "" {
			d.Transfer = settle.GetRow[settle.Transfer](tx, i.Transfer)
		}
		return nil
	})
	return d, err
}

func nextAction(k settle.IncidentKind) string {
	switch k {
	case settle.IncidentReverted:
		return "the poster must pay again, or the escrow award again; what covers it settles it by itself. Clear this once that happened or is given up."
	case settle.IncidentGap:
		return "name the contract and its first block in --deployments, and start on an empty database: what the contract holds is not known here."
	case settle.IncidentOrphan:
		return "find the payer, who may be refunded by the payee; the daemon cannot move the money. Clear this when done."
	case settle.IncidentHalt:
		return "find out which chain is the right one, point --rpc at endpoints that serve it, then clear this: releases go on."
	}
	return ""
}
