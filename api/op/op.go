package op

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/oabp/oabpd/settle"
)

// Op is a declared operation with its types erased.
type Op struct {
	Spec
	entries []*Entry
	call    func(ctx context.Context, in any) (any, error)
}

// Entry is one way to call an operation: a route, a tool or a resource.
type Entry struct {
	// Op is the operation behind it.
	Op *Op
	// Route is set on REST, Tool or Resource on MCP; the others are nil.
	Route    *Binding
	Tool     *Tool
	Resource *Resource
	Dialect  Dialect

	in  *InMap
	out *OutMap
}

// New declares an operation. It panics on a mistake in the declaration, as
// regexp.MustCompile does: the table is built once at the start.
func New[In, Out any](s Spec, do func(context.Context, In) (Out, error)) *Op {
	if do == nil {
		panic("op " + s.Name + ": no function")
	}
	o := &Op{Spec: s, call: func(ctx context.Context, in any) (any, error) { return do(ctx, in.(In)) }}
	if len(o.Outcomes) == 0 {
		o.Outcomes = []Outcome{Done}
	}
	if o.MaxBody == 0 {
		o.MaxBody = DefaultMaxBody
	}
	o.NoStore = o.NoStore || o.Secret
	in := func(m *InMap) *InMap {
		if m == nil {
			return From(func(v In) (In, error) { return v, nil })
		}
		if m.to != reflect.TypeFor[In]() {
			panic(fmt.Sprintf("op %s: input mapping gives %v, not %v", s.Name, m.to, reflect.TypeFor[In]()))
		}
		return m
	}
	out := func(m *OutMap) *OutMap {
		if m == nil {
			return To(func(v Out) Out { return v })
		}
		if m.from != reflect.TypeFor[Out]() {
			panic(fmt.Sprintf("op %s: output mapping takes %v, not %v", s.Name, m.from, reflect.TypeFor[Out]()))
		}
		return m
	}
	for i := range s.Bindings {
		b := s.Bindings[i]
		o.entries = append(o.entries, &Entry{Op: o, Route: &b, Dialect: b.Dialect, in: in(b.In), out: out(b.Out)})
	}
	for i := range s.Tools {
		t := s.Tools[i]
		if t.Dialect == "" {
			t.Dialect = Board
		}
		o.entries = append(o.entries, &Entry{Op: o, Tool: &t, Dialect: t.Dialect, in: in(t.In), out: out(t.Out)})
		for _, a := range t.Aliases {
			x := t
			x.Name, x.Of, x.Aliases = a.Name, t.Name, nil
			if a.In != nil {
				x.In = a.In
			}
			o.entries = append(o.entries, &Entry{Op: o, Tool: &x, Dialect: t.Dialect, in: in(x.In), out: out(t.Out)})
		}
	}
	for i := range s.Resources {
		r := s.Resources[i]
		o.entries = append(o.entries, &Entry{Op: o, Resource: &r, Dialect: r.Dialect, in: in(r.In), out: out(r.Out)})
	}
	if err := o.check(); err != nil {
		panic(err.Error())
	}
	return o
}

var (
	namePattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	pathNames   = regexp.MustCompile(`\{([^{}]*)\}`)
	methods     = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
)

// check finds mistakes in one declaration.
func (o *Op) check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("op %s: "+format, append([]any{o.Name}, args...)...)
	}
	if !namePattern.MatchString(o.Name) {
		return fail("name must be snake_case")
	}
	if o.Summary == "" {
		return fail("no summary")
	}
	for _, c := range o.Errors {
		if !Known(c) {
			return fail("code %q has no status", c)
		}
	}
	for _, e := range o.entries {
		if e.Tool != nil {
			if !namePattern.MatchString(e.Tool.Name) {
				return fail("tool name %q", e.Tool.Name)
			}
			if _, taken := e.in.shape.fields[apiKeyArg]; taken {
				return fail("tool input has a field %s, which the frame adds", apiKeyArg)
			}
			continue
		}
		if e.Resource != nil {
			if err := e.checkResource(); err != nil {
				return fail("%w", err)
			}
			continue
		}
		if !slices.Contains(methods, e.Route.Method) || !strings.HasPrefix(e.Route.Path, "/") || e.Dialect == "" {
			return fail("binding %s %s needs a dialect, a method and a path", e.Route.Method, e.Route.Path)
		}
		for _, p := range e.PathParams() {
			if _, ok := e.in.shape.fields[p]; !ok {
				return fail("path parameter %s has no field", p)
			}
		}
	}
	for _, x := range o.Exempt {
		if strings.TrimSpace(x.Reason) == "" {
			return fail("exempt from %s without a reason", x.Surface)
		}
	}
	return nil
}

