// Package keyfile reads and writes files that hold secret keys.
//
// # Guarantees
//
//   - A file is written whole, synced, and readable by its owner only; a crash
//     leaves the old state or the new one.
//   - A file that others may read is refused.
//   - No error holds a part of a file's content.
//   - A Ring that serves goes on with the keys it has when its file becomes unusable,
//     or lacks a key that it had.
package keyfile
