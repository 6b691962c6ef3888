package devchain

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// ErrClosed reports a call on a chain that has been closed.
var ErrClosed = errors.New("chain is closed")

// Miner serialises everything that makes or unmakes blocks in one goroutine and
// makes a block at each tick. Implementations of Chain are built on it.
type Miner struct {
	jobs   chan func(context.Context)
	cancel context.CancelFunc
	done   chan struct{}
	ticker *time.Ticker // of the goroutine
}

// NewMiner starts the goroutine. mine makes one block; its context ends with
// Stop. An error of it at a tick is logged, and the next tick tries again.
// blockTime 0 means no ticks.
func NewMiner(blockTime time.Duration, mine func(ctx context.Context) error, log *slog.Logger) *Miner {
	ctx, cancel := context.WithCancel(context.Background())
	m := &Miner{jobs: make(chan func(context.Context)), cancel: cancel, done: make(chan struct{}), ticker: time.NewTicker(time.Hour)}
	m.reset(blockTime)
	go m.run(ctx, mine, log)
	return m
}

func (m *Miner) reset(d time.Duration) {
	m.ticker.Stop() // since Go 1.23 no tick of the past comes after it
	if d > 0 {
		m.ticker.Reset(d)
	}
}

func (m *Miner) run(ctx context.Context, mine func(context.Context) error, log *slog.Logger) {
	defer close(m.done)
	defer m.ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case job := <-m.jobs:
			job(ctx)
		case <-m.ticker.C:
			if err := mine(ctx); err != nil && ctx.Err() == nil {
				log.Warn("no block at this tick", "err", err)
			}
		}
	}
}

// Do runs f in the miner's goroutine, where no block is made meanwhile, and
// returns its error. f's context ends with ctx and with Stop.
func (m *Miner) Do(ctx context.Context, f func(ctx context.Context) error) error {
	result := make(chan error, 1)
	job := func(miner context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(miner, cancel)()
		result <- f(ctx)
	}
	select {
	case m.jobs <- job:
		return <-result
	case <-m.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// SetBlockTime changes the interval of the ticks; 0 stops them.
func (m *Miner) SetBlockTime(ctx context.Context, d time.Duration) error {
	if d < 0 {
		return errors.New("block time is negative")
	}
	return m.Do(ctx, func(context.Context) error {
		m.reset(d)
		return nil
	})
}

// Stop ends the goroutine and returns when it has ended.
func (m *Miner) Stop() {
	m.cancel()
	<-m.done
}
