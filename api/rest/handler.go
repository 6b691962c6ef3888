package rest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// handler carries one binding.
func (s *server) handler(e *op.Entry) echo.HandlerFunc {
	kinds := e.Fields()
	return func(c echo.Context) error {
		r := c.Request()
		info := InfoOf(r.Context())
		info.Dialect = e.Dialect
		err := jsonBody(r)
		var body []byte
		var input map[string]any
		if err == nil {
			body, err = readBody(c, e.Op.MaxBody)
		}
		if err == nil {
			input, err = gather(c, e, kinds, body)
		}
		if err != nil {
			shown, _ := op.Expose(err)
			s.send(c, e, s.Runner.Refusal(e.Dialect, shown, info.RequestID, wantsProblem(r)))
			return nil
		}
		call := op.Call{Entry: e, Info: info, Input: input, Bearer: bearer(r), AdminKey: r.Header.Get("X-Admin-Key"),
			IdempotencyKey: r.Header.Get("Idempotency-Key"), Problem: wantsProblem(r)}
		if e.Op.Attestable {
			call.Registry = registryToken(r)
		}
		if sigs := r.Header.Values("OABP-Signature"); len(sigs) > 0 { // two are one with too many members
			call.Signed = &settle.SignedRequest{Header: strings.Join(sigs, ","), Method: r.Method, Path: target(r), Body: body}
		}
		s.send(c, e, s.Runner.Do(r.Context(), call))
		return nil
	}
}

// registryToken is what a registry's proxy sends along (oabp.md (f)).
func registryToken(r *http.Request) string {
	if h := r.Header.Get("X-Registry-Key"); h != "" {
		return h
	}
	return r.URL.Query().Get("api_key")
}

// target is the path with query as the client sent it.
func target(r *http.Request) string {
	if strings.HasPrefix(r.RequestURI, "/") {
		return r.RequestURI
	}
	return r.URL.RequestURI()
}

func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func wantsProblem(r *http.Request) bool {
	for _, v := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(v, ",") {
			if t, params, err := mime.ParseMediaType(part); err == nil && t == op.ProblemType && params["q"] != "0" {
				return true
			}
		}
	}
	return false
}

// jsonBody refuses a body that cannot be JSON by its headers. What curl sends
// without being told (application/x-www-form-urlencoded) and text/plain are
// taken, since the bytes decide; no cookie ever authorizes a request, so that
// opens nothing to foreign pages.
func jsonBody(r *http.Request) error {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 || unread(r.Method) {
		return nil
	}
	if enc := r.Header.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return settle.Errorf(op.CodeUnsupportedMedia, "the body must not be compressed (Content-Encoding %.40q)", enc)
	}
	ct := r.Header.Get("Content-Type")
	if ct == "" {
		return nil
	}
	t, params, err := mime.ParseMediaType(ct)
	if err == nil && params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return settle.Errorf(op.CodeUnsupportedMedia, "the body must be UTF-8, not %.40q", params["charset"])
	}
	if err == nil && (t == "application/json" || t == "text/json" || t == "text/plain" || t == "application/x-www-form-urlencoded" ||
		strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json")) {
		return nil
	}
	return settle.Errorf(op.CodeUnsupportedMedia, "the body must be JSON (Content-Type application/json, not %.80q)", ct)
}

// unread are the methods whose body, if there is one, is not looked at.
func unread(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodDelete
}

func readBody(c echo.Context, limit int64) ([]byte, error) {
	r := c.Request()
	if unread(r.Method) || r.Body == nil {
		return nil, nil
	}
	tooLarge := settle.Errorf(op.CodeTooLarge, "the body may have at most %d bytes", limit).With("limit", limit)
	if r.ContentLength > limit {
		c.Response().Header().Set("Connection", "close") // do not read it to the end
		return nil, tooLarge
	}
	b, err := io.ReadAll(http.MaxBytesReader(c.Response(), r.Body, limit))
	var mbe *http.MaxBytesError
	switch {
	case errors.As(err, &mbe):
		return nil, tooLarge
	case err != nil:
		return nil, settle.Errorf(settle.CodeInvalid, "the body could not be read to its end")
	}
	return b, nil
}

