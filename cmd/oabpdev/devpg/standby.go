package devpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a server that streams what this one writes: a base backup of it,
// taken while it runs, with the same users and passwords. This one must have been
// started with the settings wal_level=replica and max_wal_senders, the other one is
// asked for by options of its own. name is its application_name, as
// synchronous_standby_names knows it. It lives as Start's does, whatever becomes of
// this one, until Promote makes it one that takes writes.
func (s *Server) Standby(ctx context.Context, name string, o Options) (*Server, error) {
	return run(ctx, o, func(ctx context.Context, c *cluster) error {
		ctx, cancel := context.WithTimeout(ctx, c.o.StartTimeout)
		defer cancel()
		if err := s.backUp(ctx, c, name); err != nil {
			return fmt.Errorf("copying the server on %s: %w", s.c.base, err)
		}
		return nil
	})
}

// Synchronous makes every commit wait until the standby of that name has it; of
// those that are answered once Synchronous has returned none is lost with this
// server. It needs the setting synchronous_commit=on.
func (s *Server) Synchronous(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.SocketURL("postgres"))
	if err != nil {
		return fmt.Errorf("connecting to make replication synchronous: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, sql := range []string{`alter system set synchronous_standby_names = ` + pgx.Identifier{name}.Sanitize(), `select pg_reload_conf()`} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("making replication synchronous: %w", err)
		}
	}
	for {
		var sync bool
		if err := conn.QueryRow(ctx, `select exists(select from pg_stat_replication where application_name = $1 and sync_state = 'sync')`, name).Scan(&sync); err != nil || sync {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for standby %s: %w", name, ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// HostsURL is the address of database db on whichever server takes writes of those
// that have the given ports, for pgx and libpq: of this server and its standbys.
func (s *Server) HostsURL(db string, ports ...int) string {
	var hosts []string
	for _, p := range ports {
		hosts = append(hosts, net.JoinHostPort("127.0.0.1", strconv.Itoa(p)))
	}
	return (&url.URL{
		Scheme: "postgres", User: url.UserPassword(SuperUser, s.c.password), Host: strings.Join(hosts, ","), Path: "/" + db,
		RawQuery: "sslmode=disable&target_session_attrs=read-write",
	}).String()
}

// Promote ends a standby's recovery: it takes writes when Promote returns, on a
// timeline of its own.
func (s *Server) Promote(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.SocketURL("postgres"))
	if err != nil {
		return fmt.Errorf("connecting to promote: %w", err)
	}
	defer conn.Close(ctx)
	var done bool
	if err := conn.QueryRow(ctx, `select pg_promote(true, $1)`, int(s.c.o.StartTimeout/time.Second)).Scan(&done); err != nil {
		return fmt.Errorf("promoting: %w", err)
	}
	if !done {
		return errors.New("promoting: the server is still in recovery")
	}
	return nil
}

// backUp fills a cluster's data directory. pg_basebackup is not in every set of
// binaries, so it does the same: what is copied meanwhile may be half-written, and
// is made whole by the WAL since the checkpoint that the label names.
func (s *Server) backUp(ctx context.Context, c *cluster, name string) (err error) {
	conn, err := pgx.Connect(ctx, s.SocketURL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) // an unfinished backup ends with it
	tmp := filepath.Join(c.base, "data.new")
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	defer os.RemoveAll(tmp) // gone already when all went well
	if _, err := conn.Exec(ctx, `select pg_backup_start('standby', true)`); err != nil {
		return err
	}
	if err := c.copyData(s.c.data(), tmp); err != nil {
		return err
	}
	var label string
	if err := conn.QueryRow(ctx, `select labelfile from pg_backup_stop(false)`).Scan(&label); err != nil {
		return err
	}
	auto, err := os.ReadFile(filepath.Join(tmp, "postgresql.auto.conf"))
	if err != nil {
		return err
	}
	from := fmt.Sprintf("host=%s port=%d user=%s application_name=%s", s.c.sock, s.port, SuperUser, name)
	auto = fmt.Appendf(auto, "primary_conninfo = '%s'\n", strings.ReplaceAll(from, "'", "''"))
	for file, body := range map[string]string{
		filepath.Join(tmp, "backup_label"): label, filepath.Join(tmp, "standby.signal"): "",
		filepath.Join(tmp, "postgresql.auto.conf"): string(auto), filepath.Join(c.base, "password"): s.c.password + "\n",
	} {
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			return err
		}
		if err := c.id.own(file); err != nil {
			return err
		}
	}
	return os.Rename(tmp, c.data())
}

// transient are the parts of a data directory that a backup leaves out: each server
// makes its own (PostgreSQL's manual, "Base Backup Using the Low Level API").
var transient = map[string]bool{
	"postmaster.pid": true, "postmaster.opts": true, "pg_wal": true, "pg_replslot": true, "pg_dynshmem": true,
	"pg_notify": true, "pg_serial": true, "pg_snapshots": true, "pg_stat_tmp": true, "pg_subtrans": true,
	"standby.signal": true, "backup_label": true,
}

// copyData copies a data directory in use; of a directory in transient the
// directory alone.
func (c *cluster) copyData(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) { // dropped meanwhile
				return nil
			}
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		dest := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			if err := os.Mkdir(dest, 0o700); err != nil {
				return err
			}
			if err := c.id.own(dest); err != nil {
				return err
			}
			if transient[rel] {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is neither a file nor a directory", path)
		case transient[rel]:
			return nil
		}
		return c.copyFile(path, dest)
	})
}

func (c *cluster) copyFile(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err := errors.Join(err, out.Close()); err != nil {
		return err
	}
	return c.id.own(to)
}
