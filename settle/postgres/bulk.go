package postgres

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

// bulk is a transaction that adds many blocks. The window that it makes stays in
// memory until the end: logs that are out of reach by then are never written.
// What the database knows of the addresses and references in the blocks is read
// before, by one statement for each kind, so that matching a log costs a look
// into a map.
type bulk struct {
	tip, applied  bool // known
	tipAt         *settle.StoredBlock
	appliedAt     *settle.BlockRef
	moved         bool // applied changed
	staged        []stagedBlock
	byHash        map[settle.Hash]int
	canonical     map[uint64]*settle.StoredBlock
	pruned        *uint64
	ranges        map[settle.QueryName]upTo
	lastTime      int64
	withTransfers map[string]bool // block hashes; missing: not known
	warm          map[settle.Address]bool
	// matcher is nil after an instruction or a tag has changed.
	matcher *settle.Matcher
}

type stagedBlock struct {
	settle.StoredBlock
	source string
	logs   []settle.Log
	// found is what concerns somebody by the matcher foundBy.
	found   []settle.TxLogs
	foundBy *settle.Matcher
}

// windowLog is a log with its block.
type windowLog struct {
	*settle.StoredBlock
	log *settle.Log
}

// upTo are the rows of a query by range for its greatest argument so far.
type upTo struct {
	arg  int64
	rows []settle.Row
}

var (
	_ settle.Bulk     = (*tx)(nil)
	_ settle.Matching = (*tx)(nil)
)

// Expect implements settle.Bulk.
func (t *tx) Expect(blocks []settle.Block) {
	t.write("expect blocks")
	if t.bulk != nil || len(blocks) == 0 {
		return
	}
	t.bulk = &bulk{byHash: map[settle.Hash]int{}, canonical: map[uint64]*settle.StoredBlock{}, ranges: map[settle.QueryName]upTo{},
		withTransfers: map[string]bool{}, lastTime: blocks[len(blocks)-1].Time, warm: map[settle.Address]bool{{}: true}}
	var logs [][]settle.Log
	for _, b := range blocks {
		t.bulk.lastTime = max(t.bulk.lastTime, b.Time)
		logs = append(logs, b.Logs)
	}
	t.warmLogs(logs...)
}

// warmLogs reads what the database knows of the addresses and references in logs,
// but for addresses that it was asked for already.
func (t *tx) warmLogs(logs ...[]settle.Log) {
	var addresses []settle.Address
	refs := map[settle.Hash]bool{}
	add := func(a settle.Address) {
		if !t.bulk.warm[a] {
			t.bulk.warm[a] = true
			addresses = append(addresses, a)
		}
	}
	for _, of := range logs {
		for i := range of {
			l := &of[i]
			add(l.From)
			add(l.To)
			if !l.Ref.IsZero() {
				refs[l.Ref] = true
			}
		}
	}
	t.warmAddresses(addresses)
	t.warmTags(slices.Collect(maps.Keys(refs)))
}

const (
	// Each address is a probe of an index: else the planner may read a whole table,
	// or all that wait at one popular address, such as the fee's.
	sqlWatchedOf = `select a from unnest($1::bytea[]) as x (a)
		where (select true from watch w where w.address = a order by w.instruction limit 1)`
	sqlDepositsOf = `select y.key, y.body from unnest($1::bytea[]) as x (a)
		cross join lateral (select key, body from instruction where deposit = a limit 1) y`
	sqlPayersOf = `select y.key, y.body from unnest($1::bytea[]) as x (a)
		cross join lateral (select key, body from payer where address = a order by key offset 0) y order by y.key`
	sqlAnyTransfer = "select exists (select from transfer where block_hash = $1)"
	sqlDropAllLogs = "delete from block_log where block_hash = any ($1::bytea[])"
)

func sqlKeysOf(t settle.Table) string {
	return fmt.Sprintf("select key, body from %s where key = any ($1::text[])", t)
}

// warmAddresses reads who waits at the addresses, whose they are, and for whom
// they pay.
func (t *tx) warmAddresses(as []settle.Address) {
	if len(as) == 0 {
		return
	}
	raw, keys := make([][]byte, len(as)), make([]string, len(as))
	nothing := []settle.Row{}
	for i := range as {
		key := as[i].String() // which is the argument of queries by address
		raw[i], keys[i] = as[i][:], key
		for _, name := range []settle.QueryName{settle.QueryInstructionByDeposit, settle.QueryPayersOfAddress} {
			t.base.found[lookup{name, key}], t.base.exists[lookup{name, key}] = nothing, false
		}
		t.base.exists[lookup{settle.QueryWatching, key}] = false
	}
	t.each("looking for watched addresses", sqlWatchedOf, []any{raw}, func(rows pgx.Rows) error {
		var a settle.Address
		err := rows.Scan(scanAddress{&a})
		q := settle.Watching(a)
		t.base.exists[lookup{q.Name, q.Arg}] = true
		return err
	})
	one := func(r settle.Row, q settle.Query) {
		at := lookup{q.Name, q.Arg}
		t.base.found[at], t.base.exists[at] = append(t.base.found[at], r), true
	}
	t.warm("looking for deposit addresses", sqlDepositsOf, settle.TableInstruction, raw, func(r settle.Row) {
		one(r, settle.InstructionByDeposit(r.(*settle.Instruction).Deposit))
	})
	t.warm("looking for payers", sqlPayersOf, settle.TablePayer, raw, func(r settle.Row) {
		one(r, settle.PayersOfAddress(r.(*settle.Payer).Address))
	})
	t.warmKeys(settle.TableAddress, keys)
}

