package indexer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Config is what a Follower needs. Source, Sink, Lease, Holder and Rand are
// required; zero values of the rest mean the default.
type Config struct {
	Source Source
	Sink   Sink
	Lease  Lease
	// Ranges, if set, reads what is final by ranges while much of it is missing;
	// nil: block by block.
	Ranges Ranger
	// Holder names this process in the lease; unique per process.
	Holder string
	// Rand gives numbers in [0,1) for jitter.
	Rand func() float64
	// Clock: default SystemClock.
	Clock Clock
	// Log: default discards.
	Log *slog.Logger
	// Observer: default NopObserver.
	Observer Observer
	// Jury, if set, says which blocks may become facts; nil where there is one
	// endpoint, whose word is then all there is.
	Jury *Jury
	// Tags, if set, asks what is safe and final; nil: nobody is asked.
	Tags *Tags
	// Wake cuts a wait for the next poll short; nil is legal.
	Wake <-chan struct{}
	// StartBlock is the first block on an empty store, or StartAtHead.
	StartBlock uint64
	// Poll is the time between polls at the tip; default 500 ms.
	Poll time.Duration
	// TTL is the lease's; default 6 s. It is renewed, and by standbys asked for,
	// every third of it, so a takeover lasts at most 4/3 of it.
	TTL time.Duration
	// Tail is how many stored hashes are compared at start-up and kept in
	// memory, at most the window of unsettled blocks that the store keeps;
	// default 200.
	Tail int
	// MaxWalk bounds the depth of a reorg in blocks; default 2000.
	MaxWalk int
	// Prefetch is how many blocks are fetched at once; default 8.
	Prefetch int
	// WriteTimeout bounds one write, which a stop of the follower does not
	// interrupt; default 30 s.
	WriteTimeout time.Duration
	// BackoffMin and BackoffMax bound the wait after an error; defaults 250 ms
	// and 10 s.
	BackoffMin, BackoffMax time.Duration
}

// Errors that the loop survives and that Status and Observer report.
var (
	// ErrTooDeep: no common ancestor within MaxWalk blocks.
	ErrTooDeep = errors.New("reorg is deeper than the walk allows")
	// ErrForeignChain: not even genesis is common.
	ErrForeignChain = errors.New("endpoint serves another chain than the stored one")
	// ErrMoved: the chain changed while a branch was read. Nothing was written.
	ErrMoved = errors.New("chain moved while it was read")
)

// Follower runs the loop. Make it with New.
type Follower struct {
	cfg Config

	mu     sync.Mutex
	status Status

	// tail caches Sink.Tail, newest first; nil means that it must be read. Only
	// the goroutine that leads uses it.
	tail []settle.BlockRef
	// tailRead says that tail is valid (it may be empty).
	tailRead bool
	// failures counts consecutive errors of the loop.
	failures int
	// base is the tip at the beginning of the reign; it counts until something is
	// agreed upon.
	base uint64
	// confirmed is what was agreed upon at the newest write, and facts what may
	// have been applied; only with a Jury, and only the goroutine that leads.
	confirmed settle.BlockRef
	facts     facts
	// tagged counts what Tags had heard at the newest write.
	tagged int
	// owed is at which tip Confirm is to be called again, since what was final at the
	// newest one may not have been a fact; 0 for never.
	owed uint64

	// span is the size of ranges.
	span span
	// byOne is how many blocks are fetched one by one before ranges are tried
	// again, after one was refused at its smallest.
	byOne uint64
	// atOnce bounds the blocks of one write after one failed; 0: no bound.
	atOnce int
}

