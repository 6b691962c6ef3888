package storetest

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

func testLease(t *testing.T, s Store) {
	ctx := t.Context()
	acquire := func(holder string, ttl time.Duration) (int64, bool) {
		t.Helper()
		epoch, ok, err := s.Acquire(ctx, holder, ttl)
		if err != nil {
			t.Fatal(err)
		}
		return epoch, ok
	}
	renew := func(epoch int64) bool {
		t.Helper()
		ok, err := s.Renew(ctx, epoch, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	equal(t, "renewing what nobody has", renew(0), false)
	one, ok := acquire("a", time.Minute)
	equal(t, "first", ok, true)
	_, ok = acquire("b", time.Minute)
	equal(t, "while held", ok, false)
	two, ok := acquire("a", time.Minute)
	equal(t, "the holder again", ok && two > one, true)
	equal(t, "renewing the old epoch", renew(one), false)
	equal(t, "renewing", renew(two), true)
	if err := s.Release(ctx, one); err != nil {
		t.Fatal(err)
	}
	_, ok = acquire("b", time.Minute)
	equal(t, "after releasing an old epoch", ok, false)
	if err := s.Release(ctx, two); err != nil {
		t.Fatal(err)
	}
	equal(t, "renewing what was released", renew(two), false)
	three, ok := acquire("b", 30*time.Millisecond)
	equal(t, "after the release", ok && three > two, true)
	var four int64
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if four, ok = acquire("c", time.Minute); ok || time.Now().After(end) {
			break
		}
	}
	equal(t, "after it expired", ok && four > three, true)
	equal(t, "renewing what was taken over", renew(three), false)
	if _, _, err := s.Acquire(ctx, "", time.Minute); err == nil {
		t.Error("a lease without a holder was granted")
	}
}

func testEpochFences(t *testing.T, s Store) {
	try := func(o settle.TxOptions) error {
		return s.Update(t.Context(), o, func(tx settle.Tx) error { appendFact(tx, "led"); return nil })
	}
	fenced := func(what string, err error) {
		t.Helper()
		var epoch *settle.ErrEpoch
		if !errors.As(err, &epoch) {
			t.Fatalf("%s: %v, want ErrEpoch", what, err)
		}
	}
	fenced("no lease", try(settle.TxOptions{LeaderOnly: true}))
	fenced("no lease", try(settle.TxOptions{Cursor: settle.CursorMove, Epoch: 0}))
	one, _, err := s.Acquire(t.Context(), "a", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []settle.TxOptions{{Cursor: settle.CursorMove, Epoch: one}, {LeaderOnly: true, Epoch: one},
		{Cursor: settle.CursorShare}, {}} {
		if err := try(o); err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
	}
	two, _, err := s.Acquire(t.Context(), "a", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	fenced("deposed", try(settle.TxOptions{LeaderOnly: true, Epoch: one}))
	fenced("deposed", try(settle.TxOptions{Cursor: settle.CursorMove, Epoch: one}))
	fenced("the future", try(settle.TxOptions{LeaderOnly: true, Epoch: two + 1}))
	if err := try(settle.TxOptions{LeaderOnly: true, Epoch: two}); err != nil {
		t.Fatal(err)
	}
	if err := s.Release(t.Context(), two); err != nil {
		t.Fatal(err)
	}
	fenced("released", try(settle.TxOptions{LeaderOnly: true, Epoch: two}))
	equal(t, "facts", len(checkChain(t, s)), 5)

	// A takeover waits for the leader's transaction; its commit comes before.
	three, _, err := s.Acquire(t.Context(), "a", time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan uint64, 1)
	err = s.Update(t.Context(), settle.TxOptions{LeaderOnly: true, Epoch: three}, func(tx settle.Tx) error {
		go func() {
			seq := uint64(0)
			if _, ok, err := s.Acquire(t.Context(), "b", time.Minute); err == nil && ok {
				_ = s.View(t.Context(), func(tx settle.Tx) error { seq, _ = tx.Head(); return nil })
			}
			taken <- seq
		}()
		time.Sleep(100 * time.Millisecond)
		appendFact(tx, "the last of its epoch")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "the successor saw", <-taken, 6)
}

func testPin(t *testing.T, s Store) {
	for range 2 {
		if err := s.Pin(t.Context(), 8453, hash(1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Pin(t.Context(), 84532, hash(1)); err == nil {
		t.Error("another chain was accepted")
	}
	if err := s.Pin(t.Context(), 8453, hash(2)); err == nil {
		t.Error("another genesis was accepted")
	}
}

func testWindow(t *testing.T, s Store) {
	a := block(10, 0, hash(9), pay(0, 1, addr(1), addr(2), 5), pay(3, 1, addr(1), addr(3), 6), pay(4, 2, addr(1), addr(2), 7))
	b := block(11, 0, a.Hash)
	update(t, s, func(tx settle.Tx) {
		tx.AddBlock(a, 1000)
		tx.AddBlock(b, 2000)
		tx.AddBlock(a, 3000) // the same again changes nothing
		tx.SetApplied(a.BlockRef)
	})
	view(t, s, func(tx settle.Tx) { equal(t, "no final block", tx.Final(), nil) })
	update(t, s, func(tx settle.Tx) { tx.SetFinal(b.BlockRef) })
	update(t, s, func(tx settle.Tx) {
		equal(t, "final", *tx.Final(), b.BlockRef)
		tx.SetFinal(a.BlockRef)
		equal(t, "final in the transaction", *tx.Final(), a.BlockRef)
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "final", *tx.Final(), a.BlockRef)
		equal(t, "tip", *tx.Tip(), settle.StoredBlock{BlockRef: b.BlockRef, Parent: a.Hash, Time: 22, Seen: 2000})
		equal(t, "first", *tx.Canonical(10), settle.StoredBlock{BlockRef: a.BlockRef, Parent: hash(9), Time: 20, Seen: 1000})
		equal(t, "applied", *tx.Applied(), a.BlockRef)
		tail := tx.Tail(5)
		equal(t, "tail", len(tail), 2)
		equal(t, "newest first", tail[0].Number, 11)
		equal(t, "tail of one", len(tx.Tail(1)), 1)
		equal(t, "tail of none", len(tx.Tail(0)), 0)
		at, logs := tx.TxInWindow(hash(1))
		equal(t, "block of transaction", at.Hash, a.Hash)
		equal(t, "its logs", slices.Equal(logs.Logs, a.Logs[:2]), true)
		equal(t, "its index", logs.Index, 1)
		equal(t, "logs of a block", slices.Equal(tx.Logs(a.Hash), a.Logs), true)
		equal(t, "logs of a block without any", len(tx.Logs(b.Hash)), 0)
		equal(t, "logs of an unknown block", len(tx.Logs(hash(77))), 0)
		at, _ = tx.TxInWindow(hash(77))
		equal(t, "unknown transaction", at, nil)
	})
	for what, bad := range map[string]settle.Block{
		"a rival at the same height": block(11, 1, a.Hash),
		"the same hash elsewhere":    {BlockRef: settle.BlockRef{Number: 12, Hash: b.Hash}, Parent: a.Hash},
		"the same hash on another":   {BlockRef: b.BlockRef, Parent: hash(5)},
		"a height out of range":      {BlockRef: settle.BlockRef{Number: 1 << 63, Hash: hash(5)}},
	} {
		if err := tryUpdate(t, s, func(tx settle.Tx) { tx.AddBlock(bad, 1) }); err == nil {
			t.Errorf("%s was stored", what)
		}
	}
	update(t, s, func(tx settle.Tx) { tx.PruneLogs(10) })
	view(t, s, func(tx settle.Tx) {
		at, _ := tx.TxInWindow(hash(1))
		equal(t, "pruned transaction", at, nil)
		equal(t, "pruned logs", len(tx.Logs(a.Hash)), 0)
		equal(t, "its header stays", tx.Canonical(10).Hash, a.Hash)
	})
}

func testWindowReorg(t *testing.T, s Store) {
	a := block(10, 0, hash(9))
	b := block(11, 0, a.Hash, pay(0, 1, addr(1), addr(2), 5))
	c := block(12, 0, b.Hash)
	b2 := block(11, 1, a.Hash, pay(0, 2, addr(1), addr(2), 5))
	update(t, s, func(tx settle.Tx) {
		tx.AddBlock(a, 1)
		tx.AddBlock(b, 2)
		tx.AddBlock(c, 3)
	})
	update(t, s, func(tx settle.Tx) {
		tx.OrphanAbove(10)
		equal(t, "tip within", tx.Tip().Hash, a.Hash)
		tx.AddBlock(b2, 4)
		equal(t, "tip of the branch", tx.Tip().Hash, b2.Hash)
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "tip", tx.Tip().Hash, b2.Hash)
		equal(t, "orphan at 12", tx.Canonical(12), nil)
		equal(t, "tail", len(tx.Tail(9)), 2)
		at, _ := tx.TxInWindow(hash(1))
		equal(t, "transaction of an orphan", at, nil)
		at, _ = tx.TxInWindow(hash(2))
		equal(t, "transaction of the branch", at.Hash, b2.Hash)
		equal(t, "logs of an orphan", len(tx.Logs(b.Hash)), 1)
	})
	update(t, s, func(tx settle.Tx) { // and back
		tx.OrphanAbove(10)
		tx.AddBlock(b, 5)
		tx.AddBlock(c, 6)
	})
	view(t, s, func(tx settle.Tx) {
		equal(t, "tip", tx.Tip().Hash, c.Hash)
		equal(t, "seen first", tx.Canonical(11).Seen, 2)
		at, logs := tx.TxInWindow(hash(1))
		equal(t, "transaction", at.Hash, b.Hash)
		equal(t, "logs", len(logs.Logs), 1)
	})
	again := block(12, 0, b.Hash, pay(7, 3, addr(1), addr(2), 9))
	update(t, s, func(tx settle.Tx) { tx.AddBlock(again, 9) }) // the block was read wrongly
	view(t, s, func(tx settle.Tx) {
		equal(t, "logs read again", slices.Equal(tx.Logs(c.Hash), again.Logs), true)
		equal(t, "seen first", tx.Canonical(12).Seen, 3)
	})
	update(t, s, func(tx settle.Tx) { // a reorg of everything that is stored
		tx.OrphanAbove(9)
		equal(t, "tip of nothing", tx.Tip(), nil)
		tx.AddBlock(block(10, 7, hash(8)), 7)
	})
	view(t, s, func(tx settle.Tx) { equal(t, "tail", len(tx.Tail(9)), 1) })
}

func testConcerning(t *testing.T, s Store) {
	leg, deposit, other, nonce, digest := addr(1), addr(2), addr(3), hash(901), hash(902)
	auth := settle.Log{Index: 20, TxHash: hash(5), TxIndex: 5, Emitter: addr(999), Kind: settle.LogAuthorizationUsed, From: other, Ref: nonce}
	paid := settle.Log{Index: 31, TxHash: hash(6), TxIndex: 6, Emitter: addr(9), Kind: settle.LogInstructionLegRefused, To: other, Ref: digest}
	foreign := settle.Log{Index: 40, TxHash: hash(7), TxIndex: 7, Emitter: addr(9), Kind: settle.LogInstructionPaid, To: leg, Ref: hash(999), Value: money.Units(5)}
	b := block(10, 0, hash(9),
		pay(0, 0, other, other, 5),                                                       // to nobody
		pay(1, 1, other, addr(7), 5), pay(2, 1, other, leg, 5), pay(3, 1, leg, other, 1), // to a leg: the whole transaction
		pay(4, 2, leg, other, 5),                                   // from a leg alone
		pay(5, 3, other, deposit, 5), pay(6, 4, deposit, other, 5), // to and from a deposit
		auth, pay(21, 5, other, addr(7), 5), pay(30, 6, other, addr(7), 5), paid, // by tags
		foreign,                                            // an unknown digest
		pay(50, 8, other, leg, 0), pay(51, 9, leg, leg, 5), // nothing, and to itself
		pay(60, 10, other, addr(4), 5), // to a leg that is settled
		event(70, 11, settle.EventMissionCancelled{MissionID: hash(77)}), pay(71, 11, other, addr(7), 5),
		settle.Log{Index: 80, TxHash: hash(12), TxIndex: 12, Emitter: addr(999), Kind: settle.LogPause},
		settle.Log{Index: 81, TxHash: hash(12), TxIndex: 12, Emitter: addr(999), Kind: settle.LogUnpause})
	always := []uint32{11} // an event of the escrow, whatever else there is
	want := []uint32{1, 3, 4, 5, 6, 11}
	check := func(tx settle.Tx, want []uint32) {
		t.Helper()
		var got []uint32
		for _, x := range tx.Concerning(b.Hash) {
			got = append(got, x.Index)
			for _, l := range x.Logs {
				if l.TxHash != x.Hash || !slices.ContainsFunc(b.Logs, func(o settle.Log) bool { return reflect.DeepEqual(o, l) }) {
					t.Errorf("transaction %d has a log that it did not have: %+v", x.Index, l)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("concerning %v, want %v", got, want)
		}
	}
	update(t, s, func(tx settle.Tx) {
		tx.AddBlock(b, 1)
		equal(t, "logs as they were", reflect.DeepEqual(tx.Logs(b.Hash), b.Logs), true)
		check(tx, always)
		i := *picked(tx, "one", leg)
		i.Deposit = deposit
		tx.Put(&i)
		tx.Put(&settle.Tag{Ref: nonce, Instruction: "one", Leg: 0})
		tx.Put(&settle.Tag{Ref: digest, Instruction: "one", Leg: -1})
		d := *picked(tx, "done", addr(4))
		d.Status, d.SettledAt, d.Covered = settle.InstructionSettled, 5, true
		tx.Put(&d)
		check(tx, want) // what the same transaction wrote counts
	})
	view(t, s, func(tx settle.Tx) {
		check(tx, want)
		equal(t, "logs of a transaction", len(tx.Concerning(b.Hash)[0].Logs), 3)
	})
}
