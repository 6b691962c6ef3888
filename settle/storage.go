package settle

import (
	"encoding/binary"

	"github.com/oabp/oabpd/settle/money"
)

// StorageRead is one call of a contract's getter with what it must return, by
// the rows that mirror the contract. Args and Want are the words of the ABI.
type StorageRead struct {
	// Getter is its Solidity signature, as mission(bytes32).
	Getter string
	Args   []Hash
	Want   []Hash
}

// Calldata is the call.
func (r StorageRead) Calldata() []byte {
	sum := Keccak256([]byte(r.Getter))
	return words(sum[:4:4], r.Args)
}

// Return is what the call must return.
func (r StorageRead) Return() []byte { return words(nil, r.Want) }

func words(out []byte, ws []Hash) []byte {
	for _, w := range ws {
		out = append(out, w[:]...)
	}
	return out
}

// Storage lists everything that a contract must hold in storage, by the rows
// that mirror it. What it does not list is zero in the contract, or fixed at
// its deployment.
func Storage(s State, c Contract) []StorageRead {
	switch c.Role {
	case RoleEscrow:
		return EscrowStorage(s, c.Address)
	case RoleVote:
		return VoteStorage(s, c.Address)
	case RoleAgents:
		return AgentsStorage(s, c.Address)
	case RoleOracles:
		return OraclesStorage(s, c.Address)
	case RoleAttestationOracle:
		return AttestationStorage(s, c.Address)
	case RoleReputation:
		return ReputationStorage(s, c.Address)
	}
	return nil
}

// reads collects them.
type reads []StorageRead

func (rs *reads) add(getter string, args []Hash, want ...Hash) {
	*rs = append(*rs, StorageRead{Getter: getter, Args: args, Want: want})
}

// EscrowStorage lists what an OabpEscrow must hold.
func EscrowStorage(s State, contract Address) []StorageRead {
	var out reads
	for _, m := range FindRows[*EscrowMission](s, OfContract(TableEscrowMission, contract)) {
		out.add("mission(bytes32)", []Hash{m.Hash}, word(m.Held), word(m.Pending), wordOf(m.Posted.Time), wordOf(m.Terms.SubmitBy),
			wordOf(m.DoneMask), wordOf(m.PendingMask), wordOf(m.Status), wordOf(m.Terms.EntrySlots()))
		for n, t := range m.Tranches {
			var p PendingAward
			var a EscrowAppeal
			if t.Pending != nil {
				p = *t.Pending
			}
			if t.Appeal != nil {
				a = *t.Appeal
			}
			args := []Hash{m.Hash, wordOf(n)}
			out.add("pendingAward(bytes32,uint8)", args, wordOfAddress(p.Agent), wordOf(p.FinalAt), wordOf(p.Seq), wordOfBool(p.Appealed))
			out.add("appealOf(bytes32,uint8)", args, wordOfAddress(a.Appellant), wordOf(a.RuleBy))
		}
	}
	for _, e := range FindRows[*EscrowEntry](s, OfContract(TableEscrowEntry, contract)) {
		kept := e.SubmissionHash
		kept[30], kept[31] = 0, 0 // where the contract keeps the revision
		out.add("submissionOf(bytes32,address,uint8)", []Hash{e.Mission, wordOfAddress(e.Agent), wordOf(e.Tranche)}, kept, wordOf(e.Revision))
	}
	for _, c := range FindRows[*EscrowCommitment](s, OfContract(TableEscrowCommitment, contract)) {
		var seq, kept Hash
		if !c.Revealed {
			seq = wordOf(c.Seq)
			copy(kept[5:], c.Commitment[:27])
		}
		out.add("commitmentOf(bytes32,address)", []Hash{c.Mission, wordOfAddress(c.Agent)}, seq, kept)
	}
	for _, c := range FindRows[*EscrowCredit](s, OfContract(TableEscrowCredit, contract)) {
		out.add("credit(address)", []Hash{wordOfAddress(c.Owner)}, word(c.Amount))
	}
	if b := GetRow[EscrowBook](s, contract.String()); b != nil {
		out.add("feesAccrued()", nil, word(b.FeesAccrued))
		out.add("feeRecipient()", nil, wordOfAddress(b.FeeRecipient))
	}
	return out
}

