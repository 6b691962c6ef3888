package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/devpg"
)

// server is where databases are made: the shared one or a given one.
type server struct {
	url   func(db string) string
	stamp string // "" for a given server
}

const (
	envURL    = "OABPD_TEST_DATABASE_URL"
	stampName = "last-use"
)

// touch tells the shared server that it is in use.
func (s *server) touch() {
	if s.stamp != "" {
		_ = devpg.Touch(s.stamp) // without it the server ends early, which the next call repairs
	}
}

// connectServer returns a server that answers, starting the shared one if needed.
func connectServer(ctx context.Context) (*server, error) {
	if given := os.Getenv(envURL); given != "" {
		u, err := url.Parse(given)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", envURL, err)
		}
		return &server{url: func(db string) string {
			c := *u
			c.Path = "/" + db
			return c.String()
		}}, nil
	}
	return sharedServer(ctx, filepath.Join(os.TempDir(), fmt.Sprintf("oabpd-pgtest-%d", os.Geteuid())), Idle)
}

// sharedServer connects to the detached server on dir. Whoever finds none
// starts it under a lock; the others wait for the lock and find it then. A
// server found shutting down, which its idle limit can cause, is waited for.
func sharedServer(ctx context.Context, dir string, idle time.Duration) (*server, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	sock, err := devpg.DetachedSocketDir(dir)
	if err != nil {
		return nil, fmt.Errorf("preparing %s: %w", dir, err)
	}
	s := &server{stamp: filepath.Join(dir, stampName), url: func(db string) string { return devpg.SocketURL(sock, 5432, db) }}
	s.touch()
	if s.answers(ctx) {
		return s, nil
	}
	unlock, err := lockFile(ctx, filepath.Join(dir, "start.lock"))
	if err != nil {
		return nil, err
	}
	defer unlock()
	s.touch()
	if s.answers(ctx) {
		return s, nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the module: %w", err)
	}
	_, err = devpg.StartDetached(ctx, devpg.Options{
		DataDir: dir, NodeModules: devpg.NodeModules(cwd), Fast: true, MaxConnections: MaxConnections,
		Settings: map[string]string{"autovacuum": "off", "max_locks_per_transaction": "128"},
	}, devpg.Idle{Stamp: stampName, After: idle})
	if err != nil {
		return nil, fmt.Errorf("starting the shared server: %w", err)
	}
	return s, s.afterStart(ctx)
}

// answers reports whether the server takes connections now.
func (s *server) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return false
	}
	return conn.Close(ctx) == nil
}

// afterStart drops what earlier runs left: on a server that has just been
// started no test can be using a database yet, save those that found it in the
// last moments.
func (s *server) afterStart(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	defer conn.Close(ctx)
	return dropAbandoned(ctx, conn, time.Now().Add(-time.Minute))
}

// lockFile takes an exclusive lock that ends with the process.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the lock: %w", err)
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { _ = f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			_ = f.Close()
			return nil, fmt.Errorf("locking: %w", err)
		}
		select {
		case <-ctx.Done():
			_ = f.Close()
			return nil, fmt.Errorf("waiting for another start: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop ends the shared server, if one runs, and waits until it is gone. Its
// data stay, so that the next run finds its templates.
func Stop(ctx context.Context) error {
	return stopShared(ctx, filepath.Join(os.TempDir(), fmt.Sprintf("oabpd-pgtest-%d", os.Geteuid())))
}

func stopShared(ctx context.Context, dir string) error {
	sock, err := devpg.DetachedSocketDir(dir)
	if err != nil {
		return fmt.Errorf("looking for the shared server: %w", err)
	}
	unlock, err := lockFile(ctx, filepath.Join(dir, "start.lock"))
	if err != nil {
		return err
	}
	defer unlock()
	if err := os.Remove(filepath.Join(dir, stampName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("telling the shared server to stop: %w", err)
	}
	s := &server{url: func(db string) string { return devpg.SocketURL(sock, 5432, db) }}
	for s.answers(ctx) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for the shared server to stop: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
	return ctx.Err()
}
