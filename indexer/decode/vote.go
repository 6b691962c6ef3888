package decode

import "github.com/oabp/oabpd/settle"

// voteEvents are OabpVote's (IOabpVote).
func voteEvents() []event {
	return append(stakeEvents(), pollEvents()...)
}

func stakeEvents() []event {
	return []event{
		says("VoteStaked(address,uint256)", 1, 1, func(e *settle.EventVoteStaked, t, d *words) {
			e.Voter, e.Amount = t.address(), d.amount(uint256)
		}),
		says("VoteUnstakeRequested(address,uint256)", 1, 1, func(e *settle.EventVoteUnstakeRequested, t, d *words) {
			e.Voter, e.AvailableAt = t.address(), d.time()
		}),
		says("VoteUnstaked(address,uint256)", 1, 1, func(e *settle.EventVoteUnstaked, t, d *words) {
			e.Voter, e.Amount = t.address(), d.amount(uint256)
		}),
		says("StakeSettled(bytes32,address,uint8,int256)", 2, 2, func(e *settle.EventStakeSettled, t, d *words) {
			e.MissionID, e.Voter, e.Poll, e.Delta = t.word(), t.address(), d.tranche(), d.signed()
		}),
		says("WinningsWithdrawn(address,uint256)", 1, 1, func(e *settle.EventWinningsWithdrawn, t, d *words) {
			e.Voter, e.Amount = t.address(), d.amount(uint256)
		}),
	}
}

func pollEvents() []event {
	return []event{
		says("VoteOpened(bytes32,uint8,uint256,uint256,uint256,bytes32)", 2, 4, func(e *settle.EventVoteOpened, t, d *words) {
			e.MissionID, e.Poll = t.word(), t.tranche()
			e.CommitBy, e.RevealBy, e.StakedBefore, e.Rules = d.time(), d.time(), d.time(), d.word()
		}),
		says("VoteCommitted(bytes32,address,bytes32)", 2, 1, func(e *settle.EventVoteCommitted, t, d *words) {
			e.MissionID, e.Voter, e.PollAndHash = t.word(), t.address(), d.word()
		}),
		says("VoteRevealed(bytes32,address,uint8,address,uint256)", 2, 3, func(e *settle.EventVoteRevealed, t, d *words) {
			e.MissionID, e.Voter = t.word(), t.address()
			e.Poll, e.Choice, e.Weight = d.tranche(), d.address(), d.amount(uint256)
		}),
		says("VoteTallied(bytes32,address,uint8,uint256,bool,uint8)", 2, 4, func(e *settle.EventVoteTallied, t, d *words) {
			e.MissionID, e.Winner, e.Poll = t.word(), t.address(), d.tranche()
			e.Weight, e.QuorumMet = d.amount(uint256), d.bool()
			e.Outcome = settle.PollOutcome(d.enum("Outcome", 7))
		}),
	}
}
