// Package e2e holds the tests of the whole way from the endpoints to a release:
// the real rpc.Failover, indexer.Follower, indexer.Jury and engine, over a
// scripted network and over real nodes.
//
// TestNetwork is the property. It plays histories in which the chain, the
// endpoints, the store and the processes do what the bug log of indexer.md says
// that they do, and more of it at once. Time is fake, so that a history of
// minutes takes milliseconds. Of every history it demands:
//
//   - A release is of a payment in a block that was canonical with the depth on
//     top of it.
//   - A fact is taken back only if its block is no longer canonical.
//   - Releases are halted only if a final block was replaced, or if endpoints
//     really disagreed without a majority.
//   - Where what is final is replaced, releases are halted in the same write, and
//     stay so over new processes, until an operator lets them go on.
//   - No leader writes once a later one has begun, however long it stood still.
//   - What all endpoints say alike, and what contradicts itself, nobody believes.
//   - A release waits for the tag that its total asks for.
//   - One endpoint of three, whatever it says, halts nothing and holds up nothing.
//   - When all is quiet, what is stored is the chain, every payment has its
//     release, once, the journal folds to the live state, and the audit has come
//     to the newest final block with nothing in its way.
//
// One history of -whole has ranges, tags, tiers and the audit at work beside the
// rest; such a history is longer. TestNetworkOverPostgres plays whole ones over
// the real store.
//
// A history is given by its seed, and is made shorter before it is reported.
//
//	go test ./indexer/e2e -run TestNetwork -seeds 100000        more of them
//	go test ./indexer/e2e -run TestNetwork -first 4711 -seeds 1 one again
//	go test ./indexer/e2e -run TestMutants -mutate all -v -timeout 0    that it can fail
package e2e
