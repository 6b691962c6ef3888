package escrow

import (
	"math/big"

	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/money"
)

// The ranges of a poll's rules (contracts/src/libraries/VoteRulesCodec.sol).
const (
	minVoteMinutes, maxVoteMinutes = 10, 7 * 24 * 60
	minVoters                      = 3
	maxSlashBPS                    = 2000
	maxVoteCap                     = 1<<20 - 1
	maxQuorumWeight                = 1<<56 - 1
	voteRulesVersion               = 1
	// tallyTime is what must be left after a poll for somebody to tally it, in seconds.
	tallyTime = 3600
)

// PackVote is the param of a peer_vote mission (OabpVote.packRules), for rules
// that are in their ranges.
func PackVote(r settle.VoteRules) (h settle.Hash) {
	word := new(big.Int).Lsh(big.NewInt(voteRulesVersion), 248)
	word.Or(word, new(big.Int).Lsh(r.QuorumWeight.Big(), 88))
	put := func(v uint64, at uint) {
		word.Or(word, new(big.Int).Lsh(new(big.Int).SetUint64(v), at))
	}
	put(uint64(r.Cap), 64)
	put(uint64(r.SlashBPS), 48)
	put(uint64(r.QuorumVoters), 32)
	put(uint64(r.RevealMinutes), 16)
	put(uint64(r.CommitMinutes), 0)
	word.FillBytes(h[:])
	return h
}

// CheckVoteRules refuses rules that are out of their ranges.
func CheckVoteRules(r settle.VoteRules) error {
	minutes := func(m uint16) bool { return m >= minVoteMinutes && m <= maxVoteMinutes }
	switch {
	case !minutes(r.CommitMinutes) || !minutes(r.RevealMinutes):
		return rulesInvalid("commit_minutes and reveal_minutes must be %d to %d", minVoteMinutes, maxVoteMinutes)
	case r.QuorumVoters < minVoters:
		return rulesInvalid("quorum_voters must be at least %d", minVoters)
	case r.SlashBPS > maxSlashBPS:
		return rulesInvalid("slash_bps must be at most %d", maxSlashBPS)
	case r.Cap == 0 || r.Cap > maxVoteCap:
		return rulesInvalid("cap must be 1 to %d whole USDC", maxVoteCap)
	case r.QuorumWeight.IsZero() || money.Units(maxQuorumWeight).Less(r.QuorumWeight):
		return rulesInvalid("quorum_weight must be 1 to %s token units", money.Units(maxQuorumWeight))
	}
	return nil
}

// CheckVote refuses rules that OabpVote would refuse when the poll is opened: out of
// their ranges, or not over an hour before judgeBy if they are opened at
// submitBy (both Unix seconds).
func CheckVote(r settle.VoteRules, submitBy, judgeBy int64) error {
	if err := CheckVoteRules(r); err != nil {
		return err
	}
	over := submitBy + 60*(int64(r.CommitMinutes)+int64(r.RevealMinutes)) + tallyTime
	if over > judgeBy {
		return settle.Errorf(settle.CodeTooLateToOpen, "a poll that opens at submit_by, and an hour to tally it, ends after judge_by; set judge_by to %d or later", over).
			With("earliest", over).With("judge_by", judgeBy)
	}
	return nil
}

func rulesInvalid(format string, args ...any) error {
	return settle.Errorf(settle.CodeRulesInvalid, "the rules of the vote: "+format, args...)
}

// DefaultVote are the rules of a poll whose poster says nothing: a day for each
// half, three voters, nobody slashed, at most 1,000 USDC of weight each.
func DefaultVote() settle.VoteRules {
	return settle.VoteRules{CommitMinutes: 24 * 60, RevealMinutes: 24 * 60, QuorumVoters: minVoters, Cap: 1000, QuorumWeight: money.Units(1)}
}
