package postgres

import (
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/jackc/pgx/v5"

	"github.com/oabp/oabpd/settle"
)

// What is copied; the columns are those that copier.transfer and facts write.
const (
	copyPlainRows = `copy plain_transfer (block_number, block_hash, block_time, log_index, tx_index, tx_hash, sender, receiver, value)
		from stdin (format binary)`
	copyWindowRows = `copy block_log (block_hash, number, log_index, tx_hash, tx_index, emitter, kind, sender, receiver, value, ref)
		from stdin (format binary)`
	copyJournalRows = "copy journal (seq, prev, kind, at, body, hash) from stdin (format binary)"
)

// copier writes rows in the binary form of COPY. They are made as they are read, so
// that the database stores what it has while the rest is made.
type copier struct {
	// buf holds what was made and not yet read, from at on.
	buf []byte
	at  int
	// next makes the n-th row; false if there is none.
	next func(c *copier, n int) bool
	n    int
	done bool
	// panicked is what next panicked with, in a goroutine of the driver's.
	panicked any
}

// copyRows sends the rows that next makes.
func copyRows(ctx context.Context, pg pgx.Tx, sql string, next func(c *copier, n int) bool) error {
	// The header: signature, no flags, no extension.
	c := &copier{buf: append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...), next: next}
	_, err := pg.Conn().PgConn().CopyFrom(ctx, c, sql)
	if c.panicked != nil {
		panic(c.panicked)
	}
	return err
}

var errRow = errors.New("a row cannot be made")

// Read implements io.Reader.
func (c *copier) Read(into []byte) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			c.panicked, n, err = p, 0, errRow
		}
	}()
	for len(c.buf)-c.at < len(into) && !c.done {
		if c.at > 0 {
			c.buf, c.at = c.buf[:copy(c.buf, c.buf[c.at:])], 0
		}
		if c.next(c, c.n) {
			c.n++
			continue
		}
		c.int2(-1)
		c.done = true
	}
	n = copy(into, c.buf[c.at:])
	if c.at += n; n == 0 && len(into) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (c *copier) int2(n int16)    { c.buf = binary.BigEndian.AppendUint16(c.buf, uint16(n)) }
func (c *copier) int4Raw(n int32) { c.buf = binary.BigEndian.AppendUint32(c.buf, uint32(n)) }

// row begins a row of so many columns.
func (c *copier) row(columns int16) { c.int2(columns) }

func (c *copier) int4(n int32) {
	c.int4Raw(4)
	c.int4Raw(n)
}

func (c *copier) int8(n int64) {
	c.int4Raw(8)
	c.buf = binary.BigEndian.AppendUint64(c.buf, uint64(n))
}

func (c *copier) bytes(b []byte) {
	c.int4Raw(int32(len(b)))
	c.buf = append(c.buf, b...)
}

func (c *copier) text(s string) {
	c.int4Raw(int32(len(s)))
	c.buf = append(c.buf, s...)
}

// fact is a row of the journal.
func (c *copier) fact(f *settle.Fact, hash settle.Hash) {
	c.row(6)
	c.int8(bigint(f.Seq))
	c.bytes(f.Prev[:])
	c.text(string(f.Kind))
	c.int8(f.At)
	c.bytes(f.Body)
	c.bytes(hash[:])
}

// log is a row of the window; it has no event.
func (c *copier) log(block settle.Hash, number int64, l *settle.Log) {
	c.row(11)
	c.bytes(block[:])
	c.int8(number)
	c.int8(int64(l.Index))
	c.bytes(l.TxHash[:])
	c.int8(int64(l.TxIndex))
	c.bytes(l.Emitter[:])
	c.int4Raw(2)
	c.int2(int16(l.Kind))
	c.bytes(l.From[:])
	c.bytes(l.To[:])
	c.amount(l.Value)
	if l.Ref.IsZero() {
		c.int4Raw(-1) // null
	} else {
		c.bytes(l.Ref[:])
	}
}
