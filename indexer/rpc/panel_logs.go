package rpc

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/settle"
)

var _ indexer.LogPanel = (*Failover)(nil)

const (
	// logBlocksAtOnce is of how many blocks logs are asked for in one exchange.
	logBlocksAtOnce = 16
	// heldAgainstReceipts is how many blocks are compared with their receipts, at
	// each endpoint, where endpoints have different logs and none a majority.
	heldAgainstReceipts = 2
)

// AskLogs implements indexer.LogPanel.
func (f *Failover) AskLogs(ctx context.Context, blocks []settle.BlockRef) <-chan indexer.LogsAnswer {
	return askAll(ctx, f, f.askingLogs, func(ctx context.Context, i int) indexer.LogsAnswer {
		if err := f.meet(ctx, i); err != nil {
			return indexer.LogsAnswer{Endpoint: i, Err: err}
		}
		ds, err := f.cfg.Clients[i].LogDigests(ctx, blocks)
		return indexer.LogsAnswer{Endpoint: i, Digests: ds, Err: err}
	}, func(i int) indexer.LogsAnswer { return indexer.LogsAnswer{Endpoint: i, Err: errBusy} })
}

// LogDigests are what the endpoint says of the logs of blocks that follow each
// other (indexer.LogsDigest of each): of several by their heights, held together
// by the hash of the last, and where that is too much for it, by their hashes.
// indexer.ErrNoBlock if it does not have them.
func (c *Client) LogDigests(ctx context.Context, blocks []settle.BlockRef) ([]settle.Hash, error) {
	if len(blocks) > 2 {
		if ds, err := c.rangeDigests(ctx, blocks); err == nil || !TooMuch(err) || ctx.Err() != nil {
			return ds, err
		}
	}
	out := make([]settle.Hash, 0, len(blocks))
	for refs := range slices.Chunk(blocks, logBlocksAtOnce) {
		reqs := make([]request, len(refs))
		for i, ref := range refs {
			reqs[i] = c.logsOf(ref.Hash)
		}
		rs, err := c.batch(ctx, reqs...)
		if err != nil {
			return nil, err
		}
		for i, r := range rs {
			if refused(r.err) { // it is far behind, or on a branch of its own
				return nil, fmt.Errorf("%w: %w", r.err, indexer.ErrNoBlock)
			}
			if r.err != nil {
				return nil, r.err
			}
			ws, err := parseLogs(r.result)
			if err != nil {
				return nil, fmt.Errorf("%s: logs of block %d: %w", c.ep.name, refs[i].Number, err)
			}
			d, err := c.digest(refs[i], ws)
			if err != nil {
				return nil, err
			}
			out = append(out, d)
		}
	}
	return out, nil
}

func (c *Client) rangeDigests(ctx context.Context, blocks []settle.BlockRef) ([]settle.Hash, error) {
	last := blocks[len(blocks)-1]
	rs, err := c.batch(ctx, c.logsBetween(blocks[0].Number, last.Number), byNumber(last.Number))
	if err != nil {
		return nil, err
	}
	head, err := c.blockOf(rs[1])
	if err == nil && head.BlockRef != last {
		err = fmt.Errorf("%s: block %d is %s: %w", c.ep.name, last.Number, head.Hash, indexer.ErrNoBlock)
	}
	if err != nil {
		return nil, err
	}
	if rs[0].err != nil {
		return nil, rs[0].err
	}
	ws, err := parseLogs(rs[0].result)
	if err != nil {
		return nil, fmt.Errorf("%s: logs of blocks %d to %d: %w", c.ep.name, blocks[0].Number, last.Number, err)
	}
	out := make([]settle.Hash, len(blocks))
	for i, ref := range blocks {
		n := 0
		for n < len(ws) && ws[n].of(ref.Number) {
			n++
		}
		if out[i], err = c.digest(ref, ws[:n]); err != nil {
			return nil, err
		}
		ws = ws[n:]
	}
	if len(ws) > 0 {
		return nil, c.contradiction("%d logs of blocks %d to %d are out of order or of no block asked for", len(ws), blocks[0].Number, last.Number)
	}
	return out, nil
}

func (c *Client) digest(ref settle.BlockRef, ws []wireLog) (settle.Hash, error) {
	raws, err := c.checkAsked(ref, ws)
	if err != nil {
		return settle.Hash{}, fmt.Errorf("%s: logs of block %d: %w", c.ep.name, ref.Number, err)
	}
	logs, err := c.decode(ref, raws)
	if err != nil {
		return settle.Hash{}, err
	}
	return indexer.LogsDigest(ref, logs), nil
}

func (c *Client) decode(ref settle.BlockRef, raws []indexer.RawLog) (logs []settle.Log, err error) {
	if len(raws) > 0 {
		logs = make([]settle.Log, 0, len(raws))
	}
	for _, r := range raws {
		l, ok, err := c.cfg.Decoder.Decode(r)
		if err != nil {
			return nil, fmt.Errorf("%s: block %d: %w", c.ep.name, ref.Number, err)
		}
		if ok {
			logs = append(logs, l)
		}
	}
	if len(logs) == 0 {
		return nil, nil
	}
	return logs, nil
}

