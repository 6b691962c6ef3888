// Package seal makes envelopes and encrypts them (settlement.md R1, R2).
//
// # Guarantees
//
//   - The content hash is the SHA-256 of exactly the bytes that Make returned,
//     and Unseal gives back exactly those bytes or an error.
//   - A ciphertext opens only under the id that it was sealed for.
//   - The keyset is a file that only its owner can read; it is written whole or
//     not at all, and rotation never drops a key.
//   - A digest of an index tells nothing to whoever lacks its key, which is another
//     one than those that seal; a digest for one use is none for another.
//   - No error of this package holds a part of what is sealed, or of a key.
package seal
