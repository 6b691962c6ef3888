package evidence

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Bounds of what is sent (board.md (f), (g)). The value is bounded as a whole,
// not its primary text alone.
const (
	MaxItems = 24
	// MaxText bounds every text in a value, in UTF-16 code units.
	MaxText = 600
	// MaxValueBytes bounds a value's JSON.
	MaxValueBytes = 4096
	// MaxValueParts bounds how many members and elements a value has in all.
	MaxValueParts = 64
	// MaxValueDepth bounds how deep a value nests; itself counts.
	MaxValueDepth = 4
)

// Item is one piece of evidence, as it was sent.
type Item struct {
	Kind  Kind   `json:"kind"`
	Label string `json:"label"`
	// Value is a JSON object; Check says what must be in it.
	Value json.RawMessage `json:"value"`
}

// Verdict is what Check found of an item that has its form.
type Verdict struct {
	// Compliant is false for a place outside the circle that was asked for.
	Compliant bool
	// Within says that the place lies within the circle; false where none is asked.
	Within bool
}

// Check holds items against what a mission asks for. An item that is not asked
// for, lacks its form, or is missing, is an error; a place outside of the circle
// is not, but it does not comply.
func Check(rs []Requirement, items []Item) ([]Verdict, error) {
	switch {
	case len(rs) == 0 && len(items) > 0:
		return nil, fmt.Errorf("none is asked for here, so leave it out")
	case len(items) > MaxItems:
		return nil, fmt.Errorf("at most %d items", MaxItems)
	}
	out := make([]Verdict, len(items))
	have := map[int]int{}
	for k, x := range items {
		n := slices.IndexFunc(rs, func(r Requirement) bool { return r.Kind == x.Kind && r.Label == x.Label })
		if n < 0 {
			return nil, fmt.Errorf("item %d: nothing of this kind with this label is asked for; ask for it exactly as evidence_required names it: %s", k+1, asked(rs))
		}
		v, err := rs[n].judge(x.Value)
		if err != nil {
			return nil, fmt.Errorf("item %d (%s): %w", k+1, rs[n].Name(), err)
		}
		out[k] = v
		have[n]++
	}
	for n, r := range rs {
		if have[n] < r.Min {
			return nil, fmt.Errorf("%s: %d asked for, %d sent", r.Name(), r.Min, have[n])
		}
	}
	return out, nil
}

func asked(rs []Requirement) string {
	var out []string
	for _, r := range rs {
		out = append(out, r.Name())
	}
	return strings.Join(out, ", ")
}

// judge looks at the value of one item.
func (r Requirement) judge(raw json.RawMessage) (v Verdict, err error) {
	value, err := parse(raw)
	if err != nil {
		return v, err
	}
	if err := r.primary(value); err != nil {
		return v, err
	}
	for _, f := range r.Fields {
		if blank(value[f]) {
			return v, fmt.Errorf("value.%s is missing or blank", f)
		}
	}
	if err := r.match(value); err != nil {
		return v, err
	}
	v.Compliant = true
	if !r.RequireGeo && r.Near == nil {
		return v, nil
	}
	p, err := placeOf(value)
	if err != nil {
		return v, err
	}
	if r.Near != nil {
		v.Within = r.Near.Within(p)
		v.Compliant = v.Within
	}
	return v, nil
}

// primary asks for what every item of a kind has.
func (r Requirement) primary(value map[string]any) error {
	name := primaryField(r.Kind)
	if name == "" {
		return nil
	}
	t, ok := value[name].(string)
	if !ok || strings.TrimSpace(t) == "" {
		return fmt.Errorf("value.%s is required", name)
	}
	if name == "url" {
		return checkURL(t)
	}
	return nil
}

// primaryField is the member of a value that every item of a kind has; empty for
// receipt and location, which have none.
func primaryField(k Kind) string {
	switch k {
	case Photo, URL, File:
		return "url"
	case Code, Attestation:
		return "text"
	}
	return ""
}

// match asks of the primary text what the requirement says; of a kind without
// one, of value.reference or value.text.
func (r Requirement) match(value map[string]any) error {
	if !r.matches() {
		return nil
	}
	names := []string{"reference", "text"}
	if f := primaryField(r.Kind); f != "" {
		names = []string{f}
	}
	text, name := "", names[0]
	for _, n := range names {
		if t, ok := value[n].(string); ok && strings.TrimSpace(t) != "" {
			text, name = t, n
			break
		}
	}
	switch n := length(text); {
	case text == "":
		return fmt.Errorf("value.%s is required", strings.Join(names, " or value."))
	case !strings.HasPrefix(text, r.StartsWith):
		return fmt.Errorf("value.%s must start with %q", name, r.StartsWith)
	case !strings.Contains(text, r.Contains):
		return fmt.Errorf("value.%s must contain %q", name, r.Contains)
	case n < r.MinLength:
		return fmt.Errorf("value.%s must have at least %d characters (it has %d)", name, r.MinLength, n)
	case r.MaxLength > 0 && n > r.MaxLength:
		return fmt.Errorf("value.%s must have at most %d characters (it has %d)", name, r.MaxLength, n)
	}
	return nil
}

func blank(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return !strings.ContainsFunc(v, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) })
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

func placeOf(value map[string]any) (p Place, err error) {
	geo, ok := value["geo"].(map[string]any)
	if !ok {
		return p, fmt.Errorf("value.geo is required: {lat, lon} in degrees")
	}
	for _, x := range []struct {
		name string
		to   *int64
	}{{"lat", &p.LatE7}, {"lon", &p.LonE7}} {
		n, ok := geo[x.name].(json.Number)
		if !ok {
			return p, fmt.Errorf("value.geo.%s must be a number of degrees", x.name)
		}
		if *x.to, err = Degrees(n); err != nil {
			return p, fmt.Errorf("value.geo.%s: %w", x.name, err)
		}
	}
	if err := p.check(); err != nil {
		return p, fmt.Errorf("value.geo: %w", err)
	}
	return p, nil
}
