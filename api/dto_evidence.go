package api

import (
	"encoding/json"
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/evidence"
)

// What a bounty asks for as evidence, on every surface alike (board.md (f)).

type evidenceIn struct {
	Kind       string   `json:"kind" op:"enum=photo|url|receipt|code|location|file|attestation"`
	Label      string   `json:"label" op:"len=3..120" jsonschema:"what it is; a submission names it exactly so"`
	Min        int      `json:"min,omitempty" op:"range=1..24,default=1" jsonschema:"how many items of it a submission must have; all requirements together at most 24"`
	Fields     []string `json:"fields,omitempty" op:"items=..12,len=1..60" jsonschema:"members of the value that must be there and not blank"`
	StartsWith string   `json:"starts_with,omitempty" op:"len=1..200" jsonschema:"how the URL or text must begin"`
	Contains   string   `json:"contains,omitempty" op:"len=1..200" jsonschema:"what the URL or text must contain"`
	MinLength  int      `json:"min_length,omitempty" op:"range=0..600" jsonschema:"how many characters the URL or text must have at least"`
	MaxLength  *int     `json:"max_length,omitempty" op:"range=1..600" jsonschema:"how many at most"`
	RequireGeo bool     `json:"require_geo,omitempty" jsonschema:"the value must have geo: {lat, lon}"`
	Near       *nearIn  `json:"near,omitempty" jsonschema:"where geo must lie; evidence from elsewhere is taken, and marked as not compliant"`
}

type nearIn struct {
	Lat     json.Number `json:"lat" op:"range=-90..90" jsonschema:"in degrees"`
	Lon     json.Number `json:"lon" op:"range=-180..180" jsonschema:"in degrees"`
	RadiusM json.Number `json:"radius_m" op:"range=0..100000" jsonschema:"in metres, above 0"`
}

