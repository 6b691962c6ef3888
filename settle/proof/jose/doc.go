// Package jose signs agent cards and checks them: detached ES256 signatures (RFC 7515)
// over the RFC 8785 form of a card without its signatures, as A2A 0.3.0 and AIP-1's
// conformance plan want them, and the set of public keys (RFC 7517).
//
// # Guarantees
//
//   - Equal cards get equal signatures with one key (RFC 6979), so that replicas serve
//     the same bytes.
//   - Verify takes ES256 with a P-256 key and nothing else, whatever a header says, and
//     chooses the key by its id; a changed byte of the card's canonical form fails.
//   - The set never has a secret. Keys are kept in one file that only its owner can
//     read; a rotated key's secret half is erased, its public half stays published.
package jose
