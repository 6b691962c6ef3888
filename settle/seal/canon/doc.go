// Package canon gives JSON its canonical form (RFC 8785), strictly.
//
// # Guarantees
//
//   - Two documents with the same form mean the same: what RFC 8785 would lose
//     or leave open is refused (integers beyond 2^53, members twice,
//     lone surrogates, bytes that are not UTF-8).
//   - Depth and size are bounded; errors never quote the document.
package canon
