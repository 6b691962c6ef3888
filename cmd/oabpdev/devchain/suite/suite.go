package suite

import (
	"context"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

// Start starts a fresh chain and sees to its Close.
type Start func(t *testing.T, o devchain.Options) devchain.Chain

// Run runs all tests, each on a chain of its own.
func Run(t *testing.T, start Start) {
	for _, tc := range []struct {
		name string
		test func(*fixture)
		opts devchain.Options
	}{
		{"genesis", testGenesis, devchain.Options{}},
		{"another chain id", testGenesis, devchain.Options{ChainID: 8453}},
		{"rpc", testRPC, devchain.Options{}},
		{"subscription", testSubscription, devchain.Options{}},
		{"token", testToken, devchain.Options{}},
		{"reorg keeps transactions", testReorgKeeps, devchain.Options{}},
		{"reorg drops transactions", testReorgDrops, devchain.Options{}},
		{"reorg heights", testReorgHeights, devchain.Options{}},
		{"deep reorg", testDeepReorg, devchain.Options{}},
		{"bad arguments", testBadArguments, devchain.Options{}},
		{"clock", testClock, devchain.Options{}},
		{"ticker", testTicker, devchain.Options{BlockTime: 200 * time.Millisecond}},
		{"concurrency", testConcurrency, devchain.Options{BlockTime: 20 * time.Millisecond}},
		{"close", testClose, devchain.Options{BlockTime: 50 * time.Millisecond}},
	} {
		t.Run(tc.name, func(t *testing.T) { tc.test(newFixture(t, start(t, tc.opts))) })
	}
}

// fixture is a chain with clients.
type fixture struct {
	*testing.T
	chain devchain.Chain
	raw   *rpc.Client
	eth   *ethclient.Client
	token *usdc.Token
}

func newFixture(t *testing.T, chain devchain.Chain) *fixture {
	t.Helper()
	raw, err := rpc.DialContext(t.Context(), chain.HTTPURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(raw.Close)
	f := &fixture{T: t, chain: chain, raw: raw, eth: ethclient.NewClient(raw)}
	if f.token, err = usdc.NewToken(f.eth); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) account(name string) devchain.Account {
	f.Helper()
	a, ok := f.chain.Account(name)
	if !ok {
		f.Fatalf("no account %s", name)
	}
	return a
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) mine(n int) {
	f.Helper()
	f.must(f.chain.Mine(f.Context(), n))
}

func (f *fixture) height() uint64 {
	f.Helper()
	n, err := f.eth.BlockNumber(f.Context())
	f.must(err)
	return n
}

// block is what the chain says of a block; hashes are not computed here.
type block struct {
	Hash, ParentHash  common.Hash
	Number, Timestamp numeric
	Transactions      []common.Hash
}

type numeric uint64

// UnmarshalText reads a quantity such as "0x1f".
func (n *numeric) UnmarshalText(b []byte) error {
	v, ok := new(big.Int).SetString(string(b), 0)
	if !ok || !v.IsUint64() {
		return strconvError(b)
	}
	*n = numeric(v.Uint64())
	return nil
}

type strconvError []byte

func (e strconvError) Error() string { return "not a quantity: " + string(e) }

// block returns the canonical block of a height or tag, and fails without one.
func (f *fixture) block(which any) block {
	f.Helper()
	if n, ok := which.(uint64); ok {
		which = "0x" + new(big.Int).SetUint64(n).Text(16)
	}
	var b *block
	f.must(f.raw.CallContext(f.Context(), &b, "eth_getBlockByNumber", which, false))
	if b == nil {
		f.Fatalf("no block %v", which)
	}
	return *b
}

// pay sends 1 USDC from poster to the account of that name.
func (f *fixture) pay(to string) *types.Transaction {
	f.Helper()
	tx, err := f.token.Transfer(f.account("poster").Opts(f.Context(), f.chain.ChainID()), f.account(to).Address, big.NewInt(1_000_000))
	f.must(err)
	return tx
}

// receipt returns a receipt, or nil if the transaction is not mined.
func (f *fixture) receipt(tx *types.Transaction) *types.Receipt {
	f.Helper()
	var r *types.Receipt
	f.must(f.raw.CallContext(f.Context(), &r, "eth_getTransactionReceipt", tx.Hash()))
	return r
}

// balance checks the USDC of an account, as a change since the start.
func (f *fixture) balance(name string, change int64) {
	f.Helper()
	got, err := f.token.BalanceOf(f.Context(), f.account(name).Address)
	f.must(err)
	if want := big.NewInt(devchain.InitialUSDC + change); got.Cmp(want) != 0 {
		f.Errorf("%s has %v, want %v", name, got, want)
	}
}

// linked checks that the canonical chain is one chain, with rising timestamps,
// up to the head of now: blocks may come faster than they are read.
func (f *fixture) linked() {
	f.Helper()
	prev, head := f.block(uint64(0)), f.height()
	for n := uint64(1); n <= head; n++ {
		b := f.block(n)
		if b.ParentHash != prev.Hash || uint64(b.Number) != n || b.Timestamp <= prev.Timestamp {
			f.Fatalf("block %d %+v does not follow %+v", n, b, prev)
		}
		prev = b
	}
}

// eventually waits for what must come; nothing that works takes a minute.
func (f *fixture) eventually(what string, cond func(ctx context.Context) bool) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), time.Minute)
	defer cancel()
	for !cond(ctx) {
		select {
		case <-ctx.Done():
			f.Fatalf("never: %s", what)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
