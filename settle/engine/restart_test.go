package engine_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/seal"
)

// errDied is the death of the process in the middle of a call of the store.
var errDied = errors.New("died")

// killer counts the store's calls while the follower writes and fails one.
type killer struct {
	armed     bool
	calls     int
	at        int
	persisted bool
	op        string
	ops       []string
}

func (k *killer) hook(op string) error {
	if !k.armed || (op == "committed") != k.persisted {
		return nil
	}
	k.calls++
	k.ops = append(k.ops, op)
	if k.calls == k.at {
		k.op = op
		return errDied
	}
	return nil
}

// follow brings the store to the chain's tip as a follower does that dies once:
// after the death a new process starts over from what the store holds.
func (k *killer) follow(t *testing.T, w *enginetest.World) {
	t.Helper()
	k.armed = true
	defer func() { k.armed = false }()
	for {
		err := w.Sync()
		if err == nil {
			return
		}
		if !errors.Is(err, errDied) {
			t.Fatalf("after the death at call %d (%s): %v", k.at, k.op, err)
		}
		k.armed = false
		w.Restart()
		k.armed = true
	}
}

func killedAt(t *testing.T, keys *seal.Keyset, at int, persisted bool) (settle.Hash, *killer) {
	k := &killer{at: at, persisted: persisted}
	var store *memstore.Store
	w := enginetest.New(t, func(now func() time.Time) enginetest.Store { store = memstore.New(now); return store }, keys)
	s := enginetest.NewSettling(w)
	store.SetHook(k.hook)
	return s.Run(func() { k.follow(t, w) }), k
}

// TestDeathAtEveryCall kills the process at every call of the store that the
// leader makes, before the call does anything, and at every commit after it was
// written. (Of the calls that only read, every seventh; with -rapid.checks=1000
// or more, all.) A new process goes on from what is there: the final state is that of
// the undisturbed run, and every release and receipt exists once (Audit).
func TestDeathAtEveryCall(t *testing.T) {
	keys := keyset(t)
	for _, persisted := range []bool{false, true} {
		t.Run(fmt.Sprintf("persisted %v", persisted), func(t *testing.T) {
			want, k := killedAt(t, keys, 0, persisted)
			calls := k.calls
			if calls < 20 {
				t.Fatalf("%d calls: the hook sees nothing", calls)
			}
			died, deaths := map[string]int{}, 0
			for at := 1; at <= calls; at++ {
				if at%7 != 0 && slices.Contains(reads, k.ops[at-1]) && !thorough(t) {
					continue
				}
				deaths++
				got, k := killedAt(t, keys, at, persisted)
				if k.op == "" {
					t.Fatalf("call %d of %d was not reached", at, calls)
				}
				died[k.op]++
				if got != want {
					t.Fatalf("death at call %d (%s): the state differs from the undisturbed run's", at, k.op)
				}
			}
			t.Logf("%d deaths: %v", deaths, died)
		})
	}
}

// reads are the calls that write nothing.
var reads = []string{"get", "find", "exists", "concerning", "tip", "tail", "applied", "canonical", "head", "receipts"}

// thorough: many checks were asked for.
func thorough(t *testing.T) bool {
	t.Helper()
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	return n >= 1000
}
