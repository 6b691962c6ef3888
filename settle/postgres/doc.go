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
//     granted, because its transaction locks the epoch against a takeover.
//   - View, Facts, Digest and Snapshot each see one snapshot (REPEATABLE READ,
//     read only). None stands before a replacement of the derived rows and is
//     read behind it.
//   - Refold replaces the derived rows in one transaction, which only the lease's
//     holder can commit, and with no fact between what it folded and that.
//   - A checkpoint is stored only behind the newest one, and with the hash that
//     the journal has for its fact.
//   - Serialization failures and deadlocks are tried again, a bounded number of
//     times; nothing else is, least of all a commit whose answer was lost.
//   - Every statement has a time limit, and so has a transaction that does
//     nothing while it holds its locks. A done context ends a call.
//   - No session state: all of it, but for Migrate, works behind a transaction
//     pooler (with default_query_exec_mode=exec if that cannot prepare).
//   - What the program must never do the schema refuses: see package migrations.
package postgres
