package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
)

// verbs are the first words of a tool's name that are actions on a noun; such
// a tool becomes `client <noun> <verb>`, any other `client <name>`.
var verbs = []string{"get", "list", "post", "submit", "set", "register", "link", "cancel", "review", "prove", "check", "withdraw", "settle", "direct"}

// client is made from the operation table: every tool that has a route of its
// dialect is a command, its fields are the flags.
func (c *commands) client() *ucli.Command {
	top := &ucli.Command{
		Name:   "client",
		Usage:  "call a server's API, for people and scripts",
		Action: func(*ucli.Context) error { return usage("want a noun and a verb; see oabpd client --help") },
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "url", Value: "http://127.0.0.1:8080", Usage: "origin of the server", EnvVars: env("url")},
			&ucli.StringFlag{Name: "api-key", Usage: "API key or bearer token", EnvVars: env("api_key")},
			&ucli.DurationFlag{Name: "timeout", Value: 30 * time.Second, Usage: "how long one call may take", EnvVars: env("timeout")},
		},
	}
	nouns := map[string]*ucli.Command{}
	table := api.Table(nil, api.Config{PublicURL: "http://localhost"})
	routes := table.Routes()
	for _, t := range table.Tools() {
		k := slices.IndexFunc(routes, func(r *op.Entry) bool {
			return r.Op == t.Op && r.Dialect == t.Dialect && !r.Route.Hidden
		})
		if k < 0 {
			continue
		}
		noun, verb := split(t.Tool.Name)
		cmd := c.call(routes[k], verb)
		if noun == "" {
			top.Subcommands = append(top.Subcommands, cmd)
			continue
		}
		if nouns[noun] == nil {
			nouns[noun] = &ucli.Command{Name: noun, Usage: "calls about: " + strings.ReplaceAll(noun, "-", " "),
				Action: func(*ucli.Context) error { return usage("want a verb; see oabpd client %s --help", noun) }}
			top.Subcommands = append(top.Subcommands, nouns[noun])
		}
		nouns[noun].Subcommands = append(nouns[noun].Subcommands, cmd)
	}
	return top
}

func split(tool string) (noun, verb string) {
	v, rest, ok := strings.Cut(tool, "_")
	if !ok || !slices.Contains(verbs, v) {
		return "", strings.ReplaceAll(tool, "_", "-")
	}
	switch {
	case strings.HasSuffix(rest, "ies"):
		rest = strings.TrimSuffix(rest, "ies") + "y"
	case strings.HasSuffix(rest, "s") && !strings.HasSuffix(rest, "ss"):
		rest = strings.TrimSuffix(rest, "s")
	}
	return strings.ReplaceAll(rest, "_", "-"), v
}

func (c *commands) call(e *op.Entry, name string) *ucli.Command {
	cmd := &ucli.Command{Name: name, Usage: e.Op.Summary, Description: strings.TrimSpace(e.Op.Description +
		"\n\n" + e.Route.Method + " " + e.Route.Path), Action: func(cc *ucli.Context) error { return c.send(cc, e) },
		Flags: []ucli.Flag{&ucli.BoolFlag{Name: "json", Usage: "print the answer as one line of JSON"}}}
	schema := e.InSchema()
	for _, f := range slices.Sorted(maps.Keys(e.Fields())) {
		if f == "api_key" {
			continue
		}
		use := ""
		if p := schema.Properties[f]; p != nil {
			use = p.Description
		}
		switch e.Fields()[f] {
		case "array", "object":
			use += " (JSON)"
		}
		cmd.Flags = append(cmd.Flags, &ucli.StringFlag{Name: strings.ReplaceAll(f, "_", "-"), Usage: strings.TrimSpace(use), Required: slices.Contains(schema.Required, f)})
	}
	return cmd
}

func (c *commands) send(cc *ucli.Context, e *op.Entry) error {
	if cc.NArg() > 0 {
		return usage("%q is not a flag; every value has one", cc.Args().First())
	}
	req, err := request(cc, e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(cc.Context, cc.Duration("timeout"))
	defer cancel()
	resp, err := http.DefaultClient.Do(req.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("calling %s: %w", cc.String("url"), err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	if cc.Bool("json") {
		var out bytes.Buffer
		if json.Compact(&out, b) == nil {
			b = out.Bytes()
		}
	}
	fmt.Fprintln(c.s.Out, strings.TrimRight(string(b), "\n"))
	if resp.StatusCode >= 400 {
		return &exit{ExitFailed, fmt.Errorf("the server answered %s", resp.Status)}
	}
	return nil
}

// request puts the flags where the route wants them.
func request(cc *ucli.Context, e *op.Entry) (*http.Request, error) {
	path, query, body := e.Route.Path, url.Values{}, map[string]json.RawMessage{}
	for f, typ := range e.Fields() {
		flag := strings.ReplaceAll(f, "_", "-")
		if f == "api_key" || !cc.IsSet(flag) {
			continue
		}
		v := cc.String(flag)
		switch e.Place(f) {
		case op.InPath:
			path = strings.ReplaceAll(path, "{"+f+"}", url.PathEscape(v))
		case op.InQuery:
			query.Set(f, v)
		default:
			raw := json.RawMessage(v)
			if typ == "string" {
				raw, _ = json.Marshal(v)
			} else if !json.Valid(raw) {
				return nil, usage("--%s: want JSON (%s)", flag, typ)
			}
			body[f] = raw
		}
	}
	u := strings.TrimRight(cc.String("url"), "/") + path
	if len(query) > 0 {
		u += "?" + query.Encode()
	}
	var r io.Reader
	if e.Route.Method != http.MethodGet && e.Route.Method != http.MethodDelete {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		r = bytes.NewReader(b)
	} else if len(body) > 0 {
		return nil, errors.New("this call has no body")
	}
	req, err := http.NewRequest(e.Route.Method, u, r)
	if err != nil {
		return nil, usage("--url: %w", err)
	}
	req.Header.Set("Accept", "application/json")
	if r != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if k := cc.String("api-key"); k != "" {
		req.Header.Set("Authorization", "Bearer "+k)
	}
	return req, nil
}
