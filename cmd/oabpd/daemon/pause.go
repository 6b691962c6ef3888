package daemon

import (
	"context"
	"time"
)

// pauseLoop watches for pauses of the token, which extend reservations (R9).
func (a *App) pauseLoop(ctx context.Context) {
	every := a.cfg.PauseEvery
	if every <= 0 {
		every = 15 * time.Second
	}
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		st := a.follower.Status()
		if !st.Leader {
			continue
		}
		if err := a.engine.WatchPause(ctx, st.Epoch); err != nil && ctx.Err() == nil {
			a.cfg.Log.Warn("asking whether the token is paused", "error", err)
		}
	}
}
