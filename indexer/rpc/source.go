package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

// Latest implements indexer.Source.
func (c *Client) Latest(ctx context.Context) (indexer.Head, error) {
	b, err := c.header(ctx, req("eth_getBlockByNumber", "latest", false))
	return b.Head, err
}

// HeadByNumber implements indexer.Source.
func (c *Client) HeadByNumber(ctx context.Context, number uint64) (indexer.Head, error) {
	b, err := c.header(ctx, byNumber(number))
	if err == nil && b.Number != number {
		err = c.contradiction("block %d asked for, got %d", number, b.Number)
	}
	return b.Head, err
}

// HeadByHash implements indexer.Source.
func (c *Client) HeadByHash(ctx context.Context, hash settle.Hash) (indexer.Head, error) {
	b, err := c.header(ctx, byHash(hash))
	if err == nil && b.Hash != hash {
		err = c.contradiction("block %s asked for, got %s", hash, b.Hash)
	}
	return b.Head, err
}

// Block implements indexer.Source: hash by number, then one batch of header by
// hash, logs by hash and header by number, which must agree.
func (c *Client) Block(ctx context.Context, number uint64) (settle.Block, error) {
	head, err := c.HeadByNumber(ctx, number)
	if err != nil {
		return settle.Block{}, err
	}
	rs, err := c.batch(ctx, byHash(head.Hash), c.logsOf(head.Hash), byNumber(number))
	if err != nil {
		return settle.Block{}, err
	}
	again, err := c.blockOf(rs[2])
	if err != nil {
		return settle.Block{}, err
	}
	if again.Head != head {
		return settle.Block{}, c.contradiction("block %d changed while it was read", number)
	}
	return c.assemble(ctx, head.Hash, rs[0], rs[1], c.cfg.Receipts)
}

// BlockByHash implements indexer.Source: header and logs in one batch.
func (c *Client) BlockByHash(ctx context.Context, hash settle.Hash) (settle.Block, error) {
	rs, err := c.batch(ctx, byHash(hash), c.logsOf(hash))
	if err != nil {
		return settle.Block{}, err
	}
	return c.assemble(ctx, hash, rs[0], rs[1], c.cfg.Receipts)
}

func byNumber(n uint64) request    { return req("eth_getBlockByNumber", hexOf(n), false) }
func byHash(h settle.Hash) request { return req("eth_getBlockByHash", h, false) }

func (c *Client) logsOf(h settle.Hash) request {
	return req("eth_getLogs", map[string]any{"blockHash": h, "address": c.addresses, "topics": []any{c.topics}})
}

func (c *Client) contradiction(format string, args ...any) error {
	return fmt.Errorf("%s: %s: %w", c.ep.name, fmt.Sprintf(format, args...), ErrInconsistent)
}

func (c *Client) header(ctx context.Context, r request) (block, error) {
	rs, err := c.batch(ctx, r)
	if err != nil {
		return block{}, err
	}
	return c.blockOf(rs[0])
}

func (c *Client) blockOf(r response) (block, error) {
	if r.err != nil {
		return block{}, r.err
	}
	if r.isNull() {
		return block{}, fmt.Errorf("%s: %w", c.ep.name, indexer.ErrNoBlock)
	}
	b, err := parseBlock(r.result)
	if err != nil {
		return block{}, fmt.Errorf("%s: %w", c.ep.name, err)
	}
	return b, nil
}

// assemble makes a block of a header and its logs, or refuses them.
func (c *Client) assemble(ctx context.Context, hash settle.Hash, header, logs response, receipts ReceiptPolicy) (settle.Block, error) {
	b, err := c.blockOf(header)
	if err != nil {
		return settle.Block{}, err
	}
	if b.Hash != hash {
		return settle.Block{}, c.contradiction("block %s asked for, got %s", hash, b.Hash)
	}
	if logs.err != nil {
		return settle.Block{}, logs.err
	}
	raws, err := c.checkLogs(b, logs.result)
	if err != nil {
		return settle.Block{}, fmt.Errorf("%s: logs of block %d: %w", c.ep.name, b.Number, err)
	}
	return c.build(ctx, b, raws, receipts)
}

