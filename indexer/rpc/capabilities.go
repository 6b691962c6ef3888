package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/oabp/oabpd/settle"
)

// Capabilities are what an endpoint was found to serve when it was connected to.
// Nothing in here is taken from what an endpoint says about itself: each is the
// outcome of a trial. The zero value is an endpoint that serves only what every
// node does.
type Capabilities struct {
	// Safe and Finalized say that the block tags of those names are served. Where
	// one is not, a depth stands in for it (settlement.md R23).
	Safe, Finalized bool
	// BlockReceipts says that eth_getBlockReceipts is served. Where it is not, a
	// block's receipts are read one by one.
	BlockReceipts bool
	// Batch says that several calls are answered in one HTTP exchange. Where they
	// are not, they are made one after the other, and what is read is held
	// together by the block's hash alone (see the package documentation).
	Batch bool
	// MaxLogRange is the most blocks, both ends counted, that one eth_getLogs by
	// height was answered for, of 1 to 10,000; 0 if it refuses every range. It
	// bounds blocks only: an endpoint may refuse a smaller range for the number
	// or size of its logs (see TooMuch).
	MaxLogRange uint64
}

// logRanges are tried in turn: the limits that providers are known to have.
var logRanges = []uint64{10_000, 5_000, 2_000, 1_000, 800, 500, 100, 50, 10, 5, 2, 1}

// Probe finds out what the endpoint serves, in a few calls. An error says that
// this could not be found out: the endpoint fails, or limits the rate of calls.
// A chain that is shorter than the largest range cannot show a smaller limit.
func (c *Client) Probe(ctx context.Context) (p Capabilities, err error) {
	c.single.Store(false) // it may have learned; the next batch finds out
	rs, err := c.batch(ctx, req("eth_getBlockByNumber", "latest", false),
		req("eth_getBlockByNumber", Safe, false), req("eth_getBlockByNumber", Finalized, false))
	if err != nil {
		return p, err
	}
	p.Batch = !c.single.Load()
	head, err := c.blockOf(rs[0])
	if err != nil {
		return p, err
	}
	if p.Safe, err = c.serves(rs[1]); err != nil {
		return p, err
	}
	if p.Finalized, err = c.serves(rs[2]); err != nil {
		return p, err
	}
	if p.BlockReceipts, err = c.servesReceipts(ctx, head); err != nil {
		return p, err
	}
	if p.MaxLogRange, err = c.tryLogRanges(ctx, head.Number); err != nil {
		return p, err
	}
	c.noReceipts.Store(!p.BlockReceipts)
	return p, nil
}

// serves says whether an answer to a tag is a block.
func (c *Client) serves(r response) (bool, error) {
	if r.err != nil && Throttled(r.err) {
		return false, r.err
	}
	_, err := c.blockOf(r)
	return err == nil, nil
}

func (c *Client) servesReceipts(ctx context.Context, head block) (bool, error) {
	r, err := c.call(ctx, "eth_getBlockReceipts", head.Hash)
	if refused(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var ws []json.RawMessage
	return json.Unmarshal(r.result, &ws) == nil && len(ws) == len(head.txs), nil
}

// tryLogRanges asks for logs that nobody emits, in ranges that end at the head.
func (c *Client) tryLogRanges(ctx context.Context, head uint64) (uint64, error) {
	nobody, nothing := settle.Address{18: 0xde, 19: 0xad}, settle.Keccak256([]byte("oabpd: no such event"))
	for _, n := range logRanges {
		_, err := c.call(ctx, "eth_getLogs", map[string]any{"address": []settle.Address{nobody}, "topics": []settle.Hash{nothing},
			"fromBlock": hexOf(head + 1 - min(n, head+1)), "toBlock": hexOf(head)})
		switch {
		case err == nil:
			return n, nil
		case !refused(err) && !TooMuch(err):
			return 0, err
		}
	}
	return 0, nil
}

// refused says that an endpoint answered, and that it does not serve this: not
// that it limits the rate of calls.
func refused(err error) bool {
	var re *RPCError
	return errors.As(err, &re) && !Throttled(err)
}

// Codes of an endpoint that does not serve now what it serves otherwise.
const (
	codeLimit       = -32005 // a rate (EIP-1474), or a range
	codeUnavailable = -32001 // resource unavailable
)

// Throttled says that an endpoint asks for fewer calls: HTTP 429 or 503, or an
// error object with code -32005, -32001 or 429, unless its text speaks of a
// range or of results; or that it is left alone for that or another failure
// (OpenError).
func Throttled(err error) bool {
	var oe *OpenError
	if errors.As(err, &oe) {
		return true
	}
	var he *HTTPError
	if errors.As(err, &he) {
		return he.Status == http.StatusTooManyRequests || he.Status == http.StatusServiceUnavailable
	}
	var re *RPCError
	return errors.As(err, &re) && slices.Contains([]int{codeLimit, codeUnavailable, http.StatusTooManyRequests}, re.Code) && !re.aboutSize()
}

// TooMuch says that an error of eth_getLogs may end when fewer blocks are asked
// for. It goes by what kind of error it is, not by a provider's wording: any
// error object that is no rate limit, an answer beyond Config.MaxResponse, a
// time-out, or an HTTP status that says the same of request or answer.
func TooMuch(err error) bool {
	if Throttled(err) {
		return false
	}
	var re *RPCError
	if errors.As(err, &re) {
		return true
	}
	var he *HTTPError
	if errors.As(err, &he) {
		return slices.Contains([]int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity,
			http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout}, he.Status)
	}
	return errors.Is(err, ErrTooLarge) || errors.Is(err, context.DeadlineExceeded)
}