// gather makes one input object of path, query and body.
func gather(c echo.Context, e *op.Entry, kinds map[string]string, body []byte) (map[string]any, error) {
	in, err := op.ParseObject(body)
	if err != nil {
		return nil, err
	}
	for name := range in {
		if place := e.Place(name); has(kinds, name) && place != op.InBody {
			if place == op.InPath && in[name] == c.Param(name) {
				continue
			}
			return nil, op.Invalid(name, "belongs in the %s, not in the body", place)
		}
	}
	query, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return nil, settle.Errorf(settle.CodeInvalid, "the query string is malformed")
	}
	for name, values := range query {
		kind, known := kinds[name]
		switch {
		case !known && (e.Dialect == op.OABP || e.Op.Attestable && (name == "api_key" || name == "profile")):
			// Registries add ?api_key=…&profile=… to OABP paths; those are not ours (oabp.md (f)).
		case known && e.Place(name) != op.InQuery:
			return nil, op.Invalid(name, "belongs in the %s, not in the query string", e.Place(name))
		case kind == "array":
			list := make([]any, len(values))
			for i, v := range values {
				list[i] = scalar(e.ItemType(name), v)
			}
			in[name] = list
		case len(values) > 1:
			return nil, op.Invalid(name, "occurs %d times", len(values))
		default:
			in[name] = scalar(kind, values[0])
		}
	}
	for _, name := range e.PathParams() {
		in[name] = c.Param(name)
	}
	return in, nil
}

func has(kinds map[string]string, name string) bool { _, ok := kinds[name]; return ok }

// scalar writes the text of a parameter as the JSON of its type. A text that
// is none stays a text, which the field's rules then refuse by name.
func scalar(kind, text string) any {
	switch kind {
	case "integer", "number":
		if text != "" && strings.Trim(text, "0123456789+-.eE") == "" && json.Valid([]byte(text)) {
			return json.Number(text)
		}
	case "boolean":
		if text == "true" || text == "false" {
			return text == "true"
		}
	}
	return text
}

// send writes a reply. e is nil outside of operations.
func (s *server) send(c echo.Context, e *op.Entry, rep op.Reply) {
	r, h := c.Request(), c.Response().Header()
	c.Set(logAgent, rep.AgentID)
	c.Set(logCode, rep.Code)
	for k, v := range rep.Header {
		h[k] = v
	}
	if rep.Next != "" {
		q := r.URL.Query()
		q.Set("cursor", rep.Next)
		h.Add("Link", "<"+r.URL.EscapedPath()+"?"+q.Encode()+`>; rel="next"`)
	}
	read := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case rep.NoStore || !read:
		h.Set("Cache-Control", "no-store")
	case rep.Status == http.StatusOK && e != nil:
		h.Set("Cache-Control", "private, max-age=0, must-revalidate")
		if e.Op.Scope == op.Public {
			h.Set("Cache-Control", "public, max-age=0, must-revalidate")
		}
		if vary := h.Get("Vary"); vary != "" { // by what the binding was chosen
			h.Set("Vary", "Accept, Authorization, "+vary)
		} else {
			h.Set("Vary", "Accept, Authorization")
		}
		sum := sha256.Sum256(rep.Body)
		etag := `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
		h.Set("ETag", etag)
		if matches(r.Header.Values("If-None-Match"), etag) {
			c.Response().WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Type", rep.MediaType)
	h.Set("Content-Length", strconv.Itoa(len(rep.Body)))
	c.Response().WriteHeader(rep.Status)
	if r.Method != http.MethodHead {
		_, _ = c.Response().Write(rep.Body) // a client that left is not our error
	}
}

// matches is the weak comparison of RFC 9110 section 13.1.2.
func matches(values []string, etag string) bool {
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
			if part == "*" || part == etag {
				return true
			}
		}
	}
	return false
}
