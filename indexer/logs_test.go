package indexer_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// wrongly is how often blocks of the sink are stored with other logs than
// node's chain has.
func (c *court) wrongly(node int) (n int) {
	want, err := c.nodes[node].Canonical(c.decoder, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, b := range c.sink.Chain() {
		if !slices.EqualFunc(b.Logs, want[b.Number].Logs, func(a, b settle.Log) bool { return a == b }) {
			n++
		}
	}
	return n
}

// TestWrongLogsAreNoFacts: the source leaves out or forges payments, in blocks
// with the right hash. What it said is stored at first, and never becomes a
// fact; with a majority against it, it is corrected and the source is left.
func TestWrongLogsAreNoFacts(t *testing.T) {
	for name, kind := range map[string]chaintest.Kind{"partial": chaintest.PartialLogs, "forged": chaintest.ForgedLog} {
		for _, times := range []int{1, 0} { // by mistake, or for good
			t.Run(name, func(t *testing.T) {
				inCourt(t, 3, 2, func(c *court) {
					c.nodes[0].Inject(chaintest.Fault{Kind: kind, Method: "eth_getLogs", Times: times})
					c.mine(1, c.all())
					if n := c.wrongly(1); n != 1 {
						t.Fatalf("%d blocks are stored wrongly; the test shows nothing", n)
					}
					c.mine(9, c.all())
					c.stands(1, 0, 0)
					if n := c.wrongly(1); n != 0 {
						t.Errorf("%d blocks are still stored wrongly", n)
					}
					s := c.daemons[0].pool.Status()[0]
					if times == 0 {
						c.isolated(0, rpc.OtherLogs)
						if s.Using || s.Disagreements[rpc.DisagreeLogs] == 0 || c.daemons[0].pool.Using() == "http://node-0" {
							t.Errorf("%+v", s)
						}
						c.nodes[0].Heal()
						c.mine(2, c.all())
					} else if !s.Using {
						t.Errorf("left for one mistake that it did not repeat: %+v", s)
					}
					c.isolated(0)
					c.stands(1, 0, 0)
				})
			})
		}
	}
}

// TestTwoDifferInTheirLogs: nobody knows who is right. Nothing becomes a fact and
// nothing is halted; the one whose receipts contradict it is named and left, and
// all goes on once it agrees.
func TestTwoDifferInTheirLogs(t *testing.T) {
	for liar := range 2 {
		inCourt(t, 2, 2, func(c *court) {
			facts := c.sink.Applied()
			c.nodes[liar].Inject(chaintest.Fault{Kind: chaintest.PartialLogs, Method: "eth_getLogs"})
			for range 90 { // three minutes
				c.mine(1, c.all())
			}
			if got := c.sink.Applied(); got > facts+depth {
				t.Errorf("liar %d: facts up to %d, from %d on", liar, got, facts)
			}
			c.isolated(liar, rpc.OtherLogs)
			c.isolated(1 - liar)
			if s := c.daemons[0].pool.Status(); s[liar].Disagreements[rpc.DisagreeReceipts] == 0 || s[1-liar].Disagreements[rpc.DisagreeReceipts] != 0 || s[liar].Using {
				t.Errorf("liar %d: %+v", liar, s)
			}
			if v := c.daemons[0].jury.Status(); v.Count.Verdict != indexer.VerdictWait || v.WaitingSince.IsZero() {
				t.Errorf("liar %d: %+v", liar, v)
			}
			c.nodes[liar].Heal()
			c.mine(3, c.all())
			c.stands(1-liar, 0, 0)
			c.isolated(liar)
		})
	}
}

// TestLogsAreComparedOnce: each endpoint is asked for each block's logs once,
// and for no receipts while all agree: whatever else there is.
func TestLogsAreComparedOnce(t *testing.T) {
	inCourt(t, 3, 2, func(c *court) {
		before := c.nodes[2].Calls("eth_getLogs")
		c.mine(50, c.all())
		c.stands(0, 0, 0)
		if n := c.nodes[2].Calls("eth_getLogs") - before; n < 50 || n > 53 {
			t.Errorf("%d questions for the logs of 50 blocks", n)
		}
		for i, n := range c.nodes {
			if r := n.Calls("eth_getBlockReceipts"); r > 1 { // the trial of what it serves
				t.Errorf("node %d: receipts of %d blocks were read", i, r)
			}
		}
	})
}

// TestALongWaitIsComparedInParts: after an hour without a quorum, what waits is
// compared and becomes a fact, however much it is.
func TestALongWaitIsComparedInParts(t *testing.T) {
	inCourt(t, 2, 2, func(c *court) {
		c.nodes[1].Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		for range 300 {
			c.mine(1, []int{0})
		}
		c.nodes[1].Heal()
		c.join(0)
		time.Sleep(time.Minute)
		c.mine(3, c.all())
		c.stands(0, 0, 0)
	})
}

// TestLogsDigest: everything that a payment is made of is in it.
func TestLogsDigest(t *testing.T) {
	base := settle.Log{Index: 1, TxHash: settle.Hash{1}, TxIndex: 2, Emitter: token, Kind: settle.LogTransfer, From: alice, To: bob, Value: money.Units(5), Ref: settle.Hash{3}}
	ref := settle.BlockRef{Number: 7, Hash: settle.Hash{7}}
	seen := map[settle.Hash]string{}
	add := func(what string, ref settle.BlockRef, logs ...settle.Log) {
		d := indexer.LogsDigest(ref, logs)
		if was, ok := seen[d]; ok {
			t.Errorf("%s has the digest of %s", what, was)
		}
		seen[d] = what
	}
	add("nothing", ref)
	add("one", ref, base)
	add("two", ref, base, base)
	add("another block", settle.BlockRef{Number: 7, Hash: settle.Hash{8}}, base)
	add("another height", settle.BlockRef{Number: 8, Hash: settle.Hash{7}}, base)
	for what, change := range map[string]func(l *settle.Log){
		"index": func(l *settle.Log) { l.Index++ }, "tx": func(l *settle.Log) { l.TxHash[0]++ }, "tx index": func(l *settle.Log) { l.TxIndex++ },
		"emitter": func(l *settle.Log) { l.Emitter[0]++ }, "kind": func(l *settle.Log) { l.Kind = settle.LogAuthorizationUsed },
		"from": func(l *settle.Log) { l.From[0]++ }, "to": func(l *settle.Log) { l.To[0]++ },
		"value": func(l *settle.Log) { l.Value = money.Units(6) }, "ref": func(l *settle.Log) { l.Ref[0]++ },
		"event": func(l *settle.Log) { l.Event = settle.EventMissionCancelled{MissionID: settle.Hash{1}} },
	} {
		l := base
		change(&l)
		add(what, ref, l)
	}
	if indexer.LogsDigest(ref, nil) != indexer.LogsDigest(ref, []settle.Log{}) {
		t.Error("no logs are no logs")
	}
}

// TestCorrectIsRefused: what is a fact, or is not stored any more, is not
// corrected behind anybody's back; the loop goes on.
func TestCorrectIsRefused(t *testing.T) {
	lease := chaintest.NewLease()
	sink := chaintest.NewSink(lease)
	epoch, _, err := lease.Acquire(t.Context(), "one", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	sink.Confirming(2, nil)
	var b settle.Block
	for n := range uint64(5) {
		b = settle.Block{BlockRef: settle.BlockRef{Number: n, Hash: settle.Hash{byte(n + 1)}}, Parent: b.Hash}
		if err := sink.Extend(t.Context(), epoch, b); err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []settle.Block{{BlockRef: settle.BlockRef{Number: 2, Hash: settle.Hash{3}}}, {BlockRef: settle.BlockRef{Number: 4, Hash: settle.Hash{9}}}} {
		if err := sink.Correct(t.Context(), epoch, []settle.Block{bad}); !errors.Is(err, indexer.ErrNotOnTip) {
			t.Errorf("block %d: %v", bad.Number, err)
		}
	}
	if err := sink.Correct(t.Context(), epoch+1, []settle.Block{b}); !errors.Is(err, indexer.ErrDeposed) {
		t.Errorf("deposed: %v", err)
	}
}
