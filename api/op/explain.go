package op

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// Explanation is the documentation of one error code.
type Explanation struct {
	// Meaning says what is wrong, Next what the caller does about it.
	Meaning, Next string
}

// Codes are all codes that an answer can have, sorted.
func Codes() []settle.Code {
	out := make([]settle.Code, 0, len(status))
	for c := range status {
		out = append(out, c)
	}
	slices.Sort(out)
	return out
}

// Explain is the documentation of a code; false for one that is not in Codes.
func Explain(c settle.Code) (Explanation, bool) {
	e, ok := explained[c]
	if !ok {
		e, ok = explainedEscrow[c]
	}
	if !ok {
		e, ok = explainedPoints[c]
	}
	return e, ok && Known(c)
}

// ErrorPage is a code's page in Markdown: status, meaning, next action, and the
// names of the operations that can answer it. It is empty for an unknown code.
func (t Table) ErrorPage(c settle.Code) string {
	e, ok := Explain(c)
	if !ok {
		return ""
	}
	var b strings.Builder
	s := Status(c)
	fmt.Fprintf(&b, "# %s\n\nHTTP status %d (%s)", c, s, http.StatusText(s))
	if n := retryAfter[c]; n > 0 {
		fmt.Fprintf(&b, ", with Retry-After of %d s unless the answer says more precisely", n)
	}
	fmt.Fprintf(&b, ".\n\n## Meaning\n\n%s\n\n## What to do next\n\n%s\n", e.Meaning, e.Next)
	var by []string
	for _, o := range t {
		if slices.Contains(o.Errors, c) {
			by = append(by, "`"+o.Name+"`")
		}
	}
	if len(by) > 0 {
		fmt.Fprintf(&b, "\n## Answered by\n\n%s\n", strings.Join(by, ", "))
	}
	return b.String()
}

// ErrorIndex is the list of all codes in Markdown; link makes the target of a
// code's link.
func (t Table) ErrorIndex(link func(settle.Code) string) string {
	var b strings.Builder
	b.WriteString("# Error codes\n\nEvery refusal has one of these codes: as `code` on the board (`/v1`), as `error` on OABP paths, and as the end of `type` " +
		"in `application/problem+json`. A code never changes its meaning. Every answer has a `request_id` (also as `X-Request-Id`), which the server's log has as well.\n\n" +
		"| Code | Status | Meaning |\n|---|---|---|\n")
	for _, c := range Codes() {
		e, _ := Explain(c)
		first, _, _ := strings.Cut(e.Meaning, ". ")
		fmt.Fprintf(&b, "| [%s](%s) | %d | %s |\n", c, link(c), Status(c), strings.TrimSuffix(first, "."))
	}
	return b.String()
}
