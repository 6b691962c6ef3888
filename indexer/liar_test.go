package indexer_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/indexer/chaintest"
)

// act is one step of a history in court.
type act struct {
	name string
	do   func(c *court)
}

// lies draws what happens: the nodes but the liar are one honest chain, which
// grows and reorganizes above the depth; the liar does anything.
func lies(t *rapid.T, liar int) []act {
	honest := []int{(liar + 1) % 3, (liar + 2) % 3}
	kinds := []chaintest.Kind{
		chaintest.Null, chaintest.Swapped, chaintest.MissingField, chaintest.Forged, chaintest.Refused, chaintest.Malformed,
		chaintest.ShortBatch, chaintest.WrongID, chaintest.Hang, chaintest.Unavailable, chaintest.EmptyLogs, chaintest.PartialLogs, chaintest.ForgedLog,
	}
	one := rapid.Custom(func(t *rapid.T) act {
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0, 1, 2:
			n := rapid.IntRange(1, 9).Draw(t, "n")
			return act{fmt.Sprintf("all mine %d", n), func(c *court) { c.mine(n, honest, []int{liar}) }}
		case 3:
			n := rapid.IntRange(1, 5).Draw(t, "depth")
			return act{fmt.Sprintf("the chain reorganizes %d", n), func(c *court) {
				c.fork(n, honest...)
				c.mine(1, honest)
			}}
		case 4:
			n := rapid.IntRange(1, 30).Draw(t, "depth")
			more := rapid.IntRange(0, 40).Draw(t, "more")
			return act{fmt.Sprintf("the liar forks %d and mines %d", n, more), func(c *court) {
				c.fork(n, liar)
				c.nodes[liar].MineEmpty(more)
			}}
		case 5:
			return act{"the liar comes back to the chain", func(c *court) { c.join(honest[0], liar) }}
		case 6:
			n := rapid.IntRange(0, 12).Draw(t, "lag")
			return act{fmt.Sprintf("the liar lags %d", n), func(c *court) { c.nodes[liar].Lag(n) }}
		case 7:
			f := chaintest.Fault{Kind: rapid.SampledFrom(kinds).Draw(t, "fault"), Times: rapid.IntRange(0, 5).Draw(t, "times"),
				Skip: rapid.IntRange(0, 5).Draw(t, "skip")}
			return act{fmt.Sprintf("the liar misbehaves %+v", f), func(c *court) { c.nodes[liar].Inject(f) }}
		}
		return act{"the liar behaves", func(c *court) { c.nodes[liar].Heal() }}
	})
	return rapid.SliceOfN(one, 1, 10).Draw(t, "script")
}

// trial plays a history. On the way no fact is taken back and nothing halts; in
// the end, with the liar still as it is, the chain is that of the honest ones
// and everything at the depth is a fact.
func trial(t *testing.T, liar int, script []act) (err error) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t, 3)
		defer c.start(2, "one")()
		time.Sleep(3 * time.Second)
		for _, a := range script {
			a.do(c)
			if n, h := c.sink.Undone(), c.sink.Halts(); n > 0 || len(h) > 0 {
				err = fmt.Errorf("after %q: %d facts taken back, halts %q", a.name, n, h)
				return
			}
			if err = c.paid((liar + 1) % 3); err != nil {
				err = fmt.Errorf("after %q: %w", a.name, err)
				return
			}
		}
		honest := (liar + 1) % 3
		c.mine(15, []int{honest, (liar + 2) % 3}, []int{liar})
		if err = c.paid(honest); err != nil {
			return
		}
		want := c.nodes[honest].Head()
		if c.tip() != want.Number || c.sink.Chain()[c.tip()].Hash != want.Hash || c.sink.Applied() != c.tip()-depth ||
			len(c.sink.Halts()) > 0 || len(c.sink.Breaches()) > 0 {
			err = fmt.Errorf("tip %d of %d, applied %d, halts %q, breaches %v, using %s\n%+v", c.tip(), want.Number, c.sink.Applied(),
				c.sink.Halts(), c.sink.Breaches(), c.daemons[0].pool.Using(), c.daemons[0].jury.Status())
		}
	})
	return err
}

// TestOneLiarOfThree is the property: one endpoint of three, the preferred one
// or not, whatever it does, can undo nothing, halt nothing and hold nothing up,
// and no payment becomes a fact that is not on the chain as it is stored, nor is
// one left out.
func TestOneLiarOfThree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		liar := rapid.IntRange(0, 2).Draw(rt, "liar")
		script := lies(rt, liar)
		if err := trial(t, liar, script); err != nil {
			var names []string
			for _, a := range script {
				names = append(names, a.name)
			}
			rt.Fatalf("liar %d: %v\n%s", liar, err, strings.Join(names, "\n"))
		}
	})
}
