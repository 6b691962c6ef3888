package op

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/oabp/oabpd/settle"
)

// FieldError says what is wrong with one field.
type FieldError struct {
	// Pointer is a JSON pointer (RFC 6901) into the input; a path or query
	// parameter is a top-level member.
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

// maxFieldErrors bounds the list: one hostile body makes one short answer.
const maxFieldErrors = 20

// invalid is the refusal for a list of field errors, which is not empty.
func invalid(problems []FieldError) error {
	slices.SortStableFunc(problems, func(a, b FieldError) int { return strings.Compare(a.Pointer, b.Pointer) })
	name := strings.ReplaceAll(strings.TrimPrefix(problems[0].Pointer, "/"), "/", ".")
	msg := problems[0].Message
	if name != "" {
		msg = name + ": " + msg
	}
	if n := len(problems) - 1; n > 0 {
		msg += fmt.Sprintf(" (and %d more)", n)
	}
	return settle.Errorf(settle.CodeInvalid, "%s", msg).With("errors", problems[:min(len(problems), maxFieldErrors)])
}

// checker walks an input beside its schema.
type checker struct {
	rules    map[*jsonschema.Schema]*rule
	problems []FieldError
}

// check gives the input with texts trimmed and defaults filled in, or what is
// wrong with it.
func (sh *shape) check(members map[string]any) (map[string]any, []FieldError) {
	c := &checker{rules: sh.rules}
	out := c.object("", members, sh.schema)
	return out, c.problems
}

func (c *checker) fail(pointer, format string, args ...any) {
	if len(c.problems) <= maxFieldErrors {
		c.problems = append(c.problems, FieldError{pointer, fmt.Sprintf(format, args...)})
	}
}

func (c *checker) value(at string, v any, s *jsonschema.Schema) any {
	switch s.Type {
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			c.fail(at, "must be an object")
			return v
		}
		return c.object(at, m, s)
	case "array":
		l, ok := v.([]any)
		if !ok {
			c.fail(at, "must be an array")
			return v
		}
		return c.array(at, l, s)
	case "string":
		t, ok := v.(string)
		if !ok {
			c.fail(at, "must be a string")
			return v
		}
		return c.text(at, t, s)
	case "integer", "number":
		c.number(at, v, s)
	case "boolean":
		if _, ok := v.(bool); !ok {
			c.fail(at, "must be true or false")
		}
	default:
		c.free(at, v)
	}
	return v
}

func (c *checker) object(at string, m map[string]any, s *jsonschema.Schema) map[string]any {
	out := make(map[string]any, len(m))
	for _, key := range sortedKeys(m) {
		v, here := m[key], at+"/"+escapePointer(key)
		p := s.Properties[key]
		switch {
		case p == nil && s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil: // a map
			if !cleanText(key) {
				c.fail(at, "a key has a control character")
				continue
			}
			p = s.AdditionalProperties
		case p == nil:
			c.fail(here, "is not a field of this request")
			continue
		case v == nil && !slices.Contains(s.Required, key):
			continue // null is absent
		}
		out[key] = c.value(here, v, p)
	}
	for _, key := range s.Required {
		if _, ok := m[key]; !ok {
			c.fail(at+"/"+escapePointer(key), "is required")
		}
	}
	for key, p := range s.Properties {
		if _, ok := out[key]; !ok && p.Default != nil {
			out[key] = p.Default
		}
	}
	return out
}

func (c *checker) array(at string, l []any, s *jsonschema.Schema) any {
	if s.MinItems != nil && len(l) < *s.MinItems || s.MaxItems != nil && len(l) > *s.MaxItems {
		c.fail(at, "must have %s elements", span(s.MinItems, s.MaxItems))
		return l
	}
	out := make([]any, len(l))
	for i, v := range l {
		out[i] = c.value(at+"/"+strconv.Itoa(i), v, s.Items)
	}
	return out
}

