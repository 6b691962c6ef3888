package indexer

import (
	"context"
	"time"
)

// KeptDoubt is for how long endpoints have been at odds, by the clock of the store
// that keeps it: those of two hosts have nothing in common.
type KeptDoubt struct {
	// Since is how long ago the first split of the series was, Last how long ago the
	// newest that is kept. Both are zero, and Any false, where there is no doubt.
	Any         bool
	Since, Last time.Duration
}

// DoubtKeeper is a Sink that keeps for how long endpoints have been at odds, so
// that whoever leads next, after a restart or a takeover, goes on counting
// (settlement.md R25).
type DoubtKeeper interface {
	// Doubt is what was kept, as old as it is now.
	Doubt(ctx context.Context) (KeptDoubt, error)
	// KeepDoubt replaces it. Only the leader of that epoch may: else ErrDeposed.
	KeepDoubt(ctx context.Context, epoch int64, d KeptDoubt) error
}

// keeper is the store's half of a jury's doubt for one reign.
type keeper struct {
	read  func(ctx context.Context) (KeptDoubt, error)
	write func(ctx context.Context, d KeptDoubt) error
}

// keeper bounds what a jury asks of the store.
func (f *Follower) keeper(k DoubtKeeper, epoch int64) *keeper {
	return &keeper{
		read: func(ctx context.Context) (KeptDoubt, error) {
			ctx, cancel := context.WithTimeout(ctx, f.cfg.WriteTimeout)
			defer cancel()
			return k.Doubt(ctx)
		},
		write: func(ctx context.Context, d KeptDoubt) error {
			ctx, cancel := context.WithTimeout(ctx, f.cfg.WriteTimeout)
			defer cancel()
			return k.KeepDoubt(ctx, epoch, d)
		},
	}
}

// recall goes on with the doubt of whoever led before. Without it no vote is
// taken: it could begin the time anew.
func (j *Jury) recall(ctx context.Context) {
	if j.keeper == nil {
		return
	}
	for ctx.Err() == nil {
		k, err := j.keeper.read(ctx)
		if err == nil {
			j.mu.Lock()
			j.doubt = Doubt{}
			if now := j.cfg.Clock.Now(); k.Any {
				j.doubt = Doubt{Since: now.Add(-max(k.Since, 0)), Last: now.Add(-max(k.Last, 0))}
			}
			j.kept = j.doubt
			j.mu.Unlock()
			if k.Any {
				j.cfg.Log.Warn("the endpoints were at odds when this process began to lead", "for", k.Since, "last_seen", k.Last)
			}
			return
		}
		if ctx.Err() != nil {
			return
		}
		j.cfg.Log.Error("reading for how long the endpoints have been at odds; trying again", "err", err)
		after, stop := j.cfg.Clock.After(j.cfg.Retry)
		select {
		case <-ctx.Done():
		case <-after:
		}
		stop()
	}
}

// keep stores the doubt where it has changed enough, and says whether nothing is
// left to store. The newest split of a series is kept four times in the patience:
// what it lags behind is less than what ends a series.
func (j *Jury) keep(ctx context.Context) bool {
	if j.keeper == nil || ctx.Err() != nil {
		return true
	}
	j.mu.Lock()
	d, now := j.doubt, j.cfg.Clock.Now()
	j.mu.Unlock()
	if d.Since.Equal(j.kept.Since) && d.Last.Sub(j.kept.Last) < j.cfg.HaltAfter/4 {
		return true
	}
	var k KeptDoubt
	if !d.Since.IsZero() {
		k = KeptDoubt{Any: true, Since: now.Sub(d.Since), Last: now.Sub(d.Last)}
	}
	if err := j.keeper.write(ctx, k); err != nil {
		if ctx.Err() == nil {
			j.cfg.Log.Error("keeping for how long the endpoints have been at odds; trying again", "err", err)
		}
		return false
	}
	j.kept = d
	return true
}
