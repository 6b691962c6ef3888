package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/engine/enginetest"
	"github.com/oabp/oabpd/settle/money"
)

// TestPointsHistories: whatever happens, the sum of all balances, of what is held and
// staked, burned and taken as fees is the sum of the grants, and every balance is what
// a second ledger says.
func TestPointsHistories(t *testing.T) {
	keys := keyset(t)
	rapid.Check(t, func(t *rapid.T) {
		enginetest.NewPointsMachine(t, enginetest.New(t, inMemory, keys)).Run()
	})
}

func points(n uint64) money.Amount { return enginetest.Points(n) }

// pointsScene has points on, and is some time after its agents came.
func pointsScene(t *testing.T) *scene {
	t.Helper()
	s := newScene(t)
	s.WithPoints()
	s.Now += 1000
	return s
}

func (s *scene) balance(a *enginetest.Actor) money.Amount {
	s.t.Helper()
	v, err := s.Engine.Points(s.Ctx, a.Agent)
	s.ok(err)
	return v.Balance
}

func (s *scene) has(a *enginetest.Actor, want string) {
	s.t.Helper()
	if got := s.balance(a).String(); got != want {
		s.t.Fatalf("%s has %s units, want %s", a.Name, got, want)
	}
}

func played(reward uint64) settle.NewMission {
	return settle.NewMission{Mode: settle.ModePoints, Reward: points(reward)}
}

// TestPointsAreCredited: 250 are worth 248.75 to the winner (AIP-1 conformance,
// VERIFY-01 and 07), each post and submission costs 5, and nobody's money is touched.
func TestPointsAreCredited(t *testing.T) {
	s := pointsScene(t)
	s.has(s.a, "1000000000")
	m := s.mission(s.poster, played(250))
	s.has(s.poster, "745000000")
	if !m.Unsealed || m.Points.Symbol != "AIGEN" || m.Asset() != "AIGEN" || len(m.Accepts) != 0 {
		t.Fatalf("%+v", m)
	}
	sub, other := s.submit(m, s.a), s.submit(m, s.b)
	s.has(s.a, "995000000")
	a, err := s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: m.ID, Submission: sub.ID, Note: "well done"})
	s.ok(err)
	s.has(s.a, "1243750000")
	if a.Mission.Status != settle.MissionAwarded || a.Award.Points.Fee != money.Units(1_250_000) || a.Submission.ReleasedAt == 0 {
		t.Fatalf("%+v", a)
	}
	if got := s.Submission(other.ID).Status; got != settle.SubmissionClosed {
		t.Errorf("the rival is %s", got)
	}
	rs, err := s.Engine.Receipts(s.Ctx, m.ID, sub.ID, nil)
	s.ok(err)
	if len(rs) != 1 {
		t.Errorf("%d receipts", len(rs))
	}
	stats, err := s.Engine.PointsStats(s.Ctx)
	s.ok(err)
	if b := stats.Book; b.Rewarded != money.Units(248_750_000) || b.Fees != money.Units(1_250_000) || b.Burned != points(15) || b.Granted != points(3000) {
		t.Errorf("%+v", b)
	}
	lines, _, err := s.Engine.Activity(s.Ctx, 0, 1)
	s.ok(err)
	if len(lines) != 1 || lines[0].Kind != settle.EventBountyAwarded || lines[0].Submission != sub.ID || lines[0].Detail != "credited: 248.75 test points (AIGEN), which are worth nothing" {
		t.Errorf("%+v", lines)
	}
	mv, _, err := s.Engine.PointsMovements(s.Ctx, s.a.Agent, "", 10)
	s.ok(err)
	if len(mv) != 3 || mv[0].Reason != settle.PointsReward || mv[2].Reason != settle.PointsGrant {
		t.Errorf("%+v", mv)
	}
	_, err = s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: m.ID, Submission: other.ID})
	s.code(err, settle.CodeMissionNotOpen)
	s.Refold()
}

