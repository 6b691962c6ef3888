package indexer

import (
	"context"
	"errors"
	"time"

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

// Sink is where the follower writes. Every method but ExtendMany is one
// transaction. After any error the follower calls Tail before it writes again,
// so an error may also mean that the write happened (an ambiguous commit).
type Sink interface {
	// Tail is the newest stored canonical blocks, newest first, at most n;
	// empty on a fresh database. Fewer than n means that there are no more.
	Tail(ctx context.Context, n int) ([]settle.BlockRef, error)
	// Extend stores b on top of the stored tip and applies what has thereby
	// reached the confirmation depth, with all its consequences; where there is a
	// Jury, no block above the one that it agrees upon. On an empty store any
	// block is taken as the first.
	Extend(ctx context.Context, epoch int64, b settle.Block) error
	// ExtendMany stores final blocks that follow each other, the first on top of the
	// stored tip, with the same outcome as Extend for each in turn, in fewer
	// transactions: each stores whole blocks. It may fail with the first of them
	// stored.
	ExtendMany(ctx context.Context, epoch int64, blocks []settle.Block) error
	// Rewind replaces every stored block above ancestor by branch (ascending,
	// its first block's parent is ancestor; it may be shorter than what it
	// replaces, or empty). Replaced blocks are kept as orphans. Ancestor is a
	// stored block, or, when the reorg reaches the first block ever stored, the
	// block just below that one: then branch is not empty and replaces all. If that
	// replaces a block that was noted as final, all releases are halted as by Halt.
	Rewind(ctx context.Context, epoch int64, ancestor settle.BlockRef, branch []settle.Block) error
	// Confirm applies what has reached the confirmation depth and is agreed upon
	// since the newest write (see Jury), notes what is final (see Tags), and does
	// what that makes due, without a new block. It is called only where there is a
	// Jury or Tags.
	Confirm(ctx context.Context, epoch int64) error
	// Halt stops all releases until an operator lets them go on (settlement.md
	// R25), and says why. When they are halted it changes nothing. It may be
	// called while another method runs.
	Halt(ctx context.Context, epoch int64, reason string) error
}

// Lease makes one process the leader. Its clock is that of the store, so that
// hosts need not agree on the time.
type Lease interface {
	// Acquire takes the lease for ttl if it is free, has expired, or is held by
	// the same holder. Each success has a greater epoch than every one before;
	// ok is false while somebody else holds it.
	Acquire(ctx context.Context, holder string, ttl time.Duration) (epoch int64, ok bool, err error)
	// Renew prolongs the lease to ttl from now; ok is false when epoch is no
	// longer the current one.
	Renew(ctx context.Context, epoch int64, ttl time.Duration) (ok bool, err error)
	// Release gives the lease up if epoch still holds it, so that a standby need
	// not wait for its end.
	Release(ctx context.Context, epoch int64) error
}

// Head is what an endpoint says of a block without its logs.
type Head struct {
	settle.BlockRef
	Parent settle.Hash
	// Time is the block's timestamp in Unix seconds.
	Time int64
}

// HeadOf is a block without its logs.
func HeadOf(b settle.Block) Head {
	return Head{BlockRef: b.BlockRef, Parent: b.Parent, Time: b.Time}
}

// Source is one view of the chain: a single endpoint, or several behind one
// policy. Implementations validate what they return: hash, number, ascending
// unique log indexes, no removed logs, only addresses that were asked for.
// Methods may be called concurrently, and end in bounded time whatever the
// endpoint does.
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

// RawLog is a log as an endpoint gives it, before decoding.
type RawLog struct {
	Address settle.Address
	Topics  []settle.Hash
	Data    []byte
	// Index is the position in the block, from 0.
	Index   uint32
	TxHash  settle.Hash
	TxIndex uint32
}

// Watch is one emitter and the first topics that matter there.
type Watch struct {
	Address settle.Address
	Topics  []settle.Hash
}

// Decoder says which logs to ask for and turns them into settle.Log.
type Decoder interface {
	// Watches are the emitters and events to ask for; not empty.
	Watches() []Watch
	// Decode is total: ok is false for a log that does not matter (unknown
	// emitter or topic); err is for one that matters and is malformed.
	Decode(RawLog) (l settle.Log, ok bool, err error)
}

// Clock is time as the follower sees it.
type Clock interface {
	Now() time.Time
	// After is a channel that delivers once d has passed. Calling stop frees the
	// timer; it is safe to call at any time.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// SystemClock is the clock of the operating system.
type SystemClock struct{}

// Now implements Clock.
func (SystemClock) Now() time.Time { return time.Now() }

// After implements Clock.
func (SystemClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}

// Observer is told what the follower does; metrics are made of it. Methods must
// not block and may be called from several goroutines.
type Observer interface {
	// Leading reports a change of leadership.
	Leading(leader bool, epoch int64)
	// Seen reports each head and what was decided on it.
	Seen(head Head, d Decision)
	// Extended reports a block written, and how long its write took.
	Extended(b settle.Block, took time.Duration)
	// Backfilled reports final blocks written together; Extended is not called for
	// them.
	Backfilled(p Progress)
	// Rewound reports a reorg written: blocks replaced, blocks of the new branch.
	Rewound(reason Reason, replaced, branch int)
	// Failed reports an error that the loop survived.
	Failed(err error)
}

// NopObserver ignores everything; embed it to observe only a part.
type NopObserver struct{}

// Leading implements Observer.
func (NopObserver) Leading(bool, int64) {}

// Seen implements Observer.
func (NopObserver) Seen(Head, Decision) {}

// Extended implements Observer.
func (NopObserver) Extended(settle.Block, time.Duration) {}

// Backfilled implements Observer.
func (NopObserver) Backfilled(Progress) {}

// Rewound implements Observer.
func (NopObserver) Rewound(Reason, int, int) {}

// Failed implements Observer.
func (NopObserver) Failed(error) {}
