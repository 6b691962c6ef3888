package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/oabp/oabpd/settle"
)

// Options tune a Store; zero values mean the defaults.
type Options struct {
	// StatementTimeout bounds each statement; 30 s by default.
	StatementTimeout time.Duration
	// LockTimeout bounds each wait for a lock; 10 s by default.
	LockTimeout time.Duration
	// IdleTimeout ends a transaction whose owner does nothing; 30 s by default.
	IdleTimeout time.Duration
	// Attempts is how often a transaction is tried; 6 by default.
	Attempts int
	// Jitter is a random duration below max, the wait before another attempt.
	Jitter func(max time.Duration) time.Duration
}

func (o Options) withDefaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&o.StatementTimeout, 30*time.Second)
	def(&o.LockTimeout, 10*time.Second)
	def(&o.IdleTimeout, 30*time.Second)
	if o.Attempts <= 0 {
		o.Attempts = 6
	}
	if o.Jitter == nil {
		o.Jitter = rand.N[time.Duration]
	}
	return o
}

// Store implements settle.Store, the indexer's lease and what lies around them.
// It is safe for concurrent use.
type Store struct {
	pool *pgxpool.Pool
	opts Options
	// limits is what every transaction begins with.
	limits string
}

// New makes a Store of a pool on a migrated database. The pool stays the
// caller's to close.
func New(pool *pgxpool.Pool, o Options) *Store {
	o = o.withDefaults()
	return &Store{pool: pool, opts: o, limits: fmt.Sprintf(
		"set local statement_timeout = %d; set local lock_timeout = %d; set local idle_in_transaction_session_timeout = %d",
		o.StatementTimeout.Milliseconds(), o.LockTimeout.Milliseconds(), o.IdleTimeout.Milliseconds())}
}

// Open connects to url, a connection string as pgxpool reads it (its parameter
// pool_max_conns is the number of connections), and checks that the database
// answers.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("reading the database URL: %w", err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reaching the database: %w", err)
	}
	return New(pool, o), nil
}

// Close ends all connections; it waits for those in use.
func (s *Store) Close() { s.pool.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.pool.Ping(ctx); err != nil {
		return fmt.Errorf("reaching the database: %w", err)
	}
	return nil
}

// The ways in which a transaction begins.
const (
	beginWrite = "begin isolation level read committed; "
	beginRead  = "begin isolation level repeatable read read only; "
	// lockRead keeps a snapshot from standing before a replacement of the derived
	// rows and being read behind it, where they would be gone: it is taken before
	// the snapshot, and the replacement waits for it.
	lockRead = "; lock table settings in access share mode"
)

// Update implements settle.Store. A *settle.Abort that fn panics with becomes
// the error; any other panic goes on after the rollback.
func (s *Store) Update(ctx context.Context, o settle.TxOptions, fn func(settle.Tx) error) error {
	return s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			t := s.newTx(ctx, pg, false)
			return catch(func() error {
				if err := t.lock(o); err != nil {
					return err
				}
				if err := fn(t); err != nil {
					return err
				}
				t.flush()
				return nil
			})
		})
	})
}

// View implements settle.Store. A write in it panics.
func (s *Store) View(ctx context.Context, fn func(settle.Tx) error) error {
	return s.retry(ctx, func() error {
		return s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
			return catch(func() error { return fn(s.newTx(ctx, pg, true)) })
		})
	})
}

// inTx runs fn between a begin and a commit; any error or panic of fn rolls back.
func (s *Store) inTx(ctx context.Context, begin string, fn func(pgx.Tx) error) error {
	query := begin + s.limits
	if begin == beginRead {
		query += lockRead
	}
	pg, err := s.pool.BeginTx(ctx, pgx.TxOptions{BeginQuery: query})
	if err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	defer func() {
		// After a commit this does nothing. It must not hang on a lost connection,
		// nor be cut off by the caller's context.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = pg.Rollback(ctx)
	}()
	if err := fn(pg); err != nil {
		return err
	}
	if err := pg.Commit(ctx); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	return nil
}

// catch turns the panic of a failing store into its error.
func catch(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			abort, ok := p.(*settle.Abort)
			if !ok {
				panic(p)
			}
			err = abort.Err
		}
	}()
	return fn()
}

// retry runs fn again while PostgreSQL says that another try may succeed.
func (s *Store) retry(ctx context.Context, fn func() error) error {
	for attempt := 1; ; attempt++ {
		err := fn()
		if err == nil || attempt >= s.opts.Attempts || !mayRetry(err) {
			return err
		}
		wait := time.NewTimer(s.opts.Jitter(10 * time.Millisecond << attempt))
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
}

func mayRetry(err error) bool {
	code := sqlState(err)
	return code == "40001" || code == "40P01" // serialization_failure, deadlock_detected
}

func sqlState(err error) string {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgErr.Code
	}
	return ""
}

func abort(err error, format string, args ...any) {
	panic(&settle.Abort{Err: fmt.Errorf(format+": %w", append(args, err)...)})
}

// must panics with an Abort that says what was done, if err is not nil.
func must(err error, format string, args ...any) {
	if err != nil {
		abort(err, format, args...)
	}
}
