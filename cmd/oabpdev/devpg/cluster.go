package devpg

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// cluster is a prepared data directory: initialised, locked, not running.
//
//	<base>/owner.lock     locked by the owner, holds its pid
//	<base>/data           PGDATA
//	<base>/password       of SuperUser, for TCP
//	<base>/postgres.log   of the last start
//	<base>/.s.PGSQL.*     socket, unless the path is too long
type cluster struct {
	base, sock string
	password   string
	temporary  bool // base goes when the server stops
	bin        Binaries
	id         *identity
	o          Options
	lock       *os.File
}

func (c *cluster) data() string    { return filepath.Join(c.base, "data") }
func (c *cluster) logFile() string { return filepath.Join(c.base, "postgres.log") }

// prepare makes the data directory ready to be started; fill makes the data where
// there are none. On error nothing is locked and no temporary directory stays.
func prepare(ctx context.Context, o Options, fill func(context.Context, *cluster) error) (_ *cluster, err error) {
	c := &cluster{id: unprivileged(), o: o}
	defer func() {
		if err != nil {
			c.release()
		}
	}()
	if err := c.makeBase(); err != nil {
		return nil, err
	}
	if err := c.takeLock(); err != nil {
		return nil, err
	}
	if err := c.stopOrphan(ctx); err != nil {
		return nil, err
	}
	major, err := clusterMajor(c.data())
	if err != nil {
		return nil, err
	}
	if c.bin, err = Find(ctx, o, major); err != nil {
		return nil, err
	}
	if major == 0 {
		if err := fill(ctx, c); err != nil {
			return nil, err
		}
	}
	b, err := os.ReadFile(filepath.Join(c.base, "password"))
	if err != nil {
		return nil, fmt.Errorf("reading the password of %s (delete the directory to start anew): %w", c.base, err)
	}
	c.password = strings.TrimSpace(string(b))
	return c, nil
}

func (c *cluster) makeBase() (err error) {
	if c.o.DataDir == "" {
		sweep(c.o.Log)
		if c.base, err = os.MkdirTemp("", temporaryPrefix); err != nil {
			return fmt.Errorf("making a data directory: %w", err)
		}
		c.temporary = true
	} else {
		if c.base, err = filepath.Abs(c.o.DataDir); err != nil {
			return fmt.Errorf("finding the data directory: %w", err)
		}
		if err := os.MkdirAll(filepath.Dir(c.base), 0o755); err != nil {
			return fmt.Errorf("making the parent of the data directory: %w", err)
		}
		if closed := c.id.canEnter(filepath.Dir(c.base)); closed != nil {
			moved := filepath.Join(os.TempDir(), "oabpd-pg-"+short(c.base))
			c.o.Log.Info("data directory moved", "from", c.base, "to", moved, "because", closed)
			c.base = moved
		}
	}
	if c.base, err = ownDir(c.base, c.id, 0o700); err != nil {
		return err
	}
	if c.base, err = filepath.EvalSymlinks(c.base); err != nil {
		return fmt.Errorf("finding the data directory: %w", err)
	}
	if c.sock, err = socketDir(c.base, c.id); err != nil {
		return err
	}
	return nil
}

// socketDir returns base, or a short directory that is always the same for
// base if the socket's path would be too long for the kernel.
func socketDir(base string, id *identity) (string, error) {
	if len(base)+len("/.s.PGSQL.65535.lock") <= maxSocketPath {
		return base, nil
	}
	return ownDir(fmt.Sprintf("/tmp/oabpd-%d-%s", os.Geteuid(), short(base)), id, 0o700)
}

// short is a name for a path.
func short(path string) string {
	h := sha256.Sum256([]byte(path))
	return fmt.Sprintf("%x", h[:6])
}

// release undoes prepare.
func (c *cluster) release() {
	if c.temporary && c.base != "" {
		if err := os.RemoveAll(c.base); err != nil {
			c.o.Log.Warn("removing the data directory", "err", err)
		}
	}
	if c.sock != "" && c.sock != c.base {
		_ = os.Remove(c.sock) // only if empty; made again when needed
	}
	if c.lock != nil {
		_ = c.lock.Close() // unlocks
		c.lock = nil
	}
}

// clusterMajor is the version that made data, 0 if there is none.
func clusterMajor(data string) (int, error) {
	b, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("reading the cluster's version: %w", err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return 0, fmt.Errorf("reading the cluster's version: %w", err)
	}
	return n, nil
}

// initdb makes the cluster beside its place and renames it, so that a run that
// is killed half-way leaves nothing that looks like a cluster.
func (c *cluster) initdb(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.o.StartTimeout)
	defer cancel()
	tmp, pw := filepath.Join(c.base, "data.new"), filepath.Join(c.base, "password")
	if err := os.RemoveAll(tmp); err != nil {
		return fmt.Errorf("removing an unfinished cluster: %w", err)
	}
	if err := os.WriteFile(pw, []byte(rand.Text()+"\n"), 0o600); err != nil {
		return fmt.Errorf("writing the password: %w", err)
	}
	if err := c.id.own(pw); err != nil {
		return err
	}
	out, err := command(ctx, c.id, c.base, filepath.Join(c.bin.Dir, "initdb"), "-D", tmp, "-U", SuperUser,
		"--auth-local=trust", "--auth-host=scram-sha-256", "--pwfile="+pw,
		"-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions").CombinedOutput()
	if err != nil {
		_ = os.RemoveAll(tmp)
		return fmt.Errorf("initdb of PostgreSQL %s: %w: %s", c.bin.Version, err, lastLines(out, 10))
	}
	if err := os.Rename(tmp, c.data()); err != nil {
		return fmt.Errorf("putting the cluster in place: %w", err)
	}
	return nil
}

// args are the server's arguments. Settings come last and so win.
func (c *cluster) args(port int) []string {
	listen := "127.0.0.1"
	if c.o.NoTCP {
		listen = ""
	}
	set := []string{
		"listen_addresses=" + listen,
		"unix_socket_directories=" + c.sock,
		"unix_socket_permissions=0700",
		"max_connections=" + strconv.Itoa(c.o.MaxConnections),
		"shared_buffers=128MB",
		"timezone=UTC",
		"log_timezone=UTC",
	}
	if c.o.Fast {
		set = append(set, "fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0")
	}
	keys := make([]string, 0, len(c.o.Settings))
	for k := range c.o.Settings {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		set = append(set, k+"="+c.o.Settings[k])
	}
	out := []string{"-D", c.data(), "-p", strconv.Itoa(port)}
	for _, s := range set {
		out = append(out, "-c", s)
	}
	return out
}

// SocketURL is the address of database db of the server that listens on the
// unix socket in directory dir.
func SocketURL(dir string, port int, db string) string {
	q := url.Values{"host": {dir}, "port": {strconv.Itoa(port)}}
	return (&url.URL{Scheme: "postgres", User: url.User(SuperUser), Path: "/" + db, RawQuery: q.Encode()}).String()
}
