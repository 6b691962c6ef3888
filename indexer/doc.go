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
// A Jury, if there are several endpoints, votes beside this loop: it asks each
// for its block at the confirmation depth, and Tally decides
//
//	apply    a quorum and a majority have our block, the quorum with the depth on
//	         top of it: it may become a fact
//	wait     too few answer, or too few agree with the majority
//	switch   a quorum and a majority have another one: the source is left, and
//	         the walk replaces what it gave us
//	split    no majority: wait, and halt releases if it lasts
//	logs     a quorum and a majority have our block, but other logs in it, or in
//	         a block before it that is no fact yet: they are read again
//
// The block that follows the tip goes through the same decision, so a reorg is
// seen by its parent hash whatever the head says.
//
// While more than 64 blocks are missing and Config.Ranges is set, what is final
// is read by ranges of blocks, whose size adapts to what the endpoint answers, and
// many blocks are written at once. Above that, blocks come one by one.
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
//   - With several endpoints (Config.Jury), only what a quorum of them has may
//     become a fact. A block without a quorum waits, and blocks go on being
//     stored meanwhile (R25).
//   - No block becomes a fact before a quorum and a majority have the very logs
//     that are stored for it, with every block that holds any: one endpoint can
//     neither leave a payment out nor make one up. Each endpoint is asked once for
//     each block, whatever is open or stored. Endpoints that differ in logs alone
//     make a block wait; they halt nothing (R25 speaks of blocks).
//   - The depth is counted by the heads of a quorum, so that no endpoint makes a
//     block final enough by showing a longer chain; nor is a block final because
//     one endpoint of several says so.
//   - At most 1,000 blocks are stored that no quorum has, and what is read by
//     ranges only if a quorum has the last block of the range. An endpoint that shows
//     many more blocks than a quorum is left.
//   - A fact is undone only if a quorum has the branch that replaces it: one
//     endpoint, whatever it says, can undo nothing and halt nothing.
//   - Releases are halted when endpoints have different blocks and none a
//     majority for Jury.HaltAfter, when a final block is replaced, and when a
//     reorg is deeper than the walk; for nothing else. For how long they have been at
//     odds is kept by the Sink's clock (DoubtKeeper): a restart or a takeover does
//     not begin it anew, whatever the hosts' clocks say. A halt that is due stays
//     due until it is stored, and nothing here ever clears it.
//   - What is read by ranges is checked as what is read by block: parent to child
//     over the whole range and to the stored tip, each log against its block. The
//     outcome is that of block by block, whatever the sizes of the ranges.
//   - An endpoint that refuses ranges, for whatever limit and in whatever words,
//     is asked for smaller ones, and in the end block by block. Between the
//     goroutine that fetches and the one that writes at most 4 answers wait.
//   - What endpoints call safe and final (Config.Tags) takes a quorum and a majority
//     of those that answer, each by a block on the stored chain; with one endpoint
//     it is that one's word. The Sink remembers the newest final block that is a
//     fact, so one that is replaced while no process leads halts releases as well.
//   - With one endpoint nothing is voted on, and nothing is asked for it but, every
//     10 s, what is safe and final.
//   - An Auditor reads final blocks a second time, from an endpoint that is not
//     the one in use, and compares them with what is stored. What differs is
//     decided by the block's receipts, as a quorum has them; below a quorum the
//     audit waits before that block and says so. It goes on where it was.
//   - Errors of Source, Sink and Lease never end the loop; only its context does.
//   - Polling is the truth. A wake-up channel shortens the wait and cannot
//     lengthen it.
//   - This package reaches neither the network nor a database: ports only.
//
// # Places of later work
//
//   - For how long endpoints have been at odds is remembered for one reign: a
//     process that leads anew counts its 60 s from the start. Nothing is released
//     meanwhile, since what is in doubt waits for its quorum.
package indexer
