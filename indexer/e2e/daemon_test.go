package e2e

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/decode"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

// store is what a daemon needs of one: memstore's or PostgreSQL's.
type store interface {
	enginetest.Store
	indexer.Lease
}

var errCut = errors.New("the connection to the store broke")

// how a write breaks.
const (
	before   = iota // the transaction never begins
	rolled          // it is rolled back at its end
	after           // it is committed, and the answer is lost
	howMany         // of them
	survives = -1
)

// door is one process' way to the store: it breaks, and it closes for ever when
// the process is killed. What goes through is watched.
type door struct {
	store
	w *world

	mu   sync.Mutex
	dead bool
	cuts []int // how the next writes of the leader break; survives for none
	last bool  // the process dies with the last of them
	away bool  // the lease cannot be reached
	hits int
	// frozen is until when nothing of the process goes on, once its next write
	// begins; cold is for how long.
	frozen time.Time
	cold   time.Duration
}

// freeze makes the process stand still at its next write, as one does that is
// stopped or swapped out.
func (d *door) freeze(cold time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cold = cold
}

// thaw waits as long as the process stands still; write says that it is about to
// write.
func (d *door) thaw(write bool) {
	d.mu.Lock()
	if write && d.cold > 0 {
		d.frozen, d.cold = time.Now().Add(d.cold), 0
	}
	until := d.frozen
	d.mu.Unlock()
	time.Sleep(time.Until(until))
}

// next says how a write breaks.
func (d *door) next(leader bool) (how int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return 0, errCut
	}
	if !leader || len(d.cuts) == 0 {
		return survives, nil
	}
	how, d.cuts = d.cuts[0], d.cuts[1:]
	if how != survives {
		d.hits++
	}
	if len(d.cuts) == 0 && d.last {
		d.dead = true
	}
	return how, nil
}

// broken is how many writes broke so far.
func (d *door) broken() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.hits
}

// Update implements settle.Store.
func (d *door) Update(ctx context.Context, o settle.TxOptions, fn func(settle.Tx) error) error {
	leads := o.Cursor == settle.CursorMove || o.LeaderOnly
	d.thaw(leads)
	how, err := d.next(leads)
	if err != nil || how == before {
		return errCut
	}
	epoch := d.w.epoch.Load()
	err = d.store.Update(ctx, o, func(tx settle.Tx) error {
		final := tx.Final()
		if err := fn(tx); err != nil {
			return err
		}
		if how == rolled {
			return errCut
		}
		d.w.loud(tx, final)
		return nil
	})
	if err == nil && leads && o.Epoch < epoch {
		d.w.breach("process of epoch %d wrote after epoch %d had begun", o.Epoch, epoch)
	}
	d.w.watch()
	if err == nil && how == after {
		return errCut
	}
	return err
}

func (d *door) open() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return errCut
	}
	return nil
}

// View implements settle.Store.
func (d *door) View(ctx context.Context, fn func(settle.Tx) error) error {
	if err := d.open(); err != nil {
		return err
	}
	return d.store.View(ctx, fn)
}

func (d *door) reach() error {
	d.thaw(false)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead || d.away {
		return errCut
	}
	return nil
}

// Acquire implements indexer.Lease.
func (d *door) Acquire(ctx context.Context, holder string, ttl time.Duration) (int64, bool, error) {
	if err := d.reach(); err != nil {
		return 0, false, err
	}
	epoch, ok, err := d.store.Acquire(ctx, holder, ttl)
	if ok && err == nil {
		d.w.epoch.Store(epoch) // no smaller one can follow
	}
	return epoch, ok, err
}

// Renew implements indexer.Lease.
func (d *door) Renew(ctx context.Context, epoch int64, ttl time.Duration) (bool, error) {
	if err := d.reach(); err != nil {
		return false, err
	}
	return d.store.Renew(ctx, epoch, ttl)
}

// Release implements indexer.Lease.
func (d *door) Release(ctx context.Context, epoch int64) error {
	if err := d.reach(); err != nil {
		return err
	}
	return d.store.Release(ctx, epoch)
}

// daemon is one process.
type daemon struct {
	door     *door
	pool     *rpc.Failover
	jury     *indexer.Jury
	tags     *indexer.Tags    // where Whole
	auditor  *indexer.Auditor // where Whole
	engine   *engine.Engine
	follower *indexer.Follower
	due      chan struct{}
	deaf     atomic.Bool // no wake-ups come
	stop     func()
}

