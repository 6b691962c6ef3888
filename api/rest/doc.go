// Package rest carries the bindings of an operation table over HTTP with echo.
// It gathers an input from path, query and body, hands it to the op.Runner and
// writes the reply; it decides nothing.
//
// # Guarantees
//
//   - Every answer has X-Request-Id, the security headers and the CORS headers
//     of board.md (a) and wire.md "CORS"; OPTIONS on any path is 204.
//   - A body is never read beyond the operation's limit, whether its length was
//     declared or it came in chunks: 413 body_too_large.
//   - An unknown path is 404 with canonical_paths, a known path with another
//     method 405 with Allow, in the dialect of the path.
//   - A panic anywhere is a 500 without detail; the stack is in the log.
//   - The log has no query string, header, cookie or body.
//   - GET and HEAD answers of 200 have an ETag and obey If-None-Match, unless the
//     operation says no-store.
package rest
