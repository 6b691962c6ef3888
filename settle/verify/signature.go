package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/settle"
)

// Limits of a signature.
const (
	// MaxSignature bytes; contract wallets (passkeys, multisigs) need hundreds.
	MaxSignature = 8 << 10
	// CallGas is what a contract wallet may use for its answer (R17).
	CallGas = 200_000
)

// Caller reads contracts in the state after a block (zero: latest). An
// implementation bounds what it reads; a call that was executed and failed is
// an error that implements Reverted, any other error means that the chain could
// not be asked.
type Caller interface {
	// CallContract calls to with data and at most gas, and gives what it returned.
	CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error)
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
)

// Result of a check.
type Result struct {
	OK     bool
	Method Method
	// At is the block in whose state a contract answered; zero for a key.
	At settle.Hash
}

// ErrERC6492 refuses the signature of a wallet that is not deployed yet.
var ErrERC6492 = settle.Errorf(settle.CodeVerificationUnsupported,
	"this is an ERC-6492 signature of a wallet that is not deployed yet, which this server does not take; deploy the wallet (its first transaction does) and sign again")

var (
	magicERC1271 = []byte{0x16, 0x26, 0xba, 0x7e}
	suffix6492   = bytes.Repeat([]byte{0x64, 0x92}, 16)
)

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
// Errors: CodeInvalid for a signature of an impossible length, ErrERC6492, and
// errors without a code when the chain could not be asked; these are no "no".
func Signature(ctx context.Context, caller Caller, addr settle.Address, hash settle.Hash, sig []byte, at settle.Hash) (Result, error) {
	if len(sig) == 0 || len(sig) > MaxSignature {
		return Result{}, settle.Errorf(settle.CodeInvalid, "a signature has 1 to %d bytes", MaxSignature)
	}
	if a, ok := Recover(hash, sig); ok && a == addr {
		return Result{OK: true, Method: MethodECDSA}, nil
	}
	if len(sig) > 32 && bytes.HasSuffix(sig, suffix6492) {
		return Result{}, ErrERC6492
	}
	if caller == nil {
		return Result{}, nil
	}
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
	data := make([]byte, 0, 4+96+(len(sig)+31)/32*32)
	data = append(data, magicERC1271...)
	data = append(data, hash[:]...)
	word := func(n int) {
		var w [32]byte
		big.NewInt(int64(n)).FillBytes(w[:])
		data = append(data, w[:]...)
	}
	word(64)
	word(len(sig))
	data = append(data, sig...)
	data = append(data, make([]byte, (32-len(sig)%32)%32)...)
	out, err := caller.CallContract(ctx, addr, data, CallGas, at)
	if err != nil {
		var r Reverted
		if errors.As(err, &r) && r.Reverted() {
			return false, nil
		}
		return false, fmt.Errorf("asking the wallet %s: %w", addr, err)
	}
	// Exactly the magic value, left-aligned in one word.
	return len(out) == 32 && bytes.Equal(out[:4], magicERC1271) && bytes.Equal(out[4:], make([]byte, 28)), nil
}
