package op

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/oabp/oabpd/settle"
)

// MaxDepth is how deep objects and arrays of an input may nest.
const MaxDepth = 16

// ParseObject reads one JSON object strictly: valid UTF-8 and no lone
// surrogate, no duplicate key, at most MaxDepth deep, nothing behind it.
// Numbers stay as json.Number. Empty input is an empty object. Errors are
// *settle.Error with CodeInvalid. The size is the caller's to bound.
func ParseObject(b []byte) (map[string]any, error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return map[string]any{}, nil
	}
	bad := func(format string, args ...any) error {
		return settle.Errorf(settle.CodeInvalid, "the body is not acceptable JSON: "+format+"; send one object, such as {\"name\": \"value\"}, in UTF-8", args...)
	}
	if !utf8.Valid(b) {
		return nil, bad("it is not UTF-8")
	}
	if !json.Valid(b) {
		var v any
		return nil, bad("%v", json.Unmarshal(b, &v))
	}
	if loneSurrogate(b) {
		return nil, bad("a \\u escape is half of a surrogate pair")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	v, err := parseValue(d, 1)
	if err != nil {
		return nil, bad("%v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, bad("there is something behind the object")
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, settle.Errorf(settle.CodeInvalid, "the body must be a JSON object")
	}
	return m, nil
}

func parseValue(d *json.Decoder, depth int) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	open, ok := t.(json.Delim)
	if !ok {
		return t, nil
	}
	if depth > MaxDepth {
		return nil, fmt.Errorf("it nests deeper than %d", MaxDepth)
	}
	if open == '[' {
		list := []any{}
		for d.More() {
			v, err := parseValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	}
	m := map[string]any{}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := k.(string)
		if !ok {
			return nil, errors.New("a key is not a string")
		}
		if _, dup := m[key]; dup {
			return nil, fmt.Errorf("the key %.64q occurs twice", key)
		}
		if m[key], err = parseValue(d, depth+1); err != nil {
			return nil, err
		}
	}
	_, err = d.Token()
	return m, err
}

// loneSurrogate looks for \uD800–\uDFFF escapes that are not a pair, which
// encoding/json would replace without a word. b is valid JSON.
func loneSurrogate(b []byte) bool {
	unit := func(i int) (uint64, bool) {
		if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(b[i+2:i+6]), 16, 32)
		return n, err == nil
	}
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		n, ok := unit(i)
		switch {
		case !ok:
			i++ // a two-character escape
		case n >= 0xd800 && n < 0xdc00:
			low, ok := unit(i + 6)
			if !ok || low < 0xdc00 || low > 0xdfff {
				return true
			}
			i += 11
		case n >= 0xdc00 && n <= 0xdfff:
			return true
		default:
			i += 5
		}
	}
	return false
}
