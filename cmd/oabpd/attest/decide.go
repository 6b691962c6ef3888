package attest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/digest"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/seal"
)

// Judge says whether the content of an entry is valid, where the rule cannot
// be decided from the content alone.
type Judge func(ctx context.Context, e Entry, content string) (bool, error)

// Question is what an attester is asked.
type Question struct {
	// Signer is who would sign.
	Signer settle.Address
	// Agent is whose submission is said to win Tranche.
	Agent   settle.Address
	Tranche uint8
	// Split is what the submission's split hash stands for.
	Split settle.Split
	// Rule is what the submissions are checked by; its hash is the terms' param,
	// which only an oracle mission may leave zero.
	Rule escrow.MatchRule
	// Envelopes are the sealed contents at hand, by content hash.
	Envelopes map[settle.Hash][]byte
	// Judge decides what Rule does not; nil: nobody does.
	Judge Judge
	// PassOver are agents whose earlier entry counts as invalid though its
	// content is not at hand, by the operator's word.
	PassOver []settle.Address
	// Deadline is in Unix seconds; 0: the terms' judgeBy.
	Deadline int64
}

// Decide gives the finding if the answer is yes. Every other answer is an
// error that says why.
func Decide(ctx context.Context, c *Case, q Question) (digest.Finding, error) {
	f := digest.Finding{MissionID: c.Mission, Tranche: q.Tranche, Agent: q.Agent, Deadline: q.Deadline}
	if f.Deadline == 0 {
		f.Deadline = c.Terms.JudgeBy
	}
	e, err := c.awardable(q, f.Deadline)
	if err != nil {
		return f, err
	}
	f.SubmissionHash, f.SharesHash = e.SubmissionHash, e.SplitHash
	if err := q.checkRule(c.Terms); err != nil {
		return f, err
	}
	valid, err := q.valid(ctx, e)
	if err != nil {
		return f, fmt.Errorf("the submission of %s: %w", e.Agent.Checksum(), err)
	}
	if !valid {
		return f, fmt.Errorf("the submission of %s is not valid", e.Agent.Checksum())
	}
	if c.Terms.VType != settle.FirstValidMatch {
		return f, nil
	}
	f.Position = e.Position
	return f, q.first(ctx, c, e)
}

// awardable is the entry in question, if the contracts would take an award of
// it that this signer attests.
func (c *Case) awardable(q Question, deadline int64) (Entry, error) {
	t := c.Terms
	switch {
	case t.Resolver != c.Oracle:
		return Entry{}, fmt.Errorf("the mission is resolved by %s, not by the attestation oracle %s", t.Resolver.Checksum(), c.Oracle.Checksum())
	case !slices.Contains(c.Attesters, q.Signer):
		return Entry{}, fmt.Errorf("%s is no attester of %s", q.Signer.Checksum(), c.Oracle.Checksum())
	case q.Signer == t.Poster, q.Signer == q.Agent, slices.Contains(q.Split.Payees, q.Signer):
		return Entry{}, fmt.Errorf("%s is barred: it is the poster, the agent or a payee", q.Signer.Checksum())
	case int(q.Tranche) >= len(t.Tranches):
		return Entry{}, fmt.Errorf("there is no tranche %d; the mission has %d", q.Tranche, len(t.Tranches))
	case (c.Done|c.Pending)>>q.Tranche&1 != 0:
		return Entry{}, fmt.Errorf("tranche %d is paid, refunded or about to be paid already", q.Tranche)
	case c.Now >= t.JudgeBy:
		return Entry{}, fmt.Errorf("awards were taken until %d, and it is %d", t.JudgeBy, c.Now)
	case deadline <= c.Now:
		return Entry{}, fmt.Errorf("the deadline %d is over, it is %d", deadline, c.Now)
	case q.Agent == t.Poster:
		return Entry{}, errors.New("the poster can never be awarded")
	}
	k := slices.IndexFunc(c.Entries, func(e Entry) bool { return e.Agent == q.Agent && e.Tranche == c.entryTranche(q.Tranche) })
	if k < 0 {
		return Entry{}, fmt.Errorf("%s has no submission for tranche %d at block %d", q.Agent.Checksum(), q.Tranche, c.Block)
	}
	if h := digest.SplitHash(q.Split); h != c.Entries[k].SplitHash {
		return Entry{}, fmt.Errorf("the split hashes to %s, and the submission says %s", h, c.Entries[k].SplitHash)
	}
	return c.Entries[k], escrow.CheckSplit(q.Split, t.Poster, escrow.Facts{Escrow: c.Escrow, Token: c.Token})
}

// entryTranche is what the submissions for a tranche name: prizes share one.
func (c *Case) entryTranche(tranche uint8) uint8 {
	if c.Terms.Layout == settle.Prizes {
		return 0
	}
	return tranche
}

// checkRule refuses a rule that is not the mission's. An oracle mission may
// name none: its specification is all that was agreed on, and what the attester
// makes of it is the attester's word.
func (q *Question) checkRule(t settle.MissionTerms) error {
	if err := q.Rule.Check(); err != nil {
		return err
	}
	if t.VType == settle.OracleDecides && t.Param.IsZero() {
		return nil
	}
	if h := q.Rule.Hash(); h != t.Param {
		return fmt.Errorf("the rule hashes to %s, and the terms say %s", h, t.Param)
	}
	return nil
}

// errNoContent says that the bytes behind a content hash are not at hand.
var errNoContent = errors.New("the envelope is not among those that were given")

// valid checks one entry's content by the rule, or asks the judge.
func (q *Question) valid(ctx context.Context, e Entry) (bool, error) {
	raw, ok := q.Envelopes[e.ContentHash]
	if !ok {
		return false, fmt.Errorf("%w (content hash %s)", errNoContent, e.ContentHash)
	}
	if h := seal.Hash(raw); h != e.ContentHash {
		return false, fmt.Errorf("an envelope hashes to %s, not to %s", h, e.ContentHash)
	}
	envelope, err := seal.Parse(raw)
	if err != nil {
		return false, nil // what is no envelope is no deliverable, whatever it holds
	}
	valid, err := q.Rule.Valid(envelope.Content)
	if !errors.Is(err, escrow.ErrNotDecidable) {
		return valid, err
	}
	if q.Judge == nil {
		return false, fmt.Errorf("%w, and there is no --evaluator", err)
	}
	return q.Judge(ctx, e, envelope.Content)
}

// first refuses an entry that a valid one of another agent stands before. Who
// can never be awarded this tranche does not count: the poster, and in a
// mission with several prizes the winner of another one.
func (q *Question) first(ctx context.Context, c *Case, e Entry) error {
	for _, other := range c.Entries {
		if other.Position >= e.Position || other.Tranche != e.Tranche || other.Agent == c.Terms.Poster || c.wonAnother(other.Agent, q.Tranche) {
			continue
		}
		valid, err := q.valid(ctx, other)
		if errors.Is(err, errNoContent) && slices.Contains(q.PassOver, other.Agent) {
			continue
		}
		if err != nil {
			return fmt.Errorf("the earlier submission of %s: %w", other.Agent.Checksum(), err)
		}
		if valid {
			return fmt.Errorf("the submission of %s is valid and stands before it", other.Agent.Checksum())
		}
	}
	return nil
}

func (c *Case) wonAnother(agent settle.Address, tranche uint8) bool {
	for i, winner := range c.Winners {
		if i != tranche && winner == agent && c.Terms.Layout == settle.Prizes {
			return true
		}
	}
	return false
}
