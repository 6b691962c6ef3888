// Package api is the one table of operations and its wire dialects.
//
// # Guarantees
//
//   - Every operation is declared once (Table); REST, MCP, OpenAPI and the CLI
//     client are made from that declaration and cannot drift apart.
//   - Nothing here decides: operations call Core and map its answers.
package api
