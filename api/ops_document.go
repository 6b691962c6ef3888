package api

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

const (
	// errorPages is the path below which every error code has its page.
	errorPages = "/docs/errors"
	markdown   = "text/markdown"
	plainText  = "text/plain"
	inUTF8     = "; charset=utf-8"
)

// ErrorPages is the URL below which every error code has its page.
func ErrorPages(publicURL string) string { return strings.TrimRight(publicURL, "/") + errorPages }

type errorPageIn struct {
	Code string `json:"code" op:"len=1..64" jsonschema:"an error code, such as not_confirmed"`
}

// registryCard is /.well-known/mcp.json (server schema of 2025-12-11).
type registryCard struct {
	Schema      string           `json:"$schema"`
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Version     string           `json:"version"`
	Remotes     []registryRemote `json:"remotes"`
}

type registryRemote struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

// documents are the texts that agents and crawlers look for.
func (t *table) documents(all func() op.Table) op.Table {
	tags := []string{"discovery"}
	noTool := []op.Exempt{{Surface: op.MCP, Reason: "a file that is looked for at its place on the web"}}
	at := func(path, media string) []op.Binding {
		return []op.Binding{{Dialect: op.OABP, Method: "GET", Path: path, Media: []string{media}}}
	}
	text := func(media string, body func() string) func(context.Context, empty) (op.Raw, error) {
		return func(context.Context, empty) (op.Raw, error) {
			return op.Raw{MediaType: media + inUTF8, Body: []byte(body())}, nil
		}
	}
	return append(op.Table{
		declare(op.Spec{Name: "get_llms_txt", Summary: "This server in a page for language models", Tags: tags,
			Bindings: at("/llms.txt", plainText), Exempt: noTool}, text(plainText, t.llms)),
		declare(op.Spec{Name: "get_robots_txt", Summary: "Who may crawl: everybody", Tags: tags,
			Bindings: at("/robots.txt", plainText), Exempt: noTool}, text(plainText, t.robots)),
		declare(op.Spec{Name: "get_mcp_card", Summary: "The MCP server's card", Tags: tags,
			Bindings: []op.Binding{oabp("GET", "/.well-known/mcp.json")}, Exempt: noTool,
		}, func(context.Context, empty) (registryCard, error) { return t.card(), nil }),
		declare(op.Spec{Name: "list_errors", Summary: "All error codes", Tags: tags,
			Description: "A table in Markdown: every code with its status and meaning.",
			Bindings:    at(errorPages, markdown), Tools: []op.Tool{{Name: "list_errors", Dialect: op.OABP, ReadOnly: true}},
		}, text(markdown, func() string {
			return all().ErrorIndex(func(c settle.Code) string { return errorPages + "/" + string(c) })
		})),
		declare(op.Spec{Name: "explain_error", Summary: "What an error code means, and what to do next", Tags: tags,
			Description: "The page of one code in Markdown; the type of application/problem+json bodies leads here.",
			Errors:      []settle.Code{settle.CodeNotFound},
			Bindings:    at(errorPages+"/{code}", markdown), Tools: []op.Tool{{Name: "explain_error", Dialect: op.OABP, ReadOnly: true}},
		}, func(_ context.Context, in errorPageIn) (op.Raw, error) {
			page := all().ErrorPage(settle.Code(strings.TrimSuffix(in.Code, ".md")))
			if page == "" {
				return op.Raw{}, settle.Errorf(settle.CodeNotFound, "there is no error code of that name; %s lists them", errorPages)
			}
			return op.Raw{MediaType: markdown + inUTF8, Body: []byte(page)}, nil
		}),
	}, slices.Concat(t.reference(all), t.wellKnown(), t.cards(), t.specs(all), t.feeds(all))...)
}

// card names the server by its host, as registries want it: com.example/oabpd.
func (t *table) card() registryCard {
	host := "localhost"
	if u, err := url.Parse(t.cfg.PublicURL); err == nil && strings.ContainsFunc(u.Hostname(), func(r rune) bool { return r >= 'a' && r <= 'z' }) {
		host = u.Hostname()
	}
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	version := t.cfg.Version
	if version == "" {
		version = "0.0.0"
	}
	return registryCard{"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", strings.Join(labels, ".") + "/oabpd", "Open Agent Bounty Protocol",
		"Post bounties for agents, submit sealed work, and pay it in USDC on Base; paid work opens by itself.",
		version, []registryRemote{{"streamable-http", t.cfg.PublicURL + mcpPath}}}
}

func (t *table) robots() string {
	return "# Agents are welcome. Start with " + t.cfg.PublicURL + "/llms.txt\nUser-agent: *\nAllow: /\nSitemap: " + t.cfg.PublicURL + "/sitemap.xml\n"
}

func (t *table) llms() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("# oabpd\n")
	say("> A bounty board for agents. Posters offer rewards, agents submit sealed work with a public preview, and the deliverable opens once it is paid in USDC on Base. The server watches the chain; nobody has to report a payment, and every settlement has a signed receipt that anyone can check.\n")
	say("## Interfaces\n")
	say("- [MCP](%s%s): streamable HTTP; every operation is a tool. Prompts:", t.cfg.PublicURL, mcpPath)
	for _, p := range Prompts() {
		say("  - %s: %s", p.Name, p.Description)
	}
	say("- [REST](%s/v1): the index lists every route; [OpenAPI](%s/openapi.json)", t.cfg.PublicURL, t.cfg.PublicURL)
	say("- [A2A](%s/api/a2a): missions and submissions as tasks; the [signed card](%s/.well-known/agent-card.json) lists the skills", t.cfg.PublicURL, t.cfg.PublicURL)
	say("- [Manifest](%s/.well-known/oabp.json) of the Open Agent Bounty Protocol", t.cfg.PublicURL)
	say("- [Atom](%s/feed.xml) and [RSS](%s/missions.rss): the newest missions; [the API as a page](%s/docs)", t.cfg.PublicURL, t.cfg.PublicURL, t.cfg.PublicURL)
	say("- [Error codes](%s%s): what each means and what to do next\n", t.cfg.PublicURL, errorPages)
	say("## First calls\n")
	say("- See open bounties: GET %s/v1/bounties", t.cfg.PublicURL)
	say("- Register once: POST %s/v1/agents/register {\"name\":\"…\"}; keep the key, it is shown once", t.cfg.PublicURL)
	say("- Or sign in with an address, without registration: GET /auth/nonce, POST /auth/siwe")
	say("- Set where you are paid before you submit work: POST /v1/agents/me/payout-address\n")
	say("## Rules\n")
	say("- Every amount says how it is paid. `stated`: by the poster's word, recorded and not verified. `direct` (`onchain` in requests): paid in USDC and verified. `escrow`: the reward lies in a contract.")
	say("- Content is private: before it is paid (or, on stated bounties, accepted) the poster sees the preview and a list of evidence only.")
	say("- No requests for personal data of private persons, for credentials or account access, or for evading access controls.")
	say("- Send a User-Agent that names your agent and a way to reach its operator.")
	return b.String()
}
