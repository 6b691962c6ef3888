package mcp

import (
	"context"
	"crypto/sha256"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// session is one live session of the older era.
type session struct {
	ss    *sdk.ServerSession
	ready chan struct{} // closed by notifications/initialized
	once  sync.Once
	timer *time.Timer

	// busy counts its requests and streams under way, used is when the last one
	// began or ended; both are held by Server.mu.
	busy int
	used time.Time

	network   string
	principal string // agent that opened it; empty if nobody was named
	token     [sha256.Size]byte
}

// Headers that the endpoint writes over whatever the client sent, since the
// SDK hands a request's headers, and not its context, to tools.
const (
	hdrRequestID = "Oabpd-Request-Id"
	hdrIP        = "Oabpd-Ip"
	hdrPrincipal = "Oabpd-Principal"
	hdrRegistry  = "Oabpd-Registry"
)

// Sessions is how many sessions are live or about to be.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.live) + len(s.pending)
}

func (s *Server) get(id string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live[id]
}

// hold keeps a session from giving way to a newer one until release is called.
func (s *Server) hold(x *session) (release func()) {
	count := func(n int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		x.busy, x.used = x.busy+n, s.o.Now()
	}
	count(1)
	return func() { count(-1) }
}

// forget takes a session's id out of use, for now (oabp.md 7.3.3). Who calls it
// closes the session.
func (s *Server) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bury(id)
}

// bury is forget with s.mu held.
func (s *Server) bury(id string) {
	if s.live[id] == nil && !s.pending[id] {
		return
	}
	delete(s.live, id)
	delete(s.pending, id)
	s.ended[id] = s.o.Now()
}

// newSessionID is random and never one that ended recently. A session whose
// initialize fails is never registered, so its id is also the handle by which
// it is ended.
func (s *Server) newSessionID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.o.Now()
	for id, at := range s.ended {
		if now.Sub(at) > s.o.Quarantine {
			delete(s.ended, id)
		}
	}
	for {
		id := s.o.NewID()
		if _, dead := s.ended[id]; !dead && s.live[id] == nil && !s.pending[id] {
			s.pending[id] = true
			time.AfterFunc(s.o.InitTimeout, func() { s.abandon(id) })
			return id
		}
	}
}

// abandon ends a session that was never registered.
func (s *Server) abandon(id string) {
	s.mu.Lock()
	stale := s.pending[id]
	if stale {
		s.bury(id)
	}
	s.mu.Unlock()
	if !stale {
		return
	}
	for _, srv := range s.sets {
		for ss := range srv.Sessions() {
			if ss.ID() == id {
				_ = ss.Close()
			}
		}
	}
}

// lifecycle watches initialize and notifications/initialized inside the SDK.
func (s *Server) lifecycle(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		h := http.Header{}
		if x := req.GetExtra(); x != nil && x.Header != nil {
			h = x.Header
		}
		switch method {
		case "resources/list":
			s.freshList(ctx)
		case "resources/subscribe", "subscriptions/listen": // the SDK hands their context on, and not their headers
			ctx = context.WithValue(ctx, networkKey{}, networkOf(h.Get(hdrIP)))
		}
		res, err := next(ctx, method, req)
		ss, _ := req.GetSession().(*sdk.ServerSession)
		if err != nil || ss == nil || ss.ID() == "" {
			return res, err
		}
		switch method {
		case "initialize":
			s.register(ss, h)
		case "notifications/initialized":
			if x := s.get(ss.ID()); x != nil {
				x.once.Do(func() { x.timer.Stop(); close(x.ready) })
			}
		}
		return res, err
	}
}

func (s *Server) register(ss *sdk.ServerSession, h http.Header) {
	id := ss.ID()
	x := &session{ss: ss, ready: make(chan struct{}), network: networkOf(h.Get(hdrIP)),
		principal: h.Get(hdrPrincipal), token: sha256.Sum256([]byte(bearer(h))), used: s.o.Now()}
	x.timer = time.AfterFunc(s.o.InitTimeout, func() { _ = ss.Close() })
	s.mu.Lock()
	delete(s.pending, id)
	s.live[id] = x
	s.mu.Unlock()
	go func() { // ends on DELETE, idle timeout, init timeout and shutdown
		_ = ss.Wait()
		x.timer.Stop()
		s.forget(id)
		s.feed.leave(ss)
	}()
}

// reserve counts an initialize in flight; ok says whether it may be. A network
// that has all its sessions loses the one that nobody has used for longest: many
// clients never end theirs, and a newcomer is worth more than what was left.
func (s *Server) reserve(network string) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.opening[network]
	var oldest *session
	for _, x := range s.live {
		if x.network != network {
			continue
		}
		n++
		if x.busy == 0 && s.o.Now().Sub(x.used) >= s.o.InitTimeout && (oldest == nil || x.used.Before(oldest.used)) {
			oldest = x
		}
	}
	full := n >= s.o.MaxSessionsPerNetwork
	if s.closing.Load() || len(s.live)+len(s.pending) >= s.o.MaxSessions || full && oldest == nil {
		return nil, false
	}
	if full {
		s.bury(oldest.ss.ID())
		go func() { _ = oldest.ss.Close() }() // an error here is a session that has ended by itself
	}
	s.opening[network]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.opening[network]--; s.opening[network] == 0 {
			delete(s.opening, network)
		}
	}, true
}

// listen counts a stream of subscriptions/listen, which is bounded as sessions
// are.
func (s *Server) listen(network string) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := 0
	for _, n := range s.listens {
		all += n
	}
	if s.closing.Load() || all >= s.o.MaxSessions || s.listens[network] >= s.o.MaxSessionsPerNetwork {
		return nil, false
	}
	s.listens[network]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.listens[network]--; s.listens[network] == 0 {
			delete(s.listens, network)
		}
	}, true
}

func (s *Server) listening() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.listens) > 0
}

// sameCaller reports whether the request may use the session.
func (s *Server) sameCaller(r *http.Request, x *session) bool {
	if x.principal == "" {
		return true
	}
	token := bearer(r.Header)
	switch {
	case token == "":
		return false
	case sha256.Sum256([]byte(token)) == x.token:
		return true
	}
	p, err := s.o.Runner.Identify(r.Context(), token, s.o.Info(r).IP)
	return err == nil && p.AgentID == x.principal
}

func bearer(h http.Header) string {
	scheme, token, _ := strings.Cut(h.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// networkOf groups clients: an IPv4 address, or the /64 of an IPv6 one.
func networkOf(ip string) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	if a = a.Unmap(); a.Is4() {
		return a.String()
	}
	p, _ := a.WithZone("").Prefix(64)
	return p.String()
}
