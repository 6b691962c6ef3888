package indexer

import (
	"time"

	"github.com/oabp/oabpd/settle"
)

// Status is a snapshot of the follower for health checks.
type Status struct {
	// Leader says that this process writes; a standby's other figures are those
	// of its last reign, or zero.
	Leader bool
	Epoch  int64
	// Tip is the newest stored block; TipTime its timestamp, 0 when it was not
	// written by this process.
	Tip     settle.BlockRef
	TipTime int64
	// Head is the newest head that an endpoint showed, and what was decided.
	Head   Head
	Reason Reason
	// BlocksBehind is Head over Tip, 0 when it is not above.
	BlocksBehind uint64
	// Lag is the time since the tip's timestamp, never negative; 0 when TipTime
	// is unknown. A chain that stands still lags.
	Lag time.Duration
	// LastBlockAt is when this process last wrote a block; zero if never.
	LastBlockAt time.Time
	// LastError is the newest error, which may be past; LastErrorAt its time.
	LastError   string
	LastErrorAt time.Time
	// Failing says that the newest turn of the loop ended in LastError.
	Failing bool
}

// Status may be called at any time from any goroutine.
func (f *Follower) Status() Status {
	now := f.cfg.Clock.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.status
	if s.Head.Number > s.Tip.Number {
		s.BlocksBehind = s.Head.Number - s.Tip.Number
	}
	if s.TipTime > 0 {
		s.Lag = max(0, now.Sub(time.Unix(s.TipTime, 0)))
	}
	return s
}

// leading notes a change of leadership; again changes nothing.
func (f *Follower) leading(leader bool, epoch int64) {
	f.mu.Lock()
	if f.status.Leader == leader && f.status.Epoch == epoch {
		f.mu.Unlock()
		return
	}
	f.status.Leader, f.status.Epoch = leader, epoch
	f.mu.Unlock()
	f.cfg.Observer.Leading(leader, epoch)
	f.cfg.Log.Info("indexer leadership", "leader", leader, "epoch", epoch)
}

func (f *Follower) seen(head Head, d Decision) {
	f.mu.Lock()
	before := f.status.Reason
	f.status.Head, f.status.Reason, f.status.Failing = head, d.Reason, false
	f.mu.Unlock()
	f.timed(head)
	f.cfg.Observer.Seen(head, d)
	if d.Reason != before && (d.Reason == ReasonStaleHead || d.Reason == ReasonBelowTail) {
		f.cfg.Log.Warn("head went back", "head", head.Number, "reason", d.Reason)
	}
}

func (f *Follower) fail(err error) {
	now := f.cfg.Clock.Now()
	f.mu.Lock()
	f.status.LastError, f.status.LastErrorAt, f.status.Failing = err.Error(), now, true
	f.mu.Unlock()
	f.cfg.Observer.Failed(err)
	f.cfg.Log.Warn("indexer", "err", err)
}

// wrote notes a new tip.
func (f *Follower) wrote(tip Head) {
	now := f.cfg.Clock.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status.Tip, f.status.TipTime, f.status.LastBlockAt = tip.BlockRef, tip.Time, now
}

// timed notes the timestamp of the tip if h is that block.
func (f *Follower) timed(h Head) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.status.Tip == h.BlockRef {
		f.status.TipTime = h.Time
	}
}

// found notes the tip as read from the store.
func (f *Follower) found(tip settle.BlockRef) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.status.Tip != tip {
		f.status.Tip, f.status.TipTime = tip, 0
	}
}
