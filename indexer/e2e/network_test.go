package e2e

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/settle/memstore"
	"github.com/oabp/oabpd/settle/seal"
)

var (
	seeds = flag.Int("seeds", histories, "histories that TestNetwork plays")
	first = flag.Int("first", 1, "the seed of its first history")
	whole = flag.Int("whole", 8, "one history of so many is whole (plan.Whole); they take six times as long")
)

// tally counts what histories had in them.
type tally struct{ histories, released, again, undone, halts, reorgs, deep, strays, faults, cuts, ranged, audited, repairs, doomed int }

func (t *tally) add(o tally) {
	t.histories++
	for _, p := range []struct {
		to *int
		n  int
	}{{&t.released, o.released}, {&t.again, o.again}, {&t.undone, o.undone}, {&t.halts, o.halts}, {&t.reorgs, o.reorgs}, {&t.deep, o.deep},
		{&t.strays, o.strays}, {&t.faults, o.faults}, {&t.cuts, o.cuts}, {&t.ranged, o.ranged}, {&t.audited, o.audited}, {&t.repairs, o.repairs}, {&t.doomed, o.doomed}} {
		*p.to += p.n
	}
}

func (t tally) String() string {
	return fmt.Sprintf("%d histories: %d releases (%d again), %d facts taken back, %d halts, %d reorganizations (%d below the depth), %d strays, %d faults, %d broken writes; %d blocks by ranges, %d audited, %d repairs, %d times what was final replaced",
		t.histories, t.released, t.again, t.undone, t.halts, t.reorgs, t.deep, t.strays, t.faults, t.cuts, t.ranged, t.audited, t.repairs, t.doomed)
}

func keyset(t testing.TB) *seal.Keyset {
	t.Helper()
	k, err := seal.LoadOrCreate(filepath.Join(t.TempDir(), "keys", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// play plays a history over a store; shut gives back what open took.
func play(t *testing.T, p plan, keys *seal.Keyset, open func() store, shut func()) (sum tally, err error) {
	synctest.Test(t, func(t *testing.T) {
		var w *world
		defer shut()
		defer func() {
			if w != nil {
				for _, d := range w.daemons {
					d.kill()
				}
			}
		}()
		defer func() {
			switch v := recover().(type) {
			case nil:
			case violation:
				err = errors.New(string(v))
			default:
				panic(v)
			}
		}()
		w = newWorld(p, open(), keys)
		for _, s := range p.Steps {
			w.step(s)
		}
		w.quiet()
		w.judge()
		w.sameHeight()
		sum = w.tally
	})
	return sum, err
}

// TestNetwork is the property (see the package's documentation).
func TestNetwork(t *testing.T) {
	keys := keyset(t)
	var next atomic.Int64
	var mu sync.Mutex
	var seen tally
	t.Run("histories", func(t *testing.T) {
		for n := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				for i := next.Add(1); i <= int64(*seeds) && !t.Failed(); i = next.Add(1) {
					seed := *first + int(i) - 1
					p := draw(seed)
					inMemory := func(p plan) (tally, error) {
						return play(t, p, keys, func() store { return memstore.New(time.Now) }, func() {})
					}
					sum, err := inMemory(p)
					if err != nil {
						q, e := shorten(p, func(p plan) error { _, err := inMemory(p); return err })
						t.Fatalf("seed %d: %v\nshortened to\n%v\n%v", seed, err, q, e)
					}
					mu.Lock()
					seen.add(sum)
					mu.Unlock()
				}
			})
		}
	})
	t.Log(seen)
}
