package indexer_test

import (
	"context"
	"fmt"
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
)

// depth is the confirmations of every court.
const depth = 6

// court is a few endpoints, and daemons that may only believe a quorum of them.
// It lives in a synctest bubble.
type court struct {
	t     *testing.T
	nodes []*chaintest.Node
	lease *chaintest.Lease
	sink  *chaintest.Sink
	obs   *observer
	// decoder is that of every daemon.
	decoder *decode.Decoder
	// clock is that of the juries of daemons that start from now on; nil: the system's.
	clock indexer.Clock
	// daemons are one leader and perhaps a standby.
	daemons []*daemon
}

// daemon is what one process has.
type daemon struct {
	pool     *rpc.Failover
	jury     *indexer.Jury
	tags     *indexer.Tags
	follower *indexer.Follower
}

// newCourt makes n endpoints of one network, 40 blocks high. The first one is
// the source at first.
func newCourt(t *testing.T, n int) *court {
	c := &court{t: t, lease: chaintest.NewLease(), obs: &observer{}}
	c.sink = chaintest.NewSink(c.lease)
	for i := range n {
		c.nodes = append(c.nodes, chaintest.NewNode(31337, uint64(i+1)))
	}
	c.nodes[0].MineEmpty(40)
	c.join(0)
	c.sink.Confirming(depth, func() settle.BlockRef {
		for _, d := range c.daemons {
			if d.follower.Status().Leader {
				return d.jury.Agreed()
			}
		}
		return settle.BlockRef{}
	})
	c.sink.Finalizing(func() ([]settle.HeadClaim, int) {
		for _, d := range c.daemons {
			if d.follower.Status().Leader {
				return d.tags.Claims()
			}
		}
		return nil, 1
	})
	return c
}

// start runs a daemon that wants a quorum, from block 0 on.
func (c *court) start(quorum int, holder string) (stop func()) {
	c.t.Helper()
	dec, err := decode.New(decode.Emitters{Token: token, Pay: []settle.Address{payAddr}})
	if err != nil {
		c.t.Fatal(err)
	}
	c.decoder = dec
	var clients []*rpc.Client
	for i, n := range c.nodes {
		cl, err := rpc.New(rpc.Config{URL: fmt.Sprintf("http://node-%d", i), Decoder: dec, Transport: n.Transport(), Timeout: 2 * time.Second, MaxResponse: 1 << 20})
		if err != nil {
			c.t.Fatal(err)
		}
		clients = append(clients, cl)
	}
	d := &daemon{}
	if d.pool, err = rpc.NewFailover(rpc.FailoverConfig{Clients: clients, Quorum: quorum}); err != nil {
		c.t.Fatal(err)
	}
	if d.jury, err = indexer.NewJury(indexer.JuryConfig{Panel: d.pool, Quorum: quorum, Confirmations: depth, Clock: c.clock}); err != nil {
		c.t.Fatal(err)
	}
	if d.tags, err = indexer.NewTags(indexer.TagsConfig{Endpoints: d.pool, Quorum: quorum}); err != nil {
		c.t.Fatal(err)
	}
	d.follower, err = indexer.New(indexer.Config{Source: d.pool, Sink: c.sink, Lease: c.lease, Holder: holder, Observer: c.obs,
		Rand: func() float64 { return 0.5 }, Jury: d.jury, Tags: d.tags})
	if err != nil {
		c.t.Fatal(err)
	}
	c.daemons = append(c.daemons, d)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := d.follower.Run(ctx); err != nil {
			c.t.Errorf("Run: %v", err)
		}
	})
	running.Go(func() { d.pool.Watch(ctx) })
	return func() { cancel(); running.Wait() }
}

// join makes nodes (all others if none are named) follow a node.
func (c *court) join(leader int, others ...int) {
	for i, n := range c.nodes {
		if i != leader && (len(others) == 0 || slices.Contains(others, i)) {
			n.Follow(c.nodes[leader])
		}
	}
}

