package deploy_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"

	"github.com/oabp/oabpd/bindings/attestationoracle"
	"github.com/oabp/oabpd/bindings/oabpescrow"
	"github.com/oabp/oabpd/bindings/oabporacles"
	"github.com/oabp/oabpd/bindings/oabppay"
	"github.com/oabp/oabpd/bindings/oabpvote"
	"github.com/oabp/oabpd/cmd/oabpd/deploy"
	"github.com/oabp/oabpd/cmd/oabpdev/anvil"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/cmd/oabpdev/devdeploy"
	"github.com/oabp/oabpd/cmd/oabpdev/usdc"
)

const blockTime = 20 * time.Millisecond

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// chain is a development chain with a client and a key.
type chain struct {
	*ethclient.Client
	dev devchain.Chain
	key devchain.Account
}

func connect(t *testing.T, c devchain.Chain) *chain {
	t.Helper()
	client, err := ethclient.DialContext(t.Context(), c.HTTPURL())
	must(t, err)
	t.Cleanup(client.Close)
	a, _ := c.Account(devchain.Deployer)
	return &chain{client, c, a}
}

func geth(t *testing.T, alloc types.GenesisAlloc) *chain {
	t.Helper()
	c, err := devchain.Start(devchain.Options{BlockTime: blockTime, Alloc: alloc})
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return connect(t, c)
}

// onBoth runs a test on the embedded chain and on anvil.
func onBoth(t *testing.T, test func(*testing.T, *chain)) {
	t.Run("embedded", func(t *testing.T) { test(t, geth(t, nil)) })
	t.Run("anvil", func(t *testing.T) {
		a, err := anvil.Start(t.Context(), anvil.Options{Options: devchain.Options{BlockTime: blockTime},
			NodeModules: []string{filepath.Join("..", "..", "..", "node_modules")}})
		must(t, err) // npm ci installs it
		t.Cleanup(func() { _ = a.Close() })
		test(t, connect(t, a))
	})
}

// sent is how many transactions the deployer has sent.
func (c *chain) sent(t *testing.T) uint64 {
	t.Helper()
	n, err := c.PendingNonceAt(t.Context(), c.key.Address)
	must(t, err)
	return n
}

func options(t *testing.T) deploy.Options {
	t.Helper()
	p, err := devdeploy.Parameters(devchain.DefaultChainID)
	must(t, err)
	return deploy.Options{Parameters: p}
}

func (c *chain) run(t *testing.T, o deploy.Options) (*deploy.Deployments, error) {
	t.Helper()
	return deploy.Run(t.Context(), c, c.key.Key, o)
}

func TestFactoryIsTheKnownOne(t *testing.T) {
	if deploy.Factory != params.DeterministicFactoryAddress || string(deploy.FactoryCode) != string(params.DeterministicFactoryCode) {
		t.Errorf("%s %x", deploy.Factory, deploy.FactoryCode)
	}
}

func TestTwiceSendsNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, c *chain) {
		o := options(t)
		foretold, err := deploy.Predict(c.dev.ChainID(), o.Parameters)
		must(t, err)
		o.AllowAttesters = true
		first, err := c.run(t, o)
		must(t, err)
		if first.Status != deploy.Deployed || c.sent(t) != 8 { // seven creations and the list's entry
			t.Errorf("%s after %d transactions", first.Status, c.sent(t))
		}
		count := 0
		for name, k := range first.Contracts.All() {
			count++
			want := foretold.Find(name)
			if k.Address != want.Address || k.CodeHash != want.CodeHash || (k.Tx == nil) != (name == "deposit") {
				t.Errorf("%s: %+v, foretold %+v", name, k, want)
			}
			code, err := c.CodeAt(t.Context(), k.Address, nil)
			must(t, err)
			if crypto.Keccak256Hash(code) != k.CodeHash {
				t.Errorf("%s has another code hash", name)
			}
		}
		if count != len(deploy.Names()) {
			t.Errorf("%d contracts", count)
		}
		checkArguments(t, c, first)
		checkSecond(t, c, o, first)
	})
}

