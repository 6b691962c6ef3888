// Package digest computes what the daemon, the contracts and a wallet must
// agree on to the last bit: the digest of an instruction, its nonces, its
// deposit address, the calldata and the typed data that pay it; the id of an
// escrow mission, the hashes of its submissions, every call of the escrow, and
// what attesters sign.
//
// # Guarantees
//
//   - Pure, and independent of any Ethereum library; tests compare every
//     result with go-ethereum and with the vectors that the contracts pass, and
//     a mission that is posted with the calldata made here gets the id made here.
//   - The digest covers every field of Instruction and nothing that can change
//     after issue (settlement.md R6).
//   - The order of an instruction's legs is part of its digest: give legs that
//     SortLegs made, as the contracts do.
//   - No function here fails on a value of its types, SortLegs on overflow
//     excepted.
package digest
