package verify

import (
	"bytes"
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/settle"
)

// Limits of a signature.
const (
	// MaxSignature bytes; contract wallets (passkeys, multisigs) need hundreds.
	MaxSignature = 8 << 10
	// CallGas is what a contract wallet may use for its answer (R17), beside what the
	// call itself costs.
	CallGas = 200_000
)

// Caller reads contracts in the state after a block (zero: latest). An
// implementation bounds what it reads; a call that was executed and failed is
// an error that implements Reverted, any other error means that the chain could
// not be asked.
type Caller interface {
	// CallContract calls to with data and at most gas, and gives what it returned.
	CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error)
	// CallCode runs code as that of a new contract, with at most gas, and gives what
	// it returned; nothing is made on the chain.
	CallCode(ctx context.Context, code []byte, gas uint64, at settle.Hash) ([]byte, error)
	// CodeAt is the code of account, empty if it has none.
	CodeAt(ctx context.Context, account settle.Address, at settle.Hash) ([]byte, error)
}

// Reverted is what a Caller's error implements when the call was executed and
// failed, which is a no.
type Reverted interface{ Reverted() bool }

// Method is how a signature was found good.
type Method string

// The methods.
const (
	MethodECDSA   Method = "ecdsa"
	MethodERC1271 Method = "erc1271"
	MethodERC6492 Method = "erc6492"
)

// Result of a check.
type Result struct {
	OK     bool
	Method Method
	// At is the block in whose state a contract answered; zero for a key.
	At settle.Hash
}

var magicERC1271 = []byte{0x16, 0x26, 0xba, 0x7e}

// Recover is the address whose key made sig (65 bytes, v 0, 1, 27 or 28, low
// s) over hash.
func Recover(hash settle.Hash, sig []byte) (settle.Address, bool) {
	if len(sig) != 65 {
		return settle.Address{}, false
	}
	s := bytes.Clone(sig)
	if s[64] >= 27 {
		s[64] -= 27
	}
	if !crypto.ValidateSignatureValues(s[64], new(big.Int).SetBytes(s[:32]), new(big.Int).SetBytes(s[32:64]), true) {
		return settle.Address{}, false
	}
	pub, err := crypto.SigToPub(hash[:], s)
	if err != nil {
		return settle.Address{}, false
	}
	return settle.Address(crypto.PubkeyToAddress(*pub)), true
}

// Signature answers whether addr signed hash: by its key, or as a contract in
// the state after block at. A nil caller asks no contract. An account with
// delegated code (EIP-7702) is both: its key is tried first, then its code.
//
// A signature in the form of ERC-6492 is of a wallet that may not be deployed yet.
//
// Errors: CodeInvalid for a signature of an impossible length, and errors without
// a code when the chain could not be asked; these are no "no".
func Signature(ctx context.Context, caller Caller, addr settle.Address, hash settle.Hash, sig []byte, at settle.Hash) (Result, error) {
	if len(sig) == 0 || len(sig) > MaxSignature {
		return Result{}, settle.Errorf(settle.CodeInvalid, "a signature has 1 to %d bytes", MaxSignature)
	}
	if a, ok := Recover(hash, sig); ok && a == addr {
		return Result{OK: true, Method: MethodECDSA}, nil
	}
	if caller == nil {
		return Result{}, nil
	}
	if is6492(sig) {
		return undeployed(ctx, caller, addr, hash, sig, at)
	}
	return contract(ctx, caller, addr, hash, sig, at)
}

// contract asks the code at addr, if there is any.
func contract(ctx context.Context, caller Caller, addr settle.Address, hash settle.Hash, sig []byte, at settle.Hash) (Result, error) {
	code, err := caller.CodeAt(ctx, addr, at)
	if err != nil {
		return Result{}, fmt.Errorf("reading the code of %s: %w", addr, err)
	}
	if len(code) == 0 {
		return Result{}, nil
	}
	yes, err := ask(ctx, caller, addr, hash, sig, at)
	if err != nil || !yes {
		return Result{}, err
	}
	// A wallet that says yes to everything says nothing.
	other, err := ask(ctx, caller, addr, settle.Keccak256(hash[:]), sig, at)
	if err != nil || other {
		return Result{}, err
	}
	return Result{OK: true, Method: MethodERC1271, At: at}, nil
}

// ask calls isValidSignature(bytes32,bytes).
func ask(ctx context.Context, caller Caller, addr settle.Address, hash settle.Hash, sig []byte, at settle.Hash) (bool, error) {
	data := append(bytes.Clone(magicERC1271), hash[:]...)
	data = append(data, number(64)...)
	data = append(data, padded(sig)...)
	out, err := caller.CallContract(ctx, addr, data, callGas(data), at)
	if isRevert(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("asking the wallet %s: %w", addr, err)
	}
	// Exactly the magic value, left-aligned in one word.
	return len(out) == 32 && bytes.Equal(out[:4], magicERC1271) && bytes.Equal(out[4:], make([]byte, 28)), nil
}

// callGas is CallGas with what a transaction of such data costs before anything
// is executed, and at least (EIP-7623), so that a long signature takes nothing
// from the wallet.
func callGas(data []byte) uint64 {
	zeros := uint64(bytes.Count(data, []byte{0}))
	others := uint64(len(data)) - zeros
	return max(CallGas+21_000+4*zeros+16*others, 21_000+10*zeros+40*others)
}
