// Package indexer follows the canonical chain and hands every block, exactly
// once and in order, to a Sink.
//
// One Follower per process runs the loop; a lease makes one of all processes
// the leader. Each turn asks the Source for its head and lets Next decide:
//
//	Extend   the head is above the stored tip: fetch tip+1 … head, write one by one
//	Wait     nothing new, or an endpoint that lags: the stored chain stays
//	Rewind   the head is on another branch: walk back by parent hash to the
//	         common ancestor, fetch the whole new branch, replace in one write
//
// The block that follows the tip goes through the same decision, so a reorg is
// seen by its parent hash whatever the head says.
//
// # Guarantees
//
//   - A block is written only on top of its parent; no height is skipped and no
//     block is applied twice (spec: settlement.md R22).
//   - A same-height, a shorter and a longer reorg are all seen within one poll.
//   - Nothing is taken away before its replacement has been read completely.
//   - A head that goes back to a block of the stored chain changes nothing.
//   - After an error of the Sink the stored tip is read again before the next
//     write, so an ambiguous commit can neither repeat nor skip a block.
//   - Whoever lost the lease writes nothing: the epoch of the lease goes with
//     every write, and Sink refuses an old one (settlement.md R22, R25).
//   - Errors of Source, Sink and Lease never end the loop; only its context does.
//   - Polling is the truth. A wake-up channel shortens the wait and cannot
//     lengthen it.
//   - This package reaches neither the network nor a database: ports only.
//
// # Places of later work
//
//   - Disagreement between endpoints, quorum and the latched halt of releases
//     (settlement.md R25) belong into a Source over several endpoints, beside
//     rpc.Failover, which pins to one endpoint at a time.
//   - Backfill by block range below the finalized head is a second fetch path
//     beside Follower.extend: same Sink, same order.
//   - The audit that re-reads finalized ranges from a second endpoint is a loop
//     of its own over Source and a reader of the store.
//   - ErrTooDeep (a reorg beyond the walk) is reported through Status and
//     Observer; the incident that it must open is the engine's.
package indexer
