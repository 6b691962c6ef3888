package devpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Idle says when a detached server ends itself.
type Idle struct {
	// Stamp is the name of a file in the data directory. Its users touch it
	// (see Touch); when it is older than After, or gone, the server stops.
	Stamp string
	After time.Duration // in minutes; the server looks every few seconds
}

// supervisor keeps the server as its child and stops it when the stamp is old.
// The stamp is moved away and looked at again before the end, so that a user
// who touches it meanwhile is seen. Only sh, find, kill, mv and sleep are used.
const supervisor = `
stamp=$1 minutes=$2; shift 2
"$@" & pg=$!
trap 'kill -INT $pg 2>/dev/null' INT TERM HUP
while kill -0 $pg 2>/dev/null; do
	sleep 5 & wait $!
	if [ -n "$(find "$stamp" -mmin -"$minutes" 2>/dev/null)" ]; then continue; fi
	if mv "$stamp" "$stamp.old" 2>/dev/null; then
		if [ -n "$(find "$stamp.old" -mmin -"$minutes" 2>/dev/null)" ]; then mv "$stamp.old" "$stamp"; continue; fi
		sleep 1
		if [ -e "$stamp" ]; then continue; fi
	fi
	kill -INT $pg
	wait $pg
done
rm -f "$stamp.old"
`

// StartDetached starts a server that outlives this process and ends itself when
// it is idle, and returns the directory of its socket for SocketURL with port
// 5432. Options.DataDir must be set; NoTCP is implied. If a server runs on the
// data directory already, it is stopped first: try to connect before.
func StartDetached(ctx context.Context, o Options, idle Idle) (socketDir string, err error) {
	if o.DataDir == "" {
		return "", errors.New("a detached server needs a data directory")
	}
	o.NoTCP, o.Port = true, 0
	o = o.withDefaults()
	c, err := prepare(ctx, o, func(ctx context.Context, c *cluster) error { return c.initdb(ctx) })
	if err != nil {
		return "", err
	}
	defer c.release() // the lock; the directory is not temporary
	stamp := filepath.Join(c.base, idle.Stamp)
	if err := Touch(stamp); err != nil {
		return "", err
	}
	if err := c.id.own(stamp); err != nil {
		return "", err
	}
	log, err := os.Create(c.logFile())
	if err != nil {
		return "", fmt.Errorf("opening the server's log: %w", err)
	}
	defer log.Close()
	minutes := max(1, int(idle.After/time.Minute))
	args := append([]string{"-c", supervisor, "sh", stamp, strconv.Itoa(minutes), filepath.Join(c.bin.Dir, "postgres")},
		c.args(socketPort)...)
	cmd := command(context.Background(), c.id, c.base, "/bin/sh", args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Setsid = false, true // no terminal, so no hang-up
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("starting postgres: %w", err)
	}
	exited := make(chan struct{})
	go func() { // ends with the supervisor, or with this process
		_ = cmd.Wait()
		close(exited)
	}()
	if err := waitReady(ctx, o.StartTimeout, SocketURL(c.sock, socketPort, "postgres"), exited); err != nil {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		return "", c.explain(err)
	}
	o.Log.Info("PostgreSQL is up", "version", c.bin.Version, "dir", c.base, "pid", cmd.Process.Pid)
	return c.sock, nil
}

// DetachedSocketDir is where a detached server on dataDir has its socket.
func DetachedSocketDir(dataDir string) (string, error) {
	c := &cluster{id: unprivileged(), o: Options{DataDir: dataDir}.withDefaults()}
	if err := c.makeBase(); err != nil {
		return "", err
	}
	return c.sock, nil
}

// Touch sets the time of a stamp to now, making the file if needed.
func Touch(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("touching the stamp: %w", err)
	}
	_ = f.Close()
	now := time.Now()
	if err := os.Chtimes(path, now, now); err != nil {
		return fmt.Errorf("touching the stamp: %w", err)
	}
	return nil
}

func portTaken(log string) bool {
	return strings.Contains(log, "could not bind") || strings.Contains(log, "Address already in use")
}
