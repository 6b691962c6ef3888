package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	// sqlTakeAllowance is Allowance.Take where the row is: $3 is now, $4 Step, $5 Span.
	sqlTakeAllowance = `insert into allowance as a (policy, source, tat) values ($1, $2, $3::bigint + $4::bigint)
		on conflict (policy, source) do update set
			tat = case when a.tat > $3::bigint + 2 * $5::bigint then $3::bigint + $5::bigint else greatest(a.tat, $3::bigint) + $4::bigint end
		where a.tat > $3::bigint + 2 * $5::bigint or greatest(a.tat, $3::bigint) + $4::bigint <= $3::bigint + $5::bigint
		returning tat`
	sqlAllowance       = "select tat from allowance where policy = $1 and source = $2"
	sqlSweepAllowances = "delete from allowance where tat <= $1::bigint * 1000"
)

// TakeAllowance implements settle.Store: one row, which only the source's own calls
// wait for.
func (s *Store) TakeAllowance(ctx context.Context, a settle.Allowance, now int64) (left settle.AllowanceLeft, err error) {
	err = s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			var whole int64
			err := pg.QueryRow(ctx, sqlTakeAllowance, a.Policy, a.Source[:], now, a.Step(), a.Span()).Scan(&whole)
			ok := err == nil
			if errors.Is(err, pgx.ErrNoRows) {
				err = pg.QueryRow(ctx, sqlAllowance, a.Policy, a.Source[:]).Scan(&whole)
			}
			if err != nil {
				return fmt.Errorf("taking of an allowance: %w", err)
			}
			left = a.Left(whole, now, ok)
			return nil
		})
	})
	return left, err
}
