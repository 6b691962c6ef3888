package anvil

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
)

type header struct {
	Number, Timestamp uint64
	Hash              common.Hash
}

// head returns the latest block.
func (a *Anvil) head(ctx context.Context) (header, error) {
	var h struct {
		Number, Timestamp hexutil.Uint64
		Hash              common.Hash
	}
	if err := a.client.CallContext(ctx, &h, "eth_getBlockByNumber", "latest", false); err != nil {
		return header{}, fmt.Errorf("reading anvil's head: %w", err)
	}
	return header{Number: uint64(h.Number), Timestamp: uint64(h.Timestamp), Hash: h.Hash}, nil
}

// commit makes a block by the wall clock.
func (a *Anvil) commit(ctx context.Context) error {
	return a.mineAt(ctx, max(uint64(a.now().Unix()), a.clock+1))
}

// mineAt makes a block of that time.
func (a *Anvil) mineAt(ctx context.Context, timestamp uint64) error {
	if err := a.client.CallContext(ctx, nil, "evm_mine", map[string]any{"timestamp": hexutil.Uint64(timestamp)}); err != nil {
		return fmt.Errorf("making a block: %w", err)
	}
	a.clock = timestamp
	return nil
}

func (a *Anvil) mine(ctx context.Context, n int) error {
	for range n {
		if err := a.commit(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Mine implements devchain.Chain.
func (a *Anvil) Mine(ctx context.Context, n int) error {
	if n < 1 {
		return fmt.Errorf("mining %d blocks", n)
	}
	return a.miner.Do(ctx, func(ctx context.Context) error { return a.mine(ctx, n) })
}

// Reorg implements devchain.Chain. anvil_reorg makes chains of equal height
// only, so the blocks are taken back and others made.
func (a *Anvil) Reorg(ctx context.Context, depth, newBlocks int, dropTxs bool) error {
	return a.miner.Do(ctx, func(ctx context.Context) error {
		head, err := a.head(ctx)
		if err != nil {
			return err
		}
		if err := devchain.CheckReorg(depth, newBlocks, head.Number); err != nil {
			return err
		}
		var orphaned []hexutil.Bytes
		if !dropTxs {
			if orphaned, err = a.transactions(ctx, head.Number-uint64(depth)+1, head.Number); err != nil {
				return err
			}
		}
		if err := a.client.CallContext(ctx, nil, "anvil_rollback", depth); err != nil {
			return fmt.Errorf("reorg: taking back %d blocks: %w", depth, err)
		}
		if dropTxs {
			if err := a.client.CallContext(ctx, nil, "anvil_dropAllTransactions"); err != nil {
				return fmt.Errorf("reorg: emptying the pool: %w", err)
			}
		}
		for _, raw := range orphaned {
			// an error is of one that anvil has kept, or that no longer fits
			_ = a.client.CallContext(ctx, nil, "eth_sendRawTransaction", raw)
		}
		return a.mine(ctx, newBlocks)
	})
}

// transactions returns the signed transactions of the blocks from first to last.
func (a *Anvil) transactions(ctx context.Context, first, last uint64) ([]hexutil.Bytes, error) {
	var out []hexutil.Bytes
	for n := first; n <= last; n++ {
		var b struct{ Transactions []*types.Transaction }
		if err := a.client.CallContext(ctx, &b, "eth_getBlockByNumber", hexutil.EncodeBig(new(big.Int).SetUint64(n)), true); err != nil {
			return nil, fmt.Errorf("reorg: reading block %d: %w", n, err)
		}
		for _, tx := range b.Transactions {
			raw, err := tx.MarshalBinary()
			if err != nil {
				return nil, fmt.Errorf("reorg: encoding %s: %w", tx.Hash(), err)
			}
			out = append(out, raw)
		}
	}
	return out, nil
}

// AdvanceTime implements devchain.Chain.
func (a *Anvil) AdvanceTime(ctx context.Context, d time.Duration) error {
	if d < time.Second {
		return fmt.Errorf("advancing the time by %v: at least a second is needed", d)
	}
	return a.miner.Do(ctx, func(ctx context.Context) error {
		var pool struct{ Pending hexutil.Uint64 }
		if err := a.client.CallContext(ctx, &pool, "txpool_status"); err != nil {
			return fmt.Errorf("reading anvil's pool: %w", err)
		}
		if pool.Pending > 0 {
			if err := a.commit(ctx); err != nil {
				return err
			}
		}
		return a.mineAt(ctx, a.clock+uint64(d/time.Second))
	})
}

// SetBlockTime implements devchain.Chain.
func (a *Anvil) SetBlockTime(ctx context.Context, d time.Duration) error {
	return a.miner.SetBlockTime(ctx, d)
}
