package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlCheckpoints    = "select n, seq, hash, at, body from checkpoint where n > $1 order by n limit $2"
	sqlLastCheckpoint = "select n, seq, hash, at, body from checkpoint order by n desc limit 1"
	sqlAddCheckpoint  = `insert into checkpoint (n, seq, hash, at, body)
		select coalesce(max(n), 0) + 1, $1, $2, $3, $4 from checkpoint`
)

// Checkpoint is a signed statement about the journal as it is stored.
type Checkpoint struct {
	// N counts them from 1.
	N uint64
	// Seq and Hash are the newest fact's; At is in Unix milliseconds.
	Seq  uint64
	Hash settle.Hash
	At   int64
	// Body is the exact document, with its signature.
	Body []byte
}

// ErrCheckpointOrder says that a checkpoint does not extend the newest one, or
// names a fact that the journal does not have.
var ErrCheckpointOrder = errors.New("checkpoint does not extend the stored ones")

// AddCheckpoint stores a checkpoint behind all others; N is not looked at. The
// database refuses one that is older than the newest, or names another fact
// than the journal has: ErrCheckpointOrder. Then another process was faster.
func (s *Store) AddCheckpoint(ctx context.Context, c Checkpoint) error {
	err := s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
		_, err := pg.Exec(ctx, sqlAddCheckpoint, int64(c.Seq), c.Hash[:], c.At, c.Body)
		return err
	})
	switch sqlState(err) {
	case "":
	case "23000", "23505": // of the trigger; two at once
		return fmt.Errorf("%w: %w", ErrCheckpointOrder, err)
	}
	if err != nil {
		return fmt.Errorf("storing a checkpoint: %w", err)
	}
	return nil
}

// LastCheckpoint is the newest, or nil.
func (s *Store) LastCheckpoint(ctx context.Context) (last *Checkpoint, err error) {
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		return each(ctx, pg, sqlLastCheckpoint, nil, func(r pgx.Rows) error {
			last = &Checkpoint{}
			return last.scan(r)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("reading the newest checkpoint: %w", err)
	}
	return last, nil
}

// CheckpointsAfter are those from behind number n, oldest first, at most limit.
func (s *Store) CheckpointsAfter(ctx context.Context, n uint64, limit int) (out []Checkpoint, err error) {
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		return each(ctx, pg, sqlCheckpoints, []any{bigint(n), limit}, func(r pgx.Rows) error {
			var c Checkpoint
			err := c.scan(r)
			out = append(out, c)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("reading the checkpoints: %w", err)
	}
	return out, nil
}

// Checkpoints calls fn for every checkpoint, oldest first.
func (s *Snapshot) Checkpoints(fn func(Checkpoint) error) error {
	for after := uint64(0); ; {
		var list []Checkpoint
		err := each(s.ctx, s.pg, sqlCheckpoints, []any{bigint(after), page}, func(r pgx.Rows) error {
			var c Checkpoint
			err := c.scan(r)
			list = append(list, c)
			return err
		})
		if err != nil {
			return fmt.Errorf("reading the checkpoints: %w", err)
		}
		for _, c := range list {
			if err := fn(c); err != nil {
				return err
			}
			after = c.N
		}
		if len(list) < page {
			return nil
		}
	}
}

func (c *Checkpoint) scan(r pgx.Rows) error {
	var n, seq int64
	err := r.Scan(&n, &seq, scanHash{&c.Hash}, &c.At, &c.Body)
	c.N, c.Seq = uint64(n), uint64(seq)
	return err
}
