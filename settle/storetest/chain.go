package storetest

import (
	"fmt"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// ChainRow makes a row of the tables that mirror contracts, of escrow_award and
// of chain_undo, from a few values; nil for any other table. Texts are such
// that a store must take care of.
func ChainRow(t settle.Table, contract, who settle.Address, mission settle.Hash, n int) settle.Row {
	amount, small := money.Units(uint64(n)+1), uint8(n)
	at := settle.ChainPos{Block: settle.BlockRef{Number: uint64(n), Hash: mission}, Time: int64(n)}
	switch t {
	case settle.TableEscrowAward:
		a := &settle.EscrowAward{Mission: fmt.Sprintf("m%d", n), Poster: fmt.Sprintf("agent%d", n), OnChain: mission, Contract: contract,
			Tranche: small, Final: settle.FinalAward{Agent: who, SubmissionHash: mission, Gross: amount, At: at}, Submission: fmt.Sprintf("s%d", n)}
		a.Status, a.SettledAt, a.Settlements = []settle.AwardStatus{settle.AwardConfirmed, settle.AwardSettled, settle.AwardReverted}[n%3], 5, 1
		if a.Hold = []settle.InstructionStatus{"", settle.InstructionHeld, settle.InstructionWithheld}[int(who[19])%3]; a.Status != settle.AwardConfirmed {
			a.Hold = ""
		}
		a.Replaced = who[19]%2 == 1
		a.Final.Payouts = []settle.EscrowPayout{{To: contract, Amount: amount}, {To: settle.Address{19: byte(n)}}}[:n%3]
		return a
	case settle.TableChainUndo:
		return &settle.ChainUndo{Block: at.Block, Rows: []settle.UndoRow{{Table: settle.TableAnchor, Key: "k"},
			{Table: settle.TableEscrowEntry, Key: "k", Row: `{"uri":{"hex":"00ff"},"b":1,"a":"\u003c"}`}}}
	case settle.TableEscrowMission:
		return &settle.EscrowMission{Hash: mission, Contract: contract, Terms: settle.MissionTerms{Poster: who, Reward: amount}, Held: amount,
			SpecURI: "nul \x00, broken \xff", Status: settle.EscrowOpen, Posted: at, Tranches: []settle.EscrowTranche{{}}}
	case settle.TableEscrowEntry:
		return &settle.EscrowEntry{Mission: mission, Contract: contract, Agent: who, Tranche: small, URI: "ä\u2028\ufffd<", At: at}
	case settle.TableEscrowCommitment:
		return &settle.EscrowCommitment{Mission: mission, Contract: contract, Agent: who, Commitment: mission, Seq: uint64(n)}
	case settle.TableEscrowCredit:
		return &settle.EscrowCredit{Contract: contract, Owner: who, Amount: amount}
	case settle.TableEscrowBook:
		return &settle.EscrowBook{Contract: contract, FeesAccrued: amount, FeeRecipient: who}
	}
	return voteRow(t, contract, who, mission, n)
}

func voteRow(t settle.Table, contract, who settle.Address, mission settle.Hash, n int) settle.Row {
	amount, small := money.Units(uint64(n)+1), uint8(n)
	at := settle.ChainPos{Block: settle.BlockRef{Number: uint64(n), Hash: mission}, Time: int64(n)}
	switch t {
	case settle.TableVoteVoter:
		return &settle.VoteVoter{Contract: contract, Voter: who, Settled: amount, RecentAt: int64(n)}
	case settle.TableVotePoll:
		return &settle.VotePoll{Contract: contract, Mission: mission, Poll: settle.AppealPoll + small, Rules: mission, Opened: at}
	case settle.TableVoteChoice:
		return &settle.VoteChoice{Contract: contract, Mission: mission, Poll: small, Choice: who, Weight: amount}
	case settle.TableVoteBallot:
		return &settle.VoteBallot{Contract: contract, Mission: mission, Poll: small, Voter: who, Weight: amount, Data: settle.Uint256(mission)}
	case settle.TableVoteBook:
		return &settle.VoteBook{Contract: contract, Owed: amount}
	case settle.TableChainAgent:
		return &settle.ChainAgent{Contract: contract, Agent: who, ERC8004ID: settle.NoIdentity, URI: "\x00", At: at}
	case settle.TableOracle:
		return &settle.Oracle{Contract: contract, Oracle: who, CodeHash: mission, At: at}
	case settle.TableOracleList:
		return &settle.OracleList{Contract: contract, Owner: who}
	case settle.TableAttesters:
		return &settle.Attesters{Contract: contract, Threshold: small, Attesters: []settle.Address{who}}
	case settle.TableExported:
		return &settle.Exported{Contract: contract, Mission: mission, Mask: settle.Uint256Of(uint64(n))}
	case settle.TableAnchor:
		return &settle.Anchor{Contract: contract, Number: uint64(n), BlockHash: mission}
	}
	return nil
}

// ChainQueries are the access paths to those rows.
func ChainQueries(contract, who settle.Address, mission settle.Hash, n int) []settle.Query {
	poll := settle.PollKey(contract, mission, uint8(n))
	out := []settle.Query{
		settle.EscrowMissionsOfPoster(who), settle.EntriesOfMission(mission), settle.CommitmentsOfMission(mission), settle.PollsOfMission(mission),
		settle.ChoicesOfPoll(poll), settle.BallotsOfPoll(poll), settle.BallotsOfVoter(who), settle.AwardsOnChain(mission), settle.AwardsOfSubmission(fmt.Sprintf("s%d", n)),
		settle.AwardsOfSubmission(""), settle.AwardsOfParty(who), settle.AwardsReverted(fmt.Sprintf("agent%d", n)), settle.AwardsReverted(""),
		settle.UndoBelow(uint64(n)),
	}
	for _, t := range settle.MirrorTables() {
		out = append(out, settle.OfContract(t, contract))
	}
	return out
}
