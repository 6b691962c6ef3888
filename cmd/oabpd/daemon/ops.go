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

// IncidentLine is an incident as a list shows it.
type IncidentLine struct {
	// ID names it for show and clear.
	ID string `json:"id"`
	*settle.Incident
	// Next is what the operator should do.
	Next string `json:"next_action"`
}

// Incidents are those that nobody cleared, or all that ever were, oldest first.
func (a *Admin) Incidents(ctx context.Context, all bool) ([]IncidentLine, error) {
	out := []IncidentLine{}
	err := a.store.Snapshot(ctx, func(s *postgres.Snapshot) error {
		return s.Rows(settle.TableIncident, func(r postgres.StoredRow) error {
			i := &settle.Incident{}
			if err := json.Unmarshal(r.Body, i); err != nil {
				return fmt.Errorf("incident %s: %w", r.Key, err)
			}
			if all || i.ClearedAt == 0 {
				out = append(out, IncidentLine{r.Key, i, nextAction(i)})
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

// IncidentDetail is an incident with what belongs to it.
type IncidentDetail struct {
	ID          string               `json:"id"`
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
		d = IncidentDetail{ID: key, Incident: i, Next: nextAction(i)}
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

// nextAction is what an operator should do about an incident.
func nextAction(i *settle.Incident) string {
	if i.ClearedAt != 0 {
		return "none: it was cleared"
	}
	switch i.Kind {
	case settle.IncidentReverted:
		return "the poster must pay again, or the escrow award again; what covers it settles it by itself. Clear this once that happened or is given up: where the reward of the escrow went back meanwhile, that lets the poster post again."
	case settle.IncidentGap:
		return "name the contract and its first block in --deployments, and start on an empty database: what the contract holds is not known here."
	case settle.IncidentAudit:
		return "find out which endpoint gave logs other than the block's receipts, and remove it from --rpc if it goes on; what could be mended counts already. If releases were halted too, an award that had released work was invented: clear that after the endpoint is gone. If the text says that facts cannot mend it, index again on an empty database. Then clear this."
	case settle.IncidentOrphan:
		return "find the payer, who may be refunded by the payee; the daemon cannot move the money. Clear this when done."
	case settle.IncidentHalt:
		return "find out which chain is the right one, point --rpc at endpoints that serve it, then clear this: releases go on."
	}
	return "this program does not know the kind: use the version of the daemon."
}
