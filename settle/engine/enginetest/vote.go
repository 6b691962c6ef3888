package enginetest

import (
	"maps"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Vote is the model of OabpVote and of the OabpAgents that it asks.
type Vote struct {
	Address, Agents settle.Address
	Escrow          *Escrow
	// AppealRules are the packed rules of polls over appeals.
	AppealRules settle.Hash
}

// voteLedger is the storage of both.
type voteLedger struct {
	profiles map[settle.Address]voteProfile
	voters   map[settle.Address]voteStake
	polls    map[votePoll]voteCount
	weights  map[voteSlot]uint64
	ballots  map[voteSlot]voteBallot
	drawn    map[voteSlot]uint64
	winnings map[settle.Address]uint64
	owed     uint64
}

type voteProfile struct {
	at     int64
	number uint64
	id     settle.Uint256
	hash   settle.Hash
}

type voteStake struct {
	settled, recent         uint64
	recentAt, notice, since int64
}

type votePoll struct {
	mission settle.Hash
	n       uint8
}

// voteSlot is what a choice or a voter has in a poll.
type voteSlot struct {
	votePoll
	who settle.Address
}

type voteCount struct {
	postedAt, stakedBefore, commitBy, revealBy int64
	rules                                      settle.VoteRules
	voters                                     uint16
	weight, top, pool                          uint64
	tie                                        bool
	poster, winner                             settle.Address
	outcome                                    settle.PollOutcome
}

type voteBallot struct {
	state  settle.BallotState
	weight uint64
	data   settle.Uint256
}

func newVoteLedger() voteLedger {
	return voteLedger{profiles: map[settle.Address]voteProfile{}, voters: map[settle.Address]voteStake{}, polls: map[votePoll]voteCount{},
		weights: map[voteSlot]uint64{}, ballots: map[voteSlot]voteBallot{}, drawn: map[voteSlot]uint64{}, winnings: map[settle.Address]uint64{}}
}

func (l voteLedger) clone() voteLedger {
	l.profiles, l.voters, l.polls, l.weights = maps.Clone(l.profiles), maps.Clone(l.voters), maps.Clone(l.polls), maps.Clone(l.weights)
	l.ballots, l.drawn, l.winnings = maps.Clone(l.ballots), maps.Clone(l.drawn), maps.Clone(l.winnings)
	return l
}

func (v *Vote) say(x *execution, ev settle.ChainEvent) {
	at := v.Address
	if ev.LogKind().Role() == settle.RoleAgents {
		at = v.Agents
	}
	x.emit(Log{Log: settle.Log{Emitter: at, Kind: ev.LogKind(), Event: ev}})
}

// Profile registers an agent, or updates its profile.
func (v *Vote) Profile(a settle.Address, id settle.Uint256, hash settle.Hash, uri string) Op {
	return func(x *execution) bool {
		p, known := x.l.vote.profiles[a]
		p.id, p.hash = id, hash
		if !known {
			p.at, p.number = x.now, x.number
			v.say(x, settle.EventAgentRegistered{Agent: a, ERC8004ID: id, ProfileHash: hash, URI: settle.ChainText(uri)})
		} else {
			v.say(x, settle.EventAgentUpdated{Agent: a, ERC8004ID: id, ProfileHash: hash, URI: settle.ChainText(uri)})
		}
		x.l.vote.profiles[a] = p
		return true
	}
}

// Deactivate takes a profile back.
func (v *Vote) Deactivate(a settle.Address) Op {
	return func(x *execution) bool {
		if _, known := x.l.vote.profiles[a]; !known {
			return false
		}
		delete(x.l.vote.profiles, a)
		v.say(x, settle.EventAgentDeactivated{Agent: a})
		return true
	}
}

// Stake is stake.
func (v *Vote) Stake(a settle.Address, amount uint64) Op {
	return func(x *execution) bool {
		s, p := x.l.vote.voters[a], x.l.vote.profiles[a]
		if p.at == 0 || s.notice != 0 {
			return false
		}
		if x.now >= s.recentAt+15*24*3600 {
			s.settled, s.recent = s.settled+s.recent, 0
		}
		s.recent, s.recentAt, s.since = s.recent+amount, x.now, p.at
		x.l.vote.voters[a] = s
		x.l.vote.owed += amount
		v.say(x, settle.EventVoteStaked{Voter: a, Amount: money.Units(amount)})
		_, ok := x.move(a, v.Address, money.Units(amount))
		return ok
	}
}

// Notice is requestUnstake, or cancelUnstake of one who gave notice.
func (v *Vote) Notice(a settle.Address) Op {
	return func(x *execution) bool {
		s := x.l.vote.voters[a]
		if s.notice == 0 && s.settled+s.recent == 0 {
			return false
		}
		at := int64(0)
		if s.notice == 0 {
			s.notice, at = x.now, x.now+30*24*3600
		} else {
			s.notice = 0
		}
		x.l.vote.voters[a] = s
		v.say(x, settle.EventVoteUnstakeRequested{Voter: a, AvailableAt: at})
		return true
	}
}

// Unstake is unstake.
func (v *Vote) Unstake(a settle.Address) Op {
	return func(x *execution) bool {
		s := x.l.vote.voters[a]
		n := s.settled + s.recent
		if s.notice == 0 || x.now < s.notice+30*24*3600 || n == 0 {
			return false
		}
		delete(x.l.vote.voters, a)
		x.l.vote.owed -= n
		v.say(x, settle.EventVoteUnstaked{Voter: a, Amount: money.Units(n)})
		_, ok := x.move(v.Address, a, money.Units(n))
		return ok
	}
}

// Withdraw is withdraw of winnings.
func (v *Vote) Withdraw(a settle.Address) Op {
	return func(x *execution) bool {
		n := x.l.vote.winnings[a]
		if n == 0 {
			return false
		}
		delete(x.l.vote.winnings, a)
		x.l.vote.owed -= n
		v.say(x, settle.EventWinningsWithdrawn{Voter: a, Amount: money.Units(n)})
		_, ok := x.move(v.Address, a, money.Units(n))
		return ok
	}
}

// Open is open, or openAppeal for a poll of 128 and above.
func (v *Vote) Open(t settle.MissionTerms, n uint8) Op {
	return func(x *execution) bool {
		id := v.Escrow.ID(t)
		m, key := x.l.escrow.missions[id], votePoll{id, n}
		tranche, packed, basis, latest := n%settle.AppealPoll, t.Param, t.SubmitBy, t.JudgeBy
		if n < settle.AppealPoll {
			if t.Resolver != v.Address || x.now < t.SubmitBy || m.status != settle.EscrowActive || int(n) >= len(t.Tranches) || (m.done|m.pends)&(1<<n) != 0 {
				return false
			}
		} else {
			a, p := x.l.escrow.appeals[escSlot{mission: id, n: tranche}], x.l.escrow.pending[escSlot{mission: id, n: tranche}]
			if t.Arbiter != v.Address || a.appellant.IsZero() {
				return false
			}
			packed, basis, latest = v.AppealRules, p.finalAt-int64(t.AppealWindow), a.ruleBy
		}
		r := settle.UnpackVoteRules(packed)
		c := voteCount{postedAt: m.postedAt, rules: r, poster: t.Poster, stakedBefore: max(basis, x.now-7*24*3600),
			commitBy: x.now + int64(r.CommitMinutes)*60}
		c.revealBy = c.commitBy + int64(r.RevealMinutes)*60
		if _, known := x.l.vote.polls[key]; known || c.revealBy+3600 > latest {
			return false
		}
		x.l.vote.polls[key] = c
		x.l.vote.ballots[voteSlot{key, t.Poster}] = voteBallot{state: settle.BallotBarred}
		v.say(x, settle.EventVoteOpened{MissionID: id, Poll: n, CommitBy: c.commitBy, RevealBy: c.revealBy, StakedBefore: c.stakedBefore, Rules: packed})
		return true
	}
}

func (v *Vote) commitment(id settle.Hash, n uint8, who, choice settle.Address) settle.Hash {
	return settle.Keccak256(id[:], []byte{n}, who[:], choice[:])
}

// Cast is commit.
func (v *Vote) Cast(id settle.Hash, n uint8, a, choice settle.Address) Op {
	return func(x *execution) bool {
		key := votePoll{id, n}
		c, open := x.l.vote.polls[key]
		_, cast := x.l.vote.ballots[voteSlot{key, a}]
		s := x.l.vote.voters[a]
		if !open || x.now >= c.commitBy || cast || s.notice != 0 || s.since >= c.postedAt {
			return false
		}
		weight := s.settled
		if s.recentAt < c.stakedBefore {
			weight += s.recent
		}
		if weight < 1_000_000 {
			return false
		}
		hash := v.commitment(id, n, a, choice)
		b := voteBallot{state: settle.BallotCommitted, weight: min(weight, uint64(c.rules.Cap)*1_000_000)}
		copy(b.data[6:], hash[:26])
		x.l.vote.ballots[voteSlot{key, a}] = b
		var said settle.Hash
		copy(said[:26], hash[:26])
		said[31] = n
		v.say(x, settle.EventVoteCommitted{MissionID: id, Voter: a, PollAndHash: said})
		return true
	}
}

// Reveal is reveal.
func (v *Vote) Reveal(t settle.MissionTerms, n uint8, a, choice settle.Address) Op {
	return func(x *execution) bool {
		id := v.Escrow.ID(t)
		key := votePoll{id, n}
		c, b := x.l.vote.polls[key], x.l.vote.ballots[voteSlot{key, a}]
		hash := v.commitment(id, n, a, choice)
		var digest settle.Uint256
		copy(digest[6:], hash[:26])
		slot := uint8(0)
		if slotsOf(t) > 1 {
			slot = n % settle.AppealPoll
		}
		_, entered := x.l.escrow.entries[escSlot{id, a, slot}]
		if x.now < c.commitBy || x.now >= c.revealBy || b.state != settle.BallotCommitted || b.data != digest || entered {
			return false
		}
		b.state, b.data = settle.BallotRevealed, settle.Uint256{}
		copy(b.data[12:], choice[:])
		x.l.vote.ballots[voteSlot{key, a}] = b
		w := x.l.vote.weights[voteSlot{key, choice}] + b.weight
		x.l.vote.weights[voteSlot{key, choice}] = w
		c.voters++
		c.weight += b.weight
		if w > c.top {
			c.top, c.tie = w, false
		} else if w == c.top {
			c.tie = true
		}
		x.l.vote.polls[key] = c
		v.say(x, settle.EventVoteRevealed{MissionID: id, Voter: a, Poll: n, Choice: choice, Weight: money.Units(b.weight)})
		return true
	}
}

// Tally is tally with the true leader, whose work is given.
func (v *Vote) Tally(t settle.MissionTerms, n uint8, content settle.Hash, s settle.Split) Op {
	return func(x *execution) bool {
		id := v.Escrow.ID(t)
		key := votePoll{id, n}
		c := x.l.vote.polls[key]
		if c.revealBy == 0 || x.now < c.revealBy || c.outcome != settle.PollOpen {
			return false
		}
		var winner settle.Address
		for k, w := range x.l.vote.weights {
			if k.votePoll == key && w == c.top {
				winner = k.who
			}
		}
		c.outcome = v.outcome(x, t, n, c, winner, content, s)
		chosen := c.outcome == settle.PollNobody || c.outcome == settle.PollElected || c.outcome == settle.PollTooLate
		if chosen {
			c.winner = winner
		}
		x.l.vote.polls[key] = c
		v.say(x, settle.EventVoteTallied{MissionID: id, Winner: c.winner, Poll: n, Weight: money.Units(c.top),
			QuorumMet: c.outcome != settle.PollNoQuorum, Outcome: c.outcome})
		if c.outcome == settle.PollElected && n < settle.AppealPoll {
			return v.Escrow.Award(t, n, winner, content, s)(x)
		}
		if n < settle.AppealPoll || c.outcome != settle.PollElected && c.outcome != settle.PollNobody {
			return true
		}
		ruling := settle.RulingOther
		if c.outcome == settle.PollNobody {
			ruling = settle.RulingRefund
		} else if x.l.escrow.pending[escSlot{mission: id, n: n % settle.AppealPoll}].agent == winner {
			ruling = settle.RulingUphold
		}
		return v.Escrow.Rule(t, n%settle.AppealPoll, ruling, winner, content, s)(x)
	}
}

// outcome judges, but for what concerns payees who vote for themselves.
func (v *Vote) outcome(x *execution, t settle.MissionTerms, n uint8, c voteCount, winner settle.Address, content settle.Hash, s settle.Split) settle.PollOutcome {
	tranche := n % settle.AppealPoll
	if c.voters < c.rules.QuorumVoters || c.weight < units(c.rules.QuorumWeight) {
		return settle.PollNoQuorum
	}
	if c.tie {
		return settle.PollTie
	}
	late := x.now >= t.JudgeBy
	if n >= settle.AppealPoll {
		late = x.now >= x.l.escrow.appeals[escSlot{mission: v.Escrow.ID(t), n: tranche}].ruleBy
	}
	if winner.IsZero() || !v.Escrow.holds(x, t, tranche, winner, content, s) {
		if late && n >= settle.AppealPoll {
			return settle.PollTooLate
		}
		return settle.PollNobody
	}
	if late {
		return settle.PollTooLate
	}
	return settle.PollElected
}

// Settle is settle.
func (v *Vote) Settle(id settle.Hash, n uint8, a settle.Address) Op {
	return func(x *execution) bool {
		key := votePoll{id, n}
		slot := voteSlot{key, a}
		c, b := x.l.vote.polls[key], x.l.vote.ballots[slot]
		chosen := c.outcome == settle.PollNobody || c.outcome == settle.PollElected || c.outcome == settle.PollTooLate
		if !chosen || b.state != settle.BallotCommitted && b.state != settle.BallotRevealed {
			return false
		}
		var choice settle.Address
		copy(choice[:], b.data[12:])
		if b.state == settle.BallotRevealed && choice == c.winner {
			due := c.pool*b.weight/c.top - x.l.vote.drawn[slot]
			if due == 0 {
				return false
			}
			x.l.vote.drawn[slot] += due
			x.l.vote.winnings[a] += due
			v.say(x, settle.EventStakeSettled{MissionID: id, Voter: a, Poll: n, Delta: settle.SignedAmount{Amount: money.Units(due)}})
			return true
		}
		b.state = settle.BallotSettled
		x.l.vote.ballots[slot] = b
		st := x.l.vote.voters[a]
		loss := min(b.weight*uint64(c.rules.SlashBPS)/10_000, st.settled+st.recent)
		recent := min(loss, st.recent)
		st.recent, st.settled = st.recent-recent, st.settled-(loss-recent)
		if loss > 0 {
			x.l.vote.voters[a] = st
		}
		c.pool += loss
		x.l.vote.polls[key] = c
		v.say(x, settle.EventStakeSettled{MissionID: id, Voter: a, Poll: n, Delta: settle.SignedAmount{Amount: money.Units(loss), Negative: loss > 0}})
		return true
	}
}