// requirements reads evidence_required; name is the field that a refusal names.
func requirements(in []evidenceIn, name string) (out []evidence.Requirement, err error) {
	for k, x := range in {
		r := evidence.Requirement{Kind: evidence.Kind(x.Kind), Label: x.Label, Min: x.Min, Fields: x.Fields, StartsWith: x.StartsWith,
			Contains: x.Contains, MinLength: x.MinLength, RequireGeo: x.RequireGeo || x.Near != nil}
		if x.MaxLength != nil {
			r.MaxLength = *x.MaxLength
		}
		if n := x.Near; n != nil {
			r.Near = &evidence.Near{}
			for _, c := range []struct {
				field string
				from  json.Number
				read  func(json.Number) (int64, error)
				to    *int64
			}{{"lat", n.Lat, evidence.Degrees, &r.Near.LatE7}, {"lon", n.Lon, evidence.Degrees, &r.Near.LonE7}, {"radius_m", n.RadiusM, evidence.Metres, &r.Near.RadiusMM}} {
				if *c.to, err = c.read(c.from); err != nil {
					return nil, settle.Errorf(settle.CodeInvalid, "%s.%d.near.%s: %v", name, k, c.field, err)
				}
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// ownRequirements are those of a milestone, if it has its own.
func ownRequirements(in *[]evidenceIn, milestone int) (rs []evidence.Requirement, own bool, err error) {
	if in == nil {
		return nil, false, nil
	}
	rs, err = requirements(*in, fmt.Sprintf("milestones.%d.evidence_required", milestone))
	return rs, true, err
}

// evidenceLine is a requirement as it is shown.
type evidenceLine struct {
	Kind       string    `json:"kind"`
	Label      string    `json:"label"`
	Min        int       `json:"min"`
	Fields     []string  `json:"fields,omitempty"`
	StartsWith string    `json:"starts_with,omitempty"`
	Contains   string    `json:"contains,omitempty"`
	MinLength  int       `json:"min_length,omitempty"`
	MaxLength  int       `json:"max_length,omitempty"`
	RequireGeo bool      `json:"require_geo,omitempty"`
	Near       *nearLine `json:"near,omitempty"`
}

type nearLine struct {
	Lat     json.Number `json:"lat"`
	Lon     json.Number `json:"lon"`
	RadiusM json.Number `json:"radius_m"`
}

// evidenceLines are nil for none, so that they are left out.
func evidenceLines(rs []evidence.Requirement) []evidenceLine {
	if len(rs) == 0 {
		return nil
	}
	return list(rs, func(r evidence.Requirement) evidenceLine {
		out := evidenceLine{string(r.Kind), r.Label, r.Min, r.Fields, r.StartsWith, r.Contains, r.MinLength, r.MaxLength, r.RequireGeo, nil}
		if n := r.Near; n != nil {
			out.Near = &nearLine{n.Lat(), n.Lon(), n.RadiusM()}
		}
		return out
	})
}

// evidenceText is evidence_required as the board's rows have it: JSON in a text.
func evidenceText(rs []evidence.Requirement) *string {
	if len(rs) == 0 {
		return nil
	}
	b, err := json.Marshal(evidenceLines(rs))
	if err != nil {
		panic(fmt.Sprintf("encoding evidence requirements: %v", err)) // texts and checked numbers
	}
	s := string(b)
	return &s
}

// ownEvidence are a milestone's own requirements; null where the bounty's hold.
func ownEvidence(m settle.Milestone) *[]evidenceLine {
	if !m.OwnEvidence {
		return nil
	}
	lines := evidenceLines(m.Evidence)
	if lines == nil {
		lines = []evidenceLine{}
	}
	return &lines
}

// evidenceItemIn is one piece of evidence of a submission.
type evidenceItemIn struct {
	Kind  string                     `json:"kind" op:"enum=photo|url|receipt|code|location|file|attestation"`
	Label string                     `json:"label" op:"len=3..120" jsonschema:"the label of the requirement that it meets, exactly"`
	Value map[string]json.RawMessage `json:"value" jsonschema:"photo, url, file: url (https); code, attestation: text; all: the fields that are asked for, and geo {lat, lon} in degrees; at most 4096 bytes"`
}

func evidenceItems(in []evidenceItemIn) (out []evidence.Item, err error) {
	for k, x := range in {
		value, err := json.Marshal(x.Value)
		if err != nil {
			return nil, settle.Errorf(settle.CodeInvalid, "evidence.%d.value: is not JSON", k)
		}
		out = append(out, evidence.Item{Kind: evidence.Kind(x.Kind), Label: x.Label, Value: value})
	}
	return out, nil
}

// boardEvidence is a piece of evidence for those who may read it.
type boardEvidence struct {
	ID           string          `json:"id"`
	SubmissionID string          `json:"submission_id"`
	Kind         string          `json:"kind"`
	Label        string          `json:"label"`
	Value        json.RawMessage `json:"value"`
	Provenance   string          `json:"provenance"`
	Compliant    bool            `json:"compliant"`
	// Within is true iff a place was asked for and the declared one lies within its
	// radius.
	Within    bool   `json:"geo_claimed_within"`
	CreatedAt string `json:"created_at"`
}

// manifestLine is what is known of evidence while its values are sealed.
type manifestLine struct {
	Kind         string `json:"kind"`
	Label        string `json:"label"`
	Count        int    `json:"count"`
	Provenance   string `json:"provenance"`
	AllCompliant bool   `json:"all_compliant"`
	// Within says that every place lies within the radius that was asked for.
	Within bool `json:"geo_claimed_within"`
}

func toManifest(s *settle.Submission) []manifestLine {
	out, at := []manifestLine{}, map[string]int{}
	for _, x := range s.Evidence {
		key := string(x.Kind) + " " + x.Label
		k, ok := at[key]
		if !ok {
			k = len(out)
			at[key] = k
			out = append(out, manifestLine{string(x.Kind), x.Label, 0, evidence.Provenance, true, true})
		}
		l := &out[k]
		l.Count++
		l.AllCompliant, l.Within = l.AllCompliant && x.Compliant, l.Within && x.Within
	}
	return out
}

// openEvidence are the items with their values, as the envelope has them. The
// two lists have one order; of an envelope that is not of this server's making
// the values stay out.
func openEvidence(s *settle.Submission, sealed []byte) []boardEvidence {
	var items []evidence.Item
	if err := json.Unmarshal(sealed, &items); err != nil || len(items) != len(s.Evidence) {
		items = make([]evidence.Item, len(s.Evidence))
	}
	out := []boardEvidence{}
	for k, x := range s.Evidence {
		out = append(out, boardEvidence{x.ID, s.ID, string(x.Kind), x.Label, items[k].Value, evidence.Provenance, x.Compliant, x.Within, millis(s.CreatedAt)})
	}
	return out
}

// evidenceNote says what was found that does not comply.
func evidenceNote(s *settle.Submission) string {
	if len(s.Evidence) == 0 {
		return ""
	}
	off := 0
	for _, x := range s.Evidence {
		if !x.Compliant {
			off++
		}
	}
	if off == 0 {
		return "Sealed like the content: the poster sees kinds, labels and counts until it is paid. Its form was checked, not whether it is true."
	}
	return fmt.Sprintf("%d of %d items are from outside of the place that was asked for; they are taken, and marked as not compliant.", off, len(s.Evidence))
}
