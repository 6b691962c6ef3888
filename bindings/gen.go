// Package bindings is the folder of the contracts' Go bindings, one package
// per contract, each with ABI and creation code.
//
// # Guarantees
//
//   - Everything below is generated from contracts/src; nothing is written by
//     hand, and bindings/check.sh fails on a difference.
//   - Building against it needs Go alone.
package bindings

//go:generate ./generate.sh
