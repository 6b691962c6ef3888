package suite

import (
	"context"
	"fmt"
	"math/big"
	"sync"
	"time"

	ethereum "github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

func testGenesis(f *fixture) {
	var id, net string
	f.must(f.raw.CallContext(f.Context(), &id, "eth_chainId"))
	f.must(f.raw.CallContext(f.Context(), &net, "net_version"))
	if want := f.chain.ChainID(); id != fmt.Sprintf("0x%x", want) || net != fmt.Sprint(want) {
		f.Errorf("chain id %s, network %s, want %d", id, net, want)
	}
	if n := len(f.chain.Accounts()); n != len(devchain.Names()) {
		f.Errorf("%d accounts", n)
	}
	for _, name := range devchain.Names() {
		f.balance(name, 0)
		eth, err := f.eth.BalanceAt(f.Context(), f.account(name).Address, nil)
		f.must(err)
		if eth.Cmp(big.NewInt(1e18)) < 0 {
			f.Errorf("%s has %v wei", name, eth)
		}
	}
	if _, ok := f.chain.Account("nobody"); ok {
		f.Error("there is an account of every name")
	}
}

// testRPC makes the calls an indexer makes.
func testRPC(f *fixture) {
	tx := f.pay("worker")
	f.mine(1)
	r := f.receipt(tx)
	if r == nil || r.Status != types.ReceiptStatusSuccessful || len(r.Logs) != 1 {
		f.Fatalf("receipt %+v", r)
	}
	// header, logs by hash and receipts in one batch
	var head block
	var logs []types.Log
	var receipts []types.Receipt
	batch := []rpc.BatchElem{
		{Method: "eth_getBlockByNumber", Args: []any{"latest", false}, Result: &head},
		{Method: "eth_getLogs", Args: []any{map[string]any{"blockHash": r.BlockHash, "address": usdc.Address()}}, Result: &logs},
		{Method: "eth_getBlockReceipts", Args: []any{fmt.Sprintf("0x%x", r.BlockNumber)}, Result: &receipts},
	}
	f.must(f.raw.BatchCallContext(f.Context(), batch))
	for _, e := range batch {
		f.must(e.Error)
	}
	if head.Hash != r.BlockHash || len(logs) != 1 || len(receipts) != 1 || receipts[0].TxHash != tx.Hash() {
		f.Errorf("batch: head %+v, %d logs, %d receipts", head, len(logs), len(receipts))
	}
	if logs[0].Topics[0] != f.token.ABI().Events["Transfer"].ID || logs[0].TxHash != tx.Hash() || logs[0].BlockHash != r.BlockHash {
		f.Errorf("log %+v", logs[0])
	}
	byRange, err := f.eth.FilterLogs(f.Context(), ethereum.FilterQuery{FromBlock: common.Big0, ToBlock: r.BlockNumber, Addresses: []common.Address{usdc.Address()}})
	f.must(err)
	if len(byRange) != 1 {
		f.Errorf("%d logs by range", len(byRange))
	}
	f.mine(70)
	latest, safe, final := f.block("latest"), f.block("safe"), f.block("finalized")
	if final.Number > safe.Number || safe.Number > latest.Number || latest.Number-final.Number > 64 {
		f.Errorf("latest %d, safe %d, finalized %d", latest.Number, safe.Number, final.Number)
	}
	f.linked()
}

func testSubscription(f *fixture) {
	ws, err := ethclient.DialContext(f.Context(), f.chain.WSURL())
	f.must(err)
	defer ws.Close()
	heads, logs := make(chan *types.Header, 16), make(chan types.Log, 16)
	hs, err := ws.SubscribeNewHead(f.Context(), heads)
	f.must(err)
	defer hs.Unsubscribe()
	ls, err := ws.SubscribeFilterLogs(f.Context(), ethereum.FilterQuery{Addresses: []common.Address{usdc.Address()}}, logs)
	f.must(err)
	defer ls.Unsubscribe()
	tx := f.pay("worker")
	f.mine(1)
	select {
	case h := <-heads:
		if h.Number.Uint64() != 1 {
			f.Errorf("head %d", h.Number)
		}
	case <-time.After(time.Minute):
		f.Fatal("no head")
	}
	select {
	case l := <-logs:
		if l.TxHash != tx.Hash() || l.Removed {
			f.Errorf("log %+v", l)
		}
	case <-time.After(time.Minute):
		f.Fatal("no log")
	}
}

func testToken(f *fixture) {
	admin := f.account(devchain.Deployer).Opts(f.Context(), f.chain.ChainID())
	domain, err := f.token.DomainSeparator(f.Context())
	f.must(err)
	alice, bob := f.account("worker"), f.account("worker2")
	auth := usdc.Authorization{
		From: alice.Address, To: bob.Address, Value: big.NewInt(7), ValidAfter: new(big.Int),
		ValidBefore: new(big.Int).Lsh(common.Big1, 40), Nonce: common.Hash{9},
	}
	sig, err := auth.SignTransfer(domain, alice.Key)
	f.must(err)
	if _, err := f.token.TransferWithAuthorization(f.account("oracle").Opts(f.Context(), f.chain.ChainID()), auth, sig); err != nil {
		f.Fatal(err)
	}
	f.mine(1)
	f.balance("worker2", 7)
	_, err = f.token.Pause(admin)
	f.must(err)
	f.mine(1)
	if _, err := f.token.Transfer(alice.Opts(f.Context(), f.chain.ChainID()), bob.Address, common.Big1); err == nil {
		f.Error("the paused token moves")
	}
}

func testClock(f *fixture) {
	f.mine(5)
	f.linked()
	before := f.block("latest")
	tx := f.pay("worker")
	const week = 7 * 24 * time.Hour
	f.must(f.chain.AdvanceTime(f.Context(), week))
	after := f.block("latest")
	if got := after.Timestamp - before.Timestamp; got < numeric(week/time.Second) || got > numeric(week/time.Second)+10 {
		f.Errorf("advanced by %d s", got)
	}
	if f.receipt(tx) == nil {
		f.Error("the pending transaction is not mined")
	}
	f.mine(2)
	f.linked()
	if f.block("latest").Timestamp <= after.Timestamp {
		f.Error("the clock went back")
	}
}

func testTicker(f *fixture) {
	tx := f.pay("worker")
	began := time.Now()
	f.eventually("20 blocks", func(context.Context) bool { return f.height() >= 20 })
	if d := time.Since(began); d < 2*time.Second {
		f.Errorf("20 blocks of 200 ms in %v", d)
	}
	if f.receipt(tx) == nil {
		f.Error("the transaction is not mined")
	}
	f.must(f.chain.SetBlockTime(f.Context(), 0))
	stopped := f.height()
	time.Sleep(500 * time.Millisecond)
	if f.height() != stopped {
		f.Error("blocks go on")
	}
	f.must(f.chain.SetBlockTime(f.Context(), 10*time.Millisecond))
	f.eventually("blocks again", func(context.Context) bool { return f.height() > stopped })
	f.linked()
}

// testConcurrency lets blocks, reorgs, payments and readers meet.
func testConcurrency(f *fixture) {
	f.mine(10)
	var wg sync.WaitGroup
	for i, act := range []func(i int) error{
		func(int) error { return f.chain.Mine(f.Context(), 2) },
		func(i int) error { return f.chain.Reorg(f.Context(), 1+i%4, 1+(i+1)%4, i%2 == 0) },
		func(int) error { return f.chain.AdvanceTime(f.Context(), time.Second) },
		func(int) error { _, err := f.eth.HeaderByNumber(f.Context(), nil); return err },
	} {
		wg.Go(func() {
			for n := range 15 {
				if err := act(n); err != nil {
					f.Errorf("actor %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
	f.must(f.chain.SetBlockTime(f.Context(), 0))
	f.linked()
	// the chain still works
	tx := f.pay("worker")
	f.mine(1)
	if r := f.receipt(tx); r == nil || r.Status != 1 {
		f.Errorf("receipt %+v", r)
	}
}

func testClose(f *fixture) {
	f.mine(3)
	f.must(f.chain.Close())
	f.must(f.chain.Close())
	if err := f.chain.Mine(context.Background(), 1); err == nil {
		f.Error("a closed chain mines")
	}
	if _, err := f.eth.BlockNumber(f.Context()); err == nil {
		f.Error("a closed chain answers")
	}
}
