package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/oabp/oabpd/settle"
)

// Options tune a Store; zero values mean the defaults.
type Options struct {
	// StatementTimeout bounds each statement; 30 s by default.
	StatementTimeout time.Duration
	// LockTimeout bounds each wait for a lock; 10 s by default.
	LockTimeout time.Duration
	// IdleTimeout ends a writing transaction whose owner does nothing while it
	// holds its locks, or cannot be reached over TCP; 5 s by default.
	IdleTimeout time.Duration
	// ResolveTimeout bounds how long the fate of a commit whose answer was lost is
	// asked for; 15 s by default.
	ResolveTimeout time.Duration
	// Attempts is how often a transaction is tried; 6 by default.
	Attempts int
	// Process names this process, for takeovers: a new leader ends the
	// transactions that the former one left open, which it knows by this name.
	// It must be the holder's name of Acquire; without it a takeover waits for them.
	Process string
	// Observer is told of transactions; default nobody.
	Observer Observer
	// CopyFrom is how many rows are worth an exchange of their own by COPY; 200 by
	// default.
	CopyFrom int
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
	def(&o.IdleTimeout, 5*time.Second)
	if o.CopyFrom <= 0 {
		o.CopyFrom = 200
	}
	def(&o.ResolveTimeout, 15*time.Second)
	if o.Attempts <= 0 {
		o.Attempts = 6
	}
	if o.Jitter == nil {
		o.Jitter = rand.N[time.Duration]
	}
	if o.Observer == nil {
		o.Observer = nobody{}
	}
	return o
}

// Store implements settle.Store, the indexer's lease and what lies around them.
// It is safe for concurrent use.
type Store struct {
	pool *pgxpool.Pool
	// leases is the pool of the lease alone, so that a busy API never costs it.
	leases *pgxpool.Pool
	// reserved is the pool of whoever leads; see Reserved.
	reserved *pgxpool.Pool
	// jobs is the pool of the jobs; see JobsPool.
	jobs *pgxpool.Pool
	opts Options
	// limits is what every writing transaction begins with, readLimits what one
	// begins with that only reads, and holds no lock that others wait for.
	limits, readLimits string
}

// New makes a Store of a pool on a migrated database. The pool stays the
// caller's to close; the lease and the leader share it.
func New(pool *pgxpool.Pool, o Options) *Store {
	o = o.withDefaults()
	limits := func(idle time.Duration) string {
		return fmt.Sprintf("set local statement_timeout = %d; set local lock_timeout = %d; set local idle_in_transaction_session_timeout = %d; "+
			"set local tcp_user_timeout = %d", o.StatementTimeout.Milliseconds(), o.LockTimeout.Milliseconds(), idle.Milliseconds(), idle.Milliseconds())
	}
	return &Store{pool: pool, leases: pool, reserved: pool, jobs: pool, opts: o, limits: limits(o.IdleTimeout), readLimits: limits(max(o.IdleTimeout, 30*time.Second))}
}