// PathParams are the names in braces of a route's path or a resource's URI, in
// order; none for a tool.
func (e *Entry) PathParams() (names []string) {
	template := ""
	switch {
	case e.Route != nil:
		template = e.Route.Path
	case e.Resource != nil:
		template = e.Resource.URI
	}
	for _, m := range pathNames.FindAllStringSubmatch(template, -1) {
		names = append(names, m[1])
	}
	return names
}

// Place says where a field of the input is carried on REST.
type Place string

// The places.
const (
	InPath  Place = "path"
	InQuery Place = "query"
	InBody  Place = "body"
)

// Place is where the field called name is carried: the path if the template
// names it, the query string for GET and DELETE and for fields marked query,
// else the body.
func (e *Entry) Place(name string) Place {
	switch {
	case slices.Contains(e.PathParams(), name):
		return InPath
	case e.Route != nil && (e.Route.Method == "GET" || e.Route.Method == "DELETE"), e.in.shape.fields[name].query:
		return InQuery
	}
	return InBody
}

// Fields are the names of the input's fields with their types ("string",
// "integer", "array", …), for surfaces that get texts and must write JSON.
func (e *Entry) Fields() map[string]string {
	m := make(map[string]string, len(e.in.shape.fields))
	for name, f := range e.in.shape.fields {
		m[name] = f.kind
	}
	return m
}

// ItemType is the type of the elements of an array field.
func (e *Entry) ItemType(name string) string { return e.in.shape.fields[name].item }

// InSchema is a copy of the input's schema: the whole object, wherever its
// fields are carried. A scoped tool's has the optional api_key.
func (e *Entry) InSchema() *jsonschema.Schema {
	s := e.in.shape.schema.CloneSchemas()
	if e.Tool != nil && e.Op.Scope != Public {
		if s.Properties == nil {
			s.Properties = map[string]*jsonschema.Schema{}
		}
		s.Properties[apiKeyArg] = &jsonschema.Schema{Type: "string",
			Description: "Your API key or bearer token. Not needed when the HTTP request has an Authorization header."}
		s.PropertyOrder = append(s.PropertyOrder, apiKeyArg)
	}
	return s
}

// OutSchema is a copy of the output's schema, nil if the answer is Raw.
func (e *Entry) OutSchema() *jsonschema.Schema {
	if e.out.schema == nil {
		return nil
	}
	return e.out.schema.CloneSchemas()
}

// Status is the HTTP status of an outcome on this entry.
func (e *Entry) Status(o Outcome) int {
	if e.Route != nil {
		if s, ok := e.Route.Status[o]; ok {
			return s
		}
	}
	return o.Status()
}

// Codes are all the codes that the entry can answer with, sorted: those of the
// operation and those of the frame.
func (e *Entry) Codes() []settle.Code {
	cs := append(slices.Clone(e.Op.Errors), settle.CodeInvalid, settle.CodeRateLimited, settle.CodeInternal, CodeTimeout, settle.CodeChainUnavailable)
	switch e.Op.Scope {
	case Agent:
		cs = append(cs, settle.CodeUnauthenticated)
		if e.Op.Attestable {
			cs = append(cs, settle.CodeAnonymousSubmission)
		}
		if e.Op.Claimable {
			cs = append(cs, settle.CodeAnonymousSubmission, settle.CodeIdentityProofRequired, settle.CodeForbidden, settle.CodeNotFound)
		}
	case Admin:
		cs = append(cs, settle.CodeForbidden)
	}
	if e.Route != nil && e.Route.Method != "GET" {
		cs = append(cs, CodeIdempotencyRunning, CodeIdempotencyMismatch)
		if e.Route.Method != "DELETE" {
			cs = append(cs, CodeTooLarge, CodeUnsupportedMedia)
		}
		if e.Op.Secret {
			cs = append(cs, CodeIdempotencySpent)
		}
	}
	slices.Sort(cs)
	return slices.Compact(cs)
}
