package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

const (
	// headersAtOnce bounds the headers asked for in one exchange; a hundred is
	// what many endpoints take.
	headersAtOnce = 100
	// rangeTxs bounds the transactions of the blocks of one answer, which bounds
	// its logs as well, nearly. One block may have more.
	rangeTxs = 3_000
)

var _ indexer.Ranger = (*Client)(nil)

// Final implements indexer.Ranger.
func (c *Client) Final(ctx context.Context) (indexer.Head, error) {
	h, err := c.Tagged(ctx, Finalized)
	if errors.Is(err, ErrNoTag) {
		err = fmt.Errorf("%w: %w", indexer.ErrNoFinal, err)
	}
	return h, err
}

// Blocks implements indexer.Ranger: headers in batches, then the logs of all of
// them in one exchange with the last header again, so that an endpoint behind
// which several nodes stand is caught where they differ.
func (c *Client) Blocks(ctx context.Context, from, to uint64) ([]settle.Block, error) {
	blocks, err := c.headers(ctx, from, to)
	if err != nil {
		return nil, refusal(ctx, from, err)
	}
	last := blocks[len(blocks)-1]
	rs, err := c.batch(ctx, c.logsBetween(from, last.Number), byNumber(last.Number))
	if err == nil {
		err = rs[0].err
	}
	if err != nil {
		return nil, refusal(ctx, from, err)
	}
	again, err := c.blockOf(rs[1])
	if err != nil {
		return nil, err
	}
	if again.Head != last.Head {
		return nil, c.contradiction("block %d changed while it was read", last.Number)
	}
	logs, err := c.split(blocks, rs[0].result)
	if err != nil {
		return nil, fmt.Errorf("%s: logs of blocks %d to %d: %w", c.ep.name, from, last.Number, err)
	}
	receipts := c.cfg.Receipts
	if receipts == ReceiptsAtTip {
		receipts = ReceiptsOnEmpty
	}
	out := make([]settle.Block, len(blocks))
	for i, b := range blocks {
		if out[i], err = c.build(ctx, b, logs[i], receipts); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *Client) logsBetween(from, to uint64) request {
	return req("eth_getLogs", map[string]any{"fromBlock": hexOf(from), "toBlock": hexOf(to), "address": c.addresses, "topics": []any{c.topics}})
}

// headers are the linked blocks from …, as many as the endpoint has up to to and
// rangeTxs allows, at least one.
func (c *Client) headers(ctx context.Context, from, to uint64) (out []block, err error) {
	txs := 0
	for next := from; next <= to; {
		n := min(to-next+1, c.headersFor(rangeTxs-txs))
		reqs := make([]request, n)
		for i := range reqs {
			reqs[i] = byNumber(next + uint64(i))
		}
		rs, err := c.batch(ctx, reqs...)
		if err != nil {
			return nil, err
		}
		for i, r := range rs {
			b, err := c.blockOf(r)
			switch {
			case errors.Is(err, indexer.ErrNoBlock) && len(out) > 0:
				return out, nil // its head
			case err != nil:
				return nil, err
			case b.Number != next+uint64(i):
				return nil, c.contradiction("block %d asked for, got %d", next+uint64(i), b.Number)
			case len(out) > 0 && b.Parent != out[len(out)-1].Hash:
				return nil, c.contradiction("block %d is not the parent of block %d", b.Number-1, b.Number)
			}
			if txs += len(b.txs); txs > rangeTxs && len(out) > 0 {
				c.txsPerBlock.Store(uint64(txs)/uint64(len(out)) + 1)
				return out, nil
			}
			out = append(out, b)
		}
		c.txsPerBlock.Store(uint64(txs)/uint64(len(out)) + 1)
		next += n
	}
	return out, nil
}

// headersFor is how many headers have about so many transactions, going by the
// last ones.
func (c *Client) headersFor(txs int) uint64 {
	per := c.txsPerBlock.Load()
	if per == 0 {
		return 16 // nothing is known
	}
	return min(headersAtOnce, max(1, uint64(max(0, txs))/per))
}

// split gives each block its logs; they must stand in the order of the blocks.
func (c *Client) split(blocks []block, raw json.RawMessage) ([][]indexer.RawLog, error) {
	ws, err := parseLogs(raw)
	if err != nil {
		return nil, err
	}
	out := make([][]indexer.RawLog, len(blocks))
	for i := range blocks {
		n := 0
		for n < len(ws) && ws[n].of(blocks[i].Number) {
			n++
		}
		logs, err := c.checkWire(blocks[i], ws[:n])
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", blocks[i].Number, err)
		}
		out[i], ws = logs, ws[n:]
	}
	if len(ws) > 0 {
		return nil, fmt.Errorf("%d logs are out of order or of no block asked for: %w", len(ws), ErrInconsistent)
	}
	return out, nil
}

// refusal makes an error that a smaller range may avoid a RangeError (TooMuch).
func refusal(ctx context.Context, from uint64, err error) error {
	if ctx.Err() != nil || !TooMuch(err) {
		return err
	}
	r := &indexer.RangeError{Err: err}
	var re *RPCError
	if errors.As(err, &re) {
		r.Blocks = proposed(re.Message, from)
	}
	return r
}

// hexRange and decimalRange are how some endpoints propose a range in the text
// of their refusal.
var (
	hexRange     = regexp.MustCompile(`\[0x([0-9a-fA-F]{1,15}), ?0x([0-9a-fA-F]{1,15})\]`)
	decimalRange = regexp.MustCompile(`the range ([0-9]{1,18})-([0-9]{1,18})`)
)

// proposed is how many blocks a refusal proposes to ask for; 0 if none, or if
// they do not begin where the question did.
func proposed(text string, from uint64) uint64 {
	m, base := hexRange.FindStringSubmatch(text), 16
	if m == nil {
		m, base = decimalRange.FindStringSubmatch(text), 10
	}
	if m == nil {
		return 0
	}
	a, err1 := strconv.ParseUint(m[1], base, 64)
	b, err2 := strconv.ParseUint(m[2], base, 64)
	if err1 != nil || err2 != nil || a != from || b < a {
		return 0
	}
	return b - a + 1
}

var _ indexer.Ranger = (*Failover)(nil)

// Final implements indexer.Ranger.
func (f *Failover) Final(ctx context.Context) (indexer.Head, error) {
	return via(ctx, f, butAnswers, func(c *Client) (indexer.Head, error) { return c.Final(ctx) })
}

// Blocks implements indexer.Ranger. An endpoint that refuses more than one block
// is not to blame.
func (f *Failover) Blocks(ctx context.Context, from, to uint64) ([]settle.Block, error) {
	blame := func(err error) bool {
		var r *indexer.RangeError
		return from == to || !errors.As(err, &r)
	}
	return via(ctx, f, blame, func(c *Client) ([]settle.Block, error) { return c.Blocks(ctx, from, to) })
}
