package postgres

import (
	"strings"

	"github.com/oabp/oabpd/settle"
)

// retryAfter is when a caller may try again what the database did not do, in
// seconds.
const retryAfter = 5

// awayError is a transaction that had no effect because of the database, or of
// the way to it, and not because of what it was to do.
type awayError struct{ err error }

func (e *awayError) Error() string { return e.err.Error() }
func (e *awayError) Unwrap() error { return e.err }

// As gives the refusal that a caller is told: nothing happened, and waiting helps.
func (*awayError) As(target any) bool { return refuse(target, away) }

// As implements it for a transaction that was lost, also before it is given up.
func (*lostError) As(target any) bool { return refuse(target, away) }

// unknownError is a commit of which nobody knows whether it happened.
type unknownError struct{ err error }

func (e *unknownError) Error() string { return e.err.Error() }
func (e *unknownError) Unwrap() error { return e.err }

// As gives the refusal that a caller is told.
func (*unknownError) As(target any) bool { return refuse(target, unknown) }

func away() *settle.Error {
	return &settle.Error{Code: settle.CodeChainUnavailable, RetryAfter: retryAfter,
		Message: "the database cannot be used now; nothing was done and nothing is lost: try again in a moment"}
}

func unknown() *settle.Error {
	return &settle.Error{Code: settle.CodeTimeout, RetryAfter: retryAfter,
		Message: "the database did not say whether this was done: look before you try again"}
}

func refuse(target any, with func() *settle.Error) bool {
	e, ok := target.(**settle.Error)
	if ok {
		*e = with()
	}
	return ok
}

// overloaded says that a server could not do what it was asked for want of time,
// locks, memory, disk or a sound disk; the transaction had no effect, and another
// try right away would not help.
func overloaded(code string) bool {
	return code == "57014" || code == "55P03" || strings.HasPrefix(code, "53") || strings.HasPrefix(code, "58")
}
