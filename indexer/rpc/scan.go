package rpc

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"github.com/oabp/oabpd/settle"
)

// errJSON says that what an endpoint sent is no JSON, or not of the form that was
// asked for.
var errJSON = errors.New("not the JSON that was asked for")

// deepest is how deep values may be nested that are skipped.
const deepest = 100

// scanner reads JSON in one pass over the bytes that hold it, without reflection:
// nearly all that a backfill reads are headers and logs, whose members are known.
// What it takes encoding/json takes too, and to the same values, but for members
// whose names differ in case only, which are other members here. The first error
// is kept, and ends all reading.
type scanner struct {
	b   []byte
	at  int
	err error
}

func (s *scanner) fail() {
	if s.err == nil {
		s.err = errJSON
	}
	s.at = len(s.b)
}

// peek is the next byte that is no space; 0 at the end.
func (s *scanner) peek() byte {
	for ; s.at < len(s.b); s.at++ {
		switch c := s.b[s.at]; c {
		case ' ', '\n', '\r', '\t':
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) want(c byte) {
	if !s.take(c) {
		s.fail()
	}
}

// end fails if anything is left.
func (s *scanner) end() error {
	if s.err == nil && s.peek() != 0 || s.at < len(s.b) {
		s.fail()
	}
	return s.err
}

// null takes a null.
func (s *scanner) null() bool {
	if s.peek() != 'n' {
		return false
	}
	s.literal("null")
	return s.err == nil
}

func (s *scanner) literal(word string) {
	if !bytes.HasPrefix(s.b[s.at:], []byte(word)) {
		s.fail()
		return
	}
	s.at += len(word)
}

// object calls fn for each member; fn reads its value.
func (s *scanner) object(fn func(name []byte)) {
	s.want('{')
	for n := 0; s.err == nil && (n > 0 || !s.take('}')); n++ {
		name := s.text()
		s.want(':')
		if s.err != nil {
			return
		}
		fn(name)
		if s.take('}') {
			return
		}
		s.want(',')
	}
}

// array calls fn for each element; fn reads it.
func (s *scanner) array(fn func()) {
	s.want('[')
	for n := 0; s.err == nil && (n > 0 || !s.take(']')); n++ {
		fn()
		if s.take(']') {
			return
		}
		s.want(',')
	}
}

// text is a string. It is a part of what is read, unless it has escapes.
func (s *scanner) text() []byte {
	from := s.string()
	if s.err != nil {
		return nil
	}
	raw := s.b[from+1 : s.at-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var out string
	if json.Unmarshal(s.b[from:s.at], &out) != nil {
		s.fail()
	}
	return []byte(out)
}

// string goes over a string, and returns where it began.
func (s *scanner) string() (from int) {
	s.want('"')
	from = s.at - 1
	for ; s.at < len(s.b); s.at++ {
		switch c := s.b[s.at]; {
		case c == '"':
			s.at++
			return from
		case c < ' ':
			s.fail()
			return from
		case c == '\\':
			s.escape()
		}
	}
	s.fail()
	return from
}

// escape goes over a backslash and up to the last byte of what it begins.
func (s *scanner) escape() {
	if s.at++; s.at >= len(s.b) {
		return
	}
	switch s.b[s.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
	case 'u':
		for range 4 {
			if s.at++; s.at >= len(s.b) || !isHex(s.b[s.at]) {
				s.fail()
				return
			}
		}
	default:
		s.fail()
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// raw is a value as it stands there.
func (s *scanner) raw() []byte {
	s.peek()
	from := s.at
	s.skip(deepest)
	if s.err != nil {
		return nil
	}
	return s.b[from:s.at]
}

// skip goes over a value of at most that depth.
func (s *scanner) skip(depth int) {
	if depth == 0 {
		s.fail()
	}
	switch c := s.peek(); c {
	case '{':
		s.object(func([]byte) { s.skip(depth - 1) })
	case '[':
		s.array(func() { s.skip(depth - 1) })
	case '"':
		s.string()
	case 't':
		s.literal("true")
	case 'f':
		s.literal("false")
	case 'n':
		s.literal("null")
	default:
		s.number()
	}
}

// number goes over a number.
func (s *scanner) number() {
	digits := func() {
		from := s.at
		for s.at < len(s.b) && s.b[s.at] >= '0' && s.b[s.at] <= '9' {
			s.at++
		}
		if s.at == from {
			s.fail()
		}
	}
	is := func(c byte) bool { return s.at < len(s.b) && s.b[s.at] == c }
	if is('-') {
		s.at++
	}
	if is('0') {
		s.at++
	} else {
		digits()
	}
	if is('.') {
		s.at++
		digits()
	}
	if is('e') || is('E') {
		if s.at++; is('+') || is('-') {
			s.at++
		}
		digits()
	}
}

// boolean is true or false; null is false.
func (s *scanner) boolean() bool {
	switch s.peek() {
	case 't':
		s.literal("true")
		return s.err == nil
	case 'n':
		s.literal("null")
	default:
		s.literal("false")
	}
	return false
}

// quantity is a hex integer of at most 63 bits.
func (s *scanner) quantity() (n uint64) {
	b := s.text()
	if len(b) < 3 || len(b) > 18 || b[0] != '0' || b[1] != 'x' {
		s.fail()
		return 0
	}
	for _, c := range b[2:] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint64(c-'a'+10)
		case c >= 'A' && c <= 'F':
			n = n<<4 | uint64(c-'A'+10)
		default:
			s.fail()
			return 0
		}
	}
	if n > math.MaxInt64 {
		s.fail()
	}
	return n
}

// fixed is hex data of the length of out.
func (s *scanner) fixed(out []byte) (text []byte) {
	b := s.text()
	if len(b) != 2+2*len(out) || b[0] != '0' || b[1] != 'x' && b[1] != 'X' {
		s.fail()
		return nil
	}
	if _, err := hex.Decode(out, b[2:]); err != nil {
		s.fail()
		return nil
	}
	return b
}

func (s *scanner) hash() (h settle.Hash) {
	s.fixed(h[:])
	return h
}

// address is one whose checksum holds, if its text is of mixed case (R8).
func (s *scanner) address() (a settle.Address) {
	text := s.fixed(a[:])
	for _, c := range text {
		if c >= 'A' && c <= 'F' {
			var err error
			if a, err = settle.ParseAddress(string(text)); err != nil {
				s.fail()
			}
			break
		}
	}
	return a
}

// data is hex data of any length; it is appended to to.
func (s *scanner) data(to []byte) []byte {
	b := s.text()
	if len(b) < 2 || b[0] != '0' || b[1] != 'x' || len(b)%2 != 0 {
		s.fail()
		return to
	}
	to, err := hex.AppendDecode(to, b[2:])
	if err != nil {
		s.fail()
	}
	return to
}

func hexOf(n uint64) string { return "0x" + strconv.FormatUint(n, 16) }
