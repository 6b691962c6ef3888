// Package migrations holds the SQL that makes the database, in order, as goose
// reads it. settle/postgres runs it.
//
// # Guarantees
//
//   - Runs on PostgreSQL 15 and newer with the contrib extension btree_gist.
//   - Whatever the program does, the database itself refuses to let one unit of
//     a transfer pay twice or more units than the transfer has (settlement.md
//     R20), to change the journal or a checkpoint, and to hold two canonical
//     blocks at a height.
package migrations

import "embed"

// FS holds the migrations: files named <version>_<what>.sql.
//
//go:embed *.sql
var FS embed.FS
