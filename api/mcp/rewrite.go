package mcp

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/oabp/oabpd/api/op"
)

// extra adds the three members that every error of the transport has
// (oabp.md 7.2.1).
func (s *Server) extra(m map[string]any) map[string]any {
	m["canonical_endpoint"] = s.o.CanonicalEndpoint
	m["supported_transports"] = []string{"streamable_http"}
	m["documentation"] = s.o.Documentation
	return m
}

// hint is how a client that guesses gets in: most that fail leave out the second
// step (oabp.md (f) 7).
const hint = "1. POST initialize. 2. POST notifications/initialized with the Mcp-Session-Id of the answer. " +
	"3. POST tools/list with the same header. Or send each request by itself as revision 2026-07-28, without a session."

func (s *Server) jsonError(id json.RawMessage, code int, msg, reason string) map[string]any {
	return map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": msg,
		"data": map[string]any{"reason": reason, "hint": hint, "expected_transport": "streamable_http", "recipeUrl": s.o.Documentation}}}
}

// within puts the three members into the error's data, unless that is no object.
func (s *Server) within(m map[string]any) map[string]any {
	e, ok := m["error"].(map[string]any)
	if !ok {
		return m
	}
	switch data := e["data"].(type) {
	case nil:
		e["data"] = s.extra(map[string]any{})
	case map[string]any:
		s.extra(data)
	}
	return m
}

// fail answers a JSON-RPC error.
func (s *Server) fail(w http.ResponseWriter, status int, id json.RawMessage, code int, msg, reason string) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	b, err := json.Marshal(s.extra(s.jsonError(id, code, msg, reason)))
	if err != nil { // an id that is no JSON cannot have been parsed
		b = []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b)
}

// NotServed answers the paths of transports that are not served (Paths): 404
// TransportNotSupported.
func (s *Server) NotServed() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := op.Pretty(s.extra(map[string]any{"error": "TransportNotSupported",
			"message":                "This server speaks MCP over streamable_http only, at the canonical endpoint; " + r.URL.Path + " is not served.",
			"canonical_mcp_endpoint": s.o.CanonicalEndpoint, "transport": "streamable_http"}))
		if err != nil {
			b = []byte(`{"error":"TransportNotSupported"}`)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(b)
	})
}

// Paths are those that NotServed is for, as echo patterns.
func Paths() []string {
	return []string{"/mcp/*", "/sse", "/sse/*", "/message", "/messages", "/messages/*", "/api/mcp", "/api/mcp/*", "/v1/mcp", "/v1/mcp/*"}
}

// rewriter stands between the SDK and the client. An answer of 400 and above
// becomes a JSON-RPC error with the three members; an event stream becomes one
// JSON document for a client that takes JSON only; everything else passes.
type rewriter struct {
	http.ResponseWriter
	s      *Server
	id     json.RawMessage
	toJSON bool // the client takes no event stream
	batch  bool
	modern bool // of revision 2026-07-28

	code    int
	held    *bytes.Buffer // an error's body, or a stream to convert
	stream  bool          // held is a stream
	started bool
	done    bool // answered, nothing may follow
}

// Unwrap lets http.ResponseController reach the connection.
func (w *rewriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// FlushError keeps a held answer from going out early.
func (w *rewriter) FlushError() error {
	if w.done {
		return nil
	}
	if !w.started {
		w.WriteHeader(http.StatusOK)
	}
	if w.held != nil {
		return nil
	}
	defer w.hurry()()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// slowest is how long a client may take to read what is written to it at once. A
// stream has no other deadline.
const slowest = 30 * time.Second

// hurry bounds the writes until done is called.
func (w *rewriter) hurry() (done func()) {
	c := http.NewResponseController(w.ResponseWriter)
	_ = c.SetWriteDeadline(time.Now().Add(slowest)) // a writer without deadlines needs none
	return func() { _ = c.SetWriteDeadline(time.Time{}) }
}

// WriteHeader implements http.ResponseWriter.
func (w *rewriter) WriteHeader(code int) {
	if w.started {
		return
	}
	w.started, w.code = true, code
	w.stream = w.toJSON && code == http.StatusOK && strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream")
	if code >= 400 || w.stream {
		w.held = &bytes.Buffer{}
		return
	}
	w.ResponseWriter.WriteHeader(code)
}

// Write implements http.ResponseWriter.
func (w *rewriter) Write(b []byte) (int, error) {
	if !w.started {
		w.WriteHeader(http.StatusOK)
	}
	if w.held != nil {
		return w.held.Write(b)
	}
	defer w.hurry()()
	return w.ResponseWriter.Write(b)
}

// finish sends what was held.
func (w *rewriter) finish() {
	if w.held == nil || w.done {
		return
	}
	w.done = true
	w.Header().Del("Content-Length")
	if w.stream {
		w.sendJSON()
		return
	}
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(w.held.Bytes()))
	d.UseNumber()
	if d.Decode(&m) == nil && m["error"] != nil && w.sendError(m) {
		return
	}
	msg := strings.TrimSpace(w.held.String())
	if msg == "" {
		msg = http.StatusText(w.code)
	}
	reason, code := "BadRequest", -32600
	switch {
	case strings.HasPrefix(msg, "JSON RPC not handled:"): // the SDK's words for a method it does not know
		reason, code, msg = "MethodNotFound", -32601, "Method not found"
	case w.code == http.StatusNotFound:
		reason, code, msg = "SessionNotFound", -32001, msgDead
	case w.code == http.StatusConflict:
		reason = "StreamConflict"
	case w.code >= 500:
		reason, code = "InternalError", -32603
	case w.code == http.StatusUnauthorized || w.code == http.StatusForbidden:
		reason = "Forbidden"
	}
	if w.modern && len(w.id) > 0 && w.sendError(w.s.jsonError(w.id, code, msg, reason)) {
		return
	}
	w.s.fail(w.ResponseWriter, w.code, w.id, code, msg, reason)
}

// sendError sends a JSON-RPC error with the three members where the client's
// revision has room for them.
func (w *rewriter) sendError(m map[string]any) bool {
	if w.modern && m["id"] != nil {
		m = w.s.within(m)
	} else {
		m = w.s.extra(m)
	}
	out, err := json.Marshal(m)
	if err != nil {
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	w.ResponseWriter.WriteHeader(w.code)
	_, _ = w.ResponseWriter.Write(out)
	return true
}

// sendJSON takes the responses out of the held stream: messages of the server
// that are not answers (progress, log) have no place in a JSON document.
func (w *rewriter) sendJSON() {
	var answers []json.RawMessage
	for event := range strings.SplitSeq(strings.ReplaceAll(w.held.String(), "\r\n", "\n"), "\n\n") {
		var data []string
		for line := range strings.SplitSeq(event, "\n") {
			if v, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, strings.TrimPrefix(v, " "))
			}
		}
		var m message
		text := strings.Join(data, "\n")
		if json.Unmarshal([]byte(text), &m) == nil && m.Method == "" && len(m.ID) > 0 {
			answers = append(answers, json.RawMessage(text))
		}
	}
	w.Header().Del("Connection")
	switch {
	case len(answers) == 0:
		w.s.fail(w.ResponseWriter, http.StatusInternalServerError, w.id, -32603, "The request was not answered", "InternalError")
		return
	case w.batch:
		b, err := json.Marshal(answers)
		if err != nil {
			return // raw messages that were just parsed are JSON
		}
		answers = []json.RawMessage{b}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.ResponseWriter.WriteHeader(http.StatusOK)
	_, _ = w.ResponseWriter.Write(answers[0])
}
