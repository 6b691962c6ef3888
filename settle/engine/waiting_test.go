package engine_test

import (
	"context"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// counting counts the rows that transactions find.
type counting struct {
	enginetest.Store
	rows *int
}

func (c counting) Update(ctx context.Context, o settle.TxOptions, fn func(settle.Tx) error) error {
	return c.Store.Update(ctx, o, func(tx settle.Tx) error { return fn(countingTx{tx, c.rows}) })
}

type countingTx struct {
	settle.Tx
	rows *int
}

func (c countingTx) Find(q settle.Query) []settle.Row {
	out := c.Tx.Find(q)
	*c.rows += len(out)
	return out
}

// A block that holds nothing finds nothing, however much waits for its tier with a
// reservation that would be over; what falls due is settled all the same.
func TestBlockDoesNotFindWhatWaits(t *testing.T) {
	s := newScene(t)
	rows := 0
	s.Store = counting{s.Store, &rows}
	s.Restart()
	s.tiers("5=6,*=finalized")
	s.Tags[settle.TagSafe], s.Tags[settle.TagFinalized] = 0, 0
	var waiting []string
	pay := func(n int) {
		for range n {
			m := s.mission(s.poster, settle.NewMission{Reward: enginetest.USDC(21), Deadline: s.Now + 1_000*3600*1000})
			i := s.pick(s.poster, s.submit(m, s.a))
			waiting = append(waiting, i.ID)
			s.Mine(s.tagged(s.poster.Wallet0(), i))
		}
		s.Empty(7)
	}
	cost := func() int {
		s.Empty(1)
		before := rows
		s.Empty(1)
		return rows - before
	}
	pay(2)
	s.MineAfter(80 * 3600) // beyond every reservation
	if n := cost(); n != 0 {
		t.Errorf("%d rows found while two wait", n)
	}
	pay(10)
	s.MineAfter(80 * 3600)
	if n := cost(); n != 0 {
		t.Errorf("%d rows found while twelve wait", n)
	}
	for _, id := range waiting {
		s.open(id)
	}
	s.Call(settle.TagFinalized, s.Chain.Tip().Number)
	for _, id := range waiting {
		s.settled(id)
	}
	s.Refold()
}
