package storetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
)

// testState compares a store with an overlay over nothing, which answers by
// Match alone: in the transaction that writes and in those that follow.
func testState(t *testing.T, s Store) {
	rapid.Check(t, func(rt *rapid.T) {
		w := world{rt}
		if err := s.ReplaceDerived(t.Context(), func(func(settle.Row) error) error { return nil }); err != nil {
			rt.Fatal(err)
		}
		model := settle.NewOverlay(nil)
		writes := [][]settle.Row{w.base()}
		for range w.n(4) {
			var rows []settle.Row
			for range w.n(6) {
				rows = append(rows, w.row())
			}
			writes = append(writes, rows)
		}
		for _, rows := range writes {
			before, lists := w.n(1) == 1, w.n(1) == 1
			err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
				if before { // what was read before a write must not hide the write
					compare(rt, tx, model, w.queries(model))
				}
				for k, r := range rows {
					tx.Put(r)
					model.Put(r)
					w.delete(tx, model)
					if lists && k == 1 { // a list may make the store write early
						tx.SubmissionCounts([]string{"m0"})
					}
				}
				compare(rt, tx, model, w.queries(model))
				return nil
			})
			if err != nil {
				rt.Fatal(err)
			}
			if err := s.View(t.Context(), func(tx settle.Tx) error { compare(rt, tx, model, w.queries(model)); return nil }); err != nil {
				rt.Fatal(err)
			}
		}
		got, _, _, err := s.Digest(t.Context())
		if err != nil {
			rt.Fatal(err)
		}
		if want := digestOf(rt, model); got != want {
			rt.Fatalf("digest %s, want %s", got, want)
		}
	})
}

func compare(t *rapid.T, got, want settle.State, queries []settle.Query) {
	for _, q := range queries {
		g, w := keysOf(got.Find(q)), keysOf(want.Find(q))
		if !slices.Equal(g, w) {
			t.Fatalf("%s(%q): found %v, want %v", q.Name, q.Arg, g, w)
		}
		if e := got.Exists(q); e != (len(w) > 0) {
			t.Fatalf("%s(%q): exists is %t, but %d match", q.Name, q.Arg, e, len(w))
		}
		for _, r := range got.Find(q) {
			if !q.Match(r) {
				t.Fatalf("%s(%q): found %s, which does not match", q.Name, q.Arg, r.Key())
			}
		}
		if l, ok := got.(settle.Lists); ok {
			many := l.Many(q.Table, append([]string{"there is none"}, w...))
			if keys := slices.Sorted(maps.Keys(many)); !slices.Equal(keys, slices.Compact(slices.Sorted(slices.Values(w)))) {
				t.Fatalf("%s(%q): of %v there are %v", q.Name, q.Arg, w, keys)
			}
		}
	}
}

