// Package engine is the use cases: it decides requests, appends facts, folds
// them, and drives the window of unconfirmed blocks. It knows the world only
// through ports.
//
// # Guarantees
//
//   - Every method is at most one writing transaction that holds all its
//     consequences; what is slow (signatures, sealing, calls to the chain) is
//     done before its locks are taken (settlement.md R22, R26).
//   - A request that is refused has a settle.Error with a stable code and
//     leaves nothing behind.
//   - An award of the escrow releases work only once AwardFinalized has reached
//     the depth, in the leader's transaction that also signs its receipt.
//   - A submission that satisfies its mission's rule is picked by the transaction that
//     stores it, if it is its turn; of those that match at once the journal's order
//     decides, and the poster neither rejects nor overtakes a match.
//   - How a person signs in is never in the journal, never moved to another
//     account, and never ended where it is the last way into one.
//   - A claim acts for an agent of its own and for nobody who has proven anything.
//   - Presenting or repeating anything is harmless: the second call finds what
//     the first one made.
//   - A block becomes a fact at its depth, and where there are several endpoints
//     only once a quorum has it. While releases are halted nothing settles, and
//     only ClearIncident ends a halt (R25).
//   - Nobody but a payee moves their own part of an instruction to another address,
//     only where the token's issuer refuses the former one, and never by a key alone
//     (R8, R9).
//   - Repair makes the facts about an applied block what the block holds, by
//     further facts: what was missing is applied beside all that came later, and
//     only what nobody paid is taken back.
package engine
