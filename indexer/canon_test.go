package indexer

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
)

func hash(n uint64) (h settle.Hash) {
	binary.BigEndian.PutUint64(h[24:], n)
	return h
}

func ref(n, h uint64) settle.BlockRef { return settle.BlockRef{Number: n, Hash: hash(h)} }

func head(n, h, parent uint64) Head { return Head{BlockRef: ref(n, h), Parent: hash(parent)} }

func TestNext(t *testing.T) {
	// Stored: 10 (hash 110), 9 (109), 8 (108).
	tail := []settle.BlockRef{ref(10, 110), ref(9, 109), ref(8, 108)}
	for _, c := range []struct {
		name  string
		start uint64
		tail  []settle.BlockRef
		head  Head
		want  Decision
	}{
		{"empty store, chain not there yet", 50, nil, head(49, 149, 148), Decision{Wait, ReasonBeforeStart, 0, 0}},
		{"empty store, head is the start", 50, nil, head(50, 150, 149), Decision{Extend, ReasonFirst, 50, 50}},
		{"empty store, head above the start", 50, nil, head(60, 160, 159), Decision{Extend, ReasonFirst, 50, 60}},
		{"empty store, from genesis", 0, nil, head(0, 100, 0), Decision{Extend, ReasonFirst, 0, 0}},
		{"empty store, from the head", StartAtHead, nil, head(60, 160, 159), Decision{Extend, ReasonFirst, 60, 60}},
		{"start is ignored once something is stored", 50, tail, head(11, 111, 110), Decision{Extend, ReasonNext, 11, 11}},
		{"same head", 0, tail, head(10, 110, 109), Decision{Wait, ReasonAtTip, 0, 0}},
		{"next", 0, tail, head(11, 111, 110), Decision{Extend, ReasonNext, 11, 11}},
		{"next on another parent", 0, tail, head(11, 211, 210), Decision{Rewind, ReasonParent, 0, 0}},
		{"gap", 0, tail, head(14, 114, 113), Decision{Extend, ReasonGap, 11, 14}},
		{"gap on a branch unknown as yet", 0, tail, head(14, 214, 213), Decision{Extend, ReasonGap, 11, 14}},
		{"same height reorg", 0, tail, head(10, 210, 109), Decision{Rewind, ReasonSameHeight, 0, 0}},
		{"stale head, parent of the tip", 0, tail, head(9, 109, 108), Decision{Wait, ReasonStaleHead, 0, 0}},
		{"stale head, oldest of the tail", 0, tail, head(8, 108, 107), Decision{Wait, ReasonStaleHead, 0, 0}},
		{"shorter chain", 0, tail, head(9, 209, 108), Decision{Rewind, ReasonShorter, 0, 0}},
		{"shorter chain, at the oldest of the tail", 0, tail, head(8, 208, 107), Decision{Rewind, ReasonShorter, 0, 0}},
		{"below the tail", 0, tail, head(7, 107, 106), Decision{Wait, ReasonBelowTail, 0, 0}},
		{"far below the tail", 0, tail, head(0, 100, 0), Decision{Wait, ReasonBelowTail, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Next(c.start, c.tail, c.head); got != c.want {
				t.Errorf("Next = %v %s %d..%d, want %v %s %d..%d",
					got.Action, got.Reason, got.From, got.To, c.want.Action, c.want.Reason, c.want.From, c.want.To)
			}
		})
	}
}

