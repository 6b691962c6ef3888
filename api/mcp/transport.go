package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

const (
	hdrSession  = "Mcp-Session-Id"
	hdrProto    = "Mcp-Protocol-Version"
	modernProto = "2026-07-28"
	metaProto   = "io.modelcontextprotocol/protocolVersion"
	allow       = "GET, HEAD, POST, DELETE, OPTIONS"
	msgDead     = "Session expired or unknown: POST initialize to open a new one"
)

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if reason := s.admitted(r); reason != "" {
		s.serveStranger(w, r, reason)
		return
	}
	if _, ok := s.sets[r.URL.Query().Get("toolset")]; !ok {
		if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodDelete {
			s.serveStranger(w, r, "UnknownToolset") // always 200
			return
		}
		s.fail(w, http.StatusBadRequest, nil, -32600, "Unknown toolset; there are: "+strings.Join(s.Sets(), ", "), "UnknownToolset")
		return
	}
	info := s.o.Info(r)
	r.Header.Set(hdrRequestID, info.RequestID)
	r.Header.Set(hdrIP, info.IP.String())
	r.Header.Del(hdrPrincipal)
	r.Header.Set(hdrRegistry, registryToken(r))
	// A stream outlives the server's timeouts; a writer without deadlines needs no lifting.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		s.serveGET(w, r)
	case http.MethodDelete:
		s.serveDELETE(w, r)
	case http.MethodPost:
		s.servePOST(w, r)
	case http.MethodOptions:
		w.Header().Set("Allow", allow)
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", allow)
		s.fail(w, http.StatusMethodNotAllowed, nil, -32600, "Method not allowed", "MethodNotAllowed")
	}
}

// registryToken is what a registry's proxy sends along (oabp.md (f)). It opens no
// session and is nobody's identity; operations that take a registry's word look
// at it.
func registryToken(r *http.Request) string {
	if h := r.Header.Get("X-Registry-Key"); h != "" {
		return h
	}
	return r.URL.Query().Get("api_key")
}

// serveStranger answers a request that may reach no session: GET and DELETE are
// 200 whoever asks (oabp.md 7.3.2, 7.3.4), and say and do nothing.
func (s *Server) serveStranger(w http.ResponseWriter, r *http.Request, reason string) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		r.Header.Del(hdrSession)
		s.serveGET(w, r)
	case http.MethodDelete:
		r.Header.Del(hdrSession)
		s.serveDELETE(w, r)
	default:
		s.fail(w, http.StatusForbidden, nil, -32600, "Forbidden: this Host or Origin is not served here", reason)
	}
}

// serveGET is always 200 (wire.md "MCP").
func (s *Server) serveGET(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && namesEventStream(r.Header.Values("Accept")) {
		x := s.get(r.Header.Get(hdrSession))
		if x != nil && r.Header.Get(hdrProto) < modernProto && s.sameCaller(r, x) {
			defer s.hold(x)()
			_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
			w.Header().Set(hdrSession, r.Header.Get(hdrSession))
			rw := &rewriter{ResponseWriter: w, s: s}
			s.legacy.ServeHTTP(rw, r)
			rw.finish()
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-cache, no-transform")
		_, _ = io.WriteString(w, "retry: 30000\n: alive; POST initialize to open a session\n\n")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	b, err := op.Pretty(s.extra(map[string]any{"ready": true, "status": "ok", "transport": "streamable_http",
		"protocol_versions": sdk.SupportedProtocolVersions(), "toolsets": s.Sets()}))
	if err == nil {
		_, _ = w.Write(b)
	}
}

// serveDELETE is idempotent: 200 and empty, session or not.
func (s *Server) serveDELETE(w http.ResponseWriter, r *http.Request) {
	if x := s.get(r.Header.Get(hdrSession)); x != nil && s.sameCaller(r, x) {
		s.forget(x.ss.ID()) // dead for the next request, whatever the closing takes
		_ = x.ss.Close()    // an error here is a session that has ended by itself
	}
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusOK)
}

// message is what the endpoint must know of a JSON-RPC message.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Meta map[string]any `json:"_meta"`
	} `json:"params"`
}

func (s *Server) servePOST(w http.ResponseWriter, r *http.Request) {
	jsonOK, sseOK := accepts(r.Header.Values("Accept"))
	if !jsonOK && !sseOK {
		s.fail(w, http.StatusNotAcceptable, nil, -32000, "Not Acceptable: Accept must admit application/json or text/event-stream", "NotAcceptable")
		return
	}
	body, msgs, ok := s.readMessages(w, r)
	if !ok {
		return
	}
	// What the SDK insists on, and lenient clients leave out.
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Content-Type", "application/json")
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	rw := &rewriter{ResponseWriter: w, s: s, id: msgs[0].ID, toJSON: !sseOK, batch: bytes.HasPrefix(bytes.TrimSpace(body), []byte("["))}
	defer rw.finish()
	if isModern(r, msgs) { // no handshake and no session: each request stands alone
		r.Header.Del(hdrSession)
		rw.modern = true
		s.serveModern(rw, r, msgs)
		return
	}
	s.serveSession(rw, r, msgs)
}

