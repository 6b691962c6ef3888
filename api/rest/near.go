package rest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Bounds of a search for near paths: how many are given, and how much of what a
// caller asked for is looked at.
const (
	nearest      = 12
	nearBytes    = 200
	nearSegments = 12
)

// near are the served paths that resemble what was asked for, the nearest first;
// all in their order where nothing resembles it. At most nearest of them.
func near(served []string, asked string) []string {
	want := words(asked)
	type scored struct {
		path  string
		score int
	}
	var found []scored
	for _, p := range served {
		if n := resemblance(want, words(p)); n > 0 {
			found = append(found, scored{p, n})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.path), len(b.path)))
	})
	out := []string{}
	for _, f := range found {
		out = append(out, f.path)
	}
	if len(out) == 0 {
		out = append(out, served...)
		slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")) })
	}
	return out[:min(nearest, len(out))]
}

// filler are words that say nothing of what a caller is after.
var filler = map[string]bool{"api": true, "v1": true, "v2": true, "rest": true, "well-known": true, "json": true, "xml": true, "txt": true}

var parameters = regexp.MustCompile(`\{[^{}]*\}`)

// words are the parts of a path that say what it is about, in the singular, so
// that /api/v1/mission is near /missions.
func words(path string) (out []string) {
	if len(path) > nearBytes {
		path = path[:nearBytes]
	}
	cut := func(r rune) bool { return r == '/' || r == '.' || r == '_' || r == ':' }
	path = parameters.ReplaceAllString(strings.ToLower(path), "")
	for _, w := range strings.FieldsFunc(path, cut) {
		if filler[w] || len(out) == nearSegments {
			continue
		}
		if stem, plural := strings.CutSuffix(w, "ies"); plural {
			w = stem + "y"
		} else if w != "rss" {
			w = strings.TrimSuffix(w, "s")
		}
		out = append(out, w)
	}
	return out
}

// resemblance counts what two paths have in common: 4 for a word of both, 1 more
// where it stands at the same place, 2 for one that begins like the other; less 1
// for each word that only the served one has. 0 or less: nothing.
func resemblance(want, have []string) (n int) {
	for k, h := range have {
		best := -1
		for j, w := range want {
			switch {
			case w == h && j == k:
				best = max(best, 5)
			case w == h:
				best = max(best, 4)
			case len(w) > 2 && len(h) > 2 && (strings.HasPrefix(h, w) || strings.HasPrefix(w, h)):
				best = max(best, 2)
			}
		}
		n += best
	}
	return n
}
