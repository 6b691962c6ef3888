// Package api is the one table of operations and its wire dialects.
//
// Table declares every operation with its routes, tools, codes and limits;
// dto_*.go hold the bodies of the dialects side by side: the board (/v1), OABP
// A (bare paths) and B (/api), and the instruction. ops_*.go connect them with
// Core.
//
// # Guarantees
//
//   - Every operation is declared once (Table); REST, MCP, OpenAPI and the CLI
//     client are made from that declaration and cannot drift apart. The same
//     call over REST and MCP gives the same bytes.
//   - Nothing here decides: operations call Core and map its answers. What is
//     checked here is form: lengths, the roster's arithmetic, the window of a
//     deadline (board.md (g)).
//   - A tool's further names (op.ToolAlias) and the resources are properties of its
//     operation: whoever declares an operation declares them.
//   - bty_ and mis_ ids name the same row on every path; the board shows the
//     one, OABP the other.
//   - Money is exact: units are decimal strings, cents integers or null where
//     the grain is finer, dollars on MCP are read as decimals without a float.
//   - Sealed content is shown only where Core gave it: it is in no answer made
//     from an instruction, a receipt or a list, and in no OABP answer at all.
//   - An instruction asks for nothing that is paid already, and says in words
//     not to pay where that is so.
//   - Receipts and envelopes are sent as the very bytes that were stored.
package api
