package e2e

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"

	"github.com/oabp/oabpd/bindings/oabpagents"
	"github.com/oabp/oabpd/bindings/oabpvote"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// Missions and appeals that staked agents decide.

const (
	voterStake = 200_000_000
	voterCap   = 100_000_000 // what weighs of it in a poll of voteRules
)

func bigOf(n int64) *big.Int { return big.NewInt(n) }

// voteRules are a poll of ten minutes each, with a quorum of three voters.
func voteRules() map[string]any {
	return map[string]any{"vote": map[string]any{"commit_minutes": 10, "reveal_minutes": 10, "quorum": 3, "slash_bps": 1000, "cap_usdc": 100, "quorum_weight": "250000000"}}
}

// voters are agents on the chain with a stake, from before every mission that
// they vote on.
func (w *world) voters(t *testing.T, n int) (out []devchain.Account) {
	t.Helper()
	vote := w.contracts.Vote.Address
	var txs []common.Hash
	for range n {
		a := newAccount(t, "voter")
		w.fund(t, a.Address)
		txs = append(txs, w.call(t, a, w.contracts.Agents.Address, pack(t, oabpagents.OabpAgentsMetaData, "register", common.Hash{1}, "https://agent.example/profile", math.MaxBig256)),
			w.usdc(t, a, "approve(address,uint256)", vote, bigOf(voterStake)),
			w.call(t, a, vote, pack(t, oabpvote.OabpVoteMetaData, "stake", bigOf(voterStake))))
		out = append(out, a)
	}
	w.mined(t, txs...)
	w.mine(t, depth)
	w.mirrored(t, "profileOf", "voterOf", "owed")
	return out
}

// ballot is what one voter does; without reveal it stays silent.
type ballot struct {
	voter  devchain.Account
	choice common.Address
	reveal bool
}

// boundTerms are the terms as the vote contract's binding has them.
func boundTerms(m settle.MissionTerms) oabpvote.MissionTerms {
	bigs := func(as []money.Amount) (out []*big.Int) {
		for _, a := range as {
			out = append(out, a.Big())
		}
		return out
	}
	return oabpvote.MissionTerms{Poster: common.Address(m.Poster), Resolver: common.Address(m.Resolver), RefundTo: common.Address(m.RefundTo), Reward: m.Reward.Big(),
		Vtype: uint8(m.VType), Layout: uint8(m.Layout), SubmitBy: bigOf(m.SubmitBy), JudgeBy: bigOf(m.JudgeBy), RefundAt: bigOf(m.RefundAt),
		AppealWindow: m.AppealWindow, RevealWindow: m.RevealWindow, Arbiter: common.Address(m.Arbiter), AppealBond: m.AppealBond.Big(),
		SpecHash: m.SpecHash, Param: m.Param, Tranches: bigs(m.Tranches), Fees: bigs(m.Fees), Salt: new(big.Int).SetBytes(m.Salt[:])}
}

// voteCall sends one call of the vote contract.
func (w *world) voteCall(t *testing.T, from devchain.Account, method string, args ...any) common.Hash {
	t.Helper()
	return w.call(t, from, w.contracts.Vote.Address, pack(t, oabpvote.OabpVoteMetaData, method, args...))
}

func (w *world) voteContract(t *testing.T) *oabpvote.OabpVote {
	t.Helper()
	v, err := oabpvote.NewOabpVote(w.contracts.Vote.Address, w.client)
	must(t, err)
	return v
}

// poll is one of a mission's polls with what its voters do.
type poll struct {
	j       *escrowJob
	number  uint8 // the tranche; 128 more for the poll over an appeal
	ballots []ballot
}

// pollSalt hides the votes of every voter here.
var pollSalt = settle.Keccak256([]byte("salt"))

// commitment is what a voter commits to.
func (w *world) commitment(t *testing.T, p poll, b ballot) settle.Hash {
	t.Helper()
	id, err := w.voteContract(t).PollId(&bind.CallOpts{Context: t.Context()}, p.j.hash, p.number)
	must(t, err)
	return settle.Keccak256(id[:], common.LeftPadBytes(b.voter.Address[:], 32), common.LeftPadBytes(b.choice[:], 32), pollSalt[:])
}

