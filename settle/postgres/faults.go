package postgres

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Kind says what a transaction was for. It is a metric label, stable.
type Kind string

// The kinds.
const (
	KindWrite Kind = "write"
	KindRead  Kind = "read"
	KindLease Kind = "lease"
)

// Kinds are all of them.
func Kinds() []Kind { return []Kind{KindWrite, KindRead, KindLease} }

// Outcome is what became of a commit whose answer was lost. It is a metric
// label, stable.
type Outcome string

// The outcomes.
const (
	// Committed: it took effect; the caller is told of success.
	Committed Outcome = "committed"
	// RolledBack: it had no effect; it is tried again.
	RolledBack Outcome = "rolled_back"
	// Unknown: the database could not say, for example after a failover.
	Unknown Outcome = "unknown"
)

// Outcomes are all of them.
func Outcomes() []Outcome { return []Outcome{Committed, RolledBack, Unknown} }

// Observer is told what a Store does; metrics are made of it. Methods must not
// block and may be called from several goroutines.
type Observer interface {
	// Transaction reports a transaction that ended, all attempts together.
	Transaction(k Kind, took time.Duration, err error)
	// Ambiguous reports a commit whose answer was lost.
	Ambiguous(Outcome)
	// Fault reports a fault of the database or of the way to it, by SQLSTATE, or
	// "connection" where the server said nothing. The transaction had no effect.
	Fault(code string)
}

type nobody struct{}

func (nobody) Transaction(Kind, time.Duration, error) {}
func (nobody) Ambiguous(Outcome)                      {}
func (nobody) Fault(string)                           {}

// lostError is a transaction that the database, or the way to it, ended before
// its commit was sent: it had no effect.
type lostError struct{ err error }

func (e *lostError) Error() string { return e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

// readOnly is what a server says that was demoted, or is being replaced.
const readOnly = "25006"

// lost marks an error that is a fault of the database. broken says that the
// connection is gone, or never was. Where the server only reads, which a former
// primary does, all connections are given up, so that the next ones are made to
// whatever the URL leads to by then.
func (s *Store) lost(ctx context.Context, err error, broken bool) error {
	code := sqlState(err)
	if ctx.Err() != nil {
		return err
	}
	var config *pgconn.ParseConfigError
	if errors.As(err, &config) || strings.HasPrefix(code, "28") || code == "3D000" {
		return &awayError{err} // credentials or database are wrong: no attempt will help
	}
	if !broken && code != readOnly && !outage(code) {
		if overloaded(code) {
			s.opts.Observer.Fault(code)
			return &awayError{err}
		}
		return err
	}
	if code == readOnly {
		s.anew()
	}
	if code == "" {
		code = "connection"
	}
	s.opts.Observer.Fault(code)
	return &lostError{err}
}

// outage says that a server refuses or ends connections.
func outage(code string) bool {
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P0") || code == "53300" || code == "25P03"
}

func mayRetry(err error) bool {
	var unknown *unknownError
	if errors.As(err, &unknown) { // it may have been done
		return false
	}
	var lost *lostError
	code := sqlState(err)
	return code == "40001" || code == "40P01" || errors.As(err, &lost) // serialization_failure, deadlock_detected
}

func sqlState(err error) string {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgErr.Code
	}
	return ""
}

// commitError is a commit that was sent and not acknowledged.
type commitError struct{ err error }

func (e *commitError) Error() string { return "committing: " + e.err.Error() }
func (e *commitError) Unwrap() error { return e.err }

// commitFailed tells an answer that refuses a commit, and one that was never
// sent, from a lost answer. A server that is shut down may have committed.
func commitFailed(err error) error {
	var pgErr *pgconn.PgError
	refused := errors.As(err, &pgErr) && pgErr.SeverityUnlocalized == "ERROR"
	if refused || errors.Is(err, pgx.ErrTxCommitRollback) || errors.Is(err, pgx.ErrTxClosed) {
		return &refusedError{err}
	}
	if pgconn.SafeToRetry(err) {
		return &lostError{&refusedError{err}}
	}
	return &commitError{err}
}

// refusedError is a commit that certainly did not happen.
type refusedError struct{ err error }

func (e *refusedError) Error() string { return "committing: " + e.err.Error() }
func (e *refusedError) Unwrap() error { return e.err }
