package verify_test

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

var (
	nonceText = "0x" + strings.Repeat("ab", 32)
	header    = "address=" + who + ", nonce=" + nonceText + ", expires=1796030000, sig=0x" + strings.Repeat("11", 65)
)

func TestParseRequest(t *testing.T) {
	r, err := verify.ParseRequest(header)
	if err != nil || r.Address.Checksum() != who || r.Nonce.String() != nonceText || r.Expires != 1796030000 || len(r.Signature) != 65 {
		t.Fatalf("%+v %v", r, err)
	}
	if _, err := verify.ParseRequest("sig=0x11,expires=5,nonce=" + nonceText + ",address=" + strings.ToLower(who)); err != nil {
		t.Fatal("the order is free:", err)
	}
	for name, h := range map[string]string{
		"empty": "", "garbage": "Bearer x", "member missing": strings.Replace(header, ", expires=1796030000", "", 1), "member twice": header + ", expires=1796030000",
		"unknown member": header + ", v=1", "trailing comma": header + ",", "checksum": strings.Replace(header, "79C8", "79c8", 1),
		"short nonce": strings.Replace(header, "abab", "", 1), "negative": strings.Replace(header, "=1796030000", "=-1", 1),
		"zeros": strings.Replace(header, "=1796030000", "=01796030000", 1), "fraction": strings.Replace(header, "=1796030000", "=1.5", 1),
		"no 0x": strings.Replace(header, "sig=0x", "sig=", 1), "odd hex": header + "1", "no signature": header[:strings.Index(header, "0x1111")] + "0x",
		"long signature": header + strings.Repeat("11", verify.MaxSignature), "too long": header + strings.Repeat(" ", verify.MaxRequestHeader),
	} {
		if r, err := verify.ParseRequest(h); settle.CodeOf(err) != settle.CodeInvalid {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
}

func TestRequestTime(t *testing.T) {
	r := verify.Request{Expires: 1000}
	for now, ok := range map[int64]bool{999: true, 1000: false, 1001: false, 100: true, 99: false, -1 << 62: false} {
		if err := r.CheckTime(time.Unix(now, 0)); (err == nil) != ok {
			t.Errorf("%d: %v", now, err)
		}
	}
	far := verify.Request{Expires: 1<<63 - 1}
	if far.CheckTime(time.Unix(1, 0)) == nil {
		t.Error("expires at the end of time")
	}
}

// The digest is that of go-ethereum's own typed data, and a key signs it.
func TestRequestDigest(t *testing.T) {
	key, addr := newKey(t, 1)
	for i, body := range []string{"", "{}", strings.Repeat("x", 1000)} {
		r := verify.Request{Address: addr, Nonce: settle.Keccak256([]byte{byte(i)}), Expires: 1_796_030_000 + int64(i)}
		path := fmt.Sprintf("/v1/bounties?x=%d", i)
		got := r.Digest(8453, "POST", path, []byte(body))
		td := apitypes.TypedData{
			Types: apitypes.Types{
				"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}},
				"Request": {{Name: "method", Type: "string"}, {Name: "path", Type: "string"}, {Name: "bodyHash", Type: "bytes32"},
					{Name: "nonce", Type: "bytes32"}, {Name: "expires", Type: "uint256"}},
			},
			PrimaryType: "Request",
			Domain:      apitypes.TypedDataDomain{Name: "OABP Request", Version: "1", ChainId: (*math.HexOrDecimal256)(big.NewInt(8453))},
			Message: apitypes.TypedDataMessage{"method": "POST", "path": path, "bodyHash": crypto.Keccak256([]byte(body)),
				"nonce": r.Nonce[:], "expires": fmt.Sprint(r.Expires)},
		}
		want, _, err := apitypes.TypedDataAndHash(td)
		if err != nil {
			t.Fatal(err)
		}
		if hex.EncodeToString(got[:]) != hex.EncodeToString(want) {
			t.Fatalf("%x, go-ethereum says %x", got, want)
		}
		if res, err := verify.Signature(t.Context(), nil, addr, got, sign(t, key, got), settle.Hash{}); err != nil || !res.OK {
			t.Fatal(res, err)
		}
		for name, other := range map[string]settle.Hash{"method": r.Digest(8453, "PUT", path, []byte(body)), "path": r.Digest(8453, "POST", path+"1", []byte(body)),
			"body": r.Digest(8453, "POST", path, []byte(body+" ")), "chain": r.Digest(84532, "POST", path, []byte(body))} {
			if other == got {
				t.Errorf("%s is not in the digest", name)
			}
		}
	}
}

func FuzzParseRequest(f *testing.F) {
	f.Add(header)
	f.Add("sig=0x11,expires=5,nonce=" + nonceText + ",address=" + who)
	f.Fuzz(func(t *testing.T, s string) {
		r, err := verify.ParseRequest(s)
		if err != nil {
			if settle.CodeOf(err) != settle.CodeInvalid {
				t.Fatal(err)
			}
			return
		}
		again, err := verify.ParseRequest(fmt.Sprintf("address=%s, nonce=%s, expires=%d, sig=0x%x", r.Address, r.Nonce, r.Expires, r.Signature))
		if err != nil || again.Address != r.Address || again.Nonce != r.Nonce || again.Expires != r.Expires || string(again.Signature) != string(r.Signature) {
			t.Fatalf("%+v %v", again, err)
		}
	})
}
