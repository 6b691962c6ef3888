package op

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// shape is an input type: its published schema and the rules beside it.
type shape struct {
	schema *jsonschema.Schema
	rules  map[*jsonschema.Schema]*rule
	fields map[string]field
}

// field is what surfaces must know of a top-level field.
type field struct {
	kind, item string
	query      bool
}

// rule is what a schema node cannot say, or says in other units.
type rule struct {
	exact   bool
	min     *int // length in UTF-16 code units
	max     *int
	pattern *regexp.Regexp
}

// schemaOptions are the schemas of types with their own text form.
func schemaOptions() *jsonschema.ForOptions {
	return &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[settle.Address]():  {Type: "string", Format: "evm-address", Pattern: "^0[xX][0-9a-fA-F]{40}$"},
		reflect.TypeFor[settle.Hash]():     {Type: "string", Format: "evm-hash", Pattern: "^0[xX][0-9a-fA-F]{64}$"},
		reflect.TypeFor[money.Amount]():    {Type: "string", Format: "token-units", Pattern: "^(0|[1-9][0-9]{0,77})$"},
		reflect.TypeFor[settle.Uint256]():  {Type: "string", Format: "token-units", Pattern: "^(0|[1-9][0-9]{0,77})$"},
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[json.Number]():     {Type: "number"},
	}}
}

// mustShape describes an input type or panics: the type is part of the table.
func mustShape(t reflect.Type) *shape {
	s, err := newShape(t)
	if err != nil {
		panic(fmt.Sprintf("op: input %v: %v", t, err))
	}
	return s
}

func newShape(t reflect.Type) (*shape, error) {
	schema, err := jsonschema.ForType(t, schemaOptions())
	if err != nil {
		return nil, err
	}
	if schema.Type != "object" || schema.AdditionalProperties == nil || schema.AdditionalProperties.Not == nil {
		return nil, fmt.Errorf("want a struct")
	}
	sh := &shape{schema: schema, rules: map[*jsonschema.Schema]*rule{}, fields: map[string]field{}}
	if err := sh.describe(t, schema); err != nil {
		return nil, err
	}
	for name, p := range schema.Properties {
		f := sh.fields[name]
		f.kind = p.Type
		if p.Items != nil {
			f.item = p.Items.Type
		}
		sh.fields[name] = f
	}
	return sh, nil
}

// describe applies the tags of t and of what it holds to s, and takes null out
// of the published types: for an input null means absent.
func (sh *shape) describe(t reflect.Type, s *jsonschema.Schema) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	if sh.rules[s] == nil {
		sh.rules[s] = &rule{}
	}
	if _, own := schemaOptions().TypeSchemas[t]; own {
		return nil
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return sh.describe(t.Elem(), s.Items)
	case reflect.Map:
		return sh.describe(t.Elem(), s.AdditionalProperties)
	case reflect.Struct:
	default:
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		p := s.Properties[name]
		if f.Anonymous || !f.IsExported() || p == nil {
			continue
		}
		if err := sh.describe(f.Type, p); err != nil {
			return err
		}
		query, err := sh.tag(f.Tag.Get("op"), p)
		if err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
		if p.Default != nil && slices.Contains(s.Required, name) {
			return fmt.Errorf("field %s: a default needs omitempty", name)
		}
		if query && s == sh.schema {
			sh.fields[name] = field{query: true}
		}
	}
	return nil
}

// tag applies one op tag to the schema of its field.
func (sh *shape) tag(tag string, p *jsonschema.Schema) (query bool, err error) {
	for tag != "" {
		var item string
		if strings.HasPrefix(tag, "pattern=") {
			item, tag = tag, ""
		} else {
			item, tag, _ = strings.Cut(tag, ",")
		}
		word, value, _ := strings.Cut(item, "=")
		target := p
		if p.Items != nil && word != "items" && word != "default" {
			target = p.Items
		}
		switch word {
		case "query":
			query = true
		case "exact":
			sh.rules[target].exact = true
		case "len":
			target.MinLength, target.MaxLength, err = bounds(value, strconv.Atoi)
			sh.rules[target].min, sh.rules[target].max = target.MinLength, target.MaxLength
		case "items":
			p.MinItems, p.MaxItems, err = bounds(value, strconv.Atoi)
		case "range":
			var lo, hi *float64
			lo, hi, err = bounds(value, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) })
			target.Minimum, target.Maximum = cmp.Or(lo, target.Minimum), cmp.Or(hi, target.Maximum)
		case "enum":
			for _, v := range strings.Split(value, "|") {
				target.Enum = append(target.Enum, v)
			}
		case "format":
			if formats[value] == nil {
				err = fmt.Errorf("unknown format %q", value)
			}
			target.Format = value
		case "default":
			p.Default = json.RawMessage(value)
			if p.Type == "string" {
				p.Default, err = json.Marshal(value)
			}
			if err == nil && !json.Valid(p.Default) {
				err = fmt.Errorf("default %q", value)
			}
		case "pattern":
			target.Pattern = value
			sh.rules[target].pattern, err = regexp.Compile(value)
		default:
			err = fmt.Errorf("unknown rule %q", item)
		}
		if err != nil {
			return false, err
		}
	}
	return query, nil
}

// bounds reads "8..140", "8.." or "..140".
func bounds[T any](s string, parse func(string) (T, error)) (lo, hi *T, err error) {
	a, b, ok := strings.Cut(s, "..")
	if !ok || a+b == "" {
		return nil, nil, fmt.Errorf("bounds %q: want low..high", s)
	}
	for _, end := range []struct {
		text string
		to   **T
	}{{a, &lo}, {b, &hi}} {
		if end.text == "" {
			continue
		}
		n, err := parse(end.text)
		if err != nil {
			return nil, nil, fmt.Errorf("bounds %q: %w", s, err)
		}
		*end.to = &n
	}
	return lo, hi, nil
}