func (c *checker) text(at, t string, s *jsonschema.Schema) string {
	r := c.rules[s]
	if !r.exact {
		t = strings.TrimFunc(t, func(x rune) bool { return unicode.IsSpace(x) || x == '\ufeff' })
	}
	units := len(utf16.Encode([]rune(t)))
	switch {
	case !cleanText(t):
		c.fail(at, "must not have control characters other than tab and line breaks")
	case r.min != nil && units < *r.min || r.max != nil && units > *r.max:
		c.fail(at, "must have %s characters (it has %d)", span(r.min, r.max), units)
	case s.Enum != nil && !slices.Contains(s.Enum, any(t)):
		c.fail(at, "must be one of %s", joinAny(s.Enum))
	case formats[s.Format] != nil:
		if err := formats[s.Format](t); err != nil {
			c.fail(at, "%s", err.Error())
		}
	case r.pattern != nil && !r.pattern.MatchString(t):
		c.fail(at, "does not match %s", s.Pattern)
	}
	return t
}

func (c *checker) number(at string, v any, s *jsonschema.Schema) {
	n, ok := v.(json.Number)
	if !ok || len(n) > 64 {
		c.fail(at, "must be %s", article(s.Type))
		return
	}
	x, ok := new(big.Rat), false
	if s.Type == "integer" {
		var i *big.Int
		if i, ok = new(big.Int).SetString(string(n), 10); ok {
			if !i.IsInt64() && !(i.IsUint64() && s.Minimum != nil && *s.Minimum >= 0) {
				c.fail(at, "is out of range")
				return
			}
			x.SetInt(i)
		}
	} else if _, exp, _ := strings.Cut(strings.ToLower(string(n)), "e"); len(strings.TrimLeft(exp, "+-0")) > 2 {
		c.fail(at, "is out of range") // before a big number is made of it
		return
	} else {
		_, ok = x.SetString(string(n))
	}
	switch {
	case !ok:
		c.fail(at, "must be %s", article(s.Type))
	case s.Minimum != nil && x.Cmp(exactly(*s.Minimum)) < 0:
		c.fail(at, "must be at least %s", plain(*s.Minimum))
	case s.Maximum != nil && x.Cmp(exactly(*s.Maximum)) > 0:
		c.fail(at, "must be at most %s", plain(*s.Maximum))
	}
}

// exactly is a bound as it was written, so that 0.01 is one hundredth.
func exactly(bound float64) *big.Rat {
	r, _ := new(big.Rat).SetString(plain(bound)) // a finite number, so it always reads
	return r
}

// plain is a bound as people write it: 1000000, not 1e+06.
func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// free looks at a value of a field that takes anything: texts in it must still
// be free of control characters.
func (c *checker) free(at string, v any) {
	switch v := v.(type) {
	case string:
		if !cleanText(v) {
			c.fail(at, "must not have control characters other than tab and line breaks")
		}
	case []any:
		for i, x := range v {
			c.free(at+"/"+strconv.Itoa(i), x)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			if !cleanText(k) {
				c.fail(at, "a key has a control character")
				continue
			}
			c.free(at+"/"+escapePointer(k), v[k])
		}
	}
}

// cleanText is board.md's rule: no control characters except tab, LF and CR.
func cleanText(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r'
	})
}

func span(lo, hi *int) string {
	switch {
	case hi == nil:
		return fmt.Sprintf("at least %d", *lo)
	case lo == nil:
		return fmt.Sprintf("at most %d", *hi)
	case *lo == *hi:
		return strconv.Itoa(*lo)
	}
	return fmt.Sprintf("%d to %d", *lo, *hi)
}

func article(kind string) string {
	if kind == "integer" {
		return "an integer"
	}
	return "a " + kind
}

func joinAny(vs []any) string {
	ss := make([]string, len(vs))
	for i, v := range vs {
		ss[i] = fmt.Sprint(v)
	}
	return strings.Join(ss, ", ")
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func escapePointer(s string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(s)
}

// Invalid is the refusal of one field of an input, for surfaces and
// operations: name is the field, in dotted form if it is nested.
func Invalid(name, format string, args ...any) error {
	return invalid([]FieldError{{"/" + strings.ReplaceAll(escapePointer(name), ".", "/"), fmt.Sprintf(format, args...)}})
}
