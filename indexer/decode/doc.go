// Package decode turns the raw logs of the token and of the pay contracts into
// settle.Log.
//
// The emitting address decides which events are looked for: Transfer and
// AuthorizationUsed at the token (ERC-20, EIP-3009), the four payment events at
// a pay contract (settlement.md R15, R16). Several pay contracts may be known,
// the newest first; all are read alike.
//
// # Guarantees
//
//   - Total: Decode never panics, whatever the bytes.
//   - A log of an unknown emitter or with an unknown first topic is skipped.
//   - A log that claims to be a known event and is not of its exact form (count
//     of topics, length of data, the twelve high bytes of an address) is an
//     error, never a guess: it means that the configured address is not the
//     contract it is taken for.
//   - Nothing here judges whether a log counts; settlement.md R13 does, in settle.
package decode
