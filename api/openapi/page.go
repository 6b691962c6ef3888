package openapi

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Page is a document as HTML.
type Page struct {
	// HTML is UTF-8 and refers to nothing outside itself but to paths of the server.
	HTML []byte
	// Policy is the Content-Security-Policy that the page needs: its own style and
	// nothing else, no script at all.
	Policy string
}

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
)

// document is what the page shows of an OpenAPI document.
type document struct {
	Info struct {
		Title, Version, Description string
	} `json:"info"`
	Tags       []Tag                                 `json:"tags"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Parameters map[string]parameter `json:"parameters"`
		Responses  map[string]response  `json:"responses"`
	} `json:"components"`
}

type described struct {
	OperationID string                `json:"operationId"`
	Summary     string                `json:"summary"`
	Description string                `json:"description"`
	Tags        []string              `json:"tags"`
	Tools       []string              `json:"x-mcp-tools"`
	Security    []map[string][]string `json:"security"`
	Parameters  []parameter           `json:"parameters"`
	RequestBody *response             `json:"requestBody"`
	Responses   map[string]response   `json:"responses"`
}

type parameter struct {
	Ref         string `json:"$ref"`
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Schema      schema `json:"schema"`
}

type response struct {
	Ref         string `json:"$ref"`
	Description string `json:"description"`
	Content     map[string]struct {
		Schema schema `json:"schema"`
	} `json:"content"`
}

// group, entry, row and reply are what the template reads.
type group struct {
	Tag
	Entries []entry
}

type entry struct {
	ID, Method, Path, Summary, Description, Access string
	Tools                                          []string
	Fields                                         []row
	Replies                                        []reply
}

type row struct {
	Name, Place, Type, Note string
	Required                bool
}

type reply struct {
	Status, Description string
	Media               []string
	Fields              []row
}

// Render gives a document that Build made as one page of HTML: its operations by
// tag, each with its fields and answers. Every text of the document is escaped.
func Render(doc []byte) (Page, error) {
	var d document
	if err := json.Unmarshal(doc, &d); err != nil {
		return Page{}, fmt.Errorf("reading the document: %w", err)
	}
	groups, err := d.groups()
	if err != nil {
		return Page{}, err
	}
	t, err := template.New("page").Funcs(template.FuncMap{"lower": strings.ToLower}).Parse(pageHTML)
	if err != nil {
		return Page{}, fmt.Errorf("reading the template: %w", err)
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{"Info": d.Info, "Groups": groups, "Style": template.CSS(pageCSS)}) //nolint:gosec // our own file
	if err != nil {
		return Page{}, fmt.Errorf("writing the page: %w", err)
	}
	sum := sha256.Sum256([]byte(pageCSS))
	return Page{HTML: b.Bytes(), Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}, nil
}

// groups are the operations by their first tag, in the document's order of tags.
func (d *document) groups() ([]group, error) {
	byTag := map[string][]entry{}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			raw, ok := d.Paths[path][method]
			if !ok {
				continue
			}
			var o described
			if err := json.Unmarshal(raw, &o); err != nil {
				return nil, fmt.Errorf("reading %s %s: %w", method, path, err)
			}
			tag := "other"
			if len(o.Tags) > 0 {
				tag = o.Tags[0]
			}
			byTag[tag] = append(byTag[tag], d.entry(method, path, o))
		}
	}
	var out []group
	for _, t := range d.Tags {
		if len(byTag[t.Name]) > 0 {
			out = append(out, group{t, byTag[t.Name]})
		}
		delete(byTag, t.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(byTag)) {
		out = append(out, group{Tag{Name: name}, byTag[name]})
	}
	return out, nil
}

func (d *document) entry(method, path string, o described) entry {
	e := entry{ID: o.OperationID, Method: strings.ToUpper(method), Path: path, Summary: o.Summary, Description: o.Description,
		Access: access(o.Security), Tools: o.Tools}
	for _, p := range o.Parameters {
		if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
			p = d.Components.Parameters[name]
		}
		e.Fields = append(e.Fields, row{Name: p.Name, Place: p.In, Type: p.Schema.kind(), Note: notes(p.Description, p.Schema), Required: p.Required})
	}
	if o.RequestBody != nil {
		for _, media := range slices.Sorted(maps.Keys(o.RequestBody.Content)) {
			e.Fields = append(e.Fields, o.RequestBody.Content[media].Schema.rows("body")...)
		}
	}
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		r := o.Responses[status]
		if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
			r = d.Components.Responses[name]
		}
		out := reply{Status: status, Description: r.Description, Media: slices.Sorted(maps.Keys(r.Content))}
		if code, err := strconv.Atoi(status); err == nil && code < 300 && len(out.Media) > 0 {
			out.Fields = r.Content[out.Media[0]].Schema.rows("")
		}
		e.Replies = append(e.Replies, out)
	}
	return e
}

// access says in words who may call.
func access(security []map[string][]string) string {
	open, admin := len(security) == 0, false
	for _, s := range security {
		open = open || len(s) == 0
		_, key := s["admin_key"]
		admin = admin || key
	}
	switch {
	case len(security) == 0:
		return "open to everybody"
	case open:
		return "open; shows more with a credential"
	case admin:
		return "administrators"
	}
	return "with an API key, a bearer token or a signed request"
}

// sortRows puts what is required first; the rest stays by name.
func sortRows(rows []row) {
	slices.SortStableFunc(rows, func(a, b row) int {
		switch {
		case a.Required == b.Required:
			return cmp.Compare(a.Name, b.Name)
		case a.Required:
			return -1
		}
		return 1
	})
}
