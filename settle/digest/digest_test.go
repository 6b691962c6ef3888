package digest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/money"
)

// Every field of an instruction and of its domain moves the digest.
func TestDigestCoversEveryField(t *testing.T) {
	d := digest.Domain{ChainID: 8453, VerifyingContract: settle.Address{1}}
	base := func() digest.Instruction {
		return digest.Instruction{Legs: []digest.Leg{{To: settle.Address{2}, Amount: money.Units(5)}, {To: settle.Address{3}, Amount: money.Units(6)}}}
	}
	want := d.Instruction(base())
	seen := map[settle.Hash]string{want: "unchanged"}
	check := func(name string, h settle.Hash) {
		if other, ok := seen[h]; ok {
			t.Errorf("%s has the digest of %s", name, other)
		}
		seen[h] = name
	}
	for name, change := range map[string]func(*digest.Instruction){
		"id":           func(i *digest.Instruction) { i.ID[31] = 1 },
		"mission":      func(i *digest.Instruction) { i.Mission[31] = 1 },
		"slot":         func(i *digest.Instruction) { i.Slot[31] = 1 },
		"submission":   func(i *digest.Instruction) { i.Submission[31] = 1 },
		"content hash": func(i *digest.Instruction) { i.ContentHash[31] = 1 },
		"token":        func(i *digest.Instruction) { i.Token[19] = 1 },
		"leg address":  func(i *digest.Instruction) { i.Legs[0].To[19] = 1 },
		"leg amount":   func(i *digest.Instruction) { i.Legs[1].Amount = money.Units(7) },
		"leg dropped":  func(i *digest.Instruction) { i.Legs = i.Legs[:1] },
		"leg order":    func(i *digest.Instruction) { slices.Reverse(i.Legs) },
		"issued block": func(i *digest.Instruction) { i.IssuedBlock = 1 },
	} {
		i := base()
		change(&i)
		check(name, d.Instruction(i))
	}
	check("chain", digest.Domain{ChainID: 84532, VerifyingContract: d.VerifyingContract}.Instruction(base()))
	check("contract", digest.Domain{ChainID: 8453}.Instruction(base()))
}

func TestSortLegs(t *testing.T) {
	a, b, c := settle.Address{19: 1}, settle.Address{0: 1}, settle.Address{0: 0xff}
	in := []digest.Leg{{c, money.Units(1)}, {a, money.Units(2)}, {b, money.Units(0)}, {c, money.Units(3)}, {b, money.Units(4)}}
	before := slices.Clone(in)
	got, err := digest.SortLegs(in)
	want := []digest.Leg{{a, money.Units(2)}, {b, money.Units(4)}, {c, money.Units(4)}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, want %v (%v)", got, want, err)
	}
	if !slices.Equal(in, before) {
		t.Error("the argument was changed")
	}
	most := money.MustParse("115792089237316195423570985008687907853269984665640564039457584007913129639935")
	for _, legs := range [][]digest.Leg{{{a, most}, {a, money.Units(1)}}, {{a, most}, {b, money.Units(1)}}} {
		if _, err := digest.SortLegs(legs); !errors.Is(err, money.ErrOverflow) {
			t.Errorf("overflow of %v: %v", legs, err)
		}
	}
}

func TestSortLegsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) digest.Leg {
			return digest.Leg{To: settle.Address{rapid.Byte().Draw(t, "a") % 4, 18: rapid.Byte().Draw(t, "b") % 2}, Amount: money.Units(rapid.Uint64Range(0, 9).Draw(t, "n"))}
		}), 0, 20).Draw(t, "legs")
		got, err := digest.SortLegs(in)
		if err != nil {
			t.Fatal(err)
		}
		owed := map[settle.Address]uint64{}
		for _, l := range in {
			n, _ := l.Amount.Uint64()
			owed[l.To] += n
		}
		for i, l := range got {
			if l.Amount.IsZero() || l.Amount != money.Units(owed[l.To]) {
				t.Fatalf("leg %v, owed %d", l, owed[l.To])
			}
			if i > 0 && bytes.Compare(got[i-1].To[:], l.To[:]) >= 0 {
				t.Fatalf("not ascending: %v", got)
			}
			delete(owed, l.To)
		}
		for a, n := range owed {
			if n != 0 {
				t.Fatalf("%s is owed %d but has no leg", a, n)
			}
		}
		shuffled, err := digest.SortLegs(rapid.Permutation(in).Draw(t, "shuffled"))
		if err != nil || !slices.Equal(got, shuffled) {
			t.Fatalf("order of the input matters: %v, %v", got, shuffled)
		}
	})
}

func TestNoncesDiffer(t *testing.T) {
	h := digest.PublicID("stl_1")
	if digest.LegNonce(h, 0) == digest.LegNonce(h, 1) || digest.LegNonce(h, 0) == digest.AllNonce(h) {
		t.Error("nonces collide")
	}
	defer func() {
		if recover() == nil {
			t.Error("a negative leg passed")
		}
	}()
	digest.LegNonce(h, -1)
}

func TestTransferURI(t *testing.T) {
	token, err := settle.ParseAddress("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913")
	if err != nil {
		t.Fatal(err)
	}
	got := digest.TransferURI(token, 8453, token, money.Units(12_500_000))
	want := "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913&uint256=12500000"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCalldataText(t *testing.T) {
	c := digest.CalldataTransfer(settle.Address{1}, money.Units(2))
	b, err := json.Marshal(c)
	if err != nil || !bytes.HasPrefix(b, []byte(`"0xa9059cbb`)) {
		t.Fatalf("%s (%v)", b, err)
	}
	var back digest.Calldata
	if err := json.Unmarshal(b, &back); err != nil || !bytes.Equal(back, c) {
		t.Errorf("%s (%v)", back, err)
	}
	for _, bad := range []string{`""`, `"12"`, `"0xzz"`, `"0x1"`} {
		if json.Unmarshal([]byte(bad), &back) == nil {
			t.Errorf("%s passed", bad)
		}
	}
}