func digestOf(t interface{ Fatal(...any) }, model *settle.Overlay) settle.Hash {
	h, err := settle.StateDigest(func(tb settle.Table, yield func(settle.Row) error) error {
		for _, r := range model.Rows(tb) {
			if err := yield(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// testWritesAreReadBack: an answer that was remembered follows the writes.
func testWritesAreReadBack(t *testing.T, s Store) {
	a := addr(1)
	update(t, s, func(tx settle.Tx) {
		equal(t, "watched before", tx.Exists(settle.Watching(a)), false)
		i := picked(tx, "one", a)
		equal(t, "watched", tx.Exists(settle.Watching(a)), true)
		done := *i
		done.Status, done.SettledAt, done.Covered = settle.InstructionSettled, 5, true
		tx.Put(&done)
		equal(t, "watched after settling", tx.Exists(settle.Watching(a)), false)
		equal(t, "found after settling", len(tx.Find(settle.Watching(a))), 0)
	})
	update(t, s, func(tx settle.Tx) {
		equal(t, "watched later", tx.Exists(settle.Watching(a)), false)
		back := *settle.GetRow[settle.Instruction](tx, "one")
		back.Status, back.Covered = settle.InstructionReverted, false
		tx.Put(&back)
	})
	view(t, s, func(tx settle.Tx) { equal(t, "watched again", tx.Exists(settle.Watching(a)), true) })
	update(t, s, func(tx settle.Tx) {
		equal(t, "watched by the stored row", tx.Exists(settle.Watching(a)), true)
		i := *settle.GetRow[settle.Instruction](tx, "one")
		i.Status, i.Covered = settle.InstructionSettled, true
		tx.Put(&i)
		equal(t, "the written row hides the stored one", tx.Exists(settle.Watching(a)), false)
	})
}

// testDeletedRowsAreGone: also when the store wrote early, and when the very
// same row comes back.
func testDeletedRowsAreGone(t *testing.T, s Store) {
	r := &settle.Payer{Address: addr(1), Poster: "poster", Method: "siwe"}
	gone := func(tx settle.Tx) {
		t.Helper()
		equal(t, "get", tx.Get(settle.TablePayer, r.Key()) == nil, true)
		equal(t, "find", len(tx.Find(settle.PayersOfAddress(addr(1)))), 0)
		equal(t, "exists", tx.Exists(settle.PayersOfAddress(addr(1))), false)
	}
	there := func(tx settle.Tx) {
		t.Helper()
		equal(t, "get", tx.Get(settle.TablePayer, r.Key()) != nil, true)
		equal(t, "find", len(tx.Find(settle.PayersOfAddress(addr(1)))), 1)
		equal(t, "exists", tx.Exists(settle.PayersOfAddress(addr(1))), true)
	}
	early := func(tx settle.Tx) { tx.SubmissionCounts([]string{"m0"}) }
	empty, _, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx settle.Tx) {
		tx.Put(r)
		early(tx)
		tx.Delete(settle.TablePayer, r.Key())
		gone(tx)
		early(tx)
		tx.Put(r)
		there(tx)
		tx.Delete(settle.TablePayer, "nobody")
	})
	view(t, s, there)
	update(t, s, func(tx settle.Tx) {
		there(tx)
		tx.Delete(settle.TablePayer, r.Key())
		gone(tx)
		early(tx)
		gone(tx)
	})
	view(t, s, gone)
	after, _, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "digest", after, empty)
	update(t, s, func(tx settle.Tx) { tx.Put(r) })
	if err := tryUpdateFails(t, s, func(tx settle.Tx) { tx.Delete(settle.TablePayer, r.Key()) }); err == nil {
		t.Fatal("the failed transaction has no error")
	}
	view(t, s, there)
}

// tryUpdateFails runs fn in a transaction that fails.
func tryUpdateFails(t *testing.T, s Store, fn func(settle.Tx)) error {
	t.Helper()
	return s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error { fn(tx); return errWanted })
}

func testNothingThere(t *testing.T, s Store) {
	view(t, s, func(tx settle.Tx) {
		for _, tb := range settle.Tables() {
			if r := tx.Get(tb, "nobody"); r != nil {
				t.Fatalf("%s: got %v", tb, r)
			}
		}
		seq, h := tx.Head()
		equal(t, "seq", seq, 0)
		equal(t, "head", h, settle.Hash{})
		equal(t, "tip", tx.Tip(), nil)
		equal(t, "applied", tx.Applied(), nil)
		equal(t, "canonical", tx.Canonical(1), nil)
		equal(t, "tail", len(tx.Tail(5)), 0)
		equal(t, "envelope", tx.Envelope("x") == nil, true)
		equal(t, "session", tx.Session(hash(1), 0), nil)
		equal(t, "concerning", len(tx.Concerning(hash(1))), 0)
	})
}

func testReplaceDerived(t *testing.T, s Store) {
	update(t, s, func(tx settle.Tx) {
		picked(tx, "old", addr(1))
		appendFact(tx, "kept")
	})
	fresh := settle.NewOverlay(nil)
	for n := range 1200 {
		id := fmt.Sprintf("x%d", n)
		fresh.Put(mission("m-"+id, "poster", settle.MissionOpen))
		fresh.Put(submission("s-"+id, "m-"+id, "worker", settle.SubmissionPending))
		fresh.Put(instruction(id, "m-"+id, "s-"+id, "poster", n, settle.InstructionOpen, addr(2)))
	}
	load := func(yield func(settle.Row) error) error {
		for _, r := range fresh.Dirty() {
			if err := yield(r); err != nil {
				return err
			}
		}
		return nil
	}
	old, seq, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.ReplaceDerived(t.Context(), func(yield func(settle.Row) error) error {
		if err := load(yield); err != nil {
			return err
		}
		return errWanted
	})
	if err == nil {
		t.Fatal("the error of rows was lost")
	}
	same, _, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "digest after a failure", same, old)
	if err := s.ReplaceDerived(t.Context(), load); err != nil {
		t.Fatal(err)
	}
	got, after, _, err := s.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "digest", got, digestOf(t, fresh))
	equal(t, "journal", after, seq)
	view(t, s, func(tx settle.Tx) {
		equal(t, "the old leg is watched", tx.Exists(settle.Watching(addr(1))), false)
		equal(t, "the new leg is watched", len(tx.Find(settle.Watching(addr(2)))), 1200)
		equal(t, "the worker's list", len(tx.InstructionsOfAgent("worker", 2000)), 1200)
	})
}
