package settle

import (
	"slices"
	"strconv"
)

// The access paths to what the chain's contracts hold. Every mirror table has
// one more, by contract: OfContract.
const (
	QueryEscrowMissionsOfPoster QueryName = "escrow_missions_of_poster"
	QueryEntriesOfMission       QueryName = "entries_of_mission"
	QueryCommitmentsOfMission   QueryName = "commitments_of_mission"
	QueryPollsOfMission         QueryName = "polls_of_mission"
	QueryChoicesOfPoll          QueryName = "choices_of_poll"
	QueryBallotsOfPoll          QueryName = "ballots_of_poll"
	QueryAwardsOnChain          QueryName = "awards_on_chain"
	QueryAwardsOfSubmission     QueryName = "awards_of_submission"
	QueryAwardsOfParty          QueryName = "awards_of_party"
	QueryAwardsWaiting          QueryName = "awards_waiting"
	QueryAwardsReverted         QueryName = "awards_reverted"
	QueryUndoBelow              QueryName = "undo_below"
)

// EscrowMissionsOfPoster are those whose terms name an address as the poster.
func EscrowMissionsOfPoster(a Address) Query {
	return query(QueryEscrowMissionsOfPoster, a.String(), func(m *EscrowMission) bool { return m.Terms.Poster == a })
}

// EntriesOfMission are the current submissions of all agents.
func EntriesOfMission(h Hash) Query {
	return query(QueryEntriesOfMission, h.String(), func(e *EscrowEntry) bool { return e.Mission == h })
}

// CommitmentsOfMission are all, revealed ones too.
func CommitmentsOfMission(h Hash) Query {
	return query(QueryCommitmentsOfMission, h.String(), func(c *EscrowCommitment) bool { return c.Mission == h })
}

// PollsOfMission are all polls over a mission's tranches, of every vote contract.
func PollsOfMission(h Hash) Query {
	return query(QueryPollsOfMission, h.String(), func(p *VotePoll) bool { return p.Mission == h })
}

// ChoicesOfPoll are what was voted for in the poll of a key (PollKey).
func ChoicesOfPoll(poll string) Query {
	return query(QueryChoicesOfPoll, poll, func(c *VoteChoice) bool { return PollKey(c.Contract, c.Mission, c.Poll) == poll })
}

// BallotsOfPoll are the ballots of the poll of a key (PollKey).
func BallotsOfPoll(poll string) Query {
	return query(QueryBallotsOfPoll, poll, func(b *VoteBallot) bool { return PollKey(b.Contract, b.Mission, b.Poll) == poll })
}

// AwardsOnChain are the awards of the escrow's mission id, of every branch of
// the chain that was followed.
func AwardsOnChain(h Hash) Query {
	return query(QueryAwardsOnChain, h.String(), func(a *EscrowAward) bool { return a.OnChain == h })
}

// AwardsOfSubmission are the awards that a submission won.
func AwardsOfSubmission(id string) Query {
	return query(QueryAwardsOfSubmission, id, func(a *EscrowAward) bool { return a.Submission == id && id != "" })
}

// AwardsOfParty are the awards of work that an address entered, or that paid it.
func AwardsOfParty(p Address) Query {
	return query(QueryAwardsOfParty, p.String(), func(a *EscrowAward) bool { return slices.Contains(a.parties(), p) })
}

// AwardsReverted are the poster's awards that a reorganization removed after
// they were settled, and that no other award has replaced.
func AwardsReverted(poster string) Query {
	return query(QueryAwardsReverted, poster, func(a *EscrowAward) bool { return a.Poster == poster && a.owed() })
}

func (a *EscrowAward) owed() bool { return a.Status == AwardReverted && !a.Replaced }

// UndoBelow is what undoes the blocks below a height.
func UndoBelow(number uint64) Query {
	return query(QueryUndoBelow, strconv.FormatUint(number, 10), func(u *ChainUndo) bool { return u.Block.Number < number })
}

// OfContract are the rows of a mirror table that mirror one contract.
func OfContract(t Table, contract Address) Query {
	return Query{Name: ofContract(t), Table: t, Arg: contract.String(), Match: func(r Row) bool {
		return r.(mirrorRow).of() == contract
	}}
}

func ofContract(t Table) QueryName { return QueryName(t) + "_of_contract" }

func chainQueriesOf(t Table) []QueryName {
	switch t {
	case TableEscrowAward:
		return []QueryName{QueryAwardsOnChain, QueryAwardsOfSubmission, QueryAwardsOfParty, QueryAwardsWaiting, QueryAwardsReverted, QueryAwardsHeld, QueryAwardsHeldBehind}
	case TableChainUndo:
		return []QueryName{QueryUndoBelow}
	case TableEscrowMission:
		return []QueryName{ofContract(t), QueryEscrowMissionsOfPoster}
	case TableEscrowEntry:
		return []QueryName{ofContract(t), QueryEntriesOfMission}
	case TableEscrowCommitment:
		return []QueryName{ofContract(t), QueryCommitmentsOfMission}
	case TableVotePoll:
		return []QueryName{ofContract(t), QueryPollsOfMission}
	case TableVoteChoice:
		return []QueryName{ofContract(t), QueryChoicesOfPoll}
	case TableVoteBallot:
		return []QueryName{ofContract(t), QueryBallotsOfPoll, QueryBallotsOfVoter}
	}
	if slices.Contains(MirrorTables(), t) {
		return []QueryName{ofContract(t)}
	}
	return nil
}

func chainKeys(name QueryName, r Row) []string {
	if m, ok := r.(mirrorRow); ok && name == ofContract(r.Table()) {
		return []string{m.of().String()}
	}
	switch r := r.(type) {
	case *EscrowAward:
		return awardKeys(name, r)
	case *ChainUndo:
		return keyIf(name == QueryUndoBelow, "")
	case *EscrowMission:
		return keyIf(name == QueryEscrowMissionsOfPoster, r.Terms.Poster.String())
	case *EscrowEntry:
		return keyIf(name == QueryEntriesOfMission, r.Mission.String())
	case *EscrowCommitment:
		return keyIf(name == QueryCommitmentsOfMission, r.Mission.String())
	case *VotePoll:
		return keyIf(name == QueryPollsOfMission, r.Mission.String())
	case *VoteChoice:
		return keyIf(name == QueryChoicesOfPoll, PollKey(r.Contract, r.Mission, r.Poll))
	case *VoteBallot:
		if name == QueryBallotsOfVoter {
			return []string{r.Voter.String()}
		}
		return keyIf(name == QueryBallotsOfPoll, PollKey(r.Contract, r.Mission, r.Poll))
	}
	return nil
}

func awardKeys(name QueryName, a *EscrowAward) []string {
	switch name {
	case QueryAwardsOnChain:
		return []string{a.OnChain.String()}
	case QueryAwardsOfSubmission:
		return keyIf(a.Submission != "", a.Submission)
	case QueryAwardsOfParty:
		var out []string
		for _, p := range a.parties() {
			out = append(out, p.String())
		}
		return out
	case QueryAwardsWaiting:
		return keyIf(a.Status == AwardConfirmed, "")
	case QueryAwardsHeld, QueryAwardsHeldBehind:
		return keyIf(a.Hold == InstructionHeld, "")
	case QueryAwardsReverted:
		return keyIf(a.owed(), a.Poster)
	}
	return nil
}
