// Package deploy puts the contracts on a chain.
//
// # Guarantees
//
//   - Idempotent: addresses are CREATE2 addresses of the checked-in bytecode
//     with one salt, so a second run finds what the first one made, and the same
//     repository gives the same addresses on every chain.
//   - What is found at an address is compared, byte for byte, with what the
//     creation code makes on that chain; a difference is an error.
package deploy

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/bindings/oabppay"
)

// Factory is the deterministic deployment proxy that Base and most chains
// have: calldata is salt ‖ init code.
var Factory = common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C")

// FactoryCode is the factory's runtime code, for a development genesis.
var FactoryCode = common.FromHex("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3")

// Salt is the salt of every contract of this version.
var Salt = crypto.Keccak256Hash([]byte("oabpd contracts v1"))

// Deployments is the file that a deployment writes.
type Deployments struct {
	ChainID uint64         `json:"chain_id"`
	Token   common.Address `json:"token"`
	Pay     common.Address `json:"pay"`
	Deposit common.Address `json:"deposit"`
	// PayTx made the pay contract; absent if it was there before.
	PayTx *common.Hash `json:"pay_tx,omitempty"`
	// CodeHash is keccak256 of the pay contract's runtime code.
	CodeHash common.Hash `json:"pay_code_hash"`
}

// Backend is what a deployment needs of a node. (No blocks and no transactions
// are decoded, so it works on OP-stack chains.)
type Backend interface {
	bind.ContractBackend
	ethereum.TransactionReader
	ChainID(ctx context.Context) (*big.Int, error)
}

// PayAddress is where the pay contract of a token is, or will be.
func PayAddress(token common.Address) (common.Address, error) {
	code, err := payInitCode(token)
	if err != nil {
		return common.Address{}, err
	}
	return crypto.CreateAddress2(Factory, Salt, crypto.Keccak256(code)), nil
}

func payInitCode(token common.Address) ([]byte, error) {
	parsed, err := oabppay.OabpPayMetaData.GetAbi()
	if err != nil {
		return nil, fmt.Errorf("reading the binding: %w", err)
	}
	args, err := parsed.Pack("", token)
	if err != nil {
		return nil, fmt.Errorf("encoding the constructor's arguments: %w", err)
	}
	return append(common.FromHex(oabppay.OabpPayMetaData.Bin), args...), nil
}

// Run deploys what is missing and checks what is there.
func Run(ctx context.Context, b Backend, key *ecdsa.PrivateKey, token common.Address) (*Deployments, error) {
	id, err := b.ChainID(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the chain id: %w", err)
	}
	if code, err := b.CodeAt(ctx, token, nil); err != nil {
		return nil, fmt.Errorf("looking at the token: %w", err)
	} else if len(code) == 0 {
		return nil, fmt.Errorf("there is no contract at the token's address %s on chain %s", token, id)
	}
	if code, err := b.CodeAt(ctx, Factory, nil); err != nil {
		return nil, fmt.Errorf("looking at the deployment proxy: %w", err)
	} else if len(code) == 0 {
		return nil, fmt.Errorf("chain %s has no deterministic deployment proxy at %s; deploy that first", id, Factory)
	}
	init, err := payInitCode(token)
	if err != nil {
		return nil, err
	}
	d := &Deployments{ChainID: id.Uint64(), Token: token}
	d.Pay = crypto.CreateAddress2(Factory, Salt, crypto.Keccak256(init))
	code, err := b.CodeAt(ctx, d.Pay, nil)
	if err != nil {
		return nil, fmt.Errorf("looking at the pay contract: %w", err)
	}
	if len(code) == 0 {
		tx, err := send(ctx, b, key, id, append(Salt.Bytes(), init...))
		if err != nil {
			return nil, fmt.Errorf("deploying the pay contract: %w", err)
		}
		d.PayTx = &tx
		if code, err = b.CodeAt(ctx, d.Pay, nil); err != nil {
			return nil, fmt.Errorf("looking at the pay contract: %w", err)
		}
	}
	if err := check(ctx, b, d, init, code); err != nil {
		return nil, err
	}
	return d, nil
}

