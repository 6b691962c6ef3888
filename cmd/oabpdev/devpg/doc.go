// Package devpg runs a private PostgreSQL server for development and tests:
// it finds binaries, makes a data directory, starts the server as a child and
// stops it again. Nothing has to be installed by hand, configured or cleaned
// up; no container engine and no network is needed.
//
// # Guarantees
//
//   - Works for root and for a normal user. PostgreSQL refuses to run as root,
//     so as root the server drops to the user "postgres", else "nobody", else
//     uid 65534; binaries and data under a directory which that user cannot
//     enter (root's home) are copied or moved to a directory it can.
//   - Binaries are searched in this order: Options.Bin (and then nothing else),
//     pg_config, the usual places of Linux distributions and macOS, the npm
//     package @embedded-postgres/<platform>. A set is taken only if it is
//     PostgreSQL 15 or newer and has the contrib extension btree_gist; if none
//     fits, the error says for each what is wrong and what to install.
//   - One owner per data directory, by an advisory lock that dies with the
//     process. A server left behind by an owner that was killed is stopped
//     before a new one starts; a stale postmaster.pid never blocks a start.
//   - A temporary data directory goes when the server stops; that of an owner
//     that was killed goes when the next temporary one is made.
//   - On Linux the server also dies with its owner (parent death signal). On
//     other systems a killed owner leaves it running until the next Start on
//     the same data directory.
//   - A server can have streaming standbys (Server.Standby), each with a data
//     directory of its own, and one of them can be promoted.
//   - The server runs in its own process group: Ctrl-C in the terminal reaches
//     the owner alone, which then stops the server in order.
//   - It listens on a unix socket in a directory of mode 0700 (no password) and,
//     unless NoTCP, on 127.0.0.1 with a random password (SCRAM). Both addresses
//     are complete URLs for pgx and libpq.
//   - The environment is not read (except what os.TempDir and the search of
//     pg_config in PATH do); the server gets a fixed one.
package devpg
