package postgres

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

const (
	sqlTail       = "select hash, number, parent, ts, seen from block where canonical order by number desc limit $1"
	sqlCanonical  = "select hash, number, parent, ts, seen from block where canonical and number = $1"
	sqlApplied    = "select number, hash from cursor where number is not null"
	sqlSetApplied = "update cursor set number = $1, hash = $2"
	sqlFinal      = "select final_number, final_hash from cursor where final_number is not null"
	sqlSetFinal   = "update cursor set final_number = $1, final_hash = $2"
	sqlAddBlock   = `insert into block (hash, number, parent, ts, seen, source, canonical) values ($1, $2, $3, $4, $5, $6, true)
		on conflict (hash) do update set canonical = true where block.number = excluded.number and block.parent = excluded.parent`
	sqlOrphan   = "update block set canonical = false where canonical and number > $1"
	sqlDropLogs = "delete from block_log where block_hash = $1"
	sqlAddLogs  = `insert into block_log (block_hash, number, log_index, tx_hash, tx_index, emitter, kind, sender, receiver, value, ref, event)
		select $1, $2, x.i, x.tx, x.n, x.e, x.k, x.f, x.t, x.v::numeric, x.r, x.ev::jsonb from unnest($3::bigint[], $4::bytea[], $5::bigint[],
			$6::bytea[], $7::smallint[], $8::bytea[], $9::bytea[], $10::text[], $11::bytea[], $12::text[]) as x (i, tx, n, e, k, f, t, v, r, ev)`
	sqlPruneLogs = "delete from block_log where number <= $1"
	// sqlConcerning mirrors settle.Concerns. Each subselect is a scalar one, so
	// that it is a probe of an index for each log and never a join that reads a
	// whole table: the cost grows with the block alone. (The order of watch is that
	// of its index; without it the planner hopes to meet a popular address soon.)
	sqlConcerning = `with logs as materialized (select * from block_log where block_hash = $1),
		hits as (select distinct tx_hash from logs l where
			l.event is not null
			or (l.ref is not null and (select true from tag where tag.ref = l.ref limit 1))
			or (l.kind = $2 and l.value > 0 and l.sender <> l.receiver and (
				(select true from watch w where w.address = l.receiver order by w.instruction limit 1)
				or (select true from instruction i where i.deposit = l.receiver limit 1)
				or (select true from instruction i where i.deposit = l.sender limit 1))))
		select log_index, tx_hash, tx_index, emitter, kind, sender, receiver, value::text, ref, event
		from logs where tx_hash in (select tx_hash from hits) order by log_index`
	sqlLogs = `select log_index, tx_hash, tx_index, emitter, kind, sender, receiver, value::text, ref, event
		from block_log where block_hash = $1 order by log_index`
	sqlTxBlock = `select b.hash, b.number, b.parent, b.ts, b.seen from block b where b.canonical
		and b.hash in (select block_hash from block_log where tx_hash = $1) order by b.number desc limit 1`
	sqlTxLogs = `select log_index, tx_hash, tx_index, emitter, kind, sender, receiver, value::text, ref, event
		from block_log where tx_hash = $1 and block_hash = $2 order by log_index`
)

func scanBlock(r pgx.Row, b *settle.StoredBlock) error {
	var number int64
	err := r.Scan(scanHash{&b.Hash}, &number, scanHash{&b.Parent}, &b.Time, &b.Seen)
	b.Number = uint64(number)
	return err
}

func (t *tx) oneBlock(doing, sql string, args ...any) *settle.StoredBlock {
	var b settle.StoredBlock
	err := scanBlock(t.pg.QueryRow(t.ctx, sql, args...), &b)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	must(err, "%s", doing)
	return &b
}

// Tip implements settle.Window.
func (t *tx) Tip() *settle.StoredBlock {
	if t.bulk != nil {
		return t.bulk.tipOf(t)
	}
	return t.oneBlock("reading the tip", sqlTail, 1)
}

// Tail implements settle.Window.
func (t *tx) Tail(n int) (out []settle.StoredBlock) {
	t.unstage()
	t.each("reading the newest blocks", sqlTail, []any{max(n, 0)}, func(rows pgx.Rows) error {
		var b settle.StoredBlock
		err := scanBlock(rows, &b)
		out = append(out, b)
		return err
	})
	return out
}

// Canonical implements settle.Window.
func (t *tx) Canonical(number uint64) *settle.StoredBlock {
	if t.bulk != nil {
		return t.bulk.at(t, number)
	}
	return t.oneBlock("reading a block", sqlCanonical, bigint(number))
}

// Applied implements settle.Window.
func (t *tx) Applied() *settle.BlockRef {
	if b := t.bulk; b != nil {
		if !b.applied {
			b.appliedAt, b.applied = t.oneRef("reading the cursor", sqlApplied), true
		}
		return b.appliedAt
	}
	return t.oneRef("reading the cursor", sqlApplied)
}

func (t *tx) oneRef(doing, sql string) *settle.BlockRef {
	var number int64
	var b settle.BlockRef
	if !t.one(doing, sql, nil, &number, scanHash{&b.Hash}) {
		return nil
	}
	b.Number = uint64(number)
	return &b
}

// Final implements settle.Window.
func (t *tx) Final() *settle.BlockRef { return t.oneRef("reading the final block", sqlFinal) }

// SetFinal implements settle.Window.
func (t *tx) SetFinal(b settle.BlockRef) {
	t.write("set final")
	t.exec("noting the final block", sqlSetFinal, bigint(b.Number), b.Hash[:])
}

