package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

// Backlog counts what has not settled.
type Backlog struct {
	// Unsettled are all instructions that may still be paid, or are paid and wait.
	Unsettled int64
	// Held are paid in full and held by an operator.
	Held int64
	// Waiting are the instructions and the escrow's awards that are paid in full by
	// confirmed transfers and wait to settle, by tier and height.
	Waiting []Waiting
}

// Waiting counts what waits for one tier of one block.
type Waiting struct {
	Tier settle.Tier
	In   uint64
	N    int64
}

const (
	// sqlBacklog reads what an index of unsettled instructions has, whatever settled.
	sqlBacklog = `select count(*) filter (where status in ('open', 'reverted')), count(*) filter (where covered and status = 'held')
		from instruction where status in ('open', 'reverted', 'held')`
	// sqlWaits has a row for each block that waits, not for each payment in it.
	sqlWaits = `select waits_for, waits_in, count(*) from (select waits_for, waits_in from instruction where waits_for is not null
			union all select waits_for, waits_in from escrow_award where waits_for is not null) x
		group by waits_for, waits_in order by waits_for, waits_in`
)

// Backlog counts what waits. Its cost grows with the unsettled instructions only.
func (s *Store) Backlog(ctx context.Context) (b Backlog, err error) {
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		b = Backlog{}
		if err := pg.QueryRow(ctx, sqlBacklog).Scan(&b.Unsettled, &b.Held); err != nil {
			return err
		}
		return each(ctx, pg, sqlWaits, nil, func(r pgx.Rows) error {
			var w Waiting
			var tier string
			var in int64
			if err := r.Scan(&tier, &in, &w.N); err != nil {
				return err
			}
			if tier != (settle.Tier{}).String() { // which is no tier of a configuration
				if err := w.Tier.UnmarshalText([]byte(tier)); err != nil {
					return err
				}
			}
			w.In = uint64(in)
			b.Waiting = append(b.Waiting, w)
			return nil
		})
	})
	if err != nil {
		return Backlog{}, fmt.Errorf("counting what waits to settle: %w", err)
	}
	return b, nil
}
