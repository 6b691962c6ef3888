package e2e

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rlp"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/trie"
	"github.com/ethereum/go-ethereum/trie/trienode"
	"github.com/ethereum/go-ethereum/triedb"

	"github.com/oabp/oabpd/bindings/oabpagents"
	"github.com/oabp/oabpd/bindings/oabpreputation"
	"github.com/oabp/oabpd/cmd/oabpdev/devchain"
	"github.com/oabp/oabpd/settle"
)

// TestRegistries plays what surrounds missions: profiles with ERC-8004 identities,
// awards copied to the reputation registry, and stakes that are slashed and leave.
func TestRegistries(t *testing.T) {
	t.Parallel()
	s := newStage(t, 1)
	s.scenario(t, "awards that are exported", func(t *testing.T) { awardsExported(t, s) })
	s.scenario(t, "profiles that change and end", func(t *testing.T) { profilesChange(t, s) })
	s.scenario(t, "stakes that are slashed and leave", func(t *testing.T) { stakesLeave(t, s) })
}

// identityOf registers somebody at the ERC-8004 registry, and gives its id.
func (s *stage) identityOf(t *testing.T, who devchain.Account) *big.Int {
	t.Helper()
	r := s.mined(t, s.call(t, who, s.identity, bundle(t, "IdentityStandIn", "register")))
	return r.Logs[0].Topics[3].Big() // ERC-721's Transfer
}

// profile sends a call of OabpAgents about the sender's profile.
func (s *stage) profile(t *testing.T, who devchain.Account, method string, args ...any) common.Hash {
	t.Helper()
	return s.call(t, who, s.contracts.Agents.Address, pack(t, oabpagents.OabpAgentsMetaData, method, args...))
}

// seen is what the daemon shows of a person's profile on the chain.
func (s *stage) seen(t *testing.T, who *person) reply {
	t.Helper()
	return reply{doc: s.get(t, who, "/v1/agents/me").want(t, 200).at("addresses.0.chain_profile")}
}

