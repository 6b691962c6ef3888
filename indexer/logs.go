package indexer

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/oabp/oabpd/settle"
)

// LogsDigest is what endpoints must agree upon beside a block's hash: the
// decoded logs that matter, in order. Blocks with equal hashes and digests hold
// the same payments.
func LogsDigest(b settle.BlockRef, logs []settle.Log) settle.Hash {
	raw, err := json.Marshal(logs)
	if err != nil {
		panic(fmt.Sprintf("indexer: a decoded log has no JSON: %v", err)) // every decoded value has one
	}
	if len(logs) == 0 {
		raw = nil // whether nil or empty
	}
	return settle.Keccak256(binary.BigEndian.AppendUint64(nil, b.Number), b.Hash[:], raw)
}

// LogsAnswer is what one endpoint says of the logs of some blocks.
type LogsAnswer struct {
	// Endpoint is its place in the configuration, from 0.
	Endpoint int
	// Digests are LogsDigest of each block, in the order asked; nil if Err is set.
	Digests []settle.Hash
	// Err says why there are none: ErrNoBlock if it lacks one of the blocks.
	Err error
}

// LogPanel is a Panel whose endpoints can be asked which logs blocks have.
type LogPanel interface {
	Panel
	// AskLogs asks all endpoints at once for the logs of blocks by their hashes.
	// The channel gives one answer of each and is closed within bounded time.
	AskLogs(ctx context.Context, blocks []settle.BlockRef) <-chan LogsAnswer
	// RuleLogs tells how the vote on them ended. Whoever has other logs than
	// winner is isolated until it agrees again. Where winner is nil there was no
	// majority: then endpoints that differ are held against their own receipts.
	RuleLogs(ctx context.Context, blocks []settle.BlockRef, winner []settle.Hash, answers []LogsAnswer)
}

// LogKeeper is a Sink that can say which logs it stored and replace them. With
// it, and a LogPanel, no block becomes a fact before a quorum of the endpoints
// has the logs that are stored for it.
type LogKeeper interface {
	// Pending are the lowest n stored canonical blocks above a height that are no
	// facts yet, and not above upTo, ascending, with their logs.
	Pending(ctx context.Context, above, upTo uint64, n int) ([]settle.Block, error)
	// Correct replaces the logs of blocks that Pending gave by those of the same
	// blocks read again. It fails with ErrNotOnTip, and changes nothing, if one of
	// them is not canonical any more or has become a fact.
	Correct(ctx context.Context, epoch int64, blocks []settle.Block) error
}

const (
	// logsAtOnce is how many blocks' logs are compared in one vote.
	logsAtOnce = 64
	// logsAgain is the same after a vote that was not won: while endpoints are at
	// odds, each is asked for little.
	logsAgain = 4
)

// logVote is a question for the logs of stored blocks.
type logVote struct {
	blocks []settle.Block
	refs   []settle.BlockRef
	ours   []settle.Hash
	// answers are nil where there is nothing to ask.
	answers <-chan LogsAnswer
	err     error
	ctx     context.Context
	cancel  context.CancelFunc
}

// drop ends a question whose answers do not matter any more; nil is legal.
func (v *logVote) drop() {
	if v != nil {
		v.cancel()
	}
}

// smooth says that nothing was wrong at the newest vote.
func (j *Jury) smooth() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.status.Count.Verdict == VerdictApply
}

// askLogs asks for the logs of the lowest n blocks up to ref that are no facts and
// that were not compared yet. The caller cancels it or counts its answers.
func (j *Jury) askLogs(ctx context.Context, ref settle.BlockRef, n int) *logVote {
	v := &logVote{}
	v.ctx, v.cancel = context.WithCancel(ctx)
	panel, ok := j.cfg.Panel.(LogPanel)
	if !ok || j.pending == nil {
		return v
	}
	j.mu.Lock()
	above := j.compared
	j.mu.Unlock()
	if v.blocks, v.err = j.pending(ctx, above, ref.Number, n); v.err != nil || len(v.blocks) == 0 {
		return v
	}
	for _, b := range v.blocks {
		v.refs, v.ours = append(v.refs, b.BlockRef), append(v.ours, LogsDigest(b.BlockRef, b.Logs))
	}
	v.answers = panel.AskLogs(v.ctx, v.refs)
	return v
}

