package op

import (
	"slices"
	"strings"
)

// Alias leads from a path that callers guess, with everything below it, to what is
// served. It is no binding of its own: it answers with a redirection, and the
// method and the query stay.
type Alias struct {
	From, To string
	// Status is 308 if 0. 301 and 302 turn a POST into a GET in many clients.
	Status int
}

// Apt says whether an alias tells the truth where paths are served: it leads to one
// of them, or to a part that some of them begin with, and from none of them.
func (a Alias) Apt(paths []string) bool {
	below := func(p string) bool { return p == a.To || strings.HasPrefix(p, a.To+"/") }
	return slices.ContainsFunc(paths, below) && !slices.ContainsFunc(paths, func(p string) bool {
		return p == a.From || strings.HasPrefix(p, a.From+"/")
	})
}
