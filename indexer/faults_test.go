package indexer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// TestFaults: each way to misbehave, for a while, while blocks and a reorg come
// in. Afterwards the store is the chain, and the fault has really hit.
func TestFaults(t *testing.T) {
	logs := []chaintest.Kind{
		chaintest.EmptyLogs, chaintest.PartialLogs, chaintest.ForeignLog, chaintest.ForeignTopic, chaintest.RemovedLogs,
		chaintest.DuplicateLog, chaintest.UnorderedLogs, chaintest.OtherBlockLogs, chaintest.ForeignTx,
	}
	var faults []chaintest.Fault
	for _, k := range logs {
		faults = append(faults, chaintest.Fault{Kind: k, Method: "eth_getLogs", Times: 4})
	}
	for _, m := range []string{"eth_getBlockByNumber", "eth_getBlockByHash"} {
		for _, k := range []chaintest.Kind{chaintest.Null, chaintest.Swapped, chaintest.MissingField, chaintest.Refused, chaintest.Unknown} {
			for skip := range 3 {
				faults = append(faults, chaintest.Fault{Kind: k, Method: m, Times: 2, Skip: skip})
			}
		}
	}
	for _, k := range []chaintest.Kind{
		chaintest.Null, chaintest.Refused, chaintest.Malformed, chaintest.ShortBatch, chaintest.WrongID, chaintest.Huge,
		chaintest.Hang, chaintest.Unavailable, chaintest.Redirect, chaintest.Cut,
	} {
		for _, m := range []string{"", "eth_getLogs"} {
			faults = append(faults, chaintest.Fault{Kind: k, Method: m, Times: 3, Skip: 2})
		}
	}
	for _, k := range []chaintest.Kind{chaintest.Null, chaintest.ReceiptsElsewhere, chaintest.NullReceipt, chaintest.FewReceipts, chaintest.Refused} {
		faults = append(faults, chaintest.Fault{Kind: k, Method: "eth_getBlockReceipts", Times: 3})
	}
	for _, f := range faults {
		t.Run(fmt.Sprintf("%d %s skip %d", f.Kind, f.Method, f.Skip), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.source = w.client(rpc.ReceiptsOnBloom)
				w.node.MineEmpty(3)
				_, stop := w.follow()
				defer stop()
				w.settles(time.Second)
				w.node.Inject(f)
				w.node.Mine(mixed(3)...)
				w.node.Mine(pays(1, 2)...)
				time.Sleep(3 * time.Second)
				w.node.Reorg(2, mixed(4), pays(5, 6), nil)
				time.Sleep(30 * time.Second)
				if n := w.node.Hits(); n != f.Times {
					t.Errorf("the fault hit %d times, want %d", n, f.Times)
				}
				w.settles(0)
			})
		})
	}
}

// TestProvidersRefuse: each way in which a provider says that it was asked too
// often, some of them in the middle of a batch. Whatever the text, blocks are
// read later, no block is taken for another, and calls stay few meanwhile.
func TestProvidersRefuse(t *testing.T) {
	for _, l := range chaintest.RateLimits() {
		t.Run(l.Provider, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.node.MineEmpty(3)
				_, stop := w.follow()
				defer stop()
				w.settles(time.Second)
				w.node.Inject(chaintest.Fault{Kind: chaintest.Limited, Limit: l})
				w.node.Mine(pays(1)...)
				time.Sleep(2 * time.Minute)
				if n := w.node.Hits(); n < 5 || n > 60 {
					t.Errorf("asked %d times in two minutes", n)
				}
				if n := len(w.sink.Chain()); n != 4 {
					t.Errorf("stored %d blocks", n)
				}
				w.node.Heal()
				w.settles(31 * time.Second)
			})
		})
	}
}

// TestPrunedNode: a node that has thrown the logs of the new branch away, and says
// so or says that there were none, takes nothing from the store.
func TestPrunedNode(t *testing.T) {
	for _, silent := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			for i := range 10 {
				w.node.Mine(pays(uint64(i))...)
			}
			_, stop := w.follow()
			defer stop()
			w.settles(time.Second)
			w.node.Prune(100, silent)
			w.node.Reorg(3, pays(5), pays(6), pays(7), pays(8))
			before := w.sink.Writes()
			time.Sleep(time.Minute)
			if w.sink.Writes() != before || len(w.sink.Orphans()) != 0 {
				t.Errorf("silent %v: it wrote", silent)
			}
			w.node.Prune(0, false)
			w.settles(12 * time.Second)
		})
	}
}

// TestEmptyLogsForLong: in the default policy too, an empty answer
// under a matching bloom filter is not believed, for as long as it lasts.
func TestEmptyLogsForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(3)
		_, stop := w.follow()
		defer stop()
		w.settles(time.Second)
		w.node.Inject(chaintest.Fault{Kind: chaintest.EmptyLogs})
		w.node.Mine(pays(1)...)
		time.Sleep(time.Minute)
		if n := len(w.sink.Chain()); n != 4 || !w.obs.saw(rpc.ErrInconsistent) {
			t.Fatalf("stored %d blocks; errors %v", n, w.obs.errors())
		}
		w.node.Heal()
		w.settles(12 * time.Second)
	})
}

// action is one step of a random history.
type action struct {
	name string
	do   func(w *world)
}

