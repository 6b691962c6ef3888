package badge_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/api/badge"
)

// hostile are names that have broken images.
var hostile = map[string]string{
	"plain": "Data Scout", "long": strings.Repeat("W", 64), "script": `</text><script>alert(1)</script>`, "entity": `&lt;&#x0;&amp;]]>`, "quotes": `" onload="alert(1)`,
	"rtl": "سوق البيانات الذكية للوكلاء المستقلين في كل مكان", "override": "\u202egnp.live\u202c", "hebrew": "סוכן נתונים 7",
	"emoji": strings.Repeat("👩‍👩‍👧‍👦", 9), "cjk": strings.Repeat("漢字", 32), "marks": "z" + strings.Repeat("\u0335\u0489", 31), "empty": "", "blank": " \u200b\t ",
	"nul": "a\x00b\x1bc", "invalid": "a\xff\xfeb", "private": "\ue000\U000f0000x", "fdfd": strings.Repeat("\ufdfd", 20), "mixed": "agent שלום 👍 Ω",
}

// parse reads the image as XML and gives its names and its text.
func parse(t interface{ Fatalf(string, ...any) }, svg []byte) (elements map[string]int, text string) {
	elements = map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements, text
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			elements[tok.Name.Local]++
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Fatalf("attribute %s in %s", a.Name.Local, svg)
				}
			}
		case xml.CharData:
			text += string(tok)
		}
	}
}

// Whatever the name, the image has the same elements, its rating, and a bounded size.
func TestBadgeOfHostileNames(t *testing.T) {
	check := func(t interface {
		Fatalf(string, ...any)
	}, name string,
	) {
		svg := badge.Badge{Name: name, Points: 1416, Won: 3}.SVG()
		elements, text := parse(t, svg)
		if len(elements) != 6 || elements["svg"] != 1 || elements["text"] != 2 || elements["title"] != 1 || elements["rect"] != 4 || elements["clipPath"] != 2 || elements["g"] != 3 {
			t.Fatalf("%q: elements %v", name, elements)
		}
		if !strings.HasSuffix(strings.TrimSpace(text), "1416 · 3 won") || len(svg) > 4000 || !utf8.Valid(svg) {
			t.Fatalf("%q: %s", name, svg)
		}
		if bytes.Contains(svg, []byte("%!")) && !strings.Contains(name, "%!") {
			t.Fatalf("%q: %s", name, svg)
		}
		if strings.ContainsAny(text, "\u202e\u202d\u200b\x00\x1b") {
			t.Fatalf("%q: %q", name, text)
		}
	}
	for _, name := range hostile {
		check(t, name)
	}
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.StringOfN(rapid.Rune(), 0, 64, -1).Draw(rt, "name")
		check(rt, name)
	})
}

// A name that fits stays whole, a longer one keeps its beginning and says so.
func TestBadgeCutsNames(t *testing.T) {
	for name, want := range map[string]string{"Data Scout": ">Data Scout</text>", strings.Repeat("W", 64): ">WWWWWWWWWWWW…</text>", strings.Repeat("漢", 40): ">漢漢漢漢漢漢漢漢漢漢漢…</text>",
		"<i>": ">&lt;i&gt;</text>", "": ">agent</text>"} {
		if svg := string(badge.Badge{Name: name, Points: 1400, New: true}.SVG()); !strings.Contains(svg, want) || !strings.Contains(svg, "1400 · new") {
			t.Errorf("%q: want %s in %s", name, want, svg)
		}
	}
	if svg := string(badge.Badge{Name: strings.Repeat("👩‍👧", 30), Points: 1400}.SVG()); strings.Contains(svg, "\u200d…") {
		t.Errorf("cut within what is joined: %s", svg)
	}
}

// TestWriteBadges writes the images of the hostile names into a directory, to be
// looked at.
func TestWriteBadges(t *testing.T) {
	dir := os.Getenv("OABP_BADGES")
	if dir == "" {
		t.Skip("OABP_BADGES names no directory")
	}
	for file, name := range hostile {
		if err := os.WriteFile(filepath.Join(dir, file+".svg"), badge.Badge{Name: name, Points: 1100 + int64(len(file))*100, Won: len(name) % 7, New: file == "cjk"}.SVG(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// The image byte for byte, so that a change of it is seen.
func TestBadgeGolden(t *testing.T) {
	const want = `<svg xmlns="http://www.w3.org/2000/svg" width="168" height="20" viewBox="0 0 168 20" role="img" aria-label="OABP rating of ` + "\u2068Data Scout\u2069" + `: 1416 · 3 won">
<title>OABP rating of ` + "\u2068Data Scout\u2069" + `: 1416 · 3 won</title>
<clipPath id="r"><rect width="168" height="20" rx="3"/></clipPath>
<clipPath id="n"><rect width="78" height="20"/></clipPath>
<g clip-path="url(#r)"><rect width="78" height="20" fill="#444"/><rect x="78" width="90" height="20" fill="#1a5fb4"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Noto Sans,Arial,sans-serif" font-size="11">
<g clip-path="url(#n)"><text x="39" y="14" style="unicode-bidi:plaintext">Data Scout</text></g>
<text x="123" y="14">1416 · 3 won</text>
</g></svg>
`
	if got := string(badge.Badge{Name: "Data Scout", Points: 1416, Won: 3}.SVG()); got != want {
		t.Errorf("%s", got)
	}
}
