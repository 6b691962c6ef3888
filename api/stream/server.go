package stream

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Options are what New needs. Source, Filter, Place, Event and Network must be set.
type Options struct {
	Source Source
	// Filter and Place read the parameters of a request (types, mission_id; after);
	// their errors are answered by Refuse.
	Filter func(types, mission string) (settle.EventFilter, error)
	Place  func(text string) (settle.EventPlace, error)
	// Event is what is sent of an event.
	Event func(settle.PublicEvent) any
	// Network is where a request comes from, for the bounds.
	Network func(*http.Request) string
	// Refuse answers with an error.
	Refuse func(http.ResponseWriter, *http.Request, error)
	// Most are listeners in all, PerNetwork those from one address; 1,000 and 20 by
	// default.
	Most, PerNetwork int
	// Every is the time between looks at the journal, Heartbeat that between
	// comments; 1 s and 15 s by default.
	Every, Heartbeat time.Duration
	// Patience is how long one write may take; 10 s by default.
	Patience time.Duration
	Log      *slog.Logger
}

// Server streams events. Run must run.
type Server struct {
	o   Options
	hub *hub
	end chan struct{}

	mu     sync.Mutex
	open   int
	byAddr map[string]int
}

// New makes a Server.
func New(o Options) *Server {
	def := func(n *int, v int) {
		if *n == 0 {
			*n = v
		}
	}
	wait := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&o.Most, 1000)
	def(&o.PerNetwork, 20)
	wait(&o.Every, time.Second)
	wait(&o.Heartbeat, 15*time.Second)
	wait(&o.Patience, 10*time.Second)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Server{o: o, hub: newHub(o.Source, o.Every), end: make(chan struct{}), byAddr: map[string]int{}}
}

// Run follows the journal until ctx ends, and ends all streams then.
func (s *Server) Run(ctx context.Context) {
	s.hub.run(ctx)
	close(s.end)
}

// Listeners is how many streams are open.
func (s *Server) Listeners() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// Wanted reports whether a request asks for a stream.
func Wanted(r *http.Request) bool {
	if r.Method != http.MethodGet {
		return false
	}
	for _, v := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(v, ",") {
			if t, params, err := mime.ParseMediaType(part); err == nil && t == "text/event-stream" && params["q"] != "0" {
				return true
			}
		}
	}
	return false
}

func (s *Server) enter(a string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open >= s.o.Most || s.byAddr[a] >= s.o.PerNetwork {
		return settle.Errorf(settle.CodeRateLimited, "too many open streams of events: %d in all, %d from your network; close one, or ask GET /events from time to time", s.o.Most, s.o.PerNetwork)
	}
	s.open++
	s.byAddr[a]++
	return nil
}

func (s *Server) leave(a string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.byAddr[a]--; s.byAddr[a] == 0 {
		delete(s.byAddr, a)
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	filter, err := s.o.Filter(q.Get("types"), q.Get("mission_id"))
	if err != nil {
		s.o.Refuse(w, r, err)
		return
	}
	from, given := q.Get("after"), q.Get("after") != ""
	if last := r.Header.Get("Last-Event-ID"); last != "" { // of a stream that broke, which is later
		from, given = last, true
	}
	var at settle.EventPlace
	if given {
		if at, err = s.o.Place(from); err != nil {
			s.o.Refuse(w, r, err)
			return
		}
	}
	network := s.o.Network(r)
	if err := s.enter(network); err != nil {
		s.o.Refuse(w, r, err)
		return
	}
	defer s.leave(network)
	o := &out{w: w, c: http.NewResponseController(w), patience: s.o.Patience, event: s.o.Event}
	l := &listener{filter: filter, events: make(chan settle.PublicEvent, buffered), slow: make(chan struct{})}
	if err := s.stream(r.Context(), o, l, at, given); err != nil && r.Context().Err() == nil {
		s.o.Log.DebugContext(r.Context(), "a stream of events ended", "err", err)
	}
}

// stream first sends what the journal has behind a place, then what comes.
func (s *Server) stream(ctx context.Context, o *out, l *listener, at settle.EventPlace, given bool) error {
	if err := o.begin(); err != nil {
		return err
	}
	upTo, err := s.join(ctx, l)
	if err != nil {
		return err
	}
	defer s.hub.leave(l)
	if !given {
		at = upTo
	}
	// What is behind upTo waits in the channel meanwhile.
	for at.Seq < upTo.Seq || at.Seq == upTo.Seq && at.N < upTo.N {
		events, next, err := s.hub.source.PublicEvents(ctx, at, factsPerLook)
		if err != nil {
			return err // it comes again, and goes on where it was
		}
		for _, e := range events {
			if !upTo.Before(e) && l.filter.Admits(e) {
				if err := o.send(e); err != nil {
					return err
				}
			}
		}
		if next == at {
			break
		}
		at = next
	}
	return s.follow(ctx, o, l)
}

// join waits until the hub follows the journal.
func (s *Server) join(ctx context.Context, l *listener) (settle.EventPlace, error) {
	for {
		if at, ok := s.hub.join(l); ok {
			return at, nil
		}
		select {
		case <-ctx.Done():
			return settle.EventPlace{}, ctx.Err()
		case <-s.end:
			return settle.EventPlace{}, errEnded
		case <-time.After(50 * time.Millisecond):
		}
	}
}

var errEnded = errors.New("the server stops")

func (s *Server) follow(ctx context.Context, o *out, l *listener) error {
	beat := time.NewTicker(s.o.Heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-s.end:
			return errEnded
		case <-l.slow:
			return errors.New("the listener is slower than events come")
		case e := <-l.events:
			err = o.send(e)
		case <-beat.C:
			err = o.write(": \n\n")
		}
		if err != nil {
			return err
		}
	}
}

// out writes a stream.
type out struct {
	w        http.ResponseWriter
	c        *http.ResponseController
	patience time.Duration
	event    func(settle.PublicEvent) any
}

func (o *out) begin() error {
	h := o.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	if err := o.c.SetReadDeadline(time.Time{}); err != nil { // else the server's would end the stream
		return err
	}
	o.w.WriteHeader(http.StatusOK)
	return o.write("retry: 3000\n\n")
}

func (o *out) send(e settle.PublicEvent) error {
	b, err := json.Marshal(o.event(e))
	if err != nil {
		return err
	}
	return o.write("id: " + e.ID() + "\nevent: " + e.Type + "\ndata: " + string(b) + "\n\n")
}

// write gives a text out at once, or fails when that takes too long.
func (o *out) write(text string) error {
	if err := o.c.SetWriteDeadline(time.Now().Add(o.patience)); err != nil {
		return err
	}
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.c.Flush()
}
