package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Look is one look of Watch.
func (s *Server) Look(ctx context.Context) (told []string, err error) { return s.look(ctx) }

// Watched are the URIs that somebody subscribed to.
func (s *Server) Watched() []string { return s.feed.uris() }

// Furnish puts an SDK server of a test's own behind the endpoint: the transport
// and the sessions are those that are served, the features are the test's.
func (s *Server) Furnish(change func(*sdk.ServerOptions), fill func(*sdk.Server)) {
	o := s.settings()
	change(o)
	srv := sdk.NewServer(&sdk.Implementation{Name: s.o.Name, Version: s.o.Version}, o)
	fill(srv)
	srv.AddReceivingMiddleware(s.lifecycle)
	s.sets[""] = srv
}
