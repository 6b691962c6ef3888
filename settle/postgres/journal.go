package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

// Head implements settle.Journal.
func (t *tx) Head() (uint64, settle.Hash) {
	if !t.headRead {
		must(t.scanHead(t.pg.QueryRow(t.ctx, sqlReadHead)), "reading the journal's head")
	}
	return t.seq, t.head
}

// Append implements settle.Journal.
func (t *tx) Append(f settle.Fact) {
	t.write("append")
	if err := settle.CheckNext(t.seq, t.head, f); err != nil {
		panic(&settle.Abort{Err: err})
	}
	t.seq, t.head, t.appended = f.Seq, f.Hash(), true
	t.pending, t.hashes = append(t.pending, f), append(t.hashes, t.head)
}

// mark is by what the transaction can be found again: its id and its newest fact.
func (t *tx) mark() txID {
	id := t.id
	if t.appended {
		id.seq, id.fact = t.seq, t.head
	}
	return id
}

const sqlFacts = "select seq, prev, kind, at, body from journal where seq > $1 order by seq limit $2"

// page is how many rows a stream reads at once.
const page = 500

// Facts implements settle.Store. It reads in portions, so memory is bounded by
// those; fn may take its time, up to Options.IdleTimeout for each portion.
func (s *Store) Facts(ctx context.Context, after uint64, fn func(settle.Fact) error) error {
	if int64(after) < 0 {
		return errors.New("reading facts: position out of range")
	}
	return s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		for {
			facts := make([]settle.Fact, 0, page)
			err := each(ctx, pg, sqlFacts, []any{int64(after), page}, func(rows pgx.Rows) error {
				var f settle.Fact
				var seq int64
				var kind string
				var body []byte
				if err := rows.Scan(&seq, scanHash{&f.Prev}, &kind, &f.At, &body); err != nil {
					return err
				}
				f.Seq, f.Kind, f.Body = uint64(seq), settle.Kind(kind), body
				facts = append(facts, f)
				return nil
			})
			if err != nil {
				return fmt.Errorf("reading facts: %w", err)
			}
			for _, f := range facts {
				if err := fn(f); err != nil {
					return err
				}
				after = f.Seq
			}
			if len(facts) < page {
				return nil
			}
		}
	})
}
