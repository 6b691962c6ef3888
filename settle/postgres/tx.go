package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

// tx is one transaction: an overlay of what it wrote above what it read.
type tx struct {
	ctx      context.Context // of the call that the transaction lives in
	pg       pgx.Tx
	readOnly bool
	base     *base
	overlay  *settle.Overlay
	// id is by what the transaction can be found again, once it has its locks.
	id txID
	// flushed is what the database has already of the overlay, by table and key;
	// nil for a row that was deleted there.
	flushed map[rowKey]settle.Row

	headRead bool
	appended bool
	seq      uint64
	head     settle.Hash
	// pending are facts that were appended and not yet written, hashes theirs.
	pending  []settle.Fact
	hashes   []settle.Hash
	copyFrom int // Options.CopyFrom
	// bulk is set while many blocks are added; nil otherwise.
	bulk *bulk
}

func (s *Store) newTx(ctx context.Context, pg pgx.Tx, readOnly bool) *tx {
	t := &tx{ctx: ctx, pg: pg, readOnly: readOnly, copyFrom: s.opts.CopyFrom, flushed: map[rowKey]settle.Row{}}
	t.base = &base{tx: t, rows: map[settle.Table]map[string]settle.Row{}, found: map[lookup][]settle.Row{}, exists: map[lookup]bool{}}
	t.overlay = settle.NewOverlay(t.base)
	return t
}

const (
	sqlShareCursor = "select one from cursor for share"
	sqlMoveCursor  = "select one from cursor for update"
	sqlFence       = "select epoch, holder <> '' from lease for key share"
	sqlLockHead    = "select seq, hash from journal_head for update"
	sqlReadHead    = "select seq, hash from journal_head"
)

// lock takes the transaction's locks in one round trip: cursor, lease, head.
func (t *tx) lock(o settle.TxOptions) error {
	var epoch int64
	var held, one bool
	b := &pgx.Batch{}
	switch o.Cursor {
	case settle.CursorShare:
		b.Queue(sqlShareCursor).QueryRow(func(r pgx.Row) error { return r.Scan(&one) })
	case settle.CursorMove:
		b.Queue(sqlMoveCursor).QueryRow(func(r pgx.Row) error { return r.Scan(&one) })
	}
	fenced := o.Cursor == settle.CursorMove || o.LeaderOnly
	if fenced {
		b.Queue(sqlFence).QueryRow(func(r pgx.Row) error { return r.Scan(&epoch, &held) })
	}
	b.Queue(sqlLockHead).QueryRow(t.scanHead)
	b.Queue(sqlTxID).QueryRow(func(r pgx.Row) error { return r.Scan(&t.id.xid, &t.id.history) })
	if err := t.pg.SendBatch(t.ctx, b).Close(); err != nil {
		return fmt.Errorf("locking: %w", err)
	}
	if fenced && (o.Epoch <= 0 || o.Epoch != epoch || !held) {
		return &settle.ErrEpoch{Have: o.Epoch, Current: epoch}
	}
	return nil
}

func (t *tx) scanHead(r pgx.Row) error {
	var seq int64
	if err := r.Scan(&seq, scanHash{&t.head}); err != nil {
		return err
	}
	t.seq, t.headRead = uint64(seq), true
	return nil
}

// write guards every method that writes.
func (t *tx) write(op string) {
	if t.readOnly {
		panic("postgres: " + op + " in a view")
	}
}

// exec runs one statement that returns nothing.
func (t *tx) exec(doing, sql string, args ...any) {
	_, err := t.pg.Exec(t.ctx, sql, args...)
	must(err, "%s", doing)
}

// one scans the one row of a query; false if there is none.
func (t *tx) one(doing, sql string, args []any, into ...any) bool {
	err := t.pg.QueryRow(t.ctx, sql, args...).Scan(into...)
	if errors.Is(err, pgx.ErrNoRows) {
		return false
	}
	must(err, "%s", doing)
	return true
}

// each calls fn for every row of a query.
func (t *tx) each(doing, sql string, args []any, fn func(pgx.Rows) error) {
	must(each(t.ctx, t.pg, sql, args, fn), "%s", doing)
}

