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

// run votes until ctx ends. halt stores that releases are halted.
func (j *Jury) run(ctx context.Context, halt func(ctx context.Context, reason string) error) {
	var rest sync.WaitGroup
	defer rest.Wait()
	for ctx.Err() == nil {
		ref, term, due := j.due()
		pause := j.cfg.Retry
		if due {
			if reach, known := j.vote(ctx, ref, term, &rest); known && reach < ref.Number {
				if lower, ok := j.lower(reach); ok {
					j.vote(ctx, lower, term, &rest)
				}
				if reach+j.cfg.Confirmations > ref.Number { // a few blocks: they are on their way
					pause /= 8
				}
			}
		}
		stored := j.store(ctx, halt)
		if stored && due && ref == j.Agreed() {
			continue
		}
		var retry <-chan time.Time
		stop := func() {}
		if due || !stored {
			retry, stop = j.cfg.Clock.After(pause)
		}
		select {
		case <-ctx.Done():
		case <-j.summons:
		case <-retry:
		}
		stop()
	}
}

func (j *Jury) due() (ref settle.BlockRef, term int, due bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.voting = j.wanted
	return j.wanted, j.term, !j.wanted.Hash.IsZero() && j.wanted != j.agreed && j.wanted.Number >= j.agreed.Number
}

// store stores a halt that is due, and says whether none is due any more. It
// stays due until that worked, whatever the endpoints say meanwhile.
func (j *Jury) store(ctx context.Context, halt func(ctx context.Context, reason string) error) bool {
	j.mu.Lock()
	reason := j.halt
	j.mu.Unlock()
	if reason == "" {
		return true
	}
	if err := halt(ctx, reason); err != nil {
		j.cfg.Log.Error("releases could not be halted; trying again", "reason", reason, "err", err)
		return false
	}
	j.cfg.Log.Error("releases are halted until an operator clears the incident", "reason", reason)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.halt = ""
	return true
}

// lower is the stored block at the height that has the depth below the heads of
// a quorum, unless that is agreed upon already.
func (j *Jury) lower(reach uint64) (settle.BlockRef, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	ref, ok := at(j.tail, reach)
	return ref, ok && reach > j.agreed.Number
}

// vote takes one vote. It ends when the verdict stands; who answers later is
// heard by a goroutine of rest, which the panel bounds. Reach is the newest
// height that has the depth below the heads of a quorum, if known.
func (j *Jury) vote(ctx context.Context, ref settle.BlockRef, term int, rest *sync.WaitGroup) (reach uint64, known bool) {
	size := j.cfg.Panel.Size()
	var logs *logVote
	if j.smooth() {
		logs = j.askLogs(ctx, ref, logsAtOnce) // beside the vote on the block, so that it takes no longer
	}
	answers := j.cfg.Panel.Ask(ctx, ref.Number)
	var heard []Answer
	for a := range answers {
		heard = append(heard, a)
		vs := hashes(heard)
		if len(heard) < size && Certain(ref.Hash, j.cfg.Quorum, vs, size-len(heard)) && j.deep(ref, heard) {
			c := Tally(ref.Hash, j.cfg.Quorum, vs)
			counted := heard
			rest.Go(func() {
				for a := range answers {
					heard = append(heard, a)
				}
				j.rule(ctx, ref.Hash, heard)
			})
			j.conclude(ctx, ref, term, c, counted, logs, rest)
			return ref.Number, true
		}
	}
	if ctx.Err() != nil {
		logs.drop()
		return 0, false
	}
	c := Tally(ref.Hash, j.cfg.Quorum, hashes(heard))
	j.rule(ctx, c.Winner, heard)
	j.conclude(ctx, ref, term, c, heard, logs, rest)
	head, known := Reach(j.cfg.Quorum, heads(heard))
	return head - min(head, j.cfg.Confirmations), known
}

// conclude goes from the vote on a block to that on its logs, and notes what
// came of both.
func (j *Jury) conclude(ctx context.Context, ref settle.BlockRef, term int, c Count, heard []Answer, logs *logVote, rest *sync.WaitGroup) {
	if c.Verdict == VerdictApply && j.deep(ref, heard) {
		c = j.checkLogs(ctx, ref, term, c, logs, rest)
	} else {
		logs.drop()
	}
	if ctx.Err() != nil {
		return
	}
	j.note(ref, term, c, heard)
	if c.Verdict != VerdictApply {
		poke(j.wake) // the source may be another one now, or blocks are to be read again
	}
}

// deep says whether a quorum has the block with the depth on top of it. Else
// whoever claims a longer chain than the others have would decide alone when a
// block is deep enough.
func (j *Jury) deep(ref settle.BlockRef, heard []Answer) bool {
	var own []uint64
	for _, a := range heard {
		if a.Hash == ref.Hash {
			own = append(own, a.Head)
		}
	}
	head, ok := Reach(j.cfg.Quorum, own)
	return ok && head >= ref.Number+j.cfg.Confirmations
}

func heads(heard []Answer) (hs []uint64) {
	for _, a := range heard {
		if a.Err == nil || errors.Is(a.Err, ErrNoBlock) {
			hs = append(hs, a.Head)
		}
	}
	return hs
}

// ask takes a vote by itself, for a block that is not stored.
func (j *Jury) ask(ctx context.Context, ref settle.BlockRef) (c Count, heard []Answer) {
	for a := range j.cfg.Panel.Ask(ctx, ref.Number) {
		heard = append(heard, a)
	}
	c = Tally(ref.Hash, j.cfg.Quorum, hashes(heard))
	j.rule(ctx, c.Winner, heard)
	return c, heard
}

func (j *Jury) rule(ctx context.Context, winner settle.Hash, heard []Answer) {
	if ctx.Err() == nil {
		j.cfg.Panel.Rule(ctx, winner, heard)
	}
}

func hashes(heard []Answer) (vs []settle.Hash) {
	for _, a := range heard {
		vs = append(vs, a.Hash)
	}
	return vs
}

// note draws the consequences of a count.
func (j *Jury) note(ref settle.BlockRef, term int, c Count, heard []Answer) {
	now := j.cfg.Clock.Now()
	j.mu.Lock()
	defer j.mu.Unlock()
	if term != j.term {
		return // what was voted on is gone
	}
	halt := false
	j.doubt, halt = j.doubt.After(c.Verdict, now, j.cfg.HaltAfter)
	if head, ok := Reach(j.cfg.Quorum, heads(heard)); ok {
		j.skew = j.head - min(j.head, head)
	}
	if c.Verdict == VerdictApply && !j.deep(ref, heard) {
		c.Verdict = VerdictWait
	}
	before := j.status.Count.Verdict
	j.status.Count, j.status.Height = c, ref.Number
	if halt {
		j.halt = fmt.Sprintf("for %s the endpoints have had different blocks %d, and none a majority: %d of %d agree with block %s",
			j.cfg.HaltAfter, ref.Number, c.Ours, c.Cast, ref.Hash)
	}
	if c.Verdict == VerdictApply {
		j.agreed, j.status.WaitingSince = ref, time.Time{}
		poke(j.wake)
	} else if j.status.WaitingSince.IsZero() {
		j.status.WaitingSince = now
	}
	if c.Verdict != before {
		j.cfg.Log.Warn("endpoints asked", "verdict", c.Verdict, "block", ref.Number, "agree", c.Ours, "answers", c.Cast, "quorum", j.cfg.Quorum)
	}
	if j.cfg.Voted != nil {
		j.cfg.Voted(c.Verdict)
	}
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
