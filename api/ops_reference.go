package api

import (
	"context"
	"fmt"
	"sync"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/api/openapi"
)

// reference are the OpenAPI document and its rendering for people. Both are made
// once, of the table as it is served.
func (t *table) reference(all func() op.Table) op.Table {
	tags := []string{"discovery"}
	t.doc = sync.OnceValues(func() ([]byte, error) { return openapi.Build(all(), Info(t.cfg.Version)) })
	page := sync.OnceValues(func() (openapi.Page, error) {
		b, err := t.doc()
		if err != nil {
			return openapi.Page{}, err
		}
		return openapi.Render(b)
	})
	return op.Table{
		declare(op.Spec{Name: "get_openapi", Summary: "This API as an OpenAPI 3.1 document", Tags: tags,
			Bindings: []op.Binding{oabp("GET", "/openapi.json")},
			Exempt:   []op.Exempt{{Surface: op.MCP, Reason: "tools/list has the same schemas"}},
		}, func(context.Context, empty) (op.Raw, error) {
			b, err := t.doc()
			if err != nil {
				return op.Raw{}, fmt.Errorf("building the OpenAPI document: %w", err)
			}
			return op.Raw{Body: b}, nil
		}),
		declare(op.Spec{Name: "get_docs", Summary: "This API as a page for people", Tags: tags,
			Description: "The OpenAPI document as HTML, without scripts and without anything from elsewhere.",
			Bindings:    []op.Binding{{Dialect: op.OABP, Method: "GET", Path: "/docs", Media: []string{"text/html"}}},
			Exempt:      []op.Exempt{{Surface: op.MCP, Reason: "a page for people"}},
		}, func(context.Context, empty) (op.Raw, error) {
			p, err := page()
			if err != nil {
				return op.Raw{}, fmt.Errorf("rendering the OpenAPI document: %w", err)
			}
			return op.Raw{MediaType: "text/html" + inUTF8, Body: p.HTML, Header: map[string]string{"Content-Security-Policy": p.Policy}}, nil
		}),
	}
}
