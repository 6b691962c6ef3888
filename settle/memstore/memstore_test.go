package memstore_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Store { return memstore.New(time.Now) })
}

func fact(tx settle.Tx) error {
	seq, head := tx.Head()
	f, err := settle.NewFact(seq+1, head, 1, &settle.Halted{Reason: "x"})
	if err == nil {
		tx.Append(f)
	}
	return err
}

// Each write fails in two ways: failed and not persisted, failed but persisted.
func TestHookFailsBeforeAndAfterTheCommit(t *testing.T) {
	broken := errors.New("disk on fire")
	for op, persisted := range map[string]uint64{"begin": 0, "head": 0, "append": 0, "commit": 0, "committed": 1} {
		s := memstore.New(time.Now)
		s.SetHook(func(o string) error {
			if o == op {
				return broken
			}
			return nil
		})
		if err := s.Update(t.Context(), settle.TxOptions{}, fact); !errors.Is(err, broken) {
			t.Errorf("%s: %v", op, err)
		}
		s.SetHook(nil)
		var seq uint64
		if err := s.View(t.Context(), func(tx settle.Tx) error { seq, _ = tx.Head(); return nil }); err != nil {
			t.Fatal(err)
		}
		if seq != persisted {
			t.Errorf("%s: %d facts, want %d", op, seq, persisted)
		}
		if err := s.Update(t.Context(), settle.TxOptions{}, fact); err != nil {
			t.Errorf("after %s: %v", op, err)
		}
	}
}

func TestLeaseGoesByTheGivenClock(t *testing.T) {
	now := time.Unix(0, 0)
	s := memstore.New(func() time.Time { return now })
	ctx := context.Background()
	if _, ok, _ := s.Acquire(ctx, "a", time.Second); !ok {
		t.Fatal("a free lease was not granted")
	}
	now = now.Add(999 * time.Millisecond)
	if _, ok, _ := s.Acquire(ctx, "b", time.Second); ok {
		t.Fatal("granted before its end")
	}
	now = now.Add(time.Millisecond)
	if _, ok, _ := s.Acquire(ctx, "b", time.Second); !ok {
		t.Fatal("not granted at its end")
	}
}