// New checks a configuration and fills in the defaults.
func New(cfg Config) (*Follower, error) {
	if cfg.Source == nil || cfg.Sink == nil || cfg.Lease == nil || cfg.Rand == nil || cfg.Holder == "" {
		return nil, errors.New("indexer: Source, Sink, Lease, Holder and Rand are required")
	}
	if cfg.Clock == nil {
		cfg.Clock = SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Observer == nil {
		cfg.Observer = NopObserver{}
	}
	orDefault(&cfg.Poll, 500*time.Millisecond)
	orDefault(&cfg.TTL, 6*time.Second)
	orDefault(&cfg.Tail, 200)
	orDefault(&cfg.MaxWalk, 2000)
	orDefault(&cfg.Prefetch, 8)
	orDefault(&cfg.WriteTimeout, 30*time.Second)
	orDefault(&cfg.BackoffMin, 250*time.Millisecond)
	orDefault(&cfg.BackoffMax, 10*time.Second)
	return &Follower{cfg: cfg}, nil
}

func orDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// Run stands by, leads, and stands by again until ctx ends; then it finishes
// the write in hand, gives the lease up and returns nil. It is called once.
func (f *Follower) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		epoch, ok, err := f.acquire(ctx)
		if err != nil && ctx.Err() == nil {
			f.fail(fmt.Errorf("acquiring the lease: %w", err))
		}
		if err != nil || !ok {
			f.sleep(ctx, f.cfg.TTL/3, nil, nil, nil)
			continue
		}
		f.reign(ctx, epoch)
	}
	return nil
}

// acquire asks for the lease. A store that does not answer is given up after the
// lease's time, and asked again over another connection.
func (f *Follower) acquire(ctx context.Context) (epoch int64, ok bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, f.cfg.TTL)
	defer cancel()
	return f.cfg.Lease.Acquire(ctx, f.cfg.Holder, f.cfg.TTL)
}

// reign leads until ctx ends or the lease is lost.
func (f *Follower) reign(ctx context.Context, epoch int64) {
	lead, depose := context.WithCancelCause(ctx)
	defer depose(nil)
	f.leading(true, epoch)
	f.tail, f.tailRead, f.failures, f.confirmed, f.facts, f.base = nil, false, 0, settle.BlockRef{}, facts{}, 0
	f.tagged, f.owed = 0, 0
	var beside sync.WaitGroup
	beside.Go(func() {
		f.renew(lead, depose, epoch)
		if errors.Is(context.Cause(lead), ErrDeposed) { // a write in hand may take its time to fail
			f.leading(false, epoch)
		}
	})
	if t := f.cfg.Tags; t != nil {
		t.begin()
		beside.Go(func() { t.run(lead) })
	}
	if j := f.cfg.Jury; j != nil {
		j.begin()
		if keeper, ok := f.cfg.Sink.(LogKeeper); ok {
			j.pending = keeper.Pending
		}
		if k, ok := f.cfg.Sink.(DoubtKeeper); ok {
			j.keeper = f.keeper(k, epoch)
		}
		beside.Go(func() {
			j.run(lead, func(ctx context.Context, reason string) error {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.cfg.WriteTimeout)
				defer cancel()
				return f.cfg.Sink.Halt(ctx, epoch, reason)
			})
		})
	}
	f.lead(lead, depose, epoch)
	depose(nil)
	beside.Wait()
	f.leading(false, epoch)
	if errors.Is(context.Cause(lead), ErrDeposed) {
		f.fail(context.Cause(lead))
		f.sleep(ctx, f.cfg.TTL/3, nil, nil, nil)
		return
	}
	rctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.cfg.TTL/3)
	defer cancel()
	if err := f.cfg.Lease.Release(rctx, epoch); err != nil {
		f.fail(fmt.Errorf("releasing the lease: %w", err))
	}
}

// renew prolongs the lease every third of its time, and deposes when it is
// lost or could not be renewed in time.
func (f *Follower) renew(ctx context.Context, depose context.CancelCauseFunc, epoch int64) {
	deadline := f.cfg.Clock.Now().Add(f.cfg.TTL)
	for {
		f.sleep(ctx, f.cfg.TTL/3, nil, nil, nil)
		if ctx.Err() != nil {
			return
		}
		asked := f.cfg.Clock.Now()
		rctx, cancel := context.WithTimeout(ctx, f.cfg.TTL/3)
		ok, err := f.cfg.Lease.Renew(rctx, epoch, f.cfg.TTL)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil && ok:
			deadline = asked.Add(f.cfg.TTL)
		case err == nil:
			depose(ErrDeposed)
			return
		default:
			f.fail(fmt.Errorf("renewing the lease: %w", err))
			if !f.cfg.Clock.Now().Before(deadline) {
				depose(fmt.Errorf("%w: it could not be renewed in time", ErrDeposed))
				return
			}
		}
	}
}

