package feed

import (
	"encoding/xml"
	"time"
)

type rss struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Atom    string   `xml:"xmlns:atom,attr"`
	Channel channel  `xml:"channel"`
}

type channel struct {
	Title       string     `xml:"title"`
	Link        string     `xml:"link"`
	Description string     `xml:"description"`
	Language    string     `xml:"language"`
	Built       string     `xml:"lastBuildDate"`
	TTL         int        `xml:"ttl"`
	Links       []atomLink `xml:"atom:link"`
	Items       []item     `xml:"item"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type item struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	Description string   `xml:"description"`
	Categories  []string `xml:"category"`
	GUID        guid     `xml:"guid"`
	Published   string   `xml:"pubDate"`
}

type guid struct {
	IsPermaLink bool   `xml:"isPermaLink,attr"`
	ID          string `xml:",chardata"`
}

// ttlMinutes is how long a reader may wait before it asks again.
const ttlMinutes = 5

// RSS is a page as an RSS 2.0 channel; the pages are linked as in Atom, by
// atom:link (RFC 5005). A description is taken for HTML by readers, so its own
// markup is escaped once more.
func RSS(p Page) ([]byte, error) {
	c := channel{Title: p.Title, Link: p.Site, Description: p.Subtitle, Language: "en", Built: rfc822(p.updated()), TTL: ttlMinutes,
		Links: []atomLink{{"self", RSSType, p.Self}, {"first", RSSType, p.First}}}
	if p.Next != "" {
		c.Links = append(c.Links, atomLink{"next", RSSType, p.Next})
	}
	for _, e := range p.Entries {
		c.Items = append(c.Items, item{Title: e.Title, Link: e.Link, Description: asHTML(e.Summary), Categories: e.Categories,
			GUID: guid{false, e.ID}, Published: rfc822(e.Published)})
	}
	return write(rss{Version: "2.0", Atom: "http://www.w3.org/2005/Atom", Channel: c})
}

// rfc822 is a time as RSS wants it, with four digits of the year.
func rfc822(ms int64) string { return time.UnixMilli(ms).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") }
