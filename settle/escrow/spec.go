package escrow

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/evidence"
)

// Spec is what a mission asks for, in the words that its terms bind by hash.
// Amounts and times are in the terms themselves.
type Spec struct {
	Title, Description, Criteria, Category string
	// Milestones are their titles, in order.
	Milestones []string
	// PublicOnRelease says that everybody may read the deliverable once it is paid.
	PublicOnRelease bool
	// Evidence is what every submission must bring; not written where none is asked.
	Evidence []evidence.Requirement
	// MilestoneEvidence are the milestones' own requirements, in their order, nil for
	// one without; not written where no milestone has any.
	MilestoneEvidence []*[]evidence.Requirement
	// Type, TypeParams and MetadataURI are as in settle.Mission; not written where they
	// are empty.
	Type, TypeParams, MetadataURI string
}

// SpecOf is the specification of a mission.
func SpecOf(m *settle.Mission) Spec {
	s := Spec{Title: m.Title, Description: m.Description, Criteria: m.Criteria, Category: m.Category, PublicOnRelease: m.PublicOnRelease}
	s.Evidence, s.Type, s.TypeParams, s.MetadataURI = m.Evidence, m.Type, m.TypeParams, m.MetadataURI
	own := make([]*[]evidence.Requirement, len(m.Milestones))
	for k, x := range m.Milestones {
		s.Milestones = append(s.Milestones, x.Title)
		if x.OwnEvidence {
			own[k], s.MilestoneEvidence = &x.Evidence, own
		}
	}
	return s
}

// Bytes is the RFC 8785 form of the specification.
func (s Spec) Bytes() []byte {
	var b strings.Builder
	field := func(name, value string) {
		b.WriteString(quote(name) + ":" + value + ",")
	}
	b.WriteByte('{')
	field("acceptance_criteria", quote(s.Criteria))
	field("category", quote(s.Category))
	field("description", quote(s.Description))
	if len(s.Evidence) > 0 {
		field("evidence_required", requirements(s.Evidence))
	}
	if s.MetadataURI != "" {
		field("metadata_uri", quote(s.MetadataURI))
	}
	if len(s.MilestoneEvidence) > 0 {
		own := make([]string, len(s.MilestoneEvidence))
		for i, rs := range s.MilestoneEvidence {
			own[i] = "null"
			if rs != nil {
				own[i] = requirements(*rs)
			}
		}
		field("milestone_evidence", "["+strings.Join(own, ",")+"]")
	}
	titles := make([]string, len(s.Milestones))
	for i, t := range s.Milestones {
		titles[i] = quote(t)
	}
	field("milestones", "["+strings.Join(titles, ",")+"]")
	if s.Type != "" {
		field("mission_type", quote(s.Type))
	}
	field("public_on_release", strconv.FormatBool(s.PublicOnRelease))
	field("title", quote(s.Title))
	field("type", quote("oabp.mission_spec"))
	if s.TypeParams != "" {
		field("type_params", s.TypeParams)
	}
	b.WriteString(`"v":1}`)
	return []byte(b.String())
}

// requirements are an array of objects that say what is asked and no more; places
// are in ten-millionths of a degree and millimetres.
func requirements(rs []evidence.Requirement) string {
	out := make([]string, len(rs))
	for i, r := range rs {
		var fs []string
		field := func(asked bool, name, value string) {
			if asked {
				fs = append(fs, quote(name)+":"+value)
			}
		}
		names := make([]string, len(r.Fields))
		for k, f := range r.Fields {
			names[k] = quote(f)
		}
		field(r.Contains != "", "contains", quote(r.Contains))
		field(len(names) > 0, "fields", "["+strings.Join(names, ",")+"]")
		field(true, "kind", quote(string(r.Kind)))
		field(true, "label", quote(r.Label))
		field(r.MaxLength > 0, "max_length", strconv.Itoa(r.MaxLength))
		field(true, "min", strconv.Itoa(r.Min))
		field(r.MinLength > 0, "min_length", strconv.Itoa(r.MinLength))
		if n := r.Near; n != nil {
			field(true, "near", fmt.Sprintf(`{"lat_e7":%d,"lon_e7":%d,"radius_mm":%d}`, n.LatE7, n.LonE7, n.RadiusMM))
		}
		field(r.RequireGeo, "require_geo", "true")
		field(r.StartsWith != "", "starts_with", quote(r.StartsWith))
		out[i] = "{" + strings.Join(fs, ",") + "}"
	}
	return "[" + strings.Join(out, ",") + "]"
}

// Hash is the SHA-256 of Bytes: the terms' specHash.
func (s Spec) Hash() settle.Hash { return sha256.Sum256(s.Bytes()) }

// quote is a JSON string as RFC 8785 writes it. Text is valid UTF-8 (the
// surfaces take no other).
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\b':
			b.WriteString(`\b`)
		case '\t':
			b.WriteString(`\t`)
		case '\n':
			b.WriteString(`\n`)
		case '\f':
			b.WriteString(`\f`)
		case '\r':
			b.WriteString(`\r`)
		default:
			if r < 0x20 {
				fmt.Fprintf(&b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}
