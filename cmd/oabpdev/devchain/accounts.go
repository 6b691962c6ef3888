package devchain

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"fmt"
	"math/big"

	bind "github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Deployer is the account that deploys the contracts and administers USDC
// (owner, master minter, minter, pauser, blacklister, rescuer).
const Deployer = "deployer"

// Names are the accounts every chain has (cli.md, the stack file).
func Names() []string {
	return []string{
		Deployer, "poster", "poster2", "worker", "worker2", "worker3",
		"voter1", "voter2", "voter3", "oracle",
	}
}

// Account is a key with a name.
type Account struct {
	Name    string
	Address common.Address
	Key     *ecdsa.PrivateKey
}

// NewAccount derives the account of a name, the same everywhere and always.
// The key is public knowledge.
func NewAccount(name string) (Account, error) {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("oabpdev account " + name)))
	if err != nil { // one hash in 2^128 is no key
		return Account{}, fmt.Errorf("deriving the key of %s: %w", name, err)
	}
	return Account{Name: name, Address: crypto.PubkeyToAddress(key.PublicKey), Key: key}, nil
}

// NewAccounts derives the accounts of all Names, in their order.
func NewAccounts() ([]Account, error) {
	var out []Account
	for _, name := range Names() {
		a, err := NewAccount(name)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// Find returns the account of that name from a list.
func Find(list []Account, name string) (Account, bool) {
	for _, a := range list {
		if a.Name == name {
			return a, true
		}
	}
	return Account{}, false
}

// PrivateKey is the key in hex with 0x.
func (a Account) PrivateKey() string { return "0x" + hex.EncodeToString(crypto.FromECDSA(a.Key)) }

// Opts are what bound contracts need to send transactions of the account. The
// nonce is asked for each time, so one account must not send from two
// goroutines at once.
func (a Account) Opts(ctx context.Context, chainID uint64) *bind.TransactOpts {
	o := bind.NewKeyedTransactor(a.Key, new(big.Int).SetUint64(chainID))
	o.Context = ctx
	return o
}
