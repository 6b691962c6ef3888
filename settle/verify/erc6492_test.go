package verify_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// The code that asks wallets which are not deployed is what its source says. What
// it does on chains is shown in cmd/oabpd/e2e.
func TestDeploylessIsCurrent(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("node", "compile.cjs", "--check").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// unmade is a wallet that is not there; making it answers as made says.
type unmade struct {
	made func(code []byte) ([]byte, error)
	at   settle.Hash
}

func (u unmade) CodeAt(context.Context, settle.Address, settle.Hash) ([]byte, error) { return nil, nil }

func (u unmade) CallContract(context.Context, settle.Address, []byte, uint64, settle.Hash) ([]byte, error) {
	return nil, errors.New("nothing is there to be called")
}

func (u unmade) CallCode(_ context.Context, code []byte, gas uint64, at settle.Hash) ([]byte, error) {
	if gas != verify.DeployGas || at != u.at {
		return nil, errors.New("asked otherwise")
	}
	return u.made(code)
}

func word(n byte) []byte { return append(make([]byte, 31), n) }

// wrap is abi.encode(factory, deploy, inner) and the suffix.
func wrap(deploy, inner []byte) []byte {
	pad := func(b []byte) []byte {
		return append(append(word(byte(len(b))), b...), make([]byte, (32-len(b)%32)%32)...)
	}
	out := append(word(0xfa), word(96)...)
	out = append(out, word(byte(96+len(pad(deploy))))...)
	out = append(append(out, pad(deploy)...), pad(inner)...)
	return append(out, bytes.Repeat([]byte{0x64, 0x92}, 16)...)
}

func TestUndeployedWallet(t *testing.T) {
	h, block := settle.Keccak256([]byte("hash")), settle.Keccak256([]byte("block"))
	addr := settle.Address{19: 0x71}
	sig := wrap([]byte("make it"), []byte("signed"))
	away := errors.New("connection refused")
	for name, tt := range map[string]struct {
		out []byte
		err error
		ok  bool
		is  error
	}{
		"yes": {word(1), nil, true, nil}, "no": {word(0), nil, false, nil}, "nothing": {nil, nil, false, nil}, "two": {word(2), nil, false, nil},
		"more than a word": {append(word(1), 0), nil, false, nil}, "a short word": {word(1)[1:], nil, false, nil},
		"reverts": {word(1), reverted{}, false, nil}, "cannot be asked": {nil, away, false, away},
	} {
		u := unmade{at: block, made: func(code []byte) ([]byte, error) {
			for _, part := range [][]byte{h[:], []byte("make it"), []byte("signed"), addr[:]} {
				if !bytes.Contains(code, part) {
					t.Errorf("%s: %q is not asked about", name, part)
				}
			}
			return tt.out, tt.err
		}}
		r, err := verify.Signature(t.Context(), u, addr, h, sig, block)
		if r.OK != tt.ok || !errors.Is(err, tt.is) || tt.ok && (r.Method != verify.MethodERC6492 || r.At != block) {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
	if r, err := verify.Signature(t.Context(), nil, addr, h, sig, block); err != nil || r.OK {
		t.Error("without a chain", r, err)
	}
}

// No bytes in front of the suffix make a panic, or anything but a question or a
// no.
func TestUndeployedWalletTakesAnyBytes(t *testing.T) {
	u := unmade{made: func([]byte) ([]byte, error) { return word(0), nil }}
	r := rand.New(rand.NewPCG(1, 2))
	good := wrap([]byte("make it"), []byte("signed"))
	for n := range 20_000 {
		b := bytes.Clone(good[:len(good)-32])
		for range 1 + n%4 {
			b[r.IntN(len(b))] = byte(r.Uint32() >> r.IntN(24))
		}
		b = append(b[:r.IntN(len(b)+1)], good[len(good)-32:]...)
		if res, err := verify.Signature(t.Context(), u, settle.Address{1}, settle.Hash{1}, b, settle.Hash{}); err != nil || res.OK {
			t.Fatalf("%x: %+v %v", b, res, err)
		}
	}
}
