package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
)

const envBouncer = "OABPD_PGBOUNCER"

// bouncerPath finds the program, where it may be: OABPD_PGBOUNCER, the PATH, or
// where Debian puts it.
func bouncerPath() (string, error) {
	if given := os.Getenv(envBouncer); given != "" {
		return given, nil
	}
	if path, err := exec.LookPath("pgbouncer"); err == nil {
		return path, nil
	}
	return exec.LookPath("/usr/sbin/pgbouncer")
}

// Bouncer puts a pgbouncer in transaction mode before a database, with so many
// connections to it, and returns the URL through it; it ends with the test. Where
// pgbouncer is not installed the test is skipped.
//
// One before version 1.21 knows no prepared statements of its clients; the URL
// says so to pgx, as it must for any of them.
func Bouncer(t testing.TB, db string, size int) (through string) {
	t.Helper()
	path, err := bouncerPath()
	if err != nil {
		t.Skipf("pgbouncer is not installed (apt-get install pgbouncer, or %s names it): %v", envBouncer, err)
	}
	cfg, err := pgx.ParseConfig(db)
	if err != nil {
		t.Fatalf("pgbouncer: %v", err)
	}
	dir, err := os.MkdirTemp("", "oabpd-bouncer-")
	if err != nil {
		t.Fatalf("pgbouncer: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	port := freeport.Take(t)
	target := fmt.Sprintf("host=%s port=%d user=%s", cfg.Host, cfg.Port, cfg.User)
	if cfg.Password != "" {
		target += " password=" + cfg.Password
	}
	ini := fmt.Sprintf("[databases]\n* = %s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\n"+
		"pool_mode = transaction\nmax_client_conn = 500\ndefault_pool_size = %d\nserver_lifetime = 2\n", target, port, size)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(ini), 0o644); err != nil {
		t.Fatalf("pgbouncer: %v", err)
	}
	startBouncer(t, path, dir, file, cfg.Host)
	through = (&url.URL{Scheme: "postgres", User: url.User(cfg.User), Host: fmt.Sprintf("127.0.0.1:%d", port), Path: "/" + cfg.Database,
		RawQuery: "sslmode=disable&default_query_exec_mode=exec"}).String()
	untilAnswers(t, through)
	return through
}

func startBouncer(t testing.TB, path, dir, file, server string) {
	t.Helper()
	var log bytes.Buffer
	cmd := exec.Command(path, file)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() == 0 { // it refuses to run as root; whoever owns the server's socket may connect to it
		owner := uint32(65534)
		if info, err := os.Stat(server); err == nil && strings.HasPrefix(server, "/") {
			owner = info.Sys().(*syscall.Stat_t).Uid
		}
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: owner, Gid: owner}
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatalf("pgbouncer: %v", err)
		}
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("pgbouncer: %v", err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("pgbouncer:\n%s", log.String()[max(0, log.Len()-4000):])
		}
	})
}

// untilAnswers waits until a database answers.
func untilAnswers(t testing.TB, db string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, db)
		if err == nil {
			_ = c.Close(ctx)
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the database does not answer: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
