package digest

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// SortLegs makes the legs of an instruction: amounts are summed per address,
// zero legs dropped, the rest sorted ascending by address as uint160
// (settlement.md R6, R7). The argument is not changed. The only error is
// money.ErrOverflow, when the sum of all does not fit.
func SortLegs(legs []Leg) ([]Leg, error) {
	sorted := slices.Clone(legs)
	slices.SortStableFunc(sorted, func(a, b Leg) int { return bytes.Compare(a.To[:], b.To[:]) })
	out := make([]Leg, 0, len(sorted))
	for _, l := range sorted {
		if l.Amount.IsZero() {
			continue
		}
		if n := len(out); n > 0 && out[n-1].To == l.To {
			sum, err := out[n-1].Amount.Add(l.Amount)
			if err != nil {
				return nil, fmt.Errorf("summing legs of %s: %w", l.To, err)
			}
			out[n-1].Amount = sum
			continue
		}
		out = append(out, l)
	}
	if _, err := Total(out); err != nil {
		return nil, err
	}
	return out, nil
}

// Total is the sum of all legs, or money.ErrOverflow.
func Total(legs []Leg) (money.Amount, error) {
	var total money.Amount
	for _, l := range legs {
		var err error
		if total, err = total.Add(l.Amount); err != nil {
			return money.Amount{}, fmt.Errorf("summing legs: %w", err)
		}
	}
	return total, nil
}
