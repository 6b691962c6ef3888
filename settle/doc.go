// Package settle is the domain: missions, submissions, instructions, transfers
// and the rules by which a payment on the chain opens a sealed deliverable.
//
// # Guarantees
//
//   - Pure: nothing here reads a clock, a random source, a file, a socket or a
//     database. What the world said is in the facts of the journal.
//   - The fold is total: it never refuses a fact that the journal holds.
//   - The rows of MirrorTables are what the escrow's contracts hold in storage by
//     the events of the blocks that are applied, and by nothing else; Storage
//     lists them as reads of the contracts. Un-applying a block restores them;
//     a replay, after the audit found that a block had been read wrong, makes them
//     what they would be had it been read right.
//   - Missions, work and awards of the escrow are computed from those rows, in
//     any order of facts alike; what was released and accepted stays so.
//   - Work of a team is a draft until all whom it names have consented. Until then
//     it moves no state but its own: nobody's limits, record, rating or history,
//     and it ends with what it is for.
//   - Every change of a rating has a RatingEntry with before and after; what is undone
//     has another one. Idleness is taken when a rating is read and before it changes.
//   - No agent has a rating from a mission of its own. An award in which the poster
//     shares (it is a contributor, or has proven the address that entered the work
//     or one that was paid) moves no rating at all, and what it moved is taken back
//     when a later proof shows it.
//   - Where work was awarded that was never submitted here (the escrow decided by
//     itself, or another client was used), the facts on the chain are proof enough:
//     who has proven the address that entered it, or one that the finalized award
//     paid, wins the resolution and gains by it, now or by a later proof, after
//     which the award settles once more. An address that nobody has proven is named
//     as an address only. Nobody loses for work that was not submitted here.
//   - A work gains once, however many prizes it won and however often they settle:
//     each winner has one gain, held by one of its awards that have settled. When
//     that one gives it up or ends, another one of the work has it.
//   - A superseded instruction has nothing: no units, no tags, no reservation. All of
//     it is its successor's, which owes the same to the same agents (R9).
package settle
