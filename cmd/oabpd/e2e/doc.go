// Package e2e tests the daemon as its users meet it: over HTTP, MCP and the
// command line, against real chains, real USDC and a real PostgreSQL. It has
// tests only.
//
// The same suite runs on the embedded go-ethereum chain and on anvil. Blocks
// are made by the tests, one at a time, so that what is seen at each number of
// confirmations is exact. A daemon, its database and its chain are shared by
// the scenarios of a group; each scenario has people of its own.
//
// # Guarantees
//
//   - Whenever the journal of a daemon has grown by half after a scenario, and at the
//     daemon's end, `oabpd rebuild --check` is equal and `oabpd state-digest` prints
//     the digest that the rebuild found.
//   - What a scenario says is paid was read from the token's balances, what it
//     says is released from the API, and what it says is proven from
//     `oabpd verify`.
//   - TestW01 to TestW25 and TestPromise01 to TestPromise15 play weaknesses and
//     broken promises of a board that checks hashes alone; each says what that did.
//   - Each way to decide a mission of the escrow is played to its end, and every
//     row that mirrors a contract is compared with the contract's storage.
//   - Actors.sol in testdata is compiled into actors.json (compile.cjs), with the
//     ERC-8004 registries that the contracts' own tests use; the tests deploy
//     those bytes.
//
// OABPD_E2E_PAYMENTS says how many payments two daemons share in TestLeadership,
// while the one that leads is killed (24):
//
//	OABPD_E2E_PAYMENTS=500 go test -run TestLeadership/many -v ./cmd/oabpd/e2e
//
// Figures are measured by tests behind a build tag:
//
//	go test -tags measure -run Measure -v ./cmd/oabpd/e2e
//
// TestMeasureLoad is two hundred agents at once for OABPD_LOAD_FOR (5m).
package e2e
