package rpc_test

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
)

// TestRealNodes follows genuine USDC on a real go-ethereum and on anvil through
// every shape of reorg, polling over HTTP and woken over WebSocket.
func TestRealNodes(t *testing.T) {
	t.Run("geth", func(t *testing.T) {
		c, err := devchain.Start(devchain.Options{})
		if err != nil {
			t.Fatal(err)
		}
		followRealNode(t, c)
	})
	t.Run("anvil", func(t *testing.T) {
		c, err := anvil.Start(t.Context(), anvil.Options{NodeModules: []string{"../../node_modules"}})
		if err != nil {
			t.Fatalf("npm ci installs anvil: %v", err)
		}
		followRealNode(t, c)
	})
}

// real is a real node that is being followed into a checked store.
type real struct {
	*testing.T
	chain  devchain.Chain
	token  *usdc.Token
	client *rpc.Client
	sink   *chaintest.Sink
}

func followRealNode(t *testing.T, chain devchain.Chain) {
	t.Cleanup(func() { _ = chain.Close() })
	eth, err := ethclient.DialContext(t.Context(), chain.HTTPURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(eth.Close)
	tok, err := usdc.NewToken(eth)
	if err != nil {
		t.Fatal(err)
	}
	d, err := decode.New(decode.Emitters{Token: settle.Address(tok.Address())})
	if err != nil {
		t.Fatal(err)
	}
	c, err := rpc.New(rpc.Config{URL: chain.HTTPURL(), Decoder: d, Receipts: rpc.ReceiptsOnBloom})
	if err != nil {
		t.Fatal(err)
	}
	lease := chaintest.NewLease()
	r := &real{T: t, chain: chain, token: tok, client: c, sink: chaintest.NewSink(lease)}
	w := waker(t, rpc.WakerConfig{URL: chain.WSURL()})
	f, err := indexer.New(indexer.Config{
		Source: c, Sink: r.sink, Lease: lease, Holder: "one", Rand: func() float64 { return 0 },
		Poll: 50 * time.Millisecond, Wake: w.C(), Tail: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = f.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	r.play()
	r.calls()
}

func (r *real) play() {
	r.pay(1)
	r.mine(1)
	r.settles("first payment", 1)
	for i := range 20 {
		r.pay(int64(2 + i))
		r.mine(1)
	}
	r.settles("catching up", 21)
	tx := r.pay(100)
	r.mine(1)
	r.settles("before the reorgs", 22)
	before, err := r.client.TransactionReceipt(r.Context(), settle.Hash(tx.Hash()))
	if err != nil {
		r.Fatal(err)
	}
	for _, s := range []struct {
		name       string
		depth, new int
		drop       bool
	}{
		{"same height, mined again", 1, 1, false},
		{"longer, mined again", 3, 5, false},
		{"same height, dropped", 3, 3, true},
		{"shorter, dropped", 6, 2, true},
		{"deeper than the remembered tail", 14, 15, true},
	} {
		if err := r.chain.Reorg(r.Context(), s.depth, s.new, s.drop); err != nil {
			r.Fatal(s.name, err)
		}
		r.settles(s.name, -1)
	}
	if _, err := r.client.TransactionReceipt(r.Context(), settle.Hash(tx.Hash())); err == nil {
		r.Error("the receipt of a dropped transaction is still taken for one")
	}
	if h, err := r.client.HeadByHash(r.Context(), before.Block.Hash); err == nil {
		canonical, err := r.client.HeadByNumber(r.Context(), h.Number)
		if err == nil && canonical.Hash == h.Hash {
			r.Error("an orphan is canonical")
		}
	}
	r.pay(7)
	r.mine(2)
	r.settles("after the reorgs", -1)
}

func (r *real) calls() {
	ctx := r.Context()
	id, err := r.client.Identity(ctx)
	if err != nil || id.ChainID != r.chain.ChainID() {
		r.Errorf("identity %+v, %v", id, err)
	}
	to := settle.Address(r.token.Address())
	head, err := r.client.Latest(ctx)
	if err != nil {
		r.Fatal(err)
	}
	paused, err := r.token.Calldata("paused()")
	if err != nil {
		r.Fatal(err)
	}
	for _, at := range []settle.Hash{{}, head.Hash} {
		if out, err := r.client.CallContract(ctx, to, paused, 200_000, at); err != nil || len(out) != 32 || out[31] != 0 {
			r.Errorf("paused() = %x, %v", out, err)
		}
		if code, err := r.client.CodeAt(ctx, to, at); err != nil || len(code) == 0 {
			r.Errorf("code %x, %v", code, err)
		}
	}
	var revert *rpc.RevertError
	if _, err := r.client.CallContract(ctx, to, []byte{1, 2, 3, 4}, 200_000, settle.Hash{}); !errors.As(err, &revert) {
		r.Errorf("unknown function: %v, want a revert", err)
	}
	if _, err := r.client.CallContract(ctx, to, paused, 200_000, settle.Hash{1}); err == nil || errors.As(err, &revert) {
		r.Errorf("unknown block: %v, want an error that is no revert", err)
	}
	if _, err := r.client.CallContract(ctx, to, paused, 21_500, settle.Hash{}); err == nil {
		r.Error("a call without enough gas succeeded")
	}
	for _, tag := range []rpc.Tag{rpc.Safe, rpc.Finalized} {
		if _, err := r.client.Tagged(ctx, tag); err != nil {
			r.Errorf("%s: %v", tag, err)
		}
	}
	if _, err := r.client.SendRaw(ctx, []byte{1}); err == nil {
		r.Error("garbage was taken for a transaction")
	}
}

func (r *real) pay(units int64) *types.Transaction {
	r.Helper()
	poster, _ := r.chain.Account("poster")
	worker, _ := r.chain.Account("worker")
	tx, err := r.token.Transfer(poster.Opts(r.Context(), r.chain.ChainID()), common.Address(worker.Address), big.NewInt(units))
	if err != nil {
		r.Fatal(err)
	}
	return tx
}

func (r *real) mine(n int) {
	r.Helper()
	if err := r.chain.Mine(r.Context(), n); err != nil {
		r.Fatal(err)
	}
}

// settles waits until the store has the node's head, then compares every block
// with the node and, if payments is not negative, counts the transfers.
func (r *real) settles(step string, payments int) {
	r.Helper()
	var chain []settle.Block
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(25 * time.Millisecond) {
		head, err := r.client.Latest(r.Context())
		if err != nil {
			r.Fatal(step, err)
		}
		chain = r.sink.Chain()
		if n := len(chain); n > 0 && chain[n-1].Hash == head.Hash {
			break
		}
	}
	n := 0
	for i, b := range chain {
		head, err := r.client.HeadByNumber(r.Context(), uint64(i))
		if err != nil || head != indexer.HeadOf(b) {
			r.Fatalf("%s: block %d stored as %+v, the node has %+v, %v", step, i, b.BlockRef, head, err)
		}
		n += len(b.Logs)
	}
	head, err := r.client.Latest(r.Context())
	if err != nil || len(chain) != int(head.Number)+1 {
		r.Fatalf("%s: stored %d blocks, the node's head is %d, %v", step, len(chain), head.Number, err)
	}
	if payments >= 0 && n != payments {
		r.Errorf("%s: %d transfers stored, want %d", step, n, payments)
	}
	if b := r.sink.Breaches(); len(b) > 0 {
		r.Fatalf("%s: %v", step, b)
	}
}
