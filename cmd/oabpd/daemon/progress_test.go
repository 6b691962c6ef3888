package daemon

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/oabp/oabpd/indexer"
)

// told plays a backfill of blocks 101 to 1100 in ten steps of a second.
func told(p *progress) {
	now := time.Unix(1_800_000_000, 0)
	p.now = func() time.Time { return now }
	for n := range uint64(10) {
		now = now.Add(time.Second)
		p.at(indexer.Progress{From: 101, To: 1100, At: 200 + 100*n, Blocks: 100, Took: time.Second})
	}
}

func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	told(&progress{log: slog.New(slog.NewTextHandler(&out, nil))})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 { // the first, five seconds later, the end
		t.Fatalf("%d lines:\n%s", len(lines), out.String())
	}
	for i, want := range []string{"block=200 to=1100 left=900 blocks_per_second=100 remaining=9s", "block=700 to=1100 left=400 blocks_per_second=100 remaining=4s",
		"block=1100 to=1100 left=0 blocks_per_second=100 remaining=0s"} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %s\nwant %s", i, lines[i], want)
		}
	}
}

func TestProgressBar(t *testing.T) {
	var out bytes.Buffer
	told(&progress{terminal: NewTerminal(&out), log: slog.New(slog.DiscardHandler)})
	bars := strings.Split(out.String(), "\r")[1:]
	if len(bars) != 10 || strings.Count(out.String(), "\n") != 1 || !strings.HasSuffix(out.String(), "\n") {
		t.Fatalf("%d bars, or not one line: %q", len(bars), out.String())
	}
	if want := "[" + strings.Repeat("#", 15) + strings.Repeat(".", 15) + "]  50%  block 600 of 1100  100 blocks/s  500 left  5s"; !strings.Contains(bars[4], want) {
		t.Errorf("bar %q, want %q", bars[4], want)
	}
}

// A second backfill begins anew.
func TestProgressAgain(t *testing.T) {
	var out bytes.Buffer
	p := &progress{terminal: NewTerminal(&out)}
	told(p)
	told(p)
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d ends, want 2", n)
	}
	if strings.Count(out.String(), "100 blocks/s") != 20 {
		t.Errorf("the rate of the second is not its own: %q", out.String())
	}
}
