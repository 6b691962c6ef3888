package rpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/oabp/oabpd/indexer"
)

// FailoverConfig configures a Failover. Clients is required.
type FailoverConfig struct {
	// Clients in the order of preference.
	Clients []*Client
	// Expect is the chain that every endpoint must serve; the zero value takes
	// that of the first endpoint that answers.
	Expect Identity
	// MaxLag is by how many blocks the endpoint in use may be behind another;
	// default 5.
	MaxLag uint64
	// Quorum is how many endpoints must have reached a height before another one
	// counts as behind it, where there are more than so many; default 1. So no
	// single one of three can pass for the only one that does not lag.
	Quorum int
	// Every is how often Watch compares heads; default 5 s.
	Every time.Duration
	// MaxFailures within Window make an endpoint be left; defaults 3 and 30 s.
	MaxFailures int
	Window      time.Duration
	// ProbeTimeout bounds a look at an endpoint that is not in use; default 3 s.
	ProbeTimeout time.Duration
	// Clock: default indexer.SystemClock. Log: default discards.
	Clock indexer.Clock
	Log   *slog.Logger
	// Switched, if set, is told of every switch, by endpoint names.
	Switched func(from, to string, reason error)
}

// probeCapabilities bounds finding out what an endpoint serves.
const probeCapabilities = 20 * time.Second

// The reasons of a switch by Watch.
var (
	errLag   = errors.New("lags behind another endpoint")
	errAhead = errors.New("has a longer chain than a quorum of the endpoints")
)

// Failover is an indexer.Source over several endpoints of which it uses one
// until that fails repeatedly, lags, or is outvoted. Chain id and genesis hash
// are checked before an endpoint is used or heard. As an indexer.Panel it asks
// them all; it never decides itself what is right. That a switch may lead to
// another view of the chain is what the follower's own checks (parent hashes,
// stale heads) are for. It is safe for concurrent use.
type Failover struct {
	cfg FailoverConfig

	// switching has a place for the one goroutine that examines endpoints; the
	// others wait no longer than their contexts last.
	switching chan struct{}

	mu       sync.Mutex
	pin      int
	verified bool // the pinned endpoint's identity
	expect   Identity
	failures []time.Time // of the pinned endpoint, within the window

	conditions []condition // of each endpoint; guarded by mu
	names      []string    // of each endpoint, distinct
	// asking and askingLogs have places for the questions before each endpoint.
	asking, askingLogs []chan struct{}
}

var _ indexer.Source = (*Failover)(nil)

// NewFailover makes a Failover; it does not connect.
func NewFailover(cfg FailoverConfig) (*Failover, error) {
	if len(cfg.Clients) == 0 {
		return nil, errors.New("rpc: no endpoint configured")
	}
	if cfg.Clock == nil {
		cfg.Clock = indexer.SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.MaxLag == 0 {
		cfg.MaxLag = 5
	}
	if cfg.MaxFailures <= 0 {
		cfg.MaxFailures = 3
	}
	for _, d := range []struct {
		v   *time.Duration
		def time.Duration
	}{{&cfg.Every, 5 * time.Second}, {&cfg.Window, 30 * time.Second}, {&cfg.ProbeTimeout, 3 * time.Second}} {
		if *d.v <= 0 {
			*d.v = d.def
		}
	}
	f := &Failover{cfg: cfg, expect: cfg.Expect, switching: make(chan struct{}, 1),
		conditions: make([]condition, len(cfg.Clients)), names: distinctNames(cfg.Clients)}
	for i := range cfg.Clients {
		f.conditions[i].disagreements = map[Disagreement]uint64{}
		f.asking = append(f.asking, make(chan struct{}, questions))
		f.askingLogs = append(f.askingLogs, make(chan struct{}, questions))
	}
	return f, nil
}

// Using is the name of the endpoint in use.
func (f *Failover) Using() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.names[f.pin]
}