// TestPointsRefusals: what costs too much says what is missing, and takes nothing;
// nothing of direct missions is possible.
func TestPointsRefusals(t *testing.T) {
	s := newScene(t)
	_, err := s.Post(s.poster, played(10))
	s.code(err, settle.CodeAssetUnsupported)
	s.WithPoints()
	_, err = s.Post(s.poster, played(996))
	s.code(err, settle.CodeInsufficientPoints)
	e := err.(*settle.Error)
	if e.Details["missing"] != "1.00" || e.Details["balance"] != "1000.00" || e.Details["required"] != "1001.00" {
		t.Errorf("%v", e.Details)
	}
	_, err = s.Post(s.poster, played(9))
	s.code(err, settle.CodeInvalid)
	_, err = s.Post(s.poster, settle.NewMission{Mode: settle.ModePoints, Milestones: []settle.NewMilestone{{Title: "a", Reward: points(10)}, {Title: "b", Reward: points(10)}}})
	s.code(err, settle.CodeInvalid)
	s.has(s.poster, "1000000000")
	if stats, _ := s.Engine.PointsStats(s.Ctx); !stats.Book.Granted.IsZero() {
		t.Error("a refusal has granted something")
	}
	m := s.mission(s.poster, played(995)) // to the last one
	s.has(s.poster, "0")
	sub := s.submit(m, s.a)
	_, err = s.Pick(s.poster, sub, s.poster.Wallet0(), false)
	s.code(err, settle.CodeWrongFunding)
	_, err = s.Engine.AwardStated(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: m.ID, Submission: sub.ID})
	s.code(err, settle.CodeWrongFunding)
	_, err = s.Engine.Escrow(s.Ctx, m.ID)
	s.code(err, settle.CodeWrongFunding)
	_, err = s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: s.b.Agent, Mission: m.ID, Submission: sub.ID})
	s.code(err, settle.CodeForbidden)
	stated := s.mission(s.b, settle.NewMission{Mode: settle.ModeStated})
	_, err = s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: s.b.Agent, Mission: stated.ID, Submission: s.submit(stated, s.a).ID})
	s.code(err, settle.CodeWrongFunding)
	_, err = s.Submit(s.mission(s.a, played(10)).ID, "", s.poster) // who has nothing left
	s.code(err, settle.CodeInsufficientPoints)
	s.code(err, settle.CodeInsufficientPoints)
	_, err = s.Engine.Points(s.Ctx, "agt_0000000000000000")
	s.code(err, settle.CodeNotFound)
}

// TestPointsRatings: a credited resolution moves ratings as a settled one, by K = 32
// whatever the reward; one's own mission moves none, and K of money is not reached.
func TestPointsRatings(t *testing.T) {
	s := pointsScene(t)
	award := func(m *settle.Mission, sub *settle.Submission) {
		t.Helper()
		_, err := s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: m.Poster, Mission: m.ID, Submission: sub.ID})
		s.ok(err)
	}
	rating := func(a *enginetest.Actor) (n int64) {
		s.State(func(tx settle.Tx) { n = settle.GetRow[settle.Agent](tx, a.Agent).RatingMilli })
		return n
	}
	m := s.mission(s.poster, played(900)) // as USDC it would be large
	won := s.submit(m, s.a)
	s.submit(m, s.b)
	award(m, won)
	if rating(s.a) != 1_416_000 || rating(s.b) != 1_384_000 {
		t.Fatalf("%d and %d", rating(s.a), rating(s.b))
	}
	own := s.mission(s.hostile, played(100))
	mine := s.submit(own, s.hostile)
	s.submit(own, s.b)
	award(own, mine)
	if rating(s.hostile) != settle.StartRating || rating(s.b) != 1_384_000 {
		t.Errorf("a self-submission has moved ratings: %d and %d", rating(s.hostile), rating(s.b))
	}
	s.has(s.hostile, "989500000") // two fees, and that of the platform
	// Two prizes: who has one gains once, and loses nothing by another work of its own.
	two := played(10)
	two.MaxWinners = 2
	m = s.mission(s.hostile, two)
	first, second := s.submit(m, s.a), s.submit(m, s.b)
	s.submit(m, s.a)
	before := rating(s.a)
	award(m, first)
	gained := rating(s.a)
	award(m, second)
	if gained <= before || rating(s.a) != gained {
		t.Errorf("%d, %d, %d", before, gained, rating(s.a))
	}
	m = s.mission(s.hostile, two)
	first, second = s.submit(m, s.a), s.submit(m, s.a)
	award(m, first)
	gained = rating(s.a)
	if award(m, second); rating(s.a) != gained {
		t.Errorf("two prizes of one agent are two gains: %d, %d", gained, rating(s.a))
	}
	s.Refold()
}

// TestPointsGoBack: what nobody won is the poster's again, the fee is not.
func TestPointsGoBack(t *testing.T) {
	s := pointsScene(t)
	in := played(100)
	in.MaxWinners, in.Deadline = 3, s.Now+3600_000
	m := s.mission(s.poster, in)
	sub := s.submit(m, s.a)
	_, err := s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: m.ID, Submission: sub.ID})
	s.ok(err)
	cancelled := s.mission(s.poster, played(50))
	_, err = s.Engine.Cancel(s.Ctx, s.poster.Agent, cancelled.ID)
	s.ok(err)
	s.has(s.poster, "890000000") // 1000 - 100 - 2·5
	removed := s.mission(s.poster, played(50))
	_, err = s.Engine.Remove(s.Ctx, removed.ID, "spam")
	s.ok(err)
	s.has(s.poster, "885000000")
	s.Now += 3600_000
	s.ok(s.Engine.EndIfDue(s.Ctx, m.ID))
	s.has(s.poster, "951666666") // two of three prizes: 100 - 33.333334
	s.Refold()
}

