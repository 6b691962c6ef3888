package api

import (
	"fmt"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

const timeForm = "2006-01-02T15:04:05.000Z"

// millis is a Unix time in milliseconds as RFC 3339, UTC, with milliseconds.
func millis(t int64) string { return time.UnixMilli(t).UTC().Format(timeForm) }

// seconds is a block time in the form of millis.
func seconds(t int64) string { return time.Unix(t, 0).UTC().Format(timeForm) }

// millisOrNull and secondsOrNull give null for 0, which means "not set".
func millisOrNull(t int64) *string {
	if t == 0 {
		return nil
	}
	s := millis(t)
	return &s
}

func secondsOrNull(t int64) *string {
	if t == 0 {
		return nil
	}
	s := seconds(t)
	return &s
}

func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func addressOrNull(a settle.Address) *settle.Address {
	if a.IsZero() {
		return nil
	}
	return &a
}

// boardID and missionID are the two spellings of one id (board.md decision 3).
// Anything else is left alone, so that it is found nowhere.
func boardID(id string) string { return respell(id, "mis_", "bty_") }

func missionID(id string) string { return respell(id, "bty_", "mis_") }

func respell(id, from, to string) string {
	if rest, ok := strings.CutPrefix(id, from); ok {
		return to + rest
	}
	return id
}

// cents is a in whole cents, null where its grain is finer (wire.md).
func cents(a money.Amount) *int64 {
	if n, exact := money.Cents(a); exact {
		return &n
	}
	return nil
}

// dollars is a as the board shows money: $12.34.
func dollars(a money.Amount) string { return "$" + money.FormatUSDC(a) }

func list[From, To any](from []From, f func(From) To) []To {
	out := make([]To, 0, len(from))
	for _, x := range from {
		out = append(out, f(x))
	}
	return out
}

// points is a rating in thousandths as a decimal: 1400.000.
func points(milli int64) string {
	sign := ""
	if milli < 0 {
		sign, milli = "-", -milli
	}
	return fmt.Sprintf("%s%d.%03d", sign, milli/1000, milli%1000)
}
