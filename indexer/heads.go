package indexer

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Tagger asks endpoints what they call safe and final.
type Tagger interface {
	// Heads asks all endpoints at once, and gives what those claim that answer
	// within bounded time.
	Heads(ctx context.Context) []settle.HeadClaim
}

// TagsConfig is what a Tags needs. Endpoints and Quorum are required.
type TagsConfig struct {
	Endpoints Tagger
	// Quorum is how many endpoints must vouch for a block.
	Quorum int
	// Every is the time between two questions; default 10 s.
	Every time.Duration
	// Clock: default SystemClock. Log: default discards.
	Clock Clock
	Log   *slog.Logger
}

// Tags asks the endpoints, while this process leads, what they call safe and
// final (settlement.md R23). Whether enough of them say so, and of a block that is
// stored, is for the Sink to judge (settle.Vouched). Make it with NewTags, one for
// each Follower.
type Tags struct {
	cfg  TagsConfig
	wake chan struct{} // the follower's: there is news

	mu     sync.Mutex
	claims []settle.HeadClaim
	// news counts the answers that said something new. It is looked at at once, not
	// with the next block only: what is safe or final moves on under a head that
	// stands still, and what waits for it is paid.
	news int
}

// NewTags checks a configuration and fills in the defaults.
func NewTags(cfg TagsConfig) (*Tags, error) {
	if cfg.Endpoints == nil || cfg.Quorum < 1 {
		return nil, errors.New("indexer: tags need Endpoints and a Quorum")
	}
	orDefault(&cfg.Every, 10*time.Second)
	if cfg.Clock == nil {
		cfg.Clock = SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Tags{cfg: cfg, wake: make(chan struct{}, 1)}, nil
}

// Claims are what the endpoints said last, and how many must vouch; none before
// the first answer of a reign. It may be called from any goroutine.
func (t *Tags) Claims() ([]settle.HeadClaim, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.claims, t.cfg.Quorum
}

// begin forgets what an earlier reign was told.
func (t *Tags) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.claims, t.news = nil, 0
}

func (t *Tags) heard() int {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.news
}

// final is the highest block that any endpoint calls final; 0 for none.
func (t *Tags) final() (highest uint64) {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.claims {
		highest = max(highest, c.Tagged[settle.TagFinalized].Number)
	}
	return highest
}

// run asks until ctx ends.
func (t *Tags) run(ctx context.Context) {
	for ctx.Err() == nil {
		claims := t.cfg.Endpoints.Heads(ctx)
		if ctx.Err() != nil {
			return
		}
		every := t.cfg.Every
		if !t.note(claims) {
			every = min(every, time.Second) // nobody has said anything yet
		}
		after, stop := t.cfg.Clock.After(every)
		select {
		case <-ctx.Done():
		case <-after:
		}
		stop()
	}
}

// note keeps what was said, and reports whether anything ever was. Where nobody
// answers, what was said before stands: a block that was final is final.
func (t *Tags) note(claims []settle.HeadClaim) (ever bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(claims) == 0 {
		if t.claims != nil {
			t.cfg.Log.Warn("no endpoint says what is safe and final")
		}
		return t.claims != nil
	}
	if !slices.EqualFunc(claims, t.claims, sameClaim) {
		t.news++
		poke(t.wake)
	}
	t.claims = claims
	return true
}

func sameClaim(a, b settle.HeadClaim) bool {
	return a.Source == b.Source && maps.Equal(a.Tagged, b.Tagged)
}
