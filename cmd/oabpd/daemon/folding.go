package daemon

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/postgres"
)

// Breach is a place at which a journal is not what it must be.
type Breach struct {
	// Where is "fact 17", "checkpoint 3" or the like.
	Where string
	What  string
}

// Error implements error.
func (b *Breach) Error() string { return b.Where + ": " + b.What }

func breach(seq uint64, format string, args ...any) error {
	return &Breach{fmt.Sprintf("fact %d", seq), fmt.Sprintf(format, args...)}
}

// walk is a walk along a journal that believes nothing: it holds every entry
// against its predecessor and its own hash.
type walk struct {
	seq  uint64
	head settle.Hash
	// blocks are those that were applied and not un-applied again, in order. (One
	// that left no rows is un-applied without a fact: it stays until the next.)
	blocks []settle.BlockRef
}

// next takes the entry behind the last one; the error is a *Breach.
func (w *walk) next(e postgres.Entry) (settle.Body, error) {
	hash := e.Hash()
	switch {
	case e.Seq != w.seq+1:
		return nil, breach(w.seq+1, "it is missing; the next one is fact %d", e.Seq)
	case e.Prev != w.head:
		return nil, breach(e.Seq, "it names %s as the hash of its predecessor, which is %s", e.Prev, w.head)
	case hash != e.Stored:
		return nil, breach(e.Seq, "its kind, time and body hash to %s, the hash beside them is %s: one of them was changed", hash, e.Stored)
	}
	body, err := e.Decode()
	if err != nil {
		return nil, breach(e.Seq, "it cannot be read: %v", err)
	}
	w.seq, w.head = e.Seq, hash
	switch b := body.(type) {
	case *settle.BlockApplied:
		if b.Audit == nil { // else an old one, looked at again
			w.below(b.Block.Number)
			w.blocks = append(w.blocks, b.Block)
		}
	case *settle.BlockUnapplied:
		if !b.Audit {
			w.below(b.Block.Number)
		}
	}
	return body, nil
}

func (w *walk) below(number uint64) {
	for n := len(w.blocks); n > 0 && w.blocks[n-1].Number >= number; n-- {
		w.blocks = w.blocks[:n-1]
	}
}

// block is the newest block that facts tell of; zero for none.
func (w *walk) block() settle.BlockRef {
	if len(w.blocks) == 0 {
		return settle.BlockRef{}
	}
	return w.blocks[len(w.blocks)-1]
}

// end holds the journal's end against what the database says of it.
func (w *walk) end(s *postgres.Snapshot) error {
	switch seq, head := s.Tx().Head(); {
	case seq > w.seq:
		return breach(w.seq+1, "it is missing; the journal's head is fact %d", seq)
	case seq < w.seq:
		return breach(w.seq, "the journal's head is fact %d, which is before it", seq)
	case head != w.head:
		return breach(w.seq, "its hash is %s, the journal's head has %s", w.head, head)
	}
	return nil
}

// folding folds a journal from its first fact into memory.
type folding struct {
	walk
	state *memstore.State
}

func newFolding() *folding { return &folding{state: memstore.NewState()} }

// add folds one more entry.
func (f *folding) add(e postgres.Entry) error {
	if _, err := f.next(e); err != nil {
		return err
	}
	return f.fold(e.Fact)
}

// fold folds a fact. A fold that panics on a fact, which no fact of ours makes
// it do, is a breach as well.
func (f *folding) fold(x settle.Fact) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = breach(x.Seq, "it cannot be folded: %v", p)
		}
	}()
	return settle.Fold(f.state, x, Rater{})
}

// rows yields all rows in the order in which a store takes them.
func (f *folding) rows(yield func(settle.Row) error) error {
	for _, t := range settle.Tables() {
		if err := f.state.Rows(t, yield); err != nil {
			return err
		}
	}
	return nil
}
