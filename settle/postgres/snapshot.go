package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

const (
	sqlEntries = "select seq, prev, kind, at, body, hash from journal where seq > $1 order by seq limit $2"
	sqlWatched = "select address, instruction from watch order by address, instruction"
	sqlParties = "select agent, seq, instruction from party order by agent, seq, instruction"
)

// Entry is a line of the journal as it is stored: the fact, and the hash beside
// it, which nothing says is right.
type Entry struct {
	settle.Fact
	Stored settle.Hash
}

// Snapshot is one view of the whole database as it is stored, for checks: it
// believes nothing of what it reads.
type Snapshot struct {
	ctx context.Context
	pg  pgx.Tx
	tx  *tx
}

// Snapshot runs fn on one snapshot. Between two reads fn may take its time, up to
// Options.IdleTimeout.
func (s *Store) Snapshot(ctx context.Context, fn func(*Snapshot) error) error {
	return s.inTx(ctx, beginRead, func(pg pgx.Tx) error {
		return catch(func() error { return fn(&Snapshot{ctx, pg, s.newTx(ctx, pg, true)}) })
	})
}

// Tx is the same snapshot as the fold and the engine read it.
func (s *Snapshot) Tx() settle.Tx { return s.tx }

// Digest is the digest of the state as it is stored (settlement.md R26).
func (s *Snapshot) Digest() (settle.Hash, error) { return settle.StateDigest(s.tx.stream) }

// Entries calls fn for every entry behind the one at after, in order of seq. It
// reads in portions, so memory is bounded by those.
func (s *Snapshot) Entries(after uint64, fn func(Entry) error) error {
	for {
		entries, err := s.entries(after)
		if err != nil {
			return fmt.Errorf("reading the journal: %w", err)
		}
		for _, e := range entries {
			if err := fn(e); err != nil {
				return err
			}
			after = e.Seq
		}
		if len(entries) < page {
			return nil
		}
	}
}

func (s *Snapshot) entries(after uint64) (out []Entry, err error) {
	err = each(s.ctx, s.pg, sqlEntries, []any{bigint(after), page}, func(rows pgx.Rows) error {
		var e Entry
		var seq int64
		var kind string
		var body []byte
		if err := rows.Scan(&seq, scanHash{&e.Prev}, &kind, &e.At, &body, scanHash{&e.Stored}); err != nil {
			return err
		}
		e.Seq, e.Kind, e.Body = uint64(seq), settle.Kind(kind), body
		out = append(out, e)
		return nil
	})
	return out, err
}

// StoredRow is a derived row as it is stored. Beside is what the store keeps in
// columns of its own: the text that a search looks in, the value of an
// allocation's transfer, what is waited for to settle and at which height; empty elsewhere.
type StoredRow struct {
	Key    string
	Body   []byte
	Beside string
}

// Rows calls fn for every row of a table in key order.
func (s *Snapshot) Rows(t settle.Table, fn func(StoredRow) error) error {
	for after := ""; ; {
		var rows []StoredRow
		err := each(s.ctx, s.pg, sqlStored(t), []any{after, page}, func(r pgx.Rows) error {
			var row StoredRow
			err := r.Scan(&row.Key, &row.Body, &row.Beside)
			rows = append(rows, row)
			return err
		})
		if err != nil {
			return fmt.Errorf("reading %s: %w", t, err)
		}
		for _, r := range rows {
			if err := fn(r); err != nil {
				return err
			}
			after = r.Key
		}
		if len(rows) < page {
			return nil
		}
	}
}

// sqlStored reads a table in key order from behind a key, whole.
func sqlStored(t settle.Table) string {
	beside := "''"
	switch t {
	case settle.TableMission:
		beside = "search || case when kept then ' (kept)' else '' end"
	case settle.TableAllocation:
		beside = "value::text"
	case settle.TableInstruction, settle.TableEscrowAward:
		beside = "coalesce(waits_for || ' ' || waits_in, '')"
	}
	return sqlPage(t, beside)
}

// Watched calls fn for every line of the index of watched addresses, in order.
func (s *Snapshot) Watched(fn func(a settle.Address, instruction string) error) error {
	err := each(s.ctx, s.pg, sqlWatched, nil, func(r pgx.Rows) error {
		var a settle.Address
		var id string
		if err := r.Scan(scanAddress{&a}, &id); err != nil {
			return err
		}
		return fn(a, id)
	})
	if err != nil {
		return fmt.Errorf("reading the watched addresses: %w", err)
	}
	return nil
}

// Parties calls fn for every line of the index of the agents' instructions, in
// order.
func (s *Snapshot) Parties(fn func(agent string, seq uint64, instruction string) error) error {
	err := each(s.ctx, s.pg, sqlParties, nil, func(r pgx.Rows) error {
		var agent, id string
		var seq int64
		if err := r.Scan(&agent, &seq, &id); err != nil {
			return err
		}
		return fn(agent, uint64(seq), id)
	})
	if err != nil {
		return fmt.Errorf("reading the agents' instructions: %w", err)
	}
	return nil
}
