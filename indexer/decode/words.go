package decode

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

const wordSize = 32

// words reads one tuple of the contract ABI in the only form that abi.encode
// makes: each dynamic part begins where the part before it ends, every unused
// bit is zero, and nothing follows. So a value has one encoding, and nothing
// that is read depends on an offset or a length that was not checked first.
//
// The first error is kept and later reads give zeros; done reports it.
type words struct {
	data []byte
	// next is the word of the head that is read next, head how many there are.
	next, head int
	// tail is the byte at which the next dynamic part must begin.
	tail int
	err  error
}

// tuple starts reading one of that many head words.
func tuple(data []byte, head int) *words {
	w := &words{data: data, head: head, tail: wordSize * head}
	if len(data) < w.tail {
		w.fail("has %d bytes, want at least %d", len(data), w.tail)
	}
	return w
}

func (w *words) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// done reports the first error, or that something is left.
func (w *words) done() error {
	if w.next != w.head {
		w.fail("has %d words, %d were read", w.head, w.next)
	}
	if w.tail != len(w.data) {
		w.fail("has %d bytes, want %d", len(w.data), w.tail)
	}
	return w.err
}

// word is the next word of the head.
func (w *words) word() (h settle.Hash) {
	if w.err == nil && w.next >= w.head {
		w.fail("has %d words only", w.head)
	}
	if w.err != nil {
		return h
	}
	copy(h[:], w.data[wordSize*w.next:])
	w.next++
	return h
}

// clean is the next word, of which only that many low bytes may be used.
func (w *words) clean(what string, used int) settle.Hash {
	h := w.word()
	w.unused(what, h, used)
	return h
}

func (w *words) unused(what string, h settle.Hash, used int) {
	for _, b := range h[:wordSize-used] {
		if b != 0 {
			w.fail("word %d: %s is no %s of %d bits", w.next-1, h, what, 8*used)
			return
		}
	}
}

func (w *words) address() (a settle.Address) {
	h := w.clean("address", len(a))
	copy(a[:], h[wordSize-len(a):])
	return a
}

// number is an unsigned number of at most that many bytes (up to 8), whatever
// its Solidity type has.
func (w *words) number(bytes int) (n uint64) {
	h := w.clean("number", bytes)
	for _, b := range h[wordSize-8:] {
		n = n<<8 | uint64(b)
	}
	return n
}

// time is a moment in Unix seconds, below 2^40.
func (w *words) time() int64 { return int64(w.number(5)) }

// tranche is a uint8: a tranche or a poll.
func (w *words) tranche() uint8 { return uint8(w.number(1)) }

// amount is an amount of at most that many bytes.
func (w *words) amount(bytes int) money.Amount {
	h := w.clean("number", bytes)
	return amountOf(h)
}

func amountOf(h settle.Hash) money.Amount {
	a, err := money.FromBytes(h[:])
	if err != nil {
		panic(err) // 32 bytes always fit
	}
	return a
}

// signed is an int256.
func (w *words) signed() settle.SignedAmount {
	h := w.word()
	if h[0]&0x80 == 0 {
		return settle.SignedAmount{Amount: amountOf(h)}
	}
	carry := uint16(1) // two's complement
	for i := len(h) - 1; i >= 0; i-- {
		carry += uint16(^h[i])
		h[i] = byte(carry)
		carry >>= 8
	}
	return settle.SignedAmount{Amount: amountOf(h), Negative: true}
}

func (w *words) bool() bool { return w.enum("bool", 2) == 1 }

// enum is an enumeration of that many members.
func (w *words) enum(what string, members uint8) uint8 {
	h := w.clean(what, 1)
	if h[31] >= members {
		w.fail("word %d: %d is no %s", w.next-1, h[31], what)
	}
	return h[31]
}

// part is where a dynamic part begins: what its word must say. All that is
// behind it is given.
func (w *words) part() []byte {
	if offset := w.number(8); w.err == nil && offset != uint64(w.tail) {
		w.fail("word %d: its part is at %d, want %d", w.next-1, offset, w.tail)
	}
	if w.err != nil {
		return nil
	}
	return w.data[w.tail:]
}

// counted is a dynamic part that begins with a length of at most limit: what
// is behind the length, and the length.
func (w *words) counted(what string, limit int) (rest []byte, n int) {
	rest = w.part()
	if w.err != nil {
		return nil, 0
	}
	l := tuple(rest[:min(len(rest), wordSize)], 1)
	length := l.number(8)
	if l.err != nil || length > uint64(limit) {
		w.fail("word %d: its %s has no length, or one above %d", w.next-1, what, limit)
		return nil, 0
	}
	return rest[wordSize:], int(length)
}

// text is a string of at most limit bytes, padded with zeros to whole words.
func (w *words) text(limit int) settle.ChainText {
	rest, n := w.counted("text", limit)
	padded := (n + wordSize - 1) / wordSize * wordSize
	if w.err == nil && len(rest) < padded {
		w.fail("word %d: its text of %d bytes is cut off", w.next-1, n)
	}
	if w.err != nil {
		return ""
	}
	for _, b := range rest[n:padded] {
		if b != 0 {
			w.fail("word %d: its text has padding that is not zero", w.next-1)
		}
	}
	w.tail += wordSize + padded
	return settle.ChainText(rest[:n])
}

// array is a part of at most limit words, each read by item.
func array[T any](w *words, limit int, item func(*words) T) []T {
	rest, n := w.counted("array", limit)
	if w.err == nil && len(rest) < wordSize*n {
		w.fail("word %d: its array of %d is cut off", w.next-1, n)
	}
	if w.err != nil {
		return nil
	}
	items := tuple(rest[:wordSize*n], n)
	out := make([]T, n)
	for i := range out {
		out[i] = item(items)
	}
	if err := items.done(); err != nil {
		w.fail("word %d: its array: %w", w.next-1, err)
	}
	w.tail += wordSize + wordSize*n
	return out
}

// nested is a dynamic tuple of that many head words, read by read.
func (w *words) nested(head int, read func(*words)) {
	rest := w.part()
	if w.err != nil {
		return
	}
	in := tuple(rest, head)
	read(in)
	in.data = in.data[:min(len(in.data), in.tail)] // what follows is the outer tuple's
	if err := in.done(); err != nil {
		w.fail("word %d: its tuple: %w", w.next-1, err)
	}
	w.tail += in.tail
}
