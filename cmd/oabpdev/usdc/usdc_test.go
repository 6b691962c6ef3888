package usdc

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"math/big"
	"os"
	"reflect"
	"strings"
	"testing"

	bind "github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient/simulated"
)

const simChain = 1337 // what the simulated backend always has

func TestEmbeddedEqualsThePackage(t *testing.T) {
	pkg, err := FindPackage(".")
	if err != nil {
		t.Fatalf("npm ci installs Circle's package: %v", err)
	}
	a, err := Load(pkg)
	if err != nil {
		t.Fatal(err)
	}
	if a.License != "Apache-2.0" {
		t.Errorf("licence %q: see NOTICE", a.License)
	}
	b, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b, embedded) {
		t.Error("artifacts.json is not what the package holds: run go generate")
	}
	notice, err := os.ReadFile("NOTICE")
	if err != nil || !bytes.Contains(notice, []byte(a.Package+" "+a.Version)) {
		t.Errorf("NOTICE does not name %s %s (%v)", a.Package, a.Version, err)
	}
}

func TestLinkingFillsEveryHole(t *testing.T) {
	a, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.initCode(fiatToken, nil); err == nil || !strings.Contains(err.Error(), signatureChecker) {
		t.Errorf("without the library: %v", err)
	}
	lib := common.HexToAddress("0x00000000000000000000000000000000000011b0")
	code, err := a.initCode(fiatToken, map[string]common.Address{signatureChecker: lib})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(code, lib[:]); n != 2 {
		t.Errorf("library linked at %d places, want 2", n)
	}
	c := a.Contracts[fiatToken]
	c.Links = nil
	a.Contracts[fiatToken] = c
	if _, err := a.initCode(fiatToken, nil); err == nil {
		t.Error("a hole was left and not noticed")
	}
}

func TestGenesisIsDeterministic(t *testing.T) {
	cfg := Config{ChainID: 31337, Admin: common.HexToAddress("0xa1"), Balances: map[common.Address]*big.Int{
		{1}: big.NewInt(5), {2}: big.NewInt(7),
	}}
	one, err := Genesis(cfg)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Genesis(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, two) {
		t.Error("two runs differ")
	}
	if len(one) != 3 || len(one[Address()].Storage) < 15 {
		t.Errorf("%d accounts, %d slots in the proxy", len(one), len(one[Address()].Storage))
	}
	cfg.ChainID = 1
	other, err := Genesis(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(one[Address()].Storage, other[Address()].Storage) {
		t.Error("the domain separator cached at initialization does not depend on the chain")
	}
	if _, err := Genesis(Config{ChainID: 1}); err == nil {
		t.Error("a token without an admin was made")
	}
}

// bench is a chain with the token and three funded accounts.
type bench struct {
	*testing.T
	sim               *simulated.Backend
	token             *Token
	admin, alice, bob *ecdsa.PrivateKey
}

func address(k *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(k.PublicKey) }

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{T: t}
	ether := new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil)
	alloc := types.GenesisAlloc{}
	for i, k := range []**ecdsa.PrivateKey{&b.admin, &b.alice, &b.bob} {
		var err error
		if *k, err = crypto.ToECDSA(crypto.Keccak256([]byte{byte(i)})); err != nil {
			t.Fatal(err)
		}
		alloc[address(*k)] = types.Account{Balance: ether}
	}
	token, err := Genesis(Config{ChainID: simChain, Admin: address(b.admin), Balances: map[common.Address]*big.Int{
		address(b.alice): big.NewInt(1_000_000),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for addr, acc := range token {
		alloc[addr] = acc
	}
	b.sim = simulated.NewBackend(alloc)
	t.Cleanup(func() { _ = b.sim.Close() })
	if b.token, err = NewToken(b.sim.Client()); err != nil {
		t.Fatal(err)
	}
	return b
}

// do sends a call of the token, mines it and returns its receipt.
func (b *bench) do(key *ecdsa.PrivateKey, call func(*bind.TransactOpts) (*types.Transaction, error)) *types.Receipt {
	b.Helper()
	opts := bind.NewKeyedTransactor(key, big.NewInt(simChain))
	opts.GasLimit = 300_000 // no estimate: reverts go on chain
	tx, err := call(opts)
	if err != nil {
		b.Fatal(err)
	}
	b.sim.Commit()
	r, err := b.sim.Client().TransactionReceipt(b.Context(), tx.Hash())
	if err != nil {
		b.Fatal(err)
	}
	return r
}

func (b *bench) want(r *types.Receipt, status uint64) {
	b.Helper()
	if r.Status != status {
		b.Errorf("status %d, want %d", r.Status, status)
	}
}

func (b *bench) balance(key *ecdsa.PrivateKey, want int64) {
	b.Helper()
	got, err := b.token.BalanceOf(b.Context(), address(key))
	if err != nil || got.Cmp(big.NewInt(want)) != 0 {
		b.Errorf("balance %v (%v), want %d", got, err, want)
	}
}

func TestTokenIsTheRealOne(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for method, want := range map[string]any{
		"name": Name, "symbol": Symbol, "version": Version, "decimals": uint8(Decimals), "currency": "USD",
		"owner": address(b.admin), "pauser": address(b.admin), "blacklister": address(b.admin), "masterMinter": address(b.admin),
	} {
		if got, err := read[any](ctx, b.token, method); err != nil || got != want {
			t.Errorf("%s = %v (%v), want %v", method, got, err, want)
		}
	}
	if supply, err := b.token.TotalSupply(ctx); err != nil || supply.Int64() != 1_000_000 {
		t.Errorf("supply %v, %v", supply, err)
	}
	if blocked, err := b.token.IsBlacklisted(ctx, Address()); err != nil || !blocked {
		t.Errorf("V2_2 blocks the token itself: %v, %v", blocked, err)
	}
	// initializers are used up
	for _, again := range []struct {
		sig  string
		args []any
	}{{"initializeV2(string)", []any{"x"}}, {"initializeV2_2(address[],string)", []any{[]common.Address{}, "x"}}} {
		b.want(b.do(b.admin, func(o *bind.TransactOpts) (*types.Transaction, error) {
			return b.token.send(o, again.sig, again.args...)
		}), 0)
	}
	domain, err := b.token.DomainSeparator(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := hashWords("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
		crypto.Keccak256Hash([]byte(Name)), crypto.Keccak256Hash([]byte(Version)), common.BigToHash(big.NewInt(simChain)), word(b.token.addr[:]))
	if domain != want {
		t.Errorf("domain separator %s, want %s", domain, want)
	}
}

func TestTransferPauseBlacklistMint(t *testing.T) {
	b := newBench(t)
	pay := func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.Transfer(o, address(b.bob), big.NewInt(100))
	}
	b.want(b.do(b.alice, pay), 1)
	b.balance(b.bob, 100)

	b.want(b.do(b.alice, b.token.Pause), 0)
	b.want(b.do(b.admin, b.token.Pause), 1)
	if paused, err := b.token.Paused(t.Context()); err != nil || !paused {
		t.Errorf("paused: %v, %v", paused, err)
	}
	b.want(b.do(b.alice, pay), 0)
	b.want(b.do(b.admin, b.token.Unpause), 1)

	block := func(o *bind.TransactOpts) (*types.Transaction, error) { return b.token.Blacklist(o, address(b.bob)) }
	unblock := func(o *bind.TransactOpts) (*types.Transaction, error) { return b.token.UnBlacklist(o, address(b.bob)) }
	b.want(b.do(b.admin, block), 1)
	b.want(b.do(b.alice, pay), 0)
	b.want(b.do(b.admin, unblock), 1)
	b.want(b.do(b.alice, pay), 1)
	b.balance(b.bob, 200)

	mint := func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.Mint(o, address(b.bob), big.NewInt(9))
	}
	b.want(b.do(b.bob, mint), 0)
	b.want(b.do(b.admin, mint), 1)
	b.balance(b.bob, 209)

	b.want(b.do(b.alice, func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.Approve(o, address(b.bob), big.NewInt(50))
	}), 1)
	if got, err := b.token.Allowance(t.Context(), address(b.alice), address(b.bob)); err != nil || got.Int64() != 50 {
		t.Errorf("allowance %v, %v", got, err)
	}
	b.want(b.do(b.bob, func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.TransferFrom(o, address(b.alice), address(b.bob), big.NewInt(50))
	}), 1)
	b.balance(b.bob, 259)
}

