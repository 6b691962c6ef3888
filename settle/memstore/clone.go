package memstore

import (
	"maps"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// Clone is a store of its own with the same content, lease included, and without
// a hook: for trying two ways from one place.
func (s *Store) Clone() *Store {
	s.mu.RLock()
	defer s.mu.RUnlock()
	c := New(s.now)
	d := &c.data
	*d = s.data
	d.state = NewState()
	for _, rows := range s.data.state.rows {
		for _, r := range rows {
			d.state.Put(r)
		}
	}
	d.facts = slices.Clone(s.data.facts)
	d.blocks, d.canonical, d.envelopes = maps.Clone(d.blocks), maps.Clone(d.canonical), maps.Clone(d.envelopes)
	d.nonces, d.sessions, d.receipts = maps.Clone(d.nonces), maps.Clone(d.sessions), maps.Clone(d.receipts)
	d.bindings, d.requests = maps.Clone(d.bindings), maps.Clone(d.requests)
	d.people, d.checks, d.allowances = maps.Clone(d.people), maps.Clone(d.checks), maps.Clone(d.allowances)
	d.webhooks = maps.Clone(d.webhooks)
	return c
}

var _ settle.Store = (*Store)(nil)
