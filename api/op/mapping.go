package op

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/oabp/oabpd/settle"
)

// InMap reads a wire input and gives an operation's own input type.
type InMap struct {
	to      reflect.Type
	shape   *shape
	choices []*InMap
	pick    func(has func(key string) bool) int
	conv    func(raw []byte) (any, error)
}

// From reads a D by D's rules and converts it with conv, which may refuse with
// a *settle.Error. It panics if D cannot be described (a mistake in the table).
func From[D, In any](conv func(D) (In, error)) *InMap {
	return &InMap{
		to:    reflect.TypeFor[In](),
		shape: mustShape(reflect.TypeFor[D]()),
		conv: func(raw []byte) (any, error) {
			d, err := decode[D](raw)
			if err != nil {
				return nil, err
			}
			return conv(d)
		},
	}
}

// OneOf is for a path that takes several bodies: pick looks at the keys of the
// input and gives the index of the mapping that reads it. An index out of
// range refuses the input.
func OneOf(pick func(has func(key string) bool) int, maps ...*InMap) *InMap {
	if len(maps) == 0 {
		panic("op: OneOf without mappings")
	}
	merged := &shape{
		schema: &jsonschema.Schema{Type: "object"}, fields: map[string]field{},
	}
	for _, m := range maps {
		if m.to != maps[0].to {
			panic(fmt.Sprintf("op: OneOf mixes %v and %v", maps[0].to, m.to))
		}
		merged.schema.AnyOf = append(merged.schema.AnyOf, m.shape.schema)
		for name, f := range m.shape.fields {
			merged.fields[name] = f
		}
	}
	return &InMap{to: maps[0].to, shape: merged, choices: maps, pick: pick}
}

// read checks the members of an input object and gives the operation's input,
// with the canonical bytes that were read.
func (m *InMap) read(members map[string]any) (any, []byte, error) {
	if m.choices != nil {
		i := m.pick(func(key string) bool { _, ok := members[key]; return ok })
		if i < 0 || i >= len(m.choices) {
			return nil, nil, settle.Errorf(settle.CodeInvalid, "the body has none of the shapes that this path takes")
		}
		return m.choices[i].read(members)
	}
	clean, problems := m.shape.check(members)
	if len(problems) > 0 {
		return nil, nil, invalid(problems)
	}
	raw, err := json.Marshal(clean)
	if err != nil {
		return nil, nil, fmt.Errorf("writing a checked input: %w", err)
	}
	in, err := m.conv(raw)
	return in, raw, err
}

// decode reads checked bytes. What fails here is a type that refuses in its
// UnmarshalJSON or UnmarshalText what its schema let pass.
func decode[D any](raw []byte) (D, error) {
	var d D
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, settle.Errorf(settle.CodeInvalid, "%s", err.Error())
	}
	return d, nil
}

// OutMap turns an operation's output into what a binding sends.
type OutMap struct {
	from   reflect.Type
	schema *jsonschema.Schema // nil for Raw
	conv   func(any) any
}

// To sends conv's result in place of the operation's output; D may be Raw. It
// panics if D cannot be described (a mistake in the table).
func To[Out, D any](conv func(Out) D) *OutMap {
	return &OutMap{
		from:   reflect.TypeFor[Out](),
		schema: outSchema(reflect.TypeFor[D]()),
		conv:   func(v any) any { return conv(v.(Out)) },
	}
}

// outSchema describes an output type; nil for Raw.
func outSchema(t reflect.Type) *jsonschema.Schema {
	if t == reflect.TypeFor[Raw]() {
		return nil
	}
	s, err := jsonschema.ForType(t, schemaOptions())
	if err != nil {
		panic(fmt.Sprintf("op: output %v: %v", t, err))
	}
	openObjects(s)
	return s
}

// openObjects lets an output grow: a client must accept members it does not
// know, so an answer's schema does not forbid them.
func openObjects(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.AdditionalProperties != nil && s.Properties != nil {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		openObjects(p)
	}
	openObjects(s.Items)
	openObjects(s.AdditionalProperties)
	for _, p := range slices.Concat(s.AnyOf, s.OneOf, s.AllOf) {
		openObjects(p)
	}
}
