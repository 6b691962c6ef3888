package e2e

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devdeploy"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

func startGeth(t testing.TB, blockTime time.Duration) *devchain.Geth {
	t.Helper()
	c, err := devchain.Start(devchain.Options{BlockTime: blockTime,
		Alloc: types.GenesisAlloc{deploy.Factory: {Code: deploy.FactoryCode, Nonce: 1}}})
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// node is a chain with the token and the pay contract on it.
type node struct {
	chain     devchain.Chain
	client    *ethclient.Client
	token     *usdc.Token
	contracts *deploy.Contracts
	fee       devchain.Account
}

// deployed puts the contracts on a chain, by the code that operators use.
func deployed(t testing.TB, c devchain.Chain) *node {
	t.Helper()
	n := bare(t, c)
	n.deploys(t, nil)
	return n
}

// bare is a chain with the token alone.
func bare(t testing.TB, c devchain.Chain) *node {
	t.Helper()
	n := &node{chain: c}
	var err error
	n.client, err = ethclient.DialContext(t.Context(), c.HTTPURL())
	must(t, err)
	t.Cleanup(n.client.Close)
	n.token, err = usdc.NewToken(n.client)
	must(t, err)
	n.fee = newAccount(t, "fee")
	return n
}

// deploys puts the contracts on the chain; change may alter their parameters.
func (n *node) deploys(t testing.TB, change func(*deploy.Parameters)) {
	t.Helper()
	var d *deploy.Deployments
	var err error
	whileMined(t, n.chain, n.deployer(), func() { d, err = devdeploy.All(t.Context(), n.client, n.chain, change) })
	must(t, err)
	n.contracts = &d.Contracts
}

// whileMined runs f, and makes a block whenever a transaction of the account
// waits for one. Blocks by the clock would be more on a busy machine, and each
// is a second on the clock of the chain.
func whileMined(t testing.TB, c devchain.Chain, from devchain.Account, f func()) {
	t.Helper()
	client, ended := dial(t, c.HTTPURL()), make(chan struct{})
	go func() {
		defer close(ended)
		f()
	}()
	for {
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Millisecond):
		}
		pending, err := client.PendingNonceAt(t.Context(), from.Address)
		must(t, err)
		mined, err := client.NonceAt(t.Context(), from.Address, nil)
		must(t, err)
		if pending > mined {
			must(t, c.Mine(t.Context(), 1))
		}
	}
}

func newAccount(t testing.TB, name string) devchain.Account {
	t.Helper()
	key, err := crypto.GenerateKey()
	must(t, err)
	return devchain.Account{Name: name, Address: crypto.PubkeyToAddress(key.PublicKey), Key: key}
}

// send hands a transaction to the node. The gas is fixed, so that what must
// revert reverts on the chain.
func (n *node) send(t testing.TB, from devchain.Account, to *common.Address, data []byte, value *big.Int) common.Hash {
	t.Helper()
	ctx := t.Context()
	nonce, err := n.client.PendingNonceAt(ctx, from.Address)
	must(t, err)
	id := new(big.Int).SetUint64(n.chain.ChainID())
	tx, err := types.SignNewTx(from.Key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{ChainID: id, Nonce: nonce, To: to, Data: data,
		Value: value, Gas: 3_000_000, GasTipCap: big.NewInt(1_000_000_000), GasFeeCap: big.NewInt(100_000_000_000)})
	must(t, err)
	if err := n.client.SendTransaction(ctx, tx); err != nil && !strings.Contains(err.Error(), "already known") {
		t.Fatalf("sending from %s: %v", from.Name, err)
	}
	// go-ethereum counts a transaction as pending a moment after it took it
	eventually(t, func() error {
		if next, err := n.client.PendingNonceAt(ctx, from.Address); err != nil || next <= nonce {
			return fmt.Errorf("the node's next nonce of %s is %d: %w", from.Name, next, err)
		}
		return nil
	})
	return tx.Hash()
}

// call sends calldata to a contract.
func (n *node) call(t testing.TB, from devchain.Account, to common.Address, data []byte) common.Hash {
	t.Helper()
	return n.send(t, from, &to, data, nil)
}

// usdc sends a call of the token.
func (n *node) usdc(t testing.TB, from devchain.Account, signature string, args ...any) common.Hash {
	t.Helper()
	data, err := n.token.Calldata(signature, args...)
	must(t, err)
	return n.call(t, from, n.token.Address(), data)
}

func (n *node) transfer(t testing.TB, from devchain.Account, to common.Address, units int64) common.Hash {
	t.Helper()
	return n.usdc(t, from, "transfer(address,uint256)", to, big.NewInt(units))
}

func (n *node) balance(t testing.TB, a common.Address) int64 {
	t.Helper()
	b, err := n.token.BalanceOf(t.Context(), a)
	must(t, err)
	return b.Int64()
}

// succeeded insists that mined transactions did what they should.
func (n *node) succeeded(t testing.TB, txs ...common.Hash) *types.Receipt {
	t.Helper()
	var r *types.Receipt
	for _, h := range txs {
		var err error
		if r, err = n.client.TransactionReceipt(t.Context(), h); err != nil {
			t.Fatalf("receipt of %s: %v", h, err)
		}
		if r.Status != types.ReceiptStatusSuccessful {
			t.Fatalf("transaction %s reverted", h)
		}
	}
	return r
}

func (n *node) deployer() devchain.Account {
	a, _ := n.chain.Account(devchain.Deployer)
	return a
}

func (n *node) bank() devchain.Account {
	a, _ := n.chain.Account("poster")
	return a
}
