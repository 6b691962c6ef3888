package op

import (
	"fmt"
	"slices"
)

// Table is every operation of the product, once.
type Table []*Op

// Routes are the REST entries in the table's order.
func (t Table) Routes() (es []*Entry) {
	for _, o := range t {
		for _, e := range o.entries {
			if e.Route != nil {
				es = append(es, e)
			}
		}
	}
	return es
}

// Tools are the MCP entries in the table's order.
func (t Table) Tools() (es []*Entry) {
	for _, o := range t {
		for _, e := range o.entries {
			if e.Tool != nil {
				es = append(es, e)
			}
		}
	}
	return es
}

// Check finds what makes a table inconsistent: a name, a route or a tool that
// occurs twice (or the name or URI of a resource), and two paths that differ in the names of their parameters
// only (OpenAPI takes them for one).
func (t Table) Check() error {
	seen := map[string]string{}
	take := func(key, by string) error {
		if other, ok := seen[key]; ok {
			return fmt.Errorf("table: %s of %s is taken by %s", key, by, other)
		}
		seen[key] = by
		return nil
	}
	for _, o := range t {
		if err := take("name "+o.Name, o.Name); err != nil {
			return err
		}
	}
	for _, e := range t.Tools() {
		if err := take("tool "+e.Tool.Name, e.Op.Name); err != nil {
			return err
		}
	}
	for _, e := range t.Resources() {
		if err := take("resource "+e.Resource.Name, e.Op.Name); err != nil {
			return err
		}
		if err := take("URI "+pathNames.ReplaceAllString(e.Resource.URI, "{}"), e.Op.Name); err != nil {
			return err
		}
	}
	templates := map[string]string{}
	for _, e := range t.Routes() {
		route := "route " + e.Route.Method + " " + e.Route.Path
		if e.Route.Profile != "" {
			if seen[route] != e.Op.Name {
				return fmt.Errorf("table: %s of %s has a profile %s and none without before it", route, e.Op.Name, e.Route.Profile)
			}
			route += " " + e.Route.Profile
		}
		if err := take(route, e.Op.Name); err != nil {
			return err
		}
		anonymous := pathNames.ReplaceAllString(e.Route.Path, "{}")
		if other, ok := templates[anonymous]; ok && other != e.Route.Path {
			return fmt.Errorf("table: paths %s and %s differ in names only", other, e.Route.Path)
		}
		templates[anonymous] = e.Route.Path
	}
	return nil
}

// Gaps lists what breaks the rule that every operation is on every surface or
// has a written reason, and exemptions that are not needed (any more).
func (t Table) Gaps() (gaps []string) {
	for _, o := range t {
		has := map[Surface]bool{REST: len(o.Bindings) > 0, MCP: len(o.Tools) > 0}
		for _, s := range []Surface{REST, MCP} {
			exempt := slices.ContainsFunc(o.Exempt, func(x Exempt) bool { return x.Surface == s })
			switch {
			case !has[s] && !exempt:
				gaps = append(gaps, fmt.Sprintf("%s is not on %s and no reason is written", o.Name, s))
			case has[s] && exempt:
				gaps = append(gaps, fmt.Sprintf("%s is on %s but exempt from it", o.Name, s))
			}
		}
	}
	return gaps
}
