package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oabp/oabpd/api/op"
)

// Options are what New needs. Zero durations and sizes take the defaults given
// here.
type Options struct {
	Runner *op.Runner
	Table  op.Table
	Log    *slog.Logger
	// Info is the request id and the client's address of a request.
	Info func(*http.Request) op.Info
	Now  func() time.Time
	// NewID makes session ids: at least 128 random bits as visible ASCII.
	NewID func() string

	// Name, Title, Version and Instructions introduce the server.
	Name, Title, Version, Instructions string
	Prompts                            []Prompt
	// Feed tells of changed resources; without Version nobody is told.
	Feed Feed
	// CanonicalEndpoint is the absolute URL of /mcp, Documentation that of the
	// page about it.
	CanonicalEndpoint, Documentation string
	// AllowedHosts are the public names of this server, without port. Loopback
	// names are always allowed.
	AllowedHosts []string
	// AllowedOrigins are the origins of browsers that may call; empty means any
	// on a public Host. On a loopback Host only loopback origins, AllowedHosts
	// and these may.
	AllowedOrigins []string

	// InitTimeout ends a session without notifications/initialized; the constant of
	// that name by default.
	InitTimeout time.Duration
	// InitGrace waits for initialized when a request overtook it (300 ms).
	InitGrace time.Duration
	// IdleTimeout ends a session without POSTs (30 min).
	IdleTimeout time.Duration
	// Quarantine keeps ended ids from being given out again (10 s).
	Quarantine time.Duration
	// MaxSessions in all (10,000) and per network (100).
	MaxSessions, MaxSessionsPerNetwork int
	// WatchEvery is how often Watch looks at the state (1 s).
	WatchEvery time.Duration
	// MaxBody of a POST in bytes (1 MiB).
	MaxBody int64
}

// InitTimeout is how long a session waits for notifications/initialized
// (oabp.md 7.3.1).
const InitTimeout = 30 * time.Second

// Prompt is a text that a client may offer to its user.
type Prompt struct {
	Name, Title, Description string
	Args                     []PromptArg
	// Text gets the arguments by name and gives the one user message.
	Text func(args map[string]string) string
}

// PromptArg is an argument of a Prompt.
type PromptArg struct {
	Name, Description string
	Required          bool
}

// maxPromptArg is how many bytes an argument of a prompt may have.
const maxPromptArg = 4000

// check refuses arguments that are missing, unknown or too long, as invalid
// params.
func (p Prompt) check(args map[string]string) error {
	invalid := func(format string, args ...any) error {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
	}
	for _, a := range p.Args {
		if a.Required && strings.TrimSpace(args[a.Name]) == "" {
			return invalid("the argument %s is required", a.Name)
		}
	}
	for name, v := range args {
		if !slices.ContainsFunc(p.Args, func(a PromptArg) bool { return a.Name == name }) {
			return invalid("the prompt has no argument %.80q", name)
		}
		if len(v) > maxPromptArg {
			return invalid("the argument %s may have at most %d bytes", name, maxPromptArg)
		}
	}
	return nil
}

// Server is the endpoint. It is an http.Handler for /mcp.
type Server struct {
	o      Options
	sets   map[string]*sdk.Server
	legacy http.Handler // sessions: 2024-11-05 to 2025-11-25
	modern http.Handler // 2026-07-28

	closing atomic.Bool
	mu      sync.Mutex
	live    map[string]*session
	pending map[string]bool // ids given out, initialize not yet answered
	opening map[string]int  // initializes in flight per network
	listens map[string]int  // streams of subscriptions/listen per network
	ended   map[string]time.Time

	feed *feed
}

