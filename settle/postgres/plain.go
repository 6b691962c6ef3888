package postgres

import (
	"context"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Transfers lie in two tables: those that nobody misses in plain_transfer, whose
// rows are narrow and come by COPY, all others, and all that anything is allocated
// of, in transfer. Reading looks into both, so that where a row lies shows nowhere.
const (
	sqlGetTransfer = `select body from recorded_transfer where block_number = split_part($1, '/', 1)::bigint
		and block_hash = decode(substr(split_part($1, '/', 2), 3), 'hex') and log_index = split_part($1, '/', 3)::bigint`
	// sqlPageTransfers orders plain rows as their keys are ordered, which have eight
	// digits for the position and sixteen for the height: whatever is longer, in a
	// key of the other table, is cut to what it lies behind.
	sqlPageTransfers = `select key, body, '' from (
			(select key, body from transfer where key > $1 order by key limit $2)
			union all
			(select transfer_key(block_number, block_hash, log_index) collate "C", plain_body(p) from plain_transfer p
				where (block_number, block_hash, log_index) > (coalesce(nullif(left(split_part($1, '/', 1), 16), '')::bigint, -1),
					case when length(split_part($1, '/', 1)) > 16 then decode(repeat('ff', 33), 'hex') else decode(substr(split_part($1, '/', 2), 3), 'hex') end,
					coalesce(nullif(left(split_part($1, '/', 3), 8), '')::bigint, -1))
				order by block_number, block_hash, log_index limit $2)
		) x (key, body) order by key limit $2`
	sqlDropPlain = `delete from plain_transfer p using unnest($1::bigint[], $2::bytea[], $3::bigint[]) as x (n, h, i)
		where p.block_number = x.n and p.block_hash = x.h and p.log_index = x.i`
	// sqlUnplain makes full rows of plain ones: something is to be allocated of them.
	sqlUnplain = `with moved as (delete from plain_transfer p using unnest($1::bigint[], $2::bytea[], $3::bigint[]) as x (n, h, i)
			where p.block_number = x.n and p.block_hash = x.h and p.log_index = x.i returning p)
		insert into transfer (key, body) select transfer_key((p).block_number, (p).block_hash, (p).log_index), plain_body(p) from moved`
	// sqlPutPlain writes plain rows; what has a full row already keeps one.
	sqlPutPlain = `with r as materialized (select row (n, h, t, i, ti, x, s, d, v::numeric)::plain_transfer as p
			from unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::int[], $5::bigint[], $6::bytea[], $7::bytea[], $8::bytea[], $9::text[]) as r (n, h, t, i, ti, x, s, d, v)),
		full_rows as (update transfer t set body = plain_body(r.p) from r
			where t.block_hash = (r.p).block_hash and t.log_index = (r.p).log_index and t.block_number = (r.p).block_number returning t.key)
		insert into plain_transfer select (r.p).* from r
			where transfer_key((r.p).block_number, (r.p).block_hash, (r.p).log_index) not in (select key from full_rows)
			on conflict (block_number, block_hash, log_index) do update set block_time = excluded.block_time, tx_index = excluded.tx_index,
				tx_hash = excluded.tx_hash, sender = excluded.sender, receiver = excluded.receiver, value = excluded.value`
	// sqlAnyRecorded looks for transfers of some heights, whose keys have bounds.
	sqlAnyRecorded = `select exists (select from plain_transfer where block_number between $1 and $2)
		or exists (select from transfer where key >= $3 and key < $4)`
	sqlRecentTransfers = `select key, body from (
			(select key, body from transfer where receiver = $1 and key >= $2 order by key desc limit nullif($3::bigint, 0))
			union all
			(select transfer_key(block_number, block_hash, log_index) collate "C", plain_body(p) from plain_transfer p
				where receiver = $1 and block_number >= $4 order by block_number desc, block_hash desc, log_index desc limit nullif($3::bigint, 0))
		) x (key, body) order by key desc limit nullif($3::bigint, 0)`
)

// What a plain row can say of heights and positions: as many as its key has
// digits for, so that the order of rows is that of keys.
const (
	plainHeights   = 10_000_000_000_000_000
	plainPositions = 100_000_000
)

// isPlain reports whether plain_transfer says all of a transfer.
func isPlain(t *settle.Transfer) bool {
	return t.Block.Number < plainHeights && t.LogIndex < plainPositions && !t.Value.IsZero() && t.Counted.Cmp(t.Value) == 0 && t.Sender == t.From &&
		!t.Tagged && t.TagRef.IsZero() && t.Instruction == "" && t.Leg == 0 && !t.Orphan && !t.Void &&
		len(t.Flows) == 1 && t.Flows[0].Address == t.To && t.Flows[0].In.Cmp(t.Value) == 0 && t.Flows[0].Out.IsZero()
}

// places are where transfers lie, as three arrays.
type places struct {
	numbers []int64
	hashes  [][]byte
	indexes []int64
}

// add takes a transfer's key; false if it is none.
func (p *places) add(key string) bool {
	n, h, i, ok := placeOf(key)
	if ok {
		p.numbers, p.hashes, p.indexes = append(p.numbers, n), append(p.hashes, h), append(p.indexes, i)
	}
	return ok
}

// placeOf reads a transfer's key; ok is false if no transfer can have it.
func placeOf(key string) (number int64, hash []byte, index int64, ok bool) {
	parts := strings.Split(key, "/")
	if len(parts) != 3 {
		return 0, nil, 0, false
	}
	n, err1 := strconv.ParseUint(parts[0], 10, 63)
	h, err2 := hex.DecodeString(strings.TrimPrefix(parts[1], "0x"))
	i, err3 := strconv.ParseUint(parts[2], 10, 32)
	if err1 != nil || err2 != nil || err3 != nil || len(h) != len(settle.Hash{}) ||
		settle.TransferKey(settle.BlockRef{Number: n, Hash: settle.Hash(h)}, uint32(i)) != key {
		return 0, nil, 0, false
	}
	return int64(n), h, int64(i), true
}

// transfers queues rows of transfers. Claimed are those that the same write
// allocates something of.
func (w *writer) transfers(rows []settle.Row, claimed map[string]bool) error {
	var keys, bodies []string
	var full places
	plain := make([]*settle.Transfer, 0, len(rows))
	for _, r := range rows {
		t := r.(*settle.Transfer)
		if isPlain(t) && (len(claimed) == 0 || !claimed[t.Key()]) {
			plain = append(plain, t)
			continue
		}
		body, err := settle.EncodeRow(t)
		if err != nil {
			return err
		}
		keys, bodies = append(keys, t.Key()), append(bodies, string(body))
		full.add(t.Key())
	}
	if len(keys) > 0 {
		w.queue("plain transfers", sqlDropPlain, full.numbers, full.hashes, full.indexes)
		w.queue("transfer", sqlPut(settle.TableTransfer), keys, bodies)
	}
	if len(plain) >= w.copyFrom {
		w.plain = plain
		return nil
	}
	w.putPlain(plain)
	return nil
}

// putPlain queues plain rows, whatever is stored already.
func (w *writer) putPlain(ts []*settle.Transfer) {
	for ts := range slices.Chunk(ts, 2000) {
		n := len(ts)
		numbers, times, indexes, txIndexes := make([]int64, n), make([]int64, n), make([]int32, n), make([]int64, n)
		hashes, txs, from, to, values := make([][]byte, n), make([][]byte, n), make([][]byte, n), make([][]byte, n), make([]string, n)
		for i, t := range ts {
			numbers[i], times[i], indexes[i], txIndexes[i] = bigint(t.Block.Number), t.BlockTime, int32(t.LogIndex), int64(t.TxIndex)
			hashes[i], txs[i], from[i], to[i], values[i] = t.Block.Hash[:], t.TxHash[:], t.From[:], t.To[:], t.Value.String()
		}
		w.queue("plain transfers", sqlPutPlain, numbers, hashes, times, indexes, txIndexes, txs, from, to, values)
	}
}

// claims queues that full rows are made of the transfers that allocations are of.
func (w *writer) claims(rows []settle.Row) {
	var at places
	seen := map[string]bool{}
	for _, r := range rows {
		if key := r.(*settle.Allocation).Transfer; !seen[key] {
			seen[key] = true
			at.add(key)
		}
	}
	w.queue("transfers that something is allocated of", sqlUnplain, at.numbers, at.hashes, at.indexes)
}

// claimedBy are the transfers that the allocations among rows are of.
func claimedBy(rows []settle.Row) map[string]bool {
	out := map[string]bool{}
	for _, r := range rows {
		if a, ok := r.(*settle.Allocation); ok {
			out[a.Transfer] = true
		}
	}
	return out
}

// sendPlain copies the plain rows that w holds; none of them may be stored.
func (w *writer) sendPlain(ctx context.Context, pg pgx.Tx) error {
	if len(w.plain) == 0 {
		return nil
	}
	err := copyRows(ctx, pg, copyPlainRows, func(c *copier, n int) bool {
		if n == len(w.plain) {
			return false
		}
		c.transfer(w.plain[n])
		return true
	})
	w.plain = nil
	return err
}

// transfer is a plain row.
func (c *copier) transfer(t *settle.Transfer) {
	c.row(9)
	c.int8(int64(t.Block.Number))
	c.bytes(t.Block.Hash[:])
	c.int8(t.BlockTime)
	c.int4(int32(t.LogIndex))
	c.int8(int64(t.TxIndex))
	c.bytes(t.TxHash[:])
	c.bytes(t.From[:])
	c.bytes(t.To[:])
	c.amount(t.Value)
}

// heights are the lowest and the highest of transfers' blocks.
func heights(ts []*settle.Transfer) (low, high uint64) {
	low, high = ts[0].Block.Number, ts[0].Block.Number
	for _, t := range ts {
		low, high = min(low, t.Block.Number), max(high, t.Block.Number)
	}
	return low, high
}

// amount appends a numeric.
func (c *copier) amount(a money.Amount) {
	var digits [20]uint16 // of base 10,000, the least first
	n := 0
	if v, ok := a.Uint64(); ok {
		for ; v > 0; v /= 10_000 {
			digits[n] = uint16(v % 10_000)
			n++
		}
	} else {
		for s := a.String(); s != ""; n++ {
			from := max(0, len(s)-4)
			d, err := strconv.ParseUint(s[from:], 10, 16)
			must(err, "encoding an amount")
			digits[n], s = uint16(d), s[:from]
		}
	}
	c.int4Raw(int32(8 + 2*n))
	c.int2(int16(n))
	c.int2(int16(max(0, n-1))) // weight of the first digit
	c.int2(0)                  // positive
	c.int2(0)                  // no digits behind the point
	for i := n - 1; i >= 0; i-- {
		c.int2(int16(digits[i]))
	}
}