// check compares the code at the address with what the creation code makes.
// Immutables depend on the address, so the creation runs there: an eth_call of
// the factory cannot give the code back, so the parts that are immutable are
// asked from the contract itself.
func check(ctx context.Context, b Backend, d *Deployments, init, code []byte) error {
	if len(code) == 0 {
		return errors.New("the pay contract is not there after its deployment")
	}
	d.CodeHash = crypto.Keccak256Hash(code)
	made, err := b.CallContract(ctx, ethereum.CallMsg{Data: init}, nil)
	if err != nil {
		return fmt.Errorf("simulating the creation: %w", err)
	}
	if len(made) != len(code) {
		return fmt.Errorf("the code at %s has %d bytes, the repository's makes %d", d.Pay, len(code), len(made))
	}
	pay, err := oabppay.NewOabpPay(d.Pay, b)
	if err != nil {
		return err
	}
	o := &bind.CallOpts{Context: ctx}
	token, err := pay.Token(o)
	if err != nil {
		return fmt.Errorf("asking the pay contract for its token: %w", err)
	}
	if token != d.Token {
		return fmt.Errorf("the pay contract at %s is for token %s", d.Pay, token)
	}
	if d.Deposit, err = pay.DepositImplementation(o); err != nil {
		return fmt.Errorf("asking the pay contract for its deposit implementation: %w", err)
	}
	if want := crypto.CreateAddress(d.Pay, 1); d.Deposit != want {
		return fmt.Errorf("the deposit implementation is %s, expected %s", d.Deposit, want)
	}
	// Outside the immutables (whole 32-byte words that hold the address itself,
	// the implementation or the domain separator) the code must be equal.
	separator, err := pay.DomainSeparator(o)
	if err != nil {
		return fmt.Errorf("asking the pay contract for its domain separator: %w", err)
	}
	if i, ok := firstDifference(code, made, [][]byte{d.Pay[:], d.Deposit[:], separator[:]}); ok {
		return fmt.Errorf("the code at %s differs from the repository's at byte %d", d.Pay, i)
	}
	return nil
}

// firstDifference is the first byte at which two codes differ outside places
// where code holds one of the values that depend on the address.
func firstDifference(code, made []byte, values [][]byte) (int, bool) {
	free := make([]bool, len(code))
	for _, v := range values {
		for at := 0; ; {
			k := bytes.Index(code[at:], v)
			if k < 0 {
				break
			}
			for j := at + k; j < at+k+len(v); j++ {
				free[j] = true
			}
			at += k + len(v)
		}
	}
	for i := range code {
		if code[i] != made[i] && !free[i] {
			return i, true
		}
	}
	return 0, false
}

func send(ctx context.Context, b Backend, key *ecdsa.PrivateKey, chainID *big.Int, data []byte) (common.Hash, error) {
	from := crypto.PubkeyToAddress(key.PublicKey)
	nonce, err := b.PendingNonceAt(ctx, from)
	if err != nil {
		return common.Hash{}, err
	}
	tip, err := b.SuggestGasTipCap(ctx)
	if err != nil {
		return common.Hash{}, err
	}
	price, err := b.SuggestGasPrice(ctx)
	if err != nil {
		return common.Hash{}, err
	}
	gas, err := b.EstimateGas(ctx, ethereum.CallMsg{From: from, To: &Factory, Data: data})
	if err != nil {
		return common.Hash{}, err
	}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(chainID), &types.DynamicFeeTx{ChainID: chainID, Nonce: nonce,
		GasTipCap: tip, GasFeeCap: new(big.Int).Add(new(big.Int).Mul(price, big.NewInt(2)), tip), Gas: gas + gas/5, To: &Factory, Data: data})
	if err != nil {
		return common.Hash{}, err
	}
	if err := b.SendTransaction(ctx, tx); err != nil {
		return common.Hash{}, err
	}
	for {
		r, err := b.TransactionReceipt(ctx, tx.Hash())
		if err == nil {
			if r.Status != types.ReceiptStatusSuccessful {
				return tx.Hash(), fmt.Errorf("transaction %s reverted", tx.Hash())
			}
			return tx.Hash(), nil
		}
		if !errors.Is(err, ethereum.NotFound) && ctx.Err() != nil {
			return tx.Hash(), err
		}
		select {
		case <-ctx.Done():
			return tx.Hash(), fmt.Errorf("waiting for transaction %s: %w", tx.Hash(), ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Write keeps the deployments in a file; one that says otherwise is not
// overwritten.
func Write(path string, d *Deployments) error {
	if old, err := Read(path); err == nil && (old.ChainID != d.ChainID || old.Pay != d.Pay) {
		return fmt.Errorf("%s is about chain %d and pay contract %s; give another file", path, old.ChainID, old.Pay)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	} else if err == nil && d.PayTx == nil {
		d.PayTx = old.PayTx
	}
	b, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

// Read is the deployments of a file.
func Read(path string) (*Deployments, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the deployments: %w", err)
	}
	var d Deployments
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, fmt.Errorf("reading the deployments in %s: %w", path, err)
	}
	return &d, nil
}
