package verify_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/binary"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

func newKey(t *testing.T, n byte) (*ecdsa.PrivateKey, settle.Address) {
	t.Helper()
	key, err := crypto.ToECDSA(append(make([]byte, 31), n))
	if err != nil {
		t.Fatal(err)
	}
	return key, settle.Address(crypto.PubkeyToAddress(key.PublicKey))
}

func sign(t *testing.T, key *ecdsa.PrivateKey, h settle.Hash) []byte {
	t.Helper()
	sig, err := crypto.Sign(h[:], key)
	if err != nil {
		t.Fatal(err)
	}
	return sig
}

// twin is the other signature of the same key over the same hash.
func twin(sig []byte) []byte {
	out := bytes.Clone(sig)
	s := new(big.Int).Sub(crypto.S256().Params().N, new(big.Int).SetBytes(sig[32:64]))
	s.FillBytes(out[32:64])
	out[64] ^= 1
	return out
}

type reverted struct{}

func (reverted) Error() string  { return "execution reverted" }
func (reverted) Reverted() bool { return true }

var yes = append([]byte{0x16, 0x26, 0xba, 0x7e}, make([]byte, 28)...)

// wallet is a Caller with one contract.
type wallet struct {
	t       *testing.T
	at      settle.Hash
	code    []byte
	codeErr error
	answer  func(call int, hash settle.Hash, sig []byte) ([]byte, error)
	calls   int
}

// CallCode is asked of no wallet that signs without a wrapping.
func (w *wallet) CallCode(context.Context, []byte, uint64, settle.Hash) ([]byte, error) {
	w.t.Error("a deployed wallet was made again")
	return nil, reverted{}
}

func (w *wallet) CodeAt(_ context.Context, _ settle.Address, at settle.Hash) ([]byte, error) {
	if at != w.at {
		w.t.Error("code was read at another block")
	}
	return w.code, w.codeErr
}

// CallContract decodes isValidSignature(bytes32,bytes) as a contract would.
func (w *wallet) CallContract(_ context.Context, _ settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error) {
	w.calls++
	if at != w.at || gas < verify.CallGas+21_000+4*uint64(len(data)) || gas > verify.CallGas+21_000+40*uint64(len(data)) || !bytes.Equal(data[:4], yes[:4]) || len(data)%32 != 4 {
		w.t.Errorf("call at %s with gas %d and %d bytes", at, gas, len(data))
	}
	off := binary.BigEndian.Uint64(data[4+32+24 : 4+64])
	n := binary.BigEndian.Uint64(data[4+off+24 : 4+off+32])
	return w.answer(w.calls, settle.Hash(data[4:36]), data[4+off+32:4+off+32+n])
}

