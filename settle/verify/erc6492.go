package verify

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// DeployGas is what the making of a wallet and its two answers may use together.
const DeployGas = 5_000_000

// Deployless.sol, compiled by compile.cjs.
//
//go:embed deployless.hex
var deploylessHex string

var suffix6492 = bytes.Repeat([]byte{0x64, 0x92}, 16)

// counterfactual is an ERC-6492 signature: how the wallet is made, or made ready,
// and what it then takes.
type counterfactual struct {
	factory settle.Address
	deploy  []byte
	inner   []byte
}

func is6492(sig []byte) bool { return len(sig) >= 32 && bytes.HasSuffix(sig, suffix6492) }

// parse6492 reads abi.encode(address factory, bytes deploy, bytes inner) before
// the suffix.
func parse6492(sig []byte) (c counterfactual, ok bool) {
	b := sig[:len(sig)-len(suffix6492)]
	if len(b) < 96 || !bytes.Equal(b[:12], make([]byte, 12)) {
		return c, false
	}
	copy(c.factory[:], b[12:32])
	var ok1, ok2 bool
	c.deploy, ok1 = tail(b, b[32:64])
	c.inner, ok2 = tail(b, b[64:96])
	return c, ok1 && ok2
}

// tail is the bytes value at an offset.
func tail(b, offset []byte) ([]byte, bool) {
	at, ok := small(offset, len(b)-32)
	if !ok {
		return nil, false
	}
	n, ok := small(b[at:at+32], len(b)-32-at)
	if !ok {
		return nil, false
	}
	return b[at+32 : at+32+n], true
}

// small is a word that is at most limit.
func small(word []byte, limit int) (int, bool) {
	v := new(big.Int).SetBytes(word)
	if limit < 0 || v.Cmp(big.NewInt(int64(limit))) > 0 {
		return 0, false
	}
	return int(v.Int64()), true
}

// undeployed answers for a counterfactual wallet, as ERC-6492 orders: one that is
// there already is asked as it is; else, or if it says no, its factory is called
// first. All of that is one call that leaves nothing on the chain.
func undeployed(ctx context.Context, caller Caller, addr settle.Address, hash settle.Hash, sig []byte, at settle.Hash) (Result, error) {
	c, ok := parse6492(sig)
	if !ok {
		return Result{}, nil
	}
	if r, err := contract(ctx, caller, addr, hash, c.inner, at); err != nil || r.OK {
		return r, err
	}
	out, err := caller.CallCode(ctx, c.initcode(addr, hash), DeployGas, at)
	if isRevert(err) {
		return Result{}, nil
	}
	if err != nil {
		return Result{}, fmt.Errorf("making the wallet %s to ask it: %w", addr, err)
	}
	if !bytes.Equal(out, append(make([]byte, 31), 1)) {
		return Result{}, nil
	}
	return Result{OK: true, Method: MethodERC6492, At: at}, nil
}

// initcode is Deployless with its arguments.
func (c counterfactual) initcode(addr settle.Address, hash settle.Hash) []byte {
	code, err := hex.DecodeString(strings.TrimSpace(deploylessHex))
	if err != nil {
		panic("verify: deployless.hex is not hex: " + err.Error())
	}
	const head = 6 * 32
	deploy, inner := padded(c.deploy), padded(c.inner)
	code = append(code, addressWord(addr)...)
	code = append(code, hash[:]...)
	code = append(code, addressWord(c.factory)...)
	code = append(code, number(head)...)
	code = append(code, number(head+len(deploy))...)
	code = append(code, number(CallGas)...)
	code = append(code, deploy...)
	return append(code, inner...)
}

// padded is a bytes value of the ABI: its length, and whole words.
func padded(b []byte) []byte {
	out := append(number(len(b)), b...)
	return append(out, make([]byte, (32-len(b)%32)%32)...)
}

func number(n int) []byte { return big.NewInt(int64(n)).FillBytes(make([]byte, 32)) }

func addressWord(a settle.Address) []byte { return append(make([]byte, 12), a[:]...) }

// isRevert: the call was executed and failed, which is a no.
func isRevert(err error) bool {
	var r Reverted
	return errors.As(err, &r) && r.Reverted()
}