// checkSecond: again, with and without what the first run wrote, by anybody,
// and without a key.
func checkSecond(t *testing.T, c *chain, o deploy.Options, first *deploy.Deployments) {
	before := c.sent(t)
	second, err := c.run(t, o)
	must(t, err)
	if second.Contracts.Escrow.Tx != nil {
		t.Error("what was found has a transaction")
	}
	o.Prior = first
	third, err := deploy.Run(t.Context(), c, nil, o)
	must(t, err)
	if *third.Contracts.Escrow.Tx != *first.Contracts.Escrow.Tx {
		t.Error("the transaction of the first run is lost")
	}
	poor, err := devchain.NewAccount("without gas")
	must(t, err)
	if _, err := deploy.Run(t.Context(), c, poor.Key, o); err != nil {
		t.Errorf("what is there needs no gas: %v", err)
	}
	_, there, err := deploy.Look(t.Context(), c, o)
	must(t, err)
	for _, name := range deploy.Names() {
		if !there[name] {
			t.Errorf("%s is not seen", name)
		}
	}
	if c.sent(t) != before {
		t.Errorf("%d transactions more", c.sent(t)-before)
	}
}

// checkArguments asks the contracts themselves.
func checkArguments(t *testing.T, c *chain, d *deploy.Deployments) {
	t.Helper()
	o := &bind.CallOpts{Context: t.Context()}
	p, k := d.Parameters, d.Contracts
	escrow, err := oabpescrow.NewOabpEscrow(k.Escrow.Address, c)
	must(t, err)
	oracles, err := oabporacles.NewOabpOracles(k.Oracles.Address, c)
	must(t, err)
	vote, err := oabpvote.NewOabpVote(k.Vote.Address, c)
	must(t, err)
	attestation, err := attestationoracle.NewAttestationOracle(k.AttestationOracle.Address, c)
	must(t, err)
	pay, err := oabppay.NewOabpPay(k.Pay.Address, c)
	must(t, err)
	same := func(what string, got, want any, err error) {
		t.Helper()
		must(t, err)
		if got != want {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	token, err := escrow.Token(o)
	same("the escrow's token", token, p.Token, err)
	list, err := escrow.Oracles(o)
	same("the escrow's list", list, k.Oracles.Address, err)
	fee, err := escrow.PostFee(o)
	same("the post fee", fee.Uint64(), p.PostFee, err)
	recipient, err := escrow.FeeRecipient(o)
	same("the fee recipient", recipient, p.FeeRecipient, err)
	owner, err := oracles.Owner(o)
	same("the list's owner", owner, p.Owner, err)
	allowed, err := oracles.IsAllowed(o, k.AttestationOracle.Address)
	same("the attestation oracle's entry", allowed, true, err)
	rules, err := vote.AppealRules(o)
	same("the rules of appeals", common.Hash(rules), p.AppealRules.Pack(), err)
	threshold, err := attestation.Threshold(o)
	same("the threshold", threshold.Uint64(), p.Threshold, err)
	attesters, err := attestation.Attesters(o)
	same("the attesters", len(attesters) == 1 && attesters[0] == p.Attesters[0], true, err)
	deposit, err := pay.DepositImplementation(o)
	same("the deposit's implementation", deposit, k.Deposit.Address, err)
}

func TestRefuses(t *testing.T) {
	c := geth(t, nil)
	owner := crypto.PubkeyToAddress(c.key.Key.PublicKey)
	for name, k := range map[string]struct {
		change func(*deploy.Options)
		says   string
	}{
		"another chain":        {func(o *deploy.Options) { o.ChainID = 8453 }, "chain 31337, and chain 8453 is meant"},
		"a file of another":    {func(o *deploy.Options) { o.Prior = &deploy.Deployments{ChainID: 8453} }, "about chain 8453"},
		"no token":             {func(o *deploy.Options) { o.Parameters.Token = common.Address{} }, "token is missing"},
		"a token without code": {func(o *deploy.Options) { o.Parameters.Token = common.Address{1} }, "no contract"},
		"fees to the token":    {func(o *deploy.Options) { o.Parameters.FeeRecipient = o.Parameters.Token }, "recipient is the token"},
		"no owner":             {func(o *deploy.Options) { o.Parameters.Owner = common.Address{} }, "owner"},
		"bad rules":            {func(o *deploy.Options) { o.Parameters.AppealRules.Cap = 0 }, "cap"},
		"threshold too high":   {func(o *deploy.Options) { o.Parameters.Threshold = 2 }, "threshold of 2 with 1"},
		"attester twice":       {func(o *deploy.Options) { o.Parameters.SetAttesters([]common.Address{owner, owner}, 1) }, "twice"},
		"allow without any":    {func(o *deploy.Options) { o.Parameters.SetAttesters(nil, 0); o.AllowAttesters = true }, "no attesters"},
		"allow by a stranger":  {func(o *deploy.Options) { o.Parameters.Owner = common.Address{9}; o.AllowAttesters = true }, "owned by 0x09"},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			k.change(&o)
			before := c.sent(t)
			_, err := c.run(t, o)
			if err == nil || !strings.Contains(err.Error(), k.says) {
				t.Errorf("got %v, want %q", err, k.says)
			}
			if c.sent(t) != before && !o.AllowAttesters {
				t.Error("something was sent before the refusal")
			}
		})
	}
	t.Run("no proxy", func(t *testing.T) {
		for _, code := range [][]byte{nil, {1}} {
			c := geth(t, types.GenesisAlloc{deploy.Factory: {Code: code}})
			if _, err := c.run(t, options(t)); err == nil || !strings.Contains(err.Error(), deploy.Factory.Hex()) {
				t.Errorf("got %v", err)
			}
		}
	})
}