// checkLogs votes on the logs of all blocks up to ref that are no facts yet, of
// which ref's hash has a quorum by c; first is the question for the first of
// them, nil if none was asked yet. The verdict:
//
//	apply    a quorum and a majority have the logs that are stored
//	logs     a quorum and a majority have others; they are to be read again
//	wait     neither: the endpoints differ, or too few answer
func (j *Jury) checkLogs(ctx context.Context, ref settle.BlockRef, term int, c Count, first *logVote, rest *sync.WaitGroup) Count {
	wait := Count{Verdict: VerdictWait, Winner: c.Winner, Cast: c.Cast}
	if first == nil {
		first = j.askLogs(ctx, ref, logsAgain)
	}
	for v := first; ; v = j.askLogs(ctx, ref, logsAtOnce) {
		if v.err != nil && ctx.Err() == nil {
			j.cfg.Log.Warn("the stored logs could not be read for the vote", "err", v.err)
		}
		if v.err != nil || v.answers == nil {
			v.cancel()
			if v.err != nil {
				return wait
			}
			return c
		}
		got := j.countLogs(v, rest)
		last := v.refs[len(v.refs)-1]
		if last.Number == ref.Number && last != ref || !j.compare(term, got.Verdict, v.blocks) {
			return wait // others are stored by now
		}
		if got.Verdict != VerdictApply {
			return got
		}
		if last == ref {
			return c
		}
	}
}

// compare notes the outcome of a vote on logs; false if it is of an older term.
func (j *Jury) compare(term int, v Verdict, blocks []settle.Block) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case term != j.term:
		return false
	case v == VerdictApply:
		j.compared = max(j.compared, blocks[len(blocks)-1].Number)
	case v == VerdictLogs:
		j.wrong = blocks
	}
	return true
}

// countLogs counts the answers to a question. It ends when the verdict stands;
// who answers later is heard by a goroutine of rest.
func (j *Jury) countLogs(v *logVote, rest *sync.WaitGroup) Count {
	panel := j.cfg.Panel.(LogPanel)
	size, mine := panel.Size(), joined(v.ours)
	var heard []LogsAnswer
	var votes []settle.Hash
	for a := range v.answers {
		heard = append(heard, a)
		votes = append(votes, joined(a.Digests))
		if len(heard) < size && Certain(mine, j.cfg.Quorum, votes, size-len(heard)) {
			rest.Go(func() {
				defer v.cancel()
				for a := range v.answers {
					heard = append(heard, a)
				}
				if v.ctx.Err() == nil {
					panel.RuleLogs(v.ctx, v.refs, v.ours, heard)
				}
			})
			return Tally(mine, j.cfg.Quorum, votes)
		}
	}
	defer v.cancel()
	c := Tally(mine, j.cfg.Quorum, votes)
	if v.ctx.Err() != nil {
		c.Verdict = VerdictWait
		return c
	}
	var winner []settle.Hash
	for i, vote := range votes {
		if vote == c.Winner && !vote.IsZero() {
			winner = heard[i].Digests
		}
	}
	panel.RuleLogs(v.ctx, v.refs, winner, heard)
	switch c.Verdict {
	case VerdictSwitch:
		c.Verdict = VerdictLogs
		for i, h := range winner {
			if h != v.ours[i] {
				j.cfg.Log.Error("a quorum has other logs in a block than are stored; it is read again", "block", v.refs[i].Number, "hash", v.refs[i].Hash)
			}
		}
	case VerdictSplit:
		c.Verdict = VerdictWait
		j.cfg.Log.Error("endpoints have different logs in the same blocks, and none a majority", "from", v.refs[0].Number, "to", v.refs[len(v.refs)-1].Number,
			"agree", c.Ours, "answers", c.Cast, "quorum", j.cfg.Quorum)
	}
	return c
}

// joined is one hash of several; zero of none, which is no vote.
func joined(hs []settle.Hash) settle.Hash {
	if len(hs) == 0 {
		return settle.Hash{}
	}
	raw := make([]byte, 0, len(hs)*len(settle.Hash{}))
	for _, h := range hs {
		raw = append(raw, h[:]...)
	}
	return settle.Keccak256(raw)
}

// takeWrong gives the blocks whose stored logs a quorum contradicts, once.
func (j *Jury) takeWrong() []settle.Block {
	j.mu.Lock()
	defer j.mu.Unlock()
	blocks := j.wrong
	j.wrong = nil
	return blocks
}

// correct reads blocks again whose stored logs a quorum contradicts, and stores
// what they are found to have. Nobody's word is taken: the vote goes on.
func (f *Follower) correct(ctx context.Context, epoch int64) error {
	if f.cfg.Jury == nil {
		return nil
	}
	wrong := f.cfg.Jury.takeWrong()
	keeper, ok := f.cfg.Sink.(LogKeeper)
	if len(wrong) == 0 || !ok {
		return nil
	}
	heads := make([]Head, len(wrong))
	for i, b := range wrong {
		heads[i] = HeadOf(b)
	}
	again, err := f.branch(ctx, heads)
	if err != nil {
		return fmt.Errorf("reading blocks from %d on again: %w", heads[0].Number, err)
	}
	if err := f.write(ctx, func(ctx context.Context) error { return keeper.Correct(ctx, epoch, again) }); err != nil {
		return fmt.Errorf("correcting blocks from %d on: %w", heads[0].Number, err)
	}
	poke(f.cfg.Jury.summons)
	return nil
}