// TestNextModel drives Next with a model chain: whatever the chain does and
// whatever old or new head is shown, following the decisions keeps the store a
// chain, and showing the true head until Wait makes it the canonical one.
func TestNextModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel()
		start := rapid.Uint64Range(0, 5).Draw(t, "start")
		var store []Head // ascending
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "action") {
			case 0, 1:
				m.mine(rapid.IntRange(1, 4).Draw(t, "n"))
			case 2:
				depth := rapid.IntRange(1, 6).Draw(t, "depth")
				m.reorg(depth, rapid.IntRange(0, 8).Draw(t, "new"))
			case 3: // an endpoint that lags on the canonical chain
				old := m.chain[rapid.IntRange(0, len(m.chain)-1).Draw(t, "old")]
				store = m.follow(t, start, store, old, false)
			}
			if rapid.Bool().Draw(t, "poll") {
				store = m.follow(t, start, store, m.top(), true)
			}
		}
		store = m.follow(t, start, store, m.top(), true)
		if m.top().Number < start {
			if len(store) != 0 && store[0].Number < start {
				t.Fatalf("stored below the start block")
			}
			return
		}
		// A head that is an ancestor of the stored tip leaves the tip standing;
		// everything up to the head must be canonical in any case.
		for _, b := range store {
			if b.Number <= m.top().Number && m.chain[b.Number] != b {
				t.Fatalf("stored block %d is not canonical", b.Number)
			}
		}
		if last := store[len(store)-1]; last.Number < m.top().Number {
			t.Fatalf("stored up to %d, chain is at %d", last.Number, m.top().Number)
		}
	})
}

type model struct {
	chain []Head // canonical, index = height
	next  uint64
}

func newModel() *model { return &model{chain: []Head{head(0, 1000, 0)}, next: 1001} }

func (m *model) top() Head { return m.chain[len(m.chain)-1] }

func (m *model) mine(n int) {
	for range n {
		top := m.top()
		m.chain = append(m.chain, Head{BlockRef: ref(top.Number+1, m.next), Parent: top.Hash})
		m.next++
	}
}

// reorg drops depth blocks and mines n others; genesis stays.
func (m *model) reorg(depth, n int) {
	m.chain = m.chain[:max(1, len(m.chain)-depth)]
	m.mine(n)
}

// follow applies decisions about one head until they say Wait. The head is
// canonical; old ones may be behind the store.
func (m *model) follow(t *rapid.T, start uint64, store []Head, h Head, latest bool) []Head {
	for range 2000 {
		d := Next(start, tailOf(store), h)
		switch d.Action {
		case Wait:
			known := len(store) > 0 && h.Number >= store[0].Number
			if known && (h.Number > store[len(store)-1].Number || store[h.Number-store[0].Number] != h) {
				t.Fatalf("wait (%s) although head %d is not stored", d.Reason, h.Number)
			}
			return store
		case Extend:
			b := m.chain[d.From]
			if len(store) > 0 && b.Number != store[len(store)-1].Number+1 {
				t.Fatalf("extend from %d on tip %d", b.Number, store[len(store)-1].Number)
			}
			if len(store) > 0 && b.Parent != store[len(store)-1].Hash {
				if r := Next(start, tailOf(store), b); r.Action != Rewind {
					t.Fatalf("block %d on another parent: %v", b.Number, r.Action)
				}
				store = m.rewind(t, store, b)
				continue
			}
			store = append(store, b)
		case Rewind:
			if last := store[len(store)-1]; last == m.chain[min(last.Number, m.top().Number)] {
				t.Fatalf("rewind (%s) although the tip is canonical", d.Reason)
			}
			store = m.rewind(t, store, h)
		}
	}
	t.Fatalf("no end in sight (latest=%v)", latest)
	return nil
}

func (m *model) rewind(t *rapid.T, store []Head, target Head) []Head {
	first := store[0].Number
	for len(store) > 0 && (store[len(store)-1].Number > target.Number || m.chain[store[len(store)-1].Number] != store[len(store)-1]) {
		store = store[:len(store)-1]
	}
	from := first
	if len(store) > 0 {
		from = store[len(store)-1].Number + 1
	}
	if target.Number < first {
		t.Fatalf("rewind below the store")
	}
	return append(store, m.chain[from:target.Number+1]...)
}

func tailOf(store []Head) []settle.BlockRef {
	var tail []settle.BlockRef
	for i := len(store) - 1; i >= 0; i-- {
		tail = append(tail, store[i].BlockRef)
	}
	return tail
}
