package settle

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/holiman/uint256"

	"github.com/oabp/oabpd/settle/money"
)

// ChainText is a string as a contract emitted it: any bytes at all. It is kept
// exactly. Its JSON is a JSON string if the bytes are valid UTF-8 without NUL,
// which PostgreSQL's text and jsonb can hold, and {"hex":"…"} otherwise, so
// that no two texts have the same JSON.
type ChainText string

type hexText struct {
	Hex string `json:"hex"`
}

func (t ChainText) plain() bool {
	return utf8.ValidString(string(t)) && !strings.ContainsRune(string(t), 0)
}

// Shown is the text with every NUL and every invalid byte replaced by U+FFFD:
// valid UTF-8 for people. (Control and bidirectional characters stay; whoever
// prints it to a terminal or a page escapes it as any foreign text.)
func (t ChainText) Shown() string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(t), "\uFFFD"), "\x00", "\uFFFD")
}

// MarshalJSON implements json.Marshaler.
func (t ChainText) MarshalJSON() ([]byte, error) {
	if t.plain() {
		return json.Marshal(string(t))
	}
	return json.Marshal(hexText{hex.EncodeToString([]byte(t))})
}

// UnmarshalJSON implements json.Unmarshaler. The hex form of what has a plain
// one is refused.
func (t *ChainText) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(t))
	}
	var h hexText
	if err := strict(b, &h); err != nil {
		return fmt.Errorf("text: %w", err)
	}
	raw, err := hex.DecodeString(h.Hex)
	if err != nil {
		return fmt.Errorf("text: %w", err)
	}
	if hex.EncodeToString(raw) != h.Hex || ChainText(raw).plain() {
		return errors.New("text: hex form that is not the canonical one")
	}
	*t = ChainText(raw)
	return nil
}

// Uint256 is a number that is no amount of money (an id, a salt), big-endian.
// Its text is decimal.
type Uint256 [32]byte

// NoIdentity is the ERC-8004 id that stands for none: 2^256-1.
var NoIdentity = Uint256{
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
}

// Uint256Of is a small number.
func Uint256Of(n uint64) Uint256 { return uint256.NewInt(n).Bytes32() }

// Uint64 is the number if it is below 2^64.
func (u Uint256) Uint64() (n uint64, ok bool) {
	v := new(uint256.Int).SetBytes32(u[:])
	return v.Uint64(), v.IsUint64()
}

// String is the number in decimal.
func (u Uint256) String() string { return new(uint256.Int).SetBytes32(u[:]).Dec() }

// MarshalText implements encoding.TextMarshaler.
func (u Uint256) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler: decimal digits without
// leading zeros, below 2^256.
func (u *Uint256) UnmarshalText(b []byte) error {
	a, err := money.Parse(string(b))
	if err != nil {
		return err
	}
	*u = a.Bytes32()
	return nil
}

// SignedAmount is an int256 in token units.
type SignedAmount struct {
	// Amount is the absolute value, Negative the sign; zero is not negative.
	Amount   money.Amount
	Negative bool
}

// String is the number in decimal, with a minus sign if it is negative.
func (s SignedAmount) String() string {
	if s.Negative && !s.Amount.IsZero() {
		return "-" + s.Amount.String()
	}
	return s.Amount.String()
}

// MarshalText implements encoding.TextMarshaler.
func (s SignedAmount) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. Minus zero is an error.
func (s *SignedAmount) UnmarshalText(b []byte) error {
	digits, negative := strings.CutPrefix(string(b), "-")
	a, err := money.Parse(digits)
	if err != nil {
		return err
	}
	if negative && a.IsZero() {
		return errors.New("amount is minus zero")
	}
	*s = SignedAmount{a, negative}
	return nil
}
