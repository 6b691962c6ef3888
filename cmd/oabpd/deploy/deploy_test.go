package deploy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"

	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

func chain(t *testing.T, alloc types.GenesisAlloc) (*ethclient.Client, devchain.Account) {
	t.Helper()
	c, err := devchain.Start(devchain.Options{BlockTime: 20 * time.Millisecond, Alloc: alloc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	client, err := ethclient.DialContext(t.Context(), c.HTTPURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	a, _ := c.Account(devchain.Deployer)
	return client, a
}

func TestFactoryIsTheKnownOne(t *testing.T) {
	if deploy.Factory != params.DeterministicFactoryAddress || string(deploy.FactoryCode) != string(params.DeterministicFactoryCode) {
		t.Errorf("%s %x", deploy.Factory, deploy.FactoryCode)
	}
}

func TestRun(t *testing.T) {
	client, key := chain(t, nil)
	foretold, err := deploy.PayAddress(usdc.Address())
	if err != nil {
		t.Fatal(err)
	}
	first, err := deploy.Run(t.Context(), client, key.Key, usdc.Address())
	if err != nil {
		t.Fatal(err)
	}
	if first.Pay != foretold || first.PayTx == nil || first.Token != usdc.Address() || first.ChainID != devchain.DefaultChainID {
		t.Errorf("%+v, foretold %s", first, foretold)
	}
	nonce, _ := client.PendingNonceAt(t.Context(), key.Address)
	second, err := deploy.Run(t.Context(), client, key.Key, usdc.Address())
	if err != nil {
		t.Fatal(err)
	}
	if second.Pay != first.Pay || second.Deposit != first.Deposit || second.CodeHash != first.CodeHash || second.PayTx != nil {
		t.Errorf("again: %+v, first %+v", second, first)
	}
	if after, _ := client.PendingNonceAt(t.Context(), key.Address); after != nonce {
		t.Error("the second run sent a transaction")
	}
	// another token has another contract
	if other, _ := deploy.PayAddress(common.Address{1}); other == first.Pay {
		t.Error("the address does not depend on the token")
	}
	if _, err := deploy.Run(t.Context(), client, key.Key, common.Address{1}); err == nil || !strings.Contains(err.Error(), "no contract") {
		t.Errorf("no token: %v", err)
	}
	poor, err := devchain.NewAccount("without gas")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := deploy.Run(t.Context(), client, poor.Key, usdc.Address()); err != nil {
		t.Errorf("what is there needs no gas: %v", err)
	}
	t.Run("other code at the address", func(t *testing.T) { refusesOtherCode(t, client, first) })
}

// refusesOtherCode: one changed byte of what is found is an error.
func refusesOtherCode(t *testing.T, client *ethclient.Client, d *deploy.Deployments) {
	code, err := client.CodeAt(t.Context(), d.Pay, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 10, len(code) / 2, len(code) - 1} {
		forged := append([]byte{}, code...)
		forged[at] ^= 1
		c, key := chain(t, types.GenesisAlloc{d.Pay: {Code: forged, Nonce: 1}})
		if _, err := deploy.Run(t.Context(), c, key.Key, usdc.Address()); err == nil {
			t.Errorf("a change at byte %d of %d is taken", at, len(code))
		}
	}
}

func TestNoFactory(t *testing.T) {
	client, key := chain(t, types.GenesisAlloc{deploy.Factory: {}})
	if _, err := deploy.Run(t.Context(), client, key.Key, usdc.Address()); err == nil || !strings.Contains(err.Error(), deploy.Factory.Hex()) {
		t.Errorf("got %v", err)
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deployments.json")
	tx := common.Hash{7}
	d := &deploy.Deployments{ChainID: 8453, Token: common.Address{1}, Pay: common.Address{2}, Deposit: common.Address{3}, PayTx: &tx, CodeHash: common.Hash{4}}
	if err := deploy.Write(path, d); err != nil {
		t.Fatal(err)
	}
	got, err := deploy.Read(path)
	if err != nil || got.Pay != d.Pay || *got.PayTx != tx {
		t.Fatalf("%+v %v", got, err)
	}
	again := *d
	again.PayTx = nil // found, not made
	if err := deploy.Write(path, &again); err != nil {
		t.Fatal(err)
	}
	if got, err = deploy.Read(path); err != nil || got.PayTx == nil || *got.PayTx != tx {
		t.Errorf("the transaction is forgotten: %+v %v", got, err)
	}
	for name, change := range map[string]func(*deploy.Deployments){
		"chain": func(d *deploy.Deployments) { d.ChainID = 1 }, "contract": func(d *deploy.Deployments) { d.Pay = common.Address{9} },
	} {
		other := *d
		change(&other)
		if err := deploy.Write(path, &other); err == nil {
			t.Errorf("a file about another %s is overwritten", name)
		}
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := deploy.Write(path, d); err == nil {
		t.Error("a file that is no JSON is overwritten")
	}
}
