package evidence_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle/evidence"
)

func req(k evidence.Kind, change ...func(*evidence.Requirement)) evidence.Requirement {
	r := evidence.Requirement{Kind: k, Label: "the shelf", Min: 1}
	for _, f := range change {
		f(&r)
	}
	return r
}

func item(k evidence.Kind, value string) evidence.Item {
	return evidence.Item{Kind: k, Label: "the shelf", Value: json.RawMessage(value)}
}

func TestRequirements(t *testing.T) {
	many := make([]evidence.Requirement, 9)
	for k := range many {
		many[k] = req(evidence.Code)
		many[k].Label = fmt.Sprint("label ", k)
	}
	for name, c := range map[string]struct {
		rs []evidence.Requirement
		ok bool
	}{
		"none":                 {nil, true},
		"eight":                {many[:8], true},
		"nine":                 {many, false},
		"twice the same":       {[]evidence.Requirement{req(evidence.Code), req(evidence.Code)}, false},
		"two kinds, one label": {[]evidence.Requirement{req(evidence.Code), req(evidence.Photo)}, true},
		"unknown kind":         {[]evidence.Requirement{req("video")}, false},
		"short label":          {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Label = "ab" })}, false},
		"long label":           {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Label = strings.Repeat("ü", 121) })}, false},
		"longest label":        {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Label = strings.Repeat("ü", 120) })}, true},
		"none of it":           {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Min = 0 })}, false},
		"24 of it":             {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Min = 24 })}, true},
		"25 in all": {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Min = 24 }),
			req(evidence.Photo)}, false},
		"thirteen fields": {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Fields = strings.Split("a b c d e f g h i j k l m", " ") })}, false},
		"twelve fields":   {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Fields = strings.Split("a b c d e f g h i j k l", " ") })}, true},
		"blank field":     {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Fields = []string{" "} })}, false},
		"field twice":     {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Fields = []string{"a", "a"} })}, false},
		"long matcher":    {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Contains = strings.Repeat("a", 201) })}, false},
		"min over max":    {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.MinLength, r.MaxLength = 5, 4 })}, false},
		"prefix over max": {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.StartsWith, r.MaxLength = "abcde", 4 })}, false},
		"length 601":      {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.MinLength = 601 })}, false},
		"no radius":       {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Near = &evidence.Near{} })}, false},
		"radius too wide": {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Near = &evidence.Near{RadiusMM: evidence.MaxRadiusMM + 1} })}, false},
		"widest radius":   {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Near = &evidence.Near{RadiusMM: evidence.MaxRadiusMM} })}, true},
		"beyond the pole": {[]evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) {
			r.Near = &evidence.Near{Place: evidence.Place{LatE7: evidence.MaxLatE7 + 1}, RadiusMM: 1}
		})}, false},
	} {
		if err := evidence.CheckRequirements(c.rs); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestForms(t *testing.T) {
	long := `"` + strings.Repeat("a", 601) + `"`
	wide := `{"text":"x","a":[` + strings.TrimSuffix(strings.Repeat("1,", 65), ",") + `]}`
	big := `{"text":"x"`
	for k := range 7 {
		big += fmt.Sprintf(`,"m%d":"%s"`, k, strings.Repeat("é", 300))
	}
	big += "}"
	for name, c := range map[string]struct {
		r     evidence.Requirement
		value string
		ok    bool
	}{
		"photo":                     {req(evidence.Photo), `{"url":"https://example.com/a.jpg"}`, true},
		"file":                      {req(evidence.File), `{"url":"HTTPS://example.com:8443/a?b#c"}`, true},
		"http":                      {req(evidence.URL), `{"url":"http://example.com/a"}`, false},
		"script":                    {req(evidence.URL), `{"url":"javascript:alert(1)"}`, false},
		"credentials in a URL":      {req(evidence.URL), `{"url":"https://bank.com@evil.example/a"}`, false},
		"no host":                   {req(evidence.URL), `{"url":"https:///a"}`, false},
		"no host but a port":        {req(evidence.URL), `{"url":"https://:80/a"}`, false},
		"a backslash":               {req(evidence.URL), `{"url":"https://a.example\\@b.example"}`, false},
		"a space":                   {req(evidence.URL), `{"url":"https://a.example/a b"}`, false},
		"an invisible character":    {req(evidence.URL), "{\"url\":\"https://a.example/\u200b\"}", false},
		"an at sign in the path":    {req(evidence.URL), `{"url":"https://a.example/@me"}`, true},
		"a literal address":         {req(evidence.URL), `{"url":"https://[2001:db8::1]/a"}`, true},
		"no URL":                    {req(evidence.URL), `{"text":"https://a.example"}`, false},
		"a number for a URL":        {req(evidence.URL), `{"url":5}`, false},
		"code":                      {req(evidence.Code), `{"text":"SKU 5"}`, true},
		"blank text":                {req(evidence.Attestation), `{"text":"  "}`, false},
		"long text":                 {req(evidence.Attestation), `{"text":` + long + `}`, false},
		"long text elsewhere":       {req(evidence.Attestation), `{"text":"x","more":` + long + `}`, false},
		"long text deep inside":     {req(evidence.Attestation), `{"text":"x","more":{"a":[` + long + `]}}`, false},
		"long name":                 {req(evidence.Attestation), `{"text":"x",` + long[:70] + `":1}`, false},
		"many members":              {req(evidence.Attestation), wide, false},
		"many bytes":                {req(evidence.Attestation), big, false},
		"deep":                      {req(evidence.Attestation), `{"text":"x","a":[[[[1]]]]}`, false},
		"a control character":       {req(evidence.Attestation), `{"text":"x\u0007"}`, false},
		"not an object":             {req(evidence.Receipt), `["x"]`, false},
		"receipt without anything":  {req(evidence.Receipt), `{}`, true},
		"location without anything": {req(evidence.Location), `{}`, true},

		"field there":      {req(evidence.Receipt, fields("total")), `{"total":0}`, true},
		"field false":      {req(evidence.Receipt, fields("paid")), `{"paid":false}`, true},
		"field missing":    {req(evidence.Receipt, fields("total")), `{"sum":5}`, false},
		"field blank":      {req(evidence.Receipt, fields("total")), `{"total":" \t"}`, false},
		"field invisible":  {req(evidence.Receipt, fields("total")), `{"total":"\u200b\ufeff"}`, false},
		"field null":       {req(evidence.Receipt, fields("total")), `{"total":null}`, false},
		"field empty list": {req(evidence.Receipt, fields("total")), `{"total":[]}`, false},

		"starts":                          {req(evidence.Code, starts("SKU ")), `{"text":"SKU 5"}`, true},
		"starts otherwise":                {req(evidence.Code, starts("SKU ")), `{"text":"sku 5"}`, false},
		"contains":                        {req(evidence.URL, contains("/album/")), `{"url":"https://a.example/album/5"}`, true},
		"does not contain":                {req(evidence.URL, contains("/album/")), `{"url":"https://a.example/","text":"/album/"}`, false},
		"matched by reference":            {req(evidence.Receipt, starts("INV")), `{"reference":"INV-1","text":"no"}`, true},
		"matched by text":                 {req(evidence.Receipt, starts("INV")), `{"text":"INV-1"}`, true},
		"reference comes first":           {req(evidence.Receipt, starts("INV")), `{"reference":"no","text":"INV-1"}`, false},
		"nothing to match":                {req(evidence.Receipt, starts("INV")), `{}`, false},
		"length in code units":            {req(evidence.Code, func(r *evidence.Requirement) { r.MinLength, r.MaxLength = 2, 2 }), `{"text":"😀"}`, true},
		"too short":                       {req(evidence.Code, func(r *evidence.Requirement) { r.MinLength = 3 }), `{"text":"😀"}`, false},
		"too long":                        {req(evidence.Code, func(r *evidence.Requirement) { r.MaxLength = 3 }), `{"text":"abcd"}`, false},
		"place":                           {req(evidence.Location, geo), `{"geo":{"lat":52.5,"lon":-13.4}}`, true},
		"no place":                        {req(evidence.Location, geo), `{}`, false},
		"place in texts":                  {req(evidence.Location, geo), `{"geo":{"lat":"52.5","lon":"13.4"}}`, false},
		"place off the earth":             {req(evidence.Location, geo), `{"geo":{"lat":90.0000001,"lon":0}}`, false},
		"place without a length":          {req(evidence.Location, geo), `{"geo":{"lat":52.5}}`, false},
		"place with a monstrous exponent": {req(evidence.Location, geo), `{"geo":{"lat":1e-999999999,"lon":0}}`, true},
		"place of a monstrous size":       {req(evidence.Location, geo), `{"geo":{"lat":1e999999999,"lon":0}}`, false},
	} {
		_, err := evidence.Check([]evidence.Requirement{c.r}, []evidence.Item{item(c.r.Kind, c.value)})
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "example") && !strings.Contains(err.Error(), "such as https://example.com") {
			t.Errorf("%s: the error shows what was sent: %v", name, err)
		}
	}
}

