package deploy

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// VoteRules are how a poll is held, as files and flags say it (settle.VoteRules;
// Solidity: VoteRules).
type VoteRules struct {
	// CommitMinutes and RevealMinutes are how long votes are taken, and then
	// revealed; 10 to 10,080.
	CommitMinutes uint16 `json:"commit_minutes"`
	RevealMinutes uint16 `json:"reveal_minutes"`
	// QuorumVoters is how many must reveal; at least 3.
	QuorumVoters uint16 `json:"quorum_voters"`
	// SlashBP is what the minority loses, in 1/10,000; at most 2,000.
	SlashBP uint16 `json:"slash_bp"`
	// Cap is the most that one voter weighs, in whole USDC; 1 to 1,048,575.
	Cap uint32 `json:"cap"`
	// QuorumWeight is how much must be revealed, in token units; 1 to 2^56-1.
	QuorumWeight uint64 `json:"quorum_weight"`
}

// DefaultAppealRules leave 23 of the arbiter's 72 hours to open the poll and
// one to tally: a day to vote, a day to reveal, 3 voters with 50 USDC together.
func DefaultAppealRules() VoteRules {
	return VoteRules{CommitMinutes: 1440, RevealMinutes: 1440, QuorumVoters: 3, SlashBP: 2000, Cap: 1000, QuorumWeight: 50_000_000}
}

// Check says what OabpVote would refuse.
func (r VoteRules) Check() error { return escrow.CheckVoteRules(r.rules()) }

// Pack is the word that the contract takes.
func (r VoteRules) Pack() common.Hash { return common.Hash(escrow.PackVote(r.rules())) }

func (r VoteRules) rules() settle.VoteRules {
	return settle.VoteRules{CommitMinutes: r.CommitMinutes, RevealMinutes: r.RevealMinutes, QuorumVoters: r.QuorumVoters,
		SlashBPS: r.SlashBP, Cap: r.Cap, QuorumWeight: money.Units(r.QuorumWeight)}
}

// String is the form that ParseVoteRules reads.
func (r VoteRules) String() string {
	return fmt.Sprintf("commit=%d,reveal=%d,voters=%d,slash=%d,cap=%d,weight=%d",
		r.CommitMinutes, r.RevealMinutes, r.QuorumVoters, r.SlashBP, r.Cap, r.QuorumWeight)
}

// ParseVoteRules reads all six members, in any order.
func ParseVoteRules(s string) (VoteRules, error) {
	var r VoteRules
	seen := map[string]bool{}
	for part := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		bits, known := map[string]int{"commit": 16, "reveal": 16, "voters": 16, "slash": 16, "cap": 24, "weight": 56}[name]
		if !ok || !known || seen[name] {
			return r, fmt.Errorf("%q: want commit=, reveal= (minutes), voters=, slash= (1/10,000), cap= (whole USDC) and weight= (token units), each once", part)
		}
		seen[name] = true
		n, err := strconv.ParseUint(value, 10, bits)
		if err != nil {
			return r, fmt.Errorf("%s=%q: want a number below 2^%d", name, value, bits)
		}
		switch name {
		case "commit":
			r.CommitMinutes = uint16(n)
		case "reveal":
			r.RevealMinutes = uint16(n)
		case "voters":
			r.QuorumVoters = uint16(n)
		case "slash":
			r.SlashBP = uint16(n)
		case "cap":
			r.Cap = uint32(n)
		case "weight":
			r.QuorumWeight = n
		}
	}
	if len(seen) != 6 {
		return r, fmt.Errorf("%q names %d of the six rules", s, len(seen))
	}
	return r, r.Check()
}
