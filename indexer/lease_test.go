package indexer_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle"
)

// TestTakeover: a leader that cannot reach the lease any more is replaced
// within 10 s, and writes nothing afterwards.
func TestTakeover(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(5)
		one, stop1 := w.follow()
		defer stop1()
		time.Sleep(time.Second)
		two, stop2 := w.follow(func(c *indexer.Config) { c.Holder = "two" })
		defer stop2()
		w.settles(time.Second)
		if !one.Status().Leader || two.Status().Leader {
			t.Fatal("the first is to lead")
		}
		w.lease.Cut("one", true)
		w.node.MineEmpty(1)
		time.Sleep(10 * time.Second)
		if s := two.Status(); !s.Leader || w.lease.Holder() != "two" {
			t.Fatalf("no takeover: %+v", s)
		}
		if one.Status().Leader {
			t.Error("two leaders")
		}
		w.node.Mine(pays(3)...)
		w.settles(time.Second)
		w.lease.Cut("one", false)
		w.node.Reorg(3, chaintest.Empty(4)...)
		w.settles(10 * time.Second)
		if one.Status().Leader || !two.Status().Leader {
			t.Error("leadership went back without need")
		}
	})
}

// TestDeposedInTheMiddle: the lease is gone before the leader's own clock says
// so (a paused process): the first write is refused and it stands by.
func TestDeposedInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(5)
		one, stop := w.follow()
		defer stop()
		w.settles(time.Second)
		if err := w.lease.Release(context.Background(), one.Status().Epoch); err != nil {
			t.Fatal(err)
		}
		epoch, ok, err := w.lease.Acquire(context.Background(), "intruder", 5*time.Second)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		before := w.sink.Writes()
		w.node.MineEmpty(3)
		time.Sleep(1500 * time.Millisecond)
		if one.Status().Leader || w.sink.Writes() != before || !w.obs.saw(indexer.ErrDeposed) {
			t.Errorf("wrote with epoch %d while %d is current: %+v", one.Status().Epoch, epoch, one.Status())
		}
		w.settles(10 * time.Second) // the intruder's lease runs out
		if !one.Status().Leader {
			t.Error("did not lead again")
		}
	})
}

// TestHandsOver: a leader that stops lets go at once.
func TestHandsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(5)
		_, stop1 := w.follow()
		time.Sleep(time.Second)
		two, stop2 := w.follow(func(c *indexer.Config) { c.Holder = "two" })
		defer stop2()
		time.Sleep(time.Second)
		stop1()
		time.Sleep(2100 * time.Millisecond) // a third of the lease
		if !two.Status().Leader {
			t.Error("no handover")
		}
		w.node.MineEmpty(1)
		w.settles(time.Second)
	})
}

// TestWake: a wake-up shortens the wait, and a Wake that never comes does not
// lengthen it.
func TestWake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(2)
		wake := make(chan struct{}, 1)
		_, stop := w.follow(func(c *indexer.Config) { c.Wake, c.Poll = wake, time.Minute })
		defer stop()
		w.settles(time.Second)
		w.node.MineEmpty(1)
		wake <- struct{}{}
		w.settles(time.Millisecond)
		w.node.MineEmpty(1)
		time.Sleep(time.Second)
		if w.compare() == nil {
			t.Fatal("found a block without poll or wake-up")
		}
		w.settles(time.Minute)
	})
}

// TestStopFinishesTheWrite: a stop does not cut a write off.
func TestStopFinishesTheWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(3)
		slow := &slowSink{Sink: w.sink}
		_, stop := w.follow(func(c *indexer.Config) { c.Sink = slow })
		time.Sleep(50 * time.Millisecond) // in the first write
		stop()
		if slow.cut || len(w.sink.Chain()) != 1 {
			t.Errorf("cut off: %v, stored %d blocks", slow.cut, len(w.sink.Chain()))
		}
		if w.lease.Holder() != "" {
			t.Error("lease not released")
		}
	})
}

type slowSink struct {
	indexer.Sink
	cut bool
}

func (s *slowSink) Extend(ctx context.Context, epoch int64, b settle.Block) error {
	select {
	case <-ctx.Done():
		s.cut = true
		return ctx.Err()
	case <-time.After(time.Second):
	}
	return s.Sink.Extend(ctx, epoch, b)
}
