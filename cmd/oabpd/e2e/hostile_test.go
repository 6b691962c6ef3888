package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// hostileTexts are JSON texts that broke other indexers' and boards' databases,
// as they go over the wire.
func hostileTexts() map[string]string {
	long := func(s string, n int) string { return `"` + strings.Repeat(s, n) + `"` }
	return map[string]string{
		"NUL": `"\u0000"`, "NUL within": `"a\u0000b"`, "invalid UTF-8": "\"a\xff\xfeb\"", "lone surrogate": `"a\ud800b"`, "overlong": "\"\xc0\x80\"",
		"100 kB": long("x", 100_000), "100 kB of two bytes": long("é", 50_000), "SQL": `"'; drop table agent; --"`, "like": `"%_\\%"`,
		"direction and width": `"\u202e\u200b\ufeff\ud83d\ude00"`, "empty": `""`, "blank": `" \t\n "`, "path": `"../../../etc/passwd"`,
		"2^255":   `"57896044618658097711785492504343953926634992332820282019728792003956564819968"`,
		"2^256-1": `"115792089237316195423570985008687907853269984665640564039457584007913129639935"`, "negative": `"-1"`, "infinite": `"1e400"`,
		"casing": `"0X833589FCd6EDB6e08F4C7c32d4f71b54BDA02913"`, "wrong type": `12345678901234567890123`, "object": `{"a":{"b":[1]}}`, "null": `null`,
	}
}

// operation is one of the OpenAPI document.
type operation struct {
	method, path string
	body         map[string]any // a body that has every member, or nil
	fields       [][]string     // the paths of its members
	query        []string
}

// spec reads the served document: whatever the daemon offers is in it.
type spec struct{ doc map[string]any }

func (s spec) resolve(v any) map[string]any {
	m, _ := v.(map[string]any)
	for m != nil && m["$ref"] != nil {
		at := any(s.doc)
		for _, k := range strings.Split(strings.TrimPrefix(m["$ref"].(string), "#/"), "/") {
			at = at.(map[string]any)[k]
		}
		m, _ = at.(map[string]any)
	}
	return m
}

func (s spec) operations() (out []operation) {
	paths := s.doc["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for method, v := range paths[path].(map[string]any) {
			if !slices.Contains([]string{"get", "post", "put", "patch", "delete"}, method) {
				continue
			}
			o, op := v.(map[string]any), operation{method: strings.ToUpper(method), path: path}
			params, _ := o["parameters"].([]any)
			for _, p := range params {
				if p := s.resolve(p); p["in"] == "query" {
					op.query = append(op.query, p["name"].(string))
				}
			}
			if b := s.resolve(o["requestBody"]); b != nil {
				media := s.resolve(b["content"].(map[string]any)["application/json"])
				op.body, _ = s.example(s.resolve(media["schema"]), 0).(map[string]any)
				if given, ok := media["example"].(map[string]any); ok {
					maps.Copy(op.body, given)
				}
				op.fields = leaves(op.body, nil)
			}
			out = append(out, op)
		}
	}
	return out
}

// example is a value that has every member of a schema.
func (s spec) example(m map[string]any, deep int) any {
	if m == nil || deep > 6 {
		return "x"
	}
	if e, ok := m["enum"].([]any); ok && len(e) > 0 {
		return e[0]
	}
	for _, k := range []string{"oneOf", "anyOf", "allOf"} {
		if l, ok := m[k].([]any); ok && len(l) > 0 {
			return s.example(s.resolve(l[0]), deep+1)
		}
	}
	kind, _ := m["type"].(string)
	if l, ok := m["type"].([]any); ok {
		kind, _ = l[0].(string)
		if kind == "null" && len(l) > 1 {
			kind, _ = l[1].(string)
		}
	}
	switch {
	case kind == "object" || m["properties"] != nil:
		out := map[string]any{}
		props, _ := m["properties"].(map[string]any)
		for name, p := range props {
			out[name] = s.example(s.resolve(p), deep+1)
		}
		return out
	case kind == "array":
		return []any{s.example(s.resolve(m["items"]), deep+1)}
	case kind == "integer" || kind == "number":
		return 1
	case kind == "boolean":
		return true
	}
	return "x"
}

// leaves are the paths of the members that hold one value.
func leaves(v any, at []string) (out [][]string) {
	switch x := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			out = append(out, leaves(x[k], append(slices.Clone(at), k))...)
		}
	case []any:
		for i := range x {
			out = append(out, leaves(x[i], append(slices.Clone(at), fmt.Sprint(i)))...)
		}
	default:
		out = append(out, at)
	}
	return out
}

// marker stands in a body where the hostile text comes in.
const marker = "the hostile text goes here"

// hide is a body with one member replaced by JSON text, or with that member
// alone.
func hide(t *testing.T, base map[string]any, field []string, text string, alone bool) []byte {
	t.Helper()
	var body any
	b, err := json.Marshal(base)
	must(t, err)
	must(t, json.Unmarshal(b, &body))
	at := body
	for i, k := range field {
		last := i == len(field)-1
		switch x := at.(type) {
		case map[string]any:
			if alone {
				maps.DeleteFunc(x, func(name string, _ any) bool { return name != k })
			}
			if last {
				x[k] = marker
			} else if x[k] == nil {
				return nil // the base has no such part
			}
			at = x[k]
		case []any:
			if last {
				x[0] = marker
			}
			at = x[0]
		}
	}
	b, err = json.Marshal(body)
	must(t, err)
	return bytes.Replace(b, []byte(`"`+marker+`"`), []byte(text), 1)
}

