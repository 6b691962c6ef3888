package feed

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"
)

// Page is one page of a feed, newest entries first.
type Page struct {
	// ID is the feed's, the same on all pages: a URI that never changes.
	ID       string
	Title    string
	Subtitle string
	// Self is the URL of this page, First of the first one, Next of the one behind it
	// (empty on the last), Site of the page for people.
	Self, First, Next, Site string
	Entries                 []Entry
}

// Entry is one item.
type Entry struct {
	// ID is a URI that never changes and is no other entry's.
	ID, Title, Summary, Author string
	// Link is where it can be looked at.
	Link       string
	Categories []string
	// Published and Updated are Unix times in milliseconds.
	Published, Updated int64
}

// updated is the newest time of the entries; the epoch without any, so that an empty
// feed is always the same.
func (p Page) updated() int64 {
	var at int64
	for _, e := range p.Entries {
		at = max(at, e.Updated)
	}
	return at
}

func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05Z") }

type link struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type category struct {
	Term string `xml:"term,attr"`
}

type person struct {
	Name string `xml:"name"`
}

type text struct {
	Type string `xml:"type,attr"`
	Body string `xml:",chardata"`
}

type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID       string      `xml:"id"`
	Title    text        `xml:"title"`
	Subtitle text        `xml:"subtitle"`
	Updated  string      `xml:"updated"`
	Author   person      `xml:"author"`
	Links    []link      `xml:"link"`
	Entries  []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID         string     `xml:"id"`
	Title      text       `xml:"title"`
	Updated    string     `xml:"updated"`
	Published  string     `xml:"published"`
	Author     person     `xml:"author"`
	Links      []link     `xml:"link"`
	Categories []category `xml:"category"`
	Summary    text       `xml:"summary"`
}

// AtomType, RSSType and SitemapType are the media types.
const (
	AtomType    = "application/atom+xml"
	RSSType     = "application/rss+xml"
	SitemapType = "application/xml"
)

// Atom is a page as an Atom feed (RFC 4287) with the links of RFC 5005.
func Atom(p Page) ([]byte, error) {
	f := atomFeed{ID: p.ID, Title: plain(p.Title), Subtitle: plain(p.Subtitle), Updated: stamp(p.updated()), Author: person{"oabpd"},
		Links: []link{{"self", AtomType, p.Self}, {"first", AtomType, p.First}, {"alternate", "", p.Site}}}
	if p.Next != "" {
		f.Links = append(f.Links, link{"next", AtomType, p.Next})
	}
	for _, e := range p.Entries {
		x := atomEntry{ID: e.ID, Title: plain(e.Title), Updated: stamp(e.Updated), Published: stamp(e.Published), Author: person{e.Author},
			Links: []link{{"alternate", "", e.Link}}, Summary: plain(e.Summary)}
		for _, c := range e.Categories {
			x.Categories = append(x.Categories, category{c})
		}
		f.Entries = append(f.Entries, x)
	}
	return write(f)
}

func plain(s string) text { return text{"text", s} }

// write is a document with its declaration and a newline at the end.
func write(v any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("writing XML: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
