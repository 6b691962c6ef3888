package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// position is a place in a list that is ordered by a number and an id: that of
// the last entry of a page.
type position struct {
	At int64
	ID string
}

// cursorMark is how many bytes of the filters' hash a cursor carries: enough
// that a mistake shows; a cursor opens nothing, so nobody gains by forging one.
const cursorMark = 6

// mark binds a cursor to what the list was filtered by. filters must not hold
// the position or the limit.
func mark(filters any) string {
	b, err := json.Marshal(filters)
	if err != nil {
		panic("api: filters that are no JSON: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return string(sum[:cursorMark])
}

// cursor is the opaque text of the position in the list with these filters.
func (p position) cursor(filters any) string {
	return base64.RawURLEncoding.EncodeToString([]byte(mark(filters) + strconv.FormatInt(p.At, 36) + "." + p.ID))
}

// parseCursor reads a cursor of the list with these filters. One of another
// list, or of none, is op.CodeInvalidCursor: pages behind it would silently
// leave entries out.
func parseCursor(text string, filters any) (position, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < cursorMark {
		return position{}, settle.Errorf(op.CodeInvalidCursor, "cursor: is not the next_cursor of a page")
	}
	at, id, ok := strings.Cut(string(raw[cursorMark:]), ".")
	n, err := strconv.ParseInt(at, 36, 64)
	if !ok || err != nil || id == "" {
		return position{}, settle.Errorf(op.CodeInvalidCursor, "cursor: is not the next_cursor of a page")
	}
	if string(raw[:cursorMark]) != mark(filters) {
		return position{}, settle.Errorf(op.CodeInvalidCursor, "cursor: belongs to a list with other filters; send it with the filters of the page that gave it, or begin again without it")
	}
	return position{n, id}, nil
}
