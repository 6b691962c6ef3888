package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/postgres"
)

// Rebuilt is what a rebuild found.
type Rebuilt struct {
	// Facts is how many were folded.
	Facts uint64
	// Stored and Rebuilt are the digests of the state that was stored and of the
	// one that the journal gives. Stored is zero for one that cannot be read.
	Stored, Rebuilt settle.Hash
	// Differences are the first rows that differ, in order; Differing is how many
	// do.
	Differences []Difference
	Differing   int
	// Replaced says that the stored rows were replaced.
	Replaced bool
}

// The lease of a rebuild: how its holder's name begins, how long it lasts, and
// how often it is renewed.
const (
	rebuildHolder = "rebuild/"

	rebuildTTL   = 30 * time.Second
	rebuildRenew = 10 * time.Second
)

// LeaderError says that a daemon indexes, which a rebuild must not disturb.
type LeaderError struct{ Holder string }

// Error implements error.
func (e *LeaderError) Error() string {
	if strings.HasPrefix(e.Holder, rebuildHolder) {
		return fmt.Sprintf("another rebuild works here (%s), or was killed: then its lease ends within %s", e.Holder, rebuildTTL)
	}
	return fmt.Sprintf("a daemon indexes here (%s): stop oabpd run and oabpd index first, or compare only, with --check", e.Holder)
}

// CheckState folds the journal on one snapshot and compares all that is derived
// with what is stored. It may run beside a daemon. A journal that is broken is a
// *Breach.
func CheckState(ctx context.Context, st *postgres.Store) (Rebuilt, error) {
	r, _, err := foldAndCompare(ctx, st)
	return r, err
}

// Rebuild does the same and, when anything differs, replaces all derived rows by
// those that it folded, in one transaction. Receipts and releases are kept,
// nothing is sent. While it works it holds the indexer's lease, so no daemon
// indexes; what the API adds to the journal meanwhile is folded before the rows
// are replaced. Without the lease it does nothing: *LeaderError.
func Rebuild(ctx context.Context, st *postgres.Store) (r Rebuilt, err error) {
	ctx, epoch, release, err := holdLease(ctx, st)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, release()) }()
	r, f, err := foldAndCompare(ctx, st)
	if err != nil || r.Differing == 0 {
		return r, err
	}
	if err := st.Refold(ctx, epoch, f.seq, f.fold, f.rows); err != nil {
		return r, errors.Join(err, context.Cause(ctx))
	}
	r.Replaced = true
	return r, nil
}

func foldAndCompare(ctx context.Context, st *postgres.Store) (r Rebuilt, f *folding, err error) {
	f = newFolding()
	err = st.Snapshot(ctx, func(s *postgres.Snapshot) error {
		if err := s.Entries(0, f.add); err != nil {
			return err
		}
		if err := f.end(s); err != nil {
			return err
		}
		d, err := compare(s, f)
		if err != nil {
			return err
		}
		r.Facts, r.Differences, r.Differing = f.seq, d.first, d.n
		if r.Rebuilt, err = f.state.Digest(); err != nil {
			return err
		}
		if r.Stored, err = s.Digest(); err != nil && d.n == 0 {
			return err
		}
		return nil
	})
	if err != nil {
		return r, f, fmt.Errorf("folding the journal: %w", err)
	}
	return r, f, nil
}

// holdLease takes the indexer's lease and renews it until release is called; ctx
// ends when it is lost.
func holdLease(ctx context.Context, st *postgres.Store) (_ context.Context, epoch int64, release func() error, err error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	epoch, ok, err := st.Acquire(ctx, fmt.Sprintf("%s%s/%d", rebuildHolder, host, os.Getpid()), rebuildTTL)
	if err == nil && !ok {
		var holder string
		if holder, err = st.Holder(ctx); err == nil {
			err = &LeaderError{holder}
		}
	}
	if err != nil {
		return ctx, 0, nil, err
	}
	ctx, lose := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		t := time.NewTicker(rebuildRenew)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
			if ok, err := st.Renew(ctx, epoch, rebuildTTL); err == nil && !ok {
				lose(errors.New("another process took the lease"))
			}
		}
	}()
	return ctx, epoch, func() error {
		lose(nil)
		<-ended
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return st.Release(stop, epoch)
	}, nil
}

// StateAt is the state digest after a fact, folded from the journal.
type StateAt struct {
	Digest settle.Hash
	Seq    uint64
	// Block is the newest block that the facts up to there tell of; zero before
	// the first.
	Block settle.BlockRef
}

// errStop ends a walk through the journal before its end.
var errStop = errors.New("far enough")

// DigestAt folds the journal up to a fact.
func DigestAt(ctx context.Context, st *postgres.Store, seq uint64) (StateAt, error) {
	f := newFolding()
	err := st.Snapshot(ctx, func(s *postgres.Snapshot) error {
		if head, _ := s.Tx().Head(); seq > head {
			return fmt.Errorf("the journal has %d facts", head)
		}
		err := s.Entries(0, func(e postgres.Entry) error {
			if f.seq == seq {
				return errStop
			}
			return f.add(e)
		})
		if err == nil && f.seq < seq {
			err = f.end(s)
		}
		return err
	})
	if err != nil && !errors.Is(err, errStop) {
		return StateAt{}, fmt.Errorf("folding the journal: %w", err)
	}
	d, err := f.state.Digest()
	return StateAt{d, seq, f.block()}, err
}