// lead is the loop proper.
func (f *Follower) lead(ctx context.Context, depose context.CancelCauseFunc, epoch int64) {
	checked := false
	for ctx.Err() == nil {
		var (
			more bool
			err  error
		)
		if !checked {
			err = f.checkStored(ctx, epoch)
			checked = err == nil
			if tail, err := f.stored(ctx); err == nil && len(tail) > 0 {
				f.base = tail[0].Number
			}
		}
		if err == nil {
			more, err = f.step(ctx, epoch)
		}
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, ErrDeposed):
			depose(err)
			return
		case err != nil:
			f.fail(err)
			f.sleep(ctx, f.backoff(err), nil, nil, nil)
		case more:
			f.failures = 0
		default:
			f.failures = 0
			f.rest(ctx)
		}
	}
}

// step looks at the head once and does what it asks for. more says that the
// head may be far ahead again: look at once. Never after a rewind, so that an
// endpoint that flips between branches is followed at the pace of the poll.
func (f *Follower) step(ctx context.Context, epoch int64) (more bool, err error) {
	if err := f.correct(ctx, epoch); err != nil {
		return false, err
	}
	if err := f.confirm(ctx, epoch); err != nil {
		return false, err
	}
	head, err := f.cfg.Source.Latest(ctx)
	if err != nil {
		return false, fmt.Errorf("reading the head: %w", err)
	}
	tail, err := f.stored(ctx)
	if err != nil {
		return false, err
	}
	f.convene(tail, head.Number)
	d := Next(f.cfg.StartBlock, tail, head)
	if d.Reason == ReasonBelowTail && len(tail) >= f.cfg.Tail {
		if tail, err = f.deepTail(ctx); err != nil {
			return false, err
		}
		d = Next(f.cfg.StartBlock, tail, head)
	}
	f.seen(head, d)
	switch d.Action {
	case Extend:
		if len(tail) == 0 {
			f.base = d.From
		}
		to, ok, err := f.final(ctx, d)
		if err != nil {
			return false, err
		}
		if ok {
			return f.backfill(ctx, epoch, d.From, to)
		}
		if d.To = f.bound(d.To); d.To < d.From {
			return false, nil // too many blocks wait for a quorum
		}
		return f.extend(ctx, epoch, d.From, f.untilRanges(d))
	case Rewind:
		return false, f.rewind(ctx, epoch, tail, head, d.Reason)
	}
	return false, nil
}

// backoff is the wait after the n-th error in a row: doubling, with jitter, or
// what the endpoint asked for if that is longer.
func (f *Follower) backoff(err error) time.Duration {
	d := f.cfg.BackoffMin << min(f.failures, 16)
	f.failures++
	if d <= 0 || d > f.cfg.BackoffMax {
		d = f.cfg.BackoffMax
	}
	d = d/2 + time.Duration(f.cfg.Rand()*float64(d/2))
	var asks interface{ RetryAfter() time.Duration }
	if errors.As(err, &asks) {
		d = max(d, min(asks.RetryAfter(), 3*f.cfg.BackoffMax))
	}
	return d
}

// rest waits for the next poll, cut short by a wake-up, by the jury or by news of
// the tags. What these had found before the newest write is no reason to look
// again.
func (f *Follower) rest(ctx context.Context) {
	var jury, tags <-chan struct{}
	if f.cfg.Jury != nil {
		jury = f.cfg.Jury.wake
		drain(jury)
	}
	if f.cfg.Tags != nil {
		tags = f.cfg.Tags.wake
		drain(tags)
	}
	if f.news() && len(f.tail) > 0 { // an empty store has nothing to confirm
		return
	}
	f.sleep(ctx, f.cfg.Poll, f.cfg.Wake, jury, tags)
}

func drain(c <-chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// sleep waits for d, for a wake-up (nil: none), or for the end of ctx.
func (f *Follower) sleep(ctx context.Context, d time.Duration, wake, jury, tags <-chan struct{}) {
	after, stop := f.cfg.Clock.After(d)
	defer stop()
	select {
	case <-after:
	case <-wake:
	case <-jury:
	case <-tags:
	case <-ctx.Done():
	}
}
