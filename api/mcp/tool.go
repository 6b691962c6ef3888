package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// describe is what a client sees of a tool.
func describe(e *op.Entry) *sdk.Tool {
	t := e.Tool
	destructive, closed := t.Destructive, false
	d := &sdk.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: common(e.InSchema()),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.ReadOnly, DestructiveHint: &destructive,
			IdempotentHint: t.Idempotent || t.ReadOnly, OpenWorldHint: &closed}}
	if d.Title == "" {
		d.Title = e.Op.Summary
	}
	if d.Description == "" {
		d.Description = e.Op.Description
	}
	if d.Description == "" {
		d.Description = e.Op.Summary
	}
	if out := e.OutSchema(); out != nil && out.Type == "object" {
		d.OutputSchema = common(out)
	}
	return d
}

// common makes a schema one that stock clients take, since they drop all tools for
// one that they do not: our own formats are unknown to validators (the patterns
// stay, and so does what the server checks), and a schema for anything, which is
// written as true, is to some no schema.
func common(s *jsonschema.Schema) *jsonschema.Schema {
	if s == nil {
		return nil
	}
	if s.Format != "date-time" {
		s.Format = ""
	}
	if reflect.DeepEqual(s, &jsonschema.Schema{}) {
		s.Description = "any JSON value"
		return s
	}
	if reflect.DeepEqual(s.Not, &jsonschema.Schema{}) {
		return s // nothing at all, which is written as false
	}
	for _, in := range []map[string]*jsonschema.Schema{s.Properties, s.Defs, s.PatternProperties} {
		for _, p := range in {
			common(p)
		}
	}
	for _, p := range slices.Concat(s.AnyOf, s.OneOf, s.AllOf, s.PrefixItems, []*jsonschema.Schema{s.Items, s.AdditionalProperties, s.Not}) {
		common(p)
	}
	return s
}

// tool carries a call to the operation.
func (s *Server) tool(e *op.Entry) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		h := http.Header{}
		if req.Extra != nil && req.Extra.Header != nil {
			h = req.Extra.Header
		}
		ip, _ := netip.ParseAddr(h.Get(hdrIP))
		info := op.Info{RequestID: h.Get(hdrRequestID), IP: ip, Surface: op.MCP, Dialect: e.Dialect}
		var input map[string]any
		var err error
		switch args := req.Params.Arguments; {
		case int64(len(args)) > e.Op.MaxBody:
			err = settle.Errorf(op.CodeTooLarge, "the arguments may have at most %d bytes", e.Op.MaxBody)
		case string(args) == "null": // how some clients write none
			input = map[string]any{}
		default:
			input, err = op.ParseObject(args)
		}
		if err != nil {
			shown, _ := op.Expose(err)
			return result(s.o.Runner.Refusal(e.Dialect, shown, info.RequestID, false)), nil
		}
		call := op.Call{Entry: e, Info: info, Input: input, Bearer: bearer(h), AdminKey: h.Get("X-Admin-Key"),
			IdempotencyKey: h.Get("Idempotency-Key")}
		if e.Op.Attestable {
			call.Registry = h.Get(hdrRegistry)
		}
		return result(s.o.Runner.Do(ctx, call)), nil
	}
}

// result turns a reply into a tool's result. A refusal is text only: a structured
// one would have to be what the tool's output schema says, and clients drop the
// whole answer when it is not.
func result(rep op.Reply) *sdk.CallToolResult {
	res := &sdk.CallToolResult{IsError: rep.Status >= 400}
	base, _, _ := strings.Cut(rep.MediaType, ";")
	if base != "application/json" {
		if strings.HasPrefix(base, "text/") || strings.HasSuffix(base, "+xml") || strings.HasSuffix(base, "+json") {
			res.Content = []sdk.Content{&sdk.TextContent{Text: string(rep.Body)}}
		} else {
			res.Content = []sdk.Content{&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{
				URI: "oabp:result", MIMEType: rep.MediaType, Blob: rep.Body}}}
		}
		return res
	}
	body := rep.Body
	if res.IsError {
		body = withStatus(rep)
	}
	res.Content = []sdk.Content{&sdk.TextContent{Text: string(body)}}
	if !res.IsError && bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		res.StructuredContent = json.RawMessage(body)
	}
	return res
}

// withStatus is the body of a refusal with the HTTP status in it.
func withStatus(rep op.Reply) []byte {
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(rep.Body))
	d.UseNumber() // amounts stay as they are
	if d.Decode(&m) == nil {
		m["status"] = rep.Status
		if b, err := op.Pretty(m); err == nil {
			return b
		}
	}
	return rep.Body
}