// RuleLogs implements indexer.LogPanel.
func (f *Failover) RuleLogs(ctx context.Context, blocks []settle.BlockRef, winner []settle.Hash, answers []indexer.LogsAnswer) {
	f.mu.Lock()
	for _, a := range answers {
		c := &f.conditions[a.Endpoint]
		switch {
		case errors.Is(a.Err, errBusy), errors.Is(a.Err, ErrWrongChain), errors.Is(a.Err, indexer.ErrNoBlock), a.Err != nil && ctx.Err() != nil:
		case a.Err != nil:
			f.isolate(a.Endpoint, Failing, true)
			c.known, c.probed, c.detail = false, false, a.Err.Error()
		case winner != nil:
			n := differ(winner, a.Digests)
			if n >= 0 {
				c.detail = fmt.Sprintf("has other logs in block %d %s than a majority", blocks[n].Number, blocks[n].Hash)
				f.disagreed(a.Endpoint, DisagreeLogs)
			}
			f.isolate(a.Endpoint, OtherLogs, n >= 0)
		}
	}
	f.mu.Unlock()
	if winner == nil {
		f.holdAgainstReceipts(ctx, disputed(blocks, answers), answers)
	}
	f.leaveUnsound(ctx)
}

// differ is the first place where two lists differ, -1 for none.
func differ(a, b []settle.Hash) int {
	if len(a) != len(b) {
		return 0
	}
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// disputed are the lowest blocks of which endpoints have different logs.
func disputed(blocks []settle.BlockRef, answers []indexer.LogsAnswer) (out []settle.BlockRef) {
	for i, b := range blocks {
		seen := map[settle.Hash]bool{}
		for _, a := range answers {
			if a.Err == nil && len(a.Digests) == len(blocks) {
				seen[a.Digests[i]] = true
			}
		}
		if len(seen) > 1 && len(out) < heldAgainstReceipts {
			out = append(out, b)
		}
	}
	return out
}

// holdAgainstReceipts has each endpoint compare its logs of blocks with its own
// receipts. One that contradicts itself is not used until a majority has its
// logs.
func (f *Failover) holdAgainstReceipts(ctx context.Context, blocks []settle.BlockRef, answers []indexer.LogsAnswer) {
	for _, b := range blocks {
		for _, a := range answers {
			if a.Err != nil {
				continue
			}
			bounded, cancel := context.WithTimeout(ctx, f.cfg.ProbeTimeout)
			err := f.cfg.Clients[a.Endpoint].Verify(bounded, b.Hash)
			cancel()
			if !errors.Is(err, ErrInconsistent) {
				continue
			}
			f.mu.Lock()
			f.conditions[a.Endpoint].detail = err.Error()
			f.disagreed(a.Endpoint, contradictionOf(err))
			f.isolate(a.Endpoint, OtherLogs, true)
			f.mu.Unlock()
		}
	}
}

// Verify reads a block by its hash and compares its logs with its receipts,
// whatever Config.Receipts says. ErrInconsistent means that the endpoint
// contradicts itself.
func (c *Client) Verify(ctx context.Context, hash settle.Hash) error {
	rs, err := c.batch(ctx, byHash(hash), c.logsOf(hash))
	if err != nil {
		return err
	}
	_, err = c.assemble(ctx, hash, rs[0], rs[1], ReceiptsAlways)
	return err
}

// leaveUnsound leaves the endpoint in use if it is not to be used.
func (f *Failover) leaveUnsound(ctx context.Context) {
	f.mu.Lock()
	pin := f.pin
	out := f.conditions[pin].unsound()
	f.mu.Unlock()
	if out {
		f.leave(ctx, pin, errOutvoted)
	}
}

// Disagreement is a way in which an endpoint was found to be wrong. It is a
// metric label, stable.
type Disagreement string

// The ways.
const (
	// DisagreeBlock: a majority has another block at that height.
	DisagreeBlock Disagreement = "block"
	// DisagreeLogs: a majority has other logs in the same block.
	DisagreeLogs Disagreement = "logs"
	// DisagreeReceipts: its own receipts contradict its logs.
	DisagreeReceipts Disagreement = "receipts"
	// DisagreeAnswer: an answer contradicts itself or what was asked.
	DisagreeAnswer Disagreement = "answer"
)

// contradictionOf tells the last two apart.
func contradictionOf(err error) Disagreement {
	if errors.Is(err, ErrReceipts) {
		return DisagreeReceipts
	}
	return DisagreeAnswer
}

// Disagreements are all of them.
func Disagreements() []Disagreement {
	return []Disagreement{DisagreeBlock, DisagreeLogs, DisagreeReceipts, DisagreeAnswer}
}
