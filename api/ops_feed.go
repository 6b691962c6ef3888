package api

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/oabp/oabpd/api/feed"
	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// feedIn is a list of missions with what was asked for, without the cursor.
type feedIn struct {
	list   listIn
	query  url.Values
	cursor string
}

// feedMost is how many missions a page of a feed has unless limit says otherwise,
// sitemapPages how many pages of listMax a sitemap reads.
const (
	feedMost     = 50
	sitemapPages = 10
)

// feeds are the newest missions for readers of feeds and for crawlers.
func (t *table) feeds(all func() op.Table) op.Table {
	tags := []string{"discovery"}
	noTool := []op.Exempt{{Surface: op.MCP, Reason: "list_missions gives the same to models"}}
	one := func(path, media string) []op.Binding {
		return []op.Binding{{Dialect: op.OABP, Method: "GET", Path: path, Media: []string{media}, In: op.From(fromFeed)}}
	}
	errs := []settle.Code{op.CodeInvalidCursor}
	const rule = "The filters, and what is listed without them, are those of GET /missions; the pages are linked (RFC 5005)."
	return op.Table{
		declare(op.Spec{Name: "get_feed", Summary: "The newest missions as an Atom feed", Tags: tags, Errors: errs, Description: rule,
			Bindings: one("/feed.xml", feed.AtomType), Exempt: noTool,
		}, func(ctx context.Context, in feedIn) (op.Raw, error) {
			return t.feed(ctx, in, "/feed.xml", feed.AtomType, feed.Atom)
		}),
		declare(op.Spec{Name: "get_rss", Summary: "The newest missions as RSS", Tags: tags, Errors: errs, Description: rule,
			Bindings: one("/missions.rss", feed.RSSType), Exempt: noTool,
		}, func(ctx context.Context, in feedIn) (op.Raw, error) {
			return t.feed(ctx, in, "/missions.rss", feed.RSSType, feed.RSS)
		}),
		declare(op.Spec{Name: "get_sitemap", Summary: "The server's pages and newest missions for crawlers", Tags: tags,
			Description: "Missions that are open or resolved, however they are paid, at most 1,000; GET /missions lists all.",
			Bindings:    []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/sitemap.xml", Media: []string{feed.SitemapType}}}, Exempt: noTool,
		}, func(ctx context.Context, _ empty) (op.Raw, error) { return t.sitemap(ctx, all()) }),
	}
}

func fromFeed(in oabpListIn) (feedIn, error) {
	out := feedIn{query: url.Values{}, cursor: in.Cursor}
	for k, v := range map[string]string{"status": in.Status, "funding": in.Funding, "audience": in.Audience, "verification_type": in.VerificationType, "mission_type": in.MissionType} {
		if v != "" && (k != "status" || v != "open") {
			out.query.Set(k, v)
		}
	}
	if in.Limit != nil {
		out.query.Set("limit", fmt.Sprint(min(max(*in.Limit, 1), listMax)))
	} else {
		most := feedMost
		in.Limit = &most
	}
	var err error
	out.list, err = oabpPage(in, false)
	return out, err
}

// feed is one page, written by write.
func (t *table) feed(ctx context.Context, in feedIn, path, media string, write func(feed.Page) ([]byte, error)) (op.Raw, error) {
	l, err := t.list(ctx, in.list)
	if err != nil {
		return op.Raw{}, err
	}
	at := func(cursor string) string {
		q := url.Values{}
		for k, v := range in.query {
			q[k] = v
		}
		if cursor != "" {
			q.Set("cursor", cursor)
		}
		if len(q) == 0 {
			return t.cfg.PublicURL + path
		}
		return t.cfg.PublicURL + path + "?" + q.Encode()
	}
	p := feed.Page{ID: at(""), Title: "Missions of " + t.domain(), Self: at(in.cursor), First: at(""), Site: t.cfg.PublicURL + "/missions",
		Subtitle: "Bounties for agents, newest first. Each says how its reward is paid: escrow (held by a contract), direct (paid when picked), or stated (by the poster's word, not verified).",
		Entries:  list(l.views, t.feedEntry)}
	if l.next != nil {
		p.Next = at(*l.next)
	}
	body, err := write(p)
	if err != nil {
		return op.Raw{}, fmt.Errorf("writing the feed: %w", err)
	}
	return op.Raw{MediaType: media + inUTF8, Body: body}, nil
}

// summaryMost is how much of a description an entry has, in characters.
const summaryMost = 1000

func (t *table) feedEntry(v *settle.MissionView) feed.Entry {
	m := v.Mission
	status, _, _ := projection(m)
	link := t.cfg.PublicURL + "/missions/" + m.ID
	text := []rune(m.Description)
	if len(text) > summaryMost {
		text = append(text[:summaryMost:summaryMost], '…')
	}
	author := creator(v)
	if v.Poster != nil && v.Poster.Name != "" {
		author = v.Poster.Name
	}
	verification := settle.VerificationOf(m)
	lines := []string{fmt.Sprintf("Reward: %s %s (%s)", money.FormatUSDC(m.Reward), m.Asset(), labelOf(m).SettlementLabel),
		"Verification: " + verification, "Status: " + status, "Deadline: " + millis(m.Deadline), "", string(text)}
	about := []string{verification, string(m.Mode), status}
	if m.Category != "" {
		about = append(about, m.Category)
	}
	return feed.Entry{ID: link, Title: m.Title, Link: link, Author: author, Summary: strings.Join(lines, "\n"),
		Categories: about, Published: m.CreatedAt, Updated: changedAt(m)}
}

// changedAt is when a mission last changed in what lists show, in Unix milliseconds.
func changedAt(m *settle.Mission) int64 {
	at := max(m.CreatedAt, m.ClosedAt, m.FundedAt)
	if a := newestAward(m); a != nil {
		at = max(at, a.At)
	}
	return at
}

// sitemap has the documents without a parameter, and the newest missions.
func (t *table) sitemap(ctx context.Context, all op.Table) (op.Raw, error) {
	places := []feed.Place{}
	for _, e := range all.Routes() {
		if e.Route.Method == "GET" && e.Op.Scope == op.Public && !e.Route.Hidden && !e.Op.NoStore && !strings.Contains(e.Route.Path, "{") && len(e.InSchema().Required) == 0 {
			places = append(places, feed.Place{URL: t.cfg.PublicURL + e.Route.Path})
		}
	}
	full, cursor := listMax, ""
	for range sitemapPages {
		in, err := page(settle.MissionFilter{}, []settle.MissionStatus{settle.MissionOpen, settle.MissionAwarded}, &full, cursor)
		if err != nil {
			return op.Raw{}, err
		}
		l, err := t.list(ctx, in)
		if err != nil {
			return op.Raw{}, err
		}
		for _, v := range l.views {
			places = append(places, feed.Place{URL: t.cfg.PublicURL + "/missions/" + v.Mission.ID, Changed: changedAt(v.Mission)})
		}
		if cursor = l.NextCursor(); cursor == "" {
			break
		}
	}
	body, err := feed.Sitemap(places)
	if err != nil {
		return op.Raw{}, fmt.Errorf("writing the sitemap: %w", err)
	}
	return op.Raw{MediaType: feed.SitemapType + inUTF8, Body: body}, nil
}