func TestAuthorizations(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	domain, err := b.token.DomainSeparator(ctx)
	if err != nil {
		t.Fatal(err)
	}
	auth := Authorization{
		From: address(b.alice), To: address(b.bob), Value: big.NewInt(10), ValidAfter: new(big.Int),
		ValidBefore: new(big.Int).Lsh(big.NewInt(1), 40), Nonce: common.Hash{1},
	}
	sig, err := auth.SignTransfer(domain, b.alice)
	if err != nil {
		t.Fatal(err)
	}
	transfer := func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.TransferWithAuthorization(o, auth, sig)
	}
	b.want(b.do(b.admin, transfer), 1)
	b.want(b.do(b.admin, transfer), 0) // once only
	b.used(ctx, auth, true)
	b.balance(b.bob, 10)

	auth.Nonce = common.Hash{2}
	if sig, err = auth.SignReceive(domain, b.alice); err != nil {
		t.Fatal(err)
	}
	receive := func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.ReceiveWithAuthorization(o, auth, sig)
	}
	b.want(b.do(b.admin, receive), 0) // the payee alone may send it
	b.want(b.do(b.admin, transfer), 0)
	b.used(ctx, auth, false)
	b.want(b.do(b.bob, receive), 1)
	b.balance(b.bob, 20)

	auth.Nonce = common.Hash{3}
	if sig, err = auth.SignTransfer(domain, b.alice); err != nil {
		t.Fatal(err)
	}
	cancel, err := SignCancel(domain, b.alice, auth.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	b.want(b.do(b.bob, func(o *bind.TransactOpts) (*types.Transaction, error) {
		return b.token.CancelAuthorization(o, auth.From, auth.Nonce, cancel)
	}), 1)
	b.used(ctx, auth, true)
	b.want(b.do(b.bob, transfer), 0)
	b.balance(b.bob, 20)
}

func (b *bench) used(ctx context.Context, a Authorization, want bool) {
	b.Helper()
	if got, err := b.token.AuthorizationUsed(ctx, a.From, a.Nonce); err != nil || got != want {
		b.Errorf("nonce %s used: %v (%v), want %v", a.Nonce, got, err, want)
	}
}

func BenchmarkGenesis(b *testing.B) {
	for b.Loop() {
		if _, err := Genesis(Config{ChainID: 31337, Admin: common.Address{1}}); err != nil {
			b.Fatal(err)
		}
	}
}