// TestPointsAreGrantedOnce: however an agent came, also by an address that is linked
// to it after it has used points.
func TestPointsAreGrantedOnce(t *testing.T) {
	s := pointsScene(t)
	w := s.Wallet(s.a)
	in, err := s.SignIn(s.a, w)
	s.ok(err)
	m, err := s.Engine.Post(s.Ctx, settle.NewMission{Poster: in.Agent, Mode: settle.ModePoints, Title: "t", Reward: points(10), Grain: money.Units(1)})
	s.ok(err)
	_, err = s.Engine.Cancel(s.Ctx, in.Agent, m.Mission.ID)
	s.ok(err)
	s.code(s.Link(s.a, w), settle.CodeAddressHasHistory)

	// One that has only voted is not empty either.
	idle := s.Wallet(s.b)
	in, err = s.SignIn(s.b, idle)
	s.ok(err)
	s.Now += 1000
	poll := s.poll(s.poster, 0)
	s.submit(poll, s.b)
	s.Now = poll.WorkUntil()
	_, err = s.Engine.Vote(s.Ctx, settle.BallotRequest{Actor: in.Agent, Mission: poll.ID})
	s.ok(err)
	s.code(s.Link(s.b, idle), settle.CodeAddressHasHistory)
	stats, err := s.Engine.PointsStats(s.Ctx)
	s.ok(err)
	if stats.Book.Granted != points(4000) { // the two addresses, the poster and bob
		t.Errorf("granted %s", stats.Book.Granted)
	}
}

// TestUnsealedHash: there is no envelope, so the hash is of the content's bytes.
func TestUnsealedHash(t *testing.T) {
	s := pointsScene(t)
	for _, sealed := range []bool{false, true} {
		in := played(10)
		in.Sealed = sealed
		m := s.mission(s.poster, in)
		sub, err := s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: s.a.Agent, Mission: m.ID, Content: "hello"})
		s.ok(err)
		const hello = "0x2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
		if got := sub.ContentHash.String(); (got == hello) == sealed || !sub.Deposited {
			t.Errorf("sealed %t: %s", sealed, got)
		}
		v, err := s.Engine.Mission(s.Ctx, m.ID, settle.Viewer{})
		s.ok(err)
		if visible := len(v.Visible) == 1; visible == sealed {
			t.Errorf("sealed %t: %+v", sealed, v.Visible)
		}
	}
}

// TestFirstMatchIsCredited at once, in the request that brings it; what does not match
// costs its fee all the same (VERIFY-02, 03 and 05).
func TestFirstMatchIsCredited(t *testing.T) {
	s := pointsScene(t)
	in := played(250)
	in.Verification = &settle.NewVerification{Type: settle.FirstValidMatch, Regex: "[0-9]{4}"}
	m := s.mission(s.poster, in)
	send := func(a *enginetest.Actor, text string) (*settle.Submission, error) {
		return s.Engine.Submit(s.Ctx, settle.NewSubmission{Agent: a.Agent, Mission: m.ID, Content: text})
	}
	junk, err := send(s.b, "x1234")
	s.ok(err)
	if junk.Status != settle.SubmissionRejected || s.Mission(m.ID).Status != settle.MissionOpen {
		t.Fatalf("%+v", junk)
	}
	s.has(s.b, "995000000")
	_, err = s.Engine.AwardPoints(s.Ctx, settle.AcceptRequest{Actor: s.poster.Agent, Mission: m.ID, Submission: junk.ID})
	s.code(err, settle.CodeConflict)
	won, err := send(s.a, "1234")
	s.ok(err)
	if won.Status != settle.SubmissionAccepted || won.ReleasedAt == 0 || s.Mission(m.ID).Status != settle.MissionAwarded {
		t.Fatalf("%+v", won)
	}
	s.has(s.a, "1243750000")
	_, err = send(s.b, "4321")
	s.code(err, settle.CodeMissionNotOpen)
	s.has(s.b, "995000000")
	rs, err := s.Engine.Receipts(s.Ctx, m.ID, won.ID, nil)
	s.ok(err)
	if len(rs) != 1 {
		t.Errorf("%d receipts", len(rs))
	}
	s.Refold()
}
