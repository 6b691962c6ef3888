package daemon

import (
	"context"
	"fmt"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/oabp/oabpd/settle"
)

var (
	descPending = prometheus.NewDesc("oabpd_instructions_pending", "Instructions that have not settled: unpaid, partly paid, or paid and waiting.", nil, nil)
	descBlocked = prometheus.NewDesc("oabpd_releases_blocked",
		"Instructions and awards that are paid in full and wait, by reason: halted, stale_head (the newest block is too old), quorum (too few endpoints agree), "+
			"tier (not yet as final as the amount asks), held (by an operator), none (nothing is in the way).", []string{"reason"}, nil)
)

// releases tells what waits, and measures how long the rest took. It reads the
// facts that were appended since it was last asked; those that another leader
// appended are that one's to count.
type releases struct {
	seconds prometheus.Histogram

	mu    sync.Mutex
	begun bool
	seq   uint64 // the newest fact that was looked at
}

func newReleases(r prometheus.Registerer) *releases {
	m := &releases{seconds: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "oabpd_release_seconds",
		Help:    "Time from when the block of the completing payment was stored to when the deliverable opened, confirmations and finality included.",
		Buckets: []float64{1, 5, 10, 12, 15, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 14400}})}
	r.MustRegister(m.seconds)
	return m
}

// collect gives the gauges, and observes what settled since the last time.
func (m *releases) collect(ctx context.Context, a *App, gauge func(d *prometheus.Desc, v float64, labels ...string)) error {
	b, err := a.store.Backlog(ctx)
	if err != nil {
		return err
	}
	g, err := a.engine.Gates(ctx)
	if err != nil {
		return err
	}
	gauge(descPending, float64(b.Unsettled))
	waits := map[settle.Blocker]int64{settle.BlockerHeld: b.Held}
	for _, w := range b.Waiting {
		waits[g.Blocker(w.Tier, w.In)] += w.N
	}
	if a.follower.Status().Leader { // elsewhere nobody asks for a quorum
		waits[settle.BlockerQuorum] += int64(g.Unagreed)
	}
	for _, reason := range settle.Blockers() {
		gauge(descBlocked, float64(waits[reason]), string(reason))
	}
	return m.catchUp(ctx, a)
}

// catchUp observes the releases that the journal has got since the last call.
func (m *releases) catchUp(ctx context.Context, a *App) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if leads := a.follower.Status().Leader; !m.begun || !leads {
		return a.store.View(ctx, func(tx settle.Tx) error {
			m.seq, _ = tx.Head()
			m.begun = true
			return nil
		})
	}
	at := map[string]int64{}
	last := m.seq
	err := a.store.Facts(ctx, m.seq, func(f settle.Fact) error {
		last = f.Seq
		if f.Kind != settle.KindSettled {
			return nil
		}
		body, err := f.Decode()
		if err != nil {
			return fmt.Errorf("reading fact %d: %w", f.Seq, err)
		}
		if s, ok := body.(*settle.Settled); ok {
			at[s.Instruction] = f.At
		}
		return nil
	})
	if err != nil {
		return err
	}
	var took []float64
	err = a.store.View(ctx, func(tx settle.Tx) error {
		took = took[:0]
		for id, settled := range at {
			if seen := completedAt(tx, id); seen > 0 && settled >= seen {
				took = append(took, float64(settled-seen)/1000)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, s := range took {
		m.seconds.Observe(s)
	}
	m.seq = last
	return nil
}

// completedAt is when the newest block that pays an instruction was stored, Unix
// milliseconds; 0 if it is not in the window any more.
func completedAt(tx settle.Tx, instruction string) int64 {
	var newest settle.BlockRef
	for _, a := range settle.FindRows[*settle.Allocation](tx, settle.AllocationsOfInstruction(instruction)) {
		if t := settle.GetRow[settle.Transfer](tx, a.Transfer); a.VoidAt == 0 && t != nil && t.Block.Number >= newest.Number {
			newest = t.Block
		}
	}
	if b := tx.Canonical(newest.Number); b != nil && b.Hash == newest.Hash {
		return b.Seen
	}
	return 0
}
