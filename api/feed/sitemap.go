package feed

import (
	"encoding/xml"
	"html"
	"strings"
)

// Place is one URL of a sitemap.
type Place struct {
	URL string
	// Changed is a Unix time in milliseconds; 0 leaves it out.
	Changed int64
}

type urlset struct {
	XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []place  `xml:"url"`
}

type place struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// SitemapMost is how many URLs one sitemap may have by the protocol.
const SitemapMost = 50_000

// Sitemap is a sitemap of at most SitemapMost places; what is beyond is left out.
func Sitemap(places []Place) ([]byte, error) {
	var u urlset
	for _, p := range places[:min(len(places), SitemapMost)] {
		x := place{Loc: p.URL}
		if p.Changed != 0 {
			x.LastMod = stamp(p.Changed)
		}
		u.URLs = append(u.URLs, x)
	}
	return write(u)
}

// asHTML is a plain text as HTML that shows it.
func asHTML(s string) string { return strings.ReplaceAll(html.EscapeString(s), "\n", "<br>\n") }
