package devpg

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func start(t *testing.T, o Options) *Server {
	t.Helper()
	o.Fast = true
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func query[T any](t *testing.T, url, sql string) (v T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if err := conn.QueryRow(t.Context(), sql).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// alive is false for a zombie, which an init process without care may leave.
func alive(pid int) bool { return commandLine(pid) != "" }

// dataDir is not under t.TempDir, which as root no other user may enter.
func dataDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "devpg-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "pg")
}

func TestStartTwiceKeepsData(t *testing.T) {
	dir := dataDir(t)
	s := start(t, Options{DataDir: dir})
	if err := s.CreateDatabase(t.Context(), "oabp"); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateDatabase(t.Context(), "oabp"); err != nil {
		t.Fatalf("making a database that exists: %v", err)
	}
	query[int](t, s.URL("oabp"), `with x as (select 1) select 1 from x`)
	conn, err := pgx.Connect(t.Context(), s.URL("oabp"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `create extension btree_gist; create table kept (n int); insert into kept values (42)`); err != nil {
		t.Fatal(err)
	}
	conn.Close(t.Context())
	pid := s.PID()
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	if alive(pid) {
		t.Fatalf("server %d lives on", pid)
	}
	began := time.Now()
	s = start(t, Options{DataDir: dir})
	t.Logf("second start took %v", time.Since(began))
	for _, url := range []string{s.URL("oabp"), s.SocketURL("oabp")} {
		if got := query[int](t, url, `select n from kept`); got != 42 {
			t.Errorf("kept %d", got)
		}
	}
}

func TestTemporaryDirectoryIsRemoved(t *testing.T) {
	s := start(t, Options{NoTCP: true, MaxConnections: 37, Settings: map[string]string{"autovacuum": "off"}})
	if got := query[string](t, s.URL("postgres"), `show max_connections`); got != "37" {
		t.Errorf("max_connections = %s", got)
	}
	if got := query[string](t, s.URL("postgres"), `show autovacuum`); got != "off" {
		t.Errorf("autovacuum = %s", got)
	}
	if got := query[string](t, s.URL("postgres"), `show listen_addresses`); got != "" {
		t.Errorf("listen_addresses = %s", got)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.Done():
	default:
		t.Error("Done is open after Stop")
	}
	if _, err := os.Stat(s.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", s.Dir(), err)
	}
}

func TestTCPWantsThePassword(t *testing.T) {
	s := start(t, Options{})
	url := strings.Replace(s.URL("postgres"), s.c.password, "wrong", 1)
	if conn, err := pgx.Connect(t.Context(), url); err == nil {
		conn.Close(t.Context())
		t.Error("a wrong password was accepted")
	}
}

func TestDirectoryInUse(t *testing.T) {
	dir := dataDir(t)
	s := start(t, Options{DataDir: dir})
	_, err := Start(t.Context(), Options{DataDir: dir})
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("second start: %v", err)
	}
	if got := query[int](t, s.URL("postgres"), `select 1`); got != 1 {
		t.Error("the first server suffered")
	}
}

func TestPortTaken(t *testing.T) {
	s := start(t, Options{})
	if other, err := Start(t.Context(), Options{Port: s.port}); err == nil {
		_ = other.Stop()
		t.Fatal("two servers on one port")
	} else if !errors.Is(err, errPortTaken) {
		t.Errorf("error does not tell the reason: %v", err)
	}
}

func TestLongPathGetsAnotherSocketDirectory(t *testing.T) {
	dir := filepath.Join(dataDir(t), strings.Repeat("d", 60), strings.Repeat("e", 60))
	s := start(t, Options{DataDir: dir, NoTCP: true})
	if got := query[int](t, s.URL("postgres"), `select 1`); got != 1 {
		t.Error("no answer")
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.c.sock); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket directory stays: %v", err)
	}
}

func TestStalePidFile(t *testing.T) {
	dir := dataDir(t)
	s := start(t, Options{DataDir: dir})
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	// after a reboot the number may belong to anything, here to this test
	pidFile := filepath.Join(s.c.data(), "postmaster.pid")
	if err := os.WriteFile(pidFile, fmt.Appendf(nil, "%d\n%s\n", os.Getpid(), s.c.data()), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, Options{DataDir: dir})
}

