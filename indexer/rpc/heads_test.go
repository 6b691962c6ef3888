package rpc_test

import (
	"testing"
	"testing/synctest"

	"github.com/oabp/oabpd/indexer/chaintest"
	"github.com/oabp/oabpd/settle"
)

// TestHeadsOfTags: what each endpoint calls safe and final, by depth where it lacks the
// tags; who does not answer, or serves another chain, claims nothing.
func TestHeadsOfTags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.a.MineEmpty(1100 - int(p.a.Head().Number))
		p.b.Follow(p.a)
		p.b.Lacks(chaintest.Lack{Tags: true})
		if got := p.f.Heads(t.Context()); got != nil {
			t.Errorf("before the chain is known: %+v", got)
		}
		if _, err := p.f.Latest(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := p.f.Heads(t.Context())
		if len(got) != 2 {
			t.Fatalf("%+v", got)
		}
		is := func(c settle.HeadClaim, tag settle.BlockTag, n, depth uint64) {
			t.Helper()
			if b := c.Tagged[tag]; b.BlockRef != p.a.At(n).BlockRef || b.Depth != depth {
				t.Errorf("%s calls %+v %s, want block %d", c.Source, b, tag, n)
			}
		}
		is(got[0], settle.TagSafe, 1084, 0)
		is(got[0], settle.TagFinalized, 1088, 0)
		is(got[1], settle.TagSafe, 950, 150)
		is(got[1], settle.TagFinalized, 100, 1000)
		// A rate limit does not mean that a tag is not served.
		p.a.Inject(chaintest.Fault{Kind: chaintest.Refused, Method: "eth_getBlockByNumber", Skip: 1, Times: 1})
		if got := p.f.Heads(t.Context()); len(got) != 1 || got[0].Tagged[settle.TagFinalized].Depth != 1000 {
			t.Errorf("%+v", got)
		}
		p.b.Inject(chaintest.Fault{Kind: chaintest.Unavailable})
		if got := p.f.Heads(t.Context()); len(got) != 1 || got[0].Tagged[settle.TagSafe].Depth != 0 {
			t.Errorf("%+v", got)
		}
	})
}
