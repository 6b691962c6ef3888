// Package enginetest is a whole little world around an engine, for tests: a
// model chain with the token and the pay contracts, the true owners of every
// address, wallets that sign, a follower, and the invariants of settlement.md
// judged from what really happened on that chain.
//
// # Guarantees
//
//   - The chain is the truth: a transaction is a list of operations that is
//     executed again in whatever block a reorganization puts it, by the real
//     contracts' rules, so its effects follow the canonical branch.
//   - Only an address's true owner can make a signature of it that verifies.
//   - Time and randomness are the world's; a history replays exactly.
//   - The models of the escrow and of the votes keep the contracts' storage by
//     the contracts' functions, without looking at what the fold does; AuditEscrow
//     compares all of it with the mirrors, word by word.
//   - Audit compares the daemon's state with the chain by rules of its own, not
//     by the fold's; it fails the test at the first difference.
package enginetest
