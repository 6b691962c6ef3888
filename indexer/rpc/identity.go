package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Identity tells chains apart: development chains share chain ids, so the hash
// of genesis belongs to it.
type Identity struct {
	ChainID uint64
	Genesis settle.Hash
}

// Identity asks the endpoint for chain id and genesis hash, in one batch.
func (c *Client) Identity(ctx context.Context) (Identity, error) {
	rs, err := c.batch(ctx, req("eth_chainId"), byNumber(0))
	if err != nil {
		return Identity{}, err
	}
	if rs[0].err != nil {
		return Identity{}, rs[0].err
	}
	var id *quantity
	if err := json.Unmarshal(rs[0].result, &id); err != nil || id == nil || *id == 0 {
		return Identity{}, &callError{c.ep.name, "eth_chainId", errors.New("answer is not a chain id")}
	}
	b, err := c.blockOf(rs[1])
	if err != nil {
		return Identity{}, fmt.Errorf("genesis: %w", err)
	}
	if b.Number != 0 {
		return Identity{}, c.contradiction("block 0 asked for, got %d", b.Number)
	}
	return Identity{uint64(*id), b.Hash}, nil
}

// Tag is a block tag that says how final a block is.
type Tag string

// The tags (settlement.md R23).
const (
	Safe      Tag = "safe"
	Finalized Tag = "finalized"
)

// Tagged is the block that a tag names now; ErrNoTag if the endpoint does not
// serve the tag (an error object or null), another error if it is not known
// whether it does (no answer, or a rate limit).
func (c *Client) Tagged(ctx context.Context, tag Tag) (indexer.Head, error) {
	b, err := c.header(ctx, req("eth_getBlockByNumber", tag, false))
	if refused(err) || errors.Is(err, indexer.ErrNoBlock) {
		return indexer.Head{}, fmt.Errorf("%s: %s: %w", c.ep.name, tag, ErrNoTag)
	}
	return b.Head, err
}
