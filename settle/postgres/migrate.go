package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrations says how far a database is.
type Migrations struct {
	// Current is the newest version applied, 0 for an empty database; Target is
	// the newest that this program knows. Current above Target means that a newer
	// program was here.
	Current, Target int64
}

// Migrate brings the database at url up to the newest version in fsys. Several
// processes may call it at once: one works and the others wait, up to a minute.
// It needs a session of its own, so url must not lead to a transaction pooler.
// A statement waits at most ten seconds for a lock, so that a migration never
// queues up everybody else behind it.
func Migrate(ctx context.Context, url string, fsys fs.FS) error {
	err := withProvider(url, fsys, lockTimeout, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("migrating the database: %w", err)
	}
	return nil
}

// lockTimeout is set by a statement: a pooler refuses it at the start.
func lockTimeout(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, "set lock_timeout = '10s'")
	return err
}

// MigrationStatus reports how far the database at url is. It needs no session.
func MigrationStatus(ctx context.Context, url string, fsys fs.FS) (m Migrations, err error) {
	err = withProvider(url, fsys, nil, func(p *goose.Provider) error {
		m.Current, m.Target, err = p.GetVersions(ctx)
		return err
	})
	if err != nil {
		return Migrations{}, fmt.Errorf("reading the migrations of the database: %w", err)
	}
	return m, nil
}

func withProvider(url string, fsys fs.FS, connected func(context.Context, *pgx.Conn) error, fn func(*goose.Provider) error) (err error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("reading the database URL: %w", err)
	}
	var opts []stdlib.OptionOpenDB
	if connected != nil {
		opts = append(opts, stdlib.OptionAfterConnect(connected))
	}
	var db *sql.DB = stdlib.OpenDB(*cfg, opts...)
	defer func() { err = errors.Join(err, db.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, fsys, goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	return fn(p)
}
