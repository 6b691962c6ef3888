// Package devchain runs a private chain inside this process: go-ethereum with
// JSON-RPC over HTTP and WebSocket on one loopback port, genuine USDC at its
// Base address, and named, funded accounts. Chain is what it has in common with
// other development chains (package anvil).
//
// # Guarantees
//
//   - Blocks come from one goroutine only, by the ticker (BlockTime) or by
//     Mine; Mine, Reorg, AdvanceTime and SetBlockTime are done when they return
//     and may be called from any goroutine.
//   - A block's timestamp is the wall clock, but at least its parent's plus one
//     second. This is a dev clock: with a BlockTime below one second it runs
//     ahead of the wall clock, and after AdvanceTime it stays ahead.
//   - safe is the latest block, finalized the last multiple of 32; both follow
//     a reorg, however deep. Every block's state stays available.
//   - The rules are those of the Prague fork, which Base has, and the chain has
//     a genesis hash of its own at each start (its time is in it), so a database
//     bound to another run's chain is noticed.
//   - Reorg without dropTxs is like life: orphaned transactions return to the
//     pool and are mined again, in the first new block if they still fit.
//     Reorg with dropTxs forgets them, and everything else that was pending.
//     To drop one transaction and keep the others, reorg with dropTxs and send
//     the others again; or, from its sender, send another transaction with the
//     same nonce and a fee 10 % higher while it is pending.
//   - After a reorg geth still serves orphaned headers by hash, and logs by an
//     orphan's block hash, without an error: whoever wants to know whether a
//     block counts must compare the hash at its height.
//   - Nothing stays after Close: no goroutine, no port, no file. Ports that are
//     taken are reported with the process that holds them where known.
//
// The accounts' keys are derived from their names and known to everybody: never
// use them on another chain.
package devchain
