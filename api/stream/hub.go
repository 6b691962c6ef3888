package stream

import (
	"context"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Source are the public events of the journal (engine.PublicEvents, LastEvent).
type Source interface {
	PublicEvents(ctx context.Context, after settle.EventPlace, limit int) ([]settle.PublicEvent, settle.EventPlace, error)
	LastEvent(ctx context.Context) (settle.EventPlace, error)
}

// buffered is how many events wait for a listener before it counts as slow.
const buffered = 256

// factsPerLook is how many facts one look at the journal reads.
const factsPerLook = 200

// listener is one open stream.
type listener struct {
	filter settle.EventFilter
	events chan settle.PublicEvent
	// slow is closed when it fell behind.
	slow chan struct{}
}

// hub reads the journal once for all listeners.
type hub struct {
	source Source
	every  time.Duration
	// wake is poked when the first listener comes.
	wake chan struct{}

	mu   sync.Mutex
	all  map[*listener]bool
	at   settle.EventPlace // everything up to here was handed out
	live bool              // at is set, and the hub follows the journal
}

func newHub(s Source, every time.Duration) *hub {
	return &hub{source: s, every: every, wake: make(chan struct{}, 1), all: map[*listener]bool{}}
}

// join adds a listener. What comes behind the place that is returned goes to its
// channel; what is before is the listener's own to read. ok is false until the hub
// follows the journal.
func (h *hub) join(l *listener) (at settle.EventPlace, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.live {
		select {
		case h.wake <- struct{}{}:
		default:
		}
		return at, false
	}
	h.all[l] = true
	return h.at, true
}

func (h *hub) leave(l *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, l)
}

// run follows the journal until ctx ends.
func (h *hub) run(ctx context.Context) {
	t := time.NewTicker(h.every)
	defer t.Stop()
	for {
		h.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		case <-h.wake:
		}
	}
}

// lookWithin is for one look: a database that does not answer must not keep it. What
// is left is for the next one.
const lookWithin = 15 * time.Second

// look hands out what the journal has got. Where nobody listens it stands still, and
// begins at the journal's end when somebody comes.
func (h *hub) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	h.mu.Lock()
	at, live, idle := h.at, h.live, len(h.all) == 0
	h.mu.Unlock()
	if !live || idle {
		end, err := h.source.LastEvent(ctx)
		h.mu.Lock()
		defer h.mu.Unlock()
		if err == nil && len(h.all) == 0 {
			h.at, h.live = end, true
		}
		return
	}
	for ctx.Err() == nil {
		events, next, err := h.source.PublicEvents(ctx, at, factsPerLook)
		if err != nil || next == at {
			return // the next look tries again
		}
		h.hand(events, next)
		at = next
	}
}

func (h *hub) hand(events []settle.PublicEvent, next settle.EventPlace) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.all {
		for _, e := range events {
			if !l.filter.Admits(e) {
				continue
			}
			select {
			case l.events <- e:
				continue
			default:
			}
			close(l.slow)
			delete(h.all, l)
			break
		}
	}
	h.at = next
}
