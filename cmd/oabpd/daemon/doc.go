// Package daemon wires the daemon together: it is the one place that knows
// every adapter. Commands and the development stack run the same App.
//
// # Guarantees
//
//   - A configuration that cannot work is refused as a whole, every problem
//     named at once, before anything is opened.
//   - The database is bound to one chain id, genesis and token.
//   - No key that moves funds is ever read.
package daemon
