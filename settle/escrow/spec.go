package escrow

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// Spec is what a mission asks for, in the words that its terms bind by hash.
// Amounts and times are in the terms themselves.
type Spec struct {
	Title, Description, Criteria, Category string
	// Milestones are their titles, in order.
	Milestones []string
	// PublicOnRelease says that everybody may read the deliverable once it is paid.
	PublicOnRelease bool
}

// SpecOf is the specification of a mission.
func SpecOf(m *settle.Mission) Spec {
	s := Spec{Title: m.Title, Description: m.Description, Criteria: m.Criteria, Category: m.Category, PublicOnRelease: m.PublicOnRelease}
	for _, x := range m.Milestones {
		s.Milestones = append(s.Milestones, x.Title)
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
	titles := make([]string, len(s.Milestones))
	for i, t := range s.Milestones {
		titles[i] = quote(t)
	}
	field("milestones", "["+strings.Join(titles, ",")+"]")
	field("public_on_release", strconv.FormatBool(s.PublicOnRelease))
	field("title", quote(s.Title))
	field("type", quote("oabp.mission_spec"))
	b.WriteString(`"v":1}`)
	return []byte(b.String())
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
