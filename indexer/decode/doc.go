// Package decode turns the raw logs of the contracts that settlement reads into
// settle.Log.
//
// The emitting address decides which events are looked for: Transfer,
// AuthorizationUsed, Pause and Unpause at the token (ERC-20, EIP-3009, USDC), the
// four payment events at a pay contract (settlement.md R15, R16), every event of the escrow and of the
// contracts beside it at each of them. Several contracts of one kind may be
// known, those that were replaced too; all are read alike.
//
// # Guarantees
//
//   - Total: Decode never panics, whatever the bytes, and never takes more
//     memory than a small multiple of the log.
//   - A log of an unknown emitter or with an unknown first topic is skipped.
//   - One encoding: a log that is taken is, byte for byte, what abi.encode makes
//     of what was read. One that claims to be a known event and is not of its
//     exact form (count of topics, offsets and lengths of dynamic parts, padding,
//     unused bits, members of enumerations, more than the contracts take) is an
//     error, never a guess: it means that the configured address is not the
//     contract it is taken for.
//   - Texts are bytes and are kept exactly (settle.ChainText).
//   - The topics are those of the contracts' ABI, and of their sources; tests
//     compare both.
//   - Nothing here judges whether a log counts; settlement.md R13 does, in settle.
package decode
