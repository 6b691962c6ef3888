package rating

import (
	"fmt"
	"time"

	"github.com/oabp/oabpd/settle/money"
)

// Milli is a rating in thousandths of a point.
type Milli int64

// The constants of AIP-1 §5 and vectors/rating.json.
const (
	// Start is the rating of a new agent, and the opponents' average where
	// there was no opponent.
	Start Milli = 1_400_000
	// Floor is the lowest rating.
	Floor Milli = 1_000_000
	// DecayPerWeek is what each full idle week after the first costs.
	DecayPerWeek Milli = 2_000
)

// Outcomes in halves, as Update takes them.
const (
	Lost    = 0
	Partial = 1
	Won     = 2
)

const week = 7 * 24 * time.Hour

// Points is the rating as shown: rounded to the nearest integer, half to even.
func (m Milli) Points() int64 { return divHalfEven(int64(m), 1000) }

// String is the rating in points with three decimals.
func (m Milli) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s%d.%03d", sign, m/1000, m%1000)
}

// K is the factor for a mission's reward in USDC units: 32 below 100 USDC, 64
// from there on.
func K(reward money.Amount) int {
	if reward.Less(money.Units(100_000_000)) {
		return 32
	}
	return 64
}

// Average is the mean of the opponents' ratings, in thousandths rounded half to
// even; Start if there is none. Ratings are taken as below 2^53 so that their
// sum fits.
func Average(opponents []Milli) Milli {
	if len(opponents) == 0 {
		return Start
	}
	var sum int64
	for _, m := range opponents {
		sum += int64(m)
	}
	return Milli(divHalfEven(sum, int64(len(opponents))))
}

// Update is the rating after one mission: own + k*(outcome-expected), where
// expected = 1/(1+10^((opponents-own)/400)), rounded half to even in
// thousandths, at least Floor. outcome is in halves: Lost, Partial or Won, and
// clamped to that range; k is clamped to 0 … 2^20.
func Update(own, opponents Milli, k, outcome int) Milli {
	k = min(max(k, 0), 1<<20)
	outcome = min(max(outcome, Lost), Won)
	gain := int64(k)*500*int64(outcome) - scaledExpected(own, opponents, int64(k)*1000)
	return max(own+Milli(gain), Floor)
}

// Expected is the expected outcome against opponents of this average rating,
// in millionths (500,000 is even), rounded to the nearest.
func Expected(own, opponents Milli) int64 { return scaledExpected(own, opponents, 1_000_000) }

// Decay is the rating after an idle time: DecayPerWeek less for each full week
// after the first 7 days, at least Floor.
func Decay(m Milli, idle time.Duration) Milli {
	if idle < 2*week {
		return max(m, Floor)
	}
	weeks := Milli((idle - week) / week)
	return max(m-weeks*DecayPerWeek, Floor)
}

// divHalfEven is a/b rounded half to even, for b > 0.
func divHalfEven(a, b int64) int64 {
	q, r := a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	if r > b-r || (r == b-r && q%2 != 0) {
		q++
	}
	return q
}
