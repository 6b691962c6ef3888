package evidence

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// Kind is what a piece of evidence is.
type Kind string

// The kinds of board.md (f).
const (
	Photo       Kind = "photo"
	URL         Kind = "url"
	Receipt     Kind = "receipt"
	Code        Kind = "code"
	Location    Kind = "location"
	File        Kind = "file"
	Attestation Kind = "attestation"
)

// Kinds are all of them.
func Kinds() []Kind { return []Kind{Photo, URL, Receipt, Code, Location, File, Attestation} }

// Provenance of all evidence: nobody but who sent it vouches for it.
const Provenance = "self_reported"

// Bounds of requirements (board.md (f), (g)). Lengths are in UTF-16 code units.
const (
	MaxRequirements = 8
	MinLabel        = 3
	MaxLabel        = 120
	MaxMin          = 24
	MaxFields       = 12
	MaxFieldName    = 60
	MaxMatcher      = 200
	MaxLength       = 600
)

// Requirement is one kind of evidence that a mission asks for.
type Requirement struct {
	Kind  Kind   `json:"kind"`
	Label string `json:"label"`
	// Min is how many items it takes, 1 to MaxMin.
	Min int `json:"min"`
	// Fields are members of the value that must be there and not blank.
	Fields []string `json:"fields,omitempty"`
	// StartsWith, Contains, MinLength and MaxLength are asked of the primary text
	// (Text); empty and 0 ask nothing. Lengths are in UTF-16 code units.
	StartsWith string `json:"starts_with,omitempty"`
	Contains   string `json:"contains,omitempty"`
	MinLength  int    `json:"min_length,omitempty"`
	MaxLength  int    `json:"max_length,omitempty"`
	// RequireGeo asks for the place where it was made; Near for one within a radius.
	RequireGeo bool  `json:"require_geo,omitempty"`
	Near       *Near `json:"near,omitempty"`
}

// Name is the kind with the label, as messages have it.
func (r Requirement) Name() string { return fmt.Sprintf("%s %q", r.Kind, r.Label) }

// matches says that it asks something of the primary text.
func (r Requirement) matches() bool {
	return r.StartsWith != "" || r.Contains != "" || r.MinLength > 0 || r.MaxLength > 0
}

// CheckRequirements refuses what nobody could ever meet, and what is out of
// bounds.
func CheckRequirements(rs []Requirement) error {
	if len(rs) > MaxRequirements {
		return fmt.Errorf("at most %d requirements", MaxRequirements)
	}
	sum := 0
	for k, r := range rs {
		if err := r.check(); err != nil {
			return fmt.Errorf("requirement %d: %w", k+1, err)
		}
		if slices.ContainsFunc(rs[:k], func(o Requirement) bool { return o.Kind == r.Kind && o.Label == r.Label }) {
			return fmt.Errorf("requirement %d: %s is asked for twice; use min for more than one", k+1, r.Name())
		}
		sum += r.Min
	}
	if sum > MaxItems {
		return fmt.Errorf("they ask for %d items in all, and a submission has at most %d", sum, MaxItems)
	}
	return nil
}

func (r Requirement) check() error {
	switch {
	case !slices.Contains(Kinds(), r.Kind):
		return fmt.Errorf("kind must be one of %s", kindNames())
	case length(r.Label) < MinLabel || length(r.Label) > MaxLabel:
		return fmt.Errorf("label must have %d to %d characters", MinLabel, MaxLabel)
	case r.Min < 1 || r.Min > MaxMin:
		return fmt.Errorf("min must be 1 to %d", MaxMin)
	case len(r.Fields) > MaxFields:
		return fmt.Errorf("at most %d fields", MaxFields)
	case length(r.StartsWith) > MaxMatcher || length(r.Contains) > MaxMatcher:
		return fmt.Errorf("starts_with and contains have at most %d characters", MaxMatcher)
	case r.MinLength < 0 || r.MinLength > MaxLength || r.MaxLength < 0 || r.MaxLength > MaxLength:
		return fmt.Errorf("min_length and max_length must be 0 to %d", MaxLength)
	case r.MaxLength > 0 && max(r.MinLength, length(r.StartsWith), length(r.Contains)) > r.MaxLength:
		return fmt.Errorf("max_length is less than what else is asked, so nothing could pass")
	}
	for k, f := range r.Fields {
		switch {
		case strings.TrimSpace(f) == "" || length(f) > MaxFieldName:
			return fmt.Errorf("a field's name must have 1 to %d characters", MaxFieldName)
		case slices.Contains(r.Fields[:k], f):
			return fmt.Errorf("the field %q is named twice", f)
		}
	}
	if r.Near != nil {
		return r.Near.check()
	}
	return nil
}

func kindNames() string {
	var out []string
	for _, k := range Kinds() {
		out = append(out, string(k))
	}
	return strings.Join(out, ", ")
}

// length is in UTF-16 code units, as the board counts (board.md (a)).
func length(s string) int { return len(utf16.Encode([]rune(s))) }
