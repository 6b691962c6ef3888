package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
)

// Outside asks servers that strangers name. Its errors name neither the URL nor what
// was read; one that no further attempt can change is a *Final.
type Outside interface {
	// Admits says why a content_uri, or the URL of a predicate, can never be read, in
	// words for whoever gave it.
	Admits(uri string) error
	// Fetch reads what an https or ipfs URI names.
	Fetch(ctx context.Context, uri string) (Content, error)
	// Ask puts a predicate's question: a GET of a URL. An answer of any status is none
	// of its errors.
	Ask(ctx context.Context, url string) (Reply, error)
}

// Content is what was read of a URI.
type Content struct {
	Bytes []byte
	// Scheme is https or ipfs, Endpoint the server that gave it.
	Scheme, Endpoint string
}

// Reply is a predicate's answer.
type Reply struct {
	Status int
	Body   []byte
	// Host is the server that gave it.
	Host string
}

// OracleReader asks contracts.
type OracleReader interface {
	// Decided calls a method in the state after a confirmed block; yes is what a quorum
	// of the endpoints say, whose names By has. A call that reverts says no. The error
	// is for "could not ask".
	Decided(ctx context.Context, contract settle.Address, calldata []byte) (yes bool, a settle.Answered, err error)
}

// Final says that trying again changes nothing.
type Final struct{ Reason settle.CheckReason }

// Error implements error.
func (f *Final) Error() string { return string(f.Reason) }

// What is asked of others, and how often.
const (
	// checkWithin bounds one attempt, checkLease how long its worker has it to itself.
	checkWithin = time.Minute
	checkLease  = 3 * time.Minute
	// oracleEvery is the most time between two questions to an oracle that says no.
	oracleEvery = 10 * time.Minute
)

// retries are the waits behind failed attempts; behind the last one none follows.
func retries() []time.Duration {
	return []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour}
}

// again is when an attempt that failed is repeated; false after the last one.
func again(attempt int) (time.Duration, bool) {
	all := retries()
	if attempt < 1 || attempt > len(all) {
		return 0, false
	}
	return all[attempt-1], true
}

// pauseAfter is the time before the next question to an oracle that said no, or behind
// what is no fault of whom is asked.
func pauseAfter(attempt int) time.Duration {
	wait := 10 * time.Second << min(max(attempt-1, 0), 8)
	return min(wait, oracleEvery)
}

// errNotAsked says that nobody here asks such a thing.
func errNotAsked(what string) error { return fmt.Errorf("this daemon asks no %s", what) }

// admits says why a URL can never be read; nil where nobody here reads any.
func (e *Engine) admits(uri string) error {
	if e.o.Outside == nil {
		return nil
	}
	return e.o.Outside.Admits(uri)
}

// admitsPredicate is admits for the template of a predicate's URL.
func (e *Engine) admitsPredicate(template string) error {
	url, err := escrow.PredicateURL(template, map[string]string{})
	if err != nil {
		return err
	}
	return e.admits(url)
}
