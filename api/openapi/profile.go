package openapi

import (
	"encoding/json"
	"fmt"

	"github.com/oabp/oabpd/api/op"
)

// addProfile adds to an operation what those get who ask for a profile: OpenAPI
// knows one operation for a method and a path.
func addProfile(o, more object, e *op.Entry) {
	ps, _ := o["parameters"].([]any)
	name := op.ProfileName(e.Route.Profile)
	have := map[string]bool{}
	for _, p := range ps {
		have[parameterKey(p)] = true
	}
	extra := []any{
		object{"name": "Accept-Profile", "in": "header", "required": false, "schema": object{"type": "string"}, "x-profile": e.Route.Profile,
			"description": fmt.Sprintf("The URI of x-profile asks for dialect %s, as ?dialect=%s does; the answer has Content-Profile then", name, name)},
		object{"name": "dialect", "in": "query", "required": false, "schema": object{"type": "string"}, "description": name + " asks for dialect " + name}}
	mine, _ := more["parameters"].([]any)
	for _, p := range append(extra, mine...) {
		if k := parameterKey(p); !have[k] {
			have[k], ps = true, append(ps, p)
		}
	}
	o["parameters"] = ps
	if body, ok := more["requestBody"].(object); ok {
		if old, ok := o["requestBody"].(object); ok {
			both(old["content"].(object), body["content"].(object))
			old["required"] = old["required"] == true && body["required"] == true
		} else {
			o["requestBody"] = body
		}
	}
	old := o["responses"].(object)
	for status, r := range more["responses"].(object) {
		have, ok := old[status].(object)
		switch {
		case !ok:
			old[status] = r
		case status < "300" && have["content"] != nil:
			both(have["content"].(object), r.(object)["content"].(object))
		}
	}
}

// parameterKey is what tells parameters apart.
func parameterKey(p any) string {
	x := p.(object)
	return fmt.Sprint(x["in"], " ", x["name"], x["$ref"])
}

// both lets content have either shape.
func both(old, more object) {
	for media, m := range more {
		have, ok := old[media].(object)
		if !ok {
			old[media] = m
			continue
		}
		a, b := have["schema"], m.(object)["schema"]
		if x, _ := json.Marshal(a); string(x) == text(b) {
			continue
		}
		have["schema"] = object{"anyOf": []any{a, b}}
	}
}

func text(v any) string { b, _ := json.Marshal(v); return string(b) }