// SetApplied implements settle.Window.
func (t *tx) SetApplied(b settle.BlockRef) {
	t.write("set applied")
	if t.bulk != nil {
		t.bulk.appliedAt, t.bulk.applied, t.bulk.moved = &b, true, true
		return
	}
	t.exec("moving the cursor", sqlSetApplied, bigint(b.Number), b.Hash[:])
}

// AddBlock implements settle.Window.
func (t *tx) AddBlock(b settle.Block, seen int64) {
	t.write("add block")
	if t.bulk != nil {
		t.bulk.add(t, b, seen)
		return
	}
	number := bigint(b.Number)
	tag, err := t.pg.Exec(t.ctx, sqlAddBlock, b.Hash[:], number, b.Parent[:], b.Time, seen, b.Source)
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) && pgErr.ConstraintName == "block_canonical" {
		abort(err, "storing block %d %s: another is canonical at that height", b.Number, b.Hash)
	}
	must(err, "storing block %d %s", b.Number, b.Hash)
	if tag.RowsAffected() == 0 {
		abort(errors.New("it is stored with another height or parent"), "storing block %d %s", b.Number, b.Hash)
	}
	w := &writer{batch: &pgx.Batch{}}
	w.queue("replacing logs", sqlDropLogs, b.Hash[:])
	for logs := range slices.Chunk(b.Logs, 2000) {
		w.logs(b.Hash, number, logs)
	}
	must(w.send(t.ctx, t.pg), "storing block %d %s", b.Number, b.Hash)
}

func (w *writer) logs(block settle.Hash, number int64, logs []settle.Log) {
	n := len(logs)
	index, txIndex, kinds := make([]int64, n), make([]int64, n), make([]int16, n)
	txs, emitters, from, to, refs := make([][]byte, n), make([][]byte, n), make([][]byte, n), make([][]byte, n), make([][]byte, n)
	values, events := make([]string, n), make([]*string, n)
	for i := range logs {
		l := &logs[i]
		index[i], txIndex[i], kinds[i] = int64(l.Index), int64(l.TxIndex), int16(l.Kind)
		txs[i], emitters[i], from[i], to[i] = l.TxHash[:], l.Emitter[:], l.From[:], l.To[:]
		values[i] = l.Value.String()
		if !l.Ref.IsZero() {
			refs[i] = l.Ref[:]
		}
		if l.Event != nil {
			ev, err := json.Marshal(l.Event)
			must(err, "encoding log %d of block %s", l.Index, block)
			s := string(ev)
			events[i] = &s
		}
	}
	w.queue("storing logs", sqlAddLogs, block[:], number, index, txs, txIndex, emitters, kinds, from, to, values, refs, events)
}

// OrphanAbove implements settle.Window.
func (t *tx) OrphanAbove(number uint64) {
	t.write("orphan above")
	t.unstage()
	t.exec("orphaning blocks", sqlOrphan, bigint(number))
}

// PruneLogs implements settle.Window.
func (t *tx) PruneLogs(number uint64) {
	t.write("prune logs")
	if t.bulk != nil {
		t.bulk.pruned = &number
		return
	}
	t.exec("pruning logs", sqlPruneLogs, bigint(number))
}

func scanLog(rows pgx.Rows) (l settle.Log, err error) {
	var index, txIndex int64
	var kind int16
	var value string
	var ref, event []byte
	err = rows.Scan(&index, scanHash{&l.TxHash}, &txIndex, scanAddress{&l.Emitter}, &kind, scanAddress{&l.From}, scanAddress{&l.To}, &value, &ref, &event)
	if err != nil {
		return l, err
	}
	l.Index, l.TxIndex, l.Kind = uint32(index), uint32(txIndex), settle.LogKind(kind)
	copy(l.Ref[:], ref)
	if event != nil {
		if l.Event, err = settle.DecodeEvent(l.Kind, event); err != nil {
			return l, fmt.Errorf("log %d: %w", l.Index, err)
		}
	}
	l.Value, err = money.Parse(value)
	return l, err
}

func (t *tx) txLogs(doing, sql string, args ...any) (out []settle.TxLogs) {
	t.each(doing, sql, args, func(rows pgx.Rows) error {
		l, err := scanLog(rows)
		if err != nil {
			return err
		}
		if n := len(out); n > 0 && out[n-1].Hash == l.TxHash {
			out[n-1].Logs = append(out[n-1].Logs, l)
		} else {
			out = append(out, settle.TxLogs{Hash: l.TxHash, Index: l.TxIndex, Logs: []settle.Log{l}})
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b settle.TxLogs) int { return cmp.Compare(a.Index, b.Index) })
	return out
}

// Concerning implements settle.Window.
func (t *tx) Concerning(block settle.Hash) []settle.TxLogs {
	if t.bulk != nil {
		return t.bulk.concerning(t, block)
	}
	if !t.readOnly {
		t.flush() // instructions and tags that this transaction wrote count
	}
	return t.txLogs("selecting the transactions of a block", sqlConcerning, block[:], int16(settle.LogTransfer))
}

// Logs implements settle.Window.
func (t *tx) Logs(block settle.Hash) (out []settle.Log) {
	t.each("reading a block's logs", sqlLogs, []any{block[:]}, func(rows pgx.Rows) error {
		l, err := scanLog(rows)
		out = append(out, l)
		return err
	})
	return out
}

// TxInWindow implements settle.Window.
func (t *tx) TxInWindow(hash settle.Hash) (*settle.StoredBlock, *settle.TxLogs) {
	t.unstage()
	b := t.oneBlock("looking for a transaction", sqlTxBlock, hash[:])
	if b == nil {
		return nil, nil
	}
	logs := t.txLogs("reading a transaction's logs", sqlTxLogs, hash[:], b.Hash[:])
	if len(logs) == 0 {
		return nil, nil
	}
	return b, &logs[0]
}
