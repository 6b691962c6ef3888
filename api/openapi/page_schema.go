package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Bounds of a table of fields: how deep it goes, and how many rows it has.
const (
	rowDepth = 4
	rowMost  = 200
)

// schema is what the page reads of a JSON Schema.
type schema struct {
	Type        kinds             `json:"type"`
	Description string            `json:"description"`
	Format      string            `json:"format"`
	Pattern     string            `json:"pattern"`
	Enum        []json.RawMessage `json:"enum"`
	Const       json.RawMessage   `json:"const"`
	Default     json.RawMessage   `json:"default"`
	Minimum     *json.Number      `json:"minimum"`
	Maximum     *json.Number      `json:"maximum"`
	MinLength   *int              `json:"minLength"`
	MaxLength   *int              `json:"maxLength"`
	Required    []string          `json:"required"`
	Properties  map[string]schema `json:"properties"`
	Items       *schema           `json:"items"`
	AnyOf       []schema          `json:"anyOf"`
}

// UnmarshalJSON implements json.Unmarshaler: true and false are schemas too, which say
// nothing of a type.
func (s *schema) UnmarshalJSON(b []byte) error {
	var all bool
	if json.Unmarshal(b, &all) == nil {
		return nil
	}
	type plain schema
	return json.Unmarshal(b, (*plain)(s))
}

// kinds is one type or several.
type kinds []string

// UnmarshalJSON implements json.Unmarshaler.
func (k *kinds) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*k = kinds{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(k))
}

// kind is the type in words: "string", "list of object", "integer or null".
func (s schema) kind() string {
	var out []string
	for _, k := range s.Type {
		if k == "array" && s.Items != nil {
			k = "list of " + s.Items.kind()
		}
		if k != "null" {
			out = append(out, k)
		}
	}
	if slices.Contains(s.Type, "null") {
		out = append(out, "null")
	}
	if len(out) == 0 {
		return "any"
	}
	return strings.Join(out, " or ")
}

// notes are a description and the bounds that a schema sets.
func notes(description string, s schema) string {
	var out []string
	if description != "" {
		out = append(out, strings.TrimSuffix(description, "."))
	}
	text := func(list []json.RawMessage) string {
		words := make([]string, 0, len(list))
		for _, x := range list {
			words = append(words, strings.Trim(string(x), `"`))
		}
		return strings.Join(words, ", ")
	}
	if len(s.Enum) > 0 {
		out = append(out, "one of: "+text(s.Enum))
	}
	if len(s.Const) > 0 {
		out = append(out, "always "+text([]json.RawMessage{s.Const}))
	}
	if len(s.Default) > 0 {
		out = append(out, "default "+text([]json.RawMessage{s.Default}))
	}
	if r := between(s.Minimum, s.Maximum); r != "" {
		out = append(out, r)
	}
	if r := between(s.MinLength, s.MaxLength); r != "" {
		out = append(out, r+" characters")
	}
	if s.Format != "" {
		out = append(out, "format "+s.Format)
	}
	return strings.Join(out, "; ")
}

func between[N any](low, high *N) string {
	switch {
	case low != nil && high != nil:
		return fmt.Sprintf("%v to %v", *low, *high)
	case low != nil:
		return fmt.Sprintf("at least %v", *low)
	case high != nil:
		return fmt.Sprintf("at most %v", *high)
	}
	return ""
}

// rows are the fields of an object, those of objects within it below them by
// dotted names.
func (s schema) rows(place string) (out []row) {
	s.walk("", place, 0, &out)
	return out
}

func (s schema) walk(prefix, place string, depth int, out *[]row) {
	for _, v := range s.AnyOf {
		v.walk(prefix, place, depth, out)
	}
	if s.Items != nil {
		s.Items.walk(prefix+"[].", place, depth, out)
	}
	var level []row
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		level = append(level, row{Name: name, Place: place, Type: p.kind(), Note: notes(p.Description, p), Required: slices.Contains(s.Required, name)})
	}
	sortRows(level)
	for _, r := range level {
		if len(*out) == rowMost {
			return
		}
		p := s.Properties[r.Name]
		r.Name = prefix + r.Name
		if len(*out) == 0 || !slices.ContainsFunc(*out, func(x row) bool { return x.Name == r.Name && x.Place == r.Place }) {
			*out = append(*out, r)
		}
		if depth < rowDepth {
			if p.Items != nil {
				p.Items.walk(r.Name+"[].", place, depth+1, out)
			} else {
				p.walk(r.Name+".", place, depth+1, out)
			}
		}
	}
}
