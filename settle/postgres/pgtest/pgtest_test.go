package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func exec1(ctx context.Context, url, sql string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
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

func TestNewDBIsACopyOfItsOwn(t *testing.T) {
	version := fmt.Sprintf("own %d", time.Now().UnixNano())
	var migrated atomic.Int32
	migrate := func(ctx context.Context, url string) error {
		migrated.Add(1)
		return exec1(ctx, url, `create extension btree_gist; create table note (body text)`)
	}
	var wg sync.WaitGroup
	urls := make([]string, 8)
	for i := range urls {
		wg.Go(func() { urls[i] = NewDB(t, version, migrate) })
	}
	wg.Wait()
	if n := migrated.Load(); n != 1 {
		t.Errorf("migrated %d times", n)
	}
	for i, url := range urls {
		if url == "" {
			t.Fatal("no database")
		}
		if err := exec1(t.Context(), url, fmt.Sprintf(`insert into note values ('%d')`, i)); err != nil {
			t.Fatal(err)
		}
	}
	for i, url := range urls {
		if got := query[string](t, url, `select string_agg(body, ',') from note`); got != fmt.Sprint(i) {
			t.Errorf("database %d holds %q", i, got)
		}
	}
	if got := query[string](t, urls[0], `show max_connections`); os.Getenv(envURL) == "" && got != fmt.Sprint(MaxConnections) {
		t.Errorf("max_connections = %s", got)
	}
	if urls[0] == NewDB(t, version+" other", migrate) || migrated.Load() != 2 {
		t.Error("another version shares the template")
	}
}

func TestDatabaseIsDroppedWithItsConnections(t *testing.T) {
	var url, admin string
	t.Run("test", func(t *testing.T) {
		url = NewDB(t, "empty", func(context.Context, string) error { return nil })
		srv, err := connectServer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		admin = srv.url("postgres")
		if _, err := pgx.Connect(context.Background(), url); err != nil { // left open on purpose
			t.Fatal(err)
		}
	})
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	if query[bool](t, admin, `select exists(select from pg_database where datname = '`+cfg.Database+`')`) {
		t.Errorf("database %s is still there", cfg.Database)
	}
}

func TestFailedMigrationLeavesNoTemplate(t *testing.T) {
	srv, err := connectServer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	version := fmt.Sprintf("failed %d", time.Now().UnixNano())
	boom := errors.New("boom")
	err = srv.create(t.Context(), "oabpd_test_never", version, func(ctx context.Context, url string) error {
		return errors.Join(boom, exec1(ctx, url, `create table half (n int)`))
	})
	if !errors.Is(err, boom) {
		t.Fatalf("got %v", err)
	}
	// the half-made database is there; the next caller makes it anew
	url := NewDB(t, version, func(ctx context.Context, url string) error {
		return exec1(ctx, url, `create table whole (n int)`)
	})
	if got := query[string](t, url, `select string_agg(relname, ',') from pg_class where relname in ('half', 'whole')`); got != "whole" {
		t.Errorf("tables %s", got)
	}
}

// On a server of its own: on the shared one the tests of other packages make
// templates meanwhile, and would have to make theirs anew.
func TestOldTemplatesAndAbandonedDatabasesGo(t *testing.T) {
	srv, err := sharedServer(t.Context(), ownDir(t), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	admin := srv.url("postgres")
	old := fmt.Sprintf("%s%x_left", testPrefix, time.Now().Add(-7*time.Hour).Unix())
	if err := exec1(t.Context(), admin, `create database `+old); err != nil {
		t.Fatal(err)
	}
	for i := range keepTemplates + 3 {
		newDB(t, srv, fmt.Sprintf("many %d", i), func(context.Context, string) error { return nil })
	}
	if n := query[int](t, admin, `select count(*) from pg_database where datistemplate and starts_with(datname, '`+templatePrefix+`')`); n != keepTemplates {
		t.Errorf("%d templates, want %d", n, keepTemplates)
	}
	if query[bool](t, admin, `select exists(select from pg_database where datname = '`+old+`')`) {
		t.Error("the abandoned database is still there")
	}
}

// ownDir is the directory of a server for one test, which ends with it.
func ownDir(t *testing.T) string {
	t.Helper()
	base, err := os.MkdirTemp("", "pgtest-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	if err := os.Chmod(base, 0o755); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(base, "shared")
	t.Cleanup(func() {
		if err := stopShared(context.Background(), dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestProcessesStartTogether lets several processes ask for a server that does
// not run yet.
func TestProcessesStartTogether(t *testing.T) {
	dir := ownDir(t)
	var wg sync.WaitGroup
	outs := make([]string, 4)
	for i := range outs {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run=^TestHelperShared$", "-test.v")
			cmd.Env = append(os.Environ(), "PGTEST_HELPER_DIR="+dir)
			b, err := cmd.CombinedOutput()
			outs[i] = string(b)
			if err != nil {
				t.Errorf("process %d: %v\n%s", i, err, b)
			}
		})
	}
	wg.Wait()
	pids := map[string]bool{}
	for _, o := range outs {
		_, rest, _ := strings.Cut(o, "server=")
		pid, _, _ := strings.Cut(rest, "\n")
		pids[pid] = true
	}
	if len(pids) != 1 || pids[""] {
		t.Errorf("servers: %v", pids)
	}
}

// TestHelperShared is a process of TestProcessesStartTogether.
func TestHelperShared(t *testing.T) {
	dir := os.Getenv("PGTEST_HELPER_DIR")
	if dir == "" {
		t.Skip("run by TestProcessesStartTogether")
	}
	srv, err := sharedServer(t.Context(), dir, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		name := fmt.Sprintf("%s%x_%d_%d", testPrefix, time.Now().Unix(), os.Getpid(), i)
		err := srv.create(t.Context(), name, "v", func(ctx context.Context, url string) error {
			return exec1(ctx, url, `create table made_by (pid int)`)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := exec1(t.Context(), srv.url(name), `insert into made_by values (1)`); err != nil {
			t.Fatal(err)
		}
		if err := srv.drop(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf("server=%s\n", query[string](t, srv.url("postgres"), `select pg_postmaster_start_time()::text`))
}

func BenchmarkNewDB(b *testing.B) {
	for b.Loop() {
		srv, err := connectServer(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		name := fmt.Sprintf("%s%x_bench", testPrefix, time.Now().Unix())
		err = srv.create(b.Context(), name, "bench", func(ctx context.Context, url string) error {
			return exec1(ctx, url, `create extension btree_gist; create table note (body text)`)
		})
		if err != nil {
			b.Fatal(err)
		}
		if err := srv.drop(b.Context(), name); err != nil {
			b.Fatal(err)
		}
	}
}
