package rpc

import (
	"errors"
	"math"
	"time"
)

// Penalty points. What an endpoint is used for is decided by reasons first
// (Isolation); among those that are sound, by these.
const (
	// perBlock is for each block behind the foremost sound endpoint, up to
	// blocksMost points.
	perBlock, blocksMost = 5, 100
	// perError is for serving no call at all of the newest; in proportion.
	perError = 100
	// perWrong is for each time it was found to be wrong; half of it is forgotten
	// every wrongHalf, and it is wrongMost at most.
	perWrong, wrongMost = 40, 200
	wrongHalf           = 5 * time.Minute
	// forOpen is for one that is left alone at the moment.
	forOpen = 100
	// preferred is by how much a later endpoint of the configuration must be
	// better to be chosen before an earlier one, and leaving by how much another
	// must be better for the one in use to be left.
	preferred, leaving = 20, 60
)

// errScore is the reason of a switch to an endpoint that serves better.
var errScore = errors.New("another endpoint has served better of late")

// score is an endpoint's penalty: 0 is faultless. It is pure.
func score(behind uint64, h Health, wrong float64) float64 {
	s := min(perBlock*float64(behind), blocksMost) + perError*h.ErrorRatio + min(perWrong*wrong, wrongMost)
	if h.Open {
		s += forOpen
	}
	return s
}

// wrongs counts how often an endpoint was wrong, the older times for less.
type wrongs struct {
	n  float64
	at time.Time
}

func (w wrongs) now(now time.Time) float64 {
	return w.n * math.Exp2(-float64(now.Sub(w.at))/float64(wrongHalf))
}

// disagreed notes that an endpoint was found to be wrong; f.mu is held.
func (f *Failover) disagreed(i int, kind Disagreement) {
	c, now := &f.conditions[i], f.cfg.Clock.Now()
	c.disagreements[kind]++
	c.wrongs = wrongs{c.wrongs.now(now) + 1, now}
}

// scoreOf is an endpoint's penalty now; f.mu is held.
func (f *Failover) scoreOf(i int) float64 {
	c := &f.conditions[i]
	return score(c.behind, f.cfg.Clients[i].Health(), c.wrongs.now(f.cfg.Clock.Now()))
}
