// Package suite tests implementations of devchain.Chain.
//
// # Guarantees
//
//   - Every promise of the interface is tested through JSON-RPC alone, as the
//     indexer and the tests of the product will use the chain.
//   - It asks for nothing that only one node software has.
package suite