// aboutSize says that a limit is of a range or of an answer, not of a rate:
// providers use one code for both.
func (e *RPCError) aboutSize() bool {
	m := strings.ToLower(e.Message)
	return slices.ContainsFunc([]string{"range", "results", "response size", "more than", "too large"}, func(s string) bool { return strings.Contains(m, s) })
}

// receiptsOf reads all receipts of a block, in the order of its transactions:
// in one call, or where the endpoint does not serve that, one by one.
func (c *Client) receiptsOf(ctx context.Context, b block) ([]wireReceipt, error) {
	if !c.noReceipts.Load() {
		r, err := c.call(ctx, "eth_getBlockReceipts", b.Hash)
		var re *RPCError
		if errors.As(err, &re) && re.Code == codeNoMethod {
			c.noReceipts.Store(true)
			return c.receiptsOf(ctx, b)
		}
		if err != nil {
			return nil, err
		}
		var ws []wireReceipt
		if err := json.Unmarshal(r.result, &ws); err != nil {
			return nil, c.contradiction("receipts of block %d: %v", b.Number, err)
		}
		return ws, nil
	}
	ws := make([]wireReceipt, 0, len(b.txs))
	for txs := range slices.Chunk(b.txs, receiptsAtOnce) {
		reqs := make([]request, len(txs))
		for i, tx := range txs {
			reqs[i] = req("eth_getTransactionReceipt", tx)
		}
		rs, err := c.batch(ctx, reqs...)
		if err != nil {
			return nil, err
		}
		for i, r := range rs {
			var w *wireReceipt
			switch {
			case r.err != nil:
				return nil, r.err
			case json.Unmarshal(r.result, &w) != nil || w == nil:
				return nil, c.contradiction("block %d has transaction %s, but there is no receipt of it", b.Number, txs[i])
			}
			ws = append(ws, *w)
		}
	}
	return ws, nil
}

const (
	// receiptsAtOnce is how many receipts are asked for in one exchange.
	receiptsAtOnce = 50
	codeNoMethod   = -32601
)

// Capabilities is what the endpoint in use serves; it is tried once after every
// (re)connect.
func (f *Failover) Capabilities(ctx context.Context) (Capabilities, error) {
	pin, err := f.current(ctx)
	if err != nil {
		return Capabilities{}, err
	}
	f.mu.Lock()
	c := f.conditions[pin]
	f.mu.Unlock()
	if c.probed {
		return c.caps, nil
	}
	return f.examine(ctx, pin)
}

// examine finds out what an endpoint serves, and remembers it.
func (f *Failover) examine(ctx context.Context, i int) (Capabilities, error) {
	caps, err := f.cfg.Clients[i].Probe(ctx)
	if err != nil {
		return Capabilities{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	c := &f.conditions[i]
	if !c.probed || c.caps != caps {
		f.cfg.Log.Info("endpoint serves", "endpoint", f.names[i], "safe", caps.Safe, "finalized", caps.Finalized,
			"block_receipts", caps.BlockReceipts, "batch", caps.Batch, "max_log_range", caps.MaxLogRange)
	}
	c.caps, c.probed = caps, true
	return caps, nil
}

// examineNew finds out what the endpoints serve that were connected to since.
func (f *Failover) examineNew(ctx context.Context) {
	f.mu.Lock()
	var due []int
	for i, c := range f.conditions {
		if c.known && !c.probed {
			due = append(due, i)
		}
	}
	f.mu.Unlock()
	for _, i := range due {
		ctx, cancel := context.WithTimeout(ctx, probeCapabilities)
		if _, err := f.examine(ctx, i); err != nil && ctx.Err() == nil {
			f.cfg.Log.Warn("what an endpoint serves could not be found out; trying again", "endpoint", f.names[i], "err", err)
		}
		cancel()
	}
}
