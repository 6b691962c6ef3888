package a2a

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Path is where the endpoint is served.
const Path = "/api/a2a"

// ProtocolVersion is the revision of A2A that is spoken.
const ProtocolVersion = "0.3.0"

// Options are what New needs; all must be set.
type Options struct {
	Runner *op.Runner
	Table  op.Table
	// Info is the request id and address of a request.
	Info func(*http.Request) op.Info
	Now  func() time.Time
}

// Handler serves the endpoint. It is safe for concurrent use.
type Handler struct {
	Options
	list, get, submit, mine *op.Entry
}

// New finds the operations behind the tasks in the table.
func New(o Options) (*Handler, error) {
	h := &Handler{Options: o}
	want := map[string]**op.Entry{"list_missions": &h.list, "get_mission": &h.get, "submit_result": &h.submit, "my_activity": &h.mine}
	for _, e := range o.Table.Tools() {
		if place := want[e.Tool.Name]; place != nil {
			*place = e
			delete(want, e.Tool.Name)
		}
	}
	for name := range want {
		return nil, fmt.Errorf("a2a: the table has no tool %s", name)
	}
	return h, nil
}

// Codes of errors: those of JSON-RPC, those of A2A, and one for refusals of ours.
const (
	codeParse         = -32700
	codeRequest       = -32600
	codeMethod        = -32601
	codeParams        = -32602
	codeInternal      = -32603
	codeRefused       = -32000
	codeTaskNotFound  = -32001
	codeNotCancelable = -32002
	codeNoPush        = -32003
	codeUnsupported   = -32004
	codeContentType   = -32005
	codeNoExtended    = -32007
)

// rpcError is a JSON-RPC error object. status, if not 0, is the HTTP status too.
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
	status  int
	header  http.Header
}

func fault(code int, format string, args ...any) *rpcError {
	return &rpcError{Code: code, Message: fmt.Sprintf(format, args...)}
}

type rpcResponse struct {
	JSONRPC string    `json:"jsonrpc"`
	ID      any       `json:"id"`
	Result  any       `json:"result,omitempty"`
	Error   *rpcError `json:"error,omitempty"`
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	res := rpcResponse{JSONRPC: "2.0"}
	status := http.StatusOK
	body, err := h.body(w, r)
	if err == nil {
		c := &call{h: h, r: r, body: body}
		res.ID, res.Result, err = c.serve()
	}
	if err != nil {
		res.Error = err
		if err.status != 0 {
			status = err.status
		}
		for k, v := range err.header {
			w.Header()[k] = v
		}
	}
	b, fail := op.Pretty(res)
	if fail != nil {
		b, _ = op.Pretty(rpcResponse{JSONRPC: "2.0", ID: res.ID, Error: fault(codeInternal, "the answer could not be written")})
	}
	head := w.Header()
	head.Set("Content-Type", "application/json")
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b) // a client that left is not our error
}

// body reads a request's, if it may have one.
func (h *Handler) body(w http.ResponseWriter, r *http.Request) ([]byte, *rpcError) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST, OPTIONS")
		e := fault(codeRequest, "send JSON-RPC 2.0 by POST; the card at /.well-known/agent-card.json describes the skills")
		e.status = http.StatusMethodNotAllowed
		return nil, e
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, op.DefaultMaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		e := fault(codeRequest, "the body may have at most %d bytes", op.DefaultMaxBody)
		e.status = http.StatusRequestEntityTooLarge
		return nil, e
	case err != nil:
		return nil, fault(codeParse, "the body could not be read to its end")
	}
	return b, nil
}

// call is one request in work.
type call struct {
	h    *Handler
	r    *http.Request
	body []byte
}

func (c *call) serve() (id, result any, failed *rpcError) {
	if !json.Valid(c.body) {
		return nil, nil, fault(codeParse, "the body is no JSON")
	}
	m, err := op.ParseObject(c.body)
	if err != nil {
		return nil, nil, fault(codeRequest, "%s", message(err))
	}
	switch v := m["id"].(type) {
	case string:
		id = v
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return nil, nil, fault(codeRequest, "id must be a text or an integer")
		}
		id = v
	default:
		return nil, nil, fault(codeRequest, "id must be a text or an integer")
	}
	method, _ := m["method"].(string)
	params, isObject := m["params"].(map[string]any)
	switch {
	case m["jsonrpc"] != "2.0":
		return id, nil, fault(codeRequest, `jsonrpc must be "2.0"`)
	case method == "":
		return id, nil, fault(codeRequest, "method is missing")
	case m["params"] != nil && !isObject:
		return id, nil, fault(codeParams, "params must be an object")
	}
	result, failed = c.dispatch(method, params)
	return id, result, failed
}

func (c *call) dispatch(method string, params map[string]any) (any, *rpcError) {
	switch method {
	case "message/send":
		return c.send(params)
	case "tasks/get":
		id, _ := params["id"].(string)
		return c.task(id)
	case "tasks/list":
		return c.tasks(params)
	case "tasks/cancel":
		return nil, fault(codeNotCancelable, "a mission is cancelled by who posted it (POST /v1/bounties/{bounty_id}/cancel), a draft submission by its team")
	case "message/stream", "tasks/resubscribe":
		return nil, fault(codeUnsupported, "tasks are answered whole; look again with tasks/get")
	case "agent/getAuthenticatedExtendedCard":
		return nil, fault(codeNoExtended, "the card is the same for everybody")
	}
	if strings.HasPrefix(method, "tasks/pushNotificationConfig/") {
		return nil, fault(codeNoPush, "there are no push notifications")
	}
	return nil, fault(codeMethod, "no method %.80q; there are message/send, tasks/get and tasks/list", method)
}

func message(err error) string {
	var e *settle.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return "the request is not acceptable"
}

// do calls an operation as the request's caller, and gives its answer.
func (c *call) do(e *op.Entry, in map[string]any, key string) (json.RawMessage, *rpcError) {
	o := op.Call{Entry: e, Info: c.h.Info(c.r), Input: in, IdempotencyKey: key}
	o.Info.Surface, o.Info.Dialect = op.REST, e.Dialect
	if scheme, token, _ := strings.Cut(c.r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		o.Bearer = strings.TrimSpace(token)
	}
	if sigs := c.r.Header.Values("OABP-Signature"); len(sigs) > 0 {
		o.Signed = &settle.SignedRequest{Header: strings.Join(sigs, ","), Method: c.r.Method, Path: c.r.URL.RequestURI(), Body: c.body}
	}
	rep := c.h.Runner.Do(c.r.Context(), o)
	if rep.Status < 400 {
		return rep.Body, nil
	}
	return nil, refusal(rep)
}

// known says whether the request brings a credential, valid or not.
func (c *call) known() bool {
	return c.r.Header.Get("Authorization") != "" || c.r.Header.Get("OABP-Signature") != ""
}

// refusal is an operation's error as one of JSON-RPC.
func refusal(rep op.Reply) *rpcError {
	var body struct{ Message string }
	_ = json.Unmarshal(rep.Body, &body)
	e := &rpcError{Code: codeRefused, Message: body.Message, Data: rep.Body}
	switch rep.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		e.Code = codeParams
	case http.StatusNotFound:
		e.Code = codeTaskNotFound
	case http.StatusInternalServerError:
		e.Code = codeInternal
	case http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		e.status, e.header = rep.Status, http.Header{}
		for _, k := range []string{"Retry-After", "Www-Authenticate", "Ratelimit", "Ratelimit-Policy"} {
			if v := rep.Header[k]; v != nil {
				e.header[k] = v
			}
		}
	}
	return e
}
