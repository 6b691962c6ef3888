package engine

import (
	"context"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// pollTerms are how voters decide a new points mission; its deadline becomes the end
// of the vote.
func pollTerms(m *settle.Mission, in settle.NewPoll, set settle.PointsSettings) (*settle.PollTerms, error) {
	def := escrow.DefaultVote()
	t := &settle.PollTerms{WorkUntil: m.Deadline, MinStake: in.MinStake, Rules: settle.VoteRules{CommitMinutes: def.CommitMinutes, RevealMinutes: def.RevealMinutes,
		QuorumVoters: in.QuorumVoters, SlashBPS: in.SlashBPS, Cap: in.Cap, QuorumWeight: in.QuorumWeight}}
	until := in.VoteUntil
	if until == 0 {
		until = m.Deadline + settle.DefaultPollMillis
	}
	if length := until - m.Deadline; length < settle.MinPollMillis || length > settle.MaxPollMillis {
		return nil, settle.Errorf(settle.CodeRulesInvalid, "the vote begins when submissions end: voting_deadline must be a second to 30 days after the deadline of the mission")
	}
	if t.MinStake.IsZero() {
		t.MinStake = money.Units(1_000_000)
	}
	if t.Rules.QuorumWeight.IsZero() {
		t.Rules.QuorumWeight = set.VoteQuorum
	}
	if t.Rules.QuorumVoters == 0 {
		t.Rules.QuorumVoters = def.QuorumVoters
	}
	if t.Rules.Cap == 0 {
		t.Rules.Cap = def.Cap
	}
	if err := escrow.CheckVoteRules(t.Rules); err != nil {
		return nil, err
	}
	t.Rules.CommitMinutes, t.Rules.RevealMinutes = 0, 0 // ballots are cast in the open window, and shown once it is over
	if t.MinStake.Less(money.Units(1_000_000)) || t.Rules.Capped(t.MinStake).Less(t.MinStake) {
		return nil, settle.Errorf(settle.CodeRulesInvalid, "min_vote must be at least 1 %s, and no more than the cap of %d", m.Points.Symbol, t.Rules.Cap)
	}
	m.Deadline = until
	return t, nil
}

// Vote casts a ballot over a points mission.
func (e *Engine) Vote(ctx context.Context, r settle.BallotRequest) (out *settle.PollView, err error) {
	if err := e.EndIfDue(ctx, r.Mission); err != nil {
		return nil, err
	}
	err = e.update(ctx, func(tx settle.Tx) error {
		m, err := e.mayVote(tx, r)
		if err != nil {
			return err
		}
		t := m.PollTerms()
		stake := r.Stake
		if stake.IsZero() {
			stake = t.MinStake
		}
		if stake.Less(t.MinStake) || t.Rules.Capped(stake).Less(stake) {
			return settle.Errorf(settle.CodeInvalid, "stake: must be %s to %d %s", money.FormatUSDC(t.MinStake), t.Rules.Cap, m.Points.Symbol)
		}
		if err := afford(tx, r.Actor, m.Points.Symbol, "this ballot", stake); err != nil {
			return err
		}
		if err := e.grant(tx, r.Actor); err != nil {
			return err
		}
		if err := e.record(tx, settle.BallotCast{Mission: m.ID, Voter: r.Actor, Choice: r.Submission, Stake: stake}); err != nil {
			return err
		}
		out = e.pollView(tx, m, r.Actor)
		return nil
	})
	return out, err
}

// polled is a mission that voters decide here.
func polled(tx settle.Tx, id string) (*settle.Mission, error) {
	m := settle.GetRow[settle.Mission](tx, id)
	switch {
	case m == nil || m.Status == settle.MissionRemoved:
		return nil, noMission(id)
	case m.Mode == settle.ModeEscrow && m.VerificationType() == settle.PeerVote:
		return nil, settle.Errorf(settle.CodeWrongFunding, "%s is decided by the vote contract: votes are cast on the chain, with the calls that GET /missions/{mission_id}/escrow gives", id).With("funding", string(m.Mode))
	case m.PollTerms() == nil:
		return nil, settle.Errorf(settle.CodeVerificationUnsupported, "%s is decided by %s; only points missions with peer_vote take ballots here", id, settle.VerificationOf(m))
	}
	return m, nil
}

// mayVote is all that a ballot asks but for its stake.
func (e *Engine) mayVote(tx settle.Tx, r settle.BallotRequest) (*settle.Mission, error) {
	m, err := polled(tx, r.Mission)
	if err != nil {
		return nil, err
	}
	t := m.PollTerms()
	if now := e.now(); m.Status != settle.MissionOpen || now < t.WorkUntil || now >= m.Deadline {
		return nil, settle.Errorf(settle.CodeVoteNotOpen, "ballots are taken from the end of submissions to the end of the vote").
			With("opens_at", t.WorkUntil).With("closes_at", m.Deadline).With("status", string(m.Status))
	}
	a := settle.GetRow[settle.Agent](tx, r.Actor)
	if a == nil {
		return nil, settle.Errorf(settle.CodeUnauthenticated, "only agents vote")
	}
	if settle.GetRow[settle.PointsBallot](tx, settle.PointsBallot{Mission: m.ID, Voter: r.Actor}.Key()) != nil {
		return nil, settle.Errorf(settle.CodeAlreadyVoted, "you have voted on %s", m.ID)
	}
	if a.CreatedAt >= m.CreatedAt {
		return nil, settle.Errorf(settle.CodeVoterBarred, "only who was an agent before the mission was posted has a vote in it")
	}
	if r.Actor == m.Poster {
		return nil, settle.Errorf(settle.CodeVoterBarred, "the poster has no vote")
	}
	for _, s := range settle.FindRows[*settle.Submission](tx, settle.CompleteOfMission(m.ID)) {
		if s.Joined(r.Actor) {
			return nil, settle.Errorf(settle.CodeVoterBarred, "who shares in a submission has no vote")
		}
	}
	if r.Submission != "" {
		s, err := submissionOf(tx, m, r.Submission)
		if err != nil {
			return nil, err
		}
		if s.Status != settle.SubmissionPending {
			return nil, settle.Errorf(settle.CodeConflict, "the submission is %s", s.Status)
		}
	}
	if p := settle.GetRow[settle.PointsPoll](tx, m.ID); p != nil && int(p.Voters) >= settle.MaxBallots {
		return nil, settle.Errorf(settle.CodeVoteNotOpen, "this poll has %d ballots, the most that it takes", settle.MaxBallots)
	}
	return m, nil
}

// Poll is the poll over a points mission.
func (e *Engine) Poll(ctx context.Context, mission string, v settle.Viewer) (out *settle.PollView, err error) {
	if err := e.EndIfDue(ctx, mission); err != nil {
		return nil, err
	}
	err = e.o.Store.View(ctx, func(tx settle.Tx) error {
		m, err := polled(tx, mission)
		if err != nil {
			return err
		}
		out = e.pollView(tx, m, v.Agent)
		return nil
	})
	return out, err
}

// pollView keeps what the ballots say to itself until the vote is over, so that
// nobody votes after the others.
func (e *Engine) pollView(tx settle.Tx, m *settle.Mission, viewer string) *settle.PollView {
	t := m.PollTerms()
	out := &settle.PollView{Mission: m, Terms: *t, Poll: settle.PointsPoll{Mission: m.ID}}
	now := e.now()
	out.Open = m.Status == settle.MissionOpen && now >= t.WorkUntil && now < m.Deadline
	if p := settle.GetRow[settle.PointsPoll](tx, m.ID); p != nil {
		out.Poll.Voters = p.Voters
		if p.ClosedAt != 0 {
			out.Poll = *p
		}
	}
	if viewer != "" {
		out.Yours = settle.GetRow[settle.PointsBallot](tx, settle.PointsBallot{Mission: m.ID, Voter: viewer}.Key())
	}
	return out
}

// closePoll decides a points mission whose vote is over, and signs the winner's
// receipt.
func (e *Engine) closePoll(tx settle.Tx, id string) error {
	if err := e.record(tx, settle.PollClosed{Mission: id}); err != nil {
		return err
	}
	for _, a := range settle.GetRow[settle.Mission](tx, id).Awards {
		if err := e.signPoints(tx, a.Submission); err != nil {
			return err
		}
	}
	return nil
}
