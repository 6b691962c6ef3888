// Package verify checks what wallets sign: sign-in messages (EIP-4361 over
// EIP-191), signed requests (EIP-712) and bare hashes, by key or by contract
// (ERC-1271), deployed or not (ERC-6492).
//
// # Guarantees
//
//   - A signature is yes, no, or could-not-be-asked; the last is an error and
//     never a no.
//   - A key's signature is tried first, whatever code an address has; then the
//     contract is asked at one block, with bounded gas, and its yes counts only
//     if it refuses the same signature for another hash (settlement.md R17). A
//     wallet that is not deployed is made within the call that asks it.
//   - A high s is refused, so a signature has no twin.
//   - Nothing here keeps state: nonces are used up by whoever keeps them.
package verify