// start runs a new process against all endpoints.
func (w *world) start() *daemon {
	w.started++
	d := &daemon{door: &door{store: w.store, w: w}, due: make(chan struct{}, 1)}
	dec, err := decode.New(decode.Emitters{Token: w.Chain.Token, Pay: []settle.Address{w.Conf.PayContracts[0].Address}})
	w.must(err)
	var clients []*rpc.Client
	for i, n := range w.net.Nodes {
		policy := rpc.ReceiptsOnEmpty // what is left out beside other logs, the vote on logs finds
		if w.plan.Nodes == 1 {
			policy = rpc.ReceiptsOnBloom
		}
		c, err := rpc.New(rpc.Config{URL: fmt.Sprintf("http://node-%d", i), Decoder: dec, Transport: n.Transport(), Timeout: 2 * time.Second,
			MaxResponse: 1 << 20, Receipts: policy})
		w.must(err)
		clients = append(clients, c)
	}
	d.pool, err = rpc.NewFailover(rpc.FailoverConfig{Clients: clients, Quorum: min(2, len(clients)), Expect: rpc.Identity{ChainID: 8453, Genesis: w.Conf.Genesis}})
	w.must(err)
	var agreed func() settle.BlockRef
	if len(clients) > 1 {
		d.jury, err = indexer.NewJury(indexer.JuryConfig{Panel: d.pool, Quorum: 2, Confirmations: w.Conf.Confirmations})
		w.must(err)
		agreed = d.jury.Agreed
	}
	cfg := indexer.Config{Source: d.pool}
	if w.plan.Whole {
		d.tags, err = indexer.NewTags(indexer.TagsConfig{Endpoints: d.pool, Quorum: min(2, len(clients))})
		w.must(err)
		cfg.Ranges, cfg.Tags = d.pool, d.tags
	}
	d.engine = w.newEngine(d.door, agreed, d.tags)
	wake := make(chan struct{}, 1)
	cfg.Sink, cfg.Lease, cfg.Holder, cfg.Jury, cfg.Wake = sink{d.engine}, d.door, fmt.Sprintf("process %d", w.started), d.jury, wake
	cfg.Rand, cfg.Observer = func() float64 { return 0.5 }, observer{w: w, due: func() { poke(d.due) }}
	cfg.Poll, cfg.Tail, cfg.Prefetch, cfg.BackoffMax = 2*time.Second, 8, 3, 4*time.Second
	d.follower, err = indexer.New(cfg)
	w.must(err)
	if w.plan.Whole {
		d.auditor = w.newAuditor(d, min(2, len(clients)))
	}
	d.run(w, wake)
	return d
}

func (d *daemon) run(w *world, wake chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = d.follower.Run(ctx) })
	running.Go(func() { d.pool.Watch(ctx) })
	if d.auditor != nil {
		running.Go(func() { d.auditor.Run(ctx) })
	}
	running.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.due:
			}
			if st := d.follower.Status(); st.Leader {
				_ = d.engine.SettleDue(ctx, st.Epoch)
			}
		}
	})
	heads, unsubscribe := w.net.Nodes[0].Subscribe()
	running.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-heads:
			}
			if !d.deaf.Load() {
				poke(wake)
			}
		}
	})
	d.stop = func() { cancel(); running.Wait(); unsubscribe() }
}

// kill ends the process as kill -9 does: nothing of it is written any more.
func (d *daemon) kill() {
	d.door.mu.Lock()
	d.door.dead = true
	d.door.mu.Unlock()
	d.stop()
}

// observer tells of a new leadership, which makes due what the last one left.
type observer struct {
	indexer.NopObserver
	w   *world
	due func()
}

func (o observer) Leading(bool, int64) { o.due() }

func (o observer) Backfilled(p indexer.Progress) {
	o.w.mu.Lock()
	defer o.w.mu.Unlock()
	o.w.tally.ranged += p.Blocks
	o.w.ranged = max(o.w.ranged, p.At)
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// sink is the engine as the follower sees it (daemon.sink).
type sink struct{ e *engine.Engine }

func (s sink) Tail(ctx context.Context, n int) ([]settle.BlockRef, error) { return s.e.Tail(ctx, n) }

func (s sink) Extend(ctx context.Context, epoch int64, b settle.Block) error {
	return sinkError(s.e.Extend(ctx, epoch, b))
}

func (s sink) ExtendMany(ctx context.Context, epoch int64, blocks []settle.Block) error {
	return sinkError(s.e.ExtendMany(ctx, epoch, blocks))
}

func (s sink) Rewind(ctx context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block) error {
	return sinkError(s.e.Rewind(ctx, epoch, ancestor, branch))
}

func (s sink) Confirm(ctx context.Context, epoch int64) error {
	return sinkError(s.e.Confirm(ctx, epoch))
}

func (s sink) Halt(ctx context.Context, epoch int64, reason string) error {
	return sinkError(s.e.Halt(ctx, epoch, reason))
}

func sinkError(err error) error {
	var epoch *settle.ErrEpoch
	switch {
	case errors.As(err, &epoch):
		return fmt.Errorf("%w: %w", indexer.ErrDeposed, err)
	case errors.Is(err, engine.ErrNotOnTip):
		return fmt.Errorf("%w: %w", indexer.ErrNotOnTip, err)
	}
	return err
}