func (t *tx) warmTags(refs []settle.Hash) {
	if len(refs) == 0 {
		return
	}
	keys := make([]string, len(refs))
	for i, r := range refs {
		keys[i] = r.String()
	}
	t.warmKeys(settle.TableTag, keys)
}

// warmKeys reads rows by their keys.
func (t *tx) warmKeys(table settle.Table, keys []string) {
	for _, k := range keys {
		if _, ok := t.base.rows[table][k]; !ok {
			t.base.keep(table, k, nil)
		}
	}
	t.warm("reading "+string(table), sqlKeysOf(table), table, keys, func(settle.Row) {})
}

func (t *tx) warm(doing, sql string, table settle.Table, arg any, each func(settle.Row)) {
	t.each(doing, sql, []any{arg}, func(rows pgx.Rows) error {
		r, err := t.base.scan(table, rows)
		if err == nil {
			each(r)
		}
		return err
	})
}

// byTime are the queries for what fell due up to a moment.
var byTime = []settle.QueryName{settle.QueryInstructionsDue, settle.QueryMissionsDue, settle.QueryMissionsEnding}

// findRange answers a query by range from the rows of a wider one; ok is false
// if q is none.
func (b *base) findRange(q settle.Query) (rows []settle.Row, ok bool) {
	bulk := b.tx.bulk
	if bulk == nil || !slices.Contains(byTime, q.Name) {
		return nil, false
	}
	n, err := strconv.ParseInt(q.Arg, 10, 64)
	if err != nil {
		return nil, false
	}
	wide, known := bulk.ranges[q.Name]
	if !known || wide.arg < n {
		wide.arg = max(n, bulk.lastTime)
		if q.Name != settle.QueryInstructionsDue {
			wide.arg = n + 60_000 // by our clock, which goes on
		}
		wide.rows = b.query(q, strconv.FormatInt(wide.arg, 10))
		bulk.ranges[q.Name] = wide
	}
	for _, r := range wide.rows {
		if q.Match(r) {
			rows = append(rows, r)
		}
	}
	return rows, true
}

// unallocated reports whether nothing below can be allocated of a transfer: its
// block has no transfers there.
func (b *base) unallocated(q settle.Query) bool {
	bulk := b.tx.bulk
	if bulk == nil || q.Name != settle.QueryAllocationsOfTransfer {
		return false
	}
	_, rest, ok := strings.Cut(q.Arg, "/")
	hash, _, ok2 := strings.Cut(rest, "/")
	if !ok || !ok2 {
		return false
	}
	has, known := bulk.withTransfers[hash]
	if !known {
		raw, err := unhex(hash)
		must(err, "looking for transfers of block %.80q", hash)
		b.tx.one("looking for transfers of a block", sqlAnyTransfer, []any{raw}, &has)
		bulk.withTransfers[hash] = has
	}
	return !has
}

// changed says that a row of a table was written.
func (b *bulk) changed(table settle.Table) {
	if b != nil && (table == settle.TableInstruction || table == settle.TableTag) {
		b.matcher = nil
	}
}

func (b *bulk) tipOf(t *tx) *settle.StoredBlock {
	if !b.tip {
		b.tipAt, b.tip = t.oneBlock("reading the tip", sqlTail, 1), true
	}
	return b.tipAt
}

func (b *bulk) at(t *tx, number uint64) *settle.StoredBlock {
	s, ok := b.canonical[number]
	if !ok {
		s = t.oneBlock("reading a block", sqlCanonical, bigint(number))
		b.canonical[number] = s
	}
	return s
}

func (b *bulk) add(t *tx, blk settle.Block, seen int64) {
	bigint(blk.Number)
	s := stagedBlock{StoredBlock: settle.StoredBlock{BlockRef: blk.BlockRef, Parent: blk.Parent, Time: blk.Time, Seen: seen}, source: blk.Source, logs: blk.Logs}
	if byIndex := func(x, y settle.Log) int { return cmp.Compare(x.Index, y.Index) }; !slices.IsSortedFunc(s.logs, byIndex) {
		s.logs = slices.Clone(s.logs)
		slices.SortStableFunc(s.logs, byIndex)
	}
	if old := b.canonical[blk.Number]; old != nil && old.Hash != blk.Hash {
		abort(errors.New("another is canonical at that height"), "storing block %d %s", blk.Number, blk.Hash)
	}
	tip := b.tipOf(t)
	b.byHash[blk.Hash] = len(b.staged)
	b.staged = append(b.staged, s)
	b.canonical[blk.Number] = &s.StoredBlock
	if tip == nil || tip.Number < blk.Number {
		b.tipAt = &s.StoredBlock
	}
}

