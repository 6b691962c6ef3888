package canon

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 64

// Errors say which rule a document breaks, not where or with what.
var (
	ErrNotUTF8 = errors.New("not valid UTF-8")
	ErrSyntax  = errors.New("not one JSON value")
	ErrDepth   = errors.New("nested deeper than 64 levels")
	ErrNumber  = errors.New("a number that a double cannot hold (integers up to 2^53-1, larger ones as strings)")
	ErrMember  = errors.New("an object member twice, or two that differ only in case")
)

// Form is the RFC 8785 form of a document.
func Form(doc []byte) ([]byte, error) { return form(doc, func(name string) string { return name }) }

// FormOfCaseless is Form for documents that are then read into Go structs: it
// also refuses objects with members that differ only in case, since
// encoding/json takes those for the same.
func FormOfCaseless(doc []byte) ([]byte, error) {
	return form(doc, func(name string) string { return strings.ToLower(strings.ToUpper(name)) })
}

func form(doc []byte, fold func(string) string) ([]byte, error) {
	if !utf8.Valid(doc) {
		return nil, ErrNotUTF8
	}
	if err := check(doc, fold); err != nil {
		return nil, err
	}
	out, err := jcs.Transform(doc)
	if err != nil {
		return nil, ErrSyntax // the cause may quote the document
	}
	return out, nil
}

// Marshal is the canonical form of v as encoding/json writes it.
func Marshal(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, ErrSyntax
	}
	return Form(b)
}

// level is one open array or object.
type level struct {
	members map[string]bool // nil for an array
	key     bool            // the next token is a member's name
}

func check(doc []byte, fold func(string) string) error {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var open []level
	for {
		t, err := d.Token()
		if err == io.EOF && len(open) == 0 {
			return nil
		}
		if err != nil {
			return ErrSyntax
		}
		if delim, ok := t.(json.Delim); ok && (delim == '}' || delim == ']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].members != nil {
			if open[n-1].key {
				name := fold(t.(string))
				if open[n-1].members[name] {
					return ErrMember
				}
				open[n-1].members[name], open[n-1].key = true, false
				continue
			}
			open[n-1].key = true
		}
		switch t := t.(type) {
		case json.Delim:
			l := level{}
			if t == '{' {
				l = level{members: map[string]bool{}, key: true}
			}
			if open = append(open, l); len(open) > MaxDepth {
				return ErrDepth
			}
		case json.Number:
			if !exact(string(t)) {
				return ErrNumber
			}
		}
	}
}

// exact reports whether the canonical form keeps the number: an integer at
// most 2^53-1, or a fraction or exponent in the range of a double.
func exact(n string) bool {
	if strings.ContainsAny(n, ".eE") {
		_, err := strconv.ParseFloat(n, 64)
		return err == nil
	}
	i, err := strconv.ParseInt(n, 10, 64)
	return err == nil && i <= 1<<53-1 && i >= -(1<<53-1)
}
