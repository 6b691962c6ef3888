package indexer_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
)

// grown is a chain of n blocks of which every third has logs.
func (w *world) grown(n int) {
	if w.node.RangesAsked() == nil {
		w.node.Ranges(0, 0, chaintest.Limit{})
	}
	for i := range n {
		if i%3 == 0 {
			w.node.Mine(mixed(uint64(i + 1))...)
		} else {
			w.node.Mine()
		}
	}
}

// ranging makes a follower read by ranges.
func (w *world) ranging(c *indexer.Config) { c.Ranges = w.source.(indexer.Ranger) }

func TestBackfill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.grown(400)
		_, stop := w.follow(w.ranging)
		defer stop()
		w.settles(5 * time.Second)
		ranges := len(w.node.RangesAsked())
		if ranges == 0 || ranges > 10 {
			t.Errorf("%d questions for ranges", ranges)
		}
		// Final is block 384: what is above was read block by block, and only that.
		if n := w.node.Calls("eth_getLogs") - ranges; n != 16 {
			t.Errorf("%d blocks were read one by one, want 16", n)
		}
		if w.sink.Many() != ranges || w.sink.Writes() != ranges+16 {
			t.Errorf("%d writes, %d of many blocks, %d ranges", w.sink.Writes(), w.sink.Many(), ranges)
		}
		w.grown(10)
		w.settles(5 * time.Second)
	})
}

// Near the head, ranges are not worth a question for what is final.
func TestNoBackfillNearTheHead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.grown(60)
		_, stop := w.follow(w.ranging)
		defer stop()
		w.settles(5 * time.Second)
		if n := len(w.node.RangesAsked()); n != 0 {
			t.Errorf("%d questions for ranges", n)
		}
	})
}

// Whatever the limit, its code and its text: ranges shrink until they fit, and
// grow again.
func TestRangesShrink(t *testing.T) {
	for _, refusal := range chaintest.RangeLimits() {
		for _, most := range [][2]int{{7, 0}, {1, 0}, {0, 9}} {
			t.Run(fmt.Sprint(refusal.Provider, most), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t)
					w.grown(130)
					w.node.Ranges(most[0], most[1], refusal)
					_, stop := w.follow(w.ranging)
					defer stop()
					w.settles(30 * time.Second)
					if len(w.obs.errors()) > 0 {
						t.Errorf("errors: %v", w.obs.errors())
					}
					w.sizesFall(most[0])
				})
			})
		}
	}
}

// sizesFall: after a refusal the next question is for fewer blocks, and there are
// not many more questions than needed. (A refused exchange may have been tried
// call by call, which asks twice.)
func (w *world) sizesFall(most int) {
	sizes := w.node.RangesAsked()
	if most == 0 {
		return
	}
	if len(sizes) > 5*w.head()/most+40 {
		w.t.Errorf("%d questions", len(sizes))
	}
	for i := 2; i < len(sizes); i++ {
		if sizes[i-2] > most && sizes[i] >= sizes[i-2] && sizes[i-1] >= sizes[i-2] {
			w.t.Errorf("after the refusal of %d blocks %d were asked for", sizes[i-2], sizes[i])
		}
	}
}

func (w *world) head() int { return int(w.node.Head().Number) }

// A proposal in the words of a refusal is taken if it is for fewer blocks than
// were asked for, from where they were; nothing else is believed.
func TestProposedRange(t *testing.T) {
	for text, want := range map[string]int{
		"this block range should work: [0x0, 0x13]":            20,
		"query exceeds max results, retry with the range 0-19": 20,
		"try with this block range [0x0, 0xffffff]":            0,
		"try with this block range [0x999, 0x99a]":             0,
		"try with this block range [0x5, 0x1]":                 0,
		"retry with the range 0-99999999999999999999":          0,
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			w.grown(200)
			w.node.Ranges(20, 0, chaintest.Limit{Error: chaintest.Error{Code: -32602, Message: text}})
			_, stop := w.follow(w.ranging)
			defer stop()
			w.settles(10 * time.Second)
			sizes := w.node.RangesAsked()
			if want == 0 {
				want = sizes[0] / 2
			}
			if sizes[0] <= 40 || sizes[1] != want {
				t.Errorf("%q: %d blocks were asked for, then %d, want %d", text, sizes[0], sizes[1], want)
			}
		})
	}
}

