package daemon

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oabp/oabpd/indexer"
	"github.com/oabp/oabpd/indexer/rpc"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine"
	"github.com/oabp/oabpd/settle/money"
	"github.com/oabp/oabpd/settle/postgres"
	"github.com/oabp/oabpd/settle/rating"
)

// sink is the engine as the follower sees it.
type sink struct {
	e     *engine.Engine
	store *postgres.Store
}

var (
	_ indexer.LogKeeper   = sink{}
	_ indexer.DoubtKeeper = sink{}
)

// Tail implements indexer.Sink.
func (s sink) Tail(ctx context.Context, n int) ([]settle.BlockRef, error) { return s.e.Tail(ctx, n) }

// Extend implements indexer.Sink.
func (s sink) Extend(ctx context.Context, epoch int64, b settle.Block) error {
	return sinkError(s.e.Extend(ctx, epoch, b))
}

// ExtendMany implements indexer.Sink.
func (s sink) ExtendMany(ctx context.Context, epoch int64, blocks []settle.Block) error {
	return sinkError(s.e.ExtendMany(ctx, epoch, blocks))
}

// Rewind implements indexer.Sink.
func (s sink) Rewind(ctx context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block) error {
	return sinkError(s.e.Rewind(ctx, epoch, ancestor, branch))
}

// Confirm implements indexer.Sink.
func (s sink) Confirm(ctx context.Context, epoch int64) error {
	return sinkError(s.e.Confirm(ctx, epoch))
}

// Pending implements indexer.LogKeeper.
func (s sink) Pending(ctx context.Context, above, upTo uint64, n int) ([]settle.Block, error) {
	return s.e.Pending(ctx, above, upTo, n)
}

// Correct implements indexer.LogKeeper.
func (s sink) Correct(ctx context.Context, epoch int64, blocks []settle.Block) error {
	return sinkError(s.e.Correct(ctx, epoch, blocks))
}

// Halt implements indexer.Sink.
func (s sink) Halt(ctx context.Context, epoch int64, reason string) error {
	return sinkError(s.e.Halt(ctx, epoch, reason))
}

// Doubt implements indexer.DoubtKeeper.
func (s sink) Doubt(ctx context.Context) (d indexer.KeptDoubt, err error) {
	d.Since, d.Last, d.Any, err = s.store.Doubt(ctx)
	return d, err
}

// KeepDoubt implements indexer.DoubtKeeper.
func (s sink) KeepDoubt(ctx context.Context, epoch int64, d indexer.KeptDoubt) error {
	return sinkError(s.store.SetDoubt(ctx, epoch, d.Since, d.Last, d.Any))
}

func sinkError(err error) error {
	var epoch *settle.ErrEpoch
	switch {
	case errors.As(err, &epoch):
		return fmt.Errorf("%w: %w", indexer.ErrDeposed, err)
	case errors.Is(err, engine.ErrNotOnTip):
		return fmt.Errorf("%w: %w", indexer.ErrNotOnTip, err)
	}
	return err
}

// Rater is settle/rating as the fold sees it.
type Rater struct{}

// Resolve implements settle.Rater.
func (Rater) Resolve(own, idle, opponentAvg int64, large bool, halves int) int64 {
	reward := money.Units(0)
	if large {
		reward = money.Units(100_000_000)
	}
	now := rating.Decay(rating.Milli(own), time.Duration(idle)*time.Millisecond)
	return int64(rating.Update(now, rating.Milli(opponentAvg), rating.K(reward), halves))
}

// Decay implements settle.Rater.
func (Rater) Decay(own, idle int64) int64 {
	return int64(rating.Decay(rating.Milli(own), time.Duration(idle)*time.Millisecond))
}

// chainReader is engine.Chain over the endpoints.
type chainReader struct {
	calls interface {
		CallContract(ctx context.Context, to settle.Address, data []byte, gas uint64, at settle.Hash) ([]byte, error)
		TransactionReceipt(ctx context.Context, tx settle.Hash) (rpc.Receipt, error)
	}
	token settle.Address
	// source names the endpoint that answers.
	source func() string
}

var (
	selectorPaused        = selector("paused()")
	selectorIsBlacklisted = selector("isBlacklisted(address)")
	topicTransfer         = settle.Keccak256([]byte("Transfer(address,address,uint256)"))
)

func selector(signature string) []byte {
	h := settle.Keccak256([]byte(signature))
	return h[:4]
}

const callGas = 200_000

// TokenStatus implements engine.Chain. A token without these functions (a
// plain ERC-20) refuses nobody.
func (c chainReader) TokenStatus(ctx context.Context, addrs []settle.Address) (paused bool, refused []settle.Address, err error) {
	if paused, err = c.yes(ctx, selectorPaused, settle.Hash{}); err != nil {
		return false, nil, fmt.Errorf("asking the token whether it is paused: %w", err)
	}
	for _, a := range addrs {
		arg := make([]byte, 32)
		copy(arg[12:], a[:])
		no, err := c.yes(ctx, append(append([]byte{}, selectorIsBlacklisted...), arg...), settle.Hash{})
		if err != nil {
			return false, nil, fmt.Errorf("asking the token about %s: %w", a, err)
		}
		if no {
			refused = append(refused, a)
		}
	}
	return paused, refused, nil
}

// Paused implements engine.Chain.
func (c chainReader) Paused(ctx context.Context, at settle.BlockRef) (paused bool, source string, err error) {
	if paused, err = c.yes(ctx, selectorPaused, at.Hash); err != nil {
		return false, "", fmt.Errorf("asking the token whether it is paused at block %d: %w", at.Number, err)
	}
	return paused, c.source(), nil
}

// yes is the answer of a function of the token in the state after a block (zero:
// latest).
func (c chainReader) yes(ctx context.Context, data []byte, at settle.Hash) (bool, error) {
	out, err := c.calls.CallContract(ctx, c.token, data, callGas, at)
	var revert *rpc.RevertError
	if errors.As(err, &revert) {
		return false, nil
	}
	if err != nil || len(out) < 32 {
		return false, err
	}
	for _, b := range out[:32] {
		if b != 0 {
			return true, nil
		}
	}
	return false, nil
}

// Receipt implements engine.Chain.
func (c chainReader) Receipt(ctx context.Context, tx settle.Hash) (*engine.TxReceipt, error) {
	r, err := c.calls.TransactionReceipt(ctx, tx)
	if errors.Is(err, rpc.ErrNoReceipt) || errors.Is(err, rpc.ErrNotCanonical) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the receipt of %s: %w", tx, err)
	}
	out := &engine.TxReceipt{Block: r.Block, Success: r.Succeeded}
	for _, l := range r.Logs {
		if len(l.Topics) != 3 || l.Topics[0] != topicTransfer || len(l.Data) != 32 {
			continue
		}
		v, err := money.FromBytes(l.Data)
		if err != nil {
			continue
		}
		t := settle.Log{Index: l.Index, TxHash: tx, TxIndex: l.TxIndex, Emitter: l.Address, Kind: settle.LogTransfer, Value: v}
		copy(t.From[:], l.Topics[1][12:])
		copy(t.To[:], l.Topics[2][12:])
		out.Transfers = append(out.Transfers, t)
	}
	return out, nil
}
