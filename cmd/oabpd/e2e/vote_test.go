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

// polls holds a poll, from its opening by a stranger to the end of its reveals.
func (w *world) polls(t *testing.T, j *escrowJob, open string, poll uint8, ballots []ballot) {
	t.Helper()
	w.mined(t, w.voteCall(t, w.bank(), open, boundTerms(j.terms(t)), poll&^128))
	id, err := w.voteContract(t).PollId(&bind.CallOpts{Context: t.Context()}, j.hash, poll)
	must(t, err)
	salt := settle.Keccak256([]byte("salt"))
	var txs []common.Hash
	for _, b := range ballots {
		commitment := settle.Keccak256(id[:], common.LeftPadBytes(b.voter.Address[:], 32), common.LeftPadBytes(b.choice[:], 32), salt[:])
		txs = append(txs, w.voteCall(t, b.voter, "commit", j.hash, poll, commitment))
	}
	w.mined(t, txs...)
	w.mine(t, depth)
	w.mirrored(t, "countOf", "verdictOf", "ballotOf")
	w.until(t, w.now(t).Unix()+600)
	txs = nil
	for _, b := range ballots {
		if b.reveal {
			txs = append(txs, w.voteCall(t, b.voter, "reveal", j.hash, poll, b.choice, salt))
		}
	}
	w.mined(t, txs...)
	w.until(t, w.now(t).Unix()+600)
	w.isSealed(t, j)
}

// tallies sends the tally, as anybody can.
func (w *world) tallies(t *testing.T, j *escrowJob, poll uint8) {
	t.Helper()
	agent, content, split := j.entry(t)
	s := oabpvote.Split{Bps: split.BPS}
	for _, p := range split.Payees {
		s.Payees = append(s.Payees, common.Address(p))
	}
	w.mined(t, w.voteCall(t, w.bank(), "tally", boundTerms(j.terms(t)), poll, common.Address(agent), content, s))
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
	w.polls(t, j, "open", 0, []ballot{{voters[0], elected, true}, {voters[1], elected, true}, {voters[2], common.Address{}, true}, {voters[3], elected, false}})
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
	w.polls(t, j, "open", 0, []ballot{{voters[0], elected, true}, {voters[1], elected, true}, {voters[2], elected, false}})
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
	const poll = 128
	j, other := w.appealable(t, w.contracts.Vote.Address)
	w.appeals(t, j, other.worker)
	w.until(t, j.terms(t).SubmitBy) // work that could still be replaced cannot be elected
	choice := other.worker.account.Address
	before := w.balance(t, choice)
	w.polls(t, j, "openAppeal", poll, []ballot{{voters[0], choice, true}, {voters[1], choice, true}, {voters[2], j.worker.account.Address, true}})
	w.tallies(t, other, poll)
	w.outcome(t, j, poll, settle.PollElected, choice)
	w.mine(t, depth)
	ruled(t, w.escrow(t, j), "other", other.worker)
	w.gains(t, choice, before, appealBond)
	w.mirrored(t, "pendingAward", "appealOf", "verdictOf")
	w.finalizes(t, other, "pending")
	w.closed(t, j)
}
