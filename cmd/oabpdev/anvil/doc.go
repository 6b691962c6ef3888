// Package anvil runs Foundry's anvil as a devchain.Chain: a second, independent
// node software under the same tests, with the same accounts and the same USDC.
//
// # Guarantees
//
//   - The native binary of the npm package @foundry-rs/anvil-<platform> is run,
//     never npm's launcher, which hides exit codes and leaves children behind.
//   - The first block holds what devchain.Genesis makes (anvil reads geth's
//     genesis format, code and storage included).
//   - Blocks are made by this process (devchain.Miner), with the same rule for
//     timestamps as devchain: the wall clock, at least the parent's plus one.
//   - On Linux anvil dies with this process. It keeps its files in a temporary
//     directory, which Close removes.
//
// # Known differences from devchain, of anvil 1.7.1
//
//   - The first block's state root is that of the empty state, so a proof of an
//     account or slot against block 0 fails.
//   - safe and finalized are the blocks 32 and 64 below the latest.
//   - eth_getLogs by an unknown block hash, and ranges above the head, are
//     errors. Subscriptions send no removed logs.
package anvil