func TestSignatureByKey(t *testing.T) {
	key, addr := newKey(t, 1)
	h := settle.Keccak256([]byte("hash"))
	sig := sign(t, key, h)
	set := func(i int, v byte) []byte { s := bytes.Clone(sig); s[i] = v; return s }
	for name, tt := range map[string]struct {
		sig []byte
		ok  bool
	}{
		"v 0 or 1": {sig, true}, "v 27 or 28": {set(64, sig[64]+27), true}, "other v": {set(64, sig[64]^1), false}, "v 2": {set(64, 2), false},
		"v 26": {set(64, 26), false}, "v 29": {set(64, 29), false}, "v 255": {set(64, 255), false}, "high s": {twin(sig), false},
		"zero r": {append(make([]byte, 32), sig[32:]...), false}, "zero": {make([]byte, 65), false}, "changed": {set(5, sig[5]^1), false},
		"64 bytes": {sig[:64], false}, "66 bytes": {append(bytes.Clone(sig), 0), false}, "max r": {append(bytes.Repeat([]byte{255}, 32), sig[32:]...), false},
	} {
		before := bytes.Clone(tt.sig)
		r, err := verify.Signature(t.Context(), nil, addr, h, tt.sig, settle.Hash{})
		if err != nil || r.OK != tt.ok || tt.ok && (r.Method != verify.MethodECDSA || r.At != settle.Hash{}) {
			t.Errorf("%s: %+v %v", name, r, err)
		}
		if !bytes.Equal(before, tt.sig) {
			t.Errorf("%s: the caller's bytes were changed", name)
		}
	}
	_, other := newKey(t, 2)
	if r, err := verify.Signature(t.Context(), nil, other, h, sig, settle.Hash{}); err != nil || r.OK {
		t.Error("another address")
	}
	if r, err := verify.Signature(t.Context(), nil, settle.Address{}, h, make([]byte, 65), settle.Hash{}); err != nil || r.OK {
		t.Error("the zero address signed")
	}
	for _, bad := range [][]byte{nil, make([]byte, verify.MaxSignature+1)} {
		if _, err := verify.Signature(t.Context(), nil, addr, h, bad, settle.Hash{}); settle.CodeOf(err) != settle.CodeInvalid {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
}

func TestSignatureByContract(t *testing.T) {
	h, block := settle.Keccak256([]byte("hash")), settle.Keccak256([]byte("block"))
	addr := settle.Address{19: 0x71}
	away := errors.New("connection refused")
	honest := func(want []byte) func(int, settle.Hash, []byte) ([]byte, error) {
		return func(_ int, got settle.Hash, sig []byte) ([]byte, error) {
			if got == h && bytes.Equal(sig, want) {
				return yes, nil
			}
			return nil, reverted{}
		}
	}
	always := func(out []byte, err error) func(int, settle.Hash, []byte) ([]byte, error) {
		return func(int, settle.Hash, []byte) ([]byte, error) { return out, err }
	}
	nth := func(n int, then, otherwise []byte, err error) func(int, settle.Hash, []byte) ([]byte, error) {
		return func(call int, _ settle.Hash, _ []byte) ([]byte, error) {
			if call == n {
				return then, err
			}
			return otherwise, nil
		}
	}
	blob := bytes.Repeat([]byte{7}, 333)
	code := []byte{0x60}
	for name, tt := range map[string]struct {
		w     wallet
		sig   []byte
		ok    bool
		err   error
		calls int
	}{
		"honest, 1 byte":             {wallet{code: code, answer: honest([]byte{9})}, []byte{9}, true, nil, 2},
		"honest, 333 bytes":          {wallet{code: code, answer: honest(blob)}, blob, true, nil, 2},
		"honest, 64 bytes":           {wallet{code: code, answer: honest(blob[:64])}, blob[:64], true, nil, 2},
		"honest, 8 KiB":              {wallet{code: code, answer: honest(make([]byte, verify.MaxSignature))}, make([]byte, verify.MaxSignature), true, nil, 2},
		"honest, other signature":    {wallet{code: code, answer: honest(blob)}, blob[1:], false, nil, 1},
		"yes to everything":          {wallet{code: code, answer: always(yes, nil)}, blob, false, nil, 2},
		"reverts":                    {wallet{code: code, answer: always(nil, reverted{})}, blob, false, nil, 1},
		"nothing":                    {wallet{code: code, answer: always(nil, nil)}, blob, false, nil, 1},
		"four bytes only":            {wallet{code: code, answer: always(yes[:4], nil)}, blob, false, nil, 1},
		"true instead of the magic":  {wallet{code: code, answer: always(append(make([]byte, 31), 1), nil)}, blob, false, nil, 1},
		"magic on the right":         {wallet{code: code, answer: always(append(make([]byte, 28), yes[:4]...), nil)}, blob, false, nil, 1},
		"magic and dirt":             {wallet{code: code, answer: always(append(bytes.Clone(yes[:31]), 1), nil)}, blob, false, nil, 1},
		"magic and a megabyte":       {wallet{code: code, answer: always(append(bytes.Clone(yes), make([]byte, 1<<20)...), nil)}, blob, false, nil, 1},
		"no code":                    {wallet{answer: always(yes, nil)}, blob, false, nil, 0},
		"yes, then no":               {wallet{code: code, answer: nth(1, yes, make([]byte, 32), nil)}, blob, true, nil, 2},
		"no, then yes":               {wallet{code: code, answer: nth(2, yes, make([]byte, 32), nil)}, blob, false, nil, 1},
		"code cannot be read":        {wallet{codeErr: away}, blob, false, away, 0},
		"wallet cannot be asked":     {wallet{code: code, answer: always(nil, away)}, blob, false, away, 1},
		"lost between the questions": {wallet{code: code, answer: nth(2, nil, yes, away)}, blob, false, away, 2},
	} {
		tt.w.t, tt.w.at = t, block
		r, err := verify.Signature(t.Context(), &tt.w, addr, h, tt.sig, block)
		if r.OK != tt.ok || !errors.Is(err, tt.err) || tt.w.calls != tt.calls {
			t.Errorf("%s: %+v %v after %d calls", name, r, err, tt.w.calls)
		}
		if tt.ok && (r.Method != verify.MethodERC1271 || r.At != block) {
			t.Errorf("%s: %+v", name, r)
		}
		if tt.err != nil && settle.CodeOf(err) != settle.CodeInternal {
			t.Errorf("%s: could not ask is no refusal: %v", name, err)
		}
	}
}

func TestDelegatedAccount(t *testing.T) {
	key, addr := newKey(t, 1)
	h := settle.Keccak256([]byte("hash"))
	delegated := append([]byte{0xef, 0x01, 0x00}, make([]byte, 20)...)
	w := &wallet{t: t, code: delegated, answer: func(int, settle.Hash, []byte) ([]byte, error) { return nil, reverted{} }}
	if r, err := verify.Signature(t.Context(), w, addr, h, sign(t, key, h), settle.Hash{}); err != nil || !r.OK || r.Method != verify.MethodECDSA || w.calls != 0 {
		t.Fatalf("by its key: %+v %v", r, err)
	}
	w.answer = func(_ int, got settle.Hash, sig []byte) ([]byte, error) {
		if got == h && string(sig) == "passkey" {
			return yes, nil
		}
		return nil, reverted{}
	}
	if r, err := verify.Signature(t.Context(), w, addr, h, []byte("passkey"), settle.Hash{}); err != nil || !r.OK || r.Method != verify.MethodERC1271 {
		t.Fatalf("by its code: %+v %v", r, err)
	}
}
