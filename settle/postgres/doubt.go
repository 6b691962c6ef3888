package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlDoubt = `select extract(epoch from clock_timestamp() - since)::float8, extract(epoch from clock_timestamp() - last)::float8 from doubt`
	// sqlSetDoubt takes one reading of the clock, so that since is never above last.
	sqlSetDoubt = `insert into doubt (since, last) select n - make_interval(secs => $1), n - make_interval(secs => $2) from (select clock_timestamp() as n) x
		on conflict (one) do update set since = excluded.since, last = excluded.last`
	sqlDropDoubt = "delete from doubt"
)

// Doubt is for how long endpoints have been at odds, by the database's clock: how
// long ago the first split was, and the newest that was kept. any is false where
// they are not.
func (s *Store) Doubt(ctx context.Context) (since, last time.Duration, any bool, err error) {
	err = s.retry(ctx, func() error {
		return s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
			since, last, any = 0, 0, false
			return each(ctx, pg, sqlDoubt, nil, func(r pgx.Rows) error {
				var a, b float64
				err := r.Scan(&a, &b)
				since, last, any = seconds(a), seconds(b), true
				return err
			})
		})
	})
	if err != nil {
		return 0, 0, false, fmt.Errorf("reading for how long endpoints have been at odds: %w", err)
	}
	return since, last, any, nil
}

// seconds is never negative: a clock may have been set back.
func seconds(s float64) time.Duration { return time.Duration(max(s, 0) * float64(time.Second)) }

// SetDoubt keeps that endpoints have been at odds since so long ago, the newest
// time last ago; or, where any is false, that they are not. Only the leader of
// that epoch may.
func (s *Store) SetDoubt(ctx context.Context, epoch int64, since, last time.Duration, any bool) error {
	err := s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			var current int64
			var held bool
			if err := pg.QueryRow(ctx, sqlFence).Scan(&current, &held); err != nil {
				return err
			}
			if epoch <= 0 || epoch != current || !held {
				return &settle.ErrEpoch{Have: epoch, Current: current}
			}
			if !any {
				_, err := pg.Exec(ctx, sqlDropDoubt)
				return err
			}
			_, err := pg.Exec(ctx, sqlSetDoubt, max(since, last).Seconds(), last.Seconds())
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("keeping for how long endpoints have been at odds: %w", err)
	}
	return nil
}