// Open connects to url, a connection string as pgxpool reads it (its parameter
// pool_max_conns is the number of connections, beside one for the lease, two for
// the leader and four for jobs), and checks that the database answers. Once a connection has met a server on a newer
// timeline, after a failover, none is made to one on an older.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("reading the database URL: %w", err)
	}
	if o.Process != "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = applicationName(o.Process)
	}
	cfg.PingTimeout = pingTimeout
	met := newTimelines()
	cfg.ConnConfig.ValidateConnect = met.guard(cfg.ConnConfig.ValidateConnect)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reaching the database: %w", err)
	}
	s := New(pool, o)
	one := cfg.Copy()
	one.MaxConns, one.MinConns, one.MinIdleConns = 1, 0, 0
	if s.leases, err = pgxpool.NewWithConfig(ctx, one); err != nil {
		pool.Close()
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	two := one.Copy()
	two.MaxConns = reservedConns
	if s.reserved, err = pgxpool.NewWithConfig(ctx, two); err != nil {
		pool.Close()
		s.leases.Close()
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	work := one.Copy()
	work.MaxConns = jobsConns
	if s.jobs, err = pgxpool.NewWithConfig(ctx, work); err != nil {
		pool.Close()
		s.leases.Close()
		s.reserved.Close()
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	met.onMove(s.anew)
	return s, nil
}

// anew has all connections made anew, those in use once they are given back.
func (s *Store) anew() {
	for _, p := range []*pgxpool.Pool{s.pool, s.leases, s.reserved, s.jobs} {
		p.Reset()
	}
}

// pingTimeout is how long a connection that was idle may take to show that it is
// alive, before another is taken. After a network path has died without a word,
// every one that is left hangs: a caller would spend all its time on the first.
const pingTimeout = time.Second

// reservedConns are one for the follower and one for what is due.
const reservedConns = 2

// jobsConns are for fetching and finishing jobs, and for what they do.
const jobsConns = 4

// JobsPool are the connections of settle/postgres/jobs, which the Store closes.
// They hold no transaction of the Store.
func (s *Store) JobsPool() *pgxpool.Pool { return s.jobs }

type reservedKey struct{}

// Reserved marks the work of whoever leads: its transactions have connections of
// their own. In the pool they would wait their turn behind every request, and
// when those are many the index would fall behind the chain.
func Reserved(ctx context.Context) context.Context {
	return context.WithValue(ctx, reservedKey{}, true)
}

// Close ends all connections; it waits for those in use.
func (s *Store) Close() {
	s.pool.Close()
	for _, p := range []*pgxpool.Pool{s.leases, s.reserved, s.jobs} {
		if p != s.pool {
			p.Close()
		}
	}
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.pool.Ping(ctx); err != nil {
		silent(ctx, s.pool)
		return fmt.Errorf("reaching the database: %w", err)
	}
	return nil
}

// silent has the connections of a pool made anew where time ran out on one of
// them and not on waiting for one: what else is idle is likely as dead.
func silent(ctx context.Context, pool *pgxpool.Pool) {
	if st := pool.Stat(); errors.Is(ctx.Err(), context.DeadlineExceeded) && st.AcquiredConns() < st.MaxConns() {
		pool.Reset()
	}
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
	began := time.Now()
	err := s.retry(ctx, func() error {
		var id txID
		err := s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			t := s.newTx(ctx, pg, false)
			defer func() { id = t.mark() }()
			return catch(func() error {
				if err := t.lock(o); err != nil {
					return err
				}
				if err := fn(t); err != nil {
					return err
				}
				t.unstage()
				t.flush()
				return nil
			})
		})
		return s.resolve(ctx, id, err)
	})
	s.opts.Observer.Transaction(KindWrite, time.Since(began), err)
	return err
}

// View implements settle.Store. A write in it panics.
func (s *Store) View(ctx context.Context, fn func(settle.Tx) error) error {
	began := time.Now()
	err := s.retry(ctx, func() error {
		return s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
			return catch(func() error { return fn(s.newTx(ctx, pg, true)) })
		})
	})
	s.opts.Observer.Transaction(KindRead, time.Since(began), err)
	return err
}

// inTx runs fn between a begin and a commit; any error or panic of fn rolls back.
// A *commitError says that the commit was sent.
func (s *Store) inTx(ctx context.Context, begin string, fn func(pgx.Tx) error) error {
	pool := s.pool
	if ctx.Value(reservedKey{}) != nil {
		pool = s.reserved
	}
	return s.inTxOn(ctx, pool, begin, fn)
}

func (s *Store) inTxOn(ctx context.Context, pool *pgxpool.Pool, begin string, fn func(pgx.Tx) error) error {
	limits := s.limits
	if begin == beginRead {
		limits = s.readLimits + lockRead
	}
	pg, err := pool.BeginTx(ctx, pgx.TxOptions{BeginQuery: begin + limits})
	if err != nil {
		silent(ctx, pool)
		return s.lost(ctx, fmt.Errorf("beginning a transaction: %w", err), true)
	}
	defer func() {
		// After a commit this does nothing. It must not hang on a lost connection,
		// nor be cut off by the caller's context.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = pg.Rollback(ctx)
	}()
	if err := fn(pg); err != nil {
		return s.lost(ctx, err, pg.Conn().IsClosed())
	}
	if err := pg.Commit(ctx); err != nil && begin != beginRead { // what was read is valid
		return commitFailed(err)
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

// retry runs fn again while another try may succeed and the one before changed
// nothing.
func (s *Store) retry(ctx context.Context, fn func() error) error {
	for attempt := 1; ; attempt++ {
		err := fn()
		if err != nil && ctx.Err() == nil && attempt >= s.opts.Attempts && mayRetry(err) {
			return &awayError{err}
		}
		if err == nil || ctx.Err() != nil || !mayRetry(err) {
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

func abort(err error, format string, args ...any) {
	panic(&settle.Abort{Err: fmt.Errorf(format+": %w", append(args, err)...)})
}

// must panics with an Abort that says what was done, if err is not nil.
func must(err error, format string, args ...any) {
	if err != nil {
		abort(err, format, args...)
	}
}