func TestUnfinishedInitdb(t *testing.T) {
	dir := dataDir(t)
	if err := os.MkdirAll(filepath.Join(dir, "data.new", "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	start(t, Options{DataDir: dir})
}

func TestDirectoryOfAnotherUserIsMoved(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root has directories that the server's user cannot enter")
	}
	closed := filepath.Dir(dataDir(t))
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := start(t, Options{DataDir: filepath.Join(closed, "pg")})
		if strings.HasPrefix(s.Dir(), closed) {
			t.Fatalf("runs in %s", s.Dir())
		}
		t.Cleanup(func() { _ = os.RemoveAll(s.Dir()) })
		if err := s.Stop(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOwnerKilled kills the owner of a running server with SIGKILL and starts
// again at once on its directory.
func TestOwnerKilled(t *testing.T) {
	dir := dataDir(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelperOwner$")
	cmd.Env = append(os.Environ(), "DEVPG_HELPER_DIR="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	for line := bufio.NewScanner(out); pid == 0 && line.Scan(); {
		_, _ = fmt.Sscanf(line.Text(), "server %d", &pid)
	}
	if pid == 0 || !alive(pid) {
		t.Fatalf("the helper has no server (pid %d)", pid)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out)
	_ = cmd.Wait()

	s := start(t, Options{DataDir: dir})
	if got := query[int](t, s.URL("postgres"), `select n from kept`); got != 7 {
		t.Errorf("kept %d", got)
	}
	if alive(pid) {
		t.Errorf("server %d of the killed owner lives on", pid)
	}
}

// A temporary directory whose owner was killed goes at the next start; one whose
// owner lives, or is just starting, stays.
func TestLeftTemporaryDirectoryIsRemoved(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Dir(dataDir(t)))
	left := func(name, owner string) string {
		dir := filepath.Join(os.TempDir(), temporaryPrefix+name)
		for _, d := range []string{dir, filepath.Join(dir, "data")} {
			if err := os.Mkdir(d, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "owner.lock"), []byte(owner), 0o600); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	living := start(t, Options{NoTCP: true})
	stay := []string{living.Dir(), left("starting", ""), left("alive", fmt.Sprintln(os.Getpid())), left("garbage", "x")}
	locked := left("locked", fmt.Sprintln(ended.Process.Pid)) // as where a forked child keeps it
	held := &cluster{base: locked}
	if err := held.takeLock(); err != nil {
		t.Fatal(err)
	}
	defer held.release()
	if err := os.WriteFile(filepath.Join(locked, "owner.lock"), fmt.Appendln(nil, ended.Process.Pid), 0o600); err != nil {
		t.Fatal(err)
	}
	stay = append(stay, locked)
	gone := left("gone", fmt.Sprintln(ended.Process.Pid))
	start(t, Options{NoTCP: true})
	if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", gone, err)
	}
	for _, dir := range stay {
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("it is gone: %v", err)
		}
	}
	if got := query[int](t, living.URL("postgres"), `select 1`); got != 1 {
		t.Error("the living server suffered")
	}
}

// TestHelperOwner is the process that TestOwnerKilled kills.
func TestHelperOwner(t *testing.T) {
	dir := os.Getenv("DEVPG_HELPER_DIR")
	if dir == "" {
		t.Skip("run by TestOwnerKilled")
	}
	s, err := Start(t.Context(), Options{DataDir: dir}) // durable
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `create table kept (n int); insert into kept values (7)`); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("server %d\n", s.PID())
	time.Sleep(time.Minute)
}

// TestAsNormalUser repeats a test as "nobody" when we are root.
func TestAsNormalUser(t *testing.T) {
	id := unprivileged()
	if id == nil {
		t.Skip("all tests run as a normal user already")
	}
	home := filepath.Dir(dataDir(t))
	if err := id.own(home); err != nil {
		t.Fatal(err)
	}
	bin, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(home, "devpg.test")
	if err := os.WriteFile(copied, bin, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := command(t.Context(), id, home, copied, "-test.v", "-test.run=^(TestStartTwiceKeepsData|TestOwnerKilled)$")
	cmd.Env = append(cmd.Env, "TMPDIR="+home)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "--- PASS") != 2 {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestDetachedStopsWhenIdle(t *testing.T) {
	for name, end := range map[string]func(stamp string) error{
		"the stamp is gone": os.Remove,
		"the stamp is old": func(stamp string) error {
			old := time.Now().Add(-time.Hour)
			return os.Chtimes(stamp, old, old)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := dataDir(t)
			sock, err := StartDetached(t.Context(), Options{DataDir: dir, Fast: true}, Idle{Stamp: "used", After: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if again, err := DetachedSocketDir(dir); err != nil || again != sock {
				t.Errorf("socket directory is %q, then %q, %v", sock, again, err)
			}
			pid := query[int](t, SocketURL(sock, 5432, "postgres"), `select regexp_replace(pg_read_file('postmaster.pid', 0, 12), '\n.*', '')::int`)
			time.Sleep(6 * time.Second) // it has looked once, and stays while in use
			if !alive(pid) {
				t.Fatalf("server %d has ended early", pid)
			}
			if err := end(filepath.Join(dir, "used")); err != nil {
				t.Fatal(err)
			}
			for deadline := time.Now().Add(30 * time.Second); alive(pid); time.Sleep(50 * time.Millisecond) {
				if time.Now().After(deadline) {
					_ = syscall.Kill(pid, syscall.SIGINT)
					t.Fatal("the server does not end")
				}
			}
		})
	}
}
