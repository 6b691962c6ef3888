package rpc

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Isolation is a reason for which an endpoint is not used (settlement.md R25).
// It is a metric label, stable.
type Isolation string

// The reasons.
const (
	// Lagging: it is too many blocks behind another endpoint, or does not have
	// the block that was voted on.
	Lagging Isolation = "lagging"
	// Failing: it did not answer, or contradicted itself.
	Failing Isolation = "failing"
	// Outvoted: a majority has another block than it.
	Outvoted Isolation = "outvoted"
	// OtherLogs: a majority has other logs than it in the same block, or its own
	// receipts contradict its logs.
	OtherLogs Isolation = "other_logs"
	// WrongChain: it serves another chain.
	WrongChain Isolation = "wrong_chain"
	// Ahead: it shows too many blocks that a quorum of the endpoints does not have.
	Ahead Isolation = "ahead"
)

// Isolations are all of them.
func Isolations() []Isolation {
	return []Isolation{Lagging, Failing, Outvoted, OtherLogs, WrongChain, Ahead}
}

// EndpointStatus is what is known of an endpoint.
type EndpointStatus struct {
	// Name is scheme and host, with #n behind it where others have the same.
	Name string
	// Using says that it is the source.
	Using bool
	// Isolated are the reasons for which it is not to be used; empty if it is
	// sound. Each ends when the endpoint proves the contrary.
	Isolated []Isolation
	// Detail is the newest error, without secrets; it may be past.
	Detail string
	// Capabilities are what it was found to serve; Probed says whether they were
	// found out since it was last connected to. Else they are older, or zero.
	Capabilities Capabilities
	Probed       bool
	// Disagreements count how often it was found to be wrong.
	Disagreements map[Disagreement]uint64
	// Head is its newest block's height when it was last compared with the others
	// (FailoverConfig.Every), and Behind how many blocks a quorum was ahead of it; 0
	// if that never was, as where there is one endpoint.
	Head, Behind uint64
	// Score is its penalty: points for lag, errors and disagreement. 0 is
	// faultless; of sound endpoints the one with the lowest is used.
	Score  float64
	Health Health
}

// condition is what the Failover keeps of an endpoint.
type condition struct {
	isolated map[Isolation]bool
	known    bool // its identity was checked since it last failed
	caps     Capabilities
	probed   bool // caps were found out since it last failed
	detail   string
	// disagreements count how often it was found to be wrong.
	disagreements map[Disagreement]uint64
	wrongs        wrongs
	behind        uint64 // blocks behind a quorum when heads were last compared
	head          uint64 // its head then
}

// unsound says that an endpoint may be asked, but not be the source.
func (c *condition) unsound() bool { return c.isolated[Outvoted] || c.isolated[OtherLogs] }

// isolate notes whether a reason holds against an endpoint, and logs a change;
// f.mu is held.
func (f *Failover) isolate(i int, r Isolation, is bool) {
	c := &f.conditions[i]
	if c.isolated[r] == is {
		return
	}
	if c.isolated == nil {
		c.isolated = map[Isolation]bool{}
	}
	c.isolated[r] = is
	if is {
		f.cfg.Log.Warn("endpoint isolated", "endpoint", f.names[i], "reason", r)
	} else {
		f.cfg.Log.Info("endpoint is sound again", "endpoint", f.names[i], "no_longer", r)
	}
}

// questions is how many questions an endpoint that does not answer may have
// before it; further ones count as not answered.
const questions = 2

var (
	errBusy     = errors.New("has not answered the questions before")
	errOutvoted = errors.New("was outvoted by the other endpoints")
	errDisputes = errors.New("contradicts what a quorum confirmed")
)

var _ indexer.Panel = (*Failover)(nil)

// Size implements indexer.Panel.
func (f *Failover) Size() int { return len(f.cfg.Clients) }

// Ask implements indexer.Panel. An endpoint whose identity is not known is
// asked for that too; one of another chain has no voice.
func (f *Failover) Ask(ctx context.Context, number uint64) <-chan indexer.Answer {
	return askAll(ctx, f, f.asking, func(ctx context.Context, i int) indexer.Answer { return f.question(ctx, i, number) },
		func(i int) indexer.Answer { return indexer.Answer{Endpoint: i, Err: errBusy} })
}

// askAll asks all endpoints one question at once; busy is the answer of one
// whose places are taken by questions that it has not answered.
func askAll[A any](ctx context.Context, f *Failover, places []chan struct{}, ask func(ctx context.Context, i int) A, busy func(i int) A) <-chan A {
	out := make(chan A, len(f.cfg.Clients))
	var all sync.WaitGroup
	for i := range f.cfg.Clients {
		all.Go(func() {
			select {
			case places[i] <- struct{}{}:
				ctx, cancel := context.WithTimeout(urgent(ctx), f.cfg.ProbeTimeout)
				defer cancel()
				a := ask(ctx, i)
				<-places[i]
				out <- a
			default:
				out <- busy(i)
			}
		})
	}
	go func() {
		all.Wait()
		close(out)
	}()
	return out
}

