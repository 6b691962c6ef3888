package egress

import "net/netip"

// special are the prefixes of the IANA special-purpose registries (RFC 6890 and
// its updates) inside what Go calls global unicast, and blocks that reach other
// addresses than they show.
var special = prefixes(
	"0.0.0.0/8",       // this network
	"10.0.0.0/8",      // private
	"100.64.0.0/10",   // shared (carrier-grade NAT)
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local, with the metadata services of clouds
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // IETF protocol assignments
	"192.0.2.0/24",    // documentation
	"192.31.196.0/24", // AS112
	"192.52.193.0/24", // AMT
	"192.88.99.0/24",  // 6to4 relays
	"192.168.0.0/16",  // private
	"192.175.48.0/24", // AS112
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, broadcast
	"2001::/23",       // IETF protocol assignments, with Teredo and ORCHID
	"2001:db8::/32",   // documentation
	"2002::/16",       // 6to4: embeds an IPv4 address
	"2620:4f:8000::/48",
	"3fff::/20", // documentation
)

// global6 is all of IPv6 that is assigned as global unicast; what lies outside
// (mapped, NAT64, unique local, link-local, site-local, SRv6, discard) is special.
var global6 = netip.MustParsePrefix("2000::/3")

func prefixes(s ...string) (all []netip.Prefix) {
	for _, p := range s {
		all = append(all, netip.MustParsePrefix(p))
	}
	return all
}

// Public reports whether an address is a public unicast one. An IPv4 address in
// its mapped IPv6 form is judged as the IPv4 address that it is.
func Public(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if a.Is6() && !global6.Contains(a) {
		return false
	}
	return !within(special, a)
}

func within(all []netip.Prefix, a netip.Addr) bool {
	for _, p := range all {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
