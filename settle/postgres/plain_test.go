package postgres_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

// plainWorld writes the same to PostgreSQL and to memory.
type plainWorld struct {
	*testing.T
	r   *rand.Rand
	pg  *postgres.Store
	mem *memstore.Store
	c   *pgx.Conn
	// rows are the transfers that were put and not deleted, by key.
	rows map[string]*settle.Transfer
	seqs map[string]int
}

func newPlainWorld(t *testing.T, seed uint64, copyFrom int) *plainWorld {
	url := newURL(t)
	w := &plainWorld{t, rand.New(rand.NewPCG(seed, 7)), open(t, url, postgres.Options{CopyFrom: copyFrom}), memstore.New(time.Now), connect(t, url),
		map[string]*settle.Transfer{}, map[string]int{}}
	w.update(func(tx settle.Tx) {
		tx.Put(&settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen})
		tx.Put(&settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending})
		tx.Put(&settle.Instruction{ID: "i", Digest: settle.Hash{1}, Mission: "m", Submission: "s", Poster: "p", Status: settle.InstructionOpen})
	})
	return w
}

func (w *plainWorld) update(fn func(settle.Tx)) {
	w.Helper()
	for _, s := range []settle.Store{w.pg, w.mem} {
		if err := s.Update(w.Context(), settle.TxOptions{}, func(tx settle.Tx) error { fn(tx); return nil }); err != nil {
			w.Fatal(err)
		}
	}
}

func plainBlock(number uint64, branch int) settle.Hash {
	return settle.Keccak256([]byte(fmt.Sprint(number, branch)))
}

// transfer is a random one, mostly plain. Heights and positions include those
// whose keys are longer than others'.
func (w *plainWorld) transfer() *settle.Transfer {
	number, index := uint64(w.r.IntN(12)), uint32(w.r.IntN(30))
	switch w.r.IntN(40) {
	case 0:
		number = 1e16 + uint64(w.r.IntN(3))
	case 1:
		index = 1e8 + uint32(w.r.IntN(3))
	case 2:
		number = 1e16 - 1
	}
	v := money.Units(1 + w.r.Uint64N(1e9))
	if w.r.IntN(10) == 0 {
		v = money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935").SatSub(money.Units(w.r.Uint64N(3)))
	}
	from, to := wide(1, w.r.IntN(3)), wide(2, w.r.IntN(3))
	t := &settle.Transfer{Block: settle.BlockRef{Number: number, Hash: plainBlock(number, w.r.IntN(2))}, BlockTime: int64(number), LogIndex: index,
		TxHash: settle.Hash{9, byte(index)}, TxIndex: index % 7, From: from, To: to, Value: v, Counted: v, Sender: from,
		Flows: []settle.Flow{{Address: to, In: v}}}
	switch w.r.IntN(20) {
	case 0:
		t.Void = true
	case 1:
		t.Counted = t.Counted.SatSub(money.Units(1))
	case 2:
		t.Flows = append(t.Flows, settle.Flow{Address: from, Out: v})
	case 3:
		t.Flows = nil
	case 4:
		t.Tagged, t.TagRef, t.Instruction = true, settle.Hash{3}, "i"
	case 5:
		t.Sender = wide(3, 1)
	case 6:
		t.Orphan = true
	case 7:
		t.Flows[0].Out = money.Units(1)
	}
	return t
}

// step does something random, and returns what.
func (w *plainWorld) step() string {
	n := 1 + w.r.IntN(60)
	switch w.r.IntN(5) {
	case 0, 1:
		var ts []*settle.Transfer
		for range n {
			t := w.transfer()
			if old := w.rows[t.Key()]; old != nil && w.seqs[t.Key()] > 0 { // what is allocated stays within the value
				t.Value, t.Counted, t.Void, t.Flows = old.Value, old.Counted, false, []settle.Flow{{Address: t.To, In: old.Value}}
			}
			ts = append(ts, t)
			w.rows[t.Key()] = t
		}
		w.update(func(tx settle.Tx) {
			for _, t := range ts {
				tx.Put(t)
			}
		})
		return fmt.Sprintf("put %d transfers", n)
	case 2:
		var as []settle.Row
		for key, t := range w.rows {
			if !t.Void && w.seqs[key] == 0 && len(as) < n && t.LogIndex < 1e8 {
				w.seqs[key]++
				as = append(as, &settle.Allocation{Transfer: key, BlockHash: t.Block.Hash, LogIndex: t.LogIndex, Hi: money.Units(1), Instruction: "i", Rule: settle.RulePayer})
			}
		}
		w.update(func(tx settle.Tx) {
			for _, a := range as {
				tx.Put(a)
			}
		})
		return fmt.Sprintf("allocate of %d", len(as))
	case 3:
		var keys []string
		for key := range w.rows {
			if w.seqs[key] == 0 && len(keys) < n {
				keys = append(keys, key)
				delete(w.rows, key)
			}
		}
		w.update(func(tx settle.Tx) {
			for _, key := range keys {
				tx.Delete(settle.TableTransfer, key)
			}
		})
		return fmt.Sprintf("delete %d", len(keys))
	}
	err := w.mem.View(w.Context(), func(tx settle.Tx) error {
		return w.pg.ReplaceDerived(w.Context(), func(yield func(settle.Row) error) error {
			return w.all(tx, yield)
		})
	})
	if err != nil {
		w.Fatal(err)
	}
	return "replace all"
}

