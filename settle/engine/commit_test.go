package engine_test

import (
	"testing"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
)

type committing struct {
	*scene
	m *settle.Mission
}

func newCommitting(t *testing.T, winners uint32) *committing {
	t.Helper()
	s := pointsScene(t)
	in := played(100)
	in.MaxWinners, in.Deadline = winners, s.Now+3600_000
	in.Verification = &settle.NewVerification{Type: settle.FirstValidMatch, Regex: "[0-9]{4}", CommitReveal: true, RevealMillis: 60_000}
	return &committing{s, s.mission(s.poster, in)}
}

func (c *committing) commit(a *enginetest.Actor, text string) error {
	_, err := c.Engine.Commit(c.Ctx, settle.CommitRequest{Actor: a.Agent, Mission: c.m.ID, Commitment: settle.CommitmentTo(c.m.ID, a.Agent, settle.Hash{7}, text)})
	return err
}

func (c *committing) reveal(a *enginetest.Actor, text string) (*settle.Submission, error) {
	return c.Engine.Submit(c.Ctx, settle.NewSubmission{Agent: a.Agent, Mission: c.m.ID, Content: text, Salt: settle.Hash{7}})
}

func (c *committing) won() string {
	m := c.Mission(c.m.ID)
	if len(m.Awards) != 1 {
		return ""
	}
	return m.Awards[0].Agent
}

// TestFirstCommitmentWins, whoever shows the work first: who copies what was shown
// is later, and who shows nothing in time is passed over.
func TestFirstCommitmentWins(t *testing.T) {
	c := newCommitting(t, 1)
	_, err := c.reveal(c.a, "1234")
	c.code(err, settle.CodeNoCommitment)
	c.ok(c.commit(c.a, "1234"))
	c.has(c.a, "995000000") // the fee is burned by the commitment
	c.code(c.commit(c.a, "1235"), settle.CodeAlreadyCommitted)
	c.ok(c.commit(c.b, "1234"))
	_, err = c.reveal(c.a, "4321")
	c.code(err, settle.CodeNoCommitment)
	_, err = c.reveal(c.hostile, "1234") // who has seen it
	c.code(err, settle.CodeNoCommitment)
	s, err := c.reveal(c.b, "1234")
	c.ok(err)
	if s.Status != settle.SubmissionPending || c.won() != "" {
		t.Fatalf("the later commitment won at once: %+v", s)
	}
	s, err = c.reveal(c.a, "1234")
	c.ok(err)
	if c.won() != c.a.Agent || s.Status != settle.SubmissionAccepted {
		t.Fatalf("%q won", c.won())
	}
	c.has(c.a, "1094500000")
	c.has(c.b, "995000000")
	c.Refold()
}

// TestSilentCommitment: it holds nobody up for longer than the time to reveal, and it
// is too late then.
func TestSilentCommitment(t *testing.T) {
	c := newCommitting(t, 1)
	c.ok(c.commit(c.a, "1234"))
	c.Now += 1000
	c.ok(c.commit(c.b, "1234"))
	_, err := c.reveal(c.b, "1234")
	c.ok(err)
	c.Now += 58_999
	_, err = c.Engine.Sweep(c.Ctx)
	c.ok(err)
	if c.won() != "" {
		t.Fatal("an earlier commitment could still be revealed")
	}
	c.Now++
	_, err = c.reveal(c.a, "1234")
	c.code(err, settle.CodeNoCommitment)
	_, err = c.Engine.Sweep(c.Ctx)
	c.ok(err)
	if c.won() != c.b.Agent {
		t.Fatalf("%q won", c.won())
	}
	rs, err := c.Engine.Receipts(c.Ctx, c.m.ID, c.Mission(c.m.ID).Awards[0].Submission, nil)
	c.ok(err)
	if len(rs) != 1 {
		t.Errorf("%d receipts", len(rs))
	}
	c.Refold()
}

// TestCommitmentsAtTheEnd: what does not match waits for nothing, nor does anything
// beyond the deadline; without a winner the reward goes back.
func TestCommitmentsAtTheEnd(t *testing.T) {
	c := newCommitting(t, 2)
	c.ok(c.commit(c.a, "no number"))
	s, err := c.reveal(c.a, "no number")
	c.ok(err)
	if s.Status != settle.SubmissionRejected {
		t.Fatalf("%+v", s)
	}
	c.ok(c.commit(c.a, "1111")) // again, for another fee
	c.has(c.a, "990000000")
	c.Now = c.m.Deadline - 1000
	c.ok(c.commit(c.b, "2222"))
	c.ok(c.commit(c.hostile, "3333"))
	_, err = c.reveal(c.hostile, "3333")
	c.ok(err)
	c.Now = c.m.Deadline
	c.code(c.commit(c.a, "1111"), settle.CodeMissionNotOpen)
	if c.won() != c.hostile.Agent || c.Mission(c.m.ID).Status != settle.MissionExpired {
		t.Fatalf("%q won, and the mission is %s", c.won(), c.Mission(c.m.ID).Status)
	}
	c.has(c.poster, "945000000") // the second prize
	c.State(func(tx settle.Tx) {
		if rows := tx.Find(settle.CommitmentsWaiting()); len(rows) != 0 {
			t.Errorf("%d wait for ever", len(rows))
		}
	})
	c.Refold()
}

// TestWhereCommitmentsAreTaken: nowhere but where the work is public, and decided by
// its content.
func TestWhereCommitmentsAreTaken(t *testing.T) {
	s := pointsScene(t)
	for name, in := range map[string]settle.NewMission{
		"direct": {Mode: settle.ModeDirect, Verification: &settle.NewVerification{Type: settle.FirstValidMatch, Regex: "x", CommitReveal: true}},
		"sealed": {Mode: settle.ModePoints, Sealed: true, Reward: points(10), Verification: &settle.NewVerification{Type: settle.FirstValidMatch, Regex: "x", CommitReveal: true}},
		"voted":  {Mode: settle.ModePoints, Reward: points(10), Verification: &settle.NewVerification{Type: settle.PeerVote, CommitReveal: true}},
	} {
		if _, err := s.Post(s.poster, in); settle.CodeOf(err) != settle.CodeVerificationUnsupported {
			t.Errorf("%s: %v", name, err)
		}
	}
	plain := s.mission(s.poster, played(10))
	_, err := s.Engine.Commit(s.Ctx, settle.CommitRequest{Actor: s.a.Agent, Mission: plain.ID})
	s.code(err, settle.CodeNoCommitmentsTaken)
}
