package rpc

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// endpoint is a URL and what of it must not be shown.
type endpoint struct {
	url  string
	name string
	// secrets are the parts that redact cuts out, longest first.
	secrets []string
}

// parseEndpoint accepts absolute URLs of the given schemes. Its errors do not
// contain the URL.
func parseEndpoint(raw string, schemes ...string) (endpoint, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Opaque != "" || !slices.Contains(schemes, u.Scheme) {
		return endpoint{}, fmt.Errorf("endpoint URL: want %s://host", strings.Join(schemes, "://host or "))
	}
	if u.Fragment != "" {
		return endpoint{}, errors.New("endpoint URL: has a fragment")
	}
	e := endpoint{url: raw, name: u.Scheme + "://" + u.Host}
	pass, _ := u.User.Password()
	e.secrets = []string{raw, u.RequestURI(), u.RawQuery, u.EscapedPath(), u.Path, u.User.String(), u.User.Username(), pass}
	e.secrets = append(e.secrets, strings.Split(u.Path, "/")...)
	for _, vs := range u.Query() {
		e.secrets = append(e.secrets, vs...)
	}
	// Parts as short as "/" or "v2" are no keys, and cutting them would garble
	// every message.
	e.secrets = slices.DeleteFunc(e.secrets, func(s string) bool { return len(s) < 6 })
	slices.SortFunc(e.secrets, func(a, b string) int { return len(b) - len(a) })
	return e, nil
}

// redact cuts the endpoint's secrets and control characters out of s, and all
// beyond 300 bytes.
func (e endpoint) redact(s string) string {
	for _, secret := range e.secrets {
		s = strings.ReplaceAll(s, secret, "…")
	}
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return ' '
		}
		return r
	}, s)
	if len(s) > 300 {
		s = strings.ToValidUTF8(s[:300], "") + "…"
	}
	return s
}
