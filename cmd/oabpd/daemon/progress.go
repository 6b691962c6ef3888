package daemon

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/oabp/oabpd/indexer"
)

const (
	// barEvery and lineEvery are the times between two bars and two log lines.
	barEvery  = 200 * time.Millisecond
	lineEvery = 5 * time.Second
	barWidth  = 30
)

// progress tells people how far a backfill is: a bar on a terminal, else log
// lines. It is of one goroutine.
type progress struct {
	// terminal is nil where there is none.
	terminal *Terminal
	log      *slog.Logger
	now      func() time.Time

	from        uint64 // of the backfill that is told of
	began, told time.Time
}

// at is called when blocks were written.
func (p *progress) at(x indexer.Progress) {
	now := p.now()
	if x.From != p.from || p.began.IsZero() {
		p.from, p.began, p.told = x.From, now.Add(-x.Took), time.Time{}
	}
	done := x.At >= x.To
	every := lineEvery
	if p.terminal != nil {
		every = barEvery
	}
	if !done && now.Sub(p.told) < every {
		return
	}
	p.told = now
	left := x.To - x.At
	rate := float64(x.At-x.From+1) / max(now.Sub(p.began).Seconds(), 0.001)
	eta := time.Duration(float64(left) / rate * float64(time.Second)).Round(time.Second)
	if p.terminal == nil {
		p.log.Info("backfill", "block", x.At, "to", x.To, "left", left, "blocks_per_second", int(rate), "remaining", eta.String())
	} else {
		p.terminal.Bar(bar(x, rate, left, eta), done)
	}
	if done {
		p.began = time.Time{}
	}
}

// bar is one line.
func bar(x indexer.Progress, rate float64, left uint64, eta time.Duration) string {
	part := float64(x.At-x.From+1) / float64(x.To-x.From+1)
	full := int(part * barWidth)
	return fmt.Sprintf("backfill [%s%s] %3d%%  block %d of %d  %d blocks/s  %d left  %s",
		strings.Repeat("#", full), strings.Repeat(".", barWidth-full), int(part*100), x.At, x.To, int(rate), left, eta)
}
