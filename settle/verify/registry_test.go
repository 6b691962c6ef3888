package verify_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// What a registry signs is go-ethereum's own abi.encode.
func TestAttestationHash(t *testing.T) {
	text, err := abi.NewType("string", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	address, err := abi.NewType("address", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	args := abi.Arguments{{Type: text}, {Type: address}, {Type: text}}
	for _, n := range []int{1, 31, 32, 33, 64, 500} {
		a := settle.RegistryAttestation{Token: strings.Repeat("k", n), Address: settle.Address{1, 19: 9}, IssuedAt: strings.Repeat("2", n%40+1)}
		b, err := args.Pack(a.Token, common.Address(a.Address), a.IssuedAt)
		if err != nil {
			t.Fatal(err)
		}
		if want := crypto.Keccak256Hash(b); settle.Hash(want) != verify.AttestationHash(a) {
			t.Errorf("%d: %s, want %s", n, verify.AttestationHash(a), want)
		}
	}
}

func TestAttested(t *testing.T) {
	key, one := newKey(t, 1)
	_, two := newKey(t, 2)
	known := []verify.Registry{{Domain: "two.example", Address: two}, {Domain: "one.example", Address: one}, {Domain: "none"}}
	a := settle.RegistryAttestation{Token: "directory-token", Address: settle.Address{7}, IssuedAt: "1800000000"}
	h := verify.AttestationHash(a)
	for _, signed := range [][]byte{h[:], accounts.TextHash(h[:])} {
		a.Signature = sign(t, key, settle.Hash(signed))
		if r, ok := verify.Attested(known, a); !ok || r.Domain != "one.example" {
			t.Errorf("%+v %v", r, ok)
		}
		if r, ok := verify.Attested(known[:1], a); ok {
			t.Errorf("%+v", r)
		}
		for i := range a.Signature {
			b := a
			b.Signature = bytes.Clone(a.Signature)
			b.Signature[i] ^= 1
			if r, ok := verify.Attested(known, b); ok {
				t.Errorf("byte %d: %+v", i, r)
			}
		}
		for _, b := range []settle.RegistryAttestation{{Token: "directory-tokem", Address: a.Address, IssuedAt: a.IssuedAt}, {Token: a.Token, Address: one, IssuedAt: a.IssuedAt},
			{Token: a.Token, Address: a.Address, IssuedAt: "1800000001"}, {Token: a.Token + a.IssuedAt, Address: a.Address}} {
			b.Signature = a.Signature
			if r, ok := verify.Attested(known, b); ok {
				t.Errorf("%+v by %+v", b, r)
			}
		}
	}
	for _, sig := range [][]byte{nil, {}, make([]byte, 65), make([]byte, 64)} {
		a.Signature = sig
		if r, ok := verify.Attested(known, a); ok {
			t.Errorf("%x: %+v", sig, r)
		}
	}
}
