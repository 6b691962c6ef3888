package op

import (
	"errors"
	"net/url"
	"regexp"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// formats are the named text formats. The error says what is wrong in words
// that may be shown to the caller.
var formats = map[string]func(string) error{
	"evm-address": func(s string) error { _, err := settle.ParseAddress(s); return err },
	"evm-hash":    func(s string) error { _, err := settle.ParseHash(s); return err },
	"token-units": func(s string) error { _, err := money.Parse(s); return err },
	"date-time": func(s string) error {
		if _, err := time.Parse(time.RFC3339, s); err != nil {
			return errors.New("want a date and time of RFC 3339 such as 2026-11-30T12:00:00Z")
		}
		return nil
	},
	"id": func(s string) error {
		if !idPattern.MatchString(s) {
			return errors.New("want an id such as bty_0123456789abcdef")
		}
		return nil
	},
	"hex": func(s string) error {
		if len(s) < 2 || len(s)%2 != 0 || !hexPattern.MatchString(s) {
			return errors.New("want 0x and an even number of hex digits")
		}
		return nil
	},
	"https-url": func(s string) error {
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
			return errors.New("want an https URL without user name")
		}
		return nil
	},
}

var (
	idPattern  = regexp.MustCompile(`^[a-z]{2,4}_[0-9A-Za-z]{1,64}$`)
	hexPattern = regexp.MustCompile(`^0[xX][0-9a-fA-F]*$`)
)
