package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlAcquire = `update lease set holder = $1, epoch = epoch + 1, expires_at = clock_timestamp() + make_interval(secs => $2)
		where holder in ('', $1) or expires_at <= clock_timestamp() returning epoch`
	sqlRenew   = "update lease set expires_at = clock_timestamp() + make_interval(secs => $2) where epoch = $1 and holder <> ''"
	sqlRelease = "update lease set holder = '', expires_at = '-infinity' where epoch = $1"
	sqlHolder  = "select holder, holder <> '' and expires_at > clock_timestamp() from lease"
	sqlPin     = "insert into chain (chain_id, genesis) values ($1::numeric, $2) on conflict do nothing"
	sqlPinned  = "select chain_id::text, genesis from chain"
)

// Acquire takes the lease for ttl if it is free, has expired by the database's
// clock, or is held by the same holder (not empty). Each success has a greater
// epoch than every one before. It waits for a transaction of the former leader
// that is under way.
func (s *Store) Acquire(ctx context.Context, holder string, ttl time.Duration) (epoch int64, ok bool, err error) {
	if holder == "" || ttl <= 0 {
		return 0, false, fmt.Errorf("lease: holder %q and ttl %s: want a name and a positive time", holder, ttl)
	}
	err = s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
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
	err = s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
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
	err := s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
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

// Pin says which chain the database belongs to: the first call sets it, and a
// later one with other values is an error that names both.
func (s *Store) Pin(ctx context.Context, chainID uint64, genesis settle.Hash) error {
	return s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
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
