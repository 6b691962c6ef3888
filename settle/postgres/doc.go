// Package postgres keeps everything that settle.Store promises in PostgreSQL
// (15 or newer), over pgx.
//
// # Guarantees
//
//   - Update is one READ COMMITTED transaction. It locks the cursor's row if
//     asked, then the lease's, then the journal head's, always in this order
//     (settlement.md R26); so journal order is commit order. Derived rows are
//     written in one batch before the commit, or not at all.
//   - A leader's write is fenced: it commits only while no other epoch was
//     granted, because its transaction locks the epoch against a takeover. A
//     takeover ends the transactions that the former leader left open, so it
//     waits for none of them (where Options.Process names the processes).
//   - A transaction that was told of the blocks to come (settle.Bulk) reads what
//     concerns them by one statement for each kind, keeps the window that it
//     makes in memory and writes it at its end: logs that are out of reach by
//     then are never written. What it stores is what block by block stores.
//   - A transfer lies in plain_transfer, by COPY, while nobody misses it, and in
//     transfer once anything is allocated of it or it says more than a plain row
//     can. No read and no digest shows where; nothing plain can be allocated.
//   - View, Facts, Digest and Snapshot each see one snapshot (REPEATABLE READ,
//     read only). None stands before a replacement of the derived rows and is
//     read behind it.
//   - Refold replaces the derived rows in one transaction, which only the lease's
//     holder can commit, and with no fact between what it folded and that.
//   - A checkpoint is stored only behind the newest one, and with the hash that
//     the journal has for its fact.
//   - What certainly had no effect is tried again, a bounded number of times:
//     serialization failures, deadlocks, and transactions that a lost connection,
//     a restart or a lack of connections ended before their commit was sent.
//   - Of a commit whose answer was lost Update, BeginRequest and FinishRequest ask
//     the database what became of it: success if it took effect, another try if
//     not. After a failover the journal tells, of a transaction with a fact. Only
//     where the database cannot say is the error ErrCommitUnknown, and then it is
//     not tried again.
//   - A call that failed because of the database, or of the way to it, is for
//     errors.As a settle.Error: chain_unavailable where it had no effect, timeout
//     where nobody knows.
//   - From a server that only reads, as a demoted primary does, all connections
//     are given up; the next ones go where the URL leads to.
//   - A server on a timeline that has ended, as one that was primary before a
//     failover and came back, gets no connection of a process (of Open) that has met
//     a newer timeline; and no epoch is given twice, also if a failover lost some.
//   - Every statement has a time limit, and so has a transaction that does
//     nothing while it holds its locks. A done context ends a call.
//   - No session state: all of it, but for Migrate, works behind a transaction
//     pooler (with default_query_exec_mode=exec if that cannot prepare).
//   - What the program must never do the schema refuses: see package migrations.
package postgres
