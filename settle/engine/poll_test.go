package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// poll posts a mission that voters decide: submissions for an hour, a vote for
// another, 50 points and three voters.
func (s *scene) poll(p *enginetest.Actor, slash uint16) *settle.Mission {
	in := played(100)
	in.Deadline = s.Now + 3600_000
	in.Verification = &settle.NewVerification{Type: settle.PeerVote, Poll: settle.NewPoll{VoteUntil: in.Deadline + 3600_000, SlashBPS: slash}}
	return s.mission(p, in)
}

type voting struct {
	*scene
	m      *settle.Mission
	one, b *settle.Submission
	voters []*enginetest.Actor
}

func newVoting(t *testing.T, slash uint16) *voting {
	t.Helper()
	s := pointsScene(t)
	v := &voting{scene: s}
	for _, name := range []string{"v1", "v2", "v3", "v4", "v5"} {
		v.voters = append(v.voters, s.NewActor(name))
	}
	s.Now += 1000
	v.m = s.poll(s.poster, slash)
	v.one, v.b = s.submit(v.m, s.a), s.submit(v.m, s.b)
	s.Now = v.m.WorkUntil()
	return v
}

func (v *voting) vote(n int, choice *settle.Submission, stake uint64) error {
	r := settle.BallotRequest{Actor: v.voters[n].Agent, Mission: v.m.ID, Stake: points(stake)}
	if choice != nil {
		r.Submission = choice.ID
	}
	_, err := v.Engine.Vote(v.Ctx, r)
	return err
}

func (v *voting) close() *settle.PollView {
	v.t.Helper()
	v.Now = v.m.Deadline
	p, err := v.Engine.Poll(v.Ctx, v.m.ID, settle.Viewer{Agent: v.voters[0].Agent})
	v.ok(err)
	v.Refold()
	return p
}

// TestElection: the heaviest choice wins; who did not share it is slashed, for those
// who did; a rival with at least half of the winner's weight has partial credit.
func TestElection(t *testing.T) {
	v := newVoting(t, 2000)
	v.ok(v.vote(0, v.one, 30))
	v.ok(v.vote(1, v.one, 10))
	v.ok(v.vote(2, v.b, 25))
	v.ok(v.vote(3, nil, 10))
	before, err := v.Engine.Poll(v.Ctx, v.m.ID, settle.Viewer{})
	v.ok(err)
	if before.Poll.Voters != 4 || len(before.Poll.Weights) != 0 || !before.Poll.Weight.IsZero() || !before.Poll.Top.IsZero() || !before.Open {
		t.Errorf("what was voted shows before the end: %+v", before.Poll)
	}
	p := v.close()
	if p.Poll.Outcome != settle.PollElected || p.Poll.Winner != v.one.ID || p.Poll.Pool != points(7) || p.Yours == nil || !p.Yours.Settled {
		t.Fatalf("%+v", p.Poll)
	}
	v.has(v.voters[0], "1005250000") // 7 · 30/40
	v.has(v.voters[1], "1001750000")
	v.has(v.voters[2], "995000000")
	v.has(v.voters[3], "998000000")
	v.has(v.a, "1094500000")
	var got []settle.RatingChange
	if m := v.Mission(v.m.ID); m.Status != settle.MissionAwarded || len(m.Awards) != 1 {
		t.Fatalf("%+v", m)
	} else {
		got = m.Awards[0].Points.Ratings
	}
	if len(got) != 2 || got[0].Lost || got[0].DeltaMilli != 16_000 || !got[1].Partly || got[1].DeltaMilli != 0 {
		t.Errorf("ratings moved by %+v", got)
	}
	rs, err := v.Engine.Receipts(v.Ctx, v.m.ID, v.one.ID, nil)
	v.ok(err)
	if len(rs) != 1 {
		t.Errorf("%d receipts", len(rs))
	}
}

// TestNoPartialCredit: a rival with less than half has lost.
func TestNoPartialCredit(t *testing.T) {
	v := newVoting(t, 0)
	v.ok(v.vote(0, v.one, 30))
	v.ok(v.vote(1, v.one, 21))
	v.ok(v.vote(2, v.b, 25))
	v.close()
	if got := v.Mission(v.m.ID).Awards[0].Points.Ratings; len(got) != 2 || got[1].Partly || got[1].DeltaMilli != -16_000 {
		t.Errorf("ratings moved by %+v", got)
	}
	v.has(v.voters[2], "1000000000")
}

