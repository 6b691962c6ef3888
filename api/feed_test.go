package api_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

type atomDoc struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"id"`
	Links   []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Summary string `xml:"summary"`
	} `xml:"entry"`
}

func (d atomDoc) rel(name string) string {
	for _, l := range d.Links {
		if l.Rel == name {
			return l.Href
		}
	}
	return ""
}

// TestFeedsPage: by the links of the pages every mission is found once, newest first,
// with its texts as they are and with how it is paid; a page that did not change is 304.
func TestFeedsPage(t *testing.T) {
	b := newBench(t)
	call := b.overREST()
	c := enroll(t, call)
	want := []string{}
	for k := range 5 {
		in := bounty()
		in["title"] = fmt.Sprintf("Find <b>eight</b> & \"more\" suppliers %d", k)
		a := call("post_bounty", c.poster, in)
		want = append([]string{"/missions/mis_" + strings.TrimPrefix(a.text("bounty_id"), "bty_")}, want...)
		b.pass(1e9)
	}
	if a := b.send("GET", "/feed.xml", "", nil); strings.Contains(string(a.body), "<entry>") || a.status != 200 {
		t.Errorf("missions whose reward is not held are in the feed: %s", a.body)
	}
	for _, at := range []string{"/feed.xml", "/missions.rss"} {
		var got []string
		next := at + "?funding=any&limit=2"
		for pages := 0; next != "" && pages < 9; pages++ {
			a := b.send("GET", next, "", nil)
			again := b.send("GET", next, "", nil, "If-None-Match", a.header.Get("ETag"))
			if a.status != 200 || again.status != 304 || !strings.Contains(a.header.Get("Content-Type"), "xml; charset=utf-8") {
				t.Fatalf("%s: %d, %d %v", next, a.status, again.status, a.header)
			}
			if at == "/feed.xml" {
				var d atomDoc
				b.must(xml.Unmarshal(a.body, &d))
				if d.ID != origin+"/feed.xml?funding=any&limit=2" || d.rel("self") != origin+next || d.rel("first") != d.ID {
					t.Errorf("id %s, self %s, first %s", d.ID, d.rel("self"), d.rel("first"))
				}
				for _, e := range d.Entries {
					got = append(got, strings.TrimPrefix(e.ID, origin))
					if !strings.HasPrefix(e.Title, `Find <b>eight</b> & "more" suppliers `) || !strings.Contains(e.Summary, "Reward: 10.25 USDC (pay to open)") {
						t.Errorf("%q %q", e.Title, e.Summary)
					}
				}
				next = strings.TrimPrefix(d.rel("next"), origin)
				continue
			}
			var d struct {
				Channel struct {
					Links []struct {
						Rel  string `xml:"rel,attr"`
						Href string `xml:"href,attr"`
					} `xml:"http://www.w3.org/2005/Atom link"`
					Items []struct {
						GUID string `xml:"guid"`
					} `xml:"item"`
				} `xml:"channel"`
			}
			b.must(xml.Unmarshal(a.body, &d))
			next = ""
			for _, l := range d.Channel.Links {
				if l.Rel == "next" {
					next = strings.TrimPrefix(l.Href, origin)
				}
			}
			for _, i := range d.Channel.Items {
				got = append(got, strings.TrimPrefix(i.GUID, origin))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
	if a := b.send("GET", "/feed.xml?cursor=AAAAAAAAAAAAAAAA", "", nil); a.status != 400 || a.text("error") != "invalid_cursor" {
		t.Errorf("%d %s", a.status, a.body)
	}
	site := b.send("GET", "/sitemap.xml", "", nil)
	for _, p := range append(want, "/docs", "/llms.txt", "/feed.xml") {
		if strings.Count(string(site.body), "<loc>"+origin+p+"</loc>") != 1 {
			t.Errorf("the sitemap leaves out %s", p)
		}
	}
	for _, m := range strings.Split(string(site.body), "<loc>")[1:] {
		loc, _, _ := strings.Cut(m, "</loc>")
		if a := b.send("GET", strings.TrimPrefix(loc, origin), "", nil); a.status != 200 {
			t.Errorf("%s: %d", loc, a.status)
		}
	}
}
