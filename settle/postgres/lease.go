package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	// A failover may lose the newest epochs, where replication is asynchronous; none
	// of them may be given again. So those of each timeline of the server (1, 2, …)
	// begin at a higher number, which that many takeovers on one do not reach.
	sqlAcquire = `update lease set holder = $1, epoch = greatest(epoch + 1, (('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint - 1) << 24),
			expires_at = clock_timestamp() + make_interval(secs => $2)
		where holder in ('', $1) or expires_at <= clock_timestamp() returning epoch`
	// sqlOverdue is who let the lease expire.
	sqlOverdue = "select holder from lease where holder not in ('', $1) and expires_at <= clock_timestamp()"
	sqlUnhand  = `select count(pg_terminate_backend(pid)) from pg_stat_activity
		where datname = current_database() and usename = current_user and application_name = $1
			and xact_start is not null and pid <> pg_backend_pid()`
	sqlRenew   = "update lease set expires_at = clock_timestamp() + make_interval(secs => $2) where epoch = $1 and holder <> ''"
	sqlRelease = "update lease set holder = '', expires_at = '-infinity' where epoch = $1"
	sqlHolder  = "select holder, holder <> '' and expires_at > clock_timestamp() from lease"
	sqlPin     = "insert into chain (chain_id, genesis) values ($1::numeric, $2) on conflict do nothing"
	sqlPinned  = "select chain_id::text, genesis from chain"
)

// Acquire takes the lease for ttl if it is free, has expired by the database's
// clock, or is held by the same holder (not empty). Each success has a greater
// epoch than every one before, those that a failover lost included. A transaction
// that the former leader left open would keep it waiting, and keep the locks that
// the new leader needs: with Options.Process it is ended, else waited for.
func (s *Store) Acquire(ctx context.Context, holder string, ttl time.Duration) (epoch int64, ok bool, err error) {
	if holder == "" || ttl <= 0 {
		return 0, false, fmt.Errorf("lease: holder %q and ttl %s: want a name and a positive time", holder, ttl)
	}
	if s.opts.Process != "" {
		if err := s.unhand(ctx, holder); err != nil {
			return 0, false, fmt.Errorf("acquiring the lease: ending what its former holder left open: %w", err)
		}
	}
	err = s.leaseTx(ctx, func() error {
		return s.inTxOn(ctx, s.leases, beginWrite, func(pg pgx.Tx) error {
			err := pg.QueryRow(ctx, sqlAcquire, holder, ttl.Seconds()).Scan(&epoch)
			if errors.Is(err, pgx.ErrNoRows) {
				epoch, ok = 0, false
				return nil
			}
			ok = err == nil
			return err
		})
	})
	if err != nil {
		return 0, false, fmt.Errorf("acquiring the lease: %w", err)
	}
	return epoch, ok, nil
}

// Renew prolongs the lease to ttl from now; ok is false when epoch is no longer
// the current one. An expired lease that nobody took is renewed. It does not
// wait for transactions of the leader.
func (s *Store) Renew(ctx context.Context, epoch int64, ttl time.Duration) (ok bool, err error) {
	err = s.leaseTx(ctx, func() error {
		return s.inTxOn(ctx, s.leases, beginWrite, func(pg pgx.Tx) error {
			tag, err := pg.Exec(ctx, sqlRenew, epoch, ttl.Seconds())
			ok = tag.RowsAffected() == 1
			return err
		})
	})
	if err != nil {
		return false, fmt.Errorf("renewing the lease: %w", err)
	}
	return ok, nil
}

// Release gives the lease up if epoch still holds it; the epoch is void from
// then on.
func (s *Store) Release(ctx context.Context, epoch int64) error {
	err := s.leaseTx(ctx, func() error {
		return s.inTxOn(ctx, s.leases, beginWrite, func(pg pgx.Tx) error {
			_, err := pg.Exec(ctx, sqlRelease, epoch)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("releasing the lease: %w", err)
	}
	return nil
}

// Holder names who holds the lease, for messages; empty if nobody does.
func (s *Store) Holder(ctx context.Context) (holder string, err error) {
	var held bool
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error { return pg.QueryRow(ctx, sqlHolder).Scan(&holder, &held) })
	if err != nil {
		return "", fmt.Errorf("reading the lease: %w", err)
	}
	if !held {
		holder = ""
	}
	return holder, nil
}

// leaseTx runs one of the lease's transactions.
func (s *Store) leaseTx(ctx context.Context, fn func() error) error {
	began := time.Now()
	err := s.retry(ctx, fn)
	s.opts.Observer.Transaction(KindLease, time.Since(began), err)
	return err
}

// unhand ends the transactions of a holder that let the lease expire: its host
// may be gone, or its process stopped, for ever. If it is only slow, it tries
// them again, and is told that it is deposed.
func (s *Store) unhand(ctx context.Context, holder string) error {
	return s.leaseTx(ctx, func() error {
		return s.inTxOn(ctx, s.leases, beginWrite, func(pg pgx.Tx) error {
			var former string
			err := pg.QueryRow(ctx, sqlOverdue, holder).Scan(&former)
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			if err != nil {
				return err
			}
			var n int
			return pg.QueryRow(ctx, sqlUnhand, applicationName(former)).Scan(&n)
		})
	})
}

// applicationName is what a process is called in pg_stat_activity: short enough
// for it, and distinct.
func applicationName(process string) string {
	h := sha256.Sum256([]byte(process))
	return fmt.Sprintf("oabpd %x", h[:8])
}

// Pin says which chain the database belongs to: the first call sets it, and a
// later one with other values is an error that names both.
func (s *Store) Pin(ctx context.Context, chainID uint64, genesis settle.Hash) error {
	return s.retry(ctx, func() error {
		return s.inTxOn(ctx, s.leases, beginWrite, func(pg pgx.Tx) error {
			want := strconv.FormatUint(chainID, 10)
			if _, err := pg.Exec(ctx, sqlPin, want, genesis[:]); err != nil {
				return fmt.Errorf("pinning the chain: %w", err)
			}
			var have string
			var pinned settle.Hash
			if err := pg.QueryRow(ctx, sqlPinned).Scan(&have, scanHash{&pinned}); err != nil {
				return fmt.Errorf("reading the pinned chain: %w", err)
			}
			if have != want || pinned != genesis {
				return fmt.Errorf("the database belongs to chain %s with genesis %s, not to chain %s with genesis %s",
					have, pinned, want, genesis)
			}
			return nil
		})
	})
}
