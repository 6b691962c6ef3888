package api

import (
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// amountIn is an amount of a mission for people: in dollars, or in points by their
// name, so that nobody takes the one for the other.
func amountIn(m *settle.Mission, a money.Amount) string {
	if m != nil && m.Points != nil {
		return money.FormatUSDC(a) + " " + m.Points.Symbol
	}
	return dollars(a)
}

// centsIn is an amount of a mission in cents; null for points.
func centsIn(m *settle.Mission, a money.Amount) *int64 {
	if m != nil && m.Points != nil {
		return nil
	}
	return cents(a)
}

// currencyOf is in what the board shows a mission's reward.
func currencyOf(m *settle.Mission) string {
	if m.Points != nil {
		return m.Points.Symbol
	}
	return "USD"
}

// inUSDC is a mission's reward in whole USDC; null for points.
func inUSDC(m *settle.Mission) *string {
	if m.Points != nil {
		return nil
	}
	text := money.FormatUSDC(m.Reward)
	return &text
}
