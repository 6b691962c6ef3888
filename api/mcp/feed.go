package mcp

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Feed tells what resources there are and when they may have changed. All of it
// is what everybody may see.
type Feed struct {
	// Version is another text whenever the state may have changed.
	Version func(context.Context) (string, error)
	// Listed are the resources to list beside those of fixed URIs, a bounded number.
	Listed func(context.Context) ([]Listed, error)
}

const (
	// readsPerLook bounds the work of one look: a change of one of 2,000 watched
	// resources is told within 20 looks.
	readsPerLook = 100
	// listEvery is the least time between two notices that the list has changed.
	listEvery = 5 * time.Second
)

// feed is who watches what, and what was seen of it last.
type feed struct {
	mu      sync.Mutex
	watched map[string]*watch
	bySess  map[*sdk.ServerSession]int
	byNet   map[string]int

	// look is held by who looks for changes; what follows is theirs.
	look    sync.Mutex
	version string
	pending []string // watched URIs to read
	// telling bounds the notices that are on their way: a client that does not read
	// holds one up, and no others.
	telling chan struct{}

	// list is held by who brings the list up to date; what follows is theirs.
	list   sync.Mutex
	listOf string // the version that listed was made from
	listAt time.Time
	listed map[string]Listed
}

// watch is one resource that sessions subscribed to.
type watch struct {
	sessions map[*sdk.ServerSession]string // with their networks
	seen     [sha256.Size]byte
	known    bool
}

func newFeed() *feed {
	return &feed{watched: map[string]*watch{}, bySess: map[*sdk.ServerSession]int{}, byNet: map[string]int{}, listed: map[string]Listed{},
		telling: make(chan struct{}, 64)}
}

// add subscribes a session, once. It reports whether there was room.
func (f *feed) add(uri string, ss *sdk.ServerSession, network string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.watched[uri]
	if w != nil {
		if _, again := w.sessions[ss]; again {
			return true
		}
	}
	if f.bySess[ss] >= maxWatchedPerSession || f.byNet[network] >= maxWatchedPerNetwork || w == nil && len(f.watched) >= maxWatched {
		return false
	}
	if w == nil {
		w = &watch{sessions: map[*sdk.ServerSession]string{}}
		f.watched[uri] = w
	}
	w.sessions[ss] = network
	f.bySess[ss]++
	f.byNet[network]++
	return true
}

// first remembers what a resource was when it was subscribed to, unless somebody
// watches it already.
func (f *feed) first(uri string, body []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if w := f.watched[uri]; w != nil && !w.known {
		w.seen, w.known = sha256.Sum256(body), true
	}
}

// drop ends a session's subscription.
func (f *feed) drop(uri string, ss *sdk.ServerSession) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove(uri, ss)
}

// remove is drop with f.mu held.
func (f *feed) remove(uri string, ss *sdk.ServerSession) {
	w := f.watched[uri]
	if w == nil {
		return
	}
	network, ok := w.sessions[ss]
	if !ok {
		return
	}
	delete(w.sessions, ss)
	if len(w.sessions) == 0 {
		delete(f.watched, uri)
	}
	less(f.bySess, ss)
	less(f.byNet, network)
}

// less takes one off a count, and forgets it at 0.
func less[K comparable](counts map[K]int, k K) {
	if counts[k]--; counts[k] == 0 {
		delete(counts, k)
	}
}

// leave ends all subscriptions of a session.
func (f *feed) leave(ss *sdk.ServerSession) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bySess[ss] == 0 {
		return
	}
	for uri := range f.watched {
		f.remove(uri, ss)
	}
}

// changed remembers a body and reports whether it is another one than before.
func (f *feed) changed(uri string, body []byte) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.watched[uri]
	if w == nil {
		return false
	}
	sum := sha256.Sum256(body)
	was := w.known && w.seen != sum
	w.seen, w.known = sum, true
	return was
}

// queue is what to read after a change: first what waits since the one before.
func (f *feed) queue() []string {
	waiting := make(map[string]bool, len(f.pending))
	for _, uri := range f.pending {
		waiting[uri] = true
	}
	return append(f.pending, slices.DeleteFunc(f.uris(), func(uri string) bool { return waiting[uri] })...)
}

