package api

import (
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Answers to a presented hash are kept this long (wire.md "Presenting a hash").
const (
	recentLife = 2 * time.Second
	recentMax  = 4096
)

// recent keeps answers for a moment, so that a poster who asks in a loop costs
// one look at the chain every two seconds.
type recent struct {
	now func() time.Time
	mu  sync.Mutex
	m   map[string]recentAnswer
}

type recentAnswer struct {
	at  time.Time
	out settled
	err error
}

func newRecent(now func() time.Time) *recent {
	return &recent{now: now, m: map[string]recentAnswer{}}
}

// do gives the kept answer for key or makes one. A failure of the server is
// not kept.
func (r *recent) do(key string, ask func() (settled, error)) (settled, error) {
	r.mu.Lock()
	a, ok := r.m[key]
	r.mu.Unlock()
	if age := r.now().Sub(a.at); ok && age >= 0 && age < recentLife {
		return a.out, a.err
	}
	out, err := ask()
	var known *settle.Error
	if err == nil || errors.As(err, &known) {
		r.keep(key, recentAnswer{r.now(), out, err})
	}
	return out, err
}

// forget drops the answers whose key begins with prefix: the caller has changed
// what they depend on.
func (r *recent) forget(prefix string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k := range r.m {
		if strings.HasPrefix(k, prefix) {
			delete(r.m, k)
		}
	}
}

func (r *recent) keep(key string, a recentAnswer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.m) >= recentMax {
		for k, old := range r.m {
			if a.at.Sub(old.at) >= recentLife {
				delete(r.m, k)
			}
		}
	}
	if len(r.m) < recentMax {
		r.m[key] = a
	}
}
