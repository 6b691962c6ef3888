package postgres_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
)

func wide(kind byte, n int) (a settle.Address) {
	return settle.Address{0: kind, 17: byte(n >> 16), 18: byte(n >> 8), 19: byte(n)}
}

// fill stores instructions of which every tenth is open.
func fill(t testing.TB, s *postgres.Store, from, to int) {
	t.Helper()
	fillOpen(t, s, from, to, 10)
}

// fillOpen stores instructions of which every n-th is open.
func fillOpen(t testing.TB, s *postgres.Store, from, to, every int) {
	t.Helper()
	rows := func(yield func(settle.Row) error) error {
		m := &settle.Mission{ID: "m", Poster: "p", Category: "c", Status: settle.MissionOpen}
		sub := &settle.Submission{ID: "s", Mission: "m", Agent: "w", Status: settle.SubmissionPending}
		if err := yield(m); err != nil {
			return err
		}
		if err := yield(sub); err != nil {
			return err
		}
		for n := from; n < to; n++ {
			i := &settle.Instruction{ID: fmt.Sprintf("i%06d", n), Digest: settle.Keccak256([]byte(fmt.Sprint(n))), Mission: "m", Submission: "s",
				Poster: fmt.Sprintf("p%d", n%100), Seq: uint64(n), Status: settle.InstructionSettled, SettledAt: 1, Covered: true,
				Deposit: wide(0xdd, n), Legs: []settle.Leg{{To: wide(0xaa, n)}, {To: wide(0xff, 0)}}}
			if n%every == 0 {
				i.Status, i.SettledAt, i.Covered = settle.InstructionOpen, 0, false
			}
			if err := yield(i); err != nil {
				return err
			}
		}
		return nil
	}
	if err := s.ReplaceDerived(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
}

// busy is a block of 200 transactions, of which two concern an instruction.
func busy(number uint64) settle.Block { return busyTo(number, 500) }

// busyTo is busy, and pays a leg of the n-th instruction.
func busyTo(number uint64, paid int) settle.Block {
	b := settle.Block{BlockRef: settle.BlockRef{Number: number, Hash: settle.Keccak256([]byte(fmt.Sprint("block", number)))}}
	for n := range 200 {
		l := settle.Log{Index: uint32(n), TxIndex: uint32(n), TxHash: settle.Keccak256([]byte(fmt.Sprint(number, n))), Emitter: wide(1, 1),
			Kind: settle.LogTransfer, From: wide(2, n), To: wide(3, n), Value: money.Units(5)}
		switch n {
		case 50:
			l.To = wide(0xaa, paid)
		case 60:
			l.From = wide(0xdd, 7)
		}
		b.Logs = append(b.Logs, l)
	}
	return b
}

// The transactions of a block that matter are found by probing indexes for each
// log, never by reading a table of instructions, whether the planner knows the
// size of the tables or not.
func TestConcerningReadsNoWholeTable(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	fill(t, s, 0, 6_000)
	b := busy(1)
	err := s.Update(t.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
		tx.AddBlock(b, 1)
		if n := len(tx.Concerning(b.Hash)); n != 2 {
			t.Errorf("%d transactions, want 2", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, analyzed := range []bool{false, true} {
		if analyzed {
			if _, err := c.Exec(t.Context(), "analyze"); err != nil {
				t.Fatal(err)
			}
		}
		rows, err := c.Query(t.Context(), "explain (analyze, timing off, summary off) "+postgres.SQLConcerning, b.Hash[:], int16(settle.LogTransfer))
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			plan = append(plan, line)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(plan, "\n")
		for _, table := range []string{"watch", "instruction"} { // tag is empty here
			if strings.Contains(text, "Seq Scan on "+table) {
				t.Errorf("reads all of %s:\n%s", table, text)
			}
		}
		if !strings.Contains(text, "Index") {
			t.Errorf("no index is used:\n%s", text)
		}
	}
}

// What a transaction of many blocks asks about their addresses is asked of
// indexes: its cost grows with the addresses, not with what is stored.
func TestBulkReadsNoWholeTable(t *testing.T) {
	url := newURL(t)
	s, c := open(t, url, postgres.Options{}), connect(t, url)
	fill(t, s, 0, 6_000)
	var as [][]byte
	for n := range 50 {
		a := wide(0xaa, n)
		as = append(as, a[:])
	}
	if _, err := c.Exec(t.Context(), "analyze"); err != nil {
		t.Fatal(err)
	}
	for table, sql := range postgres.SQLBulk() {
		rows, err := c.Query(t.Context(), "explain "+sql, as)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(plan, "\n")
		if table != "payer" && strings.Contains(text, "Seq Scan") { // payer is empty here
			t.Errorf("reads all of %s:\n%s", table, text)
		}
	}
}

// BenchmarkBlocks: blocks of 200 transfers, of which two concern an instruction,
// among so many open instructions, one by one and many at once. The time of a
// block must not grow with them.
func BenchmarkBlocks(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		url := newURL(b)
		s, c := open(b, url, postgres.Options{}), connect(b, url)
		fillOpen(b, s, 0, size, 1)
		if _, err := c.Exec(b.Context(), "analyze"); err != nil {
			b.Fatal(err)
		}
		number := uint64(0)
		for _, many := range []int{1, 40} {
			b.Run(fmt.Sprintf("open=%d/at_once=%d", size, many), func(b *testing.B) {
				for b.Loop() {
					var blocks []settle.Block
					for range many {
						number++
						blocks = append(blocks, busyTo(number, 5))
					}
					err := s.Update(b.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
						if many > 1 {
							tx.(settle.Bulk).Expect(blocks)
						}
						for _, blk := range blocks {
							tx.AddBlock(blk, 1)
							if n := len(tx.Concerning(blk.Hash)); n != 2 {
								return fmt.Errorf("%d transactions, want 2", n)
							}
							tx.SetApplied(blk.BlockRef)
							tx.PruneLogs(blk.Number)
						}
						return nil
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*many), "µs/block")
			})
		}
	}
}

// BenchmarkConcerning: run it with different sizes; the time must not grow.
func BenchmarkConcerning(b *testing.B) {
	for _, size := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("stored=%d", size), func(b *testing.B) {
			url := newURL(b)
			s, c := open(b, url, postgres.Options{}), connect(b, url)
			fill(b, s, 0, size)
			if _, err := c.Exec(b.Context(), "analyze"); err != nil {
				b.Fatal(err)
			}
			blk := busy(1)
			err := s.Update(b.Context(), settle.TxOptions{}, func(tx settle.Tx) error { tx.AddBlock(blk, 1); return nil })
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				err := s.View(b.Context(), func(tx settle.Tx) error {
					if n := len(tx.Concerning(blk.Hash)); n == 0 {
						b.Errorf("%d transactions", n)
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUpdate: transactions of one small fact and one row, by so many
// writers at once.
func BenchmarkUpdate(b *testing.B) {
	for _, writers := range []int{1, 8} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s := open(b, newURL(b), postgres.Options{})
			began := time.Now()
			work := make(chan int)
			var wg sync.WaitGroup
			for range writers {
				wg.Go(func() {
					for n := range work {
						err := s.Update(b.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
							id := fmt.Sprint(n % 1000)
							tx.Get(settle.TableAgent, id)
							tx.Put(&settle.Agent{ID: id, CreatedAt: int64(n)})
							return appendFact(tx)
						})
						if err != nil {
							b.Error(err)
						}
					}
				})
			}
			n := 0
			for b.Loop() {
				work <- n
				n++
			}
			close(work)
			wg.Wait()
			b.ReportMetric(float64(n)/time.Since(began).Seconds(), "tx/s")
		})
	}
}

// BenchmarkAddBlock: a block of 200 logs, as the indexer writes it.
func BenchmarkAddBlock(b *testing.B) {
	s := open(b, newURL(b), postgres.Options{})
	n := uint64(0)
	for b.Loop() {
		n++
		blk := busy(n)
		err := s.Update(b.Context(), settle.TxOptions{}, func(tx settle.Tx) error {
			tx.AddBlock(blk, 1)
			tx.Concerning(blk.Hash)
			tx.SetApplied(blk.BlockRef)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
