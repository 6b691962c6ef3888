package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// MaxConnections is how many connections the shared server takes, from all
	// tests that run at the same time.
	MaxConnections = 300

	// Idle is how long the shared server lives after its last use. It exceeds
	// the default limit of a test binary (10 minutes).
	Idle = 15 * time.Minute

	templatePrefix = "oabpd_template_"
	testPrefix     = "oabpd_test_"
	keepTemplates  = 8
	limit          = 2 * time.Minute // for one call, template included
	abandonedAfter = 6 * time.Hour   // a test's database that nobody can need
)

// Migrate fills an empty database. It must have closed its connections when it
// returns; any that are left are cut.
type Migrate func(ctx context.Context, url string) error

// NewDB makes a database for the test and returns its URL, for pgx. version
// names the outcome of migrate, for example a hash over all migrations: equal
// versions share a template. The database is dropped when the test ends. Any
// failure ends the test.
func NewDB(t testing.TB, version string, migrate func(ctx context.Context, url string) error) (url string) {
	t.Helper()
	srv, err := connectServer(t.Context())
	if err != nil {
		t.Fatalf("test database: %v", err)
	}
	return newDB(t, srv, version, migrate)
}

func newDB(t testing.TB, srv *server, version string, migrate Migrate) (url string) {
	t.Helper()
	name := fmt.Sprintf("%s%x_%s", testPrefix, time.Now().Unix(), strings.ToLower(rand.Text()[:12]))
	if err := srv.create(t.Context(), name, version, migrate); err != nil {
		t.Fatalf("test database: %v", err)
	}
	t.Cleanup(func() {
		// the test's own context has ended by now
		if err := srv.drop(context.Background(), name); err != nil {
			t.Errorf("dropping the test database: %v", err)
		}
	})
	return srv.url(name)
}

// create makes database name as a copy of the version's template. The shared
// advisory lock keeps the template from being dropped meanwhile.
func (s *server) create(ctx context.Context, name, version string, migrate Migrate) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	defer conn.Close(ctx) // releases every advisory lock

	tmpl := templateName(version)
	if _, err := conn.Exec(ctx, `select pg_advisory_lock_shared($1)`, lockKey(tmpl)); err != nil {
		return fmt.Errorf("locking the template: %w", err)
	}
	ready, err := isReady(ctx, conn, tmpl)
	if err != nil {
		return err
	}
	if !ready {
		if err := s.buildTemplate(ctx, conn, tmpl, migrate); err != nil {
			return fmt.Errorf("making the template: %w", err)
		}
	}
	if _, err := conn.Exec(ctx, `create database `+quote(name)+` template `+quote(tmpl)+` strategy file_copy`); err != nil {
		return fmt.Errorf("copying the template: %w", err)
	}
	return nil
}

// buildTemplate returns with the template made, by us or by another process,
// and the shared lock held. datistemplate is set last: it marks a whole one.
func (s *server) buildTemplate(ctx context.Context, conn *pgx.Conn, tmpl string, migrate Migrate) error {
	key := lockKey(tmpl)
	// shared to exclusive in two steps: both at once would deadlock two callers
	if _, err := conn.Exec(ctx, `select pg_advisory_unlock_shared($1)`, key); err != nil {
		return fmt.Errorf("unlocking: %w", err)
	}
	if _, err := conn.Exec(ctx, `select pg_advisory_lock($1)`, key); err != nil {
		return fmt.Errorf("locking: %w", err)
	}
	if ready, err := isReady(ctx, conn, tmpl); err != nil {
		return err
	} else if !ready {
		if err := s.fillTemplate(ctx, conn, tmpl, migrate); err != nil {
			return err
		}
	}
	// taking the shared lock before giving the exclusive one leaves no gap
	if _, err := conn.Exec(ctx, `select pg_advisory_lock_shared($1), pg_advisory_unlock($1)`, key); err != nil {
		return fmt.Errorf("unlocking: %w", err)
	}
	return nil
}

