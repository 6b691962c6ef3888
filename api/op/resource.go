package op

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// Resources are the MCP resources in the table's order.
func (t Table) Resources() (es []*Entry) {
	for _, o := range t {
		for _, e := range o.entries {
			if e.Resource != nil {
				es = append(es, e)
			}
		}
	}
	return es
}

// checkResource finds mistakes in the declaration of a resource.
func (e *Entry) checkResource() error {
	r := e.Resource
	u, err := url.Parse(pathNames.ReplaceAllString(r.URI, "x"))
	switch {
	case err != nil || u.Scheme == "" || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("resource URI %q", r.URI)
	case !namePattern.MatchString(r.Name):
		return fmt.Errorf("resource name %q", r.Name)
	case e.Dialect == "":
		return fmt.Errorf("resource %s has no dialect", r.Name)
	case e.Op.Scope > Optional:
		return errors.New("a resource is read without a credential")
	}
	for _, p := range e.PathParams() {
		if f, ok := e.in.shape.fields[p]; !ok || f.kind != "string" {
			return fmt.Errorf("the name %s in %s is no text of the input", p, r.URI)
		}
	}
	return nil
}

// Match reads the names of the template out of a URI of it; ok is false for
// another URI.
func (r *Resource) Match(uri string) (input map[string]any, ok bool) {
	var pattern strings.Builder
	var names []string
	rest := r.URI
	for _, m := range pathNames.FindAllStringSubmatch(r.URI, -1) {
		before, behind, _ := strings.Cut(rest, m[0])
		pattern.WriteString(regexp.QuoteMeta(before) + `([^/?#]+)`)
		names, rest = append(names, m[1]), behind
	}
	pattern.WriteString(regexp.QuoteMeta(rest))
	found := regexp.MustCompile(`^` + pattern.String() + `$`).FindStringSubmatch(uri)
	if found == nil {
		return nil, false
	}
	input = map[string]any{}
	for k, name := range names {
		v, err := url.PathUnescape(found[k+1])
		if err != nil {
			return nil, false
		}
		input[name] = v
	}
	return input, true
}

// Fixed reports whether the URI has no names in it.
func (r *Resource) Fixed() bool { return !pathNames.MatchString(r.URI) }
