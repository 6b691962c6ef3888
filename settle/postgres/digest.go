package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

// Digest is the state digest (settlement.md R26) of one snapshot, with the
// newest fact's seq and the newest applied block (zero before the first).
// Memory is bounded by a portion of rows.
func (s *Store) Digest(ctx context.Context) (h settle.Hash, seq uint64, applied settle.BlockRef, err error) {
	err = s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		t := s.newTx(ctx, pg, true)
		return catch(func() error {
			seq, _ = t.Head()
			if b := t.Applied(); b != nil {
				applied = *b
			}
			h, err = settle.StateDigest(t.stream)
			return err
		})
	})
	if err != nil {
		return settle.Hash{}, 0, settle.BlockRef{}, fmt.Errorf("digesting the state: %w", err)
	}
	return h, seq, applied, nil
}

// stream yields the rows of a table in key order.
func (t *tx) stream(table settle.Table, yield func(settle.Row) error) error {
	after := ""
	for {
		n := 0
		err := each(t.ctx, t.pg, sqlStored(table), []any{after, page}, func(rows pgx.Rows) error {
			var body []byte
			var beside string
			if err := rows.Scan(&after, &body, &beside); err != nil {
				return err
			}
			n++
			r, err := decodeRow(table, after, body)
			if err != nil {
				return err
			}
			return yield(r)
		})
		if err != nil || n < page {
			return err
		}
	}
}

const sqlTruncate = `truncate watch, party, settings, agent, address, mission, submission, instruction, tag, payer,
	transfer, plain_transfer, allocation, incident, api_key, poster, escrow_award, chain_undo, rating_entry, points_account,
	points_movement, points_book, points_poll, points_ballot, points_commitment, escrow_mission, escrow_entry, escrow_commitment, escrow_credit,
	escrow_book, vote_voter, vote_poll, vote_choice, vote_ballot, vote_book, chain_agent, oracle, oracle_list, attesters,
	exported, anchor`

// ReplaceDerived replaces all derived rows by those that rows yields, in one
// transaction; they must come in the order of settle.Tables. Journal, window
// and what lies beside them stay. It waits for transactions under way and all
// others wait for it. A failure leaves everything as it was.
func (s *Store) ReplaceDerived(ctx context.Context, rows func(yield func(settle.Row) error) error) error {
	return s.replace(ctx, settle.TxOptions{}, nil, rows)
}

// Refold is ReplaceDerived for whoever has folded the journal up to the fact at
// after, and holds the lease at epoch: facts that were appended since are given
// to more first, in order, and none can be appended until the rows are replaced.
func (s *Store) Refold(ctx context.Context, epoch int64, after uint64, more func(settle.Fact) error, rows func(yield func(settle.Row) error) error) error {
	return s.replace(ctx, settle.TxOptions{Epoch: epoch, LeaderOnly: true}, func(pg pgx.Tx) error {
		return (&Snapshot{ctx: ctx, pg: pg}).Entries(after, func(e Entry) error { return more(e.Fact) })
	}, rows)
}

func (s *Store) replace(ctx context.Context, o settle.TxOptions, before func(pgx.Tx) error, rows func(yield func(settle.Row) error) error) error {
	err := s.inTx(ctx, beginWrite, func(pg pgx.Tx) error {
		t := s.newTx(ctx, pg, false)
		if err := catch(func() error { return t.lock(o) }); err != nil {
			return err
		}
		if before != nil {
			if err := catch(func() error { return before(pg) }); err != nil {
				return err
			}
		}
		if _, err := pg.Exec(ctx, sqlTruncate); err != nil {
			return fmt.Errorf("truncating: %w", err)
		}
		l := loader{ctx: ctx, pg: pg, copyFrom: s.opts.CopyFrom, submitters: map[string]string{}}
		if err := rows(l.add); err != nil {
			return err
		}
		return l.write()
	})
	if err != nil {
		return fmt.Errorf("replacing derived rows: %w", err)
	}
	return nil
}

// loader writes rows in portions.
type loader struct {
	ctx        context.Context
	pg         pgx.Tx
	rows       []settle.Row
	submitters map[string]string
	set        settle.Settings
	copyFrom   int
}

func (l *loader) add(r settle.Row) error {
	switch r := r.(type) {
	case *settle.Submission:
		l.submitters[r.ID] = r.Agent
	case *settle.Settings:
		l.set = *r
	}
	l.rows = append(l.rows, r)
	if len(l.rows) < page {
		return nil
	}
	return l.write()
}

func (l *loader) write() error {
	w := &writer{batch: &pgx.Batch{}, copyFrom: l.copyFrom, settings: func() settle.Settings { return l.set }}
	if err := catch(func() error { return w.rows(l.rows, func(id string) string { return l.submitters[id] }) }); err != nil {
		return err
	}
	l.rows = l.rows[:0]
	if err := w.sendPlain(l.ctx, l.pg); err != nil {
		return fmt.Errorf("transfers: %w", err)
	}
	return w.send(l.ctx, l.pg)
}
