package daemon

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/verify"
)

// Registry is a directory of agents whose word about an address is taken.
type Registry struct {
	// Domain names it, such as directory.example; lower case.
	Domain string
	// Address is that of the key that signs its attestations.
	Address settle.Address
	// CreatedAt is since when the key is in use; zero if that is not said.
	CreatedAt time.Time
}

// ParseRegistry reads DOMAIN=ADDRESS, with @YYYY-MM-DD behind it or not.
func ParseRegistry(text string) (r Registry, err error) {
	domain, rest, ok := strings.Cut(text, "=")
	address, day, dated := strings.Cut(rest, "@")
	if !ok {
		return r, fmt.Errorf("no = in it")
	}
	r.Domain = domain
	if r.Address, err = settle.ParseAddress(address); err != nil {
		return r, err
	}
	if dated {
		r.CreatedAt, err = time.Parse(time.DateOnly, day)
	}
	return r, err
}

var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[0-9]{1,5})?$`)

// checkRegistries: a key is one registry's; a registry may have several, while it
// changes them.
func (c *Config) checkRegistries(bad func(format string, args ...any)) {
	seen := map[settle.Address]bool{}
	for _, r := range c.Registries {
		switch {
		case len(r.Domain) > 253 || !domainName.MatchString(r.Domain):
			bad("--registry %q: want a domain in lower case, as in directory.example=0x…", r.Domain)
		case r.Address.IsZero():
			bad("--registry %s: the address of its key is missing", r.Domain)
		case seen[r.Address]:
			bad("--registry %s: the key %s is there twice", r.Domain, r.Address.Checksum())
		}
		seen[r.Address] = true
	}
}

func (c *Config) verifiable() (out []verify.Registry) {
	for _, r := range c.Registries {
		out = append(out, verify.Registry{Domain: r.Domain, Address: r.Address})
	}
	return out
}

func (c *Config) published() (out []api.Registry) {
	for _, r := range c.Registries {
		p := api.Registry{Domain: r.Domain, Address: r.Address}
		if !r.CreatedAt.IsZero() {
			at := r.CreatedAt.UTC().Format(time.RFC3339)
			p.CreatedAt = &at
		}
		out = append(out, p)
	}
	return out
}
