package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlFactsOfBlock  = "select j.seq, j.prev, j.kind, j.at, j.body from block_fact f join journal j on j.seq = f.seq where f.block_hash = $1 order by j.seq"
	sqlAddBlockFacts = "insert into block_fact (block_hash, seq) select h, s from unnest($1::bytea[], $2::bigint[]) as x (h, s)"
	sqlAudited       = "select number, hash, source, at, note from audit"
	sqlSetAudited    = `insert into audit (number, hash, source, at, note) values ($1, $2, $3, clock_timestamp(), $4)
		on conflict (one) do update set number = excluded.number, hash = excluded.hash, source = excluded.source, note = excluded.note,
			at = case excluded.note when '' then excluded.at else audit.at end`
	sqlAuditAgain = `update audit set number = greatest($1::bigint - 1, 0), hash = coalesce((select hash from block where canonical and number = $1::bigint - 1), '\x0000000000000000000000000000000000000000000000000000000000000000')
		where number >= $1::bigint`
	sqlFirstBlock = "select hash, number, parent, ts, seen from block where canonical order by number limit 1"
)

// FactsOfBlock implements settle.Journal.
func (t *tx) FactsOfBlock(block settle.Hash) (out []settle.Fact) {
	t.each("reading the facts of a block", sqlFactsOfBlock, []any{block[:]}, func(r pgx.Rows) error {
		var f settle.Fact
		var seq int64
		var kind string
		var body []byte
		err := r.Scan(&seq, scanHash{&f.Prev}, &kind, &f.At, &body)
		f.Seq, f.Kind, f.Body = uint64(seq), settle.Kind(kind), body
		out = append(out, f)
		return err
	})
	for _, f := range t.pending { // those that this transaction has not written yet
		if b, ok := f.OfBlock(); ok && b.Hash == block {
			out = append(out, f)
		}
	}
	return out
}

// blockFacts queues the index of facts by block.
func (w *writer) blockFacts(facts []settle.Fact) {
	var hashes [][]byte
	var seqs []int64
	for _, f := range facts {
		if b, ok := f.OfBlock(); ok {
			hashes, seqs = append(hashes, b.Hash[:]), append(seqs, bigint(f.Seq))
		}
	}
	if len(hashes) > 0 {
		w.queue("facts of blocks", sqlAddBlockFacts, hashes, seqs)
	}
}

// Audited is up to where the audit of old blocks came.
type Audited struct {
	// Block is the newest that was compared; zero before the first.
	Block settle.BlockRef
	// Source is the endpoint that it was compared with.
	Source string
	// At is when a round last ended with nothing in its way, by the database's
	// clock; zero if never.
	At time.Time
	// Note says what keeps the audit from going on; empty if nothing does.
	Note string
}

// Audited reads the place of the audit.
func (s *Store) Audited(ctx context.Context) (a Audited, err error) {
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		return each(ctx, pg, sqlAudited, nil, func(r pgx.Rows) error {
			var number int64
			err := r.Scan(&number, scanHash{&a.Block.Hash}, &a.Source, &a.At, &a.Note)
			a.Block.Number = uint64(number)
			return err
		})
	})
	if err != nil {
		return a, fmt.Errorf("reading the place of the audit: %w", err)
	}
	return a, nil
}

// SetAudited moves it; At is set by the database. Only the leader of that epoch
// may.
func (s *Store) SetAudited(ctx context.Context, epoch int64, a Audited) error {
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
			_, err := pg.Exec(ctx, sqlSetAudited, int64(a.Block.Number), a.Block.Hash[:], a.Source, a.Note)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("moving the place of the audit: %w", err)
	}
	return nil
}

// AuditAgain moves the place of the audit back, so that blocks from a height on are
// compared again. Where it has not come so far it changes nothing.
func (s *Store) AuditAgain(ctx context.Context, from uint64) error {
	err := s.retry(ctx, func() error {
		return s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
			_, err := pg.Exec(ctx, sqlAuditAgain, int64(from))
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("moving the place of the audit back: %w", err)
	}
	return nil
}

// FirstBlock is the oldest stored canonical block, or nil.
func (s *Store) FirstBlock(ctx context.Context) (b *settle.StoredBlock, err error) {
	err = s.View(ctx, func(t settle.Tx) error {
		b = t.(*tx).oneBlock("reading the oldest block", sqlFirstBlock)
		return nil
	})
	return b, err
}
