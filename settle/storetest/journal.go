package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

func facts(t *testing.T, s Store, after uint64) (out []settle.Fact) {
	t.Helper()
	if err := s.Facts(t.Context(), after, func(f settle.Fact) error { out = append(out, f); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// checkChain walks the journal: positions without a gap, each naming the hash
// of the one before, the head being the last.
func checkChain(t *testing.T, s Store) []settle.Fact {
	t.Helper()
	all := facts(t, s, 0)
	var prev settle.Hash
	for i, f := range all {
		equal(t, "seq", f.Seq, uint64(i+1))
		equal(t, fmt.Sprintf("prev of %d", f.Seq), f.Prev, prev)
		prev = f.Hash()
	}
	view(t, s, func(tx settle.Tx) {
		seq, head := tx.Head()
		equal(t, "head seq", seq, uint64(len(all)))
		equal(t, "head", head, prev)
	})
	return all
}

func testJournalIsChained(t *testing.T, s Store) {
	body := `{"reason":"spaces  and é stay as they are\u0041"}`
	update(t, s, func(tx settle.Tx) {
		f := settle.Fact{Seq: 1, Kind: settle.KindHalted, At: -5, Body: []byte(body)}
		tx.Append(f)
		seq, head := tx.Head()
		equal(t, "seq", seq, 1)
		equal(t, "head", head, f.Hash())
		appendFact(tx, "second")
	})
	all := checkChain(t, s)
	equal(t, "body", string(all[0].Body), body)
	equal(t, "at", all[0].At, -5)
	for name, bad := range map[string]func(*settle.Fact){
		"gap":     func(f *settle.Fact) { f.Seq++ },
		"again":   func(f *settle.Fact) { f.Seq-- },
		"fork":    func(f *settle.Fact) { f.Prev[0]++ },
		"no JSON": func(f *settle.Fact) { f.Body = []byte("{") },
	} {
		err := tryUpdate(t, s, func(tx settle.Tx) {
			seq, head := tx.Head()
			f := settle.Fact{Seq: seq + 1, Prev: head, Kind: settle.KindHalted, Body: []byte("{}")}
			bad(&f)
			tx.Append(f)
		})
		if err == nil {
			t.Fatalf("%s: accepted", name)
		}
	}
	equal(t, "facts", len(checkChain(t, s)), 2)
}

func testJournalOrder(t *testing.T, s Store) {
	const workers, each = 50, 4
	var wg sync.WaitGroup
	var mu sync.Mutex
	mine := map[uint64]string{}
	errs := make(chan error, workers)
	for w := range workers {
		wg.Go(func() {
			for k := range each {
				text := fmt.Sprintf("%d/%d", w, k)
				var seq uint64
				o := settle.TxOptions{Cursor: settle.CursorLock(w % 2)}
				err := s.Update(t.Context(), o, func(tx settle.Tx) error {
					f := appendFact(tx, text)
					seq = f.Seq
					// Every fact counts what was there: a lost update would show.
					row := settle.AddressRow{Address: addr(1)}
					if old := settle.GetRow[settle.AddressRow](tx, addr(1).String()); old != nil {
						row = *old
					}
					row.Dust = row.Dust.SatAdd(money.Units(1))
					tx.Put(&row)
					return nil
				})
				if err != nil {
					errs <- err
					return
				}
				mu.Lock()
				mine[seq] = text
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		t.Fatal(err)
	default:
	}
	all := checkChain(t, s)
	equal(t, "facts", len(all), workers*each)
	for _, f := range all {
		b, err := f.Decode()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, fmt.Sprintf("fact %d", f.Seq), b.(*settle.Halted).Reason, mine[f.Seq])
	}
	view(t, s, func(tx settle.Tx) {
		n := settle.GetRow[settle.AddressRow](tx, addr(1).String()).Dust
		equal(t, "counted", n.String(), fmt.Sprint(workers*each))
	})
}

// testFactsOfBlock: the facts about a block are found, those of this transaction
// too, in order, and no others.
func testFactsOfBlock(t *testing.T, s Store) {
	about := func(tx settle.Tx, want ...uint64) {
		t.Helper()
		var got []uint64
		for _, f := range tx.FactsOfBlock(hash(1)) {
			got = append(got, f.Seq)
			if _, err := f.Decode(); err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("facts %v, want %v", got, want)
		}
	}
	add := func(tx settle.Tx, bodies ...settle.Body) {
		for _, b := range bodies {
			seq, head := tx.Head()
			f, err := settle.NewFact(seq+1, head, 1000, b)
			if err != nil {
				t.Fatal(err)
			}
			tx.Append(f)
		}
	}
	ref, other := settle.BlockRef{Number: 1, Hash: hash(1)}, settle.BlockRef{Number: 1, Hash: hash(2)}
	update(t, s, func(tx settle.Tx) {
		about(tx)
		add(tx, settle.BlockApplied{Block: ref}, settle.BlockApplied{Block: other}, settle.PaymentSeen{Block: ref})
		about(tx, 1)
	})
	update(t, s, func(tx settle.Tx) {
		add(tx, settle.BlockUnapplied{Block: ref})
		about(tx, 1, 4)
		add(tx, settle.BlockApplied{Block: ref})
	})
	if err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		add(tx, settle.BlockUnapplied{Block: ref})
		return errWanted
	}); err == nil {
		t.Fatal("committed")
	}
	view(t, s, func(tx settle.Tx) { about(tx, 1, 4, 5) })
}

func testFactsStream(t *testing.T, s Store) {
	for range 3 {
		update(t, s, func(tx settle.Tx) {
			for k := range 401 {
				appendFact(tx, fmt.Sprint(k))
			}
		})
	}
	equal(t, "all", len(checkChain(t, s)), 1203)
	tail := facts(t, s, 1200)
	equal(t, "tail", len(tail), 3)
	equal(t, "first of tail", tail[0].Seq, 1201)
	equal(t, "past the end", len(facts(t, s, 5000)), 0)
	n := 0
	err := s.Facts(t.Context(), 0, func(settle.Fact) error {
		if n++; n == 7 {
			return errWanted
		}
		return nil
	})
	equal(t, "error of fn", errors.Is(err, errWanted), true)
	equal(t, "stopped", n, 7)
}

// testAbortLeavesNothing: an error and each kind of panic.
func testAbortLeavesNothing(t *testing.T, s Store) {
	update(t, s, func(tx settle.Tx) { appendFact(tx, "before") })
	everything := func(tx settle.Tx) {
		appendFact(tx, "lost")
		picked(tx, "lost", addr(1))
		tx.PutEnvelope("lost", []byte("x"))
		tx.PutNonce("lost", 100)
		tx.PutSession(settle.Session{TokenHash: hash(1), Agent: "a", ExpiresAt: 100})
		tx.PutReceipt(settle.StoredReceipt{Digest: hash(1), Submission: "lost", Body: []byte("x")})
		tx.AddBlock(block(7, 0, hash(1), pay(0, 1, addr(5), addr(1), 5)), 1)
		tx.SetApplied(settle.BlockRef{Number: 7, Hash: hash(7)})
		tx.SetFinal(settle.BlockRef{Number: 7, Hash: hash(7)})
		tx.SubmissionCounts([]string{"m-lost"}) // makes a lazy store write
	}
	err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error { everything(tx); return errWanted })
	equal(t, "error", errors.Is(err, errWanted), true)
	err = tryUpdate(t, s, func(tx settle.Tx) { everything(tx); panic(&settle.Abort{Err: errWanted}) })
	equal(t, "abort", errors.Is(err, errWanted), true)
	func() {
		defer func() { equal(t, "panic", recover(), any("bug")) }()
		_ = tryUpdate(t, s, func(tx settle.Tx) { everything(tx); panic("bug") })
	}()
	ctx, cancel := context.WithCancel(t.Context())
	err = s.Update(ctx, settle.TxOptions{}, func(tx settle.Tx) error { everything(tx); cancel(); return nil })
	equal(t, "cancelled before the commit", errors.Is(err, context.Canceled), true)

	equal(t, "facts", len(checkChain(t, s)), 1)
	view(t, s, func(tx settle.Tx) {
		equal(t, "row", tx.Get(settle.TableInstruction, "lost"), nil)
		equal(t, "envelope", tx.Envelope("lost") == nil, true)
		equal(t, "session", tx.Session(hash(1), 0), nil)
		equal(t, "receipts", len(tx.Receipts("lost")), 0)
		equal(t, "tip", tx.Tip(), nil)
		equal(t, "applied", tx.Applied(), nil)
		equal(t, "final", tx.Final(), nil)
		equal(t, "watched", tx.Exists(settle.Watching(addr(1))), false)
	})
	update(t, s, func(tx settle.Tx) { equal(t, "nonce", tx.TakeNonce("lost", 1), false) })
	update(t, s, everything) // and none of it blocks doing it again
	equal(t, "facts after", len(checkChain(t, s)), 2)
}

func testViewIsOneSnapshot(t *testing.T, s Store) {
	update(t, s, func(tx settle.Tx) { picked(tx, "one", addr(1)) })
	done := make(chan error, 1)
	view(t, s, func(tx settle.Tx) {
		before, _ := tx.Head()
		go func() {
			done <- s.Update(context.WithoutCancel(t.Context()), settle.TxOptions{}, func(tx settle.Tx) error {
				picked(tx, "two", addr(1))
				appendFact(tx, "x")
				return nil
			})
		}()
		time.Sleep(50 * time.Millisecond)
		equal(t, "instructions", len(tx.Find(settle.Watching(addr(1)))), 1)
		after, _ := tx.Head()
		equal(t, "head", after, before)
		defer func() {
			if recover() == nil {
				t.Error("a view could write")
			}
		}()
		tx.Put(mission("m", "p", settle.MissionOpen))
	})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	view(t, s, func(tx settle.Tx) { equal(t, "instructions", len(tx.Find(settle.Watching(addr(1)))), 2) })
}

// testContextEndsWaiting: a writer that waits for another's lock gives up when
// its context ends.
func testContextEndsWaiting(t *testing.T, s Store) {
	update(t, s, func(settle.Tx) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		err := s.Update(ctx, settle.TxOptions{}, func(settle.Tx) error { return nil })
		equal(t, "deadline", errors.Is(err, context.DeadlineExceeded), true)
	})
}

func testHostileText(t *testing.T, s Store) {
	for name, text := range map[string]string{"NUL": "a\x00b", "invalid UTF-8": "a\xff", "cut rune": "é"[:1]} {
		err := tryUpdate(t, s, func(tx settle.Tx) {
			m := mission("m", "p", settle.MissionOpen)
			m.Title = text
			tx.Put(m)
		})
		if err == nil {
			t.Errorf("%s in a row: accepted", name)
		}
	}
	for name, body := range map[string]string{"NUL": `{"reason":"a\u0000"}`, "invalid UTF-8": "{\"reason\":\"\xff\"}"} {
		err := tryUpdate(t, s, func(tx settle.Tx) {
			tx.Append(settle.Fact{Seq: 1, Kind: settle.KindHalted, Body: []byte(body)})
		})
		if err == nil {
			t.Errorf("%s in a fact: accepted", name)
		}
	}
	kept := "'; drop table journal; -- \\u0000 \\ufffd \ufffd \u2028 \U0001f600 \" \\"
	update(t, s, func(tx settle.Tx) {
		m := mission(kept, kept, settle.MissionOpen)
		m.Title, m.Description = kept, kept
		tx.Put(m)
		appendFact(tx, kept)
	})
	update(t, s, func(tx settle.Tx) {
		found := settle.FindRows[*settle.Mission](tx, settle.MissionsOfPoster(kept))
		equal(t, "found", len(found), 1)
		equal(t, "title", found[0].Title, kept)
		equal(t, "searched", len(tx.Missions(settle.MissionFilter{Text: "'; DROP", Poster: kept})), 1)
		equal(t, "wildcards are text", len(tx.Missions(settle.MissionFilter{Text: "%"})), 0)
		b, err := facts(t, s, 0)[0].Decode()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "fact", b.(*settle.Halted).Reason, kept)
	})
}

func testLargestAmounts(t *testing.T, s Store) {
	most, err := money.FromBytes(bytes.Repeat([]byte{0xff}, 32))
	if err != nil {
		t.Fatal(err)
	}
	b := settle.BlockRef{Number: 3, Hash: hash(3)}
	update(t, s, func(tx settle.Tx) {
		i := picked(tx, "big", addr(1))
		c := *i
		c.Total = most
		tx.Put(&c)
		tr := transfer(b, 1, addr(2), addr(1), most)
		tx.Put(tr)
		tx.Put(allocation(tr, 0, money.Units(0), most, "big"))
		l := pay(0, 1, addr(2), addr(1), 0)
		l.Value = most
		tx.AddBlock(block(3, 0, hash(2), l), 1)
	})
	view(t, s, func(tx settle.Tx) {
		a := settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfInstruction("big"))
		equal(t, "allocations", len(a), 1)
		equal(t, "units", a[0].Hi.Cmp(most), 0)
		txs := tx.Concerning(block(3, 0, hash(2)).Hash)
		equal(t, "transactions", len(txs), 1)
		equal(t, "value", txs[0].Logs[0].Value.Cmp(most), 0)
	})
}
