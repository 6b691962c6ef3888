package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
)

// Options are what New needs. Runner, Table, Log, NewID and Now must be set.
type Options struct {
	Runner *op.Runner
	Table  op.Table
	Log    *slog.Logger
	// NewID makes a request id, for requests that bring none.
	NewID func() string
	Now   func() time.Time
	// TrustedProxies may name the client in X-Forwarded-For. Empty: the peer's
	// address is the client's.
	TrustedProxies []netip.Prefix
	// HTTPS adds Strict-Transport-Security.
	HTTPS bool
	// MorePaths are named in 404 answers beside those of the table, such as /mcp.
	MorePaths []string
	// Aliases lead from paths that callers guess to the served ones.
	Aliases []op.Alias
}

type server struct {
	Options
	echo  *echo.Echo
	paths []string
}

// New gives an echo with the table's routes on it. Further routes (MCP,
// metrics, pages) may be added to it and get the same headers, request ids,
// log and recovery.
func New(o Options) (*echo.Echo, error) {
	if err := o.Table.Check(); err != nil {
		return nil, err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	s := &server{Options: o, echo: e}
	e.IPExtractor = echo.ExtractIPDirect()
	if len(o.TrustedProxies) > 0 {
		trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
		for _, p := range o.TrustedProxies {
			_, ipnet, err := net.ParseCIDR(p.Masked().String())
			if err != nil {
				return nil, fmt.Errorf("reading trusted proxy %s: %w", p, err)
			}
			trust = append(trust, echo.TrustIPRange(ipnet))
		}
		e.IPExtractor = echo.ExtractIPFromXFFHeader(trust...)
	}
	e.HTTPErrorHandler = s.unserved
	e.Pre(s.front)
	variants := map[string][]*op.Entry{}
	for _, entry := range o.Table.Routes() {
		if r := entry.Route; r.Profile != "" {
			variants[r.Method+r.Path] = append(variants[r.Method+r.Path], entry)
		}
	}
	for _, entry := range o.Table.Routes() {
		if entry.Route.Profile != "" {
			continue
		}
		h := s.handler(entry)
		if more := variants[entry.Route.Method+entry.Route.Path]; more != nil {
			h = s.byProfile(h, more)
		}
		path := echoPath(entry.Route.Path)
		e.Add(entry.Route.Method, path, h).Name = entry.Op.Name
		if entry.Route.Method == http.MethodGet {
			e.Add(http.MethodHead, path, h).Name = entry.Op.Name
		}
		if !entry.Route.Hidden {
			s.paths = append(s.paths, entry.Route.Path)
		}
	}
	s.paths = append(s.paths, o.MorePaths...)
	slices.Sort(s.paths)
	s.paths = slices.Compact(s.paths)
	return e, s.alias()
}

// echoPath turns /a/{b} into /a/:b.
func echoPath(p string) string { return strings.NewReplacer("{", ":", "}", "").Replace(p) }

type infoKey struct{}

// InfoOf is the request id and the client's address of a request that came
// through an echo of New; for handlers that are not operations.
func InfoOf(ctx context.Context) op.Info {
	i, _ := ctx.Value(infoKey{}).(op.Info)
	return i
}

var saneID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// front is what every request passes before routing.
func (s *server) front(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, start := c.Request(), s.Now()
		id := r.Header.Get("X-Request-Id")
		if !saneID.MatchString(id) {
			id = s.NewID()
		}
		ip, _ := netip.ParseAddr(c.RealIP())
		info := op.Info{RequestID: id, IP: ip.Unmap(), Surface: op.REST}
		r = r.WithContext(context.WithValue(r.Context(), infoKey{}, info))
		c.SetRequest(r)
		h := c.Response().Header()
		h.Set("X-Request-Id", id)
		s.headers(h, r.URL.Path)
		defer func() {
			if x := recover(); x != nil {
				if x == http.ErrAbortHandler {
					panic(x)
				}
				s.Log.ErrorContext(r.Context(), "handler panicked", "request_id", id, "panic", fmt.Sprint(x), "stack", string(debug.Stack()))
				s.refuse(c, errors.New("panic"))
			}
			s.log(c, info, start)
		}()
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Max-Age", "86400")
			return c.NoContent(http.StatusNoContent)
		}
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			r.URL.Path, r.URL.RawPath = p[:len(p)-1], strings.TrimSuffix(r.URL.RawPath, "/")
		}
		if err := next(c); err != nil {
			s.unserved(err, c)
		}
		return nil
	}
}

