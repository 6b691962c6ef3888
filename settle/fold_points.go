package settle

import (
	"fmt"
	"slices"

	"github.com/oabp/oabpd/settle/money"
)

// applyPoints folds the facts about points.
func (f *folder) applyPoints(body Body) {
	switch b := body.(type) {
	case *PointsGranted:
		f.grantPoints(b)
	case *PointsAwarded:
		f.pointsAwarded(b)
	case *BallotCast:
		f.ballotCast(b)
	case *PollClosed:
		f.pollClosed(b)
	case *WorkCommitted:
		f.workCommitted(b)
	default:
		panic(fmt.Sprintf("fact body %T has no fold", body))
	}
}

// account is a row of the ledger, as it is before the first movement too.
func (f *folder) account(id string) PointsAccount {
	if a := GetRow[PointsAccount](f, id); a != nil {
		return *a
	}
	return PointsAccount{ID: id}
}

// movePoints moves points, at most what the account has that they leave, and
// returns how many. It is the only place where a balance changes.
func (f *folder) movePoints(m PointsMovement) money.Amount {
	book := PointsBook{}
	if b := GetRow[PointsBook](f, PointsBookKey); b != nil {
		book = *b
	}
	from := f.account(m.From)
	if m.From != "" {
		m.Amount = money.Min(m.Amount, from.Balance)
	}
	if m.Amount.IsZero() {
		return m.Amount
	}
	if m.From == "" {
		book.Granted = book.Granted.SatAdd(m.Amount)
	} else {
		from.Balance = from.Balance.SatSub(m.Amount)
		f.Put(&from)
	}
	switch {
	case m.To != "":
		to := f.account(m.To)
		to.Balance = to.Balance.SatAdd(m.Amount)
		f.Put(&to)
	case m.Reason == PointsFee:
		book.Fees = book.Fees.SatAdd(m.Amount)
	default:
		book.Burned = book.Burned.SatAdd(m.Amount)
	}
	if m.Reason == PointsReward {
		book.Rewarded = book.Rewarded.SatAdd(m.Amount)
	}
	m.Seq, m.N, m.At = f.seq, f.moved, f.at
	f.moved++
	f.Put(&m)
	f.Put(&book)
	return m.Amount
}

// grantPoints gives an agent what it starts with, once.
func (f *folder) grantPoints(b *PointsGranted) {
	a := f.account(AgentPoints(b.Agent))
	if a.GrantedAt != 0 {
		return
	}
	a.GrantedAt = f.at
	f.Put(&a)
	f.movePoints(PointsMovement{Reason: PointsGrant, To: a.ID, Amount: b.Amount})
}

// holdReward takes the reward of a mission from its poster, and burns the fee.
func (f *folder) holdReward(m *Mission) {
	from := AgentPoints(m.Poster)
	f.movePoints(PointsMovement{Reason: PointsHold, From: from, To: HeldPoints(m.ID), Amount: m.Reward, Mission: m.ID})
	f.movePoints(PointsMovement{Reason: PointsBurn, From: from, Amount: m.Points.SpamFee, Mission: m.ID})
}

// chargeWork burns the fee of a submission.
func (f *folder) chargeWork(s *Submission) {
	if m := f.mission(s.Mission); m != nil && m.CommitTerms() != nil {
		f.revealed(s.ID)
	}
	if !s.SpamFee.IsZero() {
		f.movePoints(PointsMovement{Reason: PointsBurn, From: AgentPoints(s.Agent), Amount: s.SpamFee, Mission: s.Mission, Submission: s.ID})
	}
}

// refundHeld gives back what nobody won of a points mission.
func (f *folder) refundHeld(m *Mission) {
	if m.Points == nil {
		return
	}
	held := f.account(HeldPoints(m.ID))
	f.movePoints(PointsMovement{Reason: PointsRefund, From: held.ID, To: AgentPoints(m.Poster), Amount: held.Balance, Mission: m.ID})
}

// pointsAwarded awards a pending submission of an open points mission that its
// poster decides, as awardStated does.
func (f *folder) pointsAwarded(b *PointsAwarded) {
	s := f.submission(b.Submission)
	if s == nil || s.Status != SubmissionPending {
		return
	}
	m := f.mission(s.Mission)
	if m == nil || m.Points == nil || m.Status != MissionOpen || m.Filled(s.Milestone) {
		return
	}
	f.credit(m, s, b.Note, PointsAward{Payouts: b.Payouts, Fee: b.Fee}, nil)
}

// credit pays a winner out of what is held, moves the ratings, and fills the slot.
// Partly are rivals with an outcome of one half.
func (f *folder) credit(m *Mission, s *Submission, note string, a PointsAward, partly []string) {
	won := *s
	won.Status, won.Note, won.DecidedAt, won.ReleasedAt = SubmissionAccepted, note, f.at, f.at
	f.Put(&won)
	held := HeldPoints(m.ID)
	for k, c := range s.Contributors {
		if k < len(a.Payouts) {
			f.movePoints(PointsMovement{Reason: PointsReward, From: held, To: AgentPoints(c.Agent), Amount: a.Payouts[k], Mission: m.ID, Submission: s.ID})
		}
	}
	f.movePoints(PointsMovement{Reason: PointsFee, From: held, Amount: a.Fee, Mission: m.ID, Submission: s.ID})
	wins := 1
	for _, x := range m.Awards {
		if x.Milestone == s.Milestone {
			wins++
		}
	}
	who := agentsOf(s)
	if !slices.Contains(who, m.Poster) { // a self-submission is no resolution
		a.Ratings = f.ratings(resolution{mission: m, cause: ratingCause{mission: m.ID, source: s.ID}, milestone: s.Milestone, winners: who, gains: f.notGained(m, who),
			decided: wins >= int(m.MaxWinners), before: f.wonBefore(m), partly: partly})
	}
	award := Award{Milestone: s.Milestone, N: LowestFree(m, s.Milestone), Submission: s.ID, Agent: s.Agent, At: f.at, Points: &a}
	f.fill(*m, award)
	now := f.mission(m.ID)
	f.settleCommitments(now)
	if now.Status != MissionOpen {
		f.refundHeld(now)
	}
}

// notGained are those who have not gained by this mission yet: an agent with two
// prizes gains once.
func (f *folder) notGained(m *Mission, who []string) []string {
	before := f.wonBefore(m)
	return slices.DeleteFunc(slices.Clone(who), func(id string) bool { return slices.Contains(before, id) })
}

// wonBefore are who shares in what has won a slot of a mission already.
func (f *folder) wonBefore(m *Mission) (out []string) {
	for _, a := range m.Awards {
		if s := f.submission(a.Submission); s != nil {
			out = append(out, agentsOf(s)...)
		}
	}
	return out
}
