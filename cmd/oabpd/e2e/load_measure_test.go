//go:build measure

package e2e

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMeasureLoad: OABPD_LOAD_AGENTS (200) agents at once for OABPD_LOAD_FOR (5m)
// on a chain with a block a second.
func TestMeasureLoad(t *testing.T) {
	agents, length := 200, 5*time.Minute
	if s := os.Getenv("OABPD_LOAD_AGENTS"); s != "" {
		n, err := strconv.Atoi(s)
		must(t, err)
		agents = n
	}
	if s := os.Getenv("OABPD_LOAD_FOR"); s != "" {
		d, err := time.ParseDuration(s)
		must(t, err)
		length = d
	}
	w := newWorld(t, startGeth(t, 0))
	l := startLoad(t, w, agents, time.Second)
	busy, err := os.ReadFile("/proc/loadavg")
	must(t, err)
	start := time.Now()
	l.run(length)
	drained := time.Since(start) - length
	requests, settled := len(l.took), scalar(t, w.db, "select count(*) from instruction where body->>'status' = 'settled'")
	fmt.Printf("%d agents, %s (load before: %s): %d requests, %.0f/s, p50 %s, p95 %s, p99 %s, max %s; %d posted, %d submitted, %d consents, %d accepted, %d picked, %d settled; drained in %s\n",
		agents, length, strings.Fields(string(busy))[0], requests, float64(requests)/length.Seconds(), l.at(.5), l.at(.95), l.at(.99), l.at(1),
		l.posts.Load(), l.works.Load(), l.joins.Load(), l.awards.Load(), l.picks.Load(), settled, drained.Round(time.Second))
	for k, n := range l.statuses {
		fmt.Printf("%8d %s\n", n, k)
	}
	l.holds(t)
	l.opened(500)
	checkRebuild(t, w.db)
}
