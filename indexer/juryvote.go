package indexer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/oabp/oabpd/settle"
)

// run votes until ctx ends. halt stores that releases are halted.
func (j *Jury) run(ctx context.Context, halt func(ctx context.Context, reason string) error) {
	var rest sync.WaitGroup
	defer rest.Wait()
	j.recall(ctx)
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
		stored = j.keep(ctx) && stored
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
