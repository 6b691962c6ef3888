package api_test

import (
	"encoding/json"
	"fmt"
	"testing"
)

// TestToolSchemasAreCommon: clients compile the schemas of all tools before they
// call one, and drop all of them for one that they cannot: no formats of our own,
// no true or false where an object is expected.
func TestToolSchemasAreCommon(t *testing.T) {
	b := newBench(t)
	b.overMCP()
	tools, err := b.mcp.ListTools(t.Context(), nil)
	b.must(err)
	if len(tools.Tools) != len(b.table.Tools()) {
		t.Errorf("%d tools", len(tools.Tools))
	}
	seen := 0
	var walk func(where string, v any)
	walk = func(where string, v any) {
		s, ok := v.(map[string]any)
		if !ok {
			t.Errorf("%s is %v, no schema to some", where, v)
			return
		}
		seen++
		if f := s["format"]; f != nil && f != "date-time" {
			t.Errorf("%s has the format %v", where, f)
		}
		for _, key := range []string{"properties", "$defs"} {
			in, _ := s[key].(map[string]any)
			for name, p := range in {
				walk(where+"."+name, p)
			}
		}
		for _, key := range []string{"anyOf", "oneOf", "allOf"} {
			in, _ := s[key].([]any)
			for k, p := range in {
				walk(fmt.Sprintf("%s.%s.%d", where, key, k), p)
			}
		}
		if items, ok := s["items"]; ok {
			walk(where+".items", items)
		}
		if more, ok := s["additionalProperties"].(map[string]any); ok {
			walk(where+".*", more)
		}
	}
	for _, x := range tools.Tools {
		for what, schema := range map[string]any{"input": x.InputSchema, "output": x.OutputSchema} {
			var v any
			raw, err := json.Marshal(schema)
			b.must(err)
			b.must(json.Unmarshal(raw, &v))
			if v != nil {
				walk(x.Name+" "+what, v)
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d schemas were looked at", seen)
	}
}
