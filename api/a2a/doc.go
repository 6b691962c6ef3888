// Package a2a serves missions and submissions as A2A tasks (protocol 0.3.0, JSON-RPC
// over HTTP). It carries calls to operations of the table, as rest and mcp do, and
// decides nothing; it keeps nothing either: a task is a mission, a submission, or a
// question that is asked anew whenever its task is looked at.
//
// # Guarantees
//
//   - Every task of an answer can be looked at by its id with tasks/get, by who could
//     see it there, and what it says is the operation's own answer.
//   - Credentials, limits and idempotency are those of the operations: a repeated
//     messageId of one caller submits once.
//   - The id of a request comes back as it was sent, text or integer. What is wrong is a
//     JSON-RPC error with the body that REST would give as its data; only 401, 413, 429
//     and 503 show in the HTTP status as well.
//   - A request is at most op.DefaultMaxBody bytes, a list at most 100 missions and 100
//     submissions.
package a2a
