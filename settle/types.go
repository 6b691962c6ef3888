package settle

import (
	"encoding/hex"
	"fmt"
	"strings"

	"golang.org/x/crypto/sha3"
)

// Address is an EVM account: 20 bytes. Its text form is lower-case hex with
// 0x; Checksum gives the EIP-55 form that people should be shown.
type Address [20]byte

// Hash is 32 bytes: a block, transaction or content hash, a digest or a nonce.
// Its text form is lower-case hex with 0x.
type Hash [32]byte

// IsZero reports whether a is the zero address.
func (a Address) IsZero() bool { return a == Address{} }

// String is 0x and 40 lower-case hex digits.
func (a Address) String() string {
	var text [2 + 2*len(a)]byte
	return string(appendHex(text[:0], a[:]))
}

// Checksum is the mixed-case form of EIP-55.
func (a Address) Checksum() string {
	low := hex.EncodeToString(a[:])
	sum := Keccak256([]byte(low))
	out := []byte(low)
	for i, c := range out {
		nibble := sum[i/2] >> 4
		if i%2 == 1 {
			nibble = sum[i/2] & 0x0f
		}
		if c >= 'a' && nibble >= 8 {
			out[i] = c - 'a' + 'A'
		}
	}
	return "0x" + string(out)
}

// MarshalText implements encoding.TextMarshaler.
func (a Address) MarshalText() ([]byte, error) {
	return appendHex(make([]byte, 0, 2+2*len(a)), a[:]), nil
}

// UnmarshalText implements encoding.TextUnmarshaler by the rules of ParseAddress.
func (a *Address) UnmarshalText(b []byte) (err error) {
	*a, err = ParseAddress(string(b))
	return err
}

// ParseAddress reads 0x and 40 hex digits. All lower or all upper case is
// taken as it is; mixed case must be a valid EIP-55 checksum (settlement.md R8).
func ParseAddress(s string) (Address, error) {
	var a Address
	b, err := fixedHex(s, len(a))
	if err != nil {
		return a, fmt.Errorf("address %q: %w", clip(s), err)
	}
	copy(a[:], b)
	digits := s[2:]
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && a.Checksum()[2:] != digits {
		return Address{}, fmt.Errorf("address %q: mixed case is not its EIP-55 checksum (expected %s)", s, a.Checksum())
	}
	return a, nil
}

// IsZero reports whether h is all zero.
func (h Hash) IsZero() bool { return h == Hash{} }

// String is 0x and 64 lower-case hex digits.
func (h Hash) String() string {
	var text [2 + 2*len(h)]byte
	return string(appendHex(text[:0], h[:]))
}

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) {
	return appendHex(make([]byte, 0, 2+2*len(h)), h[:]), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(b []byte) (err error) {
	*h, err = ParseHash(string(b))
	return err
}

// ParseHash reads 0x and 64 hex digits of either case.
func ParseHash(s string) (Hash, error) {
	var h Hash
	b, err := fixedHex(s, len(h))
	if err != nil {
		return h, fmt.Errorf("hash %q: %w", clip(s), err)
	}
	copy(h[:], b)
	return h, nil
}

// Keccak256 is the hash of the EVM (not the later SHA3-256).
func Keccak256(parts ...[]byte) (h Hash) {
	d := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		d.Write(p)
	}
	d.Sum(h[:0])
	return h
}

func appendHex(to, b []byte) []byte { return hex.AppendEncode(append(to, "0x"...), b) }

func fixedHex(s string, n int) ([]byte, error) {
	if len(s) != 2+2*n || s[0] != '0' || (s[1] != 'x' && s[1] != 'X') {
		return nil, fmt.Errorf("want 0x and %d hex digits", 2*n)
	}
	return hex.DecodeString(s[2:])
}

func clip(s string) string {
	if len(s) > 80 {
		return s[:80] + "…"
	}
	return s
}
