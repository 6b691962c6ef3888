package daemon

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/postgres"
)

// Admin are an operator's actions on the database, without a running daemon.
type Admin struct {
	store  *postgres.Store
	engine *engine.Engine
}

// NewAdmin makes an Admin.
func NewAdmin(st *postgres.Store) *Admin {
	return &Admin{store: st, engine: engine.New(engine.Options{Store: st, Rater: Rater{}, Random: rand.Reader})}
}

// Inbox is engine.Inbox: what is stuck, a page from behind an entry.
func (a *Admin) Inbox(ctx context.Context, kind settle.StuckKind, from string, limit int) ([]*settle.Stuck, string, error) {
	return a.engine.Inbox(ctx, kind, from, limit)
}

// Cleared are the incidents that an operator cleared, oldest first. It reads all
// that there ever were.
func (a *Admin) Cleared(ctx context.Context) (out []*settle.Stuck, err error) {
	err = a.store.Snapshot(ctx, func(s *postgres.Snapshot) error {
		return s.Rows(settle.TableIncident, func(r postgres.StoredRow) error {
			i := &settle.Incident{}
			if err := json.Unmarshal(r.Body, i); err != nil {
				return fmt.Errorf("incident %s: %w", r.Key, err)
			}
			if i.ClearedAt != 0 {
				out = append(out, settle.StuckOf(s.Tx(), settle.StuckKind(i.Kind), i, nil, 0))
			}
			return nil
		})
	})
	return out, err
}

// ClearIncident closes one. An unknown one is CodeNotFound, one that was closed
// before CodeConflict.
func (a *Admin) ClearIncident(ctx context.Context, key, note string) error {
	return a.engine.ClearIncident(ctx, key, note)
}

// Stuck is one entry of the inbox by its ID, with the allocations of its
// instruction, void ones too.
func (a *Admin) Stuck(ctx context.Context, id string) (x *settle.Stuck, allocations []*settle.Allocation, err error) {
	if x, err = a.engine.Stuck(ctx, id); err != nil {
		return nil, nil, err
	}
	err = a.store.View(ctx, func(tx settle.Tx) error {
		if x.Instruction != nil {
			allocations = settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfInstruction(x.Instruction.ID))
		}
		return nil
	})
	return x, allocations, err
}
