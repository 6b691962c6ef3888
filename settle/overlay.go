package settle

import (
	"maps"
	"slices"
	"sort"
)

// Overlay is a State whose writes stay in memory above a base: the write set of
// a transaction, or a dry run that is thrown away.
type Overlay struct {
	base State
	// dirty are the rows written; nil stands for one that was deleted.
	dirty map[Table]map[string]Row
	// indexes hold the dirty rows of access paths that were asked for while many
	// rows were dirty, as memory stores hold all.
	indexes map[QueryName]map[string]map[string]Row
}

// indexedFrom is how many dirty rows of a table make an index worth its price.
const indexedFrom = 16

// NewOverlay starts an empty write set above base; base may be nil for an empty
// state.
func NewOverlay(base State) *Overlay {
	return &Overlay{base: base, dirty: map[Table]map[string]Row{}}
}

// Get implements State.
func (o *Overlay) Get(t Table, key string) Row {
	if r, ok := o.dirty[t][key]; ok {
		return r
	}
	if o.base == nil {
		return nil
	}
	return o.base.Get(t, key)
}

// Find implements State.
func (o *Overlay) Find(q Query) []Row {
	var out []Row
	dirty := o.dirty[q.Table]
	if o.base != nil {
		for _, r := range o.base.Find(q) {
			if _, ok := dirty[r.Key()]; !ok {
				out = append(out, r)
			}
		}
	}
	for _, r := range o.candidates(q) {
		if r != nil && q.Match(r) {
			out = append(out, r)
		}
	}
	if len(out) > 1 {
		sort.Slice(out, func(i, j int) bool { return out[i].Key() < out[j].Key() })
	}
	return out
}

// candidates are the dirty rows of which some may match, by key.
func (o *Overlay) candidates(q Query) map[string]Row {
	dirty := o.dirty[q.Table]
	index, ok := o.indexes[q.Name]
	if !ok {
		if len(dirty) < indexedFrom || !slices.Contains(QueriesOf(q.Table), q.Name) {
			return dirty
		}
		index = map[string]map[string]Row{}
		if o.indexes == nil {
			o.indexes = map[QueryName]map[string]map[string]Row{}
		}
		o.indexes[q.Name] = index
		for key, r := range dirty {
			addTo(index, q.Name, key, r)
		}
	}
	return index[IndexArg(q)]
}

func addTo(index map[string]map[string]Row, name QueryName, key string, r Row) {
	if r == nil {
		return
	}
	for _, arg := range IndexKeys(name, r) {
		if index[arg] == nil {
			index[arg] = map[string]Row{}
		}
		index[arg][key] = r
	}
}

// Written reports whether a row that was written matches; it does not look below.
func (o *Overlay) Written(q Query) bool {
	for _, r := range o.candidates(q) {
		if r != nil && q.Match(r) {
			return true
		}
	}
	return false
}

// Exists implements State.
func (o *Overlay) Exists(q Query) bool {
	if o.Written(q) {
		return true
	}
	if o.base == nil {
		return false
	}
	if len(o.dirty[q.Table]) == 0 {
		return o.base.Exists(q)
	}
	return len(o.Find(q)) > 0
}

// Put implements State.
func (o *Overlay) Put(r Row) { o.set(r.Table(), r.Key(), r) }

// Delete implements State.
func (o *Overlay) Delete(t Table, key string) { o.set(t, key, nil) }

func (o *Overlay) set(t Table, key string, r Row) {
	if len(o.indexes) > 0 {
		o.reindex(t, key, r)
	}
	if o.dirty[t] == nil {
		o.dirty[t] = map[string]Row{}
	}
	o.dirty[t][key] = r
}

func (o *Overlay) reindex(t Table, key string, r Row) {
	old := o.dirty[t][key]
	for _, name := range QueriesOf(t) {
		index, ok := o.indexes[name]
		if !ok {
			continue
		}
		if old != nil {
			for _, arg := range IndexKeys(name, old) {
				delete(index[arg], key)
			}
		}
		addTo(index, name, key, r)
	}
}

// Touched reports whether any row of a table was written or deleted.
func (o *Overlay) Touched(t Table) bool { return len(o.dirty[t]) > 0 }

// Dirty are the rows written and not deleted since, in table and key order.
func (o *Overlay) Dirty() []Row {
	var out []Row
	for _, t := range Tables() {
		out = append(out, o.Rows(t)...)
	}
	return out
}

// Rows are the rows of a table that were written and not deleted since, in key
// order: all there are, for an Overlay without base.
func (o *Overlay) Rows(t Table) []Row {
	var out []Row
	for _, k := range slices.Sorted(maps.Keys(o.dirty[t])) {
		if r := o.dirty[t][k]; r != nil {
			out = append(out, r)
		}
	}
	return out
}

// Deleted are the keys of a table that were deleted and not written since, in
// order; the base may never have had them.
func (o *Overlay) Deleted(t Table) []string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(o.dirty[t])) {
		if o.dirty[t][k] == nil {
			out = append(out, k)
		}
	}
	return out
}
