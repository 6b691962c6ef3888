package feed_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/api/feed"
)

// node is an element as a parser that knows nothing of feeds reads it.
type node struct {
	name  xml.Name
	attrs map[string]string
	text  string
	kids  []*node
}

func parse(t fatal, doc []byte) *node {
	d := xml.NewDecoder(strings.NewReader(string(doc)))
	d.Strict = true
	root := &node{}
	stack := []*node{root}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, doc)
		}
		top := stack[len(stack)-1]
		switch x := tok.(type) {
		case xml.StartElement:
			n := &node{name: x.Name, attrs: map[string]string{}}
			for _, a := range x.Attr {
				n.attrs[a.Name.Local] = a.Value
			}
			top.kids = append(top.kids, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(x)
		}
	}
	if len(root.kids) != 1 {
		t.Fatalf("%d roots", len(root.kids))
	}
	return root.kids[0]
}

type fatal interface {
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

func (n *node) all(local string) (out []*node) {
	for _, k := range n.kids {
		if k.name.Local == local {
			out = append(out, k)
		}
	}
	return out
}

// one is the text of the only child of that name.
func (n *node) one(t fatal, local string) string {
	have := n.all(local)
	if len(have) != 1 {
		t.Fatalf("%s has %d of %s, not one", n.name.Local, len(have), local)
	}
	return have[0].text
}

const atomNS = "http://www.w3.org/2005/Atom"

// atomRules holds a document against RFC 4287 section 4.
func atomRules(t fatal, root *node) {
	check := func(n *node, known, once []string) {
		for _, k := range n.kids {
			if k.name.Space != atomNS || !slices.Contains(known, k.name.Local) {
				t.Errorf("%s has %v", n.name.Local, k.name)
			}
		}
		for _, name := range once {
			n.one(t, name)
		}
		if _, err := time.Parse(time.RFC3339, n.one(t, "updated")); err != nil {
			t.Errorf("updated: %v", err)
		}
		if u, err := url.Parse(n.one(t, "id")); err != nil || !u.IsAbs() {
			t.Errorf("id %q is no absolute IRI", n.one(t, "id"))
		}
		alternates := 0
		for _, l := range n.all("link") {
			if u, err := url.Parse(l.attrs["href"]); err != nil || !u.IsAbs() {
				t.Errorf("link %v", l.attrs)
			}
			if l.attrs["rel"] == "alternate" {
				alternates++
			}
		}
		if alternates != 1 {
			t.Errorf("%s has %d alternates", n.name.Local, alternates)
		}
		for _, a := range n.all("author") {
			if a.one(t, "name") == "" {
				t.Errorf("an author without a name")
			}
		}
	}
	if root.name != (xml.Name{Space: atomNS, Local: "feed"}) {
		t.Fatalf("root %v", root.name)
	}
	check(root, []string{"id", "title", "subtitle", "updated", "author", "link", "entry"}, []string{"id", "title", "updated", "author", "subtitle"})
	self := 0
	for _, l := range root.all("link") {
		if l.attrs["rel"] == "self" {
			self++
		}
	}
	if self != 1 {
		t.Errorf("%d self links", self)
	}
	ids := map[string]bool{}
	for _, e := range root.all("entry") {
		check(e, []string{"id", "title", "updated", "published", "author", "link", "category", "summary"}, []string{"id", "title", "updated", "author", "summary", "published"})
		if ids[e.one(t, "id")] {
			t.Errorf("two entries %s", e.one(t, "id"))
		}
		ids[e.one(t, "id")] = true
	}
}

// shown is what XML can hold of a text.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= 0x10ffff {
			return r
		}
		return utf8.RuneError
	}, s)
}

func pages() *rapid.Generator[feed.Page] {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "]]>", "<script>alert(1)</script>", "\x00\x08\x1b", "\ufffe\uffff", "a\xffb", "&#0;&amp;", "\r\n", "\u2028"}))
	return rapid.Custom(func(t *rapid.T) feed.Page {
		p := feed.Page{ID: "https://x.example/feed.xml", Title: text.Draw(t, "title"), Subtitle: text.Draw(t, "subtitle"),
			Self: "https://x.example/feed.xml?cursor=a&limit=2", First: "https://x.example/feed.xml", Site: "https://x.example/missions"}
		if rapid.Bool().Draw(t, "more") {
			p.Next = "https://x.example/feed.xml?cursor=b&limit=2"
		}
		for k := range rapid.IntRange(0, 4).Draw(t, "entries") {
			at := rapid.Int64Range(0, 4e12).Draw(t, "at")
			p.Entries = append(p.Entries, feed.Entry{ID: fmt.Sprintf("https://x.example/missions/%d", k), Link: "https://x.example/missions/x",
				Title: text.Draw(t, "t"), Summary: text.Draw(t, "s"), Author: "a" + text.Draw(t, "a"), Categories: []string{text.Draw(t, "c")}, Published: at, Updated: at})
		}
		return p
	})
}