func fields(f ...string) func(*evidence.Requirement) {
	return func(r *evidence.Requirement) { r.Fields = f }
}
func starts(s string) func(*evidence.Requirement) {
	return func(r *evidence.Requirement) { r.StartsWith = s }
}
func contains(s string) func(*evidence.Requirement) {
	return func(r *evidence.Requirement) { r.Contains = s }
}
func geo(r *evidence.Requirement) { r.RequireGeo = true }

func TestCounts(t *testing.T) {
	rs := []evidence.Requirement{req(evidence.Code, func(r *evidence.Requirement) { r.Min = 2 })}
	x := item(evidence.Code, `{"text":"x"}`)
	other := x
	other.Label = "the Shelf"
	kind := item(evidence.Attestation, `{"text":"x"}`)
	for name, c := range map[string]struct {
		rs    []evidence.Requirement
		items []evidence.Item
		ok    bool
	}{
		"two":               {rs, []evidence.Item{x, x}, true},
		"more than asked":   {rs, []evidence.Item{x, x, x}, true},
		"one":               {rs, []evidence.Item{x}, false},
		"another label":     {rs, []evidence.Item{x, x, other}, false},
		"another kind":      {rs, []evidence.Item{x, x, kind}, false},
		"none asked":        {nil, nil, true},
		"sent unasked":      {nil, []evidence.Item{x}, false},
		"twenty-five items": {rs, make([]evidence.Item, 25), false},
	} {
		if _, err := evidence.Check(c.rs, c.items); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Outside of the radius is taken and does not comply; where no radius is asked
// for, nothing is claimed to lie within one.
func TestPlaces(t *testing.T) {
	near := func(r *evidence.Requirement) {
		r.Near = &evidence.Near{Place: evidence.Place{LatE7: 525_000_000, LonE7: 134_000_000}, RadiusMM: 1_000_000}
	}
	for name, c := range map[string]struct {
		r                 evidence.Requirement
		value             string
		compliant, within bool
	}{
		"there":           {req(evidence.Photo, near), `{"url":"https://a.example","geo":{"lat":52.5,"lon":13.4}}`, true, true},
		"900 m north":     {req(evidence.Photo, near), `{"url":"https://a.example","geo":{"lat":52.5081,"lon":13.4}}`, true, true},
		"1100 m north":    {req(evidence.Photo, near), `{"url":"https://a.example","geo":{"lat":52.5099,"lon":13.4}}`, false, false},
		"900 m east":      {req(evidence.Photo, near), `{"url":"https://a.example","geo":{"lat":52.5,"lon":13.4133}}`, true, true},
		"1100 m east":     {req(evidence.Photo, near), `{"url":"https://a.example","geo":{"lat":52.5,"lon":13.4163}}`, false, false},
		"any place":       {req(evidence.Photo, geo), `{"url":"https://a.example","geo":{"lat":0,"lon":0}}`, true, false},
		"no place needed": {req(evidence.Photo), `{"url":"https://a.example"}`, true, false},
	} {
		vs, err := evidence.Check([]evidence.Requirement{c.r}, []evidence.Item{item(c.r.Kind, c.value)})
		if err != nil || vs[0] != (evidence.Verdict{Compliant: c.compliant, Within: c.within}) {
			t.Errorf("%s: %+v, %v", name, vs, err)
		}
	}
}

// The distance is the haversine's: along a meridian it is the arc, it has a
// direction neither way, and it goes around the date line.
func TestDistances(t *testing.T) {
	const perDegree = 6_371_000 * math.Pi / 180
	rapid.Check(t, func(t *rapid.T) {
		lat := rapid.Int64Range(-80_0000000, 80_0000000).Draw(t, "lat")
		lon := rapid.Int64Range(-180_0000000, 180_0000000).Draw(t, "lon")
		mm := rapid.Int64Range(10_000, evidence.MaxRadiusMM-10_000).Draw(t, "distance in mm")
		up := int64(float64(mm) / 1000 / perDegree * 1e7)
		a, b := evidence.Place{LatE7: lat, LonE7: lon}, evidence.Place{LatE7: lat + up, LonE7: lon}
		for _, x := range [][2]evidence.Place{{a, b}, {b, a}} {
			in, out := evidence.Near{Place: x[0], RadiusMM: mm + 50}, evidence.Near{Place: x[0], RadiusMM: mm - 50}
			if !in.Within(x[1]) || out.Within(x[1]) {
				t.Fatalf("%d mm from %+v to %+v: within 5 cm more %v, 5 cm less %v", mm, x[0], x[1], in.Within(x[1]), out.Within(x[1]))
			}
		}
	})
	east, west := evidence.Place{LonE7: 1_799_999_999}, evidence.Place{LonE7: -1_799_999_999}
	if !(evidence.Near{Place: east, RadiusMM: 100}).Within(west) || (evidence.Near{Place: east, RadiusMM: 10}).Within(west) {
		t.Error("two places two centimetres apart across the date line are not")
	}
}

// Numbers go in and out exactly to the ten-millionth of a degree and the
// millimetre.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := evidence.Place{LatE7: rapid.Int64Range(-evidence.MaxLatE7, evidence.MaxLatE7).Draw(t, "lat"),
			LonE7: rapid.Int64Range(-evidence.MaxLonE7, evidence.MaxLonE7).Draw(t, "lon")}
		lat, err1 := evidence.Degrees(p.Lat())
		lon, err2 := evidence.Degrees(p.Lon())
		if err1 != nil || err2 != nil || lat != p.LatE7 || lon != p.LonE7 {
			t.Fatalf("%+v came back as %d %d (%v %v)", p, lat, lon, err1, err2)
		}
		n := evidence.Near{RadiusMM: rapid.Int64Range(1, evidence.MaxRadiusMM).Draw(t, "radius")}
		if mm, err := evidence.Metres(n.RadiusM()); err != nil || mm != n.RadiusMM {
			t.Fatalf("%s m came back as %d mm (%v)", n.RadiusM(), mm, err)
		}
	})
	for in, want := range map[json.Number]int64{"52.52000659": 525_200_066, "-52.52000659": -525_200_066, "1e1": 100_000_000,
		"0.00000005": 1, "-0.00000005": -1, "0.00000004": 0, "0": 0, "-0": 0} {
		if got, err := evidence.Degrees(in); err != nil || got != want {
			t.Errorf("%s is %d (%v), want %d", in, got, err, want)
		}
	}
	for _, in := range []json.Number{"", "1e12", "0x10", "1/2", "1_0", "NaN", "Inf", json.Number(strings.Repeat("1", 50))} {
		if got, err := evidence.Degrees(in); err == nil {
			t.Errorf("%s is %d", in, got)
		}
	}
	if mm, err := evidence.Metres("0.0001"); err != nil || mm != 1 {
		t.Errorf("a tenth of a millimetre is %d (%v)", mm, err)
	}
	if mm, err := evidence.Metres("0"); err != nil || mm != 0 {
		t.Errorf("nothing is %d (%v)", mm, err)
	}
	if got := (evidence.Place{LatE7: -1}).Lat(); got != "-0.0000001" {
		t.Error(got)
	}
}
