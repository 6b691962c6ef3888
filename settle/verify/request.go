package verify

import (
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
)

const (
	// MaxRequestHeader bytes of an OABP-Signature header.
	MaxRequestHeader = 20 << 10
	// MaxRequestLife is how far ahead a signed request may expire: as long as its
	// nonce must be remembered.
	MaxRequestLife = settle.MaxRequestLifeSeconds * time.Second
)

// Request is what an OABP-Signature header says (wire.md "Signed single
// requests").
type Request struct {
	Address settle.Address
	// Nonce is used up by whoever keeps nonces, per address.
	Nonce settle.Hash
	// Expires is in Unix seconds.
	Expires int64
	// Signature has 1 to MaxSignature bytes.
	Signature []byte
}

// ParseRequest reads "address=0x…, nonce=0x…, expires=unix, sig=0x…": every
// member once, in any order, and no other. Errors are *settle.Error with
// CodeInvalid.
func ParseRequest(header string) (*Request, error) {
	bad := func(format string, args ...any) (*Request, error) {
		return nil, settle.Errorf(settle.CodeInvalid, "OABP-Signature: "+format, args...)
	}
	if len(header) > MaxRequestHeader {
		return bad("longer than %d bytes", MaxRequestHeader)
	}
	members := map[string]string{}
	for part := range strings.SplitSeq(header, ",") {
		name, value, ok := strings.Cut(strings.Trim(part, " \t"), "=")
		if _, twice := members[name]; !ok || twice {
			return bad("want address=0x…, nonce=0x…, expires=unix, sig=0x…, each once")
		}
		members[name] = value
	}
	for _, name := range []string{"address", "nonce", "expires", "sig"} {
		if _, ok := members[name]; !ok || len(members) != 4 {
			return bad("want address=0x…, nonce=0x…, expires=unix, sig=0x…, each once")
		}
	}
	var r Request
	var err error
	if r.Address, err = settle.ParseAddress(members["address"]); err != nil {
		return bad("%v", err)
	}
	if r.Nonce, err = settle.ParseHash(members["nonce"]); err != nil {
		return bad("nonce: %v", err)
	}
	r.Expires, err = strconv.ParseInt(members["expires"], 10, 64)
	if err != nil || r.Expires < 0 || strconv.FormatInt(r.Expires, 10) != members["expires"] {
		return bad("expires must be in Unix seconds")
	}
	digits, ok := strings.CutPrefix(members["sig"], "0x")
	if r.Signature, err = hex.DecodeString(digits); err != nil || !ok || len(r.Signature) == 0 || len(r.Signature) > MaxSignature {
		return bad("sig must be 0x and 1 to %d bytes in hex", MaxSignature)
	}
	return &r, nil
}

// CheckTime refuses a request that has expired, or that expires later than
// MaxRequestLife from now. Errors have CodeUnauthenticated.
func (r *Request) CheckTime(now time.Time) error {
	switch t := now.Unix(); {
	case t >= r.Expires:
		return settle.Errorf(settle.CodeUnauthenticated, "the signed request has expired; sign a new one")
	case r.Expires-t > int64(MaxRequestLife/time.Second):
		return settle.Errorf(settle.CodeUnauthenticated, "the signed request expires more than %s from now; sign it for a shorter time", MaxRequestLife)
	}
	return nil
}

// Digest is the EIP-712 hash that is signed: domain {name:"OABP Request",
// version:"1", chainId}, Request(string method,string path,bytes32
// bodyHash,bytes32 nonce,uint256 expires). path includes the query string as it
// was sent; bodyHash is keccak256 of the raw body.
func (r *Request) Digest(chainID uint64, method, path string, body []byte) settle.Hash {
	text := func(s string) []byte { h := settle.Keccak256([]byte(s)); return h[:] }
	number := func(n uint64) []byte { return new(big.Int).SetUint64(n).FillBytes(make([]byte, 32)) }
	domain := settle.Keccak256(text("EIP712Domain(string name,string version,uint256 chainId)"),
		text("OABP Request"), text("1"), number(chainID))
	bodyHash := settle.Keccak256(body)
	request := settle.Keccak256(text("Request(string method,string path,bytes32 bodyHash,bytes32 nonce,uint256 expires)"),
		text(method), text(path), bodyHash[:], r.Nonce[:], number(uint64(r.Expires)))
	return settle.Keccak256([]byte{0x19, 0x01}, domain[:], request[:])
}
