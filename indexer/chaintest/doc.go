// Package chaintest is a scripted chain behind a JSON-RPC node that can lie,
// and a store that checks every write. For tests only.
//
// Node holds a chain of Base-shaped blocks: each begins with a deposit
// transaction (type 0x7e) and its header has fields that no client knows, so a
// recomputed hash would differ. It forks, shrinks, lags and misbehaves on
// command. It answers over a real socket (Server) or within the process
// (Transport), which also works under testing/synctest.
//
// Network is one such chain behind several nodes, each with its own lag, branch
// and faults. RateLimits and RangeLimits are refusals in the providers' words.
//
// Sink and Lease are in-memory implementations of the indexer's ports, with
// failures before and after the write.
//
// # Guarantees
//
//   - Without a Fault every answer is true and consistent, bloom filters
//     included; orphaned blocks stay readable by hash, as with real nodes.
//   - Sink notes every breach of its contract by the follower, and Lease gives
//     strictly increasing epochs.
//   - Nothing here is random: two runs of one script are equal.
package chaintest
