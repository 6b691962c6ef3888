package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Backlog counts instructions that have not settled.
type Backlog struct {
	// Unsettled are all that may still be paid, or are paid and wait.
	Unsettled int64
	// Covered are paid in full by confirmed transfers and wait to settle; Held are
	// paid in full and held by an operator.
	Covered, Held int64
}

// sqlBacklog reads what an index of unsettled instructions has, whatever settled.
const sqlBacklog = `select count(*) filter (where status in ('open', 'reverted')),
		count(*) filter (where covered and status in ('open', 'reverted')), count(*) filter (where covered and status = 'held')
	from instruction where status in ('open', 'reverted', 'held')`

// Backlog counts what waits. Its cost grows with the unsettled instructions only.
func (s *Store) Backlog(ctx context.Context) (b Backlog, err error) {
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		return pg.QueryRow(ctx, sqlBacklog).Scan(&b.Unsettled, &b.Covered, &b.Held)
	})
	if err != nil {
		return Backlog{}, fmt.Errorf("counting what waits to settle: %w", err)
	}
	return b, nil
}
