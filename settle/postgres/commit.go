package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	// Both give the history of the server: the cluster, and the timeline that a
	// failover ends.
	sqlTxID = `select pg_current_xact_id()::text, (select system_identifier from pg_control_system()) || '/'
		|| left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`
	sqlTxStatus = `select coalesce(pg_xact_status($1::text::xid8), ''), (select system_identifier from pg_control_system()) || '/'
		|| left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), (select hash from journal where seq = $2)`
)

// ErrCommitUnknown says that a commit was sent, its answer lost, and that the
// database cannot say any more whether it took effect.
var ErrCommitUnknown = errors.New("it is not known whether the transaction was committed")

// txID is by what a transaction can be found after its connection was lost: its
// id, and the history of the server that gave it, since after a failover another
// transaction may have the same.
type txID struct {
	xid, history string
	// seq and fact are the place and the hash of its newest fact; 0 if it has none.
	seq  uint64
	fact settle.Hash
}

// outlived reports whether a history goes on from that of the transaction, as after
// a failover: of the same cluster, on a newer timeline. What it has of the
// transaction is all that there ever will be.
func (id txID) outlived(history string) bool {
	before, on, ok := strings.Cut(id.history, "/")
	cluster, now, ok2 := strings.Cut(history, "/")
	return ok && ok2 && cluster == before && now > on
}

// inKnownTx is inTx for a write whose caller must know whether it took effect.
func (s *Store) inKnownTx(ctx context.Context, fn func(pgx.Tx) error) error {
	var id txID
	err := s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
		if err := pg.QueryRow(ctx, sqlTxID).Scan(&id.xid, &id.history); err != nil {
			return err
		}
		return fn(pg)
	})
	return s.resolve(ctx, id, err)
}

// resolve finds out what became of a transaction whose commit was not
// acknowledged: nil if it took effect, an error to try again on if it did not.
// It asks even if the caller has gone, whose next call may depend on it.
func (s *Store) resolve(ctx context.Context, id txID, err error) error {
	var lost *commitError
	if !errors.As(err, &lost) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.opts.ResolveTimeout)
	defer cancel()
	outcome, why := s.fate(ctx, id)
	s.opts.Observer.Ambiguous(outcome)
	switch outcome {
	case Committed:
		return nil
	case RolledBack:
		return &lostError{err}
	}
	return &unknownError{fmt.Errorf("%w: %w", ErrCommitUnknown, errors.Join(err, why))}
}

// fate asks until the server is through with the transaction, or ctx ends.
func (s *Store) fate(ctx context.Context, id txID) (Outcome, error) {
	if id.xid == "" {
		return Unknown, nil
	}
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		var status, history string
		var fact []byte
		err := s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
			return pg.QueryRow(ctx, sqlTxStatus, id.xid, int64(id.seq)).Scan(&status, &history, &fact)
		})
		switch {
		case err != nil && !mayRetry(err):
			return Unknown, err
		case err == nil && id.seq > 0 && id.outlived(history): // the journal has it, or it is lost
			if bytes.Equal(fact, id.fact[:]) {
				return Committed, nil
			}
			return RolledBack, nil
		case err == nil && (history != id.history || status == ""):
			return Unknown, errors.New("the server has another history")
		case err == nil && status == "committed":
			return Committed, nil
		case err == nil && status == "aborted":
			return RolledBack, nil
		}
		t := time.NewTimer(s.opts.Jitter(wait) + wait/2)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return Unknown, errors.Join(err, ctx.Err())
		}
	}
}
