package money

import (
	"math"
	"strings"
)

// decimals of USDC: units have six digits after the point.
const decimals = 6

// FormatUSDC is a in dollars, exactly: at least two and at most six digits
// after the point, without sign or separators ("12.50", "0.000001").
func FormatUSDC(a Amount) string {
	s := a.String()
	if len(s) <= decimals {
		s = strings.Repeat("0", decimals+1-len(s)) + s
	}
	whole, frac := s[:len(s)-decimals], s[len(s)-decimals:]
	return whole + "." + frac[:2] + strings.TrimRight(frac[2:], "0")
}

// Cents is floor(a/10,000), the whole cents in a. exact reports that nothing
// was lost; where it is false the wire shows null instead of cents (wire.md).
// An amount above 2^63-1 cents gives that bound and false.
func Cents(a Amount) (n int64, exact bool) {
	cents, err := a.MulDiv(Units(1), Units(UnitsPerCent))
	if err != nil {
		panic(err) // cannot be: the divisor is not zero
	}
	u, ok := cents.Uint64()
	if !ok || u > math.MaxInt64 {
		return math.MaxInt64, false
	}
	var back Amount
	grain := Units(UnitsPerCent)
	back.v.Mul(&cents.v, &grain.v)
	return int64(u), back == a
}
