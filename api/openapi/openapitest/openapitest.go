// Package openapitest checks an OpenAPI document, and live answers against it.
// It is for tests only: nothing that ships imports it.
//
// # Guarantees
//
//   - The checks are those of an independent implementation (kin-openapi with
//     its JSON Schema 2020-12 validator), not ours.
//   - Exchange fails on an answer whose status or media type the document does
//     not name, and on a body that its schema does not admit.
package openapitest

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/url"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// Checker holds a document that is valid.
type Checker struct {
	doc    *openapi3.T
	router routers.Router
}

// New reads and validates a document of OpenAPI 3.1, examples included.
func New(doc []byte) (*Checker, error) {
	d, err := openapi3.NewLoader().LoadFromData(doc)
	if err != nil {
		return nil, fmt.Errorf("loading the document: %w", err)
	}
	if !d.IsOpenAPI31OrLater() {
		return nil, fmt.Errorf("openapi %s: want 3.1", d.OpenAPI)
	}
	if err := d.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		return nil, fmt.Errorf("validating the document: %w", err)
	}
	d.Servers = nil // tests serve on a port of their own
	r, err := legacy.NewRouter(d)
	if err != nil {
		return nil, fmt.Errorf("routing by the document: %w", err)
	}
	return &Checker{doc: d, router: r}, nil
}

// Operations are the operationIds of the document.
func (c *Checker) Operations() (ids []string) {
	for _, item := range c.doc.Paths.Map() {
		for _, o := range item.Operations() {
			ids = append(ids, o.OperationID)
		}
	}
	return ids
}

// Request checks a request by the document. body is the request's body.
func (c *Checker) Request(r *http.Request, body []byte) error {
	in, err := c.input(r, body)
	if err != nil {
		return err
	}
	return openapi3filter.ValidateRequest(r.Context(), in)
}

// Exchange checks an answer by the document. r is the request that was sent;
// its body is not needed.
func (c *Checker) Exchange(r *http.Request, status int, header http.Header, body []byte) error {
	in, err := c.input(r, nil)
	if err != nil {
		return err
	}
	if t, _, err := mime.ParseMediaType(header.Get("Content-Type")); err == nil && t != "application/json" && t != "application/problem+json" {
		res := in.Route.Operation.Responses.Status(status)
		if res == nil || res.Value == nil || res.Value.Content.Get(t) == nil {
			return fmt.Errorf("%s %s answered %d with %s, which the document does not name", r.Method, r.URL.Path, status, t)
		}
		return nil // nothing in the document says what a picture looks like
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: status, Header: header, Options: in.Options}
	out.SetBodyBytes(body)
	if err := openapi3filter.ValidateResponse(r.Context(), out); err != nil {
		return fmt.Errorf("%s %s answered %d: %w", r.Method, r.URL.Path, status, err)
	}
	return nil
}

func (c *Checker) input(r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	look := r.Clone(r.Context())
	look.URL = &url.URL{Scheme: "http", Host: "test", Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	look.Host = "test"
	look.Body = http.NoBody
	if body != nil {
		look.Body = readCloser{bytes.NewReader(body)}
		look.ContentLength = int64(len(body))
	}
	route, params, err := c.router.FindRoute(look)
	if err != nil {
		return nil, fmt.Errorf("%s %s is not in the document: %w", r.Method, r.URL.Path, err)
	}
	return &openapi3filter.RequestValidationInput{Request: look, PathParams: params, Route: route, Options: &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true, MultiError: true}}, nil
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }
