package rpc

import (
	"context"
	"fmt"
	"sync"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

var _ indexer.Tagger = (*Failover)(nil)

// Heads implements indexer.Tagger. All endpoints are asked at once; one whose
// identity is not known is asked for that too, and one of another chain, or that
// does not answer, claims nothing. Before the chain is known nobody does.
func (f *Failover) Heads(ctx context.Context) []settle.HeadClaim {
	f.mu.Lock()
	known := f.expect != Identity{}
	f.mu.Unlock()
	if !known {
		return nil
	}
	said := make([]*settle.HeadClaim, len(f.cfg.Clients))
	var all sync.WaitGroup
	for i, c := range f.cfg.Clients {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(urgent(ctx), f.cfg.ProbeTimeout)
			defer cancel()
			if f.meet(ctx, i) != nil {
				return
			}
			if tagged, err := c.heads(ctx); err == nil {
				said[i] = &settle.HeadClaim{Source: f.names[i], Tagged: tagged}
			}
		})
	}
	all.Wait()
	var out []settle.HeadClaim
	for _, c := range said {
		if c != nil {
			out = append(out, *c)
		}
	}
	return out
}

// heads are the endpoint's blocks of the tags, in one exchange; for tags that it
// lacks the blocks as deep as stands in for them, in one more (settlement.md R23).
func (c *Client) heads(ctx context.Context) (map[settle.BlockTag]settle.TaggedBlock, error) {
	tags := settle.BlockTags()
	reqs := []request{req("eth_getBlockByNumber", "latest", false)}
	for _, tag := range tags {
		reqs = append(reqs, req("eth_getBlockByNumber", tag, false))
	}
	rs, err := c.batch(ctx, reqs...)
	if err != nil {
		return nil, err
	}
	head, err := c.blockOf(rs[0])
	if err != nil {
		return nil, err
	}
	out := map[settle.BlockTag]settle.TaggedBlock{}
	var lacks []settle.BlockTag
	reqs = nil
	for n, tag := range tags {
		served, err := c.serves(rs[n+1])
		if err != nil {
			return nil, err
		}
		if served {
			b, err := c.blockOf(rs[n+1])
			if err != nil {
				return nil, err
			}
			out[tag] = settle.TaggedBlock{BlockRef: b.BlockRef}
		} else if d := tag.StandIn(); head.Number >= d {
			lacks = append(lacks, tag)
			reqs = append(reqs, byNumber(head.Number-d))
		}
	}
	if len(lacks) == 0 {
		return out, nil
	}
	if rs, err = c.batch(ctx, reqs...); err != nil {
		return nil, err
	}
	for n, tag := range lacks {
		b, err := c.blockOf(rs[n])
		if want := head.Number - tag.StandIn(); err == nil && b.Number != want {
			err = c.contradiction("block %d asked for, got %d", want, b.Number)
		}
		if err != nil {
			return nil, fmt.Errorf("a block as deep as %s: %w", tag, err)
		}
		out[tag] = settle.TaggedBlock{BlockRef: b.BlockRef, Depth: tag.StandIn()}
	}
	return out, nil
}
