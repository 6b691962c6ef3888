package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// InboxMost is how many entries a page of the inbox has, at most.
const InboxMost = settle.StuckMost - 1

// Inbox lists what an operator must know of: all money that is stuck, halts, and
// what the audit found (settle.StuckKinds). Kinds come in their order, within one
// the entries in order of their keys; kind, if not empty, is the only one. From is
// the ID of the last entry of the page before, or empty; next is that of this page,
// empty if it is the last. Limit is 1 to InboxMost. A page costs what it lists; it
// may have fewer entries than limit and a next one all the same.
func (e *Engine) Inbox(ctx context.Context, kind settle.StuckKind, from string, limit int) (out []*settle.Stuck, next string, err error) {
	kinds, behind := settle.StuckKinds(), ""
	if kind != "" {
		if !slices.Contains(kinds, kind) {
			return nil, "", settle.Errorf(settle.CodeInvalid, "there is no kind %q of entries; the kinds are %s", string(kind), kindList())
		}
		kinds = []settle.StuckKind{kind}
	}
	if from != "" {
		at, key := placeInInbox(from)
		k := slices.Index(kinds, at)
		if k < 0 {
			return nil, "", settle.Errorf(settle.CodeInvalid, "%q is no entry of this list", from)
		}
		kinds, behind = kinds[k:], key
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		out, next = e.inbox(tx, kinds, behind, min(max(limit, 1), InboxMost))
		return nil
	})
	return out, next, err
}

func (e *Engine) inbox(tx settle.Tx, kinds []settle.StuckKind, behind string, limit int) (out []*settle.Stuck, next string) {
	looked := 0
	last := &settle.Stuck{}
	for _, kind := range kinds {
		for _, r := range settle.StuckRows(tx, kind, behind) {
			if looked == limit {
				return out, last.ID()
			}
			looked++
			last = &settle.Stuck{Key: r.Key(), Kind: kind}
			if i, ok := r.(*settle.Incident); ok {
				last.Incident = i
			}
			if x := settle.StuckOf(tx, kind, r, e.strays(tx, kind, r), e.now()); x != nil {
				out = append(out, x)
			}
		}
		behind = ""
	}
	return out, ""
}

// strays are the newest transfers to an instruction's payees, where they matter.
func (e *Engine) strays(tx settle.Tx, kind settle.StuckKind, r settle.Row) (out []*settle.Transfer) {
	i, ok := r.(*settle.Instruction)
	if !ok || kind != settle.StuckUnclaimed {
		return nil
	}
	for _, to := range i.Payees() {
		out = append(out, tx.RecentTransfersTo(to, i.Since(), looseMax)...)
	}
	return out
}

// Stuck is one entry of the inbox by its ID, or CodeNotFound: it may be gone since
// it was listed. Incidents that were cleared are found as well.
func (e *Engine) Stuck(ctx context.Context, id string) (out *settle.Stuck, err error) {
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		kind, key := placeInInbox(id)
		var r settle.Row
		if kind.Incident() {
			if i := settle.GetRow[settle.Incident](tx, key); i != nil {
				r = i
			}
		} else if a := settle.GetRow[settle.EscrowAward](tx, key); a != nil && kind == settle.StuckHeld && a.Hold == settle.InstructionHeld {
			r = a
		} else if i := settle.GetRow[settle.Instruction](tx, key); i != nil && slices.Contains(settle.StuckKinds(), kind) && settle.IsStuck(kind, i) {
			r = i
		}
		if r != nil {
			out = settle.StuckOf(tx, kind, r, e.strays(tx, kind, r), e.now())
		}
		if out == nil {
			return settle.Errorf(settle.CodeNotFound, "no incident %s", id)
		}
		return nil
	})
	return out, err
}

// placeInInbox reads an ID: an incident's key has its kind in the middle.
func placeInInbox(id string) (kind settle.StuckKind, key string) {
	head, rest, _ := strings.Cut(id, "/")
	if k := settle.StuckKind(head); slices.Contains(settle.StuckKinds(), k) && !k.Incident() {
		return k, rest
	}
	middle, _, _ := strings.Cut(rest, "/")
	return settle.StuckKind(middle), id
}

func kindList() string {
	var names []string
	for _, k := range settle.StuckKinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}
