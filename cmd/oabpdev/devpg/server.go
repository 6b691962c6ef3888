package devpg

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a running PostgreSQL that belongs to this process. Its methods may
// be called from any goroutine.
type Server struct {
	c    *cluster
	port int
	cmd  *exec.Cmd
	done chan struct{} // closed when the server is gone
	err  error         // of its exit, valid after done

	stop    sync.Once
	stopErr error
}

// Start prepares the data directory and starts a server that accepts
// connections when Start returns. ctx bounds the start only; the server runs
// until Stop. Errors carry the last lines of the server's log.
func Start(ctx context.Context, o Options) (*Server, error) {
	return run(ctx, o, func(ctx context.Context, c *cluster) error { return c.initdb(ctx) })
}

// run is Start; fill makes the data of a cluster that has none.
func run(ctx context.Context, o Options, fill func(context.Context, *cluster) error) (*Server, error) {
	o = o.withDefaults()
	c, err := prepare(ctx, o, fill)
	if err != nil {
		return nil, err
	}
	const attempts = 5 // another program may take the free port before the server does
	for i := 1; ; i++ {
		s, err := c.start(ctx)
		if err == nil {
			o.Log.Info("PostgreSQL is up", "version", c.bin.Version, "dir", c.base, "port", s.port, "pid", s.PID())
			return s, nil
		}
		if o.Port != 0 || o.NoTCP || i == attempts || !errors.Is(err, errPortTaken) {
			c.release()
			return nil, err
		}
	}
}

var errPortTaken = errors.New("port is taken")

func (c *cluster) start(ctx context.Context) (*Server, error) {
	port := c.o.Port
	switch {
	case port != 0:
	case c.o.NoTCP:
		port = socketPort
	default:
		var err error
		if port, err = freePort(); err != nil {
			return nil, err
		}
	}
	log, err := os.Create(c.logFile())
	if err != nil {
		return nil, fmt.Errorf("opening the server's log: %w", err)
	}
	defer log.Close() // the server has its own handle

	s := &Server{c: c, port: port, done: make(chan struct{})}
	s.cmd = command(context.Background(), c.id, c.base, filepath.Join(c.bin.Dir, "postgres"), c.args(port)...)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	dieWithParent(s.cmd.SysProcAttr)
	if err := s.startLocked(); err != nil {
		return nil, fmt.Errorf("starting postgres: %w", err)
	}
	if err := waitReady(ctx, c.o.StartTimeout, s.SocketURL("postgres"), s.done); err != nil {
		_ = s.shutDown()
		return nil, c.explain(err)
	}
	return s, nil
}

// startLocked starts the server from a thread of its own, which lives as long
// as the server: the parent death signal is tied to the starting thread, and
// the Go runtime ends idle threads as it likes.
func (s *Server) startLocked() error {
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := s.cmd.Start()
		started <- err
		if err == nil {
			s.err = s.cmd.Wait()
		}
		close(s.done)
	}()
	return <-started
}

// waitReady returns nil once the server answers.
func waitReady(ctx context.Context, limit time.Duration, url string, exited <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, url)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-exited:
			return errors.New("the server ended during its start")
		case <-ctx.Done():
			return fmt.Errorf("waiting for the server: %w", errors.Join(ctx.Err(), err))
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// explain adds what the server said to err.
func (c *cluster) explain(err error) error {
	b, rerr := os.ReadFile(c.logFile())
	if rerr != nil {
		return err
	}
	said := lastLines(b, 10)
	if portTaken(said) {
		err = errors.Join(errPortTaken, err)
	}
	return fmt.Errorf("%w\n%s", err, said)
}

// URL is the address of database db for any client: TCP with the password,
// or the socket if the server has no TCP.
func (s *Server) URL(db string) string {
	if s.c.o.NoTCP {
		return s.SocketURL(db)
	}
	return (&url.URL{
		Scheme: "postgres", User: url.UserPassword(SuperUser, s.c.password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), Path: "/" + db, RawQuery: "sslmode=disable",
	}).String()
}

// SocketURL is the address of database db over the unix socket, without a
// password; only this user (and root) can open it.
func (s *Server) SocketURL(db string) string { return SocketURL(s.c.sock, s.port, db) }

// CreateDatabase makes an empty database if it does not exist.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.SocketURL("postgres"))
	if err != nil {
		return fmt.Errorf("connecting to make database %s: %w", name, err)
	}
	defer conn.Close(ctx)
	var exists bool
	if err := conn.QueryRow(ctx, `select exists(select from pg_database where datname = $1)`, name).Scan(&exists); err != nil {
		return fmt.Errorf("looking for database %s: %w", name, err)
	}
	if exists {
		return nil
	}
	if _, err := conn.Exec(ctx, `create database `+pgx.Identifier{name}.Sanitize()); err != nil {
		return fmt.Errorf("making database %s: %w", name, err)
	}
	return nil
}

// PID is the server's process id.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Version is the server's version, such as "15.18".
func (s *Server) Version() string { return s.c.bin.Version }

// Dir is the directory in use, which may differ from Options.DataDir.
func (s *Server) Dir() string { return s.c.base }

// Done is closed when the server has ended, by Stop or by itself.
func (s *Server) Done() <-chan struct{} { return s.done }

// Stop ends the server, disconnecting its clients, and gives the data directory
// free; a temporary one is removed. Stopping twice is fine.
func (s *Server) Stop() error {
	s.stop.Do(func() {
		s.stopErr = s.shutDown()
		s.c.release()
	})
	return s.stopErr
}

// shutDown asks for a fast shutdown, then insists. The error is about a server
// that had to be killed.
func (s *Server) shutDown() error {
	for _, step := range []struct {
		sig  syscall.Signal
		wait time.Duration
	}{{syscall.SIGINT, 15 * time.Second}, {syscall.SIGQUIT, 5 * time.Second}, {syscall.SIGKILL, 5 * time.Second}} {
		_ = s.cmd.Process.Signal(step.sig) // fails if the server has ended, which done tells
		select {
		case <-s.done:
			if step.sig == syscall.SIGKILL {
				return fmt.Errorf("server %d had to be killed", s.PID())
			}
			return nil
		case <-time.After(step.wait):
		}
	}
	return fmt.Errorf("server %d does not end", s.PID())
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("finding a free port: %w", err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	return port, l.Close()
}
