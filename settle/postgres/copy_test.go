package postgres

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/oabp/oabpd/settle"
)

// Rows that are made as they are read are the same bytes however they are read.
func TestCopierReads(t *testing.T) {
	rows := [][]byte{{}, []byte("abc"), bytes.Repeat([]byte{7}, 100_000), {1}}
	made := func() *copier {
		return &copier{buf: []byte("head"), next: func(c *copier, n int) bool {
			if n == len(rows) {
				return false
			}
			c.row(1)
			c.bytes(rows[n])
			return true
		}}
	}
	want := []byte("head")
	for _, r := range rows {
		want = append(append(want, 0, 1, 0, byte(len(r)>>16), byte(len(r)>>8), byte(len(r))), r...)
	}
	want = append(want, 0xff, 0xff)
	for name, r := range map[string]io.Reader{"at once": made(), "by byte": iotest.OneByteReader(made()), "by half": iotest.HalfReader(made())} {
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, want %d, %v", name, len(got), len(want), err)
		}
	}
}

// What making a row panics with is kept for whoever copies: the driver reads in a
// goroutine of its own, where it would end the process.
func TestCopierKeepsPanics(t *testing.T) {
	c := &copier{next: func(c *copier, n int) bool {
		if n == 1 {
			bigint(1 << 63)
		}
		c.int2(int16(n))
		return true
	}}
	_, err := io.ReadAll(c)
	if a, ok := c.panicked.(*settle.Abort); !errors.Is(err, errRow) || !ok || a.Err == nil {
		t.Errorf("%v, kept %v", err, c.panicked)
	}
}
