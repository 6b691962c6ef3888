package postgres_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/cmd/oabpdev/devpg"
	"github.com/oabp/oabpd/cmd/oabpdev/freeport"
	"github.com/oabp/oabpd/migrations"
	"github.com/oabp/oabpd/settle/postgres"
)

// server is one that can be killed and started again in its place, and have
// standbys.
func server(t *testing.T, dir, name string, start func(devpg.Options) (*devpg.Server, error)) (*devpg.Server, devpg.Options) {
	t.Helper()
	o := devpg.Options{DataDir: filepath.Join(dir, name), NodeModules: devpg.NodeModules("."), Port: freeport.Take(t), Fast: true,
		Settings: map[string]string{"wal_level": "replica", "max_wal_senders": "4"}}
	return started(t, o, start), o
}

func started(t *testing.T, o devpg.Options, start func(devpg.Options) (*devpg.Server, error)) *devpg.Server {
	t.Helper()
	s, err := start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop() })
	return s
}

// A standby that lacks the newest leaderships gives none of their epochs a second
// time; and when the former primary comes back as it was, nothing is written to it,
// though it stands first in the URL.
func TestFailoverGivesNoEpochTwice(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	dir, err := os.MkdirTemp("", "oabpd-failover-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // as root the server is another user
		t.Fatal(err)
	}
	fresh := func(o devpg.Options) (*devpg.Server, error) { return devpg.Start(ctx, o) }
	old, first := server(t, dir, "first", fresh)
	if err := old.CreateDatabase(ctx, "oabpd"); err != nil {
		t.Fatal(err)
	}
	if err := postgres.Migrate(ctx, old.URL("oabpd"), migrations.FS); err != nil {
		t.Fatal(err)
	}
	standby, second := server(t, dir, "second", func(o devpg.Options) (*devpg.Server, error) { return old.Standby(ctx, "second", o) })
	if err := standby.Stop(); err != nil { // it gets nothing of what follows
		t.Fatal(err)
	}
	s, err := postgres.Open(ctx, old.HostsURL("oabpd", first.Port, second.Port), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	take := func(holder string) int64 {
		t.Helper()
		epoch, ok, err := s.Acquire(ctx, holder, time.Nanosecond)
		if err != nil || !ok {
			t.Fatalf("%s does not lead: %v, %v", holder, ok, err)
		}
		return epoch
	}
	lost := int64(0)
	for k := range 5 {
		lost = take(fmt.Sprint("holder ", k))
	}
	if err := syscall.Kill(old.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-old.Done()
	_ = old.Stop() // gives the directory free
	standby = started(t, second, fresh)
	if err := standby.Promote(ctx); err != nil {
		t.Fatal(err)
	}
	taken := take("the next")
	if taken <= lost {
		t.Errorf("epoch %d was given before: the last was %d", taken, lost)
	}

	started(t, first, fresh)
	c, err := pgx.Connect(ctx, standby.URL("oabpd"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	exec(t, c, "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
	if again := take("one more"); again != taken+1 {
		t.Errorf("epoch %d after %d", again, taken)
	}
	var there int64
	if err := c.QueryRow(ctx, "select epoch from lease").Scan(&there); err != nil || there != taken+1 {
		t.Errorf("the new primary has epoch %d, %v", there, err)
	}
}