// TestHostileTexts sends every text of the list in every member of every body,
// in every query parameter and in every part of a path that the daemon's own
// document names, with a credential: it is never the server's fault, whatever
// is taken comes back as it was, and the journal folded again gives the stored
// state.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, startGeth(t, 0))
	j := w.newJob(t, jobOptions{named: true})
	var doc map[string]any
	must(t, json.Unmarshal(w.get(t, nil, "/openapi.json").want(t, 200).body, &doc))
	ids := map[string]string{"bounty_id": j.bounty, "mission_id": j.bounty, "submission_id": j.sub, "agent_id": j.worker.agent, "instruction_id": j.id}
	texts := hostileTexts()
	h := &hostile{world: w, who: j.poster, served: map[int]int{}}
	// What is taken but for the hostile text.
	valid := map[string]map[string]any{"POST /v1/bounties": bountyBody(2500), "POST /v1/agents/register": {"name": "somebody"},
		"POST /v1/bounties/{bounty_id}/submissions": {"content": "The eight suppliers.", "preview": "Eight suppliers with prices and dates, each with its source."}}
	ops := spec{doc}.operations()
	for _, op := range ops {
		path := op.path
		for name, id := range ids {
			path = strings.ReplaceAll(path, "{"+name+"}", id)
		}
		for what, text := range texts {
			for _, f := range op.fields {
				says := fmt.Sprintf("%s %s: %s in %s", op.method, op.path, what, strings.Join(f, "."))
				h.send(t, op.method, path, hide(t, op.body, f, text, false), says)
				h.send(t, op.method, path, hide(t, op.body, f, text, true), says)
				if base := valid[op.method+" "+op.path]; base != nil {
					h.taken(t, op.method, path, hide(t, base, f, text, false), says)
				}
			}
			h.send(t, op.method, inPath(op.path, text), nil, fmt.Sprintf("%s %s: %s in the path", op.method, op.path, what))
			for _, q := range op.query {
				h.send(t, op.method, path+"?"+q+"="+url.QueryEscape(plain(text)), nil, fmt.Sprintf("%s %s: %s in ?%s", op.method, op.path, what, q))
			}
		}
	}
	t.Logf("%d operations, %d requests, by status %v; %d texts read back", len(ops), h.n, h.served, h.kept)
	if len(ops) < 40 || h.n < 2000 || h.served[201] < 20 || h.kept < 20 {
		t.Error("too few requests, or too few that were taken")
	}
	checkRebuild(t, w.db)
}

// plain is a hostile text outside of JSON.
func plain(text string) string {
	var s string
	if json.Unmarshal([]byte(text), &s) != nil {
		return text
	}
	if len(s) > 5_000 {
		s = s[:5_000] // what a server reads of a request line is limited
	}
	return s
}

// inPath puts a text in place of every parameter of a path.
func inPath(path, text string) string {
	var out []string
	for _, part := range strings.Split(path, "/") {
		if strings.HasPrefix(part, "{") {
			part = url.PathEscape(plain(text))
			if strings.Trim(part, ".") == "" {
				part = "x"
			}
		}
		out = append(out, part)
	}
	return strings.Join(out, "/")
}

// hostile sends what no client of ours would.
type hostile struct {
	*world
	who    *person
	n      int
	served map[int]int
	kept   int // texts that were read back
}

// taken sends what may be taken; the texts of a mission that was come back.
func (h *hostile) taken(t *testing.T, method, path string, body []byte, what string) {
	t.Helper()
	if body == nil {
		return
	}
	status, answer := h.send(t, method, path, body, what)
	id, ok := decode(answer).(map[string]any)["bounty_id"].(string)
	if status != 201 || !ok || path != "/v1/bounties" {
		return
	}
	r := h.get(t, nil, "/v1/bounties/"+id).want(t, 200)
	sent := decode(body).(map[string]any)
	for _, k := range []string{"title", "description"} {
		if got := r.str("bounty." + k); got != sent[k] {
			t.Errorf("%s: %s came back as %.80q", what, k, got)
		}
		h.kept++
	}
}

func (h *hostile) send(t *testing.T, method, path string, body []byte, what string) (status int, answer []byte) {
	t.Helper()
	for attempt := 0; ; attempt++ {
		req, err := http.NewRequestWithContext(t.Context(), method, h.surface.url+path, bytes.NewReader(body))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		h.n++
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", h.n>>16&255, h.n>>8&255, h.n&255))
		req.Header.Set("Authorization", "Bearer "+h.who.token)
		if body != nil {
			req.Header.Set("Content-Type", "application/json")
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		answer, err = io.ReadAll(resp.Body)
		must(t, err)
		must(t, resp.Body.Close())
		h.served[resp.StatusCode]++
		if (resp.StatusCode == 429 || resp.StatusCode == 401 && path != "/") && attempt == 0 {
			p := &person{name: fmt.Sprintf("hostile %d", h.n)} // the one before used its allowance up, or lost its key
			h.register(t, p)
			h.who = p
			continue
		}
		if resp.StatusCode >= 500 || bytes.Contains(answer, []byte("SQLSTATE")) {
			t.Errorf("%s: %d %s", what, resp.StatusCode, clip(answer))
		}
		return resp.StatusCode, answer
	}
}