// TestNobodyElected: without quorum, on a tie, or if nobody is the choice, the reward
// goes back; only a choice slashes.
func TestNobodyElected(t *testing.T) {
	for _, c := range []struct {
		name    string
		cast    func(v *voting)
		outcome settle.PollOutcome
		loser   string
	}{
		{"nobody voted", func(*voting) {}, settle.PollNoQuorum, "1000000000"},
		{"two voters", func(v *voting) { v.ok(v.vote(0, v.one, 500)); v.ok(v.vote(1, v.b, 100)) }, settle.PollNoQuorum, "1000000000"},
		{"49 points", func(v *voting) { v.ok(v.vote(0, v.one, 20)); v.ok(v.vote(1, v.b, 10)); v.ok(v.vote(2, v.one, 19)) }, settle.PollNoQuorum, "1000000000"},
		{"a tie", func(v *voting) { v.ok(v.vote(0, v.one, 30)); v.ok(v.vote(1, v.b, 50)); v.ok(v.vote(2, v.one, 20)) }, settle.PollTie, "1000000000"},
		{"for nobody", func(v *voting) { v.ok(v.vote(0, nil, 30)); v.ok(v.vote(1, v.b, 50)); v.ok(v.vote(2, nil, 21)) }, settle.PollNobody, "990000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := newVoting(t, 2000)
			c.cast(v)
			p := v.close()
			if p.Poll.Outcome != c.outcome || v.Mission(v.m.ID).Status != settle.MissionExpired {
				t.Errorf("%s, and the mission is %s", p.Poll.Outcome, v.Mission(v.m.ID).Status)
			}
			lines, _, err := v.Engine.Activity(v.Ctx, 0, 1)
			v.ok(err)
			if len(lines) != 1 || lines[0].Kind != settle.EventBountyExpired || lines[0].Mission != v.m.ID {
				t.Errorf("%+v", lines)
			}
			v.has(v.voters[1], c.loser)
			v.has(v.poster, "995000000")
		})
	}
}

// TestWhoVotes: nobody in their own cause, nobody twice, none who came after the
// mission, and only while the vote is open.
func TestWhoVotes(t *testing.T) {
	v := newVoting(t, 0)
	late := v.NewActor("late")
	vote := func(a *enginetest.Actor, mission, choice string, stake uint64) error {
		_, err := v.Engine.Vote(v.Ctx, settle.BallotRequest{Actor: a.Agent, Mission: mission, Submission: choice, Stake: points(stake)})
		return err
	}
	v.code(vote(late, v.m.ID, v.one.ID, 5), settle.CodeVoterBarred)
	v.code(vote(v.poster, v.m.ID, v.one.ID, 5), settle.CodeVoterBarred)
	v.code(vote(v.a, v.m.ID, v.b.ID, 5), settle.CodeVoterBarred)
	v.code(vote(v.voters[0], v.m.ID, "sub_0000000000000000", 5), settle.CodeNotFound)
	v.code(vote(v.voters[0], v.m.ID, v.one.ID, 1001), settle.CodeInvalid) // above the cap
	v.ok(vote(v.voters[0], v.m.ID, v.one.ID, 0))                          // the least
	v.has(v.voters[0], "999000000")
	v.code(vote(v.voters[0], v.m.ID, v.b.ID, 5), settle.CodeAlreadyVoted)
	plain := v.mission(v.hostile, played(10))
	v.code(vote(v.voters[1], plain.ID, "", 5), settle.CodeVerificationUnsupported)
	_, err := v.Engine.AwardPoints(v.Ctx, settle.AcceptRequest{Actor: v.poster.Agent, Mission: v.m.ID, Submission: v.one.ID})
	v.code(err, settle.CodeConflict)
	_, err = v.Engine.Reject(v.Ctx, v.poster.Agent, v.m.ID, v.one.ID, "")
	v.code(err, settle.CodeConflict)
	_, err = v.Engine.Cancel(v.Ctx, v.poster.Agent, v.m.ID)
	v.code(err, settle.CodeConflict)
	v.Now -= 1
	_, err = v.Submit(v.m.ID, "", v.hostile) // the last moment
	v.ok(err)
	v.code(vote(v.voters[1], v.m.ID, v.one.ID, 5), settle.CodeVoteNotOpen)
	v.Now++
	_, err = v.Submit(v.m.ID, "", v.hostile)
	v.code(err, settle.CodeMissionNotOpen)
	v.ok(vote(v.voters[1], v.m.ID, v.one.ID, 5))
	v.Now = v.m.Deadline
	v.code(vote(v.voters[2], v.m.ID, v.one.ID, 5), settle.CodeVoteNotOpen)
	v.has(v.voters[1], "1000000000") // which ended it, without a quorum
}

// TestPollRules: those of the vote contract hold here too.
func TestPollRules(t *testing.T) {
	s := pointsScene(t)
	deadline := s.Now + 3600_000
	for name, p := range map[string]settle.NewPoll{
		"two voters":       {QuorumVoters: 2},
		"too much slashed": {SlashBPS: 2001},
		"too large a cap":  {Cap: 1 << 20},
		"over too soon":    {VoteUntil: deadline},
		"over too late":    {VoteUntil: deadline + settle.MaxPollMillis + 1},
		"stake under 1":    {MinStake: money.Units(999_999)},
		"stake above cap":  {Cap: 5, MinStake: points(6)},
	} {
		in := played(10)
		in.Deadline, in.Verification = deadline, &settle.NewVerification{Type: settle.PeerVote, Poll: p}
		if _, err := s.Post(s.poster, in); settle.CodeOf(err) != settle.CodeRulesInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRestOfAPool: what rounding leaves of what was lost is burned.
func TestRestOfAPool(t *testing.T) {
	v := newVoting(t, 2000)
	v.ok(v.vote(0, v.one, 30))
	v.ok(v.vote(1, v.one, 11))
	v.ok(v.vote(2, v.b, 25))
	v.close()
	v.has(v.voters[0], "1003658536") // 5 · 30/41
	v.has(v.voters[1], "1001341463")
	v.has(v.voters[2], "995000000")
	stats, err := v.Engine.PointsStats(v.Ctx)
	v.ok(err)
	if stats.Book.Burned != points(15).SatAdd(money.Units(1)) {
		t.Errorf("burned %s", stats.Book.Burned)
	}
}