// The CORS lists of board.md (a) and wire.md; a browser that speaks MCP needs
// the headers of that transport too.
const (
	corsMethods = "GET, POST, OPTIONS, DELETE, PUT, PATCH"
	corsHeaders = "accept-profile, authorization, content-type, x-admin-key, idempotency-key, if-none-match, mcp-session-id, oabp-signature"
	corsMCP     = ", mcp-protocol-version, mcp-method, mcp-name, last-event-id"
	corsExpose  = "content-profile, etag, idempotent-replayed, link, location, mcp-session-id, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id"
)

func (s *server) headers(h http.Header, path string) {
	allowed := corsHeaders
	if path == "/mcp" {
		allowed += corsMCP
	}
	for k, v := range map[string]string{
		"Access-Control-Allow-Origin":   "*",
		"Access-Control-Allow-Methods":  corsMethods,
		"Access-Control-Allow-Headers":  allowed,
		"Access-Control-Expose-Headers": corsExpose,
		"X-Content-Type-Options":        "nosniff",
		"X-Frame-Options":               "DENY",
		"Referrer-Policy":               "no-referrer",
		"Content-Security-Policy":       "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
		"Cross-Origin-Resource-Policy":  "cross-origin",
	} {
		h.Set(k, v)
	}
	if s.HTTPS {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// Keys under which a handler leaves what only the log wants.
const (
	logAgent = "oabp.agent"
	logCode  = "oabp.code"
)

func (s *server) log(c echo.Context, info op.Info, start time.Time) {
	r, w := c.Request(), c.Response()
	level := slog.LevelInfo
	switch {
	case w.Status == http.StatusServiceUnavailable:
		level = slog.LevelWarn // a state, not a fault; callers must not fill the error log
	case w.Status >= 500:
		level = slog.LevelError
	}
	path := r.URL.Path
	if len(path) > 200 {
		path = path[:200]
	}
	agent, _ := c.Get(logAgent).(string)
	code, _ := c.Get(logCode).(settle.Code)
	s.Log.LogAttrs(r.Context(), level, "request",
		slog.String("method", r.Method), slog.String("route", c.Path()), slog.String("path", path),
		slog.Int("status", w.Status), slog.Int64("bytes", w.Size), slog.Duration("took", s.Now().Sub(start)),
		slog.String("request_id", info.RequestID), slog.String("ip", info.IP.String()),
		slog.String("agent", agent), slog.String("code", string(code)))
}

// unserved answers what no route took, and errors of handlers that are not
// operations.
func (s *server) unserved(err error, c echo.Context) {
	var he *echo.HTTPError
	switch {
	case errors.As(err, &he) && he.Code == http.StatusNotFound:
		err = settle.Errorf(settle.CodeNotFound, "no such path; canonical_paths are those that come nearest to it. GET /v1 lists all with what each does, GET /llms.txt introduces the server").With("canonical_paths", near(s.paths, c.Request().URL.Path))
	case errors.As(err, &he) && he.Code == http.StatusMethodNotAllowed:
		err = settle.Errorf(op.CodeMethodNotAllowed, "this path takes other methods: %s", c.Response().Header().Get("Allow"))
	case errors.As(err, &he) && he.Code == http.StatusRequestEntityTooLarge:
		err = settle.Errorf(op.CodeTooLarge, "the body is too large")
	}
	s.refuse(c, err)
}

// refuse answers an error outside of any operation.
func (s *server) refuse(c echo.Context, err error) {
	if c.Response().Committed {
		return
	}
	r := c.Request()
	e, fault := op.Expose(err)
	if fault {
		s.Log.ErrorContext(r.Context(), "request failed", "request_id", InfoOf(r.Context()).RequestID, "err", err)
	}
	s.send(c, nil, s.Runner.Refusal(dialectOf(r.URL.Path), e, InfoOf(r.Context()).RequestID, wantsProblem(r)))
}

// dialectOf is the dialect of a path that no binding names.
func dialectOf(path string) op.Dialect {
	if path == "/v1" || strings.HasPrefix(path, "/v1/") {
		return op.Board
	}
	return op.OABP
}