// build makes a block of a header and its checked logs, or refuses them.
func (c *Client) build(ctx context.Context, b block, raws []indexer.RawLog, receipts ReceiptPolicy) (settle.Block, error) {
	demanded := c.mayHaveWatched(b.bloom) && (len(raws) == 0 || (receipts == ReceiptsOnBloom || receipts == ReceiptsAtTip) && !c.noReceipts.Load())
	if o, ok := c.cfg.Observer.(BloomObserver); ok && demanded && len(raws) == 0 {
		o.EmptyInBloom(c.ep.name)
	}
	if demanded || receipts == ReceiptsAlways {
		if err := c.compareReceipts(ctx, b, raws); err != nil {
			return settle.Block{}, err
		}
	}
	out := settle.Block{BlockRef: b.BlockRef, Parent: b.Parent, Time: b.Time, Source: c.ep.name}
	logs, err := c.decode(b.BlockRef, raws)
	if err != nil {
		return settle.Block{}, err
	}
	out.Logs = logs
	return out, nil
}

// checkLogs checks logs by themselves, and against the block that they must be
// of.
func (c *Client) checkLogs(b block, raw json.RawMessage) ([]indexer.RawLog, error) {
	ws, err := parseLogs(raw)
	if err != nil {
		return nil, err
	}
	return c.checkWire(b, ws)
}

// checkWire checks logs by themselves, against the block that they must be of,
// and against what was asked for.
func (c *Client) checkWire(b block, ws []wireLog) ([]indexer.RawLog, error) {
	logs, err := c.checkAsked(b.BlockRef, ws)
	for i, l := range logs {
		if int(l.TxIndex) >= len(b.txs) || b.txs[l.TxIndex] != l.TxHash {
			return nil, fmt.Errorf("log %d is not of a transaction of the block: %w", i, ErrInconsistent)
		}
	}
	return logs, err
}

// checkAsked checks logs by themselves: of the block, asked for, in order.
func (c *Client) checkAsked(ref settle.BlockRef, ws []wireLog) ([]indexer.RawLog, error) {
	logs := make([]indexer.RawLog, 0, len(ws))
	for i := range ws {
		l, err := ws[i].parse(ref)
		switch {
		case err != nil:
		case i > 0 && l.Index <= logs[i-1].Index:
			err = errors.New("is out of order")
		case !c.watched(l):
			err = errors.New("was not asked for")
		}
		if err != nil {
			return nil, fmt.Errorf("log %d %w: %w", i, err, ErrInconsistent)
		}
		logs = append(logs, l)
	}
	return logs, nil
}

// watched says whether the filter of logsOf admits a log.
func (c *Client) watched(l indexer.RawLog) bool {
	_, known := c.watches[l.Address]
	return known && len(l.Topics) > 0 && slices.Contains(c.topics, l.Topics[0])
}

// compareReceipts reads the block's receipts and refuses logs that are not
// exactly the watched ones in there. The receipts are not used in their place:
// an endpoint that contradicts itself is asked again, or another one is.
func (c *Client) compareReceipts(ctx context.Context, b block, logs []indexer.RawLog) error {
	theirs, err := c.receiptLogs(ctx, b)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(logs, theirs, sameLog) {
		return fmt.Errorf("%s: block %d has %d logs by filter and %d by receipts: %w", c.ep.name, b.Number, len(logs), len(theirs), ErrReceipts)
	}
	return nil
}

// receiptLogs are the watched logs of a block's receipts, checked.
func (c *Client) receiptLogs(ctx context.Context, b block) ([]indexer.RawLog, error) {
	ws, err := c.receiptsOf(ctx, b)
	if err != nil {
		return nil, err
	}
	if len(ws) != len(b.txs) {
		return nil, c.contradiction("block %d has %d transactions and %d receipts", b.Number, len(b.txs), len(ws))
	}
	var logs []indexer.RawLog
	for i, w := range ws {
		rc, err := w.parse()
		if err != nil {
			return nil, fmt.Errorf("%s: block %d: %w", c.ep.name, b.Number, err)
		}
		if rc.Block != b.BlockRef || rc.TxHash != b.txs[i] || int(rc.TxIndex) != i {
			return nil, c.contradiction("receipt %d of block %d is of another transaction or block", i, b.Number)
		}
		for _, l := range rc.Logs {
			if n := len(logs); n > 0 && l.Index <= logs[n-1].Index {
				return nil, c.contradiction("log %d of block %d is out of order in the receipts", l.Index, b.Number)
			}
			if c.watched(l) {
				logs = append(logs, l)
			}
		}
	}
	return logs, nil
}

func sameLog(a, b indexer.RawLog) bool {
	return a.Address == b.Address && a.Index == b.Index && a.TxHash == b.TxHash && a.TxIndex == b.TxIndex &&
		slices.Equal(a.Topics, b.Topics) && slices.Equal(a.Data, b.Data)
}
