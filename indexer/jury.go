package indexer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// Answer is what one endpoint says of a height.
type Answer struct {
	// Endpoint is its place in the configuration, from 0.
	Endpoint int
	// Hash is its canonical block there; zero if Err is set.
	Hash settle.Hash
	// Head is the height of its newest block, also where Err is ErrNoBlock; 0 if
	// it did not say.
	Head uint64
	// Err says why there is no Hash: ErrNoBlock if the endpoint lags.
	Err error
}

// Panel is the endpoints behind a Source, each with a voice of its own.
type Panel interface {
	// Size is how many endpoints there are.
	Size() int
	// Ask asks all of them at once for their block at a height, and for their head.
	// The channel gives one answer of each, in the order in which they come, and is
	// closed within bounded time.
	Ask(ctx context.Context, number uint64) <-chan Answer
	// Rule tells how the vote ended: whoever has another hash than winner is
	// isolated until it agrees again, and left if it is the source. A zero
	// winner judges nobody, but who did not answer is noted.
	Rule(ctx context.Context, winner settle.Hash, answers []Answer)
	// Prefer makes an endpoint the source.
	Prefer(endpoint int)
}

// JuryConfig is what a Jury needs. Panel, Quorum and Confirmations are required.
type JuryConfig struct {
	Panel Panel
	// Quorum is how many endpoints must have the same block, from 1 to Size.
	Quorum int
	// Confirmations is how many blocks below the head the vote is taken.
	Confirmations uint64
	// HaltAfter is how long endpoints may be at odds without a majority before
	// releases are halted; default 60 s.
	HaltAfter time.Duration
	// Retry is the time between votes on a block that waits; default 2 s.
	Retry time.Duration
	// Clock: default SystemClock. Log: default discards.
	Clock Clock
	Log   *slog.Logger
	// Voted, if set, is told of each vote. It must not block.
	Voted func(Verdict)
}

// Errors that the loop survives, when a reorganization would undo facts.
var (
	// ErrOutvoted: a majority contradicts the source, which was left.
	ErrOutvoted = errors.New("a majority of the endpoints does not have this branch")
	// ErrNoQuorum: too few endpoints have the source's branch. Nothing is undone.
	ErrNoQuorum = errors.New("no quorum of endpoints has this branch")
)

// Jury decides which blocks may become facts: those that a quorum of endpoints
// has (settlement.md R25). One vote on a block stands for all its ancestors. It
// votes beside the follower, which goes on storing blocks meanwhile. Make it
// with NewJury, one for each Follower.
type Jury struct {
	cfg JuryConfig

	summons chan struct{} // a block to vote on
	wake    chan struct{} // the follower's: something was decided

	mu sync.Mutex
	// wanted is the newest block to vote on, agreed the newest with a quorum;
	// zero hashes for none.
	wanted, agreed settle.BlockRef
	// head is the height of which wanted is at the depth, and tail the stored
	// blocks, newest first. skew is by how much the quorum's heads are behind.
	head, skew uint64
	tail       []settle.BlockRef
	// voting is the block of the newest vote. term counts the reorganizations
	// below it: a vote of an older term counts no more.
	voting settle.BlockRef
	term   int
	// compared is up to where a quorum has the stored logs; wrong are blocks of
	// which it has others. pending gives stored blocks that are no facts yet; nil
	// where the store cannot.
	compared uint64
	wrong    []settle.Block
	pending  func(ctx context.Context, above, upTo uint64, n int) ([]settle.Block, error)
	doubt    Doubt
	// kept is the doubt that the store has; keeper, if set, is the store, with the
	// epoch of this reign. Only the goroutine that votes uses them.
	kept   Doubt
	keeper *keeper
	// halt is the reason of a halt that is not yet stored.
	halt   string
	status JuryStatus
}

// JuryStatus is a snapshot for health checks. Its figures are those of this
// process' newest reign.
type JuryStatus struct {
	// Size is the number of endpoints, Quorum how many must agree.
	Size, Quorum int
	// Count is the newest vote's, taken at Height.
	Count  Count
	Height uint64
	// Agreed is the newest block with a quorum.
	Agreed settle.BlockRef
	// WaitingSince is when a block began to wait for its quorum; zero if none.
	WaitingSince time.Time
	// DoubtSince is since when endpoints are at odds; zero if they are not.
	DoubtSince time.Time
}

// NewJury checks a configuration and fills in the defaults.
func NewJury(cfg JuryConfig) (*Jury, error) {
	if cfg.Panel == nil || cfg.Confirmations == 0 {
		return nil, errors.New("indexer: a jury needs Panel and Confirmations")
	}
	if n := cfg.Panel.Size(); cfg.Quorum < 1 || cfg.Quorum > n {
		return nil, fmt.Errorf("indexer: a quorum of %d of %d endpoints", cfg.Quorum, n)
	}
	orDefault(&cfg.HaltAfter, time.Minute)
	orDefault(&cfg.Retry, 2*time.Second)
	if cfg.Clock == nil {
		cfg.Clock = SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Jury{cfg: cfg, summons: make(chan struct{}, 1), wake: make(chan struct{}, 1)}, nil
}

// Agreed is the newest block that a quorum has; a zero hash before the first
// vote of a reign. Only it and its ancestors may become facts.
func (j *Jury) Agreed() settle.BlockRef {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.agreed
}

// Status may be called at any time from any goroutine.
func (j *Jury) Status() JuryStatus {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.status
	s.Size, s.Quorum, s.Agreed, s.DoubtSince = j.cfg.Panel.Size(), j.cfg.Quorum, j.agreed, j.doubt.Since
	return s
}

// begin forgets what an earlier reign found; others may have led since.
func (j *Jury) begin() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.head, j.skew, j.tail = 0, 0, nil
	j.wanted, j.agreed, j.doubt, j.halt, j.status = settle.BlockRef{}, settle.BlockRef{}, Doubt{}, "", JuryStatus{}
	j.compared, j.wrong = 0, nil
	j.term++
}

// convene puts a stored block to the vote, unless it is agreed upon already.
// Head is the height from which its depth is counted, tail the stored blocks.
func (j *Jury) convene(ref settle.BlockRef, head uint64, tail []settle.BlockRef) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if ref == j.wanted || ref == j.agreed || ref.Number < j.agreed.Number {
		return
	}
	j.wanted, j.head, j.tail = ref, head, tail
	poke(j.summons)
}

// behind is by how many blocks the quorum's heads were behind the source's in
// the newest vote; 0 if by too many.
func (j *Jury) behind() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.skew > maxSkew {
		return 0
	}
	return j.skew
}

// retract takes back all agreement above ancestor, which stays agreed upon if
// anything above it was.
func (j *Jury) retract(ancestor settle.BlockRef) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.compared, j.wrong = min(j.compared, ancestor.Number), nil
	if j.wanted.Number > ancestor.Number {
		j.wanted = settle.BlockRef{}
	}
	if j.voting.Number > ancestor.Number {
		j.term++
	}
	if j.agreed.Number > ancestor.Number {
		j.agreed = ancestor
	}
}
