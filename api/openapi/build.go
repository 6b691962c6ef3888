package openapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Info is the head of the document.
type Info struct {
	Title, Version, Description string
	// Servers are base URLs; may be empty.
	Servers []string
	// Tags describe the groups in their order.
	Tags []Tag
}

// Tag describes a group of operations.
type Tag struct{ Name, Description string }

type object = map[string]any

// Build gives the document as JSON with two spaces and a newline at its end.
func Build(t op.Table, info Info) ([]byte, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	paths, shared, used := object{}, object{}, map[string]bool{}
	for _, e := range t.Routes() {
		if e.Route.Hidden {
			continue
		}
		o, err := operation(e, shared)
		if err != nil {
			return nil, fmt.Errorf("describing %s: %w", e.Op.Name, err)
		}
		if e.Route.Profile != "" {
			addProfile(paths[e.Route.Path].(object)[strings.ToLower(e.Route.Method)].(object), o, e)
			continue
		}
		o["operationId"] = operationID(e, used)
		item, _ := paths[e.Route.Path].(object)
		if item == nil {
			item = object{}
			paths[e.Route.Path] = item
		}
		item[strings.ToLower(e.Route.Method)] = o
	}
	doc := object{
		"openapi":    "3.1.0",
		"info":       object{"title": info.Title, "version": info.Version, "description": info.Description},
		"paths":      paths,
		"components": components(shared),
	}
	if len(info.Servers) > 0 {
		var list []any
		for _, u := range info.Servers {
			list = append(list, object{"url": u})
		}
		doc["servers"] = list
	}
	if len(info.Tags) > 0 {
		var list []any
		for _, x := range info.Tags {
			list = append(list, object{"name": x.Name, "description": x.Description})
		}
		doc["tags"] = list
	}
	b, err := op.Pretty(doc)
	if err != nil {
		return nil, fmt.Errorf("writing the document: %w", err)
	}
	return append(b, '\n'), nil
}

// operationID is the operation's name; further bindings get the dialect and,
// if need be, a number behind it.
func operationID(e *op.Entry, used map[string]bool) string {
	id := e.Op.Name
	if used[id] {
		id += "_" + string(e.Dialect)
	}
	for base, n := id, 2; used[id]; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	used[id] = true
	return id
}

func operation(e *op.Entry, shared object) (object, error) {
	o := object{"summary": e.Op.Summary, "security": security(e.Op), "tags": e.Op.Tags}
	if len(e.Op.Tags) == 0 {
		o["tags"] = []string{string(e.Dialect)}
	}
	if e.Op.Description != "" {
		o["description"] = e.Op.Description
	}
	var tools []string
	for _, t := range e.Op.Tools {
		tools = append(tools, t.Name)
	}
	if tools != nil {
		o["x-mcp-tools"] = tools
	}
	example, err := members(e.Op.Example)
	if err != nil {
		return nil, fmt.Errorf("example: %w", err)
	}
	if e.Route.In != nil { // the example is of the operation's own type
		example = nil
	}
	in := e.InSchema()
	if ps := parameters(e, in, example); len(ps) > 0 {
		o["parameters"] = ps
	}
	if body := requestBody(e, in, example); body != nil {
		o["requestBody"] = body
	}
	o["responses"] = responses(e, shared)
	return o, nil
}

func security(o *op.Op) []any {
	switch {
	case o.Scope == op.Optional || o.Claimable:
		return []any{object{}, object{"bearer": []any{}}, object{"signature": []any{}}}
	case o.Scope == op.Agent:
		return []any{object{"bearer": []any{}}, object{"signature": []any{}}}
	case o.Scope == op.Admin:
		return []any{object{"admin_key": []any{}}}
	}
	return []any{}
}

// members writes a value as a JSON object.
func members(v any) (map[string]json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var m map[string]json.RawMessage
	return m, json.Unmarshal(b, &m)
}

// variants are the shapes of an input: one, or those of a OneOf.
func variants(in *jsonschema.Schema) []*jsonschema.Schema {
	if len(in.AnyOf) > 0 {
		return in.AnyOf
	}
	return []*jsonschema.Schema{in}
}

func parameters(e *op.Entry, in *jsonschema.Schema, example map[string]json.RawMessage) (ps []any) {
	done := map[string]bool{}
	for _, v := range variants(in) {
		for _, name := range v.PropertyOrder {
			place := e.Place(name)
			if place == op.InBody || done[name] {
				continue
			}
			done[name] = true
			schema := v.Properties[name].CloneSchemas()
			p := object{"name": name, "in": string(place), "schema": schema,
				"required": place == op.InPath || slices.Contains(v.Required, name) && len(in.AnyOf) == 0}
			if schema.Description != "" {
				p["description"] = schema.Description
				schema.Description = ""
			}
			if x, ok := example[name]; ok {
				p["example"] = x
			}
			ps = append(ps, p)
		}
	}
	if e.Route.Method != "GET" {
		ps = append(ps, object{"$ref": "#/components/parameters/IdempotencyKey"})
	}
	return ps
}

