package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api/op"
)

// Listed is a resource that resources/list names beside those with a fixed URI.
// It is one of a template of the table.
type Listed struct {
	URI, Name, Title, Description string
}

// addResources puts the table's resources on an SDK server.
func (s *Server) addResources(srv *sdk.Server) {
	for _, e := range s.o.Table.Resources() {
		r := e.Resource
		title, description := r.Title, r.Description
		if title == "" {
			title = e.Op.Summary
		}
		if description == "" {
			description = e.Op.Description
		}
		if description == "" {
			description = e.Op.Summary
		}
		if r.Fixed() {
			srv.AddResource(&sdk.Resource{URI: r.URI, Name: r.Name, Title: title, Description: description, MIMEType: media(e)}, s.read)
			continue
		}
		srv.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: r.URI, Name: r.Name, Title: title, Description: description, MIMEType: media(e)}, s.read)
	}
}

func media(e *op.Entry) string {
	if e.Resource.Media != "" {
		return e.Resource.Media
	}
	return "application/json"
}

// resource finds the entry that a URI names, with its input.
func (s *Server) resource(uri string) (*op.Entry, map[string]any) {
	for _, e := range s.o.Table.Resources() {
		if in, ok := e.Resource.Match(uri); ok {
			return e, in
		}
	}
	return nil, nil
}

// read serves resources/read. Whoever asks sees what everybody may see: a
// credential is not looked at, and counts for no limit.
func (s *Server) read(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	e, in := s.resource(uri)
	if e == nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	h := http.Header{}
	if x := req.GetExtra(); x != nil && x.Header != nil {
		h = x.Header
	}
	ip, _ := netip.ParseAddr(h.Get(hdrIP))
	rep := s.o.Runner.Do(ctx, op.Call{Entry: e, Input: in, Info: op.Info{RequestID: h.Get(hdrRequestID), IP: ip, Surface: op.MCP, Dialect: e.Dialect}})
	if rep.Status >= 400 {
		return nil, refusal(rep)
	}
	c := &sdk.ResourceContents{URI: uri, MIMEType: rep.MediaType}
	if base, _, _ := strings.Cut(rep.MediaType, ";"); strings.HasPrefix(base, "text/") || strings.HasSuffix(base, "json") || strings.HasSuffix(base, "xml") {
		c.Text = string(rep.Body)
	} else {
		c.Blob = rep.Body
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{c}}, nil
}

// refusal is a failed read as an error of the protocol, with REST's body and
// status as its data.
func refusal(rep op.Reply) error {
	code := int64(-32000)
	switch rep.Status {
	case http.StatusNotFound:
		code = sdk.CodeResourceNotFound
	case http.StatusBadRequest:
		code = jsonrpc.CodeInvalidParams
	case http.StatusInternalServerError:
		code = jsonrpc.CodeInternalError
	}
	body := withStatus(rep)
	var m struct {
		Message string `json:"message"`
	}
	if err := json.Unmarshal(body, &m); err != nil || m.Message == "" {
		m.Message = http.StatusText(rep.Status)
	}
	return &jsonrpc.Error{Code: code, Message: m.Message, Data: json.RawMessage(body)}
}

// Bounds of subscriptions, and of the resources that are watched for all of them.
const (
	maxWatchedPerSession = 64
	maxWatchedPerNetwork = 256
	maxWatched           = 2000
)

// networkKey is the context's key of the client's network.
type networkKey struct{}

// subscribe serves resources/subscribe, and subscriptions/listen of the later
// revision.
func (s *Server) subscribe(ctx context.Context, req *sdk.SubscribeRequest) error {
	uri := req.Params.URI
	e, in := s.resource(uri)
	if e == nil {
		return sdk.ResourceNotFoundError(uri)
	}
	network, _ := ctx.Value(networkKey{}).(string)
	if !s.feed.add(uri, req.Session, network) {
		return &jsonrpc.Error{Code: -32000, Message: "Too many subscriptions: end some with resources/unsubscribe"}
	}
	rep := s.o.Runner.Read(ctx, e, in)
	if rep.Status >= 400 {
		s.feed.drop(uri, req.Session)
		return refusal(rep)
	}
	s.feed.first(uri, rep.Body)
	return nil
}

func (s *Server) unsubscribe(_ context.Context, req *sdk.UnsubscribeRequest) error {
	s.feed.drop(req.Params.URI, req.Session)
	return nil
}
