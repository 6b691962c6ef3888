package settle

import (
	"github.com/holiman/uint256"

	"github.com/oabp/oabpd/settle/money"
)

// The times of OabpVote, in seconds.
const (
	// VoteMaturity: recent stake counts as settled once it is that old.
	VoteMaturity = 15 * 24 * 3600
	// VoteNotice is how long stake stays after its owner's notice.
	VoteNotice = 30 * 24 * 3600
)

// foldVote does what IOabpVote says of each event.
func (c *chainTx) foldVote(l Log) bool {
	switch e := l.Event.(type) {
	case EventVoteStaked:
		return c.staked(l, e)
	case EventVoteUnstakeRequested:
		return c.editVoter(l, e.Voter, func(v *VoteVoter) bool {
			v.NoticeAt = 0
			if e.AvailableAt != 0 {
				v.NoticeAt = e.AvailableAt - VoteNotice
			}
			return true
		})
	case EventVoteUnstaked:
		c.owe(l, money.Amount{}, e.Amount)
		return c.editVoter(l, e.Voter, func(v *VoteVoter) bool {
			same := v.Settled.SatAdd(v.Recent) == e.Amount
			*v = VoteVoter{Contract: v.Contract, Voter: v.Voter, Winnings: v.Winnings}
			return same
		})
	case EventVoteOpened:
		return c.opened(l, e)
	case EventVoteCommitted:
		return c.cast(l, e)
	case EventVoteRevealed:
		return c.counted(l, e)
	case EventVoteTallied:
		return c.editPoll(l, e.MissionID, e.Poll, func(p *VotePoll) bool {
			p.Outcome = e.Outcome
			p.Winner = e.Winner // zero where nothing was chosen
			return p.Top == e.Weight
		})
	case EventStakeSettled:
		return c.settledStake(l, e)
	case EventWinningsWithdrawn:
		c.owe(l, money.Amount{}, e.Amount)
		return c.editVoter(l, e.Voter, func(v *VoteVoter) bool {
			same := v.Winnings == e.Amount
			v.Winnings = money.Amount{}
			return same
		})
	}
	return c.foldRegistry(l)
}

// editVoter changes a voter's row, and removes it once all is zero.
func (c *chainTx) editVoter(l Log, voter Address, edit func(*VoteVoter) bool) bool {
	v := VoteVoter{Contract: l.Emitter, Voter: voter}
	empty := v
	if old := GetRow[VoteVoter](c, v.Key()); old != nil {
		v = *old
	}
	ok := edit(&v)
	if v == empty {
		c.Delete(TableVoteVoter, v.Key())
	} else {
		c.Put(&v)
	}
	return ok
}

// owe moves what the contract owes in all.
func (c *chainTx) owe(l Log, more, less money.Amount) {
	b := VoteBook{Contract: l.Emitter}
	if old := GetRow[VoteBook](c, b.Key()); old != nil {
		b = *old
	}
	b.Owed = b.Owed.SatAdd(more).SatSub(less)
	c.Put(&b)
}

func (c *chainTx) staked(l Log, e EventVoteStaked) bool {
	c.owe(l, e.Amount, money.Amount{})
	profile := c.profile(e.Voter)
	return c.editVoter(l, e.Voter, func(v *VoteVoter) bool {
		if c.b.Time >= v.RecentAt+VoteMaturity {
			v.Settled, v.Recent = v.Settled.SatAdd(v.Recent), money.Amount{}
		}
		v.Recent, v.RecentAt = v.Recent.SatAdd(e.Amount), c.b.Time
		if profile != nil {
			v.RegisteredAt = profile.RegisteredAt
		}
		return profile != nil
	})
}

// profile is an address's in the profiles that are in force, else in former
// ones. (A vote contract asks one of them for ever, which its events do not name.)
func (c *chainTx) profile(a Address) *ChainAgent {
	for _, k := range c.set.KnownContracts() {
		if k.Role == RoleAgents {
			if p := GetRow[ChainAgent](c, PairKey(k.Address, a)); p != nil {
				return p
			}
		}
	}
	return nil
}

func (c *chainTx) opened(l Log, e EventVoteOpened) bool {
	p := VotePoll{Contract: l.Emitter, Mission: e.MissionID, Poll: e.Poll, Rules: e.Rules, StakedBefore: e.StakedBefore,
		CommitBy: e.CommitBy, RevealBy: e.RevealBy, Opened: c.pos(l)}
	m := GetRow[EscrowMission](c, e.MissionID.String())
	if m == nil || c.Get(TableVotePoll, p.Key()) != nil {
		return false
	}
	p.PostedAt, p.Poster = m.Posted.Time, m.Terms.Poster
	c.Put(&p)
	c.Put(&VoteBallot{Contract: l.Emitter, Mission: e.MissionID, Poll: e.Poll, Voter: p.Poster, State: BallotBarred})
	return true
}

