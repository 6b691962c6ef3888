package api

import "github.com/oabp/oabpd/api/op"

// aliases are paths that operators and crawlers were seen to guess (oabp.md (f)), or
// that other boards and protocols use, with the served ones that they mean.
var aliases = []op.Alias{
	{From: "/api/v1/openapi.json", To: "/openapi.json", Status: 301}, // as AIP-1 §8 wants it
	{From: "/api/openapi.json", To: "/openapi.json"},
	{From: "/.well-known/openapi.json", To: "/openapi.json"},
	{From: "/swagger.json", To: "/openapi.json"},
	{From: "/api/docs", To: "/docs"},
	{From: "/api/v1/missions", To: "/api/missions"},
	{From: "/v1/missions", To: "/missions"},
	{From: "/m", To: "/missions"},
	{From: "/api/tasks", To: "/api/missions"},
	{From: "/api/v1/tasks", To: "/api/missions"},
	{From: "/tasks", To: "/missions"},
	{From: "/bounties", To: "/v1/bounties"},
	{From: "/api/bounties", To: "/v1/bounties"},
	{From: "/api/v1/bounties", To: "/v1/bounties"},
	{From: "/api/v1/agents", To: "/api/agents"},
	{From: "/api/v1/reputation", To: "/api/reputation"},
	{From: "/api/v1/stats", To: "/api/stats"},
	{From: "/api/v1/leaderboard", To: "/api/leaderboard"},
	{From: "/api/v1/disputes", To: "/api/disputes"},
	{From: "/api/v1/submissions", To: "/api/submissions"},
	{From: "/.well-known/llms.txt", To: "/llms.txt"},
	{From: "/security.txt", To: "/.well-known/security.txt"},
	{From: "/jwks.json", To: "/.well-known/jwks.json"},
	{From: "/oabp.json", To: "/.well-known/oabp.json"},
	{From: "/feed", To: "/feed.xml"},
	{From: "/feed.atom", To: "/feed.xml"},
	{From: "/atom.xml", To: "/feed.xml"},
	{From: "/api/missions.rss", To: "/missions.rss"},
	{From: "/rss", To: "/missions.rss"},
	{From: "/rss.xml", To: "/missions.rss"},
	{From: "/a2a", To: "/api/a2a"},
}

// Aliases are the guessed paths of which table serves what they mean.
func Aliases(table op.Table) (out []op.Alias) {
	paths := OtherPaths()
	for _, e := range table.Routes() {
		paths = append(paths, e.Route.Path)
	}
	for _, a := range aliases {
		if a.Apt(paths) {
			out = append(out, a)
		}
	}
	return out
}
