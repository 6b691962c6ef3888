package money

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/holiman/uint256"
)

// Amount is an unsigned integer of token units (USDC: 6 decimals), 0 to 2^256-1.
// The zero value is 0. Operations never wrap: they return an error, or panic
// where the documentation says so.
type Amount struct{ v uint256.Int }

// ErrOverflow says that a result does not fit 0 to 2^256-1.
var ErrOverflow = errors.New("amount out of range")

// Units is n token units.
func Units(n uint64) Amount { return Amount{*uint256.NewInt(n)} }

// FromBytes reads a big-endian integer of at most 32 bytes.
func FromBytes(b []byte) (Amount, error) {
	if len(b) > 32 {
		return Amount{}, ErrOverflow
	}
	var a Amount
	a.v.SetBytes(b)
	return a, nil
}

// Parse reads a decimal string of digits only, without sign, spaces or
// superfluous leading zeros, at most 78 digits.
func Parse(s string) (Amount, error) {
	if s == "" || len(s) > 78 || (len(s) > 1 && s[0] == '0') {
		return Amount{}, fmt.Errorf("amount %.80q: want a decimal integer", s)
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return Amount{}, fmt.Errorf("amount %.80q: want a decimal integer", s)
		}
	}
	var a Amount
	if err := a.v.SetFromDecimal(s); err != nil {
		return Amount{}, fmt.Errorf("amount %.80q: %w", s, ErrOverflow)
	}
	return a, nil
}

// MustParse is Parse for constants; it panics on bad input.
func MustParse(s string) Amount {
	a, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return a
}

// String is the decimal form.
func (a Amount) String() string { return a.v.Dec() }

// MarshalText implements encoding.TextMarshaler: amounts are decimal strings in JSON.
func (a Amount) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *Amount) UnmarshalText(b []byte) (err error) {
	*a, err = Parse(string(b))
	return err
}

// Bytes32 is the big-endian form of the ABI.
func (a Amount) Bytes32() [32]byte { return a.v.Bytes32() }

// Big is a as a big.Int.
func (a Amount) Big() *big.Int { return a.v.ToBig() }

// Uint64 is a as a uint64; ok is false if it does not fit.
func (a Amount) Uint64() (n uint64, ok bool) { return a.v.Uint64(), a.v.IsUint64() }

// IsZero reports whether a is 0.
func (a Amount) IsZero() bool { return a.v.IsZero() }

// Cmp is -1, 0 or +1 as a is less than, equal to or greater than b.
func (a Amount) Cmp(b Amount) int { return a.v.Cmp(&b.v) }

// Less reports a < b.
func (a Amount) Less(b Amount) bool { return a.Cmp(b) < 0 }

// Add is a+b, or ErrOverflow.
func (a Amount) Add(b Amount) (Amount, error) {
	var c Amount
	if _, over := c.v.AddOverflow(&a.v, &b.v); over {
		return Amount{}, ErrOverflow
	}
	return c, nil
}

// Sub is a-b, or ErrOverflow if b is greater.
func (a Amount) Sub(b Amount) (Amount, error) {
	var c Amount
	if _, over := c.v.SubOverflow(&a.v, &b.v); over {
		return Amount{}, ErrOverflow
	}
	return c, nil
}

// SatAdd is a+b, at most 2^256-1.
func (a Amount) SatAdd(b Amount) Amount {
	c, err := a.Add(b)
	if err != nil {
		c.v.SetAllOne()
	}
	return c
}

// SatSub is a-b, at least 0.
func (a Amount) SatSub(b Amount) Amount {
	c, err := a.Sub(b)
	if err != nil {
		return Amount{}
	}
	return c
}

// Min is the lesser of a and b.
func Min(a, b Amount) Amount {
	if b.Less(a) {
		return b
	}
	return a
}

// Sum adds all, or ErrOverflow.
func Sum(as ...Amount) (t Amount, err error) {
	for _, a := range as {
		if t, err = t.Add(a); err != nil {
			return Amount{}, err
		}
	}
	return t, nil
}

// MulDiv is floor(a*num/den) with a 512-bit product; ErrOverflow if den is 0 or
// the quotient does not fit.
func (a Amount) MulDiv(num, den Amount) (Amount, error) {
	if den.IsZero() {
		return Amount{}, ErrOverflow
	}
	var c Amount
	if _, over := c.v.MulDivOverflow(&a.v, &num.v, &den.v); over {
		return Amount{}, ErrOverflow
	}
	return c, nil
}
