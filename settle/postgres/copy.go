package postgres

import (
	"bytes"
	"context"
	"encoding/binary"

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

// copier writes rows in the binary form of COPY.
type copier struct{ buf []byte }

// newCopier begins with the header: signature, no flags, no extension.
func newCopier(buf []byte) *copier {
	return &copier{append(append(buf[:0], "PGCOPY\n\xff\r\n\x00"...), make([]byte, 8)...)}
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

// send ends the rows and copies them.
func (c *copier) send(ctx context.Context, pg pgx.Tx, sql string) error {
	c.int2(-1)
	_, err := pg.Conn().PgConn().CopyFrom(ctx, bytes.NewReader(c.buf), sql)
	return err
}

// facts are rows of the journal.
func (c *copier) facts(facts []settle.Fact, of []settle.Hash) {
	for i := range facts {
		f := &facts[i]
		c.row(6)
		c.int8(bigint(f.Seq))
		c.bytes(f.Prev[:])
		c.text(string(f.Kind))
		c.int8(f.At)
		c.bytes(f.Body)
		c.bytes(of[i][:])
	}
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
