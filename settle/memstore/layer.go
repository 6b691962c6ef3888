package memstore

import "iter"

// layer is the write set of a transaction above a map.
type layer[K comparable, V any] struct {
	base map[K]V
	// dirty holds what was written; nil stands for deleted.
	dirty map[K]*V
}

func over[K comparable, V any](base map[K]V) layer[K, V] {
	return layer[K, V]{base: base, dirty: map[K]*V{}}
}

func (l *layer[K, V]) get(k K) (v V, ok bool) {
	if p, ok := l.dirty[k]; ok {
		if p == nil {
			return v, false
		}
		return *p, true
	}
	v, ok = l.base[k]
	return v, ok
}

func (l *layer[K, V]) put(k K, v V) { l.dirty[k] = &v }
func (l *layer[K, V]) del(k K)      { l.dirty[k] = nil }

// all yields every entry, in no order. Entries may be put and deleted meanwhile;
// one that was put may come again.
func (l *layer[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for k, v := range l.base {
			if _, ok := l.dirty[k]; !ok && !yield(k, v) {
				return
			}
		}
		for k, p := range l.dirty {
			if p != nil && !yield(k, *p) {
				return
			}
		}
	}
}

func (l *layer[K, V]) commit() {
	for k, p := range l.dirty {
		if p == nil {
			delete(l.base, k)
		} else {
			l.base[k] = *p
		}
	}
}