// TestOtherCode: one changed byte at any contract's address is an error, in
// immutables too, and nothing is sent.
func TestOtherCode(t *testing.T) {
	o := options(t)
	steps, err := deploy.Plan(devchain.DefaultChainID, o.Parameters)
	must(t, err)
	flip := func(code []byte, at int) []byte { code[at] ^= 1; return code }
	for what, forge := range map[string]func(code []byte) []byte{
		"shorter":    func(code []byte) []byte { return code[:len(code)-1] },
		"longer":     func(code []byte) []byte { return append(code, 0) },
		"first byte": func(code []byte) []byte { return flip(code, 0) },
		"last byte":  func(code []byte) []byte { return flip(code, len(code)-1) },
		"token":      func(code []byte) []byte { return flip(code, bytes.Index(code, o.Parameters.Token[:])+19) },
	} {
		t.Run(what, func(t *testing.T) {
			alloc := types.GenesisAlloc{}
			for _, s := range steps {
				if what != "token" || bytes.Contains(s.Code, o.Parameters.Token[:]) {
					alloc[s.Address] = types.Account{Code: forge(bytes.Clone(s.Code)), Nonce: 1}
				}
			}
			c := geth(t, alloc)
			_, err := c.run(t, o)
			for _, s := range steps {
				_, forged := alloc[s.Address]
				if named := strings.Contains(fmt.Sprint(err), s.Name+": the code at "+s.Address.Hex()); named != forged {
					t.Errorf("%s: forged %v, named %v by %v", s.Name, forged, named, err)
				}
			}
			if len(alloc) < 4 || c.sent(t) != 0 {
				t.Errorf("%d contracts forged, %d transactions sent", len(alloc), c.sent(t))
			}
		})
	}
}

// TestParametersMoveAddresses: parameters are part of the addresses.
func TestParametersMoveAddresses(t *testing.T) {
	o := options(t)
	base, err := deploy.Predict(8453, o.Parameters)
	must(t, err)
	other := o.Parameters
	other.Token = usdc.Address()
	other.Token[0] ^= 1
	moved, err := deploy.Predict(8453, other)
	must(t, err)
	for name, k := range base.Contracts.All() {
		if fixed := name == "agents" || name == "oracles"; (moved.Find(name).Address == k.Address) != fixed {
			t.Errorf("%s: %s with another token", name, moved.Find(name).Address)
		}
	}
	chain, err := deploy.Predict(84532, o.Parameters)
	must(t, err)
	for name, k := range base.Contracts.All() {
		if chain.Find(name).Address != k.Address {
			t.Errorf("%s depends on the chain id", name)
		}
	}
}