// polls holds polls, from their opening by a stranger to the end of their reveals.
func (w *world) polls(t *testing.T, open string, polls ...poll) {
	t.Helper()
	w.commitsVotes(t, open, polls...)
	w.mine(t, depth)
	w.mirrored(t, "countOf", "verdictOf", "ballotOf")
	w.revealsVotes(t, polls...)
	w.until(t, w.now(t).Unix()+600)
	for _, p := range polls {
		if w.workStatus(t, p.j) == "pending" {
			w.isSealed(t, p.j)
		}
	}
}

// commitsVotes opens polls, and has all their voters commit.
func (w *world) commitsVotes(t *testing.T, open string, polls ...poll) {
	t.Helper()
	var opened, cast []common.Hash
	for _, p := range polls {
		opened = append(opened, w.voteCall(t, w.bank(), open, boundTerms(p.j.terms(t)), p.number&^128))
	}
	w.mined(t, opened...)
	for _, p := range polls {
		for _, b := range p.ballots {
			cast = append(cast, w.voteCall(t, b.voter, "commit", p.j.hash, p.number, w.commitment(t, p, b)))
		}
	}
	w.mined(t, cast...)
}

// revealsVotes waits for the end of the commitments, and has who reveals do so.
func (w *world) revealsVotes(t *testing.T, polls ...poll) {
	t.Helper()
	w.until(t, w.now(t).Unix()+600)
	var txs []common.Hash
	for _, p := range polls {
		for _, b := range p.ballots {
			if b.reveal {
				txs = append(txs, w.voteCall(t, b.voter, "reveal", p.j.hash, p.number, b.choice, pollSalt))
			}
		}
	}
	w.mined(t, txs...)
}

// tallies sends the tally, as anybody can.
func (w *world) tallies(t *testing.T, j *escrowJob, poll uint8) {
	t.Helper()
	w.mined(t, w.tally(t, j, poll))
}

// tally sends it, for the next block.
func (w *world) tally(t *testing.T, j *escrowJob, poll uint8) common.Hash {
	t.Helper()
	agent, content, split := j.entry(t)
	return w.tallyFor(t, j, poll, common.Address(agent), content, split)
}

// tallyFor sends the tally of a poll that somebody leads by some work.
func (w *world) tallyFor(t *testing.T, j *escrowJob, poll uint8, winner common.Address, content settle.Hash, split settle.Split) common.Hash {
	t.Helper()
	s := oabpvote.Split{Bps: split.BPS}
	for _, p := range split.Payees {
		s.Payees = append(s.Payees, common.Address(p))
	}
	return w.voteCall(t, w.bank(), "tally", boundTerms(j.terms(t)), poll, winner, content, s)
}

func (w *world) outcome(t *testing.T, j *escrowJob, poll uint8, want settle.PollOutcome, winner common.Address) {
	t.Helper()
	v, err := w.voteContract(t).VerdictOf(&bind.CallOpts{Context: t.Context()}, j.hash, poll)
	must(t, err)
	if settle.PollOutcome(v.Outcome) != want || v.Winner != winner {
		t.Fatalf("the poll's verdict is %+v", v)
	}
}

// settles has the stakes of the losers slashed, and the winners paid with them;
// the first winner takes its winnings out.
func (w *world) settles(t *testing.T, j *escrowJob, poll uint8, losers, winners []devchain.Account, winnings int64) {
	t.Helper()
	for _, some := range [][]devchain.Account{losers, winners} { // all losers first: the pool is what is shared
		var txs []common.Hash
		for _, v := range some {
			txs = append(txs, w.voteCall(t, w.bank(), "settle", j.hash, poll, v.Address))
		}
		w.mined(t, txs...)
	}
	w.mine(t, depth)
	w.mirrored(t, "voterOf", "winningsOf", "verdictOf", "weightOf", "ballotOf", "drawnOf", "owed")
	for _, v := range winners {
		before := w.balance(t, v.Address)
		w.mined(t, w.voteCall(t, w.bank(), "withdraw", v.Address))
		w.gains(t, v.Address, before, winnings)
	}
	w.mine(t, depth)
	w.mirrored(t, "winningsOf", "owed")
}

