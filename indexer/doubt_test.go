package indexer_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oabp/oabpd/indexer"
)

// skewed is the clock of a host that is wrong by so much.
type skewed time.Duration

func (s skewed) Now() time.Time { return time.Now().Add(time.Duration(s)) }
func (s skewed) After(d time.Duration) (<-chan time.Time, func()) {
	return indexer.SystemClock{}.After(d)
}

// TestDoubtOutlivesTheLeader: whoever takes over, or starts again, while endpoints
// are at odds goes on counting, whatever its clock says: releases are halted a
// minute after the first split, not a minute after the takeover.
func TestDoubtOutlivesTheLeader(t *testing.T) {
	for _, skew := range []time.Duration{0, -3 * time.Hour, 1000 * time.Hour} {
		for _, takeover := range []bool{true, false} {
			t.Run(fmt.Sprintf("takeover %t, skew %s", takeover, skew), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := newCourt(t, 2)
					stop := c.start(2, "one")
					defer stop()
					time.Sleep(3 * time.Second)
					synctest.Wait()
					c.clock = skewed(skew)
					if takeover {
						defer c.start(2, "two")()
					}
					c.fork(2, 1)
					agreed := c.tip() - 2
					c.mine(24, []int{0}, []int{1}) // 48 s, of which the first 8 s bring the fork to the depth
					if takeover {
						c.lease.Cut("one", true)
					} else {
						stop()
						c.daemons = nil
						defer c.start(2, "two")()
					}
					c.mine(8, []int{0}, []int{1})
					if n := len(c.sink.Halts()); n != 0 || c.lease.Holder() == "one" {
						t.Fatalf("%d halts before a minute, led by %q", n, c.lease.Holder())
					}
					c.mine(4, []int{0}, []int{1}) // 72 s
					if len(c.sink.Halts()) != 1 || c.sink.Released() != agreed {
						t.Errorf("%d halts after a minute, released up to %d, agreed upon is %d", len(c.sink.Halts()), c.sink.Released(), agreed)
					}
				})
			})
		}
	}
}

// TestDoubtEndsForWhoeverLeadsNext: endpoints that agree again end the time that is
// kept; and splits that nobody saw for longer than the patience are another series.
func TestDoubtEndsForWhoeverLeadsNext(t *testing.T) {
	for name, pause := range map[string]func(c *court){
		"they agree for a moment": func(c *court) { c.join(0); c.mine(1, c.all()); c.fork(2, 1) },
		"nobody looks":            func(c *court) { c.lease.Cut("two", true); time.Sleep(2 * time.Minute); c.lease.Cut("two", false) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCourt(t, 2)
				defer c.start(2, "one")()
				time.Sleep(3 * time.Second)
				synctest.Wait()
				defer c.start(2, "two")()
				c.fork(2, 1)
				c.mine(24, []int{0}, []int{1})
				if name == "they agree for a moment" {
					pause(c)
					c.lease.Cut("one", true)
				} else {
					c.lease.Cut("one", true)
					pause(c)
				}
				c.mine(25, []int{0}, []int{1}) // 50 s
				if n := len(c.sink.Halts()); n != 0 {
					t.Fatalf("%d halts", n)
				}
				c.mine(20, []int{0}, []int{1})
				if n := len(c.sink.Halts()); n != 1 {
					t.Fatalf("%d halts of a series that lasts", n)
				}
			})
		})
	}
}
