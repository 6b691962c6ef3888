// Package egress is the only way by which the daemon sends HTTP to addresses
// that strangers name: webhooks, content_uri and predicate_uri.
//
// # Guarantees
//
//   - What is checked is the address that is really dialled, after names were
//     resolved and again for every redirect: a name that resolves to a public
//     address when it is looked at and to a private one when it is used reaches
//     nothing (DNS rebinding).
//   - Without an exception only https to public unicast addresses on the ports 443
//     and 8443 is sent. Addresses that are special by the registries of IANA are
//     not public, in whatever form they are written: loopback, private, link-local,
//     shared, documentation, benchmark, multicast, reserved, and IPv6 ones that
//     embed an IPv4 address (mapped, NAT64, 6to4, Teredo).
//   - An exception is a prefix that the operator names; there any port and plain
//     http are sent too. No redirect leads from https to http.
//   - An exchange is bounded in time, redirects, bytes of headers, and bytes of the
//     body after decoding; a body that says it is longer is not read. Content
//     encodings other than identity and one layer of gzip are refused.
//   - Nothing of the environment or of an earlier exchange is used: no proxy, no
//     cookies, no credentials in URLs, no kept connections, no Referer.
package egress
