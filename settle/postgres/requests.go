package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlUseNonce = `insert into request_nonce (address, nonce, expires_at)
		select $1, $2, $3 where (select count(*) from request_nonce where address = $1 and expires_at > $4) < $5
		on conflict (address, nonce) do nothing`
	sqlNonceUsed          = "select exists (select from request_nonce where address = $1 and nonce = $2)"
	sqlSweepRequestNonces = "delete from request_nonce where expires_at <= $1"
)

// UseNonce implements settle.Store: one row, whose key only one transaction of
// any process can insert. A commit whose answer was lost counts as used: the
// client signs another request.
func (s *Store) UseNonce(ctx context.Context, n settle.RequestNonce, now int64, max int) (use settle.NonceUse, err error) {
	err = s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			tag, err := pg.Exec(ctx, sqlUseNonce, n.Address[:], n.Nonce[:], n.ExpiresAt, now, max)
			if err != nil {
				return fmt.Errorf("using a nonce: %w", err)
			}
			if use = settle.NonceFresh; tag.RowsAffected() == 1 {
				return nil
			}
			var used bool
			if err := pg.QueryRow(ctx, sqlNonceUsed, n.Address[:], n.Nonce[:]).Scan(&used); err != nil {
				return fmt.Errorf("looking for a nonce: %w", err)
			}
			if use = settle.NoncesFull; used {
				use = settle.NonceUsed
			}
			return nil
		})
	})
	return use, err
}