// TestAtom: whatever the texts, the feed is valid, shows them as they are, and is the
// same each time.
func TestAtom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := pages().Draw(t, "page")
		doc, err := feed.Atom(p)
		if err != nil {
			t.Fatal(err)
		}
		root := parse(t, doc)
		atomRules(t, root)
		next := 0
		for _, l := range root.all("link") {
			if l.attrs["rel"] == "next" && l.attrs["href"] == p.Next {
				next++
			}
		}
		if (p.Next != "") != (next == 1) {
			t.Fatalf("%d next links", next)
		}
		if n := len(root.all("entry")); n != len(p.Entries) {
			t.Fatalf("%d entries", n)
		}
		for k, e := range root.all("entry") {
			if got, want := e.one(t, "summary"), shown(p.Entries[k].Summary); got != want {
				t.Fatalf("summary %q, want %q", got, want)
			}
			if got, want := e.all("category")[0].attrs["term"], shown(p.Entries[k].Categories[0]); got != want {
				t.Fatalf("category %q, want %q", got, want)
			}
		}
		if again, _ := feed.Atom(p); string(again) != string(doc) {
			t.Fatal("another document of the same page")
		}
	})
}

// TestRSS: the elements that RSS 2.0 requires, RFC 822 dates, and no markup of a text
// that a reader would obey.
func TestRSS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := pages().Draw(t, "page")
		doc, err := feed.RSS(p)
		if err != nil {
			t.Fatal(err)
		}
		root := parse(t, doc)
		if root.name.Local != "rss" || root.attrs["version"] != "2.0" || len(root.all("channel")) != 1 {
			t.Fatalf("%v %v", root.name, root.attrs)
		}
		c := root.all("channel")[0]
		for _, k := range c.kids {
			if k.name.Space != "" && k.name.Space != atomNS {
				t.Fatalf("channel has %v", k.name)
			}
		}
		if c.one(t, "title") != shown(p.Title) || c.one(t, "description") != shown(p.Subtitle) {
			t.Fatalf("%s", doc)
		}
		rels := map[string]string{}
		for _, l := range c.kids {
			if l.name == (xml.Name{Space: atomNS, Local: "link"}) {
				rels[l.attrs["rel"]] = l.attrs["href"]
			}
		}
		if rels["self"] != p.Self || rels["next"] != p.Next || rels["first"] != p.First {
			t.Fatalf("%v", rels)
		}
		if _, err := time.Parse(time.RFC1123, c.one(t, "lastBuildDate")); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, i := range c.all("item") {
			if _, err := time.Parse(time.RFC1123, i.one(t, "pubDate")); err != nil {
				t.Fatal(err)
			}
			if d := strings.ReplaceAll(i.one(t, "description"), "<br>", ""); strings.ContainsAny(d, "<>") {
				t.Fatalf("a reader would obey %q", d)
			}
			g := i.all("guid")[0]
			if seen[g.text] || g.attrs["isPermaLink"] != "false" || i.one(t, "link") == "" {
				t.Fatalf("guid %v", g)
			}
			seen[g.text] = true
		}
	})
}

// TestSitemap: its namespace, its bound, escaped addresses and W3C dates.
func TestSitemap(t *testing.T) {
	places := []feed.Place{{URL: "https://x.example/a?b=1&c=<d>", Changed: 1_800_000_000_000}, {URL: "https://x.example/"}}
	doc, err := feed.Sitemap(places)
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, doc)
	if root.name != (xml.Name{Space: "http://www.sitemaps.org/schemas/sitemap/0.9", Local: "urlset"}) || len(root.kids) != 2 {
		t.Fatalf("%s", doc)
	}
	if root.kids[0].one(t, "loc") != places[0].URL || root.kids[0].one(t, "lastmod") != "2027-01-15T08:00:00Z" || len(root.kids[1].all("lastmod")) != 0 {
		t.Fatalf("%s", doc)
	}
	doc, err = feed.Sitemap(make([]feed.Place, feed.SitemapMost+1))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(doc), "<loc>"); n != feed.SitemapMost {
		t.Errorf("%d places", n)
	}
}

// TestEmptyFeed: the same bytes whenever it is asked for.
func TestEmptyFeed(t *testing.T) {
	doc, err := feed.Atom(feed.Page{ID: "https://x.example/feed.xml", Title: "t", Self: "https://x.example/feed.xml", First: "https://x.example/feed.xml", Site: "https://x.example/"})
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, doc)
	atomRules(t, root)
	if root.one(t, "updated") != "1970-01-01T00:00:00Z" {
		t.Errorf("%s", doc)
	}
}
