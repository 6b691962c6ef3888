// Package deploy puts the contracts on a chain, and foretells where they will
// be.
//
// # Guarantees
//
//   - Idempotent: addresses are CREATE2 addresses of the checked-in bytecode
//     with one salt through the deterministic deployment proxy, so a second run
//     finds what the first one made, and the same repository and parameters give
//     the same addresses on every chain, whoever deploys.
//   - Nothing is sent before every address was looked at. Code found there is
//     compared, byte for byte and immutables included, with what the repository
//     makes on that chain; a difference is an error.
//   - Interrupted at any moment, a further run with the same file finishes the
//     work: a transaction is written down before it is sent, and waited for
//     rather than sent again.
//   - The file says "deployed" only once every contract in it was checked on the
//     chain, and is never overwritten by one about other contracts.
package deploy

//go:generate go test . -run TestPredicted -update