// all are the derived rows of memory.
func (w *plainWorld) all(tx settle.Tx, yield func(settle.Row) error) error {
	o := settle.NewOverlay(nil)
	o.Put(tx.Get(settle.TableMission, "m"))
	o.Put(tx.Get(settle.TableSubmission, "s"))
	o.Put(tx.Get(settle.TableInstruction, "i"))
	for key := range w.rows {
		o.Put(tx.Get(settle.TableTransfer, key))
	}
	for _, a := range tx.Find(settle.AllocationsOfInstruction("i")) {
		o.Put(a)
	}
	for _, r := range o.Dirty() {
		if err := yield(r); err != nil {
			return err
		}
	}
	return nil
}

// equal compares all that can be read of transfers.
func (w *plainWorld) equal(did string) {
	w.Helper()
	read := func(s settle.Store) (out []any) {
		err := s.View(w.Context(), func(tx settle.Tx) error {
			out = nil
			for n := range 3 {
				out = append(out, tx.Find(settle.TransfersFrom(wide(1, n))), tx.Find(settle.TransfersTo(wide(2, n))), tx.Exists(settle.TransfersFrom(wide(1, n))))
				for _, r := range append(tx.RecentTransfersTo(wide(2, n), 3, 5), tx.RecentTransfersTo(wide(2, n), 0, 0)...) {
					out = append(out, r)
				}
			}
			for n := range 12 {
				out = append(out, tx.Find(settle.TransfersOfBlock(plainBlock(uint64(n), 1))), tx.Find(settle.TransfersOfTx(settle.Hash{9, byte(n)})))
			}
			out = append(out, tx.Find(settle.TransfersTagged("i")))
			for key := range w.rows {
				if n := len(tx.Find(settle.AllocationsOfTransfer(key))); n != w.seqs[key] {
					w.Fatalf("%d allocations of %s", n, key)
				}
			}
			for key, t := range w.rows {
				if got := settle.GetRow[settle.Transfer](tx, key); !reflect.DeepEqual(got, t) {
					w.Fatalf("after %s: %s is %+v, want %+v", did, key, got, t)
				}
			}
			for _, key := range []string{"", "x", "1/0x00/2", fmt.Sprintf("%017d/%s/%08d", 1, settle.Hash{1, 1}, 1)} {
				if tx.Get(settle.TableTransfer, key) != nil {
					w.Fatalf("%q is a transfer", key)
				}
			}
			return nil
		})
		if err != nil {
			w.Fatal(err)
		}
		return out
	}
	if a, b := read(w.pg), read(w.mem); !reflect.DeepEqual(a, b) {
		for i := range min(len(a), len(b)) {
			if !reflect.DeepEqual(a[i], b[i]) {
				w.Fatalf("after %s: at %d PostgreSQL reads %#v and memory %#v", did, i, a[i], b[i])
			}
		}
		w.Fatalf("after %s: PostgreSQL reads %d things and memory %d", did, len(a), len(b))
	}
	a, _, _, err1 := w.pg.Digest(w.Context())
	b, _, _, err2 := w.mem.Digest(w.Context())
	if err1 != nil || err2 != nil || a != b {
		w.Fatalf("after %s: digests %s %s, %v %v", did, a, b, err1, err2)
	}
	var twice int
	const q = "select count(*) from (select key from recorded_transfer group by key having count(*) > 1) x"
	if err := w.c.QueryRow(w.Context(), q).Scan(&twice); err != nil || twice > 0 {
		w.Fatalf("after %s: %d transfers are in both tables, %v", did, twice, err)
	}
}