// An endpoint that has no logs by range at all is read block by block.
func TestNoRangesAtAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.grown(300)
		w.node.Ranges(0, 1, chaintest.Limit{Error: chaintest.Error{Code: -32601, Message: "no ranges here"}})
		_, stop := w.follow(w.ranging)
		defer stop()
		w.settles(2 * time.Minute)
	})
}

// Without the tag finalized, what is a thousand blocks below the head is final.
func TestBackfillWithoutFinalized(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.grown(1300)
		w.source = unfinal{w.client(rpc.ReceiptsOnEmpty)}
		_, stop := w.follow(w.ranging)
		defer stop()
		w.settles(10 * time.Second)
		sum := 0
		for _, n := range w.node.RangesAsked() {
			sum += n
		}
		if sum != 301 {
			t.Errorf("%d blocks were read by ranges, want 0 to 300", sum)
		}
	})
}

type unfinal struct{ *rpc.Client }

// Final implements indexer.Ranger.
func (unfinal) Final(context.Context) (indexer.Head, error) {
	return indexer.Head{}, fmt.Errorf("no tag: %w", indexer.ErrNoFinal)
}

// A range ends at the head of the endpoint that is asked, whoever said what is
// final.
func TestRangeEndsAtTheEndpointsHead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.grown(50)
		c := w.client(rpc.ReceiptsOnEmpty)
		blocks, err := c.Blocks(t.Context(), 10, 500)
		if err != nil || len(blocks) != 41 {
			t.Fatalf("%d blocks, %v; want 10 to 50", len(blocks), err)
		}
		if _, err := c.Blocks(t.Context(), 51, 60); !errors.Is(err, indexer.ErrNoBlock) {
			t.Errorf("above the head: %v", err)
		}
	})
}

// Every lie about a range is found, and nothing of it is stored.
func TestLiesAboutRanges(t *testing.T) {
	kinds := map[string]chaintest.Fault{}
	for name, k := range map[string]chaintest.Kind{
		"empty": chaintest.EmptyLogs, "partial": chaintest.PartialLogs, "foreign log": chaintest.ForeignLog, "foreign topic": chaintest.ForeignTopic,
		"removed": chaintest.RemovedLogs, "duplicate": chaintest.DuplicateLog, "unordered": chaintest.UnorderedLogs,
		"other block": chaintest.OtherBlockLogs, "foreign transaction": chaintest.ForeignTx, "null logs": chaintest.Null,
	} {
		kinds[name] = chaintest.Fault{Kind: k, Method: "eth_getLogs"}
	}
	for name, k := range map[string]chaintest.Kind{
		"null header": chaintest.Null, "swapped header": chaintest.Swapped, "forged header": chaintest.Forged, "no hash": chaintest.MissingField,
		"malformed": chaintest.Malformed, "short batch": chaintest.ShortBatch, "wrong id": chaintest.WrongID, "huge": chaintest.Huge, "hang": chaintest.Hang,
		"unavailable": chaintest.Unavailable, "redirect": chaintest.Redirect,
	} {
		kinds[name] = chaintest.Fault{Kind: k, Method: "eth_getBlockByNumber", Skip: 20}
	}
	for name, fault := range kinds {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.grown(200)
				c := w.client(rpc.ReceiptsOnBloom)
				whole, err := c.Blocks(t.Context(), 0, 150)
				if err != nil || len(whole) != 151 {
					t.Fatalf("without a fault: %d blocks, %v", len(whole), err)
				}
				w.node.Inject(fault)
				blocks, err := c.Blocks(t.Context(), 0, 150)
				if w.node.Hits() == 0 {
					t.Fatal("the fault did not hit")
				}
				// A missing header is the end of the chain; then its logs must not be there.
				if err == nil && !(name == "null header" && len(blocks) < 151) {
					t.Fatalf("not noticed: %d blocks", len(blocks))
				}
				w.node.Heal()
				w.source = c
				_, stop := w.follow(w.ranging)
				defer stop()
				w.settles(time.Minute)
			})
		})
	}
}

