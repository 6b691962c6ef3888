package api

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// SpecFile is a file of the specifications that the operator publishes.
type SpecFile struct {
	// Path is relative, with slashes, such as AIP-1/README.md.
	Path string
	Body []byte
}

// ownSpecs is the bundle of what this program says of itself; allSpecs has everything.
const (
	ownSpecs = "oabpd"
	allSpecs = "specs"
)

type specIn struct {
	Name string `json:"name" op:"len=1..100" jsonschema:"the bundle, such as AIP-1.zip"`
}

// specs are the bundles of specifications (AIP-1 §9.2), made once.
func (t *table) specs(all func() op.Table) op.Table {
	tags := []string{"discovery"}
	noTool := []op.Exempt{{Surface: op.MCP, Reason: "archives are no answers for models"}}
	const zipType = "application/zip"
	bundles := sync.OnceValues(func() (map[string][]byte, error) { return t.bundles(all()) })
	give := func(name string) (op.Raw, error) {
		have, err := bundles()
		if err != nil {
			return op.Raw{}, fmt.Errorf("making the bundles: %w", err)
		}
		body, ok := have[name]
		if !ok {
			names := []string{}
			for n := range have {
				names = append(names, "/specs/"+n+".zip")
			}
			slices.Sort(names)
			return op.Raw{}, settle.Errorf(settle.CodeNotFound, "there is no bundle of that name; there are %s", strings.Join(names, ", "))
		}
		return op.Raw{MediaType: zipType, Body: body}, nil
	}
	return op.Table{
		declare(op.Spec{Name: "get_all_specs", Summary: "All specifications that this server publishes, as a zip", Tags: tags, Exempt: noTool,
			Description: "Those of the operator, this server's OpenAPI document, and its conformance statement.",
			Bindings:    []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/specs.zip", Media: []string{zipType}}},
		}, func(context.Context, empty) (op.Raw, error) { return give(allSpecs) }),
		declare(op.Spec{Name: "get_spec", Summary: "One specification as a zip", Tags: tags, Exempt: noTool, Errors: []settle.Code{settle.CodeNotFound},
			Description: "AIP-N.zip for each that the operator publishes; oabpd.zip is this server's OpenAPI document and conformance statement.",
			Bindings:    []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/specs/{name}", Media: []string{zipType}}},
		}, func(_ context.Context, in specIn) (op.Raw, error) { return give(strings.TrimSuffix(in.Name, ".zip")) }),
	}
}

var firstPart = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}`)

// bundles are archives by name: one for each first part of the files' paths, this
// program's own, and all.
func (t *table) bundles(all op.Table) (map[string][]byte, error) {
	doc, err := t.doc()
	if err != nil {
		return nil, err
	}
	own := []SpecFile{{ownSpecs + "/openapi.json", doc}, {ownSpecs + "/conformance.md", []byte(t.conformance(all))}}
	files := append(slices.Clone(own), t.cfg.Specs...)
	groups := map[string][]SpecFile{allSpecs: files, ownSpecs: own}
	for _, f := range t.cfg.Specs {
		if name := firstPart.FindString(f.Path); name != "" && name != allSpecs && name != ownSpecs {
			groups[name] = append(groups[name], f)
		}
	}
	out := map[string][]byte{}
	for name, group := range groups {
		if out[name], err = archive(group); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// archive is a zip with equal bytes for equal files: in the order of their paths, and
// without times.
func archive(files []SpecFile) ([]byte, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b SpecFile) int { return strings.Compare(a.Path, b.Path) })
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Path, Method: zip.Deflate})
		if err != nil {
			return nil, fmt.Errorf("adding %s: %w", f.Path, err)
		}
		if _, err := w.Write(f.Body); err != nil {
			return nil, fmt.Errorf("adding %s: %w", f.Path, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("ending an archive: %w", err)
	}
	return b.Bytes(), nil
}

// conformance is what this server says that it does, made from what it serves.
func (t *table) conformance(all op.Table) string {
	var b strings.Builder
	paths := endpoints(all)
	fmt.Fprintf(&b, "# Conformance statement of oabpd %s\n\nProposals of which the required routes are served:", t.cfg.Version)
	for _, n := range aipsOf(paths) {
		fmt.Fprintf(&b, " AIP-%d", n)
	}
	b.WriteString(".\n\nThe server at " + t.cfg.PublicURL + " says in /.well-known/oabp.json which assets, kinds of funding and kinds of verification are configured.\n\n## Endpoints\n\n| name | path |\n|---|---|\n")
	for _, n := range endpointNames {
		if p := paths[n.name]; p != "" {
			fmt.Fprintf(&b, "| %s | `%s` |\n", n.name, p)
		}
	}
	b.WriteString("\n## MCP tools\n\n")
	for _, e := range all.Tools() {
		fmt.Fprintf(&b, "- `%s`: %s\n", e.Tool.Name, e.Op.Summary)
	}
	b.WriteString("\n## Not offered\n\n- The chain's native asset as a reward: token payments only.\n- gRPC.\n- Streaming and push notifications of A2A: tasks are answered whole.\n- OAuth: there is no authorization server.\n")
	return b.String()
}