// Where a transfer lies shows nowhere: whatever is written, in whichever order, all
// reads and the digest are those of a store that knows one table.
func TestTransfersLieInEitherTable(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newPlainWorld(t, seed, []int{1, 20, 1000}[seed%3])
			plain := 0
			for range 25 {
				w.equal(w.step())
				var n int
				if err := w.c.QueryRow(t.Context(), "select count(*) from plain_transfer").Scan(&n); err != nil {
					t.Fatal(err)
				}
				plain = max(plain, n)
			}
			if plain == 0 {
				t.Error("nothing ever was a plain row")
			}
		})
	}
}

// What a transaction of many blocks has found of an address it looks for again once
// an instruction or a tag has changed.
func TestBulkSeesWhatItWrites(t *testing.T) {
	w := newPlainWorld(t, 1, 1)
	b := settle.Block{BlockRef: settle.BlockRef{Number: 1, Hash: settle.Hash{1}}}
	for n := range 3 {
		b.Logs = append(b.Logs, settle.Log{Index: uint32(n), TxIndex: uint32(n), TxHash: settle.Hash{byte(n + 1)}, Emitter: wide(1, 1),
			Kind: settle.LogTransfer, From: wide(2, n), To: wide(3, n), Value: money.Units(5)})
	}
	b.Logs[2].Ref, b.Logs[2].Kind = settle.Hash{77}, settle.LogInstructionPaid
	err := w.pg.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		tx.(settle.Bulk).Expect([]settle.Block{b})
		tx.AddBlock(b, 1)
		concerning := func(want int) {
			t.Helper()
			for range 2 {
				if n := len(tx.Concerning(b.Hash)); n != want {
					t.Errorf("%d transactions, want %d", n, want)
				}
			}
		}
		concerning(0)
		i := *settle.GetRow[settle.Instruction](tx, "i")
		i.Legs = []settle.Leg{{To: wide(3, 0), Amount: money.Units(9)}}
		tx.Put(&i)
		concerning(1)
		c := i
		c.Deposit = wide(2, 1)
		tx.Put(&c)
		concerning(2)
		tx.Put(&settle.Tag{Ref: settle.Hash{77}, Instruction: "i", Leg: -1})
		concerning(3)
		tx.Delete(settle.TableTag, settle.Hash{77}.String())
		concerning(2)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A block that an earlier transaction stored concerns the same people in one of many
// blocks as it does by itself, and what is known of its addresses is known there.
func TestBulkReadsBlocksStoredBefore(t *testing.T) {
	w := newPlainWorld(t, 2, 1)
	old := settle.Block{BlockRef: settle.BlockRef{Number: 1, Hash: settle.Hash{1}}}
	for n := range 4 { // the last is of the transaction before it
		old.Logs = append(old.Logs, settle.Log{Index: uint32(n), TxIndex: uint32(min(n, 2)), TxHash: settle.Hash{byte(min(n, 2) + 1)}, Emitter: wide(1, 1),
			Kind: settle.LogTransfer, From: wide(2, n), To: wide(3, n), Value: money.Units(5)})
	}
	next := settle.Block{BlockRef: settle.BlockRef{Number: 2, Hash: settle.Hash{2}}, Parent: old.Hash}
	var alone, among []settle.TxLogs
	err := errors.Join(w.pg.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		i := *settle.GetRow[settle.Instruction](tx, "i")
		i.Legs, i.Deposit = []settle.Leg{{To: wide(3, 0), Amount: money.Units(9)}}, wide(2, 3)
		tx.Put(&i)
		tx.AddBlock(old, 1)
		return nil
	}), w.pg.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		alone = tx.Concerning(old.Hash)
		return nil
	}), w.pg.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		tx.(settle.Bulk).Expect([]settle.Block{next})
		tx.AddBlock(next, 1)
		among = tx.Concerning(old.Hash)
		if !tx.Exists(settle.Watching(wide(3, 0))) || tx.Exists(settle.Watching(wide(3, 1))) || len(tx.Find(settle.InstructionByDeposit(wide(2, 3)))) != 1 {
			t.Error("what is known of the addresses is wrong")
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(alone) != 2 || len(alone[1].Logs) != 2 || !reflect.DeepEqual(alone, among) {
		t.Errorf("alone %v\namong many %v", alone, among)
	}
}