func each(ctx context.Context, pg pgx.Tx, sql string, args []any, fn func(pgx.Rows) error) error {
	rows, err := pg.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Get implements settle.State.
func (t *tx) Get(table settle.Table, key string) settle.Row { return t.overlay.Get(table, key) }

// Find implements settle.State.
func (t *tx) Find(q settle.Query) []settle.Row {
	t.sorted(q)
	return t.overlay.Find(q)
}

// Exists implements settle.State. It never reads the rows that match.
func (t *tx) Exists(q settle.Query) bool {
	t.sorted(q)
	if t.overlay.Written(q) {
		return true
	}
	if !t.base.Exists(q) || !t.overlay.Touched(q.Table) {
		return t.base.Exists(q)
	}
	keys := t.overlay.Deleted(q.Table) // what matches below may have been changed above
	for _, r := range t.overlay.Rows(q.Table) {
		keys = append(keys, r.Key())
	}
	return t.base.existsBut(q, keys)
}

// Put implements settle.State.
func (t *tx) Put(r settle.Row) {
	t.write("put")
	t.bulk.changed(r.Table())
	t.overlay.Put(r)
}

// Delete implements settle.State.
func (t *tx) Delete(table settle.Table, key string) {
	t.write("delete")
	t.bulk.changed(table)
	t.overlay.Delete(table, key)
}

// rowKey names a row.
type rowKey struct {
	table settle.Table
	key   string
}

// lookup names the answer to a query.
type lookup struct {
	name settle.QueryName
	arg  string
}

// base reads rows and remembers them. While the head is locked, or within one
// snapshot, nobody else changes them; what this transaction flushes itself is
// in the overlay above.
type base struct {
	tx     *tx
	rows   map[settle.Table]map[string]settle.Row
	found  map[lookup][]settle.Row
	exists map[lookup]bool
	// wide are answers to queries of what waits, for greater heights.
	wide map[lookup]upTo
}

// Get implements settle.State.
func (b *base) Get(table settle.Table, key string) settle.Row {
	if r, ok := b.rows[table][key]; ok {
		return r
	}
	if table == settle.TableTransfer {
		if _, _, _, ok := placeOf(key); !ok {
			return nil
		}
	}
	var body []byte
	if !b.tx.one("reading "+string(table), sqlGet(table), []any{key}, &body) {
		b.keep(table, key, nil)
		return nil
	}
	r, err := decodeRow(table, key, body)
	must(err, "reading %s", table)
	b.keep(table, key, r)
	return r
}

func (b *base) keep(table settle.Table, key string, r settle.Row) {
	if b.rows[table] == nil {
		b.rows[table] = map[string]settle.Row{}
	}
	b.rows[table][key] = r
}

// Find implements settle.State.
func (b *base) Find(q settle.Query) []settle.Row {
	at := lookup{q.Name, q.Arg}
	if rows, ok := b.found[at]; ok {
		return rows
	}
	if rows, ok := b.findRange(q); ok {
		return rows
	}
	if rows, ok := b.findWaiting(q); ok {
		return rows
	}
	out := []settle.Row{}
	if !b.unallocated(q) {
		out = b.query(q, q.Arg)
	}
	b.found[at] = out
	return out
}

// query reads the rows that match q with another argument.
func (b *base) query(q settle.Query, arg string) []settle.Row {
	q.Arg = arg
	a := accessOf(q.Name)
	args, err := a.args(q)
	must(err, "finding %s", q.Name)
	out := []settle.Row{}
	b.tx.each("finding "+string(q.Name), sqlFind(q.Table, a), args, func(rows pgx.Rows) error {
		r, err := b.scan(q.Table, rows)
		out = append(out, r)
		return err
	})
	return out
}

// Put implements settle.State; writes go to the overlay.
func (b *base) Put(r settle.Row) { panic("postgres: " + r.Key() + " put below the overlay") }

// Delete implements settle.State; it goes to the overlay as well.
func (b *base) Delete(_ settle.Table, key string) {
	panic("postgres: " + key + " deleted below the overlay")
}

// scan reads a row of (key, body), or takes it from memory.
func (b *base) scan(table settle.Table, rows pgx.Rows) (settle.Row, error) {
	var key string
	var body []byte
	if err := rows.Scan(&key, &body); err != nil {
		return nil, err
	}
	if r := b.rows[table][key]; r != nil {
		return r, nil
	}
	r, err := decodeRow(table, key, body)
	if err != nil {
		return nil, err
	}
	b.keep(table, key, r)
	return r, nil
}

// Exists implements settle.State.
func (b *base) Exists(q settle.Query) bool { return b.existsBut(q, nil) }

// existsBut reports whether a row matches, but for those of the keys.
func (b *base) existsBut(q settle.Query, keys []string) bool {
	at := lookup{q.Name, q.Arg}
	if known, ok := b.exists[at]; ok && (!known || len(keys) == 0) {
		return known
	}
	a := accessOf(q.Name)
	args, err := a.args(q)
	must(err, "looking for %s", q.Name)
	if keys == nil {
		keys = []string{}
	}
	var exists bool
	b.tx.one("looking for "+string(q.Name), sqlExists(q.Table, a), append(args, keys), &exists)
	if len(keys) == 0 {
		b.exists[at] = exists
	}
	return exists
}

// decodeRow reads a row's JSON. A member that this version does not know is an
// error: rows of a newer version must not be half understood.
func decodeRow(table settle.Table, key string, body []byte) (settle.Row, error) {
	r := settle.NewRow(table)
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(r); err != nil {
		return nil, fmt.Errorf("decoding %s %.80q: %w", table, key, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("decoding %s %.80q: more than one value", table, key)
	}
	return r, nil
}

// scanHash reads 32 bytes.
type scanHash struct{ h *settle.Hash }

// ScanBytes implements pgtype.BytesScanner.
func (s scanHash) ScanBytes(b []byte) error {
	if len(b) != len(s.h) {
		return fmt.Errorf("hash of %d bytes", len(b))
	}
	copy(s.h[:], b)
	return nil
}

// scanAddress reads 20 bytes.
type scanAddress struct{ a *settle.Address }

// ScanBytes implements pgtype.BytesScanner.
func (s scanAddress) ScanBytes(b []byte) error {
	if len(b) != len(s.a) {
		return fmt.Errorf("address of %d bytes", len(b))
	}
	copy(s.a[:], b)
	return nil
}

// bigint is n as PostgreSQL has it; a number that does not fit aborts.
func bigint(n uint64) int64 {
	if n > math.MaxInt64 {
		abort(errors.New("out of range"), "number %d", n)
	}
	return int64(n)
}
