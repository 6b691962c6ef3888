package devpg

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// streaming are the settings of a server that can have standbys, at the speed of
// tests.
func streaming() Options {
	return Options{Fast: true, Settings: map[string]string{"wal_level": "replica", "max_wal_senders": "4", "synchronous_commit": "on"}}
}

// A standby has what was there before it and what comes after; it takes no writes
// until it is promoted, and what was acknowledged while replication was synchronous
// outlives the primary's sudden death.
func TestStandbyTakesOver(t *testing.T) {
	primary, err := Start(t.Context(), streaming())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Stop() })
	exec := func(s *Server, sql string, args ...any) error {
		conn, err := pgx.Connect(t.Context(), s.URL("postgres"))
		if err != nil {
			return err
		}
		defer conn.Close(context.Background())
		_, err = conn.Exec(t.Context(), sql, args...)
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(exec(primary, `create table kept (n int); insert into kept values (1)`))
	standby, err := primary.Standby(t.Context(), "second", streaming())
	must(err)
	t.Cleanup(func() { _ = standby.Stop() })
	must(primary.Synchronous(t.Context(), "second"))
	if err := exec(standby, `insert into kept values (7)`); err == nil || !strings.Contains(err.Error(), "25006") {
		t.Errorf("a write to the standby: %v", err)
	}
	for n := range 20 {
		must(exec(primary, fmt.Sprintf(`insert into kept values (%d)`, 100+n)))
	}
	must(syscall.Kill(primary.PID(), syscall.SIGKILL))
	<-primary.Done()
	must(standby.Promote(t.Context()))
	must(exec(standby, `insert into kept values (3)`))
	if got := query[int](t, standby.URL("postgres"), `select sum(n) from kept`); got != 1+20*100+190+3 {
		t.Errorf("the rows sum to %d", got)
	}
	if got := query[string](t, standby.URL("postgres"), `select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`); got != "00000002" {
		t.Errorf("timeline %s", got)
	}
}

// A server that writes too little WAL has no standby, and says why.
func TestStandbyNeedsReplicas(t *testing.T) {
	s := start(t, Options{})
	if other, err := s.Standby(t.Context(), "second", Options{Fast: true}); err == nil {
		_ = other.Stop()
		t.Fatal("it has a standby")
	} else if !strings.Contains(err.Error(), "WAL level") {
		t.Errorf("%v", err)
	}
}