// Identity is the chain that the endpoints serve; it asks one if need be.
func (f *Failover) Identity(ctx context.Context) (Identity, error) {
	if _, err := f.current(ctx); err != nil {
		return Identity{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.expect, nil
}

// Watch compares the heads of all endpoints now and then, leaves the one in use
// when it lags, and finds out what endpoints serve that were connected to, until
// ctx ends.
func (f *Failover) Watch(ctx context.Context) {
	for {
		after, stop := f.cfg.Clock.After(f.cfg.Every)
		select {
		case <-ctx.Done():
			stop()
			return
		case <-after:
		}
		if len(f.cfg.Clients) > 1 {
			f.compare(ctx)
		}
		f.examineNew(ctx)
	}
}

func (f *Failover) lock(ctx context.Context) bool {
	select {
	case f.switching <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (f *Failover) unlock() { <-f.switching }

func (f *Failover) compare(ctx context.Context) {
	if !f.lock(ctx) {
		return
	}
	defer f.unlock()
	views := f.probe(ctx)
	if ctx.Err() != nil {
		return
	}
	f.examined(views)
	best, ok := f.choose(views, -1)
	f.mu.Lock()
	pin := f.pin
	f.mu.Unlock()
	if !ok || best == pin {
		return
	}
	if err := views[pin].err; err != nil { // it may still answer those who use it, with an old head
		if f.failed(pin) {
			f.use(best, err)
		}
		return
	}
	top, alone := f.top(views, -1)
	f.mu.Lock()
	better := f.scoreOf(pin) - f.scoreOf(best)
	f.mu.Unlock()
	switch {
	case !alone && views[pin].head > top+f.cfg.MaxLag:
		f.use(best, errAhead)
	case views[best].head > views[pin].head+f.cfg.MaxLag:
		f.use(best, errLag)
	case better > leaving:
		f.use(best, errScore)
	}
}

// do runs op on the endpoint in use. After too many failures it switches, and
// tries once more. blame says whether an error is the endpoint's fault.
func (f *Failover) do(ctx context.Context, blame func(error) bool, op func(*Client) error) error {
	pin, err := f.current(ctx)
	if err != nil {
		return err
	}
	err = op(f.cfg.Clients[pin])
	if errors.Is(err, ErrInconsistent) {
		f.mu.Lock()
		f.conditions[pin].detail = err.Error()
		f.disagreed(pin, contradictionOf(err))
		f.mu.Unlock()
	}
	if err == nil || ctx.Err() != nil || errors.Is(err, ErrOwnLimit) || !blame(err) || !f.failed(pin) {
		return err
	}
	next, ok := f.leave(ctx, pin, err)
	if !ok {
		return err
	}
	return op(f.cfg.Clients[next])
}

// current is the endpoint in use, its identity verified.
func (f *Failover) current(ctx context.Context) (int, error) {
	f.mu.Lock()
	pin, verified := f.pin, f.usable()
	f.mu.Unlock()
	if verified {
		return pin, nil
	}
	if !f.lock(ctx) {
		return 0, ctx.Err()
	}
	defer f.unlock()
	f.mu.Lock()
	pin, verified = f.pin, f.usable()
	f.mu.Unlock()
	if verified {
		return pin, nil
	}
	views := f.probe(ctx)
	best, ok := f.choose(views, -1)
	if !ok {
		var errs []error
		for i, v := range views {
			if v.err == nil { // an answer, but not one to believe
				v.err = fmt.Errorf("%s: %w", f.names[i], errOutvoted)
			}
			errs = append(errs, v.err)
		}
		return 0, fmt.Errorf("%w: %w", ErrNoEndpoint, errors.Join(errs...))
	}
	f.use(best, views[pin].err)
	return best, nil
}

// usable says that the endpoint in use may be; f.mu is held.
func (f *Failover) usable() bool {
	c := &f.conditions[f.pin]
	return f.verified && !c.unsound() && !c.isolated[WrongChain]
}

// failed notes a failure of the endpoint in use; true if it is to be left.
func (f *Failover) failed(pin int) bool {
	now := f.cfg.Clock.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pin != pin {
		return true // somebody has left it already
	}
	for len(f.failures) > 0 && now.Sub(f.failures[0]) > f.cfg.Window {
		f.failures = f.failures[1:]
	}
	f.failures = append(f.failures, now)
	return len(f.failures) >= f.cfg.MaxFailures && len(f.cfg.Clients) > 1
}

// leave switches away from an endpoint, unless it was left already.
func (f *Failover) leave(ctx context.Context, pin int, reason error) (int, bool) {
	if !f.lock(ctx) {
		return 0, false
	}
	defer f.unlock()
	f.mu.Lock()
	now := f.pin
	f.mu.Unlock()
	if now != pin {
		return now, true
	}
	best, ok := f.choose(f.probe(ctx), pin)
	if !ok {
		return 0, false
	}
	f.use(best, reason)
	return best, true
}

// use pins an endpoint that was just examined.
func (f *Failover) use(i int, reason error) {
	f.mu.Lock()
	from := f.pin
	f.pin, f.verified, f.failures = i, true, nil
	f.mu.Unlock()
	if from == i {
		return
	}
	was, is := f.names[from], f.names[i]
	f.cfg.Log.Warn("endpoint switched", "from", was, "to", is, "reason", reason)
	if f.cfg.Switched != nil {
		f.cfg.Switched(was, is, reason)
	}
}

// view is what a probe saw of an endpoint.
type view struct {
	head uint64
	id   Identity
	err  error
}

// probe looks at all endpoints at once.
func (f *Failover) probe(ctx context.Context) []view {
	ctx, cancel := context.WithTimeout(urgent(ctx), f.cfg.ProbeTimeout)
	defer cancel()
	views := make([]view, len(f.cfg.Clients))
	var all sync.WaitGroup
	for i, c := range f.cfg.Clients {
		all.Go(func() {
			v := &views[i]
			if v.id, v.err = c.Identity(ctx); v.err != nil {
				return
			}
			head, err := c.Latest(ctx)
			v.head, v.err = head.Number, err
		})
	}
	all.Wait()
	f.judge(views)
	return views
}

// judge marks endpoints of another chain. Without an expectation, the first
// that answers sets it.
func (f *Failover) judge(views []view) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range views {
		v := &views[i]
		switch {
		case v.err != nil:
		case f.expect == Identity{}:
			f.expect = v.id
		case v.id != f.expect:
			v.err = fmt.Errorf("%s: chain id %d, genesis %s: %w", f.names[i], v.id.ChainID, v.id.Genesis, ErrWrongChain)
			f.cfg.Log.Error("endpoint unusable", "err", v.err)
		}
	}
}

// choose is the endpoint but not that has the best score of those that are
// usable, sound, not behind and not far ahead of the quorum; of about equal ones
// the most preferred.
func (f *Failover) choose(views []view, not int) (best int, ok bool) {
	top, alone := f.top(views, not)
	f.mu.Lock()
	defer f.mu.Unlock()
	least := 0.0
	for i, v := range views {
		if v.err != nil || i == not || f.conditions[i].unsound() || v.head+f.cfg.MaxLag < top || !alone && v.head > top+f.cfg.MaxLag {
			continue
		}
		f.conditions[i].behind = top - min(top, v.head)
		if s := f.scoreOf(i); !ok || s < least-preferred {
			best, ok, least = i, true, s
		}
	}
	return best, ok
}

// top is the height that a quorum of the endpoints but not has reached; those
// outvoted do not count. Alone says that one endpoint decides it: the highest.
func (f *Failover) top(views []view, not int) (top uint64, alone bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var heads []uint64
	for i, v := range views {
		if v.err == nil && i != not && !f.conditions[i].unsound() {
			heads = append(heads, v.head)
		}
	}
	k := max(1, min(f.cfg.Quorum, len(heads)-1))
	top, _ = indexer.Reach(k, heads)
	return top, k == 1
}