// VoteStorage lists what an OabpVote must hold.
func VoteStorage(s State, contract Address) []StorageRead {
	var out reads
	for _, v := range FindRows[*VoteVoter](s, OfContract(TableVoteVoter, contract)) {
		args := []Hash{wordOfAddress(v.Voter)}
		out.add("voterOf(address)", args, word(v.Settled), word(v.Recent), wordOf(v.RecentAt), wordOf(v.NoticeAt), wordOf(v.RegisteredAt))
		out.add("winningsOf(address)", args, word(v.Winnings))
	}
	for _, p := range FindRows[*VotePoll](s, OfContract(TableVotePoll, contract)) {
		r := UnpackVoteRules(p.Rules)
		args := []Hash{p.Mission, wordOf(p.Poll)}
		out.add("countOf(bytes32,uint8)", args, wordOf(p.PostedAt), wordOf(p.StakedBefore-p.PostedAt), wordOf(p.CommitBy-p.PostedAt),
			wordOf(r.RevealMinutes), wordOf(r.Cap), wordOf(p.Voters), word(p.Weight), word(p.Top), wordOfBool(p.Tie))
		out.add("verdictOf(bytes32,uint8)", args, wordOfAddress(p.Poster), wordOf(r.QuorumVoters), wordOf(r.SlashBPS),
			word(r.QuorumWeight), wordOf(p.Outcome), wordOfAddress(p.Winner), word(p.Pool))
	}
	for _, c := range FindRows[*VoteChoice](s, OfContract(TableVoteChoice, contract)) {
		out.add("weightOf(bytes32,uint8,address)", []Hash{c.Mission, wordOf(c.Poll), wordOfAddress(c.Choice)}, word(c.Weight))
	}
	for _, b := range FindRows[*VoteBallot](s, OfContract(TableVoteBallot, contract)) {
		args := []Hash{b.Mission, wordOf(b.Poll), wordOfAddress(b.Voter)}
		out.add("ballotOf(bytes32,uint8,address)", args, wordOf(b.State), word(b.Weight), Hash(b.Data))
		out.add("drawnOf(bytes32,uint8,address)", args, word(b.Drawn))
	}
	if b := GetRow[VoteBook](s, contract.String()); b != nil {
		out.add("owed()", nil, word(b.Owed))
	}
	return out
}

// AgentsStorage lists what an OabpAgents must hold.
func AgentsStorage(s State, contract Address) []StorageRead {
	var out reads
	for _, a := range FindRows[*ChainAgent](s, OfContract(TableChainAgent, contract)) {
		var id Hash
		if a.Linked() {
			id = Hash(a.ERC8004ID)
		}
		out.add("profileOf(address)", []Hash{wordOfAddress(a.Agent)}, wordOf(a.RegisteredAt), wordOf(a.RegisteredBlock),
			wordOfBool(a.Linked()), id, a.ProfileHash)
	}
	return out
}

// OraclesStorage lists what an OabpOracles must hold.
func OraclesStorage(s State, contract Address) []StorageRead {
	var out reads
	for _, o := range FindRows[*Oracle](s, OfContract(TableOracle, contract)) {
		out.add("allowedCodehash(address)", []Hash{wordOfAddress(o.Oracle)}, o.CodeHash)
	}
	if l := GetRow[OracleList](s, contract.String()); l != nil {
		out.add("owner()", nil, wordOfAddress(l.Owner))
		out.add("pendingOwner()", nil, wordOfAddress(l.PendingOwner))
	}
	return out
}

// AttestationStorage lists what an AttestationOracle must hold.
func AttestationStorage(s State, contract Address) []StorageRead {
	var out reads
	a := GetRow[Attesters](s, contract.String())
	if a == nil {
		return nil
	}
	list := []Hash{wordOf(32), wordOf(len(a.Attesters))}
	for _, x := range a.Attesters {
		list = append(list, wordOfAddress(x))
		out.add("isAttester(address)", []Hash{wordOfAddress(x)}, wordOfBool(true))
	}
	out.add("attesters()", nil, list...)
	out.add("threshold()", nil, wordOf(a.Threshold))
	return out
}

// ReputationStorage lists what an OabpReputation must hold.
func ReputationStorage(s State, contract Address) []StorageRead {
	var out reads
	for _, e := range FindRows[*Exported](s, OfContract(TableExported, contract)) {
		out.add("exportedMask(bytes32)", []Hash{e.Mission}, Hash(e.Mask))
	}
	for _, a := range FindRows[*Anchor](s, OfContract(TableAnchor, contract)) {
		out.add("anchoredHash(uint256)", []Hash{wordOf(a.Number)}, a.BlockHash)
	}
	return out
}

func word(a money.Amount) Hash { return a.Bytes32() }

// wordOf is a number that is not negative.
func wordOf[T ~int | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64](n T) (h Hash) {
	binary.BigEndian.PutUint64(h[24:], uint64(n))
	return h
}

func wordOfAddress(a Address) (h Hash) {
	copy(h[12:], a[:])
	return h
}

func wordOfBool(b bool) (h Hash) {
	if b {
		h[31] = 1
	}
	return h
}