// voteElects: two vote for the work, one against it, one is silent.
func voteElects(t *testing.T, w *world, voters []devchain.Account) {
	j := w.opened(t, "peer_vote", voteRules(), nil)
	w.submits(t, j)
	w.enters(t, j)
	other := w.also(t, j)
	w.until(t, j.terms(t).SubmitBy)
	w.post(t, j.worker, "/v1/bounties/"+j.bounty+"/submissions", work("too late")).want(t, 409, "mission_not_open")
	elected := j.worker.account.Address
	w.polls(t, "open", poll{j, 0, []ballot{{voters[0], elected, true}, {voters[1], elected, true}, {voters[2], common.Address{}, true}, {voters[3], elected, false}}})
	before := w.balance(t, elected)
	w.tallies(t, j, 0)
	w.gains(t, elected, before, 24_875_001)
	w.outcome(t, j, 0, settle.PollElected, elected)
	w.releases(t, j, "free")
	w.receipted(t, j)
	w.closed(t, other)
	w.mirrored(t, "verdictOf", "submissionOf", "weightOf")
	const loss = voterCap / 10
	w.settles(t, j, 0, voters[2:4], voters[:2], 2*loss/2)
	left, err := w.voteContract(t).VoterOf(&bind.CallOpts{Context: t.Context()}, voters[3].Address)
	must(t, err)
	if left.Settled+left.Recent != voterStake-loss {
		t.Errorf("of the silent one's stake is left %+v", left)
	}
}

// voteFails: two of three voters reveal. Nobody is awarded or slashed, and the
// reward goes back when the time is over.
func voteFails(t *testing.T, w *world, voters []devchain.Account) {
	j := w.opened(t, "peer_vote", voteRules(), nil)
	w.submits(t, j)
	w.enters(t, j)
	w.until(t, j.terms(t).SubmitBy)
	elected := j.worker.account.Address
	w.polls(t, "open", poll{j, 0, []ballot{{voters[0], elected, true}, {voters[1], elected, true}, {voters[2], elected, false}}})
	w.tallies(t, j, 0)
	w.outcome(t, j, 0, settle.PollNoQuorum, common.Address{})
	w.mine(t, depth)
	if r := w.escrow(t, j); r.str("status") != "active" || r.str("tranches.0.state") != "free" {
		t.Errorf("nobody was elected: %s", clip(r.body))
	}
	w.isSealed(t, j)
	w.refunds(t, j, "not_awarded", 25_000_001)
	w.closed(t, j)
	w.mirrored(t, "verdictOf", "ballotOf", "mission")
}

// appealVoted: the vote contract is the arbiter, and gives the award to the
// other worker.
func appealVoted(t *testing.T, w *world, voters []devchain.Account) {
	const number = 128
	j, other := w.appealable(t, w.contracts.Vote.Address)
	w.appeals(t, j, other.worker)
	w.until(t, j.terms(t).SubmitBy) // work that could still be replaced cannot be elected
	choice := other.worker.account.Address
	before := w.balance(t, choice)
	w.polls(t, "openAppeal", poll{j, number, []ballot{{voters[0], choice, true}, {voters[1], choice, true}, {voters[2], j.worker.account.Address, true}}})
	w.tallies(t, other, number)
	w.outcome(t, j, number, settle.PollElected, choice)
	w.mine(t, depth)
	ruled(t, w.escrow(t, j), "other", other.worker)
	w.gains(t, choice, before, appealBond)
	w.mirrored(t, "pendingAward", "appealOf", "verdictOf")
	w.finalizes(t, other, "pending")
	w.closed(t, j)
}