// history draws a script. It is drawn whole before it is played, since rapid
// must not be used within a bubble.
func history(t *rapid.T) []action {
	ks := []chaintest.Kind{
		chaintest.EmptyLogs, chaintest.PartialLogs, chaintest.ForeignLog, chaintest.ForeignTopic, chaintest.RemovedLogs,
		chaintest.DuplicateLog, chaintest.UnorderedLogs, chaintest.OtherBlockLogs, chaintest.ForeignTx,
		chaintest.Null, chaintest.Swapped, chaintest.MissingField, chaintest.Refused, chaintest.Malformed,
		chaintest.ShortBatch, chaintest.WrongID, chaintest.Hang, chaintest.Unavailable,
	}
	ms := []string{"", "eth_getLogs", "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getBlockReceipts"}
	one := rapid.Custom(func(t *rapid.T) action {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0, 1, 2:
			n, logs := rapid.IntRange(1, 12).Draw(t, "n"), rapid.Bool().Draw(t, "logs")
			return action{fmt.Sprintf("mine %d %v", n, logs), func(w *world) {
				for i := range n {
					if logs {
						w.node.Mine(mixed(uint64(i))...)
					} else {
						w.node.Mine()
					}
				}
			}}
		case 3, 4:
			depth, n := rapid.IntRange(1, 14).Draw(t, "depth"), rapid.IntRange(0, 16).Draw(t, "n")
			return action{fmt.Sprintf("reorg -%d +%d", depth, n), func(w *world) {
				branch := chaintest.Empty(n)
				for i := range branch {
					branch[i] = pays(uint64(i))
				}
				w.node.Reorg(depth, branch...)
			}}
		case 5:
			lag := rapid.IntRange(0, 8).Draw(t, "lag")
			return action{fmt.Sprintf("lag %d", lag), func(w *world) { w.node.Lag(lag) }}
		case 6, 7:
			f := chaintest.Fault{
				Kind: rapid.SampledFrom(ks).Draw(t, "fault"), Method: rapid.SampledFrom(ms).Draw(t, "method"),
				Times: rapid.IntRange(1, 4).Draw(t, "times"), Skip: rapid.IntRange(0, 6).Draw(t, "skip"),
			}
			return action{fmt.Sprintf("fault %+v", f), func(w *world) { w.node.Inject(f) }}
		case 8:
			f := rapid.SampledFrom([]chaintest.SinkFault{chaintest.NotWritten, chaintest.WrittenAnyway}).Draw(t, "write")
			return action{fmt.Sprintf("write fails %d", f), func(w *world) { w.sink.Fail(f) }}
		}
		cut := rapid.Bool().Draw(t, "cut")
		return action{fmt.Sprintf("cut one from the lease: %v", cut), func(w *world) { w.lease.Cut("one", cut) }}
	})
	script := rapid.SliceOfN(one, 1, 25).Draw(t, "script")
	pauses := rapid.SliceOfN(rapid.IntRange(0, 1500), len(script), len(script)).Draw(t, "pauses")
	for i := range script {
		do := script[i].do
		script[i].do = func(w *world) {
			do(w)
			time.Sleep(time.Duration(pauses[i]) * time.Millisecond)
		}
	}
	return script
}

// play runs a script with two followers on one store, then lets everything heal
// and compares.
func play(t *testing.T, script []action) (err error) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.source = w.client(rpc.ReceiptsOnBloom)
		w.node.MineEmpty(3)
		small := func(c *indexer.Config) { c.Tail, c.Prefetch = 7, 3 }
		_, stop1 := w.follow(small)
		defer stop1()
		_, stop2 := w.follow(small, func(c *indexer.Config) { c.Holder = "two" })
		defer stop2()
		time.Sleep(time.Second)
		for _, a := range script {
			a.do(w)
			if err = w.honest(); err != nil {
				err = fmt.Errorf("after %q: %w", a.name, err)
				return
			}
		}
		w.node.Heal()
		w.sink.Heal()
		w.lease.Cut("one", false)
		// One block more than anything seen: a chain that ended shorter on a
		// known ancestor is rightly waited for.
		for top := len(w.sink.Chain()); len(w.sink.Chain()) > 0 && int(w.node.Head().Number) <= int(w.sink.Chain()[0].Number)+top; {
			w.node.MineEmpty(1)
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		err = w.compare()
	})
	return err
}

// TestRandomHistories is the property: whatever the chain, the node, the store
// and the lease do, after quiescence the store is the canonical chain, and on
// the way no block was skipped, written twice or replaced by itself.
func TestRandomHistories(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		script := history(rt)
		if err := play(t, script); err != nil {
			var names []string
			for _, a := range script {
				names = append(names, a.name)
			}
			rt.Fatalf("%v\n%s", err, strings.Join(names, "\n"))
		}
	})
}

// TestHistoryFindsBreaches: the property can fail. A store that applies a block
// without its error being honoured is found out.
func TestHistoryFindsBreaches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.node.MineEmpty(3)
		_, stop := w.follow()
		defer stop()
		w.settles(time.Second)
		w.sink.Tamper(2, w.node.At(1).Hash)
		if err := w.compare(); err == nil {
			t.Error("a changed store was not noticed")
		}
		if err := w.sink.Extend(t.Context(), 1, w.sink.Chain()[3]); !errors.Is(err, indexer.ErrNotOnTip) || len(w.sink.Breaches()) != 1 {
			t.Errorf("a block written twice was not noticed: %v", err)
		}
	})
}