// A stored tip that is on another branch is replaced before ranges go on.
func TestBackfillFromAnOrphan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.grown(40)
		_, stop := w.follow(w.ranging)
		w.settles(5 * time.Second)
		stop()
		w.node.Reorg(5, chaintest.Empty(3)...)
		w.grown(300)
		_, stop = w.follow(w.ranging, func(c *indexer.Config) { c.Tail = 2 }) // the check at the start sees 2 blocks
		defer stop()
		w.settles(20 * time.Second)
		if w.sink.Many() == 0 {
			t.Error("nothing was read by ranges")
		}
	})
}

var backfillSeeds = flag.Uint64("backfill.seeds", 8, "histories of a backfill")

// Histories of everything that may happen to a backfill, whose end is always
// the chain: limits that change, faults, failed and ambiguous writes, a head
// that grows, restarts.
func TestBackfillHistories(t *testing.T) {
	for seed := range *backfillSeeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 7))
				w := newWorld(t)
				w.source = w.client(rpc.ReceiptsOnBloom)
				w.grown(100 + r.IntN(400))
				for range 3 + r.IntN(4) {
					_, stop := w.follow(w.ranging, func(c *indexer.Config) { c.StartBlock = uint64(seed % 3) })
					for range r.IntN(5) {
						w.disturb(r)
						time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
					}
					stop()
					if err := w.prefix(); err != nil {
						t.Fatal(err)
					}
				}
				w.node.Heal()
				w.sink.Heal()
				w.node.Ranges(0, 0, chaintest.Limit{})
				w.grown(1)
				_, stop := w.follow(w.ranging, func(c *indexer.Config) { c.StartBlock = uint64(seed % 3) })
				defer stop()
				w.settles(2 * time.Minute)
			})
		})
	}
}

func (w *world) disturb(r *rand.Rand) {
	switch r.IntN(7) {
	case 0:
		all := chaintest.RangeLimits()
		w.node.Ranges(1+r.IntN(40), r.IntN(60), all[r.IntN(len(all))])
	case 1:
		w.sink.Fail(chaintest.SinkFault(1+r.IntN(2)), chaintest.SinkFault(1+r.IntN(2)))
	case 2:
		w.grown(r.IntN(150))
	case 3:
		w.node.Inject(chaintest.Fault{Kind: chaintest.Kind(r.IntN(9)), Method: "eth_getLogs", Times: 1 + r.IntN(3), Skip: r.IntN(3)})
	case 4:
		w.node.Inject(chaintest.Fault{Kind: chaintest.Null + chaintest.Kind(r.IntN(13)), Times: 1 + r.IntN(3), Skip: r.IntN(200)})
	case 5:
		w.node.Reorg(1+r.IntN(20), chaintest.Empty(r.IntN(25))...)
	case 6:
		w.node.Lag(r.IntN(80))
	}
}

// prefix: what is stored is without gaps; what of it is canonical is right.
func (w *world) prefix() error {
	got := w.sink.Chain()
	for i := 1; i < len(got); i++ {
		if got[i].Number != got[i-1].Number+1 || got[i].Parent != got[i-1].Hash {
			return fmt.Errorf("block %d does not follow the one before", got[i].Number)
		}
	}
	for _, b := range w.sink.Breaches() {
		if !strings.Contains(b, "does not extend") { // an answer of the store that was lost
			return errors.New(b)
		}
	}
	return nil
}