// Matcher implements settle.Matching: while many blocks are added, what was found of
// an address is good until an instruction or a tag changes.
func (t *tx) Matcher() *settle.Matcher {
	if t.bulk == nil {
		return settle.NewMatcher(t)
	}
	if t.bulk.matcher == nil {
		t.bulk.matcher = settle.NewMatcher(t)
	}
	return t.bulk.matcher
}

// concerning is sqlConcerning in memory, by settle.Concerns. Of a block that a
// transaction before this one stored, the logs are read as they are.
func (b *bulk) concerning(t *tx, block settle.Hash) []settle.TxLogs {
	t.Matcher()
	n, ok := b.byHash[block]
	if !ok {
		logs := t.Logs(block)
		t.warmLogs(logs)
		return b.among(logs)
	}
	s := &b.staged[n]
	if s.foundBy != b.matcher {
		s.found, s.foundBy = b.among(s.logs), b.matcher
	}
	return s.found
}

// among are the transactions among a block's logs that concern somebody by the
// matcher; the logs must stand in their order.
func (b *bulk) among(logs []settle.Log) (out []settle.TxLogs) {
	for len(logs) > 0 {
		k := 1
		for k < len(logs) && logs[k].TxHash == logs[0].TxHash {
			k++
		}
		if slices.ContainsFunc(logs[:k], func(l settle.Log) bool { return b.matcher.Concerns(l) }) {
			out = append(out, settle.TxLogs{Hash: logs[0].TxHash, Index: logs[0].TxIndex, Logs: logs[:k:k]})
		}
		logs = logs[k:]
	}
	slices.SortStableFunc(out, func(a, b settle.TxLogs) int { return cmp.Compare(a.Index, b.Index) })
	return out
}

const sqlAddBlocks = `insert into block (hash, number, parent, ts, seen, source, canonical)
	select h, n, p, t, s, e, true from unnest($1::bytea[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], $6::text[]) as x (h, n, p, t, s, e)
	on conflict (hash) do update set canonical = true where block.number = excluded.number and block.parent = excluded.parent`

// unstage writes the window that a bulk transaction holds, and ends the holding.
func (t *tx) unstage() {
	b := t.bulk
	if b == nil {
		return
	}
	t.bulk = nil
	var hashes, parents [][]byte
	var numbers, times, seen []int64
	var sources []string
	w := &writer{batch: &pgx.Batch{}}
	var window []windowLog
	for i := range b.staged {
		s := &b.staged[i]
		hashes, parents = append(hashes, s.Hash[:]), append(parents, s.Parent[:])
		numbers, times, seen, sources = append(numbers, bigint(s.Number)), append(times, s.Time), append(seen, s.Seen), append(sources, s.source)
		if b.pruned != nil && s.Number <= *b.pruned {
			continue
		}
		var events []settle.Log
		for k := range s.logs {
			if l := &s.logs[k]; l.Event == nil {
				window = append(window, windowLog{&s.StoredBlock, l})
			} else {
				events = append(events, *l)
			}
		}
		for logs := range slices.Chunk(events, 2000) {
			w.logs(s.Hash, bigint(s.Number), logs)
		}
	}
	if len(hashes) > 0 {
		tag, err := t.pg.Exec(t.ctx, sqlAddBlocks, hashes, numbers, parents, times, seen, sources)
		must(err, "storing blocks %d to %d", numbers[0], numbers[len(numbers)-1])
		if tag.RowsAffected() != int64(len(hashes)) {
			abort(errors.New("one is stored with another height or parent"), "storing blocks %d to %d", numbers[0], numbers[len(numbers)-1])
		}
		t.exec("replacing logs", sqlDropAllLogs, hashes)
	}
	if len(window) > 0 {
		must(copyRows(t.ctx, t.pg, copyWindowRows, func(c *copier, n int) bool {
			if n == len(window) {
				return false
			}
			c.log(window[n].Hash, bigint(window[n].Number), window[n].log)
			return true
		}), "copying logs")
	}
	must(w.send(t.ctx, t.pg), "storing logs")
	if b.pruned != nil {
		t.exec("pruning logs", sqlPruneLogs, bigint(*b.pruned))
	}
	if b.moved {
		t.exec("moving the cursor", sqlSetApplied, bigint(b.appliedAt.Number), b.appliedAt.Hash[:])
	}
}