// New builds the endpoint. The toolsets that tools name become
// /mcp?toolset=NAME.
func New(o Options) (*Server, error) {
	if err := o.Table.Check(); err != nil {
		return nil, err
	}
	if o.Runner == nil || o.Log == nil || o.Info == nil || o.Now == nil || o.NewID == nil {
		return nil, errors.New("mcp: Runner, Log, Info, Now and NewID are needed")
	}
	orDefault(&o.InitTimeout, InitTimeout)
	orDefault(&o.InitGrace, 300*time.Millisecond)
	orDefault(&o.IdleTimeout, 30*time.Minute)
	orDefault(&o.Quarantine, 10*time.Second)
	orDefault(&o.WatchEvery, time.Second)
	orDefault(&o.MaxSessions, 10_000)
	orDefault(&o.MaxSessionsPerNetwork, 100)
	orDefault(&o.MaxBody, 1<<20)
	s := &Server{o: o, sets: map[string]*sdk.Server{}, live: map[string]*session{}, pending: map[string]bool{},
		opening: map[string]int{}, listens: map[string]int{}, ended: map[string]time.Time{}, feed: newFeed()}
	s.sets[""] = s.build(o.Table.Tools())
	bySet := map[string][]*op.Entry{}
	for _, e := range o.Table.Tools() {
		for _, set := range e.Tool.Sets {
			bySet[set] = append(bySet[set], e)
		}
	}
	for set, tools := range bySet {
		s.sets[set] = s.build(tools)
	}
	get := func(r *http.Request) *sdk.Server { return s.sets[r.URL.Query().Get("toolset")] }
	// Behind a proxy on the same host the SDK's own localhost protection would
	// refuse every public Host; admitted does that work.
	s.legacy = sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{SessionTimeout: o.IdleTimeout, Logger: o.Log,
		EventStore: sdk.NewMemoryEventStore(nil), DisableLocalhostProtection: true, MaxRequestBodyBytes: o.MaxBody})
	s.modern = sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{Stateless: true, Logger: o.Log,
		DisableLocalhostProtection: true, MaxRequestBodyBytes: o.MaxBody, PropagateRequestCancellation: true})
	return s, nil
}

func orDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// settings are what every SDK server behind the endpoint has.
func (s *Server) settings() *sdk.ServerOptions {
	o := &sdk.ServerOptions{Instructions: s.o.Instructions, GetSessionID: s.newSessionID, Logger: s.o.Log,
		Capabilities: &sdk.ServerCapabilities{}, // nothing that is not served
		HasTools:     true, PageSize: 1000}
	if s.o.Feed.Version != nil {
		o.SubscribeHandler, o.UnsubscribeHandler = s.subscribe, s.unsubscribe
	}
	return o
}

// build makes an SDK server with these tools, all prompts and all resources.
func (s *Server) build(tools []*op.Entry) *sdk.Server {
	srv := sdk.NewServer(&sdk.Implementation{Name: s.o.Name, Title: s.o.Title, Version: s.o.Version}, s.settings())
	for _, e := range tools {
		srv.AddTool(describe(e), s.tool(e))
	}
	for _, p := range s.o.Prompts {
		args := make([]*sdk.PromptArgument, len(p.Args))
		for i, a := range p.Args {
			args[i] = &sdk.PromptArgument{Name: a.Name, Description: a.Description, Required: a.Required}
		}
		srv.AddPrompt(&sdk.Prompt{Name: p.Name, Title: p.Title, Description: p.Description, Arguments: args},
			func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				if err := p.check(r.Params.Arguments); err != nil {
					return nil, err
				}
				return &sdk.GetPromptResult{Description: p.Description, Messages: []*sdk.PromptMessage{
					{Role: "user", Content: &sdk.TextContent{Text: p.Text(r.Params.Arguments)}}}}, nil
			})
	}
	s.addResources(srv)
	srv.AddReceivingMiddleware(s.lifecycle)
	return srv
}

// Sets are the names of the toolsets, sorted.
func (s *Server) Sets() (names []string) {
	for n := range s.sets {
		if n != "" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// Close refuses new sessions, ends the live ones and waits until they are gone
// or ctx is done.
func (s *Server) Close(ctx context.Context) error {
	s.closing.Store(true)
	for {
		for _, srv := range s.sets {
			for ss := range srv.Sessions() {
				_ = ss.Close() // an error here is a session that has ended by itself
			}
		}
		if s.Sessions() == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}
