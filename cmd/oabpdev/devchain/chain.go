package devchain

import (
	"context"
	"time"
)

// Chain is a development chain under the caller's control.
type Chain interface {
	// HTTPURL is the address of JSON-RPC over HTTP.
	HTTPURL() string
	// WSURL is the address of JSON-RPC over WebSocket.
	WSURL() string
	// ChainID is the EIP-155 chain id.
	ChainID() uint64
	// Accounts are the named accounts, each with ETH and USDC.
	Accounts() []Account
	// Account returns the account of that name.
	Account(name string) (Account, bool)

	// Mine makes n blocks at once; the first takes what is pending.
	Mine(ctx context.Context, n int) error
	// Reorg replaces the last depth blocks by newBlocks others. The new chain
	// may be shorter, as long as or longer than the old one; newBlocks is at
	// least 1 and depth at most the height. dropTxs forgets the transactions of
	// the orphaned blocks and all pending ones; otherwise they are mined again.
	Reorg(ctx context.Context, depth, newBlocks int, dropTxs bool) error
	// AdvanceTime makes a block whose timestamp is d (whole seconds, at least
	// one) after its parent's. Pending transactions get a block of their own
	// before it.
	AdvanceTime(ctx context.Context, d time.Duration) error
	// SetBlockTime changes the interval of automatic blocks; 0 stops them.
	SetBlockTime(ctx context.Context, d time.Duration) error

	// Close ends the chain and forgets it. Closing twice is fine.
	Close() error
}
