package rpc

import (
	"errors"
	"fmt"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Errors to branch on.
var (
	// ErrTooLarge: an answer exceeds Config.MaxResponse.
	ErrTooLarge = errors.New("answer is too large")
	// ErrInconsistent: an endpoint contradicts itself, or answers something else
	// than was asked. Nothing of the answer was used.
	ErrInconsistent = errors.New("endpoint contradicts itself")
	// ErrReceipts: an endpoint's receipts contradict the logs that it gave of the
	// same block. It is an ErrInconsistent too.
	ErrReceipts = fmt.Errorf("its receipts and its logs differ: %w", ErrInconsistent)
	// ErrNoReceipt: the endpoint knows no receipt of that transaction.
	ErrNoReceipt = errors.New("endpoint has no receipt of this transaction")
	// ErrNotCanonical: a receipt names a block that is not the canonical one at
	// its height; it confirms nothing (settlement.md R13).
	ErrNotCanonical = errors.New("receipt is not of a canonical block")
	// ErrNoTag: the endpoint does not serve the block tag.
	ErrNoTag = errors.New("endpoint does not serve this block tag")
	// ErrWrongChain: chain id or genesis hash are not the expected ones.
	ErrWrongChain = errors.New("endpoint serves another chain")
	// ErrNoEndpoint: no endpoint is usable.
	ErrNoEndpoint = errors.New("no usable endpoint")
)

// RPCError is an error object in an answer.
type RPCError struct {
	Code    int
	Message string // bounded, without secrets of the endpoint
	data    []byte // raw JSON, or nil
}

// Error implements error.
func (e *RPCError) Error() string { return fmt.Sprintf("%s (code %d)", e.Message, e.Code) }

// HTTPError is an answer with a status other than 200.
type HTTPError struct {
	Status int
	after  time.Duration
}

// Error implements error.
func (e *HTTPError) Error() string {
	if e.Status >= 300 && e.Status < 400 {
		return fmt.Sprintf("HTTP status %d: redirects are not followed", e.Status)
	}
	return fmt.Sprintf("HTTP status %d", e.Status)
}

// RetryAfter is how long the server asks to wait; 0 if it does not say.
func (e *HTTPError) RetryAfter() time.Duration { return e.after }

// RevertError says that a call was executed and failed: the contract reverted,
// or ran out of its gas, or is no proper code. The endpoint is not to blame.
type RevertError struct {
	To      settle.Address
	Message string
	// Data is what the contract returned, possibly empty.
	Data []byte
}

// Error implements error.
func (e *RevertError) Error() string { return fmt.Sprintf("call to %s failed: %s", e.To, e.Message) }

// callError names endpoint and method.
type callError struct {
	endpoint, method string
	err              error
}

func (e *callError) Error() string { return e.endpoint + ": " + e.method + ": " + e.err.Error() }
func (e *callError) Unwrap() error { return e.err }
