package rating

import "math/big"

// scaledExpected is scale/(1+10^((opponents-own)/400)) rounded to the nearest
// integer, for a positive even scale up to 2^31 (zero gives zero).
//
// There is never a tie. With d = (opponents-own)/400 points an integer, the
// value is scale/(10^d+1) or its complement: for d = 0 half of an even number,
// else a fraction with an odd denominator. With d no integer, 10^d is
// irrational, and so is the value. Hence some precision always decides.
func scaledExpected(own, opponents Milli, scale int64) int64 {
	const unit = 400_000 // thousandths per power of ten
	diff := int64(opponents - own)
	n, r := diff/unit, diff%unit
	if r < 0 {
		n, r = n-1, r+unit
	}
	switch { // too far apart to move the rounding: 2^31 * 10^-40 is below 1/2
	case n >= 40:
		return 0
	case n < -40:
		return scale
	}
	for bits := uint(128); ; bits *= 2 {
		value := new(big.Int).Mul(expected(n, r, unit, bits), big.NewInt(scale))
		slack := new(big.Int).Lsh(big.NewInt(scale), errorBits)
		low := nearest(new(big.Int).Sub(value, slack), bits)
		high := nearest(new(big.Int).Add(value, slack), bits)
		if low.Cmp(high) == 0 {
			return low.Int64()
		}
	}
}

// errorBits bounds the error of expected: less than 2^errorBits units in the
// last place, for up to 2^10 terms of the series.
const errorBits = 16

// expected is 1/(1+10^(n+r/unit)) in fixed point with so many bits, 0 <= r < unit.
func expected(n, r, unit int64, bits uint) *big.Int {
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	power := exp(div(new(big.Int).Mul(ln10(bits), big.NewInt(r)), unit), one) // 10^(r/unit), 1 to 10
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(n, -n)), nil)
	num := one
	if n >= 0 {
		power.Mul(power, ten)
		power.Add(power, one)
	} else { // multiply through by 10^-n
		num = new(big.Int).Mul(one, ten)
		power.Add(power, num)
	}
	return new(big.Int).Quo(new(big.Int).Lsh(num, bits), power)
}

// ln10 = 3 ln 2 + ln(5/4) = 6 atanh(1/3) + 2 atanh(1/9), in fixed point.
func ln10(bits uint) *big.Int {
	a := new(big.Int).Mul(atanhInverse(3, bits), big.NewInt(6))
	b := new(big.Int).Mul(atanhInverse(9, bits), big.NewInt(2))
	return a.Add(a, b)
}

// atanhInverse is atanh(1/m) = 1/m + 1/(3m³) + 1/(5m⁵) + …
func atanhInverse(m int64, bits uint) *big.Int {
	term := div(new(big.Int).Lsh(big.NewInt(1), bits), m)
	sum := new(big.Int)
	for k := int64(1); term.Sign() > 0; k += 2 {
		sum.Add(sum, div(term, k))
		term = div(term, m*m)
	}
	return sum
}

// exp is the exponential of y, both in fixed point with the given one.
func exp(y, one *big.Int) *big.Int {
	sum, term := new(big.Int), new(big.Int).Set(one)
	for k := int64(1); term.Sign() > 0; k++ {
		sum.Add(sum, term)
		term = div(new(big.Int).Quo(new(big.Int).Mul(term, y), one), k)
	}
	return sum
}

func div(a *big.Int, b int64) *big.Int { return new(big.Int).Quo(a, big.NewInt(b)) }

// nearest rounds a fixed-point number to an integer, half up.
func nearest(v *big.Int, bits uint) *big.Int {
	half := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return half.Rsh(half.Add(half, v), bits)
}
