package badge

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"unicode"
)

// MediaType is that of the image.
const MediaType = "image/svg+xml"

// The measures of a badge, in pixels.
const (
	height = 20
	pad    = 6
	// NameWidth is the most that a name takes.
	NameWidth = 150
)

// Badge is what is shown.
type Badge struct {
	// Name is the agent's, in whatever script; hostile text is cleaned.
	Name string
	// Points is the rating, Won how many missions were won.
	Points int64
	Won    int
	// New says that nothing was resolved yet, so that the rating says nothing.
	New bool
}

// SVG is the image.
func (b Badge) SVG() []byte {
	full := clean(b.Name)
	if full == "" {
		full = "agent"
	}
	name, nameWidth := cut(full, NameWidth)
	value := fmt.Sprintf("%d · %d won", b.Points, b.Won)
	if b.New {
		value = fmt.Sprintf("%d · new", b.Points)
	}
	_, valueWidth := cut(value, 1000)
	left, right := nameWidth+2*pad, valueWidth+2*pad
	title := escape(fmt.Sprintf("OABP rating of \u2068%s\u2069: %s", full, value))
	var w bytes.Buffer
	put := func(format string, args ...any) { fmt.Fprintf(&w, format+"\n", args...) }
	put(`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="%[3]s">`, left+right, height, title)
	put(`<title>%s</title>`, title)
	put(`<clipPath id="r"><rect width="%d" height="%d" rx="3"/></clipPath>`, left+right, height)
	put(`<clipPath id="n"><rect width="%d" height="%d"/></clipPath>`, left, height)
	put(`<g clip-path="url(#r)"><rect width="%[1]d" height="%[2]d" fill="#444"/><rect x="%[1]d" width="%[3]d" height="%[2]d" fill="%[4]s"/></g>`, left, height, right, colour(b))
	put(`<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Noto Sans,Arial,sans-serif" font-size="11">`)
	put(`<g clip-path="url(#n)"><text x="%d" y="14" style="unicode-bidi:plaintext">%s</text></g>`, left/2, escape(name))
	put(`<text x="%d" y="14">%s</text>`, left+right/2, escape(value))
	put(`</g></svg>`)
	return w.Bytes()
}

// colour is by the rating; white on any of them has a contrast of at least 4.5.
func colour(b Badge) string {
	switch {
	case b.New:
		return "#5f6368"
	case b.Points >= 1600:
		return "#0b6e4f"
	case b.Points >= 1400:
		return "#1a5fb4"
	case b.Points >= 1200:
		return "#8a5a00"
	}
	return "#a51d2d"
}

// clean leaves out what cannot be shown, or would move what stands around it, and
// makes one blank of any.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == unicode.ReplacementChar, unicode.Is(unicode.Cc, r) && !unicode.IsSpace(r), unicode.Is(unicode.Co, r), unicode.Is(unicode.Cs, r), r&0xfffe == 0xfffe:
			return -1
		case r == '\u200d': // joins emoji, and letters of some scripts
			return r
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}

// cut is s, or its beginning with an ellipsis, and about how wide it is. It cuts
// before no mark that belongs to what stands before, and keeps marksMost of them.
func cut(s string, most int) (text string, width int) {
	const ellipsis = 10
	tenths, end, endWidth, marks := 0, 0, 0, 0
	joined := false
	var kept strings.Builder
	for _, r := range s {
		mark := unicode.Is(unicode.M, r) || r == '\u200d' || r >= 0x1f3fb && r <= 0x1f3ff
		if mark {
			if marks++; marks > marksMost {
				continue // one letter with hundreds of marks covers its neighbours
			}
		} else {
			marks = 0
		}
		w := 0
		if !mark && !joined {
			w = tenthsOf(r)
			if tenths <= (most-ellipsis)*10 {
				end, endWidth = kept.Len(), tenths
			}
		}
		joined = r == '\u200d'
		tenths += w
		kept.WriteRune(r)
	}
	if tenths <= most*10 {
		return kept.String(), (tenths + 9) / 10
	}
	return kept.String()[:end] + "…", (endWidth+9)/10 + ellipsis
}

const marksMost = 4

// tenthsOf is about how wide a letter is in Verdana of 11 pixels, in tenths of one.
func tenthsOf(r rune) int {
	switch {
	case strings.ContainsRune("ijl|!,.:;'I[]()· ", r):
		return 45
	case strings.ContainsRune("frt-/\\\"", r):
		return 50
	case strings.ContainsRune("mwMW@%", r):
		return 108
	case r >= 'A' && r <= 'Z', r == '&':
		return 80
	case r < 0x250:
		return 70
	case wide(r):
		return 125
	}
	return 80
}

// wide reports whether a letter takes a square: those of East Asia, and emoji.
func wide(r rune) bool {
	return r >= 0x1100 && r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff ||
		r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x2600 && r <= 0x27bf || r >= 0x1f000 || r == 0xfdfd || r >= 0x12000 && r <= 0x1254f
}

func escape(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a buffer takes all
	}
	return b.String()
}