// uris are those that are watched, sorted.
func (f *feed) uris() (out []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for uri := range f.watched {
		out = append(out, uri)
	}
	slices.Sort(out)
	return out
}

// Watch tells sessions of changes until ctx ends. It looks at the state once a
// second while there is a session to tell.
func (s *Server) Watch(ctx context.Context) {
	tick := time.NewTicker(s.o.WatchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if s.Sessions() == 0 && len(s.feed.uris()) == 0 && !s.listening() {
				continue
			}
			if _, err := s.look(ctx); err != nil && ctx.Err() == nil {
				s.o.Log.DebugContext(ctx, "looking for changed resources", "err", err)
			}
		}
	}
}

// look tells of what has changed since the look before, and gives the URIs that
// it told of. A subscriber is told of a resource exactly when what they would read
// is another text.
func (s *Server) look(ctx context.Context) (told []string, err error) {
	if s.o.Feed.Version == nil {
		return nil, nil
	}
	f := s.feed
	f.look.Lock()
	defer f.look.Unlock()
	v, err := s.o.Feed.Version(ctx)
	if err != nil {
		return nil, err
	}
	if v != f.version {
		f.version, f.pending = v, f.queue()
	}
	if err := s.relist(ctx, v, listEvery); err != nil {
		return nil, err
	}
	for n := 0; len(f.pending) > 0 && n < readsPerLook; n++ {
		select {
		case f.telling <- struct{}{}:
		default: // many clients read slowly: go on with the next look
			return told, nil
		}
		if uri := f.pending[0]; s.tell(ctx, uri) {
			told = append(told, uri)
		} else {
			<-f.telling
		}
		f.pending = f.pending[1:]
	}
	return told, nil
}

// tell reads a watched resource and, if it is another text than before, tells who
// subscribed. It reports whether it will free a place in telling itself.
func (s *Server) tell(ctx context.Context, uri string) bool {
	e, in := s.resource(uri)
	rep := s.o.Runner.Read(ctx, e, in)
	if rep.Status >= 500 || !s.feed.changed(uri, rep.Body) { // a fault is not what the resource is
		return false
	}
	go func() {
		defer func() { <-s.feed.telling }()
		for _, srv := range s.sets {
			// it fails for sessions that have ended, which need no notice
			_ = srv.ResourceUpdated(ctx, &sdk.ResourceUpdatedNotificationParams{URI: uri})
		}
	}()
	return true
}

// relist brings the list up to a version, unless it was made less than a time ago.
func (s *Server) relist(ctx context.Context, version string, least time.Duration) error {
	f := s.feed
	f.list.Lock()
	defer f.list.Unlock()
	if s.o.Feed.Listed == nil || f.listOf == version || s.o.Now().Sub(f.listAt) < least {
		return nil
	}
	now, err := s.o.Feed.Listed(ctx)
	if err != nil {
		return err
	}
	next := make(map[string]Listed, len(now))
	for _, l := range now {
		next[l.URI] = l
	}
	var gone []string
	for uri := range f.listed {
		if _, ok := next[uri]; !ok {
			gone = append(gone, uri)
		}
	}
	for _, srv := range s.sets {
		if len(gone) > 0 {
			srv.RemoveResources(gone...)
		}
		for uri, l := range next {
			if f.listed[uri] == l {
				continue
			}
			e, _ := s.resource(uri)
			if e == nil {
				continue // nothing could read it
			}
			srv.AddResource(&sdk.Resource{URI: uri, Name: l.Name, Title: l.Title, Description: l.Description, MIMEType: media(e)}, s.read)
		}
	}
	f.listed, f.listOf, f.listAt = next, version, s.o.Now()
	return nil
}

// freshList brings the list up to date for somebody who asks for it. What cannot
// be read leaves the list as it was.
func (s *Server) freshList(ctx context.Context) {
	if s.o.Feed.Version == nil {
		return
	}
	v, err := s.o.Feed.Version(ctx)
	if err == nil {
		err = s.relist(ctx, v, 0)
	}
	if err != nil {
		s.o.Log.WarnContext(ctx, "listing resources", "err", err)
	}
}
