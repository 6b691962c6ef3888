package indexer_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

var (
	token   = settle.Address{0x83, 0x35}
	payAddr = settle.Address{0xaa}
	alice   = settle.Address{0x11}
	bob     = settle.Address{0x22}
)

// world is a node, a store and what follows the one into the other, all within
// a synctest bubble: time is fake and passes only when everybody waits.
type world struct {
	t       *testing.T
	node    *chaintest.Node
	lease   *chaintest.Lease
	sink    *chaintest.Sink
	decoder *decode.Decoder
	source  indexer.Source
	obs     *observer
}

func newWorld(t *testing.T) *world {
	d, err := decode.New(decode.Emitters{Token: token, Pay: []settle.Address{payAddr}})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, node: chaintest.NewNode(31337, 1), lease: chaintest.NewLease(), decoder: d, obs: &observer{}}
	w.sink = chaintest.NewSink(w.lease)
	w.source = w.client(rpc.ReceiptsOnEmpty)
	return w
}

func (w *world) client(receipts rpc.ReceiptPolicy) *rpc.Client {
	c, err := rpc.New(rpc.Config{
		URL: "http://node.test", Decoder: w.decoder, Transport: w.node.Transport(),
		Timeout: 2 * time.Second, MaxResponse: 1 << 20, Receipts: receipts,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// follow starts a follower; stop ends it and waits.
func (w *world) follow(change ...func(*indexer.Config)) (f *indexer.Follower, stop func()) {
	cfg := indexer.Config{
		Source: w.source, Sink: w.sink, Lease: w.lease, Holder: "one", Observer: w.obs,
		Rand: func() float64 { return 0.5 },
	}
	for _, c := range change {
		c(&cfg)
	}
	f, err := indexer.New(cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := f.Run(ctx); err != nil {
			w.t.Errorf("Run: %v", err)
		}
	})
	return f, func() { cancel(); running.Wait() }
}

// settles waits d of fake time, then compares.
func (w *world) settles(d time.Duration) {
	w.t.Helper()
	time.Sleep(d)
	synctest.Wait()
	if err := w.compare(); err != nil {
		w.t.Fatal(err)
	}
}

// compare is the promise: the store is the canonical chain, every block once.
func (w *world) compare() error {
	got := w.sink.Chain()
	if len(got) == 0 {
		return errors.New("nothing is stored")
	}
	want, err := w.node.Canonical(w.decoder, got[0].Number)
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return fmt.Errorf("stored %d..%d, chain has up to %d", got[0].Number, got[len(got)-1].Number, w.node.Head().Number)
	}
	for i := range got {
		if len(got[i].Logs) == 0 {
			got[i].Logs = nil
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			return fmt.Errorf("block %d: stored %+v, chain has %+v", got[i].Number, got[i], want[i])
		}
	}
	return w.honest()
}

// honest is that nobody broke a contract on the way.
func (w *world) honest() error {
	if b := w.sink.Breaches(); len(b) > 0 {
		return fmt.Errorf("the follower broke the sink's contract: %v", b)
	}
	if m := w.node.Misuse(); len(m) > 0 {
		return fmt.Errorf("the node was asked for what it must not be: %v", m)
	}
	return nil
}

func pays(values ...uint64) (logs []indexer.RawLog) {
	for _, v := range values {
		logs = append(logs, chaintest.Transfer(token, alice, bob, money.Units(v)))
	}
	return logs
}

// mixed is a block's worth of everything: watched, unwatched topic, unwatched
// emitter.
func mixed(v uint64) []indexer.RawLog {
	return []indexer.RawLog{
		chaintest.AuthorizationUsed(token, alice, settle.Hash{1}),
		chaintest.Transfer(token, alice, bob, money.Units(v)),
		{Address: token, Topics: []settle.Hash{{0xee}}, Data: []byte{1}},
		chaintest.Transfer(settle.Address{0xbe}, alice, bob, money.Units(v)),
		chaintest.Transfer(token, alice, bob, money.Units(v+1)),
		chaintest.InstructionPaid(payAddr, settle.Hash{2}, bob, money.Units(v+1), alice),
	}
}

// observer counts.
type observer struct {
	indexer.NopObserver
	mu      sync.Mutex
	rewound []string
	failed  []error
	reasons map[indexer.Reason]int
}

func (o *observer) Seen(_ indexer.Head, d indexer.Decision) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.reasons == nil {
		o.reasons = map[indexer.Reason]int{}
	}
	o.reasons[d.Reason]++
}

func (o *observer) Rewound(r indexer.Reason, replaced, branch int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rewound = append(o.rewound, fmt.Sprintf("%s -%d +%d", r, replaced, branch))
}

func (o *observer) Failed(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed = append(o.failed, err)
}

func (o *observer) rewinds() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.rewound)
}

func (o *observer) errors() []error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.failed)
}

func (o *observer) times(r indexer.Reason) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.reasons[r]
}

func (o *observer) lastRewind() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.rewound) == 0 {
		return ""
	}
	return o.rewound[len(o.rewound)-1]
}

func (o *observer) saw(target error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, err := range o.failed {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}