// mine makes blocks, one every 2 s, on several chains at once. A group is a
// chain: the first of it mines, the others follow.
func (c *court) mine(blocks int, groups ...[]int) {
	for i := range blocks {
		for _, g := range groups {
			c.nodes[g[0]].Mine(pays(uint64(i), uint64(i+1))...)
			for _, k := range g[1:] {
				c.nodes[k].Follow(c.nodes[g[0]])
			}
		}
		time.Sleep(2 * time.Second)
	}
	synctest.Wait()
}

// all is the group of every node.
func (c *court) all() (g []int) {
	for i := range c.nodes {
		g = append(g, i)
	}
	return g
}

// fork makes nodes leave the common chain: they replace their newest blocks.
func (c *court) fork(back int, nodes ...int) {
	c.nodes[nodes[0]].Reorg(back, chaintest.Empty(back)...)
	for _, k := range nodes[1:] {
		c.nodes[k].Follow(c.nodes[nodes[0]])
	}
}

func (c *court) tip() uint64 {
	chain := c.sink.Chain()
	return chain[len(chain)-1].Number
}

// stands insists that the store is node's chain, that everything at the depth
// is a fact (else that facts stand at a height), and how often it was halted.
func (c *court) stands(node int, applied uint64, halts int) {
	c.t.Helper()
	synctest.Wait()
	if got, want := c.tip(), c.nodes[node].Head().Number; got != want || c.sink.Chain()[got].Hash != c.nodes[node].Head().Hash {
		c.t.Errorf("the tip is %d %s, node %d has %d %s", got, c.sink.Chain()[got].Hash, node, want, c.nodes[node].Head().Hash)
	}
	if applied == 0 {
		applied = c.tip() - depth
	}
	if got := c.sink.Applied(); got != applied {
		c.t.Errorf("applied up to %d at tip %d, want %d; %+v", got, c.tip(), applied, c.daemons[0].jury.Status())
	}
	if got := c.sink.Halts(); len(got) != halts {
		c.t.Errorf("halted %d times, want %d: %q", len(got), halts, got)
	}
	if b := c.sink.Breaches(); len(b) > 0 {
		c.t.Errorf("breaches: %v", b)
	}
	if err := c.paid(node); err != nil {
		c.t.Error(err)
	}
}

// paid compares the logs of what is a fact with those of node's chain.
func (c *court) paid(node int) error {
	want, err := c.nodes[node].Canonical(c.decoder, 0)
	if err != nil {
		return err
	}
	for _, b := range c.sink.Chain() {
		if b.Number > c.sink.Applied() {
			break
		}
		if b.Number < uint64(len(want)) && b.Hash == want[b.Number].Hash && !slices.EqualFunc(b.Logs, want[b.Number].Logs, func(a, b settle.Log) bool { return a == b }) {
			return fmt.Errorf("block %d has become a fact with the logs %+v, the chain has %+v", b.Number, b.Logs, want[b.Number].Logs)
		}
	}
	return nil
}

// isolated insists on what the first daemon says of a node.
func (c *court) isolated(node int, want ...rpc.Isolation) {
	c.t.Helper()
	s := c.daemons[0].pool.Status()[node]
	if !slices.Equal(s.Isolated, want) {
		c.t.Errorf("node %d is isolated for %v, want %v (%s)", node, s.Isolated, want, s.Detail)
	}
	if s.Using && slices.Contains(want, rpc.Outvoted) {
		c.t.Errorf("node %d is used though it was outvoted", node)
	}
}

// inCourt runs a test with n endpoints and a quorum, from a state in which all
// agree.
func inCourt(t *testing.T, n, quorum int, f func(c *court)) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t, n)
		stop := c.start(quorum, "one")
		defer stop()
		time.Sleep(3 * time.Second)
		c.mine(3, c.all())
		c.stands(0, 0, 0)
		f(c)
	})
}
