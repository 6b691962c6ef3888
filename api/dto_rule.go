package api

import (
	"time"

	"github.com/oabp/oabpd/api/op"
	"github.com/oabp/oabpd/settle"
	"github.com/oabp/oabpd/settle/escrow"
	"github.com/oabp/oabpd/settle/money"
)

// How a mission is verified, as use cases want it: apply for the escrow, offChain for
// every other funding.

// apply reads the parameters of a verification type, and refuses those of others.
func (v verificationIn) apply(m *settle.NewEscrowMission) error {
	p := paramsIn{}
	if v.Params != nil {
		p = *v.Params
	}
	takes := func(names ...string) error { return v.only(p, names) }
	switch v.Type {
	case "first_valid_match":
		m.VType = settle.FirstValidMatch
		if p.TargetHash != nil {
			m.OnEscrow, m.Param, m.RevealWindow = true, *p.TargetHash, p.RevealWindow
			return takes("target_hash", "reveal_window_seconds")
		}
		m.MatchMode, m.Expected = p.MatchMode, p.Expected
		switch {
		case p.Regex != "":
			m.MatchMode, m.Expected = string(settle.MatchRegex), p.Regex
		case p.PredicateURI != "":
			m.MatchMode, m.Expected = string(settle.MatchPredicate), p.PredicateURI
		case p.Expected != "" && p.MatchMode == "":
			m.MatchMode = string(settle.MatchSubstring)
		}
		return v.oracle(m, p, "match_mode", "expected", "regex", "predicate_uri")
	case "oracle":
		m.VType = settle.OracleDecides
		return v.oracle(m, p)
	case "peer_vote":
		m.VType = settle.PeerVote
		rules := escrow.DefaultVote()
		if r := p.Vote; r != nil {
			rules = settle.VoteRules{CommitMinutes: r.CommitMinutes, RevealMinutes: r.RevealMinutes, QuorumVoters: r.QuorumVoters,
				SlashBPS: r.SlashBPS, Cap: r.Cap, QuorumWeight: r.QuorumWeight}
			if rules.QuorumWeight.IsZero() {
				rules.QuorumWeight = money.Units(1)
			}
		}
		m.Vote = &rules
		if err := takes("resolver", "vote"); err != nil {
			return err
		}
	default:
		m.VType = settle.CreatorJudges
		if err := takes("resolver"); err != nil {
			return err
		}
	}
	return given("verification.params.resolver", p.Resolver, &m.Resolver)
}

func (v verificationIn) oracle(m *settle.NewEscrowMission, p paramsIn, takes ...string) error {
	if p.Param != nil {
		m.Param = *p.Param
	}
	if err := v.only(p, append(takes, "oracle_contract", "param")); err != nil {
		return err
	}
	return given("verification.params.oracle_contract", p.OracleContract, &m.Resolver)
}

// offChain is the rule of a mission that the escrow does not decide; nil where its
// creator does. What does not belong to its type is refused.
func (v verificationIn) offChain() (*settle.NewVerification, error) {
	p := paramsIn{}
	if v.Params != nil {
		p = *v.Params
	}
	var takes []string
	out := &settle.NewVerification{MatchMode: settle.MatchMode(p.MatchMode), Expected: p.Expected, Regex: p.Regex, PredicateURI: p.PredicateURI,
		OracleMethod: p.OracleMethod, OracleDescription: p.OracleDescribe}
	switch v.Type {
	case "first_valid_match":
		out.Type, takes = settle.FirstValidMatch, []string{"match_mode", "expected", "regex", "target_hash", "predicate_uri", "commit_reveal"}
		if out.CommitReveal = p.CommitReveal; p.CommitReveal {
			takes, out.RevealMillis = append(takes, "reveal_window_seconds"), int64(p.RevealWindow)*1000
		}
	case "oracle":
		out.Type, takes = settle.OracleDecides, []string{"oracle_contract", "oracle_method", "oracle_description"}
	case "peer_vote":
		out.Type, takes = settle.PeerVote, []string{"vote", "voting_deadline", "min_vote"}
		if err := p.poll(out); err != nil {
			return nil, err
		}
	default:
		out = nil
	}
	if err := v.only(p, takes); err != nil || out == nil {
		return nil, err
	}
	if p.TargetHash != nil {
		out.TargetHash = *p.TargetHash
	}
	return out, given("verification.params.oracle_contract", p.OracleContract, &out.OracleContract)
}

// only refuses parameters beside those that are taken.
func (v verificationIn) only(p paramsIn, takes []string) error {
	given := p.given()
	for _, n := range takes {
		delete(given, n)
	}
	for _, n := range paramNames {
		if given[n] {
			return settle.Errorf(settle.CodeInvalid, "verification.params.%s: is not a parameter of %s here", n, v.Type)
		}
	}
	return nil
}

// paramNames are the parameters in the order in which a refusal names the first.
var paramNames = []string{"target_hash", "reveal_window_seconds", "resolver", "oracle_contract", "param", "match_mode", "expected", "vote",
	"regex", "predicate_uri", "oracle_method", "oracle_description", "voting_deadline", "min_vote", "commit_reveal"}

// poll reads how voters decide a points mission.
func (p paramsIn) poll(out *settle.NewVerification) error {
	if r := p.Vote; r != nil {
		out.Poll = settle.NewPoll{QuorumVoters: r.QuorumVoters, QuorumWeight: r.QuorumWeight, SlashBPS: r.SlashBPS, Cap: r.Cap}
	}
	out.Poll.MinStake = p.MinVote
	if p.VotingDeadline == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, p.VotingDeadline)
	if err != nil {
		return op.Invalid("verification.params.voting_deadline", "%v", err)
	}
	out.Poll.VoteUntil = at.UnixMilli()
	return nil
}

func (p paramsIn) given() map[string]bool {
	return map[string]bool{"target_hash": p.TargetHash != nil, "reveal_window_seconds": p.RevealWindow != 0, "resolver": p.Resolver != nil,
		"oracle_contract": p.OracleContract != nil, "param": p.Param != nil, "match_mode": p.MatchMode != "", "expected": p.Expected != "", "vote": p.Vote != nil,
		"regex": p.Regex != "", "predicate_uri": p.PredicateURI != "", "oracle_method": p.OracleMethod != "", "oracle_description": p.OracleDescribe != "",
		"voting_deadline": p.VotingDeadline != "", "min_vote": !p.MinVote.IsZero(), "commit_reveal": p.CommitReveal}
}