func (c *chainTx) editPoll(l Log, mission Hash, poll uint8, edit func(*VotePoll) bool) bool {
	old := GetRow[VotePoll](c, PollKey(l.Emitter, mission, poll))
	if old == nil {
		return false
	}
	p := *old
	ok := edit(&p)
	c.Put(&p)
	return ok
}

// cast: the event does not say the weight, which is the stake from before the
// poll's StakedBefore, at most the cap.
func (c *chainTx) cast(l Log, e EventVoteCommitted) bool {
	poll := e.PollAndHash[31]
	p := GetRow[VotePoll](c, PollKey(l.Emitter, e.MissionID, poll))
	v := GetRow[VoteVoter](c, PairKey(l.Emitter, e.Voter))
	if p == nil || v == nil {
		return false
	}
	b := VoteBallot{Contract: l.Emitter, Mission: e.MissionID, Poll: poll, Voter: e.Voter, State: BallotCommitted, Weight: v.weightIn(p)}
	digest := new(uint256.Int).SetBytes(e.PollAndHash[:26])
	b.Data = digest.Bytes32()
	fresh := c.Get(TableVoteBallot, b.Key()) == nil
	c.Put(&b)
	return fresh
}

// weightIn is what a voter weighs in a poll.
func (v *VoteVoter) weightIn(p *VotePoll) money.Amount {
	w := v.Settled
	if v.RecentAt < p.StakedBefore {
		w = w.SatAdd(v.Recent)
	}
	return UnpackVoteRules(p.Rules).Capped(w)
}

func (c *chainTx) editBallot(l Log, mission Hash, poll uint8, voter Address, edit func(*VoteBallot) bool) bool {
	b := VoteBallot{Contract: l.Emitter, Mission: mission, Poll: poll, Voter: voter}
	old := GetRow[VoteBallot](c, b.Key())
	if old == nil {
		return false
	}
	b = *old
	ok := edit(&b)
	c.Put(&b)
	return ok
}

func (c *chainTx) counted(l Log, e EventVoteRevealed) bool {
	choice := VoteChoice{Contract: l.Emitter, Mission: e.MissionID, Poll: e.Poll, Choice: e.Choice}
	if old := GetRow[VoteChoice](c, choice.Key()); old != nil {
		choice = *old
	}
	choice.Weight = choice.Weight.SatAdd(e.Weight)
	cast := c.editBallot(l, e.MissionID, e.Poll, e.Voter, func(b *VoteBallot) bool {
		ok := b.State == BallotCommitted && b.Weight == e.Weight
		b.State, b.Weight, b.Data = BallotRevealed, e.Weight, Uint256{}
		copy(b.Data[12:], e.Choice[:])
		return ok
	})
	c.Put(&choice)
	return c.editPoll(l, e.MissionID, e.Poll, func(p *VotePoll) bool {
		p.PollCount = p.Add(e.Weight, choice.Weight)
		return cast
	})
}

// settledStake: zero or less is what the stake lost, the youngest first, to the
// pool; more is what the ballot won from it.
func (c *chainTx) settledStake(l Log, e EventStakeSettled) bool {
	n := e.Delta.Amount
	if !e.Delta.Negative && !n.IsZero() {
		drawn := c.editBallot(l, e.MissionID, e.Poll, e.Voter, func(b *VoteBallot) bool {
			b.Drawn = b.Drawn.SatAdd(n)
			return true
		})
		return c.editVoter(l, e.Voter, func(v *VoteVoter) bool { v.Winnings = v.Winnings.SatAdd(n); return drawn })
	}
	was := c.editBallot(l, e.MissionID, e.Poll, e.Voter, func(b *VoteBallot) bool {
		b.State = BallotSettled
		return true
	})
	there := c.editPoll(l, e.MissionID, e.Poll, func(p *VotePoll) bool { p.Pool = p.Pool.SatAdd(n); return was })
	if n.IsZero() {
		return there
	}
	return c.editVoter(l, e.Voter, func(v *VoteVoter) bool {
		recent := money.Min(n, v.Recent)
		ok := !v.Settled.Less(n.SatSub(recent))
		v.Recent, v.Settled = v.Recent.SatSub(recent), v.Settled.SatSub(n.SatSub(recent))
		return there && ok
	})
}
