// Package money counts token units.
//
// # Guarantees
//
//   - An Amount is an unsigned integer of token units (USDC: 6 decimals; one
//     cent is 10,000 units). No float touches it.
//   - No operation wraps: a result that does not fit is an error.
//   - Fee and Allocate give parts that sum exactly to the whole, by the rules
//     and vectors of the specification (vectors/money.json, board.md decision 9).
package money
