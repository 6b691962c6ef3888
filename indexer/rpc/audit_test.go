package rpc_test

import (
	"errors"
	"reflect"
	"testing"
	"testing/synctest"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// The logs of the receipts are the block's, whatever the filter withholds;
// receipts that are not whole are refused.
func TestReceipted(t *testing.T) {
	n := chaintest.NewNode(31337, 1)
	c := client(t, n.Transport(), func(c *rpc.Config) { c.Receipts = rpc.ReceiptsOnEmpty })
	foreign := transfer(4)
	foreign.Address = settle.Address{0xee}
	head := n.Mine(transfer(1), foreign, transfer(2))
	want, err := n.Canonical(decoder(t), head.Number)
	if err != nil {
		t.Fatal(err)
	}
	n.Inject(chaintest.Fault{Kind: chaintest.PartialLogs, Method: "eth_getLogs"})
	if b, err := c.BlockByHash(t.Context(), head.Hash); err != nil || len(b.Logs) != 1 {
		t.Fatalf("the node does not lie: %+v, %v", b, err)
	}
	b, err := c.Receipted(t.Context(), head.Hash)
	if b.Source = ""; err != nil || !reflect.DeepEqual(b, want[0]) || len(b.Logs) != 2 {
		t.Fatalf("%+v, %v, want %+v", b, err, want[0])
	}
	for _, k := range []chaintest.Kind{chaintest.FewReceipts, chaintest.NullReceipt, chaintest.ReceiptsElsewhere} {
		n.Heal()
		n.Inject(chaintest.Fault{Kind: k, Method: "eth_getBlockReceipts"})
		if b, err := c.Receipted(t.Context(), head.Hash); err == nil {
			t.Errorf("%d: %+v", k, b)
		}
	}
	n.Heal()
	if _, err := c.Receipted(t.Context(), settle.Hash{1}); !errors.Is(err, indexer.ErrNoBlock) {
		t.Errorf("an unknown block: %v", err)
	}
}

// Views tells the endpoint in use from the others and leaves out those that are of
// no use.
func TestViews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.a.MineEmpty(20)
		using, others := p.f.Views(t.Context())
		if using.Name() != p.f.Using() || len(others) != 1 || others[0].Name() == using.Name() {
			t.Fatalf("%v, %v", using, others)
		}
		b, err := others[0].Receipted(t.Context(), p.a.At(3).Hash)
		if err != nil || b.Number != 3 {
			t.Fatalf("%+v, %v", b, err)
		}
		// one that a majority contradicts is not asked
		for a := range p.f.Ask(t.Context(), 5) {
			if a.Endpoint == 1 {
				a.Hash[0]++
			}
			p.f.Rule(t.Context(), p.a.At(5).Hash, []indexer.Answer{a})
		}
		if _, others = p.f.Views(t.Context()); len(others) != 0 {
			t.Errorf("%v", others)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.b.Inject(chaintest.Fault{Kind: chaintest.OtherChain})
		if _, others := p.f.Views(t.Context()); len(others) != 0 {
			t.Errorf("one of another chain: %v", others)
		}
	})
}