// serveModern serves a request that stands alone. One that listens is a stream
// without an end.
func (s *Server) serveModern(w *rewriter, r *http.Request, msgs []message) {
	if msgs[0].Method == "subscriptions/listen" {
		if w.toJSON {
			w.done = true
			s.fail(w.ResponseWriter, http.StatusNotAcceptable, w.id, -32000, "Not Acceptable: subscriptions/listen answers with text/event-stream", "NotAcceptable")
			return
		}
		release, ok := s.listen(networkOf(r.Header.Get(hdrIP)))
		if !ok {
			s.refuseBusy(w)
			return
		}
		defer release()
	}
	s.modern.ServeHTTP(w, r)
}

// refuseBusy answers who has all the sessions and streams that there are.
func (s *Server) refuseBusy(w *rewriter) {
	w.done = true
	w.Header().Set("Retry-After", "30")
	s.fail(w.ResponseWriter, http.StatusServiceUnavailable, w.id, -32000, "Too many MCP sessions", "TooManySessions")
}

func (s *Server) readMessages(w http.ResponseWriter, r *http.Request) ([]byte, []message, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.MaxBody))
	var mbe *http.MaxBytesError
	switch {
	case errors.As(err, &mbe):
		s.fail(w, http.StatusRequestEntityTooLarge, nil, -32600, "Request body too large", "BodyTooLarge")
		return nil, nil, false
	case err != nil:
		s.fail(w, http.StatusBadRequest, nil, -32700, "Could not read the body", "ParseError")
		return nil, nil, false
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	msgs, err := parse(body)
	if err != nil {
		s.fail(w, http.StatusBadRequest, nil, -32700, "Parse error: "+err.Error(), "ParseError")
		return nil, nil, false
	}
	return body, msgs, true
}

func parse(b []byte) ([]message, error) {
	b = bytes.TrimSpace(b)
	if len(b) > 0 && b[0] == '[' {
		var ms []message
		if err := json.Unmarshal(b, &ms); err != nil {
			return nil, err
		}
		if len(ms) == 0 {
			return nil, errors.New("empty batch")
		}
		return ms, nil
	}
	var m message
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	return []message{m}, nil
}

func isModern(r *http.Request, msgs []message) bool {
	if r.Header.Get(hdrProto) >= modernProto {
		return true
	}
	for _, m := range msgs {
		if v, _ := m.Params.Meta[metaProto].(string); v != "" {
			return true
		}
	}
	return false
}

// serveSession serves the older era.
func (s *Server) serveSession(w *rewriter, r *http.Request, msgs []message) {
	var initialize, gated bool
	for _, m := range msgs {
		switch {
		case m.Method == "initialize":
			initialize = true
		case m.Method == "" || m.Method == "ping" || strings.HasPrefix(m.Method, "notifications/"):
		default:
			gated = true
		}
	}
	sid := r.Header.Get(hdrSession)
	switch {
	case initialize && (len(msgs) > 1 || sid != ""):
		s.fail(w.ResponseWriter, http.StatusBadRequest, w.id, -32600, "Bad Request: initialize stands alone and without a session", "InitializeMisplaced")
		w.done = true
	case initialize:
		s.open(w, r)
	case sid == "":
		s.fail(w.ResponseWriter, http.StatusBadRequest, w.id, -32000, "Bad Request: Mcp-Session-Id header is required; POST initialize first", "SessionRequired")
		w.done = true
	default:
		s.proceed(w, r, s.get(sid), gated)
	}
}

// open serves initialize.
func (s *Server) open(w *rewriter, r *http.Request) {
	if token := bearer(r.Header); token != "" {
		p, err := s.o.Runner.Identify(r.Context(), token, s.o.Info(r).IP)
		if err != nil {
			w.done = true
			e, _ := op.Expose(err)
			if e.Code == settle.CodeUnauthenticated {
				w.Header().Set("WWW-Authenticate", `Bearer realm="oabp", error="invalid_token"`)
			}
			s.fail(w.ResponseWriter, op.Status(e.Code), w.id, -32000, e.Message, string(e.Code))
			return
		}
		r.Header.Set(hdrPrincipal, p.AgentID)
	}
	release, ok := s.reserve(networkOf(r.Header.Get(hdrIP)))
	if !ok {
		s.refuseBusy(w)
		return
	}
	defer release()
	s.legacy.ServeHTTP(w, r)
}

// proceed serves a request in session x, which is nil if it is dead.
func (s *Server) proceed(w *rewriter, r *http.Request, x *session, gated bool) {
	switch {
	case x == nil:
		w.done = true
		s.fail(w.ResponseWriter, http.StatusNotFound, w.id, -32001, msgDead, "SessionNotFound")
		return
	case !s.sameCaller(r, x):
		w.done = true
		s.fail(w.ResponseWriter, http.StatusForbidden, w.id, -32000, "Forbidden: this session was opened by another caller", "SessionPrincipalMismatch")
		return
	case gated:
		grace := time.NewTimer(s.o.InitGrace)
		defer grace.Stop()
		select {
		case <-x.ready:
		case <-grace.C: // separate POSTs may overtake each other, but not for long
			w.done = true
			s.fail(w.ResponseWriter, http.StatusBadRequest, w.id, -32000, "Session not initialized: send notifications/initialized first", "SessionNotInitialized")
			return
		case <-r.Context().Done():
			w.done = true
			return
		}
	}
	defer s.hold(x)()
	w.Header().Set(hdrSession, x.ss.ID()) // oabp.md 7.3.5: the SDK sends it with initialize only
	s.legacy.ServeHTTP(w, r)
}