func requestBody(e *op.Entry, in *jsonschema.Schema, example map[string]json.RawMessage) object {
	var shapes []*jsonschema.Schema
	required, fields := true, 0
	for _, v := range variants(in) {
		keep := func(name string) bool { return e.Place(name) == op.InBody }
		s := v.CloneSchemas()
		for name := range v.Properties {
			if !keep(name) {
				delete(s.Properties, name)
				delete(example, name)
			}
		}
		s.PropertyOrder = slices.DeleteFunc(slices.Clone(s.PropertyOrder), func(n string) bool { return !keep(n) })
		s.Required = slices.DeleteFunc(slices.Clone(s.Required), func(n string) bool { return !keep(n) })
		required = required && len(s.Required) > 0
		fields += len(s.Properties)
		shapes = append(shapes, s)
	}
	if fields == 0 {
		return nil
	}
	media := object{"schema": shapes[0]}
	if len(shapes) > 1 {
		media["schema"] = &jsonschema.Schema{AnyOf: shapes}
	}
	if len(example) > 0 {
		media["example"] = example
	}
	return object{"required": required, "content": object{"application/json": media}}
}

func responses(e *op.Entry, shared object) object {
	rs := object{}
	var success any = object{}
	if out := e.OutSchema(); out != nil {
		success = out
	}
	media := e.Route.Media
	if len(media) == 0 {
		media = []string{"application/json"}
	}
	for _, outcome := range e.Op.Outcomes {
		status := fmt.Sprint(e.Status(outcome))
		if r, ok := rs[status].(object); ok {
			r["description"] = fmt.Sprintf("%s, or %s", r["description"], strings.ToLower(outcome.String()))
			continue
		}
		content := object{}
		for _, m := range media {
			c := object{"schema": success}
			if e.Op.Answer != nil && e.Route.Out == nil && m == "application/json" {
				c["example"] = e.Op.Answer
			}
			content[m] = c
		}
		rs[status] = object{"description": outcome.String(), "content": content, "headers": headers(e, true)}
	}
	if e.Route.Method == "GET" && !e.Op.NoStore {
		rs["304"] = object{"description": "Not modified since the ETag in If-None-Match"}
	}
	byStatus := map[int][]settle.Code{}
	for _, c := range e.Codes() {
		byStatus[op.Status(c)] = append(byStatus[op.Status(c)], c)
	}
	for status, codes := range byStatus {
		if status < 400 {
			addQuietCodes(rs, status, codes)
			continue
		}
		r := errorResponse(e, codes)
		if len(codes) <= maxShared { // small sets are those of the frame, on every operation
			name := string(e.Dialect)
			for _, c := range codes {
				name += "." + string(c)
			}
			shared[name] = r
			r = object{"$ref": "#/components/responses/" + name}
		}
		rs[fmt.Sprint(status)] = r
	}
	return rs
}

// maxShared is how many codes a response may name to be written once for all
// operations.
const maxShared = 2

func errorResponse(e *op.Entry, codes []settle.Code) object {
	schema, problem := errorSchema(e.Dialect, codes), errorSchema(e.Dialect, codes)
	problem["allOf"] = append(problem["allOf"].([]any), object{"$ref": "#/components/schemas/Problem"})
	return object{"description": "One of: " + joinCodes(codes), "headers": headers(e, false),
		"content": object{"application/json": object{"schema": schema}, op.ProblemType: object{"schema": problem}}}
}

// addQuietCodes widens a success by codes whose status is one (already_settled).
func addQuietCodes(rs object, status int, codes []settle.Code) {
	quiet := object{"type": "object", "required": []string{"code", "message", "request_id"},
		"properties": object{"code": object{"enum": codes}, "message": object{"type": "string"}, "request_id": object{"type": "string"}}}
	r, ok := rs[fmt.Sprint(status)].(object)
	if !ok {
		rs[fmt.Sprint(status)] = object{"description": joinCodes(codes), "content": object{"application/json": object{"schema": quiet}}}
		return
	}
	r["description"] = fmt.Sprintf("%s, or %s", r["description"], joinCodes(codes))
	c, ok := r["content"].(object)["application/json"].(object)
	if !ok {
		r["content"].(object)["application/json"] = object{"schema": quiet}
		return
	}
	c["schema"] = object{"anyOf": []any{c["schema"], quiet}}
}

func headers(e *op.Entry, success bool) object {
	h := object{"X-Request-Id": object{"$ref": "#/components/headers/RequestId"}, "RateLimit": object{"$ref": "#/components/headers/RateLimit"},
		"RateLimit-Policy": object{"$ref": "#/components/headers/RateLimitPolicy"}, "Link": object{"$ref": "#/components/headers/Link"}}
	switch {
	case !success:
		h["Retry-After"] = object{"$ref": "#/components/headers/RetryAfter"}
	case e.Route.Method != "GET":
		h["Idempotent-Replayed"] = object{"$ref": "#/components/headers/IdempotentReplayed"}
	case e.Route.Method == "GET" && !e.Op.NoStore:
		h["ETag"] = object{"$ref": "#/components/headers/ETag"}
	}
	return h
}

func joinCodes(codes []settle.Code) string {
	s := make([]string, len(codes))
	for i, c := range codes {
		s[i] = "`" + string(c) + "`"
	}
	return strings.Join(s, ", ")
}
