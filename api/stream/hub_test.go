package stream

import (
	"context"
	"testing"
	"time"

	"github.com/oabp/oabpd/settle"
)

// journal is a source with a number of events, one for each fact.
type journal struct {
	n     int
	looks int
}

func (j *journal) LastEvent(context.Context) (settle.EventPlace, error) {
	return settle.EventPlace{Seq: uint64(j.n), N: 65535}, nil
}

func (j *journal) PublicEvents(_ context.Context, after settle.EventPlace, limit int) (out []settle.PublicEvent, next settle.EventPlace, err error) {
	j.looks++
	next = after
	for seq := after.Seq + 1; seq <= uint64(j.n) && len(out) < limit; seq++ {
		out = append(out, settle.PublicEvent{Seq: seq, Type: "agent.registered"})
		next = settle.EventPlace{Seq: seq}
	}
	return out, next, nil
}

// One look serves all listeners; who does not read is left behind alone, and is told
// by its end.
func TestSlowListenersAreDropped(t *testing.T) {
	j := &journal{n: 5}
	h := newHub(j, time.Hour)
	l := func() *listener {
		return &listener{events: make(chan settle.PublicEvent, buffered), slow: make(chan struct{})}
	}
	if _, ok := h.join(l()); ok {
		t.Fatal("nothing is followed yet")
	}
	h.look(t.Context())
	slow, quick, picky := l(), l(), l()
	picky.filter.Mission = "another"
	for _, x := range []*listener{slow, quick, picky} {
		if at, ok := h.join(x); !ok || at.Seq != 5 {
			t.Fatal(at, ok)
		}
	}
	got := 0
	for range 4 {
		j.n += 100
		before := j.looks
		h.look(t.Context())
		if j.looks-before > 2 {
			t.Errorf("%d looks at the journal", j.looks-before)
		}
		for len(quick.events) > 0 {
			e := <-quick.events
			if got++; e.Seq != uint64(5+got) {
				t.Fatalf("event %d is of fact %d", got, e.Seq)
			}
		}
	}
	if got != 400 {
		t.Errorf("the quick one got %d events", got)
	}
	select {
	case <-slow.slow:
	default:
		t.Error("the slow one was not dropped")
	}
	if h.all[slow] || !h.all[quick] || !h.all[picky] || len(picky.events) != 0 || len(slow.events) != buffered {
		t.Errorf("%d listeners, %d events wait for the slow one", len(h.all), len(slow.events))
	}
}

// Where nobody listens the journal is not read, and a new one begins at its end.
func TestIdleHubReadsNothing(t *testing.T) {
	j := &journal{n: 5}
	h := newHub(j, time.Hour)
	h.look(t.Context())
	j.n = 1000
	h.look(t.Context())
	if j.looks != 0 {
		t.Errorf("%d looks", j.looks)
	}
	if at, ok := h.join(&listener{}); !ok || at.Seq != 1000 {
		t.Error(at, ok)
	}
}
