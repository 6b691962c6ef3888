package devpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ErrInUse reports a data directory that another living process owns.
var ErrInUse = errors.New("data directory is in use")

// temporaryPrefix begins the names of directories that one run makes for itself.
const temporaryPrefix = "oabpd-pg-temp-"

// sweep removes the temporary directories of runs that were killed. A run that
// lives holds the lock of its own, and has its pid in it from the moment after:
// a lock without a pid is that of a run which is just starting, and is left.
func sweep(log *slog.Logger) {
	locks, _ := filepath.Glob(filepath.Join(os.TempDir(), temporaryPrefix+"*", "owner.lock")) // the pattern is well-formed
	for _, path := range locks {
		owner, err := os.ReadFile(path)
		pid, perr := strconv.Atoi(string(bytes.TrimSpace(owner)))
		if err != nil || perr != nil || pid <= 1 || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			continue
		}
		dir := filepath.Dir(path)
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			log.Info("removing the data directory of a run that was killed", "dir", dir, "pid", pid)
			c := &cluster{base: dir, o: Options{Log: log}}
			err := c.stopOrphan(context.Background())
			if err = errors.Join(err, os.RemoveAll(dir)); err != nil {
				log.Warn("removing the data directory of a run that was killed", "dir", dir, "err", err)
			}
		}
		_ = f.Close()
	}
}

// takeLock makes us the owner of the directory. The kernel releases the lock
// when we end, however we end; the server does not inherit it.
func (c *cluster) takeLock() error {
	path := filepath.Join(c.base, "owner.lock")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("opening the owner's lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		owner, _ := os.ReadFile(path)
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return fmt.Errorf("%w: %s by process %s", ErrInUse, c.base, bytes.TrimSpace(owner))
		}
		return fmt.Errorf("locking the data directory: %w", err)
	}
	c.lock = f
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("writing the owner's lock: %w", err)
	}
	if _, err := f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0); err != nil {
		return fmt.Errorf("writing the owner's lock: %w", err)
	}
	return nil
}

// stopOrphan ends a server that an earlier owner left behind (we hold the lock,
// so the owner is gone) and removes a postmaster.pid whose number now belongs
// to some other program, which PostgreSQL would take for a living server.
func (c *cluster) stopOrphan(ctx context.Context) error {
	path := filepath.Join(c.data(), "postmaster.pid")
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the server's pid: %w", err)
	}
	first, _, _ := strings.Cut(string(b), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 || !isServer(pid, c.data()) {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing a stale pid file: %w", err)
		}
		return nil
	}
	c.o.Log.Info("stopping the server of an earlier run", "pid", pid)
	for _, step := range []struct {
		sig  syscall.Signal
		wait time.Duration
	}{{syscall.SIGINT, 10 * time.Second}, {syscall.SIGQUIT, 5 * time.Second}, {syscall.SIGKILL, 5 * time.Second}} {
		if err := syscall.Kill(pid, step.sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stopping server %d of an earlier run: %w", pid, err)
		}
		for deadline := time.Now().Add(step.wait); time.Now().Before(deadline); {
			if !isServer(pid, c.data()) {
				_ = os.Remove(path) // there after SIGKILL only
				return nil
			}
			select {
			case <-ctx.Done():
				return fmt.Errorf("waiting for server %d of an earlier run: %w", pid, ctx.Err())
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
	return fmt.Errorf("server %d of an earlier run does not stop", pid)
}

// isServer reports whether pid is a PostgreSQL server of the data directory.
func isServer(pid int, data string) bool {
	line := commandLine(pid)
	return strings.Contains(line, "postgres") && strings.Contains(line, "-D "+data+" ")
}