func (s *server) fillTemplate(ctx context.Context, conn *pgx.Conn, tmpl string, migrate Migrate) error {
	if err := tidy(ctx, conn, tmpl); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, `drop database if exists `+quote(tmpl)+` with (force)`); err != nil {
		return fmt.Errorf("dropping an unfinished one: %w", err)
	}
	if _, err := conn.Exec(ctx, `create database `+quote(tmpl)); err != nil {
		return fmt.Errorf("creating: %w", err)
	}
	if err := migrate(ctx, s.url(tmpl)); err != nil {
		return fmt.Errorf("migrating: %w", err)
	}
	for _, q := range []string{
		`alter database ` + quote(tmpl) + ` allow_connections false`,
		`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '` + tmpl + `'`,
		`comment on database ` + quote(tmpl) + ` is '` + time.Now().UTC().Format(time.RFC3339Nano) + `'`,
		`alter database ` + quote(tmpl) + ` is_template true`,
	} {
		if _, err := conn.Exec(ctx, q); err != nil {
			return fmt.Errorf("closing it: %w", err)
		}
	}
	return nil
}

// tidy drops templates beyond the newest few, and databases that killed tests
// have left. A template in use is locked by its user and stays.
func tidy(ctx context.Context, conn *pgx.Conn, current string) error {
	if err := dropAbandoned(ctx, conn, time.Now().Add(-abandonedAfter)); err != nil {
		return err
	}
	rows, err := conn.Query(ctx, `select datname from pg_database where starts_with(datname, $1) and datname <> $2 and datistemplate
		order by shobj_description(oid, 'pg_database') desc nulls last offset $3`, templatePrefix, current, keepTemplates-1)
	if err != nil {
		return fmt.Errorf("listing templates: %w", err)
	}
	old, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("listing templates: %w", err)
	}
	for _, name := range old {
		if err := dropTemplate(ctx, conn, name); err != nil {
			return err
		}
	}
	return nil
}

func dropTemplate(ctx context.Context, conn *pgx.Conn, name string) error {
	var free bool
	if err := conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, lockKey(name)).Scan(&free); err != nil || !free {
		return err
	}
	// unmarked first, so that a kill in between leaves it to be made anew
	for _, q := range []string{
		`alter database ` + quote(name) + ` is_template false`, `drop database ` + quote(name) + ` with (force)`,
	} {
		if _, err := conn.Exec(ctx, q); err != nil {
			return fmt.Errorf("dropping an old template: %w", err)
		}
	}
	_, err := conn.Exec(ctx, `select pg_advisory_unlock($1)`, lockKey(name))
	return err
}

// dropAbandoned drops tests' databases made before the given time.
func dropAbandoned(ctx context.Context, conn *pgx.Conn, before time.Time) error {
	rows, err := conn.Query(ctx, `select datname from pg_database where starts_with(datname, $1)`, testPrefix)
	if err != nil {
		return fmt.Errorf("listing databases: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("listing databases: %w", err)
	}
	for _, name := range names {
		var made int64
		if _, err := fmt.Sscanf(strings.TrimPrefix(name, testPrefix), "%x_", &made); err != nil || made > before.Unix() {
			continue
		}
		if _, err := conn.Exec(ctx, `drop database if exists `+quote(name)+` with (force)`); err != nil {
			return fmt.Errorf("dropping an abandoned database: %w", err)
		}
	}
	return nil
}

func (s *server) drop(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	s.touch()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `drop database if exists `+quote(name)+` with (force)`)
	return err
}

func isReady(ctx context.Context, conn *pgx.Conn, tmpl string) (ready bool, err error) {
	err = conn.QueryRow(ctx, `select exists(select from pg_database where datname = $1 and datistemplate)`, tmpl).Scan(&ready)
	if err != nil {
		return false, fmt.Errorf("looking for the template: %w", err)
	}
	return ready, nil
}

func templateName(version string) string {
	h := sha256.Sum256([]byte(version))
	return fmt.Sprintf("%s%x", templatePrefix, h[:10])
}

func lockKey(name string) int64 {
	h := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(h[:8]))
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