// proofOf leads from the header of an award's block to its log.
func (s *stage) proofOf(t *testing.T, a award) oabpreputation.LogProof {
	t.Helper()
	at := fmt.Sprintf("tranches.%d.award.", a.tranche)
	r := s.escrow(t, a.work)
	header, err := s.client.HeaderByNumber(t.Context(), big.NewInt(r.num(at+"block_number")))
	must(t, err)
	raw, err := rlp.EncodeToBytes(header)
	must(t, err)
	all, err := s.client.BlockReceipts(t.Context(), rpc.BlockNumberOrHashWithHash(header.Hash(), false))
	must(t, err)
	k := slices.IndexFunc(all, func(x *types.Receipt) bool { return x.TxHash == common.HexToHash(r.str(at+"tx_hash")) })
	log := slices.IndexFunc(all[k].Logs, func(l *types.Log) bool { return int64(l.Index) == r.num(at+"log_index") })
	tree := trie.NewEmpty(triedb.NewDatabase(rawdb.NewMemoryDatabase(), nil))
	for n, x := range all {
		key, err := rlp.EncodeToBytes(uint(n))
		must(t, err)
		value, err := x.MarshalBinary()
		must(t, err)
		must(t, tree.Update(key, value))
	}
	if tree.Hash() != header.ReceiptHash {
		t.Fatalf("the receipts hash to %s, the header says %s", tree.Hash(), header.ReceiptHash)
	}
	key, err := rlp.EncodeToBytes(uint(k))
	must(t, err)
	var nodes trienode.ProofList
	must(t, tree.Prove(key, &nodes))
	p := oabpreputation.LogProof{Header: raw, TxIndex: big.NewInt(int64(k)), LogIndex: big.NewInt(int64(log))}
	for _, n := range nodes {
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

// exports sends the export of an award under an id.
func (s *stage) exports(t *testing.T, a award, id *big.Int) common.Hash {
	t.Helper()
	return s.call(t, s.bank(), s.contracts.Reputation.Address, pack(t, oabpreputation.OabpReputationMetaData, "export",
		oabpreputation.MissionTerms(boundTerms(a.work.terms(t))), uint8(a.tranche), id, s.proofOf(t, a)))
}

// awardsExported: a stranger copies two awards of one mission to the registry, one
// under the id that the winner has linked, one under the id whose wallet the
// winner is; nothing else, and each once.
func awardsExported(t *testing.T, s *stage) {
	people := s.cast(t, "Party", 3)
	linked, plain := people[1], people[2]
	first, spare, other := s.identityOf(t, linked.account), s.identityOf(t, linked.account), s.identityOf(t, plain.account)
	s.mined(t, s.profile(t, linked.account, "register", common.Hash{7}, "https://agent.example/profile", first))
	s.mine(t, depth)
	if p := s.seen(t, linked); p.str("erc8004_id") != first.String() || p.str("profile_uri") != "https://agent.example/profile" || p.str("profile_hash") != (common.Hash{7}).Hex() {
		t.Errorf("the linked profile: %v", p.doc)
	}
	if p := s.seen(t, plain); p.doc != nil {
		t.Errorf("a profile that nobody registered: %v", p.doc)
	}
	j := s.posts(t, people[0], prizes(2, 9_000_001))[0]
	a, b := award{j.by(linked, 0), 0}, award{j.by(plain, 0), 1}
	s.enterAll(t, a.work, b.work)
	s.proposes(t, a.work)
	s.proposes(t, b.work)
	s.mine(t, depth)
	s.reverts(t, s.exports(t, a, spare), s.exports(t, a, other), s.exports(t, award{a.work, 1}, first))
	s.mined(t, s.exports(t, b, other), s.exports(t, a, first))
	if r := s.escrow(t, j); r.at("tranches.0.award.exported") != nil {
		t.Errorf("an export that is not confirmed: %s", clip(r.body))
	}
	s.mine(t, depth)
	r := s.escrow(t, j)
	for k, id := range []*big.Int{first, other} {
		if at := fmt.Sprintf("tranches.%d.award.exported.", k); r.str(at+"erc8004_id") != id.String() || address(t, r.str(at+"contract")) != s.contracts.Reputation.Address {
			t.Errorf("exported: %s", clip(r.body))
		}
	}
	s.given(t, 0, other, j.terms(t).Tranches[1].Big(), j)
	s.given(t, 1, first, j.terms(t).Tranches[0].Big(), j)
	s.reverts(t, s.exports(t, a, first)) // once
	head, err := s.client.BlockNumber(t.Context())
	must(t, err)
	s.mined(t, s.call(t, s.bank(), s.contracts.Reputation.Address, pack(t, oabpreputation.OabpReputationMetaData, "anchor", new(big.Int).SetUint64(head-3))))
	s.mine(t, depth)
	s.mirrored(t, "exportedMask", "anchoredHash", "profileOf")
}

// given reads one feedback of the registry.
func (s *stage) given(t *testing.T, k int64, id, value *big.Int, j *escrowJob) {
	t.Helper()
	registry := actor(t, "ReputationStandIn")
	raw, err := s.client.CallContract(t.Context(), ethereum.CallMsg{To: &s.reputation, Data: bundle(t, "ReputationStandIn", "feedback", big.NewInt(k))}, nil)
	must(t, err)
	out, err := registry.ABI.Unpack("feedback", raw)
	must(t, err)
	want := fmt.Sprintf("{%s %s %s %d oabp creator_judges   %v}", id, s.contracts.Reputation.Address, value, 6, [32]byte(j.hash))
	if got := fmt.Sprint(out[0]); got != want {
		t.Errorf("feedback %d is %s, want %s", k, got, want)
	}
}

// profilesChange: a link is made, outlives the identity's sale on the chain as it
// does here, and is taken back; then the profile ends, and begins again. A voter
// keeps what it had registered as until it stakes again.
func profilesChange(t *testing.T, s *stage) {
	who, buyer := s.cast(t, "Agent", 1)[0], s.arbiter(t)
	id, voter := s.identityOf(t, who.account), s.voters[0]
	shows := func(linked string) reply {
		t.Helper()
		s.mine(t, depth)
		s.mirrored(t, "profileOf", "voterOf")
		p := s.seen(t, who)
		if p.str("erc8004_id") != linked {
			t.Errorf("linked to %q, want %q: %v", p.str("erc8004_id"), linked, p.doc)
		}
		return p
	}
	s.mined(t, s.profile(t, who.account, "register", common.Hash{1}, "", math.MaxBig256))
	before := shows("").str("registered_at")
	s.mined(t, s.profile(t, who.account, "update", common.Hash{2}, "ipfs://profile", id))
	if p := shows(id.String()); p.str("registered_at") != before || p.str("profile_uri") != "ipfs://profile" {
		t.Errorf("updated: %v", p.doc)
	}
	if p := s.get(t, nil, "/agents/"+who.account.Address.Hex()+"/profile").want(t, 200); p.str("agent_id") != who.agent || p.str("metadata_uri") != "ipfs://profile" || p.str("on_chain.0.erc8004_id") != id.String() {
		t.Errorf("in public: %s", clip(p.body))
	}
	alone := s.get(t, nil, "/agents/"+voter.Address.Hex()+"/profile").want(t, 200) // on the chain, and nowhere else
	if !strings.EqualFold(alone.str("agent_id"), voter.Address.Hex()) || alone.str("on_chain.0.registered_at") != alone.str("created_at") {
		t.Errorf("on the chain alone: %s", clip(alone.body))
	}
	s.mined(t, s.call(t, who.account, s.identity, bundle(t, "IdentityStandIn", "transferFrom", who.account.Address, buyer.Address, id)))
	shows(id.String()) // what the profile says; that it holds no more is the registry's to say
	s.reverts(t, s.profile(t, who.account, "update", common.Hash{2}, "ipfs://profile", id))
	s.mined(t, s.profile(t, who.account, "update", common.Hash{3}, "", math.MaxBig256))
	shows("")
	s.mined(t, s.profile(t, who.account, "deactivate"), s.profile(t, voter, "deactivate"))
	if p := shows(""); p.doc != nil {
		t.Errorf("a profile that has ended: %v", p.doc)
	}
	s.get(t, nil, "/agents/"+voter.Address.Hex()+"/profile").want(t, 404)
	s.mined(t, s.profile(t, who.account, "register", common.Hash{4}, "", math.MaxBig256), s.profile(t, voter, "register", common.Hash{4}, "", math.MaxBig256))
	if p := shows(""); p.str("registered_at") <= before {
		t.Errorf("it registered again at %q, before at %q", p.str("registered_at"), before)
	}
	s.mined(t, s.usdc(t, voter, "approve(address,uint256)", s.contracts.Vote.Address, bigOf(1_000_000)), s.voteCall(t, voter, "stake", bigOf(1_000_000)))
	shows("")
}

// stakesLeave: two voters give notice after they have voted. One did not reveal,
// is slashed, and leaves with the rest after thirty days; the other one voted
// against the winner, and leaves before anybody has settled it.
func stakesLeave(t *testing.T, s *stage) {
	v := s.world.voters(t, 4)
	people := s.cast(t, "Party", 2)
	j := s.posts(t, people[0], votes(nil))[0]
	w := j.by(people[1], 0)
	s.enterAll(t, w)
	s.until(t, j.terms(t).SubmitBy)
	elected := people[1].account.Address
	s.polls(t, "open", poll{w, 0, []ballot{{v[0], elected, true}, {v[1], elected, true}, {v[2], common.Address{}, true}, {v[3], elected, false}}})
	s.mined(t, s.voteCall(t, v[2], "requestUnstake"), s.voteCall(t, v[3], "requestUnstake"), s.tally(t, w, 0))
	s.paid(t, []award{{w, 0}})
	s.mirrored(t, "voterOf", "verdictOf")
	const loss = voterCap / 10
	s.settles(t, w, 0, v[3:], nil, 0)
	s.mined(t, s.voteCall(t, v[3], "cancelUnstake"))
	s.mined(t, s.voteCall(t, v[3], "requestUnstake"))
	had := [2]int64{s.balance(t, v[2].Address), s.balance(t, v[3].Address)}
	s.until(t, s.now(t).Unix()+int64((30*24*time.Hour).Seconds())-60)
	s.reverts(t, s.voteCall(t, v[3], "unstake"))
	s.until(t, s.now(t).Unix()+60)
	s.mined(t, s.voteCall(t, v[2], "unstake"), s.voteCall(t, v[3], "unstake"))
	s.gains(t, v[2].Address, had[0], voterStake)
	s.gains(t, v[3].Address, had[1], voterStake-loss)
	s.mine(t, depth)
	s.mirrored(t, "voterOf", "owed")
	s.settles(t, w, 0, v[2:3], v[:2], loss/2)
	left, err := s.voteContract(t).VoterOf(&bind.CallOpts{Context: t.Context()}, v[2].Address)
	must(t, err)
	b, err := s.voteContract(t).BallotOf(&bind.CallOpts{Context: t.Context()}, j.hash, 0, v[2].Address)
	must(t, err)
	if left.Settled+left.Recent != 0 || settle.BallotState(b.State) != settle.BallotSettled {
		t.Errorf("of the one who left is left %+v, its ballot is %+v", left, b)
	}
	s.mirrored(t, "ballotOf", "owed")
}