func (f *Failover) question(ctx context.Context, i int, number uint64) indexer.Answer {
	if err := f.meet(ctx, i); err != nil {
		return indexer.Answer{Endpoint: i, Err: err}
	}
	a := f.cfg.Clients[i].vouch(ctx, number)
	a.Endpoint = i
	return a
}

// meet makes sure that an endpoint's identity is known.
func (f *Failover) meet(ctx context.Context, i int) error {
	f.mu.Lock()
	known := f.conditions[i].known
	f.mu.Unlock()
	if known {
		return nil
	}
	id, err := f.cfg.Clients[i].Identity(ctx)
	if err != nil {
		return err
	}
	return f.recognize(i, id)
}

// recognize checks the identity that an endpoint gave.
func (f *Failover) recognize(i int, id Identity) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := &f.conditions[i]
	switch {
	case f.expect == Identity{}:
		f.expect = id
	case id != f.expect:
		f.isolate(i, WrongChain, true)
		c.known, c.probed = false, false
		return fmt.Errorf("%s: chain id %d, genesis %s: %w", f.names[i], id.ChainID, id.Genesis, ErrWrongChain)
	}
	f.isolate(i, WrongChain, false)
	c.known = true
	return nil
}

// vouch is the canonical block at a height and the height of the newest one, in
// one batch.
func (c *Client) vouch(ctx context.Context, number uint64) (a indexer.Answer) {
	rs, err := c.batch(ctx, byNumber(number), req("eth_getBlockByNumber", "latest", false))
	if err != nil {
		a.Err = err
		return a
	}
	latest, err := c.blockOf(rs[1])
	if err != nil {
		a.Err = fmt.Errorf("its head: %w", err)
		return a
	}
	a.Head = latest.Number
	b, err := c.blockOf(rs[0])
	if err == nil && b.Number != number {
		err = c.contradiction("block %d asked for, got %d", number, b.Number)
	}
	if err != nil {
		a.Err = err
		return a
	}
	a.Hash = b.Hash
	return a
}

// Rule implements indexer.Panel.
func (f *Failover) Rule(ctx context.Context, winner settle.Hash, answers []indexer.Answer) {
	for _, a := range answers {
		if a.Err != nil && ctx.Err() != nil {
			continue // we ended it
		}
		f.judgeAnswer(winner, a)
	}
	f.leaveUnsound(ctx)
}

func (f *Failover) judgeAnswer(winner settle.Hash, a indexer.Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := &f.conditions[a.Endpoint]
	switch {
	case errors.Is(a.Err, errBusy), errors.Is(a.Err, ErrWrongChain):
	case errors.Is(a.Err, indexer.ErrNoBlock):
		f.isolate(a.Endpoint, Lagging, true)
		f.isolate(a.Endpoint, Failing, false)
	case a.Err != nil:
		f.isolate(a.Endpoint, Failing, true)
		c.known, c.probed, c.detail = false, false, a.Err.Error()
	default:
		f.isolate(a.Endpoint, Lagging, false)
		f.isolate(a.Endpoint, Failing, false)
		if !winner.IsZero() {
			if a.Hash != winner {
				f.disagreed(a.Endpoint, DisagreeBlock)
			}
			f.isolate(a.Endpoint, Outvoted, a.Hash != winner)
		}
	}
}

// Prefer implements indexer.Panel.
func (f *Failover) Prefer(endpoint int) {
	if !f.lock(context.Background()) {
		return
	}
	defer f.unlock()
	f.use(endpoint, errDisputes)
}

// examined notes what a probe saw of all endpoints.
func (f *Failover) examined(views []view) {
	top, alone := f.top(views, -1)
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, v := range views {
		c := &f.conditions[i]
		wrong := errors.Is(v.err, ErrWrongChain)
		f.isolate(i, WrongChain, wrong)
		f.isolate(i, Failing, v.err != nil && !wrong)
		c.known = v.err == nil
		if v.err != nil {
			c.probed, c.detail = false, v.err.Error()
			continue
		}
		c.head, c.behind = v.head, top-min(top, v.head)
		f.isolate(i, Lagging, v.head+f.cfg.MaxLag < top)
		f.isolate(i, Ahead, !alone && v.head > top+f.cfg.MaxLag)
	}
}

// Status is what is known of the endpoints, in the order of the configuration.
func (f *Failover) Status() []EndpointStatus {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]EndpointStatus, len(f.cfg.Clients))
	for i, c := range f.conditions {
		out[i] = EndpointStatus{Name: f.names[i], Using: i == f.pin, Detail: c.detail, Capabilities: c.caps, Probed: c.probed, Disagreements: maps.Clone(c.disagreements),
			Head: c.head, Behind: c.behind, Score: f.scoreOf(i), Health: f.cfg.Clients[i].Health()}
		for _, r := range Isolations() {
			if c.isolated[r] {
				out[i].Isolated = append(out[i].Isolated, r)
			}
		}
	}
	return out
}

// distinctNames are the clients' names, told apart where they are equal.
func distinctNames(clients []*Client) (names []string) {
	for _, c := range clients {
		n := c.Name()
		for k := 2; slices.Contains(names, n); k++ {
			n = fmt.Sprintf("%s#%d", c.Name(), k)
		}
		names = append(names, n)
	}
	return names
}
