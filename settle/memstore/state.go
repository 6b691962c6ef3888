package memstore

import (
	"maps"
	"slices"

	"github.com/oabp/oabpd/settle"
)

// State is derived state in memory with an index for every access path. It is
// not safe for concurrent use while rows are put.
type State struct {
	rows    map[settle.Table]map[string]settle.Row
	indexes map[settle.QueryName]map[string]map[string]bool
}

// NewState makes an empty state, as a rebuild starts from.
func NewState() *State {
	return &State{
		rows:    map[settle.Table]map[string]settle.Row{},
		indexes: map[settle.QueryName]map[string]map[string]bool{},
	}
}

// Get implements settle.State.
func (s *State) Get(t settle.Table, key string) settle.Row {
	if r, ok := s.rows[t][key]; ok {
		return r
	}
	return nil
}

// Find implements settle.State.
func (s *State) Find(q settle.Query) []settle.Row {
	var out []settle.Row
	for _, key := range slices.Sorted(maps.Keys(s.candidates(q))) {
		if r := s.rows[q.Table][key]; q.Match(r) {
			out = append(out, r)
		}
	}
	return out
}

// Exists implements settle.State.
func (s *State) Exists(q settle.Query) bool {
	for key := range s.candidates(q) {
		if q.Match(s.rows[q.Table][key]) {
			return true
		}
	}
	return false
}

func (s *State) candidates(q settle.Query) map[string]bool {
	return s.indexes[q.Name][settle.IndexArg(q)]
}

// Put implements settle.State.
func (s *State) Put(r settle.Row) {
	t, key := r.Table(), r.Key()
	if s.rows[t] == nil {
		s.rows[t] = map[string]settle.Row{}
	}
	old, had := s.rows[t][key]
	for _, name := range settle.QueriesOf(t) {
		if had {
			s.unindex(name, settle.IndexKeys(name, old), key)
		}
		s.index(name, settle.IndexKeys(name, r), key)
	}
	s.rows[t][key] = r
}

// Delete implements settle.State.
func (s *State) Delete(t settle.Table, key string) {
	old, had := s.rows[t][key]
	if !had {
		return
	}
	for _, name := range settle.QueriesOf(t) {
		s.unindex(name, settle.IndexKeys(name, old), key)
	}
	delete(s.rows[t], key)
}

func (s *State) unindex(name settle.QueryName, args []string, key string) {
	for _, arg := range args {
		if set := s.indexes[name][arg]; set != nil {
			delete(set, key)
			if len(set) == 0 {
				delete(s.indexes[name], arg)
			}
		}
	}
}

func (s *State) index(name settle.QueryName, args []string, key string) {
	for _, arg := range args {
		if s.indexes[name] == nil {
			s.indexes[name] = map[string]map[string]bool{}
		}
		if s.indexes[name][arg] == nil {
			s.indexes[name][arg] = map[string]bool{}
		}
		s.indexes[name][arg][key] = true
	}
}

// Rows calls yield for every row of a table in key order; an error of yield
// ends it.
func (s *State) Rows(t settle.Table, yield func(settle.Row) error) error {
	for _, key := range slices.Sorted(maps.Keys(s.rows[t])) {
		if err := yield(s.rows[t][key]); err != nil {
			return err
		}
	}
	return nil
}

// Digest is the state digest (settlement.md R26).
func (s *State) Digest() (settle.Hash, error) { return settle.StateDigest(s.Rows) }
