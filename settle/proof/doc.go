// Package proof makes and checks receipts (AIP-1 §6.1, settlement.md
// "Receipts"): the signed core that says who was paid what for which
// submission by which transfers; and checkpoints, which say how far a journal was
// and what state it gave (settlement.md R26).
//
// # Guarantees
//
//   - The digest covers every member of a receipt but digest and signature,
//     unknown ones too; the ed25519 signature is over the same RFC 8785 bytes.
//   - A receipt carries all that is needed to compute its instruction's digest
//     again, offline and without trusting the issuer's arithmetic.
//   - A receipt of the escrow has the contract's mission id, which its terms give
//     again, and the split and payouts, which its tranche and fee give again.
//   - Verify trusts nothing in a document, bounds its size and depth, and says
//     of every check whether it passed, failed or was not made. It calls a
//     payment canonical only if an endpoint showed each transfer, and its tag,
//     or the award and each payout, in a canonical block.
//   - A checkpoint is read only in the exact form in which it was signed: no
//     member more, none less.
//   - Keys are kept in one file that only its owner can read; a rotated key's
//     public half stays published for ever.
package proof
