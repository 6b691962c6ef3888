package op

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// ProblemType is the media type of RFC 9457.
const ProblemType = "application/problem+json"

// reserved are the members of an error body that a detail may not replace.
var reserved = map[string]bool{
	"error": true, "message": true, "code": true, "request_id": true, "retry_after": true,
	"status": true, "type": true, "title": true, "detail": true, "instance": true,
}

// Expose turns any error into the one that may be shown, and reports whether
// it was ours to fix: an error without a code, or with a code that has no
// status, becomes a bare `internal`. The result is a copy.
func Expose(err error) (e *settle.Error, fault bool) {
	var known *settle.Error
	if !errors.As(err, &known) || !Known(known.Code) || known.Code == settle.CodeInternal {
		return &settle.Error{Code: settle.CodeInternal, Message: "internal error"}, true
	}
	c := *known
	if c.RetryAfter == 0 {
		c.RetryAfter = retryAfter[c.Code]
	}
	return &c, false
}

// ErrorBody is the body of an error in a dialect, as a JSON object. e is what
// Expose gave. A code whose status is a success (already_settled) has no error
// member.
func ErrorBody(d Dialect, e *settle.Error, requestID string) map[string]any {
	m := make(map[string]any, len(e.Details)+5)
	for k, v := range e.Details {
		if !reserved[k] {
			m[k] = v
		}
	}
	m["message"], m["request_id"] = e.Message, requestID
	if e.RetryAfter > 0 {
		m["retry_after"] = e.RetryAfter
	}
	failed := Status(e.Code) >= 400
	switch {
	case d == OABP && failed:
		m["error"] = e.Code
	case d == OABP:
		m["code"] = e.Code
	default:
		m["code"] = e.Code
		if failed {
			m["error"] = true
		}
	}
	return m
}

// asProblem adds the members of RFC 9457. docs is the URL below which every code
// has its page; about:blank if empty.
func asProblem(m map[string]any, e *settle.Error, docs, requestID string) {
	status := Status(e.Code)
	m["status"], m["detail"], m["instance"] = status, e.Message, "urn:oabp:request:"+requestID
	m["type"], m["title"] = "about:blank", http.StatusText(status)
	if docs != "" {
		m["type"], m["title"] = docs+"/"+string(e.Code), strings.ReplaceAll(string(e.Code), "_", " ")
	}
}

// Pretty writes JSON as every body here is written: two spaces, no HTML
// escapes, no newline at the end (board.md (a)).
func Pretty(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
