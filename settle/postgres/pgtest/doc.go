// Package pgtest gives each test a fresh, migrated PostgreSQL database.
//
//	url := pgtest.NewDB(t, version, migrate)
//
// All test binaries of a `go test ./...` run, and later runs, share one server.
// It is started by the first that needs it (see package devpg), in the
// directory oabpd-pgtest-<uid> of os.TempDir, and ends itself when no database
// has been made or dropped for Idle. To end it at once:
//
//	go run ./settle/postgres/pgtest/stop
//
// Bouncer puts a pgbouncer before such a database, where one is installed.
//
// OABPD_TEST_DATABASE_URL names a server to use instead; its user must be
// allowed to create databases. This package, being for tests only, is one of
// the few that read the environment, and the only one outside cmd that imports
// a package of cmd.
//
// # Guarantees
//
//   - A database is a copy of a template that migrate filled once per version;
//     concurrent callers, in one process or several, get the same template and
//     never a half-made one. A template whose maker was killed is made anew.
//   - The database is dropped when the test ends, with whatever connections are
//     left on it. Those of killed tests are dropped later.
//   - At most eight versions are kept as templates.
//   - Without a server the test fails, it is never skipped.
//   - The server allows MaxConnections and is not durable (no fsync, no
//     autovacuum): a test that needs statistics runs analyze itself.
package pgtest
