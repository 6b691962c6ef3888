package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
)

// commitTerms are how work is committed to before it is submitted; nil where the
// poster does not ask for it.
func commitTerms(in settle.NewMission, v *settle.Verification) (*settle.CommitTerms, error) {
	if in.Verification == nil || !in.Verification.CommitReveal {
		return nil, nil
	}
	if in.Mode != settle.ModePoints || v == nil || v.Match == nil || v.Match.Mode == settle.MatchPredicate || in.Sealed {
		return nil, settle.Errorf(settle.CodeVerificationUnsupported, "commitments are taken here for first_valid_match missions in points whose work is public and decided by its content; commit on the chain to an escrow mission")
	}
	t := settle.CommitTerms{RevealMillis: in.Verification.RevealMillis}
	if t.RevealMillis == 0 {
		t.RevealMillis = settle.DefaultRevealMillis
	}
	if t.RevealMillis < settle.MinRevealMillis || t.RevealMillis > settle.MaxRevealMillis {
		return nil, badRule("the time to reveal is 1 second to 24 hours")
	}
	return &t, nil
}

// Commit takes an agent's commitment to work for a mission, which must be submitted
// with its salt within the time to reveal.
func (e *Engine) Commit(ctx context.Context, r settle.CommitRequest) (out *settle.Committed, err error) {
	if err := e.EndIfDue(ctx, r.Mission); err != nil {
		return nil, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		m := settle.GetRow[settle.Mission](tx, r.Mission)
		if err := e.takesWork(m, r.Mission); err != nil {
			return err
		}
		if m.CommitTerms() == nil {
			return settle.Errorf(settle.CodeNoCommitmentsTaken, "%s takes no commitments here; submit your work", m.ID)
		}
		old := settle.GetRow[settle.PointsCommitment](tx, settle.PointsCommitment{Mission: m.ID, Agent: r.Actor}.Key())
		if old != nil && old.Live(m, e.now()) {
			return settle.Errorf(settle.CodeAlreadyCommitted, "you have committed to work for %s; submit it, or wait until its time is over", m.ID).With("reveal_by", old.RevealBy(m))
		}
		if err := afford(tx, r.Actor, m.Points.Symbol, "a commitment", m.Points.SpamFee); err != nil {
			return err
		}
		if err := e.grant(tx, r.Actor); err != nil {
			return err
		}
		if err := e.record(tx, settle.WorkCommitted{Mission: m.ID, Agent: r.Actor, Commitment: r.Commitment, SpamFee: m.Points.SpamFee}); err != nil {
			return err
		}
		c := settle.GetRow[settle.PointsCommitment](tx, settle.PointsCommitment{Mission: m.ID, Agent: r.Actor}.Key())
		out = &settle.Committed{Commitment: c, RevealBy: c.RevealBy(m)}
		return nil
	})
	return out, err
}

// reveals refuses work that its agent has not committed to, where that is asked.
func (e *Engine) reveals(tx settle.Tx, m *settle.Mission, in settle.NewSubmission) error {
	c := settle.GetRow[settle.PointsCommitment](tx, settle.PointsCommitment{Mission: m.ID, Agent: in.Agent}.Key())
	switch {
	case in.Source != nil:
		return settle.Errorf(settle.CodeInvalid, "content_uri: the commitment is to the content itself, so send that")
	case c == nil || c.Submission != "" || e.now() >= c.RevealBy(m):
		return settle.Errorf(settle.CodeNoCommitment, "work for %s is public once it is submitted, so commit to it first (POST /missions/%s/commit), and submit it with the salt in time", m.ID, m.ID)
	case settle.CommitmentTo(m.ID, in.Agent, in.Salt, in.Content) != c.Commitment:
		return settle.Errorf(settle.CodeNoCommitment, "your commitment is to other work, or to another salt").With("commitment", c.Commitment)
	}
	return nil
}

// creditCommitted awards what wins a mission by the commitments to it, as far as
// that is decided.
func (e *Engine) creditCommitted(tx settle.Tx, mission string) error {
	for {
		m := settle.GetRow[settle.Mission](tx, mission)
		if m.Status != settle.MissionOpen || m.Filled(NoMilestone) {
			return nil
		}
		w := settle.CommittedWinner(tx, m, e.now())
		if w == nil {
			return nil
		}
		if err := e.creditWinner(tx, m, w, ""); err != nil {
			return err
		}
	}
}

// undecided are the missions of which matching work waits for an earlier commitment,
// and does not have to any more.
func undecided(tx settle.Tx, now int64) (out []string) {
	for _, c := range settle.FindRows[*settle.PointsCommitment](tx, settle.CommitmentsWaiting()) {
		if m := settle.GetRow[settle.Mission](tx, c.Mission); m != nil && m.Status == settle.MissionOpen && settle.CommittedWinner(tx, m, now) != nil {
			out = append(out, m.ID)
		}
	}
	return out
}
