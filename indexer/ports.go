package indexer

import (
	"context"
	"errors"

	"github.com/oabp/oabpd/settle"
)

// Errors of a Sink on which the follower acts.
var (
	// ErrDeposed says that the lease's epoch is no longer the current one:
	// another process leads. Nothing was written.
	ErrDeposed = errors.New("deposed: another process holds the indexer lease")
	// ErrNotOnTip says that a block does not extend the stored tip. Nothing was
	// written; the follower reads the tip again.
	ErrNotOnTip = errors.New("block does not extend the stored tip")
)

// Sink is where the follower writes. Every method is one transaction.
type Sink interface {
	// Tail is the newest stored canonical blocks, newest first, at most n;
	// empty on a fresh database.
	Tail(ctx context.Context, n int) ([]settle.BlockRef, error)
	// Extend stores b on top of the stored tip and applies what has thereby
	// reached the confirmation depth, with all its consequences. On an empty
	// store any block is taken as the first.
	Extend(ctx context.Context, epoch int64, b settle.Block) error
	// Rewind replaces every stored block above ancestor by branch (ascending,
	// its first block's parent is ancestor; it may be shorter than what it
	// replaces, or empty). Replaced blocks are kept as orphans.
	Rewind(ctx context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block) error
}

// Head is what an endpoint says of a block without its logs.
type Head struct {
	settle.BlockRef
	Parent settle.Hash
	// Time is the block's timestamp in Unix seconds.
	Time int64
}

// Source is one view of the chain: a single endpoint, or several behind one
// policy. Implementations validate what they return: hash, number, ascending
// unique log indexes, no removed logs, only addresses that were asked for.
type Source interface {
	// Latest is the current head.
	Latest(ctx context.Context) (Head, error)
	// HeadByNumber is the canonical block at a height; ErrNoBlock if the
	// endpoint has none there (yet).
	HeadByNumber(ctx context.Context, number uint64) (Head, error)
	// HeadByHash is the block with that hash, canonical or not; ErrNoBlock if
	// the endpoint does not know it.
	HeadByHash(ctx context.Context, hash settle.Hash) (Head, error)
	// Block is the canonical block at a height with its logs, both from the same
	// endpoint in one batch.
	Block(ctx context.Context, number uint64) (settle.Block, error)
	// BlockByHash is the same for a given hash (used to fetch a new branch).
	BlockByHash(ctx context.Context, hash settle.Hash) (settle.Block, error)
}

// ErrNoBlock says that an endpoint does not have the block asked for.
var ErrNoBlock = errors.New("endpoint does not have this block")
