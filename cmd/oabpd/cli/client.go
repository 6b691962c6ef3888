package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	ucli "github.com/urfave/cli/v2"

	"github.com/oabp/oabpd/api"
	"github.com/oabp/oabpd/api/op"
)

// verbs are the first words of a tool's name that are actions on a noun; such
// a tool becomes `client <noun> <verb>`, any other `client <name>`.
var verbs = []string{"get", "list", "post", "submit", "set", "register", "link", "cancel", "review", "prove", "check", "withdraw", "settle", "direct"}

// server are the options of every call; they may stand before the noun as well.
func server() []*option {
	return []*option{
		one("url", "http://127.0.0.1:8080", "origin of the server"),
		one("api-key", "", "API key or bearer token"),
		one("timeout", "30s", "how long one call may take"),
		toggle("json", "print the answer as one line of JSON"),
	}
}

// client is made from the operation table: every tool that has a route of its
// dialect is a command, its fields are the flags. Without calls it has none.
func (c *commands) client(calls bool) *ucli.Command {
	top := &ucli.Command{
		Name:   "client",
		Usage:  "call a server's API, for people and scripts",
		Action: func(*ucli.Context) error { return usage("want a noun and a verb; see oabpd client --help") },
		Flags:  flags(server()...),
	}
	if !calls {
		return top
	}
	nouns := map[string]*ucli.Command{}
	table := api.Table(nil, api.Config{PublicURL: "http://localhost"})
	routes := table.Routes()
	for _, t := range table.Tools() {
		if t.Tool.Of != "" {
			continue // the same command under another name
		}
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
		"\n\n" + e.Route.Method + " " + e.Route.Path), Flags: flags(server()...),
		Action: c.with(func(cc *ucli.Context, s *settings) error { return c.send(cc.Context, s, e) })}
	schema := e.InSchema()
	for _, f := range slices.Sorted(maps.Keys(e.Fields())) {
		if f == "api_key" {
			continue
		}
		o := once(one(flagOf(f), "", use(schema.Properties[f], f, e.Fields()[f])))
		o.required = slices.Contains(schema.Required, f)
		cmd.Flags = append(cmd.Flags, o)
	}
	return cmd
}

// flagOf is the flag of a field: its name, or its-<name> where the server's own
// options have that.
func flagOf(field string) string {
	name := strings.ReplaceAll(field, "_", "-")
	if slices.ContainsFunc(server(), func(o *option) bool { return o.name == name }) {
		return "its-" + name
	}
	return name
}

// use says what a field is for.
func use(p *jsonschema.Schema, field, typ string) string {
	text := ""
	if p != nil {
		text = p.Description
	}
	if p != nil && text == "" && len(p.Enum) > 0 {
		text = fmt.Sprint("one of ", p.Enum)
	}
	if text == "" {
		text = "the " + strings.ReplaceAll(field, "_", " ")
	}
	if typ == "array" || typ == "object" {
		text += " (JSON)"
	}
	return text
}

func (c *commands) send(ctx context.Context, s *settings, e *op.Entry) error {
	req := request(s, e)
	timeout, compact := s.duration("timeout"), s.on("json")
	if err := s.err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	resp, err := http.DefaultClient.Do(req.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("calling %s: %w", s.str("url"), err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	if compact {
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

// request puts the flags where the route wants them. It is nil when there are
// problems.
func request(s *settings, e *op.Entry) *http.Request {
	path, query, body := e.Route.Path, url.Values{}, map[string]json.RawMessage{}
	for f, typ := range e.Fields() {
		flag := flagOf(f)
		if f == "api_key" || !s.isSet(flag) {
			continue
		}
		v := s.str(flag)
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
				s.bad("--%s: want JSON (%s)", flag, typ)
			}
			body[f] = raw
		}
	}
	if s.err() != nil {
		return nil
	}
	u := strings.TrimRight(s.str("url"), "/") + path
	if len(query) > 0 {
		u += "?" + query.Encode()
	}
	var r io.Reader
	if e.Route.Method != http.MethodGet && e.Route.Method != http.MethodDelete {
		b, err := json.Marshal(body)
		if err != nil {
			s.bad("%w", err)
			return nil
		}
		r = bytes.NewReader(b)
	} else if len(body) > 0 {
		s.bad("this call has no body")
	}
	req, err := http.NewRequest(e.Route.Method, u, r)
	if err != nil {
		s.bad("--url: %w", err)
		return nil
	}
	req.Header.Set("Accept", "application/json")
	if r != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if k := s.str("api-key"); k != "" {
		req.Header.Set("Authorization", "Bearer "+k)
	}
	return req
}
